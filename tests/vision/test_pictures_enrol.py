"""Enrolling a deck by showing its cards, at the table and by the command."""

import json

import cv2
import numpy as np
import pytest

from table.cli import main
from tests.vision.picture_table import Table, enrolled, faces, kept, px_to_mm
from vision.pictures.deck import PictureDeck, Shelf, look_of
from vision.pictures.enrol import Enrolment


def show(session, table, frames=8, blur=0.0):
    """Frames of a table, two a second; the last progress and all that was added."""
    added = []
    for _ in range(frames):
        session.t = getattr(session, "t", 0.0) + 0.5
        image = table.frame()
        if blur:
            image = cv2.GaussianBlur(image, (0, 0), blur)
        progress = session.see(image, px_to_mm(), session.t)
        added += progress.added
    return progress, added


def laid(*names, y=210.0):
    table = Table(seed=len(names) + int(y))
    table.row(*names, y=y)
    return table


@pytest.fixture
def session():
    deck = PictureDeck("new")
    deck.set_back(kept(faces()["back"]))
    return Enrolment(deck, expected=5)


def test_cards_are_enrolled_any_number_at_a_time_and_known_ones_are_recognised(session):
    progress, added = show(session, laid("p01", "p02", "p03"))
    assert len(added) == 3
    assert {card.state for card in progress.cards} == {"new"}
    assert (progress.step, progress.enrolled, progress.waiting) == ("cards", 3, False)
    progress, added = show(session, laid("p03", "p04", y=200))
    assert len(added) == 1
    assert sorted(card.state for card in progress.cards) == ["known", "new"]
    progress, added = show(session, laid("p05", "p01", y=220))
    assert len(added) == 1
    assert (progress.step, progress.enrolled) == ("done", 5)
    assert session.deck.expected == 5
    assert session.deck.changed


def test_cards_laid_in_the_very_places_of_the_last_ones_are_new(session):
    session.expected = 12
    names = faces().names
    for first in (0, 3, 6, 9):
        _, added = show(session, laid(*names[first : first + 3]), frames=9)
        assert len(added) == 3


@pytest.mark.parametrize("x", [297, 180], ids=["in its place", "elsewhere"])
@pytest.mark.parametrize("other", ["p01/p04", "p01/p07", "p05/p04"])
def test_a_card_laid_for_one_that_resembles_it_is_not_taken_for_it(session, other, x):
    """Half of it looks the same: alike enough to be followed as one card that was pushed, not to be one picture."""
    like = other[:3]
    _, added = show(session, laid(like))
    assert len(added) == 1
    table = Table()
    table.put(other, x, 210)
    progress, added = show(session, table)
    assert [card.state for card in progress.cards] in (["new"], ["alike"])
    assert progress.cards[0].picture != session.deck.album.match(look_of(kept(faces()[like]))).best
    progress, _ = show(session, laid(like, other, y=190))
    assert len({card.picture for card in progress.cards}) == 2, "side by side they are two at the latest"
    assert progress.enrolled == 2


def test_a_card_too_blurred_to_be_told_is_not_taken_for_the_one_that_lay_there(session):
    show(session, laid("p01"))
    progress, _ = show(session, laid("p01/p04"), blur=6.0)
    assert [card.state for card in progress.cards] == ["blurred"]


def test_a_card_shown_upside_down_is_known(session):
    show(session, laid("p01", "p02"))
    table = Table()
    table.row("p02", turned=True)
    _, added = show(session, table)
    assert added == []


def test_a_blurred_card_is_asked_for_again_and_not_kept(session):
    progress, added = show(session, laid("p01"), blur=6.0)
    assert added == []
    assert len(session.deck) == 0
    assert [card.state for card in progress.poor] == ["blurred"]
    _, added = show(session, laid("p01"))
    assert len(added) == 1


def test_a_picture_that_is_painted_softly_is_enrolled_where_others_are_seen_sharply(session):
    """Asked for again it would look the same."""
    soft = "p01~"
    progress, added = show(session, laid(soft))
    assert ([card.state for card in progress.cards], added) == (["blurred"], [])
    progress, added = show(session, laid("p02", soft))
    assert [card.state for card in progress.cards] == ["new", "new"]
    assert len(added) == 2


def test_backs_and_hands_enrol_nothing(session):
    progress, added = show(session, laid("back", "p01"))
    assert sorted(card.state for card in progress.cards) == ["back", "new"]
    assert len(added) == 1


def test_the_back_comes_first_once_and_alone():
    session = Enrolment(PictureDeck("new"))
    progress, _ = show(session, laid("p01", "p02"))
    assert (progress.step, len(session.deck)) == ("back", 0)
    progress, _ = show(session, laid("back"))
    assert (progress.step, len(session.deck)) == ("cards", 0)
    assert session.deck.back is not None
    _, added = show(session, laid("p01", "p02", "back"))
    assert len(added) == 2


def test_the_back_may_be_left_out():
    session = Enrolment(PictureDeck("new"))
    session.skip_back()
    _, added = show(session, laid("p01"))
    assert len(added) == 1


def test_enrolment_goes_on_another_day(tmp_path, session):
    show(session, laid("p01", "p02"))
    shelf = Shelf(tmp_path)
    shelf.save(session.deck)
    again = Enrolment(shelf.load("new"))
    assert again.expected == 5
    progress, added = show(again, laid("p02", "p03"))
    assert (len(added), progress.enrolled) == (1, 3)


# -- the command --------------------------------------------------------------------------------------------------


@pytest.fixture
def decks(tmp_path):
    return tmp_path / "decks"


def run(capsys, decks, *words):
    """Exit status, lines and errors of a `cardtable deck` command."""
    status = main(["deck", "--decks", str(decks), *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def scans(tmp_path):
    folder = tmp_path / "scans"
    folder.mkdir()
    for name in ("p01", "p02", "p03"):
        cv2.imwrite(str(folder / f"{name}.png"), faces()[name])
    return folder


def test_scans_are_enrolled_listed_shown_checked_copied_and_removed(capsys, decks, scans, tmp_path):
    status, out, _ = run(capsys, decks, "enrol", "mine", "--cards", 4, "--from", scans)
    assert status == 1
    assert "mine: 3 pictures kept; 1 missing" in out
    cv2.imwrite(str(scans / "p04.png"), faces()["p04"])
    status, out, _ = run(capsys, decks, "enrol", "mine", "--from", scans)
    assert status == 0
    assert "p03.png: known (p003)" in out
    status, out, _ = run(capsys, decks, "list", "--json")
    assert json.loads(out)["decks"] == [
        {"name": "mine", "pictures": 4, "cards": 4, "size_mm": [80.0, 120.0], "back": False}]  # fmt: skip
    status, out, _ = run(capsys, decks, "show", "mine", "--sheet", tmp_path / "sheet.png")
    assert status == 0
    assert cv2.imread(str(tmp_path / "sheet.png")).shape[1] == 12 * 134
    status, out, _ = run(capsys, decks, "verify", "mine", "--json", "--from", scans / "p02.png")
    assert status == 0
    assert [row["picture"] for row in json.loads(out)["named"]] == ["p002"]
    assert run(capsys, decks, "export", "mine", tmp_path / "mine.zip")[0] == 0
    assert run(capsys, decks, "import", tmp_path / "mine.zip", "--as", "copy")[0] == 0
    assert run(capsys, decks, "remove", "copy", "--picture", "p001")[0] == 0
    assert len(Shelf(decks).load("copy")) == 3
    assert run(capsys, decks, "remove", "copy", "--yes")[0] == 0
    assert Shelf(decks).names() == ["mine"]


def test_a_stranger_in_a_verified_picture_is_said_and_is_a_no(capsys, decks, scans, tmp_path):
    run(capsys, decks, "enrol", "mine", "--from", scans)
    cv2.imwrite(str(tmp_path / "other.png"), faces()["p09"])
    status, out, _ = run(capsys, decks, "verify", "mine", "--from", tmp_path / "other.png")
    assert status == 1
    assert "other.png: unknown" in out


def test_photographs_of_the_mat_are_enrolled(capsys, decks, tmp_path):
    from vision.mat import draw, load_mat
    from vision.synth import Camera, Mat, Renderer, Scene

    scene = Scene(faces(), Mat(draw(load_mat("row"), 3.0, "dark"), 3.0))
    renderer = Renderer(Camera(tilt=5, size=(1600, 1200)))
    for table, names in (("other", ("p04", "p05")), ("table", ("p01", "p02", "p03"))):
        scene.clear()
        for i, name in enumerate(names):
            scene.put(name, 200 + 100 * i, 210)
        cv2.imwrite(str(tmp_path / f"{table}.png"), renderer.frame(scene, np.random.default_rng(1)))
    photos = (tmp_path / "other.png", tmp_path / "table.png")
    status, out, _ = run(capsys, decks, "enrol", "mine", "--mat", "row", "--from", *photos)
    assert status == 0
    assert len(Shelf(decks).load("mine")) == 5
    status, out, _ = run(capsys, decks, "verify", "mine", "--json", "--from", tmp_path / "table.png")
    assert {row["verdict"] for row in json.loads(out)["named"]} == {"known"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("enrol", "Über"), "cannot name a deck"),
        (("enrol", "x", "--size", "9x12"), "--size"),
        (("enrol", "x", "--cards", "0"), "--cards 0"),
        (("enrol", "x", "--from", "/nowhere"), "no such file or folder"),
        (("show", "nothing"), "no deck 'nothing'"),
        (("remove", "nothing", "--yes"), "nothing to remove"),
        (("import", "/nowhere.zip"), "no such file"),
    ],
)
def test_mistakes_are_told_in_one_line(capsys, decks, words, complaint):
    status, _, err = run(capsys, decks, *words)
    assert status == 2
    assert complaint in err
    assert err.count("\n") == 1


def test_a_picture_that_is_no_card_is_left_out_and_said(capsys, decks, scans):
    cv2.imwrite(str(scans / "wide.png"), np.full((100, 300, 3), 90, np.uint8))
    status, out, _ = run(capsys, decks, "enrol", "mine", "--from", scans)
    assert status == 1
    assert "wide.png: no whole card" in out
    assert len(Shelf(decks).load("mine")) == 3


@pytest.mark.parametrize("twin", ["p01/p02", "p05/p02"])
def test_a_twin_is_asked_about_alone_and_enrolled_side_by_side(session, twin):
    like = twin[:3]
    _, (first,) = show(session, laid(like))
    progress, added = show(session, laid(twin))
    assert added == []
    assert [(card.state, card.like) for card in progress.poor] == [("alike", first)]
    progress, added = show(session, laid(like, twin, y=190))
    assert len(added) == 1
    assert [card.picture for card in sorted(progress.cards, key=lambda card: card.outline_px[:, 0].mean())] == [
        first,
        *added,
    ]


def test_the_same_scan_twice_is_one_picture():
    session = Enrolment(enrolled("p01"))
    assert session.see_scan(faces()["p01"]) == ("known", "p001")
    assert session.see_scan(faces()["p02"]) == ("new", "p002")
