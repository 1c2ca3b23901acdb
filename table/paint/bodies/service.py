"""For the operator: the camera's picture with what the eye makes of it, the key test; and statistics for everybody."""

from __future__ import annotations

import pygame

from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.images import looked_up
from table.paint.kit.parts import BODY, badge, bar, disc, icon, panel
from table.paint.palette import (
    BAD,
    CREAM,
    FELT,
    FIX,
    GOOD,
    INK,
    LINE,
    MUTED,
    PANEL,
    RAISED,
    TEXT,
    Color,
    seat_color,
)
from table.screens.model import KeyTest, Screen, Service, ServiceBox, StatRow, Stats

BOX_COLORS: dict[str, Color] = {"ok": GOOD, "unsure": FIX, "zone": MUTED, "marker": GOOD, "missing": BAD}


def paint_service(c: Canvas, body: Service, screen: Screen) -> None:
    top = 100.0 if screen.band is None else BODY.y
    right = 764.0 if body.keys else 1240.0
    numbers = 44 * len(body.numbers[:3])
    frame = Rect(36, top, right - 36, 616 - top - numbers - (8 if numbers else 0))
    c.note("panel", "picture", frame)
    c.round(frame, FELT, 14, LINE, 4)
    inner = _fit_picture(c, body, frame.inset(4))
    if body.picture_note or not c.picture(body.picture, inner, 10):
        c.round(frame.inset(4), PANEL, 12)
        words = body.picture_note
        icon(c, "eye_struck", frame.cx, frame.cy - (70 if words else 0), 100, MUTED)
        c.paragraph(Rect(frame.x + 40, frame.cy, frame.w - 80, frame.h / 2 - 16), (words,), 36, MUTED, align="c")
    else:
        for box in body.boxes:
            _outline(c, inner, box)
    for i, line in enumerate(body.numbers[:3]):
        c.text(40, frame.bottom + 30 + i * 44, line, 28, MUTED if i else TEXT, maxw=right - 44)
    if body.keys:
        _keys(c, Rect(784, top, 456, 616 - top), body)


def _fit_picture(c: Canvas, body: Service, box: Rect) -> Rect:
    """The picture keeps its shape: what is cut off could be the marker one is looking for."""
    source = looked_up(c.pictures, body.picture)
    if source is None:
        return box
    if isinstance(source, pygame.Surface):
        w, h = source.get_size()
    else:
        h, w = source.shape[:2]
    scale = min(box.w / w, box.h / h)
    return Rect(box.cx - w * scale / 2, box.cy - h * scale / 2, w * scale, h * scale)


def _outline(c: Canvas, frame: Rect, box: ServiceBox) -> None:
    color = BOX_COLORS[box.state]
    points = [(c.px(frame.x + x * frame.w), c.py(frame.y + y * frame.h)) for x, y in box.corners]
    if len(points) >= 2:
        pygame.draw.lines(c.surface, color, True, points, max(1, round(3 * c.scale)))
    if not box.label or not points:
        return
    left = min(x for x, _ in box.corners) * frame.w + frame.x
    top = min(y for _, y in box.corners) * frame.h + frame.y
    width = c.text_width(box.label, 26) + 18
    left = max(frame.x, min(left, frame.right - width))
    tag = Rect(left, max(frame.y, top - 36), width, 34)
    c.round(tag, color, 6)
    c.text(tag.cx, tag.cy, box.label, 26, INK, "c", least=26)


def _keys(c: Canvas, box: Rect, body: Service) -> None:
    panel(c, box)
    c.text(box.x + 24, box.y + 36, body.keys_label, 32, bold=True, maxw=box.w - 48)
    foot = 92.0 if body.trouble else 16.0
    step = min(62.0, (box.h - 64 - foot) / max(1, len(body.keys)))
    for i, row in enumerate(body.keys):
        _key_row(c, box, row, box.y + 66 + (i + 0.5) * step, min(46.0, step - 6))
    c.paragraph(Rect(box.x + 24, box.bottom - 90, box.w - 48, 80), (body.trouble,), 32, BAD, middle=True, gap=0)


def _key_row(c: Canvas, box: Rect, row: KeyTest, y: float, d: float) -> None:
    badge(c, row.seat, box.x + 46, y, d)
    count = max(1, len(row.pressed))
    step = min(46.0, 276 / count)
    cap = min(40.0, step - 6, d)
    for i, on in enumerate(row.pressed):
        x = box.x + 104 + i * step
        key = Rect(x - cap / 2, y - cap / 2, cap, cap)
        if on:
            c.round(key, CREAM, 8)
        else:
            c.round(key, PANEL, 8, MUTED, 2)
        if cap >= 30:
            c.text(x, y, str(i + 1), min(28, cap - 8), INK if on else MUTED, "c", on, least=16)
    if row.lamp:
        disc(c, box.right - 84, y, 20, GOOD)
    good = all(row.pressed)
    color = GOOD if good else BAD if not any(row.pressed) else FIX
    disc(c, box.right - 36, y, min(36.0, d), color, "tick" if good else "cross")


# -- statistics -------------------------------------------------------------------------------------------------


def paint_stats(c: Canvas, body: Stats, screen: Screen) -> None:
    panel(c, BODY)
    page = c.text(BODY.right - 28, BODY.y + 36, body.page, 28, MUTED, "r", maxw=200)
    c.text(BODY.x + 28, BODY.y + 36, body.title, 34, bold=True, maxw=1100 - page)
    if not body.rows:
        c.text(BODY.cx, BODY.cy, body.empty, 36, MUTED, "c", maxw=1100)
        return
    step = min(62.0, 326 / len(body.rows))
    for i, row in enumerate(body.rows):
        _stat(c, row, BODY.y + 64 + (i + 0.5) * step, step)


def _stat(c: Canvas, row: StatRow, y: float, step: float) -> None:
    x = BODY.x + 28
    if row.seat:
        badge(c, row.seat, x + 22, y, min(46.0, step - 6), named=False)
        x += 60
    value_room = 240.0
    label_right = 480.0
    label_end = label_right if row.share is not None else BODY.right - 28 - value_room - (230 if row.note else 20)
    c.text(x, y, row.label, 34, bold=bool(row.seat), maxw=label_end - x - 16)
    note = min(210.0, c.text_width(row.note, 28)) if row.note else 0.0
    value = c.text(BODY.right - 28, y, row.value, 40, TEXT, "r", True, maxw=value_room)
    if row.note:
        c.text(BODY.right - 28 - value - 20, y, row.note, 28, MUTED, "r", maxw=210)
    if row.share is not None:
        right = BODY.right - 28 - max(120.0, value + 24 + (note + 24 if note else 0))
        color = seat_color(row.seat) if row.seat else GOOD
        bar(c, Rect(label_right, y - 10, max(40, right - label_right), 20), max(0.0, row.share), color, RAISED)
