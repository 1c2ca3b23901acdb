"""只言片语, the picture game: one tells, the others lay a card that fits, all guess which is the storyteller's.

The table sees a row of face-up cards and takes claims of owners and votes from the players' keys; all of a round's
entries arrive as one event, so that none of them stands in any state before the reveal. `ZHIYAN_STEPS` has one
function an event; `table.rules.session` calls them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from table.rules import events as ev
from table.rules.knobs import ZhiyanRules
from table.rules.signals import Seat
from table.rules.texts import Line, Refused, Text, refusal
from table.rules.waits import Wait

replace = msgspec.structs.replace

EndReason = Literal["", "score", "deck", "closed"]


class RoundPhase(enum.StrEnum):
    """Where a round stands."""

    CLUE = "clue"
    COLLECT = "collect"
    VOTE = "vote"
    """The row lies; claims and votes are being entered, which no state tells."""
    RESULT = "result"
    OVER = "over"


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """A round revealed. `gains` are the sums of `lines`; owners are empty where it was scored by hand."""

    number: int
    storyteller: Seat
    clue: str = ""
    pictures: tuple[str | None, ...] = ()
    owners: dict[int, Seat] = {}
    votes: dict[Seat, tuple[int, ...]] = {}
    finders: tuple[Seat, ...] = ()
    gains: dict[Seat, int] = {}
    lines: tuple[Line, ...] = ()
    entered: bool = False

    @property
    def storyteller_card(self) -> int | None:
        """The number of the storyteller's card in the row."""
        return next((number for number, seat in self.owners.items() if seat == self.storyteller), None)


class ZhiyanState(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a game of 只言片语 without any entry of a round that is not yet revealed."""

    rules_id: str
    rules: ZhiyanRules
    seats: tuple[Seat, ...]
    """Everybody who began, clockwise."""
    left: tuple[Seat, ...] = ()
    """Who has left; points stay on the board."""
    phase: RoundPhase
    storyteller: Seat
    round_number: int = 1
    clue: str = ""
    row: int = 0
    """Cards in the row, 0 before it lies."""
    pictures: tuple[str | None, ...] = ()
    hands: dict[Seat, int]
    """Cards held by each player who is still there."""
    stock: int
    points: dict[Seat, int]
    history: tuple[RoundResult, ...] = ()
    lines: tuple[Line, ...] = ()
    """Corrections by hand."""
    end: EndReason = ""
    winners: tuple[Seat, ...] = ()
    why_closed: str = ""

    @property
    def over(self) -> bool:
        """Nothing more is to be played."""
        return self.phase is RoundPhase.OVER

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who still plays, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """Everybody but the storyteller, clockwise from him."""
        return _clockwise(self.active, self.storyteller)

    @property
    def cards_each(self) -> int:
        """Cards that each guesser gives: one, or two with three players and that variant."""
        return cards_each(self.rules, len(self.active))

    @property
    def row_count(self) -> int:
        """Cards that belong in the row of this round."""
        return row_count(self.rules, len(self.active))

    @property
    def votes_allowed(self) -> int:
        """Votes that a guesser may use."""
        return votes_allowed(self.rules, len(self.active))

    @property
    def next_storyteller(self) -> Seat:
        """Who tells in the next round."""
        return self.guessers[0]

    @property
    def last(self) -> RoundResult | None:
        """The round revealed last."""
        return self.history[-1] if self.history else None

    @property
    def rounds_left(self) -> int:
        """Rounds that the stock still allows, with the present one, as long as nobody leaves."""
        if self.over:
            return 0
        each = self.row_count
        played = sum(hand_size(self.rules, len(self.active)) - self.hands[seat] for seat in self.active)
        stock = self.stock - played if self.phase is RoundPhase.RESULT else self.stock
        return max(0, -(-stock // each))

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What the game waits for now."""
        return zhiyan_waits(self)


# -- numbers of cards -------------------------------------------------------------------------------------------


def cards_each(rules: ZhiyanRules, players: int) -> int:
    """Cards that each guesser gives in a round."""
    return 2 if players == 3 and rules.three_player == "two_cards" else 1


def row_count(rules: ZhiyanRules, players: int) -> int:
    """Cards in the row: the storyteller's and the guessers'."""
    return 1 + (players - 1) * cards_each(rules, players)


def hand_size(rules: ZhiyanRules, players: int) -> int:
    """Cards that everybody draws up to."""
    return rules.three_player_hand if cards_each(rules, players) == 2 else rules.hand_size


def votes_allowed(rules: ZhiyanRules, players: int) -> int:
    """Votes that each guesser may use: one, or two in larger companies where the rules have that."""
    return 2 if rules.two_votes_from and players >= rules.two_votes_from else 1


def rounds_in_deck(rules: ZhiyanRules, players: int, deck: int | None = None) -> int:
    """Rounds until the stock is drawn empty inside a refill."""
    stock = (rules.deck_size if deck is None else deck) - players * hand_size(rules, players)
    return max(0, -(-stock // row_count(rules, players)))


def _clockwise(seats: Sequence[Seat], after: Seat) -> tuple[Seat, ...]:
    """The other seats, beginning with the one after `after`."""
    place = seats.index(after)
    return (*seats[place + 1 :], *seats[:place])


# -- scoring ----------------------------------------------------------------------------------------------------


def score_round(
    rules: ZhiyanRules, storyteller: Seat, owners: Mapping[int, Seat], votes: Mapping[Seat, Sequence[int]]
) -> tuple[tuple[Line, ...], tuple[Seat, ...]]:
    """The lines of a round and its finders. `votes` has every guesser, clockwise, with the numbers voted for."""
    card = next(number for number, seat in owners.items() if seat == storyteller)
    finders = tuple(seat for seat, numbers in votes.items() if card in numbers)
    lines = []
    if len(finders) in (0, len(votes)):
        name = "all" if finders else "none"
        rule = "all_or_none_points"
        lines.append(Line(key=f"storyteller_{name}", seat=storyteller, amount=0, rule=rule))
        lines += [Line(key=f"{name}_found", seat=seat, amount=rules.all_or_none_points, rule=rule) for seat in votes]
    elif len(votes) == 2 and rules.three_player_single:
        rule, amount = "three_player_single", rules.three_player_single
        lines.append(Line(key="storyteller_single", seat=storyteller, amount=amount, rule=rule))
        lines += [Line(key="found_single", seat=seat, amount=amount, rule=rule) for seat in finders]
    else:
        rule = "storyteller_points"
        lines.append(Line(key="storyteller_found", seat=storyteller, amount=rules.storyteller_points, rule=rule))
        lines += [Line(key="found", seat=seat, amount=rules.finder_points, rule="finder_points") for seat in finders]
    if rules.one_vote_bonus and votes_allowed(rules, len(votes) + 1) > 1:
        single = [seat for seat in finders if len(votes[seat]) == 1]
        lines += [
            Line(key="one_vote", seat=seat, amount=rules.one_vote_bonus, rule="one_vote_bonus") for seat in single
        ]
    return (*lines, *_fooled(rules, storyteller, owners, votes)), finders


def _fooled(
    rules: ZhiyanRules, storyteller: Seat, owners: Mapping[int, Seat], votes: Mapping[Seat, Sequence[int]]
) -> list[Line]:
    """A point for each vote on a guesser's card, whatever else happened in the round."""
    lines = []
    for seat in votes:
        count = sum(owners[number] == seat for numbers in votes.values() for number in numbers)
        if not count:
            continue
        cap = rules.fooled_cap
        key, args, rule = "fooled", {"votes": count}, "fooled_points"
        if cap and count > cap:
            key, args, rule = "fooled_capped", {"votes": count, "cap": cap}, "fooled_cap"
            count = cap
        lines.append(Line(key=key, seat=seat, amount=count * rules.fooled_points, rule=rule, args=args))
    return lines


def gains_of(seats: Iterable[Seat], lines: Iterable[Line]) -> dict[Seat, int]:
    """The sum of the lines for each seat."""
    gains = dict.fromkeys(seats, 0)
    for line in lines:
        if line.seat is not None:
            gains[line.seat] += line.amount
    return gains


# -- entries ----------------------------------------------------------------------------------------------------


def vote_reasons(
    seat: Seat, numbers: Sequence[int], own: Iterable[int], *, storyteller: Seat, count: int, allowed: int = 1
) -> list[Text]:
    """Why these votes of one player cannot be; empty where they can. `own` are the numbers of his own cards."""
    if seat == storyteller:
        return [refusal("vote_storyteller", seat=seat)] if numbers else []
    if not numbers:
        return [refusal("vote_missing", seat=seat)]
    mine = set(own)
    reasons = []
    if len(numbers) > allowed:
        reasons.append(refusal("vote_many", seat=seat, found=len(numbers), allowed=allowed))
    for number in dict.fromkeys(numbers):
        if not 1 <= number <= count:
            reasons.append(refusal("vote_range", seat=seat, number=number, count=count))
        elif number in mine:
            reasons.append(refusal("vote_own", seat=seat))
        if list(numbers).count(number) > 1:
            reasons.append(refusal("vote_same", seat=seat, number=number))
    return reasons


def claim_reasons(state: ZhiyanState, claims: Mapping[Seat, Sequence[int]]) -> list[Text]:
    """Why the claims do not give every card but the storyteller's exactly one owner."""
    reasons = [refusal("no_such_seat", seat=seat) for seat in claims if seat not in state.active]
    if claims.get(state.storyteller):
        reasons.append(refusal("claim_storyteller", seat=state.storyteller))
    each, count = state.cards_each, state.row
    for seat in state.guessers:
        numbers = claims.get(seat, ())
        if len(numbers) != each:
            reasons.append(refusal("claim_missing", seat=seat, found=len(numbers), allowed=each))
        reasons += [refusal("claim_range", seat=seat, number=n, count=count) for n in numbers if not 1 <= n <= count]
    every = [number for seat in state.guessers for number in claims.get(seat, ())]
    twice = sorted({number for number in every if every.count(number) > 1})
    return reasons + [refusal("claim_twice", number=number) for number in twice]


def owners_of(state: ZhiyanState, claims: Mapping[Seat, Sequence[int]]) -> dict[int, Seat]:
    """The owner of each card of the row; the one that nobody claimed is the storyteller's."""
    owners = {number: seat for seat in state.guessers for number in claims[seat]}
    return {number: owners.get(number, state.storyteller) for number in range(1, state.row + 1)}


# -- the course of a game ---------------------------------------------------------------------------------------


def start(event: ev.GameStarted, rules: ZhiyanRules) -> ZhiyanState:
    """The state in which the first storyteller thinks of a clue. Raises `Refused`."""
    players = len(event.seats)
    reasons = []
    if not rules.players_min <= players <= rules.players_max:
        allowed = f"{rules.players_min} to {rules.players_max}"
        reasons.append(refusal("seats_count", found=players, allowed=allowed))
    if len(set(event.seats)) != players:
        reasons.append(refusal("seats_twice"))
    if event.first not in event.seats:
        reasons.append(refusal("first_unknown", seat=event.first))
    if reasons:
        raise Refused(reasons)
    hand = hand_size(rules, players)
    return ZhiyanState(
        rules_id=event.rules,
        rules=rules,
        seats=tuple(event.seats),
        phase=RoundPhase.CLUE,
        storyteller=event.first,
        hands=dict.fromkeys(event.seats, hand),
        stock=rules.deck_size - players * hand,
        points=dict.fromkeys(event.seats, 0),
    )


def _not_now(state: ZhiyanState) -> Text:
    if state.end == "closed":
        return refusal("game_closed")
    return refusal("game_over") if state.over else refusal("not_now", phase=state.phase.value)


def _seat_reasons(state: ZhiyanState, seat: Seat) -> list[Text]:
    if seat not in state.seats:
        return [refusal("no_such_seat", seat=seat)]
    return [refusal("already_left", seat=seat)] if seat in state.left else []


def on_clue(state: ZhiyanState, event: ev.ClueGiven) -> ZhiyanState:
    reasons = [] if state.phase is RoundPhase.CLUE else [_not_now(state)]
    reasons += _seat_reasons(state, event.seat)
    if not reasons and event.seat != state.storyteller:
        reasons.append(refusal("not_storyteller", storyteller=state.storyteller, seat=event.seat))
    if reasons:
        raise Refused(reasons)
    return replace(state, phase=RoundPhase.COLLECT, clue=event.text)


def on_row(state: ZhiyanState, event: ev.RowLaid) -> ZhiyanState:
    # A clue is spoken and need never be entered, so the row may be the first that the table sees of a round.
    reasons = [] if state.phase in (RoundPhase.CLUE, RoundPhase.COLLECT) else [_not_now(state)]
    if event.count != state.row_count:
        reasons.append(refusal("row_count", found=event.count, allowed=state.row_count))
    if event.pictures and len(event.pictures) != event.count:
        reasons.append(refusal("pictures_count", found=len(event.pictures), allowed=event.count))
    if reasons:
        raise Refused(reasons)
    return replace(state, phase=RoundPhase.VOTE, row=event.count, pictures=tuple(event.pictures))


def ballot_reasons(state: ZhiyanState, event: ev.Balloted) -> list[Text]:
    """Everything that is wrong with a round's entries."""
    reasons = claim_reasons(state, event.claims)
    strangers = [seat for seat in event.votes if seat not in state.active]
    reasons += [refusal("no_such_seat", seat=seat) for seat in strangers if seat not in event.claims]
    for seat in state.active:
        reasons += vote_reasons(
            seat,
            event.votes.get(seat, ()),
            event.claims.get(seat, ()),
            storyteller=state.storyteller,
            count=state.row,
            allowed=state.votes_allowed,
        )
    return reasons


def on_balloted(state: ZhiyanState, event: ev.Balloted) -> ZhiyanState:
    if state.phase is not RoundPhase.VOTE:
        over = state.over or state.phase is RoundPhase.RESULT
        raise Refused([_not_now(state) if over else refusal("vote_no_row")])
    reasons = ballot_reasons(state, event)
    if reasons:
        raise Refused(reasons)
    owners = owners_of(state, event.claims)
    votes = {seat: tuple(event.votes[seat]) for seat in state.guessers}
    lines, finders = score_round(state.rules, state.storyteller, owners, votes)
    result = RoundResult(
        number=state.round_number,
        storyteller=state.storyteller,
        clue=state.clue,
        pictures=state.pictures,
        owners=owners,
        votes=votes,
        finders=finders,
        gains=gains_of(state.active, lines),
        lines=lines,
    )
    return _end_round(state, result)


def on_round_entered(state: ZhiyanState, event: ev.RoundEntered) -> ZhiyanState:
    playing = state.phase in (RoundPhase.CLUE, RoundPhase.COLLECT, RoundPhase.VOTE)
    reasons = [] if playing else [_not_now(state)]
    reasons += [refusal("gains_seat", seat=seat) for seat in event.gains if seat not in state.active]
    negative = [(seat, -gain) for seat, gain in event.gains.items() if gain < 0]
    reasons += [refusal("gains_negative", seat=seat, amount=amount) for seat, amount in negative]
    if reasons:
        raise Refused(reasons)
    gains = {seat: event.gains.get(seat, 0) for seat in state.active}
    lines = tuple(Line(key="entered", seat=seat, amount=gain, rule="") for seat, gain in gains.items() if gain)
    result = RoundResult(
        number=state.round_number,
        storyteller=state.storyteller,
        clue=state.clue,
        pictures=state.pictures,
        gains=gains,
        lines=lines,
        entered=True,
    )
    return _end_round(state, result)


def _end_round(state: ZhiyanState, result: RoundResult) -> ZhiyanState:
    """Adds the points; the row's cards leave the game, so the hands are short until the refill."""
    each = state.cards_each
    hands = {seat: held - (1 if seat == state.storyteller else each) for seat, held in state.hands.items()}
    points = {seat: total + result.gains.get(seat, 0) for seat, total in state.points.items()}
    return _reached(
        replace(
            state,
            phase=RoundPhase.RESULT,
            hands=hands,
            points=points,
            history=(*state.history, result),
        )
    )


def _reached(state: ZhiyanState) -> ZhiyanState:
    """After the scoring: has somebody reached the target?"""
    target = state.rules.target
    if target and max(state.points[seat] for seat in state.active) >= target:
        return _ended(state, "score")
    return state


def _ended(state: ZhiyanState, end: EndReason) -> ZhiyanState:
    return replace(state, phase=RoundPhase.OVER, end=end, winners=leaders(state.points, state.active))


def leaders(points: Mapping[Seat, int], seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Those of the seats with the most points; equals share."""
    best = max(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == best)


def on_refilled(state: ZhiyanState, event: ev.Refilled) -> ZhiyanState:
    if state.phase is not RoundPhase.RESULT:
        raise Refused([_not_now(state)])
    size = hand_size(state.rules, len(state.active))
    drawn = sum(max(0, size - state.hands[seat]) for seat in state.active)
    if drawn >= state.stock:
        return _ended(replace(state, stock=0), "deck")
    return replace(
        state,
        phase=RoundPhase.CLUE,
        storyteller=state.next_storyteller,
        round_number=state.round_number + 1,
        clue="",
        row=0,
        pictures=(),
        hands={seat: max(size, state.hands[seat]) for seat in state.active},
        stock=state.stock - drawn,
    )


def on_stock_empty(state: ZhiyanState, event: ev.StockEmpty) -> ZhiyanState:
    # The last card is drawn inside a refill; it may be noticed before the refill is accepted or after.
    if state.phase not in (RoundPhase.RESULT, RoundPhase.CLUE):
        raise Refused([_not_now(state)])
    return _ended(replace(state, stock=0), "deck")


def on_left(state: ZhiyanState, event: ev.SeatLeft) -> ZhiyanState:
    reasons = _seat_reasons(state, event.seat)
    if state.over:
        reasons.append(_not_now(state))
    elif state.phase not in (RoundPhase.RESULT, RoundPhase.CLUE):
        reasons.append(refusal("leave_between"))
    if len(state.active) - 1 < state.rules.players_min:
        reasons.append(refusal("leave_too_few", left=len(state.active) - 1, least=state.rules.players_min))
    if reasons:
        raise Refused(reasons)
    storyteller = state.storyteller
    if storyteller == event.seat:
        # In the result he has told already: the next round passes to the one after him all the same.
        following = state.guessers
        storyteller = following[0] if state.phase is RoundPhase.CLUE else following[-1]
    hands = {seat: held for seat, held in state.hands.items() if seat != event.seat}
    return replace(state, left=(*state.left, event.seat), storyteller=storyteller, hands=hands)


def on_points_corrected(state: ZhiyanState, event: ev.PointsCorrected) -> ZhiyanState:
    if event.seat not in state.seats:
        raise Refused([refusal("no_such_seat", seat=event.seat)])
    points = {**state.points, event.seat: state.points[event.seat] + event.amount}
    line = Line(key="corrected", seat=event.seat, amount=event.amount, rule="")
    state = replace(state, points=points, lines=(*state.lines, line))
    if state.phase is RoundPhase.OVER and state.end == "score":
        state = replace(state, phase=RoundPhase.RESULT, end="", winners=())
    if state.phase is RoundPhase.RESULT:
        return _reached(state)
    if state.phase is RoundPhase.OVER and state.end == "deck":
        return _ended(state, "deck")
    return state


def on_closed(state: ZhiyanState, event: ev.GameClosed) -> ZhiyanState:
    if state.end == "closed":
        raise Refused([refusal("game_closed")])
    if state.over:
        return replace(state, why_closed=event.why)
    return replace(state, phase=RoundPhase.OVER, end="closed", why_closed=event.why)


ZHIYAN_STEPS: Mapping[type[ev.Event], Callable[[ZhiyanState, Any], ZhiyanState]] = {
    ev.ClueGiven: on_clue,
    ev.RowLaid: on_row,
    ev.Balloted: on_balloted,
    ev.RoundEntered: on_round_entered,
    ev.Refilled: on_refilled,
    ev.StockEmpty: on_stock_empty,
    ev.SeatLeft: on_left,
    ev.PointsCorrected: on_points_corrected,
    ev.GameClosed: on_closed,
}


def zhiyan_waits(state: ZhiyanState) -> tuple[Wait, ...]:
    """Who has to do what. During the vote all guessers are waited for, never fewer: who has voted is a secret."""
    if state.phase is RoundPhase.OVER:
        return (Wait("new_game", state.active, ("new_game",)),)
    teller = (state.storyteller,)
    if state.phase is RoundPhase.CLUE:
        return (Wait("clue", teller, ("clue",)),)
    if state.phase is RoundPhase.COLLECT:
        return (Wait("collect", state.guessers, ("give",)),)
    if state.phase is RoundPhase.VOTE:
        numbers = tuple(str(number) for number in range(1, state.row + 1))
        return (Wait("ballot", state.guessers, numbers),)
    choices: tuple[str, ...] = ("refill", "stock_empty")
    if len(state.active) > state.rules.players_min:
        choices = (*choices, "leave")
    return (Wait("refill", state.active, choices),)
