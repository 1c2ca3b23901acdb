"""Finding indices over the scales of a picture: one scale where px per mm is known, a pyramid where it is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.indices import IndexFinder, Spot, cut_out
from vision.mosaic import make_mosaic

COARSE_PX_PER_MM, FINE_PX_PER_MM, FINEST_PX_PER_MM = 1.1, 1.9, 2.4
"""Scales at which a calibrated picture is searched: all of it coarsely (indices of 12 to 22 mm are then 13 to 24 px
high), finely only where indices crowd, and most finely where they stand as close as in a fan."""

SMALL_MM2 = 30_000.0
"""A picture of no more of the mat, such as that of the discard pile, is searched finely at once: on a pile a card's two
indices may both lie so close to those of others that the coarse search sees neither, and nothing that crowds."""

CROWDED_MM = 45.0
"""Indices nearer than this may be those of a fan or a heap: searched coarsely, two of a tight fan melt into one."""

TIGHT_MM = 17.0
"""Indices nearer than this are those of a fan."""

FAINT = 0.4
"""Spots below this heat make no crowd: most are pips and ornaments."""

AROUND_MM = 40.0
"""What is searched finely around crowded spots."""

PYRAMID = (1700, 1000, 590, 340)
"""Longer sides in px at which a picture of unknown scale is searched."""

HEAT = 0.2
"""Spots below this are dropped before they are read."""

MOST_SPOTS = 300
"""A picture full of text must not take minutes: only the hottest spots are read."""

_SHARP_HEIGHT = 33.0


@dataclass(frozen=True, slots=True)
class Level:
    """The picture at one scale; `factor` is level px to one px of the whole picture."""

    factor: float
    image: np.ndarray


def search_calibrated(finder: IndexFinder, image: np.ndarray, px_per_mm: float) -> list[Spot]:
    """Spots of a picture of known scale: coarsely everywhere, finely where that is not enough."""
    if image.shape[0] * image.shape[1] <= SMALL_MM2 * px_per_mm**2:
        return search_small(finder, image, px_per_mm)
    coarse = find_spots(finder, [level_at(image, min(2.0, COARSE_PX_PER_MM / px_per_mm))], HEAT * 0.75)
    if px_per_mm < COARSE_PX_PER_MM * 1.1:
        return [spot for spot in coarse if spot.heat >= HEAT]
    boxes = doubtful_boxes(coarse, px_per_mm, image.shape[1], image.shape[0])
    spots = [spot for spot in coarse if spot.heat >= HEAT and not any(_within(spot, box) for box in boxes)]
    size = (image.shape[1], image.shape[0])
    inner = [_inner(box, AROUND_MM / 3 * px_per_mm, size) for box in boxes]
    # Near the rim of a box the coarse spots stand: there the fine search lacks the ground around.
    spots += [
        spot
        for spot in coarse
        if spot.heat >= HEAT
        and any(_within(spot, box) for box in boxes)
        and not any(_within(spot, core) for core in inner)
    ]
    tight = [nearest_gap([spot for spot in coarse if _within(spot, box)]) < TIGHT_MM * px_per_mm for box in boxes]
    for scale, chosen in ((FINE_PX_PER_MM, False), (FINEST_PX_PER_MM, True)):
        numbers = [i for i, is_tight in enumerate(tight) if is_tight == chosen]
        found = search_boxes(finder, image, [boxes[i] for i in numbers], min(2.0, scale / px_per_mm))
        spots += [spot for i, spot in found if _within(spot, inner[numbers[i]])]
    return thinned(sorted(spots, key=lambda spot: -spot.heat))


def search_small(finder: IndexFinder, image: np.ndarray, px_per_mm: float) -> list[Spot]:
    """Spots of a small picture of known scale: finely, and most finely where two stand close."""
    spots = find_spots(finder, [level_at(image, min(2.0, FINE_PX_PER_MM / px_per_mm))])
    if nearest_gap(spots) >= TIGHT_MM * px_per_mm:
        return spots
    return find_spots(finder, [level_at(image, min(2.0, FINEST_PX_PER_MM / px_per_mm))])


def search_boxes(
    finder: IndexFinder, image: np.ndarray, boxes: Sequence[tuple[int, int, int, int]], factor: float
) -> list[tuple[int, Spot]]:
    """Spots in some boxes of a picture, searched at one scale in one go, each with the number of its box."""
    if not boxes:
        return []
    levels = [level_at(image[top:bottom, left:right], factor) for left, top, right, bottom in boxes]
    factor = levels[0].factor
    mosaic = make_mosaic([level.image for level in levels])
    found = []
    for spot in finder.find(mosaic.image, HEAT):
        i = mosaic.part_at(spot.x, spot.y)
        if i is not None:
            x, y = (spot.x - mosaic.offsets[i][0]) / factor, (spot.y - mosaic.offsets[i][1]) / factor
            left, top = boxes[i][:2]
            found.append((i, Spot(x + left, y + top, spot.down, spot.height / factor, spot.heat)))
    return found


def nearest_gap(spots: Sequence[Spot]) -> float:
    """Pixels between the two spots (of some heat) that lie nearest to one another; infinite for fewer than two."""
    at = np.array([(spot.x, spot.y) for spot in spots if spot.heat >= FAINT]).reshape(-1, 2)
    gaps = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    return float(gaps[np.triu_indices(len(at), 1)].min(initial=math.inf))


def doubtful_boxes(spots: Sequence[Spot], px_per_mm: float, width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) around spots that crowd, each spot in one box only."""
    spots = [spot for spot in spots if spot.heat >= FAINT]
    at = np.array([(spot.x, spot.y) for spot in spots]).reshape(-1, 2)
    near = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) < CROWDED_MM * px_per_mm
    doubtful = [spot for spot, alike in zip(spots, near.sum(axis=1), strict=True) if alike > 1]
    mask = np.zeros((height // 8 + 1, width // 8 + 1), np.uint8)
    reach = int(AROUND_MM * px_per_mm)
    for spot in doubtful:
        corner = (int(max(0, spot.x - reach)) // 8, int(max(0, spot.y - reach)) // 8)
        cv2.rectangle(mask, corner, (int(spot.x + reach) // 8, int(spot.y + reach) // 8), 1, -1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    boxes = []
    for left, top, wide, tall, _ in stats[1:count]:
        box = (int(left) * 8, int(top) * 8, min(width, int(left + wide) * 8), min(height, int(top + tall) * 8))
        boxes.append(box)
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    return [(0, 0, width, height)] if area > 0.7 * width * height else boxes


def _inner(box: tuple[int, int, int, int], rim: float, size: tuple[int, int]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return (
        left + rim if left > 0 else -math.inf,
        top + rim if top > 0 else -math.inf,
        right - rim if right < size[0] else math.inf,
        bottom - rim if bottom < size[1] else math.inf,
    )


def _within(spot: Spot, box: tuple[float, float, float, float]) -> bool:
    return box[0] <= spot.x < box[2] and box[1] <= spot.y < box[3]


def level_at(image: np.ndarray, factor: float) -> Level:
    """The picture scaled by `factor`; within 8 % of 1 it stays as it is."""
    if abs(factor - 1) < 0.08:
        return Level(1.0, image)
    # Down to a half, linear sampling still meets every pixel, and takes a quarter of the time.
    way = cv2.INTER_AREA if factor < 0.5 else cv2.INTER_LINEAR if factor < 1 else cv2.INTER_CUBIC
    return Level(factor, cv2.resize(image, None, fx=factor, fy=factor, interpolation=way))


def pyramid(image: np.ndarray, sides: Sequence[int] = PYRAMID) -> list[Level]:
    """The scales for a picture of unknown scale, largest first; a small picture is enlarged by at most 1.6."""
    longer = max(image.shape[:2])
    levels: list[Level] = []
    for side in sides:
        factor = side / longer
        if factor <= 1.6 and not (levels and abs(levels[-1].factor - factor) < 0.08):
            # Each level is made from the one before: the first step is the only costly one.
            source = levels[-1] if levels else Level(1.0, image)
            made = level_at(source.image, factor / source.factor)
            levels.append(Level(made.factor * source.factor, made.image))
    return levels or [Level(1.0, image)]


def find_spots(finder: IndexFinder, levels: Sequence[Level], threshold: float = HEAT) -> list[Spot]:
    """Spots of all levels in px of the whole picture; one place gives one spot, from the level that suits it best."""
    return thinned(ranked_spots(finder, levels, threshold))


def ranked_spots(finder: IndexFinder, levels: Sequence[Level], threshold: float = HEAT) -> list[Spot]:
    """All spots of all levels in px of the whole picture, those first whose level suits them best."""
    found = []
    for level in levels:
        for spot in finder.find(level.image, threshold):
            factor = level.factor
            moved = Spot(spot.x / factor, spot.y / factor, spot.down, spot.height / factor, spot.heat)
            found.append((spot.heat * suits_finder(spot.height), moved))
    return [spot for _, spot in sorted(found, key=lambda pair: -pair[0])]


def other_views(kept: Sequence[Spot], ranked: Sequence[Spot]) -> list[tuple[int, Spot]]:
    """For each kept spot (by number) the next best that sees its place otherwise: elsewhere or of another height."""
    found: dict[int, Spot] = {}
    at = np.array([(spot.x, spot.y) for spot in kept]).reshape(-1, 2)
    for spot in ranked:
        if not len(kept):
            break
        gaps = np.hypot(*(at - (spot.x, spot.y)).T)
        i = int(gaps.argmin())
        reach = 0.35 * min(kept[i].height, spot.height)
        moved = gaps[i] > 0.1 * kept[i].height or abs(math.log(spot.height / kept[i].height)) > 0.12
        if i not in found and gaps[i] < reach and moved:
            found[i] = spot
    return sorted(found.items(), key=lambda pair: pair[0])


def suits_finder(height: float) -> float:
    """How far an index of this height (px of the level) is what the finder sees best, 0 to 1.

    Where it is small, two indices of a fan melt into one spot, as hot as a true one, between the two.
    """
    return math.exp(-0.5 * (math.log(height / 40) / 0.45) ** 2)


def thinned(spots: Sequence[Spot]) -> list[Spot]:
    """One spot a place, the first of them, and no more than `MOST_SPOTS`."""
    at = np.array([(spot.x, spot.y) for spot in spots]).reshape(-1, 2)
    heights = np.array([spot.height for spot in spots])
    kept: list[int] = []
    for i in range(len(spots)):
        reach = 0.35 * np.minimum(heights[kept], heights[i])
        if not (np.hypot(*(at[kept] - at[i]).T) < reach).any():
            kept.append(i)
            if len(kept) == MOST_SPOTS:
                break
    return [spots[i] for i in kept]


LOOKS: tuple[tuple[float, float], ...] = ((1.0, 0.0), (0.9, 0.1), (1.1, -0.1))
"""Looks at one spot: its height is taken times the first number, its direction turned by the second (rad)."""

TURNED: tuple[float, float] = (1.0, math.pi)


def cut_spot(levels: Sequence[Level], spot: Spot, look: tuple[float, float] = LOOKS[0]) -> np.ndarray:
    """The upright cut-out of a spot, from the smallest level that still shows it sharp."""
    level = max(levels, key=lambda one: one.factor)
    for one in levels:
        if spot.height * one.factor >= _SHARP_HEIGHT and one.factor < level.factor:
            level = one
    size, turn = look
    factor = level.factor
    return cut_out(level.image, spot.x * factor, spot.y * factor, spot.down + turn, spot.height * factor * size)
