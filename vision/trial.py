"""Runs the eye over simulated or recorded hands and counts what it got right, for `cardtable bench eye`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from table.rules.cards import Card
from table.rules.signals import Signal, TableChange, ZoneView
from vision.camera.frame import EndOfFrames, Frame, FrameSource
from vision.core import EyeCore, zone_views
from vision.synth.gin_hand import GinHand
from vision.synth.people import Fact

SURE = 0.95
"""What the table accepts as a fact without asking."""

FOLLOWED_P = 0.9
"""A move told less surely than this was not followed. What is told in two steps, likely and then certain, counts by
the second."""

Laid = Mapping[str, Sequence[Sequence[Card]]]
"""Cards laid open before each side, group by group."""

FOLLOWED = ("drawn", "taken", "discarded", "discarded_face_down", "put_back")


@dataclass
class Tally:
    """Counts over many hands. Times in s; `idle_ms`, `read_ms`: one value a frame, processor time of the eye alone."""

    facts: dict[str, int] = field(default_factory=dict)
    followed: dict[str, int] = field(default_factory=dict)
    matched: int = 0
    sided: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    """Draws told truly, but so late that they count as missed."""
    unsure: int = 0
    hands: int = 0
    whole: int = 0
    asked: list[str] = field(default_factory=list)
    wrong_hands: list[str] = field(default_factory=list)
    groups: int = 0
    latency: list[float] = field(default_factory=list)
    idle_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)
    calibration_mm: list[float] = field(default_factory=list)
    repaired_s: list[float] = field(default_factory=list)
    not_repaired: int = 0
    frames: int = 0

    @property
    def share_followed(self) -> float:
        """Of all draws, takes and discards that happened."""
        return sum(self.followed.values()) / max(1, sum(self.facts.values()))


def run_hand(hand: GinHand, core: EyeCore, tally: Tally, name: str,
             watch: Callable[[GinHand, list[Signal], float], None] | None = None) -> None:  # fmt: skip
    """Play one simulated hand before the eye and count. `watch` sees every frame's signals (for a recording)."""
    t, told, views = 0.0, [], {}
    clear_at: dict[int, float] = {}
    pending: list[tuple[int, float]] = []
    for _ in hand:
        t = hand.people.frame / hand.rate
        if core.mode != hand.phase and core.calibration is not None:
            core.expect(hand.phase)
        frame, drawing = _timed(hand.sim.frame(t))
        began = time.thread_time()
        signals = core.feed(frame)
        spent = (time.thread_time() - began - sum(drawing)) * 1000
        (tally.read_ms if frame._image is not None else tally.idle_ms).append(spent)
        tally.frames += 1
        told += [(t, signal) for signal in signals if isinstance(signal, TableChange)]
        views.update(zone_views(signals))
        _clearing(hand, clear_at, t)
        _repairs(hand, core, tally, pending, t)
        if watch is not None:
            watch(hand, signals, t)
    tally.not_repaired += len(pending)
    _calibrated(hand, core, tally)
    _count_facts(hand.people.facts, told, clear_at, hand.rate, tally, name)
    _count_hands(hand.laid, views, tally, name)


def _timed(frame: Frame) -> tuple[Frame, list[float]]:
    """The frame, with the seconds noted that rendering its full picture takes: they are the simulator's own."""
    spent: list[float] = []
    take = frame.take

    def timed() -> np.ndarray:
        began = time.thread_time()
        image = take()
        spent.append(time.thread_time() - began)
        return image

    frame.take = timed
    return frame, spent


def mat_error(hand: GinHand, core: EyeCore) -> float:
    """The largest distance in mm, over a grid on the mat, between what the eye takes a px for and what it shows."""
    assert core.calibration is not None
    x, y = np.meshgrid(np.linspace(0, hand.mat.size[0], 13), np.linspace(0, hand.mat.size[1], 9))
    points = np.column_stack([x.ravel(), y.ravel()])
    seen = core.calibration.lens.to_mm(hand.sim.camera.project(points))
    return float(np.linalg.norm(seen - points, axis=1).max())


def _calibrated(hand: GinHand, core: EyeCore, tally: Tally) -> None:
    if core.calibration is not None:
        tally.calibration_mm.append(mat_error(hand, core))


def _repairs(hand: GinHand, core: EyeCore, tally: Tally, pending: list[tuple[int, float]], t: float) -> None:
    """After a bump: how long until every place on the mat is known within 1 mm again."""
    while hand.bumps:
        pending.append((hand.bumps.pop(0), t))
    for bump in list(pending):
        if core.calibration is not None and mat_error(hand, core) < 1.0:
            tally.repaired_s.append(t - bump[1])
            pending.remove(bump)


def _clearing(hand: GinHand, clear_at: dict[int, float], t: float) -> None:
    """For each discard or take, when the hand that did it had left the pile."""
    zone = hand.mat.zone("discard").box
    over = any(
        zone[0] - 60 < h.at[0] < zone[2] + 60 and (h.at[1] < zone[3] if h.side == "near" else h.at[1] > zone[1])
        for h in hand.scene.hands
    )
    if not over:
        for i, fact in enumerate(hand.people.facts):
            if i not in clear_at and fact.kind in ("discarded", "taken", "discarded_face_down", "put_back"):
                clear_at[i] = t


def _count_facts(facts: list[Fact], told: list[tuple[float, TableChange]], clear_at: dict[int, float], rate: float,
                 tally: Tally, name: str) -> None:  # fmt: skip
    """Match what was told with what happened, in order; the rest is missed or wrong."""
    used: set[int] = set()
    sure: set[int] = set()
    happened = [(i, fact) for i, fact in enumerate(facts) if fact.kind in FOLLOWED]
    for place, (i, fact) in enumerate(happened):
        until = _until(happened, place, rate)
        tally.facts[fact.kind] = tally.facts.get(fact.kind, 0) + 1
        fits = [j for j, (t, change) in enumerate(told)
                if j not in used and fact.frame / rate <= t <= until and _same(fact, change)]  # fmt: skip
        if not fits:
            tally.missed.append(f"{name} {fact.frame / rate:.1f}s {fact.kind} {fact.card or ''} {fact.side}")
            continue
        match = next((j for j in fits if told[j][1].p >= FOLLOWED_P), fits[0])
        used.add(match)
        t, change = told[match]
        if change.p >= FOLLOWED_P:
            sure.add(i)
            tally.followed[fact.kind] = tally.followed.get(fact.kind, 0) + 1
        else:
            tally.missed.append(f"{name} {fact.frame / rate:.1f}s {fact.kind} {fact.card or ''} only p={change.p:.2f}")
        tally.matched += 1
        tally.sided += change.side == fact.side
        if i in clear_at:
            tally.latency.append(t - clear_at[i])
    for j, (t, change) in enumerate(told):
        if j in used or change.kind not in FOLLOWED:
            continue
        late = _late_draw(change, t, happened, rate)
        if late is not None and late not in sure:
            sure.add(late)
            tally.late.append(f"{name} {t:.1f}s {change.side}")
        elif change.p >= SURE or (change.kind == "drawn" and change.p >= FOLLOWED_P):
            tally.wrong.append(f"{name} {t:.1f}s {change.kind} {change.card or ''} {change.side} p={change.p:.3f}")
        else:
            tally.unsure += 1


def _late_draw(change: TableChange, t: float, happened: list[tuple[int, Fact]], rate: float) -> int | None:
    """The draw that is told, where it is the last one before `t`: that of a card whose first discard was not seen, say,
    is told with the next one."""
    draws = [(i, fact) for i, fact in happened if fact.kind == "drawn" and fact.frame / rate <= t]
    return draws[-1][0] if change.kind == "drawn" and draws and draws[-1][1].side == change.side else None


def _until(happened: list[tuple[int, Fact]], place: int, rate: float) -> float:
    """A draw may be told as late as the discard after it; anything else before the next two things happen."""
    later = [fact for _, fact in happened[place + 1 :]]
    if happened[place][1].kind == "drawn":
        ends = [fact.frame / rate + 3 for fact in later if fact.kind.startswith("discarded")]
    else:
        ends = [fact.frame / rate for fact in later[1:]]
    return ends[0] if ends else float("inf")


def _same(fact: Fact, change: TableChange) -> bool:
    """A card that lay there unnamed may be taken unnamed: its discard counts as missed, the taking does not."""
    if change.kind != fact.kind:
        return False
    return fact.card in (None, change.card) or (fact.kind == "taken" and change.card is None)


def _count_hands(laid: Laid, views: dict[str, ZoneView], tally: Tally, name: str) -> None:
    for side, groups in laid.items():
        tally.hands += 1
        view = views.get(f"lay:{side}")
        truth = [card for group in groups for card in group]
        if view is None:
            tally.asked.append(f"{name} {side}: nothing seen")
            continue
        seen = [card.card for card in view.cards]
        sure = all(card.p >= SURE for card in view.cards)
        claims_whole = view.state == "done" and not view.unsure and len(seen) == 10 and sure
        if claims_whole and set(seen) == set(truth):
            tally.whole += 1
            told = {frozenset(seen[i] for i in group) for group in view.groups}
            tally.groups += told == {frozenset(group) for group in groups}
        elif claims_whole:
            tally.wrong_hands.append(f"{name} {side}: read {seen}, laid {truth}")
        else:
            doubt = [f"{card.card} {card.p:.2f}" for card in view.cards if card.p < SURE]
            missing, extra = set(truth) - set(seen), set(seen) - set(truth)
            why = f"{view.state} {view.why}, {len(view.unsure)} unsure, missing {missing}, extra {extra}, weak {doubt}"
            tally.asked.append(f"{name} {side}: {why}")


def spread(values: Iterable[float]) -> tuple[float, float, float]:
    """Median, 99th percentile and largest; zeros for nothing."""
    data = np.array(list(values), float)
    if not len(data):
        return 0.0, 0.0, 0.0
    return float(np.median(data)), float(np.percentile(data, 99)), float(data.max())


def run_recorded(source: FrameSource, core: EyeCore, lines: list[dict[str, Any]], tally: Tally, name: str) -> None:
    """A recorded sequence through the eye; `lines` are its truth in the order of time (see `cardtable bench eye`).

    Hands laid open are counted as they are read when the table expects something else, or at the end. Raises
    `EndOfFrames` never, `KeyError` or `ValueError` for a line that lacks something.
    """
    modes = [(float(line["t"]), line["mode"]) for line in lines if "mode" in line]
    facts = [Fact(round(float(line["t"]) * 1000), line["kind"], line.get("side"), line.get("card"))
             for line in lines if "kind" in line and line["kind"] != "shown"]  # fmt: skip
    hands = [(float(line["t"]), line["side"], line["groups"]) for line in lines if line.get("kind") == "shown"]
    told: list[tuple[float, TableChange]] = []
    views: dict[str, ZoneView] = {}

    def shown_until(t: float) -> None:
        laid = {side: groups for at, side, groups in hands if at <= t}
        hands[:] = [hand for hand in hands if hand[0] > t]
        _count_hands(laid, views, tally, f"{name} {t:.1f}s")

    t = 0.0
    while True:
        try:
            frame = source.read()
        except EndOfFrames:
            break
        t = frame.t
        while modes and modes[0][0] <= t:
            shown_until(modes[0][0])
            core.expect(modes.pop(0)[1])
        began = time.thread_time()
        signals = core.feed(frame)
        tally.idle_ms.append((time.thread_time() - began) * 1000)
        tally.frames += 1
        told += [(t, signal) for signal in signals if isinstance(signal, TableChange)]
        views.update(zone_views(signals))
    shown_until(t)
    _count_facts(facts, told, {}, 1000.0, tally, name)
