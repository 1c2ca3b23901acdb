"""Corners of one card are one card: the way from index to index, the half turn, the thresholds."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.confidence import threshold
from vision.indices import CARDS, GLYPHS, Spot, Vote, blend, join, letters_table, normalise, vote
from vision.merge import CARD_MM, INDEX_MM, Sight, half_turn, make_sheets, turn_between
from vision.sights import of_known_height

SCALE = 3.0  # px per mm


def certain(card: str, strength: float = 0.99) -> Vote:
    """A vote for one card; the rest is shared by the others."""
    cards = np.full(52, (1 - strength) / 51)
    cards[CARDS.index(card)] = strength
    return Vote(cards=cards, shown=0.995, suit_hidden=0.0)


def corner(name: str, card: str, at=(300.0, 300.0), turn: float = 0.0, strength: float = 0.99) -> Sight:
    """The index in one corner ("tl", "br", "tr", "bl") of a card whose middle is `at`, turned clockwise by `turn`."""
    dx, dy = CARD_MM[0] / 2 - INDEX_MM[0], CARD_MM[1] / 2 - INDEX_MM[1]
    x = (-dx if name[1] == "l" else dx) * SCALE
    y = (-dy if name[0] == "t" else dy) * SCALE
    down = math.pi / 2 + turn + (math.pi if name[0] == "b" else 0.0)
    cos, sin = math.cos(turn), math.sin(turn)
    spot = Spot(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, down, 15.5 * SCALE, 0.9)
    return Sight(spot, certain(card, strength))


@given(turn=st.floats(-3.1, 3.1), scale_known=st.booleans())
def test_two_opposite_corners_are_one_card(turn, scale_known):
    sheets = make_sheets([corner("tl", "7S", turn=turn), corner("br", "7S", turn=turn)], SCALE if scale_known else None)
    (sheet,) = sheets
    assert sheet.paired
    assert not sheet.clash
    assert sheet.vote.best == CARDS.index("7S")
    middle = np.mean(sheet.outline, axis=0)
    assert np.allclose(middle, (300, 300), atol=1)
    assert half_turn(sheet.angle - turn) == pytest.approx(0, abs=0.02)


def test_the_outline_of_a_pair_is_the_cards_own():
    (sheet,) = make_sheets([corner("tl", "7S"), corner("br", "7S")], SCALE)
    left, top = 300 - 31.5 * SCALE, 300 - 44 * SCALE
    expected = [(left, top), (600 - left, top), (600 - left, 600 - top), (left, 600 - top)]
    assert np.allclose(sheet.outline, expected, atol=2)


@pytest.mark.parametrize("scale", [SCALE, None])
@pytest.mark.parametrize(("height", "x", "y"), [(15.5, 6.0, 11.0), (24.0, 7.4, 15.0), (32.0, 9.2, 20.7)])
def test_jumbo_indices_lie_further_from_the_edges_and_still_are_one_card(scale, height, x, y):
    dx, dy = (CARD_MM[0] / 2 - x) * SCALE, (CARD_MM[1] / 2 - y) * SCALE
    ends = [(-dx, -dy, math.pi / 2), (dx, dy, -math.pi / 2)]
    sights = [Sight(Spot(300 + a, 300 + b, down, height * SCALE, 0.9), certain("7S")) for a, b, down in ends]
    (sheet,) = make_sheets(sights, scale)
    assert sheet.paired
    assert sheet.px_per_mm == pytest.approx(SCALE, rel=0.03)
    assert np.allclose(np.mean(sheet.outline, axis=0), (300, 300), atol=1)


def test_a_deck_of_jumbo_indices_is_not_odd_by_itself():
    def sights(heights):
        return [Sight(Spot(100 * i, 0, 0.0, mm * SCALE, 0.9), certain("7S")) for i, mm in enumerate(heights)]

    deck = of_known_height(sights([32] * 6), SCALE)
    assert [sight.odd for sight in deck] == [0.0] * 6
    (lone,) = of_known_height(sights([32]), SCALE)
    assert lone.odd > 0.4
    assert of_known_height(sights([50, 4]), SCALE) == []


def test_a_lone_corner_places_its_card():
    (sheet,) = make_sheets([corner("tl", "KD", turn=0.4)], SCALE)
    assert not sheet.paired
    assert np.allclose(np.mean(sheet.outline, axis=0), (300, 300), atol=1)
    assert sheet.angle == pytest.approx(0.4, abs=1e-6)


def test_four_indices_of_one_card_are_one_card():
    sights = [corner(name, "9H") for name in ("tl", "br", "tr", "bl")]
    (sheet,) = make_sheets(sights, SCALE)
    assert len(sheet.sights) == 4


def test_a_stray_name_in_the_other_corner_of_a_known_card_names_nothing():
    sights = [corner("tl", "9H"), corner("br", "9H"), corner("tr", "6H", strength=0.6)]
    (sheet,) = make_sheets(sights, SCALE)
    assert CARDS[sheet.vote.best] == "9H"


def test_two_strong_names_in_opposite_corners_are_not_made_into_one():
    sheets = make_sheets([corner("tl", "7S"), corner("br", "QH")], SCALE)
    assert sorted(CARDS[sheet.vote.best] for sheet in sheets) == ["7S", "QH"]


def test_a_weak_corner_gives_way_to_the_strong_one_of_its_card():
    (sheet,) = make_sheets([corner("tl", "7S"), corner("br", "7C", strength=0.5)], SCALE)
    assert CARDS[sheet.vote.best] == "7S"
    assert sheet.clash


def test_two_cards_side_by_side_stay_two():
    near = [
        corner("tl", "7S"),
        corner("br", "7S"),
        corner("tl", "8S", at=(500, 300)),
        corner("br", "8S", at=(500, 300)),
    ]
    assert sorted(CARDS[sheet.vote.best] for sheet in make_sheets(near, SCALE)) == ["7S", "8S"]


def test_corners_at_the_wrong_distance_are_two_cards_where_the_scale_is_known():
    first, second = corner("tl", "7S"), corner("br", "7S", at=(390, 410))
    assert len(make_sheets([first, second], SCALE)) == 2


@given(st.floats(-20, 20))
def test_half_turn_keeps_the_line(angle):
    turned = half_turn(angle)
    assert -math.pi / 2 < turned <= math.pi / 2
    assert abs(math.sin(turned - angle)) < 1e-6


@given(st.floats(-9, 9), st.floats(-9, 9))
def test_turn_between_is_the_smaller_one(first, second):
    turn = turn_between(first, second)
    assert 0 <= turn <= math.pi + 1e-9
    assert math.cos(turn) == pytest.approx(math.cos(first - second), abs=1e-6)


def test_the_threshold_follows_from_the_cost():
    assert threshold(10, 1) == pytest.approx(0.9)
    assert threshold(100, 1) == pytest.approx(0.99)
    assert threshold(1, 1) == 0.5


def scores(glyph: str, suit: str, hidden: float = -9.0) -> np.ndarray:
    """Raw scores of a cut-out that shows this index clearly."""
    out = np.full(24, -9.0, np.float32)
    out[GLYPHS.index(glyph)] = 3
    out[19 + "CDHS".index(suit)] = 3
    out[23] = hidden
    return out


def test_a_clear_index_is_a_clear_vote():
    seen = vote(scores("T", "D"))
    assert CARDS[seen.best] == "TD"
    assert seen.strength > 0.99


def test_a_hidden_suit_leaves_all_four_cards_open():
    seen = vote(scores("Q", "H", hidden=12))
    queens = [seen.cards[CARDS.index("Q" + suit)] for suit in "CDHS"]
    assert sum(queens) > 0.99
    assert max(queens) < 0.26


def test_foreign_letters_mean_nothing_to_an_english_table_and_a_court_to_a_german_one():
    assert vote(scores("B", "S")).shown < 0.01
    seen = vote(scores("B", "S"), letters_table("german"))
    assert CARDS[seen.best] == "JS"
    assert seen.shown > 0.99
    assert CARDS[vote(scores("R", "C"), letters_table("french")).best] == "KC"
    assert CARDS[vote(scores("1", "C"), letters_table("numbers")).best] == "AC"


def test_an_unknown_setting_of_letters_says_which_there_are():
    with pytest.raises(ValueError, match="english, german, french, numbers"):
        letters_table("klingon")


def test_readings_that_exclude_one_another_stay_a_question():
    both = blend([(0.5, certain("6S")), (0.5, certain("9S"))])
    assert both.cards[CARDS.index("6S")] == pytest.approx(both.cards[CARDS.index("9S")])
    assert both.cards.max() < 0.51


def test_two_sights_of_one_card_strengthen_each_other():
    weak = certain("4C", 0.7)
    assert join(weak, weak).cards.max() > 0.95


@given(st.floats(0.55, 1.0), st.floats(0.55, 1.0), st.floats(0.4, 1.0))
def test_the_colour_of_the_lamp_does_not_matter(blue, red, gain):
    rng = np.random.default_rng(3)
    paper = np.full((1, 48, 32, 3), 225.0)
    paper[0, 12:26, 10:20] = (30, 30, 190)
    paper += rng.normal(0, 2, paper.shape)
    lit = paper * np.array([blue, 1, red]) * gain
    plain, tinted = normalise(paper.astype(np.uint8)), normalise(lit.astype(np.uint8))
    assert np.abs(plain - tinted).mean() < 0.06


def test_the_indices_of_a_fan_know_their_neighbours():
    names = ["7S", "8S", "9H", "TD"]
    fan = [corner("tl", name, at=(300 + 12 * SCALE * i, 300)) for i, name in enumerate(names)]
    on_its_head = corner("tl", "2C", at=(300 - 30 * SCALE, 300), turn=math.pi)
    sheets = make_sheets([*fan, corner("tl", "KH", at=(2000, 2000)), on_its_head], SCALE)
    beside = {CARDS[sheet.vote.best]: sheet.beside for sheet in sheets}
    assert beside["KH"] == 0
    assert beside["7S"] == beside["9H"] == 3
    assert beside["2C"] == 0
