"""The row of illustrated cards through the eye: which frames its reader gets to see, and when there is news."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from table.rules.signals import Observation, ReadState, RowView, Why
from vision.camera.frame import Frame
from vision.lens import Lens
from vision.motion import ZoneMotion
from vision.pictures.above import mat_from_above

READ_FRAMES = 12
"""Frames that the reader gets after the last movement, so that names may follow numbers; then few."""

EVERY, EVERY_DONE = 4, 30
"""Of the frames after those every so many-th, while it has not made up its mind and when it has."""


class ReadsRow(Protocol):
    """What follows a row of illustrated cards: `vision.pictures.reader.RowReader`, or a stand-in for tests."""

    def read(self, image: np.ndarray, px_to_mm: np.ndarray, t: float) -> RowView:
        """One frame: a picture (h, w, 3) BGR and the homography from its px to mm on the mat."""


class RowWatch:
    """Feeds `reader` while anything stirs or it has not made up its mind. None reads no row."""

    def __init__(self, reader: ReadsRow | None, size_mm: tuple[float, float]) -> None:
        self.reader, self._size = reader, size_mm
        self.view: RowView | None = None
        self._calm = 0

    def restart(self) -> None:
        """The row is asked for anew."""
        self.view, self._calm = None, 0

    @property
    def busy(self) -> bool:
        """Whether the next frames are needed."""
        return self._calm <= READ_FRAMES or self.view is None or self.view.state != "done"

    @property
    def state(self) -> tuple[ReadState, Why, str]:
        """What the indicator says: state, reason and zone."""
        if self.view is None:
            return "reading", "", ""
        return self.view.state, self.view.why, "row" if self.view.why else ""

    def feed(self, frame: Frame, lens: Lens, zone: ZoneMotion | None, t: float) -> list[Observation]:
        """Take in one frame; `zone`: what moves over the row's zone, None where the mat has none."""
        if self.reader is None or zone is None:
            return []
        self._calm = 0 if zone.moving or zone.covered else self._calm + 1
        done = self.view is not None and self.view.state == "done"
        if self._calm > READ_FRAMES and self._calm % (EVERY_DONE if done else EVERY):
            return []
        view = self.reader.read(*mat_from_above(frame.image, lens, self._size), t)
        if view.state == "hand":
            self._calm = 0
        if view == self.view:
            return []
        self.view = view
        return [Observation(t=t, frame=frame.number, row=view)]
