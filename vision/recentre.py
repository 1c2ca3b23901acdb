"""Spots that lie beside their index: where two indices stand close together, one draws the other's spot towards itself.

A cut-out of such a spot shows half of each and reads as nothing, though a third of an index further it reads plainly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from vision.indices import Spot
from vision.merge import Sight

HOT = 0.5
"""The finder is so sure that there is an index."""

WEAK, STRONG = 0.5, 0.85
"""A reading weaker than the one may be wrong as the cut-out lies aside; one stronger than the other needs no better."""

ASIDE = 0.3
"""How far aside is tried, in heights of the index."""

Seen = TypeVar("Seen")


def moved_onto(
    sights: Sequence[Sight], read: Callable[[Sequence[Spot]], Iterable[tuple[Seen, Sight]]]
) -> dict[int, tuple[Seen, Sight]]:
    """For those of `sights` that lie beside their index: by their number what is read at the better place.

    `read` cuts each spot out and reads it: what it saw, and the sight.
    """
    poor = [i for i, sight in enumerate(sights) if sight.spot.heat >= HOT and sight.vote.strength < STRONG]
    tried = [(i, spot) for i in poor for spot in around(sights[i].spot)]
    found: dict[int, tuple[Seen, Sight]] = {}
    for (i, _), (seen, sight) in zip(tried, read([spot for _, spot in tried]), strict=True):
        least = found[i][1].vote.strength if i in found else STRONG
        if sight.vote.strength > least and may_replace(sights[i], sight):
            found[i] = seen, sight
    return found


def may_replace(sight: Sight, beside: Sight) -> bool:
    """Whether what is read beside a spot is its index, and not the next one, which has a spot of its own."""
    return sight.vote.strength < WEAK or sight.vote.best == beside.vote.best


def around(spot: Spot) -> list[Spot]:
    """The places beside a spot: to its left and right, above and below, as the index stands."""
    cos, sin, way = math.cos(spot.down), math.sin(spot.down), ASIDE * spot.height
    return [spot.moved(x * way, y * way) for x, y in ((sin, -cos), (-sin, cos), (cos, sin), (-cos, -sin))]
