"""Putting things right: Fix, cards by three presses, points, undo, resume, by hand; history and service."""

from __future__ import annotations

import pytest

from table.intake import logbook
from table.intake import view as v
from table.rules import events as ev
from table.screens.model import CardPick, Choice, Log, Notice, Points, Resume, Service, Stats

from .tables import BOTH_PASS, FIRST_TURN, cards, dealt, gin, key, picture, round_of, screen, started

PLAYING = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
STEPS = tuple(
    key(i, name) for i, name in enumerate(("plus_10", "plus_1", "minus_1", "plus_5", "clear", "finished"), start=1)
)


def test_the_menu_lists_what_can_be_wrong_and_that_the_game_waits() -> None:
    keys = (key(1, "fix_event"), key(2, "fix_turn"), key(3, "fix_stock"), key(4, "fix_void_hand"), key(6, "more"))
    shown = screen(v.FixMenu(items=("event", "turn", "stock", "void_hand")), PLAYING, *keys)
    assert (shown.kind, shown.sub, shown.fix) == ("fix_menu", "hand 1, the game is waiting", "Leave")
    assert (shown.band.big, shown.band.mark, shown.band.seat) == ("What is wrong?", "fix", None)
    assert isinstance(shown.body, Choice)
    assert [item.title for item in shown.body.items] == [
        "Something that happened", "The turn is wrong", "The stock count", "Void this hand"
    ]  # fmt: skip
    assert shown.body.aside == ("Sun 0 : 0 Mountain", "Everything is saved")
    assert [(hint.label, hint.in_body) for hint in shown.keys if not hint.in_body] == [("More", False)]


EVENTS = (
    started("gin-fupa"),
    dealt(),
    *FIRST_TURN,
    ev.Drew(seat="sun", source="discard", card="TC"),
    ev.Discarded(seat="sun"),
    ev.Knocked(seat="sun"),
    ev.Shown(seat="sun", cards=cards("AS 2S 3S")),
    ev.StockCounted(count=12),
    ev.HandEntered(winner="sun", how="gin", difference=14),
    ev.HandEntered(winner=None, how="tie", difference=0),
    ev.PointsCorrected(seat="sun", amount=-5),
)


def test_the_log_reads_as_sentences_newest_first() -> None:
    lines = tuple(logbook.line_of(n, event) for n, event in enumerate(EVENTS))[1:]
    shown = screen(v.FixEvents(lines=lines, pages=3), PLAYING, key(1, "this_event"), key(2, "this_event"))
    assert isinstance(shown.body, Log)
    assert [row.text for row in shown.body.rows] == [
        "Sun deals, up-card 7♦",
        "Mountain draws from the stock",
        "Mountain discards 10♣",
        "Sun takes 10♣ from the pile",
        "Sun discards, not read",
        "Sun knocks",
        "Sun lays A♠ 2♠ 3♠",
        "The stock has 12 cards",
        "By hand: Sun, difference 14",
        "By hand: nobody scores",
        "Sun: -5 by hand".replace("-", "−"),
    ]
    assert [row.key for row in shown.body.rows][:3] == ["1", "2", ""]
    assert shown.body.page == "page 1 of 3"


def test_a_line_taken_back_stays_and_says_so() -> None:
    line = logbook.line_of(3, ev.Knocked(seat="sun"), voided=True)
    row = screen(v.FixEvents(lines=(line,)), PLAYING, key(1, "this_event")).body.rows[0]
    assert (row.state, row.mark, row.key) == ("void", "taken back", "1")


def test_a_picked_line_asks_what_is_wrong_with_it() -> None:
    line = logbook.line_of(2, ev.Discarded(seat="sun", card="7D"))
    shown = screen(v.FixEvents(lines=(line,)), PLAYING, key(1, "correct_card"), key(2, "take_back_event"))
    assert shown.band.big == "What is wrong with this line?"
    assert [hint.label for hint in shown.keys] == ["Another card", "It did not happen"]
    assert shown.body.rows[0].key == ""


def test_an_event_of_a_kind_unknown_here_is_no_error() -> None:
    line = v.EventLine(number=1, kind="invented_later")
    assert screen(v.FixEvents(lines=(line,)), PLAYING).body.rows[0].text == "Something else"


def hand_line(number: int, **args: str | int) -> v.EventLine:
    return v.EventLine(number=number, kind="hand_ended", args={"n": number, "points": 0, "how": "knock", **args})


def test_undoing_a_hand_needs_everybody() -> None:
    lines = (hand_line(3, seat="sun", points=34), hand_line(2))
    shown = screen(v.UndoHand(lines=lines), PLAYING, key(1, "this_hand"), key(2, "this_hand"))
    assert [row.text for row in shown.body.rows] == ["Hand 3: Sun, 34 points", "Hand 2: nobody scores"]
    asked = screen(v.UndoHand(lines=lines, picked=3, confirmed=("sun",)), PLAYING, key(1, "take_back_hand", "mountain"))
    assert asked.band.big == "Take it back? Everybody presses 1"
    assert asked.band.small == "Confirmed: Sun"
    assert [row.text for row in asked.body.rows] == ["Hand 3: Sun, 34 points"]


def test_what_cannot_be_changed_names_the_later_line_and_why() -> None:
    line = logbook.line_of(5, ev.Discarded(seat="mountain", card="TC"))
    scene = v.CannotFix(line=line, reason="refused.in_pile", reason_args={"card": "TC"})
    shown = screen(scene, PLAYING, key(6, "back"))
    assert isinstance(shown.body, Notice)
    assert shown.body.lines == ("Mountain discards 10♣", "10♣ lies in the discard pile")


@pytest.mark.parametrize("key_name", ["refused.no_meld", "refused.laid_too_high", "refused.never_heard_of"])
def test_any_refusal_can_be_shown(key_name: str) -> None:
    args = {"cards": "('7S', '8S')", "deadwood": "12"}
    shown = screen(v.CannotFix(reason=key_name, reason_args=args), PLAYING)
    assert shown.body.lines[-1]
    if key_name == "refused.no_meld":
        assert shown.body.lines == ("7♠ 8♠ is no meld",)


# -- a card, points, an owner -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suit", "row", "action", "big", "label"),
    [
        (None, None, "suit", "Which suit?", "Suit"),
        ("D", None, "row", "Which row?", "Row"),
        ("D", 2, "this_card", "Which card of the row?", "Column"),
    ],
)
def test_a_card_is_chosen_by_three_presses(suit, row, action: str, big: str, label: str) -> None:
    scene = v.PickCard(purpose="fix", suit=suit, row=row, gone=cards("4D KD"))
    keys = tuple(key(i, action, suit="D", card="AD", ranks="A 2") for i in (1, 2, 3))
    shown = screen(scene, PLAYING, *keys, key(6, "back"))
    assert (shown.band.big, shown.band.mark) == (big, "fix")
    assert isinstance(shown.body, CardPick)
    assert (shown.body.suit, shown.body.row, shown.body.gone) == (suit, row, cards("4D KD"))
    stage = ("suit", "row", "this_card").index(action)
    assert [s.state for s in shown.body.stages] == ["done"] * stage + ["now"] + ["later"] * (2 - stage)
    assert [(hint.keys, hint.label) for hint in shown.keys] == [(("1", "2", "3"), label), (("6",), "Back")]


def test_the_cards_that_the_eye_thought_of_come_first() -> None:
    scene = v.PickCard(purpose="discard", seat="sun", runner_up=cards("7D TD"), cutout="cut-3")
    keys = (key(1, "this_card", card="7D"), key(2, "this_card", card="TD"), key(5, "another_card"))
    shown = screen(scene, PLAYING, *keys)
    assert shown.band.big == "Which card is this?"
    assert [(c.key, c.card.card) for c in shown.body.question.candidates] == [("1", "7D"), ("2", "TD")]


def test_a_hand_typed_by_hand_counts_its_cards() -> None:
    scene = v.PickCard(purpose="laid", seat="sun", chosen=cards("9H TH"), of=10)
    shown = screen(scene, PLAYING)
    assert (shown.band.small, shown.sub, shown.note) == ("A card of Sun", "Card 3 of 10", "9♥ 10♥")


def test_points_show_what_they_become() -> None:
    shown = screen(v.FixPoints(seat="sun", number=-5, before=61), PLAYING, *STEPS)
    assert isinstance(shown.body, Points)
    assert (shown.body.number, shown.body.preview, shown.band.small) == ("−5", "Sun 61 → 56", "From 61 to 56")
    assert [(k.key, k.label, k.good) for k in shown.body.keys][-2:] == [("5", "Clear", False), ("6", "Done", True)]
    whose = screen(v.FixPoints(), PLAYING, key(1, "my_points"))
    assert [item.seat for item in whose.body.items] == ["sun", "mountain"]


def test_the_stock_is_counted_by_people() -> None:
    shown = screen(v.FixPoints(number=17), PLAYING, *STEPS)
    assert (shown.band.big, shown.body.number, shown.body.seat) == ("How many cards are in the stock?", "17", None)


def test_the_owner_of_a_card_is_named_by_his_own_key_after_the_reveal() -> None:
    state = picture(*round_of({"sun": 4, "mountain": 1, "hut": 2}))
    which = screen(v.FixOwner(), state, *(key(n, "slot", n=n) for n in (1, 2, 3, 4)))
    assert which.band.big == "Which card has the wrong owner?"
    whose = screen(v.FixOwner(number=3), state, key(1, "mine"))
    assert whose.band.big == "Whose is card 3?"
    assert [item.title for item in whose.body.items] == ["Sun", "Mountain", "Hut", "Star"]


# -- by hand ----------------------------------------------------------------------------------------------------


def test_a_hand_by_hand_asks_who_how_and_how_many() -> None:
    who = screen(v.ByHand(stage="winner"), PLAYING, key(1, "i_won"), key(6, "back"))
    assert who.band.big == "Who won the hand?"
    assert [(item.key, item.title) for item in who.body.items] == [("1", "Sun"), ("1", "Mountain")]
    hows = (key(1, "knock"), key(2, "gin"), key(3, "undercut"), key(4, "tie"))
    how = screen(v.ByHand(stage="how", seat="sun"), PLAYING, *hows)
    assert how.band.big == "Sun: how was it won?"
    assert [item.title for item in how.body.items] == ["Knock", "Gin", "Undercut", "Tie"]
    points = screen(v.ByHand(stage="points", seat="sun", how="knock", number=24, before=61), PLAYING, *STEPS)
    assert (points.band.big, points.body.number) == ("Sun: how many points?", "24")
    assert points.band.small == "The difference of deadwood, without bonus"
    gin_hand = screen(v.ByHand(stage="points", seat="sun", how="gin", number=14), PLAYING, *STEPS)
    assert gin_hand.band.small == "The deadwood of the other player"


def test_a_round_by_hand_asks_each_place() -> None:
    scene = v.ByHand(stage="gains", seat="hut", number=5, before=12, entered=(("sun", 3), ("mountain", 2)))
    shown = screen(scene, picture(), *STEPS)
    assert shown.band.big == "Hut: points of this round?"
    assert (shown.band.small, shown.body.preview) == ("Sun +3, Mountain +2", "Hut 12 → 17")


# -- resume, history, service -----------------------------------------------------------------------------------


def test_after_a_power_cut_the_difference_is_marked_and_three_ways_are_offered() -> None:
    keys = (key(1, "from_now"), key(2, "put_back"), key(3, "void_hand"))
    shown = screen(v.Resume(saved_at="14:32", saved_card="TC", seen_card="5C", differs=True), PLAYING, *keys)
    assert shown.band.big == "The table does not look as before"
    assert shown.sub == "hand 1, after a break"
    assert isinstance(shown.body, Resume)
    now, back, void = shown.body.columns
    assert (now.title, now.card.card, now.differs) == ("Go on from now", "5C", True)
    assert (back.sub, back.card.card) == ("as saved at 14:32", "TC")
    assert [(row.name, row.points) for row in void.scores] == [("Sun", 0), ("Mountain", 0)]
    assert shown.note == "Different: the top of the discard pile. All scores are safe"


def test_a_table_that_looks_the_same_just_says_that_a_game_is_saved() -> None:
    shown = screen(v.Resume(saved_at="14:32", differs=False), PLAYING, key(1, "from_now"))
    assert (shown.band.big, shown.band.small) == ("An unfinished game is saved", "Saved at 14:32")
    assert len(shown.body.columns) == 1


def test_the_history_has_a_line_for_each_game() -> None:
    games = (
        v.HistoryLine(when="3.11.", rules="gin-fupa", points=(("sun", 104), ("mountain", 67)), winners=("sun",)),
        v.HistoryLine(when="1.11.", rules="zhiyan", points=(("sun", 31), ("hut", 20), ("star", 12)), winners=("sun",)),
    )
    shown = screen(v.History(games=games))
    assert [(row.text, row.value, row.seat) for row in shown.body.rows] == [
        ("3.11.  Fupa", "Sun 104 : 67 Mountain", "sun"),
        ("1.11.  Storyteller", "Sun 31", "sun"),
    ]
    assert screen(v.History()).body.empty == "No finished game yet"


def test_statistics_have_bars_for_shares() -> None:
    stats = (v.StatLine(seat="sun", values=(("games", 12.0), ("gin_share", 0.25))),)
    shown = screen(v.History(stats=stats, page=2, pages=3), lang="hu")
    assert isinstance(shown.body, Stats)
    assert [(row.value, row.share) for row in shown.body.rows] == [("12", None), ("25 %", 0.25)]


def test_service_tests_every_key_and_names_the_pod_that_is_half_dead() -> None:
    pressed = (*(("sun", n) for n in range(1, 7)), ("moon", 1))
    shown = screen(v.Service(picture="live", markers=4, numbers=(("fps", "14.8"),), pressed=pressed))
    assert isinstance(shown.body, Service)
    assert shown.body.numbers == ("14.8 pictures/s",)
    tests = {test.seat: test.pressed for test in shown.body.keys}
    assert all(tests["sun"])
    assert tests["moon"] == (True, False, False, False, False, False)
    assert shown.body.trouble == "Moon: check the cable"
    assert shown.chip.label == "4 of 4 marks"


def test_service_shows_no_picture_while_a_hand_is_in_play() -> None:
    shown = screen(v.Service(picture="live", refused=True), PLAYING)
    assert (shown.body.picture, shown.body.picture_note) == ("", "No picture while a hand is in play")


def test_calibration_gives_its_error_in_millimetres() -> None:
    lines = tuple(v.CheckLine(part=part, state="ok") for part in ("markers", "light"))
    shown = screen(v.Calibrating(lines=lines, error_mm=0.42), lang="hu")
    assert (shown.band.big, shown.band.small) == ("Kalibrálva", "Hiba: 0,4 mm")
    bad = screen(v.Calibrating(lines=(v.CheckLine(part="markers", state="bad"),)))
    assert (bad.band.big, bad.band.small) == ("Calibrate: leave the mat empty", "All four corner marks must be seen")
