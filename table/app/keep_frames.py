"""Keeping the camera's pictures of an evening, cut to the mat: people around the table are not stored.

The folder can be looked through as it is, and read again as the camera source ``folder``: ``times.txt`` gives each
picture's time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.calibrate import Calibration
    from vision.camera import Frame

EVERY = 0.5
"""Seconds between two kept pictures of a table at rest."""

STIRRED_S = 1.2
"""For so long after the last movement every picture is kept: a recording shows what the eye needs to follow."""

MOVED_PX = 24
MOVED_LEVELS = 14
"""So many px of the small grey picture that differ by more than this from the picture before are movement."""

QUALITY = 85


class FrameKeeper:
    """Called with each frame from the eye's thread. A full disk ends the keeping, never the game.

    `size`: the mat's in mm. Pictures come only while the mat is found: without it nothing tells what may be stored.
    """

    def __init__(self, folder: Path, size: tuple[float, float], on_fault: Callable[[str], None]) -> None:
        self.folder, self.size = folder, size
        self.kept = 0
        self._on_fault = on_fault
        self._next = self._stirred_until = float("-inf")
        self._before: Any = None
        self._running = True

    def __call__(self, frame: Frame, calibration: Calibration | None) -> None:
        if not self._running or calibration is None:
            return
        if self._moved(frame.small):
            self._stirred_until = frame.t + STIRRED_S
        if frame.t < self._next and frame.t > self._stirred_until:
            return
        self._next = frame.t + EVERY
        try:
            self._write(only_the_mat(frame.image, calibration.lens, self.size), frame.t)
        except OSError as error:
            self._running = False
            self._on_fault(f"pictures are no longer kept in {self.folder}: {error.strerror}; free some space")

    def _moved(self, small: Any) -> bool:
        import cv2

        before, self._before = self._before, small
        if before is None or before.shape != small.shape:
            return False
        moved: Any = cv2.absdiff(before, small) > MOVED_LEVELS
        return bool(moved.sum() > MOVED_PX)

    def _write(self, image: Any, t: float) -> None:
        import cv2

        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{self.kept + 1:06d}.jpg"
        _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        (self.folder / name).write_bytes(encoded.tobytes())
        with (self.folder / "times.txt").open("a", encoding="ascii") as times:
            times.write(f"{name} {t:.3f}\n")
        self.kept += 1


def only_the_mat(image: Any, lens: Any, size: tuple[float, float]) -> Any:
    """The picture, (h, w, 3) BGR, black wherever it does not show the mat of this size in mm."""
    import cv2
    import numpy as np

    width, height = size
    edge = [(0, 0), (width / 2, 0), (width, 0), (width, height / 2)]
    edge += [(width, height), (width / 2, height), (0, height), (0, height / 2)]
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [lens.to_px(np.array(edge, float)).round().astype(np.int32)], 255)
    return cv2.bitwise_and(image, image, mask=mask)
