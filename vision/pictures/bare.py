"""Places that look like a card by their lines alone: a zone printed on the mat, a frame on the cloth.

The printed stock of the mat for both games has about the size of a picture card. What lies within such lines has no
picture and the colour of what is around, and no card is like that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

INWARD_MM, OUTWARD_MM = 6.0, 12.0
"""From so far within its outline a card shows its picture; up to so far around it its ground is looked at."""
DETAIL_MM = 8.0
"""Larger changes of level are light and shade."""
NOISE_MM = 1.2
"""Smaller ones may be the camera's noise."""
FLAT, FLAT_SHARE = 5.0, 0.14
"""Grey levels between which nearly all details of a bare place lie, or a share of its level, whichever is more: a
neighbour's shadow falls on white paper, while the sparsest drawing on a card takes a fifth."""
ALIKE = 26.0
"""Grey levels by which a bare place may differ from its ground in any colour: printed zones are a little lighter."""
SHOWN = 0.2
"""Share of a card that must be open to view to say that nothing is on it."""


def is_bare(view: Image, origin: tuple[float, float], outline: Floats, others: Sequence[Floats]) -> bool:
    """Whether nothing lies within `outline` (4, 2) mm but the ground. `view`: BGR from above at 1 px a mm, its upper
    left corner at `origin` mm; `others`: outlines of places that may be cards, whose share says nothing."""
    view, origin = _surroundings(view, origin, outline)
    size = view.shape[:2]
    seen = np.ones(size, bool)
    for other in others:
        if np.hypot(*(other.mean(axis=0) - outline.mean(axis=0))) < 2 * np.hypot(*(outline[2] - outline[0])):
            seen &= ~_mask(size, origin, other, 3.0)
    inner = _mask(size, origin, outline, -INWARD_MM) & seen
    around = _mask(size, origin, outline, OUTWARD_MM) & ~_mask(size, origin, outline, 2.0) & seen
    whole = np.prod(np.hypot(*(outline[[1, 3]] - outline[0]).T))
    if inner.sum() < SHOWN * whole or around.sum() < 0.05 * whole:
        return False
    level = np.median(view[inner], axis=0)
    if np.abs(level - np.median(view[around], axis=0)).max() > ALIKE:
        return False
    low, high = np.percentile(_detail(view, seen)[inner], (5, 95), axis=0)
    return bool((high - low).max() < max(FLAT, FLAT_SHARE * float(np.median(level))))


def _surroundings(view: Image, origin: tuple[float, float], outline: Floats) -> tuple[Image, tuple[float, float]]:
    """The part of a view around an outline, with its own origin."""
    low = np.maximum(np.floor(outline.min(axis=0) - origin - OUTWARD_MM - 2), 0).astype(int)
    high = np.ceil(outline.max(axis=0) - origin + OUTWARD_MM + 2).astype(int)
    part = view[low[1] : max(high[1], low[1] + 1), low[0] : max(high[0], low[0] + 1)]
    return part, (origin[0] + float(low[0]), origin[1] + float(low[1]))


def _detail(view: Image, seen: np.ndarray[Any, Any]) -> Floats:
    """The view without its light and shade, as far as it is `seen`: what others show does not shine into it."""
    weight = seen.astype(np.float32)
    smooth, level = (_mean(view, weight, size) for size in (NOISE_MM, DETAIL_MM))
    return smooth - level


def _mean(view: Image, weight: Floats, size: float) -> Floats:
    """The weighted mean around each px."""
    total = cv2.GaussianBlur(view * weight[..., None], (0, 0), size)
    return total / np.maximum(cv2.GaussianBlur(weight, (0, 0), size), 1e-3)[..., None]


def _mask(size: tuple[int, ...], origin: tuple[float, float], outline: Floats, grown_mm: float) -> np.ndarray[Any, Any]:
    """Where the outline lies in a view of this size (rows, columns), all sides moved outwards."""
    middle = outline.mean(axis=0)
    across, down = outline[1] - outline[0], outline[3] - outline[0]
    half = np.array([np.hypot(*across), np.hypot(*down)]) / 2 + grown_mm
    axes = np.array([across / max(np.hypot(*across), 1e-6), down / max(np.hypot(*down), 1e-6)])
    corners = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners - origin).astype(np.int32), 1)
    return mask.astype(bool)
