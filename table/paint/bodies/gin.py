"""Gin while it is played: piles, what is not allowed, the knock, the laid hands, laying off."""

from __future__ import annotations

from collections.abc import Sequence

from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, draw_group, group_width
from table.paint.kit.parts import BODY, badge, bar, disc, icon, key_cap, panel
from table.paint.kit.pen import Pen
from table.paint.palette import BAD, FIX, GOOD, INK, LINE, MUTED, PANEL, RAISED, TEXT, seat_color
from table.screens.model import (
    CardView,
    Countdown,
    Group,
    HandRow,
    Hands,
    Knock,
    LayOff,
    LayOffRow,
    PathStep,
    Piles,
    Question,
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
    w, h, gap, space = _card_size(groups, 0, box.w, 72, 106)
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
        w, h, gap, space = _card_size(body.example, 0, 580, 62, 92)
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


# -- laid hands -------------------------------------------------------------------------------------------------


def _card_size(
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
    w, h, gap, space = _card_size(groups, empty, room, 96, high)
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
    sizes = [_card_size([g for g in row.groups if g.cards], 0, 846, 66, 98) for row in body.rows]
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


def laid_width(groups: Sequence[Group], w: float, gap: float, space: float) -> float:
    """Width of several groups in a row, for tests."""
    return sum(group_width(group, w, gap) for group in groups) + space * max(0, len(groups) - 1)
