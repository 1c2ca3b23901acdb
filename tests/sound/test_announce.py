"""What is said: each thing once, a correction anew, the last event always, never a vote."""

from __future__ import annotations

from table.intake import view as v
from table.rules import events as ev
from table.screens.model import Notice, Screen
from table.sound import Announcer, Said, Voice, spoken
from tests.screens.tables import BOTH_PASS, FIRST_TURN, dealt, gin, hand, picture, round_of, screen


def shown(kind: str, *say: str) -> Screen:
    return Screen(kind=kind, body=Notice(lines=()), say=say)


def listen(*screens: Screen) -> list[tuple[bool, tuple[str, ...]]]:
    """What is hushed and said as these Screens come one after the other."""
    said, out = Said(), []
    for one in screens:
        said, now = spoken(said, one)
        out.append((now.hush, now.lines))
    return out


def lines(*screens: Screen) -> list[str]:
    return [line for _, said in listen(*screens) for line in said]


def test_a_turn_is_said_once_and_not_with_every_new_picture_of_it() -> None:
    turn = shown("gin_draw", "Sun: draw a card")
    assert listen(turn, turn, turn) == [(True, ("Sun: draw a card",)), (False, ()), (False, ())]


def test_the_other_ones_turn_is_said_again_and_again() -> None:
    sun, mountain = shown("gin_draw", "Sun: draw"), shown("gin_draw", "Mountain: draw")
    discard = shown("gin_discard")
    assert lines(sun, discard, mountain, discard, sun) == ["Sun: draw", "Mountain: draw", "Sun: draw"]


def test_what_is_being_said_is_cut_off_when_the_scene_moves_on() -> None:
    assert listen(shown("gin_result", "a", "b"), shown("gin_discard"))[1] == (True, ())


def test_coming_back_from_fix_says_nothing_again() -> None:
    turn = shown("gin_draw", "Sun: draw")
    assert lines(turn, shown("fix_menu"), turn) == ["Sun: draw"]


def test_a_corrected_result_is_said_from_its_beginning_and_the_old_one_is_dropped() -> None:
    old = shown("gin_result", "Sun wins the hand: 6 points", "Sun, 6")
    new = shown("gin_result", "Corrected", "Sun wins the hand: 16 points", "Sun, 6")
    said = listen(old, shown("fix_menu"), new)
    assert said[-1] == (True, ("Corrected", "Sun wins the hand: 16 points", "Sun, 6"))


def test_the_end_of_a_game_says_who_won_and_does_not_read_the_last_hand_again() -> None:
    result = shown("gin_result", "Sun wins the hand: 6 points", "deadwood, 6")
    end = shown("gin_end", "Sun wins the hand: 6 points", "deadwood, 6", "Sun wins, 870 to 0")
    assert lines(result, end) == ["Sun wins the hand: 6 points", "deadwood, 6", "Sun wins, 870 to 0"]


def test_a_game_that_ends_in_the_same_moment_as_its_last_hand_still_announces_both() -> None:
    state = gin(
        ev.HandEntered(winner="sun", how="knock", difference=99), ev.HandEntered(winner="sun", how="gin", difference=10)
    )
    said = lines(screen(v.GinEnd(), state))
    assert said[0] == "Sun: gin! 30 points"
    assert said[-1].startswith("Sun wins, ")


# -- the sentences themselves -----------------------------------------------------------------------------------


def test_each_line_of_a_result_is_said() -> None:
    from tests.screens.tables import GIN

    assert lines(screen(v.HandResult(), hand(sun=GIN))) == [
        "Sun: gin! 34 points",
        "Gin: all ten cards melded, 20",
        "Deadwood of Mountain: five of diamonds and nine of clubs, 14",
        "Sun, 34",
        "Mountain, 0",
    ]


def test_turn_and_knock_are_said_in_the_language_of_the_screen() -> None:
    state = gin(dealt(), *BOTH_PASS, *FIRST_TURN)
    assert screen(v.Turn(seat="sun"), state, lang="zh").say == ("太阳：摸一张牌",)
    knocked = gin(dealt(), *BOTH_PASS, *FIRST_TURN, ev.Drew(seat="sun", source="stock"), ev.Knocked(seat="sun"))
    assert screen(v.KnockPressed(seat="sun"), knocked, lang="hu").say == ("Nap kopog: terítsétek ki a lapokat",)


def test_after_a_correction_in_the_middle_of_a_hand_the_score_is_said_anew() -> None:
    events = (ev.HandEntered(winner="sun", how="knock", difference=20), dealt(), *BOTH_PASS)
    before, after = gin(*events), gin(*events, ev.PointsCorrected(seat="sun", amount=-5))
    said = listen(
        screen(v.Turn(seat="mountain", stock_only=True), before),
        screen(v.FixPoints(seat="sun", number=-5, before=20), before),
        screen(v.Turn(seat="mountain", stock_only=True), after, flash="corrected"),
        screen(v.Turn(seat="mountain", stock_only=True), after),
    )
    assert said[2][1][:3] == ("Corrected", "Sun, 15", "Mountain, 0")
    assert said[3] == (False, ())


def test_a_vote_is_never_said_and_the_reveal_tells_it_only_with_the_picture() -> None:
    state = picture(*round_of({"sun": 4, "mountain": 1, "hut": 2}))
    slots = tuple(v.Slot(number=n) for n in (1, 2, 3, 4))
    said = lines(*(screen(v.Reveal(step=n, steps=5, slots=slots), state) for n in range(5)))
    assert said == [
        "All votes are in",
        "Card 4 is by Star",
        "Found by Sun",
        "Card 1 is by Sun",
        "Votes from Mountain",
        "Card 2 is by Mountain",
        "Votes from Hut",
        "Card 3 is by Hut",
        "No vote for this card",
    ]


class Recorder(Voice):
    """A voice that only writes down what it is told."""

    def __init__(self) -> None:
        super().__init__(None)
        self.heard: list[tuple[str, ...]] = []

    def say(self, lines, lang: str) -> None:
        self.heard.append((lang, *lines))

    def hush(self) -> None:
        self.heard.append(("hush",))


def test_the_announcer_uses_the_regional_voice_of_the_language_on_the_screen() -> None:
    voice = Recorder()
    announcer = Announcer(voice, "es-419")
    announcer.show(Screen(kind="a", lang="es", body=Notice(lines=()), say=("Sol",)))
    announcer.show(Screen(kind="b", lang="hu", body=Notice(lines=()), say=("Nap",)))
    assert voice.heard == [("hush",), ("es-419", "Sol"), ("hush",), ("hu", "Nap")]
