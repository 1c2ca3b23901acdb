"""The course of a picture game: the clue, the row, the entries, the refill, and the ends."""

from __future__ import annotations

import msgspec

from table.rules import events as ev
from table.rules.knobs import ZhiyanRules
from table.rules.signals import Seat
from table.rules.texts import Line, Refused, Text, refusal
from table.rules.zhiyan.entries import ballot_reasons, owners_of
from table.rules.zhiyan.score import gains_of, leaders, score_round
from table.rules.zhiyan.state import EndReason, RoundPhase, RoundResult, ZhiyanState, hand_size

replace = msgspec.structs.replace


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


def not_now(state: ZhiyanState) -> Text:
    """The moment is wrong."""
    if state.end == "closed":
        return refusal("game_closed")
    return refusal("game_over") if state.over else refusal("not_now", phase=state.phase.value)


def _seat_reasons(state: ZhiyanState, seat: Seat) -> list[Text]:
    if seat not in state.seats:
        return [refusal("no_such_seat", seat=seat)]
    return [refusal("already_left", seat=seat)] if seat in state.left else []


def on_clue(state: ZhiyanState, event: ev.ClueGiven) -> ZhiyanState:
    """The storyteller has given a clue (item 1 of the text)."""
    reasons = [] if state.phase is RoundPhase.CLUE else [not_now(state)]
    reasons += _seat_reasons(state, event.seat)
    if not reasons and event.seat != state.storyteller:
        reasons.append(refusal("not_storyteller", storyteller=state.storyteller, seat=event.seat))
    if reasons:
        raise Refused(reasons)
    return replace(state, phase=RoundPhase.COLLECT, clue=event.text)


def on_row(state: ZhiyanState, event: ev.RowLaid) -> ZhiyanState:
    """The shuffled cards lie face up (item 2); their number follows from that of the players (item 10.1)."""
    # A clue is spoken and need never be entered, so the row may be the first that the table sees of a round.
    reasons = [] if state.phase in (RoundPhase.CLUE, RoundPhase.COLLECT) else [not_now(state)]
    if event.count != state.row_count:
        reasons.append(refusal("row_count", found=event.count, allowed=state.row_count))
    if event.pictures and len(event.pictures) != event.count:
        reasons.append(refusal("pictures_count", found=len(event.pictures), allowed=event.count))
    if reasons:
        raise Refused(reasons)
    return replace(state, phase=RoundPhase.VOTE, row=event.count, pictures=tuple(event.pictures))


def on_balloted(state: ZhiyanState, event: ev.Balloted) -> ZhiyanState:
    """All claims and votes at once (items 3 and 4): the reveal and its score (item 5)."""
    if state.phase is not RoundPhase.VOTE:
        over = state.over or state.phase is RoundPhase.RESULT
        raise Refused([not_now(state) if over else refusal("vote_no_row")])
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
    """A round scored by hand."""
    playing = state.phase in (RoundPhase.CLUE, RoundPhase.COLLECT, RoundPhase.VOTE)
    reasons = [] if playing else [not_now(state)]
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


def on_refilled(state: ZhiyanState, event: ev.Refilled) -> ZhiyanState:
    """Everybody draws up (item 6); the game ends inside it when the last card is drawn (item 7)."""
    if state.phase is not RoundPhase.RESULT:
        raise Refused([not_now(state)])
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
    """The players see that the stock is drawn empty (item 7)."""
    # The last card is drawn inside a refill; it may be noticed before the refill is accepted or after.
    if state.phase not in (RoundPhase.RESULT, RoundPhase.CLUE):
        raise Refused([not_now(state)])
    return _ended(replace(state, stock=0), "deck")


def on_left(state: ZhiyanState, event: ev.SeatLeft) -> ZhiyanState:
    """A player leaves between two rounds; the order goes on without him."""
    reasons = _seat_reasons(state, event.seat)
    if state.over:
        reasons.append(not_now(state))
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
    """A line of points set by hand; it may end the game, or take its end back."""
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
    """The game is put away as it stands."""
    if state.end == "closed":
        raise Refused([refusal("game_closed")])
    if state.over:
        return replace(state, why_closed=event.why)
    return replace(state, phase=RoundPhase.OVER, end="closed", why_closed=event.why)
