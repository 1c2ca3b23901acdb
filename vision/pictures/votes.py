"""The votes of the net's cells for the middles of their cards, and the cells that vote for the same one."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Floats = np.ndarray[Any, np.dtype[Any]]

NET_H = 48
"""Height of a card in the net's picture, px."""
STRIDE = 4
"""Side of a cell, px of that picture."""


def sigmoid(x: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def peaks(card: Floats, dx: Floats, dy: Floats, width_px: float) -> list[tuple[Floats, Floats]]:
    """Cells, as (rows, columns), grouped by the card that they vote for, strongest card first.

    `card` is the probability of each cell, `dx` and `dy` its vote in card heights, `width_px` a card's width.
    """
    ys, xs = np.nonzero(card > 0.5)
    if len(xs) == 0:
        return []
    vx = xs * STRIDE + 2 + dx[ys, xs] * NET_H
    vy = ys * STRIDE + 2 + dy[ys, xs] * NET_H
    pad = NET_H
    h, w = card.shape[0] * STRIDE + 2 * pad, card.shape[1] * STRIDE + 2 * pad
    votes = np.zeros((h // 2, w // 2), np.float32)
    col = np.clip(((vx + pad) / 2).astype(int), 0, w // 2 - 1)
    row = np.clip(((vy + pad) / 2).astype(int), 0, h // 2 - 1)
    np.add.at(votes, (row, col), card[ys, xs])
    votes = cv2.GaussianBlur(votes, (0, 0), 1.6)
    apart = 0.45 * width_px
    near = cv2.dilate(votes, np.ones((2 * int(apart / 4) + 1,) * 2, np.uint8))
    py, px = np.nonzero((votes >= near) & (votes > 0.25))
    order = np.argsort(-votes[py, px])
    centres: list[tuple[float, float]] = []
    for i in order:
        point = (px[i] * 2.0 + 1 - pad, py[i] * 2.0 + 1 - pad)
        if all(np.hypot(point[0] - a, point[1] - b) > apart for a, b in centres):
            centres.append(point)
    if not centres:
        return []
    c = np.array(centres)
    distance = np.hypot(vx[:, None] - c[None, :, 0], vy[:, None] - c[None, :, 1])
    nearest = distance.argmin(axis=1)
    close = distance.min(axis=1) < 0.5 * width_px
    return [(ys[mine], xs[mine]) for k in range(len(c)) if (mine := (nearest == k) & close).any()]
