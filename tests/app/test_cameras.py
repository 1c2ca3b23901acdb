"""From the settings to frames: the cameras that `cardtable run` opens, through the whole eye."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.app.app import App, Parts
from table.app.hardware import open_eye
from table.app.signal_queue import SignalQueue
from table.rules.signals import Observation, Reading, Trouble
from table.settings import Settings
from table.settings.model import CameraSettings
from tests.hw import fake_picamera2
from tests.intake.table_kit import AtTable
from vision.eye import Eye
from vision.mat import load_mat
from vision.mat.picture import draw


class Opened:
    """The eye that the settings give, stepped by the test instead of by its thread."""

    def __init__(self, **camera: object) -> None:
        self.table = AtTable()
        self.app = App(self.table.table, Parts(queue=SignalQueue()), lambda: self.table.t)
        self.problems: list[str] = []
        self.close: list[Callable[[], None]] = []
        open_eye(Settings(camera=CameraSettings(**camera)), self.app, self.close, self.problems)  # type: ignore[arg-type]

    @property
    def eye(self) -> Eye:
        eye = self.app.parts.eye
        assert isinstance(eye, Eye)
        return eye

    def until_calibrated(self, steps: int) -> Opened:
        for _ in range(steps):
            self.eye.step()
            if self.eye.core.calibration is not None:
                return self
        raise AssertionError(f"the mat was not found in {steps} frames: {self.eye.status}")

    def signals(self, kind: type) -> list[object]:
        return [signal for signal in self.app.parts.queue.drain(0) if isinstance(signal, kind)]


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> fake_picamera2.Sensor:
    sensor = fake_picamera2.install(monkeypatch)
    lit = (draw(load_mat("both"), 2.0, "save").astype(np.float32) * 0.85).astype(np.uint8)
    lit = cv2.copyMakeBorder(lit, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(200, 210, 220))
    sensor.picture = lambda size: _fitted(lit, size)
    return sensor


def _fitted(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """As large as the camera's picture has room for, grey around it."""
    scale = min(size[0] / picture.shape[1], size[1] / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    out = np.full((size[1], size[0], 3), 180, np.uint8)
    out[: small.shape[0], : small.shape[1]] = small[: size[1], : size[0]]
    return out


def test_the_pi_camera_is_opened_as_the_settings_say_and_its_pictures_are_read(sensor: fake_picamera2.Sensor):
    opened = Opened(source="picamera2", size=(1536, 864), rate=20, anti_flicker="60Hz")
    assert opened.problems == []
    assert sensor.made == [], "nothing is opened before the eye's thread runs"
    opened.until_calibrated(60)
    assert opened.eye.status.source == "Pi camera 0 (imx708)"
    config = next(what for kind, what in sensor.log if kind == "configure")
    assert config["main"]["size"] == (1536, 864)
    assert config["controls"]["FrameDurationLimits"] == (50_000, 50_000)
    assert ("AeFlickerPeriod", 8333) in [
        pair for kind, what in sensor.log if kind == "controls" for pair in what.items()
    ]
    for close in opened.close:
        close()


def test_a_pi_without_its_camera_says_so_and_the_camera_that_is_plugged_in_later_is_taken(
    sensor: fake_picamera2.Sensor,
):
    sensor.models = []
    opened = Opened(source="picamera2")
    opened.eye.step()
    (trouble,) = opened.signals(Trouble)
    assert trouble.what.startswith("no camera 0: 0 found; check the flat cable")
    sensor.models = ["imx708"]
    opened.eye._clock = lambda: 1e9  # the pause before the next try is over
    opened.until_calibrated(60)
    assert [signal.over for signal in opened.signals(Trouble)] == [True]


def test_without_picamera2_the_table_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr("hw.picamera._cameras", {})
    opened = Opened(source="picamera2")
    opened.eye.step()
    (trouble,) = opened.signals(Trouble)
    assert "apt install python3-picamera2" in trouble.what


def test_the_drawn_table_is_found_and_seen_to_be_empty():
    opened = Opened(source="sim")
    assert (opened.problems, opened.table.table.by_hand) == ([], False)
    source = opened.eye._source.source.inner
    now = [0.0]

    def pace() -> float:
        now[0] += 0.2
        return now[0]

    source._pace = pace
    opened.eye.expect("play")
    opened.until_calibrated(60)
    for _ in range(30):
        opened.eye.step()
    signals = opened.app.parts.queue.drain(0)
    assert [signal for signal in signals if isinstance(signal, Trouble)] == []
    looks = [signal for signal in signals if isinstance(signal, Observation)]
    assert looks
    assert [card for look in looks for zone in look.zones for card in (*zone.cards, *zone.unsure)] == []
    assert "cannot" not in [signal.state for signal in signals if isinstance(signal, Reading)]
