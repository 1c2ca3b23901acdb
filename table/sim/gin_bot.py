"""A sensible gin player: takes what melds, keeps pairs and neighbours, knocks early, goes for gin when it is near."""

from __future__ import annotations

import random
from collections.abc import Sequence

from table.rules.cards import INDEX, Card, cards_of, mask_of, points_of
from table.rules.melds import least_deadwood


class GinBot:
    """One player's mind. It knows its own hand and what lay face up, nothing else.

    `boldness` 0..1: how long it plays on for gin when it could knock.
    """

    def __init__(self, rng: random.Random, boldness: float = 0.35) -> None:
        self.rng = rng
        self.boldness = boldness

    def takes(self, hand: Sequence[Card], top: Card) -> bool:
        """Whether the top of the discard pile is worth more than an unknown card from the stock."""
        mask = mask_of(hand)
        before = least_deadwood(mask)
        after = self._best_rest(mask | 1 << INDEX[top], forbidden=top)
        melds_it = least_deadwood(mask | 1 << INDEX[top]) < before + points_of(top)
        return (melds_it and after < before) or (points_of(top) <= 2 and after < before - 5)

    def discard(self, hand: Sequence[Card], forbidden: Card | None = None) -> Card:
        """The card to lay away out of eleven: least deadwood, then the one that leads nowhere."""
        mask = mask_of(hand)
        options = [card for card in cards_of(mask) if card != forbidden]
        return min(options, key=lambda card: (self._rest(mask, card), self._hope(mask, card), -points_of(card), card))

    def knocks(self, hand: Sequence[Card], limit: int, turns: int) -> bool:
        """Whether to end the hand with these ten cards, `turns` turns after the deal."""
        deadwood = least_deadwood(mask_of(hand))
        if deadwood == 0:
            return True
        if deadwood > limit:
            return False
        # Early knocks catch the other with much; later the other has sorted out his hand, so little is wanted.
        return turns < 6 or deadwood <= 4 or self.rng.random() > self.boldness

    def _best_rest(self, mask: int, forbidden: Card) -> int:
        return min(self._rest(mask, card) for card in cards_of(mask) if card != forbidden)

    @staticmethod
    def _rest(mask: int, card: Card) -> int:
        return least_deadwood(mask & ~(1 << INDEX[card]))

    @staticmethod
    def _hope(mask: int, card: Card) -> int:
        """How many cards in the hand could make a meld with this one: pairs, neighbours, neighbours but one."""
        i = INDEX[card]
        rank, suit = i % 13, i // 13
        same_rank = sum(1 for s in range(4) if s != suit and mask >> (s * 13 + rank) & 1)
        near = sum(
            weight
            for step, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1))
            if 0 <= rank + step < 13 and mask >> (i + step) & 1
        )
        return 2 * same_rank + near
