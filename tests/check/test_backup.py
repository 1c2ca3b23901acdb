"""The nightly backup: whole copies of a living database, old ones removed, good ones never."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.store_backup import BackupError, back_up, faults, main, prune, remove_old_recordings

DAY = 86_400.0


def living_database(file: Path, rows: int) -> sqlite3.Connection:
    """A database with a write-ahead log that somebody still writes to."""
    link = sqlite3.connect(file, isolation_level=None)
    link.execute("PRAGMA journal_mode=WAL")
    link.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, body TEXT)")
    link.execute("BEGIN")
    link.executemany("INSERT INTO events VALUES (?, ?)", [(n, f"event {n} " * 20) for n in range(rows)])
    link.execute("COMMIT")
    return link


def rows_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as link:
        return int(link.execute("SELECT count(*) FROM events").fetchone()[0])


def test_a_copy_is_whole_while_the_table_writes(tmp_path: Path):
    games = tmp_path / "games.sqlite"
    with closing(living_database(games, 500)) as link:
        link.execute("BEGIN IMMEDIATE")
        link.execute("INSERT INTO events VALUES (500, 'not yet committed')")
        target = back_up(games, tmp_path / "backups", "games-2027-01-15.sqlite")
        link.execute("COMMIT")
    assert rows_of(target) == 500
    assert faults(target) == []
    assert [file.name for file in (tmp_path / "backups").iterdir()] == [target.name]


def test_a_folder_with_odd_signs_in_its_name_is_no_trap(tmp_path: Path):
    odd = tmp_path / "50% of #1?"
    odd.mkdir()
    living_database(odd / "games.sqlite", 3).close()
    assert rows_of(back_up(odd / "games.sqlite", odd / "backups", "games-2027-01-15.sqlite")) == 3


def test_a_damaged_database_does_not_replace_a_good_backup(tmp_path: Path):
    games, folder = tmp_path / "games.sqlite", tmp_path / "backups"
    living_database(games, 2000).close()
    good = back_up(games, folder, "games-2027-01-15.sqlite")
    content = bytearray(games.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = b"\xa5" * 200
    games.write_bytes(content)
    with pytest.raises(BackupError, match=r"is damaged .* the older backups .* are kept"):
        back_up(games, folder, "games-2027-01-15.sqlite")
    assert rows_of(good) == 2000
    assert [file.name for file in folder.iterdir()] == [good.name]


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path):
    games = tmp_path / "games.sqlite"
    living_database(games, 3).close()
    (tmp_path / "backups").write_text("a file where the folder should be", encoding="ascii")
    with pytest.raises(BackupError, match=r"cannot take the backup .*; make room there or name another folder"):
        back_up(games, tmp_path / "backups", "games-2027-01-15.sqlite")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_the_oldest_go_and_labelled_ones_stay(tmp_path: Path):
    for day in range(1, 21):
        (tmp_path / f"games-2027-01-{day:02d}.sqlite").touch()
    (tmp_path / "before-0.2.0.sqlite").touch()
    prune(tmp_path, 14, tmp_path / "games-2027-01-20.sqlite")
    assert names(tmp_path) == ["before-0.2.0.sqlite", *(f"games-2027-01-{day:02d}.sqlite" for day in range(7, 21))]


def test_a_clock_that_fell_back_does_not_cost_the_backup_just_made(tmp_path: Path):
    for day in range(1, 15):
        (tmp_path / f"games-2027-01-{day:02d}.sqlite").touch()
    made = tmp_path / "games-1970-01-01.sqlite"
    made.touch()
    prune(tmp_path, 14, made)
    assert made.exists()
    assert len(names(tmp_path)) == 14


def test_old_recordings_go_new_ones_and_those_from_the_future_stay(tmp_path: Path):
    now = 1_800_000_000.0
    for name, age in (("old", 31.0), ("new", 29.0), ("future", -400.0)):
        file = tmp_path / "evening" / f"{name}.jsonl"
        file.parent.mkdir(exist_ok=True)
        file.touch()
        os.utime(file, (now - age * DAY, now - age * DAY))
    assert [file.stem for file in remove_old_recordings(tmp_path, 30, now)] == ["old"]
    assert names(tmp_path / "evening") == ["future.jsonl", "new.jsonl"]


def test_the_command_of_the_nightly_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("CARDTABLE_SETTINGS", str(tmp_path / "settings.toml"))
    assert main([]) == 0
    assert "nothing to back up" in capsys.readouterr().out
    living_database(tmp_path / "games.sqlite", 9).close()
    assert main([]) == 0
    assert main(["--label", "before 0.2/x"]) == 0
    copies = names(tmp_path / "backups")
    assert copies[0] == "before_0.2_x.sqlite"
    assert rows_of(tmp_path / "backups" / copies[1]) == 9
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("no backup: ")
