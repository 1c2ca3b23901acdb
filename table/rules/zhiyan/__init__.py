"""只言片语, the picture game: one tells, the others lay a card that fits, all guess which is the storyteller's.

The table sees a row of face-up cards and takes claims of owners and votes from the players' keys; all of a round's
entries arrive as one event, so that none of them stands in any state before the reveal. `ZHIYAN_STEPS` has one
function an event; `table.rules.session` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from table.rules import events as ev
from table.rules.zhiyan.entries import ballot_reasons, claim_reasons, owners_of, vote_reasons
from table.rules.zhiyan.play import (
    on_balloted,
    on_closed,
    on_clue,
    on_left,
    on_points_corrected,
    on_refilled,
    on_round_entered,
    on_row,
    on_stock_empty,
    start,
)
from table.rules.zhiyan.score import gains_of, leaders, score_round
from table.rules.zhiyan.state import (
    EndReason,
    RoundPhase,
    RoundResult,
    ZhiyanState,
    cards_each,
    hand_size,
    rounds_in_deck,
    row_count,
    votes_allowed,
    zhiyan_waits,
)

__all__ = [
    "ZHIYAN_STEPS",
    "EndReason",
    "RoundPhase",
    "RoundResult",
    "ZhiyanState",
    "ballot_reasons",
    "cards_each",
    "claim_reasons",
    "gains_of",
    "hand_size",
    "leaders",
    "owners_of",
    "rounds_in_deck",
    "row_count",
    "score_round",
    "start",
    "vote_reasons",
    "votes_allowed",
    "zhiyan_waits",
]


ZHIYAN_STEPS: Mapping[type[ev.Event], Callable[[ZhiyanState, Any], ZhiyanState]] = {
    ev.ClueGiven: on_clue,
    ev.RowLaid: on_row,
    ev.Balloted: on_balloted,
    ev.RoundEntered: on_round_entered,
    ev.Refilled: on_refilled,
    ev.StockEmpty: on_stock_empty,
    ev.SeatLeft: on_left,
    ev.PointsCorrected: on_points_corrected,
    ev.GameClosed: on_closed,
}
