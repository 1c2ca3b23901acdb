"""Before a game: the checks, choosing, sitting down. Also what every screen shares: header, chip, keys, footer."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.rules.ruleset import load
from table.rules.signals import SEATS
from table.screens import PRESENTERS, notice, present
from table.screens.model import AnyBody, Attract, Checks, Choice, RuleTable, Saver, Seats, accepted_keys

from .tables import BOTH_PASS, FIRST_TURN, dealt, gin, key, screen

OK = tuple(v.CheckLine(part=part, state="ok") for part in ("camera", "keys", "lamps"))


def test_the_check_goes_from_one_moment_to_everything_works() -> None:
    waiting = screen(v.SelfCheck(lines=(*OK, v.CheckLine(part="store", state="wait"))))
    assert waiting.band.big == "One moment: the table checks itself"
    assert isinstance(waiting.body, Checks)
    assert [(row.label, row.state, row.hint) for row in waiting.body.rows][2:] == [
        ("Lights", "ok", "works"),
        ("Saved games", "wait", "one moment"),
    ]
    assert screen(v.SelfCheck(lines=OK)).band.big == "Everything works"


def test_a_fault_is_shown_in_its_own_words_and_the_table_can_still_play() -> None:
    fault = v.CheckLine(part="settings", state="bad", text="house.toml, line 7: target is missing")
    shown = screen(v.SelfCheck(lines=(*OK, fault)), None, key(1, "go_on"))
    assert shown.band.big == "Not everything works"
    assert shown.band.small == "The rules in the file are not used: original rules"
    assert shown.body.rows[-1].hint == "house.toml, line 7: target is missing"
    assert [hint.label for hint in shown.keys] == ["Go on"]


def test_without_a_camera_play_goes_on_by_hand_and_the_cable_is_drawn() -> None:
    shown = screen(v.SafeMode(missing=("camera",), works=("keys", "lamps")), None, key(1, "by_hand"))
    assert shown.band.big == "No camera: count by hand, play goes on"
    assert (shown.body.picture, shown.sub) == ("cable", "by hand")
    assert [(row.label, row.state) for row in shown.body.rows] == [
        ("Camera", "bad"), ("Buttons", "ok"), ("Lights", "ok"), ("By hand", "ok")
    ]  # fmt: skip


def test_the_attract_screen_asks_in_four_languages_the_own_one_first() -> None:
    last = v.LastGame(rules="gin-fupa", points=(("sun", 95), ("mountain", 43)))
    shown = screen(v.Attract(last=last, clock="18:04"), lang="hu")
    assert isinstance(shown.body, Attract)
    assert shown.body.lines == ("Nyomj meg egy gombot", "Press any button", "请按任意键", "Pulsa cualquier botón")
    assert (shown.body.last, shown.body.clock) == ("Utolsó játszma: Nap 95 : 43 Hegy", "18:04")


def test_two_games_and_the_next_language_are_on_offer() -> None:
    keys = (key(1, "gin"), key(2, "picture_game"), key(3, "language"), key(4, "history"), key(6, "back"))
    shown = screen(v.PickGame(), None, *keys, lang="zh")
    assert isinstance(shown.body, Choice)
    assert [(item.key, item.title) for item in shown.body.items] == [
        ("1", "金拉米"), ("2", "只言片语"), ("3", "语言"), ("4", "战绩")
    ]  # fmt: skip
    assert shown.body.items[2].lines == ("Español",)
    assert shown.body.big == 2
    assert [(hint.keys, hint.in_body) for hint in shown.keys if not hint.in_body] == [(("6",), False)]


def choices(*ids: str) -> tuple[v.RuleChoice, ...]:
    sets = [load(name) for name in ids]
    return tuple(
        v.RuleChoice(rules=r.id, title=r.name, values={k: e.value for k, e in r.entries.items()}) for r in sets
    )


def test_the_rule_table_shows_what_differs_as_rules_md_has_it() -> None:
    keys = (key(1, "take_rules", title="a"), key(2, "take_rules", title="b"), key(3, "take_rules", title="c"))
    scene = v.PickRules(game="gin", choices=choices("gin-jinlami", "gin-fupa", "gin-the-pack"))
    shown = screen(scene, None, *keys)
    assert isinstance(shown.body, RuleTable)
    assert [column.name for column in shown.body.columns] == ["Jinlami", "Fupa", "Classic"]
    rows = {row.label: row.values for row in shown.body.rows}
    assert rows["Gin"] == ("25", "25", "20")
    assert rows["Undercut"] == ("+25", "+25", "+10")
    assert rows["Equal deadwood"] == ("other: 25", "nobody", "other: 10")
    assert rows["Lay off on gin"] == ("no", "no", "yes")
    assert rows["Bonus for reaching it"] == ("100", "—", "100")
    assert rows["For each hand won"] == ("25", "—", "20")
    assert "Knock with at most" not in rows
    assert all(hint.in_body for hint in shown.keys)


def test_a_rule_set_without_another_one_beside_it_shows_what_it_pays() -> None:
    shown = screen(v.PickRules(game="zhiyan", choices=choices("zhiyan")), None, key(1, "take_rules", title="a"))
    assert [(row.label, row.values) for row in shown.body.rows][:5] == [
        ("Storyteller", ("3",)),
        ("Each who found it", ("3",)),
        ("All or none found it", ("2",)),
        ("Each vote for your card", ("1",)),
        ("Game to", ("30",)),
    ]


def test_house_rules_are_tiles_that_say_what_they_change() -> None:
    straight = load("gin-straight")
    choice = v.RuleChoice(rules=straight.id, title="Straight", values={e.key: e.value for e in straight.differing()})
    shown = screen(
        v.PickRules(game="gin", choices=(choice,), house=True, pages=2), None, key(1, "take_rules", title="x")
    )
    assert isinstance(shown.body, Choice)
    assert shown.body.items[0].title == "Straight"
    assert shown.body.items[0].lines[0] == "Knock with at most: 0"
    assert shown.band.small == "Page 1 of 2"


def test_joining_counts_who_sits_and_when_it_can_start() -> None:
    few = screen(v.Joining(rules="zhiyan", joined=("sun",), least=3, most=6), None, key(1, "get_up", "sun"))
    assert few.band.small == "1 has joined, 3 to 6 can play"
    assert isinstance(few.body, Seats)
    assert [(p.seat, p.joined) for p in few.body.places][:2] == [("sun", True), ("mountain", False)]
    assert len(few.body.pods) == 1
    enough = screen(
        v.Joining(rules="zhiyan", joined=SEATS[:4], least=3, most=6), None, key(6, "start_with", n=4), key(1, "get_up")
    )
    assert enough.band.small == "4 have joined, 3 to 6 can play"
    assert [hint.label for hint in enough.keys] == ["Start with 4", "Get up again"]
    assert len(enough.body.pods) == 2
    two = screen(v.Joining(rules="gin-fupa", joined=("sun",), least=2, most=2), lang="es")
    assert two.band.small == "Ya está 1 de 2"


def test_who_begins_is_chosen_by_the_own_button_by_lot_or_by_the_higher_card() -> None:
    lot = (key(1, "me_first"), key(3, "draw_lots"), key(6, "back"))
    shown = screen(v.WhoFirst(game="zhiyan", joined=("sun", "hut", "moon")), None, *lot)
    assert shown.band.big == "Who tells first?"
    assert [(item.key, item.title) for item in shown.body.items] == [
        ("1", "Sun"), ("1", "Hut"), ("1", "Moon"), ("3", "Draw by lot")
    ]  # fmt: skip
    drawn = v.WhoFirst(game="gin", joined=("sun", "mountain"), by_draw=True, drawn=(("sun", "9H"),))
    shown = screen(drawn, None, *lot)
    assert shown.band.big == "Draw a card each: the highest deals"
    assert shown.body.items[0].card.card == "9H"
    tie = v.WhoFirst(game="gin", joined=("sun", "mountain"), by_draw=True, tie=True)
    assert screen(tie, None, *lot).band.big == "Equal: draw once more"


def test_a_list_of_choices_is_shown_in_the_words_of_its_topic() -> None:
    shown = screen(v.Choosing(topic="language", items=("en", "zh")), None, key(1, "choose"))
    assert (shown.band.big, [item.title for item in shown.body.items]) == ("Language", ["English", "中文"])
    wrong = screen(v.Choosing(topic="wrong_card", items=("7D", "TD")), None, key(1, "this_is_wrong", card="7D"))
    assert wrong.band.big == "Which card is wrong?"
    assert [(item.title, item.card.card) for item in wrong.body.items] == [("7♦", "7D"), ("10♦", "TD")]


def test_the_saver_says_nothing_and_moves_once_a_minute() -> None:
    shown = screen(v.Saver(clock="18:04"), now=125.0)
    assert isinstance(shown.body, Saver)
    assert (shown.body.clock, shown.body.step, shown.band, shown.chip) == ("18:04", 2, None, None)


# -- what all screens share -------------------------------------------------------------------------------------


def test_every_scene_of_the_view_has_a_presenter() -> None:
    from typing import get_args

    assert set(PRESENTERS) == set(get_args(v.AnyScene))
    assert len(get_args(AnyBody)) > 20


def test_what_the_footer_shows_is_what_is_accepted() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    shown = screen(v.Turn(seat="sun"), state, key(1, "knock"), key(5, "void_hand"))
    assert accepted_keys(shown) == {"1", "5"}
    assert [(hint.keys, hint.label) for hint in shown.keys] == [(("1",), "Knock"), (("5",), "Void this hand")]


def test_keys_with_one_meaning_share_one_hint() -> None:
    shown = screen(v.Choosing(topic="deck_size", items=("84",)), None, key(1, "go_on"), key(2, "go_on"))
    assert [hint.keys for hint in shown.keys if not hint.in_body] == [("2",)]


def test_one_button_wiring_shows_press_and_hold_and_the_lit_choice() -> None:
    keys = (key(1, "gin"), key(2, "picture_game"), key(6, "back"))
    shown = screen(v.PickGame(), None, *keys, input="one-button", cursor=1)
    assert [(hint.keys, hint.label) for hint in shown.keys] == [(("press",), "next"), (("hold",), "Storyteller")]
    assert [item.picked for item in shown.body.items] == [False, True]
    direct = screen(v.Turn(seat="sun"), gin(dealt(), *BOTH_PASS, *FIRST_TURN), key(1, "knock"), input="one-button")
    assert [(hint.keys, hint.label) for hint in direct.keys] == [(("press",), "Knock")]


def test_an_action_without_words_shows_itself_rather_than_nothing() -> None:
    shown = screen(v.PickGame(), None, key(1, "brand_new_thing"))
    assert shown.body.items[0].title == "brand new thing"


def test_a_remark_pushes_the_note_aside_and_who_is_late_is_named() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    assert screen(v.Turn(seat="sun"), state, flash="not_your_turn").note == "It is not your turn"
    assert screen(v.Turn(seat="sun"), state, late=("sun",)).note == "Still waited for: Sun"


def test_a_wait_is_given_as_its_end_and_its_length() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    assert screen(v.Turn(seat="sun"), state).auto is None
    auto = screen(v.Standing(), state, auto=120.0).auto
    assert (auto.until, auto.of) == (120.0, 20.0)


def test_fix_is_offered_where_the_view_offers_it() -> None:
    assert screen(v.PickGame()).fix == "Fix"
    assert screen(v.PickGame(), fix=False).fix == ""


def test_lamps_and_sounds_come_from_the_view_alone() -> None:
    shown = screen(v.PickGame(), lamps={"sun": "waiting"}, sound="turn")
    assert (shown.lamps, shown.sound) == ({"sun": "waiting"}, "turn")


def test_own_names_replace_the_signs_names() -> None:
    view = v.View(scene=v.Dealing(dealer="sun"), game=gin(), rules="gin-fupa", names={"sun": "Ana"})
    assert present(view).band.big == "Ana deals: ten cards each"


def test_a_notice_needs_no_state_at_all() -> None:
    shown = notice("hu", ("one", "two"))
    assert (shown.kind, shown.lang, shown.body.lines, shown.title) == ("notice", "hu", ("one", "two"), "Játékasztal")


def test_an_unknown_scene_is_named() -> None:
    class Odd(v.Scene, frozen=True, tag="odd"):
        """A scene that nobody presents."""

    with pytest.raises(TypeError, match="no presenter for the scene Odd"):
        present(v.View(scene=Odd()))
