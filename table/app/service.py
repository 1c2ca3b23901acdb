"""Running as a service: systemd's notices, the watchdog, the self-check at the start, failed starts, signals."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable

from hw.notify import Notifier, Watchdog, overdue_text
from table.app.app import HEALTHY, App
from table.check import quick_check
from table.intake.start import SafeMode, SelfCheck, begin
from table.intake.view import CheckLine
from table.settings import Settings
from table.settings.starts import mark_healthy

log = logging.getLogger("cardtable")

LIMITS = {"loop": 5.0, "display": 10.0}
"""Seconds without a sign of life after which a part counts as hung."""

EYE_LIMIT = 15.0

CAMERA_PATIENCE = 4.0
"""The self-check waits so long (s) for the camera's first picture, or for its fault."""


class Service:
    """Wraps an `App` for a table that runs by itself."""

    def __init__(self, app: App, settings: Settings, clock: Callable[[], float]) -> None:
        self.app = app
        self.settings = settings
        self.clock = clock
        self.notifier = Notifier()
        now = clock()
        limits = dict(LIMITS) if app.parts.display is not None else {"loop": LIMITS["loop"]}
        self.watchdog = Watchdog(limits, now)
        self._began = now
        self._healthy = False
        self._told: tuple[str, ...] = ()
        self._problems: list[str] | None = None
        app.parts.heart = self._beat
        app.on_first_picture = lambda: None

    def _beat(self, part: str, now: float) -> None:
        if part in LIMITS and self.watchdog.watches(part):
            self.watchdog.beat(part, now)
        if part != "loop":
            return
        self._check_again()
        if self.app.parts.display is None:
            self.watchdog.forget("display")
        eye = self.app.parts.eye
        if eye is not None and getattr(eye, "alive", False):
            if not self.watchdog.watches("eye"):
                self.watchdog.expect("eye", EYE_LIMIT, now)
            self.watchdog.beat("eye", eye.beat)
        else:
            self.watchdog.forget("eye")
        late = self.watchdog.late(now)
        if late and late != self._told:
            log.error(overdue_text(late))
            self.notifier.status(overdue_text(late))
        self._told = late
        if self.watchdog.due(now):
            self.notifier.pet()
        if not self._healthy and now - self._began > HEALTHY and self.app.faults == 0:
            self._healthy = True
            mark_healthy()

    def ready(self) -> None:
        """The first picture is there, or there is none to wait for."""
        self.notifier.ready("running")

    def stopping(self) -> None:
        """An orderly stop: this start was a good one."""
        self.notifier.stopping("stopping")
        mark_healthy()

    def catch_signals(self) -> None:
        """SIGTERM and Ctrl-C end the loop after the signal being handled."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.app.stop())

    def check(self, problems: list[str]) -> None:
        """Run the self-check beside the loop and let the start screen fill with its lines."""
        self._problems = problems
        self._check_again()

    def _check_again(self) -> None:
        """At the start, and when somebody asks for it on the screen of what is missing."""
        if self._problems is None:
            return
        phase = self.app.table.phase
        if isinstance(phase, SelfCheck) and not phase.begun:
            phase.begun = True
            arguments = (phase, list(self._problems))
            threading.Thread(target=self._check, args=arguments, name="self-check", daemon=True).start()

    def _check(self, phase: SelfCheck, problems: list[str]) -> None:
        try:
            lines = self._lines(problems)
            while (camera := self.camera_line()) is not None and camera.state == "wait":
                phase.report((camera, *lines), finished=False)
                if self.clock() - phase.since > CAMERA_PATIENCE:
                    break
                time.sleep(0.1)
            phase.report((camera, *lines) if camera is not None else tuple(lines), finished=True)
        except Exception as error:  # the table must not wait for ever for a check that broke
            log.exception("the self-check failed")
            text = f"the self-check itself failed ({type(error).__name__}: {error}); see: cardtable check"
            phase.report((CheckLine(part="settings", state="bad", text=text),), finished=True)

    def camera_line(self) -> CheckLine | None:
        """How the running camera does, which only the eye can tell; None where none is wanted."""
        table, eye = self.app.table, self.app.parts.eye
        if eye is None or not table.options.camera:
            return None
        if not table.camera_ok:
            faults = [what for (part, _), what in list(table.troubles.items()) if part == "camera"]
            return CheckLine(part="camera", state="bad", text=faults[-1] if faults else "")
        return CheckLine(part="camera", state="ok" if eye.status.age < EYE_LIMIT else "wait")

    def _lines(self, problems: list[str]) -> list[CheckLine]:
        states = {"ok": "ok", "warn": "ok", "bad": "bad", "off": "ok"}
        lines = [
            CheckLine(part=r.name, state=states[r.verdict], text=f"{r.text}; {r.help}" if r.help else r.text)  # type: ignore[arg-type]
            for r in quick_check(self.settings)
            if r.verdict != "off"
        ]
        if problems:
            # Told, but no reason to wait: the table has already chosen what to do without it.
            lines = [line for line in lines if line.part != "settings"]
            lines.append(CheckLine(part="settings", state="bad", text=problems[0]))
            for problem in problems:
                log.warning(problem)
        return lines


def safe_mode(app: App, reason: str) -> None:
    """Several starts in a row came to nothing: say so, and play by hand."""
    table = app.table
    table.go(SafeMode(table, reason=reason))


def skip_check(app: App) -> None:
    """Straight to the game, without the screen of the self-check (tests, the demo)."""
    begin(app.table)
