"""``cardtable read``: the JSON contract, files of every sort, one line for every mistake."""

import io
import json
import struct
import sys
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from table.cli import main
from table.rules.cards import Card
from vision.files import PictureError, decode, load_picture
from vision.table_pictures import Laid, table_picture


@pytest.fixture(scope="module")
def image() -> np.ndarray:
    cv2.setNumThreads(1)
    return table_picture([Laid(Card("7S"), 50, 60), Laid(Card("QH"), 130, 60, 0.3)], (540, 360), 3.0)


@pytest.fixture
def file(tmp_path, image):
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), image)
    return path


def test_json_has_the_agreed_shape(file, capsys):
    assert main(["read", str(file), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert answer["image"] == str(file)
    assert answer["ms"] > 0
    assert {one["card"] for one in answer["cards"]} == {"7S", "QH"}
    for one in answer["cards"]:
        assert 0.5 < one["p"] <= 1
        assert np.array(one["outline"]).shape == (4, 2)
        assert all(len(pair) == 2 for pair in one["runner_up"])
    assert isinstance(answer["unsure"], list)


def test_people_get_one_line_a_picture(file, capsys):
    assert main(["read", str(file)]) == 0
    out = capsys.readouterr().out
    assert "7S" in out
    assert len(out.splitlines()) == 1


def test_a_folder_is_all_of_its_pictures(file, image, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "other.png"), image)
    (tmp_path / "notes.txt").write_text("not a picture")
    assert main(["read", str(tmp_path), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_picture_on_standard_input(file, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert main(["read", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["image"] == "-"


def test_a_video_is_read_frame_by_frame(image, tmp_path, capsys):
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 5, (540, 360))
    if not writer.isOpened():
        pytest.skip("no codec to write a video with")
    for _ in range(4):
        writer.write(image)
    writer.release()
    assert main(["read", str(path), "--json", "--every", "2"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["image"] for one in answers] == [f"{path}#0", f"{path}#2"]


def test_draw_writes_the_picture_with_names(file, tmp_path, image):
    out = tmp_path / "named.png"
    assert main(["read", str(file), "--draw", str(out)]) == 0
    drawn = cv2.imread(str(out))
    assert drawn.shape == image.shape
    assert (drawn != image).any()


def test_a_picture_without_cards_is_told_and_is_status_one(tmp_path, capsys):
    path = tmp_path / "cloth.png"
    cv2.imwrite(str(path), table_picture([], (400, 300), 2.0))
    assert main(["read", str(path)]) == 1
    assert "no card seen" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("broken.jpg", b"\xff\xd8\xff\xe0 this is no jpeg", "not a picture that can be read"),
        ("empty.png", b"", "the file is empty"),
        ("text.png", b"hello", "not a picture that can be read"),
        ("broken.avi", b"RIFFnothing", "not a video that can be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_the_rest_goes_on(tmp_path, file, capsys, name, data, says):
    (tmp_path / name).write_bytes(data)
    assert main(["read", str(tmp_path / name), str(file), "--json"]) == 1
    captured = capsys.readouterr()
    assert says in captured.err
    assert "Traceback" not in captured.err
    assert len(captured.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing.jpg"], None),
        (["x.jpg", "--sure", "1.5"], "--sure 1.5"),
        (["x.jpg", "--px-per-mm", "0"], "--px-per-mm 0"),
        (["x.jpg", "--elsewhere", "1X"], "'1X' is no card"),
        (["x.jpg", "--expect", "-1"], "--expect -1"),
        (["x.jpg", "--deck", "none.npz"], "none.npz: not an enrolled playing deck"),
        (["x.jpg", "--letters", "klingon"], None),
    ],
)
def test_wrong_use_is_one_line(words, says, capsys):
    try:
        status = main(["read", *words])
    except SystemExit as end:  # argparse's own refusals
        status = end.code
    captured = capsys.readouterr()
    assert status == (2 if says or "--letters" in words else 1)
    assert "Traceback" not in captured.err
    assert (says or "") in captured.err


def test_a_folder_without_pictures_is_wrong_use(tmp_path, capsys):
    assert main(["read", str(tmp_path)]) == 2
    assert "no pictures in this folder" in capsys.readouterr().err


def test_a_phone_picture_is_turned_as_its_exif_says(image, tmp_path):
    coded = cv2.imencode(".jpg", image)[1].tobytes()
    # An EXIF block with the one entry "orientation 6": turn by a quarter clockwise.
    tiff = b"MM\x00\x2a\x00\x00\x00\x08\x00\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + b"\x00\x00\x00\x00"
    block = b"Exif\x00\x00" + tiff
    turned = coded[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + coded[2:]
    path = tmp_path / "phone.jpg"
    path.write_bytes(turned)
    assert load_picture(path).shape == (image.shape[1], image.shape[0], 3)


def test_a_huge_picture_is_made_smaller(tmp_path):
    data = cv2.imencode(".png", np.zeros((20, 7000), np.uint8))[1].tobytes()
    with pytest.raises(PictureError, match="too small"):
        decode(cv2.imencode(".png", np.zeros((9, 7000), np.uint8))[1].tobytes(), "strip")
    assert decode(data, "strip").shape[1] == 5000


def test_a_file_too_large_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "huge.png"
    with path.open("wb") as out:
        out.truncate(201 * 2**20)
    with pytest.raises(PictureError, match="201 MB is too large"):
        load_picture(path)
