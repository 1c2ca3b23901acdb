"""The way from millimetres on the mat to pixels and back: a homography and one radial term.

Pixels are centred on the middle of the picture and divided by half its width; in these units a point at radius r of
the straight picture appears at r (1 + k1 r²).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Lens:
    """`plane`: nine numbers, mm -> straight picture in half widths, row by row; `size`: the picture's in px."""

    plane: tuple[float, ...]
    k1: float
    size: tuple[int, int]

    def to_px(self, points: np.ndarray) -> np.ndarray:
        """Pixels (n, 2) of points (n, 2) in mm."""
        flat = np.asarray(points, float).reshape(-1, 2)
        space = np.column_stack([flat, np.ones(len(flat))]) @ np.reshape(self.plane, (3, 3)).T
        straight = space[:, :2] / space[:, 2:]
        bent = straight * (1 + self.k1 * (straight**2).sum(axis=1, keepdims=True))
        return bent * self._half + self._middle

    def to_mm(self, pixels: np.ndarray) -> np.ndarray:
        """Points of the mat in mm (n, 2) that appear at `pixels` (n, 2)."""
        bent = (np.asarray(pixels, float).reshape(-1, 2) - self._middle) / self._half
        straight = bent.copy()
        for _ in range(8):
            straight = bent / (1 + self.k1 * (straight**2).sum(axis=1, keepdims=True))
        back = np.linalg.inv(np.reshape(self.plane, (3, 3)))
        space = np.column_stack([straight, np.ones(len(straight))]) @ back.T
        return space[:, :2] / space[:, 2:]

    def scale(self, points: np.ndarray) -> float:
        """Px per mm around the middle of `points` (n, 2) mm: the smaller of the two directions."""
        x, y = np.asarray(points, float).reshape(-1, 2).mean(axis=0)
        ends = self.to_px(np.array([[x - 5, y], [x + 5, y], [x, y - 5], [x, y + 5]]))
        return float(min(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[3] - ends[2])) / 10)

    def cut(self, image: np.ndarray, box: Box, px_per_mm: float) -> np.ndarray:
        """The part `box` (mm) of the mat from straight above: ``round((bottom - top) * px_per_mm)`` rows of px.

        Pixel (0, 0) shows the place half a px inside the box's upper left corner.
        """
        map_x, map_y = _maps(self, box, px_per_mm, image.shape[1] / self.size[0])
        return cv2.remap(image, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def scaled(self, width: int) -> Lens:
        """The same view in a picture `width` px wide."""
        return Lens(self.plane, self.k1, (width, round(self.size[1] * width / self.size[0])))

    @property
    def _half(self) -> float:
        return self.size[0] / 2

    @property
    def _middle(self) -> np.ndarray:
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])


@lru_cache(maxsize=24)
def _maps(lens: Lens, box: Box, px_per_mm: float, zoom: float) -> tuple[np.ndarray, np.ndarray]:
    """Fixed-point maps for `cv2.remap`; `zoom` is the picture's width over the lens's."""
    width, height = max(1, round((box[2] - box[0]) * px_per_mm)), max(1, round((box[3] - box[1]) * px_per_mm))
    step = 8
    columns, rows = np.arange(0, width + step, step), np.arange(0, height + step, step)
    grid = (np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2) + 0.5) / px_per_mm + np.array(box[:2])
    coarse = ((lens.to_px(grid) + 0.5) * zoom - 0.5).astype(np.float32).reshape(len(rows), len(columns), 2)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    fine = cv2.remap(coarse, x, y, cv2.INTER_LINEAR)
    return cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)


def fit_lens(mm: np.ndarray, px: np.ndarray, size: tuple[int, int], k1: float = 0.0, fit_k1: bool = True) -> Lens:
    """The lens that brings `mm` nearest to `px`, both (n, 2), n >= 4: Gauss and Newton from a direct first guess."""
    half, middle = size[0] / 2, np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    mean, spread = mm.mean(axis=0), float(np.abs(mm - mm.mean(axis=0)).max())
    unit = (mm - mean) / spread
    seen = (px - middle) / half
    straight = seen.copy()
    for _ in range(6):
        straight = seen / (1 + k1 * (straight**2).sum(axis=1, keepdims=True))
    first, _ = cv2.findHomography(unit, straight)
    if first is None:
        raise ValueError("the points lie on one line")
    guess = np.append((first / first[2, 2]).ravel()[:8], k1)
    free = 9 if fit_k1 else 8
    for _ in range(12):
        residual = (_see(guess, unit) - seen).ravel()
        slope = np.empty((len(residual), free))
        for i in range(free):
            nudge = np.zeros(9)
            nudge[i] = 1e-6
            slope[:, i] = ((_see(guess + nudge, unit) - seen).ravel() - residual) / 1e-6
        ridge = np.zeros((free, free))
        if fit_k1:
            ridge[8, 8] = len(residual) * (0.3 / half) ** 2 / 0.15**2 * 0.1  # a mild wish for no distortion
        change = np.linalg.solve(slope.T @ slope + ridge + 1e-12 * np.eye(free), slope.T @ residual)
        guess[:free] -= change
        if np.abs(change).max() < 1e-10:
            break
    plane = np.append(guess[:8], 1.0).reshape(3, 3)
    norm = np.array([[1 / spread, 0, -mean[0] / spread], [0, 1 / spread, -mean[1] / spread], [0, 0, 1]])
    return Lens(tuple(float(v) for v in (plane @ norm).ravel()), float(guess[8]), size)


def _see(guess: np.ndarray, unit: np.ndarray) -> np.ndarray:
    space = np.column_stack([unit, np.ones(len(unit))]) @ np.append(guess[:8], 1.0).reshape(3, 3).T
    straight = space[:, :2] / space[:, 2:]
    return straight * (1 + guess[8] * (straight**2).sum(axis=1, keepdims=True))
