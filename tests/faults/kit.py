"""What the fault tests share: turns, a log to write, small disks that can be filled, children that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from table.rules.events import AnyEvent, GameStarted, PointsCorrected
from table.store import Store

TURNS = int(os.environ.get("CARDTABLE_TURNS", "1"))

turns: Callable[..., object] = pytest.mark.parametrize("turn", range(TURNS))
"""The number of the turn, from which a test takes its chance: ``random.Random(turn)``."""

START = GameStarted(t=1.0, rules="gin-the-pack", values={}, seats=("sun", "mountain"), first="sun")


def event(number: int) -> AnyEvent:
    """An event that is told from every other one by its amount; long enough to fill a small disk."""
    return PointsCorrected(t=1.0 + number, seat="sun", amount=number, why="x" * 400)


def amounts(file: Path, game: int = 1) -> list[int]:
    """Which events stand in the log, in its order."""
    with Store(file, read_only=True) as store:
        return [entry.amount for entry in store.log(game) if isinstance(entry, PointsCorrected)]


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system of its own, for as long as the test runs. Skips where mounting is not allowed."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "cardtable-test", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here ({done.stderr.strip()})")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(folder: Path, mode: str) -> None:
    """``ro`` or ``rw``, as a card that protects itself does."""
    subprocess.run(["mount", "-o", f"remount,{mode}", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Takes all the room that is left; removing the file that this gives makes room again."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as stream:
        for size in (65_536, 4096):
            try:
                while stream.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue
    return ballast


def child(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Another Python that runs `program`; its output is read as text."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
