"""Where trial cards lie: rows with gaps, touching or overlapping, and free places beside them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.synth import Card

Rng = np.random.Generator
ZONE = (18.0, 54.0, 576.0, 366.0)
"""Where whole cards are laid, mm."""


def layout(
    rng: Rng, n: int, size: tuple[float, float], pack: str, skew: float, rows: int
) -> list[tuple[float, float, float]] | None:
    """(x, y, angle) of `n` cards within ZONE as the near seat lays them, row by row; None where they do not fit.

    pack: ``gaps``, ``touch``, ``overlap`` (neighbours hide up to 15 % of a card) or ``mixed``. skew in radians.
    """
    w, h = size
    per_row = [n // rows + (r < n % rows) for r in range(rows)]
    top = (ZONE[1] + ZONE[3]) / 2 - (rows - 1) * h * rng.uniform(1.04, 1.2) / 2
    pitch = 2 * ((ZONE[1] + ZONE[3]) / 2 - top) / max(1, rows - 1)
    out = []
    for row, count in enumerate(per_row):
        angles = rng.uniform(-skew, skew, count)
        half = [abs(np.cos(a)) * w / 2 + abs(np.sin(a)) * h / 2 for a in angles]
        xs = [0.0]
        for i in range(1, count):
            kind = pack if pack != "mixed" else str(rng.choice(["gaps", "touch", "overlap"]))
            if kind == "gaps":
                step = half[i - 1] + half[i] + rng.uniform(2, 22)
            elif kind == "touch":
                step = _touching(size, angles[i - 1], angles[i]) + rng.uniform(0, 0.5)
            else:
                step = _touching(size, angles[i - 1], angles[i]) - rng.uniform(0.02, 0.14) * w
            xs.append(xs[-1] + step)
        lean = rng.normal(0, 0.02) if rows == 1 else 0.0
        width = xs[-1] + half[0] + half[-1]
        if width > ZONE[2] - ZONE[0]:
            return None
        left = rng.uniform(ZONE[0], ZONE[2] - width) + half[0]
        for x, a in zip(xs, angles, strict=True):
            y = top + row * pitch + rng.normal(0, 4) + lean * x
            out.append((left + x, y, float(a + (np.pi if rng.random() < 0.15 else 0))))
    return out


def _touching(size: tuple[float, float], a: float, b: float) -> float:
    """Distance of the middles at which two neighbours side by side just touch."""
    low, high = size[0] * 0.5, size[0] + size[1]
    for _ in range(24):
        middle = (low + high) / 2
        kind, _ = cv2.rotatedRectangleIntersection(((0, 0), size, np.degrees(a)), ((middle, 0), size, np.degrees(b)))
        if kind == cv2.INTERSECT_NONE:
            high = middle
        else:
            low = middle
    return high


def covered(cards: Sequence[Card]) -> list[float]:
    """Share of each card that lies under cards laid later."""
    out = []
    for i, one in enumerate(cards):
        area = 0.0
        for other in cards[i + 1 :]:
            kind, points = cv2.rotatedRectangleIntersection(
                ((one.x, one.y), one.size, np.degrees(one.angle)),
                ((other.x, other.y), other.size, np.degrees(other.angle)),
            )
            if kind != cv2.INTERSECT_NONE:
                area += cv2.contourArea(cv2.convexHull(points))
        out.append(area / (one.size[0] * one.size[1]))
    return out


def inside(card: Card) -> bool:
    """Whether a card lies in the zone, a little over its rim at most."""
    return all(ZONE[0] - 12 < x < ZONE[2] + 12 and ZONE[1] - 12 < y < ZONE[3] + 12 for x, y in card.outline())


def free_place(rng: Rng, cards: Sequence[Card], size: tuple[float, float], margin: float = 0.0) -> Card | None:
    """A place where a thing of `size` touches no card; it may reach over the zone's rim by `margin`."""
    for _ in range(60):
        one = Card(
            "",
            rng.uniform(ZONE[0] + 30 - margin, ZONE[2] - 30 + margin),
            rng.uniform(ZONE[1] + 40 - margin, ZONE[3] - 40 + margin),
            rng.uniform(0, 6.28),
            size=size,
        )
        mine = ((one.x, one.y), (size[0] + 6, size[1] + 6), np.degrees(one.angle))
        if all(
            cv2.rotatedRectangleIntersection(mine, ((c.x, c.y), c.size, np.degrees(c.angle)))[0] == cv2.INTERSECT_NONE
            for c in cards
        ):
            return one
    return None
