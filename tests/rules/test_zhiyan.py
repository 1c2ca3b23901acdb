"""The picture game: order, cards, entries, scoring, ends, leaving."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules import events as ev
from table.rules.ruleset import load
from table.rules.session import Session
from table.rules.zhiyan import RoundPhase, rounds_in_deck, row_count
from tests.rules.table import ZhiyanTable, started


def waits(table: ZhiyanTable) -> list[tuple[str, tuple[str, ...]]]:
    return [(wait.kind, wait.seats) for wait in table.state.waits]


# -- a round ----------------------------------------------------------------------------------------------------


def test_the_course_of_a_round() -> None:
    table = ZhiyanTable(4)
    assert waits(table) == [("clue", ("A",))]
    assert (table.state.row, table.state.round_number) == (0, 1)
    table.play(ev.ClueGiven(seat="A", text="rain"))
    assert waits(table) == [("collect", ("B", "C", "D"))]
    table.row()
    assert table.state.waits[0].choices == ("1", "2", "3", "4")
    assert waits(table) == [("ballot", ("B", "C", "D"))]
    table.vote("BACD", B=2, C=1, D=1)
    assert waits(table) == [("refill", ("A", "B", "C", "D"))]
    assert table.state.last is not None
    assert (table.state.last.clue, table.state.last.storyteller_card) == ("rain", 2)
    assert (table.state.last.number, table.state.last.entered) == (1, False)
    assert table.state.points == {"A": 3, "B": 5, "C": 0, "D": 0}
    table.refill()
    assert (table.state.storyteller, table.state.round_number) == ("B", 2)
    assert waits(table) == [("clue", ("B",))]


def test_a_clue_need_not_be_entered() -> None:
    assert ZhiyanTable(4).row().state.phase is RoundPhase.VOTE


def test_storytellers_go_round_clockwise() -> None:
    table = ZhiyanTable(4, first="C")
    told = []
    for _ in range(5):
        told.append(table.state.storyteller)
        table.round().refill()
    assert told == ["C", "D", "A", "B", "C"]


def test_nothing_out_of_order() -> None:
    table = ZhiyanTable(4)
    assert table.why_not(ev.ClueGiven(seat="B")) == ("not_storyteller",)
    assert table.why_not(ev.Refilled()) == ("not_now",)
    assert table.why_not(table.ballot("BACD", B=2, C=1, D=1)) == ("vote_no_row",)
    table.row()
    assert table.why_not(ev.RowLaid(count=4)) == ("not_now",)
    assert table.why_not(ev.ClueGiven(seat="A")) == ("not_now",)
    ballot = table.ballot("BACD", B=2, C=1, D=1)
    table.play(ballot)
    assert table.why_not(ballot) == ("not_now",), "a second confirm"


@pytest.mark.parametrize(("players", "cards"), [(3, 5), (4, 4), (5, 5), (6, 6)])
def test_cards_in_the_row(players: int, cards: int) -> None:
    table = ZhiyanTable(players)
    assert table.state.row_count == cards
    assert table.why_not(ev.RowLaid(count=cards + 1)) == ("row_count",)
    assert table.why_not(ev.RowLaid(count=cards)) == ()
    assert table.why_not(ev.RowLaid(count=cards, pictures=("p1",))) == ("pictures_count",)


# -- entries ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("votes", "reasons"),
    [
        ({"B": 1, "C": 2, "D": 2}, ("vote_own",)),
        ({"A": 1, "B": 2, "C": 2, "D": 2}, ("vote_storyteller",)),
        ({"B": 5, "C": 2, "D": 2}, ("vote_range",)),
        ({"B": 0, "C": 2, "D": 2}, ("vote_range",)),
        ({"B": 2, "C": 2}, ("vote_missing",)),
        ({"B": (2, 3), "C": 2, "D": 2}, ("vote_many",)),
        ({"B": 2, "C": 2, "D": 2, "E": 1}, ("no_such_seat",)),
        ({"A": 2, "B": 1, "C": 9}, ("vote_storyteller", "vote_own", "vote_range", "vote_missing")),
    ],
)
def test_votes_that_are_refused(votes: dict[str, int | tuple[int, ...]], reasons: tuple[str, ...]) -> None:
    table = ZhiyanTable(4).row()
    assert table.why_not(table.ballot("BACD", **votes)) == reasons


@pytest.mark.parametrize(
    ("claims", "reasons"),
    [
        ({"B": (1,), "C": (1,), "D": (4,)}, {"claim_twice"}),
        ({"B": (1,), "C": (3,)}, {"claim_missing"}),
        ({"B": (1, 2), "C": (3,), "D": (4,)}, {"claim_missing", "vote_own"}),
        ({"B": (7,), "C": (3,), "D": (4,)}, {"claim_range"}),
        ({"A": (2,), "B": (1,), "C": (3,), "D": (4,)}, {"claim_storyteller"}),
        ({"B": (1,), "C": (3,), "D": (4,), "Z": (2,)}, {"no_such_seat"}),
    ],
)
def test_claims_that_give_no_owner_to_each_card(claims: dict[str, tuple[int, ...]], reasons: set[str]) -> None:
    table = ZhiyanTable(4).row()
    votes = {"B": (2,), "C": (2,), "D": (2,)}
    assert set(table.why_not(ev.Balloted(claims=claims, votes=votes))) == reasons


def test_three_players_two_cards_each_and_neither_may_be_voted_for() -> None:
    table = ZhiyanTable(3).row()
    assert table.why_not(table.ballot("ABCCB", B=5, C=1)) == ("vote_own",)
    assert table.why_not(table.ballot("ABCCB", B=2, C=1)) == ("vote_own",)
    assert table.why_not(table.ballot("ABCBB", B=1, C=1)) == ("claim_missing", "claim_missing")
    table.vote("ABCCB", B=1, C=2)
    assert table.state.points == {"A": 3, "B": 4, "C": 0}


def test_no_entry_shows_in_any_state_before_the_reveal() -> None:
    table = ZhiyanTable(4).play(ev.ClueGiven(seat="A")).row()
    assert table.state.history == ()
    assert table.state.waits[0].seats == ("B", "C", "D"), "always all of them, so that nobody's vote can be told"


# -- scoring ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owners", "votes", "gains"),
    [
        ("BACD", {"B": 2, "C": 2, "D": 2}, {"A": 0, "B": 2, "C": 2, "D": 2}),
        ("BACD", {"B": 3, "C": 4, "D": 1}, {"A": 0, "B": 3, "C": 3, "D": 3}),
        ("BACD", {"B": 2, "C": 1, "D": 1}, {"A": 3, "B": 5, "C": 0, "D": 0}),
        ("BACD", {"B": 3, "C": 2, "D": 1}, {"A": 3, "B": 1, "C": 4, "D": 0}),
        ("BACD", {"B": 3, "C": 1, "D": 3}, {"A": 0, "B": 3, "C": 4, "D": 2}),
        ("ABCDEF", {"B": 1, "C": 2, "D": 2, "E": 2, "F": 2}, {"A": 3, "B": 7, "C": 0, "D": 0, "E": 0, "F": 0}),
        ("ABCCB", {"B": 1, "C": 1}, {"A": 0, "B": 2, "C": 2}),
        ("ABCCB", {"B": 3, "C": 5}, {"A": 0, "B": 3, "C": 3}),
    ],
)
def test_scores(owners: str, votes: dict[str, int], gains: dict[str, int]) -> None:
    table = ZhiyanTable(len(set(owners))).row().vote(owners, **votes)
    assert table.state.last is not None
    assert table.state.last.gains == gains
    for seat, gain in gains.items():
        assert sum(line.amount for line in table.state.last.lines if line.seat == seat) == gain


def test_odyssey_two_votes_a_cap_and_a_point_for_one_vote() -> None:
    table = ZhiyanTable(7, "zhiyan-odyssey").row()
    assert table.state.votes_allowed == 2
    assert table.why_not(table.ballot("ABCDEFG", B=(1, 3, 4), C=1, D=1, E=1, F=1, G=1)) == ("vote_many",)
    assert table.why_not(table.ballot("ABCDEFG", B=(1, 1), C=1, D=1, E=1, F=1, G=1)) == ("vote_same",)
    table.vote("ABCDEFG", B=1, C=(1, 2), D=(2, 3), E=(2, 4), F=(2, 5), G=(2, 6))
    assert table.state.points == {"A": 3, "B": 7, "C": 4, "D": 1, "E": 1, "F": 1, "G": 0}


def test_six_players_have_one_vote_each_and_no_point_for_it() -> None:
    table = ZhiyanTable(6, "zhiyan-odyssey", players_min=3).row()
    assert table.state.votes_allowed == 1
    table.vote("ABCDEF", B=1, C=2, D=2, E=3, F=3)
    assert table.state.points == {"A": 3, "B": 5, "C": 2, "D": 0, "E": 0, "F": 0}


def test_three_players_with_four_points_for_two() -> None:
    table = ZhiyanTable(3, "zhiyan-official3p4").row().vote("ABCCB", B=1, C=2)
    assert table.state.points == {"A": 4, "B": 5, "C": 0}
    four = ZhiyanTable(4, "zhiyan-official3p4").row().vote("BACD", B=2, C=1, D=1)
    assert four.state.points["A"] == 3


# -- the stock --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds"), [(3, 13), (4, 15), (5, 11), (6, 8)])
def test_eighty_four_cards_last_so_many_rounds(players: int, rounds: int) -> None:
    assert rounds_in_deck(load("zhiyan").zhiyan, players) == rounds
    table = ZhiyanTable(players, target=0)
    assert table.state.rounds_left == rounds
    for number in range(1, rounds + 1):
        assert (table.state.over, table.state.rounds_left) == (False, rounds - number + 1)
        table.round()
        assert table.state.rounds_left == rounds - number
        table.refill()
    assert (table.state.end, table.state.stock, table.state.rounds_left) == ("deck", 0, 0)


def test_three_players_without_the_variant() -> None:
    table = ZhiyanTable(3, three_player="off")
    assert (table.state.row_count, table.state.hands["A"], table.state.stock) == (3, 6, 66)


def test_the_most_points_win_when_the_stock_is_empty_and_equals_share() -> None:
    table = ZhiyanTable(4, deck_size=28).round(A=5, B=7, C=7).refill()
    assert (table.state.end, table.state.winners) == ("deck", ("B", "C"))
    assert table.why_not(ev.RowLaid(count=4)) == ("game_over",)
    assert waits(table) == [("new_game", ("A", "B", "C", "D"))]


def test_the_players_may_say_that_the_stock_is_empty() -> None:
    table = ZhiyanTable(4).round(B=3)
    assert "stock_empty" in table.state.waits[0].choices
    table.play(ev.StockEmpty())
    assert (table.state.end, table.state.winners) == ("deck", ("B",))
    assert ZhiyanTable(4).row().why_not(ev.StockEmpty()) == ("not_now",)


# -- thirty points ----------------------------------------------------------------------------------------------


def test_thirty_points_end_the_game_at_once() -> None:
    table = ZhiyanTable(4).round(A=27, B=20).refill().round(A=3, B=3)
    assert (table.state.end, table.state.winners, table.state.over) == ("score", ("A",), True)
    assert table.why_not(ev.Refilled()) == ("game_over",)


def test_the_whole_round_is_scored_before_thirty_is_tested() -> None:
    table = ZhiyanTable(4).round(A=28, B=28).refill().round(A=3, B=5)
    assert table.state.winners == ("B",)
    shared = ZhiyanTable(4).round(A=28, B=28).refill().round(A=3, B=3)
    assert shared.state.winners == ("A", "B")


def test_twenty_nine_goes_on() -> None:
    assert not ZhiyanTable(4).round(A=29).state.over


def test_thirty_comes_before_the_empty_stock() -> None:
    table = ZhiyanTable(4, deck_size=28).round(A=30)
    assert table.state.end == "score"


def test_the_short_game_ends_at_fifteen() -> None:
    assert ZhiyanTable(4, "zhiyan-short").round(A=15).state.over


# -- leaving ----------------------------------------------------------------------------------------------------


def test_who_leaves_keeps_his_points_and_plays_no_more() -> None:
    table = ZhiyanTable(4).round(B=9).play(ev.SeatLeft(seat="B"))
    assert table.state.points["B"] == 9
    assert table.state.active == ("A", "C", "D")
    table.refill()
    assert table.state.storyteller == "C"
    assert table.why_not(ev.SeatLeft(seat="B")) == ("already_left", "leave_too_few")
    assert table.why_not(ev.RoundEntered(gains={"B": 1})) == ("gains_seat",)


def test_three_left_play_the_variant_for_three_and_draw_up_to_seven() -> None:
    table = ZhiyanTable(4).round().play(ev.SeatLeft(seat="B"))
    before = table.state.stock
    table.refill()
    assert table.state.row_count == 5
    assert table.state.hands == {"A": 7, "C": 7, "D": 7}
    assert before - table.state.stock == 3 * 2


@pytest.mark.parametrize(("leaver", "following"), [("A", "B"), ("B", "C"), ("C", "B")])
def test_the_order_goes_on_when_somebody_leaves_in_the_result(leaver: str, following: str) -> None:
    table = ZhiyanTable(4, first="A").round().play(ev.SeatLeft(seat=leaver)).refill()
    assert table.state.storyteller == following


def test_the_storyteller_may_leave_before_his_clue() -> None:
    table = ZhiyanTable(4, first="B").play(ev.SeatLeft(seat="B"))
    assert table.state.storyteller == "C"


def test_nobody_leaves_in_the_middle_or_below_three() -> None:
    table = ZhiyanTable(4).row()
    assert table.why_not(ev.SeatLeft(seat="B")) == ("leave_between",)
    assert ZhiyanTable(3).why_not(ev.SeatLeft(seat="B")) == ("leave_too_few",)
    assert ZhiyanTable(4).why_not(ev.SeatLeft(seat="Z")) == ("no_such_seat",)


def test_who_left_wins_nothing() -> None:
    table = ZhiyanTable(4).round(B=29).play(ev.SeatLeft(seat="B"), ev.StockEmpty())
    assert table.state.winners == ("A", "C", "D")


# -- by hand and the rest ---------------------------------------------------------------------------------------


def test_a_round_by_hand_only_gives() -> None:
    assert ZhiyanTable(4).why_not(ev.RoundEntered(gains={"A": -1})) == ("gains_negative",)
    table = ZhiyanTable(4).round(A=3, B=2)
    assert table.state.last is not None
    assert table.state.last.entered
    assert [(line.seat, line.amount) for line in table.state.last.lines] == [("A", 3), ("B", 2)]


def test_corrected_points_may_end_the_game_and_take_its_end_back() -> None:
    table = ZhiyanTable(4).round(A=29).play(ev.PointsCorrected(seat="A", amount=1))
    assert (table.state.end, table.state.winners) == ("score", ("A",))
    table.play(ev.PointsCorrected(seat="A", amount=-1))
    assert (table.state.over, table.state.phase) == (False, RoundPhase.RESULT)
    table.refill()
    assert table.state.points["A"] == 29
    assert table.why_not(ev.PointsCorrected(seat="Z", amount=1)) == ("no_such_seat",)


def test_corrected_points_change_the_winner_at_the_empty_stock() -> None:
    table = ZhiyanTable(4, deck_size=28).round(A=5, B=7).refill().play(ev.PointsCorrected(seat="A", amount=5))
    assert (table.state.end, table.state.winners) == ("deck", ("A",))


def test_putting_a_game_away() -> None:
    table = ZhiyanTable(4).round(A=5).play(ev.GameClosed(why="bed time"))
    assert (table.state.end, table.state.over, table.state.why_closed) == ("closed", True, "bed time")
    assert table.why_not(ev.Refilled()) == ("game_closed",)
    assert table.why_not(ev.GameClosed()) == ("game_closed",)


@pytest.mark.parametrize(("players", "ok"), [(2, False), (3, True), (6, True), (7, False)])
def test_numbers_of_players(players: int, ok: bool) -> None:
    event = started("zhiyan", tuple("ABCDEFG"[:players]), "A")
    assert (Session().can(event) == ()) == ok


def test_odyssey_is_for_seven_to_twelve() -> None:
    for players, ok in ((6, False), (7, True), (12, True)):
        event = started("zhiyan-odyssey", tuple("ABCDEFGHIJKL"[:players]), "A")
        assert (Session().can(event) == ()) == ok


# -- conservation -----------------------------------------------------------------------------------------------


@given(st.integers(3, 6), st.integers(40, 120), st.data())
def test_every_card_is_in_a_hand_in_the_stock_or_out_of_the_game(players: int, deck: int, data: st.DataObject) -> None:
    table = ZhiyanTable(players, deck_size=deck, target=0)
    out = 0
    while not table.state.over:
        state = table.state
        held = sum(state.hands.values())
        assert held + state.stock + out == deck
        out += row_count(state.rules, len(state.active))
        table.round()
        if len(table.state.active) > 3 and data.draw(st.booleans()):
            leaver = data.draw(st.sampled_from(table.state.active))
            out += table.state.hands[leaver]
            table.play(ev.SeatLeft(seat=leaver))
        table.refill()
