"""The settings of a table: one commented TOML file, checked as a whole.

`load()` gives the settings to run with and never raises for a wrong file; `read(path)` is strict. A setting is read
as ``settings.camera.source``; the table of all settings is `table.settings.model`.
"""

from .files import default_text, load, read, write_default
from .model import (
    CameraSettings,
    DisplaySettings,
    KeySettings,
    RecordingSettings,
    Report,
    SeatNames,
    Settings,
    SoundSettings,
    StoreSettings,
    TableSettings,
)
from .paths import runtime_folder, settings_file, state_folder
from .problems import Problem, SettingsError
from .validate import parse

__all__ = [
    "CameraSettings",
    "DisplaySettings",
    "KeySettings",
    "Problem",
    "RecordingSettings",
    "Report",
    "SeatNames",
    "Settings",
    "SettingsError",
    "SoundSettings",
    "StoreSettings",
    "TableSettings",
    "default_text",
    "load",
    "parse",
    "read",
    "runtime_folder",
    "settings_file",
    "state_folder",
    "write_default",
]
