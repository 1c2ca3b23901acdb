"""Cards that are none: backs, jokers, blank and written cards, bank cards. They lie among the others."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.training.indexart import GlyphStore, stamp


def draw_stranger(rng: np.random.Generator, store: GlyphStore, width: int, height: int) -> np.ndarray:
    """A face (height, width, 3) uint8 of something of a card's size."""
    kind = rng.random()
    if kind < 0.5:
        return back(rng, width, height)
    image = np.full((height, width, 3), rng.uniform(215, 255), np.uint8)
    if kind < 0.75:
        return joker(rng, store, image)
    if kind < 0.82:
        return image
    if kind < 0.92:
        image[:] = rng.uniform(20, 250, 3)
    lines(rng, image)
    return image


def back(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """The back of a card: a lattice, waves or rings in one or two colours, with or without a white rim."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    period = rng.uniform(5, 40)
    kind = rng.random()
    if kind < 0.4:
        way = rng.uniform(0.3, 1.2)
        wave = np.sin((xs + ys * way) * 6.28 / period) * np.sin((xs - ys * way) * 6.28 / period)
    elif kind < 0.7:
        wave = np.sin(np.hypot(xs % (4 * period) - 2 * period, ys % (4 * period) - 2 * period) * 6.28 / period)
    else:
        wave = np.sin(xs * 6.28 / period + 2 * np.sin(ys * 6.28 / period / 1.7))
    sharp = rng.uniform(0.7, 6)
    share = 1 / (1 + np.exp(-wave * sharp))[..., None]
    dark = rng.uniform((0, 0, 0), (200, 130, 220))
    bright = np.full(3, rng.uniform(200, 255)) if rng.random() < 0.7 else rng.uniform(60, 255, 3)
    image = (dark * share + bright * (1 - share)).astype(np.uint8)
    if rng.random() < 0.75:
        rim = int(rng.integers(6, 24))
        image[:rim] = image[-rim:] = 240
        image[:, :rim] = image[:, -rim:] = 240
    return image


def joker(rng: np.random.Generator, store: GlyphStore, image: np.ndarray) -> np.ndarray:
    """JOKER down the corner, or a star, and a gaudy figure."""
    height, width = image.shape[:2]
    ink = rng.uniform((0, 0, 0), (70, 70, 90)) if rng.random() < 0.5 else rng.uniform((10, 10, 150), (80, 80, 240))
    for _ in range(rng.integers(6, 20)):
        center = tuple(int(value) for value in rng.normal((width / 2, height / 2), (35, 60)))
        axes = tuple(int(value) for value in rng.integers(4, 45, 2))
        cv2.ellipse(
            image, center, axes, float(rng.integers(180)), 0, 360, tuple(rng.uniform(0, 255, 3)), -1, cv2.LINE_AA
        )
    size = int(rng.integers(12, 26))
    text = str(rng.choice(["JOKER", "JKR", "*", "JOLLY"]))
    for _ in range(2):
        for row, letter in enumerate(text):
            top = 12 + row * int(size * 1.3)
            if letter == "*":
                star(image, (26, 12 + size), size, ink)
            elif letter in "JK" and store.ranks:
                own = store.ranks[letter]
                stamp(image, own[int(rng.integers(len(own)))], (14, top, 14 + int(size * 0.8), top + size), ink)
            else:
                color = tuple(float(value) for value in ink)
                cv2.putText(image, letter, (14, top + size), 2, size / 22, color, 2, cv2.LINE_AA)
        image = np.ascontiguousarray(image[::-1, ::-1])
    return image


def star(image: np.ndarray, center: tuple[int, int], radius: int, color: np.ndarray) -> None:
    """A five-pointed star."""
    points = [
        (
            center[0] + (radius if i % 2 == 0 else radius * 0.4) * math.sin(i * math.pi / 5),
            center[1] - (radius if i % 2 == 0 else radius * 0.4) * math.cos(i * math.pi / 5),
        )
        for i in range(10)
    ]
    cv2.fillPoly(image, [np.array(points, np.int32)], tuple(float(value) for value in color), cv2.LINE_AA)


def lines(rng: np.random.Generator, image: np.ndarray) -> None:
    """Written lines, a number of sixteen digits, a chip: business and bank cards, rules of a game."""
    for row in range(rng.integers(2, 10)):
        count = int(rng.integers(3, 17))
        word = "".join(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "), count))
        color = tuple(float(value) for value in rng.uniform(0, 255, 3))
        at = (int(rng.integers(4, 60)), 24 + row * int(rng.integers(22, 36)))
        cv2.putText(
            image, word, at, int(rng.integers(0, 5)), rng.uniform(0.4, 1.3), color, int(rng.integers(1, 3)), cv2.LINE_AA
        )
    if rng.random() < 0.4:
        cv2.rectangle(image, (30, 60), (70, 92), (90, 190, 215), -1)
