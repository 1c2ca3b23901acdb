"""The one table of settings: names, types, ranges, defaults and the words that explain them.

The settings file, the defaults, the checks and the page of settings are all made from these structs, so that a new
setting is one field here and nothing else. `Meta(description=...)` is the comment above the line in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .problems import Problem

Language = Literal["en", "zh", "es", "es-419", "hu"]
Origin = Literal["defaults", "file", "last-good", "partly"]
"""``last-good``: the file is wrong, an older one is used; ``partly``: the file without its wrong lines."""

PATH = {"path": True}
"""Marks a text that may be a file or folder: a relative one is meant from the settings file's own folder."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ``[section]`` of the file; its docstring's first line is the comment below the heading."""


class TableSettings(Section, frozen=True):
    """What is played, in which language, and how votes are cast."""

    rules: Annotated[
        str,
        Meta(
            description="The rule set that is used without asking, such as 'gin-the-pack' or the name of a house rule; "
            "empty: the players choose."
        ),
    ] = ""
    language: Annotated[
        Language,
        Meta(description="Language of the screens and the voice after a start; 'es-419' is the Spanish of America."),
    ] = "en"
    voting: Annotated[
        Literal["pods", "one-button", "tokens"],
        Meta(
            description="How votes are cast in the picture game: six keys under each hood, one button a seat with a "
            "light that sweeps the numbers, or printed tokens that the camera reads."
        ),
    ] = "pods"
    tracking: Annotated[
        Literal["full", "show-only"],
        Meta(description="Follow each draw and discard, or read the cards only when a hand is laid down."),
    ] = "full"
    house_rules: Annotated[
        str,
        Meta(extra=PATH, description="Folder with your own rule sets (*.toml); empty: 'house' in the state folder."),
    ] = ""
    picture_deck: Annotated[
        str,
        Meta(description="Name of the enrolled deck of the picture game; empty: learn the cards as they are played."),
    ] = ""
    picture_deck_size: Annotated[
        int, Meta(ge=18, le=500, description="Cards in the deck of the picture game; tells when the stock is empty.")
    ] = 84
    playing_deck: Annotated[
        str,
        Meta(
            description="Name of an odd deck of playing cards, enrolled with 'cardtable deck enrol --playing NAME'; "
            "empty: a deck of the usual print."
        ),
    ] = ""
    result_seconds: Annotated[
        int, Meta(ge=2, le=120, description="How long a result stays on the screen before the table goes on by itself.")
    ] = 8
    idle_minutes: Annotated[
        int,
        Meta(
            ge=1,
            le=240,
            description="After so many minutes without a key or a card the start screen comes back; the game is kept.",
        ),
    ] = 10


class SeatNames(Section, frozen=True):
    """Own names for the places; empty: the place is called by its sign."""

    sun: Annotated[str, Meta(max_length=16, description="Name of the player at the place with the sun.")] = ""
    mountain: Annotated[str, Meta(max_length=16, description="At the mountain.")] = ""
    hut: Annotated[str, Meta(max_length=16, description="At the hut.")] = ""
    star: Annotated[str, Meta(max_length=16, description="At the star.")] = ""
    moon: Annotated[str, Meta(max_length=16, description="At the moon.")] = ""
    wave: Annotated[str, Meta(max_length=16, description="At the wave.")] = ""


Side = Literal["near", "right", "far", "left"]


class SeatSides(Section, frozen=True):
    """Where each place is, seen from the near side of the mat: the picture row is numbered as its storyteller sees it,
    and at gin each player lays cards open at their own side (of two at one side, the first to join at the near one).

    A screen that lies in the table turns each place's strip to the same side.
    """

    sun: Annotated[Side, Meta(description="The side at which the place with the sun is.")] = "far"
    mountain: Annotated[Side, Meta(description="Of the mountain.")] = "far"
    hut: Annotated[Side, Meta(description="Of the hut.")] = "right"
    star: Annotated[Side, Meta(description="Of the star.")] = "near"
    moon: Annotated[Side, Meta(description="Of the moon.")] = "near"
    wave: Annotated[Side, Meta(description="Of the wave.")] = "left"


Pixels = Annotated[int, Meta(ge=240, le=4608)]


class CameraSettings(Section, frozen=True):
    """Where the pictures of the table come from."""

    source: Annotated[
        Literal["picamera2", "v4l2", "video", "folder", "sim", "none"],
        Meta(
            description="'picamera2' the Pi's own camera, 'v4l2' a webcam, 'video' a file, 'folder' a folder of "
            "pictures, 'sim' a drawn, empty table, 'none' score by hand."
        ),
    ] = "v4l2"
    device: Annotated[
        str, Meta(description="Which webcam ('0' or '/dev/video0') or, with picamera2, which camera ('0' or '1').")
    ] = "0"
    path: Annotated[str, Meta(extra=PATH, description="The file or folder for the sources 'video' and 'folder'.")] = ""
    size: Annotated[
        tuple[Pixels, Pixels],
        Meta(description="Width and height of the picture in pixels; the nearest the camera has is taken."),
    ] = (2304, 1296)
    rate: Annotated[int, Meta(ge=1, le=120, description="Pictures a second.")] = 15
    anti_flicker: Annotated[
        Literal["off", "50Hz", "60Hz"], Meta(description="The mains frequency of the lamps above the table.")
    ] = "50Hz"
    turned: Annotated[
        Literal[0, 180],
        Meta(description="Turn the picture of the Pi's own camera that hangs the other way round, in degrees."),
    ] = 0
    mat: Annotated[
        Literal["both", "gin", "row"],
        Meta(
            description="The mat on the table, as 'cardtable mat' prints it: for both games, for gin, or for the row."
        ),
    ] = "both"
    mat_file: Annotated[
        str, Meta(extra=PATH, description="Your own mat as a TOML file; empty: the one that comes with the table.")
    ] = ""


class KeySettings(Section, frozen=True):
    """Buttons and keyboards."""

    profile: Annotated[
        str,
        Meta(
            extra=PATH, description="The wiring: 'pods', 'one-button', 'keyboard', or the path of your own TOML file."
        ),
    ] = "keyboard"
    usb_keyboards: Annotated[
        Literal["all", "operator", "none"],
        Meta(
            description="What a plugged-in keyboard may do: play as any seat; only the operator's Fix key (and play "
            "while a wired button does not work); or nothing at all."
        ),
    ] = "all"


class DisplaySettings(Section, frozen=True):
    """The screen."""

    size: Annotated[
        Literal["auto", "800x480", "1280x720", "1920x1080"],
        Meta(
            description="Size of the picture in pixels; 'auto' takes the whole screen on a kiosk, 1280x720 in a window."
        ),
    ] = "auto"
    fullscreen: Annotated[bool, Meta(description="Fill the whole screen; a kiosk does so in any case.")] = False
    orientation: Annotated[
        Literal["upright", "flat"],
        Meta(description="A screen that stands, or one that lies in the table, with a strip turned to each seat."),
    ] = "upright"
    suit_colours: Annotated[
        Literal[2, 4],
        Meta(description="Two colours as printed on most cards, or four that are told apart more easily."),
    ] = 4
    reduced_motion: Annotated[bool, Meta(description="Cuts instead of movements.")] = False
    swap: Annotated[
        bool, Meta(description="Both scores change places on the screen with each hand of gin, against burn-in.")
    ] = False
    saver_minutes: Annotated[
        int, Meta(ge=1, le=240, description="Minutes without a key or a card until the screen saver comes.")
    ] = 10


class SoundSettings(Section, frozen=True):
    """Sounds and voice; never for a single vote."""

    volume: Annotated[Literal["off", "low", "normal"], Meta(description="Loudness of sounds and voice.")] = "normal"
    voice: Annotated[bool, Meta(description="Speak turns and results (needs the program espeak-ng).")] = False


class StoreSettings(Section, frozen=True):
    """Where games are kept."""

    folder: Annotated[
        str,
        Meta(
            extra=PATH, description="Folder of the database; empty: the state folder (/var/lib/cardtable on a kiosk)."
        ),
    ] = ""
    backups: Annotated[int, Meta(ge=1, le=365, description="How many nightly backups are kept.")] = 14
    backup_folder: Annotated[
        str,
        Meta(
            extra=PATH,
            description="Folder of the backups, for example on a USB stick; empty: 'backups' beside the database.",
        ),
    ] = ""
    free_mb: Annotated[
        int, Meta(ge=10, le=100_000, description="Warn when fewer megabytes than this are free on the card.")
    ] = 200


class RecordingSettings(Section, frozen=True):
    """Recording an evening; a lamp on the screen shows it. Pictures may show hands and sleeves."""

    signals: Annotated[
        bool, Meta(description="Keep keys and readings of each game, for replay. Single votes are never kept.")
    ] = False
    frames: Annotated[bool, Meta(description="Keep the camera's pictures too; needs much space.")] = False
    folder: Annotated[
        str, Meta(extra=PATH, description="Where recordings go; empty: 'recordings' in the state folder.")
    ] = ""
    keep_days: Annotated[int, Meta(ge=1, le=3650, description="Recordings older than this are removed at night.")] = 30


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How the settings came about. `problems` is empty when the file was right or there was none."""

    path: Path | None = None
    origin: Origin = "defaults"
    problems: tuple[Problem, ...] = ()


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a table, checked. `report` is not a section: it says where they came from."""

    table: TableSettings = TableSettings()
    seats: SeatNames = SeatNames()
    sides: SeatSides = SeatSides()
    camera: CameraSettings = CameraSettings()
    keys: KeySettings = KeySettings()
    display: DisplaySettings = DisplaySettings()
    sound: SoundSettings = SoundSettings()
    store: StoreSettings = StoreSettings()
    recording: RecordingSettings = RecordingSettings()
    report: Report = Report()


SECTIONS: dict[str, type[Section]] = {
    "table": TableSettings,
    "seats": SeatNames,
    "sides": SeatSides,
    "camera": CameraSettings,
    "keys": KeySettings,
    "display": DisplaySettings,
    "sound": SoundSettings,
    "store": StoreSettings,
    "recording": RecordingSettings,
}

KIOSK: dict[tuple[str, str], object] = {
    ("camera", "source"): "picamera2",
    ("keys", "profile"): "pods",
    ("keys", "usb_keyboards"): "operator",
    ("display", "fullscreen"): True,
}
"""What a freshly installed Raspberry Pi has otherwise than a desktop."""
