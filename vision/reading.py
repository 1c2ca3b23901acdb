"""What a reading of one picture says: cards named with how sure they are, and places that stay a question.

Lengths ending in ``_px`` are pixels of the picture that was read, ``_mm`` millimetres on the mat (only where the
scale is known). Angles are radians clockwise as seen from above, 0 for an upright card; a card reads the same from
both ends, so the angle lies within half a turn: (-pi/2, pi/2].
"""

from __future__ import annotations

import msgspec

from table.rules.cards import Card
from table.rules.signals import Outline, Point

Box = tuple[float, float, float, float]
"""Upright box in pixels: left, top, right, bottom."""

Candidates = tuple[tuple[Card, float], ...]
"""Cards that it may be, best first, each with its probability."""


class Corner(msgspec.Struct, frozen=True, kw_only=True):
    """One printed index (rank above suit) that was seen.

    `angle` is the clockwise turn of the index from upright, in (-pi, pi]; `height_px` spans rank and suit together.
    `p` is the net's own, uncalibrated probability for its best card.
    """

    center_px: Point
    height_px: float
    angle: float
    best: Card
    p: float

    @property
    def box(self) -> Box:
        """The upright box around the index."""
        x, y = self.center_px
        half = self.height_px * 0.6
        return (x - half, y - half, x + half, y + half)


class ReadCard(msgspec.Struct, frozen=True, kw_only=True):
    """A claim: this card lies here. `p` is calibrated: claims of 0.99 are right 99 times in 100."""

    card: Card
    p: float
    outline_px: Outline
    outline_mm: Outline | None = None
    angle: float = 0.0
    corners: tuple[Corner, ...] = ()
    runner_up: Candidates = ()

    @property
    def center_px(self) -> Point:
        """The middle of the card's outline."""
        return middle(self.outline_px)

    @property
    def center_mm(self) -> Point | None:
        """The middle of the card on the mat, None where the scale is unknown."""
        return None if self.outline_mm is None else middle(self.outline_mm)


class UnsurePlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place where something like a card lies that is not named.

    `why` is ``unsure`` (no card is probable enough), ``twice`` (the card is seen in a second place too) or
    ``elsewhere`` (a card known to lie somewhere else).
    """

    box: Box
    candidates: Candidates = ()
    why: str = "unsure"
    outline_px: Outline | None = None
    outline_mm: Outline | None = None
    angle: float = 0.0
    corners: tuple[Corner, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Everything read in one picture, cards from the surest to the least sure.

    `ms` is the time spent; `fresh` the share of the picture that was looked at anew (1.0 without a former frame).
    """

    cards: tuple[ReadCard, ...] = ()
    unsure: tuple[UnsurePlace, ...] = ()
    ms: float = 0.0
    size: tuple[int, int] = (0, 0)
    fresh: float = 1.0

    @property
    def names(self) -> tuple[Card, ...]:
        """The cards that are claimed."""
        return tuple(read.card for read in self.cards)

    def find(self, card: Card) -> ReadCard | None:
        """The claim for one card."""
        return next((read for read in self.cards if read.card == card), None)


def middle(outline: Outline) -> Point:
    """The mean of the four corners."""
    return (sum(x for x, _ in outline) / 4, sum(y for _, y in outline) / 4)


def box_of(outline: Outline) -> Box:
    """The upright box around an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys), max(xs), max(ys))
