"""Which pictures have left the game."""

import pytest

from vision.pictures.played import Played


def test_cards_of_closed_rounds_are_used_and_counted_even_without_names():
    played = Played()
    played.close(["p001", None, "p007"])
    played.close(["p002", "p003", "p004"])
    assert played.used == {"p001", "p007", "p002", "p003", "p004"}
    assert played.seen == 6
    assert played.left(84) == 78
    assert played.round_of("p003") == 2
    assert played.round_of("p099") is None


def test_a_round_taken_back_frees_its_cards():
    played = Played.of([["p001", "p002"], ["p003"]])
    assert played.reopen() == ("p003",)
    assert "p003" not in played.used
    assert played.seen == 2


def test_nothing_to_take_back():
    with pytest.raises(IndexError):
        Played().reopen()


def test_a_deck_is_never_less_than_empty():
    assert Played.of([["a"] * 6] * 4).left(18) == 0
