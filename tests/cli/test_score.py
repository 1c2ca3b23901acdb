"""``cardtable score``: cases as JSON, hands as people type them, and what a mistake is told."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table.cli import main
from table.rules.calculate import CaseError, answer
from table.rules.ruleset import RuleSetError

KNOCK = ["--knocker", "7S 8S 9S / KC KD KH / 2C 2D 2H / AS", "--opponent", "6S 5S QC JD 9C 8H 4D 3H AC TD"]


class Ran:
    """What one call of the command gave."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs the command with a given standard input, away from any real settings."""
    monkeypatch.setenv("CARDTABLE_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def run(*words: str, case: Any = None, text: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(text or json.dumps(case)))
        status = main(["score", *words])
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return run


# -- JSON -------------------------------------------------------------------------------------------------------


def test_one_document_on_standard_output(score: Any) -> None:
    case = {"kind": "deadwood", "hand": ["3S", "4S", "5S", "6S", "7S", "6C", "6D"]}
    ran = score("--rules", "gin-fupa", "--json", "--full", case=case)
    assert (ran.status, ran.json["deadwood"], ran.json["breakdown"], ran.err) == (0, 7, [], "")
    assert ran.json["loose"] == ["7S"]


def test_a_house_rule_of_ones_own(score: Any, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "gin-fupa"\nundercut_bonus = 99', "utf-8")
    case = {
        "kind": "showdown",
        "knocker": "7S 8S 9S KC KD KH 4C 4D 4H 5D",
        "opponent": "AC AD AH 3S 3C 3D JS QS KS 2H",
    }
    ran = score("--house", str(tmp_path), "--rules", "ours", "--json", case=case)
    assert (ran.json["winner"], ran.json["points"]) == ("opponent", 3 + 99)


def test_a_list_of_cases(score: Any) -> None:
    case = {"hand": "7S 8S 9S"}
    assert [one["deadwood"] for one in score("--json", case=[case, case]).json] == [0, 0]


def test_a_showdown_that_cannot_be(score: Any) -> None:
    case = {
        "kind": "showdown",
        "knocker": "7S 8S 9S KC KD KH 2C 2D 2H AS",
        "opponent": "6S 5S QC JD 9C 8H 4D 3H AC AS",
        "knocker_discard": "AC",
    }
    found = score("--rules", "gin-fupa", "--json", case=case).json
    assert found["result"] == "illegal"
    assert "A♠ is in both hands" in found["why"]
    assert "A♣ lies in the discard pile" in found["why"]
    assert (found["winner"], found["points"]) == (None, 0)


def test_a_knock_with_too_much(score: Any) -> None:
    case = {
        "kind": "showdown",
        "knocker": "7S 8S 9S KC KD KH 2C 2D TH AS",
        "opponent": "6S 5S QC JD 9C 8H 4D 3H AC TD",
    }
    found = score("--rules", "gin-fupa", "--json", case=case).json
    assert (found["result"], found["winner"], found["points"], found["knocker_deadwood"]) == ("illegal", None, 0, 15)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ({"turn": {"took_from": "discard", "card": "JD", "discard": "9S"}}, {"result": "legal"}),
        ({"turn": {"took_from": "stock", "card": "JD", "discard": "JD"}}, {"result": "legal"}),
        ({"stock_after_draw": 3}, {"no_knock": "play on", "knock": "scored", "next_dealer": None}),
        ({"shown": ["9C", "TC", "JC"], "claimed": ["9C", "TC", "JC"]}, {"result": "legal"}),
        ({"shown": ["9C", "TC", "JD"], "claimed": ["9C", "TC", "JD"]}, {"result": "illegal"}),
        ({"knocker_meld": ["4S", "5S", "6S"], "opponent_cards": ["3S", "7S"]}, {"result": "legal"}),
        ({"knocker_melds": [["7C", "7D", "7H"]], "card": "8S"}, {"targets": []}),
        ({"meld": ["QS", "KS", "AS"]}, {"result": "illegal"}),
        ({"hand": "7S 8S 9S KC KD KH 2C 2D 2H AS"}, {"result": "legal", "deadwood": 1}),
        ({"turn": {"took_from": "upcard", "card": "JD", "discard": "JD"}}, {"result": "illegal"}),
        ({"hand": "7S 8S 9S 7D 7C", "melds": [["7S", "8S", "9S"], ["7S", "7D", "7C"]]}, {"result": "illegal"}),
        ({"hand": "7S 8S 9S 7D 7C", "melds": [["7S", "8S", "9S"]]}, {"result": "legal"}),
        ({"hand": "7S 8S 9S KC KD KH 2C 2D TH AS"}, {"result": "illegal", "deadwood": 15}),
    ],
)
def test_more_questions_of_legality(case: dict[str, Any], expected: dict[str, Any]) -> None:
    found = answer({"kind": "legality", **case}, "gin-fupa")
    assert {key: found[key] for key in expected} == expected


def test_straight_gin_allows_no_knock_with_one_point() -> None:
    case = {"kind": "legality", "hand": "7S 8S 9S KC KD KH 2C 2D 2H AS"}
    assert answer(case, "gin-straight")["result"] == "illegal"


@pytest.mark.parametrize(
    ("case", "word"),
    [
        ({"attempt": {"player": "B", "slot": 2}, "votes": {"B": 3}}, "voted already"),
        ({"attempt": {"player": "Z", "slot": 2}}, "not at the table"),
        ({"attempt": {"player": "B", "slot": [2, 3]}}, "votes 2 times"),
        ({"attempt": {"player": "B"}}, "has not voted"),
        ({"attempt": {"player": "B", "slot": 2, "again": True}}, "voted already"),
        ({"attempt": {"player": "B", "slot": 2}, "description": "a second confirm"}, "voted already"),
        ({"attempt": {"player": "B", "claim": 3}}, "claimed twice"),
        ({"attempt": {"player": "B", "claim": 9}}, "claims card 9"),
        ({"attempt": {"player": "A", "claim": 2}}, "claims nothing"),
        ({"attempt": {"player": "B", "slot": 2}, "players": ["A", "B", "C", "D", "E"]}, "do not lie in the row yet"),
    ],
)
def test_more_votes_that_are_refused(case: dict[str, Any], word: str) -> None:
    owners = {"1": "B", "2": "A", "3": "C", "4": "D"}
    found = answer({"kind": "illegal", "storyteller": "A", "owners": owners, **case})
    assert found["result"] == "rejected"
    assert word in found["why"]


def test_rounds_of_three_players_without_their_variant() -> None:
    case = {"kind": "endgame", "n": 3, "deck": 84}
    assert answer(case)["rounds_played"] == 13
    assert answer({**case, "three_player": "off"})["rounds_played"] == 22


def test_a_vote_that_is_fine() -> None:
    owners = {"1": "B", "2": "A", "3": "C", "4": "D"}
    case = {"storyteller": "A", "owners": owners, "attempt": {"player": "B", "slot": 2}}
    assert answer(case)["result"] == "accepted"


@pytest.mark.parametrize(
    ("case", "over"),
    [
        ({"stock_empty": True}, True),
        ({"stock_left": 0}, True),
        ({"stock_left": 3}, False),
        ({"description": "the stock runs out in this refill"}, True),
        ({"description": "the stock is not empty"}, False),
        ({"description": "cards left"}, False),
    ],
)
def test_the_end_of_the_stock(case: dict[str, Any], over: bool) -> None:
    found = answer({"kind": "endgame", "before": {"A": 1, "B": 2}, "delta": {"A": 1, "B": 0}, **case})
    assert found["over"] == over
    assert found.get("winners") == (["A", "B"] if over else None)


def test_a_game_that_is_not_over() -> None:
    hands = [[0, 40], [None, 0], [-1, 0], {"winner": 1, "points": 20}]
    found = answer({"kind": "game", "hands": hands}, "gin-the-pack")
    assert found["hand_points"] == [40, 20]
    assert found["first_to_100"] is None
    assert not found["over"]


def test_hollywood_has_three_columns() -> None:
    found = answer({"kind": "game", "hands": [[0, 50], [0, 50], [0, 50], [0, 50]]}, "gin-hollywood")
    assert [column["hand_points"][0] for column in found["columns"]] == [100, 100, 100]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON document"),
        ("7S 8S", "no JSON document"),
        ('"7S"', "one JSON object"),
        ("{}", "legality: found nothing"),
        ('{"kind": "poker"}', "found 'poker', allowed: showdown"),
        ('{"kind": "showdown", "knocker": "7S"}', "opponent: missing"),
        ('{"kind": "deadwood", "hand": ["7X"]}', "'7X' is no card"),
        ('{"kind": "deadwood", "hand": [7]}', "7 is no card"),
        ('{"kind": "deadwood", "hand": 7}', "hand: found 7"),
        ('{"kind": "deadwood", "hand": ["7S", "7S"]}', "stands there twice"),
        ('{"kind": "game", "hands": [[2, 5]]}', "hand 1: found [2, 5]"),
        ('{"kind": "game", "hands": [5]}', "hand 1: found 5"),
        ('{"kind": "game", "hands": 5}', "hands: found 5"),
        ('{"kind": "scoring", "storyteller": "A", "owners": ["B"], "votes": {}}', "owners: found"),
        ('{"kind": "scoring", "storyteller": "A", "owners": {"1": "B"}, "votes": {}}', "A tells and owns exactly one"),
        ('{"kind": "endgame", "n": 2, "deck": 84}', "n: found 2"),
        ('{"kind": "scoring", "rule": "gin-fupa"}', "gin-fupa is a rule set for gin"),
        ('{"kind": "deadwood", "hand": [], "rule_set": "gin-nope"}', "'gin-nope'"),
    ],
)
def test_a_wrong_case_is_told_in_one_line(score: Any, text: str, told: str) -> None:
    ran = score("--json", text=text or " ")
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.sampled_from(["7S", "A", "all", "gin-fupa", "odyssey", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["1", "2", "B", "card", "player"]), inner)
    ),
    max_leaves=6,
)
KEYS = [
    *("kind", "rule_set", "rule", "knocker", "opponent", "knocker_melds", "knocker_discard", "upcard", "hand", "hands"),
    *("turn", "stock_after_draw", "shown", "claimed", "card", "meld", "storyteller", "owners", "votes", "attempt"),
    *("before", "delta", "n", "deck", "players", "discard", "taken", "knocker_meld", "opponent_cards"),
]
KINDS = ["showdown", "deadwood", "knock_options", "legality", "game", "scoring", "illegal", "endgame"]


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=8), st.sampled_from([None, *KINDS]))
def test_no_case_at_all_ends_in_a_traceback(case: dict[str, Any], kind: str | None) -> None:
    if kind:
        case = {**case, "kind": kind}
    try:
        found = answer(case)
    except (CaseError, RuleSetError):
        return
    json.dumps(found)


# -- as people type it ------------------------------------------------------------------------------------------


def test_a_typed_showdown(score: Any) -> None:
    ran = score("--rules", "gin-fupa", *KNOCK)
    assert ran.status == 0
    assert "6♠ on 7♠ 8♠ 9♠, 5♠ on 7♠ 8♠ 9♠" in ran.out
    assert "the knocker scores 54" in ran.out
    assert "deadwood 55 less 1" in ran.out
    assert "[001_0d048e005c0ff536.txt]" in ran.out


def test_without_rules_all_three_texts_answer(score: Any) -> None:
    out = score(*KNOCK).out
    for rules_id in ("gin-jinlami", "gin-fupa", "gin-the-pack"):
        assert rules_id in out


def test_a_typed_knock_that_is_not_legal(score: Any) -> None:
    ran = score("--rules", "gin-fupa", "--knocker", "7S 8S 9S KC KD KH 2C 2D TH AS", *KNOCK[2:])
    assert ran.status == 1
    assert "not legal: A♠ 10♥ 2♦ 2♣ make 15 points" in ran.out


def test_a_typed_tie_that_nobody_wins(score: Any) -> None:
    ran = score(
        *("--rules", "gin-fupa", "--knocker", "7S 8S 9S KC KD KH 2C 2D 2H 5D"),
        *("--opponent", "AC AD AH 3S 3C 3D JS QS KS 5H"),
    )
    assert (ran.status, "tie: nobody scores" in ran.out) == (0, True)


def test_typed_hands_games_and_rounds(score: Any) -> None:
    assert "left over: 7♠ = 7" in score("--hand", "3S 4S 5S 6S 7S 6C 6D").out
    assert "discard 6♣: knock with 10" in score("--hand", "3S 4S 5S 6S 3C 5C 6C 2D 4D 5D 6D").out
    assert "no knock" in score("--hand", "AS 3C 5D 7H 9S JC KD 2H 4S 6C QD").out
    game = score("--rules", "gin-jinlami", "--game", "1:40 2:30 1:35 2:20 1:30").out
    assert "total 280 : 100" in game
    assert "player 1: 3 hands won, 25 each" in game
    assert "not over yet" in score("--rules", "gin-fupa", "--game", "1:40 - 2:30").out
    assert "A +3, B +5, C +0, D +0" in score("--row", "B A C D", "--storyteller", "A", "--votes", "B:2 C:1 D:1").out
    assert "not legal: B votes for a card of his own" in (
        score("--row", "B A C D", "--storyteller", "A", "--votes", "B:1 C:1 D:1").out
    )


def test_the_list_of_rule_sets(score: Any) -> None:
    assert "gin-the-pack" in score("--list").out
    assert "zhiyan" in [row["id"] for row in score("--list", "--json").json]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "nothing to score"),
        (("--knocker", "7S"), "--opponent is missing"),
        (("--hand", "7X"), "--hand: '7X' is no card"),
        (("--game", "3:40"), "--game: found '3:40'"),
        (("--row", "B A", "--storyteller", "A", "--votes", "B"), "--votes: found 'B'"),
        (("--row", "B A"), "needs --storyteller and --votes"),
        (("--rules", "nope", "--hand", "7S"), "no rule set is called 'nope'"),
        (("--house", "/nowhere/at/all", "--hand", "7S"), "no such folder"),
    ],
)
def test_wrong_use_is_told_in_one_line(score: Any, words: tuple[str, ...], told: str) -> None:
    ran = score(*words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
