"""The card is full, read-only, or held by somebody else: play goes on, and what was accepted is written later."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.app.journal import RETRY, StoreJournal
from table.rules.signals import Trouble
from table.settings import load, starts
from table.settings.instance import Instance
from table.store import Store, StoreError
from table.store_backup import BackupError, back_up
from tests.faults.kit import START, amounts, event, fill, remount, small_disk, turns


class Table:
    """A journal on a store, with a clock that the test moves and the troubles that the players are told."""

    def __init__(self, file: Path) -> None:
        self.now = 0.0
        self.told: list[Trouble] = []
        self.store = Store(file)
        self.journal = StoreJournal(self.store, self.told.append, lambda: self.now)
        self.journal.begin(START)

    def play(self, first: int, last: int) -> None:
        for number in range(first, last):
            self.now += 0.3
            self.journal.append(event(number))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.journal.tick()


@turns
def test_a_full_disk_keeps_the_events_until_there_is_room(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    before, during = chance.randrange(1, 30), chance.randrange(1, 60)
    with small_disk(tmp_path / "card", 700) as card:
        table = Table(card / "games.sqlite")
        table.play(0, before)
        ballast = fill(card)
        number = before
        while not table.journal.pending:  # the write-ahead log may have a little room of its own
            table.play(number, number + 1)
            number += 1
        table.play(number, number + during)
        assert [trouble.part for trouble in table.told if not trouble.over] == ["store"] * len(table.told)
        assert "the disk is full" in table.told[0].what
        ballast.unlink()
        table.wait(RETRY)
        assert table.journal.pending == 0
        assert table.told[-1].over
        table.play(number + during, number + during + 5)
        table.store.close()
        assert amounts(card / "games.sqlite") == list(range(number + during + 5))


@turns
def test_a_log_that_needs_more_room_than_the_card_has_is_brought_home_in_time(tmp_path: Path, turn: int):
    """An event takes some 8 KB of a write-ahead log, and half a KB of the file: a small card holds many."""
    with small_disk(tmp_path / "card", 500 + 2 * turn) as card:
        table = Table(card / "games.sqlite")
        table.play(0, 200)
        assert (table.told, table.journal.pending) == ([], 0)
        table.store.close()
        assert amounts(card / "games.sqlite") == list(range(200))


@turns
def test_a_card_that_turns_read_only_keeps_the_events_until_it_is_writable_again(tmp_path: Path, turn: int):
    before = random.Random(turn).randrange(1, 30)
    with small_disk(tmp_path / "card", 700) as card:
        table = Table(card / "games.sqlite")
        table.play(0, before)
        table.store.close()  # a file system with files open for writing cannot be made read-only
        remount(card, "ro")
        with pytest.raises(StoreError) as error:
            Store(card / "games.sqlite")
        assert error.value.kind == "read_only"
        assert "write protection" in str(error.value)
        assert amounts(card / "games.sqlite") == list(range(before))
        remount(card, "rw")
        with Store(card / "games.sqlite") as store:
            store.append(1, before + 1, event(before))
        assert amounts(card / "games.sqlite") == list(range(before + 1))


@turns
@pytest.mark.parametrize("fault", ["full", "read-only"])
def test_settings_counter_and_lock_do_without_the_card(tmp_path: Path, turn: int, fault: str):
    with small_disk(tmp_path / "card", 64) as card:
        file = tmp_path / "settings.toml"
        file.write_text('[table]\nlanguage = "hu"\n', encoding="utf-8")
        assert load(file, card).table.language == "hu"
        if fault == "full":
            fill(card)
        else:
            remount(card, "ro")
        file.write_text('[table]\nlanguage = "es"\n# a new comment\n', encoding="utf-8")
        assert load(file, card).table.language == "es"
        starts.record_start(card)
        starts.mark_healthy(card)
        with Instance(card):
            pass
        file.write_text("nonsense", encoding="utf-8")
        assert load(file, card).table.language == "hu", "the last good settings that could be kept"
        assert not [path.name for path in card.iterdir() if path.name.startswith(".")], "half-written files are left"


@turns
def test_a_backup_without_room_leaves_the_older_ones(tmp_path: Path, turn: int):
    games = tmp_path / "games.sqlite"
    with Store(games) as store:
        game = store.begin(START)
        for number in range(60):
            store.append(game, number + 1, event(number))
    with small_disk(tmp_path / "stick", 200) as stick:
        good = back_up(games, stick, "games-2027-01-14.sqlite")
        whole = good.read_bytes()
        fill(stick)
        with pytest.raises(BackupError, match="make room there"):
            back_up(games, stick, "games-2027-01-15.sqlite")
        with pytest.raises(BackupError, match="make room there"):
            back_up(games, stick, good.name)
        assert good.read_bytes() == whole
        assert sorted(path.name for path in stick.iterdir()) == ["ballast", good.name]


@turns
def test_a_database_that_somebody_else_holds_is_waited_for_and_then_told(tmp_path: Path, turn: int):
    table = Table(tmp_path / "games.sqlite")
    table.play(0, 3)
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.play(3, 5)
        assert table.journal.pending == 2
        assert "another program holds it" in table.told[-1].what
        other.execute("ROLLBACK")
    table.wait(RETRY)
    table.store.close()
    assert amounts(tmp_path / "games.sqlite") == [0, 1, 2, 3, 4]
