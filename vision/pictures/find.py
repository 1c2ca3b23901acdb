"""Cards of a known size in a zone seen from above: how many, where, which way they lie, which show their backs.

A small net (`models/rowfind.onnx`) says for each cell of the zone whether a card lies there, and where the middle of
that card is; the votes of a card's cells meet in one point however much a neighbour, a token or a reflection hides.
The outline is then laid onto the edges in the picture, at the card's true size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

import cv2
import numpy as np

from vision.pictures.above import top_view
from vision.pictures.bare import is_bare
from vision.pictures.edges import EdgeMap
from vision.pictures.votes import NET_H, STRIDE, peaks, sigmoid

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

SHARE = 0.45
"""A card counts when this share of it is seen: neighbours may hide 15 %, tokens and fingers some more."""
AROUND_MM, WIDELY_MM = 14.0, 45.0
"""How far around the cards edges are looked for, and around those that may lie elsewhere or crosswise."""
SAME_LEVELS = 9
"""Grey levels by which a place may change, on the average over 5 px, and still be the same."""
SURE, LIKELY, MAYBE = 0.93, 0.82, 0.6
"""Mean probability of a card's cells: from `SURE` on it counts; below, its rims are asked, and below `LIKELY` sternly.
On drawn rows most cards have more than 0.95, cards in poor light on busy cloths 0.7, such cloths by themselves too."""
CLEAR_RIMS, SOME_RIMS = 0.9, 0.75
"""How clearly a card's bare sides must end (`EdgeMap.rims`); of a likely one all but one."""
TWO_RIMS = 0.95
"""How clearly, where neighbours hide all but two sides."""
ALL_ROUND = 0.88
"""What ends so clearly on all four sides is a card however little of it the net sees: a face may have the cloth's
colour. (Laid onto the best edges around, patterns and papers that the net half takes for cards reach 0.8.)"""
BARE = 0.6
"""What runs with a side that nothing lies over, even on a card of the cloth's colour: noise alone gives 0.64."""
OVER_MM, OVER = 3.0, 0.3
"""A neighbour that comes so near to this share of a side may hide its end."""
GLIMPSE = 0.2
"""The share that must be seen of it all the same."""
TORN, WAVERING, SWOLLEN = 0.7, 0.9, 1.15
"""Below so much agreement which way a card lies its rims are asked; below so much, or where its cells make more than
a card, it is looked for widely: its end lies beyond the mat, say, or it lies on a paper."""
RIM_MM = 8.0
"""How far a card may reach out of the area: beyond it nothing is seen, and half a card may be anything."""
HALF = 0.25
"""From this share on a place that is no card yet is worth a question."""


@dataclass(frozen=True)
class Found:
    """A card in the zone. Outline (4, 2) in mm, clockwise, from the corner that is upper left when the card stands
    upright to the seat below (the picture itself may be upside down). `angle` in radians, within a quarter turn."""

    centre: tuple[float, float]
    angle: float
    outline: Floats
    seen: float
    """Share of its cells that are seen."""
    p: float
    """Mean probability of its cells."""
    back: float
    """How much it looks like a back, 0 to 1, by the net."""
    one_way: float = 1.0
    """How much its cells agree which way it lies, 0 to 1."""

    @property
    def vague(self) -> bool:
        """Whether the net is not quite sure of it or of its place, so that the outline may be off."""
        return self.p < SURE or self.one_way < WAVERING or self.seen > SWOLLEN


@dataclass(frozen=True)
class Zone:
    """What the finder saw. `doubtful`: places that might be half a card; `outside`: middles of cards that reach out of
    the area. `view`: the zone as the net saw it."""

    cards: tuple[Found, ...]
    doubtful: tuple[tuple[float, float], ...]
    outside: tuple[tuple[float, float], ...]
    view: Image


@dataclass
class Finder:
    """Finds cards of `card_mm` (width, height) in `area_mm` (x0, y0, x1, y1)."""

    card_mm: tuple[float, float] = (80.0, 120.0)
    area_mm: tuple[float, float, float, float] = (0.0, 0.0, 594.0, 420.0)
    _net: Any = field(default=None, repr=False)
    _last: tuple[Image, Zone] | None = field(default=None, repr=False)
    """The last view and what was found in it: what has not changed is not looked at again."""

    def __post_init__(self) -> None:
        data = (resources.files("vision.pictures") / "models" / "rowfind.onnx").read_bytes()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    @property
    def scale(self) -> float:
        """px of the net's picture to one mm."""
        return NET_H / self.card_mm[1]

    def find(self, image: Image, px_to_mm: Floats) -> Zone:
        """`image` BGR, `px_to_mm` the homography (3, 3) from its pixels to mm."""
        view = top_view(image, px_to_mm, self.area_mm, self.scale, 8)
        if self._last is not None and _same(self._last[0], view):
            return replace(self._last[1], view=view)
        zone = self._find(view, image, px_to_mm)
        self._last = (view, zone)
        return zone

    def _find(self, view: Image, image: Image, px_to_mm: Floats) -> Zone:
        seen = self.candidates(view)
        if any(one.vague for one in seen):
            seen = self._candidates(self._cells_all_ways(view))
        if not seen:
            return Zone((), (), (), view)
        edges = self._edges(seen, image, px_to_mm)
        found = self._fitted_all(seen, edges)
        doubtful = [
            one.centre
            for one in seen
            if HALF <= one.seen < SHARE
            and one.p >= LIKELY
            and not is_bare(edges.view, edges.origin, one.outline, _beside(one, found))
        ]
        whole = _without_doubles(found, self.card_mm)
        kept = [one for one in whole if self._inside(one)]
        outside = [one.centre for one in whole if not self._inside(one)]
        doubtful = [point for point in doubtful if not any(holds(one.outline, point) for one in kept)]
        return Zone(tuple(kept), tuple(doubtful), tuple(outside), view)

    def _inside(self, one: Found) -> bool:
        """Whether a card lies in the area; one of which the net is sure may reach a little out of it."""
        (x0, y0), (x1, y1) = one.outline.min(axis=0), one.outline.max(axis=0)
        a, b, c, d = self.area_mm
        rim = RIM_MM if one.p >= SURE else 0.0
        return bool(x0 > a - rim and y0 > b - rim and x1 < c + rim and y1 < d + rim)

    def _edges(self, cards: list[Found], image: Image, px_to_mm: Floats) -> EdgeMap:
        """The edges where the places are, and around them."""
        corners = np.concatenate([one.outline for one in cards])
        around = WIDELY_MM if any(one.vague for one in cards) else AROUND_MM
        low, high = corners.min(axis=0) - around, corners.max(axis=0) + around
        area = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        return EdgeMap.of(top_view(image, px_to_mm, area, EdgeMap.PX_PER_MM), area[:2])

    def _fitted_all(self, cards: list[Found], edges: EdgeMap) -> list[Found]:
        """Those of the places that are cards, with their outlines laid onto the edges in the picture."""
        fitted = [self._fitted(one, edges) for one in cards]
        counted = [self._counted(one, seemed, edges, fitted) for one, seemed in zip(fitted, cards, strict=True)]
        found = [one for one in counted if one is not None]
        return [one for one in found if not is_bare(edges.view, edges.origin, one.outline, _beside(one, found))]

    def _counted(self, one: Found, seemed: Found, edges: EdgeMap, places: list[Found]) -> Found | None:
        """The card at a place, None where none is. A likely one that does not end where it was laid may lie elsewhere
        near where it `seemed` to: a lamp or tokens draw the net's idea of it aside."""
        if self._counts(one, edges, places):
            return one
        if one.p < LIKELY or one.seen < SHARE:
            return None
        others = [self._laid(one, *fit) for fit in edges.fits(seemed.centre, seemed.angle, self.card_mm)]
        rest = [place for place in places if place is not one]
        counted = [other for other in others if self._counts(other, edges, [other, *rest])]
        return max(counted, key=lambda other: self._least_rim(other, edges), default=None)

    def _least_rim(self, one: Found, edges: EdgeMap) -> float:
        return float(np.nan_to_num(edges.rims(one.centre, one.angle, self.card_mm), nan=1.0).min())

    def _laid(self, one: Found, centre: tuple[float, float], angle: float) -> Found:
        return replace(one, centre=centre, angle=angle, outline=rectangle(centre, angle, self.card_mm))

    def _counts(self, one: Found, edges: EdgeMap, places: Sequence[Found]) -> bool:
        """Whether a place is a card: the net is sure, or it ends where a card would on all sides that are bare: no
        other of the `places` lies over them, and no reflection."""
        enough = one.seen >= SHARE
        if enough and one.p >= SURE and one.one_way >= TORN:
            return True
        rims = edges.rims(one.centre, one.angle, self.card_mm)
        if (rims >= ALL_ROUND).all():
            return True
        over = [_lies_over(places, one, side) for side in range(4)]
        bare = rims[~(np.array(over) | np.isnan(rims))]
        if one.p >= LIKELY:
            return enough and bool((bare >= BARE).all()) and int((bare < SOME_RIMS).sum()) <= 1
        least = CLEAR_RIMS if len(bare) > 2 else TWO_RIMS
        return enough and len(bare) >= 2 and bool((bare >= least).all())

    def cells(self, view: Image) -> Floats:
        """The net's answer, (7, rows, columns) at stride 4: see `vision.pictures.training.train.RowNet`."""
        blob = cv2.dnn.blobFromImage(view, 1 / 255, mean=(127.5, 127.5, 127.5))
        self._net.setInput(blob)
        return self._net.forward()[0]

    def _cells_all_ways(self, view: Image) -> Floats:
        """`cells`, the mean over the view and its three mirrored ones: what only one of them shows is not there."""
        total = np.zeros(1)
        for across, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            cells = self.cells(np.ascontiguousarray(view[::down, ::across]))[:, ::down, ::across]
            mirrored = np.array([1, 1, 1, across, down, 1, across * down], np.float32)
            total = total + cells * mirrored[:, None, None]
        return total / 4

    def candidates(self, view: Image) -> list[Found]:
        """Places where the net sees something like a card in a view of the area from above at `scale`; their outlines
        are not laid onto edges."""
        return self._candidates(self.cells(view))

    def _candidates(self, cells: Floats) -> list[Found]:
        """Places where a card may lie, from the net's answer."""
        card = sigmoid(cells[0])
        groups = peaks(card, cells[3], cells[4], self.card_mm[0] * self.scale)
        seen = (self._card(mine, cells, card) for mine in groups)
        return [one for one in seen if one is not None and one.p >= MAYBE and one.seen >= GLIMPSE]

    def _mm(self, x: float, y: float) -> tuple[float, float]:
        """A point of the net's picture in mm."""
        return x / self.scale + self.area_mm[0], y / self.scale + self.area_mm[1]

    def _card(self, mine: tuple[Floats, Floats], cells: Floats, card: Floats) -> Found | None:
        """A card from its cells: mean vote, mean angle, share seen."""
        ys, xs = mine
        weight = card[ys, xs]
        total = float(weight.sum())
        if total < 4:
            return None
        x = float((weight * (xs * STRIDE + 2 + cells[3, ys, xs] * NET_H)).sum()) / total
        y = float((weight * (ys * STRIDE + 2 + cells[4, ys, xs] * NET_H)).sum()) / total
        down, across = (weight * cells[6, ys, xs]).sum() / total, (weight * cells[5, ys, xs]).sum() / total
        angle, one_way = 0.5 * float(np.arctan2(down, across)), float(np.hypot(down, across))
        centre = self._mm(x, y)
        area = NET_H * self.card_mm[0] * self.scale / STRIDE**2
        back = float((weight * sigmoid(cells[1, ys, xs])).sum()) / total
        outline = rectangle(centre, angle, self.card_mm)
        return Found(centre, angle, outline, len(xs) / area, total / len(xs), back, one_way)

    def _fitted(self, one: Found, edges: EdgeMap) -> Found:
        fit = edges.fit_widely if one.vague else edges.fit
        return self._laid(one, *fit(one.centre, one.angle, self.card_mm))


def rectangle(centre: tuple[float, float], angle: float, size: tuple[float, float]) -> Floats:
    """The corners of a card, (4, 2), clockwise from the upper left."""
    w, h = size[0] / 2, size[1] / 2
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]]) + np.array(centre)


def _same(before: Image, now: Image) -> bool:
    """Whether two views show the same but for the camera's noise."""
    if before.shape != now.shape:
        return False
    change = cv2.blur(cv2.absdiff(before, now), (5, 5))
    return int(change.max()) <= SAME_LEVELS


def _lies_over(places: Sequence[Found], one: Found, side: int) -> bool:
    """Whether another of the places reaches over a side of `one`, counted as in `EdgeMap.rims`."""
    a, b = one.outline[list(((3, 0), (1, 2), (0, 1), (2, 3))[side])]
    points = a + np.linspace(0.05, 0.95, 10)[:, None] * (b - a)
    for other in places:
        if other is one or holds(other.outline, one.centre):
            continue
        outline = other.outline.astype(np.float32)
        near = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) > -OVER_MM for x, y in points]
        if np.mean(near) > OVER:
            return True
    return False


def _beside(one: Found, found: Sequence[Found]) -> list[Floats]:
    """Outlines of the other cards, but for what may be the same one."""
    return [other.outline for other in found if other is not one and not holds(other.outline, one.centre)]


def holds(outline: Floats, point: tuple[float, float]) -> bool:
    """Whether a point lies within an outline (n, 2)."""
    return cv2.pointPolygonTest(outline.astype(np.float32), point, False) >= 0


def _without_doubles(found: list[Found], card_mm: tuple[float, float]) -> list[Found]:
    """Of two outlines that share more than half a card the better seen one stays."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.seen * f.p):
        mine = (one.centre, card_mm, np.degrees(one.angle))
        for other in kept:
            if np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) > card_mm[1]:
                continue
            kind, points = cv2.rotatedRectangleIntersection(mine, (other.centre, card_mm, np.degrees(other.angle)))
            if kind != cv2.INTERSECT_NONE and cv2.contourArea(cv2.convexHull(points)) > 0.5 * card_mm[0] * card_mm[1]:
                break
        else:
            kept.append(one)
    return kept
