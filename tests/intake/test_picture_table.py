"""A round of the picture game at the table: the row, the secret ballot, the reveal, the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from table.intake.view import View
from table.rules.signals import Observation, RowCard, RowView, TokenSeen
from tests.intake.table_kit import AtTable

CASES = json.loads((Path(__file__).parents[1] / "cases" / "zhiyan.json").read_text("utf-8"))
SEATS = ("sun", "mountain", "hut", "star", "moon", "wave")
FOUR = SEATS[:4]


def row_of(table: AtTable, count: int) -> AtTable:
    return table.row(0).row(count).wait(2)


def voting(seats: tuple[str, ...] = FOUR, **options: object) -> AtTable:
    table = AtTable(**options).pictures(seats, first="sun")
    return row_of(table, table.state.row_count)


def ballot(table: AtTable, entries: dict[str, tuple[int, ...]]) -> AtTable:
    for seat, keys in entries.items():
        for key in keys:
            table.press(seat, key)
    return table


def test_the_row_numbers_itself_and_the_vote_opens():
    table = AtTable().pictures(FOUR, first="sun")
    assert table.scene == "Telling"
    table.row(0).row(2)
    assert (table.scene, table.view.chip.count) == ("RowReading", 2)
    table.row(4).wait(2)
    assert (table.scene, table.view.scene.expected) == ("Voting", 3)
    assert table.state.pictures == ("p1", "p2", "p3", "p4")


def test_cards_of_the_round_before_are_no_new_row():
    table = AtTable().pictures(FOUR, first="sun")
    table.row(4)  # they lay there when the round began
    assert table.scene in ("Telling", "RowReading")


@pytest.mark.parametrize("case", CASES["scoring"], ids=[case["id"] for case in CASES["scoring"]])
def test_worked_rounds_through_the_keys(case):
    if case["rule"] != "seed":
        rules = "zhiyan-official3p4"
    else:
        rules = "zhiyan"
    names = sorted({case["storyteller"], *case["votes"]})
    place = dict(zip(names, SEATS, strict=False))
    seats = tuple(place[name] for name in names)
    table = AtTable().pictures(seats, first=place[case["storyteller"]], rules=rules)
    row_of(table, table.state.row_count)
    for name, vote in case["votes"].items():
        own = [int(n) for n, owner in case["owners"].items() if owner == name]
        ballot(table, {place[name]: (*own, vote)})
    assert table.scene == "Reveal"
    gains = {name: table.state.last.gains[place[name]] for name in names}
    assert gains == case["expected_delta"]


def test_a_vote_for_ones_own_card_is_refused_under_the_hood_alone():
    table = voting()
    before = table.view
    table.press("hut", 2).press("hut", 2)
    assert table.view.scene == before.scene  # not a word on the screen
    assert table.table.lamps()["hut"] == "refused"
    assert table.table.take_cues() == () or "refused" not in table.table.take_cues()
    table.press("hut", 1)
    assert table.view.scene.entered == 1


def test_the_storyteller_presses_nothing():
    table = voting().press("sun", 1)
    assert (table.view.scene.entered, table.table.lamps()["sun"]) == (0, "refused")


def test_claims_that_do_not_add_up_start_again_and_name_nobody():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (1, 2), "star": (3, 2)})
    scene = table.view.scene
    assert (table.scene, scene.again, scene.entered, scene.late) == ("Voting", True, 0, ())
    ballot(table, {"mountain": (1, 2), "hut": (3, 2), "star": (4, 2)})
    # All found it: 2 each for the guessers, nothing for the storyteller.
    assert table.state.points == {"sun": 0, "mountain": 2, "hut": 2, "star": 2}


def test_fix_during_the_vote_erases_all_entries():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (3, 2)})
    assert table.view.scene.entered == 2
    table.fix().fix()
    assert (table.scene, table.view.scene.entered) == ("Voting", 0)


def test_a_card_taken_away_stops_the_ballot_until_it_is_back():
    table = ballot(voting(), {"mountain": (1, 2)}).row(4, missing=[3])
    assert (table.view.scene.problem, table.view.scene.problem_args) == ("card_missing", {"n": 3})
    ballot(table, {"hut": (3, 2)})
    assert table.view.scene.entered == 1
    table.row(4).wait(1)
    ballot(table, {"hut": (3, 2), "star": (4, 2)})
    assert table.scene == "Reveal"


def everything_said(view: View) -> str:
    return repr(view)


def test_before_the_reveal_what_is_shown_depends_on_the_count_alone():
    seen = []
    for mine in ((1, 2), (3, 4)):
        table = ballot(voting(), {"mountain": mine})
        table.wait(3)
        seen.append(everything_said(table.view))
        assert "Balloted" not in table.events()
        assert table.table.secret
    assert seen[0] == seen[1]


def test_who_is_missing_is_named_after_half_a_minute():
    table = ballot(voting(), {"mountain": (1, 2), "star": (4, 2)})
    assert table.wait(20).view.scene.late == ()
    assert table.wait(15).view.scene.late == ("hut",)


def test_three_players_press_two_own_cards():
    table = voting(SEATS[:3])
    assert table.state.row == 5
    ballot(table, {"mountain": (2, 5, 1), "hut": (3, 4, 2)})
    # Case D11: some found it; the wrong guess was a card of the finder's.
    assert table.state.last.gains == {"sun": 3, "mountain": 4, "hut": 0}


def test_the_reveal_goes_on_by_itself_and_by_key():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (3, 2), "star": (4, 1)})
    assert (table.scene, table.view.scene.step) == ("Reveal", 0)
    table.press("sun", 1)
    assert table.view.scene.step == 1
    table.wait(4.5)
    assert table.view.scene.step == 2
    table.wait(20)
    assert table.scene in ("RoundScore", "Track")


def test_next_round_refills_and_the_next_storyteller_tells():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (3, 2), "star": (4, 1)})
    table.wait(25)
    if table.scene == "RoundScore":
        table.wait(9)
    table.do("sun", "next_round")
    assert (table.scene, table.state.storyteller, table.state.stock) == ("Telling", "mountain", 84 - 24 - 4)


def test_somebody_leaves_by_pressing_twice_and_never_below_three():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (3, 2), "star": (4, 1)}).wait(40)
    table.do("sun", "somebody_leaves").press("star", 1).press("star", 1)
    assert (table.state.left, table.scene) == (("star",), "Track")
    table.do("sun", "somebody_leaves").press("hut", 1).press("hut", 1)
    assert (table.scene, table.view.scene.too_few, table.state.left) == ("Leaving", True, ("star",))


def test_without_a_camera_the_storyteller_says_that_the_row_lies():
    table = AtTable(camera=False).pictures(FOUR, first="sun")
    table.do("sun", "clue_given").do("sun", "all_here").do("sun", "row_lies")
    ballot(table, {"mountain": (1, 2), "hut": (3, 2), "star": (4, 2)})
    assert table.state.last.gains == {"sun": 0, "mountain": 2, "hut": 2, "star": 2}


def test_one_button_sweeps_take_own_card_and_vote():
    table = voting(input="one-button")
    wanted = {"mountain": {"own": 1, "vote": 2}, "hut": {"own": 3, "vote": 2}, "star": {"own": 4, "vote": 2}}
    done: set[tuple[str, str]] = set()
    for _ in range(600):
        if table.scene != "Voting":
            break
        sweep = table.view.scene.sweep
        if sweep is not None and sweep.lit:
            for seat, numbers in wanted.items():
                if numbers[sweep.phase] == sweep.lit and (seat, sweep.phase) not in done:
                    done.add((seat, sweep.phase))
                    table.press(seat, 1, after=0.0)
                    assert table.view.scene.entered == 0  # nothing answers while the light runs
        table.wait(0.25)
    assert table.scene == "Reveal"
    assert table.state.last.gains == {"sun": 0, "mountain": 2, "hut": 2, "star": 2}


def tokens(table: AtTable, *laid: tuple[str, str, int, tuple[int, ...]]) -> AtTable:
    """Tokens on the row: seat, kind, number printed on it, and the cards that it touches."""
    cards = tuple(RowCard(number=n, picture=f"p{n}") for n in range(1, table.state.row + 1))
    seen = tuple(TokenSeen(seat=seat, kind=kind, value=value, on=on) for seat, kind, value, on in laid)
    table.wait(0.5).table.handle(Observation(t=table.t, row=RowView(state="done", cards=cards, tokens=seen)))
    return table


def test_a_table_without_buttons_votes_with_tokens():
    table = voting(voting="tokens")
    assert (table.view.scene.by_tokens, table.table.expects) == (True, "row")
    owners = [("mountain", "owner", 0, (1,)), ("hut", "owner", 0, (3,)), ("star", "owner", 0, (4,))]
    tokens(table, *owners, ("mountain", "vote", 2, (2,)), ("hut", "vote", 2, (2,)))
    assert (table.scene, table.view.scene.entered) == ("Voting", 2)
    votes = [("mountain", "vote", 2, (2,)), ("hut", "vote", 2, (2,)), ("star", "vote", 1, (1,))]
    tokens(table, *owners, *votes)
    # Two of three found it: 3 each and 3 for the storyteller; the third vote is mountain's point.
    assert table.state.last.gains == {"sun": 3, "mountain": 4, "hut": 3, "star": 0}


def test_a_token_between_two_cards_is_asked_about():
    table = voting(voting="tokens")
    owners = [("mountain", "owner", 0, (1, 2)), ("hut", "owner", 0, (3,)), ("star", "owner", 0, (4,))]
    votes = [("mountain", "vote", 2, (2,)), ("hut", "vote", 2, (2,)), ("star", "vote", 1, (1,))]
    tokens(table, *owners, *votes)
    assert (table.scene, table.view.scene.problem) == ("Voting", "token_between")
    table.do("sun", "token_means", n=1)
    assert table.state.last.owners == {1: "mountain", 2: "sun", 3: "hut", 4: "star"}


def test_a_wiring_that_mixes_pods_and_buttons():
    table = voting(single=("star",))
    assert table.table.phase.ballot.ways == {"mountain": "pod", "hut": "pod", "star": "button"}


def test_a_finger_that_bounces_after_starting_again_enters_nothing():
    # Held for 2 s: one's own entry begins anew; the bounce of letting go is no first press of it.
    table = ballot(voting(), {"hut": (1,)}).press("hut", 2, hold=2.2)
    table.press("hut", 2, after=0.05)
    ballot(table, {"hut": (3, 2), "mountain": (1, 2), "star": (4, 2)})
    assert table.state.last.owners == {1: "mountain", 2: "sun", 3: "hut", 4: "star"}
