"""Where the mat lies in the camera's picture: found at the start, watched, and found anew when something was bumped."""

from __future__ import annotations

import numpy as np

from vision.calibrate import Calibration, calibrate
from vision.camera.frame import Frame
from vision.mat import Mat
from vision.watch import BumpWatch

RETRY_S = 0.5
"""Between two tries to find the mat."""

RECHECK_S = 60.0
"""A still table is calibrated anew so often, against slow drift."""

DRIFT_MM = 0.4
"""A calibration that differs by more than this somewhere on the mat takes the place of the old one."""


class Whereabouts:
    """The latest `calibration`, None until the mat has been found. `lost`: it was bumped and is not found again yet.

    Every frame goes to `find`, and once there is a calibration to `follow`; they say when there is a new one.
    """

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.calibration: Calibration | None = None
        self.lost = False
        self._bumps: BumpWatch | None = None
        self._next_try = self._next_check = float("-inf")
        self._shape: tuple[int, ...] = ()

    def forget(self) -> None:
        """Find the mat anew with the next frame."""
        self.calibration, self._next_try = None, float("-inf")

    def find(self, frame: Frame, t: float) -> bool:
        """Look for a mat that is not known to lie anywhere; True when it has been found in this frame."""
        if frame.small.shape != self._shape:  # another camera, or the same one started with another size
            self._shape = frame.small.shape
            self.forget()
        return self.calibration is None and self._try(frame, t)

    def follow(self, frame: Frame, t: float, *, calm: bool, looking: bool) -> bool:
        """Whether the mat has been found in another place in this frame. `calm`: nothing stirs on it; `looking`: a
        zone is about to be read, so that even a single picture of a shifted marker counts."""
        assert self._bumps is not None
        self.lost = (looking and self._bumps.shifted(frame.small)) or self._bumps.bumped(frame.small, t)
        if self.lost:
            return self._try(frame, t)
        return t > self._next_check and calm and self._check(frame, t)

    def _try(self, frame: Frame, t: float) -> bool:
        if t < self._next_try:
            return False
        self._next_try = t + RETRY_S
        found = calibrate(frame.image, self.mat, self.calibration)
        if found is None:
            return False
        self._adopt(found, frame)
        return True

    def _check(self, frame: Frame, t: float) -> bool:
        """Against slow drift, and to know how the markers look in today's light."""
        assert self._bumps is not None
        self._next_check = t + RECHECK_S
        found = calibrate(frame.image, self.mat, self.calibration)
        if found is not None and self._drifted(found):
            self._adopt(found, frame)
            return True
        self._bumps.remember(frame.small)
        return False

    def _adopt(self, found: Calibration, frame: Frame) -> None:
        self.calibration, self.lost = found, False
        self._bumps = BumpWatch(found.lens, self.mat, list(found.places))
        self._bumps.remember(frame.small)
        self._next_check = frame.t + RECHECK_S

    def _drifted(self, found: Calibration) -> bool:
        if self.calibration is None or len(found.markers) < len(self.calibration.markers):
            return False
        corners = np.array([[0, 0], [self.mat.size[0], 0], list(self.mat.size), [0, self.mat.size[1]]], float)
        away = self.calibration.lens.to_mm(found.lens.to_px(corners)) - corners
        return float(np.abs(away).max()) > DRIFT_MM
