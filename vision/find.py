"""Finding indices over the scales of a picture: one scale where px per mm is known, a pyramid where it is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.indices import IndexFinder, Spot, cut_out

FINDER_PX_PER_MM = 1.9
"""Scale at which a calibrated picture is searched: common indices of 12 to 22 mm are then 23 to 42 px high."""

PYRAMID = (1800, 1150, 720, 450, 290)
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


def calibrated_level(image: np.ndarray, px_per_mm: float) -> Level:
    """The one scale to search in a picture of known scale; never enlarged by more than two."""
    return level_at(image, min(2.0, FINDER_PX_PER_MM / px_per_mm))


def level_at(image: np.ndarray, factor: float) -> Level:
    """The picture scaled by `factor`; within 8 % of 1 it stays as it is."""
    if abs(factor - 1) < 0.08:
        return Level(1.0, image)
    smaller = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return Level(factor, cv2.resize(image, None, fx=factor, fy=factor, interpolation=smaller))


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
    """Spots of all levels in px of the whole picture, hottest first; one place gives one spot."""
    found = []
    for level in levels:
        for spot in finder.find(level.image, threshold):
            factor = level.factor
            found.append(Spot(spot.x / factor, spot.y / factor, spot.down, spot.height / factor, spot.heat))
    found.sort(key=lambda spot: -spot.heat)
    kept: list[Spot] = []
    for spot in found:
        if all(spot.distance(other) > 0.35 * min(spot.height, other.height) for other in kept):
            kept.append(spot)
    return kept[:MOST_SPOTS]


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
