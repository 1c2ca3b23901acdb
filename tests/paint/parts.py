"""The sheet of parts: every chip, sign, key, card state and band side by side, as the design's first mock-up."""

from __future__ import annotations

import pygame

from table.paint.kit import Canvas, Rect, badge, band, chip, draw_card, key_cap
from table.paint.kit.cache import Cache
from table.paint.palette import FELT, FURTHER_SEATS, MUTED, SEAT_COLORS
from table.screens import model as m
from tests.paint.screens import cards, name

STATES = (
    ("AS", "sure"),
    ("TH", "sure"),
    ("QD", "sure"),
    ("7C", "sure"),
    ("", "back"),
    ("7D", "unsure"),
    ("7D", "illegal"),
    ("JH", "out"),
    ("9S", "expected"),
    ("", "unsure"),
)
CHIPS = (("hand", "Hand"), ("reading", "Reading"), ("done", "Done"), ("cannot", "Cannot read"), ("resting", "Resting"))


def paint_parts(surface: pygame.Surface, cache: Cache) -> None:
    surface.fill(FELT)
    c = Canvas(surface, cache)
    right = 1240.0
    for state, label in reversed(CHIPS):
        right = chip(c, m.Chip(state=state, label=label), right, 44) - 10
    for i, seat in enumerate((*SEAT_COLORS, *FURTHER_SEATS)):
        badge(c, seat, 80 + i * 92, 122, 80)
        if seat in SEAT_COLORS:
            c.text(80 + i * 92, 184, name("en", seat), 28, SEAT_COLORS[seat], "c", maxw=88, least=18)
    badge(c, "hut", 1196, 122, 80, on=False)
    for i, (text, state) in enumerate(STATES):
        view = cards(text, state)[0] if text else m.CardView(state=state)
        draw_card(c, Rect(44 + i * 112, 214, 92, 136), view)
        c.text(90 + i * 112, 378, state, 26, MUTED, "c", least=20)
    draw_card(c, Rect(1172, 214, 68, 104), m.CardView(card=cards("TS")[0].card))
    for i, key in enumerate(("1", "2", "3", "4", "5", "6", "press", "hold")):
        key_cap(c, 76 + i * 72, 440, key, 58)
    bands = (
        m.Band(seat="sun", big="A place must act"),
        m.Band(seat="all", big="All must act"),
        m.Band(seat=None, big="Nobody"),
        m.Band(seat=None, big="Fix is open", mark="fix"),
        m.Band(seat="wave", big="Not allowed", mark="no"),
        m.Band(seat="seat9", big="A further place"),
    )
    for i, what in enumerate(bands):
        band(c, what, Rect(40 + (i % 2) * 610, 488 + (i // 2) * 74, 590, 68))
