"""The camera's checks on pictures of the printed mat: good ones, and each way in which one can be bad."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.check import CheckResult, run
from table.settings.instance import Instance
from tests.check.machine import Machine
from tests.hw import fake_picamera2
from vision.mat import load_mat
from vision.mat.picture import draw

PARTS = ("camera", "focus", "light", "markers")
PX_PER_MM = 3.0
Picture = np.ndarray


@pytest.fixture(scope="module")
def mat() -> Picture:
    """The mat from straight above on a grey table, in even light (paper at 217 of 255)."""
    drawn = draw(load_mat("both"), PX_PER_MM, "save")
    lit = (drawn.astype(np.float32) * 0.85).astype(np.uint8)
    return cv2.copyMakeBorder(lit, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 90, 90))


def check(folder: Path, picture: Picture) -> dict[str, CheckResult]:
    pi = Machine(folder)
    (folder / "pictures").mkdir()
    cv2.imwrite(str(folder / "pictures/table.png"), picture)
    context = pi.context('[camera]\nsource = "folder"\npath = "./pictures"\nrate = 15')
    return {result.name: result for result in run(PARTS, context)}


def test_a_good_picture_is_good_in_every_way(tmp_path: Path, mat: Picture):
    found = check(tmp_path, mat)
    assert {name: result.verdict for name, result in found.items()} == dict.fromkeys(PARTS, "ok")
    assert found["markers"].data["markers"] == [0, 1, 2, 3]
    assert found["markers"].data["error_mm"] < 1.0
    assert found["markers"].data["px_per_mm"] == pytest.approx(PX_PER_MM, rel=0.01)
    assert found["camera"].data["size"] == [mat.shape[1], mat.shape[0]]


def cover(picture: Picture, corners: int) -> Picture:
    covered = picture.copy()
    reach = 200
    for corner, (rows, columns) in enumerate(
        [
            (slice(0, reach), slice(0, reach)),
            (slice(0, reach), slice(-reach, None)),
            (slice(-reach, None), slice(0, reach)),
        ]
    ):
        if corner < corners:
            covered[rows, columns] = 90
    return covered


@pytest.mark.parametrize(
    ("spoil", "part", "verdict", "words"),
    [
        (lambda picture: cv2.GaussianBlur(picture, (0, 0), 2.9), "focus", "bad", "out of focus"),
        (lambda picture: (picture * 0.25).astype(np.uint8), "light", "bad", "too dark"),
        (lambda picture: cover(picture, 1), "markers", "warn", "3 of 4 seen"),
        (lambda picture: cover(picture, 2), "markers", "bad", "fewer than three"),
    ],
    ids=["blurred", "dark", "one marker covered", "two covered"],
)
def test_what_is_wrong_is_said_with_what_helps(
    tmp_path: Path, mat: Picture, spoil: Callable[[Picture], Picture], part: str, verdict: str, words: str
):
    result = check(tmp_path, spoil(mat))[part]
    assert result.verdict == verdict
    assert words in result.text
    assert result.help


def test_without_a_picture_only_the_camera_is_blamed(tmp_path: Path):
    context = Machine(tmp_path).context('[camera]\ndevice = "/dev/no-such-camera"')
    found = run(PARTS, context)
    assert [result.verdict for result in found] == ["bad", "off", "off", "off"]
    assert "no camera at /dev/no-such-camera" in found[0].text


@pytest.mark.parametrize("source", ["none", "sim"])
def test_a_table_without_a_camera_misses_nothing(tmp_path: Path, source: str):
    context = Machine(tmp_path).context(f'[camera]\nsource = "{source}"')
    assert {result.verdict for result in run(PARTS, context)} == {"off"}


def test_the_camera_of_a_running_table_is_left_alone(tmp_path: Path):
    pi = Machine(tmp_path)
    with Instance(pi.state):
        found = run(["camera", "pins"], pi.context('[keys]\nprofile = "pods"'))
    assert [result.verdict for result in found] == ["off", "off"]
    assert f"process {os.getpid()}" in found[0].text


def test_the_pis_own_camera_is_opened_as_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mat: Picture
):
    sensor = fake_picamera2.install(monkeypatch)
    sensor.picture = lambda size: cv2.resize(mat, size, interpolation=cv2.INTER_AREA)
    context = Machine(tmp_path).context('[camera]\nsource = "picamera2"\nsize = [1864, 1340]\nturned = 180')
    found = {result.name: result for result in run(PARTS, context)}
    assert found["camera"].verdict == "ok", found["camera"].text
    assert found["camera"].data["size"] == [1864, 1340]
    assert found["markers"].verdict == "ok", found["markers"].text
