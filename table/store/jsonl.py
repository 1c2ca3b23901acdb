"""Games as JSON Lines: one event a line, a new game at each ``game_started``. For export, bug reports and tests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from table.rules import codec
from table.rules.events import AnyEvent, GameStarted
from table.rules.session import fold
from table.rules.texts import Refused
from table.store.store import StoreError


def write_games(path: str | Path, logs: Iterable[Sequence[AnyEvent]]) -> None:
    """Writes the logs one after the other; the file appears whole or not at all. Raises `StoreError`."""
    target = Path(path)
    partial = target.with_name(target.name + ".part")
    try:
        with partial.open("wb") as file:
            for log in logs:
                file.write(codec.encode_lines(log))
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        text = f"{target}: cannot be written ({error.strerror}); name another place"
        raise StoreError("full" if error.errno in (28, 122) else "read_only", text) from None


def read_games(path: str | Path) -> list[tuple[AnyEvent, ...]]:
    """The logs of a file, each played through once, so that nothing impossible comes in. Raises `StoreError`."""
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise StoreError("missing", f"{path}: cannot be read ({error.strerror})") from None
    logs: list[list[AnyEvent]] = []
    starts: list[list[int]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = codec.decode(line)
        except codec.CodecError as error:
            raise StoreError("bad_log", f"{path}: line {number}: {error}") from None
        if isinstance(event, GameStarted):
            logs.append([])
            starts.append([])
        elif not logs:
            raise StoreError("bad_log", f"{path}: line {number}: a game begins with game_started")
        logs[-1].append(event)
        starts[-1].append(number)
    for log, places in zip(logs, starts, strict=True):
        try:
            fold(log)
        except Refused as refused:
            place = places[refused.at or 0]
            raise StoreError("bad_log", f"{path}: line {place}: {refused}") from None
    return [tuple(log) for log in logs]
