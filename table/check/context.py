"""What the checks look at: the settings and one machine, which a test may replace with a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from table.settings import Settings


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """`root` is where /proc, /sys, /dev and /run are found; `now` is the wall clock in s since 1970."""

    settings: Settings
    now: float
    root: Path = Path("/")
    environ: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(os.environ))
    platform: str = sys.platform
    shared: dict[str, Any] = msgspec.field(default_factory=dict)
    """What several checks look at together, so that it is looked at once: the camera's picture."""

    def at(self, path: str) -> Path:
        """A file of the machine, given without the leading slash."""
        return self.root / path

    def text(self, path: str) -> str | None:
        """The content of a small system file without its line end; None where it is not there."""
        return read_text(self.at(path))

    def model(self) -> str:
        """``Raspberry Pi 5 Model B Rev 1.0``, or empty on other machines."""
        return (self.text("proc/device-tree/model") or "").rstrip("\0")


def read_text(file: Path) -> str | None:
    """A small file of /sys or /proc; None where it is missing or not for us."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
