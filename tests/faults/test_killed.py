"""SIGKILL, SIGTERM and no memory at any moment: what was accepted is there, once, and the next start goes on."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from table.settings.instance import AlreadyRunning, Instance
from table.store import Store
from tests.faults.kit import START, amounts, child, event, turns

WRITER = """
import resource, sys
from pathlib import Path
from table.settings.instance import Instance
from table.store import Store
from tests.faults.kit import START, event

file, limit = Path(sys.argv[1]), int(sys.argv[2])
with Instance(file.parent), Store(file) as store:
    last = store.latest()
    game = store.begin(START) if last is None else last
    number = len(store.log(game))
    hoard = []
    if limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    while True:
        store.append(game, number, event(number - 1))
        print(number, flush=True)
        number += 1
        if limit:
            hoard.append(bytearray(4_000_000))
"""


def accepted_before_death(file: Path, after: int, death: signal.Signals) -> int:
    """Runs a writer, kills it after so many events, gives the number of the last one that it called written."""
    with child(WRITER, str(file), "0") as writer:
        assert writer.stdout is not None
        for _ in range(after):
            line = writer.stdout.readline()
            assert line, writer.stderr.read() if writer.stderr else ""
        writer.send_signal(death)
        rest = writer.stdout.read().split()
        writer.wait()
        assert writer.returncode == -death
    return int(rest[-1] if rest else line)


@turns
@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_writer_has_lost_nothing_that_it_called_written(tmp_path: Path, turn: int, death: signal.Signals):
    file = tmp_path / "games.sqlite"
    chance = random.Random(turn)
    for _ in range(2):
        last = accepted_before_death(file, chance.randrange(1, 80), death)
        found = amounts(file)
        assert found == list(range(len(found))), "an event is missing or doubled"
        # The one that was being written may be there already; it is then the last.
        assert len(found) in (last, last + 1)


@turns
def test_a_writer_without_memory_ends_and_its_log_is_whole(tmp_path: Path, turn: int):
    file = tmp_path / "games.sqlite"
    with child(WRITER, str(file), str(400_000_000 + turn * 4096)) as writer:
        output, error = writer.communicate(timeout=60)
    assert writer.returncode != 0
    assert "MemoryError" in error or "out of memory" in error
    numbers = [int(line) for line in output.split()]
    assert numbers, error
    assert amounts(file) == list(range(numbers[-1]))
    with Instance(tmp_path) as instance, Store(file) as store:
        assert instance.held
        store.append(1, numbers[-1] + 1, event(numbers[-1]))


STARTER = """
import sys
from pathlib import Path
from table.settings.instance import AlreadyRunning, Instance
sys.stdin.readline()
try:
    with Instance(Path(sys.argv[1])):
        print("plays", flush=True)
        sys.stdin.read()
except AlreadyRunning as error:
    print(error, flush=True)
"""


@turns
def test_of_many_tables_that_start_at_once_one_plays_and_the_others_explain(tmp_path: Path, turn: int):
    started = [child(STARTER, str(tmp_path)) for _ in range(5)]
    for process in started:
        assert process.stdin
        process.stdin.write("now\n")
        process.stdin.flush()
    said = [process.stdout.readline().strip() if process.stdout else "" for process in started]
    (winner,) = [place for place, line in enumerate(said) if line == "plays"]
    for place, line in enumerate(said):
        if place != winner:
            assert "the table is running already" in line
            assert f"process {started[winner].pid} " in line or "another process" in line
    with pytest.raises(AlreadyRunning):
        Instance(tmp_path)
    for process in started:
        process.communicate(input="", timeout=20)
    with Instance(tmp_path) as instance:
        assert instance.held


def test_the_first_event_of_a_game_is_on_the_disk_before_its_number_is_known(tmp_path: Path):
    with Store(tmp_path / "games.sqlite") as store:
        game = store.begin(START)
        with Store(tmp_path / "games.sqlite", read_only=True) as other:
            assert other.log(game) == (START,)
