"""What lies under trial cards: cloths of all kinds and the printed mat."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.mat import draw, load_mat
from vision.synth import Mat

Rng = np.random.Generator
MAT_MM = (594.0, 420.0)


def _plain(rng: Rng, h: int, w: int, low: float, high: float) -> np.ndarray:
    base = rng.uniform(low, high) * rng.uniform(0.75, 1.25, 3)
    return np.clip(base + rng.normal(0, rng.uniform(1, 6), (h, w, 1)), 0, 255)


def _checks(rng: Rng, h: int, w: int) -> np.ndarray:
    a, b = rng.uniform(20, 235, (2, 3))
    n = rng.uniform(14, 70)
    yy, xx = np.mgrid[0:h, 0:w]
    share = (((xx // n) % 2) + ((yy // n) % 2))[..., None] / 2
    return a * (1 - share) + b * share + rng.normal(0, 3, (h, w, 1))


def _tartan(rng: Rng, h: int, w: int) -> np.ndarray:
    image = np.ones((h, w, 3)) * rng.uniform(20, 160, 3)
    for axis in (0, 1):
        x = 0.0
        while x < (h, w)[axis]:
            n = rng.uniform(4, 50)
            at = slice(int(x), int(x + n))
            part = image[at] if axis == 0 else image[:, at]
            part[:] = part * 0.6 + rng.uniform(0, 255, 3) * 0.4
            x += n + rng.uniform(4, 60)
    return image + rng.normal(0, 3, (h, w, 1))


def _flowers(rng: Rng, h: int, w: int) -> np.ndarray:
    image = np.full((h, w, 3), rng.uniform(40, 235, 3), np.uint8)
    step = int(rng.integers(40, 110))
    colours = rng.uniform(20, 255, (3, 3))
    for y in range(0, h + step, step):
        for x in range(0, w + step, step):
            at = np.array([x + (y // step % 2) * step / 2, y]) + rng.normal(0, step * 0.08, 2)
            for k in range(5):
                leaf = at + step * 0.16 * np.array([np.cos(k * 1.257), np.sin(k * 1.257)])
                cv2.circle(
                    image,
                    tuple(np.rint(leaf).astype(int).tolist()),
                    round(step * 0.13),
                    colours[0].tolist(),
                    -1,
                    cv2.LINE_AA,
                )
            cv2.circle(
                image, tuple(np.rint(at).astype(int).tolist()), round(step * 0.1), colours[1].tolist(), -1, cv2.LINE_AA
            )
    return image.astype(float) + rng.normal(0, 2, (h, w, 1))


def _waves(rng: Rng, h: int, w: int) -> np.ndarray:
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    a, b = rng.uniform(20, 235, (2, 3))
    swing = np.sin(xx / rng.uniform(10, 60) + rng.uniform(1, 4) * np.sin(yy / rng.uniform(10, 60)))
    share = (0.5 + 0.5 * np.tanh(swing * rng.uniform(0.6, 5)))[..., None]
    return a * (1 - share) + b * share


CLOTHS: dict[str, Callable[[Rng, int, int], np.ndarray]] = {
    "dark": lambda rng, h, w: _plain(rng, h, w, 12, 60),
    "light": lambda rng, h, w: _plain(rng, h, w, 170, 235),
    "mid": lambda rng, h, w: _plain(rng, h, w, 60, 160),
    "checks": _checks,
    "tartan": _tartan,
    "flowers": _flowers,
    "waves": _waves,
}


PRINTED = {"mat": "row", "mat-dark": "row", "both": "both", "both-dark": "both"}
"""The printed mat for the row, and that for both games, on which the piles of gin are printed where the row lies."""


def trial_mat(rng: Rng, kind: str) -> Mat:
    """A cloth of a kind in `CLOTHS`, or one of `PRINTED`."""
    if kind in PRINTED:
        return Mat(draw(load_mat(PRINTED[kind]), 2.0, "dark" if kind.endswith("-dark") else "save"), 2.0, kind)
    w, h = (round(side * 2) for side in MAT_MM)
    return Mat(np.clip(CLOTHS[kind](rng, h, w), 0, 255).astype(np.uint8), 2.0, kind)
