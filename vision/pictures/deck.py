"""An enrolled picture deck: what each card looks like, on disk and in memory.

A deck is a folder: ``deck.json`` and one small picture a view under ``cards/``. Every file is written beside its place
and then moved into it, ``deck.json`` last, so that a pulled plug leaves the deck as it was before or after.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.pictures.describe import PATCH, Look, describe
from vision.pictures.identify import REJECT, Album

Image = np.ndarray[Any, np.dtype[np.uint8]]

VERSION = 1
KEPT_SIZE = (288, 192)
"""Rows and columns of the stored views: twice a patch, so that finer descriptions can be made of them later."""
BACK = "back"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
SIZES = {
    "dixit": (80.0, 120.0),
    "tarot": (70.0, 120.0),
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "mini": (44.0, 68.0),
}
"""Usual sizes of cards by name, width and height in mm."""


class DeckError(ValueError):
    """A deck that cannot be read, written or found; the text is one line that says what, where and what to do."""


@dataclass
class Picture:
    """One picture of the deck: its id (``p001``), an optional title, and its stored views (KEPT_SIZE, BGR)."""

    id: str
    title: str = ""
    views: list[Image] = field(default_factory=list)

    @property
    def thumbnail(self) -> Image:
        """The first view, (288, 192, 3) BGR."""
        return self.views[0]


@dataclass
class PictureDeck:
    """The pictures of one deck, with the album that recognises them. `size_mm` is a card's width and height."""

    name: str
    size_mm: tuple[float, float] = (80.0, 120.0)
    pictures: dict[str, Picture] = field(default_factory=dict)
    back: Image | None = None
    expected: int | None = None
    """How many cards the deck has, where its owner said so."""
    changed: bool = False
    """True while memory knows more than the disk."""
    album: Album = field(default_factory=Album, repr=False)
    backs: Album = field(default_factory=Album, repr=False)
    _saved: set[str] = field(default_factory=set, repr=False)

    def __len__(self) -> int:
        return len(self.pictures)

    def add(self, view: Image, title: str = "", picture: str | None = None) -> Picture:
        """A new picture, or with `picture` one more view of a known one. `view`: upright cut of KEPT_SIZE."""
        if picture is None:
            picture = self._next_id()
            self.pictures[picture] = Picture(picture, title)
        one = self.pictures[picture]
        one.views.append(view)
        self.album.add(picture, look_of(view))
        self.changed = True
        return one

    def set_back(self, view: Image) -> None:
        """The deck's back, KEPT_SIZE."""
        self.back = view
        self.backs.drop(BACK)
        self.backs.add(BACK, look_of(view))
        self.changed = True

    def remove(self, picture: str) -> None:
        """Forgets a picture. Raises `DeckError`."""
        if picture not in self.pictures:
            raise DeckError(f"deck {self.name!r} has no picture {picture!r}: see `cardtable deck show {self.name}`")
        del self.pictures[picture]
        self.album.drop(picture)
        self.changed = True

    def _next_id(self) -> str:
        last = max((int(name[1:]) for name in self.pictures if name[1:].isdigit()), default=0)
        return f"p{last + 1:03d}"

    def look_alikes(self) -> Iterator[tuple[str, str, float]]:
        """Pairs whose pictures agree so well that a poor view of one may pass for the other."""
        for picture in self.pictures:
            for look in self.album.looks_of(picture)[:1]:
                match = self.album.match(look, ignore=(picture,))
                if match.best is not None and match.score > REJECT and picture < match.best:
                    yield picture, match.best, match.score


def look_of(view: Image) -> Look:
    """The description of a stored view."""
    return describe(cv2.resize(view, PATCH[::-1], interpolation=cv2.INTER_AREA))


class Shelf:
    """The folder that holds all enrolled decks, one folder each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """All decks that are there, sorted."""
        return sorted(path.parent.name for path in self.folder.glob("*/deck.json")) if self.folder.is_dir() else []

    def place(self, name: str) -> Path:
        """The folder of a deck. Raises `DeckError` for a name that cannot be one."""
        if not NAME.fullmatch(name):
            raise DeckError(f"{name!r} cannot name a deck: use small letters, digits, - and _, at most 40")
        return self.folder / name

    def __contains__(self, name: object) -> bool:
        return (
            isinstance(name, str) and NAME.fullmatch(name) is not None and (self.folder / name / "deck.json").exists()
        )

    def load(self, name: str) -> PictureDeck:
        """Reads a deck. Raises `DeckError` where it is missing, damaged or of a newer version."""
        place = self.place(name)
        if not (place / "deck.json").exists():
            there = ", ".join(self.names()) or "none yet"
            raise DeckError(
                f"no deck {name!r} in {self.folder} (there: {there}): enrol it with `cardtable deck enrol {name}`"
            )
        try:
            data = json.loads((place / "deck.json").read_text("utf-8"))
            if data["version"] > VERSION:
                raise DeckError(
                    f"{place}/deck.json is of version {data['version']}, this program knows {VERSION}: update it"
                )
            deck = PictureDeck(
                name, (float(data["size_mm"][0]), float(data["size_mm"][1])), expected=data.get("expected")
            )
            for entry in data["pictures"]:
                for file in entry["views"]:
                    _load_view(deck, entry, place, file)
            if data.get("back"):
                deck.set_back(_read(place / "cards" / data["back"]))
                deck._saved.add(data["back"])
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            if isinstance(error, DeckError):
                raise
            raise DeckError(f"{place}/deck.json is damaged ({error}): import it again or remove the deck") from error
        deck.changed = False
        return deck

    def save(self, deck: PictureDeck) -> None:
        """Writes what is new. Raises `DeckError` where the disk refuses."""
        place = self.place(deck.name)
        try:
            (place / "cards").mkdir(parents=True, exist_ok=True)
            entries = []
            for picture in deck.pictures.values():
                files = [f"{picture.id}-{_digest(view)}.png" for view in picture.views]
                for file, view in zip(files, picture.views, strict=True):
                    _write_view(deck, place, file, view)
                entries.append({"id": picture.id, "title": picture.title, "views": files})
            back = None
            if deck.back is not None:
                back = f"back-{_digest(deck.back)}.png"
                _write_view(deck, place, back, deck.back)
            data = {
                "version": VERSION,
                "size_mm": deck.size_mm,
                "expected": deck.expected,
                "back": back,
                "pictures": entries,
            }
            write_whole(place / "deck.json", json.dumps(data, indent=1, ensure_ascii=False).encode())
            _prune(place / "cards", {file for entry in entries for file in entry["views"]} | {back})
        except OSError as error:
            raise DeckError(f"cannot write {error.filename or place}: {error.strerror}") from error
        deck.changed = False

    def remove(self, name: str) -> None:
        """Deletes a deck. Raises `DeckError` where there is none."""
        if name not in self:
            raise DeckError(f"no deck {name!r} in {self.folder}: nothing to remove")
        (self.place(name) / "deck.json").unlink()
        shutil.rmtree(self.place(name))

    def export(self, name: str, target: Path) -> None:
        """Writes a deck as one zip file."""
        place = self.place(name)
        self.load(name)
        names = ["deck.json", *(f"cards/{path.name}" for path in sorted((place / "cards").glob("*.png")))]
        partial = target.with_name(target.name + ".part")
        try:
            with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as archive:
                for inside in names:
                    archive.write(place / inside, inside)
            partial.replace(target)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise DeckError(f"cannot write {target}: {error.strerror}") from error

    def take_in(self, source: Path, name: str) -> PictureDeck:
        """Reads a zip file written by `export` as deck `name`. Raises `DeckError`; nothing is left half done."""
        place = self.place(name)
        if name in self:
            raise DeckError(f"deck {name!r} is there already: import under another name with --as, or remove it first")
        partial = self.folder / f".{name}.part"
        shutil.rmtree(partial, ignore_errors=True)
        try:
            with zipfile.ZipFile(source) as archive:
                for inside in archive.namelist():
                    if not re.fullmatch(r"deck\.json|cards/[a-z0-9-]+\.png", inside):
                        raise DeckError(f"{source} is no exported deck: it holds {inside!r}")
                    if archive.getinfo(inside).file_size > 4_000_000:
                        raise DeckError(f"{source} is no exported deck: {inside!r} is too large")
                archive.extractall(partial)
            if not (partial / "deck.json").exists():
                raise DeckError(f"{source} is no exported deck: it has no deck.json")
            Shelf(partial.parent)._check(partial)
            shutil.rmtree(place, ignore_errors=True)
            partial.rename(place)
        except zipfile.BadZipFile as error:
            raise DeckError(f"{source} is no zip file: export a deck with `cardtable deck export NAME FILE`") from error
        except OSError as error:
            raise DeckError(f"cannot read {source}: {error.strerror}") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return self.load(name)

    @staticmethod
    def _check(place: Path) -> None:
        """That every view named in the folder's deck.json can be read."""
        try:
            data = json.loads((place / "deck.json").read_text("utf-8"))
            for entry in data["pictures"]:
                for file in entry["views"]:
                    _read(place / "cards" / file)
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, DeckError):
                raise
            raise DeckError(f"deck.json is damaged ({error})") from error


def _load_view(deck: PictureDeck, entry: dict[str, Any], place: Path, file: str) -> None:
    known = entry["id"] in deck.pictures
    if not known:
        deck.pictures[entry["id"]] = Picture(entry["id"], entry.get("title", ""))
    deck.add(_read(place / "cards" / file), picture=entry["id"])
    deck._saved.add(file)


def _read(path: Path) -> Image:
    if not re.fullmatch(r"[a-z0-9-]+\.png", path.name):
        raise DeckError(f"{path.name!r} cannot be a picture of a deck")
    image = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.exists() else None
    if image is None or image.shape[:2] != KEPT_SIZE:
        raise DeckError(
            f"{path} is missing or no picture: import the deck again, or remove this picture and enrol its card anew"
        )
    return image


def _prune(folder: Path, wanted: set[str | None]) -> None:
    """Removes views that no picture names any more."""
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink(missing_ok=True)


def _digest(view: Image) -> str:
    return hashlib.sha256(view.tobytes()).hexdigest()[:8]


def _write_view(deck: PictureDeck, place: Path, file: str, view: Image) -> None:
    if file in deck._saved and (place / "cards" / file).exists():
        return
    ok, data = cv2.imencode(".png", view)
    if not ok:
        raise DeckError(f"cannot encode {file}")
    write_whole(place / "cards" / file, data.tobytes())
    deck._saved.add(file)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that after a power cut it is the old one or the new one, never half of it."""
    partial = path.with_name(path.name + ".part")
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
