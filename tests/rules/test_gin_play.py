"""The course of a hand of gin, with the hands hidden: offers, turns, knocks, the end of the stock."""

from __future__ import annotations

import pytest

from table.rules import events as ev
from table.rules.gin import Phase
from tests.rules.table import (
    DEFENDER,
    GIN_HAND,
    KNOCKER,
    KNOCKER_MELDS,
    MOUNTAIN,
    SUN,
    GinTable,
    discard,
    draw,
    show,
    take,
)

SEEDS = ("gin-jinlami", "gin-fupa", "gin-the-pack")
WITH_OFFER = ("gin-jinlami", "gin-the-pack")


def waits(table: GinTable) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(wait.kind, wait.seats, wait.choices) for wait in table.state.waits]


# -- the first up-card ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", WITH_OFFER)
def test_the_non_dealer_is_offered_the_up_card_first(rules: str) -> None:
    table = GinTable(rules).deal("TC")
    assert table.state.phase is Phase.UPCARD
    assert waits(table) == [("upcard", (MOUNTAIN,), ("take", "pass"))]
    assert table.why_not(draw(MOUNTAIN)) == ("upcard_first",)
    assert table.why_not(take(SUN)) == ("not_your_turn",)
    table.take()
    assert table.state.taken == "TC"
    assert table.state.pile == ()


@pytest.mark.parametrize("rules", WITH_OFFER)
def test_the_dealer_may_take_it_after_a_pass(rules: str) -> None:
    table = GinTable(rules).deal("TC").play(ev.Passed(seat=MOUNTAIN))
    assert waits(table) == [("upcard", (SUN,), ("take", "pass"))]
    table.take().discard("9C")
    assert table.state.turn == MOUNTAIN


@pytest.mark.parametrize("rules", WITH_OFFER)
def test_both_pass_and_the_non_dealer_draws_from_the_stock(rules: str) -> None:
    table = GinTable(rules).deal("TC").both_pass()
    assert waits(table)[0] == ("draw", (MOUNTAIN,), ("stock",))
    assert table.why_not(take(MOUNTAIN)) == ("stock_only",)
    table.draw().discard("9C")
    assert waits(table)[0] == ("draw", (SUN,), ("stock", "discard"))


def test_without_an_offer_the_first_player_takes_either_pile() -> None:
    table = GinTable("gin-fupa").deal("TC")
    assert waits(table) == [("draw", (MOUNTAIN,), ("stock", "discard"))]
    assert table.why_not(ev.Passed(seat=MOUNTAIN)) == ("not_now",)
    assert table.why_not(take(MOUNTAIN)) == ()
    assert table.why_not(draw(MOUNTAIN)) == ()


def test_an_offer_to_the_non_dealer_alone() -> None:
    table = GinTable(upcard_offer="non_dealer").deal("TC").play(ev.Passed(seat=MOUNTAIN))
    assert waits(table)[0] == ("draw", (MOUNTAIN,), ("stock",))


# -- turns ------------------------------------------------------------------------------------------------------


def test_only_the_dealer_deals() -> None:
    table = GinTable(first=SUN)
    assert waits(table) == [("deal", (SUN,), ("deal",))]
    assert table.why_not(ev.Dealt(dealer=MOUNTAIN)) == ("wrong_dealer",)
    assert table.why_not(ev.Dealt(dealer="star")) == ("no_such_seat",)


def test_turns_alternate_and_nothing_is_played_out_of_turn() -> None:
    table = GinTable().to_first_draw()
    assert table.why_not(draw(SUN)) == ("not_your_turn",)
    assert table.why_not(discard(SUN, "9C")) == ("not_your_turn",)
    table.draw()
    assert table.why_not(draw(MOUNTAIN)) == ("not_now",)
    assert table.why_not(draw(SUN)) == ("not_now", "not_your_turn")
    table.discard("9C")
    assert table.state.turn == SUN


@pytest.mark.parametrize("rules", SEEDS)
def test_the_card_just_taken_may_not_go_back(rules: str) -> None:
    table = GinTable(rules).to_first_draw().draw().discard("JD").take("JD")
    assert table.why_not(discard(SUN, "JD")) == ("just_taken",)
    assert table.why_not(discard(SUN, "9H")) == ()
    allowed = GinTable(rules, discard_taken="allowed").to_first_draw().draw().discard("JD").take("JD")
    assert allowed.why_not(discard(SUN, "JD")) == ()


def test_a_card_taken_a_turn_ago_may_be_discarded() -> None:
    table = GinTable().to_first_draw().draw().discard("JD").take("JD").discard("9H").draw().discard("2C").draw()
    assert table.state.known[SUN] == ("JD",)
    table.discard("JD")
    assert table.state.known[SUN] == ()


def test_what_the_table_knows_of_hands_and_piles() -> None:
    table = GinTable().to_first_draw("TC").draw().discard("JD").take("JD").discard("9H")
    assert table.state.pile == ("TC", "9H")
    assert table.state.top == "9H"
    assert table.state.known == {SUN: ("JD",)}
    assert (table.state.stock_low, table.state.stock_high) == (30, 30)


def test_a_card_cannot_lie_in_two_places() -> None:
    table = GinTable().to_first_draw("TC").draw().discard("JD").take("JD").discard("9H").draw()
    assert table.why_not(discard(MOUNTAIN, "TC")) == ("in_pile",)
    assert table.why_not(discard(MOUNTAIN, "JD")) == ("in_other_hand",)


def test_the_card_taken_is_the_one_on_top() -> None:
    table = GinTable().to_first_draw("TC").draw().discard("JD")
    assert table.why_not(take(SUN, "TC")) == ("not_the_top",)
    table.take()
    assert table.state.taken == "JD"


def test_an_unread_top_is_learned_when_it_is_taken() -> None:
    table = GinTable().to_first_draw("TC").draw().discard(None).take("4H")
    assert table.state.known[SUN] == ("4H",)
    assert table.why_not(discard(SUN, "4H")) == ("just_taken",)


def test_what_is_no_card_is_refused() -> None:
    table = GinTable().to_first_draw().draw()
    bad = ev.Discarded(seat=MOUNTAIN, card="ZZ")  # type: ignore[arg-type]
    assert table.why_not(bad) == ("no_card",)
    assert GinTable().why_not(ev.Dealt(dealer=SUN, upcard="1S")) == ("no_card",)  # type: ignore[arg-type]


# -- draws that nobody saw --------------------------------------------------------------------------------------


def test_a_draw_that_was_not_seen_leaves_the_stock_uncertain() -> None:
    table = GinTable("gin-fupa").deal("TC").draw().discard("JD")
    table.discard("4H")
    assert (table.state.stock_low, table.state.stock_high) == (29, 30)
    assert table.state.pile == ("TC", None, "4H"), "the jack may have been taken: it is no longer known to lie there"
    assert table.state.turn == MOUNTAIN


def test_after_two_passes_an_unseen_draw_is_from_the_stock() -> None:
    table = GinTable().to_first_draw("TC").discard("JD")
    assert (table.state.stock_low, table.state.stock_high) == (30, 30)
    assert table.state.pile == ("TC", "JD")


def test_counting_the_stock_ends_the_doubt() -> None:
    table = GinTable("gin-fupa").deal("TC").discard("JD").play(ev.StockCounted(count=30))
    assert (table.state.stock_low, table.state.stock_high) == (30, 30)
    assert table.why_not(ev.StockCounted(count=32)) == ("stock_count",)
    assert table.why_not(ev.StockCounted(count=-1)) == ("stock_count",)


# -- the end of the stock ---------------------------------------------------------------------------------------


def drawn_down(table: GinTable, to: int) -> GinTable:
    """Plays draws and unread discards until so many cards are left and the next player is to draw."""
    while table.state.stock_high > to:
        table.draw()
        if table.state.stock_high > to:
            table.discard(None)
    return table


@pytest.mark.parametrize("rules", SEEDS)
def test_two_cards_left_make_a_void_hand_and_the_same_dealer_deals(rules: str) -> None:
    table = drawn_down(GinTable(rules).to_first_draw(), to=2)
    assert table.state.phase is Phase.DISCARD, "whoever drew the third-last card still discards"
    drawer = table.state.turn
    table.discard("4C")
    assert table.state.phase is Phase.RESULT
    assert table.state.last is not None
    assert (table.state.last.kind, table.state.last.winner, table.state.last.points) == ("void", None, 0)
    assert table.state.next_dealer == SUN
    assert table.why_not(draw(table.state.other(drawer))) == ("not_now",)


@pytest.mark.parametrize("rules", SEEDS)
@pytest.mark.parametrize("early", [True, False])
def test_the_knock_of_that_turn_still_counts(rules: str, early: bool) -> None:
    table = drawn_down(GinTable(rules).to_first_draw(), to=2)
    knocker = table.state.turn
    assert knocker is not None
    if early:
        table.knock().discard("4C")
    else:
        table.discard("4C").knock(knocker)
    table.show(knocker, KNOCKER, *KNOCKER_MELDS).show(table.state.other(knocker), DEFENDER)
    assert table.state.last is not None
    assert table.state.last.points == 54
    assert len(table.state.history) == 1


def test_the_other_one_does_not_get_that_discard() -> None:
    table = drawn_down(GinTable().to_first_draw(), to=2)
    other = table.state.other(table.state.turn)
    table.discard("4C")
    assert table.why_not(take(other)) == ("not_now",)
    assert table.why_not(ev.Knocked(seat=other)) == ("knock_too_late",)


def test_a_void_hand_counts_no_box_and_the_next_hand_is_dealt() -> None:
    table = drawn_down(GinTable("gin-jinlami").to_first_draw(), to=2).discard("4C").deal("5C")
    assert table.state.hands_won == {SUN: 0, MOUNTAIN: 0}
    assert (table.state.hand_number, table.state.dealer) == (2, SUN)


def test_an_uncertain_end_asks_for_a_count_and_plays_on() -> None:
    table = GinTable("gin-fupa").deal("TC").discard("JD")
    table = drawn_down(table, to=3).discard("9D")
    assert (table.state.stock_low, table.state.stock_high) == (2, 3)
    assert table.state.phase is Phase.DRAW
    assert "count_stock" in [wait.kind for wait in table.state.waits]
    table.play(ev.StockCounted(count=2))
    assert table.state.phase is Phase.RESULT


def test_a_stock_counted_empty_during_the_offer_voids_the_hand_at_the_first_draw() -> None:
    table = GinTable().deal("TC").play(ev.StockCounted(count=0)).both_pass()
    assert table.state.last is not None
    assert table.state.last.kind == "void"


def test_the_players_may_void_a_hand() -> None:
    table = GinTable().to_first_draw().play(ev.HandVoided())
    assert table.state.last is not None
    assert table.state.last.kind == "void"
    assert table.why_not(ev.HandVoided()) == ("not_now",)
    early = GinTable().to_first_draw()
    assert early.why_not(ev.HandVoided(why="stock")) == ("stock_not_at_end",)


# -- the knock --------------------------------------------------------------------------------------------------


def test_a_knock_before_the_discard_waits_for_it() -> None:
    table = GinTable().to_first_draw().draw().knock()
    assert waits(table) == [("knock_discard", (MOUNTAIN,), ("discard", "take_back"))]
    table.discard(None)
    assert waits(table) == [("show", (SUN, MOUNTAIN), ("show",)), ("take_back", (MOUNTAIN,), ("take_back",))]


def test_a_knock_right_after_the_discard() -> None:
    table = GinTable().to_first_draw().draw().discard("TD")
    assert ("knock", (MOUNTAIN,), ("knock",)) in waits(table)
    table.knock(MOUNTAIN)
    assert table.state.phase is Phase.SHOWING
    assert table.state.knocker == MOUNTAIN


def test_no_knock_out_of_turn() -> None:
    table = GinTable().to_first_draw()
    assert table.why_not(ev.Knocked(seat=MOUNTAIN)) == ("draw_first",)
    assert table.why_not(ev.Knocked(seat=SUN)) == ("knock_too_late",)
    table.draw().discard("TD").draw()
    assert table.why_not(ev.Knocked(seat=MOUNTAIN)) == ("not_your_turn",)
    assert table.why_not(ev.Knocked(seat="star")) == ("no_such_seat",)


def test_a_knock_taken_back_before_any_card_is_open() -> None:
    table = GinTable().to_first_draw().draw().knock()
    table.play(ev.KnockTakenBack(seat=MOUNTAIN))
    assert table.state.phase is Phase.DISCARD
    table.knock().discard("TD").play(ev.KnockTakenBack(seat=MOUNTAIN))
    assert (table.state.phase, table.state.turn) == (Phase.DRAW, SUN)
    table.knock(MOUNTAIN).show(MOUNTAIN, KNOCKER)
    assert table.why_not(ev.KnockTakenBack(seat=MOUNTAIN)) == ("cards_are_open",)
    assert table.why_not(ev.KnockTakenBack(seat=SUN)) == ("not_knocked", "cards_are_open")


def test_taking_back_the_last_knock_makes_the_hand_void() -> None:
    table = drawn_down(GinTable().to_first_draw(), to=2)
    knocker = table.state.turn
    table.knock().discard("4C").play(ev.KnockTakenBack(seat=knocker))
    assert table.state.last is not None
    assert table.state.last.kind == "void"


def test_too_much_deadwood_is_no_knock_and_play_goes_on() -> None:
    table = GinTable().to_first_draw().draw().knock().discard("2S")
    table.show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D TH AS")
    assert table.state.phase is Phase.FALSE_KNOCK
    assert table.state.false_knock is not None
    assert table.state.false_knock.deadwood == 15
    assert waits(table) == [("false_knock", (MOUNTAIN,), ("take_back", "show"))]
    table.play(ev.KnockTakenBack(seat=MOUNTAIN))
    assert (table.state.phase, table.state.turn) == (Phase.DRAW, SUN)
    assert table.state.points == {SUN: 0, MOUNTAIN: 0}
    assert table.why_not(ev.Knocked(seat=MOUNTAIN)) == ("knock_too_late",)


def test_cards_shown_in_a_false_knock_stay_known() -> None:
    table = GinTable().to_first_draw().draw().knock().discard("2S").show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D TH AS")
    table.play(ev.KnockTakenBack(seat=MOUNTAIN)).draw()
    assert table.why_not(discard(SUN, "KC")) == ("in_other_hand",)


def test_a_misread_knock_is_shown_again() -> None:
    table = GinTable().to_first_draw().draw().knock().discard("2S").show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D TH AS")
    table.show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D 2H AS").show(SUN, DEFENDER)
    assert table.state.last is not None
    assert (table.state.last.winner, table.state.last.points) == (MOUNTAIN, 54)


def test_house_rule_a_false_knock_costs_the_undercut() -> None:
    table = GinTable(false_knock="opponent_scores_undercut").to_first_draw().draw().knock().discard("2S")
    table.show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D TH AS")
    assert table.state.last is not None
    assert (table.state.last.kind, table.state.last.winner, table.state.last.points) == ("false_knock", SUN, 10)


def test_straight_gin_has_no_knock() -> None:
    table = GinTable("gin-straight").to_first_draw().draw().knock().discard("TD").show(MOUNTAIN, KNOCKER)
    assert table.state.phase is Phase.FALSE_KNOCK
    table = GinTable("gin-straight").shown(GIN_HAND, "6S KS QC JD 9C 8H 4D 3H AC TH")
    assert table.state.last is not None
    assert table.state.last.kind == "gin"


# -- Oklahoma ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upcard", "limit"), [("5H", 5), ("TC", 10), ("KD", 10), ("AH", 0), ("2C", 2)])
def test_oklahoma_the_up_card_sets_the_limit(upcard: str, limit: int) -> None:
    assert GinTable("gin-oklahoma").deal(upcard).state.limit == limit


def test_oklahoma_an_ace_may_count_one() -> None:
    assert GinTable("gin-oklahoma", oklahoma_ace="one").deal("AH").state.limit == 1


def test_oklahoma_needs_the_up_card() -> None:
    assert GinTable("gin-oklahoma").why_not(ev.Dealt(dealer=SUN)) == ("upcard_needed",)
    assert GinTable("gin-the-pack").why_not(ev.Dealt(dealer=SUN)) == ()


def test_oklahoma_refuses_a_knock_over_the_limit() -> None:
    table = GinTable("gin-oklahoma").to_first_draw("3H").draw().knock().discard("TD")
    table.show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D 2H 5S")
    assert table.state.phase is Phase.FALSE_KNOCK


def test_oklahoma_spades_count_double() -> None:
    table = GinTable("gin-oklahoma").to_first_draw("3S").draw().knock().discard("TH")
    table.show(MOUNTAIN, KNOCKER, *KNOCKER_MELDS).show(SUN, DEFENDER)
    assert table.state.last is not None
    assert table.state.last.points == 108
    assert [line.key for line in table.state.last.lines] == ["deadwood_difference", "spades_double"]


# -- starting and stopping --------------------------------------------------------------------------------------


def test_a_game_needs_two_places_and_a_dealer_among_them() -> None:
    values = GinTable().session.log[0].values  # type: ignore[union-attr]

    def why(*seats: str, first: str = SUN) -> tuple[str, ...]:
        from table.rules.session import Session

        event = ev.GameStarted(rules="gin-the-pack", values=values, seats=seats, first=first)
        return tuple(reason.key.removeprefix("refused.") for reason in Session().can(event))

    assert why(SUN, MOUNTAIN) == ()
    assert why(SUN, MOUNTAIN, "hut") == ("seats_count",)
    assert why(SUN, SUN) == ("seats_twice",)
    assert why(SUN, MOUNTAIN, first="star") == ("first_unknown",)


def test_a_game_put_away_takes_nothing_more() -> None:
    table = GinTable().to_first_draw().play(ev.GameClosed(why="supper"))
    assert table.state.over
    assert waits(table) == [("new_game", (SUN, MOUNTAIN), ("new_game",))]
    for event in (draw(MOUNTAIN), ev.Dealt(dealer=SUN), ev.GameClosed(), show(SUN, DEFENDER)):
        assert "game_closed" in table.why_not(event)
