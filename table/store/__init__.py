"""The store: every game's log in one SQLite file that survives a pulled plug, and logs as JSON Lines."""

from table.store.jsonl import read_games, write_games
from table.store.store import GameInfo, Store, StoreError

__all__ = ["GameInfo", "Store", "StoreError", "read_games", "write_games"]
