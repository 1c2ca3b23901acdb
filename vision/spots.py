"""A card in a zone, named or not, and how two places or two frames that show the same card become one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from table.rules.cards import Card
from table.rules.signals import Outline, Point
from vision.reading import Candidates, Corner, ReadCard, UnsurePlace

POKER = (63.0, 88.0)
"""Of a card, mm, where its outline is not seen."""

INDEX_FROM_CORNER = (6.5, 11.0)
"""Middle of the printed index from the card's corner, mm across and down."""

STRANGE_P = 0.55
"""An index that reads another card than the claim so surely belongs, of those looked at, always to another card."""

ALONE_P = 0.93
"""One index names a card by itself from here on."""

MOST_BESIDE = 24.0
"""Two indices of a card that are farther apart than this both across and down stand in opposite corners, mm."""

GHOST_P = 0.6
"""A question less likely than this is dropped where a card in plain sight explains the place."""

PICTURE_ACROSS, PICTURE_DOWN, PICTURE_TURN = (8.0, 18.0), 10.0, 0.45
"""So far from a court's index, mm, the suit stands once more in the corner of the picture; taken for an index it seems
to stand up to so far askew, rad."""

PICTURE_P, ASKEW = 0.75, 0.2
"""It is less likely than this, or stands further askew than a card in a fan does, rad."""


@dataclass(frozen=True)
class Spot:
    """A card in a zone, named or not. `outline` in mm, clockwise from the upper left of its face; `ends`: places in mm
    where an index of it was read (one or two)."""

    outline: Outline
    ends: tuple[Point, ...]
    card: Card | None
    p: float
    runner_up: tuple[tuple[Card, float], ...]
    angle: float
    why: str = ""
    """Of a card without a name what keeps it from having one; ``ends``: it has one, and an index reads another suit."""

    @property
    def best(self) -> Card | None:
        """Its name, or the likeliest one where it has none."""
        return self.card or (self.runner_up[0][0] if self.runner_up else None)

    @property
    def whole(self) -> bool:
        """Whether indices in opposite corners are read, so that it lies in plain sight. Two along a side say less: of a
        deck with four, a card half covered shows as many."""
        ways = (_way(p, q, self.angle) for p, q in combinations(self.ends, 2))
        return any(min(abs(across), abs(down)) > MOST_BESIDE for across, down in ways)

    @property
    def middle(self) -> Point:
        return sum(x for x, _ in self.outline) / 4, sum(y for _, y in self.outline) / 4


def spot_of(
    found: ReadCard | UnsurePlace,
    card: Card | None,
    p: float,
    runner_up: Candidates,
    why: str,
    scale: float,
    origin: Point,
) -> Spot:
    ends = tuple(_mm(corner.center_px, scale, origin) for corner in found.corners)
    return Spot(found.outline_mm, ends, card, p, tuple(runner_up), found.angle, why)


def spots_of(read: ReadCard, scale: float, origin: Point) -> list[Spot]:
    """A claim as one spot; as two where its two indices speak of different cards and so may belong to two.

    A card half covered by another shows its far index where the upper one's should be. A name that neither index
    bears by itself is never taken over.
    """
    whole = spot_of(read, read.card, read.p, read.runner_up, "", scale, origin)
    strangers = [corner for corner in read.corners if corner.best != read.card and corner.p >= STRANGE_P]
    if len(read.corners) < 2 or (not strangers and any(corner.best == read.card for corner in read.corners)):
        # A rank is easily misread in the shade; an index in another suit may be that of a card that lies on this one.
        at_odds = any(corner.best[1] != read.card[1] for corner in read.corners)
        return [replace(whole, why="ends") if at_odds else whole]
    if not strangers:
        return [replace(whole, card=None, runner_up=((read.card, read.p), *read.runner_up), why="unsure")]
    return [_alone(corner, scale, origin) for corner in read.corners]


def spots_of_place(place: UnsurePlace, scale: float, origin: Point) -> list[Spot]:
    """A place in doubt as one spot; as two where one of its two indices plainly bears another name than both together
    seem to: they are two cards'. None where the picture has no scale."""
    if place.outline_mm is None:
        return []
    best, p = place.candidates[0] if place.candidates else (None, 0.0)
    plain = any(corner.p >= ALONE_P and corner.best != best for corner in place.corners)
    if plain and len({corner.best for corner in place.corners}) > 1:
        return [_alone(corner, scale, origin) for corner in place.corners]
    return [spot_of(place, None, p, place.candidates, place.why, scale, origin)]


def _alone(corner: Corner, scale: float, origin: Point) -> Spot:
    """A card of which one index is trusted by itself, laid out from that index."""
    end = _mm(corner.center_px, scale, origin)
    cos, sin = math.cos(corner.angle), math.sin(corner.angle)
    x0, y0 = -INDEX_FROM_CORNER[0], -INDEX_FROM_CORNER[1]
    x1, y1 = x0 + POKER[0], y0 + POKER[1]
    outline = tuple(
        (end[0] + a * cos - b * sin, end[1] + a * sin + b * cos) for a, b in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    )
    sure = corner.p >= ALONE_P
    card = corner.best if sure else None
    return Spot(outline, (end,), card, corner.p, () if sure else ((corner.best, corner.p),), corner.angle, "")


def _mm(px: Point, scale: float, origin: Point) -> Point:
    return origin[0] + (px[0] + 0.5) / scale, origin[1] + (px[1] + 0.5) / scale


def join_ends(spots: list[Spot]) -> list[Spot]:
    """One card whose ends were taken for the same card in two places becomes one card: no pack has it twice."""
    left = list(spots)
    for i, a in enumerate(spots):
        for b in spots[i + 1 :]:
            if a not in left or b not in left:
                continue
            first, second = (a, b) if a.p >= b.p else (b, a)
            ends = _two_ends(first, second)
            if ends is not None:
                left.remove(a)
                left.remove(b)
                left.append(_joined(first, second, ends))
    return left


def _way(p: Point, q: Point, angle: float) -> tuple[float, float]:
    """How far `q` lies from `p` across and down a card at this angle, mm."""
    x, y, cos, sin = q[0] - p[0], q[1] - p[1], math.cos(angle), math.sin(angle)
    return x * cos + y * sin, y * cos - x * sin


def _two_ends(a: Spot, b: Spot) -> tuple[Point, Point] | None:
    """An index of each of two places with the same best card, where they can be two of one card: indices stand from 5
    to 11 mm inwards from the sides and from 9 to 22 mm from the ends, in opposite corners, or, of decks with four,
    along a side that a neighbour leaves free."""
    if a.best is None or a.best != b.best or abs(np.sin(a.angle - b.angle)) > 0.2:
        return None
    for p, q in product(a.ends, b.ends):
        across, down = _way(p, q, a.angle)
        opposite = across * down > 0 and 34 < abs(across) < 58 and 38 < abs(down) < 76
        if opposite or (abs(across) < 7 and 52 < abs(down) < 80):
            return p, q
    return None


def _joined(first: Spot, second: Spot, ends: tuple[Point, Point]) -> Spot:
    shift = np.mean(ends, axis=0) - np.array(first.middle)
    across, _ = _way(*ends, first.angle)
    if abs(across) < 7:  # along a side: the outline stays with the index that it was laid out from
        shift = np.zeros(2)
    outline = tuple((float(x + shift[0]), float(y + shift[1])) for x, y in first.outline)
    sure = both(first.p, second.p)
    named = sure >= ALONE_P
    others = first.runner_up if first.card is not None else first.runner_up[1:]
    if not named and first.best is not None:
        others = ((first.best, sure), *others)
    return Spot(outline, ends, first.best if named else None, sure, others, first.angle, "" if named else first.why)


def without_ghosts(spots: list[Spot]) -> tuple[Spot, ...]:
    """Drop weak questions inside a card whose two indices are both read, for it lies in plain sight and nothing covers
    it; and those that are no index but the suit inside the picture of a court card."""
    plain = [spot for spot in spots if spot.card is not None and spot.whole]
    courts = [spot for spot in spots if spot.card is not None and spot.card[0] in "JQK"]
    return tuple(
        spot
        for spot in spots
        if spot.card is not None
        or not (
            (spot.p <= GHOST_P and any(inside(end, card.outline) for end in spot.ends for card in plain))
            or any(_in_picture(spot, court) for court in courts)
        )
    )


def _in_picture(spot: Spot, court: Spot) -> bool:
    """Whether a place with one index of the court's suit lies where the suit is printed inside the court's picture."""
    if court.card is None or spot.best is None or spot.best[1] != court.card[1] or len(spot.ends) > 1:
        return False
    turn = abs(np.sin(spot.angle - court.angle))
    # The index of a card in a fan stands like those beside it.
    if turn > math.sin(PICTURE_TURN) or spot.p > (PICTURE_P if turn < math.sin(ASKEW) else ALONE_P):
        return False
    ways = (_way(p, q, court.angle) for p, q in product(court.ends, spot.ends))
    return any(
        PICTURE_ACROSS[0] < abs(across) < PICTURE_ACROSS[1] and abs(down) < PICTURE_DOWN for across, down in ways
    )


def inside(point: Point, outline: Outline, margin: float = 0.0) -> bool:
    """Whether `point` lies within a convex outline given clockwise, at least `margin` mm from its sides."""
    x, y = point
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = float(np.hypot(bx - ax, by - ay)) or 1.0
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length < margin:
            return False
    return True


def both(p: float, q: float) -> float:
    """How sure two frames are that say the same. They share the card, the lens and the light and differ in noise only,
    so the second one counts by half."""
    high, low = max(p, q), min(p, q)
    return 1 - (1 - high) * (1 - low) ** 0.5
