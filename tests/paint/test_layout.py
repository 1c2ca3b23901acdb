"""Nothing falls out of its box and no two boxes overlap, at every supported size and orientation."""

from __future__ import annotations

from typing import get_args

import pygame
import pytest

from table.cli.bench_screens import _kinds
from table.paint import Look, paint
from table.paint.bodies import PAINTERS
from table.paint.kit.cache import Cache
from table.paint.kit.canvas import Canvas, Rect
from table.paint.measure import faults
from table.screens import model as m
from tests.paint.art import pictures
from tests.paint.further import FURTHER
from tests.paint.screens import DESIGNED

ALL = {**DESIGNED, **FURTHER}
SIZES = ((1280, 720), (1920, 1080), (800, 480))
FREE = ("49-saver",)
"""The saver's outlines wander over each other on purpose."""

CACHES = {size: Cache() for size in SIZES}
PICTURES = pictures()


def book_of(screen: m.Screen, size: tuple[int, int], look: Look):
    return paint(screen, pygame.Surface(size), PICTURES, look=look, cache=CACHES[size], measure=True)


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("name", [n for n in ALL if n not in FREE])
def test_everything_fits(name: str, size: tuple[int, int]) -> None:
    assert faults(book_of(ALL[name], size, Look())) == []


@pytest.mark.parametrize("name", [n for n in ALL if n not in FREE])
def test_everything_fits_lying_in_the_table(name: str) -> None:
    assert faults(book_of(ALL[name], (1280, 720), Look(orientation="flat"))) == []


@pytest.mark.parametrize("name", ALL)
def test_no_text_is_smaller_than_people_can_read(name: str) -> None:
    small = [d for d in book_of(ALL[name], (1280, 720), Look()).drawn if d.kind == "text" and d.size < 24]
    assert [d.name for d in small if len(d.name) > 2] == []


def test_every_body_of_the_model_has_a_painter_and_a_screen_here() -> None:
    bodies = set(get_args(m.AnyBody))
    assert set(PAINTERS) == bodies
    assert {type(screen.body) for screen in ALL.values()} == bodies


@pytest.mark.parametrize("lang", ["en", "zh", "es", "hu"])
@pytest.mark.parametrize(
    ("size", "orientation"), [((1280, 720), "upright"), ((800, 480), "upright"), ((1280, 720), "flat")]
)
def test_every_kind_of_screen_fits_in_every_language(lang: str, size: tuple[int, int], orientation: str) -> None:
    """One of each kind that random games of both kinds come by; many more: cardtable bench screens --check."""
    look = Look(orientation=orientation)
    found = {}
    for kind, screen in _kinds(lang, 3):
        wrong = faults(book_of(screen, size, look)) if kind != "saver" else []
        if wrong:
            found[kind] = wrong
    assert found == {}


def test_a_measured_overlap_is_found() -> None:
    """The measuring itself: two texts on one spot, and one that leaves its panel, are faults."""
    c = Canvas(pygame.Surface((1280, 720)), Cache(), measure=True)
    c.note("panel", "", Rect(100, 100, 200, 60))
    c.text(110, 130, "Mountain discards")
    assert any("falls out" in fault for fault in faults(c.book))
    c.text(130, 132, "Sun")
    assert any("overlap" in fault for fault in faults(c.book))
    c.text(40, 300, "a line far too long for its room", maxw=100)
    assert any("needs" in fault for fault in faults(c.book))


def test_a_line_shrinks_before_it_is_cut() -> None:
    c = Canvas(pygame.Surface((1280, 720)), Cache(), measure=True)
    full = c.text_width("Montaña reparte", 50, True)
    width = c.text(40, 100, "Montaña reparte", 50, bold=True, maxw=full * 0.8)
    assert width <= full * 0.8
    assert c.book.problems == []


def test_a_paragraph_breaks_at_blanks_and_between_hanzi() -> None:
    c = Canvas(pygame.Surface((1280, 720)), Cache(), measure=True)
    words = "the card just taken from the discard pile may not go straight back"
    c.paragraph(Rect(40, 100, 300, 400), (words,), 36)
    rows = [d.name for d in c.book.drawn if d.kind == "text"]
    assert len(rows) > 2
    assert " ".join(rows) == words
    c.book.drawn.clear()
    hanzi = "刚拿的这张不能马上打出，请放回手里，再打一张别的牌。"
    c.paragraph(Rect(40, 100, 300, 400), (hanzi,), 36)
    rows = [d.name for d in c.book.drawn if d.kind == "text"]
    assert "".join(rows) == hanzi
    assert not any(row[0] in "，。" for row in rows)


@pytest.mark.parametrize("colors", [2, 4])
def test_suit_colours_can_be_two_or_four(colors: int) -> None:
    """Red is red in both; diamonds have a colour of their own only among four."""
    screen = DESIGNED["04-gin-turn-hu"]
    surface = pygame.Surface((1280, 720))
    paint(screen, surface, look=Look(suit_colors=colors))
    blue = (21, 83, 168)
    reds = {tuple(surface.get_at((x, 500)))[:3] for x in range(570, 650)}
    assert (blue in reds) == (colors == 4)
    assert ((196, 18, 47) in reds) == (colors == 2)
