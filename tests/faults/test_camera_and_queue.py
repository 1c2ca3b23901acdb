"""The camera dies, stands still, goes black or sends garbage, and the queue is flooded: presses are never lost."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from hw.notify import Watchdog
from table.app.signal_queue import SignalQueue
from table.rules.signals import Press, Reading
from tests.faults.kit import turns
from vision.calibrate import calibrate
from vision.camera import Fault, Frame, SourceError, SourceInfo, SteadySource
from vision.mat import load_mat
from vision.reader import CardReader

STEP = 1 / 15
"""Seconds between two frames."""


class Camera:
    """Gives frames until the test breaks it: `fault` is what `read` does instead."""

    def __init__(self) -> None:
        self.fault: Callable[[int], Frame] | None = None
        self.opened = 0
        self.number = 0

    def open(self) -> SourceInfo:
        self.opened += 1
        return SourceInfo("camera under test", (64, 48), 15.0)

    def read(self) -> Frame:
        if self.fault is not None:
            return self.fault(self.number)
        self.number += 1
        return picture(self.number, 120)

    def close(self) -> None:
        if self.fault is not None:
            raise OSError("the device is gone")


def picture(number: int, grey: int) -> Frame:
    return Frame.of(number, number * STEP, np.full((48, 64, 3), grey, np.uint8))


def dies(number: int) -> Frame:
    raise SourceError("gave no picture: check its cable")


def driver_breaks(number: int) -> Frame:
    raise RuntimeError("frontend has timed out")


def stands_still(number: int) -> Frame:
    return picture(number, 120)


BLACK_FROM = 10_000


def goes_black(number: int) -> Frame:
    goes_black.count += 1  # type: ignore[attr-defined]
    return picture(BLACK_FROM + goes_black.count, 0)  # type: ignore[attr-defined]


goes_black.count = 0  # type: ignore[attr-defined]


def sends_nothing(number: int) -> Frame:
    return Frame.of(number, number * STEP, np.empty((0, 0, 3), np.uint8))


@turns
@pytest.mark.parametrize("fault", [dies, driver_breaks, stands_still, goes_black, sends_nothing])
def test_a_camera_in_trouble_is_told_and_comes_back_by_itself(turn: int, fault: Callable[[int], Frame]):
    chance = random.Random(turn)
    camera, told = Camera(), list[Fault | None]()
    steady = SteadySource(camera, told.append)
    now = 0.0

    def run(seconds: float) -> int:
        nonlocal now
        frames = 0
        end = now + seconds
        while now < end:
            frames += steady.poll(now) is not None
            now += max(STEP, steady.pause(now))
        return frames

    assert run(chance.uniform(1, 5)) > 0
    assert told == []
    camera.fault = fault
    run(chance.uniform(5, 200))
    named = [fault.text for fault in told if fault is not None]
    assert named, "the fault was never told"
    assert all("\n" not in text for text in named)
    camera.fault = None
    assert run(35) > 0, "the camera did not come back within its longest pause"
    assert told[-1] is None, "that it works again was not told"
    assert camera.opened >= 2


@turns
def test_a_camera_that_hangs_in_its_driver_stops_the_petting(turn: int):
    """Nothing inside the process can end a call that never returns: systemd does, when it is no longer petted."""
    hangs_at = random.Random(turn).uniform(1, 100)
    dog = Watchdog({"loop": 2.0, "camera": 5.0, "display": 3.0}, now=0.0, every=1.0)
    last_pet = now = 0.0
    while now < hangs_at + 30:
        now += STEP
        dog.beat("loop", now)
        dog.beat("display", now)
        if now < hangs_at:
            dog.beat("camera", now)
        if dog.due(now):
            last_pet = now
    assert hangs_at <= last_pet + 1 <= hangs_at + 7


@turns
def test_a_flood_of_readings_loses_no_press(turn: int):
    chance = random.Random(turn)
    flooded = SignalQueue(capacity=500)
    pressed = []
    for number in range(20_000):
        if chance.random() < 0.01:
            press = Press(t=float(number), seat="sun", key=1 + number % 6)
            pressed.append(press)
            flooded.put(press)
        else:
            flooded.put(Reading(t=float(number), state="reading"))
    drained = flooded.drain(0.0)
    assert len(drained) <= 500
    assert [signal for signal in drained if isinstance(signal, Press)] == pressed
    assert flooded.dropped == 20_000 - len(drained)
    assert len(flooded) == 0


@turns
@pytest.mark.parametrize("kind", ["noise", "stripes", "white"])
def test_a_picture_of_garbage_names_no_card_and_no_place(turn: int, kind: str):
    chance = np.random.default_rng(turn)
    image = np.full((480, 640, 3), 255, np.uint8)
    if kind == "noise":
        image = chance.integers(0, 256, image.shape, np.uint8)
    elif kind == "stripes":
        image[:: int(chance.integers(2, 9))] = chance.integers(0, 200, 3, np.uint8)
    assert calibrate(image, load_mat("both")) is None
    assert CardReader().read(image).cards == ()
