"""The self-check at the start and again, with the eye that runs: `Service` beside a table that is turned by hand."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from table.app import service
from table.app.app import App, Parts
from table.app.service import Service
from table.app.signal_queue import SignalQueue
from table.check.result import CheckResult, bad, ok
from table.intake.start import SafeMode, SelfCheck
from table.intake.view import CheckLine
from table.rules.signals import Trouble
from table.settings import Settings
from tests.intake.table_kit import AtTable

PATIENCE = 30.0
"""Seconds after which a thread under test counts as hung."""


class Eye:
    """As much of the eye as the self-check looks at: `age` of its last picture."""

    alive, beat = False, 0.0

    def __init__(self, age: float) -> None:
        self.status = SimpleNamespace(age=age)

    def expect(self, mode: str) -> None:
        pass


class Started:
    """A table under a service; `found` is what the short self-check finds next."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, eye: Eye | None) -> None:
        self.table = AtTable()
        self.found: list[CheckResult] = [ok("keys", "all there")]
        self.checks = 0
        monkeypatch.setattr(service, "quick_check", self._quick_check)
        self.app = App(self.table.table, Parts(queue=SignalQueue()), lambda: self.table.t)
        self.app.parts.eye = eye  # type: ignore[assignment]
        self.table.table.go(SelfCheck(self.table.table))
        self.service = Service(self.app, Settings(), time.monotonic)
        monkeypatch.setattr(service, "CAMERA_PATIENCE", -1.0)

    def _quick_check(self, settings: Settings) -> list[CheckResult]:
        self.checks += 1
        return self.found

    def turn_until(self, done: Any) -> None:
        """Turns of the loop, as the app makes them, until something has happened in the thread beside it."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end
            self.app.round(0.01)

    def checked(self) -> tuple[CheckLine, ...]:
        phase = self.table.table.phase
        assert isinstance(phase, SelfCheck)
        self.turn_until(lambda: phase.finished)
        return phase.lines

    def trouble(self, *, over: bool = False) -> None:
        self.app.handle(Trouble(t=self.table.t, part="camera", what="no camera: check the cable", over=over))


def test_the_camera_is_judged_by_the_eye_that_has_it(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, Eye(age=0.1))
    started.service.check([])
    assert [(line.part, line.state) for line in started.checked()] == [("camera", "ok"), ("keys", "ok")]


def test_a_camera_that_takes_its_time_is_no_fault(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, Eye(age=float("inf")))
    started.service.check([])
    assert [(line.part, line.state) for line in started.checked()] == [("camera", "wait"), ("keys", "ok")]
    assert started.table.wait(10).scene == "Attract"


def test_where_no_camera_is_wanted_none_is_missed(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, None)
    started.service.check([])
    assert [line.part for line in started.checked()] == ["keys"]


def test_try_again_checks_anew_and_the_table_goes_on_when_the_fault_is_gone(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, Eye(age=0.1))
    started.found = [bad("store", "the disk is full", "free some space")]
    started.service.check([])
    assert started.checked()[-1] == CheckLine(part="store", state="bad", text="the disk is full; free some space")
    assert started.table.press("sun", 1).scene == "SafeMode"
    started.app.round()
    assert started.checks == 1, "nobody asked for another check yet"
    started.found = [ok("store", "there is room")]
    started.table.do("sun", "try_again")
    assert started.checked()[-1].state == "ok"
    assert started.checks == 2
    assert started.table.wait(10).scene == "Attract"


def test_a_missing_camera_is_named_and_its_return_ends_safe_mode(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, Eye(age=float("inf")))
    started.trouble()
    started.service.check([])
    assert started.checked()[0] == CheckLine(part="camera", state="bad", text="no camera: check the cable")
    started.table.press("sun", 1)
    assert isinstance(started.table.table.phase, SafeMode)
    started.trouble(over=True)
    assert started.table.scene == "Attract"


def test_a_self_check_that_breaks_does_not_hold_the_table(monkeypatch: pytest.MonkeyPatch):
    started = Started(monkeypatch, None)

    def broken(settings: Settings) -> list[CheckResult]:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(service, "quick_check", broken)
    started.service.check([])
    (line,) = started.checked()
    assert "the self-check itself failed (RuntimeError: broken on purpose)" in line.text
    assert started.table.wait(200).scene == "Attract"
