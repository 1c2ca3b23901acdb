"""Games played at random but by the rules, as logs: what the engine folds in benchmarks and property tests.

The players of gin hold real cards of a shuffled pack and play sensibly (melds first, knock when they can); the log
carries only what a table would see.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from table.rules import events as ev
from table.rules.cards import DECK, Card, mask_of
from table.rules.gin import GinState, Phase
from table.rules.melds import best_arrangement, discard_options
from table.rules.ruleset import RuleSet
from table.rules.session import Session
from table.rules.zhiyan import RoundPhase, ZhiyanState

SEATS = ("sun", "mountain", "hut", "star", "moon", "wave")


class Table:
    """A session with events added one by one, and the number of seconds that each would have taken."""

    def __init__(self, rules: RuleSet, seats: tuple[str, ...], rng: random.Random, **changed: object) -> None:
        self.rng = rng
        self.session = Session()
        values = {**rules.values, **changed}
        self.add(ev.GameStarted(rules=rules.id, values=values, seats=seats, first=rng.choice(seats)))

    def add(self, event: ev.AnyEvent) -> None:
        # The engine never looks at the time; it only makes every event of a log its own.
        self.session = self.session.append(msgspec.structs.replace(event, t=float(len(self.session.log))))


# -- gin --------------------------------------------------------------------------------------------------------


def gin_log(rules: RuleSet, rng: random.Random, most: int = 1 << 30, **changed: object) -> tuple[ev.AnyEvent, ...]:
    """One game or match of gin, to its end or until the log has `most` events; `changed` are other rule values."""
    table = Table(rules, SEATS[:2], rng, **changed)
    while not _gin(table).over and len(table.session.log) < most:
        GinHand(table).play()
    return table.session.log


def _gin(table: Table) -> GinState:
    state = table.session.state
    assert isinstance(state, GinState)
    return state


class GinHand:
    """One hand of gin with real cards."""

    def __init__(self, table: Table) -> None:
        self.table = table
        state = _gin(table)
        deck = list(DECK)
        table.rng.shuffle(deck)
        size = state.rules.hand_size
        self.hands = {seat: {deck.pop() for _ in range(size)} for seat in state.seats}
        self.stock = deck
        table.add(ev.Dealt(dealer=state.next_dealer, upcard=self.stock.pop()))

    @property
    def state(self) -> GinState:
        return _gin(self.table)

    def play(self) -> None:
        """Plays to the result."""
        while self.state.phase in (Phase.UPCARD, Phase.DRAW):
            self._turn()
        if self.state.phase is Phase.SHOWING:
            self._show()

    def _turn(self) -> None:
        state, rng = self.state, self.table.rng
        seat, top = state.turn, state.top
        assert seat is not None
        take = top is not None and not state.stock_only and (self._helps(seat, top) or rng.random() < 0.1)
        if state.phase is Phase.UPCARD and not take:
            self.table.add(ev.Passed(seat=seat))
            return
        if take and top is not None:
            self.hands[seat].add(top)
            self.table.add(ev.Drew(seat=seat, source="discard", card=top))
        else:
            self.hands[seat].add(self.stock.pop())
            self.table.add(ev.Drew(seat=seat, source="stock"))
        self._discard(seat)

    def _helps(self, seat: str, card: Card) -> bool:
        hand = mask_of(self.hands[seat])
        options = discard_options(hand | mask_of([card]))
        options.pop(card)
        return min(options.values()) < best_arrangement(hand).deadwood - 3

    def _discard(self, seat: str) -> None:
        state, rng = self.state, self.table.rng
        options = discard_options(mask_of(self.hands[seat]))
        if state.taken:
            options.pop(state.taken)
        least = min(options.values())
        card = rng.choice([one for one, left in options.items() if left == least])
        knocks = least <= state.limit and (least == 0 or rng.random() < 0.7)
        early = knocks and rng.random() < 0.5
        if early:
            self.table.add(ev.Knocked(seat=seat))
        self.hands[seat].remove(card)
        self.table.add(ev.Discarded(seat=seat, card=card))
        if knocks and not early:
            self.table.add(ev.Knocked(seat=seat))

    def _show(self) -> None:
        knocker = self.state.knocker
        assert knocker is not None
        for seat in (knocker, self.state.other(knocker)):
            cards = list(self.hands[seat])
            self.table.rng.shuffle(cards)
            melds = best_arrangement(mask_of(cards)).melds if self.table.rng.random() < 0.7 else None
            self.table.add(ev.Shown(seat=seat, cards=tuple(cards), melds=melds))


# -- the picture game -------------------------------------------------------------------------------------------


def zhiyan_log(rules: RuleSet, rng: random.Random, players: int, **changed: object) -> tuple[ev.AnyEvent, ...]:
    """One picture game to its end, with random entries."""
    seats = tuple(f"seat{number}" for number in range(1, players + 1)) if players > 6 else SEATS[:players]
    table = Table(rules, seats, rng, **changed)
    while not _zhiyan(table).over:
        for event in zhiyan_round(_zhiyan(table), rng):
            table.add(event)
        if _zhiyan(table).phase is RoundPhase.RESULT:
            table.add(ev.Refilled())
    return table.session.log


def _zhiyan(table: Table) -> ZhiyanState:
    state = table.session.state
    assert isinstance(state, ZhiyanState)
    return state


def zhiyan_round(state: ZhiyanState, rng: random.Random) -> Iterator[ev.AnyEvent]:
    """The events of one round, from the clue to the entries."""
    if rng.random() < 0.5:
        yield ev.ClueGiven(seat=state.storyteller, text=rng.choice(["", "rain", "春天"]))
    yield ev.RowLaid(count=state.row_count)
    yield ballot(state, rng)


def ballot(state: ZhiyanState, rng: random.Random) -> ev.Balloted:
    """Random entries that are allowed: who owns what, and a vote for somebody else's card."""
    numbers = list(range(1, state.row_count + 1))
    rng.shuffle(numbers)
    each = state.cards_each
    claims = {seat: tuple(numbers[i * each : (i + 1) * each]) for i, seat in enumerate(state.guessers)}
    votes = {}
    for seat in state.guessers:
        others = [number for number in numbers if number not in claims[seat]]
        votes[seat] = tuple(rng.sample(others, rng.randint(1, state.votes_allowed)))
    return ev.Balloted(claims=claims, votes=votes)
