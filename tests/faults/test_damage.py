"""The database is torn or overwritten: it is set aside whole, a new one is begun, and nothing wrong is believed."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.store import Store, StoreError
from tests.faults.kit import START, TURNS, amounts, event, turns

EVENTS = 120


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    with Store(file) as store:
        store.add_game([START, *(event(number) for number in range(EVENTS))])
    return file


def play_on(file: Path) -> Store:
    """Opens as the table does at a start, and plays a hand of a new game."""
    store = Store(file)
    game = store.begin(START)
    store.append(game, 1, event(7))
    assert len(store.log(game)) == 2
    return store


@turns
@pytest.mark.parametrize("how", ["torn", "zeroed pages", "overwritten pages", "head overwritten", "text instead"])
def test_a_damaged_file_is_kept_and_play_goes_on(games: Path, how: str, turn: int):
    chance = random.Random(f"{how} {turn}")
    content = bytearray(games.read_bytes())
    pages = len(content) // 4096
    if how == "torn":
        del content[chance.randrange(100, len(content) - 4096) :]
    elif how == "head overwritten":
        content[:64] = chance.randbytes(64)
    elif how == "text instead":
        content[:] = b"this is no database\n" * 50
    else:
        for page in chance.sample(range(1, pages), chance.randrange(pages // 2, pages - 1)):
            content[page * 4096 : (page + 1) * 4096] = bytes(4096) if how[0] == "z" else chance.randbytes(4096)
    games.write_bytes(content)
    with play_on(games) as store:
        assert store.notice
        assert "was kept as games.sqlite." in store.notice
        assert "\n" not in store.notice
    (aside,) = games.parent.glob("games.sqlite.*-1")
    assert aside.read_bytes() == bytes(content), "the damaged file must be kept as it is, for whoever can mend it"


@turns
def test_damage_while_the_table_runs_is_told_and_the_game_goes_on_in_a_new_file(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    games = tmp_path / "games.sqlite"
    log = [START, *(event(number) for number in range(EVENTS))]
    with Store(games) as store:
        game = store.add_game(log)
        games.write_bytes(chance.randbytes(games.stat().st_size))
        Path(f"{games}-wal").write_bytes(b"")
        with contextlib.suppress(
            StoreError
        ):  # or the pages are still in memory, and the damage shows at the next start
            store.append(game, len(log), event(EVENTS))
        store.start_over([*log, event(EVENTS)])
        assert "was kept as" in store.notice
    assert amounts(games) == list(range(EVENTS + 1))


@turns
def test_a_file_of_a_newer_program_is_not_touched(games: Path, turn: int):
    with closing(sqlite3.connect(games)) as link:
        link.execute(f"PRAGMA user_version = {99 + turn}")
    before = games.read_bytes()
    with play_on(games) as store:
        assert "newer version" in store.notice
    (aside,) = games.parent.glob("games.sqlite.newer-1")
    assert aside.read_bytes() == before


@pytest.mark.parametrize("turn", range(max(TURNS, 20)))
def test_a_flipped_byte_is_never_believed_as_another_event(games: Path, turn: int):
    """Either the log reads as it was written, or it is refused: no other points than those that were given."""
    chance = random.Random(turn)
    content = bytearray(games.read_bytes())
    place = chance.randrange(len(content))
    content[place] ^= 1 << chance.randrange(8)
    games.write_bytes(content)
    try:
        with Store(games, read_only=True) as store:
            log = store.log(1)
    except StoreError:
        return
    assert log == (START, *(event(number) for number in range(EVENTS))), f"byte {place} was believed"
