"""What simulated people do, step by step, and the runner that lets time pass for it.

A script is a generator of steps. Between two steps it may look at the table's screen (its `View`), as people do,
and never at anything else of the table under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from table.intake.view import View
from table.rules.signals import Press, Seat, Signal, Tick
from table.sim.world import Side, World


@dataclass(frozen=True)
class Wait:
    """Nobody does anything for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Reach:
    """A hand comes over `zones` from `side` for `seconds`; halfway through `do` changes what lies there."""

    zones: tuple[str, ...]
    side: Side
    do: Callable[[World], None]
    seconds: float = 0.8


@dataclass(frozen=True)
class Push:
    """Somebody presses a key and holds it for `seconds`. `seat` None: the Fix key or the keyboard."""

    seat: Seat | None
    key: int
    seconds: float = 0.12


Step = Wait | Reach | Push
Script = Iterator[Step]


class Eye(Protocol):
    """Sees the world while time passes."""

    def advance(self, world: World, start: float, end: float) -> Iterable[Signal]:
        """Signals of the time from `start` to `end` (s), in order; the world stands still meanwhile."""


class Keys(Protocol):
    """Turns a finger on a key into presses."""

    def push(self, seat: Seat | None, key: int, start: float, seconds: float) -> Iterable[Press]:
        """The presses that a push makes, in order."""


class TableUnderTest(Protocol):
    """The table, whole or only its intake."""

    def handle(self, signal: Signal) -> None: ...

    def view(self) -> View: ...


class Runner:
    """Executes scripts: moves time on, feeds what the eye and the keys say, and ticks."""

    def __init__(self, table: TableUnderTest, world: World, eye: Eye, keys: Keys, *, tick: float = 0.25) -> None:
        self.table = table
        self.world = world
        self.eye = eye
        self.keys = keys
        self.t = 0.0
        self._tick = tick
        self._next_tick = 0.0

    def view(self) -> View:
        """The screen as the people see it now."""
        return self.table.view()

    def run(self, script: Script) -> None:
        """Play a script to its end."""
        for step in script:
            self.step(step)

    def step(self, step: Step) -> None:
        """One step."""
        match step:
            case Wait(seconds):
                self._pass(seconds)
            case Reach(zones, side, do, seconds):
                self._set_hands(dict.fromkeys(zones, side))
                self._pass(seconds / 2)
                do(self.world)
                self.world.touch()
                self._pass(seconds / 2)
                self._set_hands({})
            case Push(seat, key, seconds):
                self._feed(self.keys.push(seat, key, self.t, seconds), seconds)

    def _set_hands(self, hands: dict[str, Side]) -> None:
        self.world.hands_over = hands
        self.world.touch()

    def _pass(self, seconds: float) -> None:
        self._feed((), seconds)

    def _feed(self, presses: Iterable[Signal], seconds: float) -> None:
        end = self.t + seconds
        signals = [*presses, *self.eye.advance(self.world, self.t, end)]
        while self._next_tick <= end:
            signals.append(Tick(t=self._next_tick))
            self._next_tick += self._tick
        for signal in sorted(signals, key=lambda s: s.t):
            self.table.handle(signal)
        self.t = max(end, signals[-1].t if signals else end)
