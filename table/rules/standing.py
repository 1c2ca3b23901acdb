"""Points of a game of gin, from the hands played: bonuses, boxes, shut-out, and Hollywood's columns.

A column is one game's score. Hollywood keeps up to three at once: a player's first won hand counts in the first
column, the second in the first two, every later one in all three; a column that has reached the target takes no more.
Who was shut out in a column makes the first entry in the next one that is still open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from table.rules.knobs import GinRules
from table.rules.showdown import HandResult
from table.rules.signals import Seat
from table.rules.texts import Line


class Correction(msgspec.Struct, frozen=True):
    """Points set by hand after hand number `after` of a game."""

    seat: Seat
    amount: int
    game: int
    after: int


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One game's score. `totals` are `points` plus `lines`; lines other than corrections come when it is over."""

    points: dict[Seat, int]
    """Points of the hands, without bonuses of the game; these are what runs to the target."""
    hands_won: dict[Seat, int]
    counted: tuple[tuple[Seat, int], ...] = ()
    """Winner and points of each hand that counts here, in order."""
    reached: Seat | None = None
    """Who got to the target first."""
    over: bool = False
    shutout: bool = False
    lines: tuple[Line, ...] = ()
    totals: dict[Seat, int]
    winners: tuple[Seat, ...] = ()


class _Tally:
    """A column while it is being added up."""

    def __init__(self, seats: Sequence[Seat], target: int) -> None:
        self.points = dict.fromkeys(seats, 0)
        self.hands_won = dict.fromkeys(seats, 0)
        self.counted: list[tuple[Seat, int]] = []
        self.corrections: list[Line] = []
        self.reached: Seat | None = None
        self.target = target

    def hand(self, winner: Seat, points: int) -> None:
        self.points[winner] += points
        self.hands_won[winner] += 1
        self.counted.append((winner, points))
        if self.reached is None and self.points[winner] >= self.target:
            self.reached = winner

    def correct(self, seat: Seat, amount: int) -> None:
        self.points[seat] += amount
        self.corrections.append(Line(key="corrected", seat=seat, amount=amount, rule=""))
        over = [s for s in self.points if self.points[s] >= self.target]
        # A correction may lift the game's end again, or bring it about; the higher one then got there.
        if self.reached not in over:
            self.reached = max(over, key=self.points.__getitem__) if over else None


def columns(
    rules: GinRules, seats: Sequence[Seat], hands: Iterable[HandResult], corrections: Iterable[Correction] = ()
) -> tuple[Column, ...]:
    """The columns of one game from its hands in order: one, or Hollywood's."""
    tallies = [_Tally(seats, rules.game_target) for _ in range(rules.hollywood_games)]
    waiting = sorted(corrections, key=lambda correction: correction.after)
    for hand in hands:
        waiting = _corrected(tallies, waiting, hand.number)
        if hand.winner is None:
            continue
        for tally in _counting(tallies, hand.winner):
            tally.hand(hand.winner, hand.points)
    _corrected(tallies, waiting, None)
    return tuple(_column(rules, seats, tally) for tally in tallies)


def _counting(tallies: list[_Tally], winner: Seat) -> list[_Tally]:
    """The columns in which this player's next won hand counts."""
    if len(tallies) == 1:
        return tallies
    entered = [place for place, tally in enumerate(tallies) if tally.hands_won[winner]]
    reach = entered[-1] + 2 if entered else 1
    still_open = [tally for tally in tallies if tally.reached is None]
    return [tally for tally in tallies[:reach] if tally.reached is None] or still_open[:1]


def with_hand(rules: GinRules, seats: Sequence[Seat], column: Column, winner: Seat, points: int) -> Column:
    """A game of one column with one hand more: the same as `columns` of all its hands, without going over them."""
    total = column.points[winner] + points
    grown = Column(
        points={**column.points, winner: total},
        hands_won={**column.hands_won, winner: column.hands_won[winner] + 1},
        counted=(*column.counted, (winner, points)),
        reached=column.reached or (winner if total >= rules.game_target else None),
        lines=tuple(line for line in column.lines if line.key == "corrected"),
        totals={**column.points, winner: total},
    )
    return grown if grown.reached is None else _finished(rules, seats, grown)


def _corrected(tallies: list[_Tally], waiting: list[Correction], before: int | None) -> list[Correction]:
    """Adds the corrections made before hand number `before`; gives back those that come later."""
    while waiting and (before is None or waiting[0].after < before):
        for tally in tallies:
            tally.correct(waiting[0].seat, waiting[0].amount)
        waiting = waiting[1:]
    return waiting


def _column(rules: GinRules, seats: Sequence[Seat], tally: _Tally) -> Column:
    column = Column(
        points=tally.points,
        hands_won=tally.hands_won,
        counted=tuple(tally.counted),
        reached=tally.reached,
        totals=dict(tally.points),
        lines=tuple(tally.corrections),
    )
    return column if column.reached is None else _finished(rules, seats, column)


def _finished(rules: GinRules, seats: Sequence[Seat], column: Column) -> Column:
    """The column with what the end of a game brings."""
    reached = column.reached
    assert reached is not None
    totals = dict(column.points)
    lines = _bonuses(rules, seats, column)
    for line in lines:
        assert line.seat is not None
        totals[line.seat] += line.amount
    shutout = all(_has_nothing(rules, column, seat) for seat in seats if seat != reached)
    if shutout and rules.shutout != "none":
        extra = _shutout(rules, seats, reached, totals)
        lines.append(extra)
        totals[reached] += extra.amount
    best = max(totals.values())
    winners = tuple(seat for seat in seats if totals[seat] == best)
    if rules.game_winner == "reached_target":
        winners = (reached,)
    return msgspec.structs.replace(
        column, over=True, shutout=shutout, lines=column.lines + tuple(lines), totals=totals, winners=winners
    )


def _bonuses(rules: GinRules, seats: Sequence[Seat], column: Column) -> list[Line]:
    lines = []
    if rules.game_bonus:
        args = {"target": rules.game_target}
        lines.append(Line(key="game_bonus", seat=column.reached, amount=rules.game_bonus, rule="game_bonus", args=args))
    for seat in seats:
        won = column.hands_won[seat]
        if rules.box_bonus and won:
            args = {"hands": won, "each": rules.box_bonus}
            lines.append(Line(key="box_bonus", seat=seat, amount=won * rules.box_bonus, rule="box_bonus", args=args))
    return lines


def _has_nothing(rules: GinRules, column: Column, seat: Seat) -> bool:
    return (column.hands_won if rules.shutout_when == "no_hands" else column.points)[seat] == 0


def _shutout(rules: GinRules, seats: Sequence[Seat], reached: Seat, totals: dict[Seat, int]) -> Line:
    if rules.shutout == "bonus":
        return Line(key="shutout_bonus", seat=reached, amount=rules.shutout_bonus, rule="shutout")
    difference = totals[reached] - max(totals[seat] for seat in seats if seat != reached)
    args = {"difference": difference}
    return Line(key="shutout_difference", seat=reached, amount=2 * difference, rule="shutout", args=args)
