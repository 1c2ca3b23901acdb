"""Laying a card's outline of known size onto the edges in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Stage:
    """One step of a fit: turns tried (radians), reach in mm, the strength at which a side counts half, and what a mm
    and a radian away from where the search began cost."""

    turns: Floats
    reach: int
    half: float
    mm_cost: float
    turn_cost: float


STAGES = (
    Stage(np.deg2rad(np.arange(-4, 4.1, 2.0)), 8, 0.25, 0.012, 0.25),
    Stage(np.deg2rad(np.arange(-1.5, 1.6, 0.75)), 3, 1.0, 0.012, 0.25),
)
"""From coarse to fine. Two faint sides must count more than a strong one with nothing opposite: a picture's frame is
stronger than a white rim on a white cloth."""
WIDELY = (Stage(np.deg2rad(np.arange(-90, 85, 6.0)), 20, 0.25, 0.003, 0.05), *STAGES)
"""For a card that may lie elsewhere than it seems, or crosswise."""
ASIDE = (Stage(np.deg2rad(np.arange(-8, 9, 4.0)), 14, 0.25, 0.006, 0.15), *STAGES)
"""For one that lies as it seems to, but not where: between the others."""
BETTER, GOOD = 0.06, 1.6
"""By so much of the score the far place must be better, and so good by itself: where a reflection or a cloth of the
card's colour leaves no edges, chance ones say nothing."""
POINTS, RIM_POINTS = 18, 30
"""Places looked at along each side, to fit it and to judge it."""
FAINT = 35.0
"""An edge of this strength counts half as much as the strongest: white cards lie on white cloths."""
BURNT, HALO = 240, 9
"""Level of the darkest colour from which a place is burnt out, and the width in mm of what it spoils around it."""
OPEN = 0.3
"""A side of which a smaller share is open to view is not judged."""
ALONG = np.linspace(-0.88, 0.88, POINTS)
"""Where, in halves of a side: the round corners are left out."""


@dataclass(frozen=True)
class EdgeMap:
    """How strong edges are in each direction: the structure tensor (`xx`, `xy`, `yy`, float32) of a view from above
    at 1 px a mm, over all three colours, scaled so that its largest value is 1."""

    tensor: Floats
    """(rows * columns, 3)"""
    size: tuple[int, int]
    origin: tuple[float, float]
    view: Image

    PX_PER_MM: ClassVar[float] = 1.0

    @staticmethod
    def of(view: Image, origin: tuple[float, float]) -> EdgeMap:
        """`view`: BGR from above at `PX_PER_MM`; `origin`: its upper left corner in mm."""
        gx = cv2.Sobel(view, cv2.CV_32F, 1, 0, ksize=3)
        gy = cv2.Sobel(view, cv2.CV_32F, 0, 1, ksize=3)
        ones = np.ones((1, 3), np.float32)
        xx, xy, yy = (cv2.transform(cv2.multiply(a, b), ones) for a, b in ((gx, gx), (gx, gy), (gy, gy)))
        gain = 1 / (cv2.sqrt(xx + yy) + FAINT) ** 2
        tensor = cv2.merge([xx * gain, 2 * xy * gain, yy * gain])
        return EdgeMap(tensor.reshape(-1, 3), view.shape[:2], origin, view)

    @cached_property
    def burnt(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Where a lamp's reflection hides what there is, of the view's shape."""
        lit = (self.view.min(axis=2) > BURNT).astype(np.uint8)
        return cv2.dilate(lit, np.ones((HALO, HALO), np.uint8)).astype(bool)

    def fit(
        self, centre: tuple[float, float], angle: float, size: tuple[float, float]
    ) -> tuple[tuple[float, float], float]:
        """The place near (`centre`, `angle`) at which the four sides of a card lie best on edges."""
        place, turn, _ = self._fit(centre, angle, size)
        return place, turn

    def fit_widely(
        self, centre: tuple[float, float], angle: float, size: tuple[float, float]
    ) -> tuple[tuple[float, float], float]:
        """`fit`, but for a card that may lie up to 20 mm away and at any angle, where that is clearly better."""
        near, far = (self._fit(centre, angle, size, stages) for stages in (STAGES, WIDELY))
        place, turn, _ = far if far[2] > max(near[2] + BETTER, GOOD) else near
        return place, (turn + np.pi / 2) % np.pi - np.pi / 2

    def fits(
        self, centre: tuple[float, float], angle: float, size: tuple[float, float]
    ) -> list[tuple[tuple[float, float], float]]:
        """Every place on edges where a card may lie that seems to lie here."""
        fits = (self._fit(centre, angle, size, stages) for stages in (STAGES, ASIDE, WIDELY))
        return [(place, (turn + np.pi / 2) % np.pi - np.pi / 2) for place, turn, _ in fits]

    def _fit(
        self, centre: tuple[float, float], angle: float, size: tuple[float, float], stages: tuple[Stage, ...] = STAGES
    ) -> tuple[tuple[float, float], float, float]:
        """(centre, angle, score), the score up to 4."""
        place, turn, score = np.array(centre, float), float(angle), 0.0
        for stage in stages:
            scores, along, down = self._shifts(place, turn + stage.turns, size, stage)
            best = int((scores - stage.turn_cost * np.abs(stage.turns)).argmax())
            score = float(scores[best])
            turn += float(stage.turns[best])
            c, s = np.cos(turn), np.sin(turn)
            place = place + np.array([c * along[best] - s * down[best], s * along[best] + c * down[best]])
        return (float(place[0]), float(place[1])), turn, score

    def rims(self, centre: tuple[float, float], angle: float, size: tuple[float, float]) -> Floats:
        """For each side of a card (left, right, upper, lower), how much of the change along it runs with it, 0 to 1,
        nan where a reflection hides it. Where a card ends, nearly all does; a pattern that happens to look like a card
        runs every way."""
        c, s = np.cos(angle), np.sin(angle)
        axes = np.array([[c, s], [-s, c]])
        half = np.array(size) / 2
        out = []
        for axis in (0, 1):
            along = np.linspace(-0.9, 0.9, RIM_POINTS) * half[1 - axis]
            for sign in (-1, 1):
                offs = sign * (half[axis] + np.arange(-1, 3))
                points = np.array(centre) + offs[:, None, None] * axes[axis] + along[None, :, None] * axes[1 - axis]
                out.append(self._rim(points, axes[axis]))
        return np.array(out)

    def _rim(self, points: Floats, normal: Floats) -> float:
        """One side of `rims`: points (offset, along, xy) in mm."""
        seen = ~self.burnt.take(self._at(points)).any(axis=0)
        if seen.mean() < OPEN:
            return float("nan")
        across, every = self._energy(points[:, seen], normal)
        best = int(across.mean(axis=1).argmax())
        return float((across[best] / np.maximum(every[best], 1e-3)).mean())

    def _at(self, points: Floats) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Where points (..., xy) in mm lie in the view, counted row by row; what lies beyond it is taken to its rim."""
        rows, columns = self.size
        x = np.minimum(np.maximum((points[..., 0] - self.origin[0]).astype(np.int32), 0), columns - 1)
        y = np.minimum(np.maximum((points[..., 1] - self.origin[1]).astype(np.int32), 0), rows - 1)
        return y * columns + x

    def _energy(self, points: Floats, normal: Floats) -> tuple[Floats, Floats]:
        """Edge strength at points (..., xy) in mm: across `normal`, and in all directions together."""
        tensor = self.tensor.take(self._at(points), axis=0)
        nx, ny = normal
        across = tensor @ np.array([nx * nx, nx * ny, ny * ny], np.float32)
        return np.sqrt(np.maximum(across, 0)), np.sqrt(np.maximum(tensor[..., 0] + tensor[..., 2], 0))

    def across(self, points: Floats, normal: Floats) -> Floats:
        """Edge strength across `normal` at points (..., xy) in mm, 0 to 1."""
        return self._energy(points, normal)[0]

    def _shifts(
        self, place: Floats, turns: Floats, size: tuple[float, float], stage: Stage
    ) -> tuple[Floats, Floats, Floats]:
        """For each turn the best shift along the card's own axes: (score, along, down), lengths in mm."""
        shifts = np.arange(-stage.reach - 1, stage.reach + 2)
        half = np.array(size) / 2
        c, s = np.cos(turns), np.sin(turns)
        axes = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], 1)  # (turns, axis, xy)
        near = 1 - stage.mm_cost * np.abs(shifts[1:-1])
        best = []
        for axis in (0, 1):
            out = half[axis] * np.array([-1, 1])[:, None] + shifts  # (side, shift)
            points = (
                place
                + out[None, :, :, None, None] * axes[:, None, None, None, axis]
                + (ALONG * half[1 - axis])[None, None, None, :, None] * axes[:, None, None, None, 1 - axis]
            )
            profile = self._profile(points, axes[:, axis])  # (turns, side, shift)
            # Each side may lie one mm off for itself: sleeves, and a cut that is not exact.
            wide = np.maximum(np.maximum(profile[..., :-2], profile[..., 2:]) * 0.97, profile[..., 1:-1])
            both = (wide / (wide + stage.half)).sum(axis=1) * near
            at = both.argmax(axis=1)
            best.append((both[np.arange(len(turns)), at], shifts[1:-1][at]))
        return best[0][0] + best[1][0], best[0][1], best[1][1]

    def _profile(self, points: Floats, normals: Floats) -> Floats:
        """Mean edge strength across the normal: points (turns, side, shift, along, xy) in mm, normals (turns, xy)."""
        tensor = self.tensor.take(self._at(points), axis=0)  # (turns, side, shift, along, 3)
        nx, ny = normals[:, 0], normals[:, 1]
        weights = np.stack([nx * nx, nx * ny, ny * ny], -1).astype(np.float32)
        energy = np.einsum("tsdak,tk->tsda", tensor, weights)
        return np.sqrt(np.maximum(energy, 0)).mean(axis=3)
