"""Keys on gpiozero's mock pins, behind a model of the wires: every press counts once and none is lost."""

from __future__ import annotations

import queue
import random

import pytest

from hw.keys import Keys
from hw.mockboard import MockBoard
from hw.wiring import FIX_KEY, PROFILES, load_profile
from table.rules.signals import FIX, SEATS, Press, Trouble
from tests.hw.desk import Desk

WIRED = [name for name in PROFILES if load_profile(name).pins()]


@pytest.mark.parametrize("profile", WIRED)
def test_each_wired_key_is_named_as_itself(profile):
    desk = Desk(profile)
    for seat, key in desk.profile.wired_keys():
        desk.press(seat, key)
    assert desk.presses == list(desk.profile.wired_keys())
    assert desk.troubles == []
    assert desk.keys.health == (True, (), (), (), 0, False, 0)


@pytest.mark.parametrize("profile", ["pods", "one-button"])
def test_six_seats_press_within_50_ms(profile):
    desk = Desk(profile)
    for i, seat in enumerate(SEATS):
        desk.board.press(seat, 3 if profile == "pods" else 1)
        desk.wait(8 if i < 5 else 80)
    for seat in SEATS:
        desk.board.release(seat, 3 if profile == "pods" else 1)
    desk.wait(60)
    assert [seat for seat, _ in desk.presses] == list(SEATS)
    assert all(20 <= t - i * 8 <= 28 for i, t in enumerate(_ms(desk)))  # none waits for longer than a scan
    assert sorted(a for _, _, a in desk.actions) == ["down"] * 6 + ["up"] * 6


def _ms(desk):
    return [round(s.t * 1000) for s in desk.signals if s.action == "down"]


def test_six_seats_press_in_the_very_same_moment():
    desk = Desk()
    for seat, key in zip(SEATS, (1, 1, 2, 2, 6, 6), strict=True):
        desk.board.press(seat, key)
    desk.wait(60)
    assert sorted(desk.presses) == sorted(zip(SEATS, (1, 1, 2, 2, 6, 6), strict=True))


@pytest.mark.parametrize("profile", ["pods", "one-button", "mixed"])
@pytest.mark.parametrize("seed", range(3))
def test_presses_of_all_seats_with_bounces_and_glitches_are_each_counted_once(profile, seed):
    """Each key bounces on its own while the others do; glitches of 1 to 2 ms hit keys that nobody presses."""
    chance = random.Random(seed)
    desk = Desk(profile)
    keys = desk.profile.wired_keys()
    changes: dict[int, list] = {}
    wanted = []
    for key in keys:
        t = desk.ms + chance.randrange(40)
        for _ in range(4):
            t += chance.randrange(330, 500)
            length = chance.randrange(60, 150)
            wanted.append(key)
            for edge, level in ((t, True), (t + length, False)):
                for bounce in range(chance.randrange(4)):
                    changes.setdefault(edge + 2 * bounce, []).append((key, level))
                    changes.setdefault(edge + 2 * bounce + 1, []).append((key, not level))
                changes.setdefault(edge + 8, []).append((key, level))
            if profile == "one-button":
                changes.setdefault(t - 40, []).append((key, True))
                changes.setdefault(t - 40 + chance.randrange(1, 4), []).append((key, False))
    last = max(changes) + 60
    while desk.ms < last:
        for key, level in changes.get(desk.ms, ()):
            desk.board.contact(key, level)
        desk.wait(1)
    assert sorted(desk.presses, key=str) == sorted(wanted, key=str)


def test_a_hold_is_told_at_one_two_and_five_seconds_and_ends_with_up():
    desk = Desk()
    desk.board.press(None)
    desk.skip(5.5, step_ms=10)
    desk.board.release(None)
    desk.wait(60)
    assert [(s.action, s.held) for s in desk.signals] == [
        ("down", 0.0),
        ("hold", 1.0),
        ("hold", 2.0),
        ("hold", 5.0),
        ("up", 0.0),
    ]
    assert all((s.seat, s.key) == (None, FIX) for s in desk.signals)


def test_a_press_carries_the_time_at_which_the_contact_closed():
    desk = Desk("one-button")
    closed_at = desk.clock()
    desk.press("hut")
    assert desk.signals[0] == Press(t=closed_at, seat="hut", key=1)


def test_a_stuck_key_is_told_shows_on_its_lamp_and_the_others_play_on():
    desk = Desk()
    desk.board.press("moon", 2)
    desk.skip(20.2, step_ms=10)
    assert desk.troubles == ["keys: moon key 2 has been down for 20 s and is ignored until it is released: free it"]
    assert desk.keys.health.stuck == (("moon", 2),)
    desk.signals.clear()
    desk.press("moon", 3)
    desk.press("sun", 2)
    assert desk.presses == [("moon", 3), ("sun", 2)]
    lit = set()
    for _ in range(200):
        desk.wait(10)
        lit.add(desk.board.lamp("moon"))
    assert lit == {True, False}
    desk.board.release("moon", 2)
    desk.wait(60)
    assert desk.troubles == ["keys: moon key 2 is free again"]
    assert desk.signals[-1].over
    desk.press("moon", 2)
    assert desk.presses[-1] == ("moon", 2)
    desk.skip(3)
    assert not desk.board.lamp("moon")


def test_the_end_of_a_stuck_key_names_the_key_whose_beginning_it_ends():
    desk = Desk()
    desk.board.press("moon", 2)
    desk.board.press("sun", 1)
    desk.skip(20.5, step_ms=10)
    desk.board.release("sun", 1)
    desk.wait(60)
    told = [(signal.about, signal.over) for signal in desk.signals if isinstance(signal, Trouble)]
    assert sorted(told[:2]) == [("moon key 2", False), ("sun key 1", False)]
    assert told[2:] == [("sun key 1", True)]


def test_a_key_that_is_down_at_the_start_is_no_press_and_stands_in_the_health():
    desk = Desk(open_now=False)
    desk.board.press("sun", 4)
    desk.keys.open()
    desk.wait(200)
    assert desk.presses == []
    assert desk.keys.health.stuck == (("sun", 4),)
    desk.board.release("sun", 4)
    desk.wait(60)
    desk.press("sun", 4)
    assert desk.presses == [("sun", 4)]
    assert desk.keys.health.stuck == ()


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_glitch_on_the_matrix_is_no_press_at_whatever_moment_of_the_scan_it_comes(length):
    desk = Desk()
    for _ in range(25):
        desk.board.press("star", 2)
        desk.wait(length)
        desk.board.release("star", 2)
        desk.wait(31)  # in turn at each moment between two scans
    assert desk.actions == []
    desk.press("star", 2)
    assert desk.presses == [("star", 2)]


def test_a_glitch_while_another_key_is_held_is_no_press():
    desk = Desk()
    desk.board.press("sun", 5)
    desk.wait(40)
    for _ in range(25):
        desk.board.press("star", 5)
        desk.wait(3)
        desk.board.release("star", 5)
        desk.wait(31)
    assert desk.actions == [("sun", 5, "down")]


@pytest.mark.parametrize("profile", ["pods", "one-button"])
def test_a_key_that_is_down_from_the_start_is_told_as_stuck_after_its_time(profile):
    desk = Desk(profile, open_now=False)
    desk.board.press("sun")
    desk.keys.open()
    desk.skip(19.8)
    assert desk.troubles == []
    desk.skip(0.4, step_ms=10)
    assert "sun key 1 has been down for 20 s" in desk.troubles[0]
    desk.board.release("sun")
    desk.skip(0.4, step_ms=10)
    assert desk.signals[-1].over
    assert desk.presses == []


# -- ghosts ---------------------------------------------------------------------------------------------------------


def test_a_matrix_without_diodes_refuses_ghosts_and_says_so_once():
    desk = Desk(missing_diodes="all")
    for seat, key in (("sun", 1), ("sun", 2), ("hut", 1)):
        desk.board.press(seat, key)
        desk.wait(300)
    assert ("hut", 2) not in desk.presses
    assert desk.presses == [("sun", 1), ("sun", 2)]
    assert len(desk.troubles) == 1
    assert "diode" in desk.troubles[0]
    desk.board.release("sun", 2)  # the ghost is gone: hut's key can be believed now
    desk.wait(60)
    assert desk.presses[-1] == ("hut", 1)


def test_one_missing_diode_is_noticed():
    desk = Desk(missing_diodes={("sun", 1)})
    for seat, key in (("sun", 1), ("sun", 2), ("hut", 1)):
        desk.board.press(seat, key)
        desk.wait(300)
    assert ("hut", 2) not in desk.presses
    assert desk.keys.health.ghosts == 2


def test_with_diodes_four_keys_at_the_corners_of_a_rectangle_all_count():
    desk = Desk()
    corners = [("sun", 1), ("sun", 2), ("hut", 1), ("hut", 2)]
    for seat, key in corners:
        desk.board.press(seat, key)
    desk.wait(100)
    assert sorted(desk.presses) == sorted(corners)
    assert desk.troubles == []


def test_no_two_rows_are_ever_driven_at_different_levels():
    """Two keys of one column without diodes would then join a high output and a low one."""
    desk = Desk(missing_diodes="all")
    rows = [desk.board.factory.pin(pin) for pin in desk.profile.matrix.rows]
    levels = set()
    levels = set()

    def watch(told):
        levels.update(bool(row.state) for row in rows if row.function == "output")
        told()

    for row in rows:
        row.wire = lambda told=row.wire: watch(told)
    for seat in SEATS:
        desk.board.press(seat, 1)
        desk.wait(20)
    assert levels == {False}


# -- the keyboard -----------------------------------------------------------------------------------------------------


def test_the_keyboard_works_with_every_profile_and_counts_auto_repeat_once():
    for profile in PROFILES:
        desk = Desk(profile)
        for _ in range(5):
            assert desk.keys.keyboard("q", down=True)
            desk.wait(30)
        desk.keys.keyboard("q", down=False)
        desk.wait(30)
        assert desk.actions == [("mountain", 1, "down"), ("mountain", 1, "up")]


def test_a_key_without_meaning_is_not_taken():
    desk = Desk("keyboard")
    assert not desk.keys.keyboard("f5", down=True)
    desk.wait(10)
    assert desk.signals == []


def test_the_keyboard_holds_too_and_does_not_release_the_wire():
    desk = Desk("one-button")
    desk.board.press("sun")
    desk.wait(300)
    desk.keys.keyboard("1", down=True)
    desk.wait(10)
    desk.keys.keyboard("1", down=False)
    desk.wait(1000)
    desk.board.release("sun")
    desk.wait(60)
    assert [a for _, _, a in desk.actions] == ["down", "down", "up", "hold", "up"]


def test_a_click_on_the_picture_of_a_pod_is_a_press():
    desk = Desk("keyboard")
    desk.keys.key(FIX_KEY, down=True)
    desk.wait(5)
    assert desk.presses == [FIX_KEY]


# -- lamps ----------------------------------------------------------------------------------------------------------


def test_lamps_reach_their_pins():
    desk = Desk()
    desk.keys.lamps.show("sun", "finished")
    desk.wait(2)
    assert desk.board.lamp("sun")
    assert desk.keys.lamps.lit("sun")
    assert not any(desk.board.lamp(seat) for seat in SEATS if seat != "sun")
    desk.keys.stop()
    assert not desk.board.lamp("sun")


def test_a_blink_lasts_90_ms_and_the_lamp_goes_back():
    desk = Desk()
    desk.keys.lamps.show("hut", "taken")
    lit = []
    for _ in range(400):
        desk.wait(1)
        lit.append(desk.board.lamp("hut"))
    assert sum(lit) == 90
    assert not lit[-1]


# -- the thread -------------------------------------------------------------------------------------------------------


def test_the_worker_thread_delivers_and_stops():
    profile = load_profile("pods")
    board = MockBoard(profile)
    signals = queue.Queue()
    with Keys(profile, signals.put, board.factory) as keys:
        board.press("star", 5)
        signal = signals.get(timeout=10)
        assert (signal.seat, signal.key, signal.action) == ("star", 5, "down")
        board.release("star", 5)
        assert signals.get(timeout=10).action == "up"
        keys.keyboard("space", down=True)
        assert signals.get(timeout=10).key == FIX
    keys.stop()
    assert keys._thread is None


def test_the_worker_thread_survives_a_fault_in_a_step(monkeypatch):
    signals = queue.Queue()
    keys = Keys(load_profile("keyboard"), signals.put)
    real, failed = keys._contacts.edge, []

    def failing_once(*args):
        if not failed:
            failed.append(args)
            raise ZeroDivisionError("a bug")
        return real(*args)

    monkeypatch.setattr(keys._contacts, "edge", failing_once)
    with keys:
        keys.keyboard("q", down=True)
        assert "a step failed (ZeroDivisionError: a bug)" in signals.get(timeout=10).what
        keys.keyboard("w", down=True)
        assert signals.get(timeout=10).key == 2
