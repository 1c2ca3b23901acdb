"""Fix and resume: what was read or pressed wrongly is put right by another event, and the score follows."""

from __future__ import annotations

from table.intake.resume import Resume
from table.rules.session import fold
from tests.intake.table_kit import GIN_SEATS, RULES, AtTable, laid, pile, stock
from tests.intake.test_gin_table import DEFENDER, KNOCKER, knocked
from tests.intake.test_picture_table import ballot, voting


def scored(rules: str = "gin-jinlami", loose: str = "5H") -> AtTable:
    table = knocked(rules)
    return table.look(laid("far", *KNOCKER, loose="5D"), laid("near", *DEFENDER, loose=loose)).wait(3)


def test_a_misread_card_of_a_shown_hand_is_corrected_and_the_score_follows():
    table = scored(loose="5H")
    assert (table.state.last.kind, table.state.points["sun"]) == ("tie", 25)
    table.fix().do("sun", "fix_event").do("sun", "this_event")  # the newest event: sun's cards
    table.do("sun", "correct_card")
    while not any(key.args.get("card") == "5H" for key in table.view.keys):
        table.do("sun", "next_page")
    table.do("sun", "this_is_wrong", card="5H")
    table.do("sun", "suit", suit="H").press("sun", 2).do("sun", "this_card", card="6H")
    # It was the 6: knocker 5, defender 6, so the knocker wins by 1.
    assert (table.scene, table.view.scene.changed) == ("HandResult", True)
    assert (table.state.last.kind, table.state.points) == ("knock", {"sun": 0, "mountain": 1})
    assert table.view.revision == 1
    assert fold(table.table.log) == table.state


def test_a_hand_is_undone_only_when_both_agree_and_history_keeps_both_lines():
    table = scored()
    before = len(table.table.log)
    table.fix().do("sun", "fix_last_hand").press("sun", 1)
    table.do("sun", "take_back_hand")
    assert table.state.points["sun"] == 25
    table.do("mountain", "take_back_hand")
    assert (table.state.points, table.state.last.kind) == ({"sun": 0, "mountain": 0}, "void")
    assert len(table.table.log) == before + 1


def test_a_points_line_by_hand():
    table = scored()
    table.fix().do("sun", "fix_points").do("mountain", "my_points").do("mountain", "plus_10").do("mountain", "finished")
    assert table.state.points == {"sun": 25, "mountain": 10}


def test_the_turn_is_put_right():
    table = AtTable().gin().to_first_draw().change("drawn", side="far")
    assert table.state.turn == "mountain"
    table.fix().do("sun", "fix_turn")
    assert (table.state.turn, table.scene) == ("sun", "Turn")


def test_an_event_is_taken_back_and_counted_again():
    table = AtTable().gin().to_first_draw().change("drawn", side="far").change("discarded", "9H", "far")
    table.fix().do("sun", "fix_event").do("sun", "this_event").do("sun", "take_back_event")
    assert (table.state.turn, table.state.top) == ("mountain", "TC")
    table.fix().do("sun", "fix_event").do("sun", "this_event").do("sun", "count_again")
    assert (table.state.turn, table.state.top) == ("sun", "9H")


def test_a_correction_that_breaks_a_later_event_names_it():
    table = scored()
    table.deal("4S")
    table.fix().do("sun", "fix_event")
    while not any(line.kind == "knocked" for line in table.view.scene.lines):
        table.do("sun", "next_page")
    place = next(i for i, line in enumerate(table.view.scene.lines) if line.kind == "knocked")
    table.press("sun", place + 1).do("sun", "take_back_event")
    assert (table.scene, table.view.scene.line.kind) == ("CannotFix", "shown")


def test_fix_works_after_the_end_of_the_game():
    table = AtTable(camera=False).gin("gin-fupa").press("sun", 1)
    table.press("mountain", 1).do("sun", "lay_by_hand").do("sun", "enter_points").press("mountain", 1)
    table.do("mountain", "gin")
    for _ in range(8):
        table.do("sun", "plus_10")
    table.do("sun", "finished").press("sun", 1)
    assert (table.scene, table.state.winners) == ("GinEnd", ("mountain",))
    table.fix().do("sun", "fix_points").do("mountain", "my_points")
    for _ in range(6):
        table.do("mountain", "minus_1")
    table.do("mountain", "finished").wait(10)
    assert (table.state.over, table.state.points["mountain"]) == (False, 99)


def test_an_owner_is_put_right_after_the_reveal():
    table = ballot(voting(), {"mountain": (1, 2), "hut": (3, 2), "star": (4, 1)})
    # Mountain and hut found card 2; star voted for card 1, mountain's.
    assert table.state.last.gains == {"sun": 3, "mountain": 4, "hut": 3, "star": 0}
    table.fix().do("sun", "fix_owner").press("sun", 1).press("hut", 1)
    # Card 1 was hut's and card 3 mountain's: the vote for it is hut's point.
    assert table.state.last.gains == {"sun": 3, "mountain": 3, "hut": 4, "star": 0}
    assert (table.scene, table.view.scene.changed) == ("RoundScore", True)


def test_fix_left_open_closes_by_itself_and_changes_nothing():
    table = AtTable().gin().to_first_draw().fix()
    assert table.scene == "FixMenu"
    assert table.wait(65).scene == "Turn"


def resumed(log, **options: object) -> AtTable:
    table = AtTable(**options)
    table.journal.games.append(list(log))
    table.table.load(log)
    table.table.go(Resume(table.table))
    return table


def in_the_middle() -> AtTable:
    return AtTable().gin().to_first_draw("TC").change("drawn", side="far").change("discarded", "9H", "far")


def test_after_a_stop_the_same_table_goes_on_by_itself():
    table = resumed(in_the_middle().table.log).look(pile("9H"), stock()).wait(2.5)
    assert (table.scene, table.state.turn) == ("Turn", "sun")


def test_another_table_is_asked_about():
    table = resumed(in_the_middle().table.log).look(pile("4C"), stock()).wait(5)
    scene = table.view.scene
    assert (table.scene, scene.saved_card, scene.seen_card, scene.differs) == ("Resume", "9H", "4C", True)
    table.look(pile("9H"), stock()).wait(2.5)  # put back
    assert table.scene == "Turn"


def test_from_now_on_counts_what_is_seen():
    table = resumed(in_the_middle().table.log).look(pile("4C"), stock()).do("sun", "from_now")
    assert (table.scene, table.state.turn, table.state.top) == ("Turn", "mountain", "4C")


def test_votes_under_way_are_made_again_after_a_stop():
    before = ballot(voting(), {"mountain": (1, 2)})
    table = resumed(before.table.log).wait(3)
    assert (table.scene, table.view.scene.entered) == ("Voting", 0)


def test_the_seats_and_rules_of_the_kit_are_those_of_the_table():
    assert GIN_SEATS == ("sun", "mountain")
    assert RULES["gin-the-pack"].gin.undercut_bonus == 10
