"""What the lamps say, as levels over time."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from hw.blink import BLINK, LampPlayer
from table.rules.signals import SEATS

STATES = ("off", "waiting", "taken", "refused", "finished")


def blinks(player, seat, start, seconds, step=0.002):
    """The lengths of the times in which a lamp is on."""
    lengths, on = [], 0
    for i in range(round(seconds / step)):
        if player.levels(start + i * step)[seat]:
            on += 1
        elif on:
            lengths.append(round(on * step, 2))
            on = 0
    return lengths + ([round(on * step, 2)] if on else [])


def shown(*states, t=10.0):
    player = LampPlayer(SEATS)
    for state in states:
        player.show("sun", state, t)
    return player


def test_the_vocabulary():
    assert blinks(shown("off"), "sun", 10.0, 2) == []
    assert blinks(shown("finished"), "sun", 10.0, 2) == [2.0]
    assert blinks(shown("taken"), "sun", 10.0, 2) == [0.09]
    assert blinks(shown("refused"), "sun", 10.0, 2) == [0.09, 0.09]
    assert blinks(shown("waiting"), "sun", 10.0, 3) == [0.5, 0.5, 0.5]


def test_a_blink_can_be_seen_on_a_lamp_that_is_on():
    player = shown("finished", "taken")
    assert [player.levels(10.0 + t)["sun"] for t in (0.01, 0.1, 0.18, 0.3)] == [False, True, False, True]
    assert player.state("sun") == "finished"


def test_after_a_blink_the_lamp_waits_as_before():
    assert blinks(shown("waiting", "taken"), "sun", 10.5, 2) == [0.5, 0.5]


def test_a_blink_that_is_asked_for_again_while_it_plays_is_one_blink():
    player = shown("taken")
    player.show("sun", "taken", 10.1)
    assert blinks(player, "sun", 10.0, 1) == [0.09]
    player.show("sun", "taken", 11.0)
    assert blinks(player, "sun", 11.0, 1) == [0.09]
    player.show("sun", "refused", 12.0)
    assert blinks(player, "sun", 12.0, 1) == [0.09, 0.09]


def test_all_waiting_lamps_blink_together_whenever_they_began():
    player = LampPlayer(SEATS)
    player.show("sun", "waiting", 10.0)
    player.show("hut", "waiting", 10.37)
    for i in range(100):
        levels = player.levels(11 + i * 0.037)
        assert levels["sun"] == levels["hut"]


def test_all_lamps_are_on_for_a_second_at_the_start():
    player = LampPlayer(SEATS)
    player.boot(5.0)
    assert all(player.levels(5.5).values())
    assert player.next_change(5.5) == 6.0
    assert not any(player.levels(6.0).values())


def test_a_stuck_key_blinks_twice_every_two_seconds():
    player = shown("off")
    player.fault("sun", True)
    assert blinks(player, "sun", 10.0, 4) == [0.09] * 4
    player.fault("sun", False)
    assert blinks(player, "sun", 10.0, 4) == []


def test_a_seat_without_lamp_is_no_error():
    player = LampPlayer(("sun",))
    player.show("seat7", "taken", 1.0)
    player.fault("seat7", True)
    assert player.levels(1.0) == {"sun": False}


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STATES), st.floats(0, 3)), max_size=6), st.booleans())
def test_between_two_announced_changes_nothing_changes(shows, fault):
    """Whoever sleeps until `next_change` misses nothing."""
    player, t = LampPlayer(("sun",)), 10.0
    player.fault("sun", fault)
    for state, pause in shows:
        player.show("sun", state, t)
        t += pause
        player.levels(t)
    for _ in range(6):
        level, due = player.levels(t), player.next_change(t)
        if due == math.inf:
            assert player.levels(t + 50) == level
            break
        assert due > t
        for part in (0.25, 0.5, 0.999):
            assert player.levels(t + (due - t) * part - (1e-9 if part > 0.9 else 0)) == level
        t = due


@settings(deadline=None)
@given(st.lists(st.sampled_from(STATES), min_size=1, max_size=5))
def test_no_lamp_flickers(states):
    """Nothing is on for less than a blink, and never more than twice a second for long."""
    player = LampPlayer(("sun",))
    for i, state in enumerate(states):
        player.show("sun", state, 10.0 + i)
    for length in blinks(player, "sun", 20.0, 4):
        assert length >= BLINK
