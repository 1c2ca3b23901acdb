"""The calculator: one question as plain data in, the answer with its breakdown as plain data out.

A case is a JSON object as in `tests/cases`: a showdown, a hand, a whole game, a legality, a round or an end of the
picture game. ``kind`` names it; where it is missing the shape tells. An answer has the values asked for and
``breakdown``, a list of lines with the rule value and the sentence that each rests on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.calculate import gin, zhiyan
from table.rules.calculate.cases import Answer, Case, CaseError, cards, items, named
from table.rules.ruleset import RuleSet, Source, load

GIN_SEEDS = ("gin-jinlami", "gin-fupa", "gin-the-pack")

__all__ = ["GIN_SEEDS", "Answer", "Case", "CaseError", "answer"]


def answer(case: Any, rules_id: str | None = None, house: Sequence[Source] = ()) -> Answer:
    """The answer to one case.

    With `rules_id` it is the answer under that rule set; otherwise the case says which (``rule_set``, for the picture
    game ``rule``), and what differs between rule sets comes keyed by their ids. Raises `CaseError`, `RuleSetError`.
    """
    if not isinstance(case, Mapping):
        raise CaseError(f"found {type(case).__name__}; a case is one JSON object")
    kind = _kind(case)
    if kind in zhiyan.HANDLERS:
        rules = load(_zhiyan_rules(case, rules_id, house), house)
        return zhiyan.HANDLERS[kind](case, rules)
    handler = gin.HANDLERS[kind]
    if rules_id is not None:
        return handler(case, _for_gin(rules_id, house))
    answers = {found: handler(case, _for_gin(found, house)) for found in _gin_rules(case)}
    return _keyed(kind, case, answers)


def _for_gin(rules_id: str, house: Sequence[Source]) -> RuleSet:
    rules = load(rules_id, house)
    if rules.game != "gin":
        raise CaseError(f"{rules_id} is a rule set for the picture game, the case is one of gin rummy")
    return rules


def _kind(case: Case) -> str:
    kind = case["kind"] if "kind" in case else _shape(case)
    known = (*gin.HANDLERS, *zhiyan.HANDLERS)
    if isinstance(kind, str):
        kind = {"odyssey_option": "scoring"}.get(kind, kind)
    if kind not in known:
        raise CaseError(f"kind: found {kind!r}, allowed: {', '.join(known)}")
    return str(kind)


def _shape(case: Case) -> str:
    """The kind of a case that does not name it."""
    for key, kind in (
        ("attempt", "illegal"),
        ("owners", "scoring"),
        ("before", "endgame"),
        ("deck", "endgame"),
        ("hands", "game"),
        ("opponent", "showdown"),
        ("hand", "deadwood"),
    ):
        if key in case:
            eleven = kind == "deadwood" and len(cards(case, "hand")) == 11
            return "knock_options" if eleven else kind
    return "legality"


def _zhiyan_rules(case: Case, rules_id: str | None, house: Sequence[Source]) -> str:
    """The rule set of a picture-game case: ``rule`` names an option beside the seed text."""
    option = str(case.get("rule", "seed"))
    options = {"seed": rules_id or "zhiyan", "official3p4": "zhiyan-official3p4", "odyssey": "zhiyan-odyssey"}
    found = options.get(option, option)
    if load(found, house).game != "zhiyan":
        raise CaseError(f"{found} is a rule set for gin rummy, the case is one of the picture game")
    return found


def _gin_rules(case: Case) -> tuple[str, ...]:
    found = case.get("rule_set", "all")
    if found == "all":
        return GIN_SEEDS
    return (found,) if isinstance(found, str) else tuple(named(one, "rule_set") for one in items(found, "rule_set"))


def _keyed(kind: str, case: Case, answers: dict[str, Answer]) -> Answer:
    """Several rule sets' answers as one object: by rule set where the kind depends on it, else the one answer."""
    if kind in ("showdown", "game"):
        return dict(answers)
    if kind == "legality" and "turn" in case:
        why = {found: one["why"] for found, one in answers.items() if "why" in one}
        return {**{found: one["result"] for found, one in answers.items()}, "why": why}
    if not answers:
        raise CaseError("rule_set: found an empty list; name a rule set, or all")
    return next(iter(answers.values()))
