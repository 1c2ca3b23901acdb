"""Votes by the book: face-down tokens that the storyteller turns up and lays on the cards.

What lies on the table is open to everybody, so nothing is secret here, and what is doubtful is asked aloud. The whole
reading is made anew from each look at the table: a token that is moved is simply somewhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from table.intake.ballot_box import Entry
from table.rules.signals import Seat, TokenSeen

Kind = Literal["vote", "owner"]
Doubted = Literal["between", "twice", "number", "own_card", "two_owners", "storyteller", "not_here"]
"""Between two cards; more tokens of a seat than it has; the token's number is not that of the card it lies on; a vote
on the voter's own card; two owners on one card; a vote of the storyteller; a token of somebody who does not play."""

Answers = Mapping[tuple[Seat, Kind], tuple[tuple[TokenSeen, ...], tuple[int, ...]]]
"""What people answered, with the tokens that the answer was given for: it holds until one of them is moved."""


class Doubt(NamedTuple):
    """A question for everybody at the table: which of `numbers` is meant by the seat's tokens of this kind?

    Where no number would be an answer, `numbers` is empty: a token has to be moved.
    """

    seat: Seat
    kind: Kind
    why: Doubted
    numbers: tuple[int, ...]


class TokenReading(NamedTuple):
    """What the tokens on the table say, seat by seat, and what has to be asked."""

    entries: dict[Seat, Entry]
    doubts: tuple[Doubt, ...]


def read_tokens(
    seen: Sequence[TokenSeen],
    guessers: Sequence[Seat],
    storyteller: Seat,
    cards: int,
    own: int,
    votes: int,
    answers: Answers,
) -> TokenReading:
    """The entries of all guessers. A seat whose tokens are doubtful or not all laid has no entry."""
    doubts = [_stranger(token, storyteller) for token in seen if _is_stranger(token, guessers, storyteller)]
    owners: dict[Seat, tuple[int, ...]] = {}
    voted: dict[Seat, tuple[int, ...]] = {}
    for seat in guessers:
        kinds: tuple[tuple[Kind, int, dict[Seat, tuple[int, ...]]], ...] = (
            ("owner", own, owners),
            ("vote", votes, voted),
        )
        for kind, most, into in kinds:
            laid = tokens_of(seen, seat, kind)
            answer = answers.get((seat, kind))
            if answer is not None and answer[0] == laid:
                into[seat] = answer[1]
                continue
            numbers, doubt = _numbers(laid, seat, kind, most, cards)
            if doubt is not None:
                doubts.append(doubt)
            else:
                into[seat] = numbers
    doubts += _clashes(owners, voted, own)
    doubtful = {doubt.seat for doubt in doubts}
    entries = {
        seat: Entry(owners[seat], voted[seat], enough=True)
        for seat in guessers
        if seat not in doubtful and len(owners.get(seat, ())) == own and 1 <= len(voted.get(seat, ())) <= votes
    }
    return TokenReading(entries, tuple(doubts))


def tokens_of(seen: Sequence[TokenSeen], seat: Seat, kind: Kind) -> tuple[TokenSeen, ...]:
    """A seat's tokens of one kind that touch a card of the row, in a fixed order."""
    laid = (token for token in seen if token.seat == seat and token.kind == kind and token.on)
    return tuple(sorted(laid, key=lambda token: (token.on, token.value)))


def _is_stranger(token: TokenSeen, guessers: Sequence[Seat], storyteller: Seat) -> bool:
    if not token.on or token.seat in guessers:
        return False
    return token.kind == "vote" or token.seat != storyteller  # the storyteller may mark his card: it is the last one


def _stranger(token: TokenSeen, storyteller: Seat) -> Doubt:
    return Doubt(token.seat, token.kind, "storyteller" if token.seat == storyteller else "not_here", ())


def _numbers(
    laid: Sequence[TokenSeen], seat: Seat, kind: Kind, most: int, cards: int
) -> tuple[tuple[int, ...], Doubt | None]:
    """The numbers that a seat's tokens of one kind stand for, or the question about them."""
    numbers: list[int] = []
    for token in laid:
        on = tuple(number for number in token.on if 1 <= number <= cards)
        if not on:
            continue
        bears = token.value if kind == "vote" and 1 <= token.value <= cards else 0
        if bears and bears not in on:
            return (), Doubt(seat, kind, "number", tuple(sorted({bears, *on})))
        if len(on) > 1 and not bears:
            return (), Doubt(seat, kind, "between", on)
        numbers.append(bears or on[0])
    if len(numbers) > most or len(set(numbers)) < len(numbers):
        return (), Doubt(seat, kind, "twice", tuple(sorted(set(numbers))))
    return tuple(sorted(numbers)), None


def _clashes(owners: Mapping[Seat, tuple[int, ...]], voted: Mapping[Seat, tuple[int, ...]], own: int) -> list[Doubt]:
    """Doubts that only several tokens together raise."""
    doubts = []
    for seat, numbers in owners.items():
        shared = tuple(n for n in numbers if any(n in other for who, other in owners.items() if who != seat))
        if shared:
            doubts.append(Doubt(seat, "owner", "two_owners", ()))
        elif len(numbers) == own and set(numbers) & set(voted.get(seat, ())):
            doubts.append(Doubt(seat, "vote", "own_card", ()))
    return doubts
