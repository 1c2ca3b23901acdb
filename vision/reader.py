"""From a picture to a `Reading`: find indices, read them, put corners together, decide what is sure.

`CardReader` keeps nothing between pictures; `vision.steady.SteadyReader` reads only what has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from table.rules.cards import Card
from table.rules.signals import Outline, Point
from vision.confidence import probability, threshold
from vision.context import Context, apply_context
from vision.find import LOOKS, TURNED, Level, cut_spot, other_views, pyramid, ranked_spots, search_calibrated, thinned
from vision.indices import CARDS, IndexFinder, IndexReader, Spot, Vote, blend, letters_table, tints, vote, votes
from vision.merge import Sheet, Sight, make_sheets, pair_up
from vision.playing_deck import PlayingDeck, Sample
from vision.reading import Candidates, Corner, ReadCard, Reading, UnsurePlace
from vision.recentre import moved_onto
from vision.sights import clear, hopeless, of_common_height, of_known_height, one_a_place

ASK_FROM = 0.12
"""Below this probability a place is taken for no card at all and not even asked about."""

SURE_AT_ONCE = 0.85
"""Two opposite corners that both read the same card so strongly are not looked at again."""

TURNED_PRIOR = 0.06
"""How often the finder takes an index for the one turned by half."""

LISTED = 0.88
"""In a fan a wrong name is hardly ever no card at all: so often the true one is among the five likeliest (of 33 wrong
readings in 160 made scenes of decks not trained on, 29)."""

LEAST_SHOWN = 0.3
"""A cut-out less likely than this to show an index is dropped."""


class Seen(NamedTuple):
    """One cut-out: scores (24,), features (96,), and the vote they come to."""

    scores: np.ndarray
    features: np.ndarray
    vote: Vote


class Search(NamedTuple):
    """Where indices may be: the pictures to cut them from, the spots, and further views of some spots by number."""

    levels: list[Level]
    spots: list[Spot]
    others: list[tuple[int, Spot]]


class CardReader:
    """Reads playing cards. One object may read any number of pictures; it is not safe to share between threads.

    `sure` is the probability that a claim needs (by default it follows from the cost of a wrong name against a
    question, `vision.confidence`). `letters` names what the deck prints on aces and courts
    (`vision.indices.LETTERS`); `deck` is an odd deck that was enrolled. Raises `vision.indices.ModelError` where the
    nets cannot be loaded.
    """

    def __init__(
        self,
        sure: float | None = None,
        finder: Path | None = None,
        reader: Path | None = None,
        *,
        letters: str = "english",
        deck: PlayingDeck | None = None,
    ) -> None:
        self.sure = threshold() if sure is None else sure
        self.letters = letters_table(deck.letters if deck else letters)
        self.deck = deck
        self.finder = IndexFinder(finder)
        self.reader = IndexReader(reader)

    def read(
        self,
        image_bgr: np.ndarray,
        px_per_mm: float | None = None,
        *,
        origin_mm: Point = (0.0, 0.0),
        context: Context | None = None,
    ) -> Reading:
        """The cards in a picture (height, width, 3) uint8 BGR, or (height, width) grey.

        With `px_per_mm` the picture shows the mat from straight above at that scale, its pixel (0, 0) at `origin_mm`;
        outlines are then given in mm as well. Without it the scale is found. Raises ValueError for anything that is
        no picture.
        """
        start = time.perf_counter()
        image = checked(image_bgr)
        sheets = self.sheets(image, px_per_mm)
        reading = self.decide(sheets, px_per_mm, origin_mm)
        if context is not None:
            reading = apply_context(reading, context, self.sure)
        spent = 1000 * (time.perf_counter() - start)
        return Reading(cards=reading.cards, unsure=reading.unsure, ms=spent, size=(image.shape[1], image.shape[0]))

    def sheets(self, image: np.ndarray, px_per_mm: float | None = None) -> list[Sheet]:
        """The cards seen, each with its votes, before anything is decided."""
        sights = self.look(*self._search(image, px_per_mm), aside=px_per_mm is not None)
        sights = of_known_height(sights, px_per_mm) if px_per_mm else of_common_height(sights)
        return make_sheets(sights, px_per_mm)

    def _search(self, image: np.ndarray, px_per_mm: float | None) -> Search:
        """Where indices may be, and the pictures to cut them from."""
        if px_per_mm:
            return Search([Level(1.0, image)], search_calibrated(self.finder, image, px_per_mm), [])
        levels = pyramid(image)
        ranked = ranked_spots(self.finder, levels)
        spots = thinned(ranked)
        return Search(levels, spots, other_views(spots, ranked))

    def look(
        self,
        levels: Sequence[Level],
        spots: Sequence[Spot],
        others: Sequence[tuple[int, Spot]] = (),
        *,
        aside: bool = False,
    ) -> list[Sight]:
        """Each spot read: one look first, three more where a pair of corners does not settle it.

        `others` are further views of the spots with those numbers, read where the first look is weak: of two views
        of one place the one that reads better stays. `aside`: spots that read as nothing are looked for beside.
        """
        first, sights = self._first_look(levels, spots)
        if aside:
            spots = list(spots)
            better = moved_onto(sights, lambda places: zip(*self._first_look(levels, places), strict=True))
            for i, (first[i], sights[i]) in better.items():
                spots[i] = sights[i].spot
        settled = {
            id(sight)
            for pair in pair_up(sights)
            if pair[0].vote.best == pair[1].vote.best and min(one.vote.strength for one in pair) >= SURE_AT_ONCE
            for sight in pair
        }
        weak = {i for i, sight in enumerate(sights) if id(sight) not in settled and sight.vote.strength < SURE_AT_ONCE}
        spots = [*spots, *(spot for i, spot in others if i in weak)]
        more_seen, more_sights = self._first_look(levels, spots[len(sights) :])
        first, sights = first + more_seen, sights + more_sights
        again = [i for i, sight in enumerate(sights) if id(sight) not in settled and not hopeless(sight)]
        wanted = [(i, look) for i in again for look in ((TURNED,) if clear(sights[i]) else (*LOOKS[1:], TURNED))]
        if wanted:
            more = self._votes(np.stack([cut_spot(levels, spots[i], look) for i, look in wanted]))
            for i in again:
                own = [seen for (j, _), seen in zip(wanted, more, strict=True) if j == i]
                tint = sights[i].tint
                sights[i] = self._second_look(spots[i], [first[i], *own[:-1]], own[-1])
                sights[i].tint = tint
        return one_a_place([sight for sight in sights if sight.vote.shown > LEAST_SHOWN])

    def _first_look(self, levels: Sequence[Level], spots: Sequence[Spot]) -> tuple[list[Seen], list[Sight]]:
        """Each spot cut out once and read."""
        if not spots:
            return [], []
        crops = np.stack([cut_spot(levels, spot) for spot in spots])
        seen, papers = self._votes(crops), tints(crops)
        return seen, [
            Sight(spot, one.vote, tint=float(tint)) for spot, one, tint in zip(spots, seen, papers, strict=True)
        ]

    def _votes(self, crops: np.ndarray) -> list[Seen]:
        """Each cut-out's scores and vote, weighed against the enrolled deck where there is one."""
        scores, features = self.reader.look(crops)
        found = votes(scores, self.letters)
        if self.deck is not None:
            found = [self.deck.weigh(one, feature) for one, feature in zip(found, features, strict=True)]
        return [Seen(*each) for each in zip(scores, features, found, strict=True)]

    def _second_look(self, spot: Spot, upright: Sequence[Seen], turned: Seen) -> Sight:
        """The sight after all looks: both readings of the index, upright and turned by half, compared.

        A 6 turned is a 9: where both readings are strong the vote is shared between them, and it stays a question.
        """
        up, down = self._mean_vote(upright), turned.vote
        weights = (up.shown * (1 - TURNED_PRIOR), down.shown * TURNED_PRIOR)
        flipped = weights[1] > weights[0]
        spread = 0.0 if flipped else float(1 - min(one.vote.cards[up.best] for one in upright))
        rival = min(weights) / max(max(weights), 1e-9)
        seen = blend([(weights[0], up), (weights[1], down)])
        return Sight(spot, seen, flipped=flipped, spread=spread, looks=len(upright) + 1, rival=rival)

    def _mean_vote(self, looks: Sequence[Seen]) -> Vote:
        """The vote of several looks at one spot: their scores are averaged."""
        one = vote(np.mean([look.scores for look in looks], axis=0), self.letters)
        if self.deck is None:
            return one
        return self.deck.weigh(one, np.mean([look.features for look in looks], axis=0))

    def samples(self, image_bgr: np.ndarray, px_per_mm: float | None = None) -> list[Sample]:
        """Every index in a picture with its scores and features, for enrolment (`vision.playing_deck`)."""
        image = checked(image_bgr)
        levels, spots, _ = self._search(image, px_per_mm)
        seen, sights = self._first_look(levels, spots)
        paired = {id(sight) for pair in pair_up(sights, px_per_mm) for sight in pair}
        return [Sample(one.scores, one.features, id(sight) in paired) for one, sight in zip(seen, sights, strict=True)]

    def decide(self, sheets: Sequence[Sheet], px_per_mm: float | None, origin_mm: Point) -> Reading:
        """Claims and questions. A card seen in two places is claimed in neither, unless one is far surer."""
        cards, unsure = [], []
        rated = sorted(((probability(sheet), sheet) for sheet in sheets), key=lambda pair: -pair[0])
        best: dict[Card, float] = {}
        for p, sheet in rated:
            card = Card(CARDS[sheet.vote.best])
            outline_mm = to_mm(sheet.outline, px_per_mm, origin_mm)
            corners = tuple(corner_of(sight) for sight in sheet.sights)
            chances = candidates(sheet, p)
            rival = max((q for q, other in rated if other is not sheet and CARDS[other.vote.best] == card), default=0.0)
            twice = rival > 0.25 and odds(p) < 20 * odds(rival)
            if p >= self.sure and not twice and card not in best:
                best[card] = p
                cards.append(
                    ReadCard(
                        card=card,
                        p=p,
                        outline_px=sheet.outline,
                        outline_mm=outline_mm,
                        angle=sheet.angle,
                        corners=corners,
                        runner_up=chances[1:],
                    )
                )
            elif p >= ASK_FROM:
                unsure.append(
                    UnsurePlace(
                        box=around(corners),
                        candidates=chances,
                        why="twice" if twice or card in best else "unsure",
                        outline_px=sheet.outline,
                        outline_mm=outline_mm,
                        angle=sheet.angle,
                        corners=corners,
                    )
                )
        return Reading(cards=tuple(cards), unsure=tuple(unsure))


def checked(image: np.ndarray) -> np.ndarray:
    """The picture as (height, width, 3) uint8. Raises ValueError."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim not in (2, 3) or image.size == 0:
        raise ValueError("a picture is an array of uint8, (height, width) or (height, width, 3) in the order BGR")
    if image.ndim == 2:
        return np.repeat(image[:, :, None], 3, axis=2)
    if image.shape[2] not in (3, 4):
        raise ValueError(f"a picture has 3 channels (BGR), not {image.shape[2]}")
    return np.ascontiguousarray(image[:, :, :3])


def candidates(sheet: Sheet, p: float) -> Candidates:
    """The likeliest cards, best first with the calibrated `p`; the others share what is left as the votes say.

    What is missing to 1 stands for "no card, or one not listed".
    """
    cards = sheet.vote.cards
    order = np.argsort(-cards)[:5]
    rest = max(1e-9, 1 - float(cards[order[0]]))
    if sheet.beside:
        left, rest = (1 - p) * LISTED, float(cards[order[1:]].sum()) + 1e-9
    else:
        left = (1 - p) * min(1.0, rest / max(rest, 1 - float(cards.max() * sheet.vote.shown)))
    named = [(Card(CARDS[order[0]]), p)]
    named += [(Card(CARDS[i]), float(cards[i] / rest * left)) for i in order[1:] if cards[i] > 0.002]
    return tuple(named)


def corner_of(sight: Sight) -> Corner:
    """One sight as the reading tells of it."""
    angle = (sight.down - math.pi / 2 + math.pi) % (2 * math.pi) - math.pi
    spot, seen = sight.spot, sight.vote
    return Corner(
        center_px=(spot.x, spot.y), height_px=spot.height, angle=angle, best=Card(CARDS[seen.best]), p=seen.strength
    )


def around(corners: Sequence[Corner]) -> tuple[float, float, float, float]:
    """The box around the indices seen."""
    boxes = np.array([corner.box for corner in corners])
    left, top = boxes[:, :2].min(axis=0)
    right, bottom = boxes[:, 2:].max(axis=0)
    return (float(left), float(top), float(right), float(bottom))


def to_mm(outline: Outline, px_per_mm: float | None, origin: Point) -> Outline | None:
    """The outline on the mat, None where the scale is unknown."""
    if not px_per_mm:
        return None
    return tuple((x / px_per_mm + origin[0], y / px_per_mm + origin[1]) for x, y in outline)


def odds(p: float) -> float:
    """Probability as odds."""
    return p / max(1e-9, 1 - p)
