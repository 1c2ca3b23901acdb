"""Cards followed from frame to frame: a number belongs to a card, not to a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.pictures.describe import Look, agreement, turn_coarse
from vision.pictures.find import Found
from vision.pictures.identify import Tally
from vision.pictures.shown import FAR, shown_alike

STILL_MM = 3.0
"""A card that moved less between frames lies still."""
NEAR_MM = 12.0
SURE_COARSE = 0.97
"""Coarse likeness of a card that nobody touched to what was seen of it last. A lamp's reflection lies where it lay
though the card under it is another: two cards under one spot agreed by 0.94."""
COARSE = 0.2
"""Coarse likeness below which cards are not the first to be compared finely."""
RIVAL = 0.25
"""With another card this close in looks, the fine comparison decides."""
SAME = 0.7
"""Agreement of the details that two views both show from which they show the same card, wherever it lies."""
FAR_SAME, FAR_SAME_DAZZLED = 0.85, 0.75
"""The same where a cut-out may lie far beside its card, in clear light, where cards of which half is the same agree by
0.79, and under a lamp. (Of 2,065 pairs of different ones under lamps that showed half a card or more the closest agreed
by 0.67, within the usual reach by 0.65.)"""
LEFT_SAME = 0.66
"""Under a lamp, the same for the one card left over near the one place left empty, of which half or more is shown."""
DAZZLED = 0.005
"""Share of a card that is burnt out from which it lies under a lamp."""
PUSHED_MM = 60.0
HALF = 0.5
LEAST_SHARE = 0.04
"""Share of a card that two views must both show to tell whether it is the same one."""
LITTLE, SAME_LITTLE = 0.1, 0.8
"""Where both show less than this share they must agree so well: it may be no more than the frame that all cards of a
deck have."""
UNMOVED_MM = 6.0
UNDER_TOKENS = 0.1
"""A card of which tokens hide so much cannot be compared: it is the one that lies where it lay."""
OPEN_SHARE, OPEN_SAME = 0.3, 0.84
"""A card that did not move is the same when the best third of it agrees so well: tokens may lie on the rest. (Of 1,600
pairs of different pictures the best third of one agreed by 0.84, of all others by less than 0.8.)"""


@dataclass
class Sighting:
    """A face-up card in one frame."""

    found: Found
    look: Look
    outline_px: np.ndarray
    hidden: np.ndarray | None = None
    tokens: float = 0.0
    """Share of it that lies under voting tokens."""


@dataclass
class Track:
    """One card of the row. `number` is None until the row has been agreed on."""

    sighting: Sighting
    number: int | None = None
    look: Look = None  # type: ignore[assignment]
    tally: Tally = field(default_factory=Tally)
    picture: str | None = None
    still: int = 1
    """Frames that it has lain at its place."""
    absent: int = 0
    """Frames in a row in which it was not seen though no hand was over the zone."""
    cutout: str = ""
    cutout_sharpness: float = 0.0

    def __post_init__(self) -> None:
        if self.look is None:
            self.look = self.sighting.look

    @property
    def centre(self) -> tuple[float, float]:
        return self.sighting.found.centre

    def moved_to(self, sighting: Sighting, hand: bool = False) -> None:
        """Takes the new sighting; keeps the better of two looks, and none on which there may be a hand."""
        step = float(np.hypot(sighting.found.centre[0] - self.centre[0], sighting.found.centre[1] - self.centre[1]))
        self.still = self.still + 1 if step < STILL_MM else 1
        self.absent = 0
        old = self.look
        if (
            not hand
            and sighting.look.sharpness > 1.05 * old.sharpness
            and sighting.look.glare <= old.glare
            and sighting.hidden is None
        ):
            self.look = sighting.look
        self.sighting = sighting


def likeness(a: Look, b: Look) -> float:
    """Coarse likeness of two views, whichever way round."""
    return float(max(a.coarse @ b.coarse, a.coarse @ turn_coarse(b.coarse)))


def alike(new: Sighting, old: Look) -> float:
    """How alike a sighting and a card are in what both views show, whichever way round; 0 where that is too little to
    tell, for a card may be exchanged under a lamp that hides it. Cut-outs that lie badly on each other are moved
    together if need be."""
    ways = _ways_round(new, old)
    score = 0.0
    for look, hidden in ways:
        shown = shown_alike(look, old, hidden)
        if shown.share >= LITTLE or (shown.share >= LEAST_SHARE and shown.score >= SAME_LITTLE):
            score = max(score, shown.score)
        if score >= SAME:
            return score
    limit = FAR_SAME_DAZZLED if dazzled(new, old) else FAR_SAME
    for look, hidden in ways:
        shown = shown_alike(look, old, hidden, FAR)
        if shown.share >= HALF and shown.score >= limit:
            return shown.score
    return score


def dazzled(new: Sighting, old: Look) -> bool:
    """Whether a lamp lies on a card in either view."""
    return max(new.look.glare, old.glare) > DAZZLED


def half_alike(new: Sighting, old: Look) -> float:
    """`alike` of cards of which both views show half or more, else 0."""
    shown = (shown_alike(look, old, hidden) for look, hidden in _ways_round(new, old))
    return max(one.score if one.share >= HALF else 0.0 for one in shown)


def _ways_round(new: Sighting, old: Look) -> list[tuple[Look, np.ndarray | None]]:
    """A sighting as it is and turned by half, with what is hidden of it; that way first which is more like `old`. It
    need not be the right one: a lamp's reflection stays where it lay when the card under it is turned."""
    ways = [(new.look, new.hidden), (new.look.turned(), None if new.hidden is None else new.hidden[::-1, ::-1])]
    return sorted(ways, key=lambda way: -float(way[0].coarse @ old.coarse))


def best_part(new: Sighting, old: Look) -> float:
    """Fine likeness of the best third alone, whichever way round."""
    look, hidden = _ways_round(new, old)[0]
    return agreement(look, old, hidden, OPEN_SHARE)


def associate(tracks: list[Track], sightings: list[Sighting], covered: bool = True) -> list[int | None]:
    """For each sighting the place in `tracks` of the card that it shows, or None for a new card.

    Cards that lie where they lay and look as they did are taken at once. The rest are compared finely and given out
    from the best agreement down; between equals the nearer place wins. `covered`: whether things may lie on the cards,
    so that of one that did not move the best part is enough.
    """
    answer: list[int | None] = [None] * len(sightings)
    if not tracks or not sightings:
        return answer
    coarse, distance = _compared(tracks, sightings)
    free = set(range(len(tracks)))
    for seen in (coarse, _coarse([track.sighting.look for track in tracks], sightings)):
        _lie_where_they_lay(seen, distance, answer, free)
    compared: set[tuple[int, int]] = set()
    for gate in (COARSE, -1.0):  # what the coarse comparison misses is compared finely once the rest is given out
        pairs = []
        for s in (s for s, k in enumerate(answer) if k is None):
            for k in free:
                if (s, k) in compared or (coarse[s, k] < gate and distance[s, k] >= NEAR_MM):
                    continue
                compared.add((s, k))
                score, same = _same(sightings[s], tracks[k], float(distance[s, k]), covered)
                if same:
                    pairs.append((score - 0.0002 * min(distance[s, k], 300.0), s, k))
        _give_out(pairs, answer, free)
    rest = [s for s, k in enumerate(answer) if k is None]
    if len(rest) == len(free) == 1:
        s, k = rest[0], next(iter(free))
        near = distance[s, k] < PUSHED_MM and dazzled(sightings[s], tracks[k].look)
        if near and half_alike(sightings[s], tracks[k].look) >= LEFT_SAME:
            answer[s] = k
    return answer


def _lie_where_they_lay(coarse: np.ndarray, distance: np.ndarray, answer: list[int | None], free: set[int]) -> None:
    """Takes the cards that nobody touched, as far as a glance tells."""
    for s in range(len(answer)):
        near = int(distance[s].argmin())
        if answer[s] is not None or near not in free or distance[s, near] >= NEAR_MM or coarse[s, near] <= SURE_COARSE:
            continue
        others, rivals = np.delete(coarse[s], near), np.delete(coarse[:, near], s)
        if coarse[s, near] - max(others.max(initial=-1.0), rivals.max(initial=-1.0)) > RIVAL:
            answer[s] = near
            free.discard(near)


def _compared(tracks: list[Track], sightings: list[Sighting]) -> tuple[np.ndarray, np.ndarray]:
    """Coarse likeness, whichever way round, and distance in mm of every sighting (rows) and track (columns)."""
    places = np.array([track.centre for track in tracks])
    middles = np.array([one.found.centre for one in sightings])
    distance = np.hypot(middles[:, None, 0] - places[None, :, 0], middles[:, None, 1] - places[None, :, 1])
    return _coarse([track.look for track in tracks], sightings), distance


def _coarse(looks: Sequence[Look], sightings: Sequence[Sighting]) -> np.ndarray:
    """Coarse likeness, whichever way round, of every sighting (rows) and look (columns)."""
    old = np.stack([look.coarse for look in looks])
    new = np.stack([one.look.coarse for one in sightings])
    turned = np.stack([turn_coarse(one.look.coarse) for one in sightings])
    return np.maximum(new @ old.T, turned @ old.T)


def _same(new: Sighting, track: Track, distance: float, covered: bool) -> tuple[float, bool]:
    """How alike a sighting and a card are, and whether that is enough by itself."""
    if distance < UNMOVED_MM and new.tokens > UNDER_TOKENS:
        return 1.0, True
    score = alike(new, track.look)
    here = covered and distance < NEAR_MM
    return score, score >= SAME or (here and best_part(new, track.look) >= OPEN_SAME)


def _give_out(pairs: list[tuple[float, int, int]], answer: list[int | None], free: set[int]) -> None:
    """Takes (score, sighting, track) from the best down, each sighting and each track once."""
    for _, s, k in sorted(pairs, reverse=True):
        if answer[s] is None and k in free:
            answer[s] = k
            free.discard(k)
