"""Every sign that the table writes has a glyph in the font that comes with it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from table.fonts import FONT, covered, missing_glyphs
from table.rules.cards import DECK, pretty

WORDS = Path(__file__).resolve().parents[2] / "table" / "words"
SEEDS = Path(__file__).resolve().parents[2] / "seeds"


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(FONT)


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return []


@pytest.mark.parametrize("catalogue", sorted(WORDS.glob("*.toml")), ids=lambda path: path.stem)
def test_every_word_of_every_language_draws(catalogue: Path, font: TTFont) -> None:
    words = texts(tomllib.loads(catalogue.read_text("utf-8")))
    assert words
    signs = {ord(sign) for word in words for sign in word}
    assert sorted(chr(code) for code in signs - set(font.getBestCmap())) == []


@pytest.mark.parametrize("seed", sorted(SEEDS.rglob("*.toml")), ids=lambda path: path.stem)
def test_names_and_sources_of_rule_sets_draw(seed: Path, font: TTFont) -> None:
    signs = {ord(sign) for text in texts(tomllib.loads(seed.read_text("utf-8"))) for sign in text if not sign.isspace()}
    assert sorted(chr(code) for code in signs - set(font.getBestCmap())) == []


@pytest.mark.parametrize(
    "text",
    [
        "♠♥♦♣",
        "".join(pretty(card) for card in DECK),
        "¿¡áéíóúüñÁÉÍÓÚÜÑºª",
        "áéíóöőúüűÁÉÍÓÖŐÚÜŰ",
        "→←−×…·–—'%",
        "，。？！：；（）《》、“”",
    ],
)
def test_signs_of_cards_and_languages_have_ink(text: str, font: TTFont) -> None:
    """In the map, and with an outline (a glyph may be there and empty)."""
    cmap, glyphs = font.getBestCmap(), font["glyf"]
    assert [sign for sign in text if ord(sign) not in cmap] == []
    assert [sign for sign in text if glyphs[cmap[ord(sign)]].numberOfContours == 0] == []


def test_long_and_short_accents_are_different_glyphs(font: TTFont) -> None:
    """kőr is hearts and kör is a round: one accent apart."""
    cmap, glyphs = font.getBestCmap(), font["glyf"]
    for long, short in ("őö", "űü", "ŐÖ", "ŰÜ"):
        assert glyphs[cmap[ord(long)]] != glyphs[cmap[ord(short)]]


def test_all_digits_have_one_width(font: TTFont) -> None:
    """Scores must not jitter."""
    widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}
    assert len(widths) == 1


def test_our_own_reading_of_the_map_agrees_with_fonttools(font: TTFont) -> None:
    assert covered() == set(font.getBestCmap())


def test_missing_signs_are_named() -> None:
    assert missing_glyphs("Ana 😀 Béla 😀") == ("😀",)
    assert missing_glyphs("Őrsi Ágnes, 王小明") == ()


def test_the_font_stays_small_and_says_where_it_is_from() -> None:
    assert FONT.stat().st_size < 2_500_000
    assert FONT.with_name("LICENSE-Apache-2.0.txt").exists()
    assert "Apache License" in FONT.with_name("README.md").read_text("utf-8")
