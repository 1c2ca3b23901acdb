"""The four catalogues: complete, with the same placeholders, short enough, and free of the traps of each language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest
from fontTools.ttLib import TTFont

import table
from table.rules import events as ev
from table.rules.cards import DECK
from table.rules.knobs import KNOBS
from table.rules.signals import SEATS, ReadState, Why
from table.rules.texts import ENGLISH
from table.words import LANGUAGES, TWINS, Words, catalogue, placeholders

PACKAGE = Path(table.__file__).parent

LONGEST_SEAT = {"en": "Mountain", "zh": "太阳", "es": "Estrella", "hu": "Csillag"}

DROPPED = {("hu", "small.best"), ("hu", "small.layoff_none"), ("zh", "gin.cards_unit"), ("hu", "gin.cards_unit")}
"""Lines in which a language leaves something out: Hungarian a name that could not carry the ending that the sentence
needs, both a plural that they do not have."""

ENGLISH_LINES = catalogue("en")


def keys() -> list[str]:
    return sorted(ENGLISH_LINES)


def plain(text: str) -> str:
    """A line without its braces."""
    return re.sub(r"\{[^}]*\}", "", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_lacks_a_key_or_has_one_more(lang: str) -> None:
    lines = {key for key in catalogue(lang) if not key.endswith(".aloud")}
    wanted = {key for key in ENGLISH_LINES if not key.endswith(".aloud")}
    assert lines == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_is_empty(lang: str) -> None:
    assert [key for key, text in catalogue(lang).items() if not text.strip() and not key.startswith("list.")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_has_the_placeholders_of_the_english_one(lang: str) -> None:
    wrong = {
        key: text
        for key, text in catalogue(lang).items()
        if not key.endswith(".aloud")
        and placeholders(text) != placeholders(ENGLISH_LINES[key])
        and (lang, key) not in DROPPED
    }
    assert wrong == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_aloud_needs_nothing_that_the_screen_has_not(lang: str) -> None:
    own = catalogue(lang)
    for key, text in own.items():
        if key.endswith(".aloud"):
            extra = placeholders(text) - placeholders(own[key.removesuffix(".aloud")])
            assert extra <= ({"value"} if key == "sum.line.aloud" else set()), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_brace_is_left_open(lang: str) -> None:
    assert [text for text in catalogue(lang).values() if re.search(r"[{}|]", plain(text))] == []


def test_the_american_twin_has_only_lines_that_differ_from_spain() -> None:
    twin, spain = catalogue("es-419"), catalogue("es")
    assert set(twin) <= set(spain)
    assert [key for key in twin if twin[key] == spain[key]] == []
    assert all(placeholders(twin[key]) == placeholders(spain[key]) for key in twin)
    # The nine lines of the glossary that speak to everybody, or whose word differs.
    nine = {"band.knock", "tail.next_deal", "band.twice", "band.pick_rules", "band.nocam", "band.anykey", "tail.wrong"}
    assert nine | {"key.fine", "part.settings"} <= set(twin)
    assert Words("es-419").say("band.knock", seat="sun") == "Sol golpea: muestren las cartas"
    assert Words("es-419").say("band.draw", seat="sun") == Words("es").say("band.draw", seat="sun")


# -- every key that is asked for --------------------------------------------------------------------------------


def sources(folder: str) -> Iterator[ast.Module]:
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def calls(folder: str, *names: str) -> Iterator[ast.Call]:
    for tree in sources(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in names:
                    yield node


def literals(node: ast.AST) -> Iterator[str]:
    """Every text that an argument can be: both sides of a choice included."""
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            return
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def test_every_key_that_the_screens_ask_for_exists() -> None:
    asked: set[str] = set()
    for call in calls("screens", "say", "aloud"):
        asked |= {text for text in literals(call.args[0]) if re.fullmatch(r"[a-z_]+(\.[a-z_0-9A-Z]+)+", text)}
    assert len(asked) > 150
    assert sorted(asked - set(ENGLISH_LINES)) == []


def test_every_band_that_the_screens_ask_for_exists() -> None:
    asked: set[str] = set()
    for call in calls("screens", "band", "fix_band", "_fix_band"):
        for argument in call.args[1:2]:
            asked |= {f"band.{text}" for text in literals(argument) if re.fullmatch(r"[a-z_0-9]+", text)}
    missing = {key for key in asked if key not in ENGLISH_LINES}
    # Names compared with, inside an argument such as `"a" if scene.game == "gin" else "b"`.
    assert missing <= {"band.gin", "band.zhiyan"}


def test_every_key_of_the_intake_has_words() -> None:
    actions = {
        text
        for call in calls("intake", "bind")
        for text in literals(call.args[1])
        if re.fullmatch(r"[a-z_0-9]+", text) and text != "fix_"
    }
    assert len(actions) > 30
    assert sorted(a for a in actions if f"key.{a}" not in ENGLISH_LINES) == []


def test_every_remark_of_the_intake_has_words() -> None:
    remarks = {
        text
        for call in calls("intake", "say")
        if call.args and isinstance(call.func, ast.Attribute) and "table" in ast.unparse(call.func.value)
        for text in literals(call.args[0])
    }
    assert len(remarks) > 5
    assert sorted(r for r in remarks if f"note.{r}" not in ENGLISH_LINES) == []


def test_every_item_of_the_fix_menu_has_words() -> None:
    module = ast.parse((PACKAGE / "intake" / "fix.py").read_text(encoding="utf-8"))
    menu = next(n for n in ast.walk(module) if isinstance(n, ast.ClassDef) and n.name == "FixMenu")
    items = next(n for n in ast.walk(menu) if isinstance(n, ast.FunctionDef) and n.name == "_items")
    pairs = [n for n in ast.walk(items) if isinstance(n, ast.Tuple) and len(n.elts) == 2]
    names = {n.elts[0].value for n in pairs if isinstance(n.elts[0], ast.Constant)}
    assert len(names) > 5
    assert sorted(name for name in names if f"fix.{name}" not in ENGLISH_LINES) == []


def test_every_event_of_the_log_has_a_sentence() -> None:
    tags = {str(event.__struct_config__.tag) for event in get_args(ev.AnyEvent)}
    assert sorted(tag for tag in tags if f"event.{tag}" not in ENGLISH_LINES) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_of_the_rules_engine_is_in_every_language(lang: str) -> None:
    lines = catalogue(lang)
    assert sorted(key for key in ENGLISH if key not in lines) == []
    for key, english in ENGLISH.items():
        given = placeholders(english) | {"seat", "cards", "other"}
        assert placeholders(lines[key]) <= given, key


def test_every_value_of_a_rule_set_has_a_label_and_every_choice_a_word() -> None:
    for knobs in KNOBS.values():
        for knob in knobs.values():
            assert f"value.{knob.key}" in ENGLISH_LINES
            for choice in knob.choices:
                assert isinstance(choice, int) or f"value.{choice}" in ENGLISH_LINES, (knob.key, choice)


def test_every_state_and_reason_of_the_reading_chip_has_words() -> None:
    assert all(f"chip.{state}" in ENGLISH_LINES for state in get_args(ReadState))
    assert all(f"chip.{why}" in ENGLISH_LINES and f"why.{why}" in ENGLISH_LINES for why in get_args(Why) if why)


def test_every_seat_and_every_card_has_a_name_of_its_own() -> None:
    for lang in LANGUAGES:
        words = Words(lang)
        assert len({words.seat(seat) for seat in SEATS}) == 6
        assert len({words.aloud("small.offer", card=card) for card in DECK}) == 52


# -- what fits --------------------------------------------------------------------------------------------------

USUAL = {"n": "30", "m": "26", "max": "10", "a": "115", "b": "95", "k": "6", "least": "3", "most": "6", "time": "14:32"}

SMALL = {"band.all_found": "2", "band.none_found": "2", "band.some_found": "3", "band.resume": "14:32"}
"""Where the number can only be small."""


def filled(lang: str, key: str, text: str) -> str:
    """The longest form of a line in play: longest place name, usual numbers, one card."""
    text = re.sub(r"\{\w+\|([^|{}]*)\|([^|{}]*)\}", lambda m: max(m.groups(), key=len), text)
    text = re.sub(r"\{(seats?|other)\}", LONGEST_SEAT[lang], text)
    text = re.sub(r"\{cards?\}", "10♥", text)
    return re.sub(r"\{(\w+)\}", lambda m: SMALL.get(key, USUAL.get(m.group(1), "14:32")), text)


def length(lang: str, text: str) -> float:
    """Letters; in Chinese a Latin letter is half as wide as a character."""
    return sum(1 if ord(c) > 0x2E80 else 0.5 for c in text) if lang == "zh" else len(text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_line_of_the_band_has_at_most_40_letters_or_20_characters(lang: str) -> None:
    limit = 20 if lang == "zh" else 40
    lines = {key: filled(lang, key, text) for key, text in catalogue(lang).items() if key.startswith("band.")}
    too_long = {key: text for key, text in lines.items() if length(lang, text) > limit and not key.endswith(".aloud")}
    assert too_long == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_second_line_of_the_band_has_at_most_60_letters_or_30_characters(lang: str) -> None:
    limit = 30 if lang == "zh" else 60
    lines = {key: filled(lang, key, text) for key, text in catalogue(lang).items() if key.startswith("small.")}
    assert {key: text for key, text in lines.items() if length(lang, text) > limit} == {}


def test_the_font_has_every_glyph_of_every_catalogue() -> None:
    font = TTFont(str(files("table.fonts").joinpath("cardtable.ttf")))
    known = set(font.getBestCmap())
    letters = {c for lang in (*LANGUAGES, *TWINS) for text in catalogue(lang).values() for c in text}
    letters |= set("♠♥♦♣0123456789")
    assert sorted(c for c in letters if ord(c) not in known) == []


# -- traps ------------------------------------------------------------------------------------------------------


def lines_of(lang: str) -> Iterator[tuple[str, str]]:
    yield from catalogue(lang).items()


def test_hungarian_glues_no_ending_to_a_name_a_card_or_a_number() -> None:
    glued = r"\{(?:seats?|other|cards?|turn|dealer|storyteller|title|rules)\}-?[a-záéíóöőúüű]"
    assert [text for _, text in lines_of("hu") if re.search(glued, text)] == []


def test_hungarian_puts_no_article_before_a_name_that_may_change_it() -> None:
    before = r"\b(?:[aA]z?|a\(z\))\s+\{(?:seats?|other|cards?|n|m|k|number)\}"
    assert [text for _, text in lines_of("hu") if re.search(before, text)] == []


def test_hungarian_hearts_are_not_a_round_and_talon_is_not_said() -> None:
    text = " ".join(line for _, line in lines_of("hu"))
    assert not re.search(r"\bkör(?:t|ök|ben)?\b", text)
    assert not re.search(r"\btalon", text.lower())
    assert "kőr" in text


def test_spanish_takes_cards_as_everywhere_in_america_one_may() -> None:
    text = " ".join(line for _, line in lines_of("es")).lower()
    for word in ("coge", "coger", "tecla", "bastos", "sota", "crupier", "tarjeta"):
        assert not re.search(rf"\b{word}\b", text), word


def test_spanish_opens_what_it_closes() -> None:
    for key, line in lines_of("es"):
        assert line.count("¿") == line.count("?"), key
        assert line.count("¡") == line.count("!"), key


def test_chinese_uses_its_own_punctuation() -> None:
    for key, line in lines_of("zh"):
        if re.search("[\u4e00-\u9fff]", line) and not key.startswith(("value.", "lang.")):
            assert not re.search(r"[\u4e00-\u9fff][,:?!]|[,:?!][\u4e00-\u9fff]", plain(line)), key
            assert "贴牌" not in line
            assert "牌组" not in line


def test_no_line_uses_quotes_that_the_font_draws_full_width_outside_chinese() -> None:
    for lang in ("en", "es", "hu"):
        assert [text for _, text in lines_of(lang) if re.search("[“”‘’]", text)] == []


BY_PART = (
    "card.", "value.", "refused.", "line.", "stat.", "chip.", "why.", "event.", "list.", "lang.", "part.", "seat.",
    "rules.", "service.number.", "problem.", "suit.", "choice.", "cite.", "band.sweep_", "small.pick_", "gin.deal_",
    "picture.tell_", "pick.", "key.suit_", "hand.", "demo.ask_",
    "demo.thing_", "calibrate.", "enrol.",
)  # fmt: skip
"""Keys that the program puts together from parts, which a search for the whole key cannot find."""


def test_no_line_is_translated_for_nobody() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    unused = []
    for key in ENGLISH_LINES:
        group, _, name = key.partition(".")
        short = group in ("band", "small", "key", "note", "fix") and f'"{name}"' in source
        if key.endswith(".aloud") or key.startswith(BY_PART) or f'"{key}"' in source or short:
            continue
        unused += [key] if f'"fix_{name}"' not in source else []
    assert unused == []
