"""What all phases of gin share: the state, whose hand is whose, and reading a zone with or without doubt."""

from __future__ import annotations

import msgspec

from table.intake.phase import Phase
from table.intake.table import Table
from table.rules.cards import Card
from table.rules.events import Amended, AnyEvent, Dealt, Discarded, Drew, Passed
from table.rules.gin import GinState
from table.rules.gin import Phase as GinStage
from table.rules.session import effective
from table.rules.signals import Observation, Seat, SeenCard, TableChange, ZoneView
from table.rules.texts import Refused


class GinPhase(Phase):
    """A phase of a game of gin."""

    direct = True

    @property
    def state(self) -> GinState:
        """The game as it stands."""
        assert isinstance(self.table.state, GinState)
        return self.table.state

    def side_of(self, seat: Seat) -> str:
        """The side of the mat at which this player sits."""
        return self.table.side_of(seat)

    def seat_of(self, side: str | None) -> Seat | None:
        """Whose side of the mat this is."""
        return next((seat for seat in self.state.seats if side is not None and self.side_of(seat) == side), None)

    def sure_card(self, change: TableChange) -> Card | None:
        """The card that a change speaks of, None where the eye is not sure of it."""
        return change.card if change.card and change.p >= self.table.options.sure else None

    def visible_top(self) -> Card | None:
        """The top of the discard pile as surely seen last, None where it is not."""
        zone = self.table.looks.get("discard")
        top = self.top_of(zone) if zone else None
        return top.card if top is not None and top.p >= self.table.options.sure else None

    def pass_upcard(self) -> None:
        """Everybody who is still offered the up-card has passed."""
        while self.state.phase is GinStage.UPCARD and self.state.turn is not None:
            if self.table.try_commit(Passed(seat=self.state.turn)):
                break

    def discard_after_knock(self, change: TableChange) -> None:
        """The discard that a knock before it still owed; a name that does not fit leaves it unread."""
        knocker = self.state.knocker
        if change.kind not in ("discarded", "discarded_face_down") or self.state.phase is not GinStage.KNOCK_DISCARD:
            return
        assert knocker is not None
        card = self.sure_card(change)
        if self.table.try_commit(Discarded(seat=knocker, card=card)) and card is not None:
            self.table.try_commit(Discarded(seat=knocker))

    def follow(self) -> None:
        """The state changed: go where it leads."""
        from table.intake.gin_play import enter

        enter(self.table, self.state)

    def name_the_top(self, look: Observation) -> None:
        """A card that lay on the pile unread is readable now: put its name into the event that laid it there.

        Only while that event is the last one of the log, so that it is surely the same card.
        """
        if self.state.top is not None or not self.table.log or not self.state.pile:
            return
        last = self.table.log[-1]
        top = next((self.top_of(zone) for zone in look.zones if zone.zone == "discard"), None)
        if top is None or top.p < self.table.options.sure:
            return
        better: AnyEvent
        if isinstance(last, Dealt) and last.upcard is None:
            better = Dealt(dealer=last.dealer, upcard=top.card, t=last.t)
        elif isinstance(last, Discarded) and last.card is None:
            better = Discarded(seat=last.seat, card=top.card, t=last.t)
        else:
            return
        self.table.try_commit(Amended(target=len(self.table.log) - 1, event=better, why="read later"))

    @staticmethod
    def top_of(zone: ZoneView) -> SeenCard | None:
        """The card on top of a pile, None where nothing is named."""
        return zone.cards[-1] if zone.cards and not zone.unsure else None


def lay_zone(table: Table, seat: Seat) -> ZoneView | None:
    """The last look at the cards that a player has laid open."""
    return table.looks.get(f"lay:{table.side_of(seat)}")


def refusal_keys(refusal: Refused | None) -> tuple[str, ...]:
    """Why an event was refused; empty where it was not."""
    return refusal.keys if refusal else ()


def forget_followed(table: Table, cards: set[Card]) -> None:
    """The names of these cards on the pile in this hand were wrong or are out of date: they become unread."""
    for number, event in enumerate(effective(table.log)):
        unread: AnyEvent | None = None
        if isinstance(event, Discarded | Drew) and event.card in cards:
            unread = msgspec.structs.replace(event, card=None)
        elif isinstance(event, Dealt) and event.upcard in cards:
            unread = msgspec.structs.replace(event, upcard=None)
        if unread is not None and number > _start_of_hand(table):
            table.try_commit(Amended(target=number, event=unread, why="read wrongly"))


def _start_of_hand(table: Table) -> int:
    deals = [n for n, event in enumerate(effective(table.log)) if isinstance(event, Dealt)]
    return deals[-1] - 1 if deals else -1
