"""The odd playing deck of the settings reaches the reader of the cards; one that cannot be had is said in a line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from table.app.app import App, Parts
from table.app.hardware import open_eye
from table.app.signal_queue import SignalQueue
from table.settings import Settings
from table.settings.model import CameraSettings, TableSettings
from tests.intake.table_kit import AtTable
from vision.playing_deck import PlayingDeck


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def opened(deck: str) -> tuple[App, list[str]]:
    """An app whose eye was opened over the drawn table with this setting."""
    table = AtTable()
    app = App(table.table, Parts(queue=SignalQueue()), lambda: table.t)
    problems: list[str] = []
    settings = Settings(camera=CameraSettings(source="sim"), table=TableSettings(playing_deck=deck))
    open_eye(settings, app, [], problems)
    return app, problems


def enrol(folder: Path, name: str, seen: int = 52) -> Path:
    """A saved deck of which `seen` cards were measured."""
    place = folder / "decks" / "playing"
    place.mkdir(parents=True)
    prototypes = np.zeros((52, 96), np.float32)
    prototypes[:seen, 0] = 1
    PlayingDeck(name, "french", prototypes).save(place / f"{name}.npz")
    return place / f"{name}.npz"


def reader_of(app: App):
    return app.parts.eye.core.reader


def test_the_enrolled_deck_is_what_the_cards_are_read_with(state: Path):
    enrol(state, "grandma")
    app, problems = opened("grandma")
    assert problems == []
    assert (reader_of(app).deck.name, reader_of(app).deck.letters) == ("grandma", "french")


def test_without_the_setting_the_deck_is_a_usual_one(state: Path):
    enrol(state, "grandma")
    app, problems = opened("")
    assert (reader_of(app).deck, problems) == (None, [])


@pytest.mark.parametrize("name", ["grandpa", "../../outside"])
def test_a_deck_that_is_not_there_is_said_with_those_that_are(state: Path, name: str):
    enrol(state, "grandma")
    app, (problem,) = opened(name)
    assert problem.startswith(f"table.playing_deck: no playing deck {name!r}")
    assert "(there: grandma)" in problem
    assert "cardtable deck enrol --playing" in problem
    assert reader_of(app).deck is None


def test_a_broken_file_is_said_and_the_table_plays_on(state: Path):
    path = enrol(state, "grandma")
    path.write_bytes(b"PK half of a file")
    app, (problem,) = opened("grandma")
    assert str(path) in problem
    assert "enrol it anew" in problem
    assert "\n" not in problem
    assert reader_of(app).deck is None


def test_a_deck_of_which_cards_are_missing_gives_its_letters_and_says_so(state: Path):
    enrol(state, "grandma", seen=40)
    app, (problem,) = opened("grandma")
    assert "lacks some of its 52 cards" in problem
    assert reader_of(app).deck.letters == "french"
