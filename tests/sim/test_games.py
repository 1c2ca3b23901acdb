"""Whole simulated games: the table's result is the truth, whatever the eye mistakes and the fingers do twice."""

from __future__ import annotations

import pytest

from table.app.app import App, Parts
from table.app.signal_queue import SignalQueue
from table.intake.journal import MemoryJournal
from table.intake.options import Options
from table.intake.start import Attract
from table.intake.table import Table
from table.rules.session import fold
from table.sim.fuzz import Chaos
from table.sim.game import Game, Setup
from tests.intake.table_kit import RULES


@pytest.mark.parametrize("rules", ["gin-the-pack", "gin-fupa", "gin-jinlami", "gin-oklahoma", "gin-straight"])
@pytest.mark.parametrize("seed", [3, 4])
def test_gin_with_a_noisy_eye(rules, seed):
    setup = Setup(rules=rules, seed=seed, eye="noisy", wired=False, short=True, mishaps=0.02)
    report = Game(setup, RULES).run()
    assert (report.equal, report.wrong_accepted, report.faults) == (True, 0, 0), report


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_picture_game_with_a_noisy_eye(players):
    setup = Setup(rules="zhiyan", seed=players, eye="noisy", players=players, wired=False, short=True, mishaps=0.02)
    report = Game(setup, RULES).run()
    assert (report.equal, report.wrong_accepted, report.faults) == (True, 0, 0), report


def test_the_real_key_code_counts_every_press_once():
    report = Game(Setup(rules="zhiyan", seed=5, eye="noisy", players=4, short=True), RULES).run()
    assert (report.equal, report.faults) == (True, 0), report


def test_the_same_seed_gives_the_same_evening():
    logs = []
    for _ in range(2):
        journal = MemoryJournal()
        Game(Setup(rules="gin-fupa", seed=8, eye="noisy", wired=False, short=True), RULES, journal=journal).run()
        logs.append(journal.games)
    assert logs[0] == logs[1]


@pytest.mark.parametrize("seed", range(6))
def test_random_signals_never_bring_the_table_down(seed):
    chaos = Chaos(seed)
    journal = MemoryJournal()
    inputs = ("pods", "one-button", "keyboard")
    table = Table(Options(input=inputs[seed % 3], camera=seed % 4 != 0), RULES, journal, seed=seed)  # type: ignore[arg-type]
    table.go(Attract(table))
    app = App(table, Parts(queue=SignalQueue()), lambda: chaos.t)
    for i in range(1500):
        app.handle(chaos.signal())
        if i % 11 == 0:
            app.show(chaos.t)
    assert app.faults == 0
    for log in journal.games:
        assert fold(log) is not None


@pytest.mark.parametrize(("rules", "players"), [("zhiyan", 3), ("zhiyan", 5), ("gin-the-pack", 2)])
def test_one_button_a_seat_is_enough_for_a_whole_game(rules, players):
    options = Options(input="one-button")
    setup = Setup(
        rules=rules,
        seed=6,
        eye="noisy",
        players=players,
        short=True,
        wiring="one-button",
        mishaps=0.02,
        options=options,
    )
    report = Game(setup, RULES).run()
    assert (report.equal, report.wrong_accepted, report.faults) == (True, 0, 0), report
