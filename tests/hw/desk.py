"""A table's keys on mock pins with a clock that only tests move."""

from __future__ import annotations

from hw.keys import Keys
from hw.mockboard import MockBoard
from hw.wiring import Profile, load_profile
from table.rules.signals import Press, Trouble

MS = 0.001


class Desk:
    """Keys of one profile, its wires, and what was signalled. Times are in milliseconds."""

    def __init__(self, profile: str | Profile = "pods", missing_diodes=frozenset(), open_now=True, factory=None):
        self.profile = load_profile(profile) if isinstance(profile, str) else profile
        self.board = MockBoard(self.profile, missing_diodes)
        self.ms = 0
        self.signals = []
        self.keys = Keys(self.profile, self.signals.append, factory or self.board.factory, self.clock)
        if open_now:
            self.keys.open()
            self.wait(20)

    def clock(self):
        return self.ms * MS

    def wait(self, ms):
        """Let time pass, a step each millisecond."""
        for _ in range(ms):
            self.ms += 1
            self.keys.step()

    def skip(self, seconds, step_ms=50):
        """Let a long time pass in coarser steps."""
        for _ in range(int(seconds * 1000 / step_ms)):
            self.ms += step_ms
            self.keys.step()

    def press(self, seat, key=1, ms=80):
        self.board.press(seat, key)
        self.wait(ms)
        self.board.release(seat, key)
        self.wait(60)

    @property
    def presses(self):
        return [(s.seat, s.key) for s in self.signals if isinstance(s, Press) and s.action == "down"]

    @property
    def actions(self):
        return [(s.seat, s.key, s.action) for s in self.signals if isinstance(s, Press)]

    @property
    def troubles(self):
        return [s.what for s in self.signals if isinstance(s, Trouble)]
