"""Why something cannot be at a table of gin: the moment, the player, the card."""

from __future__ import annotations

from table.rules.cards import INDEX, Card
from table.rules.gin.state import CLOSED, GinState
from table.rules.signals import Seat
from table.rules.texts import Text, refusal


def not_now(state: GinState) -> Text:
    """The moment is wrong."""
    if state.phase is CLOSED:
        return refusal("game_closed")
    if state.over:
        return refusal("game_over")
    return refusal("not_now", phase=state.phase.value)


def seat_reasons(state: GinState, seat: Seat, turn: bool = False) -> list[Text]:
    """The player is not at the table, or not on turn."""
    if seat not in state.seats:
        return [refusal("no_such_seat", seat=seat)]
    if turn and seat != state.turn and state.turn is not None:
        return [refusal("not_your_turn", turn=state.turn, seat=seat)]
    return []


def card_reasons(state: GinState, card: Card, seat: Seat) -> list[Text]:
    """Why a card cannot come out of this player's hand."""
    if card not in INDEX:
        return [refusal("no_card", text=card)]
    reasons = []
    if card in state.pile:
        reasons.append(refusal("in_pile", card=card))
    if state.known:
        other = state.other(seat)
        if card in state.known.get(other, ()) and not state.unread_discards.get(other):
            reasons.append(refusal("in_other_hand", card=card, seat=other))
    return reasons
