"""Cases and answers: reading one's parts, and telling lines and refusals as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from table.rules.cards import Card, CardError, parse_card
from table.rules.ruleset import RuleSet
from table.rules.texts import Line, Text

Case = Mapping[str, Any]
Answer = dict[str, Any]
Handler = Callable[[Case, RuleSet], Answer]


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
