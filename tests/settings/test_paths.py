"""Where things live: the service's own folders under systemd, the user's elsewhere."""

from pathlib import Path

import pytest

from table.settings import paths


def test_the_service_names_its_folders():
    service = {
        "CONFIGURATION_DIRECTORY": "/etc/cardtable",
        "STATE_DIRECTORY": "/var/lib/cardtable:/var/lib/other",
        "RUNTIME_DIRECTORY": "/run/cardtable",
    }
    assert paths.settings_file(service) == Path("/etc/cardtable/settings.toml")
    assert paths.state_folder(service) == Path("/var/lib/cardtable")
    assert paths.runtime_folder(service) == Path("/run/cardtable")


def test_one_variable_points_to_any_other_file():
    service = {"CARDTABLE_SETTINGS": "/home/ann/table.toml", "CONFIGURATION_DIRECTORY": "/etc/cardtable"}
    assert paths.settings_file(service) == Path("/home/ann/table.toml")


def test_a_desktop_uses_the_users_own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(paths, "SYSTEM_CONFIG", tmp_path / "none")
    assert paths.settings_file({}) == tmp_path / "config" / "cardtable" / "settings.toml"
    assert paths.state_folder({}) == tmp_path / "state" / "cardtable"
    assert paths.runtime_folder({"XDG_RUNTIME_DIR": "/run/user/1000"}) == Path("/run/user/1000/cardtable")
    assert paths.runtime_folder({}).name.startswith("cardtable-")


def test_an_installed_table_is_found_by_a_user_without_a_file_of_his_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(paths, "SYSTEM_CONFIG", tmp_path)
    (tmp_path / "settings.toml").touch()
    assert paths.settings_file({}) == tmp_path / "settings.toml"
