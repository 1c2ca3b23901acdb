"""A trial table with its truth, and the frames that a camera gives of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.pictures.trial.cloths import MAT_MM
from vision.synth import Camera, Renderer, Scene

Image = np.ndarray[Any, np.dtype[np.uint8]]
Rng = np.random.Generator


@dataclass
class Trial:
    """A scene with its truth. `order`: names of the face-up cards in the order of their numbers."""

    scene: Scene
    camera: Camera
    px_to_mm: np.ndarray
    order: list[str]
    seat: str
    about: dict[str, Any] = field(default_factory=dict)
    jpeg: int = 95
    renderer: Renderer | None = None

    def frame(self, rng: Rng) -> Image:
        """One frame, JPEG losses included."""
        if self.renderer is None:
            self.renderer = Renderer(self.camera)
        return squeezed(self.renderer.frame(self.scene, rng), self.jpeg)


def squeezed(image: Image, quality: int) -> Image:
    """Through JPEG and back."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def homography(camera: Camera, rng: Rng | None = None, error_mm: float = 0.6) -> np.ndarray:
    """px -> mm as a calibration would find it: right to about `error_mm` at the corners of the mat."""
    corners = np.array([[0, 0], [MAT_MM[0], 0], list(MAT_MM), [0, MAT_MM[1]]])
    pixels = camera.project(corners)
    if rng is not None:
        corners = corners + rng.normal(0, error_mm, corners.shape)
    return cv2.getPerspectiveTransform(pixels.astype(np.float32), corners.astype(np.float32)).astype(float)
