"""What keeps the screen from burning in (felt between hands, scores that change places), and no place left empty."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.intake.other import SHOWN_STATS
from table.rules import events as ev
from table.rules.ruleset import load
from table.screens.model import Piles, Resume, Stats, Track
from table.words import LANGUAGES, Words

from .tables import BOTH_PASS, FIRST_TURN, dealt, gin, hand, key, picture, round_of, screen, shown, until_knock

VOID = (dealt(), ev.HandVoided(why="agreed"))


def test_a_hand_begins_with_its_deal_and_a_round_with_its_clue() -> None:
    """Both name the coming hand, so that whoever shows them knows that another one begins; no other screen does."""
    assert screen(v.Dealing(dealer="sun"), gin()).hand == 1
    assert screen(v.Dealing(dealer="sun"), gin(*VOID)).hand == 2
    assert screen(v.Turn(seat="mountain"), gin(dealt(), *BOTH_PASS)).hand == 0
    assert screen(v.HandResult(), hand()).hand == 0
    assert screen(v.Telling(), picture()).hand == 1
    second = picture(*round_of({"sun": 4, "mountain": 1, "hut": 1}), ev.Refilled())
    assert screen(v.Telling(), second).hand == 2
    assert screen(v.Collecting(), picture(ev.ClueGiven(seat="star"))).hand == 0


def test_scores_change_places_with_each_hand_when_the_setting_says_so() -> None:
    first = gin(dealt(), *BOTH_PASS)
    second = gin(*VOID, dealt(), *BOTH_PASS)
    third = gin(*VOID, *VOID, dealt(), *BOTH_PASS)

    def order(state: object, swap: bool) -> list[str]:
        body = screen(v.Turn(seat="sun"), state, swap=swap).body  # type: ignore[arg-type]
        assert isinstance(body, Piles)
        return [row.seat for row in body.scores]

    there, back = ["sun", "mountain"], ["mountain", "sun"]
    assert [order(state, True) for state in (first, second, third)] == [there, back, there]
    assert [order(state, False) for state in (first, second, third)] == [there] * 3


def test_points_stay_with_their_player_when_places_change() -> None:
    state = gin(*until_knock(), *shown(), dealt())
    plain, turned = (screen(v.Standing(), state, swap=swap).body for swap in (False, True))
    assert isinstance(plain, Track)
    assert isinstance(turned, Track)
    assert turned.rows == plain.rows[::-1]


def test_no_column_of_the_resume_screen_is_empty() -> None:
    """Where no card is known to put back, the saved score stands in its place."""
    keys = (key(1, "from_now"), key(2, "put_back"), key(3, "void_hand"))
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    for saved in ("TC", None):
        scene = v.Resume(saved_at="14:32", saved_card=saved, differs=False)
        body = screen(scene, state, *keys).body
        assert isinstance(body, Resume)
        assert len(body.columns) == 3
        assert all(column.card is not None or column.scores for column in body.columns)
    assert screen(scene, state, *keys).body.columns[1].scores[0].seat == "sun"
    alone = screen(v.Resume(saved_at="14:32", differs=False), picture(), key(1, "from_now")).body
    assert [len(column.scores) for column in alone.columns] == [4], "the picture game has one way on, with its score"


@pytest.mark.parametrize("lang", [*LANGUAGES, "es-419"])
def test_every_statistic_that_the_table_shows_has_words(lang: str) -> None:
    words = Words(lang)
    assert [name for name in SHOWN_STATS if not words.has(f"stat.{name}")] == []
    values = tuple((name, 1.0) for name in SHOWN_STATS[:7])
    body = screen(v.History(stats=(v.StatLine(seat="sun", values=values),)), lang=lang).body
    assert isinstance(body, Stats)
    assert [row.label for row in body.rows if "_" in row.label or row.label in SHOWN_STATS] == []


def test_a_statistic_without_words_never_shows_its_key() -> None:
    body = screen(v.History(stats=(v.StatLine(seat="sun", values=(("odd_thing", 2.0),)),))).body
    assert isinstance(body, Stats)
    assert [row.label for row in body.rows] == ["odd thing"]


def test_numbers_are_no_keys_where_tokens_are_laid() -> None:
    state = picture(ev.ClueGiven(seat="star"), ev.RowLaid(count=4))
    by_tokens = screen(v.Voting(expected=3, by_tokens=True), state)
    assert by_tokens.body.tokens
    assert by_tokens.keys == ()
    assert not screen(v.Voting(expected=3), state).body.tokens


def test_a_dimmed_view_makes_a_dimmed_screen_of_every_kind() -> None:
    assert screen(v.Turn(seat="sun"), gin(dealt(), *BOTH_PASS), dim=0.6).dim == 0.6
    assert screen(v.Attract(clock="18:04"), dim=0.6).dim == 0.6
    assert screen(v.Attract(clock="18:04")).dim == 1.0


def test_american_spanish_says_ustedes_where_spanish_says_vosotros() -> None:
    state = hand()
    assert load("gin-the-pack").game == "gin"
    here, there = (screen(v.KnockPressed(seat="sun"), state, lang=lang) for lang in ("es", "es-419"))
    assert here.band != there.band
    assert there.lang == "es", "the painter and the voice know the base; the voice adds the region"


def test_the_page_of_the_statistics_is_named_once() -> None:
    line = v.StatLine(seat="sun", values=(("games", 12.0),))
    page = screen(v.History(stats=(line,), page=2, pages=3))
    assert (page.band.small, page.body.page) == ("page 3 of 3", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_strip_at_a_place_does_not_repeat_the_name_that_stands_on_it(lang: str) -> None:
    strips = screen(v.Telling(), picture(), lang=lang).strips
    assert [strip.seat for strip in strips if strip.text] == ["star"]
    assert all(strip.name not in strip.text for strip in strips)
