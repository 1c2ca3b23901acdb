"""The log of every game in one SQLite file: append-only, one writer, safe at a power cut.

`append` returns when the event is on the disk (WAL with synchronous=FULL), so whatever a screen shows survives a
pulled plug. Nothing is ever changed or taken out; triggers refuse it. A file that is damaged or was written by a newer
version is set aside under another name and a new one is begun: `Store.notice` then says so in one line.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

import msgspec

from table.rules import codec
from table.rules.events import AnyEvent, GameStarted
from table.rules.session import Session, State
from table.rules.signals import Seat
from table.rules.texts import Refused
from table.store.schema import APPLICATION_ID, VERSION, migrate

WAIT_S = 1.0
"""How long a write waits for another process that holds the file."""

LOG_PAGES = 64
"""Pages of 4 KB after which the write-ahead log is brought home: it takes many times the room of the events in it, and
on a card that fills up there must be room to do so."""

ErrorKind = Literal["full", "read_only", "locked", "damaged", "missing", "bad_log"]


class StoreError(Exception):
    """The log cannot be written or read: one line that says what, where and what to do. `kind` is for programs."""

    def __init__(self, kind: ErrorKind, text: str) -> None:
        self.kind = kind
        super().__init__(text)


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history: what can be said of a game without playing it again."""

    id: int
    rules: str
    seats: tuple[Seat, ...]
    events: int
    started: float
    """Wall-clock seconds since 1970 of the first event, 0.0 where unknown."""
    changed: float
    """The same of the last event."""


class _FaultyError(Exception):
    """The file cannot be used as it is: why, and the word for its new name."""

    def __init__(self, word: str, why: str) -> None:
        self.word = word
        super().__init__(why)


class Store:
    """One file of games. Open it once for writing; `read_only` looks on beside a writer (history, export).

    A context manager. Errors are `StoreError`.
    """

    def __init__(self, path: str | Path, read_only: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        self.notice = ""
        """What happened to an older file at opening; empty where nothing did."""
        self._lock: IO[bytes] | None = None
        if read_only:
            self._db = self._open_to_look()
            return
        with self._explained("open"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            self._db = self._open_or_set_aside()

    # -- opening ------------------------------------------------------------------------------------------------

    def _take_lock(self) -> None:
        lock = self.path.with_name(self.path.name + ".lock").open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            text = f"{self.path}: another cardtable writes this log; stop it, or name another file"
            raise StoreError("locked", text) from None
        self._lock = lock

    def _open_or_set_aside(self) -> sqlite3.Connection:
        try:
            return self._open_checked()
        except _FaultyError as fault:
            aside = self._set_aside(fault.word)
            self.notice = f"{self.path.name}: {fault}; it was kept as {aside.name} and a new log was begun"
            return self._open_checked()

    def _open_checked(self) -> sqlite3.Connection:
        fresh = not self.path.exists() or self.path.stat().st_size == 0
        db = sqlite3.connect(self.path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        try:
            if not fresh:
                self._check(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            db.execute("PRAGMA foreign_keys = ON")
            migrate(db)
        except sqlite3.DatabaseError as error:
            db.close()
            if _kind(error) == "damaged":
                raise _FaultyError("damaged", f"the file is damaged ({error})") from None
            raise
        except _FaultyError:
            db.close()
            raise
        return db

    def _check(self, db: sqlite3.Connection) -> None:
        """Whether the file is ours, not newer than this program, and whole."""
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise _FaultyError("foreign", "this file is not a log of games")
        if version > VERSION:
            why = f"this log was written by a newer version (schema {version}, this program knows {VERSION})"
            raise _FaultyError("newer", why)
        found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _FaultyError("damaged", f"the file is damaged ({' '.join(found.split())})")

    def _set_aside(self, word: str) -> Path:
        """Renames the file and its companions, never over another one."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.{word}-{number}")).exists():
            number += 1
        self.path.rename(aside)
        for tail in ("-wal", "-shm"):
            companion = self.path.with_name(self.path.name + tail)
            if companion.exists():
                companion.rename(aside.with_name(aside.name + tail))
        return aside

    def _open_to_look(self) -> sqlite3.Connection:
        if not self.path.is_file():
            raise StoreError("missing", f"{self.path}: there is no log of games here; play one, or name another file")
        with self._explained("read"):
            db = sqlite3.connect(f"{self.path.absolute().as_uri()}?{self._how_to_look()}", uri=True, timeout=WAIT_S)
            try:
                self._check(db)
            except _FaultyError as fault:
                db.close()
                raise StoreError("damaged", f"{self.path}: {fault}") from None
            except sqlite3.DatabaseError:
                db.close()
                raise
        return db

    def _how_to_look(self) -> str:
        """A log on a card that turned read-only can only be read as a file that nobody changes any more."""
        read_only = bool(os.statvfs(self.path).f_flag & os.ST_RDONLY)
        return "mode=ro&immutable=1" if read_only else "mode=ro"

    # -- writing ------------------------------------------------------------------------------------------------

    def begin(self, event: GameStarted) -> int:
        """Puts a new game's first event on the disk; gives the game's id."""
        return self.add_game((event,))

    def append(self, game: int, number: int, event: AnyEvent) -> None:
        """Puts event `number` of a game on the disk; returns when it is there.

        `number` is the place in the log; one that is taken already or leaves a gap is refused, so that two writers
        cannot mix.
        """
        with self._explained("write"), self._transaction():
            query = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE game = ?"
            held = self._db.execute(query, (game,)).fetchone()[0]
            if held != number:
                text = f"{self.path}: game {game} has {held} events, event {number} does not follow; start again"
                raise StoreError("bad_log", text)
            self._insert(game, number, event)

    def add_game(self, log: Sequence[AnyEvent]) -> int:
        """Puts a whole log on the disk as a new game, all of it or nothing; gives its id."""
        if not log or not isinstance(log[0], GameStarted):
            raise StoreError("bad_log", "a game's log begins with game_started")
        with self._explained("write"), self._transaction():
            game = int(self._db.execute("SELECT coalesce(max(game), 0) + 1 FROM events").fetchone()[0])
            for number, event in enumerate(log):
                self._insert(game, number, event)
        return game

    def start_over(self, log: Sequence[AnyEvent]) -> int:
        """When the file turns out damaged in the middle of a game: sets it aside, begins a new one with this log.

        Gives the game's id there; `notice` says what happened.
        """
        self._db.close()
        with self._explained("open"):
            aside = self._set_aside("damaged")
            self.notice = f"{self.path.name}: the file is damaged; it was kept as {aside.name} and a new log was begun"
            self._db = self._open_checked()
        return self.add_game(log)

    def _insert(self, game: int, number: int, event: AnyEvent) -> None:
        body = codec.encode(event).decode()
        self._db.execute(
            "INSERT INTO events (game, number, t, body, checksum) VALUES (?, ?, ?, ?, ?)",
            (game, number, event.t, body, _checksum(game, number, body)),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            # A failed COMMIT (full disk) may already have rolled back by itself.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self, doing: str) -> Iterator[None]:
        """Turns every failure of the file into one `StoreError`."""
        try:
            yield
        except sqlite3.Error as error:
            kind = _kind(error)
            raise StoreError(kind, f"{self.path}: cannot {doing} the log: {_HELP[kind]} ({error})") from None
        except OSError as error:
            kind = "full" if error.errno in (28, 122) else "read_only"
            raise StoreError(kind, f"{self.path}: cannot {doing} the log: {_HELP[kind]} ({error.strerror})") from None

    # -- reading ------------------------------------------------------------------------------------------------

    def log(self, game: int) -> tuple[AnyEvent, ...]:
        """A game's events in order, as they were written."""
        with self._explained("read"):
            query = "SELECT number, body, checksum FROM events WHERE game = ? ORDER BY number"
            rows = self._db.execute(query, (game,)).fetchall()
        if not rows:
            raise StoreError("missing", f"{self.path}: there is no game {game}")
        out = []
        for place, (number, body, checksum) in enumerate(rows):
            if number != place or checksum != _checksum(game, number, body):
                raise StoreError(
                    "damaged", f"{self.path}: game {game} is damaged at event {place}; {_HELP_DAMAGED_GAME}"
                )
            try:
                out.append(codec.decode(body))
            except codec.CodecError as error:
                raise StoreError("bad_log", f"{self.path}: game {game}, event {number}: {error}") from None
        return tuple(out)

    def session(self, game: int) -> Session:
        """A game taken up where it stands."""
        try:
            return Session.of(self.log(game))
        except Refused as refused:
            text = f"{self.path}: game {game}, event {refused.at}: {refused}"
            raise StoreError("bad_log", text) from None

    def state(self, game: int) -> State | None:
        """The state of a game."""
        return self.session(game).state

    def games(self, limit: int | None = None) -> list[GameInfo]:
        """The games, the newest first. One whose first event cannot be read has rules ``?`` and no seats."""
        query = """
            SELECT game, count(*), min(t), max(t), (SELECT body FROM events f WHERE f.game = e.game AND f.number = 0)
            FROM events e GROUP BY game ORDER BY game DESC LIMIT ?
        """
        with self._explained("read"):
            rows = self._db.execute(query, (-1 if limit is None else limit,)).fetchall()
        return [_info(*row) for row in rows]

    def latest(self) -> int | None:
        """The id of the newest game, None where there is none yet."""
        with self._explained("read"):
            found = self._db.execute("SELECT max(game) FROM events").fetchone()[0]
        return None if found is None else int(found)

    def unfinished(self) -> int | None:
        """The newest game where it is not over: what a table offers to go on with after a power cut.

        A game that cannot be taken up is none; `notice` then says why.
        """
        newest = self.latest()
        if newest is None:
            return None
        try:
            state = self.state(newest)
        except StoreError as error:
            self.notice = f"{error}; a new game can be begun"
            return None
        return newest if state is not None and not state.over else None

    def close(self) -> None:
        """Gives the file free. Safe to call twice."""
        self._db.close()
        if self._lock:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _checksum(game: int, number: int, body: str) -> int:
    return zlib.crc32(f"{game} {number} {body}".encode())


def _info(game: int, events: int, started: float, changed: float, body: str) -> GameInfo:
    try:
        first = codec.decode(body)
    except codec.CodecError:
        first = None
    if not isinstance(first, GameStarted):
        return GameInfo(id=game, rules="?", seats=(), events=events, started=started, changed=changed)
    return GameInfo(
        id=game, rules=first.rules, seats=first.seats, events=events, started=first.t or started, changed=changed
    )


_HELP_DAMAGED_GAME = "bring a backup back, or begin a new game"

_HELP: dict[ErrorKind, str] = {
    "full": "the disk is full; free some space, play goes on and is not saved",
    "read_only": "the file or its folder cannot be written; check the rights and the card's write protection",
    "locked": "another program holds it; stop that one",
    "damaged": "the file is damaged; start again, then it is set aside",
    "missing": "it is not there",
    "bad_log": "it does not fit",
}


def _kind(error: sqlite3.Error) -> ErrorKind:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return "full"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "locked"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH", "SQLITE_IOERR")):
        return "read_only"
    return "damaged"
