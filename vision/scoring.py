"""Scoring readings of labelled photographs: right, wrong, unsure; by card, or by box where a whole deck lies there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from vision.files import PictureError
from vision.reading import Box, Reading

WHOLE_DECK = 40
"""From so many cards in a photo on, a wrong name is likely the name of another card that lies there too: such photos
are scored by box."""


@dataclass(frozen=True)
class Label:
    """One labelled card. `card` may be a rank alone (``"K"``); `box` is around the card or around one index."""

    card: str
    box: Box | None = None


@dataclass(frozen=True)
class Photo:
    """A photograph and what lies in it."""

    path: Path
    kind: str
    labels: tuple[Label, ...]
    index_boxes: bool = False

    @property
    def by_box(self) -> bool:
        """Whether it is scored by box."""
        return len(self.labels) >= WHOLE_DECK and all(label.box for label in self.labels)

    @property
    def rank_only(self) -> bool:
        """Whether only ranks are labelled."""
        return any(len(label.card) == 1 for label in self.labels)


def load_photos(folder: Path) -> list[Photo]:
    """The photographs of a folder with a ``labels.json``. Raises `PictureError`."""
    file = folder / "labels.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        index_boxes = "corner" in data.get("label_type", "")
        photos = []
        for name, entry in sorted(data["images"].items()):
            labels = tuple(read_label(one) for one in entry["cards"])
            photos.append(Photo(folder / name, entry.get("kind", ""), labels, index_boxes))
    except FileNotFoundError:
        raise PictureError(f"{file}: no such file; a folder of photographs needs labels.json") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise PictureError(f"{file}: not labels that can be understood ({error})") from None
    return photos


def read_label(entry: str | dict) -> Label:
    """A label as it stands in ``labels.json``: a card, or card (or rank) and box."""
    if isinstance(entry, str):
        return Label(entry)
    box = entry.get("box")
    return Label(entry.get("card") or entry["rank"], None if box is None else tuple(box))


@dataclass
class Tally:
    """Counts over photos of one kind."""

    photos: int = 0
    exact: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    ms: list[float] = field(default_factory=list)
    stated: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in another tally."""
        for name in ("photos", "exact", "cards", "right", "wrong", "unsure"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ms += other.ms
        self.stated += other.stated
        self.confusions += other.confusions


def score(photo: Photo, reading: Reading) -> Tally:
    """The tally of one photo."""
    tally = score_by_box(photo, reading) if photo.by_box else score_by_card(photo, reading)
    tally.photos, tally.ms = 1, [reading.ms]
    return tally


def score_by_card(photo: Photo, reading: Reading) -> Tally:
    """Names claimed against names that lie there."""
    tally = Tally()
    there = Counter(label.card for label in photo.labels)
    tally.cards = sum(there.values())
    left = there.copy()
    strays = []
    for read in reading.cards:
        name = read.card[0] if photo.rank_only else read.card
        right = left[name] > 0
        left[name] -= right
        tally.right += right
        tally.wrong += not right
        tally.stated.append((read.p, right))
        if not right:
            strays.append(name)
    missing = [card for card, count in left.items() for _ in range(count)]
    for stray in strays:
        tally.confusions[(nearest(stray, missing), stray)] += 1
    for place in reading.unsure:
        names = [card[0] if photo.rank_only else card for card, _ in place.candidates]
        if names:
            tally.stated.append((place.candidates[0][1], left[names[0]] > 0))
        hit = next((name for name in names if left[name] > 0), None)
        if hit is not None:
            left[hit] -= 1
            tally.unsure += 1
    tally.exact = int(tally.right == tally.cards and tally.wrong == 0)
    return tally


def score_by_box(photo: Photo, reading: Reading) -> Tally:
    """Each labelled index against the claim that lies on it; a card is right if one of its indices is.

    A claim that lies on no label is wrong unless its card lies somewhere in the photo: labels may be incomplete.
    """
    tally = Tally()
    there = {label.card for label in photo.labels}
    tally.cards = len(there)
    right, doubted = set(), set()
    for read in reading.cards:
        truth = labels_under(photo, ((corner.center_px) for corner in read.corners))
        good = read.card in truth or (not truth and read.card in there)
        tally.stated.append((read.p, good))
        if good:
            right.add(read.card)
        else:
            tally.wrong += 1
            tally.confusions[(min(truth, default="nothing"), read.card)] += 1
    for place in reading.unsure:
        truth = labels_under(photo, (corner.center_px for corner in place.corners))
        doubted |= truth
        if place.candidates:
            tally.stated.append((place.candidates[0][1], place.candidates[0][0] in truth))
    tally.right = len(right)
    tally.unsure = len((doubted & there) - right)
    tally.exact = int(right == there and tally.wrong == 0)
    return tally


def labels_under(photo: Photo, points: Iterable[tuple[float, float]]) -> set[str]:
    """The labelled cards on whose boxes the points lie; where several do, those whose middle is nearest."""
    out = set()
    for x, y in points:
        hits = []
        for label in photo.labels:
            left, top, right, bottom = label.box or (0, 0, 0, 0)
            slack = 8
            if left - slack < x < right + slack and top - slack < y < bottom + slack:
                hits.append((((left + right) / 2 - x) ** 2 + ((top + bottom) / 2 - y) ** 2, label.card))
        if hits:
            out.add(min(hits)[1])
    return out


def nearest(stray: str, missing: list[str]) -> str:
    """The missing card that a stray name most likely stands for."""
    alike = [card for card in missing if card[0] == stray[0] or card[-1] == stray[-1]]
    return (alike or missing or ["nothing"])[0]


def reliability(stated: Iterable[tuple[float, bool]]) -> list[tuple[float, float, float, int]]:
    """Rows (from, mean stated, share right, count) over bands of stated probability."""
    edges = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)
    stated = list(stated)
    rows = []
    for low, high in pairwise(edges):
        band = [(p, right) for p, right in stated if low <= p < high]
        if band:
            rows.append((low, sum(p for p, _ in band) / len(band), sum(r for _, r in band) / len(band), len(band)))
    return rows


def by_kind(scored: Iterable[tuple[str, Photo, Tally]]) -> Iterator[tuple[tuple[str, str], Tally]]:
    """Tallies by folder and kind, in the order of their names."""
    sums: dict[tuple[str, str], Tally] = {}
    for folder, photo, tally in scored:
        sums.setdefault((folder, photo.kind), Tally()).add(tally)
    yield from sorted(sums.items())
