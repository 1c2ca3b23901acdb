"""Pictograms and the one picture card of our own, drawn with the pen."""

from __future__ import annotations

from table.paint.kit import signs
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card
from table.paint.kit.parts import BODY, panel
from table.paint.kit.pen import Pen
from table.paint.palette import (
    CREAM,
    FACE,
    FACE_EDGE,
    FIX,
    GOOD,
    INK,
    LINE,
    MUTED,
    PANEL,
    RAISED,
    TEXT,
    mix,
)
from table.rules.cards import Card
from table.screens.model import CardView


def pictogram(c: Canvas, name: str, box: Rect) -> None:
    """A pictogram in a square: the two games, language, history, statistics, lot, undo."""
    if name == "gin":
        w = box.w * 0.46
        h = w * 1.45
        with c.unbooked():
            for i, card in enumerate(("7S", "8H", "9D")):
                at = Rect(box.x + box.w * 0.27 * i, box.cy - h / 2 + (i - 1) * h * 0.06, w, h)
                draw_card(c, at, CardView(card=Card(card)), named=False)
        return
    if name:
        c.sprite(("picture", name), box, lambda pen: PICTURES[name](pen, box.w))


def draw_scene(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    """A picture card of our own: a moon over hills and a path."""
    pen.box(x, y, w, h, FACE_EDGE, w * 0.08)
    pen.box(x + 1, y + 1, w - 2, h - 2, FACE, w * 0.08 - 1)
    m = w * 0.06
    x, y, w, h = x + m, y + m, w - 2 * m, h - 2 * m
    pen.box(x, y, w, h, (44, 58, 104), w * 0.05)
    for i in range(10):
        high = h * 0.55 * (1 - i / 10)
        tone = mix((236, 146, 110), (44, 58, 104), i / 12)
        pen.box(x, y + h * 0.62 - high, w, h * 0.02 + high, mix(tone, (44, 58, 104), 0.2 + 0.06 * (10 - i)))
    pen.disc(x + w * 0.68, y + h * 0.24, w * 0.15, (252, 236, 190))
    for sx, sy, r in (
        (0.2, 0.14, 0.016),
        (0.36, 0.3, 0.012),
        (0.14, 0.38, 0.012),
        (0.45, 0.1, 0.012),
        (0.9, 0.42, 0.012),
    ):
        pen.disc(x + w * sx, y + h * sy, w * r, CREAM)
    pen.poly(
        [(x, y + h * 0.62), (x + w * 0.34, y + h * 0.42), (x + w * 0.7, y + h * 0.66), (x, y + h * 0.74)], (58, 84, 112)
    )
    pen.poly(
        [(x + w * 0.4, y + h * 0.68), (x + w * 0.78, y + h * 0.48), (x + w, y + h * 0.6), (x + w, y + h * 0.74)],
        (46, 70, 98),
    )
    pen.poly(
        [(x, y + h * 0.66), (x + w * 0.5, y + h * 0.7), (x + w, y + h * 0.64), (x + w, y + h), (x, y + h)], (34, 96, 72)
    )
    pen.poly(
        [(x, y + h * 0.82), (x + w * 0.45, y + h * 0.76), (x + w, y + h * 0.86), (x + w, y + h), (x, y + h)],
        (24, 74, 56),
    )
    path = [(0.36, 1.0), (0.52, 0.88), (0.46, 0.8), (0.56, 0.72), (0.585, 0.72), (0.54, 0.8), (0.64, 0.88), (0.6, 1.0)]
    pen.poly([(x + w * px, y + h * py) for px, py in path], (226, 196, 142))
    tx, ty = x + w * 0.22, y + h * 0.8
    pen.poly(
        [(tx - w * 0.03, ty), (tx + w * 0.03, ty), (tx + w * 0.02, ty - h * 0.2), (tx - w * 0.02, ty - h * 0.2)],
        (70, 48, 40),
    )
    for dx, dy, r in ((-0.09, -0.2, 0.1), (0.08, -0.2, 0.1), (0, -0.28, 0.12), (0, -0.18, 0.09)):
        pen.disc(tx + w * dx, ty + h * dy, w * r, (28, 108, 70))


def _art_zhiyan(pen: Pen, d: float) -> None:
    draw_scene(pen, d * 0.3, d * 0.02, d * 0.64, d * 0.96)
    pen.box(d * 0.02, d * 0.02, d * 0.46, d * 0.34, CREAM, d * 0.1)
    pen.poly([(d * 0.2, d * 0.34), (d * 0.36, d * 0.34), (d * 0.17, d * 0.48)], CREAM)
    for i in range(3):
        pen.disc(d * (0.13 + 0.12 * i), d * 0.19, d * 0.035, INK)


def _art_language(pen: Pen, d: float) -> None:
    pen.ring(d / 2, d / 2, d * 0.42, TEXT, d * 0.055)
    pen.line(d * 0.08, d / 2, d * 0.92, d / 2, TEXT, d * 0.05)
    pen.line(d / 2, d * 0.08, d / 2, d * 0.92, TEXT, d * 0.05)
    for side in (-1, 1):
        pen.arc(
            d / 2 - side * d * 0.32, d / 2, d * 0.5, -57 if side > 0 else 123, 57 if side > 0 else 237, TEXT, d * 0.045
        )


def _art_history(pen: Pen, d: float) -> None:
    for i, wide in enumerate((0.6, 0.44, 0.52)):
        y = d * (0.24 + 0.26 * i)
        pen.disc(d * 0.16, y, d * 0.06, GOOD)
        pen.box(d * 0.3, y - d * 0.05, d * wide, d * 0.1, TEXT, d * 0.05)


def _art_stats(pen: Pen, d: float) -> None:
    for i, high in enumerate((0.34, 0.62, 0.46, 0.8)):
        pen.box(d * (0.12 + 0.2 * i), d * (0.9 - high), d * 0.14, d * high, (TEXT, GOOD, TEXT, GOOD)[i], d * 0.03)


def _art_lot(pen: Pen, d: float) -> None:
    pen.box(d * 0.12, d * 0.12, d * 0.76, d * 0.76, CREAM, d * 0.14)
    for px, py in ((0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7)):
        pen.disc(d * px, d * py, d * 0.075, INK)


def _art_undo(pen: Pen, d: float) -> None:
    signs.fix_key(pen, d / 2, d * 0.46, d * 0.9)


PICTURES = {
    "zhiyan": _art_zhiyan,
    "language": _art_language,
    "history": _art_history,
    "stats": _art_stats,
    "lot": _art_lot,
    "undo": _art_undo,
}


def cable(c: Canvas, label: str) -> None:
    """The camera's flat cable and its two clips, as a picture to look for on the table."""
    box = Rect(860, BODY.y + 4, 380, 384)
    panel(c, box)

    def paint(pen: Pen) -> None:
        pen.box(24, 26, 92, 92, LINE, 14)
        pen.disc(70, 72, 32, INK)
        pen.disc(70, 72, 22, RAISED)
        pen.disc(62, 64, 7, CREAM)
        pen.box(116, 58, 56, 28, CREAM, 4)
        pen.poly([(172, 58), (200, 58), (200, 190), (172, 190)], mix(CREAM, PANEL, 0.8))
        pen.box(160, 190, 52, 20, INK, 4)
        pen.box(92, 206, 200, 66, LINE, 10)
        for i in range(12):
            pen.box(108 + i * 14, 252, 8, 8, CREAM)
        for i in range(4):
            pen.line(178 + i * 6, 62, 178 + i * 6, 186, LINE, 1.2)
        pen.disc(186, 200, 8, FIX)

    c.sprite("cable", Rect(box.x + 32, box.y + 16, 316, 290), paint)
    c.text(box.cx, box.y + 344, label, 32, MUTED, "c", maxw=340)
