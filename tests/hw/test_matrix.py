"""The pure half of the matrix: rectangles, ghosts, changes."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from hw.matrix import GhostGuard, changes, rectangle_corners
from hw.mockboard import MockBoard
from hw.scanner import MatrixKeys, MatrixPins
from hw.wiring import load_profile

readings = st.lists(st.integers(0, 63), min_size=6, max_size=6).map(tuple)


def cells(reading):
    return {(row, k) for row, bits in enumerate(reading) for k in range(6) if bits >> k & 1}


@given(readings)
def test_corners_are_those_of_all_rectangles(reading):
    closed = cells(reading)
    corners = set()
    for i, j in combinations(range(6), 2):
        for a, b in combinations(range(6), 2):
            four = {(i, a), (i, b), (j, a), (j, b)}
            if four <= closed:
                corners |= four
    assert cells(rectangle_corners(reading)) == corners


@given(readings, readings)
def test_changes_lead_from_one_reading_to_the_other(before, after):
    closed = cells(before)
    for row, column, now in changes(before, after):
        (closed.add if now else closed.remove)((row, column))
    assert closed == cells(after)


def test_what_was_believed_stays_and_what_is_new_in_a_leaking_rectangle_waits():
    guard = GhostGuard(2)
    assert guard.filter((0b011, 0b000), False) == (0b011, 0b000)
    assert guard.filter((0b011, 0b011), True) == (0b011, 0b000)
    assert guard.filter((0b011, 0b011), True) == (0b011, 0b000)
    assert guard.refused == 2
    assert guard.filter((0b001, 0b001), False) == (0b001, 0b001)  # one key released: no rectangle any more
    assert guard.filter((0b111, 0b111), False) == (0b111, 0b111)  # diodes: all are pressed


@settings(deadline=None)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=7), st.booleans())
def test_a_scan_with_diodes_reads_what_is_pressed_and_without_them_never_less(pressed, diodes):
    profile = load_profile("pods")
    board = MockBoard(profile, frozenset() if diodes else "all")
    matrix = profile.matrix
    pins = MatrixPins(matrix.rows, matrix.columns, board.factory, matrix.seats)
    for row, column in pressed:
        board.press(matrix.seats[row], column + 1)
    for _ in range(2):
        read = cells(pins.read())
        assert read == pressed if diodes else read >= pressed
    if read != pressed:
        assert pins.leaks(pins.read())
    if diodes:
        assert not pins.leaks(pins.read())
    pins.close()


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12), st.sets(st.integers(0, 35), max_size=36))
def test_no_key_that_is_not_pressed_is_ever_believed_whatever_diodes_are_missing(toggled, missing):
    """Keys go down and up one at a time; a press is only ever told of a key that is down.

    (The release of a key may come late: current that flows round it makes it look held until another key opens.)
    """
    profile = load_profile("pods")
    seats = profile.matrix.seats
    board = MockBoard(profile, {(seats[n // 6], n % 6 + 1) for n in missing})
    keys = MatrixKeys(profile.matrix, board.factory)
    down, believed = set(), set()
    for row, column in [*toggled, (None, 0)]:
        for key in [(seats[row], column + 1)] if row is not None else sorted(down):
            down ^= {key}
            board.contact(key, key in down)
        for _ in range(2):
            for changed, closed in keys.scan():
                (believed.add if closed else believed.discard)(changed)
                assert not closed or changed in down
    assert not believed
    keys.close()
