"""Statistics over finished and unfinished games, from their states. Pure counting; nothing is stored anywhere."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from table.rules.gin import GinState
from table.rules.session import State
from table.rules.signals import Seat
from table.rules.zhiyan import ZhiyanState


class SeatStats(msgspec.Struct, kw_only=True):
    """What one place at the table has done. Counts of gin come first, those of the picture game after."""

    seat: Seat
    games: int = 0
    """Games that came to an end, of either kind."""
    won: int = 0
    """Games won; a shared win counts for everybody who shares it."""

    hands: int = 0
    """Hands of gin that ended with a result, void ones not counted."""
    hands_won: int = 0
    hand_points: int = 0
    best_hand: int = 0
    gins: int = 0
    knocks: int = 0
    """Knocks that counted, gin not among them."""
    undercuts: int = 0
    """Hands won against the other one's knock, ties that score among them."""
    undercut_by: int = 0
    deadwood: int = 0
    """Sum of the deadwood left over in hands that were shown."""
    shown: int = 0

    rounds: int = 0
    rounds_told: int = 0
    rounds_guessed: int = 0
    """Rounds with entries in which this player guessed; rounds scored by hand tell nothing of that."""
    rounds_found: int = 0
    fooled: int = 0
    """Votes of others on this player's cards."""
    round_points: int = 0

    @property
    def average_hand(self) -> float | None:
        """Points of a hand won, on average."""
        return self.hand_points / self.hands_won if self.hands_won else None

    @property
    def average_deadwood(self) -> float | None:
        """Points left over when the hand was shown, on average."""
        return self.deadwood / self.shown if self.shown else None

    @property
    def average_round(self) -> float | None:
        """Points a round of the picture game, on average."""
        return self.round_points / self.rounds if self.rounds else None

    @property
    def found_share(self) -> float | None:
        """How often the storyteller's card was found, of the rounds guessed."""
        return self.rounds_found / self.rounds_guessed if self.rounds_guessed else None


def statistics(states: Iterable[State], rules_id: str | None = None) -> dict[Seat, SeatStats]:
    """The counts of every seat that appears, over the games of one rule set or of all."""
    stats: dict[Seat, SeatStats] = {}
    for state in states:
        if rules_id is not None and state.rules_id != rules_id:
            continue
        for seat in state.seats:
            stats.setdefault(seat, SeatStats(seat=seat))
        _count_game(stats, state)
        if isinstance(state, GinState):
            _count_gin(stats, state)
        else:
            _count_zhiyan(stats, state)
    return stats


def _count_game(stats: dict[Seat, SeatStats], state: State) -> None:
    if not (state.over and state.winners):
        return
    for seat in state.seats:
        stats[seat].games += 1
        stats[seat].won += seat in state.winners


def _count_gin(stats: dict[Seat, SeatStats], state: GinState) -> None:
    for hand in state.history:
        if hand.kind == "void":
            continue
        for seat in state.seats:
            counts = stats[seat]
            counts.hands += 1
            left = hand.deadwood(seat)
            if left is not None:
                counts.shown += 1
                counts.deadwood += left
        if hand.winner is not None:
            winner = stats[hand.winner]
            winner.hands_won += 1
            winner.hand_points += hand.points
            winner.best_hand = max(winner.best_hand, hand.points)
        if hand.knocker is None:
            continue
        knocker = stats[hand.knocker]
        if hand.kind in ("gin", "big_gin"):
            knocker.gins += 1
        elif hand.kind != "false_knock":
            knocker.knocks += 1
        if hand.kind in ("undercut", "tie") and hand.winner not in (None, hand.knocker):
            stats[hand.winner].undercuts += 1
            knocker.undercut_by += 1


def _count_zhiyan(stats: dict[Seat, SeatStats], state: ZhiyanState) -> None:
    for result in state.history:
        for seat, gain in result.gains.items():
            counts = stats[seat]
            counts.rounds += 1
            counts.round_points += gain
        stats[result.storyteller].rounds_told += 1
        for seat in result.finders:
            stats[seat].rounds_found += 1
        for seat, numbers in result.votes.items():
            stats[seat].rounds_guessed += 1
            for number in numbers:
                owner = result.owners[number]
                if owner != result.storyteller:
                    stats[owner].fooled += 1
