"""What is wrong with a settings file, in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong: where, what was found, what is allowed.

    `line` counts from 1 and is 0 where no line is to blame; `key` is ``section.key``.
    """

    file: Path
    line: int
    key: str
    found: str
    allowed: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else str(self.file)
        what = f"{self.key}: {self.found}" if self.key else self.found
        return f"{where}: {what}; {self.allowed}" if self.allowed else f"{where}: {what}"

    def short(self) -> str:
        """For a screen: line and reason without the folder."""
        where = f"{self.file.name}:{self.line}" if self.line else self.file.name
        return f"{where} {self.key}: {self.found}" if self.key else f"{where} {self.found}"


class SettingsError(ValueError):
    """The settings cannot be used. `problems` holds all that is wrong with them, in the order of the file."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
