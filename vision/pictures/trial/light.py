"""Lamps, shadows and cameras, from mild to hard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from vision.synth import Camera, Glare, Light, Shade

Rng = np.random.Generator
Level = Literal["mild", "middle", "hard"]


def light_of(rng: Rng, level: Level, at: Sequence[tuple[float, float]] = ()) -> Light:
    """Lamps, shadows and their colour; glares fall on the places `at` where given."""
    k = {"mild": 0.3, "middle": 0.65, "hard": 1.0}[level]
    spots = list(at) or [(rng.uniform(50, 540), rng.uniform(60, 360)) for _ in range(3)]
    glares = []
    for _ in range(int(rng.integers(0, 3)) if level == "middle" else int(rng.integers(1, 4)) if level == "hard" else 0):
        x, y = spots[int(rng.integers(len(spots)))]
        radius = rng.uniform(12, 28 if level == "middle" else 45)
        glares.append(
            Glare(
                x + rng.normal(0, 30),
                y + rng.normal(0, 35),
                radius,
                rng.uniform(0.2, 0.55 if level == "middle" else 1.0),
            )
        )
    shades = [
        Shade(rng.uniform(0, 594), rng.uniform(0, 420), rng.uniform(60, 220), rng.uniform(0.1, 0.75 * k))
        for _ in range(int(rng.integers(0, 3)))
    ]
    slope = tuple(rng.uniform(-0.6, 0.6, 2) * k)
    return Light(
        float(rng.uniform(1 - 0.55 * k, 1 + 0.12 * k)),
        slope,
        float(rng.uniform(-1, 1) * k),
        tuple(glares),
        tuple(shades),
    )


def camera_of(rng: Rng, level: Level) -> Camera:
    """A camera that hangs more or less askew, sharp or not."""
    k = {"mild": 0.35, "middle": 0.7, "hard": 1.0}[level]
    return Camera(
        height=float(rng.uniform(530, 600)),
        tilt=float(rng.uniform(-18, 18) * k),
        pan=float(rng.uniform(-8, 8) * k),
        roll=float(rng.uniform(-6, 6) * k),
        exposure=float(rng.uniform(1 - 0.25 * k, 1 + 0.15 * k)),
        white=(float(rng.uniform(1 - 0.2 * k, 1 + 0.15 * k)), float(rng.uniform(1 - 0.15 * k, 1 + 0.2 * k))),
        blur=float(rng.uniform(0.4, 0.5 + 1.1 * k)),
        noise=float(rng.uniform(1.0, 2.0 + 5 * k)),
    )
