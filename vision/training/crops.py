"""Cut-outs for the reader: indices as the finder would cut them, and all that it might take for one.

Targets are shares: an index half hidden is partly "no index", a suit half hidden partly "not to be seen", so that the
reader learns to say how much it can know.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.indices import GLYPHS, cut_out

NONE, UNKNOWN = len(GLYPHS), 4
RANK_HIDDEN, RANK_SEEN = 0.36, 0.64
SUIT_HIDDEN, SUIT_SEEN = 0.22, 0.55


@dataclass(frozen=True)
class Crops:
    """Cut-outs (n, 48, 32, 3) uint8, shares of the 19 and the 5 answers, and how far the suit's answer counts."""

    images: np.ndarray
    ranks: np.ndarray
    suits: np.ndarray
    suit_counts: np.ndarray

    @classmethod
    def join(cls, parts: list[Crops]) -> Crops:
        """Several sets as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def take(self, order: np.ndarray) -> Crops:
        """Those numbered in `order`."""
        return Crops(*(getattr(self, name)[order] for name in self.__dataclass_fields__))


class CropMaker:
    """Collects cut-outs of one scene after the other. Without `shares` an index is there or not, its suit always."""

    def __init__(self, rng: np.random.Generator, shares: bool = True) -> None:
        self.rng, self.shares = rng, shares
        self.images: list[np.ndarray] = []
        self.ranks: list[np.ndarray] = []
        self.suits: list[np.ndarray] = []
        self.counts: list[float] = []

    def add(self, image: np.ndarray, x: float, y: float, down: float, height: float, label: np.ndarray | None) -> None:
        """One cut-out; `label` is the index that it shows, None for no index."""
        ranks, suits, count = np.zeros(NONE + 1, np.float32), np.zeros(5, np.float32), 0.0
        if label is None:
            ranks[NONE] = 1
        else:
            _, _, _, _, rank, suit, rank_seen, suit_seen = label
            readable = ramp(rank_seen, RANK_HIDDEN, RANK_SEEN) if self.shares else float(rank_seen > 0.5)
            ranks[int(rank)], ranks[NONE] = readable, 1 - readable
            known = ramp(suit_seen, SUIT_HIDDEN, SUIT_SEEN) if self.shares else 1.0
            suits[int(suit)], suits[UNKNOWN] = known, 1 - known
            count = readable
        self.images.append(cut_out(image, x, y, down, height))
        self.ranks.append(ranks)
        self.suits.append(suits)
        self.counts.append(count)

    def scene(self, image: np.ndarray, labels: np.ndarray) -> None:
        """All indices of a scene, each shaken as the finder shakes it, and a share of things that are none."""
        rng = self.rng
        for label in labels:
            x, y, down, height, _, _, rank_seen, _ = label
            if rank_seen > 0.9 and rng.random() < 0.35:
                continue  # whole indices are the most common and the easiest
            x, y = x + rng.normal() * height * 0.06, y + rng.normal() * height * 0.06
            down, height = down + rng.normal() * 0.11, height * math.exp(rng.normal() * 0.11)
            self.add(image, x, y, down, height, label)
            kind = rng.random()
            if kind < 0.30 and rank_seen > 0.4:
                self.add(image, x, y, down + math.pi, height, None)
            elif kind < 0.42:
                way, far = rng.uniform(0, 2 * math.pi), height * rng.uniform(0.55, 1.3)
                turn = down + math.pi * (rng.random() < 0.5)
                self.add(image, x + far * math.cos(way), y + far * math.sin(way), turn, height, None)
            elif kind < 0.47:
                self.add(image, x, y, down + rng.choice([-1, 1]) * rng.uniform(0.9, 2.2), height, None)
        size = image.shape[0]
        for _ in range(2):
            x, y = rng.uniform(15, size - 15, 2)
            if not len(labels) or np.hypot(labels[:, 0] - x, labels[:, 1] - y).min() > 25:
                self.add(image, x, y, rng.uniform(0, 2 * math.pi), rng.uniform(18, 70), None)

    def found(self, image: np.ndarray, labels: np.ndarray, spots: list) -> None:
        """What the finder itself takes for indices in this scene: right ones, and wrong ones as the hardest lessons."""
        for spot in spots:
            distance = np.hypot(labels[:, 0] - spot.x, labels[:, 1] - spot.y) if len(labels) else np.array([np.inf])
            nearest = int(distance.argmin())
            label = None
            if distance[nearest] < 0.3 * spot.height:
                turn = abs((spot.down - labels[nearest, 2] + math.pi) % (2 * math.pi) - math.pi)
                if abs(math.log(spot.height / labels[nearest, 3])) > 0.5:
                    continue
                label = labels[nearest] if turn < 0.7 else None
            elif distance[nearest] < 0.75 * spot.height:
                continue
            self.add(image, spot.x, spot.y, spot.down, spot.height, label)

    def crops(self) -> Crops:
        """Everything collected."""
        return Crops(
            np.stack(self.images), np.stack(self.ranks), np.stack(self.suits), np.array(self.counts, np.float32)
        )


def ramp(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, even between."""
    return float(min(1.0, max(0.0, (value - low) / (high - low))))
