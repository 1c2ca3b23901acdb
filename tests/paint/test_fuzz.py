"""Whatever stands in a Screen, painting it raises nothing: any words, any numbers, any count of anything."""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pygame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table.paint import Look, paint
from table.paint.kit.cache import Cache
from table.rules.cards import DECK
from table.screens import model as m

SEATS = ("sun", "mountain", "hut", "star", "moon", "wave", *(f"seat{n}" for n in range(7, 13)))
CACHE = Cache()
NAMES: dict[str, Any] = {
    "seat": st.sampled_from(SEATS),
    "by": st.none() | st.sampled_from(SEATS),
    "owner": st.none() | st.sampled_from(SEATS),
    "winner": st.none() | st.sampled_from(SEATS),
    "teller": st.none() | st.sampled_from(SEATS),
    "next": st.none() | st.sampled_from(SEATS),
    "note_seat": st.none() | st.sampled_from(SEATS),
    "votes": st.lists(st.sampled_from(SEATS), max_size=11).map(tuple),
    "late": st.lists(st.sampled_from(SEATS), max_size=6, unique=True).map(tuple),
    "card": st.none() | st.sampled_from(DECK),
    "gone": st.lists(st.sampled_from(DECK), max_size=6).map(tuple),
    "keys": None,
    "key": st.sampled_from(("1", "2", "6", "press", "hold", "")),
    "corners": st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=4).map(tuple),
    "lamps": st.just({}),
    "sound": st.none(),
    "motion": st.just(()),
    "most": st.integers(2, 12),
    "least": st.integers(2, 7),
    "expected": st.integers(0, 11),
    "entered": st.integers(0, 11),
    "read": st.integers(0, 11),
    "of": st.integers(0, 11),
    "row": st.none() | st.integers(1, 3),
    "big": None,
}
WORDS = st.text(alphabet="aőű¿ 机牌W8♥→,", max_size=40)


def strategy(kind: Any, name: str, owner: type) -> st.SearchStrategy[Any]:
    """Values for a field by its type; names give the ranges that the model's words promise."""
    if name == "big" and owner is m.Choice:
        return st.integers(0, 3)
    if name == "teller" and owner is m.RevealSlot:
        return st.booleans()
    if name == "keys" and owner is m.KeyHint:
        return st.lists(st.sampled_from(("1", "2", "press", "hold")), min_size=1, max_size=6).map(tuple)
    if name == "keys" and owner is m.PodHint:
        return st.lists(st.sampled_from(("1", "2", "6", "press")), max_size=6).map(tuple)
    if NAMES.get(name) is not None and not (name == "card" and owner is m.Candidate):
        if name == "card" and owner is not m.CardView:
            return st.none() | struct(m.CardView)
        if name == "row" and owner is not m.CardPick:
            return of_type(kind, name, owner)
        if name in ("of",) and owner is m.Countdown:
            return st.floats(0, 30)
        return NAMES[name]
    return of_type(kind, name, owner)


def of_type(kind: Any, name: str, owner: type) -> st.SearchStrategy[Any]:
    origin = get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return struct(kind)
    if origin is Literal:
        return st.sampled_from(get_args(kind))
    if origin in (Union, types.UnionType):
        return st.one_of(*(of_type(part, name, owner) for part in get_args(kind)))
    if origin is tuple:
        return st.lists(of_type(get_args(kind)[0], name, owner), max_size=7).map(tuple)
    if kind is type(None):
        return st.none()
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-200, 2000)
    if kind is float:
        return st.floats(0, 1)
    return WORDS


def struct(kind: type) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: strategy(hints[name], name, kind) for name in kind.__struct_fields__})


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(screen=struct(m.Screen), flat=st.booleans(), size=st.sampled_from(((1280, 720), (800, 480), (320, 240))))
def test_any_screen_can_be_painted(screen: m.Screen, flat: bool, size: tuple[int, int]) -> None:
    surface = pygame.Surface(size)
    paint(screen, surface, look=Look(orientation="flat" if flat else "upright"), cache=CACHE, measure=True)
    assert pygame.transform.average_color(surface)[:3] != (0, 0, 0)
    assert msgspec.json.decode(msgspec.json.encode(screen), type=m.Screen) == screen
