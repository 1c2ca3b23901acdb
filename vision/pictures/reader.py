"""The row of picture cards, frame by frame: found, numbered, followed, named, with the tokens that lie on it.

    reader = RowReader(deck, keep=store.add)
    reader.start(expected=5, seat="far")
    view = reader.read(frame, px_to_mm, t)        # as often as frames come; RowView.state says how far it is
    reader.lock()                                 # the ballot opens: numbers are fixed, what is missing is named
    pictures = reader.close_row()                 # the round is over: the cards are out of the game

No clock is read: time comes with each frame. Scoring needs the numbers only; names of pictures are an extra.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from table.rules.signals import ReadState, RowCard, RowView, TokenSeen, Why
from vision.pictures.above import top_view
from vision.pictures.backs import BackWatch
from vision.pictures.cut import cut, hidden_by, to_px
from vision.pictures.deck import PictureDeck
from vision.pictures.describe import describe
from vision.pictures.find import Finder, Found, Zone
from vision.pictures.hands import CALM_S, HandWatch
from vision.pictures.naming import Naming
from vision.pictures.order import order_of
from vision.pictures.played import Played
from vision.pictures.tokens import Token, find_tokens, seen_tokens, share_under
from vision.pictures.told import as_held_up, in_the_way, row_card
from vision.pictures.track import NEAR_MM, Sighting, Track, associate

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

ROW_AREA = (4.0, 40.0, 590.0, 380.0)
"""Where cards are looked for, mm: the row zone of the mat and a little around it."""
AGREE = 3
"""Frames that must agree before a row is read."""
GIVE_UP_S = 3.0
"""In view for this long without agreement: the row cannot be read."""
TOKEN_PX_PER_MM = 2.0


@dataclass
class RowReader:
    """Reads one zone for picture cards. `deck` names them and gives their size; without one, `size_mm` is needed.

    `keep` stores a cut-out (BGR) and returns its id; `learn` puts unknown pictures into the deck as they appear
    (`deck.changed` then tells that it wants saving); `tokens` looks for printed voting tokens. `agree` is how many
    frames must say the same; 1 reads a single photograph.
    """

    deck: PictureDeck | None = None
    size_mm: tuple[float, float] = (80.0, 120.0)
    area_mm: tuple[float, float, float, float] = ROW_AREA
    keep: Callable[[Image], str] | None = None
    learn: bool = True
    tokens: bool = False
    played: Played = field(default_factory=Played)
    agree: int = AGREE

    def __post_init__(self) -> None:
        if self.deck is not None:
            self.size_mm = self.deck.size_mm
        self._finder = Finder(self.size_mm, self.area_mm)
        self._hands = HandWatch(CALM_S if self.agree > 1 else 0.0)
        self._face_down = BackWatch(self.deck, self.learn)
        self._naming = Naming(self.deck, self._face_down, self.learn, self.agree)
        # Frames come from the camera's thread, the round's words from the table's.
        self._busy = threading.RLock()
        self.start()

    # -- the round ----------------------------------------------------------------------------------------------

    def start(self, expected: int | None = None, seat: str = "near") -> None:
        """A new row: numbers begin anew. `seat`: the side of the table on which the storyteller sits."""
        with self._busy:
            self.expected, self.seat = expected, seat
            self._seen_from = seat
            self.locked = False
            self._complete = False
            self._tracks: list[Track] = []
            self._hands.forget()
            self._extra = 0
            self._backs = 0
            self._restless: float | None = None
            """Since when the row has been open to view and not agreed on."""

    def lock(self) -> None:
        """The ballot opens. From now on a card that goes is named as missing, one that comes as one too many."""
        self.locked = True

    def unlock(self) -> None:
        """The ballot is called off: cards may come and go, numbers follow."""
        self.locked = False
        self._complete = False

    def close_row(self) -> tuple[str | None, ...]:
        """The round is over. Returns the pictures by number and counts them as used; a new row begins."""
        pictures = self.pictures
        if pictures:
            self.played.close(pictures)
        self.start()
        return pictures

    @property
    def pictures(self) -> tuple[str | None, ...]:
        """Ids of the row's pictures in the order of their numbers, None where unknown (for ``RowLaid.pictures``)."""
        return tuple(track.picture for track in self._numbered())

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The numbered cards in the order of their numbers."""
        return tuple(self._numbered())

    @property
    def settled(self) -> bool:
        """Whether the row is agreed on and complete."""
        return self._agreed() and (self.expected is None or len(self._numbered()) == self.expected)

    # -- a frame ------------------------------------------------------------------------------------------------

    def read(self, image: Image, px_to_mm: Floats, t: float) -> RowView:
        """One frame. `image`: (h, w, 3) BGR; `px_to_mm`: (3, 3) homography from its pixels to mm on the mat."""
        with self._busy:
            return self._read(image, px_to_mm, t)

    def _read(self, image: Image, px_to_mm: Floats, t: float) -> RowView:
        zone = self._finder.find(image, px_to_mm)
        tokens = self._find_tokens(image, px_to_mm) if self.tokens else []
        sightings, self._backs = self._sightings(image, px_to_mm, zone, [quad for _, quad in tokens])
        hand = self._hands.feel(zone.view, t)
        self._follow(sightings, hand, (*zone.doubtful, *zone.outside))
        if not hand:
            self._number()
            self._naming.name(self._tracks, image, px_to_mm, self.locked)
        state, why = self._state(zone, hand, sightings, t)
        cards = self._cards(image)
        return RowView(state=state, why=why, cards=cards, missing=self._missing(), tokens=self._told(tokens))

    def _sightings(
        self, image: Image, px_to_mm: Floats, zone: Zone, tokens: Sequence[Floats]
    ) -> tuple[list[Sighting], int]:
        """Face-up cards of this frame with their looks, and the number of face-down ones."""
        seen: list[Sighting] = []
        for one in zone.cards:
            outline_px = to_px(one.outline, px_to_mm)
            look = describe(cut(image, outline_px))
            near = [o.outline for o in zone.cards if o is not one and _close(o, one, self.size_mm)]
            under = share_under(one.outline, tokens)
            seen.append(Sighting(one, look, outline_px, hidden_by(one.outline, near), under))
        down = self._face_down.face_down(seen, image, [track.look for track in self._numbered()])
        return [one for one, back in zip(seen, down, strict=True) if not back], sum(down)

    def _follow(self, sightings: list[Sighting], hand: bool, halves: Sequence[tuple[float, float]]) -> None:
        """Gives the sightings to their tracks; new cards get new tracks. `halves`: places where part of a card shows:
        a card that lay there still does, under tokens."""
        fixed = self.locked or self._complete
        # Cards with numbers have the first claim: a newcomer may be one of them, seen half covered a moment ago.
        self._tracks.sort(key=lambda track: track.number is None)
        numbered = sum(track.number is not None for track in self._tracks)
        answer = associate(self._tracks[:numbered], sightings, self.tokens)
        left = [s for s, k in enumerate(answer) if k is None]
        others = associate(self._tracks[numbered:], [sightings[s] for s in left], self.tokens)
        for s, k in zip(left, others, strict=True):
            answer[s] = None if k is None else k + numbered
        seen = {k for k in answer if k is not None}
        for k, track in enumerate(self._tracks):
            if k not in seen and not hand and not any(_near(track.centre, half) for half in halves):
                track.absent += 1
                track.still = 0
        for sighting, k in zip(sightings, answer, strict=True):
            if k is not None:
                self._tracks[k].moved_to(sighting, hand)
            elif not (hand and fixed):
                self._tracks.append(Track(sighting))
        self._tracks = [
            track
            for track in self._tracks
            if track.absent == 0 or (track.number is not None and (fixed or track.absent <= self._gone))
        ]

    # -- numbers ------------------------------------------------------------------------------------------------

    def _numbered(self) -> list[Track]:
        return sorted((t for t in self._tracks if t.number is not None), key=lambda t: t.number or 0)

    def _present(self) -> list[Track]:
        return [track for track in self._tracks if track.absent == 0]

    @property
    def _gone(self) -> int:
        """Frames without a card, no hand over the zone, after which it is gone."""
        return self.agree

    def _quiet(self) -> bool:
        """Every card that is there has lain still for `agree` frames, and none has just gone."""
        return all(t.still >= self.agree for t in self._present()) and all(
            t.absent == 0 or t.absent >= self._gone for t in self._tracks
        )

    def _agreed(self) -> bool:
        present = self._present()
        return bool(present) and self._quiet() and all(t.number is not None for t in present)

    def _number(self) -> None:
        """Numbers a quiet row; once the ballot is open, or as many cards lie as are expected, numbers stay."""
        if not self._quiet():
            return
        present = self._present()
        fresh = [track for track in present if track.number is None]
        gone = [track for track in self._tracks if track.absent >= self._gone]
        if self.locked or self._complete:
            self._extra = len(fresh)
            return
        self._extra = 0
        if fresh or gone or len(present) != len(self._tracks):
            self._tracks = present
            self._seen_from = self._side(present)
            for number, place in enumerate(
                order_of([t.centre for t in present], self.size_mm[1], self._seen_from), start=1
            ):
                present[place].number = number
        self._complete = self.expected is not None and len(present) == self.expected

    def _side(self, present: Sequence[Track]) -> str:
        """The side from which the row is read: the storyteller's. At a short side of the mat he may have laid the
        cards as its print stands, crosswise to himself; then they are read as they stand."""
        upright = sum(abs(np.cos(track.sighting.found.angle)) > np.sqrt(0.5) for track in present)
        return "near" if self.seat in ("left", "right") and 2 * upright > len(present) else self.seat

    def _missing(self) -> tuple[int, ...]:
        return tuple(t.number for t in self._numbered() if t.absent >= self._gone and t.number is not None)

    # -- the view -----------------------------------------------------------------------------------------------

    def _find_tokens(self, image: Image, px_to_mm: Floats) -> list[tuple[Token, Floats]]:
        view = top_view(image, px_to_mm, self.area_mm, TOKEN_PX_PER_MM)
        return find_tokens(view, TOKEN_PX_PER_MM, self.area_mm[:2])

    def _told(self, found: Sequence[tuple[Token, Floats]]) -> tuple[TokenSeen, ...]:
        cards = [(t.number, t.sighting.found.outline) for t in self._numbered() if t.absent == 0 and t.number]
        return seen_tokens(found, cards)

    def _cards(self, image: Image) -> tuple[RowCard, ...]:
        used = self.played.used
        here = [track for track in self._numbered() if track.absent < self._gone]
        for track in here:
            self._photograph(track, image)
        return tuple(row_card(track, used) for track in here)

    def _photograph(self, track: Track, image: Image) -> None:
        """Keeps a card's own picture once it lies still, and a sharper one when it comes to lie still anew."""
        if self.keep is None or track.absent or track.still < self.agree:
            return
        sharper = track.sighting.look.sharpness > 1.15 * track.cutout_sharpness
        if not track.cutout or (sharper and track.still == self.agree):
            track.cutout = self.keep(as_held_up(track, image, self._seen_from))
            track.cutout_sharpness = track.sighting.look.sharpness

    def _state(self, zone: Zone, hand: bool, sightings: list[Sighting], t: float) -> tuple[ReadState, Why]:
        if hand:
            self._restless = None
            return "hand", ""
        agreed = self._quiet() and not any(self._naming.undecided(track) for track in self._present())
        if agreed and any(self._naming.perhaps_back(track, self.locked) for track in self._present()):
            return "cannot", "face_down"
        fixed = self.locked or self._complete
        if agreed and (fixed or not zone.doubtful):
            self._restless = None
            return "done", self._count_word()
        if self._restless is None:
            self._restless = t
        if t - self._restless < GIVE_UP_S:
            return "reading", ""
        return "cannot", in_the_way(zone, sightings)

    def _count_word(self) -> Why:
        """What is wrong with the number of cards."""
        if self._extra:
            return "too_many"
        if self._missing():
            return "too_few"
        here = len(self._present())
        if self.expected is None or here == self.expected:
            return ""
        if here > self.expected:
            return "too_many"
        return "face_down" if self._backs else "too_few"


def _near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return float(np.hypot(a[0] - b[0], a[1] - b[1])) < NEAR_MM


def _close(a: Found, b: Found, size: tuple[float, float]) -> bool:
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])) < float(np.hypot(*size))
