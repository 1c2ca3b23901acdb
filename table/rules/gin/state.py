"""What is known of a game of gin rummy, and what it waits for."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from table.rules.cards import Card
from table.rules.knobs import GinRules
from table.rules.melds import Arrangement, Meld
from table.rules.showdown import HandResult
from table.rules.signals import Seat
from table.rules.standing import Column, Correction, columns
from table.rules.waits import Wait


class Phase(enum.StrEnum):
    """Where a hand of gin stands."""

    TO_DEAL = "to_deal"
    UPCARD = "upcard_offer"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK_DISCARD = "knock_discard"
    """Knocked with eleven cards in hand: the discard comes now, or eleven melded cards are shown."""
    SHOWING = "showing"
    FALSE_KNOCK = "false_knock"
    """The knocker's cards are open and make too much; play goes on when the knock is taken back."""
    RESULT = "result"
    GAME_OVER = "game_over"
    """A game has been won. With `GinState.over` nothing follows, otherwise the match goes on with the next deal."""
    CLOSED = "closed"


# As names of this module: up to Python 3.11 a member looked up in its class costs more than the rest of a step.
(
    TO_DEAL,
    UPCARD,
    DRAW,
    DISCARD,
    KNOCK_DISCARD,
    SHOWING,
    FALSE_KNOCK,
    RESULT,
    GAME_OVER,
    CLOSED,
) = Phase

IN_HAND = frozenset({UPCARD, DRAW, DISCARD, KNOCK_DISCARD, SHOWING, FALSE_KNOCK})
BEFORE_DEAL = frozenset({TO_DEAL, RESULT, GAME_OVER})


class GinState(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a game of gin rummy. Never changed; each event gives a new one."""

    rules_id: str
    rules: GinRules
    seats: tuple[Seat, Seat]
    phase: Phase
    dealer: Seat
    """Who deals or dealt the present hand; see `next_dealer` for the one after."""
    turn: Seat | None = None
    hand_number: int = 0
    game_number: int = 1

    # the hand in play
    upcard: Card | None = None
    """The first face-up card of this hand."""
    limit: int = 0
    """The most deadwood to knock with in this hand; 0 is gin only."""
    pile: tuple[Card | None, ...] = ()
    """The discard pile from the bottom to the top; None where a card was never read or may have been taken."""
    stock_low: int = 0
    stock_high: int = 0
    """The stock holds between `stock_low` and `stock_high` cards; they differ where a draw was not seen."""
    passes: int = 0
    stock_only: bool = False
    """Both passed the up-card: this first draw is from the stock."""
    drew_from: str | None = None
    """``stock`` or ``discard``: where the card of the present turn came from."""
    taken: Card | None = None
    """The card just taken from the discard pile in this turn."""
    known: dict[Seat, tuple[Card, ...]] = {}
    """Cards known to be in a hand, since they were taken from the discard pile or shown."""
    unread_discards: dict[Seat, int] = {}
    """Discards of each player in this hand that were not read: so many known cards may be missing at the show."""
    discarded_last: Seat | None = None
    knocker: Seat | None = None
    knocked_before_discard: bool = False
    eleven: bool = False
    """The knocker shows eleven melded cards without a discard."""
    shown: dict[Seat, tuple[Card, ...]] = {}
    laid: dict[Seat, tuple[Meld, ...] | None] = {}
    """Melds as laid; None for a heap."""
    false_knock: Arrangement | None = None
    """In the phase of that name: the knocker's best arrangement, too much to knock with."""

    # the score
    history: tuple[HandResult, ...] = ()
    corrections: tuple[Correction, ...] = ()
    columns: tuple[Column, ...] = ()
    """The score of the present game: one column, or Hollywood's two or three."""
    games: tuple[tuple[Column, ...], ...] = ()
    """The finished games of the match before the present one."""
    over: bool = False
    """Nothing more is to be played: the game, or the match, is won or put away."""
    winners: tuple[Seat, ...] = ()
    why_closed: str = ""

    @property
    def last(self) -> HandResult | None:
        """The hand scored last."""
        return self.history[-1] if self.history else None

    @property
    def points(self) -> dict[Seat, int]:
        """Points of the present game without its bonuses (Hollywood: of the first column still open)."""
        open_columns = [column for column in self.columns if not column.over]
        return (open_columns or list(self.columns))[0].points

    @property
    def totals(self) -> dict[Seat, int]:
        """Everything a player has: finished games and the present one, bonuses included."""
        return totals_of(self.seats, self.games, self.columns)

    @property
    def hands_won(self) -> dict[Seat, int]:
        """Boxes of the present game (of its first column)."""
        return self.columns[0].hands_won

    @property
    def top(self) -> Card | None:
        """The top of the discard pile, None where it is unknown or there is no pile."""
        return self.pile[-1] if self.pile else None

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the present dealer until a hand has ended."""
        return next_dealer(self) if self.history and self.phase in (RESULT, GAME_OVER) else self.dealer

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What the game waits for now."""
        return gin_waits(self)

    def other(self, seat: Seat) -> Seat:
        """The opponent of a seat."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]


def next_dealer(state: GinState) -> Seat:
    """Who deals after the hand that ended last."""
    last = state.history[-1]
    if last.kind == "void" or (last.winner is None and state.rules.next_dealer != "alternate"):
        return state.dealer if state.rules.void_dealer == "same" else state.other(state.dealer)
    if state.rules.next_dealer == "alternate" or last.winner is None:
        return state.other(state.dealer)
    return last.winner if state.rules.next_dealer == "winner" else state.other(last.winner)


def begin_hand(state: GinState) -> GinState:
    """The next hand, with nothing known yet; after a game that was won, of the next game."""
    ended = state.phase is GAME_OVER
    return GinState(
        rules_id=state.rules_id,
        rules=state.rules,
        seats=state.seats,
        phase=TO_DEAL,
        dealer=state.next_dealer,
        hand_number=state.hand_number + 1,
        game_number=state.game_number + ended,
        limit=state.rules.knock_limit,
        history=state.history,
        corrections=state.corrections,
        columns=columns(state.rules, state.seats, ()) if ended else state.columns,
        games=(*state.games, state.columns) if ended else state.games,
    )


def totals_of(seats: Sequence[Seat], games: Sequence[Sequence[Column]], present: Sequence[Column]) -> dict[Seat, int]:
    """Everything each player has, bonuses included."""
    every = [column for game in (*games, present) for column in game]
    return {seat: sum(column.totals[seat] for column in every) for seat in seats}


def void_by_stock(state: GinState) -> bool:
    """Whether the hand has just become void by the end of the stock, so that its last knock may still come."""
    last = state.last
    return last is not None and last.kind == "void" and state.stock_high <= state.rules.stock_end and not state.knocker


def gin_waits(state: GinState) -> tuple[Wait, ...]:
    """Who has to do what, and between which things they may choose."""
    phase = state.phase
    if phase is CLOSED or state.over:
        return (Wait("new_game", state.seats, ("new_game",)),)
    if phase is TO_DEAL:
        return (Wait("deal", (state.dealer,), ("deal",)),)
    if phase in (RESULT, GAME_OVER):
        waits = [Wait("accept", state.seats, ("accept",)), Wait("deal", (state.next_dealer,), ("deal",))]
        if void_by_stock(state) and state.discarded_last:
            waits.append(Wait("knock", (state.discarded_last,), ("knock",)))
        return tuple(waits)
    if phase is SHOWING:
        missing = tuple(seat for seat in state.seats if seat not in state.shown)
        waits = [Wait("show", missing, ("show",))]
        if not state.shown and state.knocker:
            waits.append(Wait("take_back", (state.knocker,), ("take_back",)))
        return tuple(waits)
    return _turn_waits(state)


def _turn_waits(state: GinState) -> tuple[Wait, ...]:
    phase = state.phase
    if phase is FALSE_KNOCK:
        assert state.knocker is not None
        return (Wait("false_knock", (state.knocker,), ("take_back", "show")),)
    assert state.turn is not None
    turn = (state.turn,)
    if phase is UPCARD:
        return (Wait("upcard", turn, ("take", "pass")),)
    if phase is KNOCK_DISCARD:
        eleven = state.rules.eleven_cards == "before_discard"
        return (Wait("knock_discard", turn, ("discard", "show", "take_back") if eleven else ("discard", "take_back")),)
    if phase is DISCARD:
        return (Wait("discard", turn, ("discard", "knock")),)
    waits = [Wait("draw", turn, ("stock",) if state.stock_only or not state.pile else ("stock", "discard"))]
    if state.discarded_last:
        waits.append(Wait("knock", (state.discarded_last,), ("knock",)))
    if state.stock_low <= state.rules.stock_end:
        waits.append(Wait("count_stock", state.seats, ("count",)))
    return tuple(waits)
