"""Keeps the made pieces of docs/wiring.md and its drawings true to the profiles: ``python -m hw.guide [DOCS]``.

A piece stands between ``<!-- made: pins pods -->`` and ``<!-- end -->``; what is between is replaced.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from hw.drawing import keyboard_svg, svg
from hw.wiring import PROFILES, load_profile
from hw.wiring_doc import parts_markdown, wiring_markdown

PIECE = re.compile(r"(<!-- made: (?P<what>\w+) (?P<profile>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str) -> str:
    """The guide with all made pieces as they must be."""

    def piece(match: re.Match[str]) -> str:
        profile = load_profile(match["profile"])
        made = {"pins": wiring_markdown, "parts": parts_markdown}[match["what"]](profile)
        return f"{match[1]}{made}\n{match[4]}"

    return PIECE.sub(piece, text)


def drawings() -> dict[str, str]:
    """File name -> drawing, one for each profile."""
    profiles = {name: load_profile(name) for name in PROFILES}
    return {f"{name}.svg": svg(p) if p.pins() else keyboard_svg(p) for name, p in profiles.items()}


def write(docs: Path) -> None:
    """Bring the guide and its drawings up to date."""
    guide = docs / "wiring.md"
    guide.write_text(filled(guide.read_text(encoding="utf-8")), encoding="utf-8")
    (docs / "wiring").mkdir(exist_ok=True)
    for name, drawing in drawings().items():
        (docs / "wiring" / name).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
