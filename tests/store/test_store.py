"""The log on the disk: append-only, one writer, and what happens when the file or the disk is not as it should be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.rules import events as ev
from table.rules.ruleset import load
from table.rules.session import fold
from table.store import GameInfo, Store, StoreError
from table.store.schema import APPLICATION_ID, MIGRATIONS, VERSION, migrate
from tests.rules.table import DEFENDER, KNOCKER, MOUNTAIN, SUN, GinTable, ZhiyanTable


def a_game(points: int = 100) -> tuple[ev.AnyEvent, ...]:
    return GinTable("gin-fupa").hand(SUN, points).session.log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "log.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


# -- writing and reading ----------------------------------------------------------------------------------------


def test_a_game_is_written_event_by_event_and_read_back(store: Store) -> None:
    log = GinTable().shown(KNOCKER, DEFENDER.replace("TD", "TH")).session.log
    game = store.begin(log[0])  # type: ignore[arg-type]
    for number, event in enumerate(log[1:], start=1):
        store.append(game, number, event)
    assert store.log(game) == log
    assert store.state(game) == fold(log)
    assert store.session(game).log == log


def test_what_was_appended_survives_another_opening(path: Path) -> None:
    with Store(path) as store:
        game = store.add_game(a_game())
    with Store(path) as store:
        assert store.notice == ""
        assert store.log(game) == a_game()


def test_several_games_in_one_file_newest_first(store: Store) -> None:
    values = load("zhiyan").values
    start = ev.GameStarted(t=500.0, rules="zhiyan", values=values, seats=("A", "B", "C"), first="A")
    first, second = store.add_game(a_game()), store.begin(start)
    store.append(second, 1, ev.RowLaid(t=510.0, count=5))
    assert store.games() == [
        GameInfo(id=second, rules="zhiyan", seats=("A", "B", "C"), events=2, started=500.0, changed=510.0),
        GameInfo(id=first, rules="gin-fupa", seats=(SUN, MOUNTAIN), events=2, started=0.0, changed=0.0),
    ]
    assert [info.id for info in store.games(limit=1)] == [second]
    assert store.latest() == second


def test_the_game_to_go_on_with(store: Store) -> None:
    assert store.unfinished() is None
    store.add_game(a_game(points=100))
    assert store.unfinished() is None, "it is over"
    game = store.add_game(ZhiyanTable().row().session.log)
    assert store.unfinished() == game
    store.append(game, 2, ev.GameClosed())
    assert store.unfinished() is None


def test_corrections_are_events_like_others(store: Store) -> None:
    log = (*a_game(), ev.Amended(target=1, event=ev.HandEntered(winner=SUN, how="knock", difference=30), why="x"))
    game = store.add_game(log)
    state = store.state(game)
    assert state is not None
    assert state.points == {SUN: 30, MOUNTAIN: 0}


def test_nothing_is_ever_changed_or_taken_out(store: Store) -> None:
    store.add_game(a_game())
    for sql in ("DELETE FROM events", "UPDATE events SET body = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store._db.execute(sql)


@pytest.mark.parametrize("number", [0, 1, 3, 99, -1])
def test_an_event_that_does_not_follow_is_refused(store: Store, number: int) -> None:
    game = store.add_game(a_game())
    with pytest.raises(StoreError, match="does not follow") as caught:
        store.append(game, number, ev.GameClosed())
    assert caught.value.kind == "bad_log"
    assert len(store.log(game)) == 2


def test_a_log_begins_with_its_game(store: Store) -> None:
    for log in ((), (ev.GameClosed(),)):
        with pytest.raises(StoreError, match="game_started"):
            store.add_game(log)


def test_an_unknown_game(store: Store) -> None:
    with pytest.raises(StoreError, match="no game 7") as caught:
        store.log(7)
    assert caught.value.kind == "missing"


def test_an_event_of_an_unknown_kind_names_its_place(store: Store) -> None:
    game, body = store.add_game(a_game()), '{"type": "rain"}'
    checksum = zlib.crc32(f"{game} 2 {body}".encode())
    store._db.execute("INSERT INTO events VALUES (?, 2, 0, ?, ?)", (game, body, checksum))
    with pytest.raises(StoreError, match=f"game {game}, event 2") as caught:
        store.log(game)
    assert caught.value.kind == "bad_log"
    assert store.games()[0].events == 3


def test_an_event_with_a_wrong_checksum_is_not_believed(store: Store) -> None:
    game = store.add_game(a_game())
    store._db.execute("INSERT INTO events VALUES (?, 2, 0, ?, 7)", (game, '{"type": "game_closed"}'))
    with pytest.raises(StoreError, match=f"game {game} is damaged at event 2") as caught:
        store.log(game)
    assert caught.value.kind == "damaged"
    assert store.unfinished() is None
    assert "is damaged at event 2" in store.notice


def test_a_log_that_does_not_fold_names_its_place(store: Store) -> None:
    game = store.add_game(a_game())
    store.append(game, 2, ev.Passed(seat=SUN))
    with pytest.raises(StoreError, match=f"game {game}, event 2: the game is over"):
        store.session(game)


def test_settings_of_the_file_are_those_that_survive_a_pulled_plug(store: Store) -> None:
    assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store._db.execute("PRAGMA synchronous").fetchone()[0] == 2


# -- one writer -------------------------------------------------------------------------------------------------


def test_a_second_writer_is_told_who_is_there(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="another cardtable writes this log") as caught:
        Store(path)
    assert caught.value.kind == "locked"


def test_a_reader_looks_on_while_a_writer_writes(store: Store, path: Path) -> None:
    game = store.add_game(a_game())
    with Store(path, read_only=True) as reader:
        assert reader.log(game) == a_game()
        store.append(game, 2, ev.GameClosed())
        assert len(reader.log(game)) == 3
        with pytest.raises(StoreError, match="cannot be written") as caught:
            reader.append(game, 3, ev.GameClosed())
        assert caught.value.kind == "read_only"


def test_looking_at_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="no log of games here"):
        Store(path, read_only=True)
    assert not path.exists()


def test_another_program_that_holds_the_file(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store._db.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program holds it") as caught:
        store.add_game(a_game())
    assert caught.value.kind == "locked"
    other.execute("ROLLBACK")
    other.close()
    assert store.add_game(a_game()) == 1


# -- trouble ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_half_written(store: Store) -> None:
    game = store.begin(a_game()[0])  # type: ignore[arg-type]
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full") as caught:
        fill(store, game)
    assert caught.value.kind == "full"
    written = len(store.log(game))
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append(game, written, ev.GameClosed())
    assert len(store.log(game)) == written + 1


def fill(store: Store, game: int) -> None:
    for number in range(1, 500):
        store.append(game, number, ev.GameClosed(why="x" * 500))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(StoreError, match="cannot open the log") as caught:
        Store(tmp_path / "file" / "log.sqlite")
    assert caught.value.kind == "read_only"


@pytest.mark.parametrize("damage", ["not a database at all", "torn"])
def test_a_damaged_file_is_set_aside_and_play_goes_on(path: Path, damage: str) -> None:
    with Store(path) as store:
        for _ in range(40):
            store.add_game(a_game())
    whole = path.read_bytes()
    torn = whole[:4096] + os.urandom(8192) + whole[12288:] if damage == "torn" else damage.encode() * 500
    path.write_bytes(torn)
    with Store(path) as store:
        assert "damaged" in store.notice or "not a log" in store.notice
        assert "\n" not in store.notice
        assert store.games() == []
        assert store.add_game(a_game()) == 1
    aside = [other for other in path.parent.iterdir() if "-1" in other.name]
    assert aside[0].read_bytes() == torn, "the damaged file is kept as it was"


def test_a_newer_file_is_set_aside_under_its_own_name(path: Path) -> None:
    with Store(path) as store:
        store.add_game(a_game())
        store._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with Store(path) as store:
        assert "newer version" in store.notice
        assert f"{path.name}.newer-1" in store.notice
        assert store.games() == []
    with pytest.raises(StoreError, match="newer version"):
        Store(path.with_name(f"{path.name}.newer-1"), read_only=True)


def test_a_file_of_another_program_is_never_written_to(path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photos (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with Store(path) as store:
        assert "not a log of games" in store.notice
    assert path.with_name(f"{path.name}.foreign-1").read_bytes() == before


def test_what_is_set_aside_never_covers_an_older_one(path: Path) -> None:
    for expected in (1, 2, 3):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"rubbish" * 999)
        with Store(path) as store:
            assert store.notice
        assert path.with_name(f"{path.name}.damaged-{expected}").exists()


def test_an_empty_file_is_simply_filled(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Store(path) as store:
        assert store.notice == ""
        assert store.add_game(a_game()) == 1


def test_starting_over_in_the_middle_of_a_game(store: Store, path: Path) -> None:
    store.add_game(a_game())
    log = ZhiyanTable().row().session.log
    game = store.start_over(log)
    assert store.log(game) == log
    assert len(store.games()) == 1
    assert "damaged-1" in store.notice


def test_a_killed_process_loses_nothing_that_was_appended(path: Path) -> None:
    """The process reports each event after `append` has returned and is then killed without warning."""
    program = f"""
import sys
from table.store import Store
from table.rules import events as ev
from tests.store.test_store import a_game
store = Store({str(path)!r})
game = store.begin(a_game()[0])
for number in range(1, 10000):
    store.append(game, number, ev.PointsCorrected(seat="sun", amount=1))
    print(number, flush=True)
"""
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    said = [int(running.stdout.readline()) for _ in range(25)]
    running.send_signal(signal.SIGKILL)
    said += [int(line) for line in running.stdout.read().split("\n")[:-1]]
    running.stdout.close()
    running.wait()
    with Store(path) as store:
        assert store.notice == ""
        assert len(store.log(1)) >= said[-1] + 1


# -- schema -----------------------------------------------------------------------------------------------------


def test_an_older_file_is_brought_up_to_date(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path, isolation_level=None)
    migrate(db)
    assert db.execute("PRAGMA user_version").fetchone()[0] == VERSION
    assert db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    db.execute("INSERT INTO events VALUES (1, 0, 0.0, '{}', 0)")
    later = (*MIGRATIONS, "CREATE TABLE notes (game INTEGER, text TEXT);")
    migrate(db, later)
    assert db.execute("PRAGMA user_version").fetchone()[0] == VERSION + 1
    assert db.execute("SELECT count(*) FROM events").fetchone()[0] == 1
    assert db.execute("SELECT count(*) FROM notes").fetchone()[0] == 0
    db.close()


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path, isolation_level=None)
    migrate(db)
    broken = (*MIGRATIONS, "CREATE TABLE notes (text TEXT); CREATE TABLE notes (text TEXT);")
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, broken)
    assert db.execute("PRAGMA user_version").fetchone()[0] == VERSION
    assert db.execute("SELECT name FROM sqlite_master WHERE name = 'notes'").fetchall() == []
    db.close()
