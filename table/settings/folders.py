"""The files and folders that settings name, or their places in the state folder where they name none."""

from __future__ import annotations

from pathlib import Path

from .model import Settings
from .paths import state_folder

GAMES_FILE = "games.sqlite"


def store_folder(settings: Settings) -> Path:
    """The folder with the games."""
    return Path(settings.store.folder) if settings.store.folder else state_folder()


def games_file(settings: Settings) -> Path:
    """The database of all games."""
    return store_folder(settings) / GAMES_FILE


def backup_folder(settings: Settings) -> Path:
    """Where the nightly copies of the database go."""
    return Path(settings.store.backup_folder) if settings.store.backup_folder else store_folder(settings) / "backups"


def recordings_folder(settings: Settings) -> Path:
    """Where recorded evenings go."""
    return Path(settings.recording.folder) if settings.recording.folder else state_folder() / "recordings"


def house_rules_folder(settings: Settings) -> Path:
    """The players' own rule sets."""
    return Path(settings.table.house_rules) if settings.table.house_rules else state_folder() / "house"


def camera_line(settings: Settings) -> str:
    """The camera as `vision.camera.open_source` wants it: ``picamera2:0?size=2304x1296&rate=15&flicker=50``."""
    camera = settings.camera
    if camera.source in ("none", "sim"):
        return camera.source
    place = camera.path if camera.source in ("video", "folder") else camera.device
    options = [f"rate={camera.rate}"]
    if camera.source in ("picamera2", "v4l2"):
        options.insert(0, f"size={camera.size[0]}x{camera.size[1]}")
    if camera.source == "picamera2":
        options.append(f"flicker={camera.anti_flicker.removesuffix('Hz')}")
        if camera.turned:
            options.append(f"turned={camera.turned}")
    return f"{camera.source}:{place}?{'&'.join(options)}"
