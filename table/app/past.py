"""Games gone by, read from the store for history, statistics and the attract screen."""

from __future__ import annotations

from collections.abc import Sequence

from table.rules.events import AnyEvent
from table.store import Store, StoreError


class StorePast:
    """Implements `table.intake.table.Past`. A game that cannot be read is left out, never an error on the screen."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def last_games(self, count: int) -> Sequence[tuple[float, Sequence[AnyEvent]]]:
        out: list[tuple[float, Sequence[AnyEvent]]] = []
        try:
            games = self.store.games(count)
        except StoreError:
            return out
        for info in games:
            try:
                out.append((info.started, self.store.log(info.id)))
            except StoreError:
                continue
        return out
