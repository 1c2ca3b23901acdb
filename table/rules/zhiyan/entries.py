"""Claims and votes: which entries can be, and who owns which card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from table.rules import events as ev
from table.rules.signals import Seat
from table.rules.texts import Text, refusal
from table.rules.zhiyan.state import ZhiyanState


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
