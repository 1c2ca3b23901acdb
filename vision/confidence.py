"""How sure a claim is, calibrated, and how sure it must be to be made."""

from __future__ import annotations

import math

import numpy as np

from vision.merge import Sheet

COST_WRONG = 2.5
COST_QUESTION = 1.0
"""A wrong name is as bad as so many questions to the players: the threshold follows from the two."""


def threshold(cost_wrong: float = COST_WRONG, cost_question: float = COST_QUESTION) -> float:
    """The least probability at which a claim costs less than a question: claim if (1 - p) * wrong < question."""
    return max(0.5, 1 - cost_question / cost_wrong)


FEATURES = ("card", "shown", "heat", "margin", "pair", "clash", "spread", "rival", "hidden", "one")
"""What the logistic model looks at, in this order; `features` computes them."""


def features(sheet: Sheet) -> np.ndarray:
    """Numbers (10,) that tell a right claim from a wrong one."""
    lead = sheet.sights[0]
    cards = np.sort(sheet.vote.cards)
    best, second = float(cards[-1]), float(cards[-2])
    return np.array(
        [
            _logit(best),
            _logit(sheet.vote.shown),
            _logit(max(sight.spot.heat for sight in sheet.sights)),
            math.log((best + 1e-6) / (second + 1e-6)),
            float(sheet.paired),
            float(sheet.clash),
            lead.spread,
            lead.rival,
            sheet.vote.suit_hidden,
            1.0,
        ]
    )


def probability(sheet: Sheet) -> float:
    """The probability that the sheet's best card truly lies there."""
    best = float(sheet.vote.cards.max())
    heat = max(sight.spot.heat for sight in sheet.sights)
    return best * sheet.vote.shown * math.sqrt(heat)


def _logit(p: float) -> float:
    p = min(1 - 1e-5, max(1e-5, p))
    return math.log(p / (1 - p))
