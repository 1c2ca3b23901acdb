"""What is printed on the mat is no card, whatever its size; a card that lies on it is one."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.picture_table import faces
from vision.calibrate import calibrate
from vision.mat import draw, load_mat
from vision.pictures.above import mat_from_above
from vision.pictures.bare import is_bare
from vision.pictures.find import Finder, Zone, rectangle
from vision.pictures.reader import ROW_AREA
from vision.synth import Camera, Mat, Renderer, Scene

STOCK = next(zone.box for zone in load_mat("both").zones if zone.name == "stock")


@cache
def renderer() -> Renderer:
    return Renderer(Camera(size=(1920, 1080), tilt=4, height=700))


@cache
def ground(kind: str, style: str) -> Mat:
    return Mat(draw(load_mat(kind), 3.0, style), 3.0)


def found(kind: str, style: str, *cards: tuple[str, float, float], seed: int = 1) -> Zone:
    """What the finder sees on a printed mat with these cards (name, x, y in mm)."""
    mat, scene = load_mat(kind), Scene(faces(), ground(kind, style))
    for name, x, y in cards:
        scene.put(name, x, y, 0.03)
    image = renderer().frame(scene, np.random.default_rng(seed))
    calibration = calibrate(image, mat)
    assert calibration is not None
    return Finder((80.0, 120.0), ROW_AREA).find(*mat_from_above(image, calibration.lens, mat.size))


@pytest.mark.parametrize("style", ["dark", "save"])
@pytest.mark.parametrize("kind", ["both", "gin", "row"])
def test_no_card_lies_on_an_empty_mat(kind, style):
    zone = found(kind, style)
    assert (zone.cards, zone.doubtful, zone.outside) == ((), (), ())


@pytest.mark.parametrize("style", ["dark", "save"])
@pytest.mark.parametrize("first", [142, 136, 128, 60])
def test_a_row_on_the_mat_for_both_games_is_counted_though_the_stock_is_printed_there(style, first):
    row = [("p01", first, 216), ("p05", first + 84, 207), ("p09", first + 169, 219)]
    if first == 128:
        row = [("p04", first + 120, 213), ("p02", first + 210, 224)]
    zone = found("both", style, *row)
    assert sorted(card.centre[0] for card in zone.cards) == pytest.approx([x for _, x, _ in row], abs=6)
    assert zone.doubtful == ()


@pytest.mark.parametrize("style", ["dark", "save"])
def test_a_card_laid_squarely_into_the_printed_stock_counts_face_up_and_face_down(style):
    x, y = (STOCK[0] + STOCK[2]) / 2, (STOCK[1] + STOCK[3]) / 2
    for name in ("p03", "back"):
        (card,) = found("both", style, (name, x, y)).cards
        assert np.hypot(card.centre[0] - x, card.centre[1] - y) < 3


def table(level: int = 245, noise: float = 2.0) -> np.ndarray:
    view = np.random.default_rng(3).normal(level, noise, (300, 400, 3))
    return np.clip(view, 0, 255).astype(np.uint8)


OUTLINE = rectangle((200.0, 150.0), 0.0, (80.0, 120.0))
CORNERS = np.rint(OUTLINE).astype(np.int32)


def test_a_frame_on_the_cloth_is_bare_and_the_sparsest_drawing_on_the_clothes_paper_is_not():
    for level in (245, 120, 40):
        frame = table(level)
        cv2.polylines(frame, [CORNERS], True, (level // 3,) * 3, 2)
        assert is_bare(frame, (0.0, 0.0), OUTLINE, [])
        drawn = frame.copy()
        for k in range(6):
            cv2.ellipse(drawn, (200, 150), (8 + 4 * k, 40 - 5 * k), 20 * k, 0, 300, (level // 3,) * 3, 2, cv2.LINE_AA)
        assert not is_bare(drawn, (0.0, 0.0), OUTLINE, [])


def test_plain_paper_of_another_colour_may_be_a_card_and_a_lit_half_of_the_cloth_is_none():
    view = table(120)
    cv2.fillConvexPoly(view, CORNERS, (170, 160, 150))
    assert not is_bare(view, (0.0, 0.0), OUTLINE, [])
    lamp = table(120).astype(np.float32) + np.linspace(0, 90, 400)[None, :, None]
    assert is_bare(np.clip(lamp, 0, 255).astype(np.uint8), (0.0, 0.0), OUTLINE, [])


def test_what_a_neighbour_hides_says_nothing():
    view = table()
    neighbour = rectangle((255.0, 150.0), 0.0, (80.0, 120.0))
    cv2.fillConvexPoly(view, np.rint(neighbour).astype(np.int32), (30, 90, 160))
    assert not is_bare(view, (0.0, 0.0), OUTLINE, [])
    assert is_bare(view, (0.0, 0.0), OUTLINE, [neighbour])
    nearly_all = rectangle((210.0, 150.0), 0.0, (80.0, 120.0))
    assert not is_bare(view, (0.0, 0.0), OUTLINE, [nearly_all]), "too little is seen to say that nothing is there"
