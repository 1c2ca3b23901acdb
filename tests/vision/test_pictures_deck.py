"""Enrolled decks on disk: whole or as before, never half."""

import json
import zipfile

import numpy as np
import pytest

from tests.vision.picture_table import enrolled, faces, kept
from vision.pictures import deck as deck_module
from vision.pictures.deck import KEPT_SIZE, DeckError, PictureDeck, Shelf


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "decks")


def test_a_deck_comes_back_as_it_was_saved(shelf):
    deck = enrolled("p01", "p02", "p03")
    deck.expected = 84
    shelf.save(deck)
    assert not deck.changed
    again = shelf.load("test")
    assert list(again.pictures) == ["p001", "p002", "p003"]
    assert [one.title for one in again.pictures.values()] == ["p01", "p02", "p03"]
    assert (again.size_mm, again.expected, again.changed) == ((80.0, 120.0), 84, False)
    assert np.array_equal(again.pictures["p002"].thumbnail, kept(faces()["p02"]))
    assert np.array_equal(again.back, kept(faces()["back"]))
    assert shelf.names() == ["test"]


def test_enrolment_goes_on_where_it_stopped(shelf):
    shelf.save(enrolled("p01", "p02"))
    deck = shelf.load("test")
    assert deck.add(kept(faces()["p03"])).id == "p003"
    shelf.save(deck)
    assert len(shelf.load("test")) == 3


def test_a_plug_pulled_while_saving_leaves_the_deck_as_it_was(shelf, monkeypatch):
    shelf.save(enrolled("p01", "p02"))
    deck = shelf.load("test")
    deck.add(kept(faces()["p03"]))
    written = deck_module.write_whole

    def cut_off(path, data):
        if path.name == "deck.json":
            path.with_name("deck.json.part").write_bytes(data[: len(data) // 2])
            raise OSError(5, "Input/output error", str(path))
        written(path, data)

    monkeypatch.setattr(deck_module, "write_whole", cut_off)
    with pytest.raises(DeckError, match="cannot write"):
        shelf.save(deck)
    monkeypatch.undo()
    assert list(shelf.load("test").pictures) == ["p001", "p002"]
    shelf.save(deck)
    assert len(shelf.load("test")) == 3


def test_a_removed_picture_is_gone_from_disk_and_its_id_may_return(shelf):
    deck = enrolled("p01", "p02")
    shelf.save(deck)
    deck.remove("p002")
    shelf.save(deck)
    deck.add(kept(faces()["p05"]))
    shelf.save(deck)
    again = shelf.load("test")
    assert list(again.pictures) == ["p001", "p002"]
    assert np.array_equal(again.pictures["p002"].thumbnail, kept(faces()["p05"]))
    assert len(list((shelf.folder / "test" / "cards").glob("p*.png"))) == 2


def test_removing_what_is_not_there(shelf):
    with pytest.raises(DeckError, match="no picture 'p009'"):
        enrolled("p01").remove("p009")
    with pytest.raises(DeckError, match="nothing to remove"):
        shelf.remove("other")


@pytest.mark.parametrize("name", ["", "..", "../x", "Über", "a/b", "x" * 41, ".hidden"])
def test_names_that_cannot_be_folders(shelf, name):
    with pytest.raises(DeckError, match="cannot name a deck"):
        shelf.load(name)
    assert name not in shelf


def test_a_missing_deck_names_those_that_are_there(shelf):
    shelf.save(enrolled("p01"))
    with pytest.raises(DeckError, match="there: test"):
        shelf.load("dixit")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', '{"version": 1, "size_mm": [80], "pictures": []}'])
def test_a_damaged_file_is_said_in_one_line(shelf, text):
    shelf.save(enrolled("p01"))
    (shelf.folder / "test" / "deck.json").write_text(text)
    with pytest.raises(DeckError, match="damaged"):
        shelf.load("test")


def test_a_deck_of_a_newer_program_is_refused(shelf):
    shelf.save(enrolled("p01"))
    path = shelf.folder / "test" / "deck.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"version": 99}))
    with pytest.raises(DeckError, match="version 99"):
        shelf.load("test")


def test_a_lost_picture_is_named(shelf):
    shelf.save(enrolled("p01", "p02"))
    next((shelf.folder / "test" / "cards").glob("p002*")).unlink()
    with pytest.raises(DeckError, match="p002"):
        shelf.load("test")


def test_export_and_import(shelf, tmp_path):
    shelf.save(enrolled("p01", "p02"))
    shelf.export("test", tmp_path / "deck.zip")
    other = Shelf(tmp_path / "elsewhere")
    assert len(other.take_in(tmp_path / "deck.zip", "copy")) == 2
    assert other.load("copy").album.match(enrolled("p02").album.looks_of("p001")[0]).best == "p002"
    with pytest.raises(DeckError, match="is there already"):
        other.take_in(tmp_path / "deck.zip", "copy")


def test_a_foreign_zip_leaves_nothing_behind(shelf, tmp_path):
    for inside in ("../../evil.png", "readme.txt"):
        with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
            archive.writestr(inside, "x")
        with pytest.raises(DeckError, match="no exported deck"):
            shelf.take_in(tmp_path / "bad.zip", "bad")
    (tmp_path / "text.zip").write_text("no zip")
    with pytest.raises(DeckError, match="no zip file"):
        shelf.take_in(tmp_path / "text.zip", "bad")
    assert shelf.names() == []
    assert not (tmp_path / "evil.png").exists()


def test_look_alikes_are_found():
    deck = PictureDeck("twins")
    first = kept(faces()["p01"])
    second = first.copy()
    second[100:130, 60:90] = (0, 0, 200)
    for view in (first, second, kept(faces()["p02"])):
        deck.add(view)
    assert [(a, b) for a, b, _ in deck.look_alikes()] == [("p001", "p002")]
    assert list(enrolled().look_alikes()) == []


def test_views_have_the_size_in_which_they_are_kept():
    assert enrolled("p01").pictures["p001"].thumbnail.shape[:2] == KEPT_SIZE
