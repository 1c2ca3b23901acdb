"""The simulated table in real time: the same scripts, with the clock of the wall and somebody watching."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from table.rules.signals import Signal
from table.sim.steps import Eye, Keys, Runner, TableUnderTest
from table.sim.world import World

SLICE = 1 / 15
"""Simulated seconds between two looks at the window, at normal speed."""


class Closed(Exception):  # noqa: N818 - the person closed the window: no fault
    """The window was closed."""


class LiveRunner(Runner):
    """Lets wall-clock time pass for simulated time, and calls `between` in every slice of it.

    `between` handles the window; it returns False when it was closed. `speed` is simulated seconds a second.
    """

    def __init__(
        self,
        table: TableUnderTest,
        world: World,
        eye: Eye,
        keys: Keys,
        between: Callable[[float], bool],
        speed: float = 1.0,
    ) -> None:
        super().__init__(table, world, eye, keys, tick=0.1)
        self.between = between
        self.speed = speed
        self._wall = time.monotonic()

    def _feed(self, presses: Iterable[Signal], seconds: float) -> None:
        waiting = sorted(presses, key=lambda s: s.t)
        end = max(self.t + seconds, waiting[-1].t if waiting else 0.0)
        while self.t < end:
            until = min(end, self.t + SLICE * max(1.0, self.speed))
            now = [signal for signal in waiting if signal.t <= until]
            waiting = waiting[len(now) :]
            super()._feed(now, until - self.t)
            self._keep_pace(until)

    def _keep_pace(self, t: float) -> None:
        self._wall += SLICE
        behind = time.monotonic() - self._wall
        if behind < 0:
            time.sleep(-behind)
        elif behind > 1:
            self._wall = time.monotonic()
        if not self.between(t):
            raise Closed
