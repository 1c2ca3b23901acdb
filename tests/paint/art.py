"""Pictures for the tests, made by arithmetic: scenes that stand for the camera's cut-outs. BGR arrays, as from it."""

from __future__ import annotations

import cv2
import numpy as np

W, H = 264, 400


def scene(n: int) -> np.ndarray:
    """A picture card: sky, sun, hills; every n looks different."""
    rng = np.random.default_rng(n)
    top, low = rng.integers(60, 250, 3), rng.integers(40, 230, 3)
    ramp = np.linspace(0, 1, H)[:, None, None]
    image = np.broadcast_to(top * (1 - ramp) + low * ramp, (H, W, 3)).astype(np.uint8).copy()
    cv2.circle(
        image, (int(rng.integers(60, 200)), int(rng.integers(60, 160))), int(rng.integers(24, 60)), (190, 235, 250), -1
    )
    for k in range(3):
        y = 210 + 55 * k
        x = np.linspace(0, W, 30)
        hill = y + 34 * np.sin(x / W * 6.28 * rng.uniform(0.6, 1.6) + rng.uniform(0, 6))
        points = np.concatenate([np.stack([x, hill], 1), [[W, H], [0, H]]]).astype(np.int32)
        cv2.fillPoly(image, [points], tuple(int(v) for v in rng.integers(30, 170, 3)))
    return image


def doubtful_card() -> np.ndarray:
    """What a camera sees of a card with glare on its index."""
    image = np.full((178, 372, 3), (76, 91, 46), np.uint8)
    cv2.fillPoly(image, [np.array([[135, 60], [290, 20], [350, 178], [170, 178]])], (235, 245, 248))
    cv2.putText(image, "7", (205, 140), cv2.FONT_HERSHEY_SIMPLEX, 3.2, (150, 70, 20), 9, cv2.LINE_AA)
    cv2.circle(image, (190, 84), 46, (255, 255, 255), -1)
    return cv2.blur(image, (15, 15))


def camera() -> np.ndarray:
    """A mat with four markers, a pile and a few cards."""
    image = np.full((405, 720, 3), (87, 107, 58), np.uint8)
    for x, y in ((16, 14), (640, 16), (14, 328), (640, 326)):
        cv2.rectangle(image, (x, y), (x + 64, y + 64), (240, 245, 245), -1)
        cv2.rectangle(image, (x + 8, y + 8), (x + 56, y + 56), (20, 20, 20), -1)
        cv2.rectangle(image, (x + 20, y + 20), (x + 32, y + 44), (240, 245, 245), -1)
    for x, y in ((210, 76), (360, 90), (156, 252), (222, 246), (288, 244), (408, 250), (474, 249)):
        cv2.rectangle(image, (x, y), (x + 72, y + 104), (235, 245, 250), -1)
    return image


def pictures() -> dict[str, np.ndarray]:
    """The picture store that the designed screens refer to."""
    return {f"art:{n}": scene(n) for n in range(1, 13)} | {"cut:9": doubtful_card(), "camera": camera()}
