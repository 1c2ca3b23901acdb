"""The tables of the store, and how an older file becomes a newer one.

`checksum` is the CRC-32 of game, number and body: SQLite itself does not notice a bit that turned over in a text, and
another card or amount must not be believed.

`MIGRATIONS[n]` leads from version n to n + 1; a fresh file runs through all of them, so that there is only one way to
a table. A released one is never changed, only followed.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x43544C47
"""Stands in the file's head: "CTLG", a card table's log."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        t REAL NOT NULL,
        body TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    """,
)

VERSION = len(MIGRATIONS)


def migrate(db: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Brings the file to the newest version, each step whole or not at all."""
    while (version := db.execute("PRAGMA user_version").fetchone()[0]) < len(migrations):
        mark = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version + 1};"
        try:
            db.executescript(f"BEGIN IMMEDIATE; {migrations[version]} {mark} COMMIT;")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
