"""The clock jumps by years, forward and back, as on a board without a battery: no rule, no count, no order minds."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from hw.notify import Watchdog
from table.check.machine import clock
from table.rules.events import PointsCorrected
from table.store import Store
from table.store_backup import prune
from tests.check.machine import Machine
from tests.faults.kit import START, event, turns

YEAR = 365.25 * 86_400


@turns
def test_the_log_keeps_its_order_whatever_its_dates(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    log = [
        msgspec.structs.replace(entry, t=chance.uniform(-5 * YEAR, 130 * YEAR))
        for entry in (START, *(event(number) for number in range(40)))
    ]
    with Store(tmp_path / "games.sqlite") as store:
        game = store.begin(log[0])
        for number, entry in enumerate(log[1:], 1):
            store.append(game, number, entry)
        later = store.begin(msgspec.structs.replace(START, t=-1e9))
        assert store.log(game) == tuple(log)
        assert [entry.amount for entry in store.log(game) if isinstance(entry, PointsCorrected)] == list(range(40))
        assert store.latest() == later, "the newest game is the one begun last, not the one with the latest date"
        assert [info.id for info in store.games()] == [later, game]


@turns
def test_backups_of_a_jumping_clock_push_out_no_more_than_their_number(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    for _ in range(40):
        year, day = chance.choice([1970, 2027, 2099]), chance.randrange(1, 29)
        made = tmp_path / f"games-{year}-01-{day:02d}.sqlite"
        made.touch()
        prune(tmp_path, 14, made)
        assert made.exists()
        assert len(list(tmp_path.iterdir())) <= 14


def test_the_watchdog_counts_on_the_monotonic_clock_it_is_given():
    dog = Watchdog({"loop": 2.0}, now=1e9, every=0.0)
    dog.beat("loop", 1e9 + 1)
    assert dog.due(1e9 + 2.9)
    assert not dog.due(1e9 + 3.1)


def test_a_clock_of_another_century_is_told_and_nothing_more(tmp_path: Path):
    pi = Machine(tmp_path)
    assert clock(pi.context(now=0.0)).verdict == "warn"
    assert clock(pi.context(now=100 * YEAR)).verdict in ("ok", "warn")
