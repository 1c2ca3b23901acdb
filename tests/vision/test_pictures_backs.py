"""Cards that lie face down are not counted: with an enrolled back, with none, and with one that has an upper end.

A card laid twice stands for a face-down one whose back is a picture with an upper and a lower end: ``p12`` here.
"""

import numpy as np

from tests.vision.picture_table import Table, enrolled, faces, kept, px_to_mm
from vision.pictures.backs import BackWatch
from vision.pictures.deck import BACK as BACK_ID
from vision.pictures.deck import PictureDeck, look_of
from vision.pictures.find import Found, rectangle
from vision.pictures.reader import RowReader
from vision.pictures.track import Sighting, likeness

BACK = "p12"
KNOWN = faces().names[:11]


class Shown:
    """A reader that is shown frames of a table, ten a second."""

    def __init__(self, table: Table, deck: PictureDeck, expected: int | None = None, learn: bool = True) -> None:
        self.table, self.t = table, 0.0
        self.reader = RowReader(deck, learn=learn)
        self.reader.start(expected=expected)

    def look(self, frames: int = 9):
        for _ in range(frames):
            self.t += 0.1
            view = self.reader.read(self.table.frame(), px_to_mm(), self.t)
        return view


def without_back(*names: str, expected: int | None = None) -> PictureDeck:
    """A deck whose back was never shown."""
    deck = PictureDeck("test", expected=expected)
    for one in enrolled(*names).pictures.values():
        deck.add(one.views[0], title=one.title)
    return deck


def test_two_cards_that_look_the_same_lie_face_down_whatever_their_back():
    table = Table()
    table.row("p03", BACK, "p07", BACK)
    shown = Shown(table, without_back(*KNOWN), expected=4)
    view = shown.look()
    assert np.allclose([card.at[0] for card in view.cards], (162, 342), atol=3)
    assert (view.state, view.why) == ("done", "face_down")


def test_they_are_no_pictures_of_a_deck_that_grows_and_are_known_from_then_on():
    table = Table()
    cards = table.row("p03", BACK, "p07", BACK)
    deck = PictureDeck("test")
    shown = Shown(table, deck, expected=3)
    shown.look(14)
    assert len(deck) == 2
    table.scene.cards.remove(cards[3])
    view = shown.look()
    assert (len(view.cards), view.why) == (2, "face_down"), "one alone lies face down, too"


def test_two_pictures_that_resemble_each_other_are_no_backs_when_the_deck_knows_both():
    table = Table()
    table.row("p03", "p03'", "p07")
    shown = Shown(table, without_back("p03", "p03'", "p07"), expected=3)
    view = shown.look()
    assert (len(view.cards), view.why) == (3, "")


def test_a_card_that_a_whole_deck_does_not_know_may_lie_face_down_and_is_asked_about():
    table = Table()
    table.row("p03", BACK, "p07")
    deck = without_back(*KNOWN, expected=11)
    shown = Shown(table, deck, expected=3)
    view = shown.look(14)
    assert (view.state, view.why) == ("cannot", "face_down")
    assert len(deck) == 11
    shown.reader.lock()  # the storyteller says that the row lies
    view = shown.look()
    assert (view.state, view.why, len(view.cards)) == ("done", "", 3)


def test_with_the_back_known_such_a_card_is_a_picture_that_is_new():
    table = Table()
    table.row("p03", BACK, "p07")
    deck = enrolled(*KNOWN)
    deck.expected = 11
    view = Shown(table, deck, expected=3, learn=False).look(14)
    assert (view.state, view.why) == ("done", "")
    assert [card.picture is None for card in view.cards] == [False, True, False]


def test_a_known_back_cut_out_beside_its_place_is_still_known():
    """Lying on a sheet of paper, say, where the net tells its place badly: quickly compared it is another picture."""
    deck = enrolled(*KNOWN)
    watch = BackWatch(deck, learn=False)
    assert deck.back is not None
    aside = look_of(np.roll(deck.back, (26, 16), axis=(0, 1)))
    assert likeness(aside, deck.backs.looks_of(BACK_ID)[0]) < 0.2
    assert watch.is_back(aside, beside=True)
    pictures = [look_of(np.roll(one.views[0], (26, 16), axis=(0, 1))) for one in deck.pictures.values()]
    assert not any(watch.is_back(look, beside=True) for look in pictures)


def test_a_picture_that_looks_the_same_both_ways_round_stays_what_it_was_when_it_is_turned():
    look = look_of(kept(faces()["back"]))
    outline = rectangle((100.0, 100.0), 0.0, (80.0, 120.0))
    one = Sighting(Found((100.0, 100.0), 0.0, outline, 1.0, 1.0, 0.0), look, outline)
    image = np.zeros((300, 300, 3), np.uint8)
    watch = BackWatch(without_back(*KNOWN), learn=False)
    assert watch.face_down([one], image) == [True]
    assert watch.face_down([one], image, [look]) == [False]
    assert watch.face_down([one], image, [look.turned()]) == [False]
    assert watch.face_down([one], image, [look_of(kept(faces()["p01"]))]) == [True]
    told = BackWatch(enrolled(*KNOWN), learn=False)
    assert told.face_down([one], image, [look]) == [True], "the deck's own back is one, wherever it lay before"
