"""A part of the table seen from above."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.lens import Lens

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

MAT_PX_PER_MM = 2.0

Area = tuple[float, float, float, float]
"""Left, upper, right and lower side, mm."""


def top_view(image: Image, px_to_mm: Floats, area_mm: Area, scale: float, multiple: int = 1) -> Image:
    """The area of a picture (h, w, 3) BGR from above at `scale` px to the mm, its sides rounded up to a `multiple` of
    px. `px_to_mm`: the homography (3, 3) from the picture's pixels."""
    x0, y0, x1, y1 = area_mm
    size = tuple(int(np.ceil(side * scale / multiple)) * multiple for side in (x1 - x0, y1 - y0))
    to_view = np.array([[scale, 0, -x0 * scale - 0.5], [0, scale, -y0 * scale - 0.5], [0, 0, 1]]) @ px_to_mm
    # A plain warp that shrinks much would pick single pixels: shrink first, softly.
    step = np.sqrt(abs(np.linalg.det(_jacobian(np.linalg.inv(to_view), size[0] / 2, size[1] / 2))))
    factor = max(1, int(step + 0.35))
    if factor > 1:
        h, w = image.shape[0] // factor, image.shape[1] // factor
        image = cv2.resize(image[: h * factor, : w * factor], (w, h), interpolation=cv2.INTER_AREA)
        grown = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
        to_view = to_view @ grown
    return cv2.warpPerspective(image, to_view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def mat_from_above(image: Image, lens: Lens, size_mm: tuple[float, float]) -> tuple[Image, Floats]:
    """The mat of this width and height from above at `MAT_PX_PER_MM`, with its homography to mm: what the lens bends is
    straight in it."""
    scale = MAT_PX_PER_MM
    view = lens.cut(image, (0.0, 0.0, size_mm[0], size_mm[1]), scale)
    return view, np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])


def _jacobian(h: Floats, x: float, y: float) -> Floats:
    """Of the homography `h` at (x, y)."""
    w = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    u, v = (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / w, (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / w
    return (
        np.array([[h[0, 0] - u * h[2, 0], h[0, 1] - u * h[2, 1]], [h[1, 0] - v * h[2, 0], h[1, 1] - v * h[2, 1]]]) / w
    )
