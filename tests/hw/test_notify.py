"""What systemd hears, and when the watchdog is petted. Time is given; nothing sleeps."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw.notify import Notifier, Watchdog, overdue_text


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    """A service manager's end of the socket, and the environment it gives to the service."""
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind(str(address))
        link.settimeout(5)
        yield link, {"NOTIFY_SOCKET": str(address)}


def test_ready_status_pet_and_stopping_reach_the_manager(manager: tuple[socket.socket, dict[str, str]]):
    link, environ = manager
    notifier = Notifier(environ)
    assert notifier.ready("waiting for\nplayers")
    assert link.recv(200) == b"READY=1\nSTATUS=waiting for players"
    assert notifier.pet()
    assert link.recv(200) == b"WATCHDOG=1"
    assert notifier.status("金拉米: 1 hand")
    assert link.recv(200).decode() == "STATUS=金拉米: 1 hand"
    assert notifier.stopping()
    assert link.recv(200) == b"STOPPING=1"


def test_an_abstract_socket_is_reached():
    name = f"cardtable-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind("\0" + name)
        link.settimeout(5)
        assert Notifier({"NOTIFY_SOCKET": "@" + name}).ready()
        assert link.recv(100) == b"READY=1"


def test_without_a_manager_nothing_is_sent_and_nothing_fails(tmp_path: Path):
    assert not Notifier({}).ready()
    assert not Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).pet()


def test_a_manager_that_does_not_read_cannot_block_the_table(manager: tuple[socket.socket, dict[str, str]]):
    _, environ = manager
    notifier = Notifier(environ)
    sent = sum(notifier.pet() for _ in range(5000))
    assert 0 < sent < 5000


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_time_of_the_watchdog_is_read_from_the_environment(environ: dict[str, str], seconds: float | None):
    assert Notifier(environ).watchdog_s == seconds


def test_it_pets_while_all_parts_beat():
    dog = Watchdog({"loop": 2.0, "camera": 5.0, "display": 3.0}, now=0.0, every=1.0)
    pets = 0
    for tenth in range(100):
        now = tenth / 10
        for part in ("loop", "camera", "display"):
            dog.beat(part, now)
        pets += dog.due(now)
    assert pets == 10


@pytest.mark.parametrize(("hung", "limit"), [("loop", 2.0), ("camera", 5.0), ("display", 3.0)])
def test_one_hung_part_stops_the_petting_after_its_limit(hung: str, limit: float):
    limits = {"loop": 2.0, "camera": 5.0, "display": 3.0}
    dog = Watchdog(limits, now=0.0, every=0.0)
    last = 0.0
    for tenth in range(1, 101):
        now = tenth / 10
        for part in limits:
            if part != hung:
                dog.beat(part, now)
        if dog.due(now):
            last = now
    assert last == pytest.approx(limit)
    assert dog.late(10.0) == (hung,)
    assert overdue_text(dog.late(10.0)) == f"no sign of life from: {hung}"


def test_a_part_that_is_known_to_be_away_is_not_waited_for():
    dog = Watchdog({"loop": 2.0, "camera": 5.0}, now=0.0, every=0.0)
    dog.forget("camera")
    assert not dog.watches("camera")
    dog.beat("loop", 100.0)
    assert dog.due(100.0)
    dog.expect("camera", 5.0, now=100.0)
    assert dog.late(106.0) == ("loop", "camera")


def test_a_late_beat_of_an_overtaken_thread_does_not_turn_time_back():
    dog = Watchdog({"loop": 2.0}, now=0.0)
    dog.beat("loop", 10.0)
    dog.beat("loop", 9.0)
    assert dog.late(11.5) == ()


def test_a_misspelt_part_is_an_error_at_once():
    with pytest.raises(KeyError, match="the parts are loop"):
        Watchdog({"loop": 2.0}, now=0.0).beat("lop", 1.0)
