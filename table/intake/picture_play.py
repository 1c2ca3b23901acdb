"""A round of the picture game from the clue to the reveal: the row is numbered, everybody enters in secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from table.intake import view
from table.intake.ballot import Ballot, Cues, Way, open_ballot
from table.intake.phase import Bound, Phase, bind, calling
from table.intake.table import Table
from table.rules.events import Balloted, ClueGiven, RowLaid
from table.rules.signals import LampState, Observation, Press, RowCard, RowView, Seat
from table.rules.zhiyan import RoundPhase, ZhiyanState


def enter(table: Table, state: ZhiyanState) -> None:
    """Go to the phase that the picture game is in."""
    from table.intake import picture_result

    match state.phase:
        case RoundPhase.CLUE:
            table.go(Telling(table))
        case RoundPhase.COLLECT:
            table.go(Collecting(table))
        case RoundPhase.VOTE:
            table.go(Voting(table))
        case RoundPhase.RESULT:
            table.go(picture_result.Reveal(table))
        case RoundPhase.OVER:
            picture_result.enter_end(table)


class PicturePhase(Phase):
    """A phase of the picture game."""

    @property
    def state(self) -> ZhiyanState:
        """The game as it stands."""
        assert isinstance(self.table.state, ZhiyanState)
        return self.table.state

    def follow(self) -> None:
        """The state changed: go where it leads."""
        enter(self.table, self.state)


def slot_of(card: RowCard) -> view.Slot:
    """A card of the row for the screen."""
    state: Literal["sure", "used"] = "used" if card.used_before else "sure"
    return view.Slot(number=card.number, cutout=card.cutout, picture=card.picture, state=state)


class BeforeRow(PicturePhase):
    """The row may be laid at any moment; then it is read."""

    direct = True

    def expects(self) -> str:
        return "row"

    def enter(self) -> None:
        row = self.table.row
        # Cards of the round before may still lie there; they must have gone before new ones count.
        self.cleared = row is None or not row.cards

    def on_look(self, look: Observation) -> None:
        if look.row is None:
            return
        if not look.row.cards:
            self.cleared = True
        elif self.cleared:
            self.row_begins()

    def row_begins(self) -> None:
        """The first card lies face up."""
        if self.state.phase is RoundPhase.CLUE:
            self.table.try_commit(ClueGiven(seat=self.state.storyteller))
        self.table.go(RowReading(self.table))
        self.table.phase.on_look(Observation(t=self.table.now, row=self.table.row))


class Telling(BeforeRow):
    """(24) The storyteller thinks of a clue and gives it aloud."""

    def scene(self) -> view.Scene:
        return view.Telling()

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.storyteller,)

    def offers(self) -> list[Bound]:
        return [bind(1, "clue_given", lambda _: self._given(), seats=(self.state.storyteller,))]

    def _given(self) -> None:
        self.table.try_commit(ClueGiven(seat=self.state.storyteller))
        self.follow()


class Collecting(BeforeRow):
    """(25) Everybody gives a card face down to the storyteller, who shuffles."""

    def scene(self) -> view.Scene:
        return view.Collecting()

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.storyteller,)

    def offers(self) -> list[Bound]:
        return [bind(1, "all_here", lambda _: self._laid(), seats=(self.state.storyteller,))]

    def _laid(self) -> None:
        self.table.go(RowReading(self.table))


class RowReading(PicturePhase):
    """(26) The row fills and is numbered; the vote opens when it is whole and no hand is near."""

    direct = True

    def enter(self) -> None:
        self.whole_since: float | None = None

    def expects(self) -> str:
        return "row"

    @property
    def row(self) -> RowView | None:
        """The row as seen last."""
        return None if self.table.by_hand else self.table.row

    def scene(self) -> view.Scene:
        slots = tuple(slot_of(card) for card in self.row.cards) if self.row else ()
        return view.RowReading(slots=slots, expected=self.state.row_count, manual=self.table.by_hand)

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.storyteller,)

    def chip(self) -> view.Chip | None:
        row = self.row
        if row is None:
            return None
        if len(row.cards) > self.state.row_count:
            return view.Chip(state="cannot", why="too_many")
        return view.Chip(state=row.state, why=row.why, count=len(row.cards))

    def offers(self) -> list[Bound]:
        seats = (self.state.storyteller,)
        if self.table.by_hand:
            return [bind(1, "row_lies", lambda _: self._lay(()), seats=seats)]
        # A row that the eye cannot number is numbered by people: cards count from the left.
        return [bind(1, "row_lies_anyway", lambda _: self._lay(()), seats=seats, hold=2.0)]

    def on_look(self, look: Observation) -> None:
        row = look.row
        if row is None:
            return
        whole = row.state == "done" and len(row.cards) == self.state.row_count and not row.missing
        if not whole:
            self.whole_since = None
        elif self.whole_since is None:
            self.whole_since = self.table.now

    def on_tick(self) -> None:
        if self.row is None:
            self.whole_since = None  # the camera has gone
        if self.whole_since is None or self.table.now - self.whole_since < self.table.options.times.row_still:
            return
        assert self.row is not None
        if any(card.used_before for card in self.row.cards):
            self.table.say("card_used_before")
        self._lay(tuple(card.picture for card in sorted(self.row.cards, key=lambda c: c.number)))

    def _lay(self, pictures: tuple[str | None, ...]) -> None:
        if not self.table.try_commit(RowLaid(count=self.state.row_count, pictures=pictures)):
            self.table.cue("turn")
            self.follow()


class Voting(PicturePhase):
    """(27, 28, 33) The secret ballot. Nothing of it but counts leaves this phase before all is in."""

    secret = True
    direct = True

    def enter(self) -> None:
        self.lamp_states: dict[Seat, LampState] = {}
        self.ballot, cues = self._open()
        self._light(cues)
        row = self.table.row
        self.slots = tuple(slot_of(card) for card in row.cards) if row and not self.table.by_hand else ()
        self.problem = ""
        self.problem_args: Mapping[str, str | int] = {}

    def _open(self) -> tuple[Ballot, Cues]:
        state, options = self.state, self.table.options
        ways: dict[Seat, Way] = {seat: "button" if options.one_button(seat) else "pod" for seat in state.active}
        if options.voting == "tokens" or (state.row > 6 and "pod" in ways.values()):
            ways = dict.fromkeys(state.active, "tokens")
        return open_ballot(
            state.active,
            state.storyteller,
            state.row,
            self.table.now,
            own=state.cards_each,
            votes=state.votes_allowed,
            ways=ways,
        )

    @property
    def by_tokens(self) -> bool:
        """Votes are tokens on the table, open to everybody."""
        return "tokens" in self.ballot.ways.values()

    def expects(self) -> str:
        return "tokens" if self.by_tokens else "row"

    def scene(self) -> view.Scene:
        sweep = self.ballot.sweep(self.table.now)
        shown = None
        if sweep is not None:
            again = sweep.phase == "own" and sweep.turn > 1
            phase: Literal["own", "own_again", "vote"] = "own_again" if again else sweep.phase
            shown = view.Sweep(phase=phase, lit=sweep.lit, share=round(1.0 - sweep.share, 2))
        problem, args = self.problem, self.problem_args
        if not problem and self.ballot.doubts:
            doubt = self.ballot.doubts[0]
            problem, args = f"token_{doubt.why}", {"seat": doubt.seat, "numbers": " ".join(map(str, doubt.numbers))}
        return view.Voting(
            slots=self.slots,
            entered=self.ballot.entered,
            expected=self.ballot.expected,
            late=self.ballot.late(self.table.now),
            again=self.ballot.again > 0,
            sweep=shown,
            by_tokens=self.by_tokens,
            problem=problem,
            problem_args=args,
        )

    def lamps(self) -> dict[Seat, LampState]:
        """Each seat's own lamp under its hood."""
        return dict(self.lamp_states)

    def offers(self) -> list[Bound]:
        if self.by_tokens:
            return self._token_keys()
        # The digits are the cards; what a press does is the ballot's affair (`raw_press`).
        return [bind(i, "slot", lambda _: None, seats=self.ballot.guessers, n=i) for i in range(1, self.state.row + 1)]

    def _token_keys(self) -> list[Bound]:
        if self.ballot.doubts and self.ballot.doubts[0].numbers:
            doubt = self.ballot.doubts[0]

            def say(number: int) -> None:
                self._take(self.ballot.settle_doubt(doubt.seat, doubt.kind, (number,), self.table.now))

            return [
                bind(i, "token_means", calling(say, number), n=number)
                for i, number in enumerate(doubt.numbers[:5], start=1)
            ]
        if self.ballot.needs_confirmation:
            return [bind(1, "all_tokens", lambda _: self._take(self.ballot.confirm(self.table.now)))]
        return []

    def raw_press(self, press: Press) -> bool:
        if self.by_tokens or press.seat is None:
            return False
        self._take(self.ballot.feed(press))
        return True

    def on_fix(self) -> None:
        """Fix during the vote erases all entries: the vote begins anew."""
        self._take(self.ballot.erase(self.table.now))

    def on_tick(self) -> None:
        self._take(self.ballot.tick(self.table.now))

    def on_look(self, look: Observation) -> None:
        row = look.row
        if row is None or self.table.by_hand or row.state in ("hand", "reading"):
            return
        extra = len(row.cards) - self.state.row
        if row.missing or extra > 0:
            self.problem = "card_missing" if row.missing else "card_added"
            self.problem_args = {"n": row.missing[0]} if row.missing else {}
            self._take(self.ballot.pause())
        elif row.state == "done":
            if self.problem:
                self.problem, self.problem_args = "", {}
                self._take(self.ballot.resume(self.table.now))
            self.slots = tuple(slot_of(card) for card in sorted(row.cards, key=lambda c: c.number))
            if self.by_tokens:
                self._take(self.ballot.tokens(row, self.table.now))

    def _take(self, answer: tuple[Ballot, Cues]) -> None:
        ballot, cues = answer
        if ballot.again > self.ballot.again:
            self.table.cue("asked")
        self.ballot = ballot
        self._light(cues)
        if ballot.done:
            self._all_in()

    def _light(self, cues: Cues) -> None:
        for cue in cues:
            if cue.state in ("taken", "refused"):
                self.table.lamp(cue.seat, cue.state, 0.1 if cue.state == "taken" else 0.6)
            else:
                self.lamp_states[cue.seat] = cue.state

    def _all_in(self) -> None:
        result = self.ballot.result()
        if self.table.try_commit(Balloted(claims=result.claims, votes=result.votes)):
            # The rules refuse what the ballot let through: nobody is named, all enter again.
            self._take(self.ballot.erase(self.table.now))
            self.table.cue("asked")
            return
        self.table.cue("all_in")
        self.follow()
