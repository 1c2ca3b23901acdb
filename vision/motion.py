"""Motion and hands, seen in the small grey picture: cheap enough for every frame.

Two questions are asked of each frame. *Does something move?* The frame is held against the one before, after the
overall brightness has been evened out, so that a lamp switched on is motion for a frame or two only. *Is a hand over
the table?* The frame is held against the table as it was when it last lay still; what differs and reaches in over
the mat's edge is a hand, what differs and lies within the mat is a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.lens import Lens
from vision.mat import Mat

STILL_S = 0.2
"""Still for so long: what lies within the mat belongs to the table."""

RESTING_S = 2.5
"""Something that reaches in over the edge and does not move for so long is no hand, or does not matter."""

LIGHT_SHARE = 0.5
"""When more of the mat than this changes from one frame to the next, the light has changed and not the table."""

EDGE_MM = 6.0
"""How far inside the mat's edge an arm must reach the outside."""

DIFFERENT = 0.11
"""Share of its brightness by which a px must differ from the table at rest: pale skin on white paper does by 0.14."""

SHARP = 3.0
"""Grey levels per px at an arm's outline in the small picture."""

BAND_MM = 30.0
"""How far inside the mat an arm is counted as coming from that edge."""

LEAST_MOVED = 5
"""Px that must change in a zone to count as motion there."""

OWED = 0.02
LEAST_SEEN = 60
"""Hidden parts of the remembered table follow the light in such steps, judged by at least so many samples in sight."""

HAND_SHARE = 0.012
"""Share of a zone under a hand from which the zone counts as covered."""


@dataclass(frozen=True)
class ZoneMotion:
    """One zone in one frame. `moving`: something changes; `hand`: share of the zone under a hand; `side`: whose."""

    moving: bool
    hand: float
    side: str | None

    @property
    def covered(self) -> bool:
        return self.hand > HAND_SHARE


@dataclass(frozen=True)
class Motion:
    """A whole frame. `hands`: whether any hand is over the mat; `light`: the light is changing; `zones` by name."""

    zones: dict[str, ZoneMotion]
    hands: bool
    light: bool
    moved_px: int


@dataclass
class _Place:
    """A zone in the small picture: its box and which px of the box belong to it."""

    rows: slice
    columns: slice
    mask: np.ndarray
    area: int

    def count(self, picture: np.ndarray) -> int:
        return cv2.countNonZero(cv2.bitwise_and(picture[self.rows, self.columns], self.mask))


@dataclass
class Gate:
    """Keeps what the table looked like. One for each pose of the camera; `feed` takes every frame in turn."""

    lens: Lens
    mat: Mat
    _places: dict[str, _Place] = field(default_factory=dict, repr=False)
    _before: np.ndarray | None = field(default=None, repr=False)
    _table: np.ndarray | None = field(default=None, repr=False)
    _older: np.ndarray | None = field(default=None, repr=False)
    _stirred: float = 0.0
    _moved_at: np.ndarray | None = field(default=None, repr=False)
    _light_until: float = -1.0
    _noise: float = 1.5
    _owed: float = 1.0
    """By how much the light has changed since hidden parts of the table were last brought up to it."""

    def feed(self, small: np.ndarray, t: float) -> Motion:
        """What moves in this frame, (h, w) uint8 grey at time `t`."""
        if not self._places:
            self._survey(small.shape)
        now = cv2.blur(small, (3, 3))
        if self._before is None or self._table is None:
            self._before, self._table = now, now.copy()
        moved = self._moved(now)
        count = cv2.countNonZero(cv2.bitwise_and(moved, self._inside))
        if count > LIGHT_SHARE * self._mat_area:
            self._light_until = t + STILL_S
        light = t < self._light_until
        hand, sides = self._hands(now) if not light else (None, {})
        if light and count < 0.05 * self._mat_area and t > self._light_until - STILL_S / 2:
            self._table, self._older = now.copy(), None
        hand = self._outwait(hand, moved, now, t)
        comes_from = self._comes_from(moved)
        zones = {}
        for name, place in self._places.items():
            n = place.count(moved)
            share, side = (0.0, None) if hand is None else self._cover(place, hand, sides)
            zones[name] = ZoneMotion(n >= max(LEAST_MOVED, 0.002 * place.area), share, side or comes_from)
        self._learn(now, moved, hand, count, t)
        self._before = now
        return Motion(zones, hand is not None, light, count)

    def accept(self, small: np.ndarray) -> None:
        """Take the table as it is now for what lies still (after a bump or at the start)."""
        self._table, self._before, self._older = cv2.blur(small, (3, 3)), None, None

    # -- set-up -------------------------------------------------------------------------------------------------

    def _survey(self, shape: tuple[int, ...]) -> None:
        """Where zones, mat and the world outside lie in the small picture."""
        height, width = shape[:2]
        lens = self.lens.scaled(width)
        self._scale = lens.scale(np.array([self.mat.size]) / 2)
        outline = _rectangle(0, 0, *self.mat.size)
        self._inside = np.zeros((height, width), np.uint8)
        cv2.fillPoly(self._inside, [np.round(lens.to_px(outline)).astype(np.int32)], 255)
        self._mat_area = max(1, cv2.countNonZero(self._inside))
        core = np.zeros_like(self._inside)
        inner = _rectangle(EDGE_MM, EDGE_MM, self.mat.size[0] - EDGE_MM, self.mat.size[1] - EDGE_MM)
        cv2.fillPoly(core, [np.round(lens.to_px(inner)).astype(np.int32)], 255)
        core[:2], core[-2:], core[:, :2], core[:, -2:] = 0, 0, 0, 0
        self._outside = 255 - core
        self._places_inside, self._places_outside = np.flatnonzero(self._inside), np.flatnonzero(self._outside)
        ys, xs = np.mgrid[0:height, 0:width]
        mm = lens.to_mm(np.column_stack([xs.ravel(), ys.ravel()]))
        self._y_mm = mm[:, 1].reshape(height, width).astype(np.float32)
        self._bands = {
            "near": (self._y_mm > self.mat.size[1] - BAND_MM).astype(np.uint8) * 255,
            "far": (self._y_mm < BAND_MM).astype(np.uint8) * 255,
        }
        self._stir = {"near": 0.0, "far": 0.0}
        for zone in self.mat.zones:
            polygon = np.round(lens.to_px(_rectangle(*zone.box))).astype(np.int32)
            x, y, w, h = cv2.boundingRect(polygon)
            x, y = max(0, x), max(0, y)
            w, h = min(w, width - x), min(h, height - y)
            mask = np.zeros((max(h, 1), max(w, 1)), np.uint8)
            cv2.fillPoly(mask, [polygon - [x, y]], 255)
            self._places[zone.name] = _Place(slice(y, y + h), slice(x, x + w), mask, max(1, cv2.countNonZero(mask)))

    # -- a frame ------------------------------------------------------------------------------------------------

    def _comes_from(self, moved: np.ndarray) -> str | None:
        """The side at whose edge things have moved lately, for arms that look like the mat they reach over."""
        for side, band in self._bands.items():
            self._stir[side] = 0.93 * self._stir[side] + cv2.countNonZero(cv2.bitwise_and(moved, band))
        near, far = self._stir["near"], self._stir["far"]
        if max(near, far) < 60 or max(near, far) < 3 * min(near, far):
            return None
        return "near" if near > far else "far"

    def _moved(self, now: np.ndarray) -> np.ndarray:
        """Px that differ from the frame before, evened out for brightness, 255 where they do."""
        before = _same_light(self._before, now)
        difference = cv2.absdiff(now, before)
        usual = float(np.mean(difference[::6, ::6]))
        self._noise += 0.05 * (min(usual, 4.0) - self._noise)
        return cv2.compare(difference, max(8.0, 6.0 * self._noise), cv2.CMP_GT)

    def _changed(self, now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Px that differ from the table at rest, 255 where they do, and by how many grey levels each px differs."""
        out = nearest = None
        for table in (self._table, self._older):
            if table is None:
                continue
            level = _same_light(table, now)
            away = cv2.absdiff(now, level)
            least = cv2.max(cv2.convertScaleAbs(level, alpha=DIFFERENT), max(8.0, 5.0 * self._noise))
            differs = cv2.compare(away, least, cv2.CMP_GT)
            nearest = away if nearest is None else cv2.min(nearest, away)
            out = differs if out is None else cv2.bitwise_and(out, differs)
        return out, nearest

    def _hands(self, now: np.ndarray) -> tuple[np.ndarray | None, dict[int, str | None]]:
        """A picture in which each hand has its number, and the side that each comes from."""
        changed, away = self._changed(now)
        if cv2.countNonZero(cv2.bitwise_and(changed, self._inside)) < 25:
            return None, {}
        changed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=4, ltype=cv2.CV_16U)
        flat = labels.ravel()
        touching = np.bincount(flat.take(self._places_outside), minlength=count)
        within = np.bincount(flat.take(self._places_inside), minlength=count)
        sides: dict[int, str | None] = {}
        for number in range(1, count):
            if touching[number] < 6 or within[number] < 20:
                continue
            place = _around(stats[number], labels.shape)
            blob = labels[place] == number
            if self._sharp(blob, away[place]):
                sides[number] = self._side(blob, place)
        if not sides:
            return None, {}
        keep = np.zeros(count, np.uint16)
        keep[list(sides)] = list(sides)
        return keep.take(labels), sides

    @staticmethod
    def _sharp(blob: np.ndarray, away: np.ndarray) -> bool:
        """Whether a blob has an outline, as arms do; what fades all around is a shadow or a reflection."""
        mask = blob.astype(np.uint8)
        rim = cv2.dilate(mask, np.ones((3, 3), np.uint8)) - cv2.erode(mask, np.ones((3, 3), np.uint8))
        slope = cv2.magnitude(cv2.Sobel(away, cv2.CV_32F, 1, 0), cv2.Sobel(away, cv2.CV_32F, 0, 1))
        along = slope[rim > 0]
        return len(along) > 0 and float((along > 8 * SHARP).mean()) > 0.25

    def _side(self, hand: np.ndarray, place: tuple[slice, slice]) -> str | None:
        """Near or far by where the arm crosses the edge; None from the side."""
        y = self._y_mm[place][hand & (self._outside[place] > 0)]
        share = float(np.median(y)) / self.mat.size[1]
        return "near" if share > 0.62 else "far" if share < 0.38 else None

    def _cover(self, place: _Place, hand: np.ndarray, sides: dict[int, str | None]) -> tuple[float, str | None]:
        part = hand[place.rows, place.columns]
        counts = np.bincount(cv2.copyTo(part, place.mask).ravel(), minlength=1)
        counts[0] = 0
        if not counts.any():
            return 0.0, None
        return float(counts.sum()) / place.area, sides.get(int(np.argmax(counts)))

    def _outwait(self, hand: np.ndarray | None, moved: np.ndarray, now: np.ndarray, t: float) -> np.ndarray | None:
        """Whatever reaches in and has not moved for a while is taken for a part of the table, px by px: a sleeve that
        was once taken for the table leaves such a place behind, and people go on reaching over it."""
        if hand is None:
            self._moved_at = None
            return None
        if self._moved_at is None:
            self._moved_at = np.full(now.shape, t, np.float32)
        stirred = cv2.dilate(moved, np.ones((5, 5), np.uint8))
        self._moved_at[(stirred > 0) | (hand == 0)] = t
        resting = (hand > 0) & (self._moved_at <= t - RESTING_S)
        if np.count_nonzero(resting) < LEAST_MOVED:
            return hand
        if self._older is None:
            self._older = self._table.copy()
        np.copyto(self._table, now, where=resting)
        hand = np.where(resting, 0, hand)
        return hand if hand.any() else None

    def _learn(self, now: np.ndarray, moved: np.ndarray, hand: np.ndarray | None, count: int, t: float) -> None:
        """What lies still and is no hand is the table as it is."""
        if count >= LEAST_MOVED:
            self._stirred = t
        if t - self._stirred < STILL_S:
            if hand is None:
                return
            calm = cv2.dilate(cv2.bitwise_or(moved, (hand > 0).astype(np.uint8) * 255), np.ones((25, 25), np.uint8))
        elif hand is None:
            calm = None
        else:
            calm = cv2.dilate((hand > 0).astype(np.uint8), np.ones((15, 15), np.uint8))
        if calm is None:
            self._table, self._owed = now.copy(), 1.0
        else:
            self._follow_light(now, calm)
            np.copyto(self._table, now, where=calm == 0)

    def _follow_light(self, now: np.ndarray, hidden: np.ndarray) -> None:
        """What is hidden from view gets brighter and darker with the rest: once uncovered it looks as remembered."""
        seen = (hidden[3::7, 3::7] == 0) & (self._table[3::7, 3::7] > 12)
        if np.count_nonzero(seen) < LEAST_SEEN:
            return
        self._owed *= float(
            now[3::7, 3::7][seen].sum(dtype=np.int64) / self._table[3::7, 3::7][seen].sum(dtype=np.int64)
        )
        if abs(self._owed - 1) > OWED:
            np.copyto(self._table, cv2.convertScaleAbs(self._table, alpha=self._owed), where=hidden > 0)
            self._owed = 1.0


def _around(stats: np.ndarray, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The box of a blob from OpenCV's statistics with three px around it, so that slopes at its rim are whole."""
    x, y, w, h = (int(value) for value in stats[:4])
    return slice(max(0, y - 3), min(shape[0], y + h + 3)), slice(max(0, x - 3), min(shape[1], x + w + 3))


def _same_light(old: np.ndarray, now: np.ndarray) -> np.ndarray:
    """`old` as bright as `now` on the whole: the median of their ratio over a sample, so that a hand does not count."""
    a = old[3::11, 3::11].astype(np.float32)
    b = now[3::11, 3::11].astype(np.float32)
    good = a > 12
    if not good.any():
        return old
    gain = float(np.median(b[good] / a[good]))
    if abs(gain - 1) < 0.015:
        return old
    return cv2.convertScaleAbs(old, alpha=gain)


def _rectangle(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """Corners and points along the sides, so that a bent side stays bent."""
    xs, ys = np.linspace(left, right, 9), np.linspace(top, bottom, 9)
    ring = (
        [(x, top) for x in xs]
        + [(right, y) for y in ys]
        + [(x, bottom) for x in xs[::-1]]
        + [(left, y) for y in ys[::-1]]
    )
    return np.array(ring)
