"""From the attract screen to the first event, with the keys at the places alone; one-button wiring; idle times."""

from __future__ import annotations

from table.intake.play import enter_play
from table.rules.events import HandEntered
from tests.intake.table_kit import AtTable, laid


def test_a_game_of_gin_begins_without_a_keyboard():
    table = AtTable().press("sun", 1).press("sun", 1).do("sun", "take_rules", title="Jinlami")
    assert (table.scene, table.view.scene.joined) == ("Joining", ("sun",))
    table.press("mountain", 4).do("sun", "start_with").press("mountain", 1)
    assert (table.scene, table.state.dealer, table.events()) == ("Dealing", "mountain", ["GameStarted"])


def test_the_pack_lets_the_higher_card_deal():
    # "The player who draws the highest card deals"; equal cards are drawn again.
    table = AtTable().press("sun", 1).press("sun", 1).do("sun", "take_rules", title="The Pack")
    table.press("mountain", 4).do("sun", "start_with")
    assert table.view.scene.by_draw is True
    table.look(laid("near", loose="7S"), laid("far", loose="7D"))
    assert (table.scene, table.view.scene.tie) == ("WhoFirst", True)
    table.look(laid("near", loose="7S"), laid("far", loose="JD"))
    assert (table.scene, table.state.dealer) == ("Dealing", "mountain")


def test_a_joined_player_gets_up_again():
    table = AtTable().press("sun", 1).press("sun", 2).press("sun", 1)
    for seat in ("hut", "star", "moon"):
        table.press(seat, 1)
    assert table.view.scene.joined == ("sun", "hut", "star", "moon")
    table.press("hut", 1)
    assert table.view.scene.joined == ("sun", "star", "moon")


def test_the_seventh_player_finds_no_place_and_two_are_too_few():
    table = AtTable().press("sun", 1).press("sun", 2).press("sun", 1).press("hut", 1)
    assert [key.action for key in table.view.keys if key.key == 6] == ["back"]
    table.press("star", 1)
    assert [key.action for key in table.view.keys if key.key == 6] == ["start_with"]


def test_house_rules_have_pages():
    table = AtTable().press("sun", 1).press("sun", 1).do("sun", "house_rules")
    assert (table.view.scene.house, table.view.scene.pages) == (True, 2)
    first = [choice.rules for choice in table.view.scene.choices]
    table.do("sun", "next_page")
    assert not set(first) & {choice.rules for choice in table.view.scene.choices}


def test_language_by_a_key():
    table = AtTable().press("sun", 1)
    langs = []
    for _ in range(4):
        table.do("sun", "language")
        langs.append(table.view.lang)
    assert langs == ["zh", "es", "hu", "en"]


def test_a_table_that_nobody_touches_goes_back_to_attract():
    table = AtTable().press("sun", 1).press("sun", 1).wait(310)
    assert (table.scene, table.table.joined) == ("Attract", ())


def test_a_running_game_is_kept_under_the_saver():
    table = AtTable().gin().to_first_draw().wait(610)
    assert table.scene == "Saver"
    table.press("sun", 1)  # wakes the table, and is taken for nothing else
    assert (table.scene, table.state.knocker) == ("Turn", None)


def test_one_button_moves_the_light_and_a_long_press_takes():
    table = AtTable(input="one-button").press("sun", 1)
    assert (table.scene, table.view.cursor) == ("PickGame", 0)
    table.press("sun", 1)
    assert table.view.cursor == 1
    table.press("sun", 1, hold=1.2)
    assert (table.scene, table.view.scene.game) == ("PickRules", "zhiyan")


def test_one_button_knocks_and_passes_at_once():
    table = AtTable(input="one-button").gin().deal("TC").press("mountain", 1)
    assert table.state.turn == "sun"
    table.press("sun", 1).change("drawn", side="far").change("discarded", "9H", "far").press("mountain", 1)
    assert table.scene == "KnockPressed"


def test_a_double_press_does_not_reach_the_next_screen():
    table = AtTable().press("sun", 1).press("sun", 1).press("sun", 1, after=0.1)
    assert table.scene == "PickRules"


def test_fix_held_and_key_six_open_the_service_screen():
    table = AtTable().gin().to_first_draw()
    table.wait(1)
    from table.rules.signals import FIX, Press

    table.table.handle(Press(t=table.t, seat=None, key=FIX))
    table.table.handle(Press(t=table.t + 5, seat=None, key=FIX, action="hold", held=5.0))
    table.table.handle(Press(t=table.t + 5.5, seat="sun", key=6))
    assert (table.scene, table.view.scene.refused) == ("Service", True)  # a hand is in play: no picture


def test_keys_of_a_free_place_mean_nothing_while_a_game_runs():
    # A cup on the sixth key of a pod where nobody sits is no "back".
    table = AtTable().gin().to_first_draw().fix()
    assert table.scene == "FixMenu"
    table.press("wave", 6)
    assert (table.scene, table.table.lamps()["wave"]) == ("FixMenu", "refused")


def test_after_a_game_that_is_over_the_table_is_free_for_others():
    table = AtTable(camera=False).gin("gin-fupa").press("sun", 1).press("mountain", 1)
    table.do("sun", "lay_by_hand").do("sun", "enter_points").press("mountain", 1).do("mountain", "gin")
    for _ in range(8):
        table.do("sun", "plus_10")
    table.do("sun", "finished").press("sun", 1)
    assert (table.scene, table.state.over) == ("GinEnd", True)
    table.wait(310)
    assert (table.scene, table.state) == ("Attract", None)
    table.press("moon", 3).press("moon", 1)
    assert table.scene == "PickRules"


def test_the_next_game_of_a_match_waits_for_its_players():
    # 金拉米 plays several games to 500: 105 and the bonuses are not enough, as sun has points as well.
    table = AtTable(camera=False).gin("gin-jinlami")
    table.table.commit(HandEntered(winner="sun", how="knock", difference=5))
    table.table.commit(HandEntered(winner="mountain", how="gin", difference=80))
    enter_play(table.table)
    table.wait(1).press("sun", 1).wait(320)
    assert (table.scene, table.state.over) == ("GinEnd", False)
    table.do("sun", "next_game")
    assert table.scene == "Dealing"
