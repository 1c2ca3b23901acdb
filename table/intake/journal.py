"""What the intake needs of the disk: where events become durable, and what may be asked about games gone by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from table.rules.events import AnyEvent


class Journal(Protocol):
    """Where events become durable. `append` returns when the event will survive a pulled plug."""

    def begin(self, event: AnyEvent) -> None:
        """Start a new game with its first event."""

    def append(self, event: AnyEvent) -> None:
        """Add an event to the game that was begun last."""


class MemoryJournal:
    """A journal that forgets: for tests and the calculator."""

    def __init__(self) -> None:
        self.games: list[list[AnyEvent]] = []

    def begin(self, event: AnyEvent) -> None:
        self.games.append([event])

    def append(self, event: AnyEvent) -> None:
        self.games[-1].append(event)


class Past(Protocol):
    """What the table may ask about games gone by."""

    def last_games(self, count: int) -> Sequence[tuple[float, Sequence[AnyEvent]]]:
        """(wall-clock start in s, log), newest first."""
