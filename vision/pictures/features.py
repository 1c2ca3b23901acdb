"""Pictures of a deck in a photograph, found by their details where no clean outline shows: cards that reach out of the
photograph, lie under a finger or on a cloth of their own colour.

Details (SIFT) of each enrolled picture are looked for in the photograph; those that lie there as on a flat card, seen
from anywhere, say which card it is and where. It takes a hundredth of a second a picture: fit for a photograph, not
for a camera.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.pictures.cut import cut
from vision.pictures.deck import PictureDeck
from vision.pictures.describe import agreement, describe
from vision.pictures.find import holds
from vision.pictures.photo import card_like

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

LONG_PX = 1200
MOST_OF_CARD, MOST_OF_PHOTO = 400, 4000
"""How many details are kept, the most telling ones."""
RATIO = 0.75
"""A detail must resemble its like by so much more than the next best."""
OFF_PX = 4.0
"""How far from its place, in px of the photograph, a detail may lie."""
FEW = 12
"""Details in their places from which a card is looked at closely."""
AGREES = 0.75
"""How well such a card must agree, block by block, with what the photograph shows (`agreement`): cards of one deck
have frames and numbers in common, and with them up to sixty details."""
LEAD = 2.0
"""By so many times the details of a picture must outnumber those of another one at the same place."""


@dataclass(frozen=True)
class Sighted:
    """A picture of the deck in a photograph: its corners (4, 2) in px, from the picture's upper left clockwise (some
    may lie outside), and how many details lie in their places."""

    picture: str
    outline_px: Floats
    details: int
    agrees: float


@dataclass
class DetailFinder:
    """Finds the pictures of `deck` in photographs."""

    deck: PictureDeck
    _known: dict[str, tuple[Floats, Floats]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._of_card = cv2.SIFT_create(nfeatures=MOST_OF_CARD, contrastThreshold=0.02)
        self._of_photo = cv2.SIFT_create(nfeatures=MOST_OF_PHOTO, contrastThreshold=0.02)
        self._matcher = cv2.BFMatcher(cv2.NORM_L2)

    def find(self, image: Image) -> list[Sighted]:
        """The pictures that a photograph (h, w, 3) BGR shows, best first, one a place."""
        factor = min(1.0, LONG_PX / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
        points, details = _details(self._of_photo, small)
        if len(points) < FEW:
            return []
        seen = [one for name in self.deck.pictures if (one := self._sighted(name, small, points, details)) is not None]
        seen.sort(key=lambda one: -one.details)
        kept: list[Sighted] = []
        for one in seen:
            rivals = [other for other in kept if _same_place(one, other)]
            if not rivals:
                kept.append(one)
            elif any(other.details < LEAD * one.details and other.agrees < one.agrees + 0.1 for other in rivals):
                kept = [other for other in kept if other not in rivals]  # look-alikes: none of them is named
        return [Sighted(one.picture, one.outline_px / factor, one.details, one.agrees) for one in kept]

    def _sighted(self, name: str, image: Image, points: Floats, details: Floats) -> Sighted | None:
        """Where a picture lies in a photograph, None where it does not."""
        own_points, own_details = self._details_of(name)
        if len(own_points) < FEW:
            return None
        pairs = self._matcher.knnMatch(own_details, details, k=2)
        good = [a for a, b in (pair for pair in pairs if len(pair) == 2) if a.distance < RATIO * b.distance]
        if len(good) < FEW:
            return None
        here = own_points[[one.queryIdx for one in good]]
        there = points[[one.trainIdx for one in good]]
        to_photo, inside = cv2.findHomography(here, there, cv2.USAC_MAGSAC, OFF_PX, maxIters=2000, confidence=0.999)
        if to_photo is None or inside.sum() < FEW:
            return None
        # Many details of one may look like a single one of the other; each place counts once.
        fitting = inside.ravel().astype(bool)
        count = min(len(np.unique(np.rint(p[fitting] / OFF_PX), axis=0)) for p in (here, there))
        h, w = self.deck.pictures[name].thumbnail.shape[:2]
        outline = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], float) - 0.5, to_photo)[0]
        if count < FEW or not card_like(outline):
            return None
        agrees = self._agreement(name, image, outline)
        return Sighted(name, outline, count, agrees) if agrees >= AGREES else None

    def _agreement(self, name: str, image: Image, outline: Floats) -> float:
        """How well a place in the photograph agrees with a picture; what lies outside counts for nothing."""
        look = describe(cut(image, outline))
        rows, columns = look.fine.shape
        target = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        warp = cv2.getPerspectiveTransform(outline.astype(np.float32), target)
        shown = cv2.warpPerspective(np.ones(image.shape[:2], np.uint8), warp, (columns, rows))
        hidden = shown == 0
        return max(agreement(look, kept, hidden) for kept in self.deck.album.looks_of(name))

    def _details_of(self, name: str) -> tuple[Floats, Floats]:
        if name not in self._known:
            self._known[name] = _details(self._of_card, self.deck.pictures[name].thumbnail)
        return self._known[name]


def _details(sift: Any, image: Image) -> tuple[Floats, Floats]:
    """(points (n, 2), descriptions (n, 128)) of a picture."""
    points, details = sift.detectAndCompute(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None)
    if details is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32)
    # Square roots of shares: one strong gradient then does not drown the others.
    shares = np.sqrt(details / np.maximum(details.sum(axis=1, keepdims=True), 1e-6))
    return np.array([one.pt for one in points], np.float32), shares.astype(np.float32)


def _same_place(a: Sighted, b: Sighted) -> bool:
    x, y = a.outline_px.mean(axis=0)
    return holds(b.outline_px, (float(x), float(y)))
