"""Gin rummy as pyspiel (OpenSpiel) plays it, where that package is installed: an oracle written by others.

It is used for ten-card deadwood and for the deadwoods after lay-offs only. Its ties, its big gin, its eleven-card
minimum and its rule for the card just taken differ from ours.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from table.rules.cards import Card

DRAW_UPCARD, PASS, KNOCK, MELDS_FROM = 52, 54, 55, 56


def load_pyspiel() -> ModuleType | None:
    """The module, or None where it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def _halves(meld: list[int]) -> list[list[int]]:
    """A run as pyspiel can name it: of six and more cards only in two parts, which take the same lay-offs."""
    half = len(meld) // 2
    return [meld] if len(meld) <= 5 else [meld[:half], meld[half:]]


class Spiel:
    """One gin rummy of pyspiel's."""

    def __init__(self, pyspiel: ModuleType) -> None:
        self.game: Any = pyspiel.load_game("gin_rummy")
        self.utils: Any = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """Its own numbers of cards."""
        return [self.utils.card_int(card[0] + card[1].lower()) for card in cards]

    def least_deadwood(self, hand: Sequence[Card]) -> int:
        """The least deadwood of a hand of ten."""
        return int(self.utils.min_deadwood(self.numbers(hand)))

    def knock(
        self,
        knocker: Sequence[Card],
        discard: Card,
        opponent: Sequence[Card],
        melds: Sequence[Sequence[Card]],
        may_lay_off: bool,
    ) -> tuple[int, int]:
        """Both deadwoods at the end of a hand in which the first player takes the up-card and knocks.

        The knocker lays the melds given; the other lays off in the best of all ways, found by trying each.
        """
        state = self.game.new_initial_state()
        upcard = knocker[-1]
        deal = [*knocker[:-1], discard, *opponent, upcard]
        for action in [*self.numbers(deal), DRAW_UPCARD, KNOCK, *self.numbers([discard])]:
            state.apply_action(action)
        parts = [part for meld in melds for part in _halves(sorted(self.numbers(meld)))]
        wanted = {MELDS_FROM + self.utils.meld_to_int(part) for part in parts}
        while wanted:
            action = next(one for one in state.legal_actions() if one in wanted)
            wanted.remove(action)
            state.apply_action(action)
        state.apply_action(PASS)
        mine = int(state.deadwood()[0])
        return mine, self._best(state, self.numbers(opponent), set()) if may_lay_off else self.least_deadwood(opponent)

    def _best(self, state: Any, hand: list[int], tried: set[frozenset[int]]) -> int:
        """The least deadwood over every set of cards that may be laid off, as the game itself allows them."""
        key = frozenset(hand)
        if key in tried or state.is_terminal():
            return 1 << 30
        tried.add(key)
        best = int(self.utils.min_deadwood(hand))
        for action in state.legal_actions():
            if action in key:
                after = state.clone()
                after.apply_action(action)
                best = min(best, self._best(after, [card for card in hand if card != action], tried))
        return best
