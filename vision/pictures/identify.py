"""Which picture is it? The nearest look in the album, compared block by block, and the courage to say "none"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np

from vision.pictures.describe import COARSE, Look, agreement, agreement_moved, comparable

Verdict = Literal["known", "unsure", "unknown", "blurred"]

ACCEPT = 0.82
"""Agreement from which a view is this picture. On rendered views of 84 pictures in hard light 99 % of the
true ones agree by 0.85 or more, the closest twin among 30 strangers by 0.79 at most."""
KEPT_NAMES = 0.9
"""Share of a view's open blocks that count: twins differ in few places, so few may be left out."""
REJECT = 0.66
"""Agreement below which a view is none of the album's pictures."""
MARGIN = 0.06
"""The best picture must agree better than the second by this much, else the two are look-alikes."""
CANDIDATES = 5
"""Pictures compared block by block."""
CLEAR_LEAD = 0.2
"""Once a picture agrees, candidates so far behind in the coarse comparison are not compared."""
MOST = 2
MOVES = tuple((y, x) for y in range(-MOST, MOST + 1) for x in range(-MOST, MOST + 1))
"""Moves tried when no picture agrees, in px of the coarse picture: 5 mm down and across each."""
MOVED_CANDIDATES = 3
DETAILS_LESS = 0.02
"""Details alone agree by this much less than whole pictures do. (Of 1,200 views in hard light the true picture's
details agreed by 0.77 or more, any other picture's, of the deck or not, by 0.67 at most; of 11,500 one stranger's, with
the frame and the scene of another, by 0.78.)"""
TELLING = 0.76
"""Details of two different pictures do not agree so well, with the above added: less says nothing new."""
SHOWN, SHOWN_DETAILS = 10, 14
"""So many blocks of 24 must be open to view, else no agreement of them, or of their details, is enough for a name: two
pictures may show the same room, and a lamp hide who stands in it."""
TOO_BLURRED = 0.075
"""Sharpness below which no picture is told from another."""


@dataclass(frozen=True)
class Match:
    """One view held against an album: picture ids with their agreement, best first; `turned` when the card lies
    upside down to its picture."""

    ranking: tuple[tuple[str, float], ...]
    turned: bool = False
    sharpness: float = 1.0

    @property
    def best(self) -> str | None:
        return self.ranking[0][0] if self.ranking else None

    @property
    def score(self) -> float:
        return self.ranking[0][1] if self.ranking else 0.0

    @property
    def margin(self) -> float:
        """Lead over the second; the score itself where there is no second."""
        return self.score - self.ranking[1][1] if len(self.ranking) > 1 else self.score

    @property
    def verdict(self) -> Verdict:
        """What one view alone says."""
        return judge(self.score, self.margin, self.sharpness)


def judge(score: float, margin: float, sharpness: float) -> Verdict:
    """From agreement, lead over the second and sharpness to an answer."""
    if score >= ACCEPT:
        return "known" if margin >= MARGIN else "unsure"
    if sharpness < TOO_BLURRED:
        return "blurred"
    return "unknown" if score < REJECT else "unsure"


@dataclass
class Album:
    """Looks of pictures under their ids; several looks may stand under one id."""

    _ids: list[str] = field(default_factory=list)
    _looks: list[Look] = field(default_factory=list)
    _matrix: Any = None
    _small: dict[bool, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(set(self._ids))

    def __contains__(self, picture: object) -> bool:
        return picture in self._ids

    def add(self, picture: str, look: Look) -> None:
        """Puts one more look under `picture`."""
        self._ids.append(picture)
        self._looks.append(look)
        self._matrix = None
        self._small.clear()

    def drop(self, picture: str) -> None:
        """Forgets all looks of `picture`."""
        keep = [i for i, name in enumerate(self._ids) if name != picture]
        self._ids = [self._ids[i] for i in keep]
        self._looks = [self._looks[i] for i in keep]
        self._matrix = None
        self._small.clear()

    def looks_of(self, picture: str) -> tuple[Look, ...]:
        return tuple(look for name, look in zip(self._ids, self._looks, strict=True) if name == picture)

    def match(self, look: Look, hidden: np.ndarray | None = None, ignore: Iterable[str] = ()) -> Match:
        """Holds a view against all pictures, both ways round. `hidden`: see `agreement`."""
        skip = set(ignore)
        if not self._looks or skip.issuperset(self._ids):
            return Match((), sharpness=look.sharpness)
        if self._matrix is None:
            self._matrix = np.stack([one.coarse for one in self._looks])
        turned = look.turned()
        upright, upside = self._matrix @ look.coarse, self._matrix @ turned.coarse
        near = np.maximum(upright, upside)
        order = [int(i) for i in np.argsort(-near) if self._ids[int(i)] not in skip]
        scores: dict[str, tuple[float, bool]] = {}
        for i in order:
            name = self._ids[i]
            if name not in scores and self._enough(scores, float(near[order[0]] - near[i])):
                break
            way = bool(upside[i] > upright[i])
            mask = hidden if hidden is None or not way else hidden[::-1, ::-1]
            view = turned if way else look
            score = _enough_shown(agreement(view, self._looks[i], mask, KEPT_NAMES), view, self._looks[i], mask, SHOWN)
            if name not in scores or score > scores[name][0]:
                scores[name] = (score, way)
        for by_details in (False, True):
            if max(score for score, _ in scores.values()) >= ACCEPT:
                break
            found = self._moved(look, turned, hidden, skip, by_details)
            if by_details and max(score for _, score, _ in found) < TELLING:
                break
            for name, score, way in found:
                if score > scores.get(name, (-1.0, False))[0]:
                    scores[name] = (score, way)
        ranked = sorted(scores.items(), key=lambda item: -item[1][0])
        return Match(tuple((name, s) for name, (s, _) in ranked), ranked[0][1][1], look.sharpness)

    def _moved(
        self, look: Look, turned: Look, hidden: np.ndarray | None, skip: set[str], by_details: bool
    ) -> list[tuple[str, float, bool]]:
        """(picture, agreement, turned) of the best candidates when the cut-out may lie beside the card. `by_details`:
        compared by their details alone, where a lamp's glow lies over the card."""
        looks, ways = self._looks, (look, turned)
        if by_details:
            looks, ways = [one.details for one in looks], (look.details, turned.details)
        if by_details not in self._small:
            self._small[by_details] = np.stack([_small(one) for one in looks])
        small = self._small[by_details]
        near = np.stack([(small @ _shifted(one).T).max(axis=1) for one in ways], axis=1)
        out: list[tuple[str, float, bool]] = []
        for i, way in zip(*np.unravel_index(np.argsort(-near, axis=None), near.shape), strict=True):
            name = self._ids[int(i)]
            if name in skip:
                continue
            mask = hidden if hidden is None or not way else hidden[::-1, ::-1]
            view, kept = ways[int(way)], looks[int(i)]
            score = agreement_moved(view, kept, mask, KEPT_NAMES)
            if by_details:
                score = min(1.0, score + DETAILS_LESS)
            score = _enough_shown(score, view, kept, mask, SHOWN_DETAILS if by_details else SHOWN)
            out.append((name, score, bool(way)))
            if len(out) >= MOVED_CANDIDATES:
                break
        return out

    @staticmethod
    def _enough(scores: dict[str, tuple[float, bool]], behind: float) -> bool:
        """Whether the next candidate, so far `behind` the first in the coarse comparison, need not be looked at."""
        if len(scores) < 2:
            return False
        clear = max(score for score, _ in scores.values()) >= ACCEPT and behind > CLEAR_LEAD
        return clear or len(scores) >= CANDIDATES


def _enough_shown(score: float, view: Look, kept: Look, hidden: np.ndarray | None, blocks: int) -> float:
    """The score, held below `ACCEPT` where fewer `blocks` can be compared."""
    if score < ACCEPT or comparable(view, kept, hidden) >= blocks:
        return score
    return ACCEPT - 0.01


def _small(look: Look) -> np.ndarray:
    """The fine picture at the size of the coarse one, as a unit vector."""
    flat = cv2.resize(look.fine, COARSE[::-1], interpolation=cv2.INTER_AREA).ravel()
    return flat / max(1e-6, float(np.linalg.norm(flat)))


def _shifted(look: Look) -> np.ndarray:
    """`_small` of a look moved by every one of MOVES, a row each; what comes in from outside is empty."""
    small = cv2.resize(look.fine, COARSE[::-1], interpolation=cv2.INTER_AREA)
    wide = cv2.copyMakeBorder(small, MOST, MOST, MOST, MOST, cv2.BORDER_CONSTANT, value=0.0)
    rows = np.stack([wide[MOST - y :, MOST - x :][: COARSE[0], : COARSE[1]].ravel() for y, x in MOVES])
    return rows / np.maximum(1e-6, np.linalg.norm(rows, axis=1, keepdims=True))


@dataclass
class Tally:
    """Matches of the same card over several frames. Glare wanders and noise changes: what most frames say and the
    clearest frames support is the answer; what they disagree on stays unsure."""

    best: Counter[str] = field(default_factory=Counter)
    scores: dict[str, list[float]] = field(default_factory=dict)
    frames: int = 0
    sharpness: float = 0.0

    def add(self, match: Match) -> None:
        self.frames += 1
        self.sharpness = max(self.sharpness, match.sharpness)
        if match.best is not None:
            self.best[match.best] += 1
        for name, score in match.ranking:
            self.scores.setdefault(name, []).append(score)

    def fused(self) -> tuple[str | None, float, float]:
        """(picture, score, margin) over all frames: the mean of the better half of each picture's scores."""
        if not self.scores:
            return None, 0.0, 0.0
        means = sorted(((self._upper(values), name) for name, values in self.scores.items()), reverse=True)
        score, name = means[0]
        return name, score, score - means[1][0] if len(means) > 1 else score

    @staticmethod
    def _upper(values: list[float]) -> float:
        top = sorted(values, reverse=True)[: max(1, (len(values) + 1) // 2)]
        return sum(top) / len(top)

    @property
    def verdict(self) -> Verdict:
        name, score, margin = self.fused()
        answer = judge(score, margin, self.sharpness)
        if answer == "known" and name is not None and self.best[name] < 0.6 * self.frames:
            return "unsure"
        return answer

    @property
    def picture(self) -> str | None:
        """The picture's id where the verdict is ``known``."""
        return self.fused()[0] if self.verdict == "known" else None
