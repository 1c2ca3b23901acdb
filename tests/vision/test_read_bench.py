"""``cardtable bench read`` on a folder made here: counts, pictures of what went wrong, JSON, one line for mistakes."""

import json

import cv2
import pytest

from table.cli import main
from table.rules.cards import Card
from vision.table_pictures import Laid, table_picture


@pytest.fixture
def folder(tmp_path):
    """Two photos, one of them labelled wrongly: its card must be counted as named wrong."""
    cv2.setNumThreads(1)
    place = tmp_path / "made"
    place.mkdir()
    cv2.imwrite(
        str(place / "good.png"), table_picture([Laid(Card("7S"), 50, 60), Laid(Card("QH"), 130, 60)], (540, 360), 3.0)
    )
    cv2.imwrite(str(place / "mislabelled.png"), table_picture([Laid(Card("2C"), 90, 60)], (540, 360), 3.0))
    labels = {
        "good.png": {"cards": ["7S", "QH"], "kind": "multi"},
        "mislabelled.png": {"cards": ["3C"], "kind": "single"},
    }
    (place / "labels.json").write_text(json.dumps({"images": labels}))
    return place


def test_each_kind_has_its_row_and_what_went_wrong_is_shown(folder, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["bench", "read", str(folder), "--json", "--out", str(out)]) == 0
    answer = json.loads(capsys.readouterr().out)
    rows = {(row["folder"], row["kind"]): row for row in answer["folders"]}
    good = rows["made", "multi"]
    assert (good["photos"], good["exact"], good["cards"], good["right"], good["wrong"]) == (1, 1, 2, 2, 0)
    bad = rows["made", "single"]
    assert (bad["exact"], bad["right"], bad["wrong"]) == (0, 0, 1)
    assert bad["confusions"] == [["3C", "2C", 1]]
    assert bad["surest_wrong"] > 0.9
    assert rows["all", ""]["photos"] == 2
    assert cv2.imread(str(out / "made.jpg")) is not None
    assert sum(band["count"] for band in answer["reliability"]) >= 3


def test_pictures_without_cards_are_counted(capsys, tmp_path):
    assert main(["bench", "read", "--nothing", "3", "--json", "--out", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["nothing"]["named"] == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "name a folder of photographs"),
        (["nowhere"], "labels.json: no such file"),
        (["--nothing", "1", "--nets", "nowhere"], "cannot be loaded"),
    ],
)
def test_wrong_use_is_one_line(words, says, capsys):
    assert main(["bench", "read", *words]) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert len(captured.err.splitlines()) == 1
