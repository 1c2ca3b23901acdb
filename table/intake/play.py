"""From the folded state of a game to the phase that the table is in; the way back after any correction."""

from __future__ import annotations

from table.intake.table import Table
from table.rules.gin import GinState


def enter_play(table: Table) -> None:
    """Go to the phase that the game's state asks for."""
    from table.intake import gin_play, picture_play
    from table.intake.start import Attract

    if table.state is None:
        table.go(Attract(table))
    elif isinstance(table.state, GinState):
        gin_play.enter(table, table.state)
    else:
        picture_play.enter(table, table.state)
