"""Calibration: within 1 mm everywhere on the mat, with tilted cameras, bent lenses, hidden markers and cards about."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from vision import mat as printed
from vision import synth
from vision.calibrate import calibrate, find_markers
from vision.lens import Lens, fit_lens
from vision.mat import draw, load_mat
from vision.mat.shapes import Rect, marker
from vision.synth import Camera, Glare, Hand, Light, Scene, playing_faces, render

MAT = load_mat("gin")


@cache
def picture(style: str) -> synth.Mat:
    return synth.Mat(draw(MAT, 4.0, style), 4.0, style)


@pytest.fixture
def scene():
    return Scene(playing_faces("classic"), picture("dark"))


def grid() -> np.ndarray:
    x, y = np.meshgrid(np.linspace(0, 594, 12), np.linspace(0, 420, 9))
    return np.column_stack([x.ravel(), y.ravel()])


def worst_error(lens: Lens, camera: Camera) -> float:
    return float(np.linalg.norm(lens.to_mm(camera.project(grid())) - grid(), axis=1).max())


@pytest.mark.parametrize("style", ["dark", "save"])
@pytest.mark.parametrize(
    "camera",
    [
        Camera(),
        Camera(tilt=20, k1=-0.08, height=640),
        Camera(tilt=-20, pan=6, roll=7, k1=0.04, height=660),
        Camera(roll=180, k1=-0.1, height=560),
        Camera(noise=5, blur=1.4, exposure=0.5, tilt=9, height=570),
    ],
    ids=["straight", "tilted", "leaning", "upside-down", "poor-picture"],
)
def test_every_place_on_the_mat_is_known_within_a_millimetre(scene, style, camera):
    scene.mat = picture(style)
    found = calibrate(render(scene, camera, np.random.default_rng(1)), MAT)
    assert found.markers == (0, 1, 2, 3)
    assert worst_error(found.lens, camera) < 1.0
    assert found.error_mm < 0.6


def test_cards_on_the_crossings_do_not_mislead_it(scene):
    rng = np.random.default_rng(4)
    for i, name in enumerate(scene.faces.names[:30]):
        scene.put(name, float(rng.uniform(60, 540)), float(rng.choice([7, 135, 285, 413])), float(rng.uniform(-1, 1)))
        assert i >= 0
    camera = Camera(tilt=12, k1=-0.07, height=600)
    found = calibrate(render(scene, camera, rng), MAT)
    assert worst_error(found.lens, camera) < 1.0


@pytest.mark.parametrize("hidden", [0, 2])
def test_three_of_four_markers_are_enough(scene, hidden):
    x, y = MAT.markers.at[hidden]
    scene.put("7S", x, y, up=False)
    camera = Camera(tilt=10, k1=-0.05, height=580)
    found = calibrate(render(scene, camera, np.random.default_rng(0)), MAT)
    assert len(found.markers) == 3
    assert worst_error(found.lens, camera) < 1.0
    assert found.good
    assert [v.key for v in found.verdicts if v.key == "marker_hidden"] == ["marker_hidden"]


def test_with_two_hidden_markers_it_says_nothing(scene):
    for x, y in MAT.markers.at[:2]:
        scene.put("7S", x, y, up=False)
    assert calibrate(render(scene, Camera(), np.random.default_rng(0)), MAT) is None


def test_no_mat_no_calibration():
    assert calibrate(np.full((480, 640, 3), 90, np.uint8), MAT) is None


# -- verdicts ---------------------------------------------------------------------------------------------------


def bad(scene: Scene, camera: Camera) -> list[str]:
    found = calibrate(render(scene, camera, np.random.default_rng(0)), MAT)
    assert found is not None
    return [v.key for v in found.verdicts if not v.good]


def test_a_good_picture_has_nothing_to_mend(scene):
    assert bad(scene, Camera(tilt=5)) == []


@pytest.mark.parametrize(
    ("camera", "light", "key"),
    [
        (Camera(height=900), Light(), "too_far"),
        (Camera(blur=2.2), Light(), "out_of_focus"),
        (Camera(), Light(level=0.22), "too_dark"),
        (Camera(), Light(slope=(1.2, 0.0), level=0.8), "uneven"),
        (Camera(), Light(glares=(Glare(297, 72, 60, 1.0),)), "glare"),
    ],
)
def test_what_is_wrong_is_named(scene, camera, light, key):
    scene.light = light
    assert key in bad(scene, camera)


def test_the_zone_in_which_a_lamp_is_mirrored_is_named(scene):
    scene.light = Light(glares=(Glare(297, 72, 60, 1.0),))
    found = calibrate(render(scene, Camera(), np.random.default_rng(0)), MAT)
    (verdict,) = [v for v in found.verdicts if v.key == "glare"]
    assert verdict.zone == "lay:far"
    assert "lamp reflecting in zone lay:far" in verdict.text


def test_a_camera_that_hangs_too_low_is_told_so(scene):
    # All markers still show, the near zone's edge does not.
    camera = Camera(size=(1280, 700), height=510, aim=(297, 225))
    found = calibrate(render(scene, camera, np.random.default_rng(0)), MAT)
    keys = [] if found is None else [v.key for v in found.verdicts if not v.good]
    assert found is None or "too_near" in keys or found.good


# -- the lens ---------------------------------------------------------------------------------------------------


def test_a_lens_is_recovered_from_exact_points():
    camera = Camera(tilt=14, pan=-5, roll=3, k1=-0.09)
    lens = fit_lens(grid(), camera.project(grid()), camera.size)
    assert worst_error(lens, camera) < 0.05
    assert np.allclose(lens.to_mm(lens.to_px(grid())), grid(), atol=1e-3)


def test_a_zone_is_cut_out_from_straight_above(scene):
    scene.put("KC", 203, 210, 0.0)
    camera = Camera(tilt=15, roll=20, height=640, noise=0)
    image = render(scene, camera, np.random.default_rng(0))
    lens = calibrate(image, MAT).lens
    part = lens.cut(image, (203 - 31.5, 210 - 44, 203 + 31.5, 210 + 44), 2.0)
    face = synth.playing_faces("classic")["KC"]
    import cv2

    small = cv2.resize(face, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)
    alike = np.corrcoef(part[8:-8, 8:-8].ravel().astype(float), small[8:-8, 8:-8].ravel().astype(float))[0, 1]
    assert alike > 0.9


# -- a table without a mat --------------------------------------------------------------------------------------


def table_with_loose_markers(places: list[tuple[float, float, float]]) -> synth.Mat:
    """A bare table, 594 x 420 mm, with the four large markers at (x, y, turn)."""
    import cv2

    scale = 4.0
    image = np.full((1680, 2376, 3), (90, 120, 150), np.uint8)
    for i, (x, y, turn) in enumerate(places):
        tile = np.full((360, 360, 3), 255, np.uint8)
        for shape in marker(MAT.loose.first + i, 45, 45, MAT.loose.side, 10):
            assert isinstance(shape, Rect)
            a, b = (
                (round(shape.x * scale), round(shape.y * scale)),
                (round((shape.x + shape.w) * scale), round((shape.y + shape.h) * scale)),
            )
            cv2.rectangle(tile, a, (b[0] - 1, b[1] - 1), tuple(int(255 * v) for v in shape.ink), -1)
        warp = cv2.getRotationMatrix2D((180, 180), -np.degrees(turn), 1.0)
        warp[:, 2] += np.array([x * scale - 180, y * scale - 180])
        cv2.warpAffine(tile, warp, (2376, 1680), dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    return synth.Mat(image, scale, "loose")


def test_four_loose_markers_lay_the_zones_in_the_middle_of_the_table(scene):
    scene.mat = table_with_loose_markers([(50, 50, 0.1), (540, 55, -0.2), (545, 370, 0.05), (48, 372, 0.0)])
    camera = Camera(tilt=12, height=600)
    found = calibrate(render(scene, camera, np.random.default_rng(0)), MAT)
    assert found.loose
    assert found.good
    # Distances are true although nobody measured where the markers lie: a card is 63 mm wide anywhere.
    for x, y in [(150, 100), (300, 210), (440, 330)]:
        ends = found.lens.to_mm(camera.project(np.array([[x, y], [x + 63, y]])))
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(63, abs=1.0)
    middle = found.lens.to_mm(camera.project(np.array([[295.75, 211.75]])))[0]
    assert middle == pytest.approx([297, 210], abs=2.5)


def test_a_hand_over_a_marker_is_only_a_hidden_marker(scene):
    scene.hands = [Hand(at=(40, 380), side="near")]
    found = calibrate(render(scene, Camera(), np.random.default_rng(0)), MAT)
    assert found.markers == (0, 1, 2)


def test_marker_numbers_of_the_file_are_those_that_are_found():
    image = printed.draw(MAT, 3.0, "save")[:, :, 0]
    assert sorted(find_markers(image)) == [0, 1, 2, 3]
