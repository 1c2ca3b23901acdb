"""The defender's best reply to a knock: own melds and lay-offs, which card goes where, chains included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from table.rules.cards import DECK, Card, cards_of, mask_of, rank_of
from table.rules.melds.bits import (
    KINGS,
    LEFT,
    POINTS,
    RANK_COLUMN,
    RUNS,
    RUNS_OF,
    Arrangement,
    LayOff,
    Meld,
    is_meld,
    is_run,
    is_set,
    points_in,
    ranks_apart,
    runs_apart,
    spelled,
    suits_of,
)
from table.rules.melds.deadwood import combinations, set_choices

_SCALE = 16
"""Deadwood is compared first, then the number of cards laid off: own melds before lay-offs where both count alike."""


@lru_cache(maxsize=1 << 16)
def _suit_reply(suit: int, theirs: int) -> tuple[int, int, int]:
    """One suit's best use against the other's runs `theirs` in it.

    Gives (16 x points left + cards laid off, bits in own runs, bits laid off).
    """
    if not suit:
        return 0, 0, 0
    low = suit & -suit
    i = low.bit_length() - 1
    rest = _suit_reply(suit ^ low, theirs)
    best = (rest[0] + _SCALE * POINTS[i], rest[1], rest[2])
    stretch, length = 0, 0
    while suit & (low << length):
        stretch |= low << length
        length += 1
        touches = bool((stretch << 1 | stretch >> 1) & theirs)
        if length < 3 and not touches:
            continue
        rest = _suit_reply(suit & ~stretch, theirs)
        if length >= 3 and rest[0] < best[0]:
            best = (rest[0], rest[1] | stretch, rest[2])
        if touches and rest[0] + length < best[0]:
            best = (rest[0] + length, rest[1], rest[2] | stretch)
    return best


class Table(msgspec.Struct, frozen=True):
    """What the knocker's melds offer: his runs per suit, the cards that lengthen them at once, and the one card that
    each set of three still takes."""

    runs: tuple[int, int, int, int]
    ends: tuple[int, int, int, int]
    fourths: int
    melds: tuple[Meld, ...]


def table_of(melds: Sequence[Meld]) -> Table:
    """Reads the knocker's melds as laid."""
    runs, ends, fourths = 0, 0, 0
    for meld in melds:
        mask = mask_of(meld)
        if mask in RUNS:
            runs |= mask
            ends |= _neighbours(mask)
        elif len(meld) == 3:
            fourths |= (RANK_COLUMN << (rank_of(meld[0]) - 1)) & ~mask
    return Table(suits_of(runs), suits_of(ends), fourths, tuple(melds))


def _neighbours(run: int) -> int:
    """The cards next to a run; none beyond the ace or the king, where the next suit begins."""
    return (run & ~KINGS) << 1 | (run & ~RANK_COLUMN) >> 1


def best_reply(hand: int, table: Table) -> Arrangement:
    """The defender's best mix of own melds and lay-offs against the melds on the table.

    Least deadwood first; among equals the one that lays off the fewest cards.
    """
    choices = set_choices(hand)
    fourths = hand & table.fourths
    if fourths:
        choices += [(part,) for part in ranks_apart(fourths)]
    if not choices:
        return _replied(hand, 0, 0, table)
    best, chosen = 1 << 30, 0
    for union in combinations(choices):
        value = (union & fourths).bit_count()
        for suit, runs, ends in zip(suits_of(hand & ~union), table.runs, table.ends, strict=True):
            value += _suit_reply(suit, runs)[0] if suit & ends else _SCALE * LEFT[suit]
        if value < best:
            best, chosen = value, union
    return _replied(hand, chosen, fourths, table)


def _replied(hand: int, union: int, fourths: int, table: Table) -> Arrangement:
    """Spells out a reply: `union` are the cards in own sets and the fourths laid on the knocker's sets."""
    sets, on_sets, on_runs = union & ~fourths, union & fourths, 0
    melds = ranks_apart(sets) if sets else []
    loose = hand & ~union
    shift = 0
    for suit, runs, ends in zip(suits_of(loose), table.runs, table.ends, strict=True):
        own = RUNS_OF[suit]
        if suit & ends:
            _, own, off = _suit_reply(suit, runs)
            on_runs |= off << shift
        if own:
            melds += runs_apart(own, shift)
            loose &= ~(own << shift)
        shift += 13
    loose &= ~on_runs
    layoffs = _on_sets(on_sets, table.melds) if on_sets else ()
    if on_runs:
        layoffs += _on_runs(on_runs, table.melds)
    return Arrangement(spelled(melds), layoffs, cards_of(loose), points_in(loose))


def _on_sets(cards: int, melds: Sequence[Meld]) -> tuple[LayOff, ...]:
    """Each of these fourths with the set of its rank."""
    sets = {rank_of(meld[0]): i for i, meld in enumerate(melds) if is_set(meld)}
    return tuple(LayOff(card, sets[rank_of(card)]) for card in cards_of(cards))


def _on_runs(cards: int, melds: Sequence[Meld]) -> tuple[LayOff, ...]:
    """The cards in an order in which each fits when its turn comes, with the run that takes it.

    Sets are not asked: a card that continues a chain must not end up on the set that it would fit as well.
    """
    grown = {i: mask_of(meld) for i, meld in enumerate(melds) if is_run(meld)}
    out: list[LayOff] = []
    while cards:
        for target, run in grown.items():  # noqa: B007 - used when the loop was left
            fits = cards & _neighbours(run)
            if fits:
                break
        else:
            raise AssertionError("a card that fits nowhere was chosen for laying off")
        card = fits & -fits
        cards ^= card
        grown[target] |= card
        out.append(LayOff(DECK[card.bit_length() - 1], target))
    return tuple(out)


def layoff_targets(card: Card, melds: Sequence[Meld]) -> tuple[int, ...]:
    """The numbers of the melds that take this card as they lie now."""
    grown = ((i, (*meld, card)) for i, meld in enumerate(melds) if card not in meld)
    return tuple(i for i, meld in grown if is_meld(meld))


def forget() -> None:
    """Empties what was kept of earlier replies, for measurements from a cold start."""
    _suit_reply.cache_clear()
