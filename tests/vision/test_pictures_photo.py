"""Photographs taken by hand, with no mat in them: cards are found, enrolled and named all the same."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from table.cli.deck.images import card_in_photo
from tests.vision.picture_table import Table, enrolled, faces
from tests.vision.test_pictures_enrol import run
from vision.pictures.features import DetailFinder
from vision.pictures.find import rectangle
from vision.pictures.name_photo import PhotoNamer
from vision.pictures.photo import Plane, planes_of
from vision.synth import Camera, Renderer
from vision.synth.faces import PICTURE


def photo(*cards: tuple[str, float, float, float], seed: int = 0, **camera) -> tuple[np.ndarray, list[np.ndarray]]:
    """A photograph of cards (name, x, y in mm, angle), and their corners in it."""
    lens = Camera(**({"size": (1200, 900), "tilt": 14, "pan": 4, "roll": 9, "height": 330} | camera))
    table = Table(seed)
    for name, x, y, angle in cards:
        table.put(name, x, y, angle)
    image = Renderer(lens).frame(table.scene, table.rng)
    return image, [lens.project(rectangle((x, y), angle, PICTURE)) for _, x, y, angle in cards]


def off_mm(corners: np.ndarray, truth: np.ndarray) -> float:
    """How far corners lie from the true ones, mm: counted from any of them, for nobody knows which way up it lies."""
    px_a_mm = np.hypot(*(truth[1] - truth[0])) / PICTURE[0]
    return min(float(np.abs(np.roll(corners, k, axis=0) - truth).max()) for k in range(4)) / px_a_mm


@pytest.mark.parametrize(
    ("pose", "angle"), [({}, 0.2), ({"tilt": 25, "height": 420}, -0.4), ({"roll": 80, "tilt": 5, "height": 700}, 0.0)]
)
def test_one_card_tells_how_the_table_lies(pose, angle):
    image, (truth,) = photo(("p01", 297, 210, angle), **pose)
    plane = planes_of(image, PICTURE)[0]
    assert off_mm(plane.outline_px, truth) < 2.0
    flat = cv2.perspectiveTransform(truth[None], plane.px_to_mm)[0]
    sides = np.hypot(*(np.roll(flat, -1, axis=0) - flat).T)
    assert sorted(sides) == pytest.approx([80, 80, 120, 120], abs=3)
    x0, y0, x1, y1 = plane.area_mm
    assert (flat > (x0, y0)).all()
    assert (flat < (x1, y1)).all()


def test_cards_in_a_photograph_are_named_and_a_strange_one_is_unknown():
    deck = enrolled("p01", "p02", "p03")
    image, _ = photo(("p02", 190, 210, 0.1), ("p09", 297, 205, -0.1), ("p01", 400, 215, np.pi), height=480)
    named = PhotoNamer(deck).name(image)
    assert [card.picture for card in named] == ["p002", None, "p001"]
    assert named[1].verdict == "unknown"


def test_a_card_that_reaches_out_of_the_photograph_is_named_by_its_details():
    deck = enrolled("p01", "p02", "p03")
    image, (truth,) = photo(("p02", 297, 270, 0.3), height=200)
    assert truth[:, 1].max() > image.shape[0] + 50
    assert [card.picture for card in PhotoNamer(deck).name(image)] == ["p002"]
    stranger, _ = photo(("p09", 297, 270, 0.3), height=200)
    assert DetailFinder(deck).find(stranger) == []


def test_of_two_that_look_alike_neither_is_named_by_details():
    deck = enrolled("p01", "p01~")
    deck.add(deck.pictures["p001"].thumbnail)
    image, _ = photo(("p01", 297, 210, 0.3), height=260)
    assert DetailFinder(deck).find(image) == []


def test_a_scan_is_no_photograph_and_one_with_table_around_is():
    scan = faces()["p01"]
    assert card_in_photo(scan, PICTURE) is None
    image, (truth,) = photo(("p01", 297, 210, 0.2))
    assert off_mm(card_in_photo(image, PICTURE).outline_px, truth) < 2.0
    cut, _ = photo(("p01", 297, 270, 0.3), height=200)
    assert card_in_photo(cut, PICTURE) is None


def test_what_may_be_a_scan_or_a_photograph_is_asked_about_until_it_is_said(capsys, tmp_path, monkeypatch):
    """Part of a picture may look like a card of its own, aside and not quite clear."""
    scan = faces()["p01"]
    h, w = scan.shape[:2]
    part = rectangle((w * 0.4, h * 0.6), 0.1, (w * 0.5, h * 0.5))
    seen = Plane(np.eye(3), (0.0, 0.0, 1.0, 1.0), part, 0.95)
    monkeypatch.setattr("vision.pictures.photo.planes_of", lambda *_: [seen])
    cv2.imwrite(str(tmp_path / "one.png"), scan)
    decks = tmp_path / "decks"
    status, out, _ = run(capsys, decks, "enrol", "mine", "--from", tmp_path / "one.png")
    assert status == 1
    assert "one.png: a photograph or a scan?" in out
    status, out, _ = run(capsys, decks, "enrol", "mine", "--scans", "--from", tmp_path / "one.png")
    assert (status, "one.png: new (p001)" in out) == (0, True)


def test_an_empty_table_shows_no_card_and_the_horizon_does_no_harm():
    empty, _ = photo()
    assert PhotoNamer(enrolled("p01")).name(empty) == []
    low, _ = photo(("p01", 297, 210, 0.0), tilt=62, height=300)
    for plane in planes_of(low, PICTURE):
        assert max(plane.area_mm) < 24 * PICTURE[0] + 1


def test_a_deck_is_enrolled_and_verified_from_photographs_taken_by_hand(capsys, tmp_path):
    decks, first, second = tmp_path / "decks", tmp_path / "first", tmp_path / "second"
    for folder, poses in ((first, ({}, {"tilt": 20})), (second, ({"roll": -20}, {"tilt": 3, "height": 500}))):
        folder.mkdir()
        for i, (names, pose) in enumerate(zip((("p01", "p02"), ("p03",)), poses, strict=True)):
            cards = [(name, 240 + 110 * k, 210, 0.1 * k) for k, name in enumerate(names)]
            cv2.imwrite(str(folder / f"{i}.png"), photo(*cards, seed=i, **({"height": 430} | pose))[0])
    status, out, _ = run(capsys, decks, "enrol", "mine", "--cards", 3, "--from", first)
    assert (status, "mine: 3 pictures kept" in out) == (0, True)
    status, out, _ = run(capsys, decks, "verify", "mine", "--json", "--from", second)
    named = json.loads(out)["named"]
    assert [row["verdict"] for row in named] == ["known"] * 3
    assert len({row["picture"] for row in named}) == 3
    cv2.imwrite(str(tmp_path / "empty.png"), photo()[0])
    status, out, _ = run(capsys, decks, "verify", "mine", "--from", tmp_path / "empty.png")
    assert (status, "empty.png: no card" in out) == (1, True)
