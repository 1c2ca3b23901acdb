"""The benchmark's counting: right is right, wrong is wrong, and what it reports can fail."""

from __future__ import annotations

import argparse

import numpy as np
import pytest

import table.cli.bench_eye as bench
from table.cli import UserError
from table.rules.signals import TableChange
from vision import synth
from vision.camera import EndOfFrames
from vision.core import EyeCore
from vision.mat import draw, load_mat
from vision.synth import playing_faces
from vision.synth.gin_hand import GinHand, Troubles, camera_for
from vision.synth.people import Fact
from vision.synth.perfect import PerfectReader
from vision.trial import Tally, _count_facts, run_hand, run_recorded

MAT = load_mat("gin")


@pytest.fixture(scope="module")
def hand_run():
    """One short hand with a bump and everything else that can happen, before an eye that reads perfectly."""
    picture = synth.Mat(draw(MAT, 4.0, "dark"), 4.0)
    hand = GinHand(playing_faces("classic"), MAT, picture, 5, turns=3, troubles=Troubles(bump=1.0))
    tally, frames = Tally(), []
    run_hand(hand, EyeCore(MAT, PerfectReader(hand.scene)), tally, "hand", lambda h, s, t: frames.append(t))
    return hand, tally, frames


def test_a_hand_is_followed_from_the_deal_to_the_show(hand_run):
    hand, tally, frames = hand_run
    assert sum(tally.facts.values()) == len([f for f in hand.people.facts if f.kind != "shown"])
    assert tally.share_followed == 1.0
    assert tally.wrong == []
    assert tally.whole == tally.hands == 2
    assert tally.groups == 2
    assert len(frames) == tally.frames
    assert max(tally.calibration_mm) < 1.0
    assert len(tally.repaired_s) == 1
    assert tally.repaired_s[0] < 2.0


def test_the_report_names_what_falls_short(hand_run):
    _, tally, _ = hand_run
    report = bench._report(tally)
    assert report["followed"] == 1.0
    assert "followed" not in report["fails"]
    broken = Tally(facts={"drawn": 100}, followed={"drawn": 98}, wrong=["x"], hands=10, whole=9, latency=[0.9] * 5)
    fails = bench._report(broken)["fails"]
    assert {"followed", "wrong_facts", "hands_whole", "latency_s"} <= set(fails)


def change(kind: str, card: str | None = None, p: float = 0.99, side: str = "near", t: float = 0.0) -> TableChange:
    return TableChange(t=t, kind=kind, card=card, side=side, p=p)


def count(facts: list[Fact], told: list[tuple[float, TableChange]]) -> Tally:
    tally = Tally()
    _count_facts(facts, told, {}, 15.0, tally, "x")
    return tally


def test_a_wrong_card_is_both_missed_and_wrong():
    tally = count([Fact(15, "discarded", "near", "7S")], [(1.4, change("discarded", "7C"))])
    assert tally.share_followed == 0
    assert len(tally.missed) == len(tally.wrong) == 1


def test_a_draw_told_late_is_missed_and_not_wrong_and_one_told_twice_or_of_the_other_side_is_wrong():
    facts = [
        Fact(15, "drawn", "near"), Fact(30, "discarded", "near", "4H"), Fact(60, "taken", "near", "4H"),
        Fact(90, "discarded", "near", "3H"),
    ]  # fmt: skip
    late = count(facts, [(6.5, change("drawn", p=0.97))])
    assert late.late == ["x 6.5s near"]
    assert late.wrong == []
    assert late.followed == {}
    assert len(count(facts, [(6.5, change("drawn", side="far", p=0.97))]).wrong) == 1
    made_sure_late = count(facts, [(1.4, change("drawn", p=0.88)), (6.5, change("drawn", p=0.97))])
    assert (made_sure_late.late, made_sure_late.wrong) == (["x 6.5s near"], [])
    assert len(made_sure_late.missed) == 4
    once_more = count(facts, [(1.4, change("drawn", p=0.88)), (6.5, change("drawn", p=0.97)), (7, change("drawn"))])
    assert len(once_more.wrong) == 1
    twice = count(facts, [(1.4, change("drawn", p=0.97)), (6.5, change("drawn", p=0.97))])
    assert len(twice.wrong) == 1
    assert twice.late == []
    none_before = count(facts, [(0.5, change("drawn", p=0.97))])
    assert len(none_before.wrong) == 1


def test_a_doubtful_report_is_neither_followed_nor_wrong():
    tally = count([Fact(15, "discarded", "near", "7S")], [(1.4, change("discarded", "7C", p=0.6))])
    assert tally.share_followed == 0
    assert tally.wrong == []
    assert tally.unsure == 1


def test_a_draw_may_be_told_with_the_discard_after_it_but_not_later():
    facts = [Fact(15, "drawn", "near"), Fact(45, "discarded", "near", "7S"), Fact(200, "drawn", "far")]
    assert count(facts[:2], [(3.4, change("drawn")), (3.4, change("discarded", "7S"))]).share_followed == 1
    late = count(facts, [(3.4, change("discarded", "7S")), (12.0, change("drawn"))])
    assert late.followed["discarded"] == 1
    assert late.missed[0].endswith("drawn  near")


def test_a_draw_that_never_was_is_wrong():
    assert len(count([], [(3.0, change("drawn", p=0.93))]).wrong) == 1


class Recording:
    """Frames of a recorded evening, one after the other."""

    def __init__(self, frames) -> None:
        self.frames = iter(frames)

    def read(self):
        frame = next(self.frames, None)
        if frame is None:
            raise EndOfFrames
        return frame


def test_a_recording_goes_through_the_same_counting():
    picture = synth.Mat(draw(MAT, 4.0, "dark"), 4.0)
    hand = GinHand(playing_faces("classic"), MAT, picture, 8)
    core = EyeCore(MAT, PerfectReader(hand.scene))

    def frames():
        people = hand.people
        for act in (
            people.deal(hand.stock, hand.upcard),
            people.wait(1.5),
            people.discard("near", "AC"),
            people.wait(1),
        ):
            for _ in act:
                yield hand.sim.frame(people.frame / 15)

    lines = [{"t": 0.0, "mode": "deal"}, {"t": 2.8, "mode": "play"}, {"t": 4.0, "kind": "discarded", "card": "AC"}]
    tally = Tally()
    run_recorded(Recording(frames()), core, lines, tally, "evening")
    assert tally.facts == {"discarded": 1}
    assert tally.followed == {"discarded": 1}


LAID = [["7S", "7H", "7D"], ["3C", "4C", "5C", "6C"], ["KC"], ["9D"], ["2H"]]


def test_hands_in_a_recording_are_counted_when_the_table_expects_something_else():
    picture = synth.Mat(draw(MAT, 4.0, "dark"), 4.0)
    hand = GinHand(playing_faces("classic"), MAT, picture, 8)
    lines = [{"t": 0.0, "mode": "deal"}]

    def frames():
        people = hand.people
        for act in (people.deal(hand.stock, hand.upcard), people.wait(1.0)):
            for _ in act:
                yield hand.sim.frame(people.frame / 15)
        lines.append({"t": people.frame / 15, "mode": "show"})
        for act in (people.lay_down("near", LAID), people.wait(2.0)):
            for _ in act:
                yield hand.sim.frame(people.frame / 15)

    kept = list(frames())
    end = kept[-1].t
    other = [*LAID[:-1], ["KH"]]
    for groups, whole in ((LAID, 1), (other, 0)):
        truth = [*lines, {"t": end - 1, "kind": "shown", "side": "near", "groups": groups}]
        tally = Tally()
        run_recorded(Recording(kept), EyeCore(MAT, PerfectReader(hand.scene)), truth, tally, "evening")
        assert (tally.hands, tally.whole, len(tally.wrong_hands)) == (1, whole, 1 - whole)


def test_a_camera_by_lot_has_the_whole_mat_in_its_picture():
    for seed in range(6):
        camera = camera_for(MAT, np.random.default_rng(seed), tilt=20)
        px = camera.project(np.array([[0, 0], [594, 0], [594, 420], [0, 420]], float))
        assert (px > 0).all()
        assert (px < np.array(camera.size)).all()


def test_a_folder_without_faces_is_a_clear_line(tmp_path):
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    args = parser.parse_args(
        ["--hands", "1", "--memory", "0", "--faces", str(tmp_path), "--out", str(tmp_path / "out")]
    )
    with pytest.raises(UserError, match="no pictures here"):
        bench.run(args)
    args = parser.parse_args(["--recorded", str(tmp_path), "--out", str(tmp_path / "out")])
    with pytest.raises(UserError, match=r"truth\.jsonl: not found"):
        bench.run(args)
