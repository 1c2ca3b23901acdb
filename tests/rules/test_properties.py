"""What must hold for any game, any order of events and any correction."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.bench import fuzz, games, invariants
from table.rules import events as ev
from table.rules.gin import GinState, Phase
from table.rules.ruleset import available, load
from table.rules.session import Session, fold, step
from table.rules.texts import Refused

GIN = [rules_id for rules_id in available() if load(rules_id).game == "gin"]
seeds = st.integers(0, 1 << 32)


def gin_log(seed: int, rules_id: str, most: int = 150) -> tuple[ev.AnyEvent, ...]:
    return games.gin_log(load(rules_id), random.Random(seed), most)


def states(log: Sequence[ev.AnyEvent]) -> list[object]:
    out: list[object] = []
    state = None
    for event in log:
        state = step(state, event)
        out.append(state)
    return out


@settings(max_examples=40)
@given(seeds, st.sampled_from(GIN))
def test_a_played_game_of_gin(seed: int, rules_id: str) -> None:
    log = gin_log(seed, rules_id)
    for state in states(log):
        assert isinstance(state, GinState)
        invariants.check(state)
        holds = state.phase in (Phase.DISCARD, Phase.KNOCK_DISCARD)
        if state.hand_number:
            assert state.stock_low == state.stock_high
            assert len(state.pile) + state.stock_high + 2 * state.rules.hand_size + holds == 52
    assert fold(log) == states(log)[-1]


@settings(max_examples=30)
@given(seeds, st.integers(3, 6))
def test_a_played_picture_game(seed: int, players: int) -> None:
    log = games.zhiyan_log(load("zhiyan"), random.Random(seed), players)
    for state in states(log):
        invariants.check(state)  # type: ignore[arg-type]
    assert fold(log) == states(log)[-1]


@settings(max_examples=60)
@given(seeds, st.sampled_from(available()))
def test_any_order_of_events(seed: int, rules_id: str) -> None:
    """Nothing crashes; what is refused changes nothing; what is accepted keeps every state in order."""
    rng = random.Random(seed)
    session = Session().append(fuzz.start(rng, rules_id))
    for _ in range(60):
        event = fuzz.any_event(rng, session)
        reasons = session.can(event)
        if reasons:
            assert all(reason.english() for reason in reasons)
            assert fold(session.log) == session.state, "what is refused changes nothing"
            continue
        session = session.append(event)
        if session.state is not None:
            invariants.check(session.state)
    assert fold(session.log) == session.state


@settings(max_examples=60)
@given(seeds, st.sampled_from(["gin-fupa", "gin-jinlami", "zhiyan"]), st.data())
def test_an_amended_log_is_the_log_played_right_from_the_start(seed: int, rules_id: str, data: st.DataObject) -> None:
    rng = random.Random(seed)
    if rules_id == "zhiyan":
        log = games.zhiyan_log(load(rules_id), rng, 4)
    else:
        log = gin_log(seed, rules_id, most=80)
    target = data.draw(st.integers(0, len(log) - 1))
    session = Session.of(log)
    for _ in range(8):
        event = fuzz.nonsense(rng, fold(log[:target]))
        right = (*log[:target], event, *log[target + 1 :])
        try:
            expected = fold(right)
        except Refused:
            assert session.can(ev.Amended(target=target, event=event))
        else:
            assert session.append(ev.Amended(target=target, event=event)).state == expected


@settings(max_examples=40)
@given(seeds, st.data())
def test_a_voided_event_is_as_if_it_had_never_been(seed: int, data: st.DataObject) -> None:
    log = gin_log(seed, "gin-fupa", most=80)
    target = data.draw(st.integers(1, len(log) - 1))
    session = Session.of(log)
    without = (*log[:target], *log[target + 1 :])
    try:
        expected = fold(without)
    except Refused:
        assert session.can(ev.Voided(target=target))[0].key == "refused.breaks_later"
    else:
        voided = session.append(ev.Voided(target=target))
        assert voided.state == expected
        assert voided.append(ev.Voided(target=len(log))).state == session.state


@settings(max_examples=25)
@given(seeds)
def test_the_engine_scores_what_the_players_held(seed: int) -> None:
    """The log carries only what a table sees; the result must be that of the real hands."""
    from table.bench.oracle import least_deadwood

    state = fold(gin_log(seed, "gin-jinlami", most=200))
    assert isinstance(state, GinState)
    for hand in state.history:
        if hand.knocker is None:
            continue
        mine = hand.hands[hand.knocker]
        cards = [card for meld in mine.melds for card in meld] + list(mine.loose)
        assert least_deadwood(cards) == mine.deadwood <= hand.limit


@pytest.mark.parametrize("rules_id", available())
def test_every_rule_set_plays_to_an_end(rules_id: str) -> None:
    rules = load(rules_id)
    rng = random.Random(7)
    if rules.game == "gin":
        # Straight gin takes hundreds of hands at random; its end is the same code as everybody's.
        log = games.gin_log(rules, rng, most=4000)
    else:
        log = games.zhiyan_log(rules, rng, rules.zhiyan.players_min)
    state = fold(log)
    assert state is not None
    assert state.over or len(log) >= 4000
