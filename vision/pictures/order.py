"""The order of the cards as the storyteller sees them: left to right, one row after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

Point = tuple[float, float]

SIDES = {"near": 0.0, "left": np.pi / 2, "far": np.pi, "right": -np.pi / 2}
"""Where the storyteller sits, as the turn (radians, clockwise) of the table that brings the seat to the near side."""

TILTS = np.deg2rad(np.arange(-14, 14.1, 1.0))
"""A row need not run straight across the table."""


def seen_from(points: Sequence[Point], seat: str) -> np.ndarray:
    """Points (n, 2) in mm turned so that the storyteller's seat is below: x to his right, y towards him."""
    flat = np.asarray(points, float).reshape(-1, 2)
    turn = {"near": (1, 0, 0, 1), "far": (-1, 0, 0, -1), "left": (0, 1, -1, 0), "right": (0, -1, 1, 0)}[seat]
    a, b, c, d = turn
    return np.column_stack([flat[:, 0] * a + flat[:, 1] * b, flat[:, 0] * c + flat[:, 1] * d])


def order_of(points: Sequence[Point], card_height: float, seat: str = "near") -> list[int]:
    """Places in `points` (middles of cards, mm) in the order in which they are numbered.

    `card_height` in mm tells one row from two: middles of neighbours in a row are less than half a card apart in
    height, rows are at least three quarters of a card apart. `seat`: ``near``, ``far``, ``left`` or ``right``.
    """
    if len(points) == 0:
        return []
    seen = seen_from(points, seat)
    seen = seen - seen.mean(axis=0)
    best: tuple[float, list[list[int]]] | None = None
    for tilt in TILTS:
        x = seen[:, 0] * np.cos(tilt) + seen[:, 1] * np.sin(tilt)
        y = seen[:, 1] * np.cos(tilt) - seen[:, 0] * np.sin(tilt)
        rows = _rows(y, 0.62 * card_height)
        spread = sum(float(np.var(y[row])) * len(row) for row in rows) + len(rows) * (0.22 * card_height) ** 2
        spread += (tilt * 0.1 * card_height) ** 2
        if best is None or spread < best[0]:
            best = (spread, [sorted(row, key=lambda i: float(x[i])) for row in rows])
    assert best is not None
    return [i for row in best[1] for i in row]


def _rows(y: np.ndarray, gap: float) -> list[list[int]]:
    """Groups parted by more than `gap`, top row first."""
    order = np.argsort(y, kind="stable")
    rows = [[int(order[0])]]
    for before, after in pairwise(order):
        if y[after] - y[before] > gap:
            rows.append([])
        rows[-1].append(int(after))
    return rows
