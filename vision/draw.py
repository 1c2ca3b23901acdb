"""A picture with what was read drawn into it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Reading

SURE_BGR = (90, 200, 60)
UNSURE_BGR = (40, 160, 250)


def draw_reading(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of the picture: claims outlined and named, questions in a box with their best candidate and a mark."""
    out = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 600))
    for read in reading.cards:
        cv2.polylines(out, [np.round(read.outline_px).astype(np.int32)], True, SURE_BGR, thick, cv2.LINE_AA)
        anchor = read.corners[0].center_px if read.corners else read.center_px
        label(out, f"{read.card} {100 * read.p:.1f}", anchor, SURE_BGR, thick)
    for place in reading.unsure:
        left, top, right, bottom = (round(value) for value in place.box)
        cv2.rectangle(out, (left, top), (right, bottom), UNSURE_BGR, thick)
        best = f"{place.candidates[0][0]}?" if place.candidates else "?"
        label(out, best, (left, top), UNSURE_BGR, thick)
    return out


def label(image: np.ndarray, text: str, at: tuple[float, float], color: tuple[int, int, int], thick: int) -> None:
    """A line of text on a dark ground, kept inside the picture."""
    scale = 0.45 * max(1.0, thick)
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x = int(min(max(0, at[0] - width / 2), image.shape[1] - width))
    y = int(min(max(height + base, at[1]), image.shape[0] - base))
    cv2.rectangle(image, (x, y - height - base // 2), (x + width, y + base), (20, 20, 20), -1)
    cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, color, thick, cv2.LINE_AA)
