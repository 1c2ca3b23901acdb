"""Simulated fingers on real key code: contacts that bounce on mock pins, scanned and debounced as on a table.

For the simulated table (`push` is what its people do) and for tests. Time is simulated; nothing sleeps.
"""

from __future__ import annotations

import random

from hw.keys import Keys
from hw.mockboard import MockBoard
from hw.wiring import FIX_KEY, KeyId, Profile
from table.rules.signals import Seat, Signal

STEP = 0.001
"""Seconds between two looks while contacts move."""

COARSE = 0.05
"""The same while a key is held still."""

MOVING = 0.06
"""Seconds after the last move of a contact in which it is looked at finely."""

QUIET = 0.3
"""Seconds after the last move of a contact in which the keys may still have something to tell."""


class WiredKeys:
    """The keys and lamps of a profile with fingers on them. Each contact bounces up to `bounces` times."""

    def __init__(self, profile: Profile, rng: random.Random, bounces: int = 3, start: float = 0.0) -> None:
        self.profile = profile
        self.board = MockBoard(profile)
        self._rng = rng
        self._bounces = bounces
        self._t = self._moved = start
        self._signals: list[Signal] = []
        self.keys = Keys(profile, self._signals.append, self.board.factory, lambda: self._t)
        self.keys.open()

    def push(self, seat: Seat | None, key: int, start: float, seconds: float) -> list[Signal]:
        """A finger presses a key at `start` and holds it for `seconds`; the signals that this makes, in order.

        Raises `KeyError` where the profile has no such wire.
        """
        name = FIX_KEY if seat is None else (seat, key)
        self.advance(start)
        self._contact(name, True)
        self.advance(max(self._t, start + seconds))
        self._contact(name, False)
        self.advance(self._t + 2 * self.profile.timing.window_ms / 1e3)
        return self.take()

    def hold_down(self, seat: Seat | None, key: int, start: float) -> None:
        """A key goes down and stays down: bent, or something lies on it."""
        self.advance(start)
        self._contact(FIX_KEY if seat is None else (seat, key), True)

    def let_go(self, seat: Seat | None, key: int, start: float) -> None:
        """A key that was down comes up again."""
        self.advance(start)
        self._contact(FIX_KEY if seat is None else (seat, key), False)

    def advance(self, t: float) -> None:
        """Let time pass until `t`: finely while contacts move, in big steps where a key is held still or none is."""
        while self._t < t:
            still = self._t - self._moved
            if still > QUIET and not self.board.closed:
                self._t = t  # nothing is pressed and all is told: nothing can happen until somebody moves
                break
            self.keys.step(self._t)
            self._t = min(t, self._t + (STEP if still < MOVING else COARSE))
        self.keys.step(self._t)

    def take(self) -> list[Signal]:
        """The signals since the last call, in order of their time."""
        taken = sorted(self._signals, key=lambda signal: signal.t)
        self._signals.clear()
        return taken

    def _contact(self, name: KeyId, closed: bool) -> None:
        self._moved = self._t
        for _ in range(self._rng.randint(0, self._bounces)):
            for level in (closed, not closed):
                self.board.contact(name, level)
                self.advance(self._t + STEP)
        self.board.contact(name, closed)
        self._moved = self._t
