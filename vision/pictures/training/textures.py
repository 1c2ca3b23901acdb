"""Card faces and backs for the finder's training scenes.

The finder must not learn which pictures there are, only what a card is; so faces are cut, mirrored, recoloured and
mixed from a few source pictures and from drawn nonsense, and no two scenes show the same face.
All pictures are 8-bit BGR. Sizes are pixels of the scene at double resolution (`CARD_H` is a card's height there).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Rng = np.random.Generator

CARD_H = 96


def colour(rng: Rng, low: float = 0, high: float = 255) -> tuple[float, float, float]:
    """A random colour, sometimes grey."""
    if rng.random() < 0.3:
        v = rng.uniform(low, high)
        return (v, min(255.0, v * rng.uniform(0.93, 1.03)), min(255.0, v * rng.uniform(0.9, 1.05)))
    return tuple(rng.uniform(low, high, 3))  # type: ignore[return-value]


def clouds(rng: Rng, h: int, w: int) -> Image:
    """Soft random colours, several octaves."""
    out = np.full((h, w, 3), rng.uniform(60, 190, 3), np.float32)
    for n in (2, 4, 9, 20):
        coarse = rng.normal(0, 1, (n + 1, max(2, n * w // h + 1), 3)).astype(np.float32)
        out += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC) * rng.uniform(5, 45)
    return np.clip(out, 0, 255).astype(np.uint8)


def shapes(rng: Rng, image: Image, n: int) -> Image:
    """Draws `n` filled or outlined figures."""
    h, w = image.shape[:2]
    for _ in range(n):
        c = colour(rng)
        p = (int(rng.integers(0, w)), int(rng.integers(0, h)))
        thick = -1 if rng.random() < 0.6 else int(rng.integers(1, 3))
        kind = rng.integers(0, 4)
        size = rng.integers(3, max(4, h // 3), 2)
        if kind == 0:
            cv2.ellipse(
                image, p, (int(size[0]), int(size[1])), float(rng.uniform(0, 180)), 0, 360, c, thick, cv2.LINE_AA
            )
        elif kind == 1:
            q = (int(p[0] + size[0]), int(p[1] + size[1]))
            cv2.rectangle(image, p, q, c, thick)
        elif kind == 2:
            points = (np.array(p) + rng.integers(-int(size[0]), int(size[0]) + 1, (int(rng.integers(3, 7)), 2))).astype(
                np.int32
            )
            cv2.polylines(image, [points], True, c, max(1, thick), cv2.LINE_AA) if thick > 0 else cv2.fillPoly(
                image, [points], c, cv2.LINE_AA
            )
        else:
            q = (int(rng.integers(0, w)), int(rng.integers(0, h)))
            cv2.line(image, p, q, c, int(rng.integers(1, 4)), cv2.LINE_AA)
    return image


def recoloured(rng: Rng, image: Image) -> Image:
    """The picture with its hue turned and its contrast and brightness changed."""
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(0, 180))) % 180
        image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    gain, lift = rng.uniform(0.6, 1.3), rng.uniform(-40, 30)
    return cv2.convertScaleAbs(np.maximum(image.astype(np.float32) * gain + lift, 0))


def art(rng: Rng, sources: list[Image], h: int, w: int) -> Image:
    """One picture: a cut from a source, clouds with figures, or a few figures on plain paper."""
    kind = rng.random()
    if kind < 0.6 and sources:
        source = sources[int(rng.integers(len(sources)))]
        zoom = rng.uniform(0.45, 1.0)
        sh, sw = source.shape[:2]
        ch, cw = int(sh * zoom), int(sw * zoom)
        y, x = int(rng.integers(0, sh - ch + 1)), int(rng.integers(0, sw - cw + 1))
        image = cv2.resize(source[y : y + ch, x : x + cw], (w, h), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.5:
            image = image[:, ::-1]
        return np.ascontiguousarray(recoloured(rng, image))
    if kind < 0.78:
        return shapes(rng, clouds(rng, h, w), int(rng.integers(0, 14)))
    # Quiet faces: little drawn on paper of any colour.
    paper = np.full((h, w, 3), colour(rng, 190, 250) if rng.random() < 0.5 else colour(rng, 20, 220), np.uint8)
    if rng.random() < 0.4:
        paper = cv2.addWeighted(clouds(rng, h, w), rng.uniform(0.1, 0.4), paper, 0.7, 0)
    return shapes(rng, paper, int(rng.integers(0, 9)))


def back_pattern(rng: Rng, h: int, w: int) -> Image:
    """A card's back: a repeated or point-symmetric figure in few colours."""
    a, b = colour(rng, 0, 200), colour(rng, 60, 255)
    image = np.full((h, w, 3), a, np.uint8)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    kind = rng.integers(0, 4)
    step = rng.uniform(5, 14)
    if kind == 0:
        mask = (((xx + yy) % step) < step / 3) | (((xx - yy) % step) < step / 3)
    elif kind == 1:
        mask = ((xx % step) - step / 2) ** 2 + ((yy % step) - step / 2) ** 2 < (step * rng.uniform(0.2, 0.45)) ** 2
    elif kind == 2:
        r = np.hypot(xx - w / 2, (yy - h / 2) * rng.uniform(0.5, 1))
        mask = (r % step) < step / 2
    else:
        half = shapes(rng, np.zeros((h, w, 3), np.uint8), int(rng.integers(4, 12)))
        mask = np.maximum(half, half[::-1, ::-1]).max(axis=2) > 60
    image[mask] = b
    return image


def framed(rng: Rng, image: Image) -> Image:
    """A border around the picture: most often white, as printed cards have it."""
    kind = rng.random()
    h, w = image.shape[:2]
    if kind < 0.35:
        return image
    n = int(rng.integers(2, 8))
    if kind < 0.75:
        v = rng.uniform(205, 255)
        c: tuple[float, float, float] = (v * rng.uniform(0.88, 1), v, v)
    elif kind < 0.87:
        c = colour(rng, 0, 60)
    else:
        c = colour(rng)
    out = np.empty_like(image)
    out[:] = c
    out[n : h - n, n : w - n] = cv2.resize(image, (w - 2 * n, h - 2 * n), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        cv2.rectangle(out, (n - 1, n - 1), (w - n, h - n), colour(rng, 0, 120), 1)
    return out


def card_mask(rng: Rng, h: int, w: int) -> Image:
    """The card's shape, 0 or 255, with round corners of 0 to 6 mm."""
    r = int(rng.integers(0, 5))
    mask = np.zeros((h, w), np.uint8)
    if r == 0:
        mask[:] = 255
        return mask
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x, y in ((r, r), (w - 1 - r, r), (r, h - 1 - r), (w - 1 - r, h - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1)
    return mask
