"""Which of several cards that lie on one another is on top, from where their indices can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from table.rules.cards import Card
from vision.spots import INDEX_FROM_CORNER, Spot, inside

PLAINLY = 0.99
"""From here on a card that shows below the top is there, though it was never seen on top."""

ONE_CARD_MM, ENDS_APART_MM = 10.0, 55.0
"""Two places so near, each with one end, and these ends so far apart: one card."""


def index_places(outline: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the two printed indices of a card are, from its outline in mm (clockwise from the face's upper left)."""
    corners = np.array(outline)
    across = (corners[1] - corners[0]) / max(float(np.linalg.norm(corners[1] - corners[0])), 1e-6)
    down = (corners[3] - corners[0]) / max(float(np.linalg.norm(corners[3] - corners[0])), 1e-6)
    offset = across * INDEX_FROM_CORNER[0] + down * INDEX_FROM_CORNER[1]
    first, second = corners[0] + offset, corners[2] - offset
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def covers(upper: Spot, lower: Spot) -> bool:
    """Whether `upper` is seen to lie on `lower`: an index of the lower one should be seen there and is not."""
    if lower.whole:
        return False
    for place in index_places(lower.outline):
        seen = any(np.hypot(place[0] - x, place[1] - y) < 12 for x, y in lower.ends)
        if not seen and inside(place, upper.outline, -2.0):
            return True
    return False


def lies_on(upper: Spot, lower: Spot) -> bool:
    """Whether `upper` shows an index where `lower` would hide it."""
    return any(inside(end, lower.outline, 5.0) for end in upper.ends)


def other_name(spots: Sequence[Spot], top: Spot) -> Card | None:
    """What the far end of the top card says where it bears another name than the near one: of two cards that lie
    exactly on one another the lower one shows no end, so these two places are one card."""
    if top.whole or top.card is None:
        return None
    x, y = top.middle
    for spot in spots:
        near = np.hypot(spot.middle[0] - x, spot.middle[1] - y) < ONE_CARD_MM
        if spot is not top and near and not spot.whole and spot.card not in (None, top.card):
            apart = max(np.hypot(a[0] - b[0], a[1] - b[1]) for a in top.ends for b in spot.ends)
            if apart > ENDS_APART_MM:
                return spot.card
    return None


def _peeps_out(spot: Spot, known: Sequence[Card | None]) -> bool:
    """One end of a card that lies in the pile already, read badly: it shows below the others, not on them."""
    return spot.card is None and not spot.whole and spot.best is not None and spot.best in known


def lying_below(spots: Sequence[Spot], top: Spot, known: Sequence[Card | None]) -> list[Card]:
    """Cards that are plainly seen to lie below the top and that nobody has seen being laid there."""
    ranks = _ranks_out_of_sight(spots, known)
    new = (spot for spot in spots if spot is not top and spot.card is not None and spot.p >= PLAINLY)
    return [spot.card for spot in new if spot.card is not None and spot.card not in known and spot.card[0] not in ranks]


def _ranks_out_of_sight(spots: Sequence[Spot], known: Sequence[Card | None]) -> set[str]:
    """Ranks of cards in the pile that are not read: one index of such a rank may be theirs, its suit misread."""
    seen = {spot.card for spot in spots}
    return {card[0] for card in known if card is not None and card not in seen}


def top_of(spots: Sequence[Spot], known: Sequence[Card | None] = ()) -> Spot | None:
    """The card on top, None where there is none. `known`: the pile so far from the bottom up, which decides a tie.

    A card is on top when nothing is seen to cover it. Of several such, one that shows an index inside the outlines of
    the others wins, then one that was not in the pile before, then the one that shows both indices.
    """
    if not spots:
        return None
    if any(spot.card is not None for spot in spots):
        spots = [spot for spot in spots if not _peeps_out(spot, known)]
    lost = _ranks_out_of_sight(spots, known)

    def is_new(spot: Spot) -> bool:
        # One index of a rank that lies below unseen is that card, its suit read wrongly, and not a new one.
        return spot.card is not None and spot.card not in known and (spot.whole or spot.card[0] not in lost)

    plain = [spot for spot in spots if spot.whole or is_new(spot)]
    if any(spot.card is not None for spot in plain):
        spots = plain  # of cards that lie on one another only the top one shows both its ends

    def rank(spot: Spot) -> tuple[bool, int, int, int, int, float]:
        below = sum(covers(other, spot) and not lies_on(spot, other) for other in spots if other is not spot)
        above = sum(lies_on(spot, other) and not lies_on(other, spot) for other in spots if other is not spot)
        age = list(known).index(spot.best) if spot.best is not None and spot.best in known else 1000
        return (bool(known) and is_new(spot), -below, above, age, spot.whole, spot.p)

    return max(spots, key=rank)
