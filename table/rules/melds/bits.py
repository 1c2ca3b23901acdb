"""Melds as sets of bits: all 329 of them, what is one, and the best use of a single suit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.rules.cards import Card, cards_of, mask_of, pretty

Meld = tuple[Card, ...]


RANK_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""One rank in all four suits, as the bits of the aces."""

KINGS = RANK_COLUMN << 12

POINTS = tuple(min(i + 1, 10) for i in range(13))


class LayOff(msgspec.Struct, frozen=True):
    """`card` goes on the knocker's meld number `target`, counted from 0 in the order in which they were laid."""

    card: Card
    target: int


class Arrangement(msgspec.Struct, frozen=True):
    """A hand sorted out: own melds, cards laid off on the other's melds, and the rest, which counts."""

    melds: tuple[Meld, ...]
    layoffs: tuple[LayOff, ...]
    loose: tuple[Card, ...]
    deadwood: int


def _every_meld() -> dict[int, Meld]:
    """All 329 melds by their masks: 65 sets and 264 runs."""
    masks = [quad & ~drop for quad in (RANK_COLUMN << i for i in range(13)) for drop in (0, *_single_bits(quad))]
    for suit in range(4):
        for low in range(11):
            masks += [((1 << length) - 1) << (13 * suit + low) for length in range(3, 14 - low)]
    return {mask: cards_of(mask) for mask in masks}


def _single_bits(mask: int) -> list[int]:
    return [1 << i for i in range(52) if mask >> i & 1]


MELDS = _every_meld()
"""Every meld there is, as its cards in bit order. A set has bits in several suits, a run in one."""
RUNS = frozenset(mask for mask, cards in MELDS.items() if cards[0][1] == cards[1][1])


def _tabulate() -> tuple[list[int], list[int], list[int]]:
    """For each 13-bit suit: its points, the points left over after its best runs, and the bits that those runs use."""
    covered, used = [0] * 8192, [0] * 8192
    points = [0] * 8192
    for suit in range(1, 8192):
        low = suit & -suit
        i = low.bit_length() - 1
        points[suit] = points[suit ^ low] + POINTS[i]
        best, bits = covered[suit ^ low], used[suit ^ low]
        run, value, length = low, POINTS[i], 1
        while suit & (low << length):
            run |= low << length
            value += POINTS[i + length]
            length += 1
            if length >= 3 and value + covered[suit & ~run] > best:
                best, bits = value + covered[suit & ~run], run | used[suit & ~run]
        covered[suit], used[suit] = best, bits
    return points, [p - c for p, c in zip(points, covered, strict=True)], used


_ALL, LEFT, RUNS_OF = _tabulate()


def points_in(cards: int) -> int:
    """What a set of cards counts as deadwood when none of them is melded."""
    return _ALL[cards & 8191] + _ALL[cards >> 13 & 8191] + _ALL[cards >> 26 & 8191] + _ALL[cards >> 39]


def is_run(meld: Sequence[Card]) -> bool:
    """Three or more neighbours of one suit, ace low, in any order."""
    mask = mask_of(meld)
    return mask in RUNS and mask.bit_count() == len(meld)


def is_set(meld: Sequence[Card]) -> bool:
    """Three or four different cards of one rank."""
    mask = mask_of(meld)
    return mask in MELDS and mask not in RUNS and mask.bit_count() == len(meld)


def is_meld(meld: Sequence[Card]) -> bool:
    """A set or a run."""
    mask = mask_of(meld)
    return mask in MELDS and mask.bit_count() == len(meld)


def meld_fault(meld: Sequence[Card]) -> str:
    """Empty for a meld; otherwise in words why these cards are none."""
    if is_meld(meld):
        return ""
    shown = " ".join(pretty(card) for card in meld)
    if len(meld) < 3:
        return f"{shown} is no meld: it takes three cards"
    return f"{shown} is neither a set of one rank nor a run in one suit"


def ranks_apart(mask: int) -> list[int]:
    """A union of sets, one mask a rank."""
    out = []
    while mask:
        rank = ((mask & -mask).bit_length() - 1) % 13
        part = mask & (RANK_COLUMN << rank)
        out.append(part)
        mask ^= part
    return out


def runs_apart(suit: int, shift: int) -> list[int]:
    """The stretches of neighbouring bits of one suit, as 52-bit masks."""
    out = []
    while suit:
        low = suit & -suit
        run = suit & ~(suit + low)
        out.append(run << shift)
        suit ^= run
    return out


def spelled(melds: list[int]) -> tuple[Meld, ...]:
    """The longest meld first, then in the order of the cards."""
    if len(melds) > 1:
        melds.sort(key=lambda mask: (-mask.bit_count(), mask & -mask))
    return tuple(MELDS[mask] for mask in melds)


def suits_of(mask: int) -> tuple[int, int, int, int]:
    return mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39
