"""Which cards lie face down: those that show the deck's back, or, while that is not known, what only a back shows.

A back is told by three things, the surest first: it looks like the enrolled back; it looks the same both ways round,
as most backs do and pictures do not; or it lies there twice, since a deck has each picture once. A back that was seen
twice for some frames is learnt. What remains, a single face-down card whose back is not known and has an upper and a
lower end, cannot be told from a picture that is new; with a deck of which all pictures are known it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from vision.pictures.cut import cut
from vision.pictures.deck import BACK, KEPT_SIZE, PictureDeck
from vision.pictures.describe import Look, agreement
from vision.pictures.track import SAME, Sighting, alike, likeness

Image = np.ndarray[Any, np.dtype[np.uint8]]

AGREES = 0.6
"""Agreement with the enrolled back from which a card lies face down."""
SYMMETRIC = 0.8
RESEMBLES, TWINS = 0.7, 0.8
"""Coarse and fine likeness of two cards that show the same: of different pictures the closest agree by 0.65."""
LEARN_FRAMES = 5
LEARN_SHARPNESS, LEARN_GLARE = 0.11, 0.02


class BackWatch:
    """Sorts the cards of each frame. `learn`: whether a back that is seen becomes the deck's."""

    def __init__(self, deck: PictureDeck | None, learn: bool) -> None:
        self.deck, self.learn = deck, learn
        self._frames = 0

    @property
    def known(self) -> bool:
        """Whether the deck's back was enrolled or learnt."""
        return self.deck is not None and len(self.deck.backs) > 0

    @property
    def all_known(self) -> bool:
        """Whether the deck is whole, so that a card that it does not know is not simply new."""
        deck = self.deck
        return deck is not None and deck.expected is not None and len(deck) >= deck.expected

    def face_down(self, sightings: Sequence[Sighting], image: Image, faces: Sequence[Look] = ()) -> list[bool]:
        """For each card of this frame whether it lies face down. `image` is the frame, from which a back is learnt;
        `faces`: cards that lay face up before, which may look the same both ways round as well: a moon, a wheel."""
        down = [self.is_back(one.look, one.found.vague) for one in sightings]
        if not self.known:
            down = [
                back and not any(alike(one, face) >= SAME for face in faces)
                for back, one in zip(down, sightings, strict=True)
            ]
        twins = self._twins([k for k, back in enumerate(down) if not back], sightings)
        for k in twins:
            down[k] = True
        self._frames = self._frames + 1 if twins else 0
        if self.learn and not self.known and self._frames >= LEARN_FRAMES:
            self._learn([sightings[k] for k in twins], image)
        return down

    def is_back(self, look: Look, beside: bool = False) -> bool:
        """Whether one card by itself shows a back. `beside`: it may be cut out beside its place, where a quick
        comparison says nothing."""
        if self.known:
            assert self.deck is not None
            resembles = beside or any(likeness(look, back) > 0.2 for back in self.deck.backs.looks_of(BACK))
            return resembles and self.deck.backs.match(look).score >= AGREES
        turned = look.turned()
        if float(look.coarse @ turned.coarse) < SYMMETRIC or agreement(look, turned) < SYMMETRIC:
            return False
        return self.deck is None or self.deck.album.match(look).verdict != "known"

    def _twins(self, places: Sequence[int], sightings: Sequence[Sighting]) -> list[int]:
        """Those of `places` that show the same as another one, and are not two pictures that resemble each other."""
        out: set[int] = set()
        for a, b in combinations(places, 2):
            one, other = sightings[a], sightings[b]
            if likeness(one.look, other.look) < RESEMBLES or alike(one, other.look) < TWINS:
                continue
            if not self._two_pictures(one, other):
                out |= {a, b}
        return sorted(out)

    def _two_pictures(self, one: Sighting, other: Sighting) -> bool:
        """Whether the deck knows the two cards as different pictures."""
        if self.deck is None:
            return False
        a, b = (self.deck.album.match(card.look, card.hidden) for card in (one, other))
        return a.best != b.best and a.verdict in ("known", "unsure") and b.verdict in ("known", "unsure")

    def _learn(self, cards: Sequence[Sighting], image: Image) -> None:
        """Takes the sharpest view for the deck's back, unless the deck has it for a picture."""
        best = max(cards, key=lambda card: card.look.sharpness)
        if best.look.sharpness < LEARN_SHARPNESS or best.look.glare > LEARN_GLARE or best.hidden is not None:
            return
        if self.deck is not None and self.deck.album.match(best.look).verdict == "unknown":
            self.deck.set_back(cut(image, best.outline_px, KEPT_SIZE))
