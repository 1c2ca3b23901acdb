"""(3) Points by hand: no camera, or the players would rather count themselves. The rules still add every bonus."""

from __future__ import annotations

from typing import Literal

from table.intake import view
from table.intake.phase import Bound, Phase, bind, calling
from table.intake.table import Table
from table.rules.events import AnyEvent, HandEntered, RoundEntered
from table.rules.gin import GinState
from table.rules.signals import Press, Seat
from table.rules.zhiyan import ZhiyanState

STEPS = ((1, "plus_10", 10), (2, "plus_1", 1), (3, "minus_1", -1), (4, "plus_5", 5))
MOST = 200


class Counter(Phase):
    """A number set with keys: ten, one, five up, one down."""

    overlay = True

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.number = 0

    def number_keys(self) -> list[Bound]:
        """The four steps."""
        return [bind(key, action, calling(self._add, amount)) for key, action, amount in STEPS]

    def _add(self, amount: int) -> None:
        self.number = min(MOST, max(0, self.number + amount))


class ByHandGin(Counter):
    """Who won the hand, how, and by how much; what the rules add to it is not asked."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.winner: Seat | None = None
        self.how: Literal["", "knock", "gin", "big_gin", "undercut", "tie"] = ""

    @property
    def state(self) -> GinState:
        """The game."""
        assert isinstance(self.table.state, GinState)
        return self.table.state

    def scene(self) -> view.Scene:
        stage: Literal["winner", "how", "points"] = "points"
        if self.winner is None:
            stage = "winner"
        elif not self.how:
            stage = "how"
        before = self.state.points[self.winner] if self.winner else 0
        return view.ByHand(stage=stage, seat=self.winner, how=self.how, number=self.number, before=before)

    def offers(self) -> list[Bound]:
        back = bind(6, "back", lambda _: self._back())
        if self.winner is None:
            return [bind(1, "i_won", self._won, seats=self.state.seats), back]
        if not self.how:
            rules = self.state.rules
            hows: list[tuple[int, Literal["knock", "gin", "undercut", "tie", "big_gin"]]]
            hows = [(1, "knock"), (2, "gin"), (3, "undercut"), (4, "tie")]
            if rules.eleven_cards == "before_discard":
                hows.append((5, "big_gin"))
            return [*(bind(key, how, calling(self._take_how, how)) for key, how in hows), back]
        return [
            *self.number_keys(),
            bind(5, "clear", lambda _: self._clear()),
            bind(6, "finished", lambda _: self._done()),
        ]

    def _won(self, press: Press) -> None:
        self.winner = press.seat or self.state.seats[0]

    def _take_how(self, how: Literal["knock", "gin", "undercut", "tie", "big_gin"]) -> None:
        self.how = how
        if how == "tie":
            self._done()

    def _clear(self) -> None:
        if self.number == 0:
            self.how = ""
        self.number = 0

    def _back(self) -> None:
        if self.winner is not None:
            self.winner = None
        else:
            self.table.uncover()

    def _done(self) -> None:
        assert self.winner is not None
        assert self.how
        event: AnyEvent = HandEntered(winner=self.winner, how=self.how, difference=self.number)
        if self.how == "tie" and self.state.rules.tie == "nobody":
            event = HandEntered(winner=None, how="tie", difference=0)
        if self.table.try_commit(event):
            self.table.say("not_possible")
            return
        self.table.cue("scored")
        self.table.uncover_all()
        _play(self.table)


class ByHandRound(Counter):
    """A round of the picture game: the points of each place, one after the other."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.gains: dict[Seat, int] = {}

    @property
    def state(self) -> ZhiyanState:
        """The game."""
        assert isinstance(self.table.state, ZhiyanState)
        return self.table.state

    @property
    def seat(self) -> Seat:
        """Whose points are being set."""
        return next(seat for seat in self.state.active if seat not in self.gains)

    def scene(self) -> view.Scene:
        before = self.state.points[self.seat]
        entered = tuple(self.gains.items())
        return view.ByHand(stage="gains", seat=self.seat, number=self.number, before=before, entered=entered)

    def offers(self) -> list[Bound]:
        return [
            *self.number_keys(),
            bind(5, "back", lambda _: self._back()),
            bind(6, "finished", lambda _: self._next()),
        ]

    def _back(self) -> None:
        if not self.gains:
            self.table.uncover()
            return
        _, self.number = self.gains.popitem()

    def _next(self) -> None:
        self.gains[self.seat] = self.number
        self.number = 0
        if len(self.gains) < len(self.state.active):
            return
        if self.table.try_commit(RoundEntered(gains=dict(self.gains))):
            self.gains.clear()
            self.table.say("not_possible")
            return
        self.table.cue("scored")
        self.table.uncover_all()
        _play(self.table)


def _play(table: Table) -> None:
    from table.intake.play import enter_play

    enter_play(table)
