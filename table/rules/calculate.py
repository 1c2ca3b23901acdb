"""The calculator: one question as plain data in, the answer with its breakdown as plain data out.

A case is a JSON object as in `tests/cases`: a showdown, a hand, a whole game, a legality, a round or an end of the
picture game. ``kind`` names it; where it is missing the shape tells. An answer has the values asked for and
``breakdown``, a list of lines with the rule value and the sentence that each rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from table.rules.cards import Card, CardError, parse_card
from table.rules.ruleset import RuleSet, Source, load
from table.rules.texts import Line, Text

Case = Mapping[str, Any]
Answer = dict[str, Any]

GIN_SEEDS = ("gin-jinlami", "gin-fupa", "gin-the-pack")


class CaseError(ValueError):
    """A case that cannot be understood: which key, what was found, what is allowed."""


def breakdown(rules: RuleSet, lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines for people and programs: points, why, on which cards, by which rule value and sentence."""
    return [_line(rules, line) for line in lines]


def _line(rules: RuleSet, line: Line) -> dict[str, Any]:
    out: dict[str, Any] = {
        "key": line.key,
        "text": line.text.english(),
        "seat": line.seat,
        "amount": line.amount,
        "cards": list(line.cards),
        "rule": line.rule,
    }
    entry = rules.entries.get(line.rule)
    if entry:
        out |= {"value": entry.value, "says": entry.says, "source": entry.source}
    return out


def refused(word: str, reasons: Iterable[Text]) -> Answer:
    """The answer "no" with every reason."""
    return {"result": word, "why": "; ".join(reason.english() for reason in reasons)}


def field(case: Case, key: str, default: Any = ...) -> Any:
    """One value of a case. Raises `CaseError` where it is missing and has no default."""
    if key in case:
        return case[key]
    if default is ...:
        raise CaseError(f"{key}: missing in the case; see `cardtable score --help` for the shapes")
    return default


def whole(value: Any, key: str, low: int = 0) -> int:
    """A whole number. Raises `CaseError`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise CaseError(f"{key}: found {value!r}, allowed: a whole number, {low} or more")
    return value


def named(value: Any, key: str) -> str:
    """A player's name. Raises `CaseError`."""
    if not isinstance(value, str) or not value:
        raise CaseError(f"{key}: found {value!r}, allowed: a player's name")
    return value


def mapping(value: Any, key: str) -> Mapping[str, Any]:
    """An object of a case. Raises `CaseError`."""
    if not isinstance(value, Mapping):
        raise CaseError(f"{key}: found {value!r}, allowed: an object with names")
    return value


def items(value: Any, key: str) -> Sequence[Any]:
    """A list of a case. Raises `CaseError`."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise CaseError(f"{key}: found {value!r}, allowed: a list")
    return value


def card(text: Any) -> Card:
    """A card of a case. Raises `CaseError`."""
    try:
        return parse_card(text)
    except (CardError, AttributeError):
        raise CaseError(f"{text!r} is no card; write rank and suit, such as 7S, TD or KH") from None


def cards(case: Case, key: str) -> tuple[Card, ...]:
    """The cards under a key, a list or one text. Raises `CaseError`."""
    return cards_in(field(case, key), key)


def cards_in(value: Any, key: str) -> tuple[Card, ...]:
    """Cards as a list or as one text with blanks. Raises `CaseError`."""
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, Sequence):
        raise CaseError(f'{key}: found {value!r}, allowed: a list of cards such as ["7S", "8S"]')
    return tuple(card(text) for text in value)


def groups(value: Any, key: str) -> tuple[tuple[Card, ...], ...]:
    """Melds as a list of lists. Raises `CaseError`."""
    return tuple(cards_in(meld, key) for meld in items(value, key))


def answer(case: Any, rules_id: str | None = None, house: Sequence[Source] = ()) -> Answer:
    """The answer to one case.

    With `rules_id` it is the answer under that rule set; otherwise the case says which (``rule_set``, for the picture
    game ``rule``), and what differs between rule sets comes keyed by their ids. Raises `CaseError`, `RuleSetError`.
    """
    if not isinstance(case, Mapping):
        raise CaseError(f"found {type(case).__name__}; a case is one JSON object")
    kind = _kind(case)
    if kind in _zhiyan():
        rules = load(_zhiyan_rules(case, rules_id, house), house)
        return _zhiyan()[kind](case, rules)
    handler = _gin()[kind]
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
    known = (*_gin(), *_zhiyan())
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


Handler = Callable[[Case, RuleSet], Answer]


def _gin() -> Mapping[str, Handler]:
    from table.rules import calculate_gin as gin

    return gin.HANDLERS


def _zhiyan() -> Mapping[str, Handler]:
    from table.rules import calculate_zhiyan as zhiyan

    return zhiyan.HANDLERS
