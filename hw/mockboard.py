"""A table's wires on gpiozero's mock pins: contacts, diodes and lamps as electricity sees them.

For tests, for `cardtable check buttons --mock` and for the simulated table: everything behind the pins is the real
code. Importing this module imports gpiozero.

A column is low when current can flow from it into a row that is held low; with a diode at each key that is only
possible at a closed contact of this very row, without diodes also round three corners of a rectangle.
"""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hw.wiring import FIX_KEY, KeyId, Profile
from table.rules.signals import Seat


class _BoardPin(MockPin):
    """A mock pin that tells its board whenever it begins or ends to drive its wire."""

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._tell()

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._tell()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._tell()

    def _tell(self) -> None:
        board = getattr(self.factory, "board", None)
        if board is not None:
            board.settle(self)


class MockBoard:
    """The wires of `profile`. `missing_diodes` are keys without a diode; ``"all"`` for a matrix that has none.

    Give `factory` to the code under test as its pin factory.
    """

    def __init__(self, profile: Profile, missing_diodes: set[KeyId] | str = frozenset()) -> None:  # type: ignore[assignment]
        self.profile = profile
        self.factory: Any = MockFactory(pin_class=_BoardPin)
        self._closed: set[KeyId] = set()
        self._direct = profile.direct_pins()
        matrix = profile.matrix
        self._rows: dict[Seat, int] = dict(zip(matrix.seats, matrix.rows, strict=True)) if matrix else {}
        self._columns: tuple[int, ...] = matrix.columns if matrix else ()
        self._places = {(seat, k + 1): (row, pin) for seat, row in self._rows.items() for k, pin in self._enumerate()}
        self._no_diode = set(self._places) if missing_diodes == "all" else set(missing_diodes)
        self._settling = False
        self._pins: dict[int, Any] = {pin: self.factory.pin(pin) for pin, _ in profile.pins()}
        self._numbers = {id(pin): number for number, pin in self._pins.items()}
        self._matrix_pins = {*self._rows.values(), *self._columns}
        self.factory.board = self

    def _enumerate(self) -> list[tuple[int, int]]:
        return list(enumerate(self._columns))

    def contact(self, key: KeyId, closed: bool) -> None:
        """Close or open one contact, raw: a bounce is several of these."""
        if key not in self._places and key not in self._direct:
            raise KeyError(f"{key} has no wire in the profile {self.profile.name}")
        (self._closed.add if closed else self._closed.discard)(key)
        if key in self._direct:
            self._settle_direct(key)
        else:
            self._settle_matrix()

    def press(self, seat: Seat | None, key: int = 1) -> None:
        """Close a key; `seat` None is Fix."""
        self.contact(FIX_KEY if seat is None else (seat, key), True)

    def release(self, seat: Seat | None, key: int = 1) -> None:
        """Open a key again."""
        self.contact(FIX_KEY if seat is None else (seat, key), False)

    def lamp(self, seat: Seat) -> bool:
        """Whether the seat's lamp is lit: its pin is an output at high level."""
        pin = self._pins[self.profile.lamps[seat]]
        return pin.function == "output" and bool(pin.state)

    def settle(self, pin: Any) -> None:
        """A pin began or ended to drive its wire: let the inputs follow."""
        number = self._numbers.get(id(pin))
        if number is None or self._settling:
            return
        if number in self._matrix_pins:
            self._settle_matrix()
            return
        for key, own in self._direct.items():
            if own == number:
                self._settle_direct(key)

    def _settle_direct(self, key: KeyId) -> None:
        pin = self._pins[self._direct[key]]
        if pin.function == "input":
            self._drive(pin, key not in self._closed)

    def _settle_matrix(self) -> None:
        low = self._low_wires()
        for number in self._matrix_pins:
            pin = self._pins[number]
            if pin.function == "input" and pin.pull != "floating":
                self._drive(pin, number not in low)

    def _low_wires(self) -> set[int]:
        """Every wire from which current can flow into a row that is held low."""
        low = {row for row in self._rows.values() if self._held_low(row)}
        waiting = list(low)
        while waiting:
            wire = waiting.pop()
            for key in self._closed:
                if key not in self._places:
                    continue
                row, column = self._places[key]
                if wire == row and column not in low:
                    low.add(column)
                    waiting.append(column)
                elif wire == column and key in self._no_diode and row not in low:
                    low.add(row)
                    waiting.append(row)
        return low

    def _held_low(self, row: int) -> bool:
        pin = self._pins[row]
        return pin.function == "output" and not pin.state

    def _drive(self, pin: Any, high: bool) -> None:
        self._settling = True
        try:
            pin.drive_high() if high else pin.drive_low()
        finally:
            self._settling = False
