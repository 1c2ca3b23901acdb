"""One function for every body of the Screen model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from table.paint.bodies import fix, gin, hands, menus, row, service, start, sums
from table.paint.kit.canvas import Canvas
from table.screens import model
from table.screens.model import Screen

Painted = Callable[[Canvas, Any, Screen], None]

PAINTERS: dict[type[model.Body], Painted] = {
    model.Checks: menus.paint_checks,
    model.Choice: menus.paint_choice,
    model.Log: menus.paint_log,
    model.RuleTable: menus.paint_rule_table,
    model.Notice: menus.paint_notice,
    model.Attract: start.paint_attract,
    model.Saver: start.paint_saver,
    model.Seats: start.paint_seats,
    model.Prompt: start.paint_prompt,
    model.Piles: gin.paint_piles,
    model.Refused: gin.paint_refused,
    model.Knock: gin.paint_knock,
    model.Hands: hands.paint_hands,
    model.LayOff: hands.paint_lay_off,
    model.Sum: sums.paint_sum,
    model.Gains: sums.paint_gains,
    model.Track: sums.paint_track,
    model.Places: sums.paint_places,
    model.Row: row.paint_row,
    model.Ballot: row.paint_ballot,
    model.Reveal: row.paint_reveal,
    model.CardPick: fix.paint_card_pick,
    model.Points: fix.paint_points,
    model.Resume: fix.paint_resume,
    model.Service: service.paint_service,
    model.Stats: service.paint_stats,
}

FULL = (model.Attract, model.Saver)
"""Bodies that fill the whole picture and bring their own frame."""
