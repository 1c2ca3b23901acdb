"""The whole program as systemd runs it, in a process of its own: it starts in spite of each fault and stops in order.

A start takes a second or two; the rarer faults are made only in `cardtable bench faults`.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from table.cli.bench_boot import Manager
from table.settings import starts
from tests.faults.kit import TURNS, fill, remount, small_disk, turns

LONG = 60.0
"""Seconds after which a start counts as failed; a busy machine may need some."""


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    return Manager(tmp_path, None)


def test_it_is_ready_gives_signs_of_life_and_stops_in_order(manager: Manager, tmp_path: Path):
    with manager.table() as table:
        assert manager.wait_for("READY=1", LONG)
        assert manager.wait_for("WATCHDOG=1", LONG)
        assert starts.failed_in_a_row(tmp_path / "state") == 1, "not yet known to be healthy"
        table.send_signal(signal.SIGTERM)
        assert manager.wait_for("STOPPING=1", LONG)
        assert table.wait(LONG) == 0
    assert starts.failed_in_a_row(tmp_path / "state") == 0


def test_a_second_table_explains_and_leaves(manager: Manager):
    with manager.table() as table:
        assert manager.wait_for("READY=1", LONG)
        second = subprocess.run(
            [sys.executable, "-m", "table", "run"], env=manager.environ, capture_output=True, text=True, check=False
        )
        assert second.returncode == 2
        error = second.stderr.strip().splitlines()[-1]
        assert f"the table is running already (process {table.pid} uses" in error
        assert "systemctl stop cardtable" in error
        assert "Traceback" not in second.stderr
        assert table.poll() is None


@turns
def test_killed_again_and_again_it_opens_safe_mode(manager: Manager, tmp_path: Path, turn: int):
    for failed in range(starts.LIMIT):
        assert starts.failed_in_a_row(tmp_path / "state") == failed
        with manager.table() as table:
            assert manager.wait_for("READY=1", LONG)
            table.kill()
            table.wait()
    assert starts.safe_mode_due(starts.failed_in_a_row(tmp_path / "state"), {})
    with manager.table() as table:
        assert manager.wait_for("READY=1", LONG), "safe mode must start too"
        table.send_signal(signal.SIGTERM)
        assert table.wait(LONG) == 0


WITHOUT = [
    {"SDL_VIDEODRIVER": "no-such-driver", "SDL_AUDIODRIVER": "no-such-driver", "LG_WD": "/no/such/folder"},
    {"SDL_VIDEODRIVER": "no-such-driver"},
    {"SDL_AUDIODRIVER": "no-such-driver"},
    {"LG_WD": "/no/such/folder"},
    {"XDG_RUNTIME_DIR": ""},
]


@pytest.mark.parametrize("lost", WITHOUT[: 1 if TURNS == 1 else None], ids=" ".join)
def test_it_starts_without_a_screen_a_sound_card_or_its_folders(manager: Manager, lost: dict[str, str]):
    manager.environ.update(lost)
    starts_and_stops(manager)


SETTINGS = {
    "nonsense": "nonsense",
    "no wiring, no store": '[keys]\nprofile = "/no/such/wiring.toml"\n[store]\nfolder = "/proc/no"\n',
    "no camera, no pins": '[camera]\nsource = "picamera2"\n[keys]\nprofile = "pods"\n',
    "binary": "\x00\x01",
    "no webcam": '[camera]\nsource = "v4l2"\ndevice = "/dev/no-such-camera"\n',
    "no folder": '[camera]\nsource = "folder"\npath = "/no/such/folder"\n',
    "no mat, no rules": '[camera]\nsource = "none"\nmat_file = "/no/mat.toml"\n[table]\nrules = "gin-nonsense"\n',
}


@pytest.mark.parametrize("asked", list(SETTINGS)[: 3 if TURNS == 1 else None])
def test_it_starts_whatever_the_settings_ask_for(manager: Manager, asked: str):
    Path(manager.environ["CARDTABLE_SETTINGS"]).write_text(SETTINGS[asked], encoding="utf-8")
    starts_and_stops(manager)


@pytest.mark.parametrize("fault", ["full", "read-only"])
def test_it_starts_on_a_card_that_takes_nothing(manager: Manager, tmp_path: Path, fault: str):
    with small_disk(tmp_path / "card", 200) as card:
        if fault == "full":
            fill(card)
        else:
            remount(card, "ro")
        manager.environ["STATE_DIRECTORY"] = str(card)
        starts_and_stops(manager)


CONTENT = {"noise": random.Random(1).randbytes(40_000), "text": b"this is no database\n" * 100, "empty": b""}


@pytest.mark.parametrize("content", list(CONTENT)[: 1 if TURNS == 1 else None])
def test_it_starts_with_a_broken_database_and_keeps_it(manager: Manager, tmp_path: Path, content: str):
    state = tmp_path / "state"
    state.mkdir()
    (state / "games.sqlite").write_bytes(CONTENT[content])
    starts_and_stops(manager)
    if CONTENT[content]:
        (aside,) = list(state.glob("games.sqlite.*-1"))
        assert aside.read_bytes() == CONTENT[content]


def starts_and_stops(manager: Manager) -> None:
    with manager.table() as table:
        assert manager.wait_for("READY=1", LONG), f"did not start, status {table.poll()}"
        assert manager.wait_for("WATCHDOG=1", LONG)
        table.send_signal(signal.SIGTERM)
        assert table.wait(LONG) == 0
