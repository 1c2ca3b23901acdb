"""Gin rummy: what each screen says in each state of a hand, checked against rules.md and hands counted by eye."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.rules import events as ev
from table.screens.model import CardView, Group, HandMark, Hands, Knock, LayOff, Piles, Prompt, Refused, Sum, Track

from .tables import (
    BOTH_PASS,
    DEFENDER,
    FIRST_TURN,
    GIN,
    KNOCKER,
    SUN_KNOCKS,
    cards,
    dealt,
    gin,
    hand,
    key,
    screen,
    until_knock,
)


def piles(of) -> Piles:
    assert isinstance(of.body, Piles)
    return of.body


def account(of) -> dict[str, str]:
    """Lines of a sum with their values."""
    assert isinstance(of.body, Sum)
    return {line.text: line.value for line in of.body.lines}


# -- dealing and playing ----------------------------------------------------------------------------------------


def test_dealing_names_the_dealer_and_counts_the_hand_that_comes() -> None:
    shown = screen(v.Dealing(dealer="sun"), gin())
    assert shown.kind == "gin_deal"
    assert shown.title == "Gin Rummy · Classic"
    assert shown.sub == "hand 1"
    assert (shown.band.seat, shown.band.big) == ("sun", "Sun deals: ten cards each")
    assert isinstance(shown.body, Prompt)
    assert shown.body.picture == "deal"


def test_the_offer_shows_the_up_card_and_takes_only_a_pass() -> None:
    shown = screen(v.Offer(seat="mountain"), gin(dealt("JD")), key(2, "pass", "mountain"))
    assert (shown.band.seat, shown.band.big) == ("mountain", "Mountain: take it or pass")
    assert shown.band.small == "The up-card is J♦"
    assert piles(shown).discard == CardView(card="JD")
    assert [(hint.keys, hint.label) for hint in shown.keys] == [(("2",), "Pass")]


def test_a_turn_draws_from_either_pile_and_shows_how_long_the_stock_lasts() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    shown = screen(v.Turn(seat="sun"), state, key(1, "knock"))
    assert shown.band.big == "Sun: draw a card"
    assert shown.band.small == "from the stock or the discard pile"
    # 52 cards, 20 dealt, one up-card, one drawn: 30 in the stock; the hand is void at two.
    assert (piles(shown).stock, piles(shown).stock_note) == (30, "void in 28 draws")
    assert piles(shown).discard == CardView(card="TC")
    assert piles(shown).focus == "both"
    assert [(row.name, row.points, row.tag) for row in piles(shown).scores] == [
        ("Sun", 0, "deals"),
        ("Mountain", 0, ""),
    ]
    assert piles(shown).target == 100


def test_after_two_passes_the_first_card_comes_from_the_stock() -> None:
    shown = screen(v.Turn(seat="mountain", stock_only=True), gin(dealt(), *BOTH_PASS))
    assert shown.band.big == "Both pass: Mountain draws from the stock"
    assert shown.band.small == "Stock only this time"
    assert piles(shown).focus == "stock"


def test_who_took_the_up_card_may_not_give_it_back_at_once() -> None:
    state = gin(dealt("7D"), ev.Drew(seat="mountain", source="discard", card="7D"))
    shown = screen(v.Turn(seat="mountain"), state)
    assert shown.band.big == "Mountain: discard one card"
    assert shown.band.small == "Not 7♦ again: you just took it"


def test_a_knock_comes_after_the_discard_and_its_key_says_so() -> None:
    state = gin(dealt("7D"), ev.Drew(seat="mountain", source="discard", card="7D"))
    shown = screen(v.Turn(seat="mountain"), state, key(1, "knock"))
    assert [hint.label for hint in shown.keys] == ["Knock (after the discard)"]


def test_a_match_of_several_games_counts_them() -> None:
    shown = screen(v.Turn(seat="mountain"), gin(dealt(), *BOTH_PASS, rules="gin-jinlami"))
    assert shown.sub == "game 1, hand 1"


def test_with_three_games_at_once_the_lane_shows_the_points_of_each() -> None:
    state = gin(
        ev.HandEntered(winner="sun", how="knock", difference=20),
        ev.HandEntered(winner="sun", how="knock", difference=30),
        rules="gin-hollywood",
    )
    shown = screen(v.Standing(), state)
    # The first hand counts in the first game, the second in the first two (rules.md: Hollywood).
    assert shown.body.rows[0].note == "50 · 30 · 0"
    assert shown.body.rows[0].points == 80


def test_the_last_draw_before_a_void_hand_is_announced() -> None:
    state = gin(dealt(), *BOTH_PASS, ev.StockCounted(count=3))
    assert piles(screen(v.Turn(seat="mountain"), state)).stock_note == "Last draw: knock or void"


def test_a_stock_that_was_not_followed_is_given_as_a_range_and_never_as_a_number() -> None:
    # A discard without a draw that anybody saw: one card may or may not have come from the stock.
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN, ev.Discarded(seat="sun", card="2H"))
    body = piles(screen(v.Turn(seat="mountain"), state))
    assert (body.stock, body.stock_note) == (None, "29 to 30 cards left")


def test_a_discard_that_was_not_read_is_a_question_mark() -> None:
    state = gin(dealt(), *BOTH_PASS, ev.Drew(seat="mountain", source="stock"), ev.Discarded(seat="mountain"))
    body = piles(screen(v.Turn(seat="sun"), state))
    assert (body.discard, body.discard_note) == (CardView(state="unsure"), "not read")


@pytest.mark.parametrize(
    ("why", "chip", "help_line"),
    [
        ("dark", "Too dark", "Too dark to read: more light, please"),
        ("glare", "Glare", "Glare: turn or move the card"),
        ("overlap", "Cards overlap", "Cards overlap: pull them apart"),
        ("marker_hidden", "Marker hidden", "A corner mark is hidden: uncover it"),
        ("", "Cannot read", "Cannot read this card: straighten it"),
    ],
)
def test_the_chip_says_why_and_the_band_says_what_helps(why: str, chip: str, help_line: str) -> None:
    shown = screen(v.Turn(seat="sun"), gin(dealt(), *BOTH_PASS, *FIRST_TURN), chip=v.Chip(state="cannot", why=why))
    assert (shown.chip.state, shown.chip.label) == ("cannot", chip)
    assert shown.band.small == help_line


@pytest.mark.parametrize(
    ("state", "label"), [("hand", "Hand on table"), ("reading", "Reading"), ("done", "Done"), ("resting", "Resting")]
)
def test_the_chip_is_there_in_every_state(state: str, label: str) -> None:
    shown = screen(v.Turn(seat="sun"), gin(dealt(), *BOTH_PASS, *FIRST_TURN), chip=v.Chip(state=state))
    assert (shown.chip.state, shown.chip.label) == (state, label)


def test_the_card_just_taken_may_not_go_straight_back() -> None:
    state = gin(dealt("7D"), ev.Drew(seat="mountain", source="discard", card="7D"))
    shown = screen(v.ForbiddenDiscard(seat="mountain", card="7D"), state)
    assert shown.band.big == "Not this card, please: you just took it"
    assert (shown.band.seat, shown.band.mark) == ("mountain", "no")
    assert isinstance(shown.body, Refused)
    assert [step.place for step in shown.body.path] == ["pile", "hand", "pile"]
    assert [step.bad for step in shown.body.path] == [False, False, True]
    assert shown.body.clause == "Rules: Classic"
    assert shown.keys == ()


# -- the knock --------------------------------------------------------------------------------------------------


def test_a_knock_shows_its_sign_its_limit_and_how_to_take_it_back() -> None:
    scene = v.KnockPressed(seat="sun", since=100.0)
    shown = screen(scene, gin(*until_knock()), key(1, "take_back", "sun"))
    assert shown.band.big == "Sun knocks: lay your cards"
    assert isinstance(shown.body, Knock)
    assert (shown.body.seat, shown.body.strong) == ("sun", "Deadwood at most 10")
    assert (shown.body.ring.until, shown.body.ring.of) == (103.0, 3.0)
    assert [(hint.keys, hint.label) for hint in shown.keys] == [(("1",), "Take the knock back")]


def test_a_knock_without_a_discard_asks_for_it() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN, ev.Drew(seat="sun", source="stock"), ev.Knocked(seat="sun"))
    shown = screen(v.KnockPressed(seat="sun", needs_discard=True), state)
    assert shown.band.big == "First discard, then knock"


def laid(text: str, *groups: str) -> v.LaidRow:
    meld = tuple(tuple(v.LaidCard(card=c) for c in cards(group)) for group in groups)
    loose = tuple(v.LaidCard(card=c) for c in cards(text))
    return v.LaidRow(seat="sun", groups=meld, loose=loose, count=sum(map(len, meld)) + len(loose), deadwood=3)


def test_laid_cards_stand_in_groups_with_the_deadwood_and_the_places_still_empty() -> None:
    row = laid("AS 2D", "9H TH JH", "4C 4D 4S")
    other = v.LaidRow(seat="mountain", count=0)
    shown = screen(v.Laying(knocker="sun", rows=(row, other)), gin(*until_knock()))
    assert isinstance(shown.body, Hands)
    sun, mountain = shown.body.rows
    assert [group.meld for group in sun.groups] == [True, True, False, False]
    assert sun.groups[2].note == "1 + 2"
    assert sun.groups[3] == Group(cards=(CardView(state="expected"), CardView(state="expected")))
    assert (sun.read, sun.of, sun.count, sun.sum, sun.note) == (8, 10, "8 of 10", "deadwood 3", "knocks")
    assert (mountain.count, mountain.note, mountain.sum) == ("0 of 10", "lay your cards", "")
    assert shown.sub == "Sun has knocked"


def test_cards_that_lie_together_but_are_no_meld_get_no_bar() -> None:
    row = v.LaidRow(seat="sun", groups=(tuple(v.LaidCard(card=c) for c in cards("9H TH QH")),), count=3)
    shown = screen(v.Laying(knocker="sun", rows=(row,)), gin(*until_knock()))
    assert shown.body.rows[0].groups[0].meld is False


def test_a_doubtful_card_is_asked_for_without_saying_whom_the_answer_helps() -> None:
    scene = v.WhichCard(seat="sun", of="laid", cutout="cut-7", candidates=(("7D", 0.52), ("TD", 0.44)))
    keys = (key(1, "this_card", card="7D"), key(2, "this_card", card="TD"), key(3, "another_card"))
    shown = screen(scene, gin(*until_knock()), *keys)
    assert shown.band.big == "Sun: which card is this?"
    question = shown.body.question
    assert question.cutout == "cut-7"
    assert [(c.key, c.card.card) for c in question.candidates] == [("1", "7D"), ("2", "TD")]
    assert [(hint.keys, hint.in_body) for hint in shown.keys] == [(("1",), True), (("2",), True), (("3",), False)]


def test_where_the_answer_decides_the_knock_both_seats_are_asked() -> None:
    scene = v.WhichCard(seat="sun", of="laid", candidates=(("7D", 0.5), ("TD", 0.5)), both=True)
    shown = screen(scene, gin(*until_knock()))
    assert (shown.band.seat, shown.band.small) == ("all", "Both press the same number")
    assert shown.body.question.need_both == "both press the same"
    answered = screen(
        v.WhichCard(seat="sun", of="laid", candidates=(("7D", 0.5),), both=True, agreed=("sun",)), gin(*until_knock())
    )
    assert answered.band.small == "Sun has answered, the other place is asked"


def test_a_card_seen_twice_is_shown_and_nothing_is_counted() -> None:
    scene = v.Contradiction(problems=(("refused.card_in_both", ("8H",)),))
    shown = screen(scene, gin(*until_knock()), key(6, "look_again"))
    assert (shown.band.big, shown.band.mark) == ("8♥ is seen twice: look again", "no")
    assert shown.band.small == "Nothing is counted before it fits"


def test_a_card_that_lies_in_the_pile_cannot_be_in_a_hand() -> None:
    shown = screen(v.Contradiction(problems=(("refused.card_buried", ("TC",)),)), gin(*until_knock()))
    assert shown.band.small == "10♣ lies in the discard pile"


def test_a_knock_over_the_limit_is_explained_card_by_card() -> None:
    scene = v.KnockRefused(
        seat="sun",
        melds=(cards("9H TH JH"),),
        deadwood=cards("AS 5C 7D"),
        total=13,
        limit=10,
    )
    shown = screen(scene, gin(*until_knock()), key(1, "play_on"), key(2, "misread"))
    assert shown.band.big == "Not a knock yet: 13 points, limit 10"
    assert (shown.body.number, shown.body.number_label) == ("13", "limit 10")
    assert shown.body.groups[-1].note == "1 + 5 + 7"
    assert [hint.label for hint in shown.keys] == ["Play on", "Misread"]


# -- lay-offs and results ---------------------------------------------------------------------------------------


def test_laid_off_cards_stand_in_the_knockers_melds_and_leave_outlines_behind() -> None:
    shown = screen(v.LayOffs(), hand(rules="gin-fupa"), key(1, "count"))
    assert shown.band.big == "Mountain adds 4♥ 8♥"
    assert shown.band.small == "Best for Mountain: 14 left instead of 26"
    assert isinstance(shown.body, LayOff)
    sun, mountain = shown.body.rows
    melds = {frozenset(c.card for c in group.cards): group for group in sun.groups}
    run, fours = melds[frozenset(cards("8H 9H TH JH QH"))], melds[frozenset(cards("4C 4D 4S 4H"))]
    assert [(c.card, c.by) for c in run.cards] == [
        ("8H", "mountain"), ("9H", None), ("TH", None), ("JH", None), ("QH", None)
    ]  # fmt: skip
    assert [c.card for c in fours.cards if c.by == "mountain"] == ["4H"]
    assert (sun.points, mountain.points, mountain.before) == (8, 14, 26)
    assert [(c.card, c.state, c.by) for c in mountain.groups[2].cards] == [
        ("4H", "expected", "mountain"), ("8H", "expected", "mountain")
    ]  # fmt: skip
    assert mountain.groups[3].note == "5 + 9"


def test_a_plain_knock_pays_the_difference() -> None:
    shown = screen(v.HandResult(), hand(rules="gin-fupa"), key(1, "fine"))
    assert (shown.band.seat, shown.band.big) == ("sun", "Sun wins the hand: 6 points")
    assert shown.band.small == "Sun knocked with 8, Mountain has 14"
    assert account(shown) == {"Deadwood 14 − 8": "+6", "Mountain laid off: 4♥ 8♥": "0", "Total": "6"}
    assert shown.body.total == "+6"
    assert [(a.name, a.old, a.new) for a in shown.body.after] == [("Sun", 0, 6), ("Mountain", 0, 0)]
    # In this rule set the deal alternates.
    assert shown.note == "or just deal on (Mountain deals)"


def test_gin_in_the_pack_pays_20_and_the_deadwood_after_lay_offs() -> None:
    shown = screen(v.HandResult(), hand(sun=GIN))
    assert shown.band.big == "Sun: gin! 34 points"
    assert account(shown) == {
        "Gin: all ten cards melded": "+20",
        "Deadwood of Mountain: 5♦ 9♣": "+14",
        "Mountain laid off: 4♥ 8♥": "0",
        "Total": "34",
    }
    assert shown.body.cite == (
        "Gin: 20 points and the deadwood of the other.",
        "Laying off is allowed after gin too.",
    )
    # The winner deals next.
    assert shown.note == "or just deal on (Sun deals)"


def test_the_same_gin_in_jinlami_has_no_lay_offs_and_pays_25() -> None:
    shown = screen(v.HandResult(), hand(sun=GIN, rules="gin-jinlami"))
    # 8 + 4 + 9 + 5 = 26 and the bonus of 25.
    assert shown.band.big == "Sun: gin! 51 points"
    assert shown.body.cite[1] == "After gin nothing is laid off."


def test_an_undercut_goes_to_the_one_who_did_not_knock() -> None:
    shown = screen(v.HandResult(), hand(mountain="6S 7S 8S KC KD KS 3C 3D 3H 2H"))
    # 8 against 2: a difference of 6 and 10 for the undercut in this rule set.
    assert (shown.band.seat, shown.band.big) == ("mountain", "Undercut! Mountain wins: 16 points")
    assert account(shown) == {"Deadwood 8 − 2": "+6", "Undercut": "+10", "Total": "16"}


def test_a_tie_is_told_apart_from_a_void_hand() -> None:
    equal = "6S 7S 8S KC KD KS 3C 3D 3H 8D"
    assert screen(v.HandResult(), hand(mountain=equal, rules="gin-fupa")).band.big == "Equal: nobody scores"
    assert screen(v.HandResult(), hand(mountain=equal)).band.big == "Equal: Mountain gets 10 points"
    assert (
        screen(v.HandResult(), hand(mountain=equal, rules="gin-jinlami")).band.big == "Equal: Mountain gets 25 points"
    )


def test_a_corrected_result_says_so() -> None:
    shown = screen(v.HandResult(changed=True), hand(rules="gin-fupa"))
    assert shown.band.small == "Corrected: the points are counted anew"
    assert shown.say[0] == "Corrected"


def test_eleven_cards_that_all_fit_pay_25_and_6() -> None:
    eleven = f"{GIN} AH"
    events = (dealt(), *FIRST_TURN, ev.Drew(seat="sun", source="stock"), ev.Knocked(seat="sun"))
    shown_cards = (ev.Shown(seat="sun", cards=cards(eleven)), ev.Shown(seat="mountain", cards=cards(DEFENDER)))
    shown = screen(v.HandResult(), gin(*events, *shown_cards, rules="gin-fupa"))
    assert shown.kind == "gin_big_gin"
    # No lay-offs: 8 + 4 + 9 + 5 = 26.
    assert shown.band.big == "Sun: big gin! 57 points"
    assert account(shown) == {
        "Gin: all ten cards melded": "+25",
        "All eleven cards fit": "+6",
        "Deadwood of Mountain: 4♥ 5♦ 8♥ 9♣": "+26",
        "Total": "57",
    }


def test_a_hand_with_two_cards_left_counts_for_nobody() -> None:
    state = gin(dealt(), *BOTH_PASS, ev.StockCounted(count=2))
    shown = screen(v.HandVoid(), state, key(2, "fine"))
    assert (shown.band.seat, shown.band.big) == (None, "Nobody scores: two cards left")
    assert shown.band.small == "Next hand: Sun deals"
    assert shown.body.winner is None
    assert all(a.old == a.new for a in shown.body.after)


def test_a_hand_voided_by_agreement_says_that_instead() -> None:
    shown = screen(v.HandVoid(), gin(dealt(), ev.HandVoided(why="agreed")))
    assert shown.band.big == "Nobody scores: the hand is void"


def test_a_hand_scored_by_hand_gets_its_bonus_from_the_rules() -> None:
    state = gin(ev.HandEntered(winner="sun", how="gin", difference=14))
    shown = screen(v.HandResult(), state)
    assert shown.band.big == "Sun: gin! 34 points"
    assert account(shown)["Gin: all ten cards melded"] == "+20"


# -- standing and end -------------------------------------------------------------------------------------------


def test_the_standing_shows_both_lanes_and_a_box_for_each_hand() -> None:
    state = gin(
        ev.HandEntered(winner="sun", how="knock", difference=20),
        ev.HandEntered(winner="mountain", how="knock", difference=30),
    )
    shown = screen(v.Standing(), state, key(1, "next_hand"), key(2, "history"))
    assert (shown.band.seat, shown.band.big) == ("mountain", "Mountain leads, 30 to 20")
    assert isinstance(shown.body, Track)
    assert [(row.points, row.gain) for row in shown.body.rows] == [(20, 0), (30, 30)]
    assert shown.body.hands == (HandMark(seat="sun", text="20"), HandMark(seat="mountain", text="30"))
    assert shown.body.next == "mountain"


def test_equal_points_are_called_equal() -> None:
    state = gin(
        ev.HandEntered(winner="sun", how="knock", difference=20),
        ev.HandEntered(winner="mountain", how="knock", difference=20),
    )
    assert screen(v.Standing(), state).band.big == "Equal: 20 points each"


JINLAMI_GAME = (
    ev.HandEntered(winner="sun", how="knock", difference=40),
    ev.HandEntered(winner="sun", how="knock", difference=35),
    ev.HandEntered(winner="sun", how="knock", difference=40),
)


def test_the_worked_example_of_the_chinese_text_115_to_nothing_in_three_hands_makes_870() -> None:
    shown = screen(v.GinEnd(), gin(*JINLAMI_GAME, rules="gin-jinlami"), key(1, "again"))
    assert (shown.band.seat, shown.band.big) == ("sun", "Sun wins, 870 to 0")
    assert account(shown) == {
        "Points of the hands": "115",
        "First to 100": "+100",
        "3 hands won, 25 each": "+75",
        "Subtotal": "290",
        "Shut-out: 2 × 290": "+580",
        "Total": "870",
    }
    assert shown.body.ending is True
    assert shown.body.cite == ("The highest total wins the game.", "Match to 500: Sun 870, Mountain 0")
    assert [(a.name, a.new, a.note) for a in shown.body.after] == [
        ("Sun", 870, "3 hands won"),
        ("Mountain", 0, "0 hands won"),
    ]


def test_the_winner_of_a_chinese_game_may_not_be_who_reached_100() -> None:
    # Mountain wins four hands by 24 (96 points); Sun gets 100 in one. Boxes: 25 against 100, and 100 for Sun.
    events = [ev.HandEntered(winner="mountain", how="knock", difference=12) for _ in range(8)]
    events += [ev.HandEntered(winner="sun", how="gin", difference=75)]
    shown = screen(v.GinEnd(), gin(*events, rules="gin-jinlami"))
    # Sun 100 + 100 + 25 = 225; Mountain 96 + 8 * 25 = 296.
    assert (shown.band.seat, shown.band.big) == ("mountain", "Mountain wins, 296 to 225")
    assert shown.band.small == "Sun was first at 100, the bonuses decide"


def test_a_correction_by_hand_is_a_line_of_its_own() -> None:
    events = (*JINLAMI_GAME[:2], ev.PointsCorrected(seat="sun", amount=-5), JINLAMI_GAME[2])
    lines = account(screen(v.GinEnd(), gin(*events, rules="gin-jinlami")))
    assert lines["Points of the hands"] == "115"
    assert lines["Corrected by hand"] == "−5"


@pytest.mark.parametrize(
    ("lang", "big"),
    [
        ("en", "Sun wins, 870 to 0"),
        ("zh", "太阳获胜，870 比 0"),
        ("es", "Sol gana, 870 a 0"),
        ("hu", "Nap nyert, 870 : 0"),
    ],
)
def test_the_end_in_every_language(lang: str, big: str) -> None:
    assert screen(v.GinEnd(), gin(*JINLAMI_GAME, rules="gin-jinlami"), lang=lang).band.big == big


def test_a_scene_of_gin_without_a_game_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="needs a game of gin"):
        screen(v.Standing())
    with pytest.raises(TypeError, match="needs a scored hand"):
        screen(v.HandResult(), gin())


def test_the_hand_of_the_knocker_is_what_the_test_says() -> None:
    """The cards of these tests are a real deal: no card twice, no discard among them."""
    used = (*cards(KNOCKER), *cards(DEFENDER), "7D", "TC", "QS")
    assert len(set(used)) == len(used)
    assert SUN_KNOCKS[1].card == "QS"
