"""One frame of a camera, and what anything that gives frames must offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

SMALL_WIDTH = 320
"""Width of the small grey picture that motion is looked for in, px."""


class SourceError(Exception):
    """A source that cannot give frames now: one line that says what, where and what to do."""


class EndOfFrames(Exception):  # noqa: N818 - not a fault: a recording is over
    """The recording is over; there is nothing to retry."""


@dataclass
class Frame:
    """A picture at a moment. `t`: seconds on the table's monotonic clock; `small`: (h, w) uint8 grey, 320 px wide.

    `image` is the full picture, (h, w, 3) uint8 BGR, made when first asked for: a still table never needs it.
    """

    number: int
    t: float
    small: np.ndarray
    take: Callable[[], np.ndarray] = field(repr=False)
    _image: np.ndarray | None = field(default=None, repr=False)

    @property
    def image(self) -> np.ndarray:
        if self._image is None:
            self._image = self.take()
        return self._image

    @classmethod
    def of(cls, number: int, t: float, image: np.ndarray) -> Frame:
        """A frame from a full picture alone."""
        return cls(number, t, small_of(image), lambda: image, image)


def small_of(image: np.ndarray) -> np.ndarray:
    """The small grey picture of a BGR or grey one."""
    height = max(1, round(image.shape[0] * SMALL_WIDTH / image.shape[1]))
    small = cv2.resize(image, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)


@dataclass(frozen=True)
class SourceInfo:
    """What a source gives: its name for people, width and height in px, frames a second (0 where unknown)."""

    name: str
    size: tuple[int, int]
    rate: float


class FrameSource(Protocol):
    """Anything that gives frames. Used by one thread."""

    def open(self) -> SourceInfo:
        """Start. Raises `SourceError`."""

    def read(self) -> Frame:
        """The next frame, waiting for it. Raises `SourceError`, or `EndOfFrames` when a recording is over."""

    def close(self) -> None:
        """Stop and free everything; may be called at any time and twice."""
