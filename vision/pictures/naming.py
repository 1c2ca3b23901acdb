"""Names for the cards of a row: each is held against the deck for a few frames, and new pictures are learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.pictures.backs import LEARN_GLARE, LEARN_SHARPNESS, BackWatch
from vision.pictures.cut import cut
from vision.pictures.deck import KEPT_SIZE, PictureDeck
from vision.pictures.track import Track

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

NAMED_FRAMES = 5
"""Frames held against the deck before an unknown card is believed to be unknown."""
LONGEST = 40
"""Frames after which a card that has no name is left without one."""


@dataclass
class Naming:
    """Names tracks by `deck`; `learn` puts pictures that it does not have into it. `agree`: frames for which a card
    must lie still to be learnt; 1 where a single photograph is read."""

    deck: PictureDeck | None
    face_down: BackWatch
    learn: bool
    agree: int

    def name(self, tracks: Sequence[Track], image: Image, px_to_mm: Floats, locked: bool) -> None:
        """One frame: those of `tracks` that are there and have no name yet. `locked`: people have said that the row
        lies."""
        if self.deck is None:
            return
        for track in tracks:
            if track.absent or track.picture is not None or not self._worth_another_look(track):
                continue
            track.tally.add(self.deck.album.match(track.sighting.look, track.sighting.hidden))
            track.picture = track.tally.picture
            if track.picture is None and self.learn and self._new_picture(track, locked):
                track.picture = self.deck.add(cut(image, track.sighting.outline_px, KEPT_SIZE)).id
        _no_picture_twice(tracks)

    def undecided(self, track: Track) -> bool:
        """Whether a card may yet get its name within a moment."""
        return self.deck is not None and track.picture is None and track.tally.frames < self._frames

    def perhaps_back(self, track: Track, locked: bool) -> bool:
        """Whether a card that a whole deck does not know may lie face down: its back was never seen. Once people say
        that the row lies, it is a picture."""
        return (
            self.face_down.all_known
            and not self.face_down.known
            and not locked
            and track.picture is None
            and track.tally.frames >= self._frames
            and track.tally.verdict == "unknown"
        )

    @property
    def _frames(self) -> int:
        return NAMED_FRAMES if self.agree > 1 else 1

    @staticmethod
    def _worth_another_look(track: Track) -> bool:
        frames = track.tally.frames
        return frames < NAMED_FRAMES or (frames < LONGEST and track.still % 5 == 0)

    def _new_picture(self, track: Track, locked: bool) -> bool:
        """Whether a card is surely none of the deck's and seen well enough to be learnt."""
        sighting = track.sighting
        return (
            not self.perhaps_back(track, locked)
            and track.tally.frames >= NAMED_FRAMES
            and track.tally.verdict == "unknown"
            and track.still >= self.agree
            and track.number is not None
            and sighting.look.sharpness >= LEARN_SHARPNESS
            and sighting.look.glare <= LEARN_GLARE
            and sighting.hidden is None
            and sighting.found.seen > 0.85
            and sighting.found.back < 0.5
        )


def _no_picture_twice(tracks: Sequence[Track]) -> None:
    """A deck has each picture once: of two cards with one name the weaker claim falls."""
    best: dict[str, Track] = {}
    for track in tracks:
        if track.picture is None:
            continue
        other = best.get(track.picture)
        if other is None:
            best[track.picture] = track
            continue
        weak = min(track, other, key=lambda one: one.tally.fused()[1])
        best[track.picture] = other if weak is track else track
        weak.picture = None
        weak.tally = type(weak.tally)()
