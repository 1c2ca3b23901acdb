"""The cards on a simulated table: what lies where, in mm, before any camera looks.

This is the truth of the simulator. The table under test never sees it; it gets frames rendered from it, or looks
made from it with mistakes put in (`table.sim.noisy_eye`).
"""

from __future__ import annotations

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

GROUP_GAP = 74.0
"""From the last card of a group to the first of the next (mm), so that they do not touch."""


def spread(
    groups: list[tuple[Card, ...]],
    loose: list[Card],
    area: tuple[float, float, float, float],
    rng: random.Random,
    *,
    mess: float = 1.0,
) -> list[Lying]:
    """Lays a hand open inside `area` (x, y, width, height in mm): melds as overlapping rows, deadwood beside.

    `mess` 0..2 scales how crookedly. Groups that do not fit in the width move closer, then start a second row.
    """
    x0, y0, width, height = area
    rows: list[list[tuple[int, tuple[Card, ...]]]] = [[]]
    used = 0.0
    everything = [*enumerate(groups), *((len(groups) + i, (card,)) for i, card in enumerate(loose))]
    for number, cards in everything:
        need = CARD_STEP * (len(cards) - 1) + GROUP_GAP
        if used + need > width and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append((number, cards))
        used += need
    out: list[Lying] = []
    for r, row in enumerate(rows):
        y = y0 + height * (r + 0.5) / len(rows)
        x = x0 + 40 + rng.uniform(0, 4) * mess
        for number, cards in row:
            lean = rng.gauss(0, 0.05) * mess
            for i, card in enumerate(cards):
                out.append(
                    Lying(
                        name=card,
                        x=x + i * CARD_STEP + rng.gauss(0, 0.5) * mess,
                        y=y + rng.gauss(0, 1.2) * mess,
                        angle=lean + rng.gauss(0, 0.015) * mess,
                        group=number,
                    )
                )
            x += CARD_STEP * (len(cards) - 1) + GROUP_GAP
    return out
