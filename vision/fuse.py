"""Several readings of the same still cards made into one: glare wanders and noise changes, the cards do not."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from table.rules.cards import Card
from vision.confidence import threshold
from vision.context import claim
from vision.reading import Candidates, ReadCard, Reading, UnsurePlace, box_of, middle

SAME_PLACE = 0.22
"""Two items are at one place if their middles are nearer than this share of a card's longer side."""

NEITHER = ""
"""Stands for "no card here, or one that is not listed" among the candidates."""

Item = ReadCard | UnsurePlace


def fuse(readings: Sequence[Reading], sure: float | None = None) -> Reading:
    """One reading from several of the same still table.

    Frames are alike, so that n of them count as the square root of n independent ones. A place at which two frames
    claim different cards stays a question, however sure either was; so does one that less than half of them see.
    Raises ValueError without a reading.
    """
    if not readings:
        raise ValueError("there is no reading to fuse")
    if len(readings) == 1:
        return readings[0]
    least = threshold() if sure is None else sure
    claims: list[ReadCard] = []
    questions: list[UnsurePlace] = []
    for place in places(readings):
        item = settle(place, len(readings), least)
        if isinstance(item, ReadCard):
            claims.append(item)
        elif item is not None:
            questions.append(item)
    claims.sort(key=lambda read: -read.p)
    kept, names = [], set()
    for read in claims:
        # The same name at two places: the frames cannot settle it, people can.
        if read.card in names:
            questions.append(msgspec.structs.replace(as_question(read), why="twice"))
        else:
            names.add(read.card)
            kept.append(read)
    spent = sum(reading.ms for reading in readings)
    return Reading(cards=tuple(kept), unsure=tuple(questions), ms=spent, size=readings[-1].size)


def places(readings: Sequence[Reading]) -> list[list[Item]]:
    """The items of all readings put together by where they lie; at most one of each reading at a place."""
    found: list[list[Item]] = []
    for reading in readings:
        taken: set[int] = set()
        for item in (*reading.cards, *reading.unsure):
            near = [(apart(item, place[-1]), i) for i, place in enumerate(found) if i not in taken]
            best = min(near, default=(math.inf, -1))
            if best[0] < SAME_PLACE:
                found[best[1]].append(item)
                taken.add(best[1])
            else:
                found.append([item])
                taken.add(len(found) - 1)
    return found


def apart(first: Item, second: Item) -> float:
    """How far two items lie from one another in lengths of a card; by their outlines, else by a corner both saw."""
    if first.outline_px is None or second.outline_px is None:
        (left, top, right, bottom), (x0, y0, x1, y1) = first.box, second.box  # type: ignore[union-attr]
        size = max(right - left, bottom - top, 1.0) * 4
        return math.hypot(left + right - x0 - x1, top + bottom - y0 - y1) / 2 / size
    x, y = middle(first.outline_px)
    u, v = middle(second.outline_px)
    long = math.dist(first.outline_px[0], first.outline_px[3])
    whole = math.hypot(x - u, y - v) / max(long, 1.0)
    # A card seen once by one corner and once by both has two guesses of its middle, but one corner in common.
    corners = [math.dist(a.center_px, b.center_px) for a in first.corners for b in second.corners]
    return min([whole, *(gap / max(long, 1.0) * 2 for gap in corners)])


def settle(place: Sequence[Item], frames: int, least: float) -> Item | None:
    """What one place is after all frames: a claim, a question, or nothing."""
    named = {item.card for item in place if isinstance(item, ReadCard)}
    latest = place[-1]
    shares = pooled([shares_of(item) for item in place])
    candidates: Candidates = tuple(
        (Card(card), p) for card, p in sorted(shares.items(), key=lambda one: -one[1]) if card != NEITHER and p > 0.001
    )
    often = 2 * len(place) >= frames
    best = max(place, key=lambda item: len(item.corners))
    question = best if isinstance(best, UnsurePlace) else as_question(best)
    question = msgspec.structs.replace(question, candidates=candidates[:5], why="unsure")
    if len(named) > 1:
        return question
    if candidates and candidates[0][1] >= least and often and question.outline_px is not None:
        return claim(question, candidates[:5])
    if isinstance(latest, UnsurePlace) and latest.why != "unsure":
        question = msgspec.structs.replace(question, why=latest.why)
    return question if named or often else None


def shares_of(item: Item) -> dict[str, float]:
    """The candidates of an item with what is missing to 1 under `NEITHER`."""
    listed = ((item.card, item.p), *item.runner_up) if isinstance(item, ReadCard) else item.candidates
    shares: dict[str, float] = {card: max(p, 1e-4) for card, p in listed}
    shares[NEITHER] = max(1e-3, 1 - sum(shares.values()))
    return shares


def pooled(votes: Sequence[dict[str, float]]) -> dict[str, float]:
    """Shares multiplied, each with the weight 1/sqrt(n)."""
    cards = {card for one in votes for card in one}
    weight = 1 / math.sqrt(len(votes))
    logs = {card: weight * sum(math.log(one.get(card, 1e-4)) for one in votes) for card in cards}
    top = max(logs.values())
    total = sum(math.exp(value - top) for value in logs.values())
    return {card: math.exp(value - top) / total for card, value in logs.items()}


def as_question(read: ReadCard) -> UnsurePlace:
    """A claim taken back."""
    return UnsurePlace(
        box=box_of(read.outline_px),
        candidates=((read.card, read.p), *read.runner_up),
        outline_px=read.outline_px,
        outline_mm=read.outline_mm,
        angle=read.angle,
        corners=read.corners,
    )
