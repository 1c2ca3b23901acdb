"""The score of a game of gin: a hand that ends, one entered by hand, points corrected, a game put away."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.rules import events as ev
from table.rules.gin.reasons import not_now, seat_reasons
from table.rules.gin.state import (
    BEFORE_DEAL,
    CLOSED,
    GAME_OVER,
    IN_HAND,
    RESULT,
    TO_DEAL,
    GinState,
    begin_hand,
    totals_of,
)
from table.rules.showdown import HandResult, Kind, entered
from table.rules.signals import Seat
from table.rules.standing import Column, Correction, columns, with_hand
from table.rules.texts import Refused, Text, refusal

replace = msgspec.structs.replace


def end_hand(state: GinState, result: HandResult) -> GinState:
    """Puts a result on the list and into the score."""
    result = replace(result, number=state.hand_number, game=state.game_number, dealer=state.dealer)
    state = replace(state, phase=RESULT, turn=None, history=(*state.history, result))
    if result.winner is None:
        return _scored(state, state.columns)
    if len(state.columns) > 1:
        return _tally(state)  # Hollywood: which columns a hand counts in depends on all hands won before
    (column,) = state.columns
    return _scored(state, (with_hand(state.rules, state.seats, column, result.winner, result.points),))


def _tally(state: GinState) -> GinState:
    """Adds the present game up anew, with its corrections."""
    game = state.game_number
    hands = state.history[_first_of_game(state.history, game) :]
    corrections = [correction for correction in state.corrections if correction.game == game]
    return _scored(state, columns(state.rules, state.seats, hands, corrections))


def _scored(state: GinState, score: tuple[Column, ...]) -> GinState:
    """The state with this score of the present game: is the game, or the match, over?"""
    state = replace(state, columns=score)
    if state.phase not in (RESULT, GAME_OVER, TO_DEAL):
        return state
    if not all(column.over for column in score):
        phase = RESULT if state.phase is GAME_OVER else state.phase
        return replace(state, phase=phase, over=False, winners=())
    totals = totals_of(state.seats, state.games, score)
    over = state.rules.match_target == 0 or max(totals.values()) >= state.rules.match_target
    winners: tuple[Seat, ...] = ()
    if over:
        best = max(totals.values())
        winners = tuple(seat for seat in state.seats if totals[seat] == best)
        if state.rules.match_target == 0 and len(score) == 1:
            winners = score[0].winners
    return replace(state, phase=GAME_OVER, over=over, winners=winners)


def _first_of_game(history: Sequence[HandResult], game: int) -> int:
    """The place of the game's first hand; counted from the end, so that a long match costs no more than a short one."""
    place = len(history)
    while place and history[place - 1].game == game:
        place -= 1
    return place


def on_hand_voided(state: GinState, event: ev.HandVoided) -> GinState:
    """The hand counts for nobody."""
    if state.phase not in IN_HAND:
        raise Refused([not_now(state)])
    if event.why == "stock" and state.stock_low > state.rules.stock_end + 1:
        raise Refused([refusal("stock_not_at_end", low=state.stock_low, end=state.rules.stock_end)])
    return end_hand(state, HandResult(kind="void", limit=state.limit, upcard=state.upcard))


def on_hand_entered(state: GinState, event: ev.HandEntered) -> GinState:
    """A hand scored by hand; entered between two hands it is one of its own."""
    if state.over or state.phase is CLOSED:
        raise Refused([not_now(state)])
    kind: Kind = event.how
    winner, knocker, reasons = _entered_seats(state, event)
    most = 10 * state.rules.hand_size
    low = 1 if kind in ("knock", "undercut") else 0
    high = 0 if kind == "tie" else most
    if not low <= event.difference <= high:
        reasons.append(refusal("entered_difference", found=event.difference, low=low, high=high))
    if kind == "big_gin" and state.rules.eleven_cards != "before_discard":
        reasons.append(refusal("entered_big_gin"))
    if reasons:
        raise Refused(reasons)
    if state.phase in BEFORE_DEAL:
        state = begin_hand(state)
    return end_hand(state, entered(state.rules, kind, winner, knocker, event.difference, state.upcard))


def _entered_seats(state: GinState, event: ev.HandEntered) -> tuple[Seat | None, Seat | None, list[Text]]:
    """Winner and knocker of a hand entered by hand; who is left out follows from the kind where it can."""
    winner, knocker = event.winner, event.knocker
    reasons = [reason for seat in (winner, knocker) if seat is not None for reason in seat_reasons(state, seat)]
    if reasons:
        return None, None, reasons
    if event.how == "tie":
        if knocker is None and winner is not None:
            knocker = winner if state.rules.tie == "knocker" else state.other(winner)
        if state.rules.tie == "nobody":
            return None, knocker, []
        if knocker is None:
            return None, None, [refusal("entered_who")]
        due = knocker if state.rules.tie == "knocker" else state.other(knocker)
        wrong = winner not in (None, due)
        return due, knocker, [refusal("entered_winner", how=event.how)] if wrong else []
    if winner is None:
        return None, None, [refusal("entered_who")]
    due = state.other(winner) if event.how == "undercut" else winner
    wrong = knocker not in (None, due)
    return winner, due, [refusal("entered_winner", how=event.how)] if wrong else []


def on_points_corrected(state: GinState, event: ev.PointsCorrected) -> GinState:
    """A line of points set by hand; it may end the game, or take its end back."""
    reasons = seat_reasons(state, event.seat)
    if reasons:
        raise Refused(reasons)
    after = state.last.number if state.last else 0
    correction = Correction(event.seat, event.amount, state.game_number, after)
    return _tally(replace(state, corrections=(*state.corrections, correction)))


def on_closed(state: GinState, event: ev.GameClosed) -> GinState:
    """The game is put away as it stands."""
    if state.phase is CLOSED:
        raise Refused([refusal("game_closed")])
    return replace(state, phase=CLOSED, turn=None, over=True, why_closed=event.why)
