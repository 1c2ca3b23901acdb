"""What holds in every state, however it was reached. `check` raises AssertionError with the thing that does not."""

from __future__ import annotations

from collections import Counter

from table.rules.gin import GinState, Phase
from table.rules.session import State
from table.rules.standing import columns
from table.rules.texts import ENGLISH
from table.rules.zhiyan import ZhiyanState


def check(state: State) -> None:
    """Every point has its line, no card is in two places, and somebody can do something."""
    if isinstance(state, GinState):
        _check_gin(state)
    else:
        _check_zhiyan(state)
    waits = state.waits
    assert waits, "nothing is waited for"
    assert all(wait.seats and wait.choices for wait in waits), waits
    assert all(set(wait.seats) <= set(state.seats) for wait in waits), waits
    assert not state.over or [wait.kind for wait in waits] == ["new_game"]


def _check_gin(state: GinState) -> None:
    _check_gin_score(state)
    size = state.rules.hand_size
    most = 52 - 2 * size - 1
    assert 0 <= state.stock_low <= state.stock_high <= most, (state.stock_low, state.stock_high)
    seen = Counter(card for card in state.pile if card is not None)
    for seat in state.seats:
        held = state.shown.get(seat, ()) or (() if state.unread_discards.get(seat) else state.known.get(seat, ()))
        seen.update(held)
    assert not seen or max(seen.values()) == 1, f"a card in two places: {seen.most_common(1)}"
    in_turn = state.phase in (Phase.UPCARD, Phase.DRAW, Phase.DISCARD, Phase.KNOCK_DISCARD)
    assert (state.turn is not None) == in_turn, (state.phase, state.turn)
    assert state.over or not state.winners


def _check_gin_score(state: GinState) -> None:
    for hand in state.history:
        assert hand.points == sum(line.amount for line in hand.lines), hand
        assert all(line.rule and "line." + line.key in ENGLISH for line in hand.lines), hand
        assert hand.winner is not None or hand.points == 0
    for column in state.columns:
        for seat in state.seats:
            corrected = sum(line.amount for line in column.lines if line.seat == seat and line.key == "corrected")
            bonuses = sum(line.amount for line in column.lines if line.seat == seat) - corrected
            hands = sum(points for winner, points in column.counted if winner == seat)
            assert column.points[seat] == hands + corrected, column
            assert column.totals[seat] == column.points[seat] + bonuses, column
        assert column.over == (column.reached is not None)
    played = [hand for hand in state.history if hand.game == state.game_number]
    corrections = [correction for correction in state.corrections if correction.game == state.game_number]
    assert state.columns == columns(state.rules, state.seats, played, corrections), "added up anew it is another score"
    games = [column for game in (*state.games, state.columns) for column in game]
    assert state.totals == {seat: sum(column.totals[seat] for column in games) for seat in state.seats}


def _check_zhiyan(state: ZhiyanState) -> None:
    points = dict.fromkeys(state.seats, 0)
    for result in state.history:
        for line in result.lines:
            assert "line." + line.key in ENGLISH
            assert line.rule or line.key == "entered"
        for seat, gain in result.gains.items():
            assert gain == sum(line.amount for line in result.lines if line.seat == seat), result
            points[seat] += gain
    for line in state.lines:
        assert line.seat is not None
        points[line.seat] += line.amount
    assert points == state.points
    assert state.stock >= 0
    assert set(state.hands) == set(state.active)
    assert state.storyteller in state.active
    assert len(state.active) >= state.rules.players_min
    assert bool(state.end) == state.over
