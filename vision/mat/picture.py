"""The mat as a picture, for the simulator and for previews."""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from vision.mat.geometry import Mat
from vision.mat.shapes import STYLES, Frame, Ink, Rect, Shape, Text, shapes

SHIFT = 6


def draw(mat: Mat, px_per_mm: float = 4.0, style: str = "dark", lang: str = "en") -> np.ndarray:
    """(h, w, 3) uint8 BGR, `px_per_mm` px for each mm. Words are drawn for languages in Latin letters only."""
    width, height = (round(side * px_per_mm) for side in mat.size)
    image = np.zeros((height, width, 3), np.uint8)
    for shape in shapes(mat, STYLES[style], lang):
        _draw(image, shape, px_per_mm)
    return image


def _bgr(ink: Ink) -> tuple[int, int, int]:
    return round(ink[2] * 255), round(ink[1] * 255), round(ink[0] * 255)


def _fixed(value: float, scale: float) -> int:
    return round((value * scale - 0.5) * (1 << SHIFT))


def _draw(image: np.ndarray, shape: Shape, scale: float) -> None:
    if isinstance(shape, Rect):
        corners = np.array([[shape.x, shape.y], [shape.x + shape.w, shape.y],
                            [shape.x + shape.w, shape.y + shape.h], [shape.x, shape.y + shape.h]])  # fmt: skip
        whole = np.round((corners * scale - 0.5) * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(image, [whole], _bgr(shape.ink), cv2.LINE_AA, SHIFT)
    elif isinstance(shape, Frame):
        for start, end in _frame_lines(shape):
            a, b = ((_fixed(x, scale), _fixed(y, scale)) for x, y in (start, end))
            cv2.line(image, a, b, _bgr(shape.ink), max(1, round(shape.width * scale)), cv2.LINE_AA, SHIFT)
    else:
        _draw_text(image, shape, scale)


def _frame_lines(frame: Frame) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    x0, y0, x1, y1 = frame.x, frame.y, frame.x + frame.w, frame.y + frame.h
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    sides = list(itertools.pairwise(corners))
    if not frame.dashed:
        return sides
    out = []
    for (ax, ay), (bx, by) in sides:
        length = abs(bx - ax) + abs(by - ay)
        for start in np.arange(0, length, 8.0):
            a, b = start / length, min(start + 4.0, length) / length
            out.append(((ax + (bx - ax) * a, ay + (by - ay) * a), (ax + (bx - ax) * b, ay + (by - ay) * b)))
    return out


def _draw_text(image: np.ndarray, text: Text, scale: float) -> None:
    size = max(8, round(text.size * scale))
    band = np.zeros((size * 2, round(len(text.text) * size), 3), np.uint8)
    cv2.putText(band, text.text, (0, round(size * 1.4)), (255, 255, 255), cv2.FontFace("uni"), size, 400)
    columns = np.flatnonzero(band.any(axis=(0, 2)))
    if not len(columns):
        return
    mask = band[:, : columns[-1] + 1, 0]
    top = round(size * 1.4)
    if text.turned:
        mask, top = mask[::-1, ::-1], mask.shape[0] - top
    x, y = round(text.x * scale - mask.shape[1] / 2), round(text.y * scale) - top
    x0, y0 = max(x, 0), max(y, 0)
    part = image[y0 : y + mask.shape[0], x0 : x + mask.shape[1]]
    alpha = mask[y0 - y : y0 - y + part.shape[0], x0 - x : x0 - x + part.shape[1], None].astype(np.float32) / 255
    part[:] = np.rint(part * (1 - alpha) + np.array(_bgr(text.ink), np.float32) * alpha).astype(np.uint8)
