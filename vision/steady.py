"""Reading a stream of frames: only what has changed since the last frame is read again."""

from __future__ import annotations

import time
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np

from table.rules.signals import Point
from vision.context import Context, apply_context
from vision.find import Level, search_calibrated
from vision.merge import Sight, make_sheets
from vision.reader import CardReader, checked
from vision.reading import Reading
from vision.sights import of_known_height

SHRINK = 4
"""Frames are compared at a quarter of their size: noise goes, an index stays."""

CHANGED = 14.0
"""Grey levels by which a spot of the small frame must differ, after the whole picture's drift in light is taken out."""

MARGIN_MM = 26.0
"""Around a changed place this much is read again: an index and the ground that the finder wants to see around it."""

WHOLE = 0.6
"""Where more of the frame than this would be read again, all of it is."""


@dataclass(slots=True)
class _Memory:
    small: np.ndarray
    sights: list[Sight]
    reading: Reading
    scale: float


class SteadyReader:
    """A `CardReader` with a memory, for frames of one calibrated view. `forget` after the view has changed."""

    def __init__(self, reader: CardReader) -> None:
        self.reader = reader
        self._memory: _Memory | None = None

    def forget(self) -> None:
        """The next frame is read from scratch."""
        self._memory = None

    def read(
        self,
        image_bgr: np.ndarray,
        px_per_mm: float,
        *,
        origin_mm: Point = (0.0, 0.0),
        context: Context | None = None,
    ) -> Reading:
        """Like `CardReader.read`; `fresh` in the answer is the share of the frame that was looked at."""
        start = time.perf_counter()
        image = checked(image_bgr)
        small = shrink(image)
        memory = self._memory
        boxes = None
        if memory is not None and memory.small.shape == small.shape and memory.scale == px_per_mm:
            boxes = changed_boxes(memory.small, small, MARGIN_MM * px_per_mm, image.shape[1], image.shape[0])
        if boxes is None:
            sights, fresh = self._sights(image, (0, 0, image.shape[1], image.shape[0]), px_per_mm), 1.0
        elif not boxes:
            return self._answer(memory.reading, context, start, 0.0)  # type: ignore[union-attr]
        else:
            sights, fresh = self._patched(memory, image, boxes, px_per_mm)  # type: ignore[arg-type]
        reading = self.reader.decide(make_sheets(sights, px_per_mm), px_per_mm, origin_mm)
        reading = msgspec.structs.replace(reading, size=(image.shape[1], image.shape[0]))
        self._memory = _Memory(small, sights, reading, px_per_mm)
        return self._answer(reading, context, start, fresh)

    def _answer(self, reading: Reading, context: Context | None, start: float, fresh: float) -> Reading:
        if context is not None:
            reading = apply_context(reading, context, self.reader.sure)
        return msgspec.structs.replace(reading, ms=1000 * (time.perf_counter() - start), fresh=fresh)

    def _patched(
        self, memory: _Memory, image: np.ndarray, boxes: list[tuple[int, int, int, int]], px_per_mm: float
    ) -> tuple[list[Sight], float]:
        """The old sights outside the boxes with new ones inside, and the share of the frame that was read."""
        inner = [shrunk(box, MARGIN_MM * px_per_mm * 0.4, image.shape) for box in boxes]
        sights = [sight for sight in memory.sights if not any(inside(sight, box) for box in inner)]
        area = 0
        for box, core in zip(boxes, inner, strict=True):
            area += (box[2] - box[0]) * (box[3] - box[1])
            sights += [sight for sight in self._sights(image, box, px_per_mm) if inside(sight, core)]
        return sights, min(1.0, area / (image.shape[0] * image.shape[1]))

    def _sights(self, image: np.ndarray, box: tuple[int, int, int, int], px_per_mm: float) -> list[Sight]:
        """The sights in a part of the frame, in px of the whole frame."""
        left, top, right, bottom = box
        part = np.ascontiguousarray(image[top:bottom, left:right])
        spots = search_calibrated(self.reader.finder, part, px_per_mm)
        sights = of_known_height(self.reader.look([Level(1.0, part)], spots), px_per_mm)
        return [sight.moved(left, top) for sight in sights]


def shrink(image: np.ndarray) -> np.ndarray:
    """A small grey copy, float32."""
    size = (max(1, image.shape[1] // SHRINK), max(1, image.shape[0] // SHRINK))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)


def changed_boxes(
    before: np.ndarray, after: np.ndarray, margin: float, width: int, height: int
) -> list[tuple[int, int, int, int]] | None:
    """Boxes (left, top, right, bottom) in px of the frame around what has changed; None: read all of it.

    The median of the difference is taken out first: an exposure that drifts changes no card.
    """
    difference = after - before
    difference = np.abs(difference - np.median(difference))
    mask = (cv2.blur(difference, (3, 3)) > CHANGED).astype(np.uint8)
    if not mask.any():
        return []
    reach = max(1, int(margin / SHRINK))
    grown = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    if grown.mean() > WHOLE:
        return None
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    boxes = []
    for left, top, wide, tall, _ in stats[1:count]:
        right, bottom = min(width, (left + wide) * SHRINK), min(height, (top + tall) * SHRINK)
        boxes.append((int(left) * SHRINK, int(top) * SHRINK, int(right), int(bottom)))
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    return None if area > WHOLE * width * height else boxes


def shrunk(box: tuple[int, int, int, int], by: float, shape: tuple[int, ...]) -> tuple[float, float, float, float]:
    """The box without its rim, but for sides that are the frame's own."""
    left, top, right, bottom = box
    return (
        left + by if left > 0 else -np.inf,
        top + by if top > 0 else -np.inf,
        right - by if right < shape[1] else np.inf,
        bottom - by if bottom < shape[0] else np.inf,
    )


def inside(sight: Sight, box: tuple[float, float, float, float]) -> bool:
    """Whether the middle of a sight lies in a box."""
    return box[0] <= sight.spot.x < box[2] and box[1] <= sight.spot.y < box[3]
