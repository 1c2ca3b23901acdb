"""``cardtable bench rules`` in small: it runs, agrees, and can say no."""

from __future__ import annotations

import argparse
import json

import pytest

from table.cli import UserError, bench_rules


@pytest.fixture(autouse=True)
def no_stopwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that rests on the speed of the machine is no test; the comparisons are all that counts here."""
    monkeypatch.setattr(bench_rules, "_speed_rows", lambda args: iter(()))


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    bench_rules.add_arguments(parser)
    return bench_rules.run(parser.parse_args(words))


def test_small_comparisons_agree(capsys: pytest.CaptureFixture[str]) -> None:
    run("--hands", "20", "--showdowns", "5", "--fuzz", "300", "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    compared = [row for row in rows if "wrong" in row]
    assert len(compared) >= 5
    assert all(row["ok"] and row["wrong"] == 0 for row in compared)
    assert any(row.get("tried") == 300 for row in rows)


def test_a_wrong_engine_is_noticed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_rules, "least_deadwood", lambda hand: 7)
    assert run("--hands", "20", "--showdowns", "1", "--fuzz", "1") == 1
    assert "NO  least deadwood, 20 random hands of 10, brute force" in capsys.readouterr().out


def test_nothing_to_measure_is_wrong_use() -> None:
    with pytest.raises(UserError, match="--hands"):
        run("--hands", "0")
