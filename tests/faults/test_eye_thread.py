"""The eye's thread: a hang is noticed, an unreadable picture does not end it, kept pictures show only the mat."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from table.app.keep_frames import EVERY, FrameKeeper, only_the_mat
from table.app.service import EYE_LIMIT, Service
from table.rules.signals import Signal, Trouble
from table.settings import Settings
from tests.faults.kit import fill, small_disk, turns
from vision.calibrate import calibrate
from vision.camera import Frame, SourceInfo
from vision.camera.folder import Folder
from vision.eye import Eye
from vision.mat import load_mat
from vision.mat.picture import draw
from vision.reader import CardReader

MAT = load_mat("both")


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    """The mat on a bright table, with people's sleeves (white) around it."""
    lit = (draw(MAT, 2.0, "save").astype(np.float32) * 0.85).astype(np.uint8)
    return cv2.copyMakeBorder(lit, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(200, 210, 220))


class Source:
    """Frames of one picture; `block` makes `read` wait as a hanging driver does."""

    def __init__(self, image: np.ndarray) -> None:
        self.image, self.number = image, 0
        self.block: threading.Event | None = None
        self.blocked = threading.Event()

    def open(self) -> SourceInfo:
        return SourceInfo("source under test", (self.image.shape[1], self.image.shape[0]), 15.0)

    def read(self) -> Frame:
        if self.block is not None:
            self.blocked.set()
            self.block.wait(60)
        self.number += 1
        return Frame.of(self.number, self.number / 15, self.image)

    def close(self) -> None:
        pass


class Parts:
    """As much of the app as the service looks at."""

    def __init__(self, eye: Eye) -> None:
        self.eye, self.display, self.heart = eye, None, None


class App:
    faults = 0

    def __init__(self, eye: Eye) -> None:
        self.parts: Any = Parts(eye)
        self.on_first_picture: Any = None


@turns
def test_a_camera_that_hangs_in_its_driver_is_noticed_while_the_loop_goes_on(picture: np.ndarray, turn: int):
    now = [turn * 3600.0]
    began = now[0]
    source = Source(picture)
    eye = Eye(source, MAT, CardReader(), lambda signal: None, clock=lambda: now[0])
    app = App(eye)
    service = Service(app, Settings(), lambda: now[0])  # type: ignore[arg-type]
    source.block = threading.Event()
    eye.start()
    try:
        assert source.blocked.wait(20)
        late = []
        for now[0] in (began + np.arange(0.5, 40.0, 0.5)).tolist():
            app.parts.heart("loop", now[0])
            late.append((now[0], service.watchdog.late(now[0])))
        first = next(t for t, parts in late if "eye" in parts)
        assert EYE_LIMIT < first - began <= EYE_LIMIT + 1
    finally:
        source.block.set()
        source.block = None
        eye.stop()
    assert not eye.alive
    app.parts.heart("loop", now[0])
    assert service.watchdog.late(now[0]) == (), "an eye that ended is known to be away"


@turns
def test_a_picture_that_cannot_be_read_is_told_and_the_next_one_is_tried(picture: np.ndarray, turn: int):
    told: list[Signal] = []
    source = Source(picture)
    eye = Eye(source, MAT, CardReader(), told.append)
    came_again = threading.Event()
    calls = []
    unreadable = 1 + turn % 4

    def breaks_once(frame: Frame, calibration: object) -> None:
        calls.append(frame.number)
        if len(calls) == unreadable:
            raise ValueError("broken on purpose")
        if len(calls) == unreadable + 2:
            came_again.set()

    eye.on_frame = breaks_once
    eye.start()
    try:
        assert came_again.wait(30)
        assert eye.alive
    finally:
        eye.stop()
    trouble, over = [signal for signal in told if isinstance(signal, Trouble)]
    assert (over.over, over.what) == (True, "the camera's pictures are read again"), "the table no longer plays by hand"
    assert trouble.what == "reading the table failed (ValueError); the next picture is tried"


def test_kept_pictures_show_the_mat_and_nobody_beside_it(picture: np.ndarray, tmp_path: Path):
    calibration = calibrate(picture, MAT)
    assert calibration is not None
    keeper = FrameKeeper(tmp_path / "frames", MAT.size, pytest.fail)
    for number in range(33):
        keeper(Frame.of(number, number / 8, picture), calibration)
    keeper(Frame.of(99, 99.0, picture), None)
    assert keeper.kept == round(4 / EVERY) + 1
    cut = only_the_mat(picture, calibration.lens, MAT.size)
    assert cut[:50].max() == cut[-50:].max() == cut[:, :50].max() == cut[:, -50:].max() == 0
    inside = slice(80, -80)
    assert (cut[inside, inside] == picture[inside, inside]).all()
    again = Folder(str(tmp_path / "frames"))
    again.open()
    frames = [again.read() for _ in range(keeper.kept)]
    assert [frame.t for frame in frames] == pytest.approx([number * EVERY for number in range(keeper.kept)])
    assert calibrate(frames[0].image, MAT) is not None, "the markers are in the kept picture, so it can be read again"


def test_while_something_moves_every_picture_is_kept_so_that_the_eye_can_follow_it_again(picture: np.ndarray, tmp_path):
    calibration = calibrate(picture, MAT)
    keeper = FrameKeeper(tmp_path / "frames", MAT.size, pytest.fail)
    for number in range(60):  # four seconds at 15 a second; a hand comes in the second one
        shown = picture.copy()
        if 15 <= number < 30:
            shown[300:500, 20 * number - 250 : 20 * number - 100] = (90, 120, 190)
        keeper(Frame.of(number, number / 15, shown), calibration)
    kept = [float(line.split()[1]) for line in (tmp_path / "frames" / "times.txt").read_text().splitlines()]
    assert [t for t in kept if t < 0.99] == pytest.approx([0.0, 8 / 15], abs=1e-3)
    assert len([t for t in kept if 0.99 < t < 2.01]) == 16
    assert len([t for t in kept if t > 3.3]) <= 2


@turns
def test_a_full_disk_ends_the_keeping_and_nothing_else(picture: np.ndarray, tmp_path: Path, turn: int):
    calibration = calibrate(picture, MAT)
    told: list[str] = []
    with small_disk(tmp_path / "card", 64 + 4 * turn) as card:
        ballast = fill(card)
        with ballast.open("r+b") as stream:  # room for a part of the first picture, more at each turn
            stream.truncate(max(0, ballast.stat().st_size - 4096 * (turn % 8)))
        keeper = FrameKeeper(card / "frames", MAT.size, told.append)
        for number in range(100):
            keeper(Frame.of(number, float(number), picture), calibration)
    assert len(told) == 1
    assert "free some space" in told[0]
