"""Where settings, games and the running table's own files live.

Under systemd the service's environment names the folders (CONFIGURATION_DIRECTORY, STATE_DIRECTORY,
RUNTIME_DIRECTORY); elsewhere they are the user's own, as the platform has them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import platformdirs

NAME = "cardtable"
FILE_NAME = "settings.toml"
SYSTEM_CONFIG = Path("/etc/cardtable")


def _first(environ: Mapping[str, str], variable: str) -> Path | None:
    """systemd joins several folders with a colon; the first is the one meant here."""
    value = environ.get(variable, "").split(":")[0]
    return Path(value) if value else None


def settings_file(environ: Mapping[str, str] | None = None) -> Path:
    """The settings file: $CARDTABLE_SETTINGS, the service's, the user's, or /etc/cardtable where only that is."""
    environ = os.environ if environ is None else environ
    if environ.get("CARDTABLE_SETTINGS"):
        return Path(environ["CARDTABLE_SETTINGS"])
    folder = _first(environ, "CONFIGURATION_DIRECTORY")
    if folder is not None:
        return folder / FILE_NAME
    user = platformdirs.user_config_path(NAME) / FILE_NAME
    if not user.exists() and (SYSTEM_CONFIG / FILE_NAME).exists():
        return SYSTEM_CONFIG / FILE_NAME
    return user


def state_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where games, decks, calibration and the last good settings are kept. Not created here."""
    environ = os.environ if environ is None else environ
    return _first(environ, "STATE_DIRECTORY") or platformdirs.user_state_path(NAME)


def runtime_folder(environ: Mapping[str, str] | None = None) -> Path:
    """For files that are gone after a restart: lock, pipes of the pin library. Not created here."""
    environ = os.environ if environ is None else environ
    folder = _first(environ, "RUNTIME_DIRECTORY")
    if folder is not None:
        return folder
    if environ.get("XDG_RUNTIME_DIR"):
        return Path(environ["XDG_RUNTIME_DIR"]) / NAME
    return Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}"
