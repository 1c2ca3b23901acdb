"""Hands laid open: as the eye reads them, with its question, and after laying off."""

from __future__ import annotations

from collections.abc import Sequence

from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, draw_group
from table.paint.kit.parts import BODY, badge, disc, icon, key_cap, panel
from table.paint.palette import FIX, GOOD, INK, LINE, MUTED, RAISED, TEXT, seat_color
from table.screens.model import (
    CardView,
    Group,
    HandRow,
    Hands,
    LayOff,
    LayOffRow,
    Question,
    Screen,
)


def card_size(
    groups: Sequence[Group], empty: int, room: float, most_w: float, most_h: float
) -> tuple[float, float, float, float]:
    """Width, height, gap in a group and between groups, so that all cards and empty places fit into `room`."""
    cards = sum(len(group.cards) for group in groups) + empty
    shown = [group for group in groups if group.cards]
    parts = len(shown) + (1 if empty and shown else 0)
    tabs = sum(5 for group in groups for card in group.cards if card.by is not None and card.state == "sure")
    space = 22.0
    gap = 4.0
    for _ in range(3):
        free = room - tabs - space * max(0, parts - 1) - gap * max(0, cards - parts)
        w = min(most_w, free / max(1, cards))
        if w >= 50:
            break
        space, gap = space * 0.6, gap * 0.6
    w = max(30.0, w)
    return w, min(most_h, w * 1.52), gap, space


def paint_hands(c: Canvas, body: Hands, screen: Screen) -> None:
    left = 40.0
    if body.question is not None and not body.rows:
        _question_alone(c, body.question)
        return
    if body.question is not None:
        left = 480.0
        _question(c, Rect(40, BODY.y, 420, 392), body.question)
    count = max(1, len(body.rows))
    high = (392 - 16 * (count - 1)) / count if count > 1 else 260.0
    for i, row in enumerate(body.rows):
        _hand(c, Rect(left, BODY.y + i * (high + 16), 1240 - left, high), row)


def _hand(c: Canvas, box: Rect, row: HandRow) -> None:
    panel(c, box)
    color = seat_color(row.seat)
    y = box.y + 38
    badge(c, row.seat, box.x + 44, y, 56)
    done = row.read >= row.of
    right = box.right - 24
    right -= c.text(right, y, row.count, 34, GOOD if done else TEXT, "r", True, maxw=220) + 24
    x = box.x + 84
    spare = c.text_width(row.note, 28) + c.text_width(row.sum, 32) + 48 if row.note or row.sum else 0
    name = c.text(x, y, row.name, 34, color, bold=True, maxw=max(110, right - x - spare))
    x += name + 16
    if row.sum:
        width = c.text_width(row.sum, 32)
        if width < right - x - 10:
            right -= c.text(right, y, row.sum, 32, MUTED, "r", maxw=right - x) + 20
    c.text(x, y, row.note, 30, MUTED, maxw=max(60, right - x))
    groups = [group for group in row.groups if group.cards]
    shown = sum(len(group.cards) for group in groups)
    empty = max(0, row.of - shown)
    room = box.w - 40
    high = box.h - 72 - (46 if any(group.note for group in groups) else 24)
    w, h, gap, space = card_size(groups, empty, room, 96, high)
    top = box.y + 70 + max(0.0, (high - h) / 2)
    x = box.x + 20
    for group in groups:
        x = draw_group(c, x, top, w, h, gap, group, color) + space
    for _ in range(empty):
        draw_card(c, Rect(x + 1, top + 1, w - 2, h - 2), CardView(state="expected"), named=False)
        x += w + gap


def _question(c: Canvas, box: Rect, question: Question) -> None:
    panel(c, box)
    words = [line for line in (question.need_both, question.note) if line]
    cut = Rect(box.x + 24, box.y + 22, box.w - 48, 178 if not words else 142)
    cutout(c, question.cutout, cut)
    low = cut.bottom + 14
    foot = 44.0 * len(words) + (10 if words else 0)
    high = box.bottom - 18 - low - foot
    count = max(1, len(question.candidates))
    step = (box.w - 40) / count
    cap = min(68.0, step * 0.36)
    wide = min(high * 0.64, step - cap - 22)
    for i, candidate in enumerate(question.candidates):
        x = box.x + 20 + i * step + (step - cap - 10 - wide) / 2
        middle = low + high / 2
        key_cap(c, x + cap / 2, middle, candidate.key, cap)
        tall = min(high, wide * 1.57)
        card = Rect(x + cap + 10, middle - tall / 2, wide, tall)
        draw_card(c, card, candidate.card, named=False)
        c.hit(card, candidate.key)
    c.paragraph(
        Rect(box.x + 16, box.bottom - 12 - foot, box.w - 32, foot), words, 30, least=24, align="c", gap=0, middle=True
    )


def _question_alone(c: Canvas, question: Question) -> None:
    """Only the doubtful card and what it may be, large."""
    panel(c, BODY)
    words = [line for line in (question.need_both, question.note) if line]
    cutout(c, question.cutout, Rect(BODY.x + 24, BODY.y + 24, 480, 344 - 56 * len(words)))
    c.paragraph(
        Rect(BODY.x + 24, BODY.bottom - 12 - 56 * len(words), 480, 56 * len(words)),
        words,
        34,
        align="c",
        gap=0,
        middle=True,
    )
    step = min(330.0, 640 / max(1, len(question.candidates)))
    wide = min(168.0, step - 110)
    first = 580 + (640 - step * len(question.candidates)) / 2
    for i, candidate in enumerate(question.candidates):
        x = first + i * step + (step - wide - 86) / 2
        key_cap(c, x + 36, BODY.cy, candidate.key, 72)
        card = Rect(x + 86, BODY.cy - wide * 0.74, wide, wide * 1.48)
        draw_card(c, card, candidate.card, named=False)
        c.hit(card, candidate.key)


def cutout(c: Canvas, name: str, box: Rect) -> None:
    """The camera's own picture of a doubtful card, in an amber frame with a question mark."""
    c.round(box, FIX, 16)
    inner = box.inset(4)
    c.round(inner, RAISED, 12)
    if not c.picture(name, inner, 12):
        c.text(box.cx, box.cy, "?", 80, FIX, "c", True)
    else:
        disc(c, box.right - 30, box.y + 30, 44, FIX)
        c.text(box.right - 30, box.y + 30, "?", 30, INK, "c", True)
    c.note("picture", name, box)


# -- laying off -------------------------------------------------------------------------------------------------


def paint_lay_off(c: Canvas, body: LayOff, screen: Screen) -> None:
    count = max(1, len(body.rows))
    high = (392 - 16 * (count - 1)) / count if count > 1 else 260.0
    sizes = [card_size([g for g in row.groups if g.cards], 0, 846, 66, 98) for row in body.rows]
    w, h, gap, space = min(sizes) if sizes else (62.0, 92.0, 4.0, 20.0)
    for i, row in enumerate(body.rows):
        _lay_off_row(c, Rect(40, BODY.y + i * (high + 16), 1200, high), row, (w, h, gap, space))


def _lay_off_row(c: Canvas, box: Rect, row: LayOffRow, sizes: tuple[float, float, float, float]) -> None:
    w, h, gap, space = sizes
    color = seat_color(row.seat)
    panel(c, box)
    badge(c, row.seat, box.x + 80, box.cy - 20, 80)
    c.text(box.x + 80, box.cy + 52, row.name, 32, color, "c", True, maxw=148)
    c.line(1078, box.y + 24, 1078, box.bottom - 24, LINE, 2)
    c.text(1160, box.cy - 14, str(row.points), 96, TEXT, "c", True, maxw=140)
    c.text(1160, box.cy + 58, row.points_label, 30, MUTED, "c", maxw=150)
    groups = [group for group in row.groups if group.cards]
    tabbed = any(card.by is not None and card.state == "sure" for group in groups for card in group.cards)
    top = box.cy - h / 2 + (4 if tabbed else -8)
    x = 208.0
    for group in groups:
        end = draw_group(c, x, top, w, h, gap, group, color)
        gone = [card for card in group.cards if card.state == "expected" and card.by is not None]
        if gone and len(gone) == len(group.cards):
            icon(c, "up", (x + end) / 2, top + h + 20, 26, color)
        x = end + space
