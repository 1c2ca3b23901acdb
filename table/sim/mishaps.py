"""Things that go wrong at a real table, at a set rate: they must cost a question at most, never a wrong score."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from table.rules.signals import Seat
from table.sim.stage import Stage
from table.sim.steps import Push, Reach, Script, Step, Wait
from table.sim.world import World

Kind = str

KINDS: tuple[Kind, ...] = ("hand_in_the_way", "bump", "lamp", "nudge", "double_press", "stuck_key")


class Mishaps:
    """Puts mishaps between the steps of a script. `rate` is the chance that one comes with a step.

    `stage` and `keys` may be None where nothing is rendered or wired; what needs them then does not happen.
    """

    def __init__(self, rate: float, rng: random.Random, stage: Stage | None = None, keys: Any = None) -> None:
        self.rate = rate
        self.rng = rng
        self.stage = stage
        self.keys = keys
        self.counts = dict.fromkeys(KINDS, 0)
        self.begun: Callable[[], bool] = lambda: True
        """Mishaps begin with the game: people do not choose a rule set with a cup on the keys."""
        self.free_seat: Seat | None = None
        """Where nobody sits; None at a full table."""
        self._lamp_back: float | None = None
        self._stuck: tuple[Seat, int, float] | None = None

    def around(self, script: Script, now: Callable[[], float]) -> Script:
        """The script with mishaps in between."""
        for step in script:
            self._mend(now())
            if self.begun() and self.rng.random() < self.rate:
                yield from self._one(step, now())
            yield step

    def _one(self, step: Step, now: float) -> Script:
        kind = self.rng.choice(KINDS)
        if kind == "hand_in_the_way":
            self.counts[kind] += 1
            zone = self.rng.choice(("discard", "stock", "lay:near", "lay:far", "row"))
            yield Reach((zone,), self.rng.choice(("near", "far")), lambda _: None, self.rng.uniform(0.8, 3.0))
        elif kind == "bump" and self.stage is not None:
            self.counts[kind] += 1
            self._bump(self.stage)
            yield Wait(0.5)
        elif kind == "lamp" and self.stage is not None and self._lamp_back is None:
            self.counts[kind] += 1
            self.stage.light = replace(self.stage.light, level=self.rng.uniform(0.35, 0.7))
            self._lamp_back = now + self.rng.uniform(2, 8)
        elif kind == "nudge":
            self.counts[kind] += 1
            yield Reach(("lay:near", "lay:far"), "near", self._nudge, 0.7)
        elif kind == "double_press" and isinstance(step, Push) and step.seconds < 0.5:
            self.counts[kind] += 1
            yield step
            yield Wait(0.08)
        elif kind == "stuck_key" and self.free_seat and hasattr(self.keys, "hold_down") and self._stuck is None:
            self.counts[kind] += 1
            # A place where nobody sits; a cup stands on the key.
            key = max(number for seat, number in self.keys.profile.wired_keys() if seat == self.free_seat)
            self._stuck = (self.free_seat, key, now + self.rng.uniform(15, 40))
            self.keys.hold_down(self.free_seat, key, now)

    def _bump(self, stage: Stage) -> None:
        camera = stage.sim.camera
        x, y = camera.aim
        aim = (x + self.rng.uniform(-6, 6), y + self.rng.uniform(-6, 6))
        # Never further than one hand's breadth from the middle, however often it is bumped.
        mid_x, mid_y = stage.mat_middle
        aim = (min(max(aim[0], mid_x - 18), mid_x + 18), min(max(aim[1], mid_y - 14), mid_y + 14))
        stage.sim.camera = camera.moved(aim=aim)

    def _nudge(self, world: World) -> None:
        for cards in world.laid.values():
            for card in cards:
                if self.rng.random() < 0.3:
                    card.x += self.rng.gauss(0, 1.0)
                    card.y += self.rng.gauss(0, 1.0)
                    card.angle += self.rng.gauss(0, 0.02)

    def _mend(self, now: float) -> None:
        if self._lamp_back is not None and now >= self._lamp_back and self.stage is not None:
            self.stage.light = replace(self.stage.light, level=1.0)
            self._lamp_back = None
        if self._stuck is not None and now >= self._stuck[2]:
            seat, key, _ = self._stuck
            self._stuck = None
            self.keys.let_go(seat, key, now)
