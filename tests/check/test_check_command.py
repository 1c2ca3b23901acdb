"""`cardtable check`: words, JSON, exit status, and the settings file that it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from table.cli import main


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CARDTABLE_SETTINGS", str(tmp_path / "settings.toml"))


def test_words_one_line_a_part(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "settings", "font"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("✓ settings  no file at ")
    assert lines[1] == "✓ font      cardtable.ttf"
    assert lines[2] == "fit to play"


def test_json_is_one_document_and_nothing_else(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "--json", "font", "space"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert [check["name"] for check in document["checks"]] == ["font", "space"]
    assert document["checks"][1]["data"]["free_mb"] > 0


def test_wrong_settings_end_with_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "settings.toml").write_text("[camera]\nrat = 3\n", encoding="utf-8")
    assert main(["check", "settings"]) == 1
    assert "line 2: camera.rat: there is no setting of this name; did you mean rate?" in capsys.readouterr().out


def test_an_unknown_part_is_one_line_that_names_the_parts(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "camra"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "there is no part 'camra' to check; the parts are settings, " in error


def test_a_settings_file_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "settings", "--write", "--kiosk"]) == 0
    assert f"wrote {tmp_path / 'settings.toml'}" in capsys.readouterr().out
    assert main(["check", "settings"]) == 0
    assert main(["check", "settings", "--write"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_settings_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["check", "--settings", str(tmp_path / "none.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_buttons_are_checked_alone(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "buttons", "font"]) == 2
    assert "check it alone" in capsys.readouterr().err
