"""A hand of gin as the table follows it. Points come from the worked cases, never from the code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from table.intake.options import Options
from table.rules.cards import DECK
from table.rules.gin import Phase
from tests.intake.table_kit import AtTable, laid, pile, stock

CASES = json.loads((Path(__file__).parents[1] / "cases" / "gin.json").read_text("utf-8"))
SHOWDOWNS = [
    (case, rules)
    for case in CASES
    if case["kind"] == "showdown" and case["knocker_discard"]
    for rules in case["expected"]
]

KNOCKER = ("7S 8S 9S", "KC KD KH", "2C 2D 2H")
DEFENDER = ("AC AD AH", "3S 3C 3D", "JS QS KS")


def test_a_card_and_a_stock_begin_the_hand():
    table = AtTable().gin("gin-the-pack", first="sun").deal("TC")
    assert table.scene == "Offer"
    assert (table.state.upcard, table.state.dealer, table.state.turn) == ("TC", "sun", "mountain")


def test_both_pass_then_the_non_dealer_draws_from_the_stock():
    table = AtTable().gin().deal("TC").press("mountain", 2).press("sun", 2)
    assert (table.scene, table.state.turn, table.state.stock_only) == ("Turn", "mountain", True)


def test_fupa_offers_no_upcard():
    assert AtTable().gin("gin-fupa").deal("TC").scene == "Turn"


def test_taking_the_upcard_answers_the_offer():
    table = AtTable().gin().deal("TC").change("taken", "TC", side="far")
    assert table.state.phase is Phase.DISCARD
    assert table.state.known["mountain"] == ("TC",)


def test_a_draw_from_the_stock_says_that_both_passed():
    table = AtTable().gin().deal("TC").change("drawn", side="far")
    assert (table.state.turn, table.state.phase) == ("mountain", Phase.DISCARD)


def test_the_card_just_taken_does_not_go_back():
    # The Pack: it may not be the card just taken from the discard pile.
    table = AtTable().gin().deal("TC").change("taken", "TC", "far").change("discarded", "TC", "far")
    assert (table.scene, table.state.phase) == ("ForbiddenDiscard", Phase.DISCARD)
    table.change("taken", "TC", "far").change("discarded", "5H", "far")
    assert (table.scene, table.state.top, table.state.turn) == ("Turn", "5H", "sun")


def test_a_discard_without_a_seen_draw_does_not_stop_play():
    table = AtTable().gin().to_first_draw().change("discarded", "5H")
    assert (table.state.turn, table.state.top) == ("sun", "5H")
    assert table.state.stock_high == 30


def test_an_unsure_name_is_no_fact():
    table = AtTable().gin().to_first_draw().change("drawn").change("discarded", "5H", p=0.7)
    assert table.state.top is None
    table.look(pile("6H"))
    assert table.state.top == "6H"  # read later, and still the last event


def test_a_knock_out_of_turn_is_refused_under_the_hood():
    table = AtTable().gin().to_first_draw().change("drawn", side="far")
    table.press("sun", 1)
    assert (table.scene, table.state.phase) == ("Turn", Phase.DISCARD)
    assert table.table.lamps()["sun"] == "refused"


def test_a_draw_told_twice_likely_and_certain_takes_one_card_from_the_stock_whoever_was_due():
    # Mountain is to draw, but his move was not seen: the next hand over the stock is sun's, who then discards.
    table = AtTable().gin().to_first_draw()
    low, high = table.state.stock_low, table.state.stock_high
    table.change("drawn", side="near", p=0.88)
    assert (table.state.turn, table.state.phase) == ("sun", Phase.DISCARD)
    table.change("drawn", side="near", p=0.97).change("discarded", "5C", "near")
    assert (table.state.turn, table.state.phase) == ("mountain", Phase.DRAW)
    assert (low - table.state.stock_low, high - table.state.stock_high) == (2, 2)


def test_a_draw_that_is_certain_with_the_others_discard_is_not_counted_off_the_stock_for_sure():
    table = AtTable().gin().to_first_draw().change("drawn", side=None, p=0.88)
    low, high = table.state.stock_low, table.state.stock_high
    assert (table.state.turn, table.state.phase) == ("mountain", Phase.DISCARD)
    table.change("drawn", side="near", p=0.97).change("discarded", "5C", "near")
    assert (table.state.turn, table.state.phase) == ("mountain", Phase.DRAW)
    assert (low - table.state.stock_low, high - table.state.stock_high) == (1, 0)


def test_a_stock_pushed_by_the_one_who_waits_moves_nobodys_turn():
    table = AtTable().gin().to_first_draw().change("drawn", side="far", p=0.88).change("drawn", side="near", p=0.88)
    assert (table.state.turn, table.state.phase) == ("mountain", Phase.DISCARD)


def knocked(rules: str, discard: str = "TD", upcard: str = "TC") -> AtTable:
    """Mountain has drawn, discarded and knocked."""
    table = AtTable().gin(rules).to_first_draw(upcard).change("drawn", side="far").change("discarded", discard, "far")
    return table.press("mountain", 1)


def test_a_knock_is_taken_back_until_a_card_is_open():
    table = knocked("gin-the-pack")
    assert table.scene == "KnockPressed"
    table.press("mountain", 1)
    assert (table.scene, table.state.knocker) == ("Turn", None)


def test_a_doubled_press_of_knock_does_not_take_it_back():
    table = knocked("gin-the-pack")
    table.press("mountain", 1, after=0.0)
    assert table.scene == "KnockPressed"


def test_a_knock_before_the_discard_asks_for_it():
    table = AtTable().gin().to_first_draw().change("drawn", side="far").press("mountain", 1)
    assert (table.scene, table.view.scene.needs_discard) == ("KnockPressed", True)
    table.change("discarded_face_down", side="far")
    assert table.view.scene.needs_discard is False


def test_whoever_sits_at_the_far_side_lays_there_though_he_joined_first():
    # Mountain, at the near side, has melded all ten; sun's cards lie at the far side, and three of them at 10 count.
    table = AtTable(sides={"sun": "far", "mountain": "near"}).gin("gin-the-pack").to_first_draw("TC")
    table.change("drawn", side="near").change("discarded", "TD", "near").press("mountain", 1)
    table.look(
        laid("near", "7S 8S 9S", "KC KD KH", "2C 2D 2H 2S"), laid("far", "AC AD AH", "3S 3C 3D 3H", loose="JS QD QH")
    )
    table.wait(3)
    assert (table.state.last.winner, table.state.last.kind) == ("mountain", "gin")
    assert table.state.last.hands["sun"].deadwood == 30


@pytest.mark.parametrize(
    ("sides", "of_sun"),
    [
        ({}, "near"),
        ({"sun": "near", "mountain": "far"}, "near"),
        ({"sun": "far", "mountain": "near"}, "far"),
        ({"sun": "far", "mountain": "right"}, "far"),
        ({"sun": "left", "mountain": "near"}, "far"),
        ({"sun": "left", "mountain": "right"}, "near"),
        ({"sun": "far", "mountain": "far"}, "near"),
    ],
)
def test_each_lays_at_his_own_side_and_of_two_at_one_side_the_first_to_join_at_the_near_one(sides, of_sun):
    options = Options(sides=sides)
    seats = ("sun", "mountain")
    assert options.laying_side("sun", seats) == of_sun
    assert {options.laying_side(seat, seats) for seat in seats} == {"near", "far"}


@pytest.mark.parametrize(("case", "rules"), SHOWDOWNS, ids=[f"{c['id']}-{r}" for c, r in SHOWDOWNS])
def test_worked_showdowns_at_the_table(case, rules):
    expected = case["expected"][rules]
    used = {*case["knocker"], *case["opponent"], case["knocker_discard"]}
    table = knocked(rules, discard=case["knocker_discard"], upcard=next(card for card in DECK if card not in used))
    melds = [" ".join(meld) for meld in case["knocker_melds"]]
    in_melds = {card for meld in case["knocker_melds"] for card in meld}
    loose = " ".join(card for card in case["knocker"] if card not in in_melds)
    table.look(laid("far", *melds, loose=loose), laid("near", loose=" ".join(case["opponent"]))).wait(3)
    last = table.state.last
    winner = {"knocker": "mountain", "opponent": "sun", None: None}[expected["winner"]]
    assert (last.winner, last.points) == (winner, expected["points"])
    assert sum(line.amount for line in last.lines) == expected["points"]
    defender = last.hands["sun"]
    assert sorted(off.card for off in defender.layoffs) == expected["laid_off"]
    assert table.scene == ("LayOffs" if expected["laid_off"] else "HandResult")


def test_a_knock_that_is_too_high_is_shown_and_play_goes_on():
    table = knocked("gin-the-pack")
    table.look(laid("far", "7S 8S 9S", loose="KC QD 2H 4C 5D 6H 8D")).wait(3)
    assert (table.scene, table.view.scene.limit) == ("KnockRefused", 10)
    assert table.view.scene.total == 10 + 10 + 2 + 4 + 5 + 6 + 8
    table.press("sun", 1)
    assert (table.scene, table.state.turn, table.state.points) == ("Turn", "sun", {"sun": 0, "mountain": 0})


def test_eleven_melded_cards_end_a_hand_of_fupa_before_the_discard():
    # Fupa: gin 25 and 6, no lay-offs; the case gives 90.
    table = AtTable().gin("gin-fupa").deal("9C").change("drawn", side="far").press("mountain", 1)
    own = laid("far", "AS 2S 3S 4S 5S", "7C 7D 7H", "JD QD KD")
    table.look(own, laid("near", loose="KS QC 9D 8H 6C 6D 4D 3H 2C AH")).wait(3)
    assert (table.state.last.kind, table.state.last.winner, table.state.last.points) == ("big_gin", "mountain", 90)


def test_eleven_melded_cards_prove_that_the_discard_followed_before_the_knock_was_the_others():
    # The same cards; the eye has told the discard of sun as one of mountain's.
    table = AtTable().gin("gin-fupa").deal("9C").change("drawn", side="far").change("discarded", "8C", "far")
    table.press("mountain", 1)
    own = laid("far", "AS 2S 3S 4S 5S", "7C 7D 7H", "JD QD KD")
    table.look(own, laid("near", loose="KS QC 9D 8H 6C 6D 4D 3H 2C AH")).wait(4)
    assert (table.state.last.kind, table.state.last.winner, table.state.last.points) == ("big_gin", "mountain", 90)


def test_eleven_cards_that_are_not_all_melded_are_one_too_many():
    table = AtTable().gin("gin-fupa").deal("9C").change("drawn", side="far").change("discarded", "8C", "far")
    table.press("mountain", 1)
    own = laid("far", "AS 2S 3S 4S", "7C 7D 7H", "JD QD KD", loose="9H")
    table.look(own, laid("near", loose="KS QC 9D 8H 6C 6D 4D 3H 2C AH")).wait(8)
    assert table.scene == "Laying"
    assert table.view.chip.why == "too_many"


def test_a_card_in_doubt_is_asked_for_and_not_scored():
    table = knocked("gin-the-pack")
    doubt = ((("5H", 0.55), ("5D", 0.4)),)
    own = laid("far", *KNOCKER, loose="5D")
    table.look(own, laid("near", *DEFENDER, unsure=doubt)).wait(6)
    assert (table.scene, table.view.scene.seat) == ("WhichCard", "sun")
    assert [card for card, _ in table.view.scene.candidates] == ["5H"]  # the 5 of diamonds lies in the other hand
    assert table.state.last is None
    table.do("sun", "this_card", card="5H").wait(3)
    assert (table.state.last.kind, table.state.last.points) == ("tie", 10)  # The Pack: a tie is 10 to the defender


def test_where_the_answer_decides_whether_a_knock_is_legal_both_must_agree():
    table = knocked("gin-the-pack")
    own = laid("far", "7S 8S 9S", "KC KD KH", loose="2C 2D 4H", unsure=((("2H", 0.5), ("9H", 0.45)),))
    table.look(own, laid("near", *DEFENDER, loose="5H")).wait(6)
    assert table.view.scene.both is True
    table.do("mountain", "this_card", card="2H").wait(1)
    assert (table.scene, table.view.scene.agreed) == ("WhichCard", ("mountain",))
    table.do("sun", "this_card", card="9H")
    assert table.view.scene.agreed == ()  # they do not agree: once more
    table.do("mountain", "this_card", card="2H").do("sun", "this_card", card="2H").wait(3)
    assert table.state.last.winner == "mountain"


def test_a_question_that_has_just_changed_takes_no_answer():
    table = knocked("gin-the-pack")
    doubts = ((("5H", 0.55), ("6D", 0.4)), (("4H", 0.55), ("8H", 0.4)))
    table.look(laid("far", *KNOCKER, loose="5D"), laid("near", "AC AD AH", "3S 3C 3D", loose="JS QS", unsure=doubts))
    table.wait(6)
    first = table.view.scene.candidates
    table.do("sun", "this_card", card=first[0][0]).wait(3.25)
    second = table.view.scene.candidates
    assert second != first
    table.press("sun", 1, after=0.0)
    assert table.view.scene.candidates == second


def test_the_same_card_twice_is_never_scored():
    table = knocked("gin-the-pack")
    table.look(laid("far", *KNOCKER, loose="5D"), laid("near", *DEFENDER, loose="5D")).wait(4)
    assert (table.scene, table.state.last) == ("Contradiction", None)
    assert "refused.card_in_both" in [key for key, _ in table.view.scene.problems]


def test_a_card_that_lies_in_the_pile_is_questioned_and_both_may_vouch_for_it():
    table = knocked("gin-the-pack", discard="5H")
    table.look(pile("5H"), laid("far", *KNOCKER, loose="5D"), laid("near", *DEFENDER, loose="5H")).wait(4)
    assert table.scene == "Contradiction"
    table.do("sun", "cards_are_right")
    assert table.state.last is None
    table.do("mountain", "cards_are_right").wait(3)
    assert table.state.last.kind == "tie"


def test_two_cards_left_and_no_knock_is_void_and_the_same_dealer_deals():
    table = AtTable().gin().to_first_draw("TC")
    turn, cards = "far", [r + s for s in "SHD" for r in "A23456789TJQK"]
    for card in cards[:29]:
        table.change("drawn", side=turn).change("discarded", card, turn)
        turn = "near" if turn == "far" else "far"
    assert (table.scene, table.state.last.kind, table.state.next_dealer) == ("HandVoid", "void", "sun")
    assert table.state.points == {"sun": 0, "mountain": 0}
    # The one who drew the third-last card may still knock with his discard.
    late = table.state.discarded_last
    table.press(late, 1)
    assert (table.scene, table.state.knocker) == ("KnockPressed", late)


def voided(*, last_p: float = 0.99) -> AtTable:
    """A hand that has run out of stock; `last_p`: how surely the last discard, 3C, was read."""
    table = AtTable().gin().to_first_draw("TC")
    turn, cards = "far", [r + s for s in "SHD" for r in "A23456789TJQK"]
    for card in [*cards[:28], "3C"]:
        table.change("drawn", side=turn).change("discarded", card, turn, p=last_p if card == "3C" else 0.99)
        turn = "near" if turn == "far" else "far"
    assert table.scene == "HandVoid"
    return table


def test_what_is_seen_on_the_pile_of_a_void_hand_is_no_new_deal():
    table = voided(last_p=0.4)
    table.look(pile("3C"), stock(), after=1.0)
    assert table.scene == "HandVoid", "the last discard is named late"
    table.change("discarded", "5C", "near").look(pile("5C"), stock(), after=1.0)
    assert (table.scene, table.state.hand_number) == ("HandVoid", 1), "a discard more was overlooked before"
    table.press(table.state.discarded_last, 1)
    assert table.scene == "KnockPressed"


def test_after_a_void_hand_the_cleared_table_shows_the_deal():
    table = voided()
    table.look(pile(), stock(0), after=1.0).look(pile("KC"), stock(), after=1.0)
    assert (table.state.hand_number, table.scene) == (2, "Offer")


def test_dealing_on_accepts_the_result():
    table = knocked("gin-the-pack")
    table.look(laid("far", *KNOCKER, loose="5D"), laid("near", *DEFENDER, loose="TS")).wait(3)
    assert (table.scene, table.state.last.kind, table.state.last.winner) == ("HandResult", "undercut", "sun")
    table.deal("4S")
    # The Pack: the winner of the hand deals.
    assert (table.scene, table.state.dealer, table.state.hand_number) == ("Offer", "sun", 2)


def test_taking_up_the_laid_cards_is_no_new_deal():
    table = knocked("gin-the-pack")
    table.look(pile("TD"), stock(), laid("far", *KNOCKER, loose="5D"), laid("near", *DEFENDER, loose="TS")).wait(3)
    table.look(laid("near"), laid("far"), pile("TD"), stock()).wait(2)
    assert table.state.phase is Phase.RESULT


def test_without_a_camera_the_hand_is_scored_by_hand():
    table = AtTable(camera=False).gin("gin-jinlami").press("sun", 1).press("mountain", 1)
    assert table.scene == "KnockPressed"
    table.do("mountain", "lay_by_hand").do("sun", "enter_points").press("mountain", 1).do("mountain", "knock")
    table.do("sun", "plus_10").do("sun", "plus_10").do("sun", "plus_5").do("sun", "minus_1").do("sun", "finished")
    assert (table.state.last.winner, table.state.last.points) == ("mountain", 24)
    # 金拉米: the undercut adds 25, and the players need not know that.
    table.press("sun", 1).press("sun", 1).press("sun", 1).press("sun", 1)
    table.do("sun", "lay_by_hand").do("sun", "enter_points").press("mountain", 1).do("mountain", "undercut")
    table.do("sun", "plus_1").do("sun", "finished")
    assert (table.state.last.kind, table.state.last.points) == ("undercut", 26)


def test_a_camera_that_dies_in_the_middle_leaves_a_full_scorekeeper():
    table = AtTable().gin().to_first_draw().change("drawn", side="far").camera_dies().wait(1)
    assert table.view.by_hand is True
    table.press("mountain", 1)
    assert table.scene == "KnockPressed"
    table.do("sun", "lay_by_hand")
    assert table.scene == "Laying"


def test_show_only_needs_nothing_but_the_knock_and_the_cards():
    table = AtTable(tracking="show-only").gin("gin-jinlami").deal("TC")
    table.wait(30).press("sun", 1)
    table.look(laid("near", *KNOCKER, loose="5D"), laid("far", *DEFENDER, loose="5H")).wait(3)
    # 金拉米: fewer or equal, the defender gets the difference and 25.
    assert (table.state.last.kind, table.state.last.winner, table.state.last.points) == ("tie", "mountain", 25)


def test_a_take_put_down_to_the_wrong_player_is_no_dead_end():
    # The eye thinks that sun took the 9 of hearts; mountain did, and shows it. Both say that the cards are right.
    table = (
        AtTable().gin("gin-the-pack").to_first_draw("TC").change("drawn", side="far").change("discarded", "9H", "far")
    )
    table.change("taken", "9H", "near").change("discarded", "TD", "near").change("drawn", side="far")
    table.change("discarded", "TS", "far").press("mountain", 1)
    own = laid("far", "7S 8S 9S", "KC KD KH", "9H 9C 9D", loose="AS")
    table.look(own, laid("near", *DEFENDER, loose="5H")).wait(4)
    assert (table.scene, table.state.last) == ("Contradiction", None)
    table.do("sun", "cards_are_right").do("mountain", "cards_are_right").wait(3)
    assert (table.state.last.winner, table.state.last.points) == ("mountain", 5 - 1)


def test_the_card_below_lying_open_tells_of_a_take_that_was_missed():
    table = AtTable().gin().to_first_draw("TC").change("drawn", side="far").change("discarded", "9H", "far")
    table.look(pile("TC"))  # sun has taken the 9 of hearts, and no hand was seen
    assert (table.state.phase, table.state.known["sun"]) == (Phase.DISCARD, ("9H",))


def test_a_touch_of_the_stock_before_a_missed_take_is_put_right():
    table = AtTable().gin().to_first_draw("TC").change("drawn", side="far").change("discarded", "9H", "far")
    table.change("drawn", side="near").look(pile("TC")).change("discarded", "4S", "near")
    assert (table.state.pile, table.state.known["sun"]) == (("TC", "4S"), ("9H",))
    assert table.state.stock_high == 30
