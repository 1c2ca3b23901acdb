"""What a check says: a verdict, what was found, and what to do about it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Verdict = Literal["ok", "warn", "bad", "off"]
"""``ok``; ``warn``: the table plays, something is worth mending; ``bad``: a part does not work; ``off``: this table
has no such part, or it was not asked for."""

SIGNS: dict[Verdict, str] = {"ok": "✓", "warn": "!", "bad": "✗", "off": "-"}


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the self-check.

    `text` says what was found, `help` what to do (empty when nothing is to be done), `data` holds the figures behind
    it for programs: plain values only, with the unit in the name (``free_mb``, ``temperature_c``).
    """

    name: str
    verdict: Verdict
    text: str
    help: str = ""
    data: dict[str, Any] = {}

    def line(self) -> str:
        """For a terminal: ``✗ camera    no camera found; push the flat cable in``."""
        words = f"{self.text}; {self.help}" if self.help else self.text
        return f"{SIGNS[self.verdict]} {self.name:<9} {words}"


def ok(name: str, text: str, **data: Any) -> CheckResult:
    """All is well."""
    return CheckResult(name=name, verdict="ok", text=text, data=data)


def off(name: str, text: str, **data: Any) -> CheckResult:
    """Not there, and not missed."""
    return CheckResult(name=name, verdict="off", text=text, data=data)


def warn(name: str, text: str, help: str, **data: Any) -> CheckResult:  # noqa: A002 - the word for it
    """The table plays on; somebody should look at it."""
    return CheckResult(name=name, verdict="warn", text=text, help=help, data=data)


def bad(name: str, text: str, help: str, **data: Any) -> CheckResult:  # noqa: A002 - the word for it
    """A part of the table does not work."""
    return CheckResult(name=name, verdict="bad", text=text, help=help, data=data)
