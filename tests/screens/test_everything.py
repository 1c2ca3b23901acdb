"""Random games through every screen, in every language: nothing fails, everything can be sent, and it all fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import msgspec
import pygame
import pytest

from table.intake.view import View
from table.paint import paint
from table.paint.kit.cache import Cache
from table.rules.ruleset import RuleSet, load, load_all
from table.screens import PRESENTERS, present
from table.screens.model import Screen, accepted_keys
from table.screens.samples import before_a_game, walk_gin, walk_picture_game
from table.words import LANGUAGES, TWINS, Words

ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Screen)


def all_rules() -> list[RuleSet]:
    rules, broken = load_all()
    assert broken == []
    return rules


def walk(rules_id: str, seed: int, lang: str = "en") -> Iterator[View]:
    """Every view of a random game, at most a few hands or rounds."""
    rules, rng = load(rules_id), random.Random(seed)
    if rules.game == "gin":
        return walk_gin(rules, rng, lang, hands=2)
    return walk_picture_game(rules, rng, lang, players=rng.randint(rules.zhiyan.players_min, rules.zhiyan.players_max))


@pytest.mark.parametrize("rules_id", [rules.id for rules in all_rules()])
def test_a_random_game_goes_through_all_its_screens_in_every_language(rules_id: str) -> None:
    words = [Words(lang) for lang in (*LANGUAGES, *TWINS)]
    for number, view in enumerate(walk(rules_id, seed=len(rules_id))):
        screens = [present(view, one) for one in words]
        one = number % len(words)
        assert present(view, words[one]) == screens[one]
        assert DECODER.decode(ENCODER.encode(screens[one])) == screens[one]


def test_what_is_accepted_is_what_is_shown_in_every_scene() -> None:
    for view in chain(before_a_game(all_rules()), walk("gin-fupa", 5), walk("zhiyan", 5)):
        screen = present(view)
        if view.input == "pods":
            assert {str(key.key) for key in view.keys} <= accepted_keys(screen), type(view.scene)
        hints = [key for hint in screen.keys for key in hint.keys]
        assert len(hints) == len(set(hints)), type(view.scene)


def test_the_samples_come_to_every_scene_that_there_is() -> None:
    views = chain(before_a_game(all_rules()), *(walk(r, seed) for r in ("gin-jinlami", "zhiyan") for seed in range(4)))
    seen = {type(view.scene) for view in views}
    # A void hand is rare among players who knock as soon as they can.
    assert {scene.__name__ for scene in PRESENTERS if scene not in seen} <= {"HandVoid"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_fits_its_box(lang: str) -> None:
    """The painter says which texts do not fit even at their smallest; nothing may be clipped in any language."""
    cache, surface = Cache(), pygame.Surface((1280, 720))
    seen: dict[str, int] = {}
    clipped = []
    games = chain(before_a_game(all_rules(), lang), walk("gin-jinlami", 2, lang), walk("zhiyan", 3, lang))
    for view in games:
        screen = present(view)
        seen[screen.kind] = seen.get(screen.kind, 0) + 1
        if seen[screen.kind] == 1:
            book = paint(screen, surface, {}, cache=cache, now=view.now, measure=True)
            clipped += [(screen.kind, problem) for problem in book.problems]
    assert clipped == []
    assert len(seen) > 45


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twelve_players_fit_as_well(lang: str) -> None:
    cache, surface = Cache(), pygame.Surface((800, 480))
    shown: dict[tuple[str, int], Screen] = {}
    for view in walk_picture_game(load("zhiyan-odyssey"), random.Random(12), lang, players=12):
        screen = present(view)
        if screen.kind.startswith("picture_"):
            shown.setdefault((screen.kind, len(getattr(screen.body, "slots", ()))), screen)
    clipped = [
        (kind, problem)
        for kind, screen in shown.items()
        for problem in paint(screen, surface, {}, cache=cache, measure=True).problems
    ]
    assert clipped == []


def test_the_reading_indicator_is_there_in_every_scene_of_a_game() -> None:
    for view in chain(walk("gin-fupa", 1), walk("zhiyan", 1)):
        screen = present(view)
        if screen.kind.startswith(("gin_", "picture_", "fix_card", "by_hand", "resume")):
            assert screen.chip is not None, screen.kind
            assert screen.chip.label
