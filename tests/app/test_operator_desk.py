"""The operator's screens do what their keys say: the camera's picture, lamps, calibration, showing a deck."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from table.app.app import App, Parts
from table.app.display import Pictures
from table.app.operator_desk import ROWS
from table.app.signal_queue import SignalQueue
from table.intake.service import Service
from tests.intake.table_kit import AtTable
from tests.vision.picture_table import faces, kept
from vision.camera import Frame, SourceInfo
from vision.eye import Eye
from vision.mat import load_mat
from vision.mat.picture import draw
from vision.pictures.deck import PictureDeck
from vision.pictures.reader import RowReader
from vision.reader import CardReader
from vision.synth import Camera, Mat, Renderer, Scene

MAT = load_mat("row")


class Table(Scene):
    """A source of frames: the printed mat, with picture cards that the test lays on it."""

    def __init__(self) -> None:
        super().__init__(faces(), Mat(draw(MAT, 3.0, "dark"), 3.0))
        self.t = 0.0
        self.covered = False
        self._draw = Renderer(Camera(size=(1280, 960), tilt=4))

    def open(self) -> SourceInfo:
        return SourceInfo("drawn table", (1280, 960), 15.0)

    def read(self) -> Frame:
        self.t += 0.25
        image = self._draw.frame(self, np.random.default_rng(round(self.t * 4)))
        return Frame.of(round(self.t * 4), self.t, np.full_like(image, 90) if self.covered else image)

    def close(self) -> None:
        pass


class Operated:
    """A table with an eye that the test turns by hand: a quarter of a second a turn."""

    def __init__(self, folder: Path) -> None:
        self.at, self.source = AtTable(), Table()
        self.saved: list[int] = []
        self.deck = PictureDeck("shown")
        self.eye = Eye(self.source, MAT, CardReader(), lambda signal: None, clock=lambda: self.at.t)
        parts = Parts(
            queue=SignalQueue(), eye=self.eye, row=RowReader(deck=self.deck), pictures=Pictures(),
            save_deck=lambda: self.saved.append(len(self.deck)),
        )  # fmt: skip
        self.app = App(self.at.table, parts, lambda: self.at.t)
        self.app.desk.folder = folder
        self.turn(4)

    def turn(self, times: int = 1) -> Operated:
        for _ in range(times):
            self.at.wait(0.25)
            self.eye.step()
            self.app.round()
        return self

    def service(self) -> Operated:
        self.at.table.cover(Service(self.at.table))
        return self.turn(6)

    def do(self, action: str) -> Operated:
        """A key of the screen, by a click: a press of a seat would first be its test."""
        key = next(one.key for one in self.scene_keys() if one.action == action)
        self.at.press(None, key)
        return self.turn()

    def scene_keys(self):
        return self.at.table.view().keys

    @property
    def scene(self):
        return self.at.table.view().scene


@pytest.fixture
def operated(tmp_path: Path) -> Operated:
    return Operated(tmp_path / "pictures")


def test_the_service_screen_shows_what_the_camera_sees_and_forgets_it(operated):
    operated.service()
    pictures = operated.app.parts.pictures
    assert pictures[operated.scene.picture].shape == (675, 900, 3)
    assert operated.scene.markers == 4
    assert [box.state for box in operated.scene.boxes].count("marker") == 4
    assert len(operated.scene.boxes) == 4 + len(MAT.zones)
    assert all(0 <= share <= 1 for box in operated.scene.boxes for corner in box.corners for share in corner)
    assert {name for name, _ in operated.scene.numbers} == {"fps", "age_ms", "error_mm"}
    before = operated.scene.picture
    operated.turn(4)
    assert operated.scene.picture != before, "it lives"
    shown = operated.scene.picture
    operated.do("leave")
    assert shown not in pictures


def test_no_picture_while_a_hand_of_gin_is_in_play_and_only_the_mat_in_any_game(operated):
    operated.at.gin().to_first_draw()
    operated.service()
    assert (operated.scene.refused, operated.scene.picture, operated.scene.boxes) == (True, "", ())
    assert not {"save_picture", "enrol"} & {key.action for key in operated.scene_keys()}
    other = Operated(Path("unused"))
    other.at.pictures(("sun", "mountain", "wave", "hut"), "sun")
    other.service()
    corner = other.app.parts.pictures[other.scene.picture][:8, :8]
    assert corner.max() == 0, "what lies beside the mat is black"
    assert "enrol" not in {key.action for key in other.scene_keys()}


def test_the_lamps_are_lit_together_for_a_while(operated):
    operated.service().do("lamps")
    assert operated.scene.lit
    assert set(operated.at.table.lamps().values()) == {"taken"}
    operated.turn(16)
    assert not operated.scene.lit
    assert set(operated.at.table.lamps().values()) == {"off"}


def test_a_picture_is_saved_cut_to_the_mat_or_it_is_said_that_it_is_not(operated, tmp_path):
    operated.service().do("save_picture").turn()
    (path,) = (tmp_path / "pictures").iterdir()
    assert cv2.imread(str(path))[:6, :6].max() < 16, "jpeg's black"
    assert operated.at.table.flash == "picture_saved"
    (tmp_path / "file").write_text("no folder")
    operated.app.desk.folder = tmp_path / "file"
    operated.do("save_picture").turn()
    assert operated.at.table.flash == "picture_not_saved"


def test_calibration_is_judged_line_by_line_and_a_hidden_mat_is_said(operated):
    operated.service().do("calibrate").turn(6)
    assert [line.part for line in operated.scene.lines] == list(ROWS)
    assert {line.state for line in operated.scene.lines} == {"ok"}
    assert operated.scene.error_mm < 1
    operated.source.covered = True
    operated.do("try_again")
    assert [line.state for line in operated.scene.lines] == ["wait"]
    operated.turn(30)
    assert [(line.part, line.state, line.text) for line in operated.scene.lines] == [("markers", "bad", "no_mat")]
    operated.do("back")
    assert operated.at.table.view().scene.markers == 0


def test_a_deck_is_shown_card_by_card_and_kept(operated):
    operated.service().do("enrol").turn(6)
    assert (operated.scene.step, operated.scene.enrolled) == ("back", 0)
    operated.do("skip_back")
    assert operated.scene.step == "cards"
    for name, x in (("p01", 200), ("p02", 320)):
        operated.source.put(name, x, 210)
    operated.turn(16)
    assert (operated.scene.enrolled, operated.scene.remark) == (2, "new")
    assert [box.state for box in operated.scene.boxes] == ["ok", "ok"]
    operated.source.clear()
    operated.source.put("p02", 200, 205)
    operated.turn(16)
    assert (operated.scene.enrolled, operated.scene.remark) == (2, "known")
    operated.source.covered = True
    operated.turn(30)
    operated.do("leave").turn()
    assert operated.saved[-1] == 2
    assert len(operated.deck) == 2
    assert isinstance(operated.at.table.current, Service)


def test_what_the_operator_shows_ends_with_a_fault_and_the_game_goes_on(operated, monkeypatch):
    operated.service()
    monkeypatch.setattr("table.app.operator_desk._numbers", lambda *_: 1 / 0)
    operated.turn(4)
    assert operated.app.faults == 1
    assert not operated.at.table.overlaid


def test_a_deck_that_is_known_already_grows_by_what_is_new(operated):
    operated.deck.add(kept(faces()["p01"]))
    operated.deck.set_back(kept(faces()["back"]))
    operated.service().do("enrol")
    for name, x in (("p01", 200), ("p03", 320)):
        operated.source.put(name, x, 210)
    operated.turn(16)
    assert (operated.scene.step, operated.scene.enrolled) == ("cards", 2)
