"""Gin while it is played: piles, what is not allowed, the knock."""

from __future__ import annotations

from collections.abc import Sequence

from table.paint.bodies.hands import card_size
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, draw_group
from table.paint.kit.parts import BODY, badge, bar, disc, icon, panel
from table.paint.kit.pen import Pen
from table.paint.palette import BAD, LINE, MUTED, PANEL, RAISED, TEXT, seat_color
from table.screens.model import (
    CardView,
    Countdown,
    Group,
    Knock,
    PathStep,
    Piles,
    Refused,
    Screen,
)


def paint_piles(c: Canvas, body: Piles, screen: Screen) -> None:
    color = seat_color(screen.band.seat) if screen.band else TEXT
    stock, discard, table = Rect(40, BODY.y, 322, 392), Rect(378, BODY.y, 322, 392), Rect(716, BODY.y, 524, 392)
    focus = {"stock": ("stock",), "discard": ("discard",), "both": ("stock", "discard")}.get(body.focus, ())
    panel(c, stock, PANEL, color if "stock" in focus else None, 4)
    panel(c, discard, PANEL, color if "discard" in focus else None, 4)
    panel(c, table)
    _stock(c, stock, body)
    c.text(discard.cx, BODY.y + 34, body.discard_label, 34, MUTED, "c", maxw=290)
    note = bool(body.discard_note)
    high = 250.0 if note else 306.0
    card = Rect(discard.cx - high * 0.37, BODY.y + 62, high * 0.74, high)
    c.anchor("discard", card)
    if body.discard is not None:
        draw_card(c, card, body.discard)
    words = Rect(discard.x + 14, discard.bottom - 80, discard.w - 28, 72)
    c.paragraph(words, (body.discard_note,), 32, least=26, align="c", middle=True)
    _standing(c, table, body)


def _stock(c: Canvas, box: Rect, body: Piles) -> None:
    c.text(box.cx, box.y + 34, body.stock_label, 34, MUTED, "c", maxw=290)
    alone = body.stock is None
    card = Rect(box.cx - 84 if alone else box.x + 22, box.y + 66, 168, 234)
    c.anchor("stock", card)
    draw_card(c, card, CardView(state="back"), named=False)
    if body.stock is not None:
        middle = (card.right + box.right) / 2
        room = box.right - card.right - 16
        c.text(middle, box.y + 166, str(body.stock), 84, TEXT, "c", True, maxw=room)
        c.text(middle, box.y + 236, body.stock_unit, 32, MUTED, "c", maxw=room)
    words = Rect(box.x + 12, box.bottom - 80, box.w - 24, 72)
    c.paragraph(words, (body.stock_note,), 30, MUTED, least=26, align="c", middle=True)


def _standing(c: Canvas, box: Rect, body: Piles) -> None:
    goal = c.text(box.right - 24, box.y + 34, body.target_label, 30, MUTED, "r", maxw=220)
    c.text(box.x + 24, box.y + 34, body.scores_label, 34, MUTED, maxw=box.w - 60 - goal)
    step = min(158.0, 316 / max(1, len(body.scores)))
    for i, row in enumerate(body.scores):
        y = box.y + 118 + i * step
        color = seat_color(row.seat)
        badge(c, row.seat, box.x + 62, y, 76)
        points = c.text(box.right - 24, y, str(row.points), 84, color, "r", True)
        x, right = box.x + 116, box.right - 24 - points - 16
        top = y - 18 if row.note else y
        tag = c.text_width(row.tag, 28) + 12 if row.tag else 0
        name = c.text(x, top, row.name, 40, bold=True, maxw=max(70, right - x - tag))
        c.text(x + name + 12, top + 2, row.tag, 28, MUTED, maxw=max(40, right - x - name - 12))
        c.text(x, y + 25, row.note, 28, MUTED, maxw=right - x)
        bar(c, Rect(box.x + 24, y + 54, box.w - 48, 16), row.points / max(1, body.target), color)


# -- not allowed ------------------------------------------------------------------------------------------------


def paint_refused(c: Canvas, body: Refused, screen: Screen) -> None:
    left, right = Rect(40, BODY.y, 400, 392), Rect(460, BODY.y, 780, 392)
    panel(c, left)
    panel(c, right)
    if body.card is not None:
        draw_card(c, Rect(left.cx - 116, left.y + 26, 232, 334), body.card)
    else:
        c.text(left.cx, left.y + 170, body.number, 170, BAD, "c", True, maxw=350)
        c.paragraph(
            Rect(left.x + 24, left.y + 280, left.w - 48, 92), (body.number_label,), 36, MUTED, align="c", middle=True
        )
    y = right.y + 42
    c.text(500, y, body.title, 36, MUTED, maxw=700)
    y += 34
    if body.path:
        _path(c, body.path, Rect(500, y - 8, 700, 176))
        y += 176
    if body.groups:
        _loose(c, body.groups, Rect(500, y, 700, 150), seat_color(body.seat))
        y += 164
    if body.path or body.groups:
        c.line(500, y, 1200, y, LINE, 2)
    bottom = right.bottom - (58 if body.clause else 16)
    c.paragraph(Rect(500, y + 8, 700, bottom - y - 10), body.lines, 36, middle=True, gap=0)
    c.text(500, right.bottom - 30, body.clause, 28, MUTED, maxw=720)


def _path(c: Canvas, steps: Sequence[PathStep], box: Rect) -> None:
    """Stations with arrows: where the card was, and the step that is not allowed."""
    step = box.w / len(steps)
    y = box.y + 64
    for i, station in enumerate(steps):
        x = box.x + (i + 0.5) * step
        if station.place == "hand" and station.seat:
            badge(c, station.seat, x, y, 108)
        else:
            state = "back" if station.place == "stock" else None
            view = CardView(state="back") if state or station.card is None else station.card
            draw_card(c, Rect(x - 45, y - 62, 90, 124), view, named=False)
        c.text(x, y + 90, station.label, 30, MUTED, "c", maxw=step - 16)
        if i:
            middle = x - step / 2
            icon(c, "arrow", middle, y, 104, BAD if station.bad else TEXT)
            if station.bad:
                disc(c, middle - 12, y, 52, BAD, "cross")


def _loose(c: Canvas, groups: Sequence[Group], box: Rect, color: tuple[int, int, int]) -> None:
    w, h, gap, space = card_size(groups, 0, box.w, 72, 106)
    x = box.x
    for group in groups:
        x = draw_group(c, x, box.y + 4, w, h, gap, group, color) + space


# -- the knock --------------------------------------------------------------------------------------------------


def paint_knock(c: Canvas, body: Knock, screen: Screen) -> None:
    color = seat_color(body.seat)
    middle = Rect(320 - 172, BODY.cy - 172, 344, 344)
    c.sprite("knock disc", middle, _dial)
    if body.ring is not None:
        _ring(c, middle, body.ring, color)
    badge(c, body.seat, middle.cx, middle.cy, 220)
    upper = Rect(600, BODY.y, 640, 184 if body.example else 392)
    panel(c, upper)
    y = c.paragraph(Rect(632, upper.y + 16, 580, upper.h - (72 if body.strong else 32)), body.lines, 36, gap=0.1)
    if body.strong:
        c.text(632, max(y + 26, upper.bottom - 34), body.strong, 36, color, bold=True, maxw=580)
    if body.example:
        lower = Rect(600, BODY.y + 200, 640, 192)
        panel(c, lower)
        w, h, gap, space = card_size(body.example, 0, 580, 62, 92)
        x = 632.0
        for group in body.example:
            x = draw_group(c, x, lower.y + 28, w, h, gap, group, color) + space


def _dial(pen: Pen) -> None:
    pen.disc(172, 172, 172, PANEL)
    pen.ring(172, 172, 168, RAISED, 18)


def _ring(c: Canvas, box: Rect, ring: Countdown, color: tuple[int, int, int]) -> None:
    """What is left of the time, in steps of 3 degrees (so that sprites can be kept)."""
    share = min(1.0, max(0.0, (ring.until - c.now) / ring.of)) if ring.of > 0 else 0.0
    angle = round(share * 120) * 3
    if angle <= 0:
        return

    def paint(pen: Pen) -> None:
        pen.arc(172, 172, 159, -90, -90 + angle, color, 18)

    c.sprite(("ring", angle, color), box, paint)
