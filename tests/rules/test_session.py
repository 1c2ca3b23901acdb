"""Logs: stepping, folding, and corrections of what has been."""

from __future__ import annotations

import msgspec
import pytest

from table.rules import codec
from table.rules import events as ev
from table.rules.session import Session, append, effective, fold, step
from table.rules.texts import Refused
from tests.rules.table import (
    DEFENDER,
    KNOCKER,
    KNOCKER_MELDS,
    MOUNTAIN,
    SUN,
    GinTable,
    ZhiyanTable,
    discard,
    draw,
    show,
)

OTHER = DEFENDER.replace("TD", "TH")


def full_hand() -> GinTable:
    """Numbers: 0 start, 1 deal, 2 and 3 passes, 4 draw, 5 knock, 6 discard, 7 and 8 shown."""
    return GinTable().shown(KNOCKER, OTHER, *KNOCKER_MELDS)


def keys(refused: Refused) -> tuple[str, ...]:
    return refused.keys


# -- step and fold ----------------------------------------------------------------------------------------------


def test_nothing_happens_before_the_start_and_it_starts_once() -> None:
    with pytest.raises(Refused, match="no game has begun"):
        step(None, draw(SUN))
    table = GinTable()
    with pytest.raises(Refused, match="already running"):
        step(table.state, table.session.log[0])


def test_events_of_the_other_game_are_refused() -> None:
    assert GinTable().why_not(ev.RowLaid(count=4)) == ("other_game",)
    assert ZhiyanTable().why_not(draw("A")) == ("other_game",)
    assert GinTable().why_not(ev.SeatLeft(seat=SUN)) == ("other_game",)


def test_a_refused_event_leaves_the_session_as_it_was() -> None:
    table = full_hand()
    before = table.session
    with pytest.raises(Refused):
        before.append(draw(SUN))
    assert table.session == before
    assert fold(before.log) == before.state


def test_a_state_cannot_be_changed() -> None:
    for state in (GinTable().state, ZhiyanTable().state):
        with pytest.raises(AttributeError, match="immutable"):
            state.phase = "over"  # type: ignore[misc,assignment]


def test_fold_of_a_log_is_the_state_reached_step_by_step() -> None:
    table = full_hand()
    assert fold(table.session.log) == table.state
    assert fold(()) is None
    log, state = append(table.session.log, ev.Dealt(dealer=MOUNTAIN))
    assert len(log) == len(table.session.log) + 1
    assert state == fold(log)


def test_the_time_of_an_event_changes_nothing() -> None:
    log = full_hand().session.log
    assert fold(log) == fold(msgspec.structs.replace(event, t=99.5) for event in log)


def test_a_log_that_does_not_fit_says_where() -> None:
    log = list(full_hand().session.log)
    del log[4]
    with pytest.raises(Refused) as caught:
        fold(log)
    assert caught.value.at == 4


def test_wrong_rule_values_in_a_log() -> None:
    start = GinTable().session.log[0]
    assert isinstance(start, ev.GameStarted)
    broken = msgspec.structs.replace(start, values={**start.values, "knock_limit": "ten"})
    assert [reason.key for reason in Session().can(broken)] == ["refused.bad_rules"]


def test_events_travel_as_json() -> None:
    log = (*full_hand().session.log, ev.Amended(target=4, event=draw(MOUNTAIN), why="x"), ev.Voided(target=9))
    assert tuple(codec.decode(line) for line in codec.encode_lines(log).splitlines()) == log
    for bad in (
        b"{}",
        b"[]",
        b'{"type": "nonsense"}',
        b'{"type": "passed"}',
        b"\xff",
        b'{"type":"passed","seat":"a","x":1}',
    ):
        with pytest.raises(codec.CodecError):
            codec.decode(bad)


# -- corrections ------------------------------------------------------------------------------------------------


def test_an_amended_event_counts_as_amended() -> None:
    table = full_hand()
    right = show(SUN, OTHER.replace("9C", "9H"))
    table.play(ev.Amended(target=8, event=right, why="misread"))
    replayed = GinTable().shown(KNOCKER, OTHER.replace("9C", "9H"), *KNOCKER_MELDS)
    assert table.state == replayed.state


def test_a_voided_event_did_not_happen() -> None:
    table = full_hand().play(ev.Voided(target=8))
    assert table.state.phase == "showing"
    table.show(SUN, OTHER)
    assert table.state == full_hand().state


def test_a_card_misread_long_ago_is_corrected() -> None:
    table = GinTable().to_first_draw().draw().discard("6S").draw().discard("QH").draw().knock().discard("TD")
    assert table.why_not(show(SUN, OTHER)) == ("card_buried",)
    table.play(ev.Amended(target=5, event=discard(MOUNTAIN, "6C")))
    assert table.why_not(show(SUN, OTHER)) == ()


def test_a_correction_after_the_end_of_the_game() -> None:
    table = GinTable("gin-fupa").hand(SUN, 60).hand(SUN, 40)
    assert table.state.over
    table.play(ev.Amended(target=2, event=ev.HandEntered(winner=SUN, how="knock", difference=30)))
    assert not table.state.over
    assert table.state.points[SUN] == 90
    table.hand(MOUNTAIN, 100)
    assert table.state.winners == (MOUNTAIN,)


def test_a_correction_after_the_game_was_put_away() -> None:
    table = ZhiyanTable().round(A=3).play(ev.GameClosed())
    table.play(ev.Amended(target=1, event=ev.RoundEntered(gains={"B": 3})))
    assert table.state.points["B"] == 3
    assert table.state.over


def test_a_correction_that_breaks_a_later_event_names_it() -> None:
    table = full_hand()
    with pytest.raises(Refused) as caught:
        table.play(ev.Amended(target=6, event=discard(MOUNTAIN, "AS")))
    assert keys(caught.value) == ("breaks_later", "card_buried")
    assert caught.value.at == 7
    assert "event number 7 (shown)" in str(caught.value)
    assert table.state == full_hand().state


def test_voiding_what_others_rest_on_is_refused() -> None:
    table = full_hand()
    for target in range(7):
        with pytest.raises(Refused) as caught:
            table.play(ev.Voided(target=target))
        assert caught.value.keys[0] == "breaks_later"
        assert caught.value.at is not None
        assert caught.value.at > target


def test_an_amended_event_that_cannot_be_gives_its_own_reasons() -> None:
    table = full_hand()
    with pytest.raises(Refused) as caught:
        table.play(ev.Amended(target=4, event=draw(SUN)))
    assert keys(caught.value) == ("not_your_turn",)


@pytest.mark.parametrize("target", [-1, 9, 100])
def test_a_correction_of_no_event(target: int) -> None:
    table = full_hand()
    assert table.why_not(ev.Voided(target=target)) == ("no_such_event",)
    assert table.why_not(ev.Amended(target=target, event=draw(SUN))) == ("no_such_event",)


def test_voiding_twice_is_refused() -> None:
    table = full_hand().play(ev.Voided(target=8))
    assert table.why_not(ev.Voided(target=8)) == ("already_void",)


def test_the_last_correction_of_an_event_counts() -> None:
    table = GinTable("gin-fupa").hand(SUN, 60)
    for points in (50, 40):
        table.play(ev.Amended(target=1, event=ev.HandEntered(winner=SUN, how="knock", difference=points)))
    assert table.state.points[SUN] == 40


def test_a_correction_is_taken_back() -> None:
    table = GinTable("gin-fupa").hand(SUN, 60)
    table.play(ev.Amended(target=1, event=ev.HandEntered(winner=SUN, how="knock", difference=50)))
    table.play(ev.Voided(target=2))
    assert table.state.points[SUN] == 60
    table.play(ev.Voided(target=3))
    assert table.state.points[SUN] == 50, "the taking back was taken back"


def test_a_voided_event_comes_back_when_it_is_amended() -> None:
    table = GinTable("gin-fupa").hand(SUN, 60).play(ev.Voided(target=1))
    assert table.state.points[SUN] == 0
    table.play(ev.Amended(target=1, event=ev.HandEntered(winner=SUN, how="knock", difference=50)))
    assert table.state.points[SUN] == 50


def test_corrections_correct_events_not_corrections() -> None:
    table = GinTable("gin-fupa").hand(SUN, 60).play(ev.Voided(target=1))
    assert table.why_not(ev.Amended(target=2, event=draw(SUN))) == ("not_correctable",)
    inner = ev.Amended(target=1, event=ev.Voided(target=0))
    assert table.why_not(inner) == ("not_correctable",)


def test_a_correction_cannot_stand_as_an_ordinary_step() -> None:
    assert GinTable().state is not None
    with pytest.raises(Refused):
        step(GinTable().state, ev.Voided(target=0))


def test_the_log_with_its_corrections_carried_out() -> None:
    table = full_hand().play(ev.Voided(target=8))
    carried = effective(table.session.log)
    assert carried[8] is None
    assert carried[9] is None
    assert carried[:8] == list(table.session.log[:8])


def test_a_wrong_first_dealer_is_corrected() -> None:
    table = GinTable("gin-fupa", first=SUN)
    start = table.session.log[0]
    assert isinstance(start, ev.GameStarted)
    table.play(ev.Amended(target=0, event=msgspec.structs.replace(start, first=MOUNTAIN)))
    assert table.state.dealer == MOUNTAIN
