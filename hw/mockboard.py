"""A table's wires on gpiozero's mock pins: contacts, diodes and lamps as electricity sees them.

For tests and for the simulated table: everything behind the pins is the real code. Importing this module imports
gpiozero.

A column is low when current can flow from it into a row that is held low: through a closed contact of this very row,
and where diodes are missing also round three corners of a rectangle.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from gpiozero.pins.mock import MockFactory, MockPin

from hw.wiring import FIX_KEY, KeyId, Profile
from table.rules.signals import Seat


class _BoardPin(MockPin):
    """A mock pin that tells its board whenever it begins or ends to drive its wire, or to be pulled."""

    wire: Any = None
    """Called on every change; set by the board."""

    def _set_function(self, value: str) -> None:
        super()._set_function(value)  # becoming an input, it is pulled anew, which tells the board
        if self.wire and value == "output":
            self.wire()

    def _set_state(self, value: float) -> None:
        before = self._state
        super()._set_state(value)
        if self.wire and self._state != before:
            self.wire()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.wire:
            self.wire()

    @property
    def held_low(self) -> bool:
        """An output at low level."""
        return self._function == "output" and not self._state

    def follow(self, high: bool) -> None:
        """An input that is pulled takes the level of its wire; anything else does not."""
        if self._function == "input" and self._pull != "floating" and self._state != high:
            self.drive_high() if high else self.drive_low()


class MockBoard:
    """The wires of `profile`. `missing_diodes` are keys without a diode; ``"all"`` for a matrix that has none.

    Give `factory` to the code under test as its pin factory.
    """

    def __init__(self, profile: Profile, missing_diodes: Collection[KeyId] | Literal["all"] = ()) -> None:
        self.profile = profile
        self.factory: Any = MockFactory(pin_class=_BoardPin)
        self._closed: set[KeyId] = set()
        matrix = profile.matrix
        rows = (
            {seat: self.factory.pin(gpio) for seat, gpio in zip(matrix.seats, matrix.rows, strict=True)}
            if matrix
            else {}
        )
        self._columns: list[Any] = [self.factory.pin(gpio) for gpio in matrix.columns] if matrix else []
        self._places = {
            (seat, k + 1): (row, column) for seat, row in rows.items() for k, column in enumerate(self._columns)
        }
        self._no_diode = set(self._places) if missing_diodes == "all" else set(missing_diodes)
        self._direct = {key: self.factory.pin(gpio) for key, gpio in profile.direct_pins().items()}
        self._lamps = {seat: self.factory.pin(gpio) for seat, gpio in profile.lamps.items()}
        self._rows: list[Any] = list(rows.values())
        for pin in self._columns:
            pin.wire = self._settle_matrix
        for pin in self._rows:
            pin.wire = lambda row=pin: self._settle_row(row)
        for key, pin in self._direct.items():
            pin.wire = lambda key=key: self._settle_direct(key)

    def contact(self, key: KeyId, closed: bool) -> None:
        """Close or open one contact, raw: a bounce is several of these."""
        if key not in self._places and key not in self._direct:
            raise KeyError(f"{key} has no wire in the profile {self.profile.name}")
        (self._closed.add if closed else self._closed.discard)(key)
        if key in self._direct:
            self._settle_direct(key)
        else:
            self._settle_matrix()

    @property
    def closed(self) -> frozenset[KeyId]:
        """The contacts that are closed now."""
        return frozenset(self._closed)

    def press(self, seat: Seat | None, key: int = 1) -> None:
        """Close a key; `seat` None is Fix."""
        self.contact(FIX_KEY if seat is None else (seat, key), True)

    def release(self, seat: Seat | None, key: int = 1) -> None:
        """Open a key again."""
        self.contact(FIX_KEY if seat is None else (seat, key), False)

    def lamp(self, seat: Seat) -> bool:
        """Whether the seat's lamp is lit: its pin is an output at high level."""
        pin = self._lamps[seat]
        return bool(pin.function == "output" and pin.state)

    def _settle_direct(self, key: KeyId) -> None:
        self._direct[key].follow(high=key not in self._closed)

    def _settle_row(self, row: Any) -> None:
        """A row without a closed contact moves nothing, and most have none."""
        if self._no_diode or any(self._places[key][0] is row for key in self._closed if key in self._places):
            self._settle_matrix()

    def _settle_matrix(self) -> None:
        """Let columns, and rows that are let go and pulled, follow the wires they are joined to."""
        low = self._low_wires()
        for pin in self._columns:
            pin.follow(high=pin not in low)
        if self._no_diode:
            for pin in self._rows:
                pin.follow(high=pin not in low)

    def _low_wires(self) -> set[Any]:
        """Every wire from which current can flow into a row that is held low."""
        closed = [(*self._places[key], key in self._no_diode) for key in self._closed if key in self._places]
        low = {row for row, _, _ in closed if row.held_low}
        grows = bool(low)
        while grows:
            grows = False
            for row, column, backwards in closed:
                if row in low and column not in low:
                    low.add(column)
                    grows = True
                elif backwards and column in low and row not in low:
                    low.add(row)
                    grows = True
        return low
