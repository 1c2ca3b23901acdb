"""Statistics over games."""

from __future__ import annotations

from table.rules.stats import statistics
from tests.rules.table import DEFENDER, GIN_HAND, KNOCKER, MOUNTAIN, SUN, GinTable, ZhiyanTable

OTHER = DEFENDER.replace("TD", "TH")


def test_gin_is_counted_by_place() -> None:
    table = GinTable("gin-fupa").shown(KNOCKER, OTHER)  # the mountain knocks for 54
    table.shown(GIN_HAND, "6S 5S QC JD 9C 8H 4D 3H AC TH")  # the sun makes gin: 25 and 66
    table.hand(MOUNTAIN, 3, how="undercut")
    stats = statistics([table.state])
    mountain, sun = stats[MOUNTAIN], stats[SUN]
    assert (mountain.hands, mountain.hands_won, mountain.knocks, mountain.undercuts) == (3, 2, 1, 1)
    assert (sun.gins, sun.knocks, sun.undercut_by, sun.best_hand) == (1, 1, 1, 91)
    assert mountain.average_hand == (54 + 28) / 2
    assert mountain.average_deadwood == (1 + 66) / 2
    assert (mountain.games, mountain.won) == (0, 0), "the game is not over"


def test_games_won_are_counted_when_they_are_over() -> None:
    won = GinTable("gin-fupa").hand(SUN, 100).state
    open_game = GinTable("gin-fupa").hand(SUN, 50).state
    stats = statistics([won, open_game])
    assert (stats[SUN].games, stats[SUN].won, stats[MOUNTAIN].games, stats[MOUNTAIN].won) == (1, 1, 1, 0)


def test_void_hands_count_for_nobody() -> None:
    from table.rules import events as ev

    table = GinTable("gin-fupa").deal().play(ev.HandVoided())
    assert statistics([table.state])[SUN].hands == 0
    assert statistics([table.state])[SUN].average_hand is None
    assert statistics([table.state])[SUN].average_deadwood is None


def test_the_picture_game_is_counted_by_place() -> None:
    table = ZhiyanTable(4).row().vote("BACD", B=2, C=1, D=1).refill().round(A=1)
    stats = statistics([table.state])
    assert (stats["B"].rounds, stats["B"].rounds_told, stats["B"].rounds_found, stats["B"].fooled) == (2, 1, 1, 2)
    assert (stats["C"].found_share, stats["B"].found_share, stats["A"].found_share) == (0.0, 1.0, None)
    assert stats["A"].average_round == 2.0


def test_one_rule_set_alone() -> None:
    games = [GinTable("gin-fupa").hand(SUN, 100).state, GinTable("gin-short").hand(SUN, 60).state]
    assert statistics(games)[SUN].won == 2
    assert statistics(games, "gin-short")[SUN].won == 1
    assert statistics(games, "zhiyan") == {}
