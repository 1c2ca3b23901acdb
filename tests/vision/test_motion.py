"""Motion, hands, light and bumps in the small picture."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from vision import synth
from vision.calibrate import calibrate
from vision.camera.sim import Sim
from vision.mat import draw, load_mat
from vision.motion import RESTING_S, STILL_S, Gate
from vision.settle import SETTLE_S, ZoneWatch
from vision.synth import Camera, Hand, Light, Scene, Shade, playing_faces
from vision.watch import BumpWatch

MAT = load_mat("gin")
RATE = 15


@cache
def print_of_mat() -> synth.Mat:
    return synth.Mat(draw(MAT, 4.0, "dark"), 4.0)


class Desk:
    """A simulated table whose frames a `Gate` sees; time goes on by one frame a look."""

    def __init__(self) -> None:
        self.scene = Scene(playing_faces("classic"), print_of_mat())
        self.scene.pile(["2S", "3S", "4S"], 203, 210)
        self.scene.put("KD", 356, 210)
        self.sim = Sim(self.scene, Camera(tilt=6))
        self.lens = calibrate(self.sim.frame(0.0).image, MAT).lens
        self.gate = Gate(self.lens, MAT)
        self.t = 0.0
        self.look(8)

    def look(self, frames: int = 1):
        for _ in range(frames):
            self.t += 1 / RATE
            self.seen = self.gate.feed(self.sim.frame(self.t).small, self.t)
        return self.seen

    def reach(self, side: str, to: tuple[float, float], frames: int = 5) -> None:
        start = 700.0 if side == "near" else -280.0
        for i in range(1, frames + 1):
            self.scene.hands = [Hand(at=(to[0], start + (to[1] - start) * i / frames), side=side)]
            self.look()


@pytest.fixture
def desk():
    return Desk()


def test_a_still_table_is_still(desk):
    seen = desk.look(20)
    assert not any(zone.moving or zone.covered for zone in seen.zones.values())
    assert not seen.hands


@pytest.mark.parametrize("side", ["near", "far"])
def test_a_hand_over_the_pile_is_seen_with_its_side_also_when_it_rests(desk, side):
    desk.reach(side, (356, 210))
    assert desk.seen.zones["discard"].covered
    assert desk.seen.zones["discard"].side == side
    assert not desk.seen.zones["stock"].covered
    assert desk.look(12).zones["discard"].covered, "not moving is not gone"
    desk.scene.hands = []
    desk.look(2)
    assert not desk.look(1).zones["discard"].covered


def test_a_card_laid_down_is_no_hand(desk):
    desk.reach("near", (356, 210))
    desk.scene.put("7C", 360, 205, 0.1)
    desk.scene.hands = []
    desk.look(2)
    seen = desk.look(1)
    assert not seen.hands
    assert not seen.zones["discard"].covered


def test_a_dark_sleeve_on_a_dark_mat_still_has_a_side(desk):
    desk.scene.hands = []
    for y in np.linspace(600, 215, 6):
        desk.scene.hands = [Hand(at=(356, float(y)), side="near", sleeve=(42, 46, 38), skin=(45, 60, 95))]
        desk.look()
    assert desk.seen.zones["discard"].side == "near"


def test_a_pale_hand_in_a_white_sleeve_is_seen_on_white_paper(desk):
    white = Scene(playing_faces("classic"), synth.Mat(draw(MAT, 4.0, "save"), 4.0))
    white.put("KD", 356, 210)
    sim = Sim(white, Camera(tilt=6))
    for i in range(8):
        desk.gate.feed(sim.frame(0.0).small, 10 + i / RATE)
    desk.gate.accept(sim.frame(0.0).small)
    for i, y in enumerate(np.linspace(-200, 205, 6)):
        white.hands = [Hand(at=(356, float(y)), side="far", skin=(175, 195, 230), sleeve=(200, 200, 205))]
        seen = desk.gate.feed(sim.frame(0.0).small, 11 + i / RATE)
    assert seen.zones["discard"].covered
    assert seen.zones["discard"].side == "far"


def test_something_left_on_the_mat_for_long_is_no_hand_any_more_and_its_going_is_none_either(desk):
    desk.reach("near", (120, 330))
    assert desk.seen.hands
    for _ in range(round((RESTING_S + 0.6) * RATE)):
        desk.look()
    assert not desk.seen.hands
    desk.scene.hands = []
    desk.look(3)
    assert not desk.look().hands


def test_a_hand_once_taken_for_the_table_does_not_block_its_place_while_others_go_on_playing(desk):
    desk.reach("near", (356, 230))
    desk.gate._table = cv2.blur(desk.sim.frame(desk.t).small, (3, 3))
    desk.scene.hands = []
    desk.look(3)
    assert desk.seen.zones["discard"].covered, "where it lay the table looks another way"
    for i in range(round(RATE * (RESTING_S + 0.5))):
        desk.scene.hands = [Hand(at=(150 + 30 * np.sin(i / 2), 120), side="far")]
        desk.look()
    assert not desk.seen.zones["discard"].covered
    assert desk.seen.hands, "the other hand is one all the time"


@pytest.mark.parametrize("level", [0.45, 1.6])
def test_a_lamp_switched_is_motion_for_a_moment_only_and_never_a_hand(desk, level):
    desk.scene.light = Light(level=0.7)
    desk.look(8)
    desk.scene.light = Light(level=0.7 * level)
    desk.look(1)
    after = [desk.look(1) for _ in range(8)]
    assert not any(seen.hands for seen in after)
    assert not any(zone.moving for zone in after[-1].zones.values())


@pytest.mark.parametrize(("before", "after", "frames"), [(0.77, 1.1, 4), (1.1, 0.6, 6), (1.1, 0.6, 80)])
def test_what_a_hand_covers_while_the_light_changes_is_no_hand_when_it_has_left(desk, before, after, frames):
    desk.scene.mat = synth.Mat(draw(MAT, 4.0, "save"), 4.0)
    desk.scene.light = Light(level=before)
    desk.gate = Gate(desk.lens, MAT)
    desk.look(10)
    desk.reach("near", (300, 330))
    for i in range(frames):
        over = Hand(at=(300 + 6 * np.sin(i), 330), side="near")  # it never rests
        desk.scene.hands = [over]
        desk.scene.light = Light(level=before + (after - before) * (i + 1) / frames)
        desk.look()
    desk.look(3)
    desk.scene.hands = []
    desk.look(8)
    assert not desk.seen.hands
    assert not any(zone.covered for zone in desk.seen.zones.values())


def test_an_uneven_change_of_light_is_over_soon(desk):
    desk.scene.light = Light(level=0.9, slope=(0.5, -0.4))
    desk.look(round(RATE * (RESTING_S + 0.5)))
    assert not desk.seen.hands
    assert not any(zone.moving for zone in desk.seen.zones.values())


def test_clouds_and_a_soft_shadow_do_not_keep_the_table_waiting(desk):
    waits = 0
    for i in range(45):
        shade = Shade(300, 210, 150, 0.15 * min(1.0, i / 10))
        desk.scene.light = Light(level=1 + 0.1 * np.sin(i / 12), shades=(shade,))
        seen = desk.look()
        waits += seen.zones["discard"].moving or seen.zones["discard"].covered
    assert waits <= 6


# -- settling -----------------------------------------------------------------------------------------------------


def test_a_zone_is_looked_at_once_it_is_still_and_free(desk):
    watch = ZoneWatch("discard", dirty=False)
    desk.reach("near", (356, 210))
    watch.feel(desk.seen.zones["discard"], False, desk.t)
    assert watch.dirty
    desk.scene.hands = []
    left = desk.t
    while not watch.ready(desk.t):
        watch.feel(desk.look().zones["discard"], False, desk.t)
        assert desk.t < left + 1
    assert SETTLE_S <= desk.t - left <= SETTLE_S + 3.5 / RATE
    assert watch.finish().side == "near"
    assert not watch.ready(desk.t + 1)


def test_one_frame_of_noise_is_no_touch():
    from vision.motion import ZoneMotion

    watch = ZoneWatch("stock", dirty=False)
    watch.feel(ZoneMotion(True, 0.0, None), False, 1.0)
    watch.feel(ZoneMotion(False, 0.0, None), False, 1.1)
    assert watch.touch is None
    for t in (2.0, 2.1):
        watch.feel(ZoneMotion(True, 0.0, "far"), False, t)
    assert watch.touch.side == "far"


def test_a_change_of_light_is_no_touch():
    from vision.motion import ZoneMotion

    watch = ZoneWatch("stock", dirty=False)
    for t in (2.0, 2.1, 2.2):
        watch.feel(ZoneMotion(True, 0.0, None), True, t)
    assert watch.touch is None
    assert watch.dirty


# -- bumps --------------------------------------------------------------------------------------------------------


def watch_of(desk: Desk) -> BumpWatch:
    bumps = BumpWatch(desk.lens, MAT)
    bumps.remember(desk.sim.frame(desk.t).small)
    return bumps


def looks_until_bumped(desk: Desk, bumps: BumpWatch, most: float = 2.0) -> float | None:
    start = desk.t
    while desk.t - start < most:
        desk.t += 1 / RATE
        if bumps.bumped(desk.sim.frame(desk.t).small, desk.t):
            return desk.t - start
    return None


@pytest.mark.parametrize("millimetres", [2.0, 5.0, 60.0])
def test_a_bump_is_noticed_within_two_seconds(desk, millimetres):
    bumps = watch_of(desk)
    camera = desk.sim.camera
    desk.sim.camera = camera.moved(aim=(camera.aim[0] + millimetres * 0.8, camera.aim[1] - millimetres * 0.6))
    assert looks_until_bumped(desk, bumps) is not None


def test_hands_over_markers_and_other_light_are_no_bump(desk):
    bumps = watch_of(desk)
    desk.scene.hands = [Hand(at=(40, 380), side="near"), Hand(at=(560, 40), side="far")]
    desk.scene.light = replace(desk.scene.light, level=0.6, slope=(0.3, 0.1))
    assert looks_until_bumped(desk, bumps) is None


def test_the_picture_of_a_pile_tells_hundredths_of_a_millimetre():
    from vision.surface import FAR_PX, pile_shift

    desk = Desk()
    zone = MAT.zone("stock").box

    def cut() -> np.ndarray:
        image = desk.sim.frame(0.0).image
        return cv2.cvtColor(desk.lens.cut(image, zone, 2.0), cv2.COLOR_BGR2GRAY).astype(np.float32)

    before = cut()
    assert pile_shift(before, cut()) < 0.05
    top = desk.scene.cards[2]
    desk.scene.move(top, top.x + 0.4, top.y - 0.3)
    assert pile_shift(before, cut()) / 2.0 == pytest.approx(0.5, abs=0.12)
    desk.scene.light = Light(level=0.6)
    assert pile_shift(before, cut()) / 2.0 == pytest.approx(0.5, abs=0.15)
    desk.scene.move(desk.scene.cards[2], 190, 200, 0.6)
    assert pile_shift(before, cut()) > FAR_PX


def test_still_means_still():
    assert STILL_S <= SETTLE_S
