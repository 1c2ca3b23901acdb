"""The knock and the show: which cards may be believed, and whether the knock stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.rules import events as ev
from table.rules.cards import INDEX, Card
from table.rules.gin.play import void_at_the_end
from table.rules.gin.reasons import not_now, seat_reasons
from table.rules.gin.score import end_hand
from table.rules.gin.state import DISCARD, DRAW, FALSE_KNOCK, KNOCK_DISCARD, RESULT, SHOWING, GinState, void_by_stock
from table.rules.melds import Arrangement, Meld, as_laid
from table.rules.showdown import HandResult, false_knock, meld_reasons, show
from table.rules.signals import Seat
from table.rules.texts import Line, Refused, Text, refusal

replace = msgspec.structs.replace


def on_knocked(state: GinState, event: ev.Knocked) -> GinState:
    """A knock with the discard to come, or right after it, also when that was the last of the hand (`stock_end`)."""
    reasons = seat_reasons(state, event.seat)
    if reasons:
        raise Refused(reasons)
    if state.phase is DISCARD:
        if event.seat != state.turn:
            raise Refused([refusal("not_your_turn", turn=state.turn, seat=event.seat)])
        return replace(state, phase=KNOCK_DISCARD, knocker=event.seat, knocked_before_discard=True)
    # The third-last stock card was drawn and its player discarded: the knock of that same turn still counts.
    late = state.phase is RESULT and void_by_stock(state)
    if state.phase is not DRAW and not late:
        raise Refused([not_now(state)])
    if state.discarded_last != event.seat:
        reason = refusal("draw_first", seat=event.seat) if state.turn == event.seat else None
        raise Refused([reason or refusal("knock_too_late", seat=event.seat)])
    if late:
        state = _reopen(state)
    return replace(state, phase=SHOWING, turn=None, knocker=event.seat, knocked_before_discard=False)


def _reopen(state: GinState) -> GinState:
    """Takes the void result of the present hand back."""
    history = state.history[:-1]
    return replace(state, history=history, phase=DRAW)


def on_knock_taken_back(state: GinState, event: ev.KnockTakenBack) -> GinState:
    """A knock taken back before any card is open, or after a false one."""
    reasons = seat_reasons(state, event.seat)
    if state.phase not in (KNOCK_DISCARD, SHOWING, FALSE_KNOCK):
        reasons.append(not_now(state))
    elif not reasons and event.seat != state.knocker:
        reasons.append(refusal("not_knocked", seat=event.seat))
    if state.phase is SHOWING and state.shown:
        reasons.append(refusal("cards_are_open"))
    if reasons:
        raise Refused(reasons)
    if state.phase is KNOCK_DISCARD:
        return replace(state, phase=DISCARD, knocker=None, knocked_before_discard=False)
    return _play_on(state)


def _play_on(state: GinState) -> GinState:
    """After a knock that does not stand: the other one draws. Cards shown meanwhile stay known."""
    knocker = state.knocker
    assert knocker is not None
    known = state.known
    for seat, cards in state.shown.items():
        known = {**known, seat: cards}
    state = replace(
        state,
        phase=DRAW,
        turn=state.other(knocker),
        knocker=None,
        knocked_before_discard=False,
        shown={},
        laid={},
        false_knock=None,
        known=known,
        # Open cards that were too much are no hand to knock with again; a mere slip of the finger is.
        discarded_last=None if state.shown else state.discarded_last,
        unread_discards={seat: n for seat, n in state.unread_discards.items() if seat not in state.shown},
    )
    return void_at_the_end(state)


def on_shown(state: GinState, event: ev.Shown) -> GinState:
    """A hand laid open; with both open, and the knock legal, the hand is scored."""
    reasons = seat_reasons(state, event.seat)
    if state.phase not in (KNOCK_DISCARD, SHOWING, FALSE_KNOCK):
        reasons.append(not_now(state))
    elif state.phase is not SHOWING and event.seat != state.knocker:
        reasons.append(refusal("knocker_first", seat=state.knocker))
    if reasons:
        raise Refused(reasons)
    eleven = state.phase is KNOCK_DISCARD or (state.eleven and event.seat == state.knocker)
    reasons = _count_reasons(state, event, eleven) + show_reasons(state, event.seat, event.cards)
    if event.melds:
        reasons += _laid_reasons(event.cards, event.melds)
    if reasons:
        raise Refused(reasons)
    state = replace(
        state,
        phase=SHOWING,
        turn=None,
        eleven=eleven if event.seat == state.knocker else state.eleven,
        shown={**state.shown, event.seat: event.cards},
        laid={**state.laid, event.seat: event.melds},
        false_knock=None,
    )
    return _judge_knock(state) if event.seat == state.knocker else _score_if_complete(state)


def _count_reasons(state: GinState, event: ev.Shown, eleven: bool) -> list[Text]:
    """The number of cards, and eleven only where the rule set has it."""
    found, size = len(event.cards), state.rules.hand_size
    if eleven and event.seat == state.knocker:
        if found == size + 1 and state.rules.eleven_cards == "before_discard":
            return []
        if found in (size, size + 1):
            return [refusal("discard_first")]
    elif found == size:
        return []
    allowed = size + 1 if eleven and event.seat == state.knocker else size
    return [refusal("card_count", seat=event.seat, found=found, allowed=allowed)]


def show_reasons(state: GinState, seat: Seat, cards: Sequence[Card]) -> list[Text]:
    """Every contradiction between cards shown and what the table has seen. Empty where all fits."""
    seen = set(cards)
    other = state.other(seat)
    theirs = (*state.shown.get(other, ()), *_surely_held(state, other))
    # Each unread discard may have been a known card; more than that cannot be missing.
    missing = [card for card in state.known.get(seat, ()) if card not in seen]
    if len(missing) <= state.unread_discards.get(seat, 0):
        missing = []
    fits = seen <= INDEX.keys() and seen.isdisjoint(theirs) and seen.isdisjoint(state.pile)
    if fits and len(seen) == len(cards) and not missing:
        return []
    reasons = [refusal("no_card", text=card) for card in sorted(seen - INDEX.keys())]
    reasons += [refusal("card_twice", card=card) for card in sorted(seen) if cards.count(card) > 1]
    reasons += [refusal("card_in_both", card=card) for card in sorted(seen.intersection(theirs))]
    reasons += [refusal("card_buried", card=card, seat=seat) for card in sorted(seen.intersection(state.pile) - {None})]
    reasons += [refusal("card_missing", card=card, seat=seat) for card in missing]
    return reasons


def _laid_reasons(cards: Sequence[Card], melds: Sequence[Meld]) -> list[Text]:
    """What is wrong with melds as laid."""
    strange = [card for meld in melds for card in meld if card not in INDEX]
    return [refusal("no_card", text=card) for card in strange] or meld_reasons(cards, melds)


def _surely_held(state: GinState, seat: Seat) -> tuple[Card, ...]:
    """Cards that must be in this hand: known ones, unless an unread discard may have been one of them."""
    return () if state.unread_discards.get(seat) else state.known.get(seat, ())


def _judge_knock(state: GinState) -> GinState:
    """The knocker's cards are open: is the knock legal?"""
    knocker = state.knocker
    assert knocker is not None
    cards, laid = state.shown[knocker], state.laid[knocker]
    limit = 0 if state.eleven else state.limit
    best = false_knock(state.rules, cards, limit)
    if best is not None:
        return _false_knock(state, best)
    if laid is not None:
        own = as_laid(cards, laid)
        if own.deadwood > limit:
            right = show(state.rules, knocker, cards, None, "", (), state.upcard).hands[knocker]
            args = {"deadwood": own.deadwood, "limit": limit, "melds": right.melds, "best": right.deadwood}
            raise Refused([Text("refused.laid_too_high", args)])
    return _score_if_complete(state)


def _false_knock(state: GinState, best: Arrangement) -> GinState:
    if state.eleven:
        raise Refused([refusal("eleven_not_melded", deadwood=best.deadwood)])
    assert state.knocker is not None
    if state.rules.false_knock == "continue":
        return replace(state, phase=FALSE_KNOCK, false_knock=best)
    winner = state.other(state.knocker)
    bonus = state.rules.undercut_bonus
    line = Line(key="false_knock_bonus", seat=winner, amount=bonus, rule="false_knock", cards=best.loose)
    result = HandResult(
        kind="false_knock",
        winner=winner,
        points=bonus,
        lines=(line,),
        knocker=state.knocker,
        limit=state.limit,
        hands={state.knocker: best},
        upcard=state.upcard,
    )
    return end_hand(state, result)


def _score_if_complete(state: GinState) -> GinState:
    knocker = state.knocker
    assert knocker is not None
    defender = state.other(knocker)
    if knocker not in state.shown or defender not in state.shown:
        return state
    result = show(
        state.rules,
        knocker,
        state.shown[knocker],
        state.laid[knocker],
        defender,
        state.shown[defender],
        state.upcard,
    )
    return end_hand(state, result)
