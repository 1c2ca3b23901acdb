"""Made pictures of cards on a table seen from straight above, with the truth: for timing and for tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.rules.cards import DECK, Card
from vision.synth.faces import Faces, playing_faces

CARD_MM = (63.0, 88.0)


@dataclass(frozen=True)
class Laid:
    """A card, its middle in mm and its clockwise turn in rad."""

    card: Card
    x: float
    y: float
    turn: float = 0.0


def table_picture(
    laid: Sequence[Laid], size: tuple[int, int], px_per_mm: float, faces: Faces | None = None, seed: int = 0
) -> np.ndarray:
    """A picture (height, width, 3) uint8 of green cloth with cards, the last on top; pixel (0, 0) is at 0 mm."""
    rng = np.random.default_rng(seed)
    faces = faces or playing_faces("classic")
    width, height = size
    cloth = rng.normal(0, 6, (height // 4, width // 4)).astype(np.float32)
    image = np.empty((height, width, 3), np.float32)
    image[:] = (70, 105, 60)
    image += cv2.resize(cloth, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    for one in laid:
        lay(image, faces[one.card], one, px_per_mm)
    image = cv2.GaussianBlur(image, (0, 0), 0.6) + rng.normal(0, 2, image.shape).astype(np.float32)
    return np.clip(image, 0, 255).astype(np.uint8)


def lay(image: np.ndarray, face: np.ndarray, one: Laid, px_per_mm: float) -> None:
    """Lay one face down."""
    tall, wide = face.shape[:2]
    scale = CARD_MM[1] * px_per_mm / tall
    if scale < 0.7:
        face = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tall, wide = face.shape[:2]
        scale = CARD_MM[1] * px_per_mm / tall
    cos, sin = math.cos(one.turn) * scale, math.sin(one.turn) * scale
    x, y = one.x * px_per_mm, one.y * px_per_mm
    matrix = np.array(
        [[cos, -sin, x - cos * wide / 2 + sin * tall / 2], [sin, cos, y - sin * wide / 2 - cos * tall / 2]], np.float32
    )
    shape = (image.shape[1], image.shape[0])
    mask = cv2.warpAffine(np.full((tall, wide), 1, np.float32), matrix, shape)[..., None]
    shade = cv2.GaussianBlur(mask, (0, 0), px_per_mm)[..., None] * 0.3
    image[:] = image * (1 - shade) * (1 - mask) + cv2.warpAffine(face, matrix, shape).astype(np.float32) * mask


def twenty_apart(size_mm: tuple[float, float], seed: int = 3) -> list[Laid]:
    """Twenty cards apart in four rows, each a little askew and some on their heads."""
    rng = np.random.default_rng(seed)
    cards = [DECK[i] for i in rng.permutation(52)[:20]]
    step_x, step_y = size_mm[0] / 5, size_mm[1] / 4
    return [
        Laid(
            card, (i % 5 + 0.5) * step_x, (i // 5 + 0.5) * step_y, rng.normal(0, 0.08) + math.pi * (rng.random() < 0.5)
        )
        for i, card in enumerate(cards)
    ]
