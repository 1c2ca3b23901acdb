"""The append-only log of games in SQLite."""
