"""What really lies on the simulated table, card by card, for tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synth.camera import Camera
from vision.synth.hands import hand_shapes
from vision.synth.scene import Card, Scene


@dataclass(frozen=True)
class CardTruth:
    """`outline`: corners in px, (4, 2), clockwise from the upper left of the face. `visible`: share of the card's
    area that neither other cards nor hands cover and that lies inside the picture."""

    card: Card
    outline: np.ndarray
    visible: float


def truth(scene: Scene, camera: Camera) -> list[CardTruth]:
    """One entry a card, in the order of `scene.cards`."""
    width, height = camera.size
    factor = min(1.0, 640 / width)
    ids = np.zeros((round(height * factor), round(width * factor)), np.uint16)
    outlines = [camera.project(card.outline(), card.top) for card in scene.cards]
    for number, outline in enumerate(outlines, start=1):
        cv2.fillPoly(ids, [np.round(outline * factor).astype(np.int32)], number)
    for hand in scene.hands:
        for points, _ in hand_shapes(hand):
            cv2.fillPoly(ids, [np.round(camera.project(points, hand.height) * factor).astype(np.int32)], 65535)
    counts = np.bincount(ids.ravel(), minlength=len(outlines) + 1)
    out = []
    for number, (card, outline) in enumerate(zip(scene.cards, outlines, strict=True), start=1):
        area = cv2.contourArea(outline.astype(np.float32)) * factor**2
        out.append(CardTruth(card, outline, min(1.0, float(counts[number]) / max(area, 1.0))))
    return out
