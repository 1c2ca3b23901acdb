"""Following two piles: settled looks and touches in, what hands did out. No pictures here."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from table.rules.cards import Card
from vision.follow import Follower, Touch
from vision.look import CARD_AREA, Look, agree
from vision.pile import covers, index_places, top_of
from vision.reading import Corner, ReadCard, UnsurePlace
from vision.spots import Spot, both, join_ends, spots_of, spots_of_place, without_ghosts

NAN = float("nan")


def spot(
    name: str | None, x: float = 356, y: float = 210, ends: int = 2, p: float = 0.99, turn: float = 0.0, **more
) -> Spot:
    """A card with its middle at (x, y); `ends`: how many of its indices are read."""
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)]
    outline = tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in corners)
    places = index_places(outline)
    card = None if name is None else Card(name)
    return Spot(outline, places[:ends], card, p, more.get("runner_up", ()), turn, more.get("why", ""))


def pile(*spots: Spot, t: float = 1.0, **more) -> Look:
    fields = {
        "occupied": CARD_AREA if spots else 0.0,
        "backs": 0.0,
        "unread": 0.0,
        "shift": NAN,
        "burnt": 0.0,
        "level": 200,
    }
    return Look("discard", t, tuple(spots), **{**fields, **more})


def stock(t: float = 1.0, shift: float = 0.0, here: bool = True) -> Look:
    return Look("stock", t, (), CARD_AREA if here else 0.0, CARD_AREA if here else 0.0, 0.0, shift, 0.0, 200)


def hand(side: str = "near", zone: str = "discard") -> Touch:
    return Touch(zone, 1.0, 0.4, side)


@pytest.fixture
def follower():
    """A hand of gin after the deal: 7S lies open beside the stock."""
    it = Follower()
    it.reset(Card("7S"))
    it.stock = True
    return it


def told(changes) -> list[tuple[str, str | None, str | None]]:
    return [(change.kind, change.card, change.side) for change in changes]


# -- an ordinary turn -------------------------------------------------------------------------------------------


def test_a_draw_shows_by_the_next_back_on_the_stock_and_is_certain_with_the_discard(follower):
    (likely,) = follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    drawn, discarded = follower.see_discard(pile(spot("KD")), hand())
    assert told([likely, drawn, discarded]) == [*[("drawn", None, "near")] * 2, ("discarded", "KD", "near")]
    assert likely.p < 0.9 < drawn.p, "the whole stock, pushed by as little, looks the same"


def test_a_stock_that_was_only_pushed_before_the_card_came_from_the_pile_is_no_draw(follower):
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    follower.see_discard(pile(), hand("near"))
    assert told(follower.see_discard(pile(spot("KD")), hand())) == [("discarded", "KD", "near")]


def test_a_stock_pushed_by_the_one_who_waits_is_no_draw_of_his(follower):
    follower.see_discard(pile(), hand("near"))
    (push,) = follower.see_stock(stock(shift=0.6), hand("far", "stock"))
    assert push.p < 0.9
    assert told(follower.see_discard(pile(spot("KD")), hand("near"))) == [("discarded", "KD", "near")]


def test_a_draw_stays_one_though_the_other_player_pushes_the_stock_after_it(follower):
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    follower.see_stock(stock(shift=0.6), hand("far", "stock"))
    drawn, _ = follower.see_discard(pile(spot("KD")), hand("near"))
    assert (drawn.kind, drawn.side) == ("drawn", "near")
    assert drawn.p > 0.9


def test_a_squared_stock_does_not_show_the_draw_and_the_discard_does(follower):
    assert follower.see_stock(stock(shift=0.01), hand("near", "stock")) == []
    changes = follower.see_discard(pile(spot("KD")), hand())
    assert told(changes) == [("drawn", None, "near"), ("discarded", "KD", "near")]
    assert changes[0].p >= 0.95


def test_a_discard_while_the_hand_still_covers_the_stock(follower):
    follower.touch_stock(hand("far", "stock"))
    assert told(follower.see_discard(pile(spot("KD")), hand("far")))[0] == ("drawn", None, "far")


def test_a_discard_without_any_touch_of_the_stock_was_drawn_all_the_same_but_less_surely(follower):
    drawn, discarded = follower.see_discard(pile(spot("KD")), hand())
    assert drawn.kind == "drawn"
    assert drawn.p < 0.9
    assert discarded.p == pytest.approx(0.99)


def test_the_only_card_taken_leaves_the_mat_bare(follower):
    assert told(follower.see_discard(pile(), hand("far"))) == [("taken", "7S", "far")]
    assert told(follower.see_discard(pile(spot("2H")), hand("far"))) == [("discarded", "2H", "far")]


def test_taking_shows_the_card_below(follower):
    follower.see_discard(pile(spot("KD")), hand())
    assert told(follower.see_discard(pile(spot("7S")), hand("far"))) == [("taken", "KD", "far")]
    assert told(follower.see_discard(pile(spot("4C")), hand("far"))) == [("discarded", "4C", "far")]
    assert follower.pile == ["7S", "4C"]


def test_reaching_out_and_going_back_is_nothing(follower):
    assert follower.see_stock(stock(shift=0.01), hand("near", "stock")) == []
    assert follower.see_discard(pile(spot("7S")), hand()) == []


def test_a_pushed_stock_is_no_draw(follower):
    assert follower.see_stock(stock(shift=3.0), hand("near", "stock")) == []


def test_two_touches_of_the_stock_in_one_turn_are_one_draw(follower):
    assert len(follower.see_stock(stock(shift=0.5), hand("near", "stock"))) == 1
    assert follower.see_stock(stock(shift=0.5), hand("near", "stock")) == []


def test_a_draw_by_the_other_side_is_told_though_the_discard_before_it_was_not_read(follower):
    follower.see_stock(stock(shift=0.5), hand("far", "stock"))
    assert told(follower.see_stock(stock(shift=0.5), hand("near", "stock"))) == [("drawn", None, "near")]


def test_the_stock_goes(follower):
    assert told(follower.see_stock(stock(here=False), hand("near", "stock"))) == [("stock_gone", None, "near")]


# -- what goes wrong at tables ----------------------------------------------------------------------------------


def test_the_taken_card_put_back_is_named_so(follower):
    follower.see_discard(pile(spot("KD")), hand())
    follower.see_discard(pile(spot("7S")), hand("far"))
    assert told(follower.see_discard(pile(spot("KD")), hand("far"))) == [("put_back", "KD", "far")]


def test_a_card_dropped_and_picked_up_again(follower):
    follower.see_stock(stock(shift=0.5), hand("near", "stock"))
    follower.see_discard(pile(spot("KD")), hand())
    assert told(follower.see_discard(pile(spot("7S")), hand())) == [("taken", "KD", "near")]
    assert told(follower.see_discard(pile(spot("3C")), hand())) == [("discarded", "3C", "near")]


def test_a_pile_knocked_over_and_put_together_again_is_nothing(follower):
    for name in ("KD", "3C"):
        follower.see_discard(pile(spot(name)), hand())
    spread = pile(spot("7S", 322, ends=1), spot("KD", 345, ends=1), spot("3C", 368))
    assert follower.see_discard(spread, hand()) == []
    assert follower.see_discard(pile(spot("3C")), hand()) == []
    assert follower.pile == ["7S", "KD", "3C"]


def test_a_pile_cleared_away_is_cleared_and_nothing_taken(follower):
    follower.see_discard(pile(spot("KD")), hand())
    assert told(follower.see_discard(pile(), hand())) == [("cleared", None, "near")]


def test_a_discard_face_down(follower):
    follower.see_stock(stock(shift=0.5), hand("near", "stock"))
    said = told(follower.see_discard(pile(backs=0.8 * CARD_AREA), hand()))
    assert said == [("drawn", None, "near"), ("discarded_face_down", None, "near")]
    assert follower.see_discard(pile(backs=0.8 * CARD_AREA), hand()) == []


def test_a_back_over_a_card_that_was_never_read_is_no_discard_of_that_card(follower):
    follower.see_discard(pile(spot(None, p=0.6, runner_up=((Card("8S"), 0.6),))), hand())
    follower.see_stock(stock(shift=0.5), hand("far", "stock"))
    follower.see_discard(pile(spot("KD")), hand("far"))
    peeping = pile(spot("6S", 330, ends=1), backs=0.7 * CARD_AREA)
    assert told(follower.see_discard(peeping, hand()))[-1] == ("discarded_face_down", None, "near")


def test_without_a_hand_nothing_happened_whatever_is_read(follower):
    assert follower.see_discard(pile(spot("KD")), None) == []
    assert follower.see_discard(pile(), None) == []
    assert follower.pile == ["7S"]


def test_an_unread_top_is_told_with_its_candidates_and_no_certainty(follower):
    follower.see_stock(stock(shift=0.5), hand("near", "stock"))
    doubtful = spot(None, p=0.5, runner_up=((Card("7D"), 0.5), (Card("TD"), 0.4)))
    _, change = follower.see_discard(pile(doubtful), hand())
    assert (change.kind, change.card, change.p) == ("discarded", "7D", 0.5)
    assert change.runner_up == (("TD", 0.4),)


def test_an_unread_top_that_is_read_later_gets_its_name_and_is_no_new_discard(follower):
    follower.see_discard(pile(spot(None, p=0.5, runner_up=((Card("7D"), 0.5),))), hand())
    assert follower.see_discard(pile(spot("TD")), None) == []
    assert follower.pile == ["7S", "TD"]


def test_an_unread_top_that_was_only_pushed_is_no_second_discard(follower):
    doubtful = unread(("AC", 0.82), ("3C", 0.17))
    assert len(follower.see_discard(pile(doubtful), hand("near"))) == 2
    assert follower.see_discard(pile(doubtful), hand("far")) == []
    assert follower.pile == ["7S", None]


def test_a_card_that_was_never_named_shows_again_when_the_one_on_it_is_taken(follower):
    three = unread(("3H", 0.89), ("9H", 0.04))
    follower.see_discard(pile(three), hand("near"))
    follower.see_discard(pile(spot("5D")), hand("far"))
    (said,) = follower.see_discard(pile(unread(("3H", 0.9), ("KH", 0.02))), hand("near"))
    assert (said.kind, said.card) == ("taken", "5D")
    assert follower.pile == ["7S", None]


def test_a_take_is_no_certainty_while_a_strange_card_shows(follower):
    follower.pile = [Card("TC"), Card("3D"), Card("7S")]
    strange = spot("TS", x=352, y=211, ends=1)
    look = pile(replace(strange, ends=spot("TS", x=352, y=211).ends[1:]), spot("3D", x=351, y=206))
    (said,) = follower.see_discard(look, hand("far"))
    assert (said.kind, said.card) == ("taken", "7S")
    assert said.p < 0.9


def test_that_a_card_was_taken_that_nobody_could_name_is_no_certainty(follower):
    follower.see_discard(pile(unread(("3H", 0.5), ("9H", 0.4))), hand("near"))
    (said,) = follower.see_discard(pile(spot("7S")), hand("far"))
    assert (said.kind, said.card) == ("taken", None)
    assert said.p < 0.95


def test_a_card_that_was_not_named_gets_its_name_by_the_end_that_shows_under_the_next(follower):
    follower.see_discard(pile(unread(("3H", 0.89), ("9H", 0.04))), hand("near"))
    follower.see_discard(pile(spot("5D", x=366, y=218), spot("9H", x=350, ends=1)), hand("far"))
    assert follower.pile == ["7S", "9H", "5D"]


def test_an_unread_top_that_reads_as_its_likeliest_name_later_is_the_same_card_whoever_has_drawn(follower):
    follower.see_discard(pile(unread(("7C", 0.85), ("TC", 0.1))), hand("near"))
    follower.see_stock(stock(shift=0.6), hand("far", "stock"))
    assert follower.see_discard(pile(spot("7C")), hand("far")) == []
    assert follower.pile == ["7S", "7C"]


def test_a_card_that_was_laid_unseen_and_shows_below_the_next_one_is_no_discard_later(follower):
    both_seen = pile(spot("5H", x=348, y=218), spot("KH", x=354, y=214, ends=1), spot("7S", x=356, y=218, ends=1))
    said = told(follower.see_discard(both_seen, hand("near")))
    assert said == [("drawn", None, "near"), ("discarded", "5H", "near")]
    assert follower.pile == ["7S", "KH", "5H"]
    assert follower.see_discard(both_seen, hand("far")) == [], "a hand passed by"


def test_a_card_whose_rank_lies_below_unseen_is_the_discard_that_is_due(follower):
    # The ace of spades lies in the pile and cannot be seen; what looks like the one of diamonds need not be it.
    follower.pile = [Card("AS"), Card("AH"), Card("6S"), Card("TH")]
    follower.see_discard(pile(spot("6S")), hand("near"))
    both = spot("AD", x=360, y=204), spot("AH", x=343, y=216)
    look = pile(*(replace(one, ends=one.ends[1:]) for one in both))
    (said,) = follower.see_discard(look, hand("near"))
    assert (said.kind, said.card) == ("discarded", "AD")
    assert said.p < 0.95
    assert follower.pile == ["AS", "AH", "6S", "AD"]


def test_a_spread_pile_loses_no_card_that_is_still_likely_there(follower):
    follower.see_discard(pile(spot("QC")), hand("near"))
    top = spot(None, x=380, ends=1, p=0.93, runner_up=((Card("QC"), 0.93),))
    assert follower.see_discard(pile(spot("7S", ends=1), top), hand("near")) == []


def test_a_back_that_moves_under_the_hand_of_who_has_just_discarded_may_be_a_push(follower):
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    follower.see_discard(pile(spot("QC")), hand("near"))
    (early,) = follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    follower.see_discard(pile(spot("2D")), hand("near"))
    (due,) = follower.see_stock(stock(shift=0.6), hand("far", "stock"))
    assert early.p < due.p


def unread(*candidates: tuple[str, float]) -> Spot:
    return spot(None, ends=1, p=candidates[0][1], runner_up=tuple((Card(name), p) for name, p in candidates))


def test_another_card_on_an_unread_one_is_a_discard_and_not_its_name(follower):
    follower.see_stock(stock(), hand("near", "stock"))
    follower.see_discard(pile(unread(("3D", 0.72), ("5D", 0.22)), spot("7S", ends=1)), hand("near"))
    follower.see_stock(stock(), hand("far", "stock"))
    said = told(follower.see_discard(pile(spot("3H")), hand("far")))
    assert said == [("drawn", None, "far"), ("discarded", "3H", "far")]
    assert follower.pile == ["7S", None, "3H"]


def test_a_strange_card_that_shows_when_nobody_can_discard_was_uncovered_by_a_take(follower):
    test_another_card_on_an_unread_one_is_a_discard_and_not_its_name(follower)
    (said,) = follower.see_discard(pile(spot("3D")), hand("near"))
    assert (said.kind, said.card, said.side) == ("taken", "3H", "near")
    assert said.p < 0.95, "likely, and no certainty"
    assert follower.pile == ["7S", "3D"]


def test_the_card_below_and_an_old_one_hardly_read_show_that_the_top_was_taken(follower):
    follower.pile = [Card("6S"), Card("AS"), Card("3S")]
    peeping = spot(None, x=369, y=198, ends=1, p=0.37, runner_up=((Card("6C"), 0.37), (Card("6S"), 0.18)))
    (said,) = follower.see_discard(pile(spot("AS", x=342, y=225, ends=1), peeping), hand("near"))
    assert (said.kind, said.card) == ("taken", "3S")
    assert said.p < 0.95
    assert follower.pile == ["6S", "AS"]


def test_a_strange_card_on_an_unread_one_is_a_discard_when_a_discard_is_due(follower):
    test_another_card_on_an_unread_one_is_a_discard_and_not_its_name(follower)
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    said = told(follower.see_discard(pile(spot("3D")), hand("near")))
    assert said == [("drawn", None, "near"), ("discarded", "3D", "near")]


def test_after_two_touches_without_a_look_no_discard_is_certain(follower):
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    twice = Touch("discard", 1.0, 0.4, "near", times=2)
    _, said = follower.see_discard(pile(spot("QC")), twice)
    assert (said.kind, said.card) == ("discarded", "QC")
    assert said.p < 0.95
    (said,) = follower.see_discard(pile(spot("4D")), hand("far"))
    assert (said.kind, said.card) == ("taken", "QC"), "4D lay below: nobody had drawn a card to discard"


def test_a_hand_over_the_pile_for_long_may_have_been_two_and_nothing_is_certain(follower):
    long = Touch("discard", 4.0, 0.4, "near", lasted=2.8)
    follower.see_stock(stock(), hand("near", "stock"))
    drawn, discarded = follower.see_discard(pile(spot("QC")), long)
    assert (drawn.kind, discarded.card) == ("drawn", "QC")
    assert drawn.p < 0.9
    assert discarded.p < 0.95


def test_a_hand_that_only_passes_over_the_stock_has_drawn_nothing_for_sure(follower):
    follower.see_stock(stock(), Touch("stock", 1.0, 0.05, "near"))
    drawn, _ = follower.see_discard(pile(spot("QC")), hand("near"))
    assert drawn.p < 0.9


def test_a_hand_hardly_seen_in_glaring_light_has_drawn_where_the_stock_lies_otherwise_after_it(follower):
    follower.see_stock(stock(), None)
    assert follower.see_stock(stock(shift=2.8), Touch("stock", 1.0, 0.0, "near")) == []
    drawn, _ = follower.see_discard(pile(spot("QC")), hand("near"))
    assert (drawn.kind, drawn.side) == ("drawn", "near")
    assert drawn.p > 0.95


def test_the_old_top_seen_badly_is_still_the_old_top(follower):
    assert follower.see_discard(pile(spot(None, p=0.6, runner_up=((Card("7S"), 0.6),))), hand()) == []


def test_nothing_is_taken_when_something_unread_may_lie_on_top(follower):
    follower.see_discard(pile(spot("KD")), hand())
    assert follower.see_discard(pile(spot("7S", ends=1), unread=3000.0), hand()) == []
    assert follower.pile == ["7S", "KD"]


# -- which card is on top ---------------------------------------------------------------------------------------


def test_the_card_with_both_ends_lies_on_the_one_with_one():
    below, above = spot("7S", 340, ends=1), spot("8S", 362)
    assert covers(above, below)
    assert not covers(below, above)
    assert top_of([above, below]).card == "8S"
    assert top_of([below, above]).card == "8S"


def test_an_old_card_whose_end_peeps_out_is_not_on_top_of_a_new_one():
    new, old = spot("6C", 347, 202, ends=1), spot(None, 356, 210, ends=2, runner_up=((Card("8H"), 0.84),))
    peeping = Spot(old.outline, old.ends[1:], None, 0.84, old.runner_up, 0.0)
    assert top_of([peeping, new], ["4D", "8H"]).card == "6C"


def test_a_card_below_read_in_the_wrong_suit_is_not_on_top(follower):
    # The seven of clubs, half covered, reads as spades in the glare of a lamp.
    follower.see_discard(pile(spot("4H", x=352, y=200), spot("7C", ends=1)), hand("near"))
    glare = pile(spot("4H", x=352, y=200), spot("7S", x=346, y=209, ends=1, p=0.999))
    follower.pile = [Card("7C"), Card("4H")]
    assert follower.see_discard(glare, hand("far")) == []
    assert top_of(glare.spots, follower.pile).card == "4H"
    laid = pile(spot("4H", x=352, y=200), spot("7S", x=420, y=209))
    assert [change.card for change in follower.see_discard(laid, hand("far"))][-1] == "7S"


def test_a_take_shows_though_an_older_card_shows_more_of_itself_than_the_new_top(follower):
    # The jack lies so far aside of the eight that both indices of the eight can be read, and one of the jack.
    follower.pile = [Card("5S"), Card("8S"), Card("JD"), Card("KH")]
    look = pile(spot("JD", x=352, y=208, ends=1), spot("5S", x=357, y=196, ends=1), spot("8S", x=356, y=214))
    (said,) = follower.see_discard(look, hand("far"))
    assert (said.kind, said.card, said.side) == ("taken", "KH", "far")
    assert said.p > 0.9
    assert follower.pile == ["5S", "8S", "JD"]


def test_a_card_in_plain_sight_has_none_on_it_that_can_hardly_be_read(follower):
    # Beside the seven, whole again, an old deuce peeps out and might by its looks be the one just taken.
    follower.pile = [Card("2D"), Card("7D"), Card("2C")]
    peeping = spot(None, x=362, y=200, ends=1, p=0.59, runner_up=((Card("2C"), 0.59), (Card("4C"), 0.32)))
    (said,) = follower.see_discard(pile(spot("7D", x=347, y=211), peeping), hand("near"))
    assert (said.kind, said.card) == ("taken", "2C")
    assert said.p < 0.9, "likely, and no certainty"


def test_a_take_that_shows_by_a_card_with_an_end_at_odds_is_no_certainty_and_nor_is_what_follows_from_it(follower):
    # A four has been laid on the queen; its near end and the far one of the eight below read as one card, an eight.
    follower.pile = [Card("8D"), Card("QH")]
    (said,) = follower.see_discard(pile(spot("8D", why="ends")), hand("far"))
    assert (said.kind, said.card) == ("taken", "QH")
    assert said.p < 0.9
    (said,) = follower.see_discard(pile(spot("8D", ends=1), spot("QH", x=350)), hand("near"))
    assert (said.kind, said.card) == ("put_back", "QH")
    assert said.p < 0.9


def test_a_card_whose_two_ends_are_read_as_two_cards_is_told_without_certainty(follower):
    # The seven of diamonds in the shade: a nine at one end. The nine was taken just before.
    follower.see_discard(pile(spot("9D")), hand("far"))
    follower.see_discard(pile(spot("7S")), hand("near"))
    whole = spot("7D", x=356, y=213)
    nine = replace(spot("9D", x=360, y=216, p=0.985), ends=whole.ends[1:])
    seven = replace(spot("7D", x=354, y=211, p=0.982), ends=whole.ends[:1])
    (said,) = follower.see_discard(pile(nine, seven), hand("near"))
    assert (said.kind, said.card) == ("discarded", "7D")
    assert said.p < 0.9
    assert follower.pile == ["7S", None]


def test_a_new_card_of_which_one_index_is_read_is_a_discard_though_the_old_top_seems_whole(follower):
    follower.see_stock(stock(shift=0.6), hand("near", "stock"))
    look = pile(spot("7S", x=354, y=216), spot("2D", x=357, y=199, ends=1))
    assert told(follower.see_discard(look, hand("near")))[-1] == ("discarded", "2D", "near")


def test_when_the_top_is_taken_a_card_below_read_in_the_wrong_suit_is_no_discard(follower):
    follower.pile = [Card(name) for name in ("8S", "4C", "5H", "3C", "TD")]
    look = pile(spot("3C", x=365, y=206), spot("5H", x=337, y=216, ends=1), spot("4S", x=356, y=199, ends=1))
    assert told(follower.see_discard(look, hand("near"))) == [("taken", "TD", "near")]


def test_of_two_apart_the_new_one_is_on_top():
    assert top_of([spot("7S", 300), spot("8S", 400)], ["7S"]).card == "8S"
    assert top_of([]) is None


# -- two frames ---------------------------------------------------------------------------------------------------


def test_two_frames_that_differ_do_not_agree():
    assert agree([pile(spot("7S")), pile(spot("8S"))]) is None
    assert agree([pile(spot("7S")), pile(spot("8S")), pile(spot("7S"))]).names == {"7S"}


def test_agreement_takes_the_better_view_and_is_surer_than_either():
    settled = agree([pile(spot("7S", p=0.97)), pile(spot("7S", p=0.9, ends=1))])
    assert len(settled.spots[0].ends) == 2
    assert 0.97 < settled.spots[0].p < 0.995


def test_two_poor_frames_do_not_make_a_sure_one():
    assert both(0.6, 0.6) < 0.8


def test_a_weak_question_inside_a_card_in_plain_sight_is_dropped():
    plain = spot("QC", 100, 100)
    ghost = spot(None, 100, 100, ends=1, p=0.13, turn=0.3)
    assert without_ghosts([plain, ghost]) == (plain,)
    strong = spot(None, 100, 100, ends=1, p=0.7, turn=0.3)
    assert len(without_ghosts([plain, strong])) == 2


def test_the_suit_in_a_courts_picture_is_no_card_but_a_card_beside_it_is_a_question():
    court = spot("JD", 300, 200, ends=1)
    (x, y), more = court.ends[0], {"runner_up": ((Card("2D"), 0.37), (Card("6D"), 0.29)), "why": "unsure"}
    suit = Spot(court.outline, ((x + 12.5, y + 4),), None, 0.37, more["runner_up"], 0.0, "unsure")
    assert without_ghosts([court, suit]) == (court,)
    for p in (0.37, 0.9):
        askew = replace(suit, angle=0.28, p=p)
        assert without_ghosts([court, askew]) == (court,), "what is no index has no clear direction"
    for question in (
        replace(suit, ends=((x + 22, y),)),
        replace(suit, p=0.8),
        replace(suit, runner_up=((Card("2C"), 0.37),)),
        replace(suit, angle=1.2),
    ):
        assert without_ghosts([court, question]) == (court, question)
    number = spot("9D", 300, 200, ends=1)
    assert without_ghosts([number, suit]) == (number, suit)


def test_the_two_ends_of_one_card_taken_for_the_same_card_twice_are_joined():
    whole = spot("TS", 300, 200, turn=0.3)
    twice = ((Card("TS"), 0.9), (Card("QS"), 0.03))
    ends = [Spot(whole.outline, (end,), None, 0.9, twice, 0.3, "twice") for end in whole.ends]
    (joined,) = join_ends(ends)
    assert (joined.card, len(joined.ends)) == ("TS", 2)
    assert joined.middle == pytest.approx((300, 200), abs=0.5)
    assert 0.9 < joined.p < 0.99
    apart = [ends[0], Spot(whole.outline, ((500, 60),), None, 0.9, twice, 0.3, "twice")]
    assert len(join_ends(apart)) == 2, "the same card in two places stays a question"


def test_ends_are_joined_in_decks_whose_indices_stand_far_inside_and_beside_a_false_third_one():
    question = {"runner_up": ((Card("4S"), 0.98),), "why": "twice"}
    whole = spot(None, **question)
    inside, other = (334.5, 186.5), (377.5, 233.5)
    a, b = replace(whole, ends=(inside, (330.0, 240.0))), replace(whole, ends=(other,))
    (one,) = join_ends([a, b])
    assert one.card == "4S"
    assert set(one.ends) == {inside, other}


def test_two_indices_along_one_side_of_a_deck_with_four_are_one_card():
    question = {"runner_up": ((Card("3S"), 0.99),), "why": "twice"}
    low, high = (472.0, 110.0), (472.0, 39.0)
    at_top = spot(None, x=447, y=72, **question)
    a, b = replace(at_top, ends=(high,)), replace(at_top, ends=(low,), angle=-0.06)
    (one,) = join_ends([a, b])
    assert (one.card, set(one.ends)) == ("3S", {low, high})
    assert one.outline == at_top.outline


def claim(card: str, *ends: tuple[str, float, tuple[float, float], float]) -> ReadCard:
    """A claim of the reader: indices as (card, p, place in mm, turn) at 2 px per mm."""
    corners = tuple(
        Corner(center_px=(x * 2 - 0.5, y * 2 - 0.5), height_px=30, angle=turn, best=Card(best), p=p)
        for best, p, (x, y), turn in ends
    )
    box = tuple((float(x), float(y)) for x, y in ((0, 0), (126, 0), (126, 176), (0, 176)))
    outline = tuple((x / 2, y / 2) for x, y in box)
    return ReadCard(card=Card(card), p=0.998, outline_px=box, outline_mm=outline, corners=corners)


def test_two_indices_of_two_cards_never_make_a_third_one():
    # A six lies on an eight; the six's lower index was overlooked, the eight's stands nearly there.
    read = claim("8C", ("6C", 0.96, (6.5, 11.0), 0.0), ("8H", 0.6, (62.0, 84.0), math.pi))
    six, eight = spots_of(read, 2.0, (0.0, 0.0))
    assert (six.card, six.p, six.ends) == ("6C", 0.96, ((6.5, 11.0),))
    assert six.middle == pytest.approx((31.5, 44))
    assert eight.card is None
    assert eight.runner_up == (("8H", 0.6),)
    assert eight.middle == pytest.approx((37, 51))


def test_a_claim_that_one_index_bears_and_the_other_hardly_reads_stays_whole():
    for other, why in (("8C", ""), ("8D", "ends")):
        read = claim("6C", ("6C", 0.96, (6.5, 11.0), 0.0), (other, 0.4, (56.5, 77.0), math.pi))
        (six,) = spots_of(read, 2.0, (0.0, 0.0))
        assert (six.card, len(six.ends), six.why) == ("6C", 2, why)


def test_a_place_in_doubt_of_which_one_index_is_plain_is_two_cards():
    # Seen together, the seven of one card and the diamonds of the other make a card that is not there.
    read = claim("7D", ("5D", 0.986, (6.5, 11.0), 0.0), ("7S", 0.731, (56.5, 77.0), math.pi))
    doubt = ((Card("7D"), 0.76), (Card("5D"), 0.17))
    box = (0.0, 0.0, 126.0, 176.0)
    place = UnsurePlace(box=box, candidates=doubt, corners=read.corners, outline_mm=read.outline_mm)
    five, seven = spots_of_place(place, 2.0, (0.0, 0.0))
    assert (five.card, five.p) == ("5D", 0.986)
    assert (seven.card, seven.best) == (None, "7S")


def test_a_name_that_neither_index_bears_is_a_question():
    read = claim("8C", ("6C", 0.5, (6.5, 11.0), 0.0), ("8S", 0.4, (56.5, 77.0), math.pi))
    (doubt,) = spots_of(read, 2.0, (0.0, 0.0))
    assert doubt.card is None
    assert doubt.runner_up[0][0] == "8C"
