"""After a hand of gin: lay-offs, result, standing, and the end of a game; dealing on accepts what is shown."""

from __future__ import annotations

from table.intake import view
from table.intake.gin_base import GinPhase
from table.intake.gin_play import DealPhase, DealWatch
from table.intake.phase import Bound, bind
from table.intake.table import Table
from table.rules.cards import Card
from table.rules.events import GameClosed, GameStarted, Knocked
from table.rules.gin import Phase
from table.rules.signals import Observation, Seat


def enter(table: Table) -> None:
    """A hand has just ended."""
    phase = LayOffs(table)
    last = phase.state.last
    if last is not None and last.kind == "void":
        table.go(HandVoid(table))
    elif last is not None and any(arranged.layoffs for arranged in last.hands.values()):
        table.go(phase)
    else:
        table.go(HandResult(table))


def enter_end(table: Table) -> None:
    """A game has been won: first the hand that won it, then the whole account."""
    phase = GinEnd(table)
    if phase.state.phase is Phase.CLOSED or phase.state.last is None:
        table.go(phase)
    else:
        enter(table)


class ResultPhase(DealPhase):
    """Any of the screens between two hands. The new deal may come at any moment and accepts the result."""

    def __init__(self, table: Table, watch: DealWatch | None = None, changed: bool = False) -> None:
        super().__init__(table)
        self.watch = watch or DealWatch(cleared=False)
        self.changed = changed
        self.revision = table.revision

    def on_look(self, look: Observation) -> None:
        # After a game the players choose first; the cards on the table then mean nothing yet.
        if self.state.phase is Phase.RESULT:
            super().on_look(look)

    def deal(self, upcard: Card | None) -> None:
        super().deal(upcard)


class LayOffs(ResultPhase):
    """(18) What the defender adds to the knocker's melds, and what that saves him."""

    def scene(self) -> view.Scene:
        return view.LayOffs()

    def offers(self) -> list[Bound]:
        return [bind(1, "count", lambda _: self.on_auto(), seats=self.state.seats)]

    def auto(self) -> float | None:
        return self.since + self.table.options.times.lay_offs

    def on_auto(self) -> None:
        self.table.go(HandResult(self.table, self.watch))


class HandResult(ResultPhase):
    """(19, 23) The points, line by line."""

    def scene(self) -> view.Scene:
        return view.HandResult(changed=self.changed)

    def offers(self) -> list[Bound]:
        return [bind(1, "fine", lambda _: self.on_auto(), seats=self.state.seats)]

    def auto(self) -> float | None:
        return self.since + self.table.options.times.result

    def on_auto(self) -> None:
        if self.state.phase is Phase.RESULT:
            self.table.go(Standing(self.table, self.watch))
        else:
            self.table.go(GinEnd(self.table))


class HandVoid(ResultPhase):
    """(20) Nobody scores. The knock of the very last discard still counts, for whoever pressed a moment late."""

    def scene(self) -> view.Scene:
        return view.HandVoid()

    def offers(self) -> list[Bound]:
        bound = [bind(2, "fine", lambda _: self.on_auto(), seats=self.state.seats)]
        late = self.state.discarded_last
        last = self.state.last
        if late is not None and last is not None and not self.state.knocker and last.lines == ():
            bound.insert(0, bind(1, "knock", lambda _: self._knock(late), seats=(late,)))
        return bound

    def _knock(self, seat: Seat) -> None:
        if not self.table.try_commit(Knocked(seat=seat)):
            self.table.cue("knock")
            self.follow()

    def auto(self) -> float | None:
        return self.since + self.table.options.times.result

    def on_auto(self) -> None:
        self.table.go(Standing(self.table, self.watch))


class Standing(ResultPhase):
    """(21) The track to the target and the boxes; the next deal is awaited here."""

    def scene(self) -> view.Scene:
        return view.Standing()

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.next_dealer,)

    def offers(self) -> list[Bound]:
        return [
            bind(1, "next_hand", lambda _: self._next(), seats=self.state.seats),
            bind(2, "history", lambda _: self._history(), seats=self.state.seats),
        ]

    def _next(self) -> None:
        from table.intake.gin_play import Dealing

        dealing = Dealing(self.table)
        self.table.go(dealing)
        dealing.watch = self.watch

    def _history(self) -> None:
        from table.intake.other import History

        self.table.cover(History(self.table))


class GinEnd(GinPhase):
    """(22) Both columns, bonuses, boxes, shut-out, the winner; then again, or another game."""

    direct = False

    def enter(self) -> None:
        self.table.cue("game_end")

    def scene(self) -> view.Scene:
        return view.GinEnd()

    def offers(self) -> list[Bound]:
        seats = self.state.seats
        bound = []
        if not self.state.over:
            bound.append(bind(1, "next_game", lambda _: self._next_game(), seats=seats))
        else:
            bound.append(bind(1, "again", lambda _: self._again(), seats=seats))
        bound.append(bind(2, "history", lambda _: self._history(), seats=seats))
        bound.append(bind(6, "other_game", lambda _: self._other(), seats=seats))
        return bound

    def _next_game(self) -> None:
        from table.intake.gin_play import Dealing

        dealing = Dealing(self.table)
        self.table.go(dealing)
        dealing.watch = DealWatch(cleared=False)

    def _again(self) -> None:
        start_again(self.table)

    def _history(self) -> None:
        from table.intake.other import History

        self.table.cover(History(self.table))

    def _other(self) -> None:
        from table.intake.start import PickGame

        if not self.state.over:
            self.table.try_commit(GameClosed(why="stopped"))
        self.table.end_game()
        self.table.go(PickGame(self.table))


def start_again(table: Table) -> None:
    """The same people, the same rules; who begins is asked again."""
    from table.intake.start import WhoFirst

    started = table.log[0]
    assert isinstance(started, GameStarted)
    table.joined = started.seats
    table.end_game()
    table.go(WhoFirst(table))
