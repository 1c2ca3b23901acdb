"""Games of gin: targets, bonuses, boxes, shut-out, matches, Hollywood, and scores entered or corrected by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules import events as ev
from table.rules.gin import Phase
from table.rules.ruleset import load
from table.rules.showdown import HandResult
from table.rules.standing import columns, with_hand
from tests.rules.table import MOUNTAIN, SUN, GinTable

SEEDS = ("gin-jinlami", "gin-fupa", "gin-the-pack")


def played(table: GinTable, *hands: tuple[str, int]) -> GinTable:
    for winner, points in hands:
        table.hand(winner, points)
    return table


# -- the end of a game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "totals"), [("gin-jinlami", (280, 100)), ("gin-fupa", (105, 50)), ("gin-the-pack", (265, 90))]
)
def test_five_hands_three_to_two(rules: str, totals: tuple[int, int]) -> None:
    table = played(GinTable(rules), (SUN, 40), (MOUNTAIN, 30), (SUN, 35), (MOUNTAIN, 20), (SUN, 30))
    assert table.state.phase is Phase.GAME_OVER
    assert table.state.totals == {SUN: totals[0], MOUNTAIN: totals[1]}
    (column,) = table.state.columns
    assert (column.reached, column.winners) == (SUN, (SUN,))
    assert column.points == {SUN: 105, MOUNTAIN: 50}
    for seat in (SUN, MOUNTAIN):
        bonuses = sum(line.amount for line in column.lines if line.seat == seat)
        assert column.points[seat] + bonuses == column.totals[seat]


@pytest.mark.parametrize(("rules", "total"), [("gin-jinlami", 870), ("gin-fupa", 115), ("gin-the-pack", 375)])
def test_shut_out(rules: str, total: int) -> None:
    table = played(GinTable(rules), (SUN, 45), (SUN, 30), (SUN, 40))
    assert table.state.totals == {SUN: total, MOUNTAIN: 0}
    assert table.state.columns[0].shutout


def test_an_undercut_that_crosses_the_target_wins_the_game_for_the_undercutter() -> None:
    table = played(GinTable("gin-the-pack"), (SUN, 60), (MOUNTAIN, 80))
    table.hand(MOUNTAIN, 15, how="undercut", knocker=SUN)
    assert table.state.winners == (MOUNTAIN,)
    assert table.state.totals == {SUN: 80, MOUNTAIN: 245}


def test_exactly_the_target_is_enough_and_one_less_is_not() -> None:
    assert not played(GinTable("gin-fupa"), (SUN, 99)).state.over
    assert played(GinTable("gin-fupa"), (SUN, 100)).state.over


def test_who_reached_the_target_need_not_have_the_highest_total() -> None:
    """Nine small hands of the loser: 9 x 25 in boxes outweigh the game bonus."""
    hands = [(MOUNTAIN, 10)] * 9 + [(SUN, 100)]
    jinlami = played(GinTable("gin-jinlami", match_target=0), *hands)
    assert jinlami.state.totals == {SUN: 225, MOUNTAIN: 315}
    assert (jinlami.state.columns[0].reached, jinlami.state.winners) == (SUN, (MOUNTAIN,))
    pack = played(GinTable("gin-the-pack"), *hands)
    assert pack.state.totals == {SUN: 220, MOUNTAIN: 270}
    assert pack.state.winners == (SUN,), "this text gives the game to whoever reached 100"


def test_equal_totals_share_the_win() -> None:
    table = played(GinTable("gin-jinlami", match_target=0, game_bonus=0, box_bonus=10), (SUN, 90), (MOUNTAIN, 100))
    assert table.state.totals == {SUN: 100, MOUNTAIN: 110}
    table = played(GinTable("gin-jinlami", match_target=0, game_bonus=0, box_bonus=0), (SUN, 99), (MOUNTAIN, 100))
    assert table.state.winners == (MOUNTAIN,)
    hands = [(SUN, 33)] * 2 + [(MOUNTAIN, 100)]
    table = played(GinTable("gin-jinlami", match_target=0, game_bonus=0, box_bonus=34), *hands)
    assert table.state.totals == {SUN: 134, MOUNTAIN: 134}
    assert table.state.winners == (SUN, MOUNTAIN)


def test_nothing_is_dealt_after_the_end() -> None:
    table = played(GinTable("gin-fupa"), (SUN, 100))
    assert table.why_not(ev.Dealt(dealer=SUN)) == ("game_over",)
    assert table.why_not(ev.HandEntered(winner=SUN, how="knock", difference=5)) == ("game_over",)
    assert [wait.kind for wait in table.state.waits] == ["new_game"]


# -- next dealer ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "winner", "dealer"),
    [
        ("gin-jinlami", SUN, MOUNTAIN),
        ("gin-jinlami", MOUNTAIN, MOUNTAIN),
        ("gin-fupa", SUN, MOUNTAIN),
        ("gin-the-pack", SUN, SUN),
        ("gin-the-pack", MOUNTAIN, MOUNTAIN),
    ],
)
def test_who_deals_next(rules: str, winner: str, dealer: str) -> None:
    assert GinTable(rules, first=SUN).hand(winner, 10).state.next_dealer == dealer


def test_the_loser_may_deal_next() -> None:
    assert GinTable(next_dealer="loser").hand(SUN, 10).state.next_dealer == MOUNTAIN


def test_after_a_void_hand() -> None:
    for rules in SEEDS:
        assert GinTable(rules).deal().play(ev.HandVoided()).state.next_dealer == SUN
    assert GinTable(void_dealer="alternate").deal().play(ev.HandVoided()).state.next_dealer == MOUNTAIN


def test_a_tie_that_nobody_wins_counts_as_a_hand_played() -> None:
    table = GinTable("gin-fupa").hand(None, 0, how="tie")
    assert (table.state.next_dealer, table.state.hands_won) == (MOUNTAIN, {SUN: 0, MOUNTAIN: 0})
    assert GinTable(tie="nobody").hand(None, 0, how="tie").state.next_dealer == SUN


# -- matches ----------------------------------------------------------------------------------------------------


def test_games_are_added_up_to_the_match_target() -> None:
    table = played(GinTable("gin-jinlami"), (SUN, 60), (MOUNTAIN, 30), (SUN, 50))
    assert (table.state.phase, table.state.over) == (Phase.GAME_OVER, False)
    assert table.state.totals == {SUN: 110 + 100 + 50, MOUNTAIN: 30 + 25}
    table.deal()
    assert (table.state.game_number, table.state.points) == (2, {SUN: 0, MOUNTAIN: 0})
    assert len(table.state.games) == 1
    played(table, (SUN, 70), (MOUNTAIN, 20), (SUN, 40))
    assert table.state.over
    assert table.state.winners == (SUN,)
    assert table.state.totals == {SUN: 260 + 260, MOUNTAIN: 55 + 45}


# -- Hollywood --------------------------------------------------------------------------------------------------


def hollywood(*hands: tuple[str, int]) -> list[dict[str, int]]:
    return [column.points for column in played(GinTable("gin-hollywood"), *hands).state.columns]


def test_hollywood_first_second_and_later_wins() -> None:
    assert hollywood((SUN, 10)) == [{SUN: 10, MOUNTAIN: 0}, {SUN: 0, MOUNTAIN: 0}, {SUN: 0, MOUNTAIN: 0}]
    three = hollywood((SUN, 10), (SUN, 20), (SUN, 30))
    assert [column[SUN] for column in three] == [60, 50, 30]
    mixed = hollywood((SUN, 10), (MOUNTAIN, 5), (SUN, 20), (MOUNTAIN, 7))
    assert mixed == [{SUN: 30, MOUNTAIN: 12}, {SUN: 20, MOUNTAIN: 7}, {SUN: 0, MOUNTAIN: 0}]


def test_hollywood_ends_when_the_last_column_does() -> None:
    table = played(GinTable("gin-hollywood"), (SUN, 50), (SUN, 50))
    assert [column.over for column in table.state.columns] == [True, False, False]
    assert not table.state.over
    assert table.state.points == {SUN: 50, MOUNTAIN: 0}, "the first column that is still open"
    played(table, (SUN, 50))
    assert [column.points[SUN] for column in table.state.columns] == [100, 100, 50]
    played(table, (SUN, 50))
    assert table.state.over
    assert table.state.winners == (SUN,)
    # 100 points, 100 game, 100 shut-out in each; 25 for each of the 2, 2 and 2 hands that counted.
    assert table.state.totals == {SUN: 3 * 300 + 6 * 25, MOUNTAIN: 0}


def test_hollywood_who_was_shut_out_begins_in_the_next_column() -> None:
    hands = [(SUN, 69), (SUN, 56), (MOUNTAIN, 5)]
    assert hollywood(*hands) == [{SUN: 125, MOUNTAIN: 0}, {SUN: 56, MOUNTAIN: 5}, {SUN: 0, MOUNTAIN: 0}]
    hands += [(SUN, 23), (MOUNTAIN, 27)]
    assert hollywood(*hands) == [{SUN: 125, MOUNTAIN: 0}, {SUN: 79, MOUNTAIN: 32}, {SUN: 23, MOUNTAIN: 27}]


# -- by hand ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "how", "winner", "difference", "points"),
    [
        ("gin-jinlami", "knock", SUN, 40, 40),
        ("gin-jinlami", "gin", SUN, 40, 65),
        ("gin-jinlami", "undercut", SUN, 3, 28),
        ("gin-jinlami", "tie", SUN, 0, 25),
        ("gin-fupa", "big_gin", SUN, 59, 90),
        ("gin-fupa", "tie", None, 0, 0),
        ("gin-the-pack", "gin", SUN, 55, 75),
        ("gin-the-pack", "undercut", SUN, 3, 13),
        ("gin-the-pack", "tie", SUN, 0, 10),
    ],
)
def test_the_engine_adds_the_bonus_to_a_hand_entered_by_hand(
    rules: str, how: str, winner: str | None, difference: int, points: int
) -> None:
    table = GinTable(rules).hand(winner, difference, how=how)
    assert table.state.last is not None
    assert (table.state.last.winner, table.state.last.points, table.state.last.entered) == (winner, points, True)
    assert sum(line.amount for line in table.state.last.lines) == points


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"difference": -1}, "entered_difference"),
        ({"difference": 101}, "entered_difference"),
        ({"difference": 0}, "entered_difference"),
        ({"how": "tie", "difference": 5}, "entered_difference"),
        ({"how": "big_gin"}, "entered_big_gin"),
        ({"winner": None}, "entered_who"),
        ({"winner": "star"}, "no_such_seat"),
        ({"how": "undercut", "knocker": SUN}, "entered_winner"),
        ({"how": "gin", "knocker": MOUNTAIN}, "entered_winner"),
        ({"how": "tie", "difference": 0, "knocker": SUN}, "entered_winner"),
        ({"how": "tie", "difference": 0, "winner": None}, "entered_who"),
    ],
)
def test_a_hand_entered_wrongly(changes: dict[str, Any], reason: str) -> None:
    given = {"winner": SUN, "how": "knock", "difference": 10, **changes}
    assert GinTable().why_not(ev.HandEntered(**given)) == (reason,)


def test_a_tie_by_hand_needs_only_the_knocker() -> None:
    table = GinTable().play(ev.HandEntered(winner=None, how="tie", difference=0, knocker=SUN))
    assert table.state.last is not None
    assert (table.state.last.winner, table.state.last.points) == (MOUNTAIN, 10)


def test_a_hand_that_the_camera_lost_is_finished_by_hand() -> None:
    table = GinTable().to_first_draw().draw().hand(MOUNTAIN, 20)
    assert (table.state.phase, table.state.hand_number, table.state.points[MOUNTAIN]) == (Phase.RESULT, 1, 20)
    table.hand(SUN, 5)
    assert table.state.hand_number == 2


def test_corrected_points_are_a_line_of_their_own() -> None:
    table = GinTable("gin-fupa").hand(SUN, 40).play(ev.PointsCorrected(seat=SUN, amount=-10, why="misread"))
    assert table.state.points == {SUN: 30, MOUNTAIN: 0}
    assert [(line.key, line.amount) for line in table.state.columns[0].lines] == [("corrected", -10)]
    table.hand(SUN, 20)
    assert table.state.points == {SUN: 50, MOUNTAIN: 0}
    assert table.why_not(ev.PointsCorrected(seat="star", amount=1)) == ("no_such_seat",)


def test_a_correction_may_end_a_game_or_take_its_end_back() -> None:
    table = GinTable("gin-fupa").hand(SUN, 90).play(ev.PointsCorrected(seat=SUN, amount=10))
    assert table.state.over
    table.play(ev.PointsCorrected(seat=SUN, amount=-1))
    assert (table.state.over, table.state.phase, table.state.winners) == (False, Phase.RESULT, ())


# -- the columns, one hand at a time ----------------------------------------------------------------------------

hand_lists = st.lists(st.tuples(st.sampled_from([SUN, MOUNTAIN, None]), st.integers(0, 60)), max_size=14)


@given(hand_lists, st.sampled_from([*SEEDS, "gin-short"]))
def test_a_hand_more_gives_the_same_as_all_hands(hands: list[tuple[str | None, int]], rules_id: str) -> None:
    rules = load(rules_id).gin
    seats = (SUN, MOUNTAIN)
    (column,) = columns(rules, seats, ())
    results: list[HandResult] = []
    for winner, points in hands:
        results.append(HandResult(kind="knock", winner=winner, points=points))
        if winner is not None:
            column = with_hand(rules, seats, column, winner, points)
        assert (column,) == columns(rules, seats, results)


@given(st.lists(st.tuples(st.sampled_from([SUN, MOUNTAIN]), st.integers(1, 90)), max_size=14))
def test_hollywood_by_its_definition(hands: list[tuple[str, int]]) -> None:
    table = GinTable("gin-hollywood")
    for winner, points in hands:
        if not table.state.over:
            table.hand(winner, points)
    expected = [{SUN: 0, MOUNTAIN: 0} for _ in range(3)]
    reach = {SUN: 1, MOUNTAIN: 1}  # how many columns the next won hand goes into, closed ones among them
    for hand in table.state.history:
        assert hand.winner is not None
        still_open = [column for column in range(3) if max(expected[column].values()) < 100]
        into = [column for column in still_open if column < reach[hand.winner]] or still_open[:1]
        for column in into:
            expected[column][hand.winner] += hand.points
        reach[hand.winner] = max(reach[hand.winner], into[-1] + 2)
    assert [column.points for column in table.state.columns] == expected
