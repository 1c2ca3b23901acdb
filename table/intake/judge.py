"""Whether two hands laid open can be: held against the rules and all that was followed, before anything counts."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake.shown_hand import ShownHand
from table.rules.cards import Card, mask_of
from table.rules.events import AnyEvent, Discarded, Shown
from table.rules.gin import GinState, Phase
from table.rules.melds import least_deadwood
from table.rules.session import step
from table.rules.texts import Refused, Text

Problems = tuple[tuple[str, tuple[Card, ...]], ...]
"""What speaks against the cards: keys of the rules' reasons with the cards that each names."""


def events_of(state: GinState, hand: ShownHand) -> list[AnyEvent]:
    """The events that lay this hand open, the unseen discard before a knock included."""
    shown = Shown(seat=hand.seat, cards=hand.cards, melds=hand.melds())
    unseen = state.phase is Phase.KNOCK_DISCARD and len(hand.cards) == state.rules.hand_size
    if hand.seat == state.knocker and unseen:
        return [Discarded(seat=hand.seat), shown]
    return [shown]


def objections(state: GinState, hands: Sequence[ShownHand]) -> tuple[Text, ...]:
    """Why these hands, the knocker's first, cannot be; empty where they can."""
    now: GinState = state
    try:
        for hand in hands:
            for event in events_of(now, hand):
                stepped = step(now, event)
                assert isinstance(stepped, GinState)
                now = stepped
    except Refused as refused:
        return refused.reasons
    return ()


def problems_of(state: GinState, knocker: ShownHand, defender: ShownHand) -> Problems:
    """What has to be settled before the hands count."""
    reasons = objections(state, (knocker, defender))
    keys = {reason.key for reason in reasons}
    # Laid untidily: then the best arrangement counts. After a knock that is not legal nothing more is shown.
    if keys & {"refused.laid_too_high", "refused.not_now"}:
        return ()
    return named(reasons)


def named(reasons: Sequence[Text]) -> Problems:
    """Reasons with the cards that they speak of."""
    return tuple((reason.key, _cards_in(reason)) for reason in reasons)


def is_false_knock(state: GinState, hand: ShownHand) -> bool:
    """The knocker's best arrangement leaves too much, and nothing speaks against the cards themselves."""
    limit = 0 if len(hand.cards) > state.rules.hand_size else state.limit
    distinct = len(set(hand.cards)) == len(hand.cards)
    return distinct and least_deadwood(mask_of(hand.cards)) > limit and not objections(state, (hand,))


def _cards_in(reason: Text) -> tuple[Card, ...]:
    cards = reason.args.get("cards", ())
    card = reason.args.get("card")
    return (*((card,) if card else ()), *cards)
