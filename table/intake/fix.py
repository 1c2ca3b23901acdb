"""(40-43) Fix, at any time: a wrong card, turn, count, points line, vote or result is put right by another event.

Nothing is erased. A correction that a later event contradicts is refused, and that event is named.
"""

from __future__ import annotations

from collections.abc import Callable

from table.intake import logbook, view
from table.intake.by_hand import ByHandGin, ByHandRound, Counter
from table.intake.phase import Bound, Phase, bind, calling
from table.intake.table import Table
from table.rules import events as ev
from table.rules.gin import IN_HAND, GinState
from table.rules.gin import Phase as GinStage
from table.rules.signals import Press, Seat
from table.rules.texts import Refused
from table.rules.zhiyan import RoundPhase, ZhiyanState

PER_PAGE = 4


def open_fix(table: Table) -> None:
    """Lay the menu over whatever is shown. Where no game runs there is nothing to fix."""
    if table.state is None:
        table.say("nothing_to_fix")
    else:
        table.cover(FixMenu(table))


def corrected(table: Table, refusal: Refused | None) -> None:
    """After a correction: back to where the corrected game stands, or say what speaks against it."""
    if refusal is not None:
        table.cover(CannotFix(table, refusal))
        return
    table.uncover_all()
    before = table.phase
    from table.intake import gin_result, picture_result
    from table.intake.play import enter_play

    enter_play(table)
    # A result that changed is shown again as changed, without the slow steps before it.
    if isinstance(table.phase, gin_result.LayOffs | gin_result.HandResult):
        watch = before.watch if isinstance(before, gin_result.ResultPhase) else None
        table.go(gin_result.HandResult(table, watch, changed=True))
    elif isinstance(table.phase, picture_result.Reveal):
        table.go(picture_result.RoundScore(table, changed=True))
    table.say("corrected")


FORGOTTEN = 60.0
"""Fix that nobody has touched for so long closes by itself (s); nothing is changed."""


class FixPhase(Phase):
    """A screen of Fix."""

    overlay = True

    def auto(self) -> float | None:
        return max(self.since, self.table.last_activity) + FORGOTTEN

    def on_auto(self) -> None:
        self.table.uncover_all()


class FixMenu(FixPhase):
    """(40) What can be wrong here; what cannot be is not offered."""

    more = False

    def _items(self) -> list[tuple[str, Callable[[], None]]]:
        state = self.table.state
        events = ("event", lambda: self.table.cover(FixEvents(self.table)))
        if isinstance(state, GinState):
            playing = state.phase in IN_HAND
            items: list[tuple[str, Callable[[], None]]] = [events]
            if playing and state.turn is not None:
                items.append(("turn", self._turn))
                items.append(("stock", lambda: self.table.cover(FixStock(self.table))))
            if playing:
                items.append(("void_hand", self._void_hand))
            if state.history:
                items.append(("last_hand", lambda: self.table.cover(UndoHand(self.table))))
            items.append(("points", lambda: self.table.cover(FixPoints(self.table))))
            if not state.over:
                items.append(("by_hand", lambda: self.table.cover(ByHandGin(self.table))))
                items.append(("close_game", self._close))
            return items
        assert isinstance(state, ZhiyanState)
        items = [events]
        if state.phase is RoundPhase.VOTE:
            items.append(("vote_again", self._vote_again))
        if state.last is not None and state.last.owners:
            items.append(("owner", lambda: self.table.cover(FixOwner(self.table))))
        if state.history:
            items.append(("last_round", lambda: self.table.cover(UndoHand(self.table))))
        items.append(("points", lambda: self.table.cover(FixPoints(self.table))))
        if not state.over:
            if state.phase is not RoundPhase.RESULT:
                items.append(("by_hand", lambda: self.table.cover(ByHandRound(self.table))))
            items.append(("close_game", self._close))
        return items

    def _shown(self) -> list[tuple[str, Callable[[], None]]]:
        items = self._items()
        return items[5:10] if self.more else items[:5]

    def scene(self) -> view.Scene:
        return view.FixMenu(items=tuple(name for name, _ in self._shown()))

    def offers(self) -> list[Bound]:
        bound = [bind(i, f"fix_{name}", calling(act)) for i, (name, act) in enumerate(self._shown(), start=1)]
        if len(self._items()) > 5:
            bound.append(bind(6, "more", lambda _: self._turn_page()))
        else:
            bound.append(bind(6, "back", lambda _: self.table.uncover()))
        return bound

    def _turn_page(self) -> None:
        self.more = not self.more

    def _turn(self) -> None:
        """It is the other one's turn: the move that was not seen is filled in as not seen."""
        state = self.table.state
        assert isinstance(state, GinState)
        assert state.turn is not None
        event: ev.AnyEvent = ev.Discarded(seat=state.turn)
        if state.phase is GinStage.UPCARD:
            event = ev.Passed(seat=state.turn)
        corrected(self.table, self.table.try_commit(event))

    def _void_hand(self) -> None:
        corrected(self.table, self.table.try_commit(ev.HandVoided(why="agreed")))

    def _close(self) -> None:
        corrected(self.table, self.table.try_commit(ev.GameClosed(why="stopped")))

    def _vote_again(self) -> None:
        # Opening Fix has erased the entries already; this only says so and goes back.
        self.table.uncover_all()
        self.table.say("everybody_again")


class FixEvents(FixPhase):
    """The last events as sentences; one is picked, then corrected or taken back."""

    def enter(self) -> None:
        self.page = 0
        self.picked: view.EventLine | None = None

    @property
    def lines(self) -> list[view.EventLine]:
        """All that may be corrected, newest first."""
        return logbook.lines(self.table.log)

    def _shown(self) -> list[view.EventLine]:
        return self.lines[self.page * PER_PAGE : (self.page + 1) * PER_PAGE]

    @property
    def pages(self) -> int:
        """Pages of events."""
        return max(1, -(-len(self.lines) // PER_PAGE))

    def scene(self) -> view.Scene:
        if self.picked is not None:
            return view.FixEvents(lines=(self.picked,))
        return view.FixEvents(lines=tuple(self._shown()), page=self.page, pages=self.pages)

    def offers(self) -> list[Bound]:
        if self.picked is not None:
            return self._what_to_do(self.picked)
        bound = [bind(i, "this_event", calling(self._pick, n)) for i, n in enumerate(self._shown(), start=1)]
        if self.pages > 1:
            bound.append(bind(5, "next_page", lambda _: self._turn_page()))
        return [*bound, bind(6, "back", lambda _: self.table.uncover())]

    def _what_to_do(self, line: view.EventLine) -> list[Bound]:
        from table.intake.fix_cards import can_correct_card

        bound = []
        if line.voided:
            bound.append(bind(1, "count_again", lambda _: self._unvoid(line.number)))
        else:
            if can_correct_card(self.table.log[line.number]):
                bound.append(bind(1, "correct_card", lambda _: self._correct(line.number)))
            bound.append(bind(2, "take_back_event", lambda _: self._void(line.number)))
        return [*bound, bind(6, "back", lambda _: self._unpick())]

    def _pick(self, line: view.EventLine) -> None:
        self.picked = line

    def _unpick(self) -> None:
        self.picked = None

    def _turn_page(self) -> None:
        self.page = (self.page + 1) % self.pages

    def _correct(self, number: int) -> None:
        from table.intake.fix_cards import correct_card

        correct_card(self.table, number)

    def _void(self, number: int) -> None:
        corrected(self.table, self.table.try_commit(ev.Voided(target=number)))

    def _unvoid(self, number: int) -> None:
        """Take back the correction that took this event back."""
        log = self.table.log
        last = max(i for i, e in enumerate(log) if isinstance(e, ev.Voided) and e.target == number)
        corrected(self.table, self.table.try_commit(ev.Voided(target=last)))


class FixStock(Counter):
    """The cards left in the stock, counted by people."""

    def enter(self) -> None:
        state = self.table.state
        assert isinstance(state, GinState)
        self.number = state.stock_high

    def scene(self) -> view.Scene:
        return view.FixPoints(number=self.number)

    def offers(self) -> list[Bound]:
        return [
            *self.number_keys(),
            bind(5, "back", lambda _: self.table.uncover()),
            bind(6, "finished", lambda _: self._done()),
        ]

    def _done(self) -> None:
        corrected(self.table, self.table.try_commit(ev.StockCounted(count=self.number)))


class FixPoints(Counter):
    """A points line by hand: whose, then how many more or fewer."""

    def enter(self) -> None:
        self.seat: Seat | None = None

    def scene(self) -> view.Scene:
        return view.FixPoints(seat=self.seat, number=self.number, before=self._before())

    def _before(self) -> int:
        state = self.table.state
        return state.points.get(self.seat, 0) if state is not None and self.seat else 0

    def offers(self) -> list[Bound]:
        back = bind(5, "back", lambda _: self.table.uncover())
        if self.seat is None:
            return [bind(1, "my_points", self._mine, seats=self.table.seats), back]
        return [*self.number_keys(), back, bind(6, "finished", lambda _: self._done())]

    def _mine(self, press: Press) -> None:
        self.seat = press.seat or self.table.seats[0]

    def _add(self, amount: int) -> None:
        self.number = max(-999, min(999, self.number + amount))

    def _done(self) -> None:
        assert self.seat is not None
        if self.number == 0:
            self.table.uncover()
            return
        corrected(self.table, self.table.try_commit(ev.PointsCorrected(seat=self.seat, amount=self.number)))


class FixOwner(FixPhase):
    """(42) After the reveal: which card, then whose it is, by that player's own key."""

    def enter(self) -> None:
        self.number = 0

    @property
    def state(self) -> ZhiyanState:
        """The game."""
        assert isinstance(self.table.state, ZhiyanState)
        return self.table.state

    def scene(self) -> view.Scene:
        return view.FixOwner(number=self.number)

    def offers(self) -> list[Bound]:
        back = bind(6, "back", lambda _: self.table.uncover())
        last = self.state.last
        assert last is not None
        if not self.number:
            slots = [bind(n, "slot", calling(self._card, n), n=n) for n in sorted(last.owners) if n <= 5]
            return slots if 6 in last.owners else [*slots, back]
        return [bind(1, "mine", self._mine, seats=self.state.active), back]

    def raw_press(self, press: Press) -> bool:
        # In a row of six the sixth key is a card as well; Fix itself leads back.
        last = self.state.last
        if press.action == "down" and press.key == 6 and not self.number and last is not None and 6 in last.owners:
            self._card(6)
            return True
        return False

    def _card(self, number: int) -> None:
        self.number = number

    def _mine(self, press: Press) -> None:
        """The two owners change places, so that everybody keeps as many cards as he gave."""
        last = self.state.last
        assert last is not None
        before, after = last.owners[self.number], press.seat
        if after is None or after == before:
            self.table.uncover()
            return
        swapped = next(number for number, seat in last.owners.items() if seat == after)
        owners = {**last.owners, self.number: after, swapped: before}
        claims = {seat: tuple(number for number, owner in owners.items() if owner == seat) for seat in last.votes}
        target = max(number for number, _ in logbook.ends(self.table.log))
        event = ev.Balloted(claims=claims, votes=last.votes)
        corrected(self.table, self.table.try_commit(ev.Amended(target=target, event=event, why="owner")))


class UndoHand(FixPhase):
    """(43) One of the last three results is taken back, when everybody at the table agrees."""

    def enter(self) -> None:
        self.picked: int | None = None
        self.confirmed: tuple[Seat, ...] = ()

    def _ends(self) -> list[int]:
        return [number for number, _ in logbook.ends(self.table.log)][-3:][::-1]

    def _line(self, number: int) -> view.EventLine:
        state = dict(logbook.ends(self.table.log))[number]
        if isinstance(state, GinState):
            last = state.last
            assert last is not None
            args: dict[str, str | int] = {"n": last.number, "points": last.points, "how": last.kind}
            if last.winner:
                args["seat"] = last.winner
            return view.EventLine(number=number, kind="hand_ended", args=args)
        assert state.last is not None
        return view.EventLine(number=number, kind="round_ended", args={"n": state.last.number})

    def scene(self) -> view.Scene:
        lines = tuple(self._line(number) for number in self._ends())
        return view.UndoHand(lines=lines, picked=self.picked, confirmed=self.confirmed)

    def offers(self) -> list[Bound]:
        back = bind(6, "back", lambda _: self.table.uncover())
        if self.picked is None:
            ends = self._ends()
            return [*(bind(i, "this_hand", calling(self._pick, n)) for i, n in enumerate(ends, start=1)), back]
        asked = tuple(seat for seat in self.table.seats if seat not in self.confirmed)
        return [bind(1, "take_back_hand", self._confirm, seats=asked), back]

    def _pick(self, number: int) -> None:
        self.picked = number

    def _confirm(self, press: Press) -> None:
        # The keyboard of a desktop speaks for everybody.
        self.confirmed = self.table.seats if press.seat is None else (*self.confirmed, press.seat)
        if set(self.confirmed) >= set(self.table.seats):
            assert self.picked is not None
            corrected(self.table, self._undo(self.picked))

    def _undo(self, number: int) -> Refused | None:
        """The hand then counts for nobody; the round before the latest is scored 0 for everybody."""
        event: ev.AnyEvent = ev.HandVoided(why="agreed")
        if isinstance(self.table.state, ZhiyanState):
            event = ev.RoundEntered(gains={})
        return self.table.try_commit(ev.Amended(target=number, event=event, why="undone"))


class CannotFix(FixPhase):
    """The correction does not fit: which later event speaks against it, and why."""

    def __init__(self, table: Table, refusal: Refused) -> None:
        super().__init__(table)
        self.refusal = refusal

    def scene(self) -> view.Scene:
        at = self.refusal.at
        log = self.table.log
        line = logbook.line_of(at, log[at]) if at is not None and at < len(log) else None
        reason = self.refusal.reasons[-1]
        args = {name: str(value) for name, value in reason.args.items()}
        return view.CannotFix(line=line, reason=reason.key, reason_args=args)

    def offers(self) -> list[Bound]:
        return [bind(6, "back", lambda _: self.table.uncover())]
