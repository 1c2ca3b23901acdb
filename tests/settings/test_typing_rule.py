"""Who may type: everybody, the operator, nobody; and everybody again where the buttons are broken."""

from __future__ import annotations

import pytest

from hw.keys import Keys
from hw.wiring import FIX_KEY, load_profile
from table.app.typing_rule import typing_rule
from tests.hw.desk import Desk

PODS = load_profile("pods")
FIX = next(name for name, key in PODS.keyboard_keys().items() if key == FIX_KEY)
PLAYER = next(name for name, key in PODS.keyboard_keys().items() if key == ("moon", 3))


@pytest.mark.parametrize(
    ("allowed", "fix", "player"), [("all", True, True), ("operator", True, False), ("none", False, False)]
)
def test_a_keyboard_beside_working_buttons(allowed: str, fix: bool, player: bool):
    may = typing_rule(allowed, PODS, Desk("pods").keys)  # type: ignore[arg-type]
    assert (may(FIX), may(PLAYER)) == (fix, player)


def test_a_stuck_button_lets_the_players_type_until_it_is_free():
    desk = Desk("pods")
    may = typing_rule("operator", PODS, desk.keys)
    desk.board.press("moon", 3)
    desk.skip(25)
    assert may(PLAYER)
    desk.board.release("moon", 3)
    desk.skip(2)
    assert not may(PLAYER)


@pytest.mark.parametrize(("allowed", "player"), [("operator", True), ("none", False)])
def test_without_any_pins_play_goes_on_with_the_keyboard_unless_it_is_forbidden(allowed: str, player: bool):
    keys = Keys(PODS, lambda signal: None, pin_factory=object())
    keys.open()
    assert typing_rule(allowed, PODS, keys)(PLAYER) is player  # type: ignore[arg-type]


def test_a_table_wired_for_a_keyboard_only_is_played_with_it():
    profile = load_profile("keyboard")
    keys = Keys(profile, lambda signal: None)
    assert all(typing_rule("operator", profile, keys)(name) for name in profile.keyboard_keys())
