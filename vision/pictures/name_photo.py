"""Which pictures of a deck an ordinary photograph shows: no mat in it, taken by hand from anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.pictures.deck import PictureDeck
from vision.pictures.features import DetailFinder, Sighted
from vision.pictures.find import holds
from vision.pictures.identify import Verdict
from vision.pictures.photo import Plane, planes_of
from vision.pictures.reader import RowReader

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

PLANES = 3
"""How many ways the table may lie are read."""


@dataclass(frozen=True)
class Named:
    """A card in a photograph: its picture's id, None where it has none by the verdict; `outline_px` (4, 2)."""

    picture: str | None
    verdict: Verdict
    score: float
    outline_px: Floats


class PhotoNamer:
    """Names the cards of `deck` in photographs. By their outlines first, which also tells strangers from no card at
    all; then by their details, where an outline is not to be seen."""

    def __init__(self, deck: PictureDeck) -> None:
        self.deck = deck
        self._details = DetailFinder(deck)

    def name(self, image: Image) -> list[Named]:
        """The cards that a photograph (h, w, 3) BGR shows, as far as they are found; from left to right."""
        cards = self._by_outline(image)
        if not cards or any(card.picture is None for card in cards):
            cards = _together(cards, self._details.find(image))
        return sorted(cards, key=lambda card: float(card.outline_px[:, 0].mean()))

    def _by_outline(self, image: Image) -> list[Named]:
        """The cards on the plane on which most are known; on the likeliest one where none is."""
        ways = [self._read(image, plane) for plane in planes_of(image, self.deck.size_mm)[:PLANES]]
        return max(ways, key=lambda cards: sum(card.picture is not None for card in cards), default=[])

    def _read(self, image: Image, plane: Plane) -> list[Named]:
        reader = RowReader(self.deck, area_mm=plane.area_mm, learn=False, agree=1)
        view = reader.read(image, plane.px_to_mm, 0.0)
        return [
            Named(card.picture, track.tally.verdict, track.tally.fused()[1], track.sighting.outline_px)
            for card, track in zip(view.cards, reader.tracks, strict=True)
        ]


def _together(cards: list[Named], sighted: list[Sighted]) -> list[Named]:
    """Cards by outline with those found by details: what details name is no stranger, and no part of a card is one."""
    found = [Named(one.picture, "known", one.agrees, one.outline_px) for one in sighted]
    known = [card for card in cards if card.picture is not None]
    new = [one for one in found if one.picture not in {card.picture for card in known}]
    strangers = [card for card in cards if card.picture is None and not any(_overlap(card, one) for one in found)]
    return [*known, *new, *strangers]


def _overlap(card: Named, other: Named) -> bool:
    """Whether the middle of one lies within the other."""
    pairs = ((card, other), (other, card))
    middles = [(b.outline_px, a.outline_px.mean(axis=0)) for a, b in pairs]
    return any(holds(outline, (float(x), float(y))) for outline, (x, y) in middles)
