"""Saying how an enrolment goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar


class Teller:
    """Says in words, or as JSON lines, how the enrolment goes; the same thing only once."""

    WORDS: ClassVar[dict[str, str]] = {
        "blurred": "a card is blurred: hold still, more light",
        "glare": "a card mirrors a lamp: turn or move it a little",
        "overlap": "cards overlap: lay them apart",
        "alike": "a card looks much like {like}: lay both side by side",
    }

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self._said = ""

    def step(self, progress: Any) -> None:
        """After each frame or picture."""
        if self.as_json:
            if progress.added:
                print(
                    json.dumps(
                        {"added": list(progress.added), "enrolled": progress.enrolled, "expected": progress.expected}
                    ),
                    flush=True,
                )
            return
        text = self._text(progress)
        if text and text != self._said:
            print(text, flush=True)
        self._said = text or self._said

    def _text(self, progress: Any) -> str:
        if progress.step == "back":
            return "Lay one card face down, alone."
        count = f"{progress.enrolled}" + (f" of {progress.expected}" if progress.expected else "")
        if progress.added:
            return f"{count}: {', '.join(progress.added)} new"
        if progress.poor:
            card = progress.poor[0]
            return f"{count}: {self.WORDS[card.state].format(like=card.like)}"
        if progress.cards and not progress.waiting:
            return f"{count}: all that lie here are known; lay others"
        return f"{count}: lay cards face up, as many as you like" if not progress.cards else ""

    def scan(self, path: Path, state: str, picture: str | None, enrolled: int) -> None:
        """After a picture of one card."""
        if self.as_json:
            print(
                json.dumps({"image": str(path), "state": state, "picture": picture, "enrolled": enrolled}), flush=True
            )
        else:
            print(f"{path.name}: {state}{f' ({picture})' if picture else ''}", flush=True)

    def end(self, deck: Any, short: int) -> None:
        if self.as_json:
            print(
                json.dumps({"name": deck.name, "enrolled": len(deck), "expected": deck.expected, "missing": short}),
                flush=True,
            )
            return
        print(
            f"{deck.name}: {len(deck)} pictures kept"
            + (f"; {short} missing, go on with the same command" if short else "")
        )
