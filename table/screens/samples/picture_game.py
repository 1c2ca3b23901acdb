"""The picture game at random: every scene on the way from the first clue to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from table.intake import view as v
from table.intake.view import View
from table.rules import events as ev
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Seat
from table.rules.texts import Refused
from table.rules.zhiyan import RoundPhase, ZhiyanState
from table.screens.samples.around import around
from table.screens.samples.base import Sampler, key


class PictureGame(Sampler):
    """Rounds of the picture game with claims and votes at random."""

    @property
    def game(self) -> ZhiyanState:
        assert isinstance(self.state, ZhiyanState)
        return self.state

    def play_round(self) -> Iterator[View]:
        """One round, from the clue to the refill."""
        yield self.view(v.Telling(), key(1, "clue_given"))
        self.do(ev.ClueGiven(seat=self.game.storyteller))
        yield self.view(v.Collecting(), key(1, "all_here"))
        count = self.game.row_count
        for seen in (0, count // 2, count + 1):
            yield self.view(v.RowReading(slots=self.slots(seen), expected=count, manual=self.rng.random() < 0.1))
        self.do(ev.RowLaid(count=count))
        yield from self.votes(count)
        claims, votes = self.entries(count)
        self.do(ev.Balloted(claims=claims, votes=votes))
        steps = count + 1
        for number in range(steps):
            scene = v.Reveal(step=number, steps=steps, slots=self.slots(count))
            yield self.view(scene, key(1, "next_step"), auto=4.0)
        yield self.view(v.RoundScore(), key(1, "next"), auto=8.0)
        yield self.view(v.RoundScore(changed=True), key(1, "next"), revision=1)
        if not self.game.over:
            keys = (key(1, "next_round"), key(3, "somebody_leaves"), key(5, "stock_empty"))
            yield self.view(v.Track(), *keys)
            yield self.view(v.Leaving(sure=self.rng.choice((None, self.game.storyteller))), key(1, "i_leave"))
            yield from self.leave()
            self.do(ev.Refilled())

    def slots(self, count: int) -> tuple[v.Slot, ...]:
        """A row of so many cards."""
        states = ("sure", "sure", "sure", "reading", "missing", "used")
        return tuple(
            v.Slot(number=i, cutout=f"row-{i}", state=self.rng.choice(states))  # type: ignore[arg-type]
            for i in range(1, count + 1)
        )

    def votes(self, count: int) -> Iterator[View]:
        """The secret vote: some are in, some are late, a sweep, entries that did not add up."""
        expected = len(self.game.guessers)
        slots = self.slots(count)
        keys = [key(i, "slot", n=i) for i in range(1, count + 1)]
        entered = self.rng.randint(0, expected)
        late = tuple(self.rng.sample(self.game.guessers, self.rng.randint(0, expected - 1)))
        yield self.view(v.Voting(slots=slots, entered=entered, expected=expected), *keys)
        yield self.view(v.Voting(slots=slots, entered=expected - 1, expected=expected, late=late), *keys)
        yield self.view(v.Voting(slots=slots, expected=expected, again=True), *keys)
        phase = self.rng.choice(("own", "own_again", "vote"))
        sweep = v.Sweep(phase=phase, lit=self.rng.randint(0, count), share=0.5)  # type: ignore[arg-type]
        yield self.view(
            v.Voting(slots=slots, entered=entered, expected=expected, sweep=sweep), *keys, input="one-button"
        )
        problem = self.rng.choice(("card_missing", "card_added", "token_between", "token_twice", "token_own_card"))
        args: dict[str, str | int] = {"n": 2, "seat": self.game.guessers[0]}
        yield self.view(
            v.Voting(slots=slots, expected=expected, by_tokens=True, problem=problem, problem_args=args),
            key(1, "all_tokens"),
        )

    def entries(self, count: int) -> tuple[dict[Seat, tuple[int, ...]], dict[Seat, tuple[int, ...]]]:
        """Claims that fit, and votes as chance will have them, never for an own card."""
        numbers = list(range(1, count + 1))
        self.rng.shuffle(numbers)
        each = self.game.cards_each
        claims = {seat: tuple(numbers.pop() for _ in range(each)) for seat in self.game.guessers}
        told = numbers[0]
        mood = self.rng.choice(("all", "none", "some", "some"))
        votes: dict[Seat, tuple[int, ...]] = {}
        for seat in self.game.guessers:
            others = [n for n in range(1, count + 1) if n not in claims[seat] and n != told]
            right = mood == "all" or (mood == "some" and self.rng.random() < 0.5)
            first = told if right else self.rng.choice(others)
            votes[seat] = (first,)
            if self.game.votes_allowed > 1 and self.rng.random() < 0.5:
                votes[seat] = (first, self.rng.choice([n for n in (*others, told) if n != first]))
        return claims, votes

    def leave(self) -> Iterator[View]:
        """Now and then somebody leaves, as long as enough stay."""
        if self.rng.random() > 0.1:
            return
        try:
            self.do(ev.SeatLeft(seat=self.rng.choice(self.game.active)))
        except Refused:
            yield self.view(v.Leaving(too_few=True), key(6, "back"))
        else:
            yield self.view(v.Track(), key(1, "next_round"))


def walk_picture_game(rules: RuleSet, rng: random.Random, lang: str = "en", players: int = 4) -> Iterator[View]:
    """A picture game, scene by scene, to its end."""
    known = (*SEATS, *(f"seat{n}" for n in range(7, 13)))
    game = PictureGame(rules, known[:players], rng, lang)
    for _ in range(200):
        if game.game.over or game.game.phase is not RoundPhase.CLUE:
            break
        yield from game.play_round()
        if rng.random() < 0.3:
            yield from around(game)
    yield game.view(v.PictureEnd(), key(1, "again"), key(2, "history"), key(6, "other_game"))
