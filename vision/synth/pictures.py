"""Illustrated cards for the picture game, drawn from a seed: a made-up place, weather, and a few odd things in it.

Every number gives its own picture: palette, horizon, ground, sky and the things in it differ, so that people can tell
a story about each and the eye can tell any two apart.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.synth.faces import PICTURE, PX_PER_MM, Faces, draw_back
from vision.synth.glyphs import fill

Rng = np.random.Generator


def picture_faces(count: int = 84, seed: int = 1, size: tuple[float, float] = PICTURE) -> Faces:
    """A deck of `count` illustrated cards named ``p01``, ``p02``, ... drawn by the project."""
    names = tuple(f"p{i:02d}" for i in range(1, count + 1))

    def make(name: str) -> np.ndarray:
        if name == "back":
            return draw_back(size, (90, 70, 120))
        return draw_picture(int(name[1:]), seed, size)

    return Faces(f"drawn-pictures-{seed}", size, names, make)


def draw_picture(number: int, seed: int = 1, size: tuple[float, float] = PICTURE) -> np.ndarray:
    """One illustrated card, (h, w, 3) uint8 BGR at `PX_PER_MM`, with a pale rim as printed cards have."""
    return _picture(number, seed, size)[0]


@lru_cache(maxsize=128)
def things_in(name: str, seed: int = 1, size: tuple[float, float] = PICTURE) -> tuple[str, ...]:
    """What is drawn on the card ``pNN``: words such as ``ship`` and ``clock``, each once, of `KINDS_OF_THINGS`."""
    return _picture(int(name[1:]), seed, size)[1]


def _picture(number: int, seed: int, size: tuple[float, float]) -> tuple[np.ndarray, tuple[str, ...]]:
    rng = np.random.default_rng((seed, number))
    width, height = (round(side * PX_PER_MM) for side in size)
    hue = (number * 37 + int(rng.integers(0, 12))) % 180
    image = _sky(rng, width, height, hue)
    horizon = float(rng.uniform(0.4, 0.72)) * height
    _lights(image, rng, horizon, hue)
    _ground(image, rng, horizon, hue)
    things = rng.permutation(len(THINGS))[: int(rng.integers(3, 6))]
    for index in things:
        THINGS[index](image, rng, horizon, hue)
    image = _paper_grain(image, rng)
    rim = round(3.2 * PX_PER_MM)
    for part in (image[:rim], image[-rim:], image[:, :rim], image[:, -rim:]):
        part[:] = (240, 246, 248)
    return image, tuple(KINDS_OF_THINGS[index] for index in things)


def _tone(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
    pixel = np.uint8([[[hue % 180, np.clip(saturation, 0, 255), np.clip(value, 0, 255)]]])
    return tuple(int(c) for c in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])


def _any_tone(rng: Rng, hue: float, spread: float = 90) -> tuple[int, int, int]:
    return _tone(hue + rng.uniform(-spread, spread), rng.uniform(90, 220), rng.uniform(60, 245))


def _sky(rng: Rng, width: int, height: int, hue: float) -> np.ndarray:
    top = np.array(_tone(hue, rng.uniform(80, 200), rng.uniform(60, 230)), float)
    low = np.array(_tone(hue + rng.uniform(20, 60), rng.uniform(40, 150), rng.uniform(150, 250)), float)
    t = np.linspace(0, 1, height)[:, None, None]
    image = np.broadcast_to(top * (1 - t) + low * t, (height, width, 3)).copy()
    clouds = cv2.resize(rng.random((7, 5)), (width, height), interpolation=cv2.INTER_CUBIC)
    clouds += 0.5 * cv2.resize(rng.random((17, 11)), (width, height), interpolation=cv2.INTER_CUBIC)
    alpha = np.clip((clouds - rng.uniform(0.7, 1.0)) * 2.5, 0, 0.8)[:, :, None]
    return np.clip(image * (1 - alpha) + 245 * alpha, 0, 255).astype(np.uint8)


def _lights(image: np.ndarray, rng: Rng, horizon: float, hue: float) -> None:
    width = image.shape[1]
    for _ in range(int(rng.integers(1, 3))):
        at = (round(rng.uniform(0.15, 0.85) * width), round(rng.uniform(0.12, 0.8) * horizon))
        radius = round(rng.uniform(0.05, 0.15) * width)
        colour = _tone(rng.choice([22, 28, 15, hue + 90]), rng.uniform(40, 190), 250)
        for ray in range(int(rng.integers(0, 14))):
            angle = ray * 0.449 * 2
            tip = (round(at[0] + 2 * radius * np.cos(angle)), round(at[1] + 2 * radius * np.sin(angle)))
            cv2.line(image, at, tip, colour, 3, cv2.LINE_AA)
        cv2.circle(image, at, radius, colour, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 40))):
        cv2.circle(
            image, (int(rng.integers(0, width)), int(rng.integers(0, max(2, int(horizon))))), 2, (250, 250, 250), -1
        )


def _ground(image: np.ndarray, rng: Rng, horizon: float, hue: float) -> None:
    height, width = image.shape[:2]
    xs = np.linspace(0, width, 60)
    for layer in range(int(rng.integers(2, 5))):
        base = horizon + layer * rng.uniform(0.07, 0.13) * height
        ridge = base + sum(
            rng.uniform(4, 34) * np.sin(xs / width * rng.uniform(2, 16) + rng.uniform(0, 6)) for _ in range(3)
        )
        fill(
            image,
            np.vstack([np.column_stack([xs, ridge]), [[width, height], [0, height]]]),
            _any_tone(rng, hue + 70, 50),
        )
        for _ in range(int(rng.integers(10, 60))):
            x, y = rng.uniform(0, width), rng.uniform(min(base + 20, height - 8), height)
            cv2.ellipse(
                image, (round(x), round(y)), (int(rng.integers(2, 14)), 2), 0, 0, 360, _any_tone(rng, hue + 70, 40), -1
            )


def _house(image, rng, horizon, hue):
    width = image.shape[1]
    x, y, s = rng.uniform(0.1, 0.7) * width, horizon + rng.uniform(0, 60), rng.uniform(40, 110)
    for storey in range(int(rng.integers(1, 4))):
        top = y - (storey + 1) * s
        cv2.rectangle(image, (round(x), round(top)), (round(x + s), round(top + s)), _any_tone(rng, hue), -1)
        for window in (0.2, 0.6):
            corner = (round(x + window * s), round(top + 0.3 * s))
            cv2.rectangle(image, corner, (corner[0] + round(0.2 * s), corner[1] + round(0.3 * s)), (120, 235, 250), -1)
        y_roof = top
    fill(
        image,
        np.array([(x - 0.2 * s, y_roof), (x + 0.5 * s, y_roof - rng.uniform(0.5, 1.4) * s), (x + 1.2 * s, y_roof)]),
        _any_tone(rng, hue),
    )


def _tree(image, rng, horizon, hue):
    for _ in range(int(rng.integers(1, 5))):
        x, y, s = rng.uniform(0.05, 0.95) * image.shape[1], horizon + rng.uniform(10, 140), rng.uniform(30, 90)
        cv2.line(image, (round(x), round(y)), (round(x), round(y - 2 * s)), (40, 60, 90), round(s / 7), cv2.LINE_AA)
        crown = _any_tone(rng, hue)
        for _ in range(int(rng.integers(3, 9))):
            at = (round(x + rng.uniform(-0.7, 0.7) * s), round(y - rng.uniform(1.2, 2.6) * s))
            cv2.circle(image, at, round(rng.uniform(0.3, 0.6) * s), crown, -1, cv2.LINE_AA)


def _ship(image, rng, horizon, hue):
    x, y, s = rng.uniform(0.2, 0.8) * image.shape[1], horizon + rng.uniform(-30, 120), rng.uniform(40, 110)
    fill(
        image,
        np.array([(x - s, y), (x + s, y), (x + 0.6 * s, y + 0.5 * s), (x - 0.6 * s, y + 0.5 * s)]),
        _any_tone(rng, hue),
    )
    for mast in (-0.4, 0.3):
        fill(
            image,
            np.array([(x + mast * s, y - 0.1 * s), (x + mast * s, y - 1.9 * s), (x + (mast + 0.7) * s, y - 0.3 * s)]),
            _any_tone(rng, hue),
        )


def _fish(image, rng, horizon, hue):
    for _ in range(int(rng.integers(1, 6))):
        x, y, s = rng.uniform(0.1, 0.9) * image.shape[1], rng.uniform(0.1, 0.95) * image.shape[0], rng.uniform(14, 60)
        way, colour = rng.choice([-1, 1]), _any_tone(rng, hue)
        cv2.ellipse(
            image,
            (round(x), round(y)),
            (round(s), round(0.5 * s)),
            rng.uniform(-20, 20),
            0,
            360,
            colour,
            -1,
            cv2.LINE_AA,
        )
        fill(
            image,
            np.array([(x - way * s * 0.8, y), (x - way * s * 1.6, y - 0.5 * s), (x - way * s * 1.6, y + 0.5 * s)]),
            colour,
        )
        cv2.circle(
            image,
            (round(x + way * 0.55 * s), round(y - 0.1 * s)),
            max(2, round(0.1 * s)),
            (20, 20, 20),
            -1,
            cv2.LINE_AA,
        )


def _balloon(image, rng, horizon, hue):
    for _ in range(int(rng.integers(1, 4))):
        x, y, s = rng.uniform(0.15, 0.85) * image.shape[1], rng.uniform(0.15, 0.5) * image.shape[0], rng.uniform(24, 70)
        for stripe, part in enumerate((1.0, 0.66, 0.33)):
            cv2.ellipse(
                image,
                (round(x), round(y)),
                (round(s * part), round(1.2 * s)),
                0,
                0,
                360,
                _any_tone(rng, hue + 40 * stripe),
                -1,
                cv2.LINE_AA,
            )
        cv2.rectangle(
            image,
            (round(x - 0.25 * s), round(y + 1.5 * s)),
            (round(x + 0.25 * s), round(y + 1.9 * s)),
            (40, 80, 130),
            -1,
        )


def _person(image, rng, horizon, hue):
    for _ in range(int(rng.integers(1, 4))):
        x, y, s = rng.uniform(0.1, 0.9) * image.shape[1], horizon + rng.uniform(30, 160), rng.uniform(22, 60)
        fill(image, np.array([(x, y - 2 * s), (x + 0.8 * s, y + s), (x - 0.8 * s, y + s)]), _any_tone(rng, hue))
        cv2.circle(image, (round(x), round(y - 2.2 * s)), round(0.5 * s), (170, 205, 235), -1, cv2.LINE_AA)
        fill(
            image,
            np.array(
                [(x - 0.6 * s, y - 2.5 * s), (x, y - 2.5 * s - rng.uniform(0.3, 1.5) * s), (x + 0.6 * s, y - 2.5 * s)]
            ),
            _any_tone(rng, hue),
        )
        cv2.line(
            image,
            (round(x), round(y - s)),
            (round(x + rng.uniform(-1.6, 1.6) * s), round(y - rng.uniform(0.5, 2.5) * s)),
            (30, 40, 60),
            round(s / 6),
            cv2.LINE_AA,
        )


def _spiral(image, rng, horizon, hue):
    x, y = rng.uniform(0.2, 0.8) * image.shape[1], rng.uniform(0.15, 0.85) * image.shape[0]
    t = np.linspace(0, rng.uniform(10, 26), 160)
    r = t * rng.uniform(2, 5)
    points = np.column_stack([x + r * np.cos(t), y + r * np.sin(t)])
    cv2.polylines(image, [points.astype(np.int32)], False, _any_tone(rng, hue), round(rng.uniform(4, 11)), cv2.LINE_AA)


def _door(image, rng, horizon, hue):
    x, y, s = rng.uniform(0.15, 0.8) * image.shape[1], horizon + rng.uniform(20, 120), rng.uniform(30, 70)
    colour = _any_tone(rng, hue)
    cv2.rectangle(image, (round(x - s / 2), round(y - 1.4 * s)), (round(x + s / 2), round(y)), colour, -1)
    cv2.ellipse(
        image, (round(x), round(y - 1.4 * s)), (round(s / 2), round(s / 2)), 0, 180, 360, colour, -1, cv2.LINE_AA
    )
    cv2.circle(image, (round(x + 0.3 * s), round(y - 0.7 * s)), round(s / 12), (60, 220, 250), -1, cv2.LINE_AA)


def _bird(image, rng, horizon, hue):
    for _ in range(int(rng.integers(2, 12))):
        x, y, s = rng.uniform(0.05, 0.95) * image.shape[1], rng.uniform(0.05, 0.6) * image.shape[0], rng.uniform(8, 34)
        wings = np.array(
            [(x - s, y - 0.5 * s), (x - 0.4 * s, y - 0.6 * s), (x, y), (x + 0.4 * s, y - 0.6 * s), (x + s, y - 0.5 * s)]
        )
        cv2.polylines(
            image, [wings.astype(np.int32)], False, _any_tone(rng, hue, 180), max(2, round(s / 6)), cv2.LINE_AA
        )


def _clock(image, rng, horizon, hue):
    x, y, s = rng.uniform(0.2, 0.8) * image.shape[1], rng.uniform(0.2, 0.8) * image.shape[0], rng.uniform(34, 84)
    cv2.circle(image, (round(x), round(y)), round(s), _any_tone(rng, hue), -1, cv2.LINE_AA)
    cv2.circle(image, (round(x), round(y)), round(0.82 * s), (230, 240, 245), -1, cv2.LINE_AA)
    for hour in range(12):
        a = hour * np.pi / 6
        cv2.circle(
            image,
            (round(x + 0.68 * s * np.cos(a)), round(y + 0.68 * s * np.sin(a))),
            round(s / 16),
            (40, 40, 40),
            -1,
            cv2.LINE_AA,
        )
    for length in (0.35, 0.6):
        a = rng.uniform(0, 6.28)
        cv2.line(
            image,
            (round(x), round(y)),
            (round(x + length * s * np.cos(a)), round(y + length * s * np.sin(a))),
            (30, 30, 30),
            4,
            cv2.LINE_AA,
        )


def _bridge(image, rng, horizon, hue):
    y, colour = horizon + rng.uniform(20, 110), _any_tone(rng, hue)
    step = rng.uniform(60, 140)
    cv2.rectangle(image, (0, round(y - 26)), (image.shape[1], round(y)), colour, -1)
    for x in np.arange(step / 2, image.shape[1] + step, step):
        cv2.ellipse(image, (round(x), round(y + 40)), (round(step / 2), 60), 0, 180, 360, colour, 12, cv2.LINE_AA)


KINDS_OF_THINGS = (
    "house", "tree", "ship", "fish", "balloon", "person", "spiral", "door", "bird", "clock", "bridge"
)  # fmt: skip

THINGS = (_house, _tree, _ship, _fish, _balloon, _person, _spiral, _door, _bird, _clock, _bridge)


def _paper_grain(image: np.ndarray, rng: Rng) -> np.ndarray:
    grain = rng.normal(0, 5, (image.shape[0] // 2 + 1, image.shape[1] // 2 + 1))
    grain = cv2.resize(grain, (image.shape[1], image.shape[0]))
    return np.clip(image + grain[:, :, None], 0, 255).astype(np.uint8)
