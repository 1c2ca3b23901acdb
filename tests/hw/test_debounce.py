"""One contact: bounce, glitches, holds, stuck keys, and a plain reference over random edge trains."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hw.debounce import KEYBOARD_RULE, Debouncer, Rule

# In milliseconds, so that every time is exact.
RULE = Rule(glitch=4, window=25, repeat=250, holds=(1000, 2000, 5000), stuck=20000)


def feed(edges, rule=RULE, until=None, closed=False):
    """The events of a train of (t, closed), as (action, t) or (action, t, held)."""
    key = Debouncer(rule, closed, 0)
    events = []
    for t, level in edges:
        events += key.edge(level, t)
    events += key.advance(until if until is not None else 10**6)
    return [tuple(event) if event.held else (event.action, event.t) for event in events]


def test_a_press_counts_at_the_time_of_its_first_contact_and_without_waiting():
    key = Debouncer(RULE)
    assert key.edge(True, 100) == []
    assert key.deadline() == 104
    assert [(e.action, e.t) for e in key.advance(104)] == [("down", 100)]


def test_bounces_at_both_ends_are_one_press():
    bouncing = [(100, True), (101, False), (102, True), (105, False), (106, True)]
    leaving = [(200, False), (203, True), (204, False), (215, True), (222, False)]
    assert feed(bouncing + leaving) == [("down", 106), ("up", 222)]


def test_a_bounce_after_the_press_was_counted_changes_nothing():
    assert feed([(100, True), (110, False), (130, True), (300, False)]) == [("down", 100), ("up", 300)]


@pytest.mark.parametrize(("length", "events"), [(1, []), (3, []), (4, [("down", 100), ("up", 104)])])
def test_contacts_shorter_than_the_glitch_time_are_none(length, events):
    assert feed([(100, True), (100 + length, False)]) == events


def test_a_burst_of_glitches_is_none():
    edges = [(100 + i * 5 + part, part == 0) for i in range(50) for part in (0, 3)]
    assert feed(edges) == []


def test_a_trembling_finger_is_one_press_and_a_second_press_later_is_two():
    assert feed([(0, True), (60, False), (120, True), (180, False)]) == [("down", 0), ("up", 60)]
    assert [e[0] for e in feed([(0, True), (60, False), (250, True), (300, False)])] == ["down", "up"] * 2


def test_the_repeat_time_counts_from_the_press_that_counted():
    edges = [(0, True), (50, False), (150, True), (200, False), (260, True), (300, False)]
    assert feed(edges) == [("down", 0), ("up", 50), ("down", 260), ("up", 300)]


def test_holds_are_told_once_each():
    events = feed([(0, True), (6000, False)])
    assert events == [("down", 0), ("hold", 1000, 1000), ("hold", 2000, 2000), ("hold", 5000, 5000), ("up", 6000)]


def test_no_hold_after_the_release():
    """gpiozero issue 697: the contact opened just before the second was full."""
    assert feed([(0, True), (990, False)]) == [("down", 0), ("up", 990)]
    key = Debouncer(RULE)
    key.edge(True, 0)
    key.advance(500)
    key.edge(False, 990)
    assert key.advance(1001) == []


def test_a_bounce_across_the_second_delays_the_hold_and_does_not_lose_it():
    assert feed([(0, True), (990, False), (1010, True), (1500, False)])[1] == ("hold", 1010, 1000)


def test_a_stuck_key_is_let_go_told_and_ignored_until_it_is_released():
    events = feed([(0, True), (50000, False), (51000, True), (51100, False)])
    assert events[-5:] == [("up", 20000), ("stuck", 20000, 20000), ("freed", 50000), ("down", 51000), ("up", 51100)]


def test_a_key_that_is_down_at_the_start_counts_only_after_it_is_released():
    assert feed([(500, False), (600, True), (700, False)], closed=True) == [("down", 600), ("up", 700)]
    assert feed([], closed=True) == [("stuck", 20000, 20000)]


def test_a_keyboard_key_counts_at_once_and_ignores_auto_repeat():
    key = Debouncer(KEYBOARD_RULE)
    assert [e.action for e in key.edge(True, 1.0)] == ["down"]
    assert key.edge(True, 1.03) == key.edge(True, 1.06) == []
    assert [e.action for e in key.edge(False, 1.5)] == ["up"]


def test_time_that_runs_backwards_is_taken_as_the_latest_time_seen():
    key = Debouncer(RULE)
    key.edge(True, 100)
    key.advance(110)
    assert key.edge(False, 90) == []
    assert [(e.action, e.t) for e in key.advance(135)] == [("up", 110)]


# -- the reference ----------------------------------------------------------------------------------------------------


def reference(edges, rule, horizon):
    """The rule read off the whole train at once: intervals of one level, and what each of them means."""
    times = [t for t, _ in edges]
    spans = [(level, t, end) for (t, level), end in zip(edges, [*times, horizon][1:], strict=True)]
    events, last_counted, i = [], -math.inf, 0
    while i < len(spans):
        closed, start, end = spans[i]
        if not closed or end - start < rule.glitch:
            i += 1
            continue
        release = next(
            (k for k in range(i, len(spans)) if not spans[k][0] and spans[k][2] - spans[k][1] >= rule.window), None
        )
        contact = [(s, e) for level, s, e in spans[i:release] if level]
        released_at = None if release is None else spans[release][1]

        def moment(seconds, contact=contact, start=start):
            """The first time at or after `seconds` of holding at which the contact is closed."""
            return next((max(s, start + seconds) for s, e in contact if e >= start + seconds), None)

        counted = start - last_counted >= rule.repeat
        if counted:
            last_counted = start
            events.append(("down", start))
            events += [("hold", at, h) for h in rule.holds if (at := moment(h)) is not None]
        stuck_at = moment(rule.stuck)
        if stuck_at is not None:
            events += ([("up", stuck_at)] if counted else []) + [("stuck", stuck_at, rule.stuck)]
        if released_at is not None and (counted or stuck_at is not None):
            events.append(("freed" if stuck_at is not None else "up", released_at))
        i = len(spans) if release is None else release + 1
    return events


gaps = st.one_of(
    st.integers(1, 8), st.integers(20, 30), st.integers(200, 300), st.integers(900, 2100), st.integers(4000, 26000)
)


@given(st.lists(gaps, max_size=30), st.lists(st.integers(0, 60000), max_size=20), st.integers(1, 26000))
@settings(max_examples=250, deadline=None)
@example([5, 990, 20, 30000], [], 100)
@example([5, 19990, 20, 500], [], 100)
def test_random_trains_agree_with_the_plain_reference(lengths, looks, tail):
    t, level, edges = 0, False, []
    for length in lengths:
        t, level = t + length, not level
        edges.append((t, level))
    horizon = t + tail
    key = Debouncer(RULE)
    events = []
    for moment, change in sorted([*edges, *((look, None) for look in looks if look < horizon)], key=lambda x: x[0]):
        events += key.advance(moment) if change is None else key.edge(change, moment)
    events += key.advance(horizon)
    got = [tuple(event) if event.held else (event.action, event.t) for event in events]
    assert got == reference(edges, RULE, horizon)


@given(st.lists(st.integers(260, 3000), min_size=1, max_size=12), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_press_that_bounces_is_counted_once_and_none_is_lost(pauses, chance):
    """Presses of 40 ms and more, at least 260 ms apart, with up to 5 bounces shorter than 4 ms at both ends."""
    t, edges = 0, []
    for pause in pauses:
        t += pause
        for level in (True, False):
            for _ in range(chance.randint(0, 5)):
                edges += [(t, level), (t + chance.randint(1, 3), not level)]
                t = edges[-1][0] + chance.randint(1, 3)
            edges.append((t, level))
            t += chance.randint(40, 200) if level else 30
    assert [e[0] for e in feed(edges) if e[0] in ("down", "up")] == ["down", "up"] * len(pauses)
