"""Three to six people play the picture game: a clue, cards face down, a shuffled row, secret entries, the reveal."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence

from table.intake import view as v
from table.intake.view import View
from table.rules import events as ev
from table.rules.ruleset import RuleSet
from table.rules.session import Session
from table.rules.signals import Seat
from table.rules.zhiyan import RoundPhase, ZhiyanState
from table.sim.human import Human
from table.sim.people import People
from table.sim.picture_bot import PictureBot
from table.sim.steps import Push, Reach, Runner, Script, Step, Wait
from table.sim.world import Lying, World

ROW = (40.0, 210.0, 514.0)
"""Where the row lies: left end, middle line and length in mm."""


class PicturePeople(People):
    """A game of 只言片语. `play` is the script of a whole game; the truth is kept in `truth`."""

    def __init__(
        self,
        runner: Runner,
        ruleset: RuleSet,
        seats: tuple[Seat, ...],
        rng: random.Random,
        *,
        pictures: tuple[str, ...] | None = None,
        row: tuple[float, float, float] = ROW,
        slips: float = 0.02,
        pace: float = 1.0,
        human: Human | None = None,
        things_in: Callable[[str], Sequence[str]] | None = None,
    ) -> None:
        super().__init__(runner, rng, human)
        self.ruleset = ruleset
        self.seats = seats
        self.row = row
        self.slips = slips
        self.pace = pace
        self.things_in = things_in
        self.clue = ""
        """What the simulated storyteller says: a thing in the picture; empty while nothing is told."""
        self.truth = Session()
        deck = list(pictures or (f"p{i:02d}" for i in range(1, ruleset.zhiyan.deck_size + 1)))
        rng.shuffle(deck)
        self.stock = deck
        self.hands: dict[Seat, list[str]] = {}
        self.bot = PictureBot(random.Random(rng.random()))
        self.mismatches: list[str] = []

    @property
    def state(self) -> ZhiyanState:
        """What is true."""
        assert isinstance(self.truth.state, ZhiyanState)
        return self.truth.state

    def happened(self, event: ev.AnyEvent) -> None:
        """Write down what really happened."""
        self.truth = self.truth.append(event)

    def play(self, first: Seat) -> Script:
        """From the first clue to the screen that shows the winners."""
        self.happened(ev.GameStarted(rules=self.ruleset.id, values=self.ruleset.values, seats=self.seats, first=first))
        self._refill()
        while not self.state.over:
            yield from self.round()
        yield from self.until(lambda s: isinstance(s, v.PictureEnd), 90, self.answer)

    def _refill(self) -> None:
        for seat in self.state.active:
            hand = self.hands.setdefault(seat, [])
            while len(hand) < self.state.hands[seat] and self.stock:
                hand.append(self.stock.pop())

    # -- a round ----------------------------------------------------------------------------------------------

    def round(self) -> Script:
        """Clue, row, vote, reveal, refill."""
        teller = self.state.storyteller
        yield Wait(self.rng.uniform(4, 10) * self.pace)
        yield from self.until(lambda s: isinstance(s, v.Telling), 30, self.answer)
        if self.rng.random() < 0.7:
            yield from self.press(teller, "clue_given")
        self.happened(ev.ClueGiven(seat=teller))
        cards = yield from self._choose(teller)
        yield Wait(self.rng.uniform(5, 12) * self.pace)
        owners = yield from self._lay_row(cards)
        yield from self.until(lambda s: isinstance(s, v.Voting), 20, self._help_row)
        self.happened(ev.RowLaid(count=len(owners)))
        yield from self._vote(owners, teller)
        yield from self._reveal()
        yield from self._go_on()

    def _choose(self, teller: Seat) -> Generator[Step, None, list[tuple[str, Seat]]]:
        """Everybody's card for this clue, the storyteller's first, each with whose it is."""
        cards = []
        if self.is_human(teller):
            yield from self.ask("tell", self.hands[teller])
            cards.append((self._chosen(), teller))
        else:
            cards.append((self.hands[teller].pop(), teller))
            self.clue = self.bot.clue(self.things_in(cards[0][0])) if self.things_in is not None else ""
        for seat in self.state.guessers:
            for _ in range(self.state.cards_each):
                if self.is_human(seat):
                    yield from self.ask("give", self.hands[seat])
                    cards.append((self._chosen(), seat))
                else:
                    cards.append((self.hands[seat].pop(), seat))
        return cards

    # -- a person among them ------------------------------------------------------------------------------------

    def _chosen(self) -> str:
        """The picture that was clicked; it leaves the hand."""
        assert self.human is not None
        name = self.human.settled()
        self.hands[self.human.seat].remove(name)
        return name

    def _wait_for_vote(self, entered: int) -> Script:
        """Until a person has voted with the keys, or until all have to enter again since the claims do not fit."""
        assert self.human is not None

        def over() -> bool:
            scene = self.scene()
            return not isinstance(scene, v.Voting) or scene.entered < entered

        yield from self.ask("vote", self.hands[self.human.seat], over)
        self.human.settled()

    # -- row and vote -------------------------------------------------------------------------------------------

    def _lay_row(self, cards: list[tuple[str, Seat]]) -> Generator[Step, None, dict[int, Seat]]:
        """The storyteller lays the shuffled cards; gives the true owner of each number from the left."""
        self.rng.shuffle(cards)
        left, y, length = self.row
        step = length / len(cards)

        def put(world: World) -> None:
            for i, (name, _) in enumerate(cards):
                x = left + step * (i + 0.5) + self.rng.uniform(-3, 3)
                world.row.append(Lying(name, x, y + self.rng.uniform(-5, 5), self.rng.gauss(0, 0.05)))

        def first(world: World) -> None:
            world.clear()

        yield Reach(("row",), "near", first, 1.0)
        yield Wait(1.5)
        yield Reach(("row",), "near", put, 3.0 + len(cards) * 0.6)
        yield Wait(1.0)
        return {i + 1: owner for i, (_, owner) in enumerate(cards)}

    def _help_row(self, view: View) -> Script | None:
        """A row that the eye does not number after a while is said to lie there."""
        if isinstance(view.scene, v.Collecting) and any(k.action == "all_here" for k in view.keys):
            return self.press(self.state.storyteller, "all_here")
        if isinstance(view.scene, v.RowReading) and any(k.action == "row_lies" for k in view.keys):
            return self.press(self.state.storyteller, "row_lies")
        return None

    def _vote(self, owners: dict[int, Seat], teller: Seat) -> Script:
        guessers = self.state.guessers
        votes = self.bot.votes(owners, teller, guessers, self.state.votes_allowed)
        claims = {seat: tuple(n for n, owner in owners.items() if owner == seat) for seat in guessers}
        if self.one_button:
            yield from self._sweep(claims, votes)
        for _ in range(0 if self.one_button else 4):
            order = [seat for seat in guessers if not self.is_human(seat)]
            self.rng.shuffle(order)
            for seat in order:
                yield Wait(self.rng.uniform(0.5, 3.0) * self.pace)
                yield from self._enter(seat, claims[seat], votes[seat])
            if len(order) < len(guessers):
                yield from self._wait_for_vote(len(order))
            yield from self.until(lambda s: not isinstance(s, v.Voting), 6)
            if not isinstance(self.scene(), v.Voting):
                break
            self.questions += 1  # the claims did not add up, or a press was lost: all enter once more
            for seat in order:
                yield Push(seat, 1, 2.2)
                yield Wait(0.3)
        self.clue = ""
        if self.human is not None and self.human.seat in guessers:
            votes[self.human.seat] = self._entered_by(self.human.seat, votes[self.human.seat])
        self.happened(ev.Balloted(claims=claims, votes=votes))

    def _entered_by(self, seat: Seat, otherwise: tuple[int, ...]) -> tuple[int, ...]:
        """What a person has voted for is what the keys said: the reveal shows it."""
        shown = self.look().game
        if not isinstance(shown, ZhiyanState) or not shown.history:
            return otherwise
        return tuple(shown.history[-1].votes.get(seat, otherwise))

    def _sweep(self, claims: dict[Seat, tuple[int, ...]], votes: dict[Seat, tuple[int, ...]]) -> Script:
        """One button a seat: everybody presses when the light is on his number, pass by pass."""
        pressed: set[tuple[Seat, str, int]] = set()
        for _ in range(1200):
            scene = self.scene()
            if not isinstance(scene, v.Voting):
                return
            sweep = scene.sweep
            if sweep is None or not sweep.lit:
                if sweep is None:
                    pressed.clear()  # the next sweep begins anew
                yield Wait(0.2)
                continue
            for seat in claims:
                if self.is_human(seat):
                    continue
                number = votes[seat][0]
                if sweep.phase != "vote":
                    number = claims[seat][1 if sweep.phase == "own_again" else 0]
                mark = (seat, sweep.phase, sweep.lit)
                if number == sweep.lit and mark not in pressed:
                    pressed.add(mark)
                    yield Push(seat, 1)
            yield Wait(0.2)

    def _enter(self, seat: Seat, own: tuple[int, ...], votes: tuple[int, ...]) -> Script:
        """Own card, then the vote; now and then a slip, mended by holding a key."""
        presses = [*own, *votes]
        if self.rng.random() < self.slips:
            wrong = self.rng.choice([n for n in range(1, self.state.row + 1) if n not in own])
            yield Push(seat, wrong)
            yield Wait(0.7)
            yield Push(seat, wrong, 2.2)
            yield Wait(0.5)
        if self.state.votes_allowed > 1 and len(votes) == 1:
            presses.append(votes[0])
        for number in presses:
            yield Push(seat, number)
            yield Wait(self.rng.uniform(0.35, 0.9))

    def _reveal(self) -> Script:
        def done(scene: v.Scene) -> bool:
            return isinstance(scene, v.RoundScore | v.Track | v.PictureEnd)

        if self.rng.random() < 0.5:
            for _ in range(8):
                if isinstance(self.scene(), v.Reveal):
                    yield from self.press(None, "next_step")
        yield from self.until(done, 60)
        self.compare()

    def _go_on(self) -> Script:
        for _ in range(3):
            if isinstance(self.scene(), v.RoundScore):
                yield from self.press(self.seats[0], "next")

        def clear(world: World) -> None:
            world.clear()

        yield Reach(("row",), "near", clear, 2.0)
        yield Wait(1.0)
        if self.state.phase is RoundPhase.RESULT:
            self.happened(ev.Refilled())
            if not self.state.over:
                self._refill()
            if isinstance(self.scene(), v.Track):
                yield from self.press(self.seats[0], "next_round")

    def compare(self) -> None:
        """Does the screen say what is true?"""
        shown = self.look().game
        truth = self.state
        if not isinstance(shown, ZhiyanState) or shown.points != truth.points:
            said = shown.points if isinstance(shown, ZhiyanState) else None
            self.mismatches.append(f"round {truth.round_number}: the table says {said}, true is {truth.points}")

    def answer(self, view: View) -> Script | None:
        """Move on through what the table shows between two rounds."""
        if isinstance(view.scene, v.Track):
            return self.press(self.seats[0], "next_round")
        return None
