"""The screen goes away in the middle of play: the table keeps score without one, and systemd hears that it is alive."""

from __future__ import annotations

import random

import pytest

from table.app.app import App, Parts
from table.app.service import Service
from table.app.signal_queue import SignalQueue
from table.rules.signals import Press
from table.settings import Settings
from tests.faults.kit import turns
from tests.intake.table_kit import AtTable


class Screen:
    """Draws until it is unplugged; `where` is what fails then."""

    def __init__(self, where: str) -> None:
        self.where, self.unplugged, self.shown, self.closed = where, False, 0, False

    def show(self, screen: object, now: float) -> bool:
        if self.unplugged and self.where in ("show", "both"):
            raise RuntimeError("video system not initialized")
        self.shown += 1
        return True

    def inputs(self) -> list[object]:
        if self.unplugged and self.where in ("inputs", "both"):
            raise RuntimeError("video system not initialized")
        return []

    def close(self) -> None:
        self.closed = True
        raise RuntimeError("it cannot even be closed")


@turns
@pytest.mark.parametrize("where", ["show", "inputs", "both"])
@pytest.mark.parametrize("at_once", [False, True])
def test_a_lost_screen_ends_neither_the_game_nor_the_petting(where: str, at_once: bool, turn: int):
    table, display = AtTable(), Screen(where)
    app = App(table.table, Parts(queue=SignalQueue(), display=display), lambda: table.t)
    service = Service(app, Settings(), lambda: table.t)
    ready: list[float] = []
    app.on_first_picture = lambda: ready.append(table.t)
    rounds = 0 if at_once else random.Random(turn).randrange(1, 60)
    for _ in range(rounds):
        table.t += 0.1
        app.round()
    display.unplugged = True
    for _ in range(400):
        table.t += 0.1
        app.round()
    assert app.parts.display is None
    assert display.closed
    assert service.watchdog.late(table.t) == (), "a screen that is known to be away is not waited for"
    assert len(ready) == 1, "READY must be told once, with or without a picture"
    app.parts.queue.put(Press(t=table.t, seat="sun", key=1))
    app.round()
    assert table.scene == "PickGame", "keys still work"
