"""Golden sessions: recorded evenings, each with what really happened in it. The table must still come to that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from table.app.replay import play, table_of_recording
from table.intake.journal import MemoryJournal
from table.rules.session import fold
from table.screens import present
from table.sim.game import shortened
from tests.intake.table_kit import RULES

HERE = Path(__file__).parent
SESSIONS = sorted(path for path in HERE.glob("*.jsonl"))
SHORT = {rules: shortened(ruleset) for rules, ruleset in RULES.items()}


def test_every_seed_rule_set_has_a_session():
    played = {json.loads(path.with_suffix(".expected.json").read_text("utf-8"))["rules"] for path in SESSIONS}
    assert played == {"zhiyan", "gin-jinlami", "gin-fupa", "gin-the-pack"}


@pytest.mark.parametrize("path", SESSIONS, ids=[path.stem for path in SESSIONS])
def test_session(path):
    expected = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    journal = MemoryJournal()
    table, signals = table_of_recording(path, SHORT, journal)
    kinds = set()

    def look(_signal) -> None:  # type: ignore[no-untyped-def]
        kinds.add(type(table.current).__name__)

    play(table, signals, look)
    (log,) = journal.games
    state = fold(log)
    points = state.totals if hasattr(state, "totals") else state.points
    assert points == expected["points"]
    assert len(state.history) == expected["hands"]
    assert state.over
    assert present(table.view()).kind
    # An evening passes through the screens that it must pass through.
    assert {"PickGame", "PickRules", "Joining", "WhoFirst"} <= kinds
