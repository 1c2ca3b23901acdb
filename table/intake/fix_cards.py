"""A card in the log that was read wrongly: the eye's other guesses first, then the whole deck."""

from __future__ import annotations

import msgspec

from table.intake import view
from table.intake.fix import FixPhase, corrected
from table.intake.phase import Bound, bind, calling
from table.intake.pick_card import PickCard
from table.intake.table import Table
from table.rules import events as ev
from table.rules.cards import Card
from table.rules.session import effective
from table.rules.signals import Seat

PER_PAGE = 4


def can_correct_card(event: ev.AnyEvent) -> bool:
    """Events that name cards."""
    if isinstance(event, ev.Drew):
        return event.source == "discard"
    return isinstance(event, ev.Dealt | ev.Discarded | ev.Shown)


def correct_card(table: Table, number: int) -> None:
    """Ask for the right card of event `number` and amend it."""
    event = effective(table.log)[number]
    if isinstance(event, ev.Shown):
        table.cover(PickShown(table, event.seat, event.cards, number))
        return

    def take(cards: tuple[Card, ...]) -> None:
        amended: ev.AnyEvent | None = None
        if isinstance(event, ev.Dealt):
            amended = msgspec.structs.replace(event, upcard=cards[0])
        elif isinstance(event, ev.Discarded | ev.Drew):
            amended = msgspec.structs.replace(event, card=cards[0])
        if amended is not None:
            corrected(table, table.try_commit(ev.Amended(target=number, event=amended, why="card")))

    table.cover(PickCard(table, "fix", take))


class PickShown(FixPhase):
    """Which of the cards laid open is wrong? A page of four, then the right one is chosen."""

    def __init__(self, table: Table, seat: Seat, cards: tuple[Card, ...], number: int | None = None) -> None:
        super().__init__(table)
        self.seat, self.cards, self.page = seat, cards, 0
        self.number = number if number is not None else _shown_event(table, seat)

    @property
    def pages(self) -> int:
        """Pages of four cards."""
        return -(-len(self.cards) // PER_PAGE)

    def _shown(self) -> tuple[Card, ...]:
        return self.cards[self.page * PER_PAGE : (self.page + 1) * PER_PAGE]

    def scene(self) -> view.Scene:
        return view.Choosing(topic="wrong_card", items=self._shown(), page=self.page, pages=self.pages)

    def offers(self) -> list[Bound]:
        return [
            *(
                bind(i, "this_is_wrong", calling(self._wrong, card), card=card)
                for i, card in enumerate(self._shown(), start=1)
            ),
            bind(5, "next_page", lambda _: self._turn_page()),
            bind(6, "back", lambda _: self.table.uncover()),
        ]

    def _turn_page(self) -> None:
        self.page = (self.page + 1) % self.pages

    def _wrong(self, card: Card) -> None:
        def take(chosen: tuple[Card, ...]) -> None:
            cards = tuple(chosen[0] if held == card else held for held in self.cards)
            # The melds as laid held the wrong card: the best arrangement counts, unless it is laid anew.
            event = ev.Shown(seat=self.seat, cards=cards)
            corrected(self.table, self.table.try_commit(ev.Amended(target=self.number, event=event, why="card")))

        others = [held for held in self.cards if held != card]
        self.table.cover(PickCard(self.table, "fix", take, gone=others))


def _shown_event(table: Table, seat: Seat) -> int:
    """The number of the event with which this player last laid the hand open."""
    counted = enumerate(effective(table.log))
    return max(number for number, event in counted if isinstance(event, ev.Shown) and event.seat == seat)
