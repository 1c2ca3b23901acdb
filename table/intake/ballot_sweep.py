"""The sweep for seats with one button: a light goes over the numbers, a press takes the number that is lit.

Everybody sits through the same passes: one for each own card, then one for each vote. Between two numbers the light is
out for a moment, and a press in that gap takes nothing, since nobody can say which number it was meant for. Where a
seat presses more than once in a pass, the last number counts: so a slip can be mended, and presses that are seen by
others tell nothing.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Phase = Literal["own", "vote"]


class SweepView(NamedTuple):
    """What the screen shows. `lit` is the number, 0 while none is lit; `left` the seconds until the light moves on."""

    phase: Phase
    lit: int
    left: float
    share: float
    """The part of this number's time that is left, from 1 to 0."""
    turn: int
    """Which pass of this phase it is, from 1 (three players have two passes for their own cards)."""
    turns: int


class Pace(NamedTuple):
    """Lengths in seconds."""

    lead: float = 3.0
    """Before the first pass, to look up."""
    lit: float = 1.6
    gap: float = 0.25
    between: float = 2.0
    """Between two passes, to read what comes."""
    tail: float = 0.5
    """After the last number, so that a press under way still arrives."""


DEFAULT_PACE = Pace()


class Sweep(NamedTuple):
    """The passes over `cards` numbers that began at `start`: `own` for the own cards, then `votes`."""

    start: float
    cards: int
    own: int
    votes: int
    pace: Pace = DEFAULT_PACE

    @property
    def passes(self) -> int:
        """How many times the light goes over the numbers."""
        return self.own + self.votes

    @property
    def end(self) -> float:
        """When everything is over."""
        pace = self.pace
        return self.start + pace.lead + self.passes * self._pass_length() + (self.passes - 1) * pace.between + pace.tail

    def _pass_length(self) -> float:
        return self.cards * (self.pace.lit + self.pace.gap)

    def _pass_start(self, number: int) -> float:
        return self.start + self.pace.lead + number * (self._pass_length() + self.pace.between)

    def pass_at(self, t: float) -> int:
        """The pass that runs at `t`, or the one that comes next."""
        return next((i for i in range(self.passes) if t < self._pass_start(i) + self._pass_length()), self.passes - 1)

    def lit_at(self, t: float) -> tuple[int, int]:
        """(pass, number) at `t`; number 0 where no number is lit."""
        now = self.pass_at(t)
        into = t - self._pass_start(now)
        if not 0 <= into < self._pass_length():
            return now, 0
        place, part = divmod(into, self.pace.lit + self.pace.gap)
        return now, int(place) + 1 if part < self.pace.lit else 0

    def view(self, t: float) -> SweepView:
        """What the screen shows at `t`."""
        now, lit = self.lit_at(t)
        phase: Phase = "own" if now < self.own else "vote"
        turns = self.own if phase == "own" else self.votes
        turn = now + 1 if phase == "own" else now - self.own + 1
        into = t - self._pass_start(now)
        if into < 0:
            return SweepView(phase, 0, -into, 1.0, turn, turns)
        part = into % (self.pace.lit + self.pace.gap)
        if lit:
            return SweepView(phase, lit, self.pace.lit - part, 1.0 - part / self.pace.lit, turn, turns)
        return SweepView(phase, 0, max(0.0, self.pace.lit + self.pace.gap - part), 0.0, turn, turns)
