"""cardtable bench screens: what it reports, and what it says to wrong words."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from table.cli import UserError, bench_screens


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    bench_screens.add_arguments(parser)
    return bench_screens.run(parser.parse_args(words))


def test_it_times_every_screen_and_writes_the_gallery(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--sizes", "640x360", "--rounds", "1", "--out", str(tmp_path), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    timed = report["sizes"]["640x360"]["screens"]
    assert report["screens"] == len(timed) == report["pictures"] > 40
    assert all(0 < row["ms"] < 10_000 for row in timed.values())
    assert len(list(tmp_path.glob("*.png"))) == report["pictures"] + -(-report["pictures"] // 20)


def test_it_checks_random_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--check", "12", "--languages", "en,hu", "--sizes", "1280x720", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["states"] == 12
    assert report["faults"] == {}
    assert report["different_screens"] > 12


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--sizes", "big"), "no size 'big': write it like 1280x720"),
        (("--languages", "fr"), "no language 'fr': choose from en, zh, es, hu"),
    ],
)
def test_wrong_words_are_answered_in_one_line(words: tuple[str, ...], line: str) -> None:
    with pytest.raises(UserError, match=line):
        run(*words)
