"""`cardtable deck`: what is kept is listed, and removed only when that is surely wanted."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from table.cli import main
from vision.playing_deck import PlayingDeck


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """A folder with a whole playing deck, one of which cards were not seen, and a file that is none."""
    place = tmp_path / "playing"
    place.mkdir()
    whole = np.ones((52, 96), np.float32)
    some = whole.copy()
    some[40:] = 0
    PlayingDeck("grandma", "french", whole).save(place / "grandma.npz")
    PlayingDeck("trip", "english", some).save(place / "trip.npz")
    (place / "torn.npz").write_bytes(b"PK")
    return tmp_path


def test_playing_decks_are_listed_beside_the_picture_decks(decks: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["deck", "--decks", str(decks), "list"]) == 0
    grandma, torn, trip = capsys.readouterr().out.splitlines()
    assert grandma == "grandma: playing cards, letters french, all 52 cards"
    assert "torn" in torn
    assert "enrol it anew" in torn
    assert trip == "trip: playing cards, letters english, some of its 52 cards not seen"


def test_the_list_as_json(decks: Path, capsys: pytest.CaptureFixture[str]):
    main(["deck", "--decks", str(decks), "list", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["decks"] == []
    assert told["playing"][0] == {"name": "grandma", "letters": "french", "complete": True}


def test_a_playing_deck_is_removed_when_it_is_said_twice(decks: Path, capsys: pytest.CaptureFixture[str]):
    there = decks / "playing" / "grandma.npz"
    assert main(["deck", "--decks", str(decks), "remove", "--playing", "grandma"]) == 2
    assert "say --yes" in capsys.readouterr().err
    assert there.exists()
    assert main(["deck", "--decks", str(decks), "remove", "--playing", "grandma", "--yes"]) == 0
    assert not there.exists()


def test_removing_a_playing_deck_that_is_not_there(decks: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["deck", "--decks", str(decks), "remove", "--playing", "../grandma", "--yes"]) == 2
    assert "nothing to remove" in capsys.readouterr().err


def test_an_empty_folder_says_how_to_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["deck", "--decks", str(tmp_path), "list"]) == 0
    assert "cardtable deck enrol NAME" in capsys.readouterr().out
