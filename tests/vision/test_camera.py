"""Frame sources: each gives frames or says in one line why not; the steady source never gives up."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw.picamera import make
from tests.hw import fake_picamera2
from vision.camera import EndOfFrames, Frame, SourceError, SourceInfo, SteadySource, open_source, small_of
from vision.camera.choose import parse_line
from vision.camera.folder import Folder
from vision.camera.sim import Sim
from vision.camera.steady import PAUSES
from vision.camera.webcam import Video
from vision.synth import Camera, Hand, Scene, plain_mat, playing_faces

GREY = np.full((240, 320, 3), 120, np.uint8)


@pytest.fixture
def pictures(tmp_path):
    for i in range(3):
        cv2.imwrite(str(tmp_path / f"{i}.png"), np.full((96, 128, 3), 60 * i + 30, np.uint8))
    return tmp_path


def test_a_settings_line_names_kind_place_and_options():
    assert parse_line("v4l2:/dev/video2?size=1280x960&rate=10") == (
        "v4l2", "/dev/video2", {"size": "1280x960", "rate": "10"})  # fmt: skip
    assert open_source("none") is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("webcam", "no source 'webcam', choose one of picamera2, v4l2"),
        ("v4l2?fast", "option 'fast' needs a value"),
        ("v4l2?size=9x9", "write it as 1280x960"),
        ("v4l2?rate=1000", "choose 1 to 120"),
        ("video", "write the path behind a colon"),
        ("picamera2", "started without 'picamera2'"),
    ],
)
def test_a_wrong_line_is_one_clear_sentence(line, says):
    with pytest.raises(SourceError, match=says):
        open_source(line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("v4l2:/dev/video77", "no camera at /dev/video77: plug it in"),
        ("video:/nowhere.mp4", "no video at /nowhere.mp4"),
        ("folder:/nowhere", "no folder at /nowhere"),
    ],
)
def test_what_is_not_there_is_named(line, says):
    with pytest.raises(SourceError, match=says):
        open_source(line).open()


def test_a_folder_gives_its_pictures_in_order_and_ends(pictures):
    source = Folder(str(pictures), rate=10, hold=2)
    assert source.open() == SourceInfo(f"folder {pictures.name}", (128, 96), 10)
    levels = [int(source.read().image[0, 0, 0]) for _ in range(6)]
    assert levels == [30, 30, 90, 90, 150, 150]
    with pytest.raises(EndOfFrames):
        source.read()


def test_recorded_times_are_used(pictures):
    (pictures / "times.txt").write_text("0.png 5.0\n1.png 5.5\n2.png 9\n")
    source = Folder(str(pictures))
    source.open()
    assert [source.read().t for _ in range(3)] == [5.0, 5.5, 9.0]
    (pictures / "times.txt").write_text("0.png soon\n")
    with pytest.raises(SourceError, match="line 1: expected NAME SECONDS"):
        Folder(str(pictures)).open()


def test_an_unreadable_picture_is_named_and_the_next_one_read(pictures):
    (pictures / "1.png").write_bytes(b"no picture")
    source = Folder(str(pictures), hold=1)
    source.open()
    source.read()
    with pytest.raises(SourceError, match=r"1\.png: not a readable picture"):
        source.read()
    assert source.read().image[0, 0, 0] == 150


def test_a_video_gives_its_frames_with_their_times(tmp_path):
    path = str(tmp_path / "v.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    for i in range(4):
        writer.write(np.full((120, 160, 3), 40 * i + 20, np.uint8))
    writer.release()
    video = Video(path)
    assert video.open().rate == pytest.approx(10)
    frames = [video.read() for _ in range(4)]
    assert [frame.t for frame in frames] == pytest.approx([0, 0.1, 0.2, 0.3])
    assert frames[3].image.mean() == pytest.approx(140, abs=4)
    with pytest.raises(EndOfFrames):
        video.read()
    video.close()
    video.close()


def test_the_simulated_camera_renders_the_large_picture_only_on_demand():
    scene = Scene(playing_faces(), plain_mat())
    sim = Sim(scene, Camera(size=(640, 480)), pace=lambda: 3.5)
    assert sim.open().size == (640, 480)
    frame = sim.read()
    assert frame.t == 3.5
    assert frame.small.shape == (240, 320)
    assert frame._image is None
    scene.hands = [Hand(at=(300, 200))]
    assert np.abs(small_of(frame.image).astype(int) - frame.small).max() > 40, "it shows the table as it is when asked"


def test_the_pi_camera_comes_in_through_the_same_door(monkeypatch):
    sensor = fake_picamera2.install(monkeypatch)
    source = open_source("picamera2:0?size=640x480", {"picamera2": make})
    assert source.open() == SourceInfo("Pi camera 0 (imx708)", (640, 480), 15.0)
    assert source.read().small.shape == (240, 320)
    sensor.stalled = True
    with pytest.raises(SourceError, match="no picture for 3 s"):
        source.read()
    source.close()
    with pytest.raises(SourceError, match="choose 50, 60 or off"):
        open_source("picamera2?flicker=1", {"picamera2": make})


# -- never giving up --------------------------------------------------------------------------------------------


class Shaky:
    """A source that does what it is told: 'ok', 'same', 'black', 'raise' or 'no open'."""

    def __init__(self) -> None:
        self.mood = "ok"
        self.number = 0
        self.opened = self.closed = 0

    def open(self) -> SourceInfo:
        self.opened += 1
        if self.mood == "no open":
            raise SourceError("no camera: plug it in")
        return SourceInfo("shaky", (320, 240), 15)

    def read(self) -> Frame:
        if self.mood in ("raise", "no open"):
            raise OSError("cable pulled")
        if self.mood != "same":
            self.number += 1
        return Frame.of(self.number, 0.0, GREY * 0 if self.mood == "black" else GREY)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def shaky():
    return Shaky()


@pytest.fixture
def told():
    return []


@pytest.fixture
def steady(shaky, told):
    return SteadySource(shaky, lambda fault: told.append(None if fault is None else fault.text))


def test_frames_go_through(steady):
    assert [steady.poll(t).number for t in (0.0, 0.1)] == [1, 2]


def test_a_fault_is_told_once_retried_with_growing_pauses_and_its_end_is_told(steady, shaky, told):
    shaky.mood = "no open"
    tries = []
    t = 0.0
    while t < 60:
        before = shaky.opened
        assert steady.poll(t) is None
        if shaky.opened > before:
            tries.append(t)
        t += 0.05
    gaps = np.diff(tries)
    assert gaps[:5] == pytest.approx(PAUSES[:5], abs=0.1)
    assert told == ["no camera: plug it in"]
    shaky.mood = "ok"
    while steady.poll(t) is None:
        t += 0.5
    assert told == ["no camera: plug it in", None]


def test_a_driver_that_raises_anything_is_a_fault_and_no_crash(steady, shaky, told):
    steady.poll(0.0)
    shaky.mood = "raise"
    assert steady.poll(0.1) is None
    assert told == ["shaky: OSError: cable pulled"]
    assert shaky.closed == 1
    assert steady.pause(0.1) == pytest.approx(PAUSES[0])


@pytest.mark.parametrize(("mood", "says"), [("same", "no new picture for 3 s"), ("black", "the picture is black")])
def test_a_standing_or_black_picture_restarts_the_camera(steady, shaky, told, mood, says):
    steady.poll(0.0)
    shaky.mood = mood
    for t in np.arange(0.1, 3.4, 0.1):
        assert steady.poll(float(t)) is None
    assert len(told) == 1
    assert says in told[0]
    shaky.mood = "ok"
    assert any(steady.poll(4.0 + i) is not None for i in range(3))
    assert told[-1] is None


def test_a_recording_that_is_over_ends_without_a_fault(pictures, told):
    steady = SteadySource(Folder(str(pictures), hold=1), told.append)
    frames = [steady.poll(float(t)) for t in range(6)]
    assert sum(frame is not None for frame in frames) == 3
    assert steady.ended
    assert told == []
