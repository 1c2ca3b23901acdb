"""Simulated fingers: each push is one press, with its holds, on every kind of wiring."""

from __future__ import annotations

import random

import pytest

from hw.simkeys import WiredKeys
from hw.wiring import load_profile
from table.rules.signals import Press, Trouble


@pytest.mark.parametrize("name", ["pods", "one-button", "mixed"])
def test_every_push_is_one_press(name):
    keys = WiredKeys(load_profile(name), random.Random(4))
    t = 5.0
    for seat, key in keys.profile.wired_keys():
        signals = keys.push(seat, key, t, 0.12)
        assert [(s.seat, s.key, s.action) for s in signals] == [(seat, key, "down"), (seat, key, "up")]
        assert t <= signals[0].t < t + 0.05
        t += 0.7


def test_a_long_push_holds():
    keys = WiredKeys(load_profile("pods"), random.Random(4))
    actions = [(s.action, s.held) for s in keys.push("hut", 2, 1.0, 2.4)]
    assert actions == [("down", 0.0), ("hold", 1.0), ("hold", 2.0), ("up", 0.0)]


def test_a_bent_key_becomes_a_trouble_and_others_go_on():
    keys = WiredKeys(load_profile("pods"), random.Random(4))
    keys.hold_down("sun", 6, 1.0)
    keys.advance(22.0)
    assert isinstance(keys.take()[-1], Trouble)
    assert [s.key for s in keys.push("sun", 1, 23.0, 0.1) if isinstance(s, Press)] == [1, 1]
    keys.let_go("sun", 6, 24.0)
    keys.advance(24.2)
    assert keys.take()[-1].over


def test_the_same_chance_gives_the_same_signals():
    runs = [WiredKeys(load_profile("pods"), random.Random(9)).push("moon", 3, 2.0, 0.2) for _ in range(2)]
    assert runs[0] == runs[1]


def test_no_wire_is_an_error():
    with pytest.raises(KeyError, match="no wire"):
        WiredKeys(load_profile("one-button"), random.Random(1)).push("sun", 3, 0.0, 0.1)
