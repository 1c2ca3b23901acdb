"""Every sentence of the engine exists, can be filled in, and is used."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from table.rules import texts
from table.rules.texts import ENGLISH, Refused, Text, refusal

RULES = Path(texts.__file__).parent
SOURCES = {str(path.relative_to(RULES)): path.read_text("utf-8") for path in RULES.rglob("*.py")}
ALL = "\n".join(text for name, text in SOURCES.items() if name != "texts.py")

CARDS = {"card": "7S", "top": "TD", "cards": ("7S", "8S"), "melds": (("7S", "8S", "9S"), ("KC", "KD", "KH"))}


def used(prefix: str) -> set[str]:
    if prefix == "refused":
        called = set(re.findall(r'refusal\(\s*"(\w+)"', ALL))
        return called | set(re.findall(r'"refused\.(\w+)"', ALL))
    keys = set(re.findall(r'key="(\w+)"', ALL)) | set(re.findall(r'key, args, rule = "(\w+)"', ALL))
    # Built from a name in zhiyan.score_round: the storyteller's and the guessers' line for all and for none.
    return keys | {f"storyteller_{name}" for name in ("all", "none")} | {f"{name}_found" for name in ("all", "none")}


@pytest.mark.parametrize("prefix", ["refused", "line"])
def test_the_list_is_neither_too_long_nor_too_short(prefix: str) -> None:
    listed = {key.removeprefix(prefix + ".") for key in ENGLISH if key.startswith(prefix + ".")}
    assert used(prefix) == listed


@pytest.mark.parametrize("key", ENGLISH)
def test_every_sentence_can_be_said(key: str) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(ENGLISH[key]) if name]
    said = Text(key, {name: CARDS.get(name, f"<{name}>") for name in names}).english()
    assert "{" not in said
    assert "\n" not in said
    for name in names:
        assert name in CARDS or f"<{name}>" in said


def test_cards_are_printed_with_their_signs() -> None:
    assert refusal("just_taken", card="TD").english().startswith("10♦ was just taken")
    text = refusal("laid_too_high", deadwood=5, limit=3, melds=CARDS["melds"], best=1).english()
    assert "7♠ 8♠ 9♠, K♣ K♦ K♥" in text
    assert "an unread card" in refusal("not_the_top", card="7S", top=None).english()
    assert "'ZZ'" in refusal("no_card", text="'ZZ'").english()
    assert "'10S'" in refusal("not_the_top", card="10S", top="7S").english()


def test_a_refusal_says_everything_in_one_line() -> None:
    refused = Refused([refusal("card_twice", card="7S"), refusal("vote_no_row")])
    assert str(refused) == "7♠ is shown twice; the cards do not lie in the row yet"
    assert refused.keys == ("card_twice", "vote_no_row")


def test_no_test_or_engine_text_compares_rule_set_names() -> None:
    """A rule set is data: the engine never asks which one it is."""
    for name, text in SOURCES.items():
        assert not re.search(r'rules?_(id|set)\s*(==|!=|in)\s*["\'({]', text), name
        assert "gin-fupa" not in text.replace("`gin-fupa`", "") or name in ("calculate/__init__.py", "ruleset.py"), name
