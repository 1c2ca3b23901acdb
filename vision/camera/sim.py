"""Frames of the simulated table. The full picture is rendered only when somebody looks at it."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from vision.camera.frame import SMALL_WIDTH, Frame, SourceError, SourceInfo
from vision.synth import Camera, Renderer, Scene

import cv2  # isort: skip


class Sim:
    """A camera over a `Scene`. Whoever moves the cards does so between two reads (same thread, or under `lock`).

    `pace` waits for the next frame's time and returns it; by default the real clock at `rate` frames a second.
    Set `camera` to move or change the camera, `fault` to a text to make it fail, and to None to mend it.
    """

    def __init__(self, scene: Scene, camera: Camera | None = None, rate: float = 15.0, seed: int = 0,
                 pace: Callable[[], float] | None = None) -> None:  # fmt: skip
        self.scene, self.rate, self.fault = scene, rate, None
        self.rng = np.random.default_rng(seed)
        self._pace = pace or self._real_time
        self._number = 0
        self._due = 0.0
        self.camera = camera or Camera()

    fault: str | None

    @property
    def camera(self) -> Camera:
        return self._camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        """A new pose or lens needs new renderers; exposure and white balance do not."""
        old = getattr(self, "_camera", None)
        self._camera = camera
        small = camera.scaled(SMALL_WIDTH)
        if old is None or (old.pose_key, old.blur, old.noise) != (camera.pose_key, camera.blur, camera.noise):
            self._main, self._small = Renderer(camera), Renderer(small)
        self._main.camera, self._small.camera = camera, small

    def open(self) -> SourceInfo:
        if self.fault is not None:
            raise SourceError(self.fault)
        return SourceInfo("simulated table", self.camera.size, self.rate)

    def read(self) -> Frame:
        """The next frame; `Frame.image` shows the scene as it is when asked for."""
        if self.fault is not None:
            raise SourceError(self.fault)
        return self.frame(self._pace())

    def frame(self, t: float) -> Frame:
        """The frame at time `t`, for those who advance time themselves."""
        self._number += 1
        small = cv2.cvtColor(self._small.frame(self.scene, self.rng), cv2.COLOR_BGR2GRAY)
        return Frame(self._number, t, small, lambda: self._main.frame(self.scene, self.rng))

    def close(self) -> None:
        """Nothing to free."""

    def _real_time(self) -> float:
        now = time.monotonic()
        self._due = max(self._due + 1 / self.rate, now)
        if self._due > now:
            time.sleep(self._due - now)
        return time.monotonic()
