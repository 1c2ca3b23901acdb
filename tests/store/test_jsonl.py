"""Games as JSON Lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from table.rules import codec
from table.rules import events as ev
from table.store import Store, StoreError, read_games, write_games
from tests.rules.table import SUN, GinTable, ZhiyanTable


def logs() -> list[tuple[ev.AnyEvent, ...]]:
    amended = GinTable("gin-fupa").hand(SUN, 40).play(ev.Voided(target=1, why="not ours")).session.log
    return [amended, ZhiyanTable().row().vote("BACD", B=2, C=1, D=1).session.log]


def test_there_and_back(tmp_path: Path) -> None:
    write_games(tmp_path / "games.jsonl", logs())
    assert read_games(tmp_path / "games.jsonl") == logs()
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines()
    assert len(lines) == sum(map(len, logs()))
    assert lines[0].startswith(b'{"type":"game_started"')


def test_from_one_store_into_another(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as a, Store(tmp_path / "b.sqlite") as b:
        for log in logs():
            a.add_game(log)
        write_games(tmp_path / "games.jsonl", [a.log(info.id) for info in reversed(a.games())])
        for log in read_games(tmp_path / "games.jsonl"):
            b.add_game(log)
        assert [b.log(game) for game in (1, 2)] == logs()


def test_empty_lines_and_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\n" + codec.encode_lines(logs()[1]) + b"\n  \n")
    assert read_games(tmp_path / "a.jsonl") == [logs()[1]]
    (tmp_path / "b.jsonl").write_bytes(b"")
    assert read_games(tmp_path / "b.jsonl") == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: [*lines, b"{broken"], "line 6"),
        (lambda lines: lines[1:], "line 1: a game begins with game_started"),
        (lambda lines: [*lines[:2], *lines[3:]], "line 3: the cards do not lie in the row yet"),
        (lambda lines: [*lines[:2], b'{"type":"rain"}'], "line 3"),
        (lambda lines: [lines[0], b'{"type":"passed","seat":"A"}', *lines[1:]], "line 2: this belongs to another game"),
    ],
)
def test_a_wrong_file_names_the_line(tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], told: str) -> None:
    start, *rest = (*logs()[1], ev.Refilled())
    lines = codec.encode_lines((start, ev.ClueGiven(seat="A"), *rest)).splitlines()
    assert len(lines) == 5
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(change(lines)))
    with pytest.raises(StoreError, match=told) as caught:
        read_games(tmp_path / "a.jsonl")
    assert caught.value.kind == "bad_log"


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_games(tmp_path / "none.jsonl")
    with pytest.raises(StoreError, match="cannot be written"):
        write_games(tmp_path / "no" / "folder.jsonl", logs())
    assert list(tmp_path.iterdir()) == []
