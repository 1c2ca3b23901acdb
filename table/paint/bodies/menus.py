"""Bodies to choose from and to wait at: self-check, tiles, rule table, lists."""

from __future__ import annotations

from table.paint.bodies.art import cable, pictogram
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card
from table.paint.kit.parts import BODY, badge, disc, key_cap, panel, sign
from table.paint.palette import (
    BAD,
    FELT,
    FIX,
    GOOD,
    LINE,
    MUTED,
    PANEL,
    RAISED,
    TEXT,
    mix,
    seat_color,
)
from table.screens.model import Checks, Choice, ChoiceItem, Log, LogRow, Notice, RuleTable, Screen


def paint_checks(c: Canvas, body: Checks, screen: Screen) -> None:
    wide = 1200 if not body.picture else 800
    step = min(78.0, 392 / max(1, len(body.rows)))
    high = step - 10
    label_room = 212 if wide == 1200 else 190
    for i, row in enumerate(body.rows):
        box = Rect(40, BODY.y + 4 + i * step, wide, high)
        bad = row.state == "bad"
        c.note("panel", "", box)
        c.round(box, PANEL, 16, BAD if bad else None, 4)
        color, icon = {"ok": (GOOD, "tick"), "bad": (BAD, "cross"), "wait": (RAISED, "")}[row.state]
        disc(c, 86, box.cy, min(50, high - 12), color, icon)
        if row.state == "wait":
            c.text(86, box.cy - 2, "…", 34, MUTED, "c", least=20)
        width = c.text(132, box.cy, row.label, 38, bold=True, maxw=label_room if row.hint else wide - 120)
        x = max(132 + label_room + 16, 132 + width + 24)
        c.text(x, box.cy, row.hint, 34, TEXT if bad else MUTED, maxw=box.right - x - 24)
    if body.picture == "cable":
        cable(c, body.picture_label)


# -- tiles ------------------------------------------------------------------------------------------------------


def paint_choice(c: Canvas, body: Choice, screen: Screen) -> None:
    if body.big:
        _big_choice(c, body)
        return
    count = len(body.items) + (1 if body.aside else 0)
    rows = max(1, (count + 1) // 2)
    high = min(118.0 if rows > 2 else 150.0, (392 - 16 * (rows - 1)) / rows)
    step = (392 - high) / (rows - 1) if rows > 2 else high + 16
    lone = count <= 2
    for i, item in enumerate(body.items):
        if lone:
            _tile(c, Rect(40, 232 + i * 150, 1200, 118), item)
        else:
            _tile(c, Rect(40 + (i % 2) * 610, BODY.y + (i // 2) * step, 590, high), item)
    if body.aside:
        i = len(body.items)
        box = Rect(40 + (i % 2) * 610, BODY.y + (i // 2) * step, 590, high) if not lone else Rect(40, 532, 1200, 84)
        panel(c, box, FELT, LINE)
        c.paragraph(box.inset(30, 8), body.aside, 32, middle=True, gap=0)


def _tile(c: Canvas, box: Rect, item: ChoiceItem) -> None:
    color = TEXT if item.enabled else MUTED
    panel(c, box, RAISED if item.picked else PANEL, FIX if item.picked else LINE, 4 if item.picked else 2)
    x = box.x + 28
    if item.key:
        key_cap(c, box.x + 66, box.cy, item.key, 76)
        c.hit(box, item.key)
        x = box.x + 128
    right = box.right - 24
    if item.seat:
        badge(c, item.seat, right - 32, box.cy, 64, item.enabled)
        right -= 84
    if item.card:
        high = min(94.0, box.h - 20)
        wide = high * 0.65
        draw_card(c, Rect(right - wide, box.cy - high / 2, wide, high), item.card)
        right -= wide + 18
    if item.picture:
        pictogram(c, item.picture, Rect(right - 72, box.cy - 36, 72, 72))
        right -= 88
    room = right - x
    if item.lines:
        middle = box.cy - 19 if len(item.lines) == 1 else box.cy - 32
        c.text(x, middle, item.title, 36, color, bold=True, maxw=room)
        for i, line in enumerate(item.lines[:2]):
            c.text(x, middle + 42 + i * 34, line, 30, MUTED, maxw=room)
    elif c.fit(item.title, 38, room, True) > 28 or c.text_width(item.title, 28, True) <= room:
        c.text(x, box.cy, item.title, 38, color, bold=True, maxw=room)
    else:
        c.paragraph(Rect(x, box.y + 8, room, box.h - 16), (item.title,), 34, color, middle=True, bold=True)


def _big_choice(c: Canvas, body: Choice) -> None:
    """Two or three large tiles with a picture; the other items in a row below."""
    big, rest = body.items[: body.big], body.items[body.big :]
    high = 392.0 if not rest else 284.0
    wide = (1200 - 20 * (len(big) - 1)) / max(1, len(big))
    for i, item in enumerate(big):
        box = Rect(40 + i * (wide + 20), BODY.y, wide, high)
        panel(c, box, RAISED if item.picked else PANEL, FIX if item.picked else LINE, 4 if item.picked else 2)
        if item.key:
            c.hit(box, item.key)
        art = min(200.0, high - 108)
        pictogram(c, item.picture, Rect(box.right - art - 28, box.y + 24, art, art))
        key_cap(c, box.x + 76, box.y + 86, item.key, 92)
        low = box.bottom - 34 - 40 * len(item.lines[:1])
        c.text(box.x + 32, low, item.title, 52, bold=True, maxw=wide - 64)
        for line in item.lines[:1]:
            c.text(box.x + 32, low + 46, line, 32, MUTED, maxw=wide - 64)
    if not rest:
        return
    wide = (1200 - 16 * (len(rest) - 1)) / len(rest)
    for i, item in enumerate(rest):
        box = Rect(40 + i * (wide + 16), BODY.y + 300, wide, 92)
        panel(c, box, PANEL, LINE)
        if item.key:
            key_cap(c, box.x + 52, box.cy, item.key, 58)
            c.hit(box, item.key)
        right = box.right - 16
        if item.picture and wide > 330:
            pictogram(c, item.picture, Rect(right - 56, box.cy - 28, 56, 56))
            right -= 68
        c.text(box.x + 98, box.cy, item.title, 36, maxw=right - box.x - 98)


# -- tables and lists -------------------------------------------------------------------------------------------


def paint_rule_table(c: Canvas, body: RuleTable, screen: Screen) -> None:
    columns = max(1, len(body.columns))
    wide = 212.0 if columns <= 3 else 180.0
    gap = 12.0
    left = 1240 - columns * wide - (columns - 1) * gap
    head, count = 84.0, max(1, len(body.rows))
    step = (392 - head - 8) / max(count, 5)
    for i, column in enumerate(body.columns):
        box = Rect(left + i * (wide + gap), BODY.y, wide, 392)
        panel(c, box, PANEL)
        if column.key:
            c.hit(box, column.key)
    for j in range(0, count, 2):
        c.round(Rect(40, BODY.y + head + j * step, 1200, step), mix(RAISED, PANEL, 0.75), 10)
    for i, column in enumerate(body.columns):
        box = Rect(left + i * (wide + gap), BODY.y, wide, 392)
        c.sprite(
            ("frame", column.picked),
            box,
            lambda pen, on=column.picked: pen.box(0, 0, wide, 392, FIX if on else LINE, 18, 4 if on else 2),  # type: ignore[misc]
        )
        x = box.x + 14
        if column.key:
            key_cap(c, box.x + 38, BODY.y + 44, column.key, 52)
            x = box.x + 72
        c.text(x, BODY.y + 44, column.name, 33, bold=True, maxw=box.right - x - 8, least=24)
    for j, row in enumerate(body.rows):
        y = BODY.y + head + (j + 0.5) * step
        c.text(60, y, row.label, 34, maxw=left - 60 - 24)
        for i, value in enumerate(row.values[:columns]):
            muted = i < len(row.muted) and row.muted[i]
            size = 38 if len(value) <= 4 else 33
            c.text(
                left + i * (wide + gap) + wide / 2,
                y,
                value,
                size,
                MUTED if muted else TEXT,
                "c",
                not muted,
                maxw=wide - 18,
            )


def paint_log(c: Canvas, body: Log, screen: Screen) -> None:
    if not body.rows:
        panel(c, BODY)
        c.text(BODY.cx, BODY.cy, body.empty, 40, MUTED, "c", maxw=1120)
        return
    room = 392 - (40 if body.page else 0)
    count = max(5, len(body.rows))
    step = room / count
    keyed, seated = any(row.key for row in body.rows), any(row.seat for row in body.rows)
    for i, row in enumerate(body.rows):
        _log_row(c, Rect(40, BODY.y + i * step, 1200, step - 8), row, keyed, seated)
    if body.page:
        c.text(1240, BODY.bottom - 16, body.page, 28, MUTED, "r")


def _log_row(c: Canvas, box: Rect, row: LogRow, keyed: bool, seated: bool) -> None:
    """`keyed` and `seated`: some row has a key, a seat; then the words of all rows stand in one column."""
    color = MUTED if row.state == "void" else TEXT
    c.note("panel", "", box)
    c.round(box, PANEL, 14, FIX if row.state == "changed" else None, 3)
    x = box.x + 20
    if row.key:
        key_cap(c, box.x + 40, box.cy - 2, row.key, min(52, box.h - 12))
        c.hit(box, row.key)
    x += 62 if keyed else 0
    if row.seat:
        badge(c, row.seat, x + 24, box.cy, min(48, box.h - 12), row.state != "void", named=False)
    x += 62 if seated else 0
    right = box.right - 20
    if row.value:
        right -= c.text(right, box.cy, row.value, 40, color, "r", True, maxw=320) + 20
    if row.mark:
        right -= c.text(right, box.cy, row.mark, 28, FIX if row.state == "changed" else MUTED, "r", maxw=200) + 20
    high = box.h - 10
    wide = high * 0.66
    for view in reversed(row.cards):
        draw_card(c, Rect(right - wide, box.y + 5, wide, high), view, named=False)
        right -= wide + 6
    width = c.text(x, box.cy, row.text, 36, color, maxw=max(60, right - x - 12))
    if row.state == "void":
        c.line(x, box.cy, x + width, box.cy, BAD, 3)


def paint_notice(c: Canvas, body: Notice, screen: Screen) -> None:
    panel(c, BODY)
    left = BODY.x + 40
    if body.seat:
        sign(c, body.seat, BODY.x + 160, BODY.cy, 180, seat_color(body.seat))
        left = BODY.x + 320
    c.paragraph(Rect(left, BODY.y + 24, BODY.right - left - 40, 344), body.lines, 40, middle=True)
