"""What trial cards show: pictures in full bleed, with a white border or in a sleeve; backs, papers and tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from vision.synth import Faces

Image = np.ndarray[Any, np.dtype[np.uint8]]
Rng = np.random.Generator

FACE_PX = 4
"""px a mm at which faces are kept."""
Dress = Literal["bleed", "border", "sleeve", "sleeve+bleed", "sleeve+border"]

SLEEVE_MM = 3.0
"""What a sleeve adds to a card's width and height."""


FacesFor = Callable[[tuple[float, float], Dress], Faces]


def read_art(folders: Sequence[Path]) -> dict[str, Image]:
    """Pictures of folders by ``folder/name``, 480 px high."""
    out = {}
    for folder in folders:
        for path in sorted(folder.glob("*")):
            image = cv2.imread(str(path)) if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp") else None
            if image is not None:
                h, w = image.shape[:2]
                out[f"{folder.name}/{path.stem}"] = cv2.resize(image, (w * 480 // h, 480), interpolation=cv2.INTER_AREA)
    return out


def trial_faces(art: dict[str, Image], size: tuple[float, float], dress: Dress, seed: int = 0) -> Faces:
    """Faces of one look: full bleed, white border, or sleeved. Also holds ``paper-N`` and ``token-N``."""
    w, h = (round(side * FACE_PX) for side in size)

    def make(name: str) -> Image:
        rng = np.random.default_rng((seed, sum(map(ord, name)) * 131 + len(name)))
        if name == "back":
            return _back(np.random.default_rng(seed), h, w)
        if name.startswith("paper"):
            return _paper(rng, h, w)
        if name.startswith("token"):
            return _token(rng)
        return dressed(cv2.resize(art[name], (w, h), interpolation=cv2.INTER_AREA), dress)

    named = (*art, *(f"paper-{i}" for i in range(20)), *(f"token-{i}" for i in range(20)))
    return Faces(f"trial-{dress}-{w}x{h}-{seed}", size, named, make)


def dressed(face: Image, dress: Dress) -> Image:
    """The face with a white border of 4 mm, or in a clear sleeve that is larger and lies over it like a veil."""
    h, w = face.shape[:2]
    if dress.startswith("sleeve+"):
        return dressed(dressed(face, dress.removeprefix("sleeve+")), "sleeve")  # type: ignore[arg-type]
    if dress == "border":
        out = np.full_like(face, (238, 244, 246))
        n = 4 * FACE_PX
        out[n : h - n, n : w - n] = cv2.resize(face, (w - 2 * n, h - 2 * n), interpolation=cv2.INTER_AREA)
        return out
    if dress == "sleeve":
        n = round(SLEEVE_MM / 2 * FACE_PX)
        out = cv2.copyMakeBorder(face, n, n, n, n, cv2.BORDER_CONSTANT, value=(150, 155, 158))
        h, w = out.shape[:2]
        veil = np.linspace(0.0, 38.0, w)[None, :, None] * np.ones((h, 1, 1))
        return np.clip(out * 0.94 + veil, 0, 255).astype(np.uint8)
    return face


def _back(rng: Rng, h: int, w: int) -> Image:
    ink, paper = rng.uniform(20, 150, 3), rng.uniform(170, 245, 3)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    a = np.cos((xx - w / 2) / rng.uniform(4, 12)) * np.cos((yy - h / 2) / rng.uniform(4, 12))
    r = np.cos(np.hypot(xx - w / 2, yy - h / 2) / rng.uniform(6, 30))
    image = np.where((a + rng.uniform(0, 1) * r)[..., None] > 0.1, ink, paper)
    image[: h // 30] = image[-h // 30 :] = image[:, : h // 30] = image[:, -h // 30 :] = paper
    return image.astype(np.uint8)


def _paper(rng: Rng, h: int, w: int) -> Image:
    image = np.full((h, w, 3), rng.uniform(205, 250), np.uint8)
    for y in range(30, h - 20, int(rng.integers(18, 40))):
        x = 20
        while x < w - 60:
            n = int(rng.integers(10, 50))
            if rng.random() < 0.9:
                cv2.line(image, (x, y), (x + n, y + int(rng.integers(-3, 4))), (70, 40, 30), 2, cv2.LINE_AA)
            x += n + 12
    return image


def _token(rng: Rng) -> Image:
    image = np.full((120, 120, 3), 240, np.uint8)
    cv2.circle(image, (60, 60), 48, tuple(float(v) for v in rng.uniform(30, 230, 3)), -1, cv2.LINE_AA)
    cv2.putText(
        image, str(int(rng.integers(1, 7))), (42, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 5, cv2.LINE_AA
    )
    return image


def worn_size(size: tuple[float, float], dress: Dress) -> tuple[float, float]:
    """A card's size with its sleeve, where it wears one."""
    return (size[0] + SLEEVE_MM, size[1] + SLEEVE_MM) if dress.startswith("sleeve") else size
