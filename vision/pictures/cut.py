"""Cutting a card upright out of the camera's picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.pictures.describe import FINE, PATCH

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]


def cut(image: Image, outline_px: Floats, size: tuple[int, int] = PATCH) -> Image:
    """The card with corners `outline_px` (4, 2), clockwise from its upper left, as (rows, columns, 3) BGR of `size`.

    Cut at twice the size where the camera sees more than is asked for, then averaged: no detail turns into noise.
    """
    rows, columns = size
    corners = np.asarray(outline_px, np.float32)
    seen = max(
        float(np.linalg.norm(corners[1] - corners[0])) / columns, float(np.linalg.norm(corners[3] - corners[0])) / rows
    )
    factor = 2 if seen > 1.3 else 1
    w, h = columns * factor, rows * factor
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners, target)
    patch = cv2.warpPerspective(image, warp, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if factor > 1:
        patch = cv2.resize(patch, (columns, rows), interpolation=cv2.INTER_AREA)
    return patch


def to_px(points_mm: Floats, px_to_mm: Floats) -> Floats:
    """Points (n, 2) in mm to pixels."""
    flat = np.asarray(points_mm, float).reshape(-1, 2)
    homogeneous = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(px_to_mm).T
    return homogeneous[:, :2] / homogeneous[:, 2:]


def hidden_by(outline_mm: Floats, others_mm: list[Floats]) -> np.ndarray[Any, np.dtype[np.bool_]] | None:
    """Where a card may lie under (or over) its neighbours: a mask of FINE's shape; None where nothing overlaps.

    Which of two overlapping cards lies on top is not known here, so both leave the shared part out.
    """
    if not others_mm:
        return None
    rows, columns = FINE
    target = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(np.asarray(outline_mm, np.float32), target)
    mask = np.zeros(FINE, np.uint8)
    for other in others_mm:
        shape = cv2.perspectiveTransform(np.asarray(other, np.float32)[None], warp)[0]
        cv2.fillConvexPoly(mask, np.rint(shape).astype(np.int32), 1)
    return mask.astype(bool) if mask.any() else None
