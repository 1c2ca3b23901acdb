"""How sure a claim is, calibrated, and how sure it must be to be made.

A logistic model turns what is known of a card (how strongly its corners vote, how clearly they were found, whether
two corners agree) into the probability that the name is right. There is one model for cards seen by two opposite
corners and one for lone corners, so that a lone corner needs more. The weights are fitted by
`vision.training.calibrate` and stand in ``models/confidence.toml``.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources

import numpy as np

from vision.merge import Sheet

COST_WRONG = 20.0
COST_QUESTION = 1.0
"""A wrong name on the table is as bad as so many questions to the players: the threshold follows from the two."""


def threshold(cost_wrong: float = COST_WRONG, cost_question: float = COST_QUESTION) -> float:
    """The least probability at which a claim costs less than a question: claim if (1 - p) * wrong < question."""
    return max(0.5, 1 - cost_question / cost_wrong)


FEATURES = ("card", "shown", "heat", "agree", "spread", "rival", "hidden", "odd", "tint", "beside", "constant")
"""What the model looks at, in this order; `features` computes them."""


ODD_ALONE, MOST_ODD = 0.5, 0.9
"""A lone corner of a size so far from the others' is asked about, however well it reads: the models have seen few."""

TINT = 0.45
"""Lamps colour the paper of cards as far as this; what is more colourful is hardly a card."""


MOST_BESIDE = 2
"""A card in a fan has a neighbour on either side; more say no more."""


def features(sheet: Sheet) -> np.ndarray:
    """Numbers (11,) that tell a right claim from a wrong one."""
    lead = sheet.sights[0]
    return np.array(
        [
            _logit(float(sheet.vote.cards.max())),
            _logit(sheet.vote.shown),
            _logit(max(sight.spot.heat for sight in sheet.sights)),
            0.0 if sheet.clash else float(len(sheet.sights) > 1) + 0.5 * float(len(sheet.sights) > 2),
            lead.spread,
            math.log10(lead.rival + 1e-3),
            sheet.vote.suit_hidden,
            lead.odd,
            max(0.0, lead.tint - TINT),
            float(min(MOST_BESIDE, sheet.beside)),
            1.0,
        ]
    )


def probability(sheet: Sheet) -> float:
    """The probability that the sheet's best card truly lies there."""
    model = _models()
    score = float(np.dot(model["pair" if sheet.paired else "lone"], features(sheet)))
    most = float(model["most"][0])
    if len(sheet.sights) == 1 and sheet.sights[0].odd > ODD_ALONE:
        most = MOST_ODD
    p = min(most, 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))))
    lead = sheet.sights[0]
    if sheet.clash and lead.vote.best == sheet.vote.best:
        # The corner that contradicts may be another card's: what the leading one says by itself still stands.
        alone = replace(sheet, sights=[lead], vote=lead.vote, paired=False, clash=False)
        p = max(p, probability(alone))
    return p


@cache
def _models() -> dict[str, np.ndarray]:
    data = tomllib.loads(resources.files("vision.models").joinpath("confidence.toml").read_text(encoding="utf-8"))
    models = {name: np.array(data[name], float) for name in ("pair", "lone")}
    models["most"] = np.array([data["most"]], float)
    return models


def _logit(p: float) -> float:
    p = min(1 - 1e-4, max(1e-4, p))
    return math.log(p / (1 - p))
