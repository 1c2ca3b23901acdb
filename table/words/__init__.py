"""What the table says, in four languages.

Each language has a catalogue, `<lang>.toml` beside this file: tables of lines under dotted keys (``band.draw``). A
line is a text with placeholders: ``{seat}`` is replaced, ``{n|card|cards}`` chooses by the number `n` (one, or
everything else, 0 included), which lets English and Spanish turn the verb with the noun; Hungarian and Chinese never
need it. What a placeholder holds follows from its name (`KINDS`): a ``{seat}`` is given as a sign of `SEATS` and shown
as the place's name, ``{cards}`` as cards and shown ``8♥ 4♥``.

`Words.say` gives the text for the screen, `Words.aloud` the same line for the voice: a key with ``.aloud`` behind it
where the catalogue has one, cards as words, and the numbers as people say them (`table.words.aloud`).

A key that a language lacks shows the English text; a key that English lacks raises `MissingWordError`, since no screen
may show a bare key. A test holds that no language lacks any key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from table.rules.cards import INDEX, Card, pretty
from table.rules.signals import SEATS, Seat
from table.words import aloud as voice

LANGUAGES = ("en", "zh", "es", "hu")
"""The languages with a catalogue, in the order in which the start screen walks through them."""

TWINS = {"es-419": "es"}
"""Regional forms: only the lines that differ stand in their file, all others come from the language behind."""

FALLBACK = "en"

KINDS: Mapping[str, str] = {
    "seat": "seat",
    "other": "seat",
    "turn": "seat",
    "dealer": "seat",
    "storyteller": "seat",
    "seats": "seats",
    "card": "card",
    "top": "card",
    "cards": "cards",
}
"""What a placeholder of this name is given as; any other name holds a number or a text."""

_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


class MissingWordError(KeyError):
    """A key that stands in no catalogue, or a line whose placeholder was given no value."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """All lines of one file, flat: ``{"gin.draw": "..."}``. Raises `FileNotFoundError` for an unknown language."""
    data = tomllib.loads(files("table.words").joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
    return dict(_flat(data, ""))


def _flat(data: Mapping[str, Any], head: str) -> Iterable[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{head}{key}.")
        else:
            yield f"{head}{key}", str(value)


def placeholders(text: str) -> frozenset[str]:
    """The names in braces of a line, those of its plural forms included."""
    return frozenset(match.group(1) for match in _PLACEHOLDER.finditer(text))


class Words:
    """The lines of one language for one table.

    `names` are the players' own names where the settings give any; a place without one is called by its sign.
    """

    def __init__(self, lang: str = FALLBACK, names: Mapping[Seat, str] | None = None) -> None:
        base = TWINS.get(lang, lang)
        if base not in LANGUAGES:
            raise ValueError(f"no catalogue for language {lang!r}: use one of {', '.join((*LANGUAGES, *TWINS))}")
        self.lang = lang
        self.base = base
        self.names = dict(names or {})
        self._lines = {**catalogue(FALLBACK), **catalogue(base)}
        if lang != base:
            self._lines |= catalogue(lang)

    def __repr__(self) -> str:
        return f"Words({self.lang!r})"

    def has(self, key: str) -> bool:
        """Whether any catalogue of this language's chain has the key."""
        return key in self._lines

    def wants(self, key: str) -> frozenset[str]:
        """The names of the placeholders of a line. Raises `MissingWordError` for an unknown key."""
        return placeholders(self._line(key))

    def say(self, key: str, /, **values: Any) -> str:
        """The line for the screen. Raises `MissingWordError` for an unknown key or a placeholder without a value."""
        return self._fill(key, self._line(key), values, spoken=False)

    def aloud(self, key: str, /, **values: Any) -> str:
        """The line for the voice: no signs, cards by name, numbers written as they are said."""
        line = self._lines.get(f"{key}.aloud") or self._line(key)
        return voice.speakable(self._fill(key, line, values, spoken=True), self.base)

    def seat(self, seat: Seat) -> str:
        """What a place is called: the player's own name, else the name of its sign."""
        if seat in self.names:
            return self.names[seat]
        if seat in SEATS:
            return self._lines[f"seat.{seat}"]
        return self._lines["seat.numbered"].replace("{n}", seat.removeprefix("seat"))

    def seats(self, seats: Iterable[Seat]) -> str:
        """Several places as one list: ``Sun and Mountain``, ``Sun, Star and Moon``."""
        return self.list_of([self.seat(seat) for seat in seats])

    def cards(self, cards: Iterable[Card], *, spoken: bool = False) -> str:
        """Several cards: with their signs on the screen, by name for the voice."""
        if not spoken:
            return " ".join(_printed(card) for card in cards)
        return self.list_of([self._lines.get(f"card.{card}", card) for card in cards])

    def list_of(self, items: list[str]) -> str:
        """``a``, ``a and b``, ``a, b and c`` as the language joins them."""
        if len(items) < 2:
            return "".join(items)
        comma, last = self._lines["list.comma"], self._lines["list.and"]
        return comma.join(items[:-1]) + last + items[-1]

    def number(self, value: float, digits: int = 0) -> str:
        """A number with decimals as the language writes it: ``0.6``, ``0,6``; a minus as long as a plus."""
        return f"{value:.{digits}f}".replace("-", "−").replace(".", self._lines["list.point"])

    def signed(self, value: int) -> str:
        """Points won or lost: ``+14``, ``0``, ``−10``."""
        return f"+{value}" if value > 0 else str(value).replace("-", "−")

    # -- inside -----------------------------------------------------------------------------------------------

    def _line(self, key: str) -> str:
        try:
            return self._lines[key]
        except KeyError:
            raise MissingWordError(f"no line {key!r} in the catalogues of {self.lang!r}") from None

    def _fill(self, key: str, line: str, values: Mapping[str, Any], *, spoken: bool) -> str:
        def one(match: re.Match[str]) -> str:
            name, single, many = match.groups()
            if name not in values:
                raise MissingWordError(f"line {key!r} of {self.lang!r} wants {{{name}}}, which was not given")
            value = values[name]
            if single is not None:
                return str(single if _is_one(value) else many)
            return self._value(name, value, spoken=spoken)

        return _PLACEHOLDER.sub(one, line)

    def _value(self, name: str, value: Any, *, spoken: bool) -> str:
        kind = KINDS.get(name)
        if kind in ("seats", "cards") and isinstance(value, str):
            value = value.split()
        if kind == "seat":
            return self.seat(value)
        if kind == "seats":
            return self.seats(value)
        if kind == "card":
            return self.cards([value], spoken=spoken) if value not in ("", "?", None) else self._lines["list.unread"]
        if kind == "cards":
            return self.cards(value, spoken=spoken)
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return str(value)


def _printed(card: str) -> str:
    """A card as printed; what is printed already (``7♠``) stays as it is."""
    return pretty(Card(card)) if card in INDEX else card


def _is_one(value: Any) -> bool:
    """One, for the choice between two forms: the number 1, or a list of one."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return len(value) == 1
    return bool(value == 1)


def next_language(lang: str) -> str:
    """The language that the start screen's key leads to."""
    base = TWINS.get(lang, lang)
    return LANGUAGES[(LANGUAGES.index(base) + 1) % len(LANGUAGES)]
