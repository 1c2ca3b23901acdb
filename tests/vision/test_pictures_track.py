"""Which card of the row is which from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pictures.describe import PATCH, describe
from vision.pictures.find import Found
from vision.pictures.track import (
    LEFT_SAME,
    NEAR_MM,
    SAME,
    Sighting,
    Track,
    alike,
    associate,
    half_alike,
    likeness,
)


def picture(seed: int, depth: float) -> np.ndarray:
    """A quiet picture: small soft shapes that differ by `depth` grey levels, no two seeds alike."""
    rng = np.random.default_rng(seed)
    shapes = cv2.resize(rng.normal(0, 1, (27, 18, 3)).astype(np.float32), PATCH[::-1], interpolation=cv2.INTER_CUBIC)
    return 70 + depth * shapes


def under_a_lamp(image: np.ndarray, y0: int = 60, bright: float = 185) -> np.ndarray:
    """The same reflection on whatever lies there."""
    x, y = np.meshgrid(np.arange(PATCH[1]), np.arange(PATCH[0]))
    spot = bright * np.exp(-((x - 40) ** 2 + (y - y0) ** 2) / (2 * 22**2))
    return np.clip(image + spot[..., None], 0, 255).astype(np.uint8)


def seen(image: np.ndarray, x: float) -> Sighting:
    outline = np.array([(x - 40, 150), (x + 40, 150), (x + 40, 270), (x - 40, 270)], float)
    return Sighting(Found((x, 210.0), 0.0, outline, 1.0, 1.0, 0.0), describe(image), outline)


def test_a_reflection_in_the_same_place_does_not_pass_for_the_card_under_it():
    one, other = (picture(seed, 14.0) for seed in (1, 2))
    plain_one, plain_other = (image.clip(0, 255).astype(np.uint8) for image in (one, other))
    before = [Track(seen(under_a_lamp(one), 100), 1), Track(seen(plain_other, 200), 2)]
    looks = [describe(under_a_lamp(image)) for image in (one, other)]
    assert likeness(*looks) > 0.75, "quickly compared they look alike"
    swapped = [seen(under_a_lamp(other), 100), seen(plain_one, 200)]
    assert associate(before, swapped, covered=False)[0] != 0, "another card, or a question, but not this one"
    assert associate(before, [seen(under_a_lamp(one), 100), seen(plain_other, 200)], covered=False) == [0, 1]


@pytest.mark.parametrize("seed", range(6, 12))
def test_a_card_turned_round_under_a_reflection_that_stays_keeps_its_number(seed):
    """The reflection makes the card look unturned: the way that seems right at a glance need not be."""
    one, other = (picture(n, 14.0) for n in (seed, seed + 100))
    before = [Track(seen(under_a_lamp(one), 100), 1), Track(seen(other.clip(0, 255).astype(np.uint8), 200), 2)]
    turned = under_a_lamp(one[::-1, ::-1])
    assert describe(turned).coarse @ before[0].look.coarse > describe(turned).turned().coarse @ before[0].look.coarse
    now = [seen(turned, 100), seen(other.clip(0, 255).astype(np.uint8), 200)]
    assert associate(before, now, covered=False) == [0, 1]


@pytest.mark.parametrize("seed", range(20, 26))
def test_two_cards_swapped_under_a_lamp_with_two_bulbs_keep_their_numbers(seed):
    """The bright spots stay where they are and are the boldest thing on either card."""
    one, other = (picture(n, 18.0) for n in (seed, seed + 100))

    def bulbs(image: np.ndarray) -> np.ndarray:
        x, y = np.meshgrid(np.arange(PATCH[1]), np.arange(PATCH[0]))
        spots = sum(700 * np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * 5.5**2)) for a, b in ((30, 50), (62, 95)))
        return np.clip(image + spots[..., None], 0, 255).astype(np.uint8)

    plain_one, plain_other = (image.clip(0, 255).astype(np.uint8) for image in (one, other))
    before = [Track(seen(plain_one, 100), 1), Track(seen(bulbs(other), 200), 2)]
    assert associate(before, [seen(plain_other, 100), seen(bulbs(one), 200)], covered=False) == [1, 0]
    assert alike(seen(bulbs(one), 200), describe(bulbs(other))) < 0.5


@pytest.mark.parametrize("seed", range(30, 36))
def test_a_card_exchanged_under_a_lamp_is_not_taken_for_the_one_that_lay_there(seed):
    """Though it is the one card left over at the one place left empty: what both views show of it does not agree."""
    one, secret, other = (picture(n, 25.0) for n in (seed, seed + 100, seed + 200))
    other = other.clip(0, 255).astype(np.uint8)
    before = [Track(seen(under_a_lamp(one, 60, 300), 100), 1), Track(seen(other, 200), 2)]
    now = under_a_lamp(secret, 60, 300)
    assert describe(now).glare > 0.05
    assert associate(before, [seen(now, 100), seen(other, 200)], covered=False) == [None, 1]


@pytest.mark.parametrize("seed", range(30, 36))
def test_a_card_pushed_under_a_lamp_keeps_its_number_by_what_is_left_to_see_of_it(seed):
    one, other = picture(seed, 25.0), picture(seed + 200, 25.0).clip(0, 255).astype(np.uint8)
    before = [Track(seen(under_a_lamp(one, 60, 300), 100), 1), Track(seen(other, 200), 2)]
    now = seen(under_a_lamp(one, 85, 300), 130)
    assert associate(before, [now, seen(other, 200)], covered=False) == [0, 1]
    assert associate(before, [seen(other, 200), now], covered=False) == [1, 0]


@pytest.mark.parametrize("seed", range(40, 46))
def test_a_card_turned_under_a_wide_lamp_keeps_its_number_by_the_little_that_both_views_show(seed):
    """Of another card that little does not agree."""
    one, secret, other = (picture(n, 25.0) for n in (seed, seed + 100, seed + 200))
    other = other.clip(0, 255).astype(np.uint8)
    before = [Track(seen(under_a_lamp(one, 60, 1500), 100), 1), Track(seen(other, 200), 2)]
    turned, exchanged = (under_a_lamp(card[::-1, ::-1], 60, 1500) for card in (one, secret))
    assert 0.3 < describe(turned).glare < 0.5
    assert (describe(turned).burnt | before[0].look.burnt[::-1, ::-1]).mean() > 0.6
    assert associate(before, [seen(turned, 100), seen(other, 200)], covered=False) == [0, 1]
    assert associate(before, [seen(exchanged, 100), seen(other, 200)], covered=False) == [None, 1]


@pytest.mark.parametrize("seed", range(50, 56))
def test_the_glow_around_a_reflection_makes_no_two_cards_alike_and_no_card_another(seed):
    """Nothing is burnt out, but the glow is the boldest thing to see."""
    one, other = (picture(n, 6.0) for n in (seed, seed + 100))
    glow, plain = under_a_lamp(one, 60, 150), one.clip(0, 255).astype(np.uint8)
    assert describe(glow).glare == 0
    before = [Track(seen(glow, 100), 1), Track(seen(other.clip(0, 255).astype(np.uint8), 200), 2)]
    assert associate(before, [seen(other.clip(0, 255).astype(np.uint8), 200), seen(plain, 150)], covered=False) == [
        1,
        0,
    ]
    assert associate(before, [seen(under_a_lamp(other, 60, 150), 100)], covered=False) != [0]


def test_a_card_that_nobody_touches_is_known_by_what_was_seen_of_it_last():
    """However it was first seen: a lamp was switched on since, and no two cards of the row look alike."""
    one, other = (picture(n, 25.0).clip(0, 255).astype(np.uint8) for n in (60, 61))
    track = Track(seen(one, 100), 1)
    dazzled = seen(under_a_lamp(one, 70, 60_000), 100)
    before = [track, Track(seen(other, 200), 2)]
    assert associate(before, [dazzled, seen(other, 200)], covered=False) == [None, 1]
    track.sighting = dazzled
    assert associate(before, [dazzled, seen(other, 200)], covered=False) == [0, 1]


def test_a_card_of_which_a_lamp_leaves_nothing_to_see_is_asked_about_whichever_it_is():
    """No number is better than a wrong one: nobody can say that it was not exchanged."""
    one, secret, other = picture(3, 25.0), picture(4, 25.0), picture(5, 25.0).clip(0, 255).astype(np.uint8)
    before = [Track(seen(under_a_lamp(one, 110, 60_000), 100), 1), Track(seen(other, 200), 2)]
    for card in (one, secret):
        dazzling = under_a_lamp(card, 70, 60_000)
        assert describe(dazzling).glare > 0.5
        assert associate(before, [seen(dazzling, 110), seen(other, 200)], covered=False) == [None, 1]


def test_a_card_that_was_pushed_keeps_its_number():
    one, other = (picture(seed, 25.0).clip(0, 255).astype(np.uint8) for seed in (4, 5))
    before = [Track(seen(one, 100), 1), Track(seen(other, 200), 2)]
    assert associate(before, [seen(other, 100 + NEAR_MM), seen(one, 230)]) == [1, 0]


@pytest.mark.parametrize(("seed", "noise"), [(70, 8), (73, 8), (71, 7.5)])
def test_a_faint_card_left_over_near_the_place_left_empty_needs_to_agree_a_little_less(seed, noise):
    """Few lines on plain paper, in poor light, a lamp in one corner: the other of the two cards is accounted for."""
    rng = np.random.default_rng(seed)

    def dimly(image: np.ndarray) -> np.ndarray:
        grain = cv2.GaussianBlur(rng.normal(0, noise, image.shape), (0, 0), 1.2)
        out = np.clip(image + grain, 0, 255).astype(np.uint8)
        out[:14, :14] = 255
        return out

    faint, secret = picture(seed, 3.0), picture(seed + 100, 3.0)
    other = picture(seed + 200, 25.0).clip(0, 255).astype(np.uint8)
    before = [Track(seen(dimly(faint), 100), 1), Track(seen(other, 250), 2)]
    pushed, exchanged = seen(dimly(faint), 130), seen(dimly(secret), 130)
    assert LEFT_SAME <= half_alike(pushed, before[0].look) < SAME
    assert associate(before, [pushed, seen(other, 250)], covered=False) == [0, 1]
    assert associate(before, [exchanged, seen(other, 250)], covered=False) == [None, 1]
    assert associate(before, [pushed, seen(dimly(secret), 400)], covered=False)[0] is None, "two left over: which?"
