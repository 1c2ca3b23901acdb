"""Several parts of a picture laid side by side in one, so that a net runs once over them and not once for each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

GAP = 16
"""Pixels of grey between parts: more than a net's small kernels see across at full weight."""

STEP = 128
"""Sides are multiples of this: a net set up for one size is often right for the next picture too."""


@dataclass(frozen=True)
class Mosaic:
    """The picture, and for each part where its upper left corner lies in it."""

    image: np.ndarray
    offsets: tuple[tuple[int, int], ...]
    sizes: tuple[tuple[int, int], ...]

    def part_at(self, x: float, y: float) -> int | None:
        """The number of the part in which a point of the mosaic lies."""
        for i, ((left, top), (width, height)) in enumerate(zip(self.offsets, self.sizes, strict=True)):
            if left <= x < left + width and top <= y < top + height:
                return i
        return None


def make_mosaic(parts: Sequence[np.ndarray]) -> Mosaic:
    """Parts (height, width, 3) uint8 in rows, the tallest first. At least one part."""
    area = sum((part.shape[0] + GAP) * (part.shape[1] + GAP) for part in parts)
    widest = max(part.shape[1] for part in parts)
    width = -(-max(widest, int(math.sqrt(area) * 1.15)) // STEP) * STEP
    offsets = [(0, 0)] * len(parts)
    x = y = shelf = 0
    for i in sorted(range(len(parts)), key=lambda i: -parts[i].shape[0]):
        tall, wide = parts[i].shape[:2]
        if x and x + wide > width:
            x, y, shelf = 0, y + shelf + GAP, 0
        offsets[i] = (x, y)
        x, shelf = x + wide + GAP, max(shelf, tall)
    height = -(-(y + shelf) // STEP) * STEP
    image = np.full((height, width, 3), 127, np.uint8)
    for part, (left, top) in zip(parts, offsets, strict=True):
        image[top : top + part.shape[0], left : left + part.shape[1]] = part
    return Mosaic(image, tuple(offsets), tuple((part.shape[1], part.shape[0]) for part in parts))
