"""Counting starts that came to nothing, so that the third in a row opens safe mode.

The count does not look at a clock: a Raspberry Pi without a battery may start in any year.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from .files import write_whole
from .paths import state_folder

FILE_NAME = "failed-starts"
LIMIT = 3
"""So many starts that never became healthy, one after the other, and the next opens safe mode."""


def failed_in_a_row(folder: Path | None = None) -> int:
    """How many starts before this one never became healthy; 0 where nothing is known."""
    try:
        return max(0, int(_file(folder).read_text(encoding="ascii")))
    except (OSError, ValueError):
        return 0


def record_start(folder: Path | None = None) -> int:
    """Call first of all at a start: counts it as failed until `mark_healthy`. Returns the failed ones before it."""
    before = failed_in_a_row(folder)
    _write(folder, before + 1)
    return before


def mark_healthy(folder: Path | None = None) -> None:
    """Call when the table has run well for a while (a minute), or was stopped in an orderly way."""
    if failed_in_a_row(folder):
        _write(folder, 0)


def safe_mode_due(failed_before: int, environ: Mapping[str, str] | None = None) -> bool:
    """Whether a start opens safe mode: so many failed ones came before it, or the unit of last resort asks for it."""
    environ = os.environ if environ is None else environ
    return failed_before >= LIMIT or environ.get("CARDTABLE_SAFE_MODE", "") not in ("", "0")


def _file(folder: Path | None) -> Path:
    return (folder or state_folder()) / FILE_NAME


def _write(folder: Path | None, count: int) -> None:
    file = _file(folder)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, f"{count}\n".encode("ascii"))
    except OSError:
        return  # a full or read-only card: the table runs all the same, only uncounted
