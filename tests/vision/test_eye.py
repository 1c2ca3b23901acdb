"""The eye as a whole, before a simulated table: what it tells, when, and what it keeps to itself."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from table.rules.cards import Card
from table.rules.signals import Observation, Reading, RowView, TableChange, Trouble, ZoneView
from vision import synth
from vision.camera import EndOfFrames, Frame, SourceError, SourceInfo
from vision.camera.sim import Sim
from vision.core import EyeCore
from vision.cutouts import CutoutStore
from vision.eye import Eye
from vision.mat import draw, load_mat
from vision.synth import Camera, Scene, playing_faces
from vision.synth.people import Manner, People, Places
from vision.synth.perfect import PerfectReader

MAT = load_mat("both")
RATE = 15.0


@cache
def print_of_mat() -> synth.Mat:
    return synth.Mat(draw(MAT, 4.0, "dark"), 4.0)


class Evening:
    """A table with two tidy people, the eye over it, and everything it said."""

    def __init__(self, tracking: str = "full", row=None) -> None:
        self.scene = Scene(playing_faces("classic"), print_of_mat())
        self.sim = Sim(self.scene, Camera(tilt=7, k1=-0.05))
        self.reader = PerfectReader(self.scene)
        self.core = EyeCore(MAT, self.reader, row, tracking=tracking)
        tidy = {side: Manner(pace=1.0, mess=2.0, turn=0.03) for side in ("near", "far")}
        self.people = People(self.scene, Places(), np.random.default_rng(3), RATE, tidy)
        self.said: list[tuple[float, object]] = []

    @property
    def t(self) -> float:
        return self.people.frame / RATE

    def play(self, act) -> list[object]:
        """Let an act happen; gives what was said meanwhile."""
        before = len(self.said)
        for _ in act:
            self.said += [(self.t, signal) for signal in self.core.feed(self.sim.frame(self.t))]
        return [signal for _, signal in self.said[before:]]

    def wait(self, seconds: float) -> list[object]:
        return self.play(self.people.wait(seconds))

    def dealt(self, upcard: str = "7S") -> None:
        self.wait(0.3)
        self.core.expect("deal")
        self.play(self.people.deal(["2H", "3H", "4H", "5H", "6H"], upcard))
        self.wait(0.7)
        self.core.expect("play")
        self.wait(0.7)


@pytest.fixture
def evening():
    return Evening()


def changes(signals) -> list[tuple[str, str | None, str | None]]:
    return [(s.kind, s.card, s.side) for s in signals if isinstance(s, TableChange)]


def last_view(evening: Evening, zone: str) -> ZoneView | None:
    views = [v for _, s in evening.said if isinstance(s, Observation) for v in s.zones if v.zone == zone]
    return views[-1] if views else None


def test_nothing_is_read_unless_somebody_wants_to_know(evening):
    evening.scene.put("KD", 356, 210)
    evening.wait(1.5)
    assert evening.reader.reads == 0
    assert [s.state for _, s in evening.said if isinstance(s, Reading)] == ["resting"]


def test_after_the_deal_the_upcard_and_the_stock_are_told(evening):
    evening.dealt("7S")
    assert [seen.card for seen in last_view(evening, "discard").cards] == ["7S"]
    assert last_view(evening, "stock").backs is None, "there, height unknown"
    assert not changes(s for _, s in evening.said)


def test_a_turn_is_followed(evening):
    evening.dealt()
    said = evening.play(evening.people.draw("near")) + evening.wait(0.6)
    said += evening.play(evening.people.discard("near", "QC")) + evening.wait(0.6)
    assert changes(said) == [*[("drawn", None, "near")] * 2, ("discarded", "QC", "near")], "seen, then certain"
    said = evening.play(evening.people.take("far")) + evening.wait(0.6)
    assert changes(said) == [("taken", "QC", "far")]
    said = evening.play(evening.people.discard("far", "2C")) + evening.wait(0.6)
    assert changes(said) == [("discarded", "2C", "far")]
    assert last_view(evening, "discard").cards[-1].card == "2C", "the top card comes last"


def test_an_upcard_taken_before_it_was_looked_at_again_is_followed(evening):
    """The table has just said that the deal is done, and the eye has not looked at the pile since."""
    evening.wait(0.3)
    evening.core.expect("deal")
    evening.play(evening.people.deal(["2H", "3H", "4H", "5H", "6H"], "7S"))
    evening.wait(0.7)
    said = []
    for _ in evening.people.take("near"):
        said += evening.core.feed(evening.sim.frame(evening.t))
        if any(isinstance(s, Reading) and s.state == "hand" for s in said):
            evening.core.expect("play")
    said += evening.wait(0.6)
    said += evening.play(evening.people.discard("near", "QC")) + evening.wait(0.6)
    assert changes(said) == [("taken", "7S", "near"), ("discarded", "QC", "near")]


def test_the_event_comes_soon_after_the_hand_has_left(evening):
    evening.dealt()
    evening.play(evening.people.draw("near"))
    evening.wait(0.5)
    evening.play(evening.people._lay_on_pile("near", "QC"))
    gone = evening.t
    evening.wait(1.0)
    (told,) = [t for t, s in evening.said if isinstance(s, TableChange) and s.kind == "discarded"]
    assert told - gone < 0.7


def test_reaching_out_for_nothing_tells_nothing(evening):
    evening.dealt()
    said = evening.play(evening.people.hover("near", evening.people.places.stock)) + evening.wait(0.6)
    said += evening.play(evening.people.hover("far", evening.people.places.discard)) + evening.wait(0.6)
    assert changes(said) == []
    assert {"hand", "done"} <= {s.state for s in said if isinstance(s, Reading)}


def discard_unnamed(evening) -> None:
    """The first player draws and lays down a ten that reads as a seven just as well."""
    evening.dealt()
    evening.play(evening.people.draw("near"))
    evening.wait(0.5)
    evening.reader.unsure["TD"] = ((Card("7D"), 0.5), (Card("TD"), 0.4))
    evening.play(evening.people._lay_on_pile("near", "TD"))


def test_a_discard_that_cannot_be_named_is_told_all_the_same_and_soon(evening):
    discard_unnamed(evening)
    gone = evening.t
    evening.wait(1.0)
    ((told, change),) = [(t, s) for t, s in evening.said if isinstance(s, TableChange) and s.kind == "discarded"]
    assert told - gone < 0.8
    assert (change.card, change.p, change.runner_up) == ("7D", 0.5, ((Card("TD"), 0.4),))
    del evening.reader.unsure["TD"]  # the glare has gone: the name comes, and no second discard
    said = evening.wait(1.0)
    assert changes(said) == []
    assert last_view(evening, "discard").cards[-1].card == "TD"
    said = evening.play(evening.people.take("far")) + evening.wait(0.6)
    assert changes(said) == [("taken", "TD", "far")]


def test_a_discard_that_cannot_be_named_is_told_before_the_next_move(evening):
    discard_unnamed(evening)
    evening.wait(0.4)
    evening.play(evening.people.draw("far"))
    evening.wait(0.5)
    evening.play(evening.people.discard("far", "2C"))
    evening.wait(0.6)
    told = [(kind, side) for kind, _, side in changes(s for _, s in evening.said)]
    near, far = ([("drawn", side), ("drawn", side), ("discarded", side)] for side in ("near", "far"))
    assert told == near + far


def test_a_discard_turned_face_down_is_seen_as_such(evening):
    evening.dealt()
    evening.play(evening.people.draw("near"))
    evening.wait(0.5)
    said = evening.play(evening.people.discard("near", "QC", up=False)) + evening.wait(0.8)
    assert changes(said)[-1] == ("discarded_face_down", None, "near")
    assert last_view(evening, "discard").backs == 1


def test_by_a_dim_warm_lamp_the_dark_mat_is_not_taken_for_the_backs_of_cards(evening):
    evening.scene.light = synth.Light(level=0.36, warmth=1.0)
    evening.dealt("7S")
    evening.play(evening.people.draw("near"))
    evening.wait(1.5)
    evening.play(evening.people.discard("near", "QC"))
    evening.wait(1.5)
    said = evening.play(evening.people.take("far")) + evening.wait(0.8)
    assert changes(said) == [("taken", "QC", "far")]
    assert last_view(evening, "discard").backs == 0


def test_backs_learnt_in_a_lamps_reflection_are_not_found_in_the_paper_of_cards_in_the_shade(evening):
    lamp = (synth.Glare(203, 210, radius=90, strength=0.65),)
    evening.scene.light = synth.Light(glares=lamp)
    evening.dealt("2S")
    evening.play(evening.people.draw("near"))
    evening.wait(1.5)
    evening.play(evening.people.discard("near", "QC"))
    evening.wait(1.5)
    evening.scene.light = synth.Light(level=0.85, glares=lamp)
    said = evening.play(evening.people.take("far")) + evening.wait(0.8)
    assert changes(said) == [("taken", "QC", "far")]
    assert last_view(evening, "discard").backs == 0


def test_a_face_down_card_laid_across_hides_neither_index_of_the_one_below_and_is_seen(evening):
    evening.dealt("7S")
    evening.play(evening.people.draw("near"))
    evening.wait(0.5)
    said = []
    x, y = evening.people.places.discard
    for number, _ in enumerate(evening.people.hover("near", (x, y))):
        if number == 12:
            evening.scene.put("QC", x, y, angle=1.25, up=False)
        said += evening.core.feed(evening.sim.frame(evening.t))
    said += evening.wait(0.8)
    assert changes(said)[-1] == ("discarded_face_down", None, "near")


def test_hands_laid_open_are_told_in_groups_as_their_player_sees_them(evening):
    evening.dealt()
    evening.core.expect("show")
    evening.wait(0.6)
    groups = [["3S", "4S", "5S"], ["9H", "9D", "9C"], ["AH", "2D", "4C", "KS"]]
    said = evening.play(evening.people.lay_down("near", groups)) + evening.wait(0.7)
    said += evening.play(
        evening.people.lay_down("far", [["8S", "8H", "8D"], ["TC", "JC", "QC", "KC"], ["AS", "AD", "2C"]])
    )
    said += evening.wait(0.7)
    near, far = last_view(evening, "lay:near"), last_view(evening, "lay:far")
    assert near.state == far.state == "done"
    assert [[near.cards[i].card for i in group] for group in near.groups] == groups
    assert [far.cards[i].card for i in far.groups[0]] == ["8S", "8H", "8D"], "left to right from the far side"
    assert [c for c in changes(said) if c[0] == "shown"] == [("shown", None, "near"), ("shown", None, "far")]


def test_every_named_card_has_its_picture_in_the_store(evening):
    evening.dealt()
    seen = last_view(evening, "discard").cards[-1]
    picture = evening.core.store.get(seen.cutout)
    face = evening.scene.faces["7S"]
    import cv2

    small = cv2.resize(face, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
    assert np.corrcoef(picture.ravel().astype(float), small.ravel().astype(float))[0, 1] > 0.85


def test_a_card_face_down_among_those_laid_open_is_asked_about(evening):
    evening.dealt()
    evening.core.expect("show")
    evening.wait(0.6)
    for i, name in enumerate(["3S", "4S", "5S"]):
        evening.scene.put(name, 120 + 24 * i, 348)
    evening.scene.put("6S", 320, 348, up=False)
    evening.wait(4.5)
    view = last_view(evening, "lay:near")
    assert (view.state, view.why, view.backs) == ("cannot", "face_down", 1)


def test_an_unsure_card_is_told_with_its_candidates(evening):
    evening.dealt()
    evening.reader.unsure["TD"] = ((Card("7D"), 0.5), (Card("TD"), 0.4))
    evening.core.expect("show")
    evening.scene.put("TD", 200, 348)
    evening.wait(4.5)
    view = last_view(evening, "lay:near")
    assert view.state == "cannot"
    assert view.unsure[0].candidates[0] == ("7D", 0.5)
    assert evening.core.store.get(view.unsure[0].cutout) is not None


def test_no_card_lies_in_two_places(evening):
    evening.dealt("7S")
    evening.core.expect("show")
    evening.wait(0.6)
    evening.scene.put("4C", 200, 348)
    evening.wait(0.8)
    evening.scene.put("4C", 200, 72)
    evening.scene.put("7S", 300, 72)
    evening.scene.put("9C", 400, 72)
    evening.wait(1.0)
    far = last_view(evening, "lay:far")
    assert [seen.card for seen in far.cards] == ["9C"]
    assert len(far.unsure) == 2


def test_a_mode_tells_its_zones_even_when_nothing_changed(evening):
    evening.dealt()
    evening.core.expect("show")
    said = evening.wait(1.0)
    zones = {view.zone for s in said if isinstance(s, Observation) for view in s.zones}
    assert zones == {"stock", "discard", "lay:near", "lay:far"}


def test_show_only_reads_hands_and_follows_nothing():
    evening = Evening(tracking="show-only")
    evening.wait(0.3)
    evening.core.expect("play")
    evening.play(evening.people.deal(["2H", "3H"], "7S"))
    evening.play(evening.people.draw("near"))
    evening.wait(1.0)
    assert evening.reader.reads == 0
    evening.core.expect("show")
    evening.play(evening.people.lay_down("near", [["3S", "4S", "5S"]]))
    evening.wait(0.7)
    assert [seen.card for seen in last_view(evening, "lay:near").cards] == ["3S", "4S", "5S"]


def test_a_bump_of_five_millimetres_is_repaired_and_invents_nothing(evening):
    evening.dealt()
    camera = evening.sim.camera
    evening.sim.camera = camera.moved(aim=(camera.aim[0] + 4, camera.aim[1] - 3))
    said = evening.wait(2.0)
    assert changes(said) == []
    points = np.array([[10, 10], [580, 15], [300, 210], [580, 410]], float)
    seen = evening.core.calibration.lens.to_mm(evening.sim.camera.project(points))
    assert np.linalg.norm(seen - points, axis=1).max() < 1.0
    said = evening.play(evening.people.draw("near")) + evening.wait(0.6)
    said += evening.play(evening.people.discard("near", "QC")) + evening.wait(0.6)
    assert ("discarded", "QC", "near") in changes(said)


def test_without_the_mat_it_says_why_and_takes_up_when_it_comes(evening):
    mat = evening.scene.mat
    evening.scene.mat = synth.plain_mat()
    evening.core.expect("play")
    said = evening.wait(1.2)
    assert [(s.state, s.why) for s in said if isinstance(s, Reading)] == [("cannot", "marker_hidden")]
    evening.scene.light = synth.Light(level=0.02)
    said = evening.wait(1.2)
    assert [(s.state, s.why) for s in said if isinstance(s, Reading)] == [("cannot", "dark")]
    evening.scene.mat, evening.scene.light = mat, synth.Light()
    said = evening.wait(1.2)
    assert [s.state for s in said if isinstance(s, Reading)][-1] == "done"


def test_a_camera_that_comes_back_with_another_picture_size_is_taken_as_it_is(evening):
    evening.dealt()
    evening.sim.camera = Camera(size=(1280, 720), height=640)
    evening.wait(1.0)
    said = evening.play(evening.people.draw("near")) + evening.wait(0.6)
    said += evening.play(evening.people.discard("near", "QC")) + evening.wait(0.8)
    assert changes(said)[-1] == ("discarded", "QC", "near")


def test_the_lamp_goes_off_and_on_again_without_a_word(evening):
    evening.dealt()
    evening.scene.light = synth.Light(level=0.55)
    said = evening.wait(1.5)
    evening.scene.light = synth.Light(level=1.0)
    said += evening.wait(1.5)
    assert changes(said) == []


# -- the row ------------------------------------------------------------------------------------------------------


class RowStub:
    """Stands in for the reader of picture rows; remembers what it was given."""

    def __init__(self) -> None:
        self.calls: list[tuple[np.ndarray, np.ndarray, float]] = []
        self.view = RowView(state="reading")

    def read(self, image, px_to_mm, t):
        self.calls.append((image, px_to_mm, t))
        return self.view


def test_the_row_is_left_to_its_own_reader_as_a_flat_picture_in_millimetres():
    row = RowStub()
    evening = Evening(row=row)
    evening.wait(0.3)
    evening.core.expect("row")
    evening.wait(0.5)
    row.view = RowView(state="done")
    evening.wait(1.0)
    image, px_to_mm, _ = row.calls[-1]
    corner = px_to_mm @ np.array([image.shape[1] - 0.5, image.shape[0] - 0.5, 1.0])
    assert corner[:2] == pytest.approx(MAT.size, abs=0.1)
    rows = [s.row for _, s in evening.said if isinstance(s, Observation) and s.row]
    assert [view.state for view in rows] == ["reading", "done"]
    calls = len(row.calls)
    evening.wait(1.0)
    assert len(row.calls) <= calls + 1, "a row that is read and left alone costs next to nothing"
    evening.play(evening.people.hover("near", (300, 210)))
    assert len(row.calls) > calls


# -- the thread and its camera --------------------------------------------------------------------------------------


class Camera2:
    """A source under a test's control."""

    def __init__(self, sim: Sim) -> None:
        self.sim, self.fault, self.left, self.number = sim, None, 30, 0

    def open(self) -> SourceInfo:
        if self.fault:
            raise SourceError(self.fault)
        return SourceInfo("test", (1280, 960), 15)

    def read(self) -> Frame:
        if self.fault:
            raise SourceError(self.fault)
        if self.left == 0:
            raise EndOfFrames
        self.left -= 1
        self.number += 1
        return self.sim.frame(self.number / RATE)

    def close(self) -> None:
        pass


def test_no_camera_is_said_once_and_is_no_error():
    said = []
    eye = Eye(None, MAT, PerfectReader(Scene(playing_faces(), print_of_mat())), said.append, clock=lambda: 7.0)
    eye.start()
    eye.stop()
    assert said == [Reading(t=7.0, state="resting", why="no_camera")]
    assert eye.status.source == "none"


def test_a_camera_that_dies_is_told_and_its_return_too(evening):
    said, now = [], [0.0]
    source = Camera2(evening.sim)
    eye = Eye(source, MAT, evening.reader, said.append, clock=lambda: now[0])
    eye._stopping.wait = lambda seconds: False  # a test does not sleep
    eye.step()
    source.fault = "cable pulled: push it in"
    for _ in range(20):
        now[0] += 0.25
        eye.step()
    troubles = [(s.what, s.over) for s in said if isinstance(s, Trouble)]
    assert troubles == [("cable pulled: push it in", False)]
    assert eye.status.fault == "cable pulled: push it in"
    source.fault = None
    for _ in range(60):
        now[0] += 0.25
        eye.step()
    assert [s.over for s in said if isinstance(s, Trouble)] == [False, True]


def test_wishes_reach_the_thread_and_it_ends_with_its_recording(evening):
    evening.scene.put("KD", 356, 210)
    said = []
    source = Camera2(evening.sim)
    eye = Eye(source, MAT, evening.reader, said.append)
    eye.expect("play")
    assert eye.picture() is None
    eye.start()
    eye._thread.join(60)
    assert not eye.alive
    assert any(isinstance(s, Observation) for s in said)
    assert eye.picture().shape == (960, 1280, 3)


def test_the_store_of_pictures_is_bounded():
    store = CutoutStore(keep=5)
    names = [store.put(np.full((2, 2, 3), i, np.uint8)) for i in range(9)]
    assert len(store) == 5
    assert store.get(names[0]) is None
    assert store.get(names[-1])[0, 0, 0] == 8
    store.clear()
    assert len(store) == 0
