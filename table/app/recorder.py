"""Recording an evening: every signal as one line of JSON, so that it can be played again.

While entries are made in secret (`Table.secret`) all signals are held back in memory and written only when all is
revealed: a recording never tells a vote before the screen does. What is held back when the plug is pulled is gone,
and so is the vote, which is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from table.rules.signals import AnySignal, Signal, Tick

TICK_EVERY = 0.5
"""Ticks are written at most this often (s); the ones between them change nothing that a replay would miss."""


class RecordingError(Exception):
    """The recording cannot be written or read; the text says where and what to do."""


class Recorder:
    """Writes signals to ``signals.jsonl`` in a folder. A fault ends the recording, never the game."""

    def __init__(self, folder: Path, header: dict[str, Any], on_fault: Callable[[str], None]) -> None:
        self.folder = folder
        self._on_fault = on_fault
        self._held: list[Signal] = []
        self._last_tick = -TICK_EVERY
        self._file: IO[bytes] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / "signals.jsonl").open("ab")
            self._write(msgspec.json.encode({"header": header}))
        except OSError as error:
            self._fail(error)

    @property
    def running(self) -> bool:
        """Something is being written."""
        return self._file is not None

    def record(self, signal: Signal, *, secret: bool) -> None:
        """Write one signal, or hold it back while entries are secret."""
        if self._file is None:
            return
        if isinstance(signal, Tick):
            if signal.t - self._last_tick < TICK_EVERY:
                return
            self._last_tick = signal.t
        if secret:
            self._held.append(signal)  # all of them, so that their order stays
            return
        self._release()
        self._write(msgspec.json.encode(signal))

    def _release(self) -> None:
        held, self._held = self._held, []
        for signal in held:
            self._write(msgspec.json.encode(signal))

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self._file = None
        self._on_fault(
            f"recording to {self.folder} stopped: {error.strerror}; free some space or choose another folder"
        )

    def close(self) -> None:
        """End the recording. Secrets that were never revealed are dropped."""
        if self._file is not None:
            self._file.close()
            self._file = None


def read_recording(path: Path) -> tuple[dict[str, Any], Iterator[Signal]]:
    """The header and the signals of a recording. Raises `RecordingError` for what is none."""
    if path.is_dir():
        path = path / "signals.jsonl"
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RecordingError(f"{path}: {error.strerror}") from None
    if not lines:
        raise RecordingError(f"{path} is empty; a recording begins with a line that says how the table was set up")
    try:
        header = msgspec.json.decode(lines[0], type=dict[str, Any])["header"]
    except (msgspec.MsgspecError, KeyError, TypeError):
        raise RecordingError(f"{path} is no recording: its first line is not a header") from None
    return header, _signals(path, lines[1:])


def _signals(path: Path, lines: list[bytes]) -> Iterator[Signal]:
    decoder: msgspec.json.Decoder[AnySignal] = msgspec.json.Decoder(AnySignal)
    for number, line in enumerate(lines, start=2):
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError as error:
            if number == len(lines) + 1:
                return  # the plug was pulled within the last line
            raise RecordingError(f"{path}, line {number}: {error}") from None
