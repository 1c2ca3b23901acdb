"""Least deadwood of a hand, exactly, and the arrangement that gives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from table.rules.cards import FULL_SUIT, INDEX, Card, cards_of, mask_of
from table.rules.melds.bits import (
    LEFT,
    RANK_COLUMN,
    RUNS_OF,
    Arrangement,
    Meld,
    points_in,
    ranks_apart,
    runs_apart,
    spelled,
)


def least_deadwood(hand: int) -> int:
    """The fewest points that stay unmelded in a hand of any size, given as a 52-bit mask."""
    s, h = hand & 8191, hand >> 13 & 8191
    d, c = hand >> 26 & 8191, hand >> 39
    three = s & h & (d | c) | d & c & (s | h)
    if not three:
        return LEFT[s] + LEFT[h] + LEFT[d] + LEFT[c]
    return _least_with_sets(s, h, d, c, three)


def _least_with_sets(s: int, h: int, d: int, c: int, three: int) -> int:
    """As `least_deadwood`, the suits apart; `three` holds the ranks of which three or more are there."""
    left = LEFT
    bit = three & -three
    rest = three ^ bit
    out = ~bit
    if rest:
        best = _least_with_sets(s, h, d, c, rest)
        if s & h & d & c & bit:
            options = (
                _least_with_sets(s & out, h & out, d & out, c & out, rest),
                _least_with_sets(s, h & out, d & out, c & out, rest),
                _least_with_sets(s & out, h, d & out, c & out, rest),
                _least_with_sets(s & out, h & out, d, c & out, rest),
                _least_with_sets(s & out, h & out, d & out, c, rest),
            )
            return min(best, *options)
        return min(best, _least_with_sets(s & out, h & out, d & out, c & out, rest))
    ls, lh, ld, lc = left[s], left[h], left[d], left[c]
    os, oh, od, oc = left[s & out], left[h & out], left[d & out], left[c & out]
    best = ls + lh + ld + lc
    value = os + oh + od + oc
    if value < best:
        best = value
    if s & h & d & c & bit:
        value = min(ls + oh + od + oc, os + lh + od + oc, os + oh + ld + oc, os + oh + od + lc)
        if value < best:
            best = value
    return best


def set_choices(hand: int) -> list[tuple[int, ...]]:
    """For each rank held three or four times: the sets that can be made of it, as masks."""
    s, h, d, c = hand & FULL_SUIT, hand >> 13 & FULL_SUIT, hand >> 26 & FULL_SUIT, hand >> 39
    three = s & h & (d | c) | d & c & (s | h)
    choices: list[tuple[int, ...]] = []
    while three:
        bit = three & -three
        three ^= bit
        held = hand & (bit * RANK_COLUMN)
        if held.bit_count() == 3:
            choices.append((held,))
        else:
            choices.append((held, held & ~bit, held & ~(bit << 13), held & ~(bit << 26), held & ~(bit << 39)))
    return choices


def combinations(choices: Sequence[tuple[int, ...]]) -> list[int]:
    """Every way to take one mask or none from each choice, united."""
    united = [0]
    for options in choices:
        united += [mask | option for mask in united for option in options]
    return united


def _left_over(hand: int) -> int:
    return LEFT[hand & 8191] + LEFT[hand >> 13 & 8191] + LEFT[hand >> 26 & 8191] + LEFT[hand >> 39]


def _arranged(hand: int, sets: int) -> Arrangement:
    """The hand with exactly these cards in sets and the best runs of the rest."""
    melds = ranks_apart(sets) if sets else []
    loose = hand & ~sets
    deadwood = 0
    for shift in (0, 13, 26, 39):
        suit = loose >> shift & FULL_SUIT
        deadwood += LEFT[suit]
        if RUNS_OF[suit]:
            melds += runs_apart(RUNS_OF[suit], shift)
            loose &= ~(RUNS_OF[suit] << shift)
    return Arrangement(spelled(melds), (), cards_of(loose), deadwood)


def best_arrangements(hand: int) -> list[Arrangement]:
    """All ways to sort out a hand with the least deadwood that differ in what may be laid off on them."""
    choices = set_choices(hand)
    if not choices:
        return [_arranged(hand, 0)]
    unions = combinations(choices)
    values = [_left_over(hand & ~union) for union in unions]
    best = min(values)
    return [_arranged(hand, union) for union, value in zip(unions, values, strict=True) if value == best]


def best_arrangement(hand: int) -> Arrangement:
    """One way to sort out a hand with the least deadwood, always the same one."""
    choices = set_choices(hand)
    if not choices:
        return _arranged(hand, 0)
    return _arranged(hand, min(combinations(choices), key=lambda union: _left_over(hand & ~union)))


def as_laid(cards: Iterable[Card], melds: Sequence[Meld]) -> Arrangement:
    """The hand as its owner laid it: these melds, the rest deadwood. The melds must be legal (`is_meld`)."""
    used = 0
    for meld in melds:
        used |= mask_of(meld)
    loose = mask_of(cards) & ~used
    return Arrangement(tuple(melds), (), cards_of(loose), points_in(loose))


def all_melds(hand: int) -> Iterator[Meld]:
    """Every set and every run that the hand contains, overlapping ones too."""
    for options in set_choices(hand):
        for mask in options:
            yield cards_of(mask)
    for shift in (0, 13, 26, 39):
        suit = hand >> shift & FULL_SUIT
        for start in range(11):
            length = 3
            while start + length <= 13 and (suit >> start) & ((1 << length) - 1) == (1 << length) - 1:
                yield cards_of(((1 << length) - 1) << (start + shift))
                length += 1


def discard_options(hand: int) -> dict[Card, int]:
    """For each card of a hand: the least deadwood of the rest when this card is discarded."""
    return {card: least_deadwood(hand & ~(1 << INDEX[card])) for card in cards_of(hand)}
