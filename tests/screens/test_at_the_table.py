"""A real table under random keys: whatever the intake comes to, there is a Screen for it in every language."""

from __future__ import annotations

import random

import pytest

from table.intake import start
from table.intake.options import Options
from table.intake.table import Table
from table.intake.view import View
from table.rules.ruleset import load_all
from table.rules.signals import FIX, SEATS, Press, Tick
from table.screens import present
from table.screens.model import Screen, accepted_keys
from table.words import LANGUAGES, Words

RULES = {rules.id: rules for rules in load_all()[0]}
WORDS = [Words(lang) for lang in LANGUAGES]


def pressed_at_random(seed: int, steps: int) -> list[View]:
    """The views of a table without a camera where people press what is offered, and sometimes what is not."""
    rng = random.Random(seed)
    voting, wiring = rng.choice(("keys", "tokens")), rng.choice(("pods", "one-button", "keyboard"))
    table = Table(Options(camera=False, input=wiring, voting=voting), RULES, seed=seed)
    table.go(start.Attract(table))
    seats = rng.sample(SEATS, rng.choice((2, 2, 3, 4, 6)))
    views, now = [table.view()], 1.0
    for _ in range(steps):
        now += rng.choice((0.3, 0.7, 1.0, 2.5, 9.0, 40.0))
        offered = table.view().keys
        if offered and rng.random() < 0.8:
            key = rng.choice(offered)
            seat, number = rng.choice(key.seats or seats), key.key
        elif rng.random() < 0.2:
            seat, number = None, FIX
        else:
            seat, number = rng.choice(seats), rng.randint(1, 6)
        table.handle(Press(t=now, seat=seat, key=number))
        table.handle(Press(t=now + 0.1, seat=seat, key=number, action="up"))
        table.handle(Tick(t=now + 0.2))
        views.append(table.view())
    return views


@pytest.mark.parametrize("seed", range(8))
def test_every_view_of_a_table_has_a_screen_in_every_language(seed: int) -> None:
    for view in pressed_at_random(seed, 150):
        for words in WORDS:
            screen = present(view, words)
            check_keys(view, screen)


def check_keys(view: View, screen: Screen) -> None:
    """All keys that are taken are shown, with words instead of the intake's names."""
    if view.cursor is None and view.input != "one-button":
        assert {str(key.key) for key in view.keys} <= accepted_keys(screen)
    if screen.lang != "en":
        bare = {key.action.replace("_", " ") for key in view.keys if "_" in key.action}
        assert not bare & {hint.label for hint in screen.keys}
