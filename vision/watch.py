"""Notices that the camera or the mat was bumped, from the small picture, by where the markers are."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.lens import Lens
from vision.mat import Mat

EVERY_S = 0.3
MOVED_PX = 0.3
"""Shift of a marker in the small picture that counts (about 0.6 mm on an A2 mat)."""
REACH = 14


@dataclass
class BumpWatch:
    """Holds the picture of each marker as it was at calibration. `bumped` is cheap and may be asked every frame."""

    lens: Lens
    mat: Mat
    places: list[tuple[float, float]] | None = None
    _patches: list[tuple[int, int, np.ndarray]] = field(default_factory=list, repr=False)
    _next: float = 0.0
    _suspects: int = 0
    _lost: int = 0

    def remember(self, small: np.ndarray) -> None:
        """The markers stand right in this picture."""
        places = self.places or list(self.mat.markers.at)
        self._patches = []
        self._suspects = self._lost = 0
        for x, y in np.round(self.lens.scaled(small.shape[1]).to_px(np.array(places))).astype(int):
            patch = _patch(small, x, y)
            if patch is not None and float(patch.std()) > 8:
                self._patches.append((int(x), int(y), patch))
        self._window = cv2.createHanningWindow((2 * REACH, 2 * REACH), cv2.CV_32F)

    def bumped(self, small: np.ndarray, t: float) -> bool:
        """True once two markers have stood elsewhere in two looks in a row, or none has been there in five."""
        if t < self._next or not self._patches:
            return False
        self._next = t + EVERY_S
        seen, away = self._look(small)
        self._lost = self._lost + 1 if seen == 0 else 0
        if seen == 0 or away < min(2, seen):
            self._suspects = 0
            return self._lost >= 5
        self._suspects += 1
        return self._suspects >= 2

    def shifted(self, small: np.ndarray) -> bool:
        """Whether at least two markers stand elsewhere in this one picture."""
        _, away = self._look(small)
        return away >= 2

    def _look(self, small: np.ndarray) -> tuple[int, int]:
        """How many markers are seen, and how many of them stand elsewhere."""
        away = seen = 0
        for x, y, before in self._patches:
            now = _patch(small, x, y)
            if now is None:
                continue
            (dx, dy), answer = cv2.phaseCorrelate(before, now, self._window)
            if answer < 0.35:
                continue  # something else is there now: a hand, a cup
            seen += 1
            away += bool(np.hypot(dx, dy) > MOVED_PX)
        return seen, away


def _patch(small: np.ndarray, x: int, y: int) -> np.ndarray | None:
    if not (REACH <= x <= small.shape[1] - REACH and REACH <= y <= small.shape[0] - REACH):
        return None
    return small[y - REACH : y + REACH, x - REACH : x + REACH].astype(np.float32)
