"""The cards on a simulated table: what lies where, in mm, before any camera looks.

This is the truth of the simulator. The table under test never sees it; it gets frames rendered from it, or looks
made from it with mistakes put in (`table.sim.noisy_eye`).
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from table.rules.cards import Card

Side = str
"""``near`` or ``far``: the mat's sides, one gin player each."""


@dataclass
class Lying:
    """One card on the mat. Lengths in mm, angle in radians clockwise; `up` is whether its face shows."""

    name: str
    x: float
    y: float
    angle: float = 0.0
    up: bool = True
    group: int | None = None
    """Cards of one group lie together (a meld as laid)."""


@dataclass
class World:
    """Piles, laid hands and the row. `version` counts changes, so that a picture is made only when one happened."""

    stock: list[Card] = field(default_factory=list)
    pile: list[tuple[Card, bool]] = field(default_factory=list)
    """The discard pile from the bottom; the flag says whether the card lies face up."""
    laid: dict[Side, list[Lying]] = field(default_factory=lambda: {"near": [], "far": []})
    row: list[Lying] = field(default_factory=list)
    hands_over: dict[str, Side] = field(default_factory=dict)
    """Zones with somebody's hand over them now, and from which side it comes."""
    version: int = 0

    def touch(self) -> None:
        """Something moved."""
        self.version += 1

    @property
    def top(self) -> Card | None:
        """The top of the discard pile, None where it is empty or lies face down."""
        return self.pile[-1][0] if self.pile and self.pile[-1][1] else None

    def clear(self) -> None:
        """Everything is taken off the table."""
        self.stock.clear()
        self.pile.clear()
        self.row.clear()
        for cards in self.laid.values():
            cards.clear()
        self.touch()


CARD_STEP = 17.0
"""How far apart cards of a spread meld lie (mm): the index in the corner stays free."""

CARD = (63.0, 88.0)
GAP = 9.0
"""Between two groups (mm), so that they do not touch."""

Area = tuple[float, float, float, float]
"""x, y, width, height in mm."""


def spread(
    groups: list[tuple[Card, ...]], loose: list[Card], area: Area, rng: random.Random, *, side: Side = "near",
    mess: float = 1.0,
) -> list[Lying]:  # fmt: skip
    """Lays a hand open inside `area`: melds as overlapping rows, deadwood beside, facing the player of that side.

    `mess` 0..2 scales how crookedly. Where the width does not suffice, deadwood is fanned like a meld, then all
    cards lie closer together.
    """
    x0, y0, width, height = area
    rows: list[tuple[int | None, tuple[Card, ...]]] = list(enumerate(groups))
    singles = [(None, (card,)) for card in loose]
    fanned = [(len(groups), tuple(loose))] if loose else []
    rows += singles if _width([*rows, *singles], CARD_STEP) <= width else fanned
    step = CARD_STEP
    while _width(rows, step) > width and step > 11:
        step -= 0.5
    out: list[Lying] = []
    x = (width - _width(rows, step)) / 2
    for number, cards in rows:
        lean = rng.gauss(0, 0.035) * mess
        for i, card in enumerate(cards):
            along = x + CARD[0] / 2 + i * step + rng.gauss(0, 0.4) * mess
            across = height / 2 + rng.gauss(0, 1.0) * mess
            out.append(
                Lying(
                    name=card,
                    x=x0 + (along if side == "near" else width - along),
                    y=y0 + (across if side == "near" else height - across),
                    angle=lean + rng.gauss(0, 0.012) * mess + (0.0 if side == "near" else math.pi),
                    group=number,
                )
            )
        x += CARD[0] + step * (len(cards) - 1) + GAP
    return out


def _width(rows: list[tuple[int | None, tuple[Card, ...]]], step: float) -> float:
    return sum(CARD[0] + step * (len(cards) - 1) + GAP for _, cards in rows) - GAP
