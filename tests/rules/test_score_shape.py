"""``cardtable score --json`` answers in the shape of the worked cases: their keys, the breakdown, and nothing else."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from table.cli import main

CASES = json.loads((Path(__file__).parents[1] / "cases" / "gin.json").read_text("utf-8"))


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] != "legality"], ids=lambda c: c["id"])
def test_the_answer_is_the_expected_object(case, monkeypatch, capsys):
    question = {key: value for key, value in case.items() if key != "expected"}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(question)))
    assert main(["score", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    found.pop("breakdown", None)
    for part in found.values():
        if isinstance(part, dict):
            part.pop("breakdown", None)
    assert found == case["expected"]


def test_full_tells_more(monkeypatch, capsys):
    case = {"kind": "deadwood", "hand": ["3S", "4S", "5S", "6S", "7S", "6C", "6D"]}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(case)))
    assert main(["score", "--json", "--full"]) == 0
    assert {"melds", "loose"} <= json.loads(capsys.readouterr().out).keys()
