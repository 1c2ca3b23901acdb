"""The simulated table: its camera is a camera, its truth is true, its pictures show what lies there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from table.rules.cards import DECK
from vision.synth import (
    BACK,
    DESIGNS,
    Camera,
    FacesError,
    Hand,
    Light,
    Renderer,
    Scene,
    folder_faces,
    picture_faces,
    plain_mat,
    playing_faces,
    render,
    truth,
)

SMALL = Camera(size=(640, 480), noise=0.0, blur=0.0)


@pytest.fixture
def scene() -> Scene:
    return Scene(playing_faces("classic"), plain_mat())


def test_every_design_has_52_different_faces_and_a_back():
    for design in DESIGNS:
        faces = playing_faces(design)
        pictures = {faces[name].tobytes() for name in DECK} | {faces[BACK].tobytes()}
        assert len(pictures) == 53


def test_a_face_looks_the_same_from_both_sides_of_the_table():
    eight = playing_faces("bold")["8H"]
    corner = eight[:120, :70]
    assert np.array_equal(corner, eight[::-1, ::-1][:120, :70])


def test_an_unknown_card_is_refused():
    with pytest.raises(KeyError, match="no card '1S'"):
        playing_faces()["1S"]


def test_illustrated_cards_are_all_different_and_stay_the_same_from_run_to_run():
    deck = picture_faces(12, seed=4)
    small = [cv2.resize(deck[name], (20, 30)).astype(float) for name in deck.names]
    closest = min(np.abs(a - b).mean() for i, a in enumerate(small) for b in small[:i])
    assert closest > 8
    assert np.array_equal(deck["p03"], picture_faces(12, seed=4)["p03"])


def test_any_folder_of_faces_can_be_used(tmp_path):
    cv2.imwrite(str(tmp_path / "7S.png"), np.full((176, 126, 4), 40, np.uint8))
    faces = folder_faces(tmp_path)
    assert faces.names == ("7S",)
    assert faces.size == pytest.approx((63.0, 88.0))
    assert faces[BACK].shape == faces["7S"].shape
    with pytest.raises(FacesError, match="no pictures here"):
        folder_faces(tmp_path / "none")


@pytest.mark.parametrize("camera", [SMALL, Camera(tilt=20, roll=8, k1=-0.1), Camera(tilt=-12, pan=9, k1=0.05)])
def test_projection_and_its_inverse_agree(camera):
    points = np.random.default_rng(1).uniform((0, 0), (594, 420), (50, 2))
    assert np.allclose(camera.unproject(camera.project(points)), points, atol=0.01)


def test_an_upright_camera_sees_the_mat_as_its_user_does():
    left, right, low = SMALL.project(np.array([[200, 210], [300, 210], [200, 300]]))
    assert right[0] > left[0]
    assert low[1] > left[1]


def test_the_higher_card_looks_larger():
    low = SMALL.project(np.array([[0, 0], [63, 0]]), 0)
    high = SMALL.project(np.array([[0, 0], [63, 0]]), 12)
    assert np.ptp(high[:, 0]) > np.ptp(low[:, 0])


def test_a_card_is_drawn_where_the_truth_says(scene):
    camera = Camera(tilt=15, roll=5, k1=-0.08, noise=0.0)
    rng = np.random.default_rng(0)
    empty = render(scene, camera, rng)
    scene.put("QD", 320, 200, 0.3)
    seen = np.abs(render(scene, camera, rng).astype(int) - empty).sum(axis=2) > 60
    (card,) = truth(scene, camera)
    mask = np.zeros(seen.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(card.outline).astype(np.int32)], 1)
    assert (seen & (mask == 0)).sum() < 0.06 * mask.sum()
    assert (seen & (mask == 1)).sum() > 0.97 * mask.sum()
    assert card.visible > 0.97


def test_visible_share_tells_covered_cards(scene):
    scene.put("7S", 300, 200)
    scene.put("8S", 331.5, 200)
    below, above = truth(scene, SMALL)
    assert below.visible == pytest.approx(0.5, abs=0.04)
    assert above.visible > 0.97
    scene.hands = [Hand(at=(331, 160), side="near")]
    assert truth(scene, SMALL)[1].visible < 0.6


def test_cards_rest_on_what_lies_below(scene):
    scene.pile(["2S", "3S", "4S"], 300, 200)
    assert scene.put("5S", 310, 205).z == pytest.approx(0.9)
    assert scene.put("6S", 500, 205).z == 0


def test_incremental_drawing_equals_drawing_anew(scene):
    rng = np.random.default_rng(2)
    kept = Renderer(SMALL)
    for step in range(14):
        if step % 4 == 3:
            scene.take(scene.cards[int(rng.integers(len(scene.cards)))])
        elif step % 4 == 2:
            scene.move(scene.cards[0], *rng.uniform(150, 300, 2))
        else:
            scene.put(DECK[step], *rng.uniform(120, 340, 2), angle=rng.uniform(-1, 1), up=bool(rng.integers(2)))
        fresh = Renderer(SMALL).frame(scene, np.random.default_rng(0))
        assert np.array_equal(kept.frame(scene, np.random.default_rng(0)), fresh)


def test_light_and_exposure_act_on_the_whole_picture(scene):
    rng = np.random.default_rng(0)
    bright = render(scene, SMALL, rng).mean()
    scene.light = Light(level=0.4)
    assert render(scene, SMALL, rng).mean() == pytest.approx(0.4 * bright, rel=0.1)
    scene.light = Light(warmth=1.0)
    warm = render(scene, SMALL, rng).mean(axis=(0, 1))
    assert warm[2] > warm[0]


def test_the_small_stream_shows_the_same_view(scene):
    scene.put("KC", 200, 150)
    big, small = Camera(noise=0.0), Camera(noise=0.0).scaled(320)
    rng = np.random.default_rng(0)
    shrunk = cv2.resize(render(scene, big, rng), small.size, interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk.astype(int) - render(scene, small, rng)).mean() < 4
