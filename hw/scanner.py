"""Reading a key matrix through gpiozero's pins.

Rows are driven one at a time, as open drains: the row that is asked is an output at low level, all others are inputs
and let go. Two pressed keys can therefore never connect a high output with a low one, even without diodes. Columns are
inputs, pulled up. The diode of each key points from column to row (its ring at the row).

While nothing is pressed all rows are held low together, and one look at the columns is enough: the cheap case, six
reads. A closed contact starts the full scan, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hw.matrix import Reading, rows_in_rectangles
from hw.pins import pin_problem


class MatrixPins:
    """The wires of a matrix. Rows or columns whose pin could not be had are left out and read as open."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], factory: Any, names: Sequence[str] = ()) -> None:
        from gpiozero import InputDevice

        self.problems: list[str] = []
        self._count = len(rows)
        self._devices: list[Any] = []
        self._rows: dict[int, Any] = {}
        self._columns: dict[int, Any] = {}
        self._all_low = False
        labels = list(names) or [str(row + 1) for row in range(len(rows))]
        for wires, pins, words, pull_up in (
            (self._rows, rows, [f"row {label}" for label in labels], False),
            (self._columns, columns, [f"column key {k + 1}" for k in range(len(columns))], True),
        ):
            for place, pin in enumerate(pins):
                try:
                    if pull_up:
                        device = InputDevice(pin, pull_up=True, pin_factory=factory)
                    else:
                        device = _Row(pin, factory)
                    self._devices.append(device)
                    wires[place] = device.pin
                except Exception as error:  # gpiozero, lgpio and the kernel each have their own classes
                    self.problems.append(pin_problem(pin, words[place], error))

    @property
    def usable(self) -> bool:
        """At least one row and one column can be read."""
        return bool(self._rows and self._columns)

    def has(self, row: int, column: int) -> bool:
        """Whether both wires of this crossing could be had."""
        return row in self._rows and column in self._columns

    def read(self) -> Reading:
        """One scan: the closed crossings of each row."""
        if not self._all_low:
            for pin in self._rows.values():
                pin.function = "output"
                pin.state = False
            self._all_low = True
        if not self._closed_columns():
            return (0,) * self._count
        return self._full_scan()

    def leaks(self, reading: Reading) -> bool:
        """Whether current flows backwards through a key in one of the reading's rectangles: no diode there.

        One row is held low; another row of the rectangle, let go and pulled up, must stay high. It can be pulled down
        only through a column and then backwards through a key of its own. GPIO 2 and 3 have a pull-up on the board.
        """
        rows = [self._rows[row] for row in rows_in_rectangles(reading) if row in self._rows]
        try:
            for low in rows:
                low.function = "output"
                low.state = False
                for other in rows:
                    if other is not low and _pulled_down(other):
                        return True
                low.function = "input"
            return False
        finally:
            self._all_low = False

    def _full_scan(self) -> Reading:
        for pin in self._rows.values():
            pin.function = "input"
        self._all_low = False
        reading = [0] * self._count
        for row, pin in self._rows.items():
            pin.function = "output"
            pin.state = False
            reading[row] = self._closed_columns()
            pin.function = "input"
        return tuple(reading)

    def _closed_columns(self) -> int:
        bits = 0
        for k, pin in self._columns.items():
            if not pin.state:
                bits |= 1 << k
        return bits

    def close(self) -> None:
        """Let go of all wires and give the pins back."""
        for pin in self._rows.values():
            pin.function = "input"
        for device in self._devices:
            device.close()
        self._rows.clear()
        self._columns.clear()


def _pulled_down(pin: Any) -> bool:
    """Whether a row that is let go and pulled up is low all the same."""
    pin.function = "input"
    pull = pin.pull
    if pull != "up":
        pin.pull = "up"
    low = not pin.state
    if pull != "up":
        pin.pull = "floating"
    return low


def _Row(pin: int, factory: Any) -> Any:  # noqa: N802 - stands for a class of gpiozero's that is imported late
    """A reserved pin, let go. A plain device of gpiozero, since its inputs want a pull and its outputs drive high."""
    from gpiozero import GPIODevice

    device = GPIODevice(pin, pin_factory=factory)
    device.pin.function = "input"
    if device.pin.info.pull != "up":
        device.pin.pull = "floating"
    return device
