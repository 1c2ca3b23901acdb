"""A table without a printed mat: four large markers somewhere near its corners, and the same zones in its middle.

Nobody measures how far the markers lie apart. Each is a square of known size, so the plane's perspective, its scale
and the places of all four follow from the picture; the zones then lie around their common middle.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat import Mat


def loose_corners(found: dict[int, np.ndarray], mat: Mat, shape: tuple[int, ...]) -> dict[int, np.ndarray]:
    """For each loose marker in sight its corners in mm on a mat laid in the middle between them; may be empty."""
    seen = {mat.loose.first + i: found[mat.loose.first + i] for i in range(4) if mat.loose.first + i in found}
    if len(seen) < 3:
        return {}
    plane = _metric_plane(list(seen.values()), mat.loose.side, shape)
    flat = {number: cv2.perspectiveTransform(px[None].astype(np.float64), plane)[0] for number, px in seen.items()}
    centres = {number: corners.mean(axis=0) for number, corners in flat.items()}
    turn, middle = _upright(centres, mat.loose.first)
    half = mat.loose.side / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    out = {}
    for number, corners in flat.items():
        placed = (corners - middle) @ turn.T + np.array(mat.size) / 2
        out[number] = _nearest_square(placed, square)
    return out


def _metric_plane(markers: list[np.ndarray], side: float, shape: tuple[int, ...]) -> np.ndarray:
    """Homography px -> mm under which every marker is as near as possible to a square of `side`."""
    height, width = shape[:2]
    norm = np.array([[2 / width, 0, -1], [0, 2 / width, -height / width], [0, 0, 1.0]])
    unit = [cv2.perspectiveTransform(px[None].astype(np.float64), norm)[0] for px in markers]
    sides = np.mean([np.linalg.norm(m - np.roll(m, 1, axis=0), axis=1).mean() for m in unit])
    scale = side / sides
    guess = np.array([0.0, 0.0, 1.0, 0.0, scale])  # two of perspective, stretch, shear, scale
    for _ in range(25):
        residual = _squareness(guess, unit, side)
        slope = np.empty((len(residual), 5))
        for i in range(5):
            nudge = np.zeros(5)
            nudge[i] = 1e-6 * max(1.0, abs(guess[i]))
            slope[:, i] = (_squareness(guess + nudge, unit, side) - residual) / nudge[i]
        change = np.linalg.lstsq(slope, residual, rcond=None)[0]
        guess = guess - change
        if np.abs(change).max() < 1e-9:
            break
    return _plane_of(guess) @ norm


def _plane_of(guess: np.ndarray) -> np.ndarray:
    p, q, stretch, shear, scale = guess
    straight = np.array([[1, 0, 0], [0, 1, 0], [p, q, 1.0]])
    return np.array([[scale, scale * shear, 0], [0, scale * stretch, 0], [0, 0, 1]]) @ straight


def _squareness(guess: np.ndarray, markers: list[np.ndarray], side: float) -> np.ndarray:
    """How far each marker's four sides and two diagonals are from a square's, in mm."""
    plane = _plane_of(guess)
    out = []
    for px in markers:
        mm = cv2.perspectiveTransform(px[None], plane)[0]
        out += list(np.linalg.norm(mm - np.roll(mm, 1, axis=0), axis=1) - side)
        out += [
            float(np.linalg.norm(mm[0] - mm[2])) - side * 2**0.5,
            float(np.linalg.norm(mm[1] - mm[3])) - side * 2**0.5,
        ]
    return np.array(out)


def _upright(centres: dict[int, np.ndarray], first: int) -> tuple[np.ndarray, np.ndarray]:
    """Rotation that lays the markers' rectangle straight, and its middle; one missing corner is completed."""
    at = {number - first: centre for number, centre in centres.items()}
    for missing in range(4):
        if missing not in at:
            at[missing] = at[(missing + 1) % 4] + at[(missing - 1) % 4] - at[(missing + 2) % 4]
    along = (at[1] - at[0]) + (at[2] - at[3])
    angle = np.arctan2(along[1], along[0])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return turn, np.mean([at[i] for i in range(4)], axis=0)


def _nearest_square(corners: np.ndarray, square: np.ndarray) -> np.ndarray:
    """`square` moved and turned onto `corners`."""
    middle = corners.mean(axis=0)
    u, _, v = np.linalg.svd(square.T @ (corners - middle))
    return square @ (u @ v) + middle
