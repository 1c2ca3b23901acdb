"""Frames of a USB webcam through Video4Linux, and of a video file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2

from vision.camera.frame import EndOfFrames, Frame, SourceError, SourceInfo


class Webcam:
    """A V4L2 camera: `device` is a number or a path such as ``/dev/video0``; `size` and `rate` are wishes."""

    def __init__(self, device: str = "/dev/video0", size: tuple[int, int] = (1280, 960), rate: float = 15.0,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.device, self.size, self.rate, self.clock = device, size, rate, clock
        self._capture: cv2.VideoCapture | None = None
        self._number = 0

    def open(self) -> SourceInfo:
        path = f"/dev/video{self.device}" if self.device.isdigit() else self.device
        if path.startswith("/dev/") and not Path(path).exists():
            raise SourceError(f"no camera at {path}: plug it in, or name another one (ls /dev/video*)")
        capture = cv2.VideoCapture(path, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                f"camera {path} does not open: another program may hold it, or you are not in group 'video'"
            )
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.size[1])
        capture.set(cv2.CAP_PROP_FPS, self.rate)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture
        width, height = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        return SourceInfo(f"webcam {path}", (width, height), float(capture.get(cv2.CAP_PROP_FPS)))

    def read(self) -> Frame:
        if self._capture is None:
            raise SourceError(f"camera {self.device} is not open")
        good, image = self._capture.read()
        if not good or image is None:
            raise SourceError(f"camera {self.device} gave no picture: check its cable")
        self._number += 1
        return Frame.of(self._number, self.clock(), image)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class Video:
    """A video file. `t` is the place in the file in seconds, so that a fast machine sees the same as a slow one;
    with `paced` it plays at its own speed and `t` is the table's clock."""

    def __init__(self, path: str, rate: float | None = None, paced: bool = False,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.path, self.wanted, self.paced, self.clock = path, rate, paced, clock
        self._began = 0.0
        self._capture: cv2.VideoCapture | None = None
        self._number = 0
        self._rate = 15.0

    def open(self) -> SourceInfo:
        if not Path(self.path).is_file():
            raise SourceError(f"no video at {self.path}")
        capture = cv2.VideoCapture(self.path)
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"{self.path} is not a video that can be read here")
        self._capture, self._number, self._began = capture, 0, self.clock()
        self._rate = self.wanted or float(capture.get(cv2.CAP_PROP_FPS)) or 15.0
        size = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        return SourceInfo(f"video {Path(self.path).name}", size, self._rate)

    def read(self) -> Frame:
        if self._capture is None:
            raise SourceError(f"video {self.path} is not open")
        good, image = self._capture.read()
        if not good or image is None:
            if self._number == 0:
                raise SourceError(f"{self.path} holds no picture")
            raise EndOfFrames(self.path)
        self._number += 1
        t = (self._number - 1) / self._rate
        if self.paced:
            time.sleep(max(0.0, self._began + t - self.clock()))
            t = self.clock()
        return Frame.of(self._number, t, image)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None
