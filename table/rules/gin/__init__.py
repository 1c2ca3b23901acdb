"""Gin rummy as people play it at the table: the hands stay hidden until they are shown.

The engine follows what anybody at the table can see - the up-card, who drew from where, each discard, how many cards
are left - and takes the cards when they are laid open. Then it holds them against everything it has seen, names each
contradiction, and scores only what fits. `GIN_STEPS` has one function an event; `table.rules.session` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from table.rules import events as ev
from table.rules.gin.knock import on_knock_taken_back, on_knocked, on_shown, show_reasons
from table.rules.gin.play import on_dealt, on_discarded, on_drew, on_passed, on_stock_counted, start
from table.rules.gin.score import on_closed, on_hand_entered, on_hand_voided, on_points_corrected
from table.rules.gin.state import BEFORE_DEAL, IN_HAND, GinState, Phase, gin_waits, next_dealer

__all__ = [
    "BEFORE_DEAL",
    "GIN_STEPS",
    "IN_HAND",
    "GinState",
    "Phase",
    "gin_waits",
    "next_dealer",
    "show_reasons",
    "start",
]


GIN_STEPS: Mapping[type[ev.Event], Callable[[GinState, Any], GinState]] = {
    ev.Dealt: on_dealt,
    ev.Passed: on_passed,
    ev.Drew: on_drew,
    ev.Discarded: on_discarded,
    ev.StockCounted: on_stock_counted,
    ev.Knocked: on_knocked,
    ev.KnockTakenBack: on_knock_taken_back,
    ev.Shown: on_shown,
    ev.HandVoided: on_hand_voided,
    ev.HandEntered: on_hand_entered,
    ev.PointsCorrected: on_points_corrected,
    ev.GameClosed: on_closed,
}
