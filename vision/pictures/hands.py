"""Is a hand over the row? An arm comes in from the rim and was not there before; that is how it is known.

A cloth may have any pattern and skin any colour, so looks alone do not tell (a net that tried took wavy cloths for
arms). What tells is change: the view is held against the last one that was calm, and a changed patch that reaches the
rim of the zone is a hand. Cards that are laid, taken or pushed change the view too, but away from the rim.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]

CHANGED = 18
"""Grey levels by which a place must change, the light's own change taken out, on the average over 5 px."""
SAME = 9
"""Two views in a row that differ nowhere by more than this are still."""
CALM_S = 0.8
"""After so long without motion the view is the calm one, whatever lies there: nobody holds a hand that still."""
SMALL = 0.008
"""Share of the zone below which a changed patch is no arm."""


class HandWatch:
    """Feels views of the zone from above, (h, w, 3) BGR of always the same size, one after the other."""

    def __init__(self, calm_s: float = CALM_S) -> None:
        self.calm_s = calm_s
        self.forget()

    def forget(self) -> None:
        """The next view is taken for calm (a new row, a camera that moved)."""
        self._calm: Image | None = None
        self._last: Image | None = None
        self._still_since: float | None = None

    def feel(self, view: Image, t: float) -> bool:
        """Whether a hand is over the zone in this view, taken at `t` seconds."""
        backwards = self._still_since is not None and t < self._still_since
        if self._calm is None or self._calm.shape != view.shape or backwards:
            self._calm = self._last = view
            self._still_since = t
            return False
        assert self._last is not None
        if int(cv2.blur(cv2.absdiff(view, self._last), (5, 5)).max()) > SAME:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = t
        self._last = view
        if self._still_since is not None and t - self._still_since >= self.calm_s:
            self._calm = view
            return False
        hand = _from_rim(view, self._calm)
        if not hand and self.calm_s == 0:
            self._calm = view
        return hand


def _from_rim(view: Image, calm: Image) -> bool:
    """Whether a patch that reaches the rim has changed."""
    change = view.astype(np.int16) - calm
    change -= np.median(change[::4, ::4], axis=(0, 1)).astype(np.int16)
    changed = (cv2.blur(np.abs(change).max(axis=2).astype(np.float32), (5, 5)) > CHANGED).astype(np.uint8)
    changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(changed)
    h, w = changed.shape
    for k in range(1, count):
        x, y, wide, high, area = stats[k]
        at_rim = x <= 1 or y <= 1 or x + wide >= w - 1 or y + high >= h - 1
        if at_rim and area > SMALL * h * w:
            return True
    return False
