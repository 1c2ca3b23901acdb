"""The same questions as `table.rules.melds`, answered by trying everything.

Written apart from the engine on purpose: cards are (rank, suit) pairs, melds come from a list of all 329 of them, and
no answer is computed cleverly. It is the measure that the engine is held against.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

Pair = tuple[int, str]

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def pair(card: str) -> Pair:
    """Rank 1 to 13 and suit."""
    return RANKS.index(card[0]) + 1, card[1]


def worth(card: Pair) -> int:
    return min(card[0], 10)


def _every_meld() -> list[frozenset[Pair]]:
    sets = [
        frozenset((rank, suit) for suit in suits)
        for rank in range(1, 14)
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    runs = [
        frozenset((rank, suit) for rank in range(low, high + 1))
        for suit in SUITS
        for low in range(1, 12)
        for high in range(low + 2, 14)
    ]
    return sets + runs


MELDS = _every_meld()
OF_CARD: dict[Pair, list[frozenset[Pair]]] = {}
for _meld in MELDS:
    for _card in _meld:
        OF_CARD.setdefault(_card, []).append(_meld)


def least_deadwood(hand: Iterable[str]) -> int:
    """Each card in turn is either left over or in one of the melds that the remaining cards allow."""
    return _least(frozenset(pair(card) for card in hand))


def _least(left: frozenset[Pair]) -> int:
    if len(left) < 3:
        return sum(map(worth, left))
    card = min(left)
    best = worth(card) + _least(left - {card})
    for meld in OF_CARD[card]:
        if meld <= left:
            best = min(best, _least(left - meld))
    return best


def best_reply(hand: Iterable[str], melds: Sequence[Sequence[str]]) -> tuple[int, int]:
    """The least deadwood of a defender who may meld and lay off, and the fewest lay-offs that give it.

    Every mix and every order is tried.
    """
    table = tuple(sorted(tuple(sorted(pair(card) for card in meld)) for meld in melds))
    return _reply(frozenset(pair(card) for card in hand), table, {})


_Table = tuple[tuple[Pair, ...], ...]
_Known = dict[tuple[frozenset[Pair], _Table], tuple[int, int]]


def _reply(left: frozenset[Pair], table: _Table, known: _Known) -> tuple[int, int]:
    key = (left, table)
    if key in known:
        return known[key]
    best = (_least(left), 0)
    for card in left:
        for place, meld in enumerate(table):
            grown = frozenset((*meld, card))
            if grown in _ALL:
                after = tuple(sorted((*table[:place], tuple(sorted(grown)), *table[place + 1 :])))
                deadwood, laid_off = _reply(left - {card}, after, known)
                best = min(best, (deadwood, laid_off + 1))
    known[key] = best
    return best


_ALL = set(MELDS)
