"""Before all entries are in, nothing that can be seen depends on what was entered.

Each test runs the same people at the same times with two different sets of votes, and compares everything that leaves
the ballot: what the screen may show, every lamp, every way in which Python turns a value into text or bytes.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.intake.ballot import open_ballot
from table.intake.ballot_sweep import Pace
from table.rules.signals import SEATS, Press, Tick

PACE = Pace(lead=1.0, lit=1.0, gap=0.25, between=1.0, tail=0.5)


def screen(ballot, t):
    """All that a screen, a log or a network could be told of the ballot."""
    return (
        ballot.entered,
        ballot.expected,
        ballot.again,
        ballot.done,
        ballot.paused,
        ballot.doubts,
        ballot.late(t),
        ballot.sweep(t),
        repr(ballot),
        str(dataclasses.asdict(ballot)),
    )


@st.composite
def rounds(draw):
    """Seats, storyteller, and two sets of right claims and votes."""
    count = draw(st.integers(3, 6))
    seats = SEATS[:count]
    storyteller = draw(st.sampled_from(seats))
    own = draw(st.sampled_from([1, 2])) if count == 3 else 1
    guessers = [seat for seat in seats if seat != storyteller]
    cards = 1 + own * len(guessers)

    def entries():
        dealt = draw(st.permutations(range(1, cards + 1)))
        claims = {seat: tuple(dealt[i * own : (i + 1) * own]) for i, seat in enumerate(guessers)}
        return {
            seat: (*claims[seat], draw(st.sampled_from([n for n in range(1, cards + 1) if n not in claims[seat]])))
            for seat in guessers
        }

    return seats, storyteller, own, entries(), entries()


def pods_trace(seats, storyteller, own, entries, order, with_seats=True):
    """Everything visible while people press their pods, in `order` and at fixed times, up to the last release."""
    t = 1000.0
    ballot, cues = open_ballot(seats, storyteller, 1 + own * (len(seats) - 1), t, own=own)
    trace = [(screen(ballot, t), cues)]
    left = {seat: list(keys) for seat, keys in entries.items()}
    for seat in order:
        t += 1.5
        key = left[seat].pop(0)
        for action in ("down", "up"):
            if not any(left.values()) and action == "up":
                break  # the last release reveals everything, as it should
            ballot, cues = ballot.feed(Press(t=t, seat=seat, key=key, action=action))
            trace.append((screen(ballot, t), cues if with_seats else ()))
        ballot, _ = ballot.feed(Tick(t=t + 0.5))
        trace.append(screen(ballot, t + 0.5))
    return trace


@given(rounds(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_with_pods_nothing_seen_depends_on_claims_or_votes(game, chance):
    seats, storyteller, own, one, other = game
    order = [seat for seat, keys in one.items() for _ in keys]
    chance.shuffle(order)
    assert pods_trace(seats, storyteller, own, one, order) == pods_trace(seats, storyteller, own, other, order)


@given(rounds(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_screen_depends_on_the_number_of_entries_only_and_not_on_whose_they_are(game, chance):
    seats, storyteller, own, one, _ = game
    guessers = list(one)
    order = [seat for seat, keys in one.items() for _ in keys]
    chance.shuffle(order)
    renamed = dict(zip(guessers, chance.sample(guessers, len(guessers)), strict=True))

    def counts(trace):
        return [(state[0][:4] if isinstance(state[0], tuple) else state[:4]) for state in trace]

    swapped = {renamed[seat]: keys for seat, keys in one.items()}
    first = pods_trace(seats, storyteller, own, one, order, with_seats=False)
    second = pods_trace(seats, storyteller, own, swapped, [renamed[seat] for seat in order], with_seats=False)
    assert counts(first) == counts(second)


def sweep_trace(seats, storyteller, own, entries):
    """Everything visible at each sixteenth of a second of a whole sweep, with all lamps."""
    t = 1000.0
    ballot, cues = open_ballot(seats, storyteller, 1 + own * (len(seats) - 1), t, own=own, ways="button", pace=PACE)
    trace = [(screen(ballot, t), cues)]
    pressed = set()
    while not ballot.done and t < 1200.0:
        t += 0.0625
        view = ballot.sweep(t)
        cues = ()
        for seat, numbers in entries.items():
            index = view.turn - 1 + (own if view.phase == "vote" else 0) if view else 0
            if view and view.lit == numbers[index] and view.share < 0.5 and (seat, index) not in pressed:
                pressed.add((seat, index))
                for action in ("down", "up"):
                    ballot, more = ballot.feed(Press(t=t, seat=seat, key=1, action=action))
                    cues += more
        ballot, more = ballot.feed(Tick(t=t))
        trace.append((screen(ballot, t), cues + more))
    assert ballot.done
    return trace


@given(rounds())
@settings(deadline=None, max_examples=12)
def test_in_a_sweep_nothing_seen_at_any_time_depends_on_claims_or_votes(game):
    seats, storyteller, own, one, other = game
    assert sweep_trace(seats, storyteller, own, one) == sweep_trace(seats, storyteller, own, other)


def half_voted():
    ballot, _ = open_ballot(SEATS, "sun", 6, 0.0)
    for t, (seat, key) in enumerate([("hut", 3), ("hut", 5), ("moon", 4)], start=1):
        ballot, _ = ballot.press(seat, key, float(t))
        ballot, _ = ballot.release(seat, key, t + 0.2)
    return ballot


def test_an_open_ballot_says_nothing_when_it_is_printed_or_compared():
    ballot, other = half_voted(), open_ballot(SEATS, "sun", 6, 0.0)[0]
    for text in (repr(ballot), str(ballot), str(vars(ballot)), str(dataclasses.asdict(ballot)), f"{ballot._box}"):
        assert "Entry" not in text
        assert "own=(" not in text
        assert "held" not in text
    assert hash(ballot._box) == hash(other._box)
    assert copy.deepcopy(ballot) == copy.copy(ballot) == ballot


@pytest.mark.parametrize("encode", [pickle.dumps, json.dumps, msgspec.json.encode, msgspec.msgpack.encode])
def test_an_open_ballot_cannot_be_stored_or_sent(encode):
    with pytest.raises(TypeError):
        encode(half_voted())


def test_the_result_of_an_open_ballot_is_refused():
    with pytest.raises(RuntimeError, match="not complete"):
        half_voted().result()


def test_a_refusal_reaches_nobody_but_the_seat_that_pressed():
    ballot = half_voted()
    refused, cues = ballot.press("hut", 3, 9.0)
    assert {cue.seat for cue in cues} == {"hut"}
    assert (refused.entered, refused.late(9.0), repr(refused)) == (ballot.entered, (), repr(ballot))
