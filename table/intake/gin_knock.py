"""A knock before the cards are open, and a knock that turns out not to be legal."""

from __future__ import annotations

from table.intake import view
from table.intake.gin_base import GinPhase, lay_zone
from table.intake.gin_play import take_back
from table.intake.gin_show import Laying
from table.intake.phase import Bound, bind
from table.intake.table import Table
from table.rules.events import KnockTakenBack
from table.rules.gin import Phase
from table.rules.signals import Observation, Seat, TableChange, TypedCard


def enter(table: Table) -> None:
    """Somebody has knocked: wait for the first open card, or go on with those that lie there already."""
    table.go(KnockPressed(table))


class KnockPressed(GinPhase):
    """(14) The knock stands; it can be taken back until a card is face up."""

    @property
    def knocker(self) -> Seat:
        """Who knocked."""
        assert self.state.knocker is not None
        return self.state.knocker

    def scene(self) -> view.Scene:
        needs = self.state.phase is Phase.KNOCK_DISCARD
        return view.KnockPressed(seat=self.knocker, needs_discard=needs, since=self.since)

    def expects(self) -> str:
        return "show"

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.knocker,)

    def offers(self) -> list[Bound]:
        bound = [bind(1, "take_back", lambda _: take_back(self.table, self.knocker), seats=(self.knocker,))]
        if self.table.by_hand:
            bound.append(bind(2, "lay_by_hand", lambda _: self.table.go(Laying(self.table)), seats=self.state.seats))
        return bound

    def on_look(self, look: Observation) -> None:
        if any(zone.zone.startswith("lay:") and (zone.cards or zone.unsure) for zone in look.zones):
            self.table.go(Laying(self.table))
            self.table.phase.on_look(look)

    def on_change(self, change: TableChange) -> None:
        self.discard_after_knock(change)

    def on_typed(self, typed: TypedCard) -> None:
        self.table.go(Laying(self.table))
        self.table.phase.on_typed(typed)


class KnockRefused(GinPhase):
    """(17) The knock is not legal; play goes on when the cards are taken up or key 1 is pressed."""

    def enter(self) -> None:
        self.seen_clear = False

    @property
    def knocker(self) -> Seat:
        """Whose knock it was."""
        assert self.state.knocker is not None
        return self.state.knocker

    def scene(self) -> view.Scene:
        best = self.state.false_knock
        assert best is not None
        return view.KnockRefused(
            seat=self.knocker, melds=best.melds, deadwood=best.loose, total=best.deadwood, limit=self.state.limit
        )

    def expects(self) -> str:
        return "show"

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.knocker,)

    def offers(self) -> list[Bound]:
        return [
            bind(1, "play_on", lambda _: self._play_on(), seats=self.state.seats),
            bind(2, "misread", lambda _: self._misread(), seats=self.state.seats),
        ]

    def _play_on(self) -> None:
        self.table.looks = {name: zone for name, zone in self.table.looks.items() if not name.startswith("lay:")}
        self.table.try_commit(KnockTakenBack(seat=self.knocker))
        self.follow()

    def _misread(self) -> None:
        """A card was read wrongly: show the hand again, this time with the wrong card named."""
        cards = self.state.shown[self.knocker]
        from table.intake.fix_cards import PickShown

        self.table.cover(PickShown(self.table, self.knocker, cards))

    def on_look(self, look: Observation) -> None:
        zone = lay_zone(self.table, self.knocker)
        if zone is not None and zone.state == "done" and not zone.cards and not zone.unsure and not zone.backs:
            self._play_on()
