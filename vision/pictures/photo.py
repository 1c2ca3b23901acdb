"""Cards in a photograph that shows no mat: a telephone's picture of a card on any table.

Nobody knows how far the camera was, or how askew. But a card of known size is a ruler: the net that finds cards on the
mat is asked at every scale that makes sense, the four sides of the best card are laid onto the edges in the picture,
each for itself, and where its corners lie tells how the table lies to the camera. From there on the photograph is read
like one of the mat.

    for plane in planes_of(image, (80.0, 120.0)):
        view = RowReader(deck, area_mm=plane.area_mm).read(image, plane.px_to_mm, 0.0)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.pictures.above import top_view
from vision.pictures.edges import EdgeMap
from vision.pictures.find import LIKELY, SHARE, Finder, Found, rectangle

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

LARGEST, SMALLEST, STEP = 0.98, 0.1, 1.12
"""Heights of a card tried, shares of the photograph's longer side, and how far apart. A net that looks for cards of
one height knows them from 0.8 to 1.25 of it, and its share seen tells by how much it errs."""
LONG_PX = 1280
"""The longer side at which a photograph is searched; cards of a twelfth of it still have the net's size."""
TRIED = 8
"""How many places are looked at closely."""
SAME_PLACE = 0.3
"""Places nearer together than this share of a card, and alike in size, are one card found at two scales."""
REACHES_MM = (14, 6, 3)
"""How far each end of a side is moved to lie on an edge, one step after the other."""
AROUND_MM = 20.0
CLEAR, CLEAR_EACH = 0.8, 0.6
"""How clearly the sides of a card must end (`EdgeMap.rims`): on the average, and each that no reflection hides."""
OUTWARD = 0.004
"""What a mm further out counts more: a picture's frame may be stronger than the card's own rim."""
HALF = 0.25
"""Edge strength that counts half as much as the strongest, see `EdgeMap`."""
BEYOND = 0.01
"""How far, in longer sides of the photograph, a corner may lie beyond its rim: the round corners show no end."""
ROW_OF = 12
"""So many cards may lie to either side of the one that tells the plane."""
MOST_ASKEW = 1.7
"""By how much one side may be longer than the opposite one: 45 degrees from above, near by."""


@dataclass(frozen=True)
class Plane:
    """How the table lies in a photograph. `px_to_mm`: the homography (3, 3) from its pixels; the origin lies at its
    upper left as far as it shows the table. `outline_px`: corners (4, 2) of the card that told it. `clear`: how
    clearly the card ends, 0 to 1."""

    px_to_mm: Floats
    area_mm: tuple[float, float, float, float]
    outline_px: Floats
    clear: float

    def share_of(self, image: Image) -> float:
        """How much of the photograph that card fills."""
        return float(cv2.contourArea(self.outline_px.astype(np.float32))) / (image.shape[0] * image.shape[1])


def planes_of(image: Image, card_mm: tuple[float, float]) -> list[Plane]:
    """The planes that a photograph (h, w, 3) BGR may show cards of `card_mm` (width, height) on, by one card each; the
    likeliest first: whole cards are larger than the frames and windows within their pictures."""
    factor = min(1.0, LONG_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    found = [one for place in _places(small, card_mm) if (one := _plane(small, place, card_mm)) is not None]
    found.sort(key=lambda one: -one.share_of(small))
    grown = np.diag([factor, factor, 1.0])
    return [Plane(one.px_to_mm @ grown, one.area_mm, one.outline_px / factor, one.clear) for one in found]


def _places(image: Image, card_mm: tuple[float, float]) -> list[Floats]:
    """Outlines (4, 2) in px where cards seem to lie, likeliest first."""
    seen = sorted(_at_all_scales(image, card_mm), key=lambda one: -one[0])
    kept: list[Floats] = []
    for _, outline in seen:
        if not any(_same_place(outline, other) for other in kept):
            kept.append(outline)
    return kept[:TRIED]


def _at_all_scales(image: Image, card_mm: tuple[float, float]) -> Iterator[tuple[float, Floats]]:
    """(likelihood, outline in px) of all that looks like a card at some scale."""
    h, w = image.shape[:2]
    finder = Finder(card_mm)  # its area begins at 0, as every view here does; the net is loaded once
    share = LARGEST
    while share > SMALLEST:
        px = share * max(h, w) / card_mm[1]
        view = top_view(image, np.diag([1 / px, 1 / px, 1.0]), (0.0, 0.0, w / px, h / px), finder.scale, 8)
        for one in finder.candidates(view):
            if one.seen >= SHARE and one.p >= LIKELY:
                yield _likelihood(one), rectangle(one.centre, one.angle, _size(one, card_mm)) * px
        share /= STEP


def _likelihood(one: Found) -> float:
    return one.p * one.one_way * min(one.seen, 1 / one.seen)


def _size(one: Found, card_mm: tuple[float, float]) -> tuple[float, float]:
    """A card's size in the mm of a wrong scale, by how many of its cells are seen."""
    by = float(np.sqrt(one.seen))
    return card_mm[0] * by, card_mm[1] * by


def _same_place(a: Floats, b: Floats) -> bool:
    high, other = (float(np.hypot(*(one[3] - one[0]))) for one in (a, b))
    apart = float(np.hypot(*(a.mean(axis=0) - b.mean(axis=0))))
    return apart < SAME_PLACE * min(high, other) and 1 / STEP < high / other < STEP


def _plane(image: Image, outline_px: Floats, card_mm: tuple[float, float]) -> Plane | None:
    """The plane by the card near `outline_px`, None where nothing ends there like a card."""
    corners = outline_px
    for reach in REACHES_MM:
        moved = _laid_on_edges(image, corners, card_mm, reach)
        if moved is None:
            return None
        corners = moved
    clear = _clear(image, corners, card_mm)
    if clear is None:
        return None
    return _with_area(image, _to_mm(corners, card_mm), corners, card_mm, clear)


def _to_mm(corners: Floats, card_mm: tuple[float, float]) -> Floats:
    """The homography from px to mm, the middle of the card with these corners at 0."""
    upright = rectangle((0.0, 0.0), 0.0, card_mm).astype(np.float32)
    return cv2.getPerspectiveTransform(corners.astype(np.float32), upright)


def _flat(image: Image, corners: Floats, card_mm: tuple[float, float]) -> tuple[EdgeMap, Floats]:
    """The surroundings of a card from above, and the homography from mm, its middle at 0, to px."""
    w, h = card_mm[0] / 2 + AROUND_MM, card_mm[1] / 2 + AROUND_MM
    to_mm = _to_mm(corners, card_mm)
    view = top_view(image, to_mm, (-w, -h, w, h), EdgeMap.PX_PER_MM)
    return EdgeMap.of(view, (-w, -h)), np.linalg.inv(to_mm)


def _laid_on_edges(image: Image, corners: Floats, card_mm: tuple[float, float], reach: int) -> Floats | None:
    """Corners with each side moved, both ends for themselves, onto the strongest edge within `reach` mm."""
    edges, to_px = _flat(image, corners, card_mm)
    half = np.array(card_mm) / 2
    left, upper, right, lower = (_side(edges, half, axis, sign, reach) for sign in (-1, 1) for axis in (0, 1))
    meet = [np.cross(a, b) for a, b in ((left, upper), (upper, right), (right, lower), (lower, left))]
    flat = np.array([[p[0] / p[2], p[1] / p[2]] for p in meet])
    moved = cv2.perspectiveTransform(flat[None].astype(np.float64), to_px)[0]
    return moved if card_like(moved) and _within(moved, image) else None


def _side(edges: EdgeMap, half: Floats, axis: int, sign: int, reach: int) -> Floats:
    """The line (3,) near one side of a card on which the edges are strongest. The card's middle is 0, `half` its half
    width and height; `axis` 0: the left or right side, by the `sign`, 1: the upper or lower one."""
    shifts = np.arange(-reach, reach + 1, max(1, reach // 7))
    a, b = np.meshgrid(shifts, shifts, indexing="ij")
    along = np.linspace(-0.9, 0.9, 40)
    points = np.empty((*a.shape, len(along), 2))
    points[..., axis] = sign * (half[axis] + a[..., None] * (1 - along) / 2 + b[..., None] * (1 + along) / 2)
    points[..., 1 - axis] = along * half[1 - axis]
    strength = edges.across(points, np.eye(2)[axis])
    score = (strength / (strength + HALF)).mean(axis=-1) + OUTWARD * (a + b) / 2
    i, j = np.unravel_index(int(score.argmax()), score.shape)
    ends = np.zeros((2, 2))
    ends[:, axis] = sign * (half[axis] + np.array([shifts[i], shifts[j]]))
    ends[:, 1 - axis] = -half[1 - axis], half[1 - axis]
    return np.cross([*ends[0], 1.0], [*ends[1], 1.0])


def _within(corners: Floats, image: Image) -> bool:
    """Whether a photograph shows all of a card."""
    h, w = image.shape[:2]
    rim = BEYOND * max(h, w)
    return bool((corners > -rim).all() and (corners < np.array([w, h]) + rim).all())


def card_like(corners: Floats) -> bool:
    """Whether corners are those of a card seen from somewhere above."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    convex = cv2.isContourConvex(corners.astype(np.float32))
    return bool(convex and all(1 / MOST_ASKEW < sides[i] / max(1e-6, sides[i + 2]) < MOST_ASKEW for i in (0, 1)))


def _clear(image: Image, corners: Floats, card_mm: tuple[float, float]) -> float | None:
    edges, _ = _flat(image, corners, card_mm)
    rims = edges.rims((0.0, 0.0), 0.0, card_mm)
    if np.isnan(rims).sum() > 1:
        return None
    clear = float(np.nanmean(rims))
    return clear if clear >= CLEAR and np.nanmin(rims) >= CLEAR_EACH else None


def _with_area(image: Image, to_mm: Floats, corners: Floats, card_mm: tuple[float, float], clear: float) -> Plane:
    """The plane with so much of the table as the photograph shows, no further off than twelve cards lie in a row."""
    h, w = image.shape[:2]
    rim = np.array([[0, 0, 1], [w, 0, 1], [w, h, 1], [0, h, 1]], float) @ to_mm.T
    far = ROW_OF * card_mm[0]
    low, high = np.full(2, -far), np.full(2, far)
    card = np.array([*corners.mean(axis=0), 1.0]) @ to_mm[2]
    if (rim[:, 2] * card > 0).all():  # else the horizon runs through it
        flat = rim[:, :2] / rim[:, 2:]
        low, high = np.maximum(flat.min(axis=0), low), np.minimum(flat.max(axis=0), high)
    moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_mm
    return Plane(moved, (0.0, 0.0, float(high[0] - low[0]), float(high[1] - low[1])), corners, clear)
