"""Events in any order: half of them sensible for the moment, half nonsense. None may crash the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from table.bench.games import SEATS, ballot
from table.rules import events as ev
from table.rules.cards import DECK, Card
from table.rules.gin import GinState, Phase
from table.rules.ruleset import load
from table.rules.session import Session
from table.rules.zhiyan import ZhiyanState

_STRANGE: tuple[Any, ...] = ("", "ZZ", "10S", "seat99", None)


def start(rng: random.Random, rules_id: str) -> ev.GameStarted:
    """A game that begins, with the right number of seats."""
    rules = load(rules_id)
    players = 2 if rules.game == "gin" else rng.randint(rules.zhiyan.players_min, rules.zhiyan.players_max)
    seats = tuple(f"seat{number}" for number in range(players)) if players > 6 else SEATS[:players]
    return ev.GameStarted(rules=rules_id, values=rules.values, seats=seats, first=rng.choice(seats))


def any_event(rng: random.Random, session: Session) -> ev.AnyEvent:
    """The next event to try."""
    roll = rng.random()
    if roll < 0.02 and session.log:
        return _correction(rng, session)
    if roll < 0.6:
        sensible = _gin_event(rng, session.state) if isinstance(session.state, GinState) else None
        if isinstance(session.state, ZhiyanState):
            sensible = _zhiyan_event(rng, session.state)
        if sensible is not None:
            return sensible
    return nonsense(rng, session.state)


def _correction(rng: random.Random, session: Session) -> ev.AnyEvent:
    target = rng.randint(-1, len(session.log))
    if rng.random() < 0.5:
        return ev.Voided(target=target)
    return ev.Amended(target=target, event=nonsense(rng, session.state))


def _gin_event(rng: random.Random, state: GinState) -> ev.AnyEvent | None:
    seat = state.turn or rng.choice(state.seats)
    if state.phase in (Phase.TO_DEAL, Phase.RESULT, Phase.GAME_OVER):
        return ev.Dealt(dealer=state.next_dealer, upcard=rng.choice(DECK))
    if state.phase is Phase.UPCARD and rng.random() < 0.5:
        return ev.Passed(seat=seat)
    if state.phase in (Phase.UPCARD, Phase.DRAW):
        if state.discarded_last and rng.random() < 0.2:
            return ev.Knocked(seat=state.discarded_last)
        return ev.Drew(seat=seat, source=rng.choice(["stock", "stock", "discard"]))
    if state.phase is Phase.DISCARD and rng.random() < 0.2:
        return ev.Knocked(seat=seat)
    if state.phase in (Phase.DISCARD, Phase.KNOCK_DISCARD):
        return ev.Discarded(seat=seat, card=rng.choice(DECK))
    if state.phase in (Phase.SHOWING, Phase.FALSE_KNOCK):
        return _show(rng, state)
    return None


def _show(rng: random.Random, state: GinState) -> ev.AnyEvent:
    """Cards that could be: none seen elsewhere, those known among them."""
    seat = state.knocker if state.phase is Phase.FALSE_KNOCK or rng.random() < 0.5 else rng.choice(state.seats)
    assert seat is not None
    other = state.other(seat)
    gone = {*state.pile, *state.shown.get(other, ()), *state.known.get(other, ())}
    known = list(state.known.get(seat, ()))
    rest = [card for card in DECK if card not in gone and card not in known]
    if rng.random() < 0.3:
        return ev.KnockTakenBack(seat=seat)
    low = rng.randint(0, 8)
    if rng.random() < 0.8:
        # Neighbouring ranks, so that a good part of the knocks is legal.
        rest = [card for card in rest if low <= "A23456789TJQK".index(card[0]) < low + 4] or rest
    cards = (known + rng.sample(rest, min(len(rest), 10)))[:10]
    return ev.Shown(seat=seat, cards=tuple(cards))


def _zhiyan_event(rng: random.Random, state: ZhiyanState) -> ev.AnyEvent | None:
    if state.phase == "vote":
        return ballot(state, rng)
    if state.phase in ("clue", "collect"):
        clue = rng.random() < 0.5
        return ev.ClueGiven(seat=state.storyteller) if clue else ev.RowLaid(count=state.row_count)
    if state.phase == "result":
        return ev.SeatLeft(seat=rng.choice(state.seats)) if rng.random() < 0.1 else ev.Refilled()
    return None


def nonsense(rng: random.Random, state: object) -> ev.AnyEvent:
    """Any event at all, with any seat, any card, any number."""
    if rng.random() < 0.002:
        return ev.GameClosed()
    seats = state.seats if isinstance(state, GinState | ZhiyanState) else SEATS
    seat = rng.choice([*seats, *seats, "nobody"])
    make = rng.choice(_GIN_NONSENSE if rng.random() < 0.5 else _OTHER_NONSENSE)
    return make(rng, seat, _any_card(rng), rng.choice([-7, -1, 0, 1, 2, 3, 4, 5, 6, 31, 1000]))


def _any_card(rng: random.Random) -> Any:
    return rng.choice(DECK) if rng.random() < 0.7 else rng.choice(_STRANGE)


def _any_show(rng: random.Random, seat: str, card: Any, number: int) -> ev.AnyEvent:
    cards: tuple[Card, ...] = tuple(rng.choices(DECK, k=rng.choice([0, 1, 9, 10, 11])))
    melds = rng.choice([None, (), (cards[:3],), (cards[:3], cards[3:7]), ((),), ((card,),)])
    return ev.Shown(seat=seat, cards=cards, melds=melds)


def _any_hand(rng: random.Random, seat: str, card: Any, number: int) -> ev.AnyEvent:
    how: Any = rng.choice(["knock", "gin", "big_gin", "undercut", "tie"])
    return ev.HandEntered(winner=rng.choice([seat, None]), how=how, difference=number, knocker=rng.choice([seat, None]))


def _any_ballot(rng: random.Random, seat: str, card: Any, number: int) -> ev.AnyEvent:
    names = rng.choices([*SEATS[:4], seat], k=4)
    claims = {one: tuple(rng.choices(range(-1, 8), k=rng.choice([0, 1, 1, 2, 3]))) for one in names}
    return ev.Balloted(claims=claims, votes={one: tuple(rng.choices(range(-1, 8), k=1)) for one in names})


_Make = Callable[[random.Random, str, Any, int], ev.AnyEvent]

_GIN_NONSENSE: tuple[_Make, ...] = (
    lambda rng, seat, card, number: ev.Dealt(dealer=seat, upcard=card),
    lambda rng, seat, card, number: ev.Passed(seat=seat),
    lambda rng, seat, card, number: ev.Drew(seat=seat, source=rng.choice(["stock", "discard"]), card=card),
    lambda rng, seat, card, number: ev.Discarded(seat=seat, card=card),
    lambda rng, seat, card, number: ev.Knocked(seat=seat),
    lambda rng, seat, card, number: ev.KnockTakenBack(seat=seat),
    lambda rng, seat, card, number: ev.StockCounted(count=number),
    lambda rng, seat, card, number: ev.HandVoided(why=rng.choice(["stock", "agreed"])),
    _any_show,
    _any_hand,
)
_OTHER_NONSENSE: tuple[_Make, ...] = (
    lambda rng, seat, card, number: ev.ClueGiven(seat=seat),
    lambda rng, seat, card, number: ev.RowLaid(count=number, pictures=rng.choice([(), ("a", None), ("a",) * 4])),
    lambda rng, seat, card, number: ev.Refilled(),
    lambda rng, seat, card, number: ev.StockEmpty(),
    lambda rng, seat, card, number: ev.RoundEntered(gains={seat: number}),
    lambda rng, seat, card, number: ev.SeatLeft(seat=seat),
    lambda rng, seat, card, number: ev.PointsCorrected(seat=seat, amount=number),
    lambda rng, seat, card, number: start(rng, rng.choice(["zhiyan", "gin-fupa"])),
    _any_ballot,
)
