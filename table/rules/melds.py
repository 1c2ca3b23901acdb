"""Melds, deadwood and lay-offs, exactly, on sets of cards held as bits.

A hand is a 52-bit mask (see `table.rules.cards`), thirteen bits a suit. Two facts make it quick and exact at once:
once it is settled which cards go into sets, the suits no longer concern each other; and the best use of one suit's
cards in runs depends on thirteen bits only, so it stands in a table of 8,192 entries.

With lay-offs the same holds. A stretch of neighbouring cards in a suit is good if it is a run of three or more, or
touches a run of the knocker's: then it is laid off there card by card, however long. The fourth card of a rank goes
on the knocker's three at no cost. So "the best mix of own melds and lay-offs" is again a few choices among sets and
one best value per suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from table.rules.cards import (
    DECK,
    FULL_SUIT,
    INDEX,
    SUITS,
    Card,
    cards_of,
    mask_of,
    pretty,
    rank_of,
)

Meld = tuple[Card, ...]

_RANK_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""One rank in all four suits, as the bits of the aces."""

_KINGS = _RANK_COLUMN << 12

_POINTS = tuple(min(i + 1, 10) for i in range(13))


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
    masks = [quad & ~drop for quad in (_RANK_COLUMN << i for i in range(13)) for drop in (0, *_single_bits(quad))]
    for suit in range(4):
        for low in range(11):
            masks += [((1 << length) - 1) << (13 * suit + low) for length in range(3, 14 - low)]
    return {mask: cards_of(mask) for mask in masks}


def _single_bits(mask: int) -> list[int]:
    return [1 << i for i in range(52) if mask >> i & 1]


_MELDS = _every_meld()
"""Every meld there is, as its cards in bit order. A set has bits in several suits, a run in one."""
_RUN_MASKS = frozenset(mask for mask, cards in _MELDS.items() if cards[0][1] == cards[1][1])

# -- one suit ---------------------------------------------------------------------------------------------------


def _tabulate() -> tuple[list[int], list[int], list[int]]:
    """For each 13-bit suit: its points, the points left over after its best runs, and the bits that those runs use."""
    covered, used = [0] * 8192, [0] * 8192
    points = [0] * 8192
    for suit in range(1, 8192):
        low = suit & -suit
        i = low.bit_length() - 1
        points[suit] = points[suit ^ low] + _POINTS[i]
        best, bits = covered[suit ^ low], used[suit ^ low]
        run, value, length = low, _POINTS[i], 1
        while suit & (low << length):
            run |= low << length
            value += _POINTS[i + length]
            length += 1
            if length >= 3 and value + covered[suit & ~run] > best:
                best, bits = value + covered[suit & ~run], run | used[suit & ~run]
        covered[suit], used[suit] = best, bits
    return points, [p - c for p, c in zip(points, covered, strict=True)], used


_ALL, _LEFT, _RUNS = _tabulate()
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
    best = (rest[0] + _SCALE * _POINTS[i], rest[1], rest[2])
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


def points_in(cards: int) -> int:
    """What a set of cards counts as deadwood when none of them is melded."""
    return _ALL[cards & 8191] + _ALL[cards >> 13 & 8191] + _ALL[cards >> 26 & 8191] + _ALL[cards >> 39]


# -- least deadwood ---------------------------------------------------------------------------------------------


def least_deadwood(hand: int) -> int:
    """The fewest points that stay unmelded in a hand of any size, given as a 52-bit mask."""
    s, h = hand & 8191, hand >> 13 & 8191
    d, c = hand >> 26 & 8191, hand >> 39
    three = s & h & (d | c) | d & c & (s | h)
    if not three:
        return _LEFT[s] + _LEFT[h] + _LEFT[d] + _LEFT[c]
    return _least_with_sets(s, h, d, c, three)


def _least_with_sets(s: int, h: int, d: int, c: int, three: int) -> int:
    """As `least_deadwood`, the suits apart; `three` holds the ranks of which three or more are there."""
    left = _LEFT
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


def _set_choices(hand: int) -> list[tuple[int, ...]]:
    """For each rank held three or four times: the sets that can be made of it, as masks."""
    s, h, d, c = hand & FULL_SUIT, hand >> 13 & FULL_SUIT, hand >> 26 & FULL_SUIT, hand >> 39
    three = s & h & (d | c) | d & c & (s | h)
    choices: list[tuple[int, ...]] = []
    while three:
        bit = three & -three
        three ^= bit
        held = hand & (bit * _RANK_COLUMN)
        if held.bit_count() == 3:
            choices.append((held,))
        else:
            choices.append((held, held & ~bit, held & ~(bit << 13), held & ~(bit << 26), held & ~(bit << 39)))
    return choices


def _combinations(choices: Sequence[tuple[int, ...]]) -> list[int]:
    """Every way to take one mask or none from each choice, united."""
    united = [0]
    for options in choices:
        united += [mask | option for mask in united for option in options]
    return united


def _left_over(hand: int) -> int:
    return _LEFT[hand & 8191] + _LEFT[hand >> 13 & 8191] + _LEFT[hand >> 26 & 8191] + _LEFT[hand >> 39]


def _ranks_apart(mask: int) -> list[int]:
    """A union of sets, one mask a rank."""
    out = []
    while mask:
        rank = ((mask & -mask).bit_length() - 1) % 13
        part = mask & (_RANK_COLUMN << rank)
        out.append(part)
        mask ^= part
    return out


def _runs_apart(suit: int, shift: int) -> list[int]:
    """The stretches of neighbouring bits of one suit, as 52-bit masks."""
    out = []
    while suit:
        low = suit & -suit
        run = suit & ~(suit + low)
        out.append(run << shift)
        suit ^= run
    return out


def _arranged(hand: int, sets: int) -> Arrangement:
    """The hand with exactly these cards in sets and the best runs of the rest."""
    melds = _ranks_apart(sets) if sets else []
    loose = hand & ~sets
    deadwood = 0
    for shift in (0, 13, 26, 39):
        suit = loose >> shift & FULL_SUIT
        deadwood += _LEFT[suit]
        if _RUNS[suit]:
            melds += _runs_apart(_RUNS[suit], shift)
            loose &= ~(_RUNS[suit] << shift)
    return Arrangement(_spelled(melds), (), cards_of(loose), deadwood)


def _spelled(melds: list[int]) -> tuple[Meld, ...]:
    """The longest meld first, then in the order of the cards."""
    if len(melds) > 1:
        melds.sort(key=lambda mask: (-mask.bit_count(), mask & -mask))
    return tuple(_MELDS[mask] for mask in melds)


def best_arrangements(hand: int) -> list[Arrangement]:
    """All ways to sort out a hand with the least deadwood that differ in what may be laid off on them."""
    choices = _set_choices(hand)
    if not choices:
        return [_arranged(hand, 0)]
    unions = _combinations(choices)
    values = [_left_over(hand & ~union) for union in unions]
    best = min(values)
    return [_arranged(hand, union) for union, value in zip(unions, values, strict=True) if value == best]


def best_arrangement(hand: int) -> Arrangement:
    """One way to sort out a hand with the least deadwood, always the same one."""
    choices = _set_choices(hand)
    if not choices:
        return _arranged(hand, 0)
    return _arranged(hand, min(_combinations(choices), key=lambda union: _left_over(hand & ~union)))


def as_laid(cards: Iterable[Card], melds: Sequence[Meld]) -> Arrangement:
    """The hand as its owner laid it: these melds, the rest deadwood. The melds must be legal (`is_meld`)."""
    used = 0
    for meld in melds:
        used |= mask_of(meld)
    loose = mask_of(cards) & ~used
    return Arrangement(tuple(melds), (), cards_of(loose), points_in(loose))


# -- the reply to a knock ---------------------------------------------------------------------------------------


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
        if mask in _RUN_MASKS:
            runs |= mask
            ends |= _neighbours(mask)
        elif len(meld) == 3:
            fourths |= (_RANK_COLUMN << (rank_of(meld[0]) - 1)) & ~mask
    return Table(_suits(runs), _suits(ends), fourths, tuple(melds))


def _suits(mask: int) -> tuple[int, int, int, int]:
    return mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39


def _neighbours(run: int) -> int:
    """The cards next to a run; none beyond the ace or the king, where the next suit begins."""
    return (run & ~_KINGS) << 1 | (run & ~_RANK_COLUMN) >> 1


def best_reply(hand: int, table: Table) -> Arrangement:
    """The defender's best mix of own melds and lay-offs against the melds on the table.

    Least deadwood first; among equals the one that lays off the fewest cards.
    """
    choices = _set_choices(hand)
    fourths = hand & table.fourths
    if fourths:
        choices += [(part,) for part in _ranks_apart(fourths)]
    if not choices:
        return _replied(hand, 0, 0, table)
    best, chosen = 1 << 30, 0
    for union in _combinations(choices):
        value = (union & fourths).bit_count()
        for suit, runs, ends in zip(_suits(hand & ~union), table.runs, table.ends, strict=True):
            value += _suit_reply(suit, runs)[0] if suit & ends else _SCALE * _LEFT[suit]
        if value < best:
            best, chosen = value, union
    return _replied(hand, chosen, fourths, table)


def _replied(hand: int, union: int, fourths: int, table: Table) -> Arrangement:
    """Spells out a reply: `union` are the cards in own sets and the fourths laid on the knocker's sets."""
    sets, on_sets, on_runs = union & ~fourths, union & fourths, 0
    melds = _ranks_apart(sets) if sets else []
    loose = hand & ~union
    shift = 0
    for suit, runs, ends in zip(_suits(loose), table.runs, table.ends, strict=True):
        own = _RUNS[suit]
        if suit & ends:
            _, own, off = _suit_reply(suit, runs)
            on_runs |= off << shift
        if own:
            melds += _runs_apart(own, shift)
            loose &= ~(own << shift)
        shift += 13
    loose &= ~on_runs
    layoffs = _on_sets(on_sets, table.melds) if on_sets else ()
    if on_runs:
        layoffs += _on_runs(on_runs, table.melds)
    return Arrangement(_spelled(melds), layoffs, cards_of(loose), points_in(loose))


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


# -- what is a meld ---------------------------------------------------------------------------------------------


def is_run(meld: Sequence[Card]) -> bool:
    """Three or more neighbours of one suit, ace low, in any order."""
    mask = mask_of(meld)
    return mask in _RUN_MASKS and mask.bit_count() == len(meld)


def is_set(meld: Sequence[Card]) -> bool:
    """Three or four different cards of one rank."""
    mask = mask_of(meld)
    return mask in _MELDS and mask not in _RUN_MASKS and mask.bit_count() == len(meld)


def is_meld(meld: Sequence[Card]) -> bool:
    """A set or a run."""
    mask = mask_of(meld)
    return mask in _MELDS and mask.bit_count() == len(meld)


def meld_fault(meld: Sequence[Card]) -> str:
    """Empty for a meld; otherwise in words why these cards are none."""
    if is_meld(meld):
        return ""
    shown = " ".join(pretty(card) for card in meld)
    if len(meld) < 3:
        return f"{shown} is no meld: it takes three cards"
    return f"{shown} is neither a set of one rank nor a run in one suit"


def all_melds(hand: int) -> Iterator[Meld]:
    """Every set and every run that the hand contains, overlapping ones too."""
    for options in _set_choices(hand):
        for mask in options:
            yield cards_of(mask)
    for shift in range(0, 13 * len(SUITS), 13):
        suit = hand >> shift & FULL_SUIT
        for start in range(11):
            length = 3
            while start + length <= 13 and (suit >> start) & ((1 << length) - 1) == (1 << length) - 1:
                yield cards_of(((1 << length) - 1) << (start + shift))
                length += 1


def discard_options(hand: int) -> dict[Card, int]:
    """For each card of a hand: the least deadwood of the rest when this card is discarded."""
    return {card: least_deadwood(hand & ~(1 << INDEX[card])) for card in cards_of(hand)}


def forget() -> None:
    """Empties what was kept of earlier replies, for measurements from a cold start."""
    _suit_reply.cache_clear()
