"""One look at one zone of the mat: which cards lie there, what lies there unread, and whether anything does at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from table.rules.cards import Card
from table.rules.signals import Point, Why
from vision.context import Context, apply_context
from vision.lens import Lens
from vision.mat import Zone
from vision.reading import Reading
from vision.spots import Spot, both, join_ends, spots_of, spots_of_place, without_ghosts
from vision.surface import away_from, hard_edged, occupied_mask, pile_shift

CARD_AREA = 63.0 * 88.0
"""Of a poker card, mm²."""

FINEST = 3.0
"""Zones are not looked at more finely than this, px per mm: no camera in use gives more."""


SLACK_MM = 9.0
"""Cards are read so far outside of a zone's line too, when their middle lies inside."""


WHOLE_BACK = 0.55
"""Share of a card that must have the colour of backs to be one beyond doubt: no court's dress is as large."""


class Reads(Protocol):
    """What names cards in a picture: `vision.reader.CardReader`, or a stand-in for tests."""

    def read(self, image_bgr: np.ndarray, px_per_mm: float | None = None, *, origin_mm: Point = (0.0, 0.0)) -> Reading:
        """The cards in a picture of the mat from straight above."""


AROUND_INDEX_MM = 5
"""So far around the middle of an index most of what is seen is the card's paper."""


@dataclass(frozen=True)
class Look:
    """A zone in one frame. `spots`: cards face up; `occupied`: mm² that are not the mat; `backs`: mm² that look like
    the back of a card; `unread`: mm² occupied by something that is neither a named card nor a back; `shift`: how far
    the top of a pile has moved since the look before, mm (NaN where that says nothing); `burnt`: share under glare."""

    zone: str
    t: float
    spots: tuple[Spot, ...]
    occupied: float
    backs: float
    unread: float
    shift: float
    burnt: float
    level: float

    @property
    def named(self) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.card is not None)

    @property
    def unsure(self) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.card is None)

    @property
    def names(self) -> frozenset[Card]:
        return frozenset(spot.card for spot in self.spots if spot.card is not None)

    @property
    def empty(self) -> bool:
        """The mat itself is seen: nothing the size of half a card lies here."""
        return not self.spots and not self.face_down and self.occupied < 0.35 * CARD_AREA

    @property
    def face_down(self) -> bool:
        """A back lies here in plain sight."""
        return self.backs > WHOLE_BACK * CARD_AREA

    def same_as(self, other: Look) -> bool:
        """Whether two looks say the same, so that a second frame confirms the first."""
        if self.names != other.names or self.empty != other.empty or self.face_down != other.face_down:
            return False
        return len(self.unsure) == len(other.unsure)

    def trouble(self) -> Why:
        """What most likely keeps this zone from being read."""
        if self.level < 45:
            return "dark"
        if self.burnt > 0.03:
            return "glare"
        if self.face_down:
            return "face_down"
        if any(spot.why == "twice" for spot in self.spots):
            return "twice"
        return "overlap"


@dataclass
class Looker:
    """Looks at zones through one lens. Keeps the back of the deck and the last picture of each pile."""

    lens: Lens
    reader: Reads
    back: np.ndarray | None = None
    """Middle colour of a card's back (Lab), learnt from the stock."""

    def __post_init__(self) -> None:
        self._piles: dict[str, np.ndarray] = {}
        self._latest: dict[str, np.ndarray] = {}

    def moved_to(self, lens: Lens) -> None:
        """The camera hangs elsewhere now: old pictures say nothing about shifts."""
        self.lens = lens
        self._piles.clear()
        self._latest.clear()

    def settled(self, zone: str) -> None:
        """The last look at `zone` was agreed on: later shifts are measured from it."""
        if zone in self._latest:
            self._piles[zone] = self._latest[zone]

    def look(
        self, image: np.ndarray, zone: Zone, t: float, *, read: bool = True, elsewhere: frozenset[Card] = frozenset()
    ) -> Look:
        """Look at `zone` in a full picture, (h, w, 3) BGR. `read` False: only whether something lies there.

        `elsewhere`: cards that are known to lie in other places, so that none is named twice.
        """
        scale = min(FINEST, max(1.4, round(self.lens.scale(np.array(zone.box).reshape(2, 2)) * 10) / 10))
        part = self.lens.cut(image, zone.box, scale)
        spots = self._spots(image, zone, scale, elsewhere) if read else ()
        coarse = cv2.resize(part, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        ground, lab = self._ground(image, zone), cv2.cvtColor(coarse, cv2.COLOR_BGR2LAB)
        occupied = occupied_mask(lab, ground)
        backs = self._backs(lab, ground, occupied, spots, zone)
        explained = cv2.bitwise_or(backs, _covered(spots, zone, occupied.shape))
        unread = cv2.bitwise_and(occupied, cv2.bitwise_not(explained))
        unread = cv2.morphologyEx(unread, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8))
        unread = hard_edged(unread, lab, beside=explained)
        return Look(
            zone=zone.name,
            t=t,
            spots=spots,
            occupied=float(cv2.countNonZero(occupied)),
            backs=float(cv2.countNonZero(backs)),
            unread=float(cv2.countNonZero(unread)),
            shift=self._shift(part, zone, scale) if zone.name == "stock" else float("nan"),
            burnt=float((coarse.min(axis=2) >= 252).mean()),
            level=float(np.percentile(coarse, 97)),
        )

    def learn_back(self, image: np.ndarray, zone: Zone) -> None:
        """Take the colour of the face-down pile in `zone` for that of all backs."""
        part = cv2.cvtColor(self.lens.cut(image, zone.box, 1.0), cv2.COLOR_BGR2LAB)
        occupied = occupied_mask(part, self._ground(image, zone))
        middle = cv2.erode(occupied, np.ones((13, 13), np.uint8))
        if cv2.countNonZero(middle) > 600:
            seen = cv2.blur(part, (9, 9))[middle > 0].astype(np.float32)
            self.back = np.median(_darker_half(seen), axis=0)  # a lamp mirrored in the pile adds light and hides colour

    # -- parts --------------------------------------------------------------------------------------------------

    def _spots(self, image: np.ndarray, zone: Zone, scale: float, elsewhere: frozenset[Card]) -> tuple[Spot, ...]:
        left, top, right, bottom = zone.box
        part = self.lens.cut(image, (left - SLACK_MM, top - SLACK_MM, right + SLACK_MM, bottom + SLACK_MM), scale)
        origin = (left - SLACK_MM, top - SLACK_MM)
        reading = self.reader.read(part, px_per_mm=scale, origin_mm=origin)
        if elsewhere:
            reading = apply_context(reading, Context(elsewhere=elsewhere))
        out = [spot for read in reading.cards for spot in spots_of(read, scale, origin)]
        out += [spot for place in reading.unsure for spot in spots_of_place(place, scale, origin)]
        inside_zone = [spot for spot in join_ends(out) if zone.holds(*spot.middle, slack=SLACK_MM / 2)]
        return without_ghosts(inside_zone)

    def _ground(self, image: np.ndarray, zone: Zone) -> np.ndarray:
        """The mat's colour around the zone (Lab): the middle value of a thin ring just outside its line."""
        left, top, right, bottom = zone.box
        wide = self.lens.cut(image, (left - 6, top - 6, right + 6, bottom + 6), 0.5)
        ring = np.concatenate([wide[0], wide[-1], wide[1], wide[-2], wide[:, 0], wide[:, -1], wide[:, 1], wide[:, -2]])
        lab = cv2.cvtColor(ring[None], cv2.COLOR_BGR2LAB)[0].astype(np.float32)
        return np.median(lab, axis=0)

    def _backs(
        self, lab: np.ndarray, ground: np.ndarray, occupied: np.ndarray, spots: Iterable[Spot], zone: Zone
    ) -> np.ndarray:
        """Where the colour is that of a card's back and no named card lies."""
        empty = np.zeros(lab.shape[:2], np.uint8)
        if self.back is None or float(np.abs(self.back - ground).max()) < 14:
            return empty
        smooth = cv2.blur(lab, (9, 9)).astype(np.float32)
        away = away_from(smooth, self.back)
        # A back in the light of a lamp may look more like paper in the shade than like itself there; in the dark, like
        # the mat: what is nearer to either is none.
        for other in (ground, _paper(lab, spots, zone)):
            if other is not None:
                away[away_from(smooth, other) < away] = np.inf
        backs = (away < 1).astype(np.uint8) * 255
        if away_from(self.back.reshape(1, 1, 3), ground)[0, 0] > 1:
            backs &= occupied  # a back has edges that show, then; the mat under a lamp has none
        backs = cv2.morphologyEx(backs, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8))
        plain = [spot for spot in spots if spot.card is not None and spot.whole]
        hidden = _covered(plain, zone, backs.shape)
        hidden[_whole_backs(backs) > 0] = 0  # a card laid across leaves both indices of the one below to be read
        backs[hidden > 0] = 0
        return cv2.morphologyEx(backs, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))

    def _shift(self, part: np.ndarray, zone: Zone, scale: float) -> float:
        """How far the picture of a pile has moved since it was last settled, in mm, by phase correlation."""
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
        before = self._piles.get(zone.name)
        self._latest[zone.name] = grey
        if before is None or before.shape != grey.shape:
            return float("nan")
        return pile_shift(before, grey) / scale


def _darker_half(lab: np.ndarray) -> np.ndarray:
    """Of colours (n, 3) in Lab those that are no lighter than the middle one."""
    return lab[lab[:, 0] <= np.median(lab[:, 0])]


def _paper(lab: np.ndarray, spots: Iterable[Spot], zone: Zone) -> np.ndarray | None:
    """The colour of the cards' paper (Lab) around the indices of named cards, None where none is read."""
    parts = []
    for x, y in (end for spot in spots if spot.card is not None for end in spot.ends):
        left, top = round(x - zone.box[0]) - AROUND_INDEX_MM, round(y - zone.box[1]) - AROUND_INDEX_MM
        part = lab[max(0, top) : top + 2 * AROUND_INDEX_MM, max(0, left) : left + 2 * AROUND_INDEX_MM].reshape(-1, 3)
        if len(part):
            parts.append(part[part[:, 0] >= np.median(part[:, 0])])  # the paper, without the ink
    return np.median(np.concatenate(parts), axis=0).astype(np.float32) if parts else None


def _whole_backs(backs: np.ndarray) -> np.ndarray:
    """255 in those places of `backs` (1 px per mm) that are as large as a whole card's back."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(backs)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > WHOLE_BACK * CARD_AREA]
    return np.isin(labels, large).astype(np.uint8) * 255


def _covered(spots: Iterable[Spot], zone: Zone, shape: tuple[int, ...]) -> np.ndarray:
    """255 where one of the cards lies, with a few mm around it, at 1 px per mm."""
    mask = np.zeros(shape[:2], np.uint8)
    for spot in spots:
        points = np.array(spot.outline) - np.array(zone.box[:2])
        middle = points.mean(axis=0)
        away = points - middle
        grown = middle + away * (1 + 4 / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1))
        cv2.fillPoly(mask, [np.round(grown).astype(np.int32)], 255)
    return mask


def agree(looks: list[Look]) -> Look | None:
    """The look that at least two frames confirm, each card with the best view of it; None while they differ."""
    for i in range(len(looks) - 1, 0, -1):
        for other in looks[:i][::-1]:
            if looks[i].same_as(other):
                return _best_of(looks[i], other)
    return None


def _best_of(newer: Look, older: Look) -> Look:
    """The newer look with the better view of each card, and the confidence of both frames."""
    views = {spot.card: spot for spot in older.spots if spot.card is not None}
    spots = []
    for spot in newer.spots:
        twin = views.get(spot.card) if spot.card is not None else None
        if twin is not None:
            better = twin if (len(twin.ends), twin.p) > (len(spot.ends), spot.p) else spot
            spot = replace(better, p=both(spot.p, twin.p))
        spots.append(spot)
    moves = [shift for shift in (newer.shift, older.shift) if shift == shift]
    return replace(newer, spots=tuple(spots), shift=max(moves) if moves else float("nan"))
