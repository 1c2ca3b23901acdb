"""The row on the table: counted, numbered, named, and followed while people do what people do."""

import cv2
import numpy as np
import pytest

from tests.vision.picture_table import Table, enrolled, px_to_mm
from vision.pictures.deck import KEPT_SIZE, look_of
from vision.pictures.played import Played
from vision.pictures.reader import RowReader
from vision.pictures.tokens import Token


class Watched:
    """A reader that is shown frames of a table, ten a second."""

    def __init__(self, table: Table, **options) -> None:
        deck = options.pop("deck", None) or enrolled()
        self.table, self.reader, self.t = table, RowReader(deck, learn=options.pop("learn", False), **options), 0.0

    def look(self, frames: int = 4):
        for _ in range(frames):
            self.t += 0.1
            view = self.reader.read(self.table.frame(), px_to_mm(), self.t)
        return view

    def titles(self, view):
        return [self.reader.deck.pictures[card.picture].title if card.picture else None for card in view.cards]


def voting_over(table):
    """The four cards of the row are numbered and the vote is open."""
    watched = Watched(table)
    watched.reader.start(expected=4)
    watched.look()
    watched.reader.lock()
    return watched


def numbers_at(view):
    """Number by place, left to right."""
    return [card.number for card in sorted(view.cards, key=lambda card: card.at[0])]


def test_a_row_is_counted_numbered_and_named():
    table = Table()
    table.row("p03", "p01", "p07", "p05", "p02")
    watched = Watched(table)
    first = watched.look(1)
    assert (first.state, first.cards) == ("reading", ())
    view = watched.look(3)
    assert (view.state, view.why) == ("done", "")
    assert [card.number for card in view.cards] == [1, 2, 3, 4, 5]
    assert watched.titles(view) == ["p03", "p01", "p07", "p05", "p02"]
    for card, x in zip(view.cards, (117, 207, 297, 387, 477), strict=True):
        assert np.allclose(card.at, (x, 210), atol=3)
        assert np.ptp([p[0] for p in card.outline]) == pytest.approx(80, abs=5)


def test_the_far_storyteller_counts_from_his_left():
    table = Table()
    table.row("p03", "p01", "p07", turned=True)
    watched = Watched(table)
    watched.reader.start(expected=3, seat="far")
    view = watched.look()
    assert numbers_at(view) == [3, 2, 1]
    assert watched.titles(view) == ["p07", "p01", "p03"]


def test_two_rows_are_numbered_row_by_row():
    table = Table()
    table.row("p01", "p02", "p03", y=145)
    table.row("p04", "p05", "p06", y=280)
    watched = Watched(table)
    assert watched.titles(watched.look()) == ["p01", "p02", "p03", "p04", "p05", "p06"]


def test_backs_are_not_counted_and_are_said_to_be_what_is_missing():
    table = Table()
    table.row("p03", "back", "p07")
    watched = Watched(table)
    watched.reader.start(expected=3)
    view = watched.look()
    assert watched.titles(view) == ["p03", "p07"]
    assert (view.state, view.why) == ("done", "face_down")


@pytest.mark.parametrize(("expected", "why"), [(5, "too_few"), (3, "too_many"), (4, "")])
def test_too_few_and_too_many(expected, why):
    table = Table()
    table.row("p03", "p01", "p07", "p05")
    watched = Watched(table)
    watched.reader.start(expected=expected)
    assert watched.look().why == why


def test_cards_laid_one_after_the_other_are_numbered_anew_until_the_row_is_whole():
    table = Table()
    watched = Watched(table)
    watched.reader.start(expected=3)
    table.put("p01", 300, 210)
    table.put("p02", 400, 210)
    assert watched.titles(watched.look()) == ["p01", "p02"]
    table.put("p03", 200, 210)
    view = watched.look()
    assert watched.titles(view) == ["p03", "p01", "p02"]
    assert [card.number for card in view.cards] == [1, 2, 3]


def test_numbers_go_with_the_cards_through_a_swap_and_a_nudge():
    table = Table()
    cards = table.row("p03", "p01", "p07", "p05")
    watched = voting_over(table)
    a, b = cards[0], cards[2]
    table.move(a, b.x, b.y)
    table.move(b, a.x, a.y)
    table.move(cards[3], cards[3].x - 5, cards[3].y + 30, 0.3)
    view = watched.look()
    assert numbers_at(view) == [3, 2, 1, 4]
    assert watched.titles(view) == ["p03", "p01", "p07", "p05"]
    assert (view.missing, view.why) == ((), "")


def test_a_hand_over_the_row_decides_nothing():
    table = Table()
    table.row("p03", "p01", "p07", "p05")
    watched = voting_over(table)
    table.hand(297, 215)
    view = watched.look(6)
    assert (view.state, view.missing) == ("hand", ())
    assert len(view.cards) == 4
    table.no_hand()
    view = watched.look()
    assert (view.state, view.missing, numbers_at(view)) == ("done", (), [1, 2, 3, 4])


def test_a_card_seen_half_under_a_hand_is_no_newcomer_when_it_has_been_pushed():
    table = Table()
    cards = table.row("p03", "p01", "p07", "p05")
    watched = voting_over(table)
    moved = table.move(cards[3], cards[3].x - 4, cards[3].y + 22, 0.15)
    table.hand(moved.x + 20, moved.y + 30)
    watched.look(5)
    table.no_hand()
    view = watched.look(5)
    assert (view.why, view.missing, numbers_at(view)) == ("", (), [1, 2, 3, 4])


def test_a_card_is_remembered_as_it_was_without_the_hand():
    """Fingers make a sharp picture: what a card is known by is not taken from a frame in which a hand lies on it."""
    table = Table()
    cards = table.row("p03", "p01", "p07", "p05")
    watched = voting_over(table)
    before = [track.look for track in watched.reader.tracks]
    table.hand(cards[1].x, cards[1].y + 20)
    assert watched.look(3).state == "hand"
    assert all(track.look is look for track, look in zip(watched.reader.tracks, before, strict=True))
    table.no_hand()
    a, b = cards[1], cards[3]
    table.move(a, b.x, b.y)
    table.move(b, a.x, a.y)
    view = watched.look()
    assert (numbers_at(view), view.missing, view.why) == ([1, 4, 3, 2], (), "")


def test_a_card_taken_away_while_votes_are_open_is_named_and_may_come_back():
    table = Table()
    cards = table.row("p03", "p01", "p07", "p05")
    watched = voting_over(table)
    table.scene.take(cards[1])
    view = watched.look()
    assert (view.state, view.why, view.missing) == ("done", "too_few", (2,))
    assert [card.number for card in view.cards] == [1, 3, 4]
    table.put("p01", cards[1].x + 6, cards[1].y - 20)
    view = watched.look()
    assert (view.why, view.missing) == ("", ())
    assert watched.titles(view) == ["p03", "p01", "p07", "p05"]


def test_tokens_on_the_cards_change_no_number_and_are_told():
    table = Table()
    cards = table.row("p03", "p01", "p07")
    watched = Watched(table, tokens=True)
    watched.reader.start(expected=3)
    watched.look()
    watched.reader.lock()
    for n, (seat, card) in enumerate((("sun", 0), ("wave", 1), ("moon", 1), ("star", 1), ("hut", 1))):
        token = Token(seat, "vote", card + 1)
        table.token(token, cards[card].x + (-18, 18)[n % 2], cards[card].y + (-40, -5, 30)[n % 3])
    between = Token("mountain", "vote", 3)
    table.token(between, (cards[1].x + cards[2].x) / 2, 210)
    view = watched.look(5)
    assert (view.state, view.missing, numbers_at(view)) == ("done", (), [1, 2, 3])
    on = {token.seat: (token.kind, token.value, set(token.on)) for token in view.tokens}
    assert on == {
        "sun": ("vote", 1, {1}), "wave": ("vote", 2, {2}), "moon": ("vote", 2, {2}), "star": ("vote", 2, {2}),
        "hut": ("vote", 2, {2}), "mountain": ("vote", 3, {2, 3}),
    }  # fmt: skip


def test_a_card_added_while_votes_are_open_gets_no_number():
    table = Table()
    table.row("p03", "p01", "p07")
    watched = Watched(table)
    watched.reader.start(expected=3)
    watched.look()
    watched.reader.lock()
    table.put("p09", 520, 210)
    view = watched.look()
    assert (view.state, view.why) == ("done", "too_many")
    assert [card.number for card in view.cards] == [1, 2, 3]


@pytest.mark.parametrize(
    ("first", "other"),
    [("p01", "p09"), ("p02", "p08"), ("p06", "p12"), ("p04", "p10"), ("p01", "p01/p08"), ("p05", "p05/p11")],
)
def test_a_card_replaced_by_another_is_missing_and_one_too_many(first, other):
    table = Table()
    cards = table.row("p03", first, "p07")
    watched = Watched(table)
    watched.reader.start(expected=3)
    watched.look()
    watched.reader.lock()
    table.scene.take(cards[1])
    table.put(other, cards[1].x, cards[1].y)
    view = watched.look(5)
    assert view.missing == (2,)
    assert view.why == "too_many"


def test_a_card_that_was_in_an_earlier_row_is_named():
    table = Table()
    table.row("p03", "p01", "p07")
    watched = Watched(table, played=Played.of([["p001", "p008", "p009"]]))
    view = watched.look()
    assert [card.used_before for card in view.cards] == [False, True, False]


def test_a_closed_row_is_used_and_a_new_one_begins():
    table = Table()
    table.row("p03", "p01", "p07")
    watched = Watched(table)
    watched.look()
    assert watched.reader.close_row() == ("p003", "p001", "p007")
    assert watched.reader.played.used == {"p001", "p003", "p007"}
    assert watched.reader.played.seen == 3
    assert watched.reader.pictures == ()


def test_strangers_are_learnt_as_they_are_played_and_known_ever_after():
    table = Table()
    table.row("p03", "p11", "p07")
    watched = Watched(table, deck=enrolled("p03", "p07"), learn=True)
    view = watched.look(9)
    assert (view.state, view.cards[1].picture) == ("done", "p003")
    assert watched.reader.deck.changed
    table.scene.clear()
    watched.reader.close_row()
    watched.look(2)
    table.put("p11", 330, 180, np.pi + 0.2)
    view = watched.look(5)
    assert (view.cards[0].picture, view.cards[0].used_before) == ("p003", True)
    assert len(watched.reader.deck) == 3


def test_strangers_are_not_named_where_nothing_is_learnt():
    table = Table()
    table.row("p03", "p11", "p07")
    watched = Watched(table, deck=enrolled("p03", "p07"))
    view = watched.look(6)
    assert watched.titles(view) == ["p03", None, "p07"]
    assert view.cards[1].p == 0.0


def test_an_empty_table_is_an_empty_row():
    watched = Watched(Table())
    watched.reader.start(expected=4)
    view = watched.look()
    assert (view.cards, view.why) == ((), "too_few")


def test_each_card_is_cut_out_once_standing_upright_to_the_storyteller():
    table = Table()
    table.row("p03", "p01", turned=True)
    kept = {}

    def keep(image):
        kept[f"cut{len(kept) + 1}"] = image
        return f"cut{len(kept)}"

    watched = Watched(table, keep=keep)
    watched.reader.start(expected=2, seat="far")
    view = watched.look(8)
    assert {card.cutout for card in view.cards} == set(kept)
    assert len(kept) == 2
    deck = watched.reader.deck
    for card in view.cards:
        match = deck.album.match(look_of(cv2.resize(kept[card.cutout], KEPT_SIZE[::-1])))
        assert (match.best, match.turned) == (card.picture, False)


def test_the_same_frames_give_the_same_views():
    def run():
        table = Table(seed=4)
        table.row("p03", "p01", "p07")
        return Watched(table).look(5)

    assert run() == run()


def test_without_a_deck_the_numbers_are_all_there_is():
    table = Table()
    table.row("p03", "p01", "p07")
    reader = RowReader(None, (80.0, 120.0))
    for i in range(4):
        view = reader.read(table.frame(), px_to_mm(), i * 0.1)
    assert [(card.number, card.picture) for card in view.cards] == [(1, None), (2, None), (3, None)]
    assert view.state == "done"


@pytest.mark.parametrize(("seat", "numbers"), [("left", [1, 2, 3]), ("right", [3, 2, 1])])
def test_from_a_short_side_a_row_of_cards_upright_to_it_is_read_as_seen_from_there(seat, numbers):
    """The cards' long edges point to the storyteller: top to bottom of the mat is his left to right, or the reverse."""
    table = Table()
    cards = [table.put(name, 300, 115 + 95 * i, np.pi / 2) for i, name in enumerate(("p03", "p01", "p07"))]
    watched = Watched(table)
    watched.reader.start(expected=3, seat=seat)
    view = watched.look()
    at = {card.number: card.at for card in view.cards}
    assert [next(n for n, p in at.items() if abs(p[1] - card.y) < 5) for card in cards] == numbers


@pytest.mark.parametrize("seat", ["left", "right"])
def test_a_row_laid_along_the_print_is_read_as_the_print_stands_though_its_storyteller_sits_at_a_short_side(seat):
    table = Table()
    table.row("p03", "p01", "p07", "p05", "p02", step=81)
    watched = Watched(table)
    watched.reader.start(expected=5, seat=seat)
    view = watched.look()
    assert (numbers_at(view), view.why) == ([1, 2, 3, 4, 5], "")


def test_a_card_that_reaches_far_out_of_the_zone_is_not_counted_until_it_is_pushed_in():
    table = Table()
    cards = [table.put("p03", 200, 210), table.put("p01", 300, 210), table.put("p07", 20, 210)]
    watched = Watched(table)
    watched.reader.start(expected=3)
    view = watched.look()
    assert (len(view.cards), view.why) == (2, "too_few")
    table.move(cards[2], 60, 210)  # a change at the rim: until all is calm it may be a hand
    view = watched.look(14)
    assert (len(view.cards), view.state, view.why) == (3, "done", "")


def test_a_numbered_card_pushed_a_little_out_of_the_zone_is_not_missing():
    table = Table()
    card = table.row("p03", "p01", "p07")[0]
    watched = Watched(table)
    watched.reader.start(expected=3)
    watched.look()
    watched.reader.lock()
    for to in (60, 42, 32):
        card = table.move(card, to, 210)
        view = watched.look()
        assert view.missing == ()
