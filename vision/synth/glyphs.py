"""Shapes that card faces are made of: the four suit signs as outlines, and letters.

Suit signs are closed curves in a unit box (x and y from 0 to 1, y down), so one description serves every size.
Letters come from the fonts that OpenCV carries inside itself, so nothing has to be installed.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""

SHIFT = 4
"""Fractional bits for OpenCV's fixed-point drawing."""


def _arc(cx: float, cy: float, r: float, start: float, end: float, n: int = 24) -> list[tuple[float, float]]:
    """Points on a circle from `start` to `end`, degrees clockwise from three o'clock (y down)."""
    angles = np.radians(np.linspace(start, end, n))
    return [(cx + r * float(np.cos(a)), cy + r * float(np.sin(a))) for a in angles]


def _bezier(p0, p1, p2, p3, n: int = 16) -> list[tuple[float, float]]:
    t = np.linspace(0.0, 1.0, n)[:, None]
    points = [np.asarray(p, float)[None, :] for p in (p0, p1, p2, p3)]
    curve = (
        (1 - t) ** 3 * points[0] + 3 * (1 - t) ** 2 * t * points[1] + 3 * (1 - t) * t**2 * points[2] + t**3 * points[3]
    )
    return [(float(x), float(y)) for x, y in curve]


def _stem(top: float) -> list[tuple[float, float]]:
    left = _bezier((0.5, top), (0.5, 0.85), (0.42, 0.96), (0.32, 1.0))
    return left + [(1 - x, y) for x, y in reversed(left)]


@cache
def suit_shapes(suit: str) -> tuple[np.ndarray, ...]:
    """The filled outlines that together make the sign of `suit` (one letter of ``SHDC``), each (n, 2) float32."""
    if suit == "H":
        left = _bezier((0.5, 1.0), (0.42, 0.78), (0.0, 0.58), (0.0, 0.29))
        left += _bezier((0.0, 0.29), (0.0, -0.07), (0.42, -0.07), (0.5, 0.25))
        shapes = [left + [(1 - x, y) for x, y in reversed(left)]]
    elif suit == "D":
        left = _bezier((0.5, 0.0), (0.42, 0.16), (0.24, 0.38), (0.1, 0.5))
        left += _bezier((0.1, 0.5), (0.24, 0.62), (0.42, 0.84), (0.5, 1.0))
        shapes = [left + [(1 - x, y) for x, y in reversed(left)]]
    elif suit == "S":
        left = _bezier((0.5, 0.0), (0.42, 0.2), (0.02, 0.42), (0.02, 0.65))
        left += _bezier((0.02, 0.65), (0.02, 0.9), (0.4, 0.92), (0.5, 0.68))
        shapes = [left + [(1 - x, y) for x, y in reversed(left)], _stem(0.6)]
    else:
        shapes = [
            _arc(0.5, 0.24, 0.235, 0, 360),
            _arc(0.24, 0.61, 0.235, 0, 360),
            _arc(0.76, 0.61, 0.235, 0, 360),
            [(0.38, 0.35), (0.62, 0.35), (0.62, 0.6), (0.38, 0.6)],
            _stem(0.5),
        ]
    return tuple(np.asarray(shape, np.float32) for shape in shapes)


def fill(image: np.ndarray, points: np.ndarray, colour: Colour) -> None:
    """A filled polygon with smooth edges; `points` (n, 2) in px, fractions count."""
    fixed = np.round(np.asarray(points, np.float64) * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, SHIFT)


def draw_suit(
    image: np.ndarray, suit: str, cx: float, cy: float, size: float, colour: Colour, turned: bool = False
) -> None:
    """The sign of `suit`, `size` px high, its middle at (`cx`, `cy`); `turned` draws it upside down."""
    for shape in suit_shapes(suit):
        unit = (shape - 0.5) * (-1.0 if turned else 1.0)
        width = 0.82 if suit == "D" else 0.94
        fill(image, unit * np.array([size * width, size]) + np.array([cx, cy]), colour)


def draw_text(image: np.ndarray, text: str, cx: float, cy: float, height: float, colour: Colour,
              font: str = "uni", weight: int = 600, squeeze: float = 1.0) -> None:  # fmt: skip
    """`text` in one line, capitals `height` px high, centred on (`cx`, `cy`), its width times `squeeze`."""
    mask = _text_mask(text, font, weight)
    scale = height / _cap_height(font, weight)
    w, h = max(1, round(mask.shape[1] * scale * squeeze)), max(1, round(mask.shape[0] * scale))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    x, y = round(cx - w / 2), round(cy - h / 2)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, image.shape[1]), min(y + h, image.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    alpha = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = image[y0:y1, x0:x1]
    part[:] = np.rint(part * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


@cache
def _text_mask(text: str, font: str, weight: int) -> np.ndarray:
    """The ink of `text` at a large size, cut to its box, 0..255."""
    canvas = np.zeros((200, 60 + 110 * len(text)), np.uint8)
    image = cv2.merge([canvas] * 3)
    cv2.putText(image, text, (30, 140), (255, 255, 255), cv2.FontFace(font), 110, weight)
    canvas = image[:, :, 0]
    if font == "uni" and weight > 500:  # this font has one weight only
        canvas = cv2.dilate(canvas, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, ((weight - 500) // 40 + 1,) * 2))
    ys, xs = np.nonzero(canvas > 20)
    if not len(xs):
        return np.zeros((1, 1), np.uint8)
    return canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()


@cache
def _cap_height(font: str, weight: int) -> int:
    return _text_mask("H", font, weight).shape[0]
