"""The scenes that the nets learn from say the truth about what can be seen in them."""

import cv2
import numpy as np
import pytest

from vision.indices import GLYPHS, NET_SUITS
from vision.synth.faces import DESIGNS, playing_faces
from vision.training.calibrate import fit, newton
from vision.training.crops import NONE, UNKNOWN, CropMaker, ramp
from vision.training.faces import HEIGHT, WIDTH, drawn_deck, find_index, load_deck, paper_of
from vision.training.indexart import draw_style, recoloured
from vision.training.scenes import COLUMNS, Canvas, SceneMaker, card_mask, corner_boxes, layouts, turned
from vision.training.shards import load_shard, make_shards, shards_in


@pytest.fixture(scope="module")
def deck_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faces") / "drawn"
    folder.mkdir()
    faces = playing_faces("classic")
    for rank in "A23456789TJQK":
        for suit in "SHDC":
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), faces[rank + suit])
    return folder


@pytest.fixture(scope="module")
def deck(deck_folder):
    return load_deck(deck_folder)


def test_the_index_is_found_in_the_faces(deck):
    for box in (deck.rank_box, deck.suit_box):
        left, top, right, bottom = box
        assert 4 < left < right < 60
        assert 4 < top < bottom < 130
    assert deck.rank_box[3] <= deck.suit_box[1]
    assert set(deck.ranks) == set("A23456789TJQK")
    assert set(deck.suits) == set("SHDC")


@pytest.mark.parametrize("design", list(DESIGNS))
def test_the_decks_that_the_project_draws_can_be_learnt_from(design):
    deck = drawn_deck(design)
    assert len(deck.faces) == 52
    assert set(deck.ranks) == set("A23456789TJQK")
    left, top, right, bottom = deck.suit_box
    ink = paper_of(deck.faces["7D"]) - deck.faces["7D"][top:bottom, left:right].reshape(-1, 3).astype(float)
    assert np.abs(ink).max() > 100


def test_a_deck_of_two_inks_gets_four(deck):
    left, top, right, bottom = deck.suit_box
    middle = ((top + bottom) // 2, (left + right) // 2)
    colours = {suit: recoloured(deck.faces["7" + suit], suit)[middle].astype(int) for suit in "CDHS"}
    assert colours["H"][2] > colours["H"][0] + 80  # red
    assert colours["D"][0] > colours["D"][2] + 80  # blue
    assert colours["C"][1] > max(colours["C"][0], colours["C"][2]) + 40  # green
    assert colours["S"].max() < 60  # black


def test_decks_without_foreign_letters_still_make_scenes(deck):
    maker = SceneMaker([deck], seed=6, foreign=1.0)
    styles = [draw_style(maker.rng, maker.glyphs, foreign=1.0) for _ in range(20)]
    assert all(style.printed == {} for style in styles)
    image, _ = maker.scene()
    assert image.shape == (448, 448, 3)


def test_far_views_show_cards_in_more_than_one_place():
    rng = np.random.default_rng(3)
    far = [layouts(rng, 260.0) for _ in range(40)]
    near = [layouts(rng, 100.0) for _ in range(40)]
    assert np.mean([len(places) for places in far]) > 1.5 * np.mean([len(places) for places in near])
    assert max(abs(x) for places in far for x, _, _ in places) > 150


def test_faces_without_an_index_are_no_deck():
    blank = {rank + suit: np.full((HEIGHT, WIDTH, 3), 255, np.uint8) for rank in "23456789" for suit in "SHDC"}
    assert find_index(blank) is None


def test_a_turned_box_turned_again_is_itself(deck):
    assert turned(turned(deck.rank_box)) == deck.rank_box
    assert len(corner_boxes(deck.rank_box, deck.suit_box, four=True)) == 4


def canvas() -> Canvas:
    ground = np.full((448, 448, 3), 90, np.float32)
    return Canvas(
        np.random.default_rng(1), ground, np.array([[2.5, 0, 224], [0, 2.5, 224], [0, 0, 1]]), 2.5, card_mask()
    )


def test_what_a_card_covers_is_not_seen(deck):
    laid = canvas()
    boxes = corner_boxes(deck.rank_box, deck.suit_box, four=False)
    laid.lay(deck.faces["7S"], (0.0, 0.0, 0.0), "7S", boxes)
    alone = laid.labels()
    assert alone.shape == (2, len(COLUMNS))
    assert (alone[:, 6:] == 1).all()
    laid.lay(deck.faces["KH"], (25.0, 30.0, 0.0), "KH", boxes)
    labels = laid.labels()
    sevens = labels[labels[:, 4] == GLYPHS.index("7")]
    assert len(sevens) == 1
    assert sevens[0, 6] == 1
    assert abs(sevens[0, 2] - np.pi / 2) < 0.01  # it stands upright: the suit lies below the rank
    assert NET_SUITS[int(sevens[0, 5])] == "S"


def test_targets_are_shares_of_what_is_seen():
    maker = CropMaker(np.random.default_rng(1))
    image = np.zeros((100, 100, 3), np.uint8)
    for rank_seen, suit_seen in ((1.0, 1.0), (0.5, 1.0), (1.0, 0.0), (0.1, 1.0)):
        label = np.array([50, 50, 0, 30, 6, 2, rank_seen, suit_seen], np.float32)
        maker.add(image, 50, 50, 0.0, 30, label)
    maker.add(image, 50, 50, 0.0, 30, None)
    crops = maker.crops()
    assert crops.ranks[:, 6].tolist() == pytest.approx([1, 0.5, 1, 0, 0], abs=1e-6)
    assert crops.ranks[:, NONE].tolist() == pytest.approx([0, 0.5, 0, 1, 1], abs=1e-6)
    assert crops.suits[:3, UNKNOWN].tolist() == pytest.approx([0, 0, 1], abs=1e-6)
    assert crops.suit_counts.tolist() == pytest.approx([1, 0.5, 1, 0, 0], abs=1e-6)


def test_ramp_rises_between_its_ends():
    assert [ramp(value, 0.2, 0.6) for value in (0.1, 0.2, 0.4, 0.6, 0.9)] == pytest.approx([0, 0, 0.5, 1, 1])


def test_the_same_seed_makes_the_same_shards_and_a_second_run_makes_none_anew(deck, tmp_path, monkeypatch):
    monkeypatch.setattr("vision.training.shards.SCENES", 2)
    for name in ("a", "b"):
        make_shards(SceneMaker([deck], seed=4), tmp_path / name, 1)
    first, second = (load_shard(shards_in(tmp_path / name)[0]) for name in ("a", "b"))
    assert len(first) == 2
    for (image, labels), (image2, labels2) in zip(first, second, strict=True):
        assert (image == image2).all()
        assert (labels == labels2).all()
        assert (labels[:, 6:] <= 1).all()
    before = shards_in(tmp_path / "a")[0].stat().st_mtime_ns
    make_shards(SceneMaker([deck], seed=5), tmp_path / "a", 1)
    assert shards_in(tmp_path / "a")[0].stat().st_mtime_ns == before


def test_calibration_finds_the_odds_that_made_the_data():
    rng = np.random.default_rng(2)
    xs = np.column_stack([rng.normal(size=4000), np.ones(4000)])
    right = rng.random(4000) < 1 / (1 + np.exp(-(2 * xs[:, 0] + 1)))
    assert newton(xs, right.astype(float)) == pytest.approx([2, 1], abs=0.2)


def test_a_calibration_without_any_readings_claims_nothing_by_itself():
    assert all(abs(weight) < 1e-6 for weights in fit([]).values() for weight in weights)
