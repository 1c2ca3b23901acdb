"""Cut-outs of labelled photographs for the reader, beside the synthetic ones.

Whole cards are labelled there, not indices: a reader that is good already says which index it sees, and its answer is
taken where the label of the card agrees or where the label leaves but one choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from vision.files import load_picture
from vision.indices import CARDS, GLYPHS, NET_SUITS
from vision.merge import Sight
from vision.reader import CardReader
from vision.scoring import Label, Photo, load_photos
from vision.training.crops import CropMaker

POSSIBLE = 0.02
"""The reader must hold the label at least so likely: else it looks at something else than the card's index."""


def crops_of_photos(reader: CardReader, folders: Iterable[tuple[Path, frozenset[str]]], out: Path, seed: int) -> int:
    """Write cut-outs of the named photographs of each folder to `out`; returns how many."""
    rng = np.random.default_rng(seed)
    maker = CropMaker(rng)
    for folder, names in folders:
        for photo in load_photos(folder):
            if photo.path.name in names:
                add_photo(maker, reader, photo)
    crops = maker.crops()
    np.savez(out, images=crops.images, ranks=crops.ranks, suits=crops.suits, suit_counts=crops.suit_counts)
    return len(crops.images)


def add_photo(maker: CropMaker, reader: CardReader, photo: Photo) -> None:
    """The cut-outs of one photograph: each index thrice as the finder might have cut it, and once on its head."""
    image = load_picture(photo.path)
    rng = maker.rng
    for sheet in reader.sheets(image):
        for sight in sheet.sights:
            label = named_by(sight, photo.labels)
            if label is None:
                continue
            spot = sight.spot
            for _ in range(3):
                x, y = rng.normal((spot.x, spot.y), spot.height * 0.05)
                down, height = sight.down + rng.normal() * 0.1, spot.height * math.exp(rng.normal() * 0.1)
                maker.add(image, x, y, down, height, label)
            maker.add(image, spot.x, spot.y, sight.down + math.pi, spot.height, None)
            if label[5] < 0:  # only the rank is labelled: nothing is asked about the suit
                for i in (-2, -3, -4):
                    maker.counts[i] = 0.0
                    maker.suits[i][:] = 0.2


def named_by(sight: Sight, labels: Iterable[Label]) -> np.ndarray | None:
    """A label row as scenes have them for the card on which the sight lies; None where that is not clear."""
    best = None
    for label in labels:
        left, top, right, bottom = label.box or (0, 0, 0, 0)
        if not (left < sight.spot.x < right and top < sight.spot.y < bottom):
            continue
        cards = [i for i, card in enumerate(CARDS) if card.startswith(label.card)]
        chance = float(sight.vote.cards[cards].sum())
        if chance > POSSIBLE and (best is None or chance > best[0]):
            best = (chance, label.card)
    if best is None:
        return None
    rank = GLYPHS.index(best[1][0])
    suit = NET_SUITS.index(best[1][1]) if len(best[1]) == 2 else -1
    # Nobody labelled how much is seen; a reading that agrees has seen enough.
    return np.array([0, 0, 0, 0, rank, suit, 1.0, 1.0], np.float32)
