"""What is known of a game of 只言片语, how many cards it takes, and what it waits for."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Literal

import msgspec

from table.rules.knobs import ZhiyanRules
from table.rules.signals import Seat
from table.rules.texts import Line
from table.rules.waits import Wait

EndReason = Literal["", "score", "deck", "closed"]


class RoundPhase(enum.StrEnum):
    """Where a round stands."""

    CLUE = "clue"
    COLLECT = "collect"
    VOTE = "vote"
    """The row lies; claims and votes are being entered, which no state tells."""
    RESULT = "result"
    OVER = "over"


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """A round revealed. `gains` are the sums of `lines`; owners are empty where it was scored by hand."""

    number: int
    storyteller: Seat
    clue: str = ""
    pictures: tuple[str | None, ...] = ()
    owners: dict[int, Seat] = {}
    votes: dict[Seat, tuple[int, ...]] = {}
    finders: tuple[Seat, ...] = ()
    gains: dict[Seat, int] = {}
    lines: tuple[Line, ...] = ()
    entered: bool = False

    @property
    def storyteller_card(self) -> int | None:
        """The number of the storyteller's card in the row."""
        return next((number for number, seat in self.owners.items() if seat == self.storyteller), None)


class ZhiyanState(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a game of 只言片语 without any entry of a round that is not yet revealed."""

    rules_id: str
    rules: ZhiyanRules
    seats: tuple[Seat, ...]
    """Everybody who began, clockwise."""
    left: tuple[Seat, ...] = ()
    """Who has left; points stay on the board."""
    phase: RoundPhase
    storyteller: Seat
    round_number: int = 1
    clue: str = ""
    row: int = 0
    """Cards in the row, 0 before it lies."""
    pictures: tuple[str | None, ...] = ()
    hands: dict[Seat, int]
    """Cards held by each player who is still there."""
    stock: int
    points: dict[Seat, int]
    history: tuple[RoundResult, ...] = ()
    lines: tuple[Line, ...] = ()
    """Corrections by hand."""
    end: EndReason = ""
    winners: tuple[Seat, ...] = ()
    why_closed: str = ""

    @property
    def over(self) -> bool:
        """Nothing more is to be played."""
        return self.phase is RoundPhase.OVER

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who still plays, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """Everybody but the storyteller, clockwise from him."""
        return clockwise(self.active, self.storyteller)

    @property
    def cards_each(self) -> int:
        """Cards that each guesser gives: one, or two with three players and that variant."""
        return cards_each(self.rules, len(self.active))

    @property
    def row_count(self) -> int:
        """Cards that belong in the row of this round."""
        return row_count(self.rules, len(self.active))

    @property
    def votes_allowed(self) -> int:
        """Votes that a guesser may use."""
        return votes_allowed(self.rules, len(self.active))

    @property
    def next_storyteller(self) -> Seat:
        """Who tells in the next round."""
        return self.guessers[0]

    @property
    def last(self) -> RoundResult | None:
        """The round revealed last."""
        return self.history[-1] if self.history else None

    @property
    def rounds_left(self) -> int:
        """Rounds that the stock still allows, with the present one, as long as nobody leaves."""
        if self.over:
            return 0
        each = self.row_count
        played = sum(hand_size(self.rules, len(self.active)) - self.hands[seat] for seat in self.active)
        stock = self.stock - played if self.phase is RoundPhase.RESULT else self.stock
        return max(0, -(-stock // each))

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What the game waits for now."""
        return zhiyan_waits(self)


# -- numbers of cards -------------------------------------------------------------------------------------------


def cards_each(rules: ZhiyanRules, players: int) -> int:
    """Cards that each guesser gives in a round."""
    return 2 if players == 3 and rules.three_player == "two_cards" else 1


def row_count(rules: ZhiyanRules, players: int) -> int:
    """Cards in the row: the storyteller's and the guessers'."""
    return 1 + (players - 1) * cards_each(rules, players)


def hand_size(rules: ZhiyanRules, players: int) -> int:
    """Cards that everybody draws up to."""
    return rules.three_player_hand if cards_each(rules, players) == 2 else rules.hand_size


def votes_allowed(rules: ZhiyanRules, players: int) -> int:
    """Votes that each guesser may use: one, or two in larger companies where the rules have that."""
    return 2 if rules.two_votes_from and players >= rules.two_votes_from else 1


def rounds_in_deck(rules: ZhiyanRules, players: int, deck: int | None = None) -> int:
    """Rounds until the stock is drawn empty inside a refill."""
    stock = (rules.deck_size if deck is None else deck) - players * hand_size(rules, players)
    return max(0, -(-stock // row_count(rules, players)))


def clockwise(seats: Sequence[Seat], after: Seat) -> tuple[Seat, ...]:
    """The other seats, beginning with the one after `after`."""
    place = seats.index(after)
    return (*seats[place + 1 :], *seats[:place])


def zhiyan_waits(state: ZhiyanState) -> tuple[Wait, ...]:
    """Who has to do what. During the vote all guessers are waited for, never fewer: who has voted is a secret."""
    if state.phase is RoundPhase.OVER:
        return (Wait("new_game", state.active, ("new_game",)),)
    teller = (state.storyteller,)
    if state.phase is RoundPhase.CLUE:
        return (Wait("clue", teller, ("clue",)),)
    if state.phase is RoundPhase.COLLECT:
        return (Wait("collect", state.guessers, ("give",)),)
    if state.phase is RoundPhase.VOTE:
        numbers = tuple(str(number) for number in range(1, state.row + 1))
        return (Wait("ballot", state.guessers, numbers),)
    choices: tuple[str, ...] = ("refill", "stock_empty")
    if len(state.active) > state.rules.players_min:
        choices = (*choices, "leave")
    return (Wait("refill", state.active, choices),)
