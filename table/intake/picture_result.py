"""After the vote: the reveal step by step, the points, the track, and the end of the picture game."""

from __future__ import annotations

from table.intake import view
from table.intake.gin_result import start_again
from table.intake.phase import Bound, bind
from table.intake.picture_play import PicturePhase, slot_of
from table.intake.table import Table
from table.rules.events import Refilled, SeatLeft, StockEmpty
from table.rules.signals import Press, Seat
from table.rules.zhiyan import RoundPhase


def enter_end(table: Table) -> None:
    """The game is over: the round that ended it is revealed first."""
    reveal = Reveal(table)
    last = reveal.state.last
    # A game that ended in the refill has its round behind it already.
    if reveal.state.end == "score" and last is not None and not isinstance(table.phase, RoundScore):
        table.go(reveal)
    else:
        table.go(PictureEnd(table))


class Reveal(PicturePhase):
    """(29) The votes, then the storyteller's card, then whose the others are, from the left."""

    direct = True

    def enter(self) -> None:
        self.step = 0
        row = self.table.row
        self.slots = tuple(slot_of(c) for c in row.cards) if row and not self.table.by_hand else ()
        last = self.state.last
        self.steps = 2 + sum(owner != last.storyteller for owner in last.owners.values()) if last else 0
        if last is None or not last.owners:
            self.table.go(RoundScore(self.table))  # scored by hand: there is nothing to reveal

    def scene(self) -> view.Scene:
        return view.Reveal(step=self.step, steps=self.steps, slots=self.slots)

    def offers(self) -> list[Bound]:
        return [bind(1, "next_step", lambda _: self.on_auto())]

    def auto(self) -> float | None:
        return self.since + self.table.options.times.reveal_step * (self.step + 1)

    def on_auto(self) -> None:
        if self.step + 1 < self.steps:
            self.step += 1
            # The next step gets its whole time, also when a key brought this one early.
            self.since = self.table.now - self.table.options.times.reveal_step * self.step
        else:
            self.table.cue("scored")
            self.table.go(RoundScore(self.table))


class RoundScore(PicturePhase):
    """(30) Who got what, and by which rule."""

    direct = True

    def __init__(self, table: Table, changed: bool = False) -> None:
        super().__init__(table)
        self.changed = changed

    def scene(self) -> view.Scene:
        return view.RoundScore(changed=self.changed)

    def offers(self) -> list[Bound]:
        return [bind(1, "next", lambda _: self.on_auto())]

    def auto(self) -> float | None:
        return self.since + self.table.options.times.round_score

    def on_auto(self) -> None:
        if self.state.phase is RoundPhase.OVER:
            self.table.go(PictureEnd(self.table))
        else:
            self.table.go(Track(self.table))


class Track(PicturePhase):
    """(31) The lanes to the target. The next round begins by key, or when everybody has drawn (a while later)."""

    def scene(self) -> view.Scene:
        return view.Track()

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.next_storyteller,)

    def offers(self) -> list[Bound]:
        return [
            bind(1, "next_round", lambda _: self.on_auto()),
            bind(3, "somebody_leaves", lambda _: self.table.cover(Leaving(self.table))),
            bind(5, "stock_empty", lambda _: self._stock_empty()),
        ]

    def auto(self) -> float | None:
        return self.since + self.table.options.times.standing

    def on_auto(self) -> None:
        if not self.table.try_commit(Refilled()):
            self.follow()

    def _stock_empty(self) -> None:
        if not self.table.try_commit(StockEmpty()):
            self.follow()


class Leaving(PicturePhase):
    """(34) Somebody leaves between two rounds: own key twice."""

    overlay = True

    def enter(self) -> None:
        self.leaver: Seat | None = None
        self.too_few = False

    def scene(self) -> view.Scene:
        return view.Leaving(sure=self.leaver, too_few=self.too_few)

    def offers(self) -> list[Bound]:
        return [
            bind(1, "i_leave", self._leave, seats=self.state.active),
            bind(6, "back", lambda _: self.table.uncover()),
        ]

    def _leave(self, press: Press) -> None:
        if press.seat is None or press.seat != self.leaver:
            self.leaver = press.seat
            return
        refusal = self.table.try_commit(SeatLeft(seat=press.seat))
        if refusal:
            self.too_few = True
            self.leaver = None
        else:
            self.table.uncover()


class PictureEnd(PicturePhase):
    """(32) Places by points, and why it ended."""

    def enter(self) -> None:
        self.table.cue("game_end")

    def scene(self) -> view.Scene:
        return view.PictureEnd()

    def offers(self) -> list[Bound]:
        return [
            bind(1, "again", lambda _: start_again(self.table)),
            bind(2, "history", lambda _: self._history()),
            bind(6, "other_game", lambda _: self._other()),
        ]

    def _history(self) -> None:
        from table.intake.other import History

        self.table.cover(History(self.table))

    def _other(self) -> None:
        from table.intake.start import PickGame

        self.table.end_game()
        self.table.go(PickGame(self.table))
