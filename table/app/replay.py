"""An evening again: a log of events, or a recording of signals, at any speed, with or without the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from table.app.recorder import RecordingError, read_recording
from table.intake.journal import Journal, MemoryJournal
from table.intake.options import Options
from table.intake.start import Attract
from table.intake.table import Table
from table.rules import codec
from table.rules.events import AnyEvent
from table.rules.ruleset import RuleSet
from table.rules.session import Session
from table.rules.signals import Signal
from table.rules.texts import Refused
from table.store import StoreError, read_games


class ReplayError(Exception):
    """What was given cannot be replayed: where, why, and what to do."""


def is_recording(path: Path) -> bool:
    """A folder or file of signals, as opposed to a log of events."""
    file = path / "signals.jsonl" if path.is_dir() else path
    try:
        with file.open("rb") as lines:
            return lines.readline(4096).lstrip().startswith(b'{"header"')
    except OSError as error:
        raise ReplayError(f"{file}: {error.strerror}") from None


def read_events(path: Path) -> list[tuple[AnyEvent, ...]]:
    """Logs of one or several games from JSON Lines, as ``cardtable export`` writes them."""
    try:
        return read_games(path)
    except StoreError as error:
        raise ReplayError(str(error)) from None


def replay_events(log: Sequence[AnyEvent]) -> Iterator[tuple[int, AnyEvent, Session]]:
    """Event by event with the game after each. Raises `ReplayError` at the first that does not fit."""
    session = Session()
    for number, event in enumerate(log):
        try:
            session = session.append(event)
        except Refused as refused:
            raise ReplayError(f"event {number} ({type(event).__name__}): {refused}") from None
        yield number, event, session


def table_of_recording(
    path: Path, rulesets: dict[str, RuleSet], journal: Journal | None = None
) -> tuple[Table, Iterator[Signal]]:
    """A fresh table set up as the recorded one was, and its signals."""
    try:
        header, signals = read_recording(path)
        options = msgspec.convert(header.get("options", {}), Options)
    except RecordingError as error:
        raise ReplayError(str(error)) from None
    except msgspec.ValidationError as error:
        raise ReplayError(f"{path}: its header does not fit this version ({error})") from None
    now, wall = float(header.get("now", 0.0)), float(header.get("wall", 0.0))
    table = Table(
        options,
        rulesets,
        journal if journal is not None else MemoryJournal(),
        seed=int(header.get("seed", 0)),
        now=now,
        wall=wall,
    )
    for event in header.get("log", ()):
        table.session = table.session.append(codec.decode(msgspec.json.encode(event).decode()))
    if table.state is not None:
        table.load(table.log)
    from table.intake.start import begin

    begin(table) if table.log else table.go(Attract(table))
    return table, signals


def play(table: Table, signals: Iterator[Signal], after: Callable[[Signal], None] | None = None) -> Table:
    """Feed all signals; `after` is called with each."""
    try:
        for signal in signals:
            table.handle(signal)
            if after is not None:
                after(signal)
    except RecordingError as error:
        raise ReplayError(str(error)) from None
    return table


def summary(state: Any) -> dict[str, Any]:
    """Where a game stands, as plain data."""
    if state is None:
        return {"game": None}
    points = getattr(state, "totals", None) or state.points
    return {
        "rules": state.rules_id,
        "points": dict(points),
        "winners": list(state.winners),
        "over": state.over,
        "hands": len(state.history),
    }
