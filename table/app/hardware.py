"""Opening what has wires: keys and lamps, the camera's eye, sound. Each may be missing; the table plays on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table.app.app import App, Parts
from table.app.keep_frames import FrameKeeper
from table.settings import Settings, folders, state_folder

log = logging.getLogger("cardtable")

LEARNED = "as-played"
"""The name of the deck that grows by itself."""

DRAWN_PX_PER_MM = 3.0
DRAWN_RATE = 5.0
"""Frames of the drawn table a second: nothing on it moves."""

Closers = list[Callable[[], None]]


def open_keys(settings: Settings, parts: Parts, close: Closers, problems: list[str]) -> None:
    """Pods, single buttons or the keyboard, by the wiring profile."""
    from hw.keys import Keys
    from hw.wiring import WiringError, load_profile
    from table.app.typing_rule import typing_rule

    try:
        profile = load_profile(settings.keys.profile)
    except WiringError as error:
        problems.append(f"{error}; the keyboard is used instead")
        profile = load_profile("keyboard")
    keys = Keys(profile, parts.queue.put)
    parts.keys = keys
    parts.may_type = typing_rule(settings.keys.usb_keyboards, profile, keys)
    close.append(keys.stop)


def open_eye(settings: Settings, app: App, close: Closers, problems: list[str]) -> None:
    """The camera with everything that reads its frames."""
    parts = app.parts
    if settings.camera.source == "none":
        return
    from table.cameras import open_camera
    from vision.camera import SourceError
    from vision.eye import Eye
    from vision.mat import MatError, load_mat
    from vision.pictures.reader import RowReader
    from vision.reader import CardReader

    try:
        mat = _mat(settings)
    except MatError as error:
        problems.append(f"{error}; the mat for both games is used")
        mat = load_mat("both")
    source: Any = None
    try:
        source = open_camera(folders.camera_line(settings), sim=lambda place, options: drawn_table(mat))
    except SourceError as error:
        log.warning("%s; scores are entered by hand", error)
        app.trouble("camera", str(error))
    row = RowReader(deck=_deck(settings, parts, problems), tokens=settings.table.voting == "tokens")
    cards = CardReader(deck=_playing_deck(settings, problems))
    eye = Eye(source, mat, cards, parts.queue.put, row=row, tracking=settings.table.tracking)
    row.keep = eye.store.put
    if settings.recording.frames and parts.recorder is not None:
        folder = parts.recorder.folder / "frames"
        eye.on_frame = FrameKeeper(folder, mat.size, lambda what: app.trouble("store", what, "frames"))
    parts.eye = eye
    parts.row = row
    close.append(eye.stop)


def drawn_table(mat: Any) -> Any:
    """A simulated camera over the mat with nothing on it: the whole program on a computer that has no camera."""
    from vision.camera.sim import Sim
    from vision.mat.picture import draw
    from vision.synth import Camera, Scene, playing_faces
    from vision.synth import Mat as MatPicture

    ground = MatPicture(draw(mat, px_per_mm=DRAWN_PX_PER_MM), DRAWN_PX_PER_MM)
    return Sim(Scene(playing_faces("classic"), ground), Camera(), rate=DRAWN_RATE)


def _mat(settings: Settings) -> Any:
    from vision.mat import load_mat

    own = settings.camera.mat_file
    return load_mat(settings.camera.mat, Path(own) if own else None)


def _deck(settings: Settings, parts: Parts, problems: list[str]) -> Any:
    """The enrolled deck; without one, a deck that learns the cards as they are played and is kept."""
    from vision.pictures.deck import DeckError, PictureDeck, Shelf

    shelf = Shelf(state_folder() / "decks")
    name = settings.table.picture_deck or LEARNED
    deck = PictureDeck(name)
    try:
        if name in shelf:
            deck = shelf.load(name)
        elif settings.table.picture_deck:
            problems.append(f"no deck {name!r} is enrolled; its cards are learned as they are played")
    except DeckError as error:
        problems.append(f"{error}; cards are learned as they are played")

    def save() -> None:
        if not deck.changed:
            return
        try:
            shelf.save(deck)
        except (DeckError, OSError) as error:
            log.warning("the learned pictures are not saved: %s", error)

    parts.save_deck = save
    return deck


def _playing_deck(settings: Settings, problems: list[str]) -> Any:
    """The odd deck of playing cards that was enrolled; None for a usual one, or where it cannot be had."""
    from vision.pictures.deck import NAME
    from vision.playing_deck import DeckError, load_playing_deck

    name = settings.table.playing_deck
    if not name:
        return None
    folder = state_folder() / "decks" / "playing"
    path = folder / f"{name}.npz"
    if not NAME.fullmatch(name) or not path.is_file():
        there = ", ".join(sorted(one.stem for one in folder.glob("*.npz"))) or "none yet"
        problems.append(
            f"table.playing_deck: no playing deck {name!r} in {folder} (there: {there}): enrol it with "
            f"`cardtable deck enrol --playing {name}`; until then the cards are read as a usual deck"
        )
        return None
    try:
        deck = load_playing_deck(path)
    except DeckError as error:
        problems.append(
            f"table.playing_deck: {error} with `cardtable deck enrol --playing {name}`; "
            "until then the cards are read as a usual deck"
        )
        return None
    if not deck.complete:
        problems.append(
            f"table.playing_deck: deck {name!r} lacks some of its 52 cards, only its letters are used: show all cards "
            f"to `cardtable deck enrol --playing {name}`"
        )
    return deck


def open_sound(settings: Settings, parts: Parts, close: Closers) -> None:
    """Cues and the voice; silence where there is no device."""
    from table.sound import Announcer, Sounds, Voice

    parts.sounds = Sounds(settings.sound.volume)
    if settings.sound.voice and settings.sound.volume != "off":
        voice = Voice.installed(settings.sound.volume, wanted=settings.sound.voice)
        parts.announcer = Announcer(voice, settings.table.language)
        close.append(voice.close)
