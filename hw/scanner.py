"""Reading a key matrix through gpiozero's pins.

Rows are driven one at a time, as open drains: the row that is asked is an output at low level, all others are inputs
and let go. Two pressed keys can therefore never connect a high output with a low one, even without diodes. Columns are
inputs, pulled up. The diode of each key points from column to row (its ring at the row).

While nothing is pressed all rows are held low together, and one look at the columns is enough: the cheap case, six
reads. A closed contact starts the full scan, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hw.matrix import GhostGuard, Reading, changes, rows_in_rectangles
from hw.pins import pin_problem
from hw.wiring import KeyId, Matrix


class MatrixPins:
    """The wires of a matrix. Rows and columns whose pin could not be had are left out and read as open."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], factory: Any, names: Sequence[str]) -> None:
        self.problems: list[str] = []
        self._count = len(rows)
        self._devices: list[Any] = []
        self._all_low = False
        self.rows = self._open(rows, [f"row {name}" for name in names], lambda pin: _open_row(pin, factory))
        self.columns = self._open(
            columns, [f"column key {k + 1}" for k in range(len(columns))], lambda pin: _open_column(pin, factory)
        )

    def _open(self, pins: Sequence[int], words: Sequence[str], opener: Callable[[int], Any]) -> dict[int, Any]:
        wires = {}
        for place, pin in enumerate(pins):
            try:
                device = opener(pin)
            except Exception as error:  # gpiozero, lgpio and the kernel each have their own classes
                self.problems.append(pin_problem(pin, words[place], error))
                continue
            self._devices.append(device)
            wires[place] = device.pin
        return wires

    def read(self) -> Reading:
        """One scan: the closed crossings of each row."""
        if self._all_low and not self._closed_columns():
            return (0,) * self._count
        reading = self._full_scan()
        if not any(reading):
            for pin in self.rows.values():
                _hold_low(pin)
            self._all_low = True
        return reading

    def _full_scan(self) -> Reading:
        if self._all_low:
            for pin in self.rows.values():
                pin.function = "input"
            self._all_low = False
        reading = [0] * self._count
        for row, pin in self.rows.items():
            _hold_low(pin)
            reading[row] = self._closed_columns()
            pin.function = "input"
        return tuple(reading)

    def _closed_columns(self) -> int:
        bits = 0
        for k, pin in self.columns.items():
            if not pin.state:
                bits |= 1 << k
        return bits

    def leaks(self, reading: Reading) -> bool:
        """Whether current flows backwards through a key in one of the reading's rectangles: no diode there.

        One row is held low; another row of the rectangle, let go and pulled up, must stay high. It can be pulled down
        only through a column and then backwards through a key of its own.
        """
        rows = [self.rows[row] for row in rows_in_rectangles(reading) if row in self.rows]
        self._all_low = False
        for low in rows:
            _hold_low(low)
            leaking = any(_pulled_down(other) for other in rows if other is not low)
            low.function = "input"
            if leaking:
                return True
        return False

    def close(self) -> None:
        """Let go of all wires and give the pins back."""
        for pin in self.rows.values():
            pin.function = "input"
        for device in self._devices:
            device.close()
        self.rows, self.columns = {}, {}


class MatrixKeys:
    """The keys of a matrix: its wires, with the crossings that may be ghosts left out."""

    def __init__(self, matrix: Matrix, factory: Any) -> None:
        self._pins = MatrixPins(matrix.rows, matrix.columns, factory, matrix.seats)
        self._seats = matrix.seats
        self._guard = GhostGuard(len(matrix.rows))
        self._last: Reading = (0,) * len(matrix.rows)
        self.problems = self._pins.problems
        """A line for each wire whose pin could not be had."""
        self.keys: tuple[KeyId, ...] = tuple(
            (matrix.seats[row], column + 1) for row in self._pins.rows for column in self._pins.columns
        )
        """The keys that can be read."""

    @property
    def ghosts(self) -> int:
        """How many crossings were refused so far."""
        return self._guard.refused

    def scan(self) -> Iterator[tuple[KeyId, bool]]:
        """Read the matrix once; the keys whose level changed since the last scan, with their new level."""
        reading = self._pins.read()
        leaks = bool(rows_in_rectangles(reading)) and self._pins.leaks(reading)
        before, self._last = self._last, self._guard.filter(reading, leaks)
        return (((self._seats[row], column + 1), closed) for row, column, closed in changes(before, self._last))

    def close(self) -> None:
        """Give the pins back."""
        self._pins.close()


def _hold_low(pin: Any) -> None:
    pin.function = "output"
    pin.state = False


def _pulled_down(pin: Any) -> bool:
    """Whether a row that is let go and pulled up is low all the same."""
    pin.function = "input"
    fixed = pin.info.pull  # GPIO 2 and 3 have a resistor on the board
    if not fixed:
        pin.pull = "up"
    low = not pin.state
    if not fixed:
        pin.pull = "floating"
    return low


def _open_column(pin: int, factory: Any) -> Any:
    from gpiozero import InputDevice

    return InputDevice(pin, pull_up=True, pin_factory=factory)


def _open_row(pin: int, factory: Any) -> Any:
    """A reserved pin, let go: gpiozero's own inputs want a pull, its outputs drive high."""
    from gpiozero import GPIODevice

    device = GPIODevice(pin, pin_factory=factory)
    device.pin.function = "input"
    if not device.pin.info.pull:
        device.pin.pull = "floating"
    return device
