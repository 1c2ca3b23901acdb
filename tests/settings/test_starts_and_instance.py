"""Three failed starts in a row open safe mode; a second table explains and leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from table.settings import starts
from table.settings.instance import AlreadyRunning, Instance, running_pid


def test_the_fourth_start_after_three_failed_ones_is_due_for_safe_mode(tmp_path: Path):
    assert [starts.record_start(tmp_path) for _ in range(4)] == [0, 1, 2, 3]
    assert [starts.safe_mode_due(failed, {}) for failed in range(4)] == [False, False, False, True]


def test_the_unit_of_last_resort_asks_for_safe_mode():
    unit = Path(__file__).resolve().parents[2] / "systemd" / "cardtable-safe.service"
    assert "Environment=CARDTABLE_SAFE_MODE=1" in unit.read_text(encoding="utf-8")
    assert starts.safe_mode_due(0, {"CARDTABLE_SAFE_MODE": "1"})
    assert not starts.safe_mode_due(0, {"CARDTABLE_SAFE_MODE": "0"})


def test_a_healthy_run_begins_the_count_anew(tmp_path: Path):
    starts.record_start(tmp_path)
    starts.record_start(tmp_path)
    starts.mark_healthy(tmp_path)
    assert starts.failed_in_a_row(tmp_path) == 0
    assert starts.record_start(tmp_path) == 0


@pytest.mark.parametrize("damage", [b"", b"-4", b"three", b"\xff\x00", b"2" * 5000])
def test_a_damaged_count_counts_from_nothing(tmp_path: Path, damage: bytes):
    (tmp_path / starts.FILE_NAME).write_bytes(damage)
    assert starts.failed_in_a_row(tmp_path) == 0
    assert starts.record_start(tmp_path) == 0
    assert starts.failed_in_a_row(tmp_path) == 1


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path):
    in_the_way = tmp_path / "state"
    in_the_way.write_text("a file where the folder should be", encoding="ascii")
    assert starts.record_start(in_the_way) == 0
    starts.mark_healthy(in_the_way)
    with Instance(in_the_way) as instance:
        assert not instance.held


def test_a_second_table_is_told_who_runs(tmp_path: Path):
    with Instance(tmp_path) as first:
        assert first.held
        with pytest.raises(AlreadyRunning) as error:
            Instance(tmp_path)
    assert error.value.pid == os.getpid()
    assert f"process {os.getpid()}" in str(error.value)
    assert "systemctl stop cardtable" in str(error.value)
    with Instance(tmp_path) as third:
        assert third.held


def test_the_lock_falls_with_its_process_however_it_ends(tmp_path: Path):
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from table.settings.instance import Instance\n"
        "held = Instance(Path(sys.argv[1]))\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        with pytest.raises(AlreadyRunning) as error:
            Instance(tmp_path)
        assert error.value.pid == child.pid
        child.kill()
        child.wait()
    with Instance(tmp_path) as instance:
        assert instance.held


def test_who_runs_is_seen_without_taking_the_lock(tmp_path: Path):
    assert running_pid(tmp_path) is None
    with Instance(tmp_path):
        assert running_pid(tmp_path) == os.getpid()
    assert running_pid(tmp_path) is None, "the file stays, the lock does not"
