"""The mat: its geometry holds together, the picture shows its markers, the PDF has the right size."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from vision.mat import KINDS, MatError, dictionary, draw, load_mat
from vision.mat.pdf import FLAP, MARGIN, PAPERS, tiling, write_loose_markers, write_pdf


def test_gin_has_its_five_places_and_the_row_mat_has_one():
    assert [zone.name for zone in load_mat("gin").zones] == ["lay:far", "lay:near", "stock", "discard"]
    assert [zone.name for zone in load_mat("row").zones] == ["row"]
    assert len(load_mat("both").zones) == 5


def test_ten_cards_fit_in_a_lay_zone_as_three_melds_and_six_pictures_in_the_row():
    left, top, right, bottom = load_mat("gin").zone("lay:near").box
    assert right - left >= 3 * (63 + 2.3 * 22) + 2 * 15
    assert bottom - top >= 88 + 20
    left, top, right, bottom = load_mat("both").zone("row").box
    assert right - left >= 6 * 80 + 5 * 10
    assert bottom - top >= 120 + 15


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", ["save", "dark"])
def test_the_picture_shows_four_markers_where_the_file_says(kind, style):
    mat = load_mat(kind)
    image = draw(mat, 3.0, style)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary()).detectMarkers(image)
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    for found, number in zip(corners, ids.ravel(), strict=True):
        assert np.allclose((found[0] + 0.5) / 3.0, mat.marker_corners()[int(number)], atol=0.35)


@pytest.mark.parametrize(("paper", "pages"), [("A2", 1), ("A3", 4), ("A4", 8)])
def test_the_pdf_has_its_pages(paper, pages, tmp_path):
    data = write_pdf(load_mat("both"), tmp_path / "mat.pdf", paper, "dark")
    assert (tmp_path / "mat.pdf").read_bytes() == data
    assert len(re.findall(rb"/Type /Page\b", data)) == pages
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    sides = {round(float(side) / 72 * 25.4) for box in boxes for side in box}
    assert sides == {round(side) for side in PAPERS[paper]}


@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_tiles_cover_the_mat_once_and_fit_the_printable_page(paper):
    mat = load_mat("gin")
    width, height, boxes = tiling(mat, PAPERS[paper])
    assert sum((r - l) * (b - t) for l, t, r, b in boxes) == pytest.approx(mat.size[0] * mat.size[1])  # noqa: E741
    for left, top, right, bottom in boxes:
        assert right - left + FLAP <= width - 2 * MARGIN + 1e-6
        assert bottom - top + FLAP <= height - 2 * MARGIN + 1e-6


def test_the_same_mat_gives_the_same_bytes():
    assert write_pdf(load_mat("gin"), None) == write_pdf(load_mat("gin"), None)


def test_loose_markers_fit_on_one_page():
    assert len(re.findall(rb"/Type /Page\b", write_loose_markers(load_mat("gin"), None))) == 1


def test_wrong_wishes_are_one_clear_line():
    with pytest.raises(MatError, match="no paper 'A9': choose one of A2, A3, A4"):
        write_pdf(load_mat("gin"), None, "A9")
    with pytest.raises(MatError, match="no mat 'poker'"):
        load_mat("poker")


def change(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("box = [162, 152, 244, 268]", "box = [162, 152, 644, 268]", "zone 'stock' .* does not lie on the sheet"),
        ("box = [162, 152, 244, 268]", "box = [162, 152, 200, 268]", "zone 'stock' is smaller than a card"),
        ("box = [48, 15, 546, 129]", "box = [20, 15, 546, 129]", "marker 0 lies in zone 'lay:far'"),
        ("side = 30", "syde = 30", "syde"),
        ('label = "stock"', "label = stock", "Invalid value"),
    ],
)
def test_a_wrong_zone_file_says_where_and_what(tmp_path, old, new, says):
    from importlib import resources

    text = resources.files("vision.mat").joinpath("mat.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(change(text, old, new), "utf-8")
    with pytest.raises(MatError, match=says) as error:
        load_mat("gin", path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
