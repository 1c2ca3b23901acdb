"""Printed voting tokens: whose they are, which number they bear, and on which card they lie.

Each token carries an ArUco marker of a dictionary other than the mat's, so that neither is taken for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import cv2
import numpy as np

from table.rules.signals import SEATS, TokenSeen

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

DICTIONARY = cv2.aruco.DICT_5X5_250
SEATS_MOST = 12
VALUES_MOST = 12
PER_SEAT = 20
"""Marker numbers set apart for one seat: 0 and 19 its owner tokens, 1 to 12 its votes."""
SECOND_OWNER = 19
TOKEN_MM = 32.0
"""Side of a printed token."""
MARKER_MM = 19.0
"""Side of its marker's black square."""
TOUCH = 0.12
"""A token lies on each card that covers at least this share of it, as far as cards cover it at all."""

ALL_SEATS = (*SEATS, *(f"seat{n}" for n in range(len(SEATS) + 1, SEATS_MOST + 1)))


@dataclass(frozen=True)
class Token:
    """A token's print. `value` is the number of a vote; owner tokens have 0 (the second one of a player 1)."""

    seat: str
    kind: Literal["vote", "owner"]
    value: int = 0

    @property
    def marker(self) -> int:
        """The number of its ArUco marker."""
        place = self.value if self.kind == "vote" else SECOND_OWNER * self.value
        return ALL_SEATS.index(self.seat) * PER_SEAT + place


def token_of(marker: int) -> Token | None:
    """What a marker's number means; None for one that no token has."""
    seat, place = divmod(marker, PER_SEAT)
    if not 0 <= seat < SEATS_MOST:
        return None
    if place in (0, SECOND_OWNER):
        return Token(ALL_SEATS[seat], "owner", int(place == SECOND_OWNER))
    return Token(ALL_SEATS[seat], "vote", place) if place <= VALUES_MOST else None


@cache
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 23
    parameters.adaptiveThreshWinSizeStep = 8
    parameters.minMarkerPerimeterRate = 0.02
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def find_tokens(view: Image, px_per_mm: float, origin: tuple[float, float]) -> list[tuple[Token, Floats]]:
    """Tokens in a view from above: each with the four corners of the whole token in mm. `origin`: the view's upper
    left corner in mm."""
    corners, markers, _ = _detector().detectMarkers(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY))
    out: list[tuple[Token, Floats]] = []
    if markers is None:
        return out
    for quad, marker in zip(corners, np.asarray(markers).ravel().tolist(), strict=True):
        token = token_of(marker)
        points = (np.asarray(quad, float).reshape(4, 2) + 0.5) / px_per_mm + np.array(origin)
        side = float(np.mean(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)))
        if token is None or not 0.75 * MARKER_MM < side < 1.3 * MARKER_MM:
            continue
        middle = points.mean(axis=0)
        out.append((token, middle + (points - middle) * TOKEN_MM / MARKER_MM))
    return sorted(out, key=lambda item: item[0].marker)


def on_cards(token_mm: Floats, cards: Sequence[tuple[int, Floats]]) -> tuple[int, ...]:
    """Numbers of the cards that a token touches, most covered first. `cards`: (number, outline (4, 2) in mm)."""
    area = cv2.contourArea(token_mm.astype(np.float32))
    shares = []
    for number, outline in cards:
        common, _ = cv2.intersectConvexConvex(token_mm.astype(np.float32), np.asarray(outline, np.float32))
        if common > TOUCH * area:
            shares.append((common / area, number))
    shares.sort(reverse=True)
    # Overlapping cards share a place: the token lies on both outlines only where neither clearly holds more of it.
    if len(shares) > 1 and shares[0][0] > 0.85 and shares[1][0] < 0.25:
        shares = shares[:1]
    return tuple(number for _, number in shares)


def share_under(card_mm: Floats, tokens_mm: Sequence[Floats]) -> float:
    """The share of a card that lies under tokens."""
    card = np.asarray(card_mm, np.float32)
    common = sum(cv2.intersectConvexConvex(card, np.asarray(quad, np.float32))[0] for quad in tokens_mm)
    return float(common) / float(cv2.contourArea(card))


def seen_tokens(found: Sequence[tuple[Token, Floats]], cards: Sequence[tuple[int, Floats]]) -> tuple[TokenSeen, ...]:
    """What the row's view says of the tokens."""
    return tuple(
        TokenSeen(seat=token.seat, kind=token.kind, value=token.value, on=on_cards(quad, cards))
        for token, quad in found
    )
