"""The simulated camera: where it hangs, its lens, and what its sensor does to the light.

Mat coordinates are mm, origin at the mat's upper left corner, x right, y down; heights above the mat are positive.
Pixels count from the centre of the upper left pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np


@dataclass(frozen=True)
class Camera:
    """A camera over the table. Two cameras with the same `pose_key` see the same geometry.

    size: width and height of the picture in px. field: horizontal angle of view in degrees.
    aim: the point of the mat (mm) on the optical axis; height: distance from the lens to it in mm.
    tilt, pan, roll: degrees; tilt leans the camera towards the near side, pan to the right, roll turns the picture.
    k1: radial distortion (negative: barrel). exposure: gain on the light; white: gains of blue and red.
    blur: sigma in px; noise: sigma in grey levels.
    """

    size: tuple[int, int] = (1280, 960)
    field: float = 66.0
    aim: tuple[float, float] = (297.0, 210.0)
    height: float = 540.0
    tilt: float = 0.0
    pan: float = 0.0
    roll: float = 0.0
    k1: float = 0.0
    exposure: float = 1.0
    white: tuple[float, float] = (1.0, 1.0)
    blur: float = 0.6
    noise: float = 2.0

    def scaled(self, width: int) -> Camera:
        """The same camera giving pictures `width` px wide (its small stream)."""
        factor = width / self.size[0]
        return replace(self, size=(width, round(self.size[1] * factor)), blur=self.blur * factor)

    def moved(self, **changes: object) -> Camera:
        """The same camera after a bump or a setting: any field by name."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @cached_property
    def pose_key(self) -> tuple[object, ...]:
        """Everything that decides where a point of the mat appears."""
        return (self.size, self.field, self.aim, self.height, self.tilt, self.pan, self.roll, self.k1)

    @cached_property
    def matrix(self) -> np.ndarray:
        """Intrinsics, 3x3: focal length and the middle of the picture in px."""
        width, height = self.size
        focal = width / 2 / np.tan(np.radians(self.field) / 2)
        return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])

    @cached_property
    def pose(self) -> tuple[np.ndarray, np.ndarray]:
        """Rotation (3x3) and translation (3) from mat mm (z down into the table) to the camera."""
        tilt, pan, roll = np.radians([self.tilt, self.pan, self.roll])
        about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        about_y = np.array([[np.cos(pan), 0, np.sin(pan)], [0, 1, 0], [-np.sin(pan), 0, np.cos(pan)]])
        about_z = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        rotation = about_z @ about_x @ about_y
        target = np.array([self.aim[0], self.aim[1], 0.0])
        return rotation, np.array([0, 0, self.height]) - rotation @ target

    def project(self, points: np.ndarray, height: float = 0.0) -> np.ndarray:
        """Pixels (n, 2) of points (n, 2) in mm that lie `height` mm above the mat, lens distortion included."""
        flat = np.asarray(points, float).reshape(-1, 2)
        rotation, shift = self.pose
        space = np.column_stack([flat, np.full(len(flat), -height)]) @ rotation.T + shift
        ideal = space[:, :2] / space[:, 2:]
        radius2 = (ideal**2).sum(axis=1, keepdims=True)
        if self.k1 < 0:  # far outside the picture the formula would fold points back into it
            radius2 = np.minimum(radius2, 0.25 / -self.k1)
        bent = ideal * (1 + self.k1 * radius2)
        return bent * self.matrix[0, 0] + self.matrix[:2, 2]

    def unproject(self, pixels: np.ndarray) -> np.ndarray:
        """Points of the mat's plane in mm (n, 2) that appear at `pixels` (n, 2)."""
        bent = (np.asarray(pixels, float).reshape(-1, 2) - self.matrix[:2, 2]) / self.matrix[0, 0]
        ideal = bent.copy()
        for _ in range(8):
            ideal = bent / (1 + self.k1 * (ideal**2).sum(axis=1, keepdims=True))
        back = np.linalg.inv(self.plane(0.0))
        points = np.column_stack([ideal, np.ones(len(ideal))]) @ back.T
        return points[:, :2] / points[:, 2:]

    def plane(self, height: float) -> np.ndarray:
        """Homography (3x3) from mm on the plane `height` above the mat to ideal image coordinates (focal length 1)."""
        rotation, shift = self.pose
        return np.column_stack([rotation[:, 0], rotation[:, 1], shift - rotation[:, 2] * height])

    def mat_maps(self, px_per_mm: float) -> tuple[np.ndarray, np.ndarray]:
        """For every pixel the place on a picture of the mat with `px_per_mm`: two float32 maps for `cv2.remap`."""
        width, height = self.size
        step = 8
        columns, rows = np.arange(0, width + step, step), np.arange(0, height + step, step)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        coarse = (self.unproject(grid) * px_per_mm - 0.5).astype(np.float32).reshape(len(rows), len(columns), 2)
        places = np.stack(np.meshgrid(np.arange(width) / step, np.arange(height) / step), axis=-1).astype(np.float32)
        fine = cv2.remap(coarse, places[..., 0], places[..., 1], cv2.INTER_LINEAR)
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])
