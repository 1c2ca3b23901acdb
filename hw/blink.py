"""What the lamps say, as on and off over time. Pure: the player is told the time and never waits.

The vocabulary (seen at arm's length, under a hood; never faster than 2 Hz for longer than a blink):

========  =====================================================================
off       dark: nothing to do
waiting   half a second on, half a second off: we wait for you
taken     one blink of 90 ms: the key was taken
refused   two blinks of 90 ms: not possible now
finished  on: you have done your part
========  =====================================================================

``taken`` and ``refused`` are played once, then the lamp goes on as before. A stuck key shows as two blinks every two
seconds until it is released. All waiting lamps blink together: their rhythm comes from the clock, not from a press.
"""

from __future__ import annotations

import math

from table.rules.signals import LampState, Seat

BLINK = 0.09
PAUSE = 0.11
HALF_PERIOD = 0.5
FAULT_PERIOD = 2.0
BOOT = 1.0

_ONCE: dict[str, tuple[float, ...]] = {
    # Lengths of alternate levels, dark first: on a lamp that is on, the blink needs the dark before and after it.
    "taken": (0.06, BLINK, 0.06),
    "refused": (0.06, BLINK, PAUSE, BLINK, 0.06),
}


class _Lamp:
    __slots__ = ("base", "fault", "once", "once_at")

    def __init__(self) -> None:
        self.base: LampState = "off"
        self.once: tuple[float, ...] = ()
        self.once_at = 0.0
        self.fault = False


class LampPlayer:
    """The lamps of a table, one a seat, driven by the time that the caller gives."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._lamps = {seat: _Lamp() for seat in seats}
        self._boot_until = -math.inf

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a lamp."""
        return tuple(self._lamps)

    def boot(self, t: float) -> None:
        """All lamps on for a second: a dead one is seen at once."""
        self._boot_until = t + BOOT

    def show(self, seat: Seat, state: LampState, t: float) -> None:
        """Play ``taken`` or ``refused`` once, or go over to a lasting state. Unknown seats have no lamp: nothing."""
        lamp = self._lamps.get(seat)
        if lamp is None:
            return
        if state in _ONCE:
            playing = lamp.once == _ONCE[state] and t < lamp.once_at + sum(lamp.once)
            if not playing:  # asked for again while it plays: the same blink
                lamp.once, lamp.once_at = _ONCE[state], t
        else:
            lamp.base = state

    def fault(self, seat: Seat, on: bool) -> None:
        """Begin or end the sign of a stuck key."""
        if seat in self._lamps:
            self._lamps[seat].fault = on

    def state(self, seat: Seat) -> LampState:
        """The lasting state of a lamp."""
        return self._lamps[seat].base

    def levels(self, t: float) -> dict[Seat, bool]:
        """Which lamps are on at `t`."""
        if t < self._boot_until:
            return dict.fromkeys(self._lamps, True)
        return {seat: self._level(lamp, t) for seat, lamp in self._lamps.items()}

    def next_change(self, t: float) -> float:
        """When a level may change after `t`; infinity while all lamps are steady."""
        if t < self._boot_until:
            return self._boot_until
        return min((self._next(lamp, t) for lamp in self._lamps.values()), default=math.inf)

    def _level(self, lamp: _Lamp, t: float) -> bool:
        if lamp.once and t >= lamp.once_at + sum(lamp.once):
            lamp.once = ()
        passed = sum(mark <= t for mark in self._marks(lamp, t))
        if lamp.once or lamp.fault:
            return passed % 2 == 1
        if lamp.base == "waiting":
            return passed % 2 == 0
        return lamp.base == "finished"

    def _next(self, lamp: _Lamp, t: float) -> float:
        return min((mark for mark in self._marks(lamp, t) if mark > t), default=math.inf)

    @staticmethod
    def _marks(lamp: _Lamp, t: float) -> list[float]:
        """The times of the present pattern at which the lamp changes: the same for `_level` and for `_next`."""
        if lamp.once and t < lamp.once_at + sum(lamp.once):
            return [lamp.once_at + sum(lamp.once[: i + 1]) for i in range(len(lamp.once))]
        if lamp.fault:
            start = math.floor(t / FAULT_PERIOD) * FAULT_PERIOD
            lengths = (0.0, BLINK, BLINK + PAUSE, 2 * BLINK + PAUSE, FAULT_PERIOD)
            return [start + length for length in lengths]
        if lamp.base == "waiting":
            start = math.floor(t / (2 * HALF_PERIOD)) * 2 * HALF_PERIOD
            return [start + HALF_PERIOD, start + 2 * HALF_PERIOD]
        return []
