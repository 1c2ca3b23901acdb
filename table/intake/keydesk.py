"""From a press to what it does: offers of the phase on the screen, doubled presses, Fix, one button a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.intake.phase import Bound, Phase
from table.intake.view import Key
from table.rules.signals import FIX, Press, Seat

if TYPE_CHECKING:
    from table.intake.table import Table

REPEAT = 0.25
"""A second press of one key within this time (s) is a bounce of the finger, not a wish."""

REPEAT_AFTER_CHANGE = 0.6
"""The same when the first press changed the screen: nobody reads a new screen that fast (s)."""

FIX_HOLD = 5.0
"""Fix held so long arms the service screen (s)."""

SHORT = 1.0
"""With one button a press shorter than this moves the light, one as long takes what is lit (s)."""

Name = tuple[Seat | None, int]


class KeyDesk:
    """Knows which keys are down and since when; what a key means it asks the phase."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cursor = 0
        """One-button wiring: which of the offers is lit."""
        self._down: dict[Name, tuple[float, Phase]] = {}
        self._up: dict[Name, float] = {}
        self._last: dict[Name, tuple[float, bool]] = {}
        self._fix_down: float | None = None
        self._fix_armed = False
        self._fix_toggled = -REPEAT_AFTER_CHANGE

    def lit(self, phase: Phase, offers: int) -> int | None:
        """The place of the light among the offers, None where there is none."""
        moving = self.table.options.input == "one-button" and not phase.direct
        return self.cursor % offers if moving and offers else None

    def press(self, press: Press) -> None:
        """One press, hold or release."""
        table = self.table
        name = (press.seat, press.key)
        repeat = press.action == "down" and self._is_repeat(name)
        if press.action == "up":
            self._up[name] = table.now
        elif press.action == "down":
            self._down[name] = (table.now, table.current)
        if press.key == FIX:
            self._fix(press)
        elif self._fix_armed and press.action == "down" and press.key == 6:
            self._service()
        elif table.options.one_button(press.seat) and not table.current.direct:
            # Here quick taps are wanted: they move the light.
            if not table.current.raw_press(press):
                self._one_button(press)
        elif repeat or table.current.raw_press(press):
            return
        elif press.action != "up":
            self._act(press, self._find(press))

    def _is_repeat(self, name: Name) -> bool:
        """The finger bounced: the same key again right after it was let go, or before the new screen can be read."""
        now = self.table.now
        if now - self._up.get(name, -REPEAT) < REPEAT:
            return True
        at, changed = self._last.get(name, (-REPEAT_AFTER_CHANGE, False))
        return now - at < (REPEAT_AFTER_CHANGE if changed else REPEAT)

    def _find(self, press: Press) -> Bound | None:
        held = press.held if press.action == "hold" else 0.0
        for bound in self.table.current.offers():
            if bound.key.key == press.key and bound.key.hold == held and self._may(press.seat, bound.key):
                return bound
        return None

    def _act(self, press: Press, bound: Bound | None) -> None:
        table = self.table
        if bound is None:
            if press.action == "down":
                table.lamp(press.seat, "refused")
            return
        before = (table.current, len(table.log))
        table.lamp(press.seat, "taken", 0.1)
        bound.act(press)
        changed = (table.current, len(table.log)) != before
        self._last[(press.seat, press.key)] = (table.now, changed)

    # -- Fix --------------------------------------------------------------------------------------------------

    def _fix(self, press: Press) -> None:
        now = self.table.now
        if press.action == "down":
            self._fix_down = now
        elif press.action == "hold" and press.held >= FIX_HOLD:
            self._fix_armed = True
        elif press.action == "up":
            short = self._fix_down is not None and now - self._fix_down < FIX_HOLD
            armed, self._fix_armed, self._fix_down = self._fix_armed, False, None
            if short and not armed and now - self._fix_toggled >= REPEAT_AFTER_CHANGE:
                self._fix_toggled = now
                self._toggle_fix()

    def _toggle_fix(self) -> None:
        from table.intake.fix import open_fix

        table = self.table
        if table.overlaid:
            table.uncover_all()
            table.current.on_uncover()
        elif table.phase.fix_offered:
            table.phase.on_fix()
            open_fix(table)

    def _service(self) -> None:
        from table.intake.service import Service

        self._fix_armed = False
        self._fix_down = None
        self.table.cover(Service(self.table))

    # -- one button a seat ------------------------------------------------------------------------------------

    def _one_button(self, press: Press) -> None:
        table = self.table
        bound = [b for b in table.current.offers() if self._may(press.seat, b.key)]
        if not bound:
            if press.action == "down":
                table.lamp(press.seat, "refused")
            return
        since, phase = self._down.get((press.seat, press.key), (table.now, table.current))
        if phase is not table.current:
            return  # pressed for the screen before this one
        if press.action == "hold" and press.held == SHORT:
            self._act(press, bound[self.cursor % len(bound)])
        elif press.action == "up" and table.now - since < SHORT:
            self.cursor = (self.cursor + 1) % len(bound)

    def _may(self, seat: Seat | None, key: Key) -> bool:
        """Whether this seat is meant. While a game runs nobody else's keys mean anything (a cup on a free pod)."""
        if seat is None:
            return True
        if key.seats:
            return seat in key.seats
        return self.table.state is None or seat in self.table.seats
