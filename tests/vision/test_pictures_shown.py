"""How alike two views are in what both of them show."""

import cv2
import numpy as np
import pytest

from vision.pictures.describe import FINE, PATCH, describe
from vision.pictures.shown import FAR, shown_alike
from vision.pictures.track import FAR_SAME, SAME


def picture(seed: int) -> np.ndarray:
    shapes = np.random.default_rng(seed).normal(0, 1, (36, 24, 3)).astype(np.float32)
    return np.clip(110 + 35 * cv2.resize(shapes, PATCH[::-1], interpolation=cv2.INTER_CUBIC), 0, 235).astype(np.uint8)


def burnt(image: np.ndarray, rows: slice) -> np.ndarray:
    """A reflection as bright as it gets over some rows of the patch."""
    out = image.copy()
    out[rows] = 255
    return out


def test_the_same_view_agrees_wholly_and_all_of_it_is_compared():
    look = describe(picture(1))
    score, share = shown_alike(look, look)
    assert score == pytest.approx(1, abs=0.01)
    assert share == 1


@pytest.mark.parametrize("seed", range(1, 9))
def test_another_picture_does_not_agree(seed):
    assert shown_alike(describe(picture(seed)), describe(picture(seed + 50))).score < SAME - 0.2


@pytest.mark.parametrize(("down", "across"), [(6, 0), (0, -6), (-8, 8)])
def test_a_card_cut_out_beside_its_place_agrees(down, across):
    """Up to 8 mm: 9 px of the patch."""
    image = picture(2)
    beside = np.roll(image, (down, across), axis=(0, 1))
    assert shown_alike(describe(beside), describe(image)).score > 0.85


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_card_cut_out_two_centimetres_beside_its_place_agrees_when_it_is_looked_for_so_far(seed):
    """24 px of the patch: a lamp's edge passed for the card's."""
    image = picture(seed)
    beside = describe(np.roll(image, 24, axis=1))
    assert shown_alike(beside, describe(image)).score < SAME
    assert shown_alike(beside, describe(image), reach=FAR).score > FAR_SAME
    assert shown_alike(beside, describe(picture(seed + 50)), reach=FAR).score < SAME - 0.1


def test_two_views_that_a_lamp_burns_in_different_places_are_compared_where_both_are_clear():
    image, other = picture(3), picture(4)
    upper, lower = slice(0, 50), slice(85, 144)
    score, share = shown_alike(describe(burnt(image, upper)), describe(burnt(image, lower)))
    assert score > SAME
    assert share < 0.35
    assert shown_alike(describe(burnt(other, upper)), describe(burnt(image, lower))).score < 0.5


def test_the_same_reflection_on_two_cards_makes_them_no_more_alike():
    spot = slice(30, 80)
    assert shown_alike(describe(burnt(picture(5), spot)), describe(burnt(picture(6), spot))).score < 0.5


def test_what_is_hidden_is_not_compared():
    image = picture(7)
    changed = image.copy()
    changed[:72] = picture(8)[:72]
    hidden = np.zeros(FINE, bool)
    hidden[:30] = True
    assert shown_alike(describe(changed), describe(image)).score < 0.8
    assert shown_alike(describe(changed), describe(image), hidden).score > 0.95


def test_nothing_is_said_of_a_card_of_which_nothing_shows():
    white = np.full((*PATCH, 3), 255, np.uint8)
    assert shown_alike(describe(white), describe(picture(9))) == (0, 0)
    assert shown_alike(describe(picture(9)), describe(white)) == (0, 0)
    clear = np.full((*PATCH, 3), 120, np.uint8)
    assert shown_alike(describe(clear), describe(clear)).share == 0, "plain paper is no picture"
