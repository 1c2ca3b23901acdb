"""Keys with a pin of their own: a button between the pin and ground, pulled up inside the chip.

gpiozero's callback puts the raw edge on a queue, inside try/except, and does nothing else: under lgpio all callbacks
share one thread, and one exception would end it for every button. gpiozero's own debouncing stays off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hw.pins import pin_problem
from hw.wiring import KeyId


class RawEdge(NamedTuple):
    """The contact of `key` has this level since `t`."""

    key: KeyId
    closed: bool
    t: float


class DirectKey:
    """One key on one pin. Raises what gpiozero raises when the pin cannot be had."""

    def __init__(
        self, key: KeyId, pin: int, factory: Any, post: Callable[[RawEdge], None], clock: Callable[[], float]
    ) -> None:
        from gpiozero import InputDevice

        self.key = key
        self.lost = 0
        """Edges that could not be put on the queue."""
        self._post = post
        self._clock = clock
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        try:
            self._device.pin.bounce = None
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._on_change  # gpiozero keeps a weak reference: this object must live
        except BaseException:
            self._device.close()
            raise

    def _on_change(self, _ticks: float, state: float) -> None:
        try:
            self._post(RawEdge(self.key, not state, self._clock()))
        except Exception:  # whatever it is, it must not reach gpiozero's thread; the next poll mends what was lost
            self.lost += 1

    def read(self) -> bool:
        """The level right now: closed or not."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Give the pin back."""
        self._device.pin.when_changed = None
        self._device.close()


def open_direct_keys(
    pins: dict[KeyId, int], factory: Any, post: Callable[[RawEdge], None], clock: Callable[[], float]
) -> tuple[list[DirectKey], list[str]]:
    """Every key whose pin can be had, and one line for each that cannot."""
    keys: list[DirectKey] = []
    problems: list[str] = []
    for key, pin in pins.items():
        try:
            keys.append(DirectKey(key, pin, factory, post, clock))
        except Exception as error:  # gpiozero, lgpio and the kernel each have their own classes
            problems.append(pin_problem(pin, key_words(key), error))
    return keys, problems


def key_words(key: KeyId) -> str:
    """The key for people who mend the table: ``sun key 3``, ``Fix``."""
    seat, number = key
    return "Fix" if seat is None else f"{seat} key {number}"
