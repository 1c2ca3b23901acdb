"""While nobody does anything the screen is dimmed; any key, any change on the table makes it bright again."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.intake.options import Options, Times
from table.intake.start import LANGUAGES
from table.rules.signals import TableChange, Tick
from table.screens import present

from .table_kit import RULES, AtTable


def test_after_three_minutes_of_rest_the_screen_dims_and_a_key_brightens_it() -> None:
    at = AtTable()
    at.press("sun", 1)
    at.wait(179.0)
    assert at.view.dim == 1.0
    at.wait(1.5)
    assert at.view.dim == 0.6
    assert present(at.view).dim == 0.6, "the screen is told"
    at.press("sun", 6)
    assert at.view.dim == 1.0


def test_a_change_on_the_table_brightens_it_too() -> None:
    at = AtTable()
    at.press("sun", 1)
    at.wait(200.0)
    assert at.view.dim == 0.6
    at.table.handle(TableChange(t=at.t, kind="drawn", side="near"))
    assert at.view.dim == 1.0
    at.wait(200.0)
    assert at.view.dim == 0.6


def test_the_saver_is_dark_by_itself_and_comes_after_the_dimming() -> None:
    at = AtTable()
    at.press("sun", 1)
    at.wait(250.0)
    assert at.view.dim == 0.6
    at.table.handle(Tick(t=at.t + 400.0))
    assert isinstance(at.view.scene, v.Saver)
    assert at.view.dim == 1.0


def test_the_time_until_it_dims_is_an_option() -> None:
    assert Times().dim == 180.0
    at = AtTable(times=Times(dim=10.0))
    at.press("sun", 1)
    at.wait(11.0)
    assert at.view.dim == 0.6


@pytest.mark.parametrize("swap", [False, True])
def test_the_setting_swap_reaches_the_screen(swap: bool) -> None:
    assert AtTable(swap=swap).view.swap is swap
    assert Options().swap is False


def test_a_regional_form_keeps_its_place_in_the_round_of_languages() -> None:
    """Set to es-419: the key leads through all four languages and back to es-419, never to plain es."""
    at = AtTable(lang="es-419")
    at.press("sun", 1)
    assert isinstance(at.view.scene, v.PickGame)
    walk = []
    for _ in range(8):
        walk.append(at.view.lang)
        present(at.view)
        at.do("sun", "language")
    assert walk == ["es-419", "hu", "en", "zh"] * 2
    plain = AtTable(lang="hu")
    plain.press("sun", 1)
    seen = set()
    for _ in range(4):
        seen.add(plain.view.lang)
        plain.do("sun", "language")
    assert seen == set(LANGUAGES)


def test_a_rule_set_has_its_spanish_name_in_american_spanish() -> None:
    named = [r for r in RULES.values() if "es" in r.names]
    assert named
    at, plain = AtTable(lang="es-419"), AtTable(lang="es")
    assert [at.table.title_of(r) for r in named] == [plain.table.title_of(r) for r in named]
