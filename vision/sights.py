"""Which sights of indices are worth a second look, which are of one print, and which are of a size that cards have."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.merge import INDEX_HEIGHT_MM, Sight, turn_between

CLEAR, CLEAR_HEAT = 0.95, 0.6
"""A lone corner so strong is only compared with its reading turned by half."""

HOPELESS_HEAT, HOPELESS_STRENGTH = 0.5, 0.12

REACH, HEADLONG_REACH = 0.36, 0.95
"""How far apart two sights of one print may be, in heights of an index, the same way up or not."""

SMALLEST, LARGEST = -0.75, 0.95
"""How far from a common index's height others may be, as logarithms."""


def clear(sight: Sight) -> bool:
    """A spot that is hot and strong at first sight."""
    return sight.vote.strength >= CLEAR and sight.spot.heat >= CLEAR_HEAT


def hopeless(sight: Sight) -> bool:
    """A faint spot that reads as no card at first sight: not worth three more looks."""
    return sight.spot.heat < HOPELESS_HEAT and sight.vote.strength < HOPELESS_STRENGTH


def one_a_place(sights: Sequence[Sight]) -> list[Sight]:
    """Two sights at the same place are one: the heavier stays.

    Indices of a fan lie as close as a third of their height, but all the same way up: a weaker reading close by that
    stands on its head is the same index misread (a J as a 7, a 6 as a 9).
    """
    kept: list[Sight] = []
    for sight in sorted(sights, key=lambda one: -one.weight):
        if not any(overlaps(sight, other) for other in kept):
            kept.append(sight)
    return kept


def overlaps(weaker: Sight, stronger: Sight) -> bool:
    """Whether the weaker sight is of the same print as the stronger one."""
    apart = weaker.spot.distance(stronger.spot) / max(weaker.spot.height, stronger.spot.height)
    if apart >= HEADLONG_REACH:
        return False
    headlong = turn_between(weaker.down, stronger.down) > 2.2 and weaker.weight < 0.8 * stronger.weight
    return headlong or apart < REACH


def of_common_height(sights: Sequence[Sight]) -> list[Sight]:
    """In a picture of unknown scale all cards are of one size: weak readings far from the common height are dropped.

    Strong ones stay, since a slanting view shows near cards twice as large as far ones. Tells each sight how far it is
    from that height.
    """
    if not sights:
        return []
    heights = np.log([sight.spot.height for sight in sights])
    weights = np.array([sight.weight for sight in sights])
    support = (weights * np.exp(-(((heights[:, None] - heights[None, :]) / 0.2) ** 2))).sum(axis=1)
    near = np.abs(heights - heights[int(support.argmax())]) < 0.25
    common = float((heights[near] * weights[near]).sum() / max(weights[near].sum(), 1e-9))
    kept = []
    for sight in sights:
        sight.odd = abs(math.log(sight.spot.height) - common)
        if sight.odd < 0.5 or (sight.odd < 1.3 and sight.vote.strength > 0.8):
            kept.append(sight)
    return kept


def of_known_height(sights: Sequence[Sight], px_per_mm: float) -> list[Sight]:
    """At a known scale an index is 7 to 40 mm high, mostly 12 to 20.

    Tells each sight how far it is from that, or from the height that a deck seen in several strong sights has.
    """
    kept = []
    strong = [sight.spot.height for sight in sights if sight.vote.strength > 0.8]
    common = float(np.median(strong)) if len(strong) >= 5 else None
    for sight in sights:
        off = math.log(sight.spot.height / (INDEX_HEIGHT_MM * px_per_mm))
        if SMALLEST < off < LARGEST:
            sight.odd = max(0.0, abs(off) - 0.25)
            if common is not None:
                sight.odd = min(sight.odd, abs(math.log(sight.spot.height / common)))
            kept.append(sight)
    return kept
