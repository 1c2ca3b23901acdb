"""Pulling the plug: a child that commits a game's events is killed at any instant, and what is left is checked."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from table.app.journal import StoreJournal
from table.intake.options import Options
from table.intake.table import Table
from table.rules.events import AnyEvent
from table.rules.ruleset import RuleSet
from table.rules.session import fold
from table.store import Store


def kill_once(log: Sequence[AnyEvent], rulesets: dict[str, RuleSet], path: Path, rng: random.Random) -> str:
    """One kill during a game. Empty when nothing was lost, doubled or torn and the game ends as it should.

    The child tells each event through a pipe after the journal has taken it, which is when the screen may show it.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _play(log, rulesets, path, writer)
    os.close(writer)
    os.read(reader, 1)  # it is under way
    time.sleep(rng.uniform(0.0, 0.0004 * len(log)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = 1
    while chunk := os.read(reader, 65536):
        told += len(chunk)
    os.close(reader)
    return _verdict(log, rulesets, path, told)


def _play(log: Sequence[AnyEvent], rulesets: dict[str, RuleSet], path: Path, writer: int) -> None:
    """The child: never returns."""
    try:
        store = Store(path)
        table = Table(Options(), rulesets, StoreJournal(store, lambda trouble: None, lambda: 0.0))
        for event in log:
            table.commit(event)
            os.write(writer, b".")
        signal.pause()
    finally:
        os._exit(1)


def _verdict(log: Sequence[AnyEvent], rulesets: dict[str, RuleSet], path: Path, told: int) -> str:
    with Store(path) as store:
        if store.notice:
            return f"the store was set aside: {store.notice}"
        game = store.latest()
        if game is None:
            return f"no game is left of {told} events"
        saved = store.log(game)
        if not told <= len(saved) <= told + 1:
            return f"{told} events were accepted, {len(saved)} are stored"
        wanted = [_bare(event) for event in log[: len(saved)]]
        if [_bare(event) for event in saved] != wanted:
            return "the stored events are not those that were accepted"
        journal = StoreJournal(store, lambda trouble: None, lambda: 0.0)
        journal.resume(game, len(saved))
        table = Table(Options(), rulesets, journal)
        table.load(saved)
        for event in log[len(saved) :]:
            table.commit(event)
        ended = fold(store.log(game))
    right = fold(log)
    return "" if _result(ended) == _result(right) else "the game went on to another end"


def _bare(event: AnyEvent) -> AnyEvent:
    import msgspec

    return msgspec.structs.replace(event, t=0.0)


def _result(state: object) -> object:
    return (getattr(state, "totals", None) or getattr(state, "points", None), getattr(state, "winners", None))
