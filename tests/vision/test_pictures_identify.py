"""Naming a picture: light and distance do not matter, strangers stay strangers, twins stay unsure."""

import cv2
import numpy as np
import pytest

from tests.vision.picture_table import enrolled, faces, kept
from vision.pictures.deck import look_of
from vision.pictures.describe import offset_of
from vision.pictures.identify import ACCEPT, Album, Match, Tally, judge


@pytest.fixture(scope="module")
def deck():
    return enrolled(*faces().names[:8])


def view(name: str) -> np.ndarray:
    return kept(faces()[name])


def lit(image: np.ndarray, gain=(0.55, 0.62, 0.75), slope: float = 0.4) -> np.ndarray:
    """Dimmer, warmer, and brighter on one side."""
    ramp = np.linspace(1 - slope / 2, 1 + slope / 2, image.shape[1])[None, :, None]
    return np.clip(image * ramp * np.array(gain), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", faces().names[:8])
def test_another_light_is_the_same_picture(deck, name):
    match = deck.album.match(look_of(lit(view(name))))
    assert (match.verdict, deck.pictures[match.best].title) == ("known", name)


def test_a_card_lying_upside_down_is_known_and_said_to_be_turned(deck):
    match = deck.album.match(look_of(np.ascontiguousarray(view("p03")[::-1, ::-1])))
    assert (match.best, match.turned, match.verdict) == ("p003", True, "known")


@pytest.mark.parametrize("name", faces().names[8:])
def test_a_picture_that_is_not_in_the_deck_is_not_named(deck, name):
    assert deck.album.match(look_of(lit(view(name)))).verdict in ("unknown", "unsure")


def test_glare_on_a_quarter_of_the_card_does_not_hide_it(deck):
    image = view("p05").copy()
    cv2.ellipse(image, (60, 90), (50, 70), 30, 0, 360, (255, 255, 255), -1)
    match = deck.album.match(look_of(image))
    assert (match.best, match.verdict) == ("p005", "known")


def under_a_glow(image: np.ndarray, bright: float = 260, wide: float = 0.28, dim: float = 0.35) -> np.ndarray:
    """A dim card with a lamp mirrored wide and soft in its middle."""
    h, w = image.shape[:2]
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    glow = bright * np.exp(-((x - w / 2) ** 2 + (y - 0.44 * h) ** 2) / (2 * (wide * w) ** 2))
    return np.clip(lit(image, (dim, dim, dim)) + glow[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", faces().names[:8])
def test_details_name_a_card_that_a_lamp_glows_over(deck, name):
    match = deck.album.match(look_of(under_a_glow(view(name))))
    assert (match.verdict, deck.pictures[match.best].title) == ("known", name)


@pytest.mark.parametrize("name", faces().names[8:])
def test_details_do_not_name_a_stranger_that_a_lamp_glows_over(deck, name):
    assert deck.album.match(look_of(under_a_glow(view(name)))).verdict != "known"


@pytest.mark.parametrize("name", faces().names[:8])
def test_a_card_of_the_deck_is_no_stranger_however_a_lamp_glows_over_it(deck, name):
    """Else it would be learnt a second time."""
    for bright in range(370, 421, 10):
        assert deck.album.match(look_of(under_a_glow(view(name), bright, 0.25, 0.46))).verdict != "unknown"


@pytest.mark.parametrize("other", faces().names[8:])
def test_a_third_of_a_card_is_too_little_to_name_it_by(deck, other):
    """Pictures of one deck may share a sky or a room: what a lamp hides may be what tells them apart."""
    image = view(f"p03/{other}").copy()
    image[int(0.38 * len(image)) :] = 255
    match = deck.album.match(look_of(image))
    assert (match.best, match.verdict) == ("p003", "unsure")


def test_a_crooked_cut_is_forgiven(deck):
    image = view("p02")
    h, w = image.shape[:2]
    wrong = np.float32([[4, -5], [w + 3, 6], [w - 5, h - 4], [-4, h + 3]])
    flat = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    image = cv2.warpPerspective(image, cv2.getPerspectiveTransform(wrong, flat), (w, h), borderValue=(90, 60, 40))
    assert deck.album.match(look_of(image)).verdict == "known"


def test_a_blurred_view_of_a_known_card_is_never_called_a_stranger(deck):
    match = deck.album.match(look_of(cv2.GaussianBlur(view("p04"), (0, 0), 14)))
    assert match.verdict in ("blurred", "unsure", "known")
    assert match.verdict != "known" or match.best == "p004"


def test_two_look_alikes_are_unsure():
    album = Album()
    first, second = view("p01"), view("p01").copy()
    cv2.circle(second, (150, 250), 8, (0, 0, 200), -1)
    album.add("one", look_of(first))
    album.add("two", look_of(second))
    assert album.match(look_of(lit(first))).verdict == "unsure"


def test_an_empty_album_knows_nothing():
    match = Album().match(look_of(view("p01")))
    assert (match.best, match.verdict) == (None, "unknown")


def test_a_forgotten_picture_is_unknown_again(deck):
    album = Album()
    for name in ("p01", "p02"):
        album.add(name, look_of(view(name)))
    album.drop("p01")
    assert "p01" not in album
    assert album.match(look_of(view("p01"))).verdict == "unknown"


def test_frames_that_disagree_stay_unsure():
    tally = Tally()
    for best, other in (("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")):
        tally.add(Match(((best, ACCEPT + 0.1), (other, ACCEPT - 0.2)), sharpness=0.3))
    assert tally.verdict == "unsure"
    assert tally.picture is None


def test_clear_frames_outvote_one_poor_one():
    tally = Tally()
    for score in (0.5, 0.9, 0.92, 0.91):
        tally.add(Match((("a", score), ("b", 0.4)), sharpness=0.3))
    assert tally.picture == "a"


def test_little_agreement_is_a_stranger_only_when_the_view_is_sharp():
    assert judge(0.3, 0.1, 0.3) == "unknown"
    assert judge(0.3, 0.1, 0.01) == "blurred"


def cut_beside(name: str, across_mm: float, down_mm: float, turned: bool = False) -> np.ndarray:
    """A cut-out that lies beside its card, cloth where the card is not; `turned`: the card lies upside down."""
    image = view(name)
    if turned:
        image = np.ascontiguousarray(image[::-1, ::-1])
    h, w = image.shape[:2]
    move = np.float32([[1, 0, -across_mm * w / 80], [0, 1, -down_mm * h / 120]])
    return cv2.warpAffine(image, move, (w, h), borderValue=(190, 200, 205))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("across", "down"), [(9, 0), (0, -10), (-8, 9)])
def test_a_cut_out_that_lies_a_centimetre_beside_the_card_still_names_it(deck, across, down, turned):
    match = deck.album.match(look_of(cut_beside("p06", across, down, turned)))
    assert (match.best, match.verdict, match.turned) == ("p006", "known", turned)


@pytest.mark.parametrize("name", faces().names[8:])
def test_a_stranger_cut_out_beside_its_card_is_not_named_either(deck, name):
    assert deck.album.match(look_of(cut_beside(name, 9, -8))).verdict in ("unknown", "unsure")


def test_how_far_a_cut_out_lies_beside_the_card_is_found():
    down, right = offset_of(look_of(cut_beside("p06", 8, -6)), look_of(view("p06")))
    assert (down, right) == (pytest.approx(-3, abs=1), pytest.approx(4, abs=1)), "2 mm a px"
