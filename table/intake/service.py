"""(46-47) The operator's screens: the camera's picture, keys and lamps, calibration, and showing a picture deck.

What these phases show is filled in from outside (`table.app.operator_desk`), which alone knows the camera: `wants` says
what it shall do.
"""

from __future__ import annotations

from table.intake import view
from table.intake.phase import Bound, Phase, bind
from table.rules.gin import IN_HAND, GinState
from table.rules.signals import SEATS, Press, Seat

LAMP_TEST_S = 3.0


class _Operator(Phase):
    """Lies over everything and goes away by itself when nobody presses anything for long."""

    overlay = True
    fix_offered = False

    def enter(self) -> None:
        self.last_key = self.table.now
        self.wants = ""

    def want(self, what: str) -> None:
        """Ask the app for something; it empties `wants`."""
        self.wants = what

    def raw_press(self, press: Press) -> bool:
        self.last_key = self.table.now
        return False

    def on_uncover(self) -> None:
        self.last_key = self.table.now

    def auto(self) -> float | None:
        return self.last_key + self.table.options.times.service

    def on_auto(self) -> None:
        self.table.uncover()


class Service(_Operator):
    """(46) Camera picture, keys and lamps; no picture while a hand is in play, so that nobody looks into cards."""

    def enter(self) -> None:
        super().enter()
        self.pressed: list[tuple[Seat, int]] = []
        self.picture = ""
        self.boxes: tuple[view.Outlined, ...] = ()
        self.markers = 0
        self.numbers: tuple[tuple[str, str], ...] = ()
        self._lit_until = float("-inf")

    @property
    def refused(self) -> bool:
        """A hand is in play."""
        state = self.table.state
        return isinstance(state, GinState) and state.phase in IN_HAND

    def scene(self) -> view.Scene:
        return view.Service(
            picture="" if self.refused else self.picture,
            boxes=() if self.refused else self.boxes,
            markers=self.markers,
            numbers=self.numbers,
            pressed=tuple(self.pressed),
            refused=self.refused,
            lit=self.table.now < self._lit_until,
        )

    def raw_press(self, press: Press) -> bool:
        super().raw_press(press)
        if press.action == "down" and press.seat is not None and (press.seat, press.key) not in self.pressed:
            # The first press of each key is its test; only then do the digits mean what the footer says.
            self.pressed.append((press.seat, press.key))
            self.table.lamp(press.seat, "taken", 0.1)
            return press.key != 6
        return False

    def offers(self) -> list[Bound]:
        bound = [bind(2, "lamps", lambda _: self._light()), bind(6, "leave", lambda _: self.table.uncover())]
        if self.table.camera_ok:
            bound.insert(0, bind(1, "calibrate", lambda _: self.table.cover(Calibrate(self.table))))
            if not self.refused:
                bound.insert(2, bind(3, "save_picture", lambda _: self.want("save")))
            if self.table.state is None:
                bound.insert(-1, bind(4, "enrol", lambda _: self.table.cover(Enrol(self.table))))
        return bound

    def _light(self) -> None:
        self._lit_until = self.table.now + LAMP_TEST_S
        for seat in SEATS:
            self.table.lamp(seat, "taken", LAMP_TEST_S)


class Calibrate(_Operator):
    """(47) The mat is looked for anew, and what is found is judged."""

    def enter(self) -> None:
        super().enter()
        self._again()

    def _again(self) -> None:
        self.lines: tuple[view.CheckLine, ...] = (view.CheckLine(part="markers", state="wait"),)
        self.error_mm: float | None = None
        self.want("calibrate")

    def scene(self) -> view.Scene:
        return view.Calibrating(lines=self.lines, error_mm=self.error_mm)

    def offers(self) -> list[Bound]:
        return [
            bind(1, "try_again", lambda _: self._again()),
            bind(6, "back", lambda _: self.table.uncover()),
        ]


class Enrol(_Operator):
    """A deck of pictures is shown to the camera, any number of cards at a time, again and again."""

    def enter(self) -> None:
        super().enter()
        self.shown = view.Enrolling()

    def scene(self) -> view.Scene:
        return self.shown

    def report(self, shown: view.Enrolling) -> None:
        """What the camera makes of the cards. Somebody who lays cards is there, though no key is pressed."""
        if (shown.enrolled, shown.remark) != (self.shown.enrolled, self.shown.remark):
            self.last_key = self.table.now
        self.shown = shown

    def offers(self) -> list[Bound]:
        bound = [bind(6, "leave", lambda _: self.table.uncover())]
        if self.shown.step == "back":
            bound.insert(0, bind(1, "skip_back", lambda _: self.want("skip_back")))
        return bound
