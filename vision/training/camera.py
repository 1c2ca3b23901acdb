"""Grounds on which cards lie, and what light, lens and sensor do to the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

_LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def grounds(rng: np.random.Generator, size: int) -> np.ndarray:
    """A table top (size, size, 3) float32: plain, cloudy, woven, striped, or strewn with lines and text as decoys."""
    color = rng.uniform(20, 240, 3)
    if rng.random() < 0.5:
        color = color.mean() + rng.uniform(-25, 25, 3)
    image = np.empty((size, size, 3), np.float32)
    image[:] = color
    for _ in range(rng.integers(0, 4)):
        cells = 2 ** int(rng.integers(1, 8))
        tall = cells if rng.random() < 0.6 else max(1, cells // 8)
        depth = 1 if rng.random() < 0.7 else 3
        cloud = cv2.resize(
            rng.normal(size=(cells, tall, depth)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
        )
        image += rng.uniform(3, 30) * (cloud[..., None] if cloud.ndim == 2 else cloud)
    kind = rng.random()
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    if kind < 0.18:
        period, way = rng.uniform(3, 40), rng.uniform(0, math.pi)
        wave = np.sign(np.sin((xs * math.cos(way) + ys * math.sin(way)) * 2 * math.pi / period))
        image += (rng.uniform(5, 50) * wave)[..., None] * rng.uniform(-1, 1, 3).astype(np.float32)
    elif kind < 0.32:
        period = 2 * math.pi / rng.uniform(3, 12)
        image += (rng.uniform(4, 25) * np.sin(xs * period) * np.sin(ys * period))[..., None]
    elif kind < 0.66:
        return strew(rng, np.clip(image, 0, 255).astype(np.uint8)).astype(np.float32)
    return np.clip(image, 0, 255)


def strew(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Lines, discs, boxes and words."""
    size = image.shape[0]
    for _ in range(rng.integers(3, 26)):
        color = tuple(float(value) for value in rng.uniform(0, 255, 3))
        x, y = (int(value) for value in rng.integers(0, size, 2))
        kind = rng.random()
        if kind < 0.22:
            end = tuple(int(value) for value in rng.integers(0, size, 2))
            cv2.line(image, (x, y), end, color, int(rng.integers(1, 10)), cv2.LINE_AA)
        elif kind < 0.42:
            coin(rng, image, (x, y), color)
        elif kind < 0.56:
            right, bottom = x + int(rng.integers(5, 160)), y + int(rng.integers(5, 160))
            cv2.rectangle(image, (x, y), (right, bottom), color, -1 if rng.random() < 0.6 else 2)
        else:
            write(rng, image, (x, y), color)
    return image


def coin(rng: np.random.Generator, image: np.ndarray, at: tuple[int, int], color: tuple[float, ...]) -> None:
    """A disc or ring, sometimes with a number on it, as coins and chips have."""
    radius = int(rng.integers(3, 60))
    cv2.circle(image, at, radius, color, -1 if rng.random() < 0.7 else 2, cv2.LINE_AA)
    if rng.random() < 0.5 and radius > 12:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50", "A", "K"]))
        shade = tuple(float(value) for value in rng.uniform(0, 255, 3))
        cv2.putText(image, text, (at[0] - radius // 2, at[1] + radius // 2), 2, radius / 18, shade, 2, cv2.LINE_AA)


def write(rng: np.random.Generator, image: np.ndarray, at: tuple[int, int], color: tuple[float, ...]) -> None:
    """A word or one large letter, upright or turned by a quarter."""
    word = "".join(rng.choice(_LETTERS, int(rng.integers(1, 9))))
    font, size, thick = int(rng.integers(0, 5)), rng.uniform(0.4, 2.2), int(rng.integers(1, 5))
    turns = int(rng.integers(0, 4))
    view = np.ascontiguousarray(np.rot90(image, turns))
    for line in range(int(rng.integers(1, 4))):
        cv2.putText(view, word, (at[0], at[1] + int(line * 34 * size)), font, size, color, thick, cv2.LINE_AA)
    image[:] = np.rot90(view, -turns)


def photograph(rng: np.random.Generator, image: np.ndarray, px_per_mm: float) -> np.ndarray:
    """The scene (n, n, 3) float32 as a camera would take it, uint8."""
    image = lens(rng, light(rng, image), px_per_mm)
    size = image.shape[0]
    image += rng.normal(size=(size, size, 1)).astype(np.float32) * rng.uniform(0, 7)
    image += rng.normal(size=image.shape).astype(np.float32) * rng.uniform(0, 5)
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1], 1)
    return out


def light(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Falling-off light, shadows, glare, white balance, exposure."""
    size = image.shape[0]
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32) / size
    way = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0, 0.35) * ((xs - 0.5) * math.cos(way) + (ys - 0.5) * math.sin(way))
    image = image * (1 + slope)[..., None]
    if rng.random() < 0.25:
        image *= (1 - rng.uniform(0.1, 0.6) * blob(rng, size, 30, rng.uniform(2, 20)))[..., None]
    for _ in range(2):
        if rng.random() < 0.22:
            image += rng.uniform(30, 230) * blob(rng, size, 14, rng.uniform(3, 25))[..., None]
    balance = np.array([rng.uniform(0.68, 1.12), 1, rng.uniform(0.8, 1.2)])
    image *= (balance / balance.max() * math.exp(rng.uniform(math.log(0.42), math.log(1.18)))).astype(np.float32)
    image = 255 * np.power(np.clip(image / 255, 0, 1), rng.uniform(0.75, 1.35))
    if rng.random() < 0.3:
        image = image * rng.uniform(0.6, 1) + rng.uniform(0, 40)
    return image.astype(np.float32)


def blob(rng: np.random.Generator, size: int, largest: int, soft: float) -> np.ndarray:
    """A soft spot, 0 to 1."""
    small = np.zeros((size // 8, size // 8), np.float32)
    at = tuple(int(value) for value in rng.integers(size // 8, size=2))
    axes = (int(rng.integers(2, largest)), int(rng.integers(1, largest)))
    cv2.ellipse(small, at, axes, float(rng.integers(180)), 0, 360, 1, -1)
    return cv2.GaussianBlur(cv2.resize(small, (size, size)), (0, 0), soft)


def lens(rng: np.random.Generator, image: np.ndarray, px_per_mm: float) -> np.ndarray:
    """Defocus, motion and the sharpening of phones. Blur is kept to what a person could still read."""
    most = 0.36 * px_per_mm + 0.4
    kind = rng.random()
    if kind < 0.55:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, most))
    elif kind < 0.72:
        radius = rng.uniform(0.8, most * 1.6)
        image = cv2.filter2D(image, -1, disc(radius))
    if rng.random() < 0.27:
        image = cv2.filter2D(image, -1, streak(rng.uniform(2, 1.7 * px_per_mm + 2), rng.uniform(0, math.pi)))
    if rng.random() < 0.2:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    return image


def disc(radius: float) -> np.ndarray:
    """The blur of a lens out of focus."""
    reach = math.ceil(radius)
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    return kernel / kernel.sum()


def streak(length: float, way: float) -> np.ndarray:
    """The blur of a moving card or camera."""
    reach = math.ceil(length / 2)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for at in np.linspace(-length / 2, length / 2, 25):
        kernel[round(reach + at * math.sin(way)), round(reach + at * math.cos(way))] += 1
    return kernel / kernel.sum()
