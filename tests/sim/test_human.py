"""A person takes a seat at the simulated table: what is clicked is laid, what the keys say is the vote."""

from __future__ import annotations

import pytest

from table.intake import view as v
from table.rules.signals import Press, Seat
from table.sim.game import Game, Setup
from table.sim.human import Human, Wanted
from tests.intake.table_kit import RULES
from vision.synth.pictures import KINDS_OF_THINGS, things_in


class Player(Human):
    """Plays at once: clicks the first thing that fits; votes with the keys, own card first, for a fixed number."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.game: Game | None = None
        self.asked: list[Wanted] = []
        self.laid: list[str] = []

    def ask(self, wanted: Wanted, hand: object) -> None:
        super().ask(wanted, hand)  # type: ignore[arg-type]
        self.asked.append(wanted)
        if wanted in ("tell", "give"):
            self.answer("no picture of mine")
            assert not self.choice
            self.answer(self.hand[0])
            self.laid.append(self.choice)
        elif wanted == "vote":
            self._vote()
        else:
            self.answer({"draw": "stock", "lay": "done"}.get(wanted) or next(iter(self.hand)))

    def _vote(self) -> None:
        game = self.game
        assert game is not None
        names = [lying.name for lying in sorted(game.world.row, key=lambda lying: lying.x)]
        own = [i + 1 for i, name in enumerate(names) if name in self.laid]
        for number in (*own, next(n for n in range(1, len(names) + 1) if n not in own)):
            for action in ("down", "up"):
                game.handle(Press(t=game.t, seat=self.seat, key=number, action=action))  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [3, 4])
def test_a_person_plays_the_picture_game(players):
    me = Player("mountain")
    setup = Setup(rules="zhiyan", seed=2, eye="noisy", players=players, wired=False, short=True)
    game = me.game = Game(setup, RULES, human=me)
    report = game.run()
    assert (report.equal, report.wrong_accepted, report.faults) == (True, 0, 0), report
    assert {"tell", "give", "vote"} <= set(me.asked), "storyteller once, a guesser in the other rounds"
    truth = game.people.truth.state
    mine = [result.votes["mountain"] for result in truth.history if "mountain" in result.votes]
    assert mine
    assert all(votes in ((1,), (2,), (3,)) for votes in mine), "the first card that is not his own"


def test_the_storyteller_of_the_simulation_names_a_thing_in_his_picture():
    me = Player("mountain")
    setup = Setup(rules="zhiyan", seed=2, eye="noisy", players=4, wired=False, short=True)
    game = me.game = Game(setup, RULES, human=me)
    clues = []

    def watch() -> None:
        people = game.people
        if people.clue and isinstance(game.view().scene, v.Voting) and (not clues or clues[-1] != people.clue):
            clues.append(people.clue)
            shown = {thing for lying in game.world.row for thing in things_in(lying.name)}
            assert people.clue in shown

    game.on_signal = watch
    game.run()
    assert clues
    assert set(clues) <= set(KINDS_OF_THINGS)


def test_every_picture_says_what_it_shows():
    for number in (1, 7, 84):
        things = things_in(f"p{number:02d}")
        assert 3 <= len(things) == len(set(things)) <= 5
