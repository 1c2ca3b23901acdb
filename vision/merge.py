"""Which corners lie on one card, and where that card is.

A card 63 mm wide and 88 mm high (bridge cards: 57) carries an index in its upper left corner and, turned by half, in
its lower right one; some decks carry one in every corner. From one index to the next on the same card the way is
known in the card's own frame, so two indices that lie that way are one card, seen twice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table.rules.signals import Outline
from vision.indices import Spot, Vote, join

CARD_MM = (63.0, 88.0)
INDEX_MM = (6.0, 11.0)
"""Middle of the index from the card's left and upper edge."""

ACROSS_MM = (CARD_MM[0] - 2 * INDEX_MM[0], CARD_MM[1] - 2 * INDEX_MM[1])
"""From the index in the upper left corner to the one in the lower right, to the right and down."""

INDEX_HEIGHT_MM = 15.5
"""Of a common index; jumbo ones are 24 to 36 high."""

JUMBO_MM = 19.0
"""From this height on an index reaches further into the card, and its middle lies further from the edges."""

STRAY = 0.75
"""In a fan another card's index may lie where a known card has its other corner; one this strong counts."""

BESIDE = 2.5
"""How near (in heights of an index) the next index of a fan or a row of overlapping cards is."""

PLAIN = 0.75
"""A sight is plainly one of an index from this probability on."""

_DIAGONAL = math.hypot(*ACROSS_MM)
OFF_MM = 9.0
"""How far from its place on a card of the common size an opposite index may be, mm."""

_TURN = 0.30
_DIRECTION = 0.22
_NEAR_JUMBO, _NEAR, _FAR = 1.75, 3.2, 7.4
"""Distance between opposite corners in heights of an index: about 5.4 on common cards, 3.2 to 1.8 on jumbo ones."""


def across_mm(height: float) -> tuple[float, float]:
    """From an index of this height (mm) to the one in the opposite corner: mm to the right and down."""
    more = min(max(height - JUMBO_MM, 0.0), 18.0)
    return ACROSS_MM[0] - 0.5 * more, ACROSS_MM[1] - 1.5 * more


def scale_of(distance: float, height: float) -> float:
    """Px per mm of a card whose opposite indices, `height` px high, are `distance` px apart."""
    scale = distance / _DIAGONAL
    for _ in range(6):  # half a step each: a larger scale makes the index smaller, which makes the scale smaller
        scale = (scale + distance / math.hypot(*across_mm(height / scale))) / 2
    return scale


@dataclass(slots=True)
class Sight:
    """One index with its vote. `flipped` says that the turned reading won; `spread` how far its looks disagree."""

    spot: Spot
    vote: Vote
    flipped: bool = False
    spread: float = 0.0
    looks: int = 1
    rival: float = 0.0
    """Strength of the reading turned by half against the one that won, 0 to 1."""
    odd: float = 0.0
    """How far its height is from what it should be, as a logarithm."""
    tint: float = 0.0
    """How far its paper is from grey, `vision.indices.tints`."""

    @property
    def down(self) -> float:
        return self.spot.down + (math.pi if self.flipped else 0.0)

    def moved(self, dx: float, dy: float) -> Sight:
        """The same sight in a picture whose origin lies elsewhere."""
        return replace(self, spot=self.spot.moved(dx, dy))

    @property
    def weight(self) -> float:
        """How far this sight can be relied on before anything is known about its neighbours."""
        return self.vote.strength * math.sqrt(self.spot.heat)


@dataclass(slots=True)
class Sheet:
    """One card as the sights of it tell: `sights` begins with the one that places it. `clash`: they disagree."""

    sights: list[Sight]
    vote: Vote
    paired: bool = False
    clash: bool = False
    host: Sight | None = None
    px_per_mm: float = 0.0
    outline: Outline = ((0.0, 0.0),) * 4
    angle: float = 0.0
    beside: int = 0
    """How many other cards' indices stand close by, as in a fan: alike high and the same way up."""


def half_turn(angle: float) -> float:
    """An angle brought to (-pi/2, pi/2]: a card looks the same turned by half."""
    angle = math.fmod(angle, math.pi)
    if angle > math.pi / 2:
        return angle - math.pi
    return angle + math.pi if angle <= -math.pi / 2 else angle


def turn_between(first: float, second: float) -> float:
    """The smaller turn between two directions, 0 to pi."""
    return abs((first - second + math.pi) % (2 * math.pi) - math.pi)


def in_frame(origin: Sight, other: Sight) -> tuple[float, float]:
    """Where `other` lies as seen from `origin` held upright: px to the right, px down."""
    dx, dy = other.spot.x - origin.spot.x, other.spot.y - origin.spot.y
    cos, sin = math.cos(origin.down), math.sin(origin.down)
    return dx * sin - dy * cos, dx * cos + dy * sin


def across_and_down(first: Sight, second: Sight) -> tuple[float, float]:
    """The way from `first` to `second` in the frame of a card that has them in opposite corners, px right and down."""
    down = mean_down(first, second)
    dx, dy = second.spot.x - first.spot.x, second.spot.y - first.spot.y
    return dx * math.sin(down) - dy * math.cos(down), dx * math.cos(down) + dy * math.sin(down)


def mean_down(first: Sight, second: Sight) -> float:
    """The direction down the card that has `first` upright and `second` on its head."""
    return math.atan2(math.sin(first.down) - math.sin(second.down), math.cos(first.down) - math.cos(second.down))


def opposite_cost(first: Sight, second: Sight, px_per_mm: float | None) -> float | None:
    """How badly two sights fit the two opposite corners of one card: 0 perfect, None impossible."""
    turn = abs(turn_between(first.down, second.down) - math.pi)
    agree = first.vote.best == second.vote.best
    # The same name twice is hardly ever two cards: a slanting view may bend the card's frame further then.
    slack = 1.0 if not agree else 1.3 if px_per_mm else 2.4
    if turn > _TURN * min(slack, 1.5):
        return None
    right, down = across_and_down(first, second)
    if right <= 0 or down <= 0:
        return None
    distance, height = math.hypot(right, down), (first.spot.height + second.spot.height) / 2
    heights = distance / height
    wide, tall = across_mm(height / (px_per_mm or scale_of(distance, height)))
    aside = abs(math.atan2(down, right) - math.atan2(tall, wide))
    if aside > _DIRECTION * slack:
        return None
    cost = aside / _DIRECTION + turn / _TURN
    exact = aside < 0.08 and turn < 0.12
    if px_per_mm:
        off = abs(distance / px_per_mm - math.hypot(wide, tall))
        if off > OFF_MM:
            return None
        cost, exact = cost + off / 6, exact and off < 4
    else:
        if not (_NEAR_JUMBO if agree else _NEAR) < heights < _FAR * math.sqrt(slack):
            return None
        cost, exact = cost + abs(heights - 5.4) / 3, exact and abs(heights - 5.4) < 1
    if not agree:
        # Different names fit one card only while one of the two sights is weak or holds the other's card possible.
        shared = float((first.vote.cards * second.vote.cards).sum())
        if min(first.vote.strength, second.vote.strength) > 0.6 and shared < 0.02:
            # But two cards that lie just as one card's corners do are rarer than a corner misread.
            if not exact or min(first.vote.strength, second.vote.strength) > 0.93:
                return None
            cost += 0.8
        cost += 0.8
    return cost


def pair_up(sights: Sequence[Sight], px_per_mm: float | None = None) -> list[tuple[Sight, Sight]]:
    """The sights that are opposite corners of one card, best fitting pairs first; nobody is in two pairs."""
    fits = []
    farthest = (_DIAGONAL + OFF_MM) * px_per_mm if px_per_mm else math.inf
    for i, first in enumerate(sights):
        for j in range(i + 1, len(sights)):
            reach = min(9 * (first.spot.height + sights[j].spot.height) / 2, farthest)
            if abs(first.spot.x - sights[j].spot.x) > reach or abs(first.spot.y - sights[j].spot.y) > reach:
                continue
            cost = opposite_cost(first, sights[j], px_per_mm)
            if cost is not None:
                fits.append((cost, i, j))
    taken: set[int] = set()
    pairs = []
    for _, i, j in sorted(fits):
        if i not in taken and j not in taken:
            taken |= {i, j}
            pairs.append((sights[i], sights[j]))
    return pairs


def make_sheets(sights: Sequence[Sight], px_per_mm: float | None = None) -> list[Sheet]:
    """The cards that the sights tell of, each placed in the picture."""
    sheets = []
    paired: set[int] = set()
    for first, second in pair_up(sights, px_per_mm):
        paired |= {id(first), id(second)}
        lead, other = (first, second) if first.weight >= second.weight else (second, first)
        vote, clash = join(first.vote, second.vote), first.vote.best != second.vote.best
        twin = next((sheet for sheet in sheets if sheet.vote.best == vote.best and near(sheet, lead, px_per_mm)), None)
        if twin is None:
            sheets.append(Sheet([lead, other], vote, paired=True, clash=clash))
        else:  # the other diagonal of a card with four indices
            twin.sights += [lead, other]
    for sheet in sheets:
        place_pair(sheet)
    for sight in sorted((one for one in sights if id(one) not in paired), key=lambda one: -one.weight):
        host = same_card(sight, sheets, px_per_mm)
        if host is not None and host.vote.best == sight.vote.best:
            # The same print twice may be two lines of a text: no second witness, unless two opposite corners have said
            # that it is a card, or one stands on its head and both plainly show an index.
            headlong = turn_between(host.sights[0].down, sight.down) > 1.5
            if host.paired or (headlong and min(host.sights[0].vote.shown, sight.vote.shown) > PLAIN):
                host.vote = join(host.vote, sight.vote)
            host.sights.append(sight)
        elif host is None or sight.vote.strength > STRAY:
            sheet = Sheet([sight], sight.vote)
            place_single(sheet, px_per_mm)
            sheets.append(sheet)
        # Else it is a weak reading in another corner of a card that is known: it may not name a second card.
    count_neighbours(sheets)
    return sheets


def count_neighbours(sheets: Sequence[Sheet]) -> None:
    """Tell each sheet how many indices of others stand beside its leading one."""
    leads = [(sheet.sights[0].spot, sheet.sights[0].down, sheet.sights[0].vote.shown) for sheet in sheets]
    for sheet, (spot, down, _) in zip(sheets, leads, strict=True):
        sheet.beside = sum(
            other is not spot
            and abs(other.x - spot.x) < BESIDE * spot.height
            and spot.distance(other) < BESIDE * spot.height
            and abs(math.log(other.height / spot.height)) < 0.3
            and turn_between(way, down) < 0.5
            and shown > 0.5
            for other, way, shown in leads
        )


def same_card(sight: Sight, sheets: Sequence[Sheet], px_per_mm: float | None) -> Sheet | None:
    """The sheet in whose own corners this sight lies: one that names the same card goes before others."""
    for sheet in sheets:
        if sheet.vote.best == sight.vote.best and near(sheet, sight, px_per_mm):
            return sheet
    return next((sheet for sheet in sheets if sheet.paired and in_other_corner(sheet, sight)), None)


def near(sheet: Sheet, sight: Sight, px_per_mm: float | None) -> bool:
    """Whether a sight of the sheet's own name may be one more index of its card."""
    return any(another_corner(one, sight, px_per_mm) for one in sheet.sights)


def another_corner(first: Sight, second: Sight, px_per_mm: float | None) -> bool:
    """Whether two sights of one name may be two of the four indices that some decks print on a card.

    Side by side they stand alike, one above the other on their heads. Where the scale is unknown the view may slant,
    and the same name within a card's reach, lengthwise either way, is taken for the same card.
    """
    turn = turn_between(first.down, second.down)
    if not px_per_mm:
        low, high = sorted((first.spot.height, second.spot.height))
        reach = 1.35 * _DIAGONAL / INDEX_HEIGHT_MM * high
        return high < 1.7 * low and first.spot.distance(second.spot) < reach and min(turn, math.pi - turn) < 0.8
    right, down = (value / px_per_mm for value in in_frame(first, second))
    wide, tall = across_mm((first.spot.height + second.spot.height) / 2 / px_per_mm)
    if turn < 0.25:
        return abs(abs(right) - wide) < 9 and abs(down) < 8
    beside = min(abs(right), abs(abs(right) - wide))
    return turn > math.pi - 0.25 and abs(down - tall) < 11 and beside < 8


def in_other_corner(sheet: Sheet, sight: Sight) -> bool:
    """Whether a sight lies in one of the two other corners of a card that two opposite corners place."""
    lead, scale = sheet.sights[0], sheet.px_per_mm
    right, down = in_frame(lead, sight)
    lengthwise = turn_between(2 * lead.down, 2 * sight.down) / 2
    wide, tall = across_mm(lead.spot.height / scale)
    gaps = [math.hypot(right - x * scale, down - y * scale) for x, y in ((wide, 0.0), (0.0, tall))]
    return lengthwise < 0.4 and min(gaps) < 8 * scale


def place_pair(sheet: Sheet) -> None:
    """Outline and angle from two opposite corners."""
    first, second = sheet.sights[:2]
    down = mean_down(first, second)
    dx, dy = second.spot.x - first.spot.x, second.spot.y - first.spot.y
    distance = math.hypot(dx, dy)
    height = (first.spot.height + second.spot.height) / 2
    sheet.px_per_mm = scale_of(distance, height)
    wide, tall = across_mm(height / sheet.px_per_mm)
    # The way between the corners is measured better than the turn of either: weigh both.
    by_way = math.atan2(dy, dx) - math.atan2(tall, wide) + math.pi / 2
    down += 0.5 * ((by_way - down + math.pi) % (2 * math.pi) - math.pi)
    middle = ((first.spot.x + second.spot.x) / 2, (first.spot.y + second.spot.y) / 2)
    _outline(sheet, middle, down)


def place_single(sheet: Sheet, px_per_mm: float | None) -> None:
    """Outline and angle from a lone corner, taken to be the upper left one."""
    sight = sheet.sights[0]
    scale = px_per_mm or sight.spot.height / INDEX_HEIGHT_MM
    sheet.px_per_mm = scale
    cos, sin = math.cos(sight.down), math.sin(sight.down)
    right, down = (side / 2 * scale for side in across_mm(sight.spot.height / scale))
    middle = (sight.spot.x + sin * right + cos * down, sight.spot.y - cos * right + sin * down)
    _outline(sheet, middle, sight.down)


def _outline(sheet: Sheet, middle: tuple[float, float], down: float) -> None:
    scale = sheet.px_per_mm
    along = np.array([math.sin(down), -math.cos(down)]) * CARD_MM[0] / 2 * scale
    below = np.array([math.cos(down), math.sin(down)]) * CARD_MM[1] / 2 * scale
    center = np.array(middle)
    points = (center - along - below, center + along - below, center + along + below, center - along + below)
    sheet.outline = tuple((float(x), float(y)) for x, y in points)  # type: ignore[assignment]
    sheet.angle = half_turn(down - math.pi / 2)
