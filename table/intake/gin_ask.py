"""(16) A card on the discard pile that must be known and cannot be read: the players say which it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from table.intake import view
from table.intake.gin_base import GinPhase
from table.intake.phase import Bound, bind, calling
from table.intake.pick_card import PickCard
from table.intake.table import Table
from table.rules.cards import Card
from table.rules.signals import Observation, Seat, ZoneView


class AskPile(GinPhase):
    """Asked only where a rule hangs on it (Oklahoma: the up-card sets the knock limit)."""

    def __init__(
        self, table: Table, zone: ZoneView, of: Literal["discard", "upcard"], done: Callable[[Card], None]
    ) -> None:
        super().__init__(table)
        self.of: Literal["discard", "upcard"] = of
        self.done = done
        self._take_zone(zone)

    def enter(self) -> None:
        self.table.cue("asked")

    def _take_zone(self, zone: ZoneView) -> None:
        if zone.unsure:
            self.candidates, self.cutout = zone.unsure[-1].candidates[:3], zone.unsure[-1].cutout
        else:
            top = zone.cards[-1] if zone.cards else None
            self.candidates = ((top.card, top.p), *top.runner_up)[:3] if top else ()
            self.cutout = top.cutout if top else ""

    def scene(self) -> view.Scene:
        return view.WhichCard(seat=None, of=self.of, cutout=self.cutout, candidates=self.candidates)

    def expects(self) -> str:
        return "deal"

    def waits_for(self) -> tuple[Seat, ...]:
        return self.state.seats

    def offers(self) -> list[Bound]:
        seats = self.state.seats
        bound = [
            bind(i, "this_card", calling(self.done, card), seats=seats, card=card)
            for i, (card, _) in enumerate(self.candidates, start=1)
        ]
        other = calling(self._any_card)
        return [*bound, bind(len(self.candidates) + 1, "another_card", other, seats=seats)]

    def _any_card(self) -> None:
        self.table.cover(PickCard(self.table, "upcard", lambda cards: self.done(cards[0]), cutout=self.cutout))

    def on_look(self, look: Observation) -> None:
        """A better picture answers the question."""
        zone = self.table.looks.get("discard")
        top = self.top_of(zone) if zone else None
        if top is not None and top.p >= self.table.options.sure:
            self.done(top.card)
