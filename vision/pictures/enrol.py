"""Enrolling a deck by showing its cards: any number at a time, again and again, in any order.

    session = Enrolment(deck, expected=84)
    for frame in frames:
        progress = session.see(frame, px_to_mm, t)

The session is plain: frames and time go in, progress comes out, the deck grows. Saving is the caller's
(`deck.changed`), so is saying it in words. It may be stopped at any time and begun again with the same deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np

from vision.pictures.backs import AGREES as BACK_AGREES
from vision.pictures.cut import cut, hidden_by, to_px
from vision.pictures.deck import KEPT_SIZE, PictureDeck, look_of
from vision.pictures.describe import describe
from vision.pictures.find import Finder, Zone
from vision.pictures.hands import HandWatch
from vision.pictures.identify import Album, Tally
from vision.pictures.reader import AGREE, ROW_AREA
from vision.pictures.track import Sighting, Track, associate

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

CardState = Literal["settling", "new", "known", "again", "blurred", "glare", "overlap", "back", "alike"]
"""``settling``: not still yet; ``new``: enrolled just now; ``known``: enrolled before; ``again``: a second view was
kept; ``blurred``, ``glare``, ``overlap``: shown too poorly, show it again; ``back``: face down; ``alike``: so like a
known picture that it is unclear whether it is another card: lay both side by side."""

SHARP = 0.12
"""Less sharp views are not kept."""
CRISP, SOFT_PICTURE = 0.17, 0.09
"""Where a card as sharp as the one has been seen, the camera sees sharply, and a card down to the other is soft because
it was painted so: asking for it again would not help. (Of 150 pictures through a camera as blurred as one in use may
be the softest had 0.117, the middle one 0.163.)"""
GLARE = 0.03
"""Views with more of them burnt out are not kept."""
LOOKS = 4
"""Frames compared before a card is judged."""
TWIN_LEAD = 0.1
"""Of two cards that resemble one picture, lying side by side, the one that agrees less by this much is another card."""
SECOND_VIEW = 0.9
"""A known card that agrees less than this gets a second view kept, up to `VIEWS`."""
VIEWS = 3


@dataclass(frozen=True)
class ShownCard:
    """A card on the table now. `outline_px` (4, 2) in the frame."""

    state: CardState
    outline_px: Floats
    picture: str | None = None
    like: str | None = None
    """The picture that it resembles, for ``alike``."""


@dataclass(frozen=True)
class Progress:
    """Where the enrolment stands. `added`: ids that this frame enrolled."""

    step: Literal["back", "cards", "done"]
    enrolled: int
    expected: int | None
    cards: tuple[ShownCard, ...] = ()
    added: tuple[str, ...] = ()
    hand: bool = False

    @property
    def waiting(self) -> bool:
        """Whether cards that lie there still need time; False: they may be taken away."""
        return self.hand or any(card.state == "settling" for card in self.cards)

    @property
    def poor(self) -> tuple[ShownCard, ...]:
        """Cards that must be shown better."""
        return tuple(card for card in self.cards if card.state in ("blurred", "glare", "overlap", "alike"))


@dataclass
class Enrolment:
    """A session over one deck. `ask_back`: begin with the back, where the deck has none yet."""

    deck: PictureDeck
    expected: int | None = None
    ask_back: bool = True
    area_mm: tuple[float, float, float, float] = ROW_AREA
    _tracks: list[Track] = field(default_factory=list)
    _fresh: set[str] = field(default_factory=set)
    _sharpest: float = 0.0
    """Of the still cards seen so far."""

    def __post_init__(self) -> None:
        self._finder = Finder(self.deck.size_mm, self.area_mm)
        self._hands = HandWatch()
        if self.expected is not None and self.deck.expected != self.expected:
            self.deck.expected, self.deck.changed = self.expected, True
        elif self.expected is None:
            self.expected = self.deck.expected

    @property
    def step(self) -> Literal["back", "cards", "done"]:
        """What is wanted now."""
        if self.ask_back and self.deck.back is None:
            return "back"
        return "done" if self.expected is not None and len(self.deck) >= self.expected else "cards"

    def skip_back(self) -> None:
        """The back is not shown; cards lying face down are then told by their symmetry only."""
        self.ask_back = False

    def look_at(self, area_mm: tuple[float, float, float, float]) -> None:
        """Another table: what lay on the last one is forgotten, cards are looked for in this area."""
        self.area_mm = area_mm
        self._finder = Finder(self.deck.size_mm, area_mm)
        self._hands = HandWatch()
        self._tracks = []

    def see(self, image: Image, px_to_mm: Floats, t: float = 0.0) -> Progress:
        """One frame: (h, w, 3) BGR with the homography from its pixels to mm. `t` in s orders the frames."""
        zone = self._finder.find(image, px_to_mm)
        hand = self._hands.feel(zone.view, t)
        self._follow(image, px_to_mm, zone, hand)
        if hand:
            return self._progress((), (), True)
        if self.step == "back":
            return self._see_back(image)
        added: list[str] = []
        cards = tuple(self._judge(track, image, added) for track in self._tracks if track.absent == 0)
        return self._progress(cards, tuple(added), False)

    def see_scan(self, image: Image) -> tuple[CardState, str | None]:
        """A picture of one card alone, cut to its edges (a scan): enrolled, or known already, or too poor.

        Returns the state and the id of the picture.
        """
        view = cv2.resize(image, KEPT_SIZE[::-1], interpolation=cv2.INTER_AREA)
        match = self.deck.album.match(look_of(view))
        if match.verdict == "blurred":
            return "blurred", None
        if match.verdict == "known":
            return "known", match.best
        if match.score > 0.9:
            return "alike", match.best
        return "new", self.deck.add(view).id

    # -- inside -------------------------------------------------------------------------------------------------

    def _progress(self, cards: tuple[ShownCard, ...], added: tuple[str, ...], hand: bool) -> Progress:
        return Progress(self.step, len(self.deck), self.expected, cards, added, hand)

    def _follow(self, image: Image, px_to_mm: Floats, zone: Zone, hand: bool) -> None:
        sightings = []
        for one in zone.cards:
            outline_px = to_px(one.outline, px_to_mm)
            others = [other.outline for other in zone.cards if other is not one]
            near = [
                o for o in others if np.hypot(*(o.mean(axis=0) - np.array(one.centre))) < np.hypot(*self.deck.size_mm)
            ]
            look = describe(cut(image, outline_px))
            sightings.append(Sighting(one, look, outline_px, hidden_by(one.outline, near)))
        answer = associate(self._tracks, sightings, covered=False)
        if not hand:
            answer = [
                k if k is not None and _same_picture(one, self._tracks[k]) else None
                for one, k in zip(sightings, answer, strict=True)
            ]
        for k, track in enumerate(self._tracks):
            if k not in answer and not hand:
                track.absent += 1
        for sighting, k in zip(sightings, answer, strict=True):
            if k is None:
                self._tracks.append(Track(sighting))
            else:
                self._tracks[k].moved_to(sighting, hand)
        self._tracks = [track for track in self._tracks if track.absent < AGREE]

    def _see_back(self, image: Image) -> Progress:
        """One card alone, still, sharp: that is the back."""
        present = [track for track in self._tracks if track.absent == 0]
        cards = tuple(ShownCard(self._poor(track) or "settling", track.sighting.outline_px) for track in present)
        if len(present) == 1 and present[0].still >= AGREE and cards[0].state == "settling":
            self.deck.set_back(cut(image, present[0].sighting.outline_px, KEPT_SIZE))
            cards = (ShownCard("back", present[0].sighting.outline_px),)
        return self._progress(cards, (), False)

    def _poor(self, track: Track) -> CardState | None:
        """Why a view cannot be kept, None where it can."""
        sighting = track.sighting
        self._sharpest = max(self._sharpest, sighting.look.sharpness if track.still >= AGREE else 0.0)
        if sighting.hidden is not None and sighting.hidden.mean() > 0.01:
            return "overlap"
        if sighting.look.glare > GLARE:
            return "glare"
        limit = SOFT_PICTURE if self._sharpest >= CRISP else SHARP
        return "blurred" if sighting.look.sharpness < limit else None

    def _judge(self, track: Track, image: Image, added: list[str]) -> ShownCard:
        """What is to be said of one card; enrols it where it is new."""
        outline = track.sighting.outline_px
        look = track.sighting.look
        if self.deck.back is not None and self.deck.backs.match(look).score >= BACK_AGREES:
            return ShownCard("back", outline)
        if track.picture is not None:
            if track.still < AGREE:
                self._fresh.discard(track.picture)
            return ShownCard("new" if track.picture in self._fresh else "known", outline, track.picture)
        if track.still < AGREE:
            return ShownCard("settling", outline)
        poor = self._poor(track)
        track.tally.add(self.deck.album.match(look, track.sighting.hidden))
        if track.tally.frames < LOOKS:
            return ShownCard("settling", outline)
        if track.tally.verdict == "known":
            track.picture = track.tally.picture
            self._fresh.discard(track.picture or "")
            return ShownCard(self._second_view(track, image, poor), outline, track.picture)
        if poor is not None:
            return ShownCard(poor, outline)
        like = track.tally.fused()[0]
        if track.tally.verdict == "unsure" and not self._twin_beside(track, like):
            return ShownCard("alike", outline, like=like)
        # The album may have grown since the first of these frames, by this very picture's twin on the table.
        if track.tally.verdict == "unknown" and self.deck.album.match(look, track.sighting.hidden).verdict != "unknown":
            track.tally = Tally()
            return ShownCard("settling", outline)
        track.picture = self.deck.add(cut(image, outline, KEPT_SIZE)).id
        self._fresh.add(track.picture)
        added.append(track.picture)
        return ShownCard("new", outline, track.picture)

    def _second_view(self, track: Track, image: Image, poor: CardState | None) -> CardState:
        """Keeps one more view of a card that looks different from the ones kept."""
        picture, score, _ = track.tally.fused()
        if (
            poor is None
            and picture is not None
            and score < SECOND_VIEW
            and len(self.deck.pictures[picture].views) < VIEWS
        ):
            view = cut(image, track.sighting.outline_px, KEPT_SIZE)
            if self.deck.album.match(look_of(view)).turned:
                view = np.ascontiguousarray(view[::-1, ::-1])
            self.deck.add(view, picture=picture)
            return "again"
        return "known"

    def _twin_beside(self, track: Track, like: str | None) -> bool:
        """Whether the picture that a card resembles lies there too and agrees better: then this is another one."""
        score = track.tally.fused()[1]
        return any(
            other is not track and other.absent == 0 and other.picture == like
            and self.deck.album.match(other.sighting.look).score > score + TWIN_LEAD
            for other in self._tracks
        )  # fmt: skip


def _same_picture(sighting: Sighting, track: Track) -> bool:
    """Whether a deck that held the track's look alone would know the sighting by it.

    A row is followed more freely, since its cards are numbered once and then only pushed about. Here other cards are
    laid all the time where some lay before, and one that resembles them would be taken for known and never be kept. A
    card that is the same after all costs a few frames: the deck knows it.
    """
    album = Album()
    album.add("this", track.look)
    verdict = album.match(sighting.look, sighting.hidden).verdict
    return verdict == "known" or (verdict == "blurred" and track.picture is None)
