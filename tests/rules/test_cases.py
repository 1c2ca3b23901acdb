"""The worked cases: every answer of the calculator against what people worked out from the texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from table.rules.calculate import GIN_SEEDS, answer

CASES = Path(__file__).parent.parent / "cases"
GIN: list[dict[str, Any]] = json.loads((CASES / "gin.json").read_text("utf-8"))
ZHIYAN: list[tuple[str, dict[str, Any]]] = [
    (kind, case) for kind, cases in json.loads((CASES / "zhiyan.json").read_text("utf-8")).items() for case in cases
]


def rule_sets(case: dict[str, Any]) -> tuple[str, ...]:
    named = case["rule_set"]
    return GIN_SEEDS if named == "all" else (named,) if isinstance(named, str) else tuple(named)


def asked(case: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in case.items() if not key.startswith("expected")}


def agrees(expected: Any, found: Any) -> bool:
    """An expected word stands under ``result``; an expected object may be part of a larger one."""
    if isinstance(expected, str):
        return found == expected or found["result"] == expected
    return all(found[key] == value for key, value in expected.items())


@pytest.mark.parametrize(
    ("case", "rules_id"),
    [pytest.param(case, rules, id=f"{case['id']}-{rules}") for case in GIN for rules in rule_sets(case)],
)
def test_gin_case_under_one_rule_set(case: dict[str, Any], rules_id: str) -> None:
    expected = case["expected"]
    expected = expected.get(rules_id, expected) if isinstance(expected, dict) else expected
    found = answer(asked(case), rules_id)
    assert agrees(expected, found), found
    assert "breakdown" in found


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in GIN])
def test_gin_case_keyed_by_rule_set(case: dict[str, Any]) -> None:
    found, expected = answer(asked(case)), case["expected"]
    if isinstance(expected, dict) and set(expected) <= set(GIN_SEEDS):
        assert all(agrees(one, found[rules]) for rules, one in expected.items()), found
    else:
        assert agrees(expected, found), found


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in GIN if case["kind"] == "showdown"])
def test_the_lines_of_a_showdown_add_up_and_rest_on_a_sentence(case: dict[str, Any]) -> None:
    for rules_id in rule_sets(case):
        found = answer(asked(case), rules_id)
        assert sum(line["amount"] for line in found["breakdown"]) == found["points"]
        assert all(line["says"] and line["source"] for line in found["breakdown"])


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in GIN if case["kind"] == "game"])
def test_the_lines_of_a_game_add_up(case: dict[str, Any]) -> None:
    for rules_id in rule_sets(case):
        found = answer(asked(case), rules_id)
        sums = [sum(line["amount"] for line in found["breakdown"] if line["seat"] == seat) for seat in ("0", "1")]
        assert sums == found["totals"]
        assert all(line["says"] for line in found["breakdown"])


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("kind", "case"), [pytest.param(kind, case, id=case["id"]) for kind, case in ZHIYAN])
def test_picture_game_case(kind: str, case: dict[str, Any], named: bool) -> None:
    question = asked(case) | ({"kind": kind} if named else {})
    for rules_id in (None, "zhiyan"):
        found = answer(question, rules_id)
        if "expected_delta" in case:
            assert found["delta"] == case["expected_delta"]
            for seat, gain in found["delta"].items():
                assert sum(line["amount"] for line in found["breakdown"] if line["seat"] == seat) == gain
        else:
            assert agrees(case["expected"], found), found
