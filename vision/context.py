"""What is known beside the picture: one pack, cards that lie elsewhere, how many cards there should be.

A separate step over a finished `Reading`, so that it can be switched off and its gain measured. It may make a question
of a claim, or a claim of a question; it never changes one claimed card into another.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from table.rules.cards import Card
from vision.confidence import threshold
from vision.reading import Candidates, ReadCard, Reading, UnsurePlace, box_of


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What the table knows. `elsewhere`: cards that lie in other places for certain. `expected`: how many cards lie
    in this picture, None where unknown."""

    elsewhere: frozenset[Card] = frozenset()
    expected: int | None = None


def apply_context(reading: Reading, context: Context, sure: float | None = None) -> Reading:
    """The reading as it stands once the context is taken in. `sure` is the probability a claim needs."""
    least = threshold() if sure is None else sure
    claims = [read for read in reading.cards if read.card not in context.elsewhere]
    questions = [
        doubt(read, "elsewhere", context.elsewhere) for read in reading.cards if read.card in context.elsewhere
    ]
    complete = context.expected is not None and len(reading.cards) + len(reading.unsure) == context.expected
    for place in sorted(reading.unsure, key=lambda one: -max([p for _, p in one.candidates], default=0.0)):
        known = context.elsewhere | {read.card for read in claims}
        left = without(place.candidates, known, is_card=complete)
        if left and left[0][1] >= least and place.why == "unsure" and place.outline_px is not None:
            claims.append(claim(place, left))
        else:
            questions.append(msgspec.structs.replace(place, candidates=left or place.candidates))
    claims.sort(key=lambda read: -read.p)
    if context.expected is not None and len(claims) > context.expected:
        questions += [doubt(read, "unsure", frozenset()) for read in claims[context.expected :]]
        claims = claims[: context.expected]
    return msgspec.structs.replace(reading, cards=tuple(claims), unsure=tuple(questions))


def without(candidates: Candidates, known: Iterable[Card], *, is_card: bool) -> Candidates:
    """The candidates that are left when `known` lie elsewhere, their probabilities shared out anew.

    What is missing to 1 stands for "no card, or one not listed" and keeps its share, unless a card surely lies here.
    """
    gone = frozenset(known)
    left = [(card, p) for card, p in candidates if card not in gone]
    nothing = 0.0 if is_card else max(0.0, 1 - sum(p for _, p in candidates))
    total = nothing + sum(p for _, p in left)
    return tuple((card, p / total) for card, p in left) if total > 0 else ()


def claim(place: UnsurePlace, candidates: Candidates) -> ReadCard:
    """A question that has found its answer."""
    assert place.outline_px is not None
    return ReadCard(
        card=candidates[0][0],
        p=candidates[0][1],
        outline_px=place.outline_px,
        outline_mm=place.outline_mm,
        angle=place.angle,
        corners=place.corners,
        runner_up=candidates[1:],
    )


def doubt(read: ReadCard, why: str, gone: frozenset[Card]) -> UnsurePlace:
    """A claim that has become a question; `gone` are no longer among its candidates."""
    candidates = tuple((card, p) for card, p in ((read.card, read.p), *read.runner_up) if card not in gone)
    return UnsurePlace(
        box=box_of(read.outline_px),
        candidates=candidates,
        why=why,
        outline_px=read.outline_px,
        outline_mm=read.outline_mm,
        angle=read.angle,
        corners=read.corners,
    )
