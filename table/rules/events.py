"""The facts of a game, as they stand in the log.

An event is a frozen, tagged value. A log is a tuple of events; an event's number is its place in the log, from 0.
Nothing is ever erased: `Voided` and `Amended` name an earlier event by number, and the state is folded anew.
Every event carries `t`, the wall-clock time in seconds since 1970 at which the table accepted it (0.0 where unknown);
no rule ever looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from table.rules.cards import Card
from table.rules.signals import Seat

Meld = tuple[Card, ...]


class Event(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Anything that may stand in the log."""

    t: float = 0.0


# -- both games -------------------------------------------------------------------------------------------------


class GameStarted(Event, frozen=True, tag="game_started"):
    """A game begins. The resolved values of the rule set travel in the log, so an old game folds the same for ever.

    `seats` are clockwise. `first` is the first dealer (gin) or the first storyteller (the picture game).
    """

    rules: str
    values: Mapping[str, Any]
    seats: tuple[Seat, ...]
    first: Seat
    seed: int | None = None


class Voided(Event, frozen=True, tag="voided"):
    """The event with number `target` did not happen."""

    target: int
    why: str = ""


class Amended(Event, frozen=True, tag="amended"):
    """The event with number `target` should have been `event`."""

    target: int
    event: AnyEvent
    why: str = ""


class PointsCorrected(Event, frozen=True, tag="points_corrected"):
    """A points line set by hand: `amount` is added to the seat's points."""

    seat: Seat
    amount: int
    why: str = ""


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A player leaves between two rounds; the points stay on the board, greyed."""

    seat: Seat


class GameClosed(Event, frozen=True, tag="game_closed"):
    """The players stop here; the standing is final as it is (also how an abandoned game is put away)."""

    why: str = ""


# -- gin rummy --------------------------------------------------------------------------------------------------


class Dealt(Event, frozen=True, tag="dealt"):
    """Ten cards each were dealt by `dealer`; `upcard` lies face up (None where it could not be read)."""

    dealer: Seat
    upcard: Card | None = None


class Passed(Event, frozen=True, tag="passed"):
    """`seat` declines the up-card."""

    seat: Seat


class Drew(Event, frozen=True, tag="drew"):
    """`seat` took a card. From the discard pile `card` is its former top, None where that was never read."""

    seat: Seat
    source: Literal["stock", "discard"]
    card: Card | None = None


class Discarded(Event, frozen=True, tag="discarded"):
    """`seat` laid `card` on the discard pile; None where it lies face down or could not be read."""

    seat: Seat
    card: Card | None = None


class Knocked(Event, frozen=True, tag="knocked"):
    """`seat` ends the hand: with its discard, or before it with eleven melded cards where the rules have that."""

    seat: Seat


class KnockTakenBack(Event, frozen=True, tag="knock_taken_back"):
    """The knock is withdrawn before the first card is face up."""

    seat: Seat


class Shown(Event, frozen=True, tag="shown"):
    """`seat` lays the hand open. `melds` as laid in groups, None where the cards lie in a heap."""

    seat: Seat
    cards: tuple[Card, ...]
    melds: tuple[Meld, ...] | None = None


class StockCounted(Event, frozen=True, tag="stock_counted"):
    """Somebody counted the stock, or it is seen to be at its end: the true number of cards left."""

    count: int


class HandVoided(Event, frozen=True, tag="hand_voided"):
    """The hand counts for nobody (two cards left, or by agreement); who deals next follows the rule set."""

    why: Literal["stock", "agreed"] = "agreed"


class HandEntered(Event, frozen=True, tag="hand_entered"):
    """A hand scored by hand: who won, how, and the difference of deadwood (gin: the loser's deadwood)."""

    winner: Seat | None
    how: Literal["knock", "gin", "big_gin", "undercut", "tie"]
    difference: int
    knocker: Seat | None = None


# -- the picture game -------------------------------------------------------------------------------------------


class ClueGiven(Event, frozen=True, tag="clue_given"):
    """The storyteller gave a clue; `text` may be empty, a clue is usually spoken."""

    seat: Seat
    text: str = ""


class RowLaid(Event, frozen=True, tag="row_laid"):
    """The shuffled cards lie face up, numbered 1..`count`; `pictures` are ids in the enrolled deck where known."""

    count: int
    pictures: tuple[str | None, ...] = ()


class Balloted(Event, frozen=True, tag="balloted"):
    """All entries of a round at once, so that none stands anywhere before the reveal.

    `claims`: for each guesser the numbers of the cards that are his own. `votes`: for each guesser the numbers voted
    for (one; two where a house rule allows it).
    """

    claims: Mapping[Seat, tuple[int, ...]]
    votes: Mapping[Seat, tuple[int, ...]]


class Refilled(Event, frozen=True, tag="refilled"):
    """The round's result is accepted, everybody draws up, the next storyteller is on."""


class StockEmpty(Event, frozen=True, tag="stock_empty"):
    """The last card of the stock was drawn, as the players see."""


class RoundEntered(Event, frozen=True, tag="round_entered"):
    """A round scored by hand: the points that each seat gets."""

    gains: Mapping[Seat, int]


AnyEvent = (
    GameStarted
    | Voided
    | Amended
    | PointsCorrected
    | SeatLeft
    | GameClosed
    | Dealt
    | Passed
    | Drew
    | Discarded
    | Knocked
    | KnockTakenBack
    | Shown
    | StockCounted
    | HandVoided
    | HandEntered
    | ClueGiven
    | RowLaid
    | Balloted
    | Refilled
    | StockEmpty
    | RoundEntered
)
