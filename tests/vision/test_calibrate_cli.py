"""`cardtable mat` and `cardtable calibrate` as their users see them."""

from __future__ import annotations

import json
import re

import cv2
import numpy as np
import pytest

from table.cli import main
from vision import synth
from vision.mat import draw, load_mat
from vision.synth import Camera, Scene, playing_faces, render


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A picture of the gin mat under a slightly tilted camera."""
    scene = Scene(playing_faces("classic"), synth.Mat(draw(load_mat("gin"), 4.0, "dark"), 4.0))
    path = tmp_path_factory.mktemp("photo") / "table.png"
    cv2.imwrite(str(path), render(scene, Camera(tilt=8), np.random.default_rng(0)))
    return path


def test_the_mat_is_written_and_its_ruler_mentioned(tmp_path, capsys):
    path = tmp_path / "mat.pdf"
    assert main(["mat", "--kind", "gin", "--paper", "A4", "--lang", "zh", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert "100 %" in capsys.readouterr().out


def test_a_picture_of_the_mat_and_loose_markers(tmp_path):
    assert main(["mat", "-o", str(tmp_path / "m.pdf"), "--png", str(tmp_path / "m.png")]) == 0
    assert cv2.imread(str(tmp_path / "m.png")).shape == (1260, 1782, 3)
    assert main(["mat", "--markers", "-o", str(tmp_path / "k.pdf")]) == 0


@pytest.mark.parametrize(("players", "tokens", "pages"), [(3, 21, 1), (6, 42, 2), (12, 156, 4)])
def test_tokens_for_every_player_and_number(tmp_path, players, tokens, pages):
    from vision.mat.tokens import tokens_for

    assert len(tokens_for(players)) == tokens
    assert len({token.marker for token in tokens_for(players)}) == tokens, "each has a marker of its own"
    path = tmp_path / "tokens.pdf"
    assert main(["mat", "--tokens", "--players", str(players), "-o", str(path)]) == 0
    assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == pages


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mat", "-o", "/nowhere/mat.pdf"], "cannot be written (No such file or directory); choose another place"),
        (["mat", "--tokens", "--players", "2"], "3 to 12 people"),
        (["mat", "--zones", "/nowhere/zones.toml"], "/nowhere/zones.toml: cannot be read"),
        (["calibrate", "/nowhere/x.png"], "/nowhere/x.png: no picture that can be read"),
        (["calibrate", "--camera", "v4l2:/dev/video77"], "no camera at /dev/video77"),
        (["calibrate", "--camera", "webcam"], "no source 'webcam'"),
    ],
)
def test_mistakes_are_one_line_and_exit_status_2(capsys, words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_a_good_picture_is_praised_in_words_and_drawn(photo, tmp_path, capsys):
    assert main(["calibrate", str(photo), "--mat", "gin", "--picture", str(tmp_path / "seen.png")]) == 0
    out = capsys.readouterr().out
    assert "✓ all four markers seen" in out
    assert "✗" not in out
    drawn, plain = cv2.imread(str(tmp_path / "seen.png")), cv2.imread(str(photo))
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


def test_json_is_one_document_and_a_bad_picture_is_exit_status_1(photo, tmp_path, capsys):
    dark = tmp_path / "dark.png"
    cv2.imwrite(str(dark), (cv2.imread(str(photo)) * 0.2).astype(np.uint8))
    assert main(["calibrate", str(dark), "--mat", "gin", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["found"]
    assert [v["key"] for v in answer["verdicts"] if not v["good"]] == ["too_dark"]
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((480, 640, 3), 90, np.uint8))
    assert main(["calibrate", str(blank), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["found"] is False
