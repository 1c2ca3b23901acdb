"""The secret ballot of the picture game: everybody claims his own card, then votes, and nothing shows until all did.

The state is frozen and pure: each call returns the next ballot and what the lamps of the seats shall say. Before all
entries are in, a ballot shows no more than how many there are (`entered` of `expected`), and who is missing after a
long wait (`late`); the entries themselves are sealed (see `table.intake.ballot_box`).

Three ways to enter, which may differ from seat to seat:

- ``pod``: the keys are the numbers of the row. Own card (two in the three-player variant), then the vote; a second
  vote where the rules allow one, or the same number again for "one vote is all". A vote for one's own card is refused
  under the hood alone. A key held for 2 s begins one's own entry again, until the last one is in.
- ``button``: the sweep of `table.intake.ballot_sweep`. No lamp answers and no count moves while it runs.
- ``tokens``: printed tokens on the table, read by the eye (`table.intake.ballot_tokens`); open, not secret.

The storyteller enters nothing: his card is the one that nobody claims. If two claim the same card, all enter again and
nobody is named. A power cut forgets everything: all enter again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from table.intake.ballot_box import EMPTY, Entry, Sealed
from table.intake.ballot_sweep import DEFAULT_PACE, Pace, Sweep, SweepView
from table.intake.ballot_tokens import Answers, Doubt, Kind, read_tokens, tokens_of
from table.rules.signals import FIX, LampState, Observation, Press, RowView, Seat, Signal, Tick, TokenSeen

Way = Literal["pod", "button", "tokens"]

AGAIN_AFTER = 2.0
"""A key held for so many seconds begins one's own entry again."""

LATE_AFTER = 30.0
"""After so many seconds without progress the missing seats are named."""

_UP_LOST = AGAIN_AFTER + 0.25
"""A key that is neither released nor held on by then was released unseen."""


class LampCue(NamedTuple):
    """Let the lamp of this seat say this: ``taken`` and ``refused`` once, the others until the next."""

    seat: Seat
    state: LampState


Cues = tuple[LampCue, ...]


class Result(NamedTuple):
    """All entries at once, in the order of the seats: numbers of the own cards, numbers voted for."""

    claims: dict[Seat, tuple[int, ...]]
    votes: dict[Seat, tuple[int, ...]]


@dataclass(frozen=True)
class Ballot:
    """A ballot under way. Made by `open_ballot`; every change makes a new one."""

    guessers: tuple[Seat, ...]
    storyteller: Seat
    cards: int
    own: int
    """Cards that each guesser claims: 1, or 2 in the three-player variant."""
    votes: int
    """The most votes a guesser may give: 1, or 2 where a house rule allows it."""
    ways: Mapping[Seat, Way]
    pace: Pace = DEFAULT_PACE
    since: float = 0.0
    """When the count last moved."""
    entered: int = 0
    """Entries that are in, as the screen may show it."""
    again: int = 0
    """How often all had to enter once more because the claims did not add up."""
    done: bool = False
    """All entries are in and add up: `result` may be asked for."""
    paused: bool = False
    """Cards of the row are missing: nothing is taken until they are back."""
    doubts: tuple[Doubt, ...] = ()
    """Tokens that have to be asked about; they lie open on the table."""
    _running: Sweep | None = field(default=None, repr=False)
    _swept: bool = field(default=False, repr=False)
    _late: tuple[Seat, ...] = field(default=(), repr=False)
    _box: Sealed = field(default_factory=lambda: Sealed({}), repr=False)
    _seen: tuple[TokenSeen, ...] = field(default=(), repr=False)
    _answers: Answers = field(default_factory=dict, repr=False)

    # -- what may be shown --------------------------------------------------------------------------------------

    @property
    def expected(self) -> int:
        """How many entries there will be."""
        return len(self.guessers)

    def sweep(self, t: float) -> SweepView | None:
        """The light over the numbers, or None while none runs."""
        return self._running.view(t) if self._running is not None and not self.paused else None

    def late(self, t: float) -> tuple[Seat, ...]:
        """Who is still missing, once nothing has moved for 30 s; before that nobody is named."""
        if self.done or t - self.since < LATE_AFTER:
            return ()
        box = self._box.open()
        pods_in = {seat for seat, entry in box.items() if self.ways[seat] == "pod" and self._is_whole(entry)}
        return tuple(seat for seat in self._late if seat not in pods_in)

    @property
    def needs_confirmation(self) -> bool:
        """All tokens that must lie there do, but a second vote is allowed: somebody has to say that this is all."""
        return self._by_tokens and self.votes > 1 and not self.done and self._complete() and not self.doubts

    def result(self) -> Result:
        """Claims and votes. Raises `RuntimeError` before all are in."""
        if not self.done:
            raise RuntimeError("the ballot is not complete: nothing may be known of it")
        box = self._box.open()
        return Result(
            {seat: box[seat].own for seat in self.guessers}, {seat: box[seat].votes for seat in self.guessers}
        )

    # -- what comes in ------------------------------------------------------------------------------------------

    def feed(self, signal: Signal) -> tuple[Ballot, Cues]:
        """Any signal; those that mean nothing here change nothing. Fix erases all entries."""
        if isinstance(signal, Press):
            return self._feed_press(signal)
        if isinstance(signal, Tick):
            return self.tick(signal.t)
        if isinstance(signal, Observation) and signal.row is not None:
            return self.tokens(signal.row, signal.t)
        return self, ()

    def _feed_press(self, signal: Press) -> tuple[Ballot, Cues]:
        if signal.key == FIX:
            return self.erase(signal.t) if signal.action == "down" else (self, ())
        if signal.seat is None:
            return self, ()
        if signal.action == "down":
            return self.press(signal.seat, signal.key, signal.t)
        if signal.action == "up":
            return self.release(signal.seat, signal.key, signal.t)
        return self.hold(signal.seat, signal.key, signal.held, signal.t)

    def press(self, seat: Seat, key: int, t: float) -> tuple[Ballot, Cues]:
        """A key goes down."""
        if self.done:
            return self, ()
        way = self.ways.get(seat)
        if way == "tokens":
            return self.confirm(t)
        if way is None or (self.paused and way == "pod"):
            return self, (LampCue(seat, "refused"),)
        if way == "button":
            return self._press_button(seat, key, t)
        return self._press_pod(seat, key, t)

    def release(self, seat: Seat, key: int, t: float) -> tuple[Ballot, Cues]:
        """A key comes up: an entry that it completed is now final."""
        entry = self._entry(seat)
        if self.done or entry.held is None or entry.held[0] != key:
            return self, ()
        return self._with(seat, entry._replace(held=None))._settle(t)

    def hold(self, seat: Seat, key: int, held: float, t: float) -> tuple[Ballot, Cues]:
        """A key has been down for `held` seconds: from 2 s on the seat's entry begins again."""
        entry = self._entry(seat)
        if self.done or held < AGAIN_AFTER or entry.held is None or entry.held[0] != key:
            return self, ()
        ballot = self._with(seat, EMPTY)
        if self.ways[seat] == "pod":
            ballot, cues = ballot._count(t)
            return ballot, (LampCue(seat, "taken"), LampCue(seat, "waiting"), *cues)
        return ballot._sweep_if_needed(t)

    def tick(self, t: float) -> tuple[Ballot, Cues]:
        """Time passes: the sweep goes on, and keys whose release was lost are let go."""
        if self.done or self.paused:
            return self, ()
        box = self._box.open()
        forgotten = {s: e for s, e in box.items() if e.held is not None and t - e.held[1] >= _UP_LOST}
        ballot = self
        for seat, entry in forgotten.items():
            ballot = ballot._with(seat, entry._replace(held=None))
        if ballot._running is not None and t >= ballot._running.end:
            return ballot._end_sweep(t)
        return ballot._settle(t) if forgotten else (ballot, ())

    def erase(self, t: float) -> tuple[Ballot, Cues]:
        """All entries are forgotten and everybody begins anew (Fix during the vote)."""
        fresh = replace(
            self,
            since=t,
            entered=0,
            done=False,
            doubts=(),
            _running=None,
            _swept=False,
            _late=_named(self.guessers, self.ways),
            _box=Sealed({}),
            _seen=(),
            _answers={},
        )
        fresh, cues = fresh._sweep_if_needed(t)
        waiting = tuple(LampCue(s, "waiting" if self.ways[s] == "pod" else "off") for s in self.guessers)
        return fresh, (*waiting, *cues)

    def pause(self) -> tuple[Ballot, Cues]:
        """A card of the row is gone: take nothing until it is back. What was entered stays."""
        return replace(self, paused=True, _running=None), ()

    def resume(self, t: float) -> tuple[Ballot, Cues]:
        """The row is whole again. A sweep begins from its start; numbers taken in the broken one are forgotten."""
        if not self.paused:
            return self, ()
        box = {seat: entry._replace(swept=()) for seat, entry in self._box.open().items()}
        return replace(self, paused=False, since=t, _box=Sealed(box))._sweep_if_needed(t)

    # -- tokens -------------------------------------------------------------------------------------------------

    @property
    def _by_tokens(self) -> bool:
        return any(way == "tokens" for way in self.ways.values())

    def tokens(self, row: RowView, t: float) -> tuple[Ballot, Cues]:
        """A settled look at the row: the tokens that lie on it. Nothing where nobody votes by tokens."""
        if self.done or self.paused or not self._by_tokens or row.state != "done":
            return self, ()
        return replace(self, _seen=row.tokens)._read_tokens(t)

    def settle_doubt(self, seat: Seat, kind: Kind, numbers: Sequence[int], t: float) -> tuple[Ballot, Cues]:
        """The table answers a doubt. The answer holds until one of these tokens is moved."""
        answer = (tokens_of(self._seen, seat, kind), tuple(sorted(numbers)))
        return replace(self, _answers={**self._answers, (seat, kind): answer})._read_tokens(t)

    def confirm(self, t: float) -> tuple[Ballot, Cues]:
        """These are all tokens: needed only where a second vote is allowed and not given by everybody."""
        return (replace(self, done=True, since=t), ()) if self.needs_confirmation else (self, ())

    def _read_tokens(self, t: float) -> tuple[Ballot, Cues]:
        by_token = tuple(seat for seat in self.guessers if self.ways[seat] == "tokens")
        reading = read_tokens(self._seen, by_token, self.storyteller, self.cards, self.own, self.votes, self._answers)
        kept = {seat: entry for seat, entry in self._box.open().items() if seat not in by_token}
        return replace(self, _box=Sealed({**kept, **reading.entries}), doubts=reading.doubts)._settle(t)

    # -- pods and buttons ---------------------------------------------------------------------------------------

    def _press_pod(self, seat: Seat, key: int, t: float) -> tuple[Ballot, Cues]:
        before = self._entry(seat)
        entry = self._taken(before, key)
        ballot = self._with(seat, (entry or before)._replace(held=(key, t)))
        if entry is None:
            return ballot, (LampCue(seat, "refused"),)
        cues: Cues = (LampCue(seat, "taken"),)
        if self._is_whole(entry):
            cues = (*cues, LampCue(seat, "finished"))
        ballot, more = ballot._settle(t)
        return ballot, (*cues, *more)

    def _taken(self, entry: Entry, key: int) -> Entry | None:
        """The entry with one more press, or None where the press is refused."""
        if not 1 <= key <= self.cards or key in entry.own or self._is_whole(entry):
            return None
        if len(entry.own) < self.own:
            return entry._replace(own=(*entry.own, key))
        if key in entry.votes:
            return entry._replace(enough=True)
        return entry._replace(votes=(*entry.votes, key))

    def _press_button(self, seat: Seat, key: int, t: float) -> tuple[Ballot, Cues]:
        entry = self._entry(seat)._replace(held=(key, t))
        if self._running is not None and not self.paused and not self._is_whole(entry):
            now, lit = self._running.lit_at(t)
            if lit:
                swept = list(entry.swept) + [0] * (self._running.passes - len(entry.swept))
                swept[now] = lit
                entry = entry._replace(swept=tuple(swept))
        return self._with(seat, entry), ()

    def _end_sweep(self, t: float) -> tuple[Ballot, Cues]:
        """Both passes are over: who has a whole entry is in, the others sit through it again with everybody."""
        box = self._box.open()
        cues = []
        for seat in self._button_seats:
            entry = box.get(seat, EMPTY)
            if not self._is_whole(entry):
                entry = self._from_sweep(entry)
                box[seat] = entry
                cues.append(LampCue(seat, "finished" if self._is_whole(entry) else "off"))
        ballot, more = replace(self, _box=Sealed(box), _running=None, _swept=True)._settle(t)
        if ballot.again > self.again:
            return ballot, more
        return ballot, (*cues, *more)

    def _from_sweep(self, entry: Entry) -> Entry:
        """What a seat took in one sweep; an entry that is not whole is forgotten."""
        own = tuple(dict.fromkeys(n for n in entry.swept[: self.own] if n))
        votes = tuple(dict.fromkeys(n for n in entry.swept[self.own :] if n and n not in own))
        whole = len(own) == self.own and bool(votes)
        return Entry(own, votes, enough=True, held=entry.held) if whole else Entry(held=entry.held)

    @property
    def _button_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guessers if self.ways[seat] == "button")

    def _sweep_if_needed(self, t: float) -> tuple[Ballot, Cues]:
        """Begin a sweep where a seat with one button has no whole entry and none runs."""
        missing = [seat for seat in self._button_seats if not self._is_whole(self._entry(seat))]
        if self._running is not None or self.paused or self.done or not missing:
            return self, ()
        sweep = Sweep(t, self.cards, self.own, self.votes, self.pace)
        return replace(self, _running=sweep), tuple(LampCue(seat, "off") for seat in missing)

    # -- the box ------------------------------------------------------------------------------------------------

    def _entry(self, seat: Seat) -> Entry:
        return self._box.open().get(seat, EMPTY)

    def _with(self, seat: Seat, entry: Entry) -> Ballot:
        return replace(self, _box=self._box.with_entry(seat, entry))

    def _is_whole(self, entry: Entry) -> bool:
        if len(entry.own) < self.own or not entry.votes:
            return False
        return entry.enough or len(entry.votes) == self.votes

    def _complete(self) -> bool:
        return all(self._is_whole(self._entry(seat)) for seat in self.guessers)

    def _count(self, t: float) -> tuple[Ballot, Cues]:
        """Let the count follow, unless a sweep runs: then it stands still."""
        if self._running is not None:
            return self, ()
        missing = tuple(seat for seat in self.guessers if not self._is_whole(self._entry(seat)))
        entered = self.expected - len(missing)
        moved = entered != self.entered
        return replace(self, entered=entered, since=t if moved else self.since, _late=missing), ()

    def _settle(self, t: float) -> tuple[Ballot, Cues]:
        """Count, and end the ballot when everything is in, final and adds up."""
        if self._running is not None:
            return self, ()
        ballot, _ = self._count(t)
        if not ballot._complete():
            return ballot._sweep_if_needed(t)
        box = ballot._box.open()
        if any(box[seat].held is not None for seat in ballot.guessers) or ballot.doubts:
            return ballot, ()
        claimed = [number for seat in ballot.guessers for number in box[seat].own]
        if len(set(claimed)) < len(claimed):
            fresh, cues = ballot.erase(t)
            return replace(fresh, again=ballot.again + 1), cues
        if ballot._by_tokens and ballot.votes > 1 and any(len(box[s].votes) < ballot.votes for s in ballot.guessers):
            return ballot, ()
        return replace(ballot, done=True), ()


def _named(guessers: Sequence[Seat], ways: Mapping[Seat, Way]) -> tuple[Seat, ...]:
    """Who may be named as missing before anything is in: nobody with a button, since the first sweep still runs."""
    return tuple(seat for seat in guessers if ways[seat] != "button")


def open_ballot(
    seats: Sequence[Seat],
    storyteller: Seat,
    cards: int,
    t: float,
    *,
    own: int = 1,
    votes: int = 1,
    ways: Mapping[Seat, Way] | Way = "pod",
    pace: Pace = DEFAULT_PACE,
) -> tuple[Ballot, Cues]:
    """A new ballot of `seats` over a row of `cards` cards, and what the lamps say first.

    `own` is the number of cards that each guesser put in (2 in the three-player variant), `votes` the most votes that
    the rules allow. `ways` names how each seat enters, or one way for all. Raises `ValueError` where the numbers cannot
    add up: one card of the storyteller's and `own` of each guesser's, and six keys on a pod.
    """
    guessers = tuple(seat for seat in seats if seat != storyteller)
    if storyteller not in seats or len(guessers) < 2:
        raise ValueError(f"a ballot needs a storyteller and two guessers or more, not {storyteller} of {seats}")
    if cards != 1 + own * len(guessers):
        raise ValueError(f"{len(guessers)} guessers with {own} cards each and a storyteller lay no row of {cards}")
    chosen: dict[Seat, Way] = {seat: ways if isinstance(ways, str) else ways[seat] for seat in guessers}
    if cards > 6 and "pod" in chosen.values():
        raise ValueError(f"a pod has six keys, the row has {cards} cards: vote with tokens")
    ballot = Ballot(guessers, storyteller, cards, own, votes, chosen, pace)
    return ballot.erase(t)
