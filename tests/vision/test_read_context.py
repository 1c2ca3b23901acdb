"""What is known beside the picture, and several frames: sure may become a question, never another card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.cards import DECK, Card
from vision.context import Context, apply_context
from vision.fuse import fuse
from vision.reading import ReadCard, Reading, UnsurePlace

SURE = 0.95


def outline(x: float, y: float):
    """A card's outline with its middle at x, y, 63 by 88 px."""
    return ((x - 31, y - 44), (x + 31, y - 44), (x + 31, y + 44), (x - 31, y + 44))


def sure(card: str, p: float = 0.99, at=(100, 100), runner_up=()) -> ReadCard:
    return ReadCard(card=Card(card), p=p, outline_px=outline(*at), runner_up=runner_up)


def unsure(candidates, at=(300, 100), why="unsure") -> UnsurePlace:
    return UnsurePlace(
        box=(at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9), candidates=candidates, outline_px=outline(*at), why=why
    )


def test_a_card_that_lies_elsewhere_becomes_a_question():
    reading = apply_context(Reading(cards=(sure("7S"),)), Context(elsewhere=frozenset({Card("7S")})), SURE)
    assert reading.names == ()
    assert reading.unsure[0].why == "elsewhere"
    assert "7S" not in dict(reading.unsure[0].candidates)


def test_a_question_is_answered_when_its_rival_lies_elsewhere():
    place = unsure(((Card("6S"), 0.55), (Card("9S"), 0.44)))
    reading = apply_context(Reading(unsure=(place,)), Context(elsewhere=frozenset({Card("9S")})), SURE)
    assert reading.names == ("6S",)
    assert reading.cards[0].p == pytest.approx(0.55 / 0.56)


def test_a_card_claimed_in_the_same_picture_is_no_candidate_elsewhere():
    place = unsure(((Card("7S"), 0.60), (Card("7C"), 0.39)))
    reading = apply_context(Reading(cards=(sure("7S"),), unsure=(place,)), Context(), SURE)
    assert set(reading.names) == {"7S", "7C"}


def test_what_may_be_no_card_at_all_stays_a_question_unless_the_count_says_so():
    place = unsure(((Card("6S"), 0.5),))
    shown = Reading(cards=(sure("7S"),), unsure=(place,))
    assert apply_context(shown, Context(), SURE).names == ("7S",)
    assert set(apply_context(shown, Context(expected=2), SURE).names) == {"7S", "6S"}


def test_more_claims_than_cards_makes_the_least_sure_questions():
    shown = Reading(cards=(sure("7S", 0.99), sure("8S", 0.96, (200, 100))))
    reading = apply_context(shown, Context(expected=1), SURE)
    assert reading.names == ("7S",)
    assert len(reading.unsure) == 1


cards = st.sampled_from(DECK)


@given(st.lists(cards, min_size=1, max_size=6, unique=True), st.frozensets(cards, max_size=20))
def test_context_never_turns_one_card_into_another(names, elsewhere):
    shown = Reading(cards=tuple(sure(card, 0.97, (100 * i, 100), ((DECK[0], 0.02),)) for i, card in enumerate(names)))
    reading = apply_context(shown, Context(elsewhere=elsewhere), SURE)
    assert set(reading.names) == set(names) - elsewhere
    assert len(reading.cards) + len(reading.unsure) == len(names)


def test_frames_that_agree_are_surer_than_each():
    frames = [
        Reading(cards=(sure("7S", 0.96),)),
        Reading(cards=(sure("7S", 0.97),)),
        Reading(cards=(sure("7S", 0.96),)),
    ]
    (read,) = fuse(frames, SURE).cards
    assert read.card == "7S"
    assert read.p > 0.97


def test_frames_that_claim_different_cards_leave_a_question():
    frames = [Reading(cards=(sure("6S", 0.99),)), Reading(cards=(sure("9S", 0.999),))]
    fused = fuse(frames, SURE)
    assert fused.names == ()
    assert {card for card, _ in fused.unsure[0].candidates} == {"6S", "9S"}


def test_glare_in_one_frame_does_not_hide_what_the_others_see():
    asked = unsure(((Card("7S"), 0.6), (Card("7C"), 0.3)), at=(100, 100))
    frames = [Reading(cards=(sure("7S"),)), Reading(unsure=(asked,)), Reading(cards=(sure("7S"),))]
    assert fuse(frames, SURE).names == ("7S",)


def test_what_one_frame_of_three_sees_is_asked():
    frames = [Reading(cards=(sure("7S"),)), Reading(), Reading()]
    fused = fuse(frames, SURE)
    assert fused.names == ()
    assert len(fused.unsure) == 1


def test_no_frame_is_an_error():
    with pytest.raises(ValueError, match="no reading"):
        fuse([])


def test_one_frame_is_itself():
    only = Reading(cards=(sure("7S"),))
    assert fuse([only], SURE) is only
