"""The nightly copy of the games: is the database whole, then a copy beside the older ones.

    python -m table.store_backup [--label NAME] [--settings FILE]

Uses SQLite's own backup, which gives a whole copy while the table goes on writing. A copy is checked before an older
one is removed, so that a damaged database never pushes the last good backup out.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from table.settings import folders, load

NIGHTLY = re.compile(r"games-\d{4}-\d{2}-\d{2}\.sqlite")


class BackupError(Exception):
    """No backup was made: one line that says what, where and what to do."""


def faults(database: Path) -> list[str]:
    """What SQLite finds wrong with a database file; empty when it is whole. The file is only read."""
    try:
        with closing(sqlite3.connect(f"file:{_quoted(database)}?mode=ro", uri=True)) as link:
            found = [" ".join(str(row[0]).split()) for row in link.execute("PRAGMA integrity_check(1)")]
    except sqlite3.Error as error:
        return [str(error)]
    return [] if found == ["ok"] else found


def back_up(database: Path, folder: Path, name: str) -> Path:
    """A checked copy of `database` as `folder`/`name`; one of the same name is replaced only by a whole one.

    Raises:
        BackupError: the database is damaged or away, or the folder cannot be written.
    """
    if not database.exists():
        raise BackupError(f"{database}: there are no games yet")
    wrong = faults(database)
    if wrong:
        raise BackupError(f"{database} is damaged ({wrong[0]}); the older backups in {folder} are kept")
    target = folder / name
    half = folder / f".{name}.half"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        _copy(database, half)
        wrong = faults(half)
        if wrong:
            raise BackupError(f"the copy in {folder} is damaged ({wrong[0]}); is that card or stick worn?")
        half.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(
            f"{folder} cannot take the backup ({error}); make room there or name another folder"
        ) from None
    finally:
        _discard(half)
    return target


def _copy(database: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{_quoted(database)}?mode=ro", uri=True, timeout=30)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=256)
        # One file that stands alone: no write-ahead log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    handle = os.open(target, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _quoted(database: Path) -> str:
    """A path as part of a file: address, where ``?``, ``#`` and ``%`` mean something else."""
    return str(database).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _discard(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return  # read-only by now; it is taken away before the next backup


def prune(folder: Path, keep: int, newest: Path) -> list[Path]:
    """Remove the oldest nightly backups beyond `keep`; those with a label stay. Returns what was removed.

    `newest` stays whatever date it bears: a clock that was never set calls it the oldest.
    """
    nightly = sorted(file for file in folder.iterdir() if NIGHTLY.fullmatch(file.name) and file != newest)
    removed = nightly[: max(0, len(nightly) - (keep - 1))]
    for file in removed:
        file.unlink(missing_ok=True)
    return removed


def remove_old_recordings(folder: Path, keep_days: int, now: float) -> list[Path]:
    """Remove recordings that nobody touched for `keep_days`. `now`: s since 1970.

    A clock that was never set, or that jumped, must not cost the recordings: files from the future stay.
    """
    if not folder.is_dir():
        return []
    old = [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and now - file.stat().st_mtime > keep_days * 86_400 and not file.is_symlink()
    ]
    for file in old:
        file.unlink(missing_ok=True)
    return old


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m table.store_backup", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--label", help="a name instead of the date; such a backup is never removed")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="settings file")
    args = parser.parse_args(argv)
    settings = load(args.settings, remember=False)
    now = datetime.datetime.now(datetime.UTC)
    database, folder = folders.games_file(settings), folders.backup_folder(settings)
    if not database.exists():
        print(f"no games in {database} yet; nothing to back up")
        return 0
    label = re.sub(r"[^A-Za-z0-9._-]", "_", args.label) if args.label else ""
    try:
        target = back_up(database, folder, f"{label}.sqlite" if label else f"games-{now:%Y-%m-%d}.sqlite")
        removed = prune(folder, settings.store.backups, target)
    except (BackupError, OSError) as error:
        print(f"no backup: {error}", file=sys.stderr)
        return 1
    old = remove_old_recordings(folders.recordings_folder(settings), settings.recording.keep_days, now.timestamp())
    print(f"backup {target}; {len(removed)} old backups and {len(old)} old recordings removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
