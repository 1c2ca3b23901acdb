"""The order of the cards, as the storyteller's seat sees it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pictures.order import order_of

HEIGHT = 120.0
ROW = [(100.0, 210.0), (190.0, 214.0), (280.0, 205.0), (370.0, 211.0)]


def test_left_to_right_for_the_near_seat():
    assert order_of([ROW[2], ROW[0], ROW[3], ROW[1]], HEIGHT) == [1, 3, 0, 2]


def test_the_far_seat_sees_the_row_from_the_other_end():
    assert order_of(ROW, HEIGHT, "far") == [3, 2, 1, 0]


@pytest.mark.parametrize(("seat", "order"), [("left", [0, 1, 2]), ("right", [2, 1, 0])])
def test_side_seats_read_a_row_that_lies_along_their_own_edge(seat, order):
    along = [(300.0, 100.0), (305.0, 190.0), (296.0, 280.0)]
    assert order_of(along, HEIGHT, seat) == order


def test_two_rows_are_numbered_row_by_row():
    upper = [(120.0, 140.0), (210.0, 148.0), (300.0, 139.0)]
    lower = [(110.0, 275.0), (205.0, 268.0)]
    assert order_of(lower + upper, HEIGHT) == [2, 3, 4, 0, 1]


def test_a_far_seat_starts_with_the_row_that_is_upper_to_it():
    upper, lower = [(120.0, 140.0), (210.0, 140.0)], [(120.0, 275.0), (210.0, 275.0)]
    assert order_of(upper + lower, HEIGHT, "far") == [3, 2, 1, 0]


def test_nothing_has_no_order():
    assert order_of([], HEIGHT) == []


@given(
    tilt=st.floats(-11, 11),
    count=st.integers(3, 6),
    shakes=st.lists(st.tuples(st.floats(-6, 6), st.floats(-12, 12)), min_size=12, max_size=12),
    rows=st.integers(1, 2),
    seat=st.sampled_from(["near", "far"]),
    shuffle=st.randoms(use_true_random=False),
)
def test_rows_that_run_askew_keep_their_order(tilt, count, shakes, rows, seat, shuffle):
    turn = np.deg2rad(tilt)
    places = []
    for row in range(rows):
        for i in range(count):
            dx, dy = shakes[row * 6 + i]
            x, y = (i - count / 2) * 88 + dx, row * 135 + dy
            places.append((x * np.cos(turn) - y * np.sin(turn) + 297, x * np.sin(turn) + y * np.cos(turn) + 210))
    if seat == "far":
        places = [(594 - x, 420 - y) for x, y in places]
    mixed = list(range(len(places)))
    shuffle.shuffle(mixed)
    order = order_of([places[i] for i in mixed], HEIGHT, seat)
    assert [mixed[i] for i in order] == list(range(len(places)))
