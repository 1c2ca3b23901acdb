"""Any damage to the settings file: the table starts, with the last good settings, and says what is wrong."""

from __future__ import annotations

import random
from pathlib import Path

from table.settings import default_text, load
from table.settings.files import LAST_GOOD
from tests.faults.kit import turns


@turns
def test_a_damaged_settings_file_never_stops_the_start(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    file, state = tmp_path / "settings.toml", tmp_path / "state"
    good = default_text(kiosk=True).replace('#language = "en"', 'language = "hu"')
    for _ in range(20):
        file.write_text(good, encoding="utf-8")
        assert load(file, state).table.language == "hu"
        content = bytearray(good.encode("utf-8"))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(content))
            content[place : place + chance.randrange(1, 40)] = chance.randbytes(chance.randrange(0, 40))
        file.write_bytes(content)
        settings = load(file, state)
        if settings.report.problems:
            assert settings.report.origin == "last-good"
            assert settings.table.language == "hu"
            assert settings.camera.source == "picamera2"
            assert all("\n" not in str(problem) for problem in settings.report.problems)


@turns
def test_both_files_damaged_still_starts(tmp_path: Path, turn: int):
    chance = random.Random(turn)
    file, state = tmp_path / "settings.toml", tmp_path / "state"
    file.write_text(default_text(), encoding="utf-8")
    load(file, state)
    for damaged in (file, state / LAST_GOOD):
        content = bytearray(damaged.read_bytes())
        place = chance.randrange(len(content) - 50)
        content[place : place + 50] = chance.randbytes(50)
        damaged.write_bytes(content)
    settings = load(file, state)
    assert settings.report.origin in ("file", "last-good", "partly", "defaults")
