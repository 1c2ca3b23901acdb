"""Events on their way to the disk, also when the disk does not take them.

An event is durable before anybody sees what follows from it. Where the store fails (card full, read-only, gone), the
event is kept in memory in order, the players are told once, play goes on, and every few seconds the store is tried
again: nothing that was accepted is lost while the table has power.
"""

from __future__ import annotations

from collections.abc import Callable

from table.rules.events import AnyEvent, GameStarted
from table.rules.signals import Trouble
from table.store import Store, StoreError

RETRY = 5.0
"""Seconds between two tries at a store that failed."""


class StoreJournal:
    """A `table.intake.table.Journal` on the game store."""

    def __init__(self, store: Store, put: Callable[[Trouble], None], now: Callable[[], float]) -> None:
        self.store = store
        self._put = put
        self._now = now
        self._game: int | None = None
        self._number = 0
        self._waiting: list[tuple[bool, AnyEvent]] = []
        self._next_try = 0.0

    def resume(self, game: int, events: int) -> None:
        """Further events belong to this saved game, which has so many already."""
        self._game, self._number = game, events

    def begin(self, event: AnyEvent) -> None:
        self._take(True, event)

    def append(self, event: AnyEvent) -> None:
        self._take(False, event)

    @property
    def pending(self) -> int:
        """Events that are not on the disk yet."""
        return len(self._waiting)

    def _take(self, begins: bool, event: AnyEvent) -> None:
        self._waiting.append((begins, event))
        if len(self._waiting) == 1 or self._now() >= self._next_try:
            self.flush()

    def flush(self) -> None:
        """Try to write what waits, oldest first."""
        had_failed = len(self._waiting) > 1 or self._next_try > 0
        while self._waiting:
            begins, event = self._waiting[0]
            try:
                if begins:
                    assert isinstance(event, GameStarted)
                    self._game, self._number = self.store.begin(event), 0
                else:
                    assert self._game is not None
                    self.store.append(self._game, self._number, event)
                self._number += 1
            except StoreError as error:
                self._next_try = self._now() + RETRY
                self._put(Trouble(t=self._now(), part="store", what=str(error)))
                return
            self._waiting.pop(0)
        if had_failed:
            self._next_try = 0.0
            self._put(Trouble(t=self._now(), part="store", what="", over=True))

    def tick(self) -> None:
        """Called by the loop now and then."""
        if self._waiting and self._now() >= self._next_try:
            self.flush()
