"""The Pi's camera: colours, padding, buffers, controls, exposure, and every way in which it fails."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from hw.picamera import RESTARTS_BEFORE_REOPENING, CameraError, PiCamera, make
from tests.hw import fake_picamera2


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def sensor(monkeypatch):
    return fake_picamera2.install(monkeypatch)


@pytest.fixture
def clock():
    return Clock()


def blue_left(size: tuple[int, int]) -> np.ndarray:
    """Blue on the left half, red on the right one, as picamera2 gives it: blue first."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    picture[:, : size[0] // 2, 0] = 255
    picture[:, size[0] // 2 :, 2] = 255
    return picture


def controls(sensor, name: str) -> list[object]:
    return [what[name] for kind, what in sensor.log if kind == "controls" and name in what]


def test_rgb888_is_taken_as_blue_green_red(sensor):
    sensor.picture = blue_left
    camera = PiCamera(size=(640, 480))
    camera.open()
    image = camera.read().image
    assert image.shape == (480, 640, 3)
    assert tuple(image[10, 10]) == (255, 0, 0)
    assert tuple(image[10, -10]) == (0, 0, 255)


def test_the_small_picture_has_no_padding_and_no_colour_planes(sensor):
    sensor.picture = lambda size: np.full((size[1], size[0], 3), 200, np.uint8)
    camera = PiCamera(size=(2304, 1296))
    camera.open()
    small = camera.read().small
    assert small.shape == (180, 320)
    assert (small == 200).all()


def test_a_turned_camera_is_turned_back_in_both_pictures(sensor):
    sensor.picture = blue_left
    camera = PiCamera(size=(640, 480), turned=True)
    camera.open()
    assert tuple(camera.read().image[10, 10]) == (0, 0, 255)


def test_requests_are_released_however_many_frames_are_read(sensor):
    camera = PiCamera(size=(640, 480))
    camera.open()
    for number in range(1, 50):
        assert camera.read().number == number
    assert sensor.made[0].free == 3


def test_a_request_is_released_when_its_picture_fails(sensor):
    camera = PiCamera(size=(640, 480))
    camera.open()

    def broken(size):
        raise RuntimeError("buffer gone")

    sensor.picture = broken
    for _ in range(9):
        with pytest.raises(CameraError, match="buffer gone"):
            camera.read()
    sensor.picture = blue_left
    camera.read()


def test_a_picture_asked_for_too_late_says_so(sensor):
    camera = PiCamera(size=(640, 480))
    camera.open()
    old = camera.read()
    camera.read()
    with pytest.raises(CameraError, match="after the next one"):
        _ = old.image


def test_controls_that_the_camera_lacks_are_left_out(sensor):
    for name in ("AeFlickerMode", "AeFlickerPeriod", "NoiseReductionMode"):
        del sensor.controls[name]
    PiCamera(size=(640, 480)).open()
    assert controls(sensor, "AeEnable") == [True]
    assert not controls(sensor, "AeFlickerPeriod")


@pytest.mark.parametrize(("hertz", "period"), [("50", 10_000), ("60", 8_333)])
def test_exposure_keeps_step_with_the_lamps(sensor, hertz, period):
    PiCamera(size=(640, 480), flicker=hertz).open()
    assert controls(sensor, "AeFlickerPeriod") == [period]


def test_exposure_settles_and_is_then_locked_with_what_was_measured(sensor, clock):
    sensor.metadata["AeState"] = 1
    camera = PiCamera(size=(640, 480), clock=clock)
    camera.open()
    clock.now += 2.0
    camera.read()
    assert not camera.locked
    sensor.metadata["AeState"] = 2
    camera.read()
    assert camera.locked
    assert controls(sensor, "AeEnable")[-1] is False
    assert controls(sensor, "ExposureTime") == [9000]
    assert controls(sensor, "ColourGains") == [(1.9, 1.6)]


def test_another_light_unlocks_after_a_while_and_a_passing_hand_does_not(sensor, clock):
    level = 120
    sensor.picture = lambda size: np.full((size[1], size[0], 3), level, np.uint8)
    camera = PiCamera(size=(640, 480), clock=clock)
    camera.open()
    clock.now += 2.0
    camera.read()
    camera.read()
    level = 40
    clock.now += 1.0
    camera.read()
    level = 120
    clock.now += 10.0
    camera.read()
    assert camera.locked
    level = 40
    for _ in range(6):
        clock.now += 1.0
        camera.read()
    assert not camera.locked
    assert controls(sensor, "AeEnable")[-1] is True


def test_a_stalled_camera_is_named_and_starts_again(sensor):
    camera = PiCamera(size=(640, 480))
    camera.open()
    sensor.stalled = True
    with pytest.raises(CameraError, match="no picture for 3 s"):
        camera.read()
    camera.close()
    sensor.stalled = False
    camera.open()
    camera.read()
    assert len(sensor.made) == 1, "one object for the life of the process"


def test_after_several_failures_the_library_object_is_made_anew(sensor):
    camera = PiCamera(size=(640, 480))
    camera.open()
    sensor.stalled = True
    for _ in range(RESTARTS_BEFORE_REOPENING):
        with pytest.raises(CameraError):
            camera.read()
    camera.close()
    sensor.stalled = False
    camera.open()
    camera.read()
    assert len(sensor.made) == 2
    assert sensor.made[0].closed


def test_no_library_no_camera_and_a_busy_camera_are_three_different_lines(sensor, monkeypatch):
    sensor.busy = True
    with pytest.raises(CameraError, match="in use or does not answer"):
        PiCamera().open()
    sensor.models.clear()
    with pytest.raises(CameraError, match="no camera 0: 0 found; check the flat cable"):
        PiCamera().open()
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        PiCamera().open()


def test_still_pictures_are_large(sensor):
    sensor.picture = blue_left
    camera = PiCamera(size=(640, 480))
    camera.open()
    assert camera.still().shape == (2592, 4608, 3)
    camera.read()


def test_settings_options():
    camera = make("1", {"size": "1280x960", "rate": "10", "flicker": "60", "turned": "180"})
    assert (camera.number, camera.size, camera.rate, camera.flicker, camera.turned) == (1, (1280, 960), 10, "60", True)
    for options, says in [
        ({"size": "big"}, "write it as 2304x1296"),
        ({"flicker": "40"}, "choose 50, 60 or off"),
        ({"turned": "90"}, "choose 0 or 180"),
        ({"rate": "quick"}, "write a number"),
    ]:
        with pytest.raises(CameraError, match=says):
            make("0", options)
    with pytest.raises(CameraError, match="camera's number is 0 or 1"):
        make("front", {})
