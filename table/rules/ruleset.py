"""Rule sets as data: read from TOML, checked, resolved along `extends`, with the sentence each value rests on.

A file has ``name``, optionally ``about``, and either ``game`` (the four seed rule sets, which set every value) or
``extends`` (house rules, which set the values that differ). A value is written plainly, ``knock_limit = 5``, or as a
table with its reason::

    [knock_limit]
    value = 10
    source = "001_0d048e005c0ff536.txt"     # or "silent": the text says nothing, `says` tells the reading chosen
    says = "After the discard a player may knock when at most 10 points are left."

This module reads no file itself: `seeds` brings the texts. Mistakes raise `RuleSetError` with file, key, what was
found and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

import seeds
from table.rules.knobs import GAMES, KNOBS, GinRules, ZhiyanRules, impossible

HEAD = ("game", "extends", "name", "about")
"""Keys of a file that are no rule values."""
LANGUAGES = ("en", "zh", "es", "hu")


class RuleSetError(ValueError):
    """A rule set that cannot be used: one line that says which file, which key, what was found, what is allowed."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a rule set and why it is so."""

    key: str
    value: int | bool | str
    source: str
    """The file it comes from, ``silent`` where the text says nothing, or ``house``."""
    says: str
    """The sentence it rests on, told in our own words; for ``silent`` the reading chosen."""
    from_id: str
    """The rule set in which the value stands: this one, or one that it extends."""

    @property
    def silent(self) -> bool:
        return self.source == "silent"


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """A complete rule set. `rules` are the typed values, `entries` the same with their sources."""

    id: str
    game: str
    names: dict[str, str]
    """The title by language; ``en`` is always there."""
    about: str
    extends: tuple[str, ...]
    """The rule sets that this one builds on, the nearest first; empty for a seed rule set."""
    rules: GinRules | ZhiyanRules
    entries: dict[str, Entry]

    @property
    def name(self) -> str:
        return self.names["en"]

    @property
    def house(self) -> bool:
        """Whether these are house rules, built on another rule set."""
        return bool(self.extends)

    @property
    def values(self) -> dict[str, Any]:
        """Game and resolved values as plain data, as `GameStarted.values` carries them."""
        return {"game": self.game, **{key: entry.value for key, entry in self.entries.items()}}

    @property
    def gin(self) -> GinRules:
        """The values, for a caller who knows that this is gin. Raises `RuleSetError` otherwise."""
        if not isinstance(self.rules, GinRules):
            raise RuleSetError(f"{self.id} is not a rule set for gin rummy")
        return self.rules

    @property
    def zhiyan(self) -> ZhiyanRules:
        """The values, for a caller who knows that this is the picture game. Raises `RuleSetError` otherwise."""
        if not isinstance(self.rules, ZhiyanRules):
            raise RuleSetError(f"{self.id} is not a rule set for the picture game")
        return self.rules

    def differing(self) -> tuple[Entry, ...]:
        """House rules: the values that this file itself sets."""
        return tuple(entry for entry in self.entries.values() if entry.from_id == self.id)


def typed_values(values: Mapping[str, Any], players: int | None = None) -> GinRules | ZhiyanRules:
    """The typed rules from plain values with a ``game``, as a log carries them; `players` is the number at the table.

    Raises `RuleSetError`.
    """
    game = str(values.get("game"))
    if game not in GAMES:
        raise RuleSetError(f"game: found {game!r}, allowed: {', '.join(GAMES)}")
    knobs = KNOBS[game]
    missing = [key for key in knobs if key not in values]
    unknown = [key for key in values if key not in knobs and key != "game"]
    if missing or unknown:
        raise RuleSetError("; ".join([f"{key}: missing" for key in missing] + [f"{key}: unknown" for key in unknown]))
    chosen = {key: values[key] for key in knobs}
    faults = [
        f"{key}: found {chosen[key]!r}, {fault}" for key, knob in knobs.items() if (fault := knob.fault(chosen[key]))
    ]
    if not faults:
        faults = [f"{key}: {fault}" for key, fault in impossible(game, chosen, players)]
    if faults:
        raise RuleSetError("; ".join(faults))
    return _typed(game, chosen)


def _typed(game: str, values: Mapping[str, Any]) -> GinRules | ZhiyanRules:
    rules: GinRules | ZhiyanRules = msgspec.convert(dict(values), GAMES[game])
    return rules


# -- loading ----------------------------------------------------------------------------------------------------

Source = seeds.RuleText


def available(house: Sequence[Source] = ()) -> list[str]:
    """The ids of all rule sets: the four seeds, the shipped house rules, and those given."""
    return list(_sources(tuple(house)))


def load(rules_id: str, house: Sequence[Source] = ()) -> RuleSet:
    """The rule set with this id; `house` are further files, as `seeds.read_folder` gives them.

    A file of the user's with a shipped id takes its place. Raises `RuleSetError`.
    """
    return _load(rules_id, tuple(house))


def load_all(house: Sequence[Source] = ()) -> tuple[list[RuleSet], list[RuleSetError]]:
    """Every rule set that can be used, and a line for each that cannot."""
    good, bad = [], []
    for rules_id in available(house):
        try:
            good.append(load(rules_id, house))
        except RuleSetError as error:
            bad.append(error)
    return good, bad


@lru_cache(maxsize=64)
def _sources(house: tuple[Source, ...]) -> dict[str, Source]:
    return {source.id: source for source in (*seeds.shipped(), *house)}


@lru_cache(maxsize=64)
def _load(rules_id: str, house: tuple[Source, ...]) -> RuleSet:
    sources = _sources(house)
    if rules_id not in sources:
        raise RuleSetError(f"no rule set is called {rules_id!r}; there are: {', '.join(sources)}")
    chain = _chain(rules_id, sources)
    base_id, base = chain[-1]
    game = _game(sources[base_id], base)
    entries: dict[str, Entry] = {}
    for link_id, data in reversed(chain):
        for key, entry in _entries(sources[link_id], data, game).items():
            entries[key] = entry
    missing = [key for key in KNOBS[game] if key not in entries]
    if missing:
        raise RuleSetError(
            f"{sources[base_id].file}: {missing[0]}: missing; a rule set without `extends` sets every value"
        )
    ordered = {key: entries[key] for key in KNOBS[game]}
    file = sources[rules_id].file
    for key, fault in impossible(game, {key: entry.value for key, entry in ordered.items()}):
        raise RuleSetError(f"{file}: {key}: {fault}")
    return RuleSet(
        id=rules_id,
        game=game,
        names=_names(sources[rules_id], chain[0][1]),
        about=str(chain[0][1].get("about", "")),
        extends=tuple(link_id for link_id, _ in chain[1:]),
        rules=_typed(game, {key: entry.value for key, entry in ordered.items()}),
        entries=ordered,
    )


def _chain(rules_id: str, sources: Mapping[str, Source]) -> list[tuple[str, dict[str, Any]]]:
    """The file and those that it extends, nearest first."""
    chain: list[tuple[str, dict[str, Any]]] = []
    seen: list[str] = []
    current = rules_id
    while True:
        source = sources[current]
        data = _parse(source)
        chain.append((current, data))
        seen.append(current)
        if "extends" not in data:
            return chain
        following = data["extends"]
        if not isinstance(following, str) or following not in sources:
            raise RuleSetError(f"{source.file}: extends: found {following!r}, allowed: {', '.join(sources)}")
        if following in seen:
            raise RuleSetError(f"{source.file}: extends: a circle, {' -> '.join([*seen, following])}")
        current = following


def _parse(source: Source) -> dict[str, Any]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{source.file}: not readable as TOML: {error}") from None


def _game(source: Source, data: Mapping[str, Any]) -> str:
    game = data.get("game")
    if game not in GAMES:
        found = f"found {game!r}" if "game" in data else "missing, and no `extends` either"
        raise RuleSetError(f"{source.file}: game: {found}; allowed: {', '.join(GAMES)}")
    return str(game)


def _names(source: Source, data: Mapping[str, Any]) -> dict[str, str]:
    name = data.get("name", source.id)
    names = {"en": name} if isinstance(name, str) else name
    good = isinstance(names, dict) and "en" in names and all(isinstance(text, str) for text in names.values())
    if not good or not set(names) <= set(LANGUAGES):
        raise RuleSetError(
            f"{source.file}: name: found {name!r}, allowed: a text, or a text for each of en, zh, es, hu"
        )
    return names


def _entries(source: Source, data: Mapping[str, Any], game: str) -> dict[str, Entry]:
    """The values that one file sets, each checked by itself."""
    out = {}
    if "extends" in data and data.get("game", game) != game:
        raise RuleSetError(f"{source.file}: game: found {data['game']!r}, allowed: {game!r}, the game that it extends")
    for key, written in data.items():
        if key in HEAD:
            continue
        knob = KNOBS[game].get(key)
        if knob is None:
            raise RuleSetError(f"{source.file}: {key}: unknown{_meant(key, game)}")
        reasoned = isinstance(written, dict)
        if reasoned and ("value" not in written or not set(written) <= {"value", "source", "says"}):
            found = ", ".join(written)
            raise RuleSetError(f"{source.file}: {key}: found {found}; allowed: value, source, says")
        value = written["value"] if reasoned else written
        if fault := knob.fault(value):
            raise RuleSetError(f"{source.file}: {key}: found {value!r}, {fault}")
        says, where = (written.get("says", ""), written.get("source", "house")) if reasoned else ("", "house")
        if not isinstance(says, str) or not isinstance(where, str):
            raise RuleSetError(f"{source.file}: {key}: source and says are texts")
        out[key] = Entry(key=key, value=value, source=where, says=says or "House rule.", from_id=source.id)
    return out


def _meant(key: str, game: str) -> str:
    """A hint at the key that was probably meant, else the list."""
    shared = {known: len(set(_pairs(key)) & set(_pairs(known))) / max(len(key), len(known)) for known in KNOBS[game]}
    best = max(shared, key=shared.__getitem__)
    if shared[best] > 0.5:
        return f"; perhaps {best} is meant"
    return f"; allowed: {', '.join(KNOBS[game])}"


def _pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)]
