"""The loop: nothing lost, nothing blocked, and a fault in one place is not the end of the evening."""

from __future__ import annotations

import logging
import threading

import pytest

from table.app.app import App, Parts
from table.app.journal import RETRY, StoreJournal
from table.app.signal_queue import SignalQueue
from table.rules.events import GameStarted, Passed
from table.rules.session import fold
from table.rules.signals import Observation, Press, Quit, Reading, Tick, Trouble
from table.store import Store, StoreError
from tests.intake.table_kit import GIN_SEATS, RULES, AtTable
from tests.intake.test_picture_table import FOUR, ballot, voting
from vision.pictures.played import Played


def app_of(table: AtTable) -> App:
    return App(table.table, Parts(queue=SignalQueue()), lambda: table.t)


def test_under_a_flood_presses_stay_in_order():
    queue = SignalQueue(capacity=100)
    for i in range(1000):
        queue.put(Observation(t=float(i)))
        if i % 20 == 0:
            queue.put(Press(t=float(i), seat="sun", key=1 + i % 6))
    presses = [signal.t for signal in queue.drain(0) if isinstance(signal, Press)]
    assert presses == [float(i) for i in range(0, 1000, 20)]
    assert queue.dropped == 1050 - 100


def test_many_threads_put_and_none_is_lost():
    queue = SignalQueue(capacity=10_000)

    def put(seat: str) -> None:
        for i in range(500):
            queue.put(Press(t=float(i), seat=seat, key=1))

    threads = [threading.Thread(target=put, args=(seat,)) for seat in ("sun", "hut", "star", "moon")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(queue.drain(0)) == 2000


def test_quit_ends_the_loop_after_what_came_before():
    table = AtTable()
    app = app_of(table)
    app.parts.queue.put(Press(t=0.0, seat="sun", key=1))
    app.parts.queue.put(Quit(t=0.0))
    app.run()
    assert table.scene == "PickGame"


def test_a_fault_in_a_phase_is_written_down_and_the_game_goes_on(caplog):
    table = AtTable().gin().to_first_draw()
    app = app_of(table)

    def broken() -> list:
        raise RuntimeError("a fault of the program")

    table.table.phase.offers = broken
    with caplog.at_level(logging.ERROR, "cardtable"):
        app.handle(Press(t=table.t + 1, seat="sun", key=1))
    assert "RuntimeError" in caplog.text
    app.show(table.t + 1)
    assert (table.scene, app.faults, app.screen is not None) == ("Turn", 1, True)


def test_a_fault_while_entries_are_secret_tells_no_value(caplog):
    table = ballot(voting(), {"mountain": (1, 2)})
    app = app_of(table)

    def broken(_press: Press) -> bool:
        raise ValueError("hut votes for 3")

    table.table.phase.raw_press = broken
    with caplog.at_level(logging.ERROR, "cardtable"):
        app.handle(Press(t=table.t + 1, seat="hut", key=3))
    assert "votes for 3" not in caplog.text
    assert "ValueError" in caplog.text


def test_the_screen_follows_the_table():
    table = AtTable()
    app = app_of(table)
    app.show(0.0)
    first = app.screen
    app.handle(Tick(t=0.5))
    app.show(0.5)
    assert app.screen is first  # nothing changed, nothing is made anew
    app.handle(Press(t=1.0, seat="sun", key=1))
    app.show(1.0)
    assert app.screen.kind != first.kind


def test_the_eye_is_told_what_is_wanted():
    table = AtTable()
    wanted: list[str] = []

    class Eye:
        def expect(self, mode: str) -> None:
            wanted.append(mode)

    app = app_of(table)
    app.parts.eye = Eye()
    table.gin()
    app.handle(Tick(t=1.0))
    table.deal("TC")
    app.handle(Tick(t=2.0))
    assert wanted == ["deal", "play"]


class Flaky:
    """A store that fails while `down`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.down = False

    def begin(self, event: GameStarted) -> int:
        self._fail()
        return self.store.begin(event)

    def append(self, game: int, number: int, event) -> None:  # type: ignore[no-untyped-def]
        self._fail()
        self.store.append(game, number, event)

    def _fail(self) -> None:
        if self.down:
            raise StoreError("full", "games.sqlite: cannot write the log: the disk is full; free some space")


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.sqlite") as opened:
        yield opened


def test_events_that_the_disk_does_not_take_are_written_when_it_does(store):
    flaky, told, now = Flaky(store), [], [0.0]
    journal = StoreJournal(flaky, told.append, lambda: now[0])  # type: ignore[arg-type]
    table = AtTable()
    table.table.journal = journal
    table.gin().deal("TC")
    flaky.down = True
    table.press("mountain", 2).press("sun", 2)
    assert table.state.turn == "mountain"  # play goes on
    assert (journal.pending, [trouble.part for trouble in told][:1]) == (2, ["store"])
    flaky.down = False
    now[0] += RETRY + 1
    journal.tick()
    assert (journal.pending, told[-1].over) == (0, True)
    assert fold(store.log(1)) == fold(table.table.log)
    assert [type(event) for event in store.log(1)][-2:] == [Passed, Passed]


def test_a_second_game_gets_its_own_log(store):
    table = AtTable()
    table.table.journal = StoreJournal(store, lambda trouble: None, lambda: 0.0)
    table.gin().deal("TC")
    table.table.end_game()
    table.gin("gin-fupa")
    assert [info.rules for info in store.games()] == ["gin-fupa", "gin-the-pack"]
    assert [info.events for info in store.games()] == [1, 2]


def test_trouble_with_the_camera_is_shown_and_goes_away():
    table = AtTable().gin().to_first_draw()
    table.table.handle(Trouble(t=table.t, part="camera", what="camera: no picture for 3 s; check the cable"))
    assert (table.view.trouble, table.view.by_hand) == (("camera: no picture for 3 s; check the cable",), True)
    table.table.handle(Trouble(t=table.t, part="camera", what="", over=True))
    table.table.handle(Reading(t=table.t, state="done"))
    assert (table.view.trouble, table.view.by_hand, table.view.chip.state) == ((), False, "done")


def test_seats_of_the_kit():
    assert set(GIN_SEATS) < {"sun", "mountain", "hut", "star", "moon", "wave"}
    assert "zhiyan" in RULES


class Row:
    """A row reader that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []
        self.played = Played()

    def start(self, expected: int | None = None, seat: str = "near") -> None:
        self.told.append(("start", expected, seat))

    def lock(self) -> None:
        self.told.append(("lock",))


def test_the_row_is_read_from_the_side_of_its_storyteller():
    table = AtTable(sides={"sun": "far", "mountain": "left"}).pictures(FOUR, first="sun")
    app = app_of(table)
    row = app.parts.row = Row()
    app.handle(Tick(t=table.t))
    app.handle(Tick(t=table.t + 0.1))
    assert row.told == [("start", 4, "far")], "told once, with the cards of four players and the side of the sun"


def test_a_storyteller_of_whom_no_side_is_known_is_taken_to_sit_at_the_near_one():
    table = AtTable().pictures(FOUR, first="sun")
    app = app_of(table)
    row = app.parts.row = Row()
    app.handle(Tick(t=table.t))
    assert row.told == [("start", 4, "near")]
