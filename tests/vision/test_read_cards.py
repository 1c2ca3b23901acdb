"""Cards on a drawn table are named; what is not sure is asked; what is no card is nothing."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from table.rules.cards import DECK, Card
from vision.find import Level, doubtful_boxes, nearest_gap, other_views, pyramid
from vision.indices import CARDS, IndexReader, ModelError, Spot, Vote
from vision.merge import Sight, half_turn
from vision.mosaic import make_mosaic
from vision.nothing import KINDS, pictures_without_cards
from vision.reader import CardReader
from vision.recentre import around, moved_onto
from vision.steady import SteadyReader
from vision.synth import playing_faces
from vision.synth.faces import DESIGNS, Faces, draw_face
from vision.table_pictures import Laid, table_picture

PX_PER_MM = 2.0


@pytest.fixture(scope="module")
def reader() -> CardReader:
    cv2.setNumThreads(1)
    return CardReader()


def row(names: str, step: float = 75.0, turn: float = 0.0, y: float = 70.0) -> list[Laid]:
    return [Laid(Card(name), 50 + step * i, y, turn) for i, name in enumerate(names.split())]


def picture(laid, size=(760, 280), seed=0):
    return table_picture(laid, size, PX_PER_MM, seed=seed)


def test_cards_apart_are_named_where_they_lie(reader):
    laid = row("7S KH TD AC", turn=0.2)
    reading = reader.read(picture(laid), PX_PER_MM, origin_mm=(10.0, 20.0))
    assert set(reading.names) == {"7S", "KH", "TD", "AC"}
    for one in laid:
        read = reading.find(one.card)
        assert len(read.corners) == 2
        assert read.p > 0.95
        x, y = read.center_mm
        assert math.hypot(x - one.x - 10, y - one.y - 20) < 3
        assert half_turn(read.angle - one.turn) == pytest.approx(0, abs=0.06)
        assert len(read.outline_mm) == 4


def test_the_top_of_a_pile_is_named_though_the_index_of_the_next_card_stands_beside_its_own(reader):
    pile = [
        Laid(Card(name), x, y, turn)
        for name, x, y, turn in (
            ("JC", 62.8, 58.5, 3.153), ("8D", 75.3, 62.5, -0.091), ("QH", 60.4, 63.4, -0.032), ("4C", 66.5, 60.6, 3.093)
        )
    ]  # fmt: skip
    named = []
    for seed in range(4):
        image = table_picture(pile, (336, 312), 2.4, playing_faces("bold"), seed)
        named += [read.card for read in reader.read(image, 2.4).cards]
    assert named.count("4C") == 4
    assert set(named) <= {"4C", "8D"}


def test_the_top_of_a_pile_is_named_though_both_its_indices_stand_beside_those_of_other_cards(reader):
    pile = [
        Laid(Card(name), x, y, turn)
        for name, x, y, turn in (("7H", 72.6, 79.5, -0.063), ("AH", 92.4, 70.6, -0.028), ("4H", 81.5, 69.5, -0.042))
    ]
    for seed in range(6):
        image = table_picture(pile, (336, 408), 2.4, playing_faces("classic"), seed)
        reading = reader.read(image, 2.4)
        assert set(reading.names) == {"7H", "AH", "4H"}
        assert len(reading.find(Card("4H")).corners) == 2


def test_a_spot_beside_its_index_is_moved_onto_it_and_never_onto_the_next_one():
    spot = Spot(100.0, 50.0, math.pi / 2, 20.0, 0.9)
    right = [one for one in around(spot) if one.x > 103]
    assert [(round(one.x), round(one.y)) for one in right] == [(106, 50)]

    def beside(at: Spot, card: str, strength: float) -> Sight:
        cards = np.zeros(52)
        cards[CARDS.index(card)] = 1.0
        return Sight(at, Vote(cards, shown=strength, suit_hidden=0.0))

    def reads(card: str):
        return lambda places: [("seen", beside(at, card, 0.95 if at in right else 0.2)) for at in places]

    nothing_much = [beside(spot, "AS", 0.1)]
    assert moved_onto(nothing_much, reads("4C"))[0][1].spot == right[0]
    poorly_read = [beside(spot, "8D", 0.7)]
    assert moved_onto(poorly_read, reads("8D"))[0][1].spot == right[0]
    assert moved_onto(poorly_read, reads("4C")) == {}
    assert moved_onto([beside(spot, "8D", 0.9)], reads("8D")) == {}


def test_a_deck_with_jumbo_indices_is_named(reader):
    jumbo = replace(DESIGNS["round"], name="jumbo", index=18.0, suit=12.0, squeeze=0.7)
    faces = Faces("jumbo", jumbo.size, DECK, lambda name: draw_face(jumbo, name))
    laid = row("7S KH TD AC", turn=0.2)
    image = table_picture(laid, (760, 280), PX_PER_MM, faces)
    assert set(reader.read(image, PX_PER_MM).names) == {"7S", "KH", "TD", "AC"}


def test_a_photo_of_unknown_scale_gives_the_same_names_and_no_mm(reader):
    image = cv2.resize(picture(row("7S KH TD AC", turn=-0.3)), None, fx=1.7, fy=1.7, interpolation=cv2.INTER_CUBIC)
    reading = reader.read(image)
    assert set(reading.names) == {"7S", "KH", "TD", "AC"}
    assert all(read.outline_mm is None for read in reading.cards)


@pytest.mark.parametrize("turn", [0.0, math.pi / 2, math.pi, -math.pi / 2, 2.5])
def test_six_and_nine_are_told_apart_any_way_up(reader, turn):
    laid = [Laid(Card("6S"), 60, 70, turn), Laid(Card("9S"), 180, 70, turn), Laid(Card("9D"), 300, 70, -turn)]
    reading = reader.read(picture(laid), PX_PER_MM)
    assert set(reading.names) == {"6S", "9S", "9D"}


def test_overlapped_cards_are_named_by_the_corner_that_shows(reader):
    laid = [Laid(Card("QD"), 60, 70), Laid(Card("5C"), 82, 72), Laid(Card("JH"), 104, 70)]
    reading = reader.read(picture(laid), PX_PER_MM)
    assert set(reading.names) <= {"QD", "5C", "JH"}
    assert {"5C", "JH"} <= set(reading.names) | {place.candidates[0][0] for place in reading.unsure}
    assert reading.find(Card("JH")).corners


def test_a_card_that_lies_twice_is_not_claimed_twice(reader):
    laid = row("7S 7S KH", step=90)
    reading = reader.read(picture(laid), PX_PER_MM)
    assert reading.names.count("7S") <= 1
    assert any(place.why == "twice" for place in reading.unsure)


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_what_is_no_card_gets_no_name(reader, number):
    pictures = list(pictures_without_cards(number + 1))
    kind, image = pictures[number]
    assert reader.read(image).names == (), kind


def test_an_empty_table_is_empty(reader):
    reading = reader.read(picture([]), PX_PER_MM)
    assert reading.cards == ()
    assert reading.unsure == ()


def test_the_same_picture_reads_the_same(reader):
    image = picture(row("2C 3D 4H"))
    first, second = reader.read(image, PX_PER_MM), reader.read(image, PX_PER_MM)
    assert first.cards == second.cards


@pytest.mark.parametrize("shape", [(40, 40), (33, 700), (16, 16)])
def test_odd_sizes_do_no_harm(reader, shape):
    reader.read(np.full((*shape, 3), 90, np.uint8))
    reader.read(np.full(shape, 90, np.uint8), 2.0)


@pytest.mark.parametrize(
    "wrong", [np.zeros((9, 9, 3)), np.zeros((9, 9, 2), np.uint8), np.zeros((0, 9, 3), np.uint8), None]
)
def test_what_is_no_picture_is_refused(reader, wrong):
    with pytest.raises(ValueError, match="picture"):
        reader.read(wrong)


def test_a_missing_net_is_one_line(tmp_path):
    with pytest.raises(ModelError, match=r"cannot be loaded: install the program anew$"):
        IndexReader(tmp_path / "none.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"not a net")
    with pytest.raises(ModelError, match=r"bad\.onnx cannot be loaded"):
        IndexReader(tmp_path / "bad.onnx")


def test_what_has_not_changed_is_not_read_again(reader):
    laid = row("7S KH TD AC")
    steady = SteadyReader(reader)
    first = steady.read(picture(laid, seed=1), PX_PER_MM)
    again = steady.read(picture(laid, seed=2), PX_PER_MM)
    assert first.fresh == 1.0
    assert again.fresh == 0.0
    assert again.cards == first.cards


def test_only_the_changed_place_is_read_again(reader):
    laid = row("7S KH TD AC")
    steady = SteadyReader(reader)
    steady.read(picture(laid), PX_PER_MM)
    moved = steady.read(picture([*laid[:3], Laid(Card("2H"), 275, 70)]), PX_PER_MM)
    assert 0 < moved.fresh < 0.6
    assert set(moved.names) == {"7S", "KH", "TD", "2H"}
    taken = steady.read(picture(laid[:3]), PX_PER_MM)
    assert set(taken.names) == {"7S", "KH", "TD"}


def test_a_brighter_lamp_is_no_change(reader):
    steady = SteadyReader(reader)
    image = picture(row("7S KH"))
    steady.read(image, PX_PER_MM)
    assert steady.read(cv2.add(image, (4, 4, 4, 0)), PX_PER_MM).fresh == 0.0


def test_the_pyramid_never_blows_a_picture_up_far():
    levels = pyramid(np.zeros((300, 400, 3), np.uint8))
    assert max(level.factor for level in levels) <= 1.6
    assert pyramid(np.zeros((20, 20, 3), np.uint8))[0].factor == 1.0


def test_fans_are_searched_finely_and_lone_cards_are_not():
    lone = [Spot(100 + 200 * i, 100, 1.57, 30, 0.9) for i in range(4)]
    fan = [Spot(100 + 20 * i, 500, 1.57, 30, 0.9) for i in range(5)]
    assert doubtful_boxes(lone, 2.0, 1000, 800) == []
    (box,) = doubtful_boxes([*lone, *fan], 2.0, 1000, 800)
    assert all(box[0] < spot.x < box[2] and box[1] < spot.y < box[3] for spot in fan)


def test_parts_searched_in_one_go_keep_their_places():
    rng = np.random.default_rng(1)
    parts = [rng.integers(0, 255, (tall, wide, 3), dtype=np.uint8) for tall, wide in ((90, 40), (30, 200), (61, 33))]
    mosaic = make_mosaic(parts)
    assert mosaic.image.shape[0] % 128 == mosaic.image.shape[1] % 128 == 0
    for i, (part, (left, top)) in enumerate(zip(parts, mosaic.offsets, strict=True)):
        assert (mosaic.image[top : top + part.shape[0], left : left + part.shape[1]] == part).all()
        assert mosaic.part_at(left + 1, top + 1) == i
    assert mosaic.part_at(-5, -5) is None


def test_a_place_seen_otherwise_at_another_scale_is_kept_for_a_weak_first_look():
    kept = [Spot(100, 100, 0.0, 40, 0.9), Spot(300, 100, 0.0, 40, 0.8)]
    same, aside, taller, far = (
        Spot(101, 100, 0.0, 41, 0.7),
        Spot(107, 100, 0.0, 40, 0.5),
        Spot(300, 102, 0.0, 50, 0.4),
        Spot(200, 100, 0.0, 40, 0.3),
    )
    assert other_views(kept, [*kept, same, aside, taller, far]) == [(0, aside), (1, taller)]
    assert other_views([], []) == []


def test_a_weak_first_look_is_helped_by_another_view_of_the_place(reader):
    (card,) = row("7S")
    image = picture([card])
    # The index of a card whose middle lies at (50, 70) mm, and a spot half beside it, as where two indices melted.
    true = Spot((50 - 25.5) * PX_PER_MM, (70 - 33) * PX_PER_MM, math.pi / 2, 15.5 * PX_PER_MM, 0.6)
    beside = Spot(true.x + 0.33 * true.height, true.y, true.down, 0.7 * true.height, 0.9)
    helped = reader.look([Level(1.0, image)], [beside], [(0, true)])
    (sight,) = helped
    assert CARDS[sight.vote.best] == "7S"
    assert sight.spot == true


def test_the_nearest_gap_counts_hot_spots_only():
    spots = [Spot(0, 0, 0, 30, 0.9), Spot(60, 0, 0, 30, 0.9), Spot(10, 0, 0, 30, 0.1)]
    assert nearest_gap(spots) == 60
    assert nearest_gap(spots[:1]) == math.inf
    assert nearest_gap([]) == math.inf
