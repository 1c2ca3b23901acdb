"""(41) Cards chosen with keys: suit, then row, then column; at most three presses a card.

The rows are ace to five, six to ten, jack to king. Cards that surely lie elsewhere are not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from table.intake import view
from table.intake.phase import Bound, Phase, bind, calling
from table.intake.table import Table
from table.rules.cards import RANKS, Card
from table.rules.signals import Press, Seat, TypedCard

SUIT_KEYS = "SHDC"
"""Keys 1 to 4."""

ROWS = (RANKS[:5], RANKS[5:10], RANKS[10:])


class PickCard(Phase):
    """One card or several, for one purpose. `done` gets them all; leaving with key 6 changes nothing."""

    overlay = True
    fix_offered = True

    def __init__(
        self,
        table: Table,
        purpose: Literal["upcard", "discard", "laid", "fix"],
        done: Callable[[tuple[Card, ...]], None],
        *,
        count: int = 1,
        seat: Seat | None = None,
        gone: Sequence[Card] = (),
        runner_up: Sequence[Card] = (),
        cutout: str = "",
    ) -> None:
        super().__init__(table)
        self.purpose = purpose
        self.done = done
        self.count = count
        self.seat = seat
        self.gone = tuple(gone)
        self.runner_up = tuple(card for card in runner_up if card not in gone)[:3]
        self.cutout = cutout
        self.chosen: list[Card] = []
        self.suit: str | None = None
        self.row: int | None = None
        self.listing = bool(self.runner_up)
        """The cards that the eye thought of come first; one more key leads to the whole deck."""

    @property
    def taken(self) -> set[Card]:
        """Cards that cannot be chosen."""
        return {*self.gone, *self.chosen}

    def scene(self) -> view.Scene:
        return view.PickCard(
            purpose=self.purpose,
            seat=self.seat,
            suit=self.suit,
            row=self.row,
            cutout=self.cutout,
            runner_up=self.runner_up if self.listing else (),
            gone=tuple(sorted(self.taken)),
            chosen=tuple(self.chosen),
            of=self.count,
        )

    def offers(self) -> list[Bound]:
        seats = (self.seat,) if self.seat else ()
        if self.listing:
            bound = [self._offer(i, card, seats) for i, card in enumerate(self.runner_up, start=1)]
            bound.append(bind(5, "another_card", lambda _: self._whole_deck(), seats=seats))
        elif self.suit is None:
            bound = [
                bind(i, "suit", calling(self._take_suit, suit), seats=seats, suit=suit)
                for i, suit in enumerate(SUIT_KEYS, start=1)
                if any(Card(rank + suit) not in self.taken for rank in RANKS)
            ]
            if self.chosen:
                bound.append(bind(5, "last_card_back", lambda _: self._undo(), seats=seats))
        elif self.row is None:
            bound = [
                bind(i, "row", calling(self._take_row, i), seats=seats, ranks=" ".join(ranks))
                for i, ranks in enumerate(ROWS, start=1)
                if any(Card(rank + self.suit) not in self.taken for rank in ranks)
            ]
        else:
            cards = [Card(rank + self.suit) for rank in ROWS[self.row - 1]]
            bound = [self._offer(i, card, seats) for i, card in enumerate(cards, start=1) if card not in self.taken]
        return [*bound, bind(6, "back", lambda _: self._back(), seats=seats)]

    def _offer(self, key: int, card: Card, seats: tuple[Seat, ...]) -> Bound:
        return bind(key, "this_card", lambda _: self._take(card), seats=seats, card=card)

    def _whole_deck(self) -> None:
        self.listing = False

    def _take_suit(self, suit: str) -> None:
        self.suit = suit

    def _take_row(self, row: int) -> None:
        self.row = row

    def _take(self, card: Card) -> None:
        self.chosen.append(card)
        self.suit = self.row = None
        if len(self.chosen) == self.count:
            self.table.uncover()
            self.done(tuple(self.chosen))

    def _undo(self) -> None:
        self.chosen.pop()

    def _back(self) -> None:
        if self.row is not None:
            self.row = None
        elif self.suit is not None:
            self.suit = None
        elif not self.listing and self.runner_up and not self.chosen:
            self.listing = True
        else:
            self.table.uncover()

    def raw_press(self, press: Press) -> bool:
        return False

    def on_typed(self, typed: TypedCard) -> None:
        if len(typed.cards) == self.count and not set(typed.cards) & set(self.gone):
            self.table.uncover()
            self.done(typed.cards)
