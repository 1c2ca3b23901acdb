"""The lamps: a pure blink player in front of LEDs on pins.

Everybody may call `Lamps.show`; one thread (or a test) calls `Lamps.update` with the time, which sets the pins that
changed. Without pins the lamps still have levels, for the picture of a pod on the screen.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hw.blink import LampPlayer
from hw.pins import pin_problem
from table.rules.signals import SEATS, LampState, Seat


class Lamps:
    """One lamp a seat. `clock` tells when a pattern was asked for; `wake` is called when `update` should come soon."""

    def __init__(
        self, pins: Mapping[Seat, int], clock: Callable[[], float], wake: Callable[[], None] = lambda: None
    ) -> None:
        self._pins = dict(pins)
        self._clock = clock
        self._wake = wake
        self._player = LampPlayer(SEATS)
        self._lock = threading.Lock()
        self._leds: dict[Seat, Any] = {}
        self._lit: dict[Seat, bool] = dict.fromkeys(SEATS, False)
        self._touched = False
        self.problems: list[str] = []
        """A line for each lamp whose pin could not be had, or that stopped working later."""

    def open(self, factory: Any) -> list[str]:
        """Take the pins; a line for each that cannot be had. The other lamps work."""
        from gpiozero import DigitalOutputDevice

        problems = self.problems
        for seat, pin in self._pins.items():
            try:
                self._leds[seat] = DigitalOutputDevice(pin, initial_value=False, pin_factory=factory)
            except Exception as error:  # gpiozero, lgpio and the kernel each have their own classes
                problems.append(pin_problem(pin, f"lamp {seat}", error))
        return problems

    def show(self, seat: Seat, state: LampState) -> None:
        """Let a lamp say something: ``taken`` and ``refused`` are played once, the others last."""
        self.show_all({seat: state})

    def show_all(self, states: Mapping[Seat, LampState]) -> None:
        """Several lamps at once; seats not named keep what they say."""
        with self._changing():
            t = self._clock()
            for seat, state in states.items():
                self._player.show(seat, state, t)

    def boot(self) -> None:
        """All lamps on for a second."""
        with self._changing():
            self._player.boot(self._clock())

    def fault(self, seat: Seat, on: bool) -> None:
        """Begin or end the sign of a stuck key at this seat."""
        with self._changing():
            self._player.fault(seat, on)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock:
            yield
            self._touched = True
        self._wake()

    def state(self, seat: Seat) -> LampState:
        """The lasting state of a seat's lamp."""
        return self._player.state(seat)

    def lit(self, seat: Seat) -> bool:
        """Whether the lamp was on at the last update."""
        return self._lit[seat]

    @property
    def touched(self) -> bool:
        """Something was asked for since the last update."""
        return self._touched

    def update(self, t: float) -> float:
        """Set the lamps as they are at `t`; returns when to come again (infinity while all are steady)."""
        with self._lock:
            self._touched = False
            levels = self._player.levels(t)
            again = self._player.next_change(t)
        for seat, on in levels.items():
            if on != self._lit[seat]:
                self._lit[seat] = on
                self._drive(seat, on)
        return again

    def _drive(self, seat: Seat, on: bool) -> None:
        led = self._leds.get(seat)
        if led is None:
            return
        try:
            led.value = on
        except Exception as error:  # a lamp that fails is left alone, the table plays on
            self._leds.pop(seat, None)
            self.problems.append(pin_problem(self._pins[seat], f"lamp {seat}", error))

    def close(self) -> None:
        """All lamps off, pins given back."""
        for led in self._leds.values():
            with contextlib.suppress(Exception):  # closing is the last thing done with it
                led.close()
        self._leds.clear()
