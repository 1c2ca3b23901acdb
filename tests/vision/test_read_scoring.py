"""The benchmark counts what it says it counts."""

import json

import pytest

from table.rules.cards import DECK, Card
from vision.files import PictureError
from vision.reading import Corner, ReadCard, Reading, UnsurePlace
from vision.scoring import Label, Photo, load_photos, reliability, score


def claim(card: str, p: float = 0.99, at=(0.0, 0.0)) -> ReadCard:
    corner = Corner(center_px=at, height_px=20, angle=0, best=Card(card), p=p)
    return ReadCard(card=Card(card), p=p, outline_px=(at,) * 4, corners=(corner,))


def question(*cards: str) -> UnsurePlace:
    return UnsurePlace(box=(0, 0, 1, 1), candidates=tuple((Card(card), 0.4) for card in cards))


def photo(*cards: str, tmp="x.jpg") -> Photo:
    return Photo(tmp, "multi", tuple(Label(card) for card in cards))


def test_right_wrong_and_unsure_are_counted_once():
    tally = score(
        photo("7S", "8S", "9S", "TS"), Reading(cards=(claim("7S"), claim("9C")), unsure=(question("8S", "8C"),))
    )
    assert (tally.cards, tally.right, tally.wrong, tally.unsure, tally.exact) == (4, 1, 1, 1, 0)
    assert tally.confusions == {("9S", "9C"): 1}


def test_a_photo_is_exact_only_if_nothing_is_missing_or_too_much():
    assert score(photo("7S", "8S"), Reading(cards=(claim("8S"), claim("7S")))).exact == 1
    assert score(photo("7S"), Reading(cards=(claim("8S"), claim("7S")))).exact == 0
    assert score(photo("7S", "8S"), Reading(cards=(claim("7S"),))).exact == 0


def test_ranks_alone_are_compared_where_only_ranks_are_labelled():
    tally = score(photo("K", "K"), Reading(cards=(claim("KS"), claim("KD"), claim("QD"))))
    assert (tally.right, tally.wrong) == (2, 1)


def test_a_whole_deck_is_scored_where_the_cards_lie():
    labels = tuple(Label(card, (20.0 * i, 0.0, 20.0 * i + 10, 10.0)) for i, card in enumerate(DECK))
    deck = Photo("deck.jpg", "fan", labels, index_boxes=True)
    right = [claim(card, at=(20.0 * i + 5, 5.0)) for i, card in enumerate(DECK)]
    assert score(deck, Reading(cards=tuple(right))).exact == 1
    # The names of the first two exchanged: the set of names is still complete, both are wrong.
    swapped = [claim(DECK[1], at=(5.0, 5.0)), claim(DECK[0], at=(25.0, 5.0)), *right[2:]]
    tally = score(deck, Reading(cards=tuple(swapped)))
    assert (tally.right, tally.wrong, tally.exact) == (50, 2, 0)


def test_reliability_compares_what_was_stated_with_what_was_right():
    stated = [(0.96, True)] * 9 + [(0.96, False)] + [(0.2, False)]
    assert reliability(stated)[-1][1:] == (pytest.approx(0.96), pytest.approx(0.9), 10)


def test_labels_that_cannot_be_understood_are_one_line(tmp_path):
    with pytest.raises(PictureError, match=r"labels\.json: no such file"):
        load_photos(tmp_path)
    (tmp_path / "labels.json").write_text("{")
    with pytest.raises(PictureError, match="not labels that can be understood"):
        load_photos(tmp_path)
    (tmp_path / "labels.json").write_text(
        json.dumps({"images": {"a.jpg": {"cards": ["7S", {"card": "8S", "box": [1, 2, 3, 4]}]}}})
    )
    (read,) = load_photos(tmp_path)
    assert [label.card for label in read.labels] == ["7S", "8S"]
