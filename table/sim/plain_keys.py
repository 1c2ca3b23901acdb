"""Keys without wires: presses as the key code would report them, with doubled and late ones put in."""

from __future__ import annotations

import random
from collections.abc import Iterable

from table.rules.signals import Press, Seat


class PlainKeys:
    """Implements `table.sim.steps.Keys`. `doubled` and `late` are rates per press."""

    def __init__(self, rng: random.Random, doubled: float = 0.0, late: float = 0.0) -> None:
        self.rng = rng
        self.doubled = doubled
        self.late = late

    def push(self, seat: Seat | None, key: int, start: float, seconds: float) -> Iterable[Press]:
        t = start + (self.rng.uniform(0.0, 0.3) if self.rng.random() < self.late else 0.0)
        out = [Press(t=t, seat=seat, key=key)]
        out += [
            Press(t=t + held, seat=seat, key=key, action="hold", held=held)
            for held in (1.0, 2.0, 5.0)
            if seconds >= held
        ]
        out.append(Press(t=t + seconds, seat=seat, key=key, action="up", held=seconds))
        if self.rng.random() < self.doubled:
            again = t + seconds + self.rng.uniform(0.03, 0.2)
            out.append(Press(t=again, seat=seat, key=key))
            out.append(Press(t=again + 0.06, seat=seat, key=key, action="up"))
        return out
