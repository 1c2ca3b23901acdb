"""After a correction the score is said anew, whatever scene the game is in; the old one is never repeated."""

from __future__ import annotations

from table.rules.gin import GinState
from table.rules.zhiyan import ZhiyanState
from table.screens.frame import Scope
from table.screens.gin_result import shown_points

CORRECTED = "corrected"
"""The remark (`View.flash`) that the intake shows after a correction."""


def with_correction(scope: Scope, say: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of a scene, led by the corrected standing while the remark about the correction is shown."""
    first = scope.aloud("note.corrected")
    if scope.view.flash != CORRECTED or first in say:
        return say
    state = scope.view.game
    points: dict[str, int] = {}
    if isinstance(state, GinState):
        points = shown_points(state)
    elif isinstance(state, ZhiyanState):
        points = state.points
    standing = tuple(scope.aloud("sum.line", text=scope.name(seat), value=number) for seat, number in points.items())
    return (first, *standing, *say)
