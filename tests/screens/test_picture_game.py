"""The picture game: what each screen says in each state of a round, checked against rules.md (items 5.1 to 7.2)."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.rules import events as ev
from table.screens.model import Ballot, Gains, Places, Prompt, Reveal, Row, Seats, Track

from .tables import PLAYERS, key, picture, round_of, screen

SLOTS = tuple(v.Slot(number=n, cutout=f"row-{n}") for n in (1, 2, 3, 4))
ROW_LIES = (ev.ClueGiven(seat="star"), ev.RowLaid(count=4))

# Star tells; Sun owns card 1, Mountain 2, Hut 3, Star's own card is 4.
ALL_FIND = {"sun": 4, "mountain": 4, "hut": 4}
NONE_FINDS = {"sun": 2, "mountain": 1, "hut": 1}
SUN_FINDS = {"sun": 4, "mountain": 1, "hut": 2}


def gains(of) -> dict[str, tuple[list[tuple[str, str]], str]]:
    assert isinstance(of.body, Gains)
    return {row.name: ([(part.value, part.text) for part in row.parts], row.total) for row in of.body.rows}


# -- telling, collecting, the row -------------------------------------------------------------------------------


def test_the_storyteller_is_told_what_to_do_and_how_long_the_deck_lasts() -> None:
    shown = screen(v.Telling(), picture(), key(1, "clue_given", "star"))
    assert (shown.title, shown.sub) == ("Storyteller", "只言片语  round 1")
    assert (shown.band.seat, shown.band.big) == ("star", "Star: give your clue aloud")
    assert isinstance(shown.body, Prompt)
    # 84 cards, four players with six each: 60 left, four go a round: 15 rounds (rules.md, 7.1).
    assert (shown.body.stock, shown.body.stock_note) == (60, "15 rounds left")


def test_everybody_gives_one_card_and_with_three_players_two() -> None:
    told = ev.ClueGiven(seat="star")
    assert screen(v.Collecting(), picture(told)).band.big == "One card each, face down, to Star"
    three = picture(ev.ClueGiven(seat="hut"), seats=("sun", "mountain", "hut"), first="hut")
    shown = screen(v.Collecting(), three)
    assert shown.band.big == "Two cards each, face down, to Hut"
    assert "Three players: the guessers give two cards each." in shown.body.lines


def test_the_row_fills_with_numbers_and_nobody_owns_anything() -> None:
    scene = v.RowReading(slots=(SLOTS[0], v.Slot(number=2, state="reading")), expected=4)
    shown = screen(scene, picture(ev.ClueGiven(seat="star")))
    assert (shown.band.seat, shown.band.big) == ("star", "Star: lay the row, face up")
    assert isinstance(shown.body, Row)
    assert [(s.number, s.state) for s in shown.body.slots] == [(1, "sure"), (2, "reading"), (3, "empty"), (4, "empty")]
    assert (shown.body.count, shown.body.count_label) == ("1 / 4", "numbered")


def test_too_many_cards_too_few_and_a_card_of_an_earlier_round_are_said() -> None:
    state = picture(ev.ClueGiven(seat="star"))
    five = (*SLOTS, v.Slot(number=5))
    assert screen(v.RowReading(slots=five, expected=4), state).band.big == "5 cards seen, 4 wanted"
    few = screen(v.RowReading(slots=SLOTS[:3], expected=4), state, chip=v.Chip(state="cannot", why="too_few"))
    assert few.band.big == "3 of 4 cards seen"
    used = (*SLOTS[:3], v.Slot(number=4, state="used"))
    shown = screen(v.RowReading(slots=used, expected=4), state)
    assert shown.band.big == "A card of an earlier round lies here"
    assert shown.body.slots[3].note == "used before"


# -- the vote ---------------------------------------------------------------------------------------------------


def voting(**more: object):
    return v.Voting(slots=SLOTS, expected=3, **more)


def test_the_vote_shows_how_many_of_how_many_and_that_the_storyteller_waits() -> None:
    slots = [key(n, "slot", "sun", "mountain", "hut", n=n) for n in (1, 2, 3, 4)]
    shown = screen(voting(entered=2), picture(*ROW_LIES), *slots, chip=v.Chip(state="done"))
    assert shown.band.big == "Press your own card, then your vote"
    assert shown.band.small == "Your vote: the card that you think is by Star"
    assert isinstance(shown.body, Ballot)
    assert (shown.body.entered, shown.body.expected, shown.body.count) == (2, 3, "2 of 3")
    assert (shown.body.teller, shown.body.teller_note) == ("star", "Star told the clue: no vote")
    assert [(hint.keys, hint.in_body) for hint in shown.keys] == [(("1", "2", "3", "4"), True)]
    assert shown.chip.label == "4 cards"
    assert shown.note == "Pressed wrong? Hold any button 2 s"


def test_three_players_press_their_two_cards_first() -> None:
    three = picture(ev.ClueGiven(seat="hut"), ev.RowLaid(count=5), seats=("sun", "mountain", "hut"), first="hut")
    shown = screen(v.Voting(slots=(*SLOTS, v.Slot(number=5)), expected=2), three)
    assert shown.band.big == "Press your two cards, then your vote"
    assert len(shown.body.slots) == 5


def test_claims_that_do_not_add_up_are_entered_again_by_everybody_and_nobody_is_named() -> None:
    shown = screen(voting(again=True), picture(*ROW_LIES))
    assert shown.kind == "picture_redo"
    assert shown.band.big == "It does not add up: everybody once more"
    assert "Sun" not in shown.band.big + shown.band.small + shown.note


def test_who_is_missing_is_named_only_when_the_ballot_says_it_is_late() -> None:
    assert screen(voting(entered=2), picture(*ROW_LIES)).body.late_note == ""
    shown = screen(voting(entered=2, late=("hut",)), picture(*ROW_LIES))
    assert (shown.body.late, shown.body.late_note) == (("hut",), "Waiting: Hut")
    both = screen(voting(entered=1, late=("hut", "sun")), picture(*ROW_LIES))
    assert both.body.late_note == "Waiting for 2 places"
    assert both.note == "Still waited for: Hut and Sun"


@pytest.mark.parametrize(
    ("phase", "big", "shown_phase"),
    [
        ("own", "Now: your own card", "own"),
        ("own_again", "Now: your other card", "own"),
        ("vote", "Now: your vote", "vote"),
    ],
)
def test_a_sweep_says_what_is_due_and_shows_no_count(phase: str, big: str, shown_phase: str) -> None:
    scene = voting(entered=2, sweep=v.Sweep(phase=phase, lit=3, share=0.5))
    shown = screen(scene, picture(*ROW_LIES), key(1, "slot"), input="one-button", now=10.0)
    assert (shown.kind, shown.band.big) == ("picture_sweep", big)
    assert (shown.body.sweep.phase, shown.body.sweep.lit) == (shown_phase, 3)
    assert (shown.body.entered, shown.body.count) == (0, "")


def test_in_the_gap_between_two_cards_of_a_sweep_nothing_is_lit() -> None:
    shown = screen(voting(sweep=v.Sweep(phase="own", lit=0)), picture(*ROW_LIES))
    assert (shown.body.sweep.lit, shown.body.sweep.left) == (0, None)


def test_a_card_taken_away_during_the_vote_is_said() -> None:
    shown = screen(voting(problem="card_missing", problem_args={"n": 2}), picture(*ROW_LIES))
    assert (shown.band.small, shown.band.mark) == ("Card 2 is missing: put it back", "no")


def test_the_lying_screen_tells_every_guesser_the_same() -> None:
    strips = screen(voting(entered=2), picture(*ROW_LIES)).strips
    assert [strip.seat for strip in strips] == list(PLAYERS)
    assert {strip.text for strip in strips if strip.seat != "star"} == {"own card, then your vote"}
    assert [strip.text for strip in strips if not strip.act] == ["you told it: no vote"]


# -- the reveal -------------------------------------------------------------------------------------------------


def revealed(step: int):
    return screen(v.Reveal(step=step, steps=5, slots=SLOTS), picture(*round_of(SUN_FINDS)), key(1, "next_step"))


def test_first_the_votes_drop_and_no_owner_is_told() -> None:
    shown = revealed(0)
    assert isinstance(shown.body, Reveal)
    assert [slot.owner for slot in shown.body.slots] == [None] * 4
    assert [slot.votes for slot in shown.body.slots] == [("mountain",), ("hut",), (), ("sun",)]
    assert shown.band.big == "All votes are in"


def test_then_the_storytellers_card_and_who_found_it() -> None:
    shown = revealed(1)
    assert [slot.owner for slot in shown.body.slots] == [None, None, None, "star"]
    assert [slot.teller for slot in shown.body.slots] == [False, False, False, True]
    assert (shown.band.seat, shown.band.big, shown.band.small) == ("star", "Card 4 is by Star", "Found by Sun")
    assert [slot.note for slot in shown.body.slots] == ["whose?", "whose?", "whose?", ""]


def test_then_the_other_owners_from_left_to_right() -> None:
    assert [slot.owner for slot in revealed(2).body.slots] == ["sun", None, None, "star"]
    assert revealed(2).band.small == "Votes from Mountain"
    assert [slot.owner for slot in revealed(3).body.slots] == ["sun", "mountain", None, "star"]
    last = revealed(4)
    assert [slot.owner for slot in last.body.slots] == ["sun", "mountain", "hut", "star"]
    assert (last.band.big, last.band.small) == ("Card 3 is by Hut", "No vote for this card")


# -- the points -------------------------------------------------------------------------------------------------


def test_some_find_it_storyteller_3_each_finder_3_and_1_for_each_vote() -> None:
    shown = screen(v.RoundScore(), picture(*round_of(SUN_FINDS)))
    assert shown.band.big == "Star 3, everybody who found it 3"
    assert gains(shown) == {
        "Sun": ([("+3", "Found it"), ("+1", "1 vote for the card")], "+4"),
        "Mountain": ([("+1", "1 vote for the card")], "+1"),
        "Hut": ([], "0"),
        "Star": ([("+3", "Some found it")], "+3"),
    }


def test_all_find_it_storyteller_nothing_the_others_2_each() -> None:
    shown = screen(v.RoundScore(), picture(*round_of(ALL_FIND)))
    assert shown.band.big == "All found it: Star 0, others 2 each"
    assert {name: total for name, (_, total) in gains(shown).items()} == {
        "Sun": "+2", "Mountain": "+2", "Hut": "+2", "Star": "0"
    }  # fmt: skip


def test_none_finds_it_others_2_each_and_the_votes_count_as_well() -> None:
    shown = screen(v.RoundScore(), picture(*round_of(NONE_FINDS)))
    assert shown.band.big == "None found it: Star 0, others 2 each"
    assert gains(shown)["Sun"] == ([("+2", "None found it"), ("+2", "2 votes for the card")], "+4")
    assert gains(shown)["Star"][1] == "0"


def test_the_track_shows_points_gains_and_who_tells_next() -> None:
    shown = screen(v.Track(), picture(*round_of(SUN_FINDS)), key(1, "next_round"))
    assert (shown.band.seat, shown.band.big) == ("sun", "Next storyteller: Sun")
    assert shown.band.small == "Everybody draws up to 6 cards"
    assert isinstance(shown.body, Track)
    assert [(row.name, row.points, row.gain) for row in shown.body.rows] == [
        ("Sun", 4, 4), ("Mountain", 1, 1), ("Hut", 0, 0), ("Star", 3, 3)
    ]  # fmt: skip
    assert shown.body.target == 30


def test_a_place_that_left_stays_on_the_track_greyed() -> None:
    state = picture(*round_of(SUN_FINDS), ev.SeatLeft(seat="hut"))
    rows = {row.name: row for row in screen(v.Track(), state).body.rows}
    assert (rows["Hut"].left, rows["Hut"].note) == (True, "has left")


def test_nobody_can_leave_three_players() -> None:
    state = picture(*round_of(SUN_FINDS))
    shown = screen(v.Leaving(too_few=True), state)
    assert (shown.band.big, shown.band.mark) == ("Three are needed: nobody can leave now", "no")
    sure = screen(v.Leaving(sure="hut"), state)
    assert (sure.band.seat, sure.band.big) == ("hut", "Hut leaves? Press once more")
    assert isinstance(sure.body, Seats)
    assert [place.picked for place in sure.body.places] == [False, False, True, False]


def test_the_end_at_30_names_the_winner_and_why() -> None:
    events = [ev.RoundEntered(gains={"sun": 30, "hut": 12})]
    shown = screen(v.PictureEnd(), picture(*events), key(1, "again"))
    assert (shown.band.seat, shown.band.big) == ("sun", "Sun wins with 30 points")
    assert shown.band.small == "Somebody has reached 30 points"
    assert isinstance(shown.body, Places)
    assert [(row.rank, row.name, row.points, row.first) for row in shown.body.rows] == [
        ("1.", "Sun", 30, True), ("2.", "Hut", 12, False), ("3.", "Mountain", 0, False), ("3.", "Star", 0, False)
    ]  # fmt: skip


def test_several_at_30_share_the_win_if_they_are_equal() -> None:
    shown = screen(v.PictureEnd(), picture(ev.RoundEntered(gains={"sun": 31, "hut": 31, "star": 30})))
    assert (shown.band.seat, shown.band.big) == ("all", "Sun and Hut share the win")
    assert [row.rank for row in shown.body.rows] == ["1.", "1.", "3.", "4."]


def test_an_empty_deck_ends_the_game_with_most_points() -> None:
    state = picture(*round_of(SUN_FINDS), ev.StockEmpty())
    shown = screen(v.PictureEnd(), state)
    assert shown.band.big == "Sun wins with 4 points"
    assert shown.band.small == "The deck is empty: most points wins"


def test_a_round_scored_by_hand_has_totals_and_no_owners() -> None:
    shown = screen(v.RoundScore(), picture(ev.RoundEntered(gains={"sun": 5, "star": 3})))
    assert {name: total for name, (_, total) in gains(shown).items()}["Sun"] == "+5"
    assert shown.band.big == "Round 1: points by hand"


@pytest.mark.parametrize(
    ("lang", "title", "big"),
    [
        ("en", "Storyteller", "Card 4 is by Star"),
        ("zh", "只言片语", "4 号牌是星星的"),
        ("es", "Cuentacuentos", "La carta 4 es de Estrella"),
        ("hu", "Mesélő", "4. lap: Csillag"),
    ],
)
def test_the_reveal_in_every_language(lang: str, title: str, big: str) -> None:
    shown = screen(v.Reveal(step=1, steps=5, slots=SLOTS), picture(*round_of(SUN_FINDS)), lang=lang)
    assert (shown.title, shown.band.big) == (title, big)


def test_a_scene_of_the_picture_game_without_one_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="needs a picture game"):
        screen(v.Telling())
    with pytest.raises(TypeError, match="needs a revealed round"):
        screen(v.RoundScore(), picture())


def test_without_a_camera_the_row_has_its_numbers_all_the_same() -> None:
    shown = screen(v.Voting(expected=3), picture(*ROW_LIES), key(1, "slot"), key(2, "slot"))
    assert [slot.number for slot in shown.body.slots] == [1, 2, 3, 4]
    assert all(hint.in_body for hint in shown.keys)
