"""What is told of a row: each card with its number and picture, what keeps it from being read, and a drawing of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from table.rules.signals import RowCard, RowView, Why
from vision.pictures.cut import cut, to_px
from vision.pictures.find import Zone
from vision.pictures.identify import TOO_BLURRED
from vision.pictures.track import Sighting, Track

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[Any]]

CUTOUT = (360, 240)
GLARY = 0.2
"""Share of a card that must be burnt out for the lamp to be named as what is in the way."""


def row_card(track: Track, used: frozenset[str]) -> RowCard:
    """A numbered card as the table is told of it. `used`: pictures that are out of the game."""
    _, score, _ = track.tally.fused()
    outline = track.sighting.found.outline
    return RowCard(
        number=track.number or 0,
        picture=track.picture,
        p=round(max(0.0, min(1.0, score)), 3) if track.picture is not None else 0.0,
        at=(round(track.centre[0], 1), round(track.centre[1], 1)),
        outline=tuple((round(float(x), 1), round(float(y), 1)) for x, y in outline),  # type: ignore[arg-type]
        cutout=track.cutout,
        used_before=track.picture in used,
    )


def as_held_up(track: Track, image: Image, seen_from: str) -> Image:
    """The card's own photograph, CUTOUT rows and columns BGR, standing as one who sits at `seen_from` would hold it."""
    corners = track.sighting.outline_px
    turn = {"near": 0.0, "far": np.pi, "left": np.pi / 2, "right": -np.pi / 2}[seen_from]
    if np.cos(track.sighting.found.angle + turn) < 0:
        corners = np.roll(corners, 2, axis=0)
    return cut(image, corners, CUTOUT)


def in_the_way(zone: Zone, sightings: Sequence[Sighting]) -> Why:
    """What keeps the row from being read."""
    if zone.doubtful:
        return "overlap"
    if sightings and np.median([one.look.sharpness for one in sightings]) < TOO_BLURRED:
        return "blur"
    if any(one.look.glare > GLARY for one in sightings):
        return "glare"
    return "moved"


def draw_view(image: Image, view: RowView, px_to_mm: Floats) -> Image:
    """The frame with outlines, numbers and names, for the service screen and for people who look into it."""
    out = image.copy()
    for card in view.cards:
        if card.outline is None or card.at is None:
            continue
        points = np.rint(to_px(np.array(card.outline), px_to_mm)).astype(np.int32)
        cv2.polylines(out, [points], True, (60, 230, 60) if card.picture else (60, 200, 255), 2, cv2.LINE_AA)
        x, y = to_px(np.array([card.at]), px_to_mm)[0]
        text = f"{card.number} {card.picture or '?'}"
        for colour, thick in (((0, 0, 0), 4), ((255, 255, 255), 1)):
            cv2.putText(out, text, (int(x) - 24, int(y) + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, thick, cv2.LINE_AA)
    return out
