"""The vote at a whole table: everything that the program writes and shows before the reveal holds no vote and no owner.

Real key code on mock pins, the real intake, store, recorder and screens. Two tables run side by side with the same
people pressing at the same times, but with other claims and votes: whatever anybody could see must be the same.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from hw.simkeys import WiredKeys
from hw.wiring import load_profile
from table.app.journal import StoreJournal
from table.app.recorder import Recorder
from table.intake.options import Options
from table.intake.picture_play import Voting
from table.intake.play import enter_play
from table.intake.table import Table
from table.rules import events as ev
from table.rules import ruleset
from table.rules.signals import SEATS, Press, Signal, Tick
from table.screens import present
from table.store import Store

GUESSERS = ("sun", "mountain", "hut", "moon", "wave")
ONE = {"sun": (1, 6), "mountain": (2, 1), "hut": (3, 6), "moon": (4, 6), "wave": (5, 1)}
OTHER = {"sun": (6, 2), "mountain": (4, 3), "hut": (2, 1), "moon": (5, 2), "wave": (1, 4)}
EARLY = (b"balloted", b'"claims"', b'"votes"', b'"press"')
"""Words that must stand in no file before all is in: the event, its fields, and any recorded key."""


class Evening:
    """A table in the middle of a round, everything written into `folder`."""

    def __init__(self, folder, wiring: str, seats=SEATS, storyteller="star") -> None:
        rules = {rules.id: rules for rules in ruleset.load_all()[0]}
        self.folder = folder
        self.store = Store(folder / "games.sqlite3")
        journal = StoreJournal(self.store, lambda trouble: None, lambda: 0.0)
        way: Any = "one-button" if wiring == "one-button" else "pods"
        self.table = Table(Options(camera=False, input=way), rules, journal)
        self.recorder = Recorder(folder / "record", {}, lambda text: pytest.fail(text))
        count = 1 + (len(seats) - 1) * (2 if len(seats) == 3 else 1)
        start = ev.GameStarted(rules="zhiyan", values=rules["zhiyan"].values, seats=seats, first=storyteller)
        for event in (start, ev.ClueGiven(seat=storyteller), ev.RowLaid(count=count)):
            self.table.commit(event)
        enter_play(self.table)
        assert isinstance(self.table.phase, Voting)
        self.keys = WiredKeys(load_profile(wiring), random.Random(1))
        self.seen: list[Any] = []

    def feed(self, signals: list[Signal]) -> None:
        for signal in signals:
            self.recorder.record(signal, secret=self.table.secret)  # type: ignore[arg-type]
            self.table.handle(signal)
            if not isinstance(self.table.phase, Voting):
                return
            self.look()

    def push(self, seat: str, key: int, t: float) -> None:
        self.feed(self.keys.push(seat, key, t, 0.1))
        self.feed([Tick(t=t + 0.3)])

    def look(self) -> None:
        """Remember all that can be seen or heard, and read every byte that was written."""
        view = self.table.view()
        screen = present(view)
        self.keys.keys.lamps.show_all(self.table.lamps())
        self.keys.keys.step()
        lit = tuple(self.keys.board.lamp(seat) for seat in self.keys.profile.lamps)
        self.seen.append((msgspec.json.encode(view), msgspec.json.encode(screen), self.table.take_cues(), lit))
        for file in self.folder.rglob("*"):
            if file.is_file():
                data = file.read_bytes()
                assert not any(word in data for word in EARLY), f"{file.name} tells of the vote"
        kinds = [type(event).__name__ for event in self.store.log(1)]
        assert kinds == ["GameStarted", "ClueGiven", "RowLaid"]

    def close(self) -> None:
        self.keys.keys.stop()
        self.recorder.close()
        self.store.close()

    def body(self) -> Any:
        return present(self.table.view()).body


def enter(evening: Evening, entries: dict[str, tuple[int, ...]], order: list[str]) -> Evening:
    """Everybody enters with a pod, in `order`, at the same times in every run."""
    left = {seat: list(keys) for seat, keys in entries.items()}
    for t, seat in enumerate(order, start=1):
        evening.push(seat, left[seat].pop(0), t * 1.5)
    return evening


@pytest.fixture
def evening(tmp_path):
    """Makes tables that write into folders of their own, and puts them away."""
    made: list[Evening] = []

    def make(wiring: str = "pods", **more: Any) -> Evening:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Evening(folder, wiring, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_with_pods_nothing_written_or_shown_depends_on_claims_or_votes(seed, evening, capfd):
    order = [seat for seat in GUESSERS for _ in range(2)]
    random.Random(seed).shuffle(order)
    runs = [enter(evening(), entries, order) for entries in (ONE, OTHER)]
    assert len(runs[0].seen) > 20
    assert runs[0].seen == runs[1].seen
    assert capfd.readouterr() == ("", "")
    for run, entries in zip(runs, (ONE, OTHER), strict=True):
        (event,) = [event for event in run.store.log(1) if isinstance(event, ev.Balloted)]
        assert event.claims == {seat: (own,) for seat, (own, _) in entries.items()}
        assert event.votes == {seat: (vote,) for seat, (_, vote) in entries.items()}


def test_three_players_with_two_cards_each(evening):
    seats, order = ("sun", "hut", "moon"), ["sun", "hut", "hut", "sun", "sun", "hut"]
    one, other = {"sun": (1, 2, 5), "hut": (3, 4, 5)}, {"sun": (5, 3, 1), "hut": (2, 4, 3)}
    runs = [enter(evening(seats=seats, storyteller="moon"), entries, order) for entries in (one, other)]
    assert runs[0].seen == runs[1].seen
    assert runs[0].table.log[-1].claims == {"sun": (1, 2), "hut": (3, 4)}


def test_the_screen_counts_and_names_nobody(evening):
    table = evening()
    for t, seat in enumerate(("sun", "hut"), start=1):
        for part, key in enumerate(ONE[seat]):
            table.push(seat, key, t * 2.0 + part)
        body = table.body()
        assert (body.entered, body.expected, body.late) == (t, 5, ())


def sweep(evening: Evening, entries: dict[str, tuple[int, ...]]) -> Evening:
    """Everybody presses the one button while the wanted number is lit."""
    table, t, pressed = evening.table, 0.0, set()
    while isinstance(table.phase, Voting) and t < 60:
        t += 0.1
        light = table.phase.ballot.sweep(t)
        for seat, (own, vote) in entries.items():
            wanted = light and light.lit == (own if light.phase == "own" else vote) and light.share < 0.7
            if wanted and (seat, light.phase) not in pressed:
                pressed.add((seat, light.phase))
                for action in ("down", "up"):
                    press = Press(t=t, seat=seat, key=1, action=action)
                    evening.recorder.record(press, secret=table.secret)
                    table.handle(press)
        evening.feed([Tick(t=t)])
    return evening


def test_in_a_sweep_nothing_written_or_shown_depends_on_claims_or_votes(evening, capfd):
    runs = [sweep(evening("one-button"), entries) for entries in (ONE, OTHER)]
    assert len(runs[0].seen) > 200
    assert runs[0].seen == runs[1].seen
    assert capfd.readouterr() == ("", "")
    assert dict(runs[1].table.log[-1].votes) == {seat: (vote,) for seat, (_, vote) in OTHER.items()}


def test_a_power_cut_in_the_middle_means_voting_again(evening):
    before = enter(evening(), ONE, ["sun", "hut", "sun", "hut", "moon"])
    assert before.body().entered == 2
    after = Table(Options(camera=False), before.table.rulesets)
    after.load(before.store.log(1))
    enter_play(after)
    assert isinstance(after.phase, Voting)
    assert after.phase.ballot.entered == 0
