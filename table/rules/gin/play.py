"""The course of a hand up to the knock: the deal, the up-card, draws, discards and the end of the stock."""

from __future__ import annotations

import msgspec

from table.rules import events as ev
from table.rules.cards import INDEX, Card
from table.rules.gin.reasons import card_reasons, not_now, seat_reasons
from table.rules.gin.score import end_hand
from table.rules.gin.state import (
    BEFORE_DEAL,
    DISCARD,
    DRAW,
    IN_HAND,
    KNOCK_DISCARD,
    SHOWING,
    TO_DEAL,
    UPCARD,
    GinState,
    begin_hand,
)
from table.rules.knobs import GinRules
from table.rules.showdown import HandResult, knock_limit
from table.rules.signals import Seat
from table.rules.standing import columns
from table.rules.texts import Refused, Text, refusal

replace = msgspec.structs.replace


def start(event: ev.GameStarted, rules: GinRules) -> GinState:
    """The state in which the first hand is dealt. Raises `Refused`."""
    reasons = []
    if len(event.seats) != rules.players:
        reasons.append(refusal("seats_count", found=len(event.seats), allowed=rules.players))
    if len(set(event.seats)) != len(event.seats):
        reasons.append(refusal("seats_twice"))
    if event.first not in event.seats:
        reasons.append(refusal("first_unknown", seat=event.first))
    if reasons:
        raise Refused(reasons)
    first, second = event.seats
    return GinState(
        rules_id=event.rules,
        rules=rules,
        seats=(first, second),
        phase=TO_DEAL,
        dealer=event.first,
        columns=columns(rules, event.seats, ()),
    )


def on_dealt(state: GinState, event: ev.Dealt) -> GinState:
    """Ten cards each and the up-card; who deals follows `next_dealer`."""
    reasons = [] if state.phase in BEFORE_DEAL and not state.over else [not_now(state)]
    reasons += seat_reasons(state, event.dealer)
    if not reasons and event.dealer != state.next_dealer:
        reasons.append(refusal("wrong_dealer", dealer=state.next_dealer, seat=event.dealer))
    if event.upcard is None:
        if state.rules.oklahoma:
            reasons.append(refusal("upcard_needed"))
    elif event.upcard not in INDEX:
        reasons.append(refusal("no_card", text=event.upcard))
    if reasons:
        raise Refused(reasons)
    rules = state.rules
    stock = 52 - rules.players * rules.hand_size - 1
    return replace(
        begin_hand(state),
        phase=DRAW if rules.upcard_offer == "none" else UPCARD,
        turn=state.other(event.dealer),
        upcard=event.upcard,
        limit=knock_limit(rules, event.upcard),
        pile=(event.upcard,),
        stock_low=stock,
        stock_high=stock,
    )


def on_passed(state: GinState, event: ev.Passed) -> GinState:
    """The up-card is declined: `upcard_offer` says who is asked, then the non-dealer draws from the stock."""
    reasons = [] if state.phase is UPCARD else [not_now(state)]
    reasons += seat_reasons(state, event.seat, turn=True)
    if reasons:
        raise Refused(reasons)
    offers = 2 if state.rules.upcard_offer == "both" else 1
    if state.passes + 1 < offers:
        return replace(state, passes=state.passes + 1, turn=state.other(event.seat))
    turn = state.other(state.dealer)
    return void_at_the_end(replace(state, passes=state.passes + 1, phase=DRAW, turn=turn, stock_only=True))


def on_drew(state: GinState, event: ev.Drew) -> GinState:
    """A card from the stock, or the top of the discard pile."""
    seat = event.seat
    phase = state.phase
    reasons = []
    if phase is not DRAW and phase is not UPCARD:
        reasons.append(not_now(state))
    if seat != state.turn:
        reasons += seat_reasons(state, seat, turn=True)
    if event.source == "stock":
        if phase is UPCARD:
            reasons.append(refusal("upcard_first", seat=state.turn))
        elif phase is DRAW and state.stock_high == 0:
            reasons.append(refusal("stock_empty"))
        if reasons:
            raise Refused(reasons)
        return replace(
            state,
            phase=DISCARD,
            drew_from="stock",
            stock_low=state.stock_low - 1 if state.stock_low else 0,
            stock_high=state.stock_high - 1,
            stock_only=False,
        )
    return _took(state, event, reasons)


def _took(state: GinState, event: ev.Drew, reasons: list[Text]) -> GinState:
    """The top of the discard pile goes into a hand."""
    seat, pile, known = event.seat, state.pile, state.known
    if state.stock_only:
        reasons.append(refusal("stock_only"))
    if not pile and state.phase is DRAW:
        reasons.append(refusal("pile_empty"))
    top = pile[-1] if pile else None
    card = event.card or top
    if top is not None and card != top:
        reasons.append(refusal("not_the_top", card=card, top=top))
    if top is None and card is not None and not reasons:
        reasons += card_reasons(state, card, seat)
    if reasons:
        raise Refused(reasons)
    if card is not None:
        held = known.get(seat, ())
        known = known if card in held else {**known, seat: (*held, card)}
    return replace(state, phase=DISCARD, drew_from="discard", taken=card, pile=pile[:-1], known=known, stock_only=False)


def on_discarded(state: GinState, event: ev.Discarded) -> GinState:
    """A card onto the pile; the one just taken from it may not go back (`discard_taken`)."""
    seat, card, phase = event.seat, event.card, state.phase
    if seat != state.turn or (phase is not DISCARD and phase is not KNOCK_DISCARD):
        return _discarded_out_of_turn(state, event)
    if card is not None:
        reasons = card_reasons(state, card, seat)
        if card == state.taken and state.rules.discard_taken == "forbidden":
            reasons.append(refusal("just_taken", card=card))
        if reasons:
            raise Refused(reasons)
    return _after_discard(state, seat, card, state.pile)


def _discarded_out_of_turn(state: GinState, event: ev.Discarded) -> GinState:
    """A discard that was not waited for: after a draw that nobody saw, or one that cannot be."""
    reasons = seat_reasons(state, event.seat, turn=True)
    if state.phase is DRAW and not reasons:
        return _discarded_without_draw(state, event)
    if state.phase is UPCARD:
        reasons.append(refusal("draw_first", seat=state.turn))
    elif state.phase not in (DRAW, DISCARD, KNOCK_DISCARD):
        reasons.append(not_now(state))
    raise Refused(reasons)


def _discarded_without_draw(state: GinState, event: ev.Discarded) -> GinState:
    """A new card lies on the pile but no draw was seen.

    The card came from the stock, most likely; unless the draw had to be from there, the former top may be gone as
    well, so it no longer counts as known. The stock is then uncertain by one.
    """
    if event.card is not None and (reasons := card_reasons(state, event.card, event.seat)):
        raise Refused(reasons)
    pile = state.pile if state.stock_only or not state.pile else (*state.pile[:-1], None)
    low = state.stock_low - 1 if state.stock_low else 0
    high = state.stock_high - 1 if state.stock_only else state.stock_high
    state = replace(state, stock_low=low, stock_high=high, stock_only=False)
    return _after_discard(state, event.seat, event.card, pile)


def _after_discard(state: GinState, seat: Seat, card: Card | None, pile: tuple[Card | None, ...]) -> GinState:
    known, unread = state.known, state.unread_discards
    if card is None:
        unread = {**unread, seat: unread.get(seat, 0) + 1}
    elif seat in known and card in known[seat]:
        known = {**known, seat: tuple(held for held in known[seat] if held != card)}
    knocked = state.phase is KNOCK_DISCARD
    state = replace(
        state,
        phase=SHOWING if knocked else DRAW,
        turn=None if knocked else state.other(seat),
        pile=(*pile, card),
        drew_from=None,
        taken=None,
        known=known,
        unread_discards=unread,
        discarded_last=seat,
    )
    return state if knocked else void_at_the_end(state)


def void_at_the_end(state: GinState) -> GinState:
    """Before a draw: the hand is void when the stock is surely down to its last cards."""
    if state.stock_high <= state.rules.stock_end and state.phase is DRAW:
        return end_hand(state, HandResult(kind="void", limit=state.limit, upcard=state.upcard))
    return state


def on_stock_counted(state: GinState, event: ev.StockCounted) -> GinState:
    """The true number of cards in the stock; too few for another draw end the hand (`stock_end`)."""
    reasons = [] if state.phase in IN_HAND else [not_now(state)]
    most = 52 - state.rules.players * state.rules.hand_size - 1
    if not 0 <= event.count <= most:
        reasons.append(refusal("stock_count", count=event.count, most=most))
    if reasons:
        raise Refused(reasons)
    return void_at_the_end(replace(state, stock_low=event.count, stock_high=event.count))
