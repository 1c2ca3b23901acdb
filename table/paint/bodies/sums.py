"""Points: the account of a hand or a game, the gains of a round, the track, the places at the end."""

from __future__ import annotations

from collections.abc import Sequence

from table.paint.bodies.start import stock_panel
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.parts import BODY, badge, panel
from table.paint.palette import FELT, LINE, MUTED, PANEL, RAISED, TEXT, Color, mix, seat_color
from table.screens.model import (
    GainRow,
    Gains,
    HandMark,
    PlaceRow,
    Places,
    Screen,
    Sum,
    SumAfter,
    SumLine,
    Track,
    TrackRow,
)


def paint_sum(c: Canvas, body: Sum, screen: Screen) -> None:
    if body.ending:
        left = Rect(40, BODY.y, 380, 392)
        panel(c, left)
        _final(c, left, body)
    else:
        left = Rect(40, BODY.y, 330, 392)
        panel(c, left)
        _result(c, left, body)
    x = left.right + 20
    cited = [line for line in (*body.cite, body.clause) if line]
    foot = 16 + 38 * len(body.cite) + (38 if body.clause else 0) if cited else 0
    upper = Rect(x, BODY.y, 1240 - x, 392 - (foot + 16 if cited else 0))
    panel(c, upper)
    _lines(c, upper, body)
    if cited:
        low = Rect(x, upper.bottom + 16, 1240 - x, foot)
        panel(c, low, FELT, LINE)
        y = low.y + 28
        for line in body.cite:
            c.text(low.x + 30, y, line, 32, maxw=low.w - 60)
            y += 38
        c.text(low.x + 30, y, body.clause, 28, MUTED, maxw=low.w - 60)


def _result(c: Canvas, box: Rect, body: Sum) -> None:
    color = seat_color(body.winner) if body.winner else TEXT
    c.text(box.cx, box.y + 118, body.total, 150, color, "c", True, maxw=box.w - 32)
    c.line(box.x + 24, box.y + 222, box.right - 24, box.y + 222, LINE, 2)
    step = 74.0 if len(body.after) <= 2 else 150 / max(1, len(body.after))
    for i, row in enumerate(body.after):
        y = box.y + 222 + step * (i + 0.5) + (8 if len(body.after) <= 2 else 0)
        badge(c, row.seat, box.x + 52, y, min(60.0, step - 6))
        text = f"{row.old} → {row.new}" if row.old != row.new else str(row.new)
        c.text(box.right - 24, y, text, 46, seat_color(row.seat), "r", True, maxw=box.w - 124)


def _final(c: Canvas, box: Rect, body: Sum) -> None:
    count = max(1, len(body.after))
    step = box.h / count
    for i, row in enumerate(body.after):
        _final_row(c, Rect(box.x, box.y + i * step, box.w, step), row, row.seat == body.winner)
        if i:
            c.line(box.x + 24, box.y + i * step, box.right - 24, box.y + i * step, LINE, 2)


def _final_row(c: Canvas, box: Rect, row: SumAfter, won: bool) -> None:
    d = 104.0 if won else 84.0
    y = box.y + box.h * 0.41
    badge(c, row.seat, box.x + 76, y, d)
    c.text(box.right - 24, y, str(row.new), 108 if won else 84, seat_color(row.seat), "r", True, maxw=box.w - 164)
    low = box.y + box.h * 0.84
    note = c.text(box.right - 24, low, row.note, 34, MUTED, "r", maxw=box.w * 0.5)
    c.text(box.x + 24, low, row.name, 36, bold=True, maxw=box.w - 66 - note)


def _lines(c: Canvas, box: Rect, body: Sum) -> None:
    lines = body.lines
    step = min(62.0, (box.h - 24) / max(1, len(lines)))
    top = box.y + 12 + max(0.0, box.h - 24 - step * len(lines)) / 2
    color = seat_color(body.winner) if body.winner else TEXT
    for i, line in enumerate(lines):
        _line(c, box, line, top + (i + 0.5) * step, step, color)


def _line(c: Canvas, box: Rect, line: SumLine, y: float, step: float, color: Color) -> None:
    left, right = box.x + 30, box.right - 30
    if line.kind == "total":
        y += 4
    quiet = line.kind in ("zero", "sub")
    ink = MUTED if quiet else TEXT
    if line.kind in ("sub", "total"):
        c.line(
            left,
            y - step / 2,
            right,
            y - step / 2,
            TEXT if line.kind == "total" else LINE,
            3 if line.kind == "total" else 2,
        )
    size = min({"total": 56.0}.get(line.kind, 44.0), step - 4)
    value = c.text(right, y, line.value, size, color if line.kind == "total" else ink, "r", not quiet, maxw=260)
    room = right - left - value - 24
    text_size = min(42.0 if line.kind == "total" else 38.0, step - 6)
    note = min(c.text_width(line.note, 28) + 16, room * 0.5) if line.note else 0
    width = c.text(left, y, line.text, max(28, text_size), ink, bold=line.kind == "total", maxw=room - note)
    if line.note:
        c.text(left + width + 16, y, line.note, 28, MUTED, maxw=room - width - 16)


# -- gains of a round -------------------------------------------------------------------------------------------


def paint_gains(c: Canvas, body: Gains, screen: Screen) -> None:
    foot = 40.0 if body.clause else 0.0
    many = len(body.rows) > 6
    columns = 2 if many else 1
    rows = (len(body.rows) + columns - 1) // columns
    step = min(84.0, (392 - foot) / max(1, rows))
    wide = (1200 - 16 * (columns - 1)) / columns
    top = BODY.y + max(0.0, (392 - foot - step * rows) / 2)
    for i, row in enumerate(body.rows):
        x = 40 + (i // rows) * (wide + 16)
        _gain(c, Rect(x, top + (i % rows) * step, wide, step - 8), row, many)
    c.text(40, BODY.bottom - 16, body.clause, 28, MUTED, maxw=1200)


def _gain(c: Canvas, box: Rect, row: GainRow, narrow: bool) -> None:
    c.note("panel", "", box)
    c.round(box, PANEL, 14)
    color = seat_color(row.seat)
    badge(c, row.seat, box.x + 40, box.cy, min(52.0, box.h - 8))
    total = 110.0
    c.text(box.right - 20, box.cy, row.total, 50, color if row.parts else MUTED, "r", True, maxw=total - 10)
    named = 0.0 if narrow else 176.0
    if not narrow:
        width = c.text(box.x + 78, box.cy, row.name, 36, bold=True, maxw=named - 8)
        if row.tag and width + c.text_width(row.tag, 28) + 12 < named:
            c.text(box.x + 78 + width + 12, box.cy, row.tag, 28, MUTED)
    x, right = box.x + 82 + named, box.right - total - 20
    size = 32.0
    while size > 28 and _parts_width(c, row, size) > right - x:
        size -= 1
    told = _parts_width(c, row, size) <= right - x
    for part in row.parts:
        x += c.text(x, box.cy, part.value, size + 4, color, bold=True) + (10 if told else 24)
        if told:
            x += c.text(x, box.cy, part.text, size, MUTED) + 28


def _parts_width(c: Canvas, row: GainRow, size: float) -> float:
    return sum(c.text_width(p.value, size + 4, True) + c.text_width(p.text, size) + 38 for p in row.parts) - 28


# -- track ------------------------------------------------------------------------------------------------------


def paint_track(c: Canvas, body: Track, screen: Screen) -> None:
    right = 1240.0
    if body.stock_label:
        stock_panel(c, Rect(1074, 232, 166, 384), body.stock_label, body.stock, body.stock_unit, body.stock_note)
        right = 1054
    low = BODY.bottom - (126 if body.hands or body.hands_label else 0)
    _lanes(c, body, right, low)
    if body.hands or body.hands_label:
        _boxes(c, body, Rect(40, BODY.bottom - 96, right - 40, 96))


def _lanes(c: Canvas, body: Track, right: float, bottom: float) -> None:
    """One column of lanes, two where more than seven play."""
    rows = body.rows
    if len(rows) <= 7:
        _column(c, body, rows, 40, right, bottom, 252, 214)
        return
    half = (len(rows) + 1) // 2
    middle = (40 + right) / 2
    _column(c, body, rows[:half], 40, middle - 16, bottom, 214, 136)
    _column(c, body, rows[half:], middle + 16, right, bottom, 214, 136)


def _column(
    c: Canvas,
    body: Track,
    rows: Sequence[TrackRow],
    left: float,
    right: float,
    bottom: float,
    names: float,
    sums: float,
) -> None:
    x0, x1 = left + names, right - sums
    count = max(1, len(rows))
    top, base = 228.0, bottom - 22
    step = min(92.0, (base - top) / count)
    top += max(0.0, base - top - step * count) / 2
    low = top + step * count
    marks = 3 if body.target <= 30 else 4
    marks = marks if x1 - x0 > 300 else 2
    for i in range(marks + 1):
        value = body.target * i // marks
        x = x0 + (x1 - x0) * i / marks
        last = i == marks
        c.line(x, top + 4, x, low, TEXT if last else LINE, 4 if last else 2)
        c.text(x, low + 14, str(value), 28, TEXT if last else MUTED, "c", last)
    for i, row in enumerate(rows):
        _lane(c, row, top + (i + 0.5) * step, step, left, x0, x1, body, right)


def _lane(
    c: Canvas, row: TrackRow, y: float, step: float, left: float, x0: float, x1: float, body: Track, right: float
) -> None:
    color = MUTED if row.left else seat_color(row.seat)
    d = min(56.0, step - 8)
    if body.next == row.seat:
        c.round(Rect(left - 6, y - step / 2 + 2, x0 - left - 4, step - 4), RAISED, 12)
    badge(c, row.seat, left + 28, y, d, not row.left, named=False)
    c.text(left + 64, y, row.name, 36, MUTED if row.left else TEXT, bold=not row.left, maxw=x0 - left - 64 - 28)
    thick = min(24.0, step * 0.42)
    c.round(Rect(x0, y - thick / 2, x1 - x0, thick), PANEL, thick / 2)
    span = x1 - x0
    at = x0 + span * min(1.0, max(0.0, row.points / max(1, body.target)))
    was = x0 + span * min(1.0, max(0.0, (row.points - max(0, row.gain)) / max(1, body.target)))
    if at > x0:
        c.round(Rect(x0, y - thick / 2, max(thick, at - x0), thick), mix(color, PANEL, 0.42), thick / 2)
    if at > was:
        c.round(Rect(was, y - thick / 2, at - was, thick), color, thick / 2)
    piece = min(54.0, step - 6)
    ring = Rect(at - piece / 2, y - piece / 2, piece, piece)
    c.sprite("piece rim", ring, lambda pen: pen.disc(piece / 2, piece / 2, piece / 2, FELT))
    badge(c, row.seat, at, y, piece - 6, not row.left)
    gain = f"+{row.gain}" if row.gain > 0 else str(row.gain)
    size = min(54.0, step - 6) if right - x1 > 180 else 42.0
    points = c.text(right - 12, y, str(row.points), size, MUTED if row.left else TEXT, "r", True)
    c.text(
        right - 12 - max(96 if right - x1 > 180 else 56, points + 14),
        y,
        gain,
        min(36.0, size - 10),
        color if row.gain else MUTED,
        "r",
        bool(row.gain),
    )


def _boxes(c: Canvas, body: Track, box: Rect) -> None:
    """Every finished hand as a square with the winner's sign: the boxes of gin."""
    panel(c, box)
    label = c.text(box.x + 24, box.cy, body.hands_label, 32, MUTED, maxw=300)
    x = box.x + 24 + label + 28
    room = box.right - 20 - x
    shown = body.hands
    step = min(84.0, room / max(1, len(shown)))
    if step < 50:
        keep = int(room // 56)
        shown, step = shown[-keep:], 56.0
    for mark in shown:
        _box(c, mark, x, box.cy, min(64.0, step - 8))
        x += step


def _box(c: Canvas, mark: HandMark, x: float, y: float, d: float) -> None:
    if mark.seat is None:
        square = Rect(x, y - d / 2, d, d)
        c.note("place", "nobody", square)
        c.sprite("no box", square, lambda pen: pen.box(0, 0, d, d, LINE, d * 0.2, 2.5))
        c.text(x + d / 2, y, mark.text or "–", 30, MUTED, "c", maxw=d - 6, least=20)
        return
    high = d if not mark.text else d * 0.62
    badge(c, mark.seat, x + d / 2, y - (d - high) * 0.62, high, named=False)
    if mark.text:
        c.text(x + d / 2, y + d * 0.46, mark.text, 28, TEXT, "c", maxw=d, least=24)


# -- the end ----------------------------------------------------------------------------------------------------


def paint_places(c: Canvas, body: Places, screen: Screen) -> None:
    aside = bool(body.why or body.clause)
    wide = 780.0 if aside else 1200.0
    columns = 2 if len(body.rows) > 7 else 1
    count = max(1, (len(body.rows) + columns - 1) // columns)
    step = min(88.0, 392 / count)
    top = BODY.y + max(0.0, 392 - step * count) / 2
    wide = (wide - 16 * (columns - 1)) / columns
    for i, row in enumerate(body.rows):
        x = 40 + i // count * (wide + 16)
        _place(c, Rect(x, top + i % count * step, wide, step - 8), row, body.unit if columns == 1 else "")
    if aside:
        box = Rect(840, BODY.y, 400, 392)
        panel(c, box)
        low = 346.0 - (70 if body.clause else 0)
        c.paragraph(Rect(box.x + 28, box.y + 22, 344, low), body.why, 38, middle=True)
        c.paragraph(Rect(box.x + 28, box.bottom - 90, 344, 76), (body.clause,), 28, MUTED)


def _place(c: Canvas, box: Rect, row: PlaceRow, unit: str) -> None:
    color = seat_color(row.seat)
    c.note("panel", "", box)
    c.round(box, RAISED if row.first else PANEL, 14, color if row.first else None, 4)
    tall = min(50.0, box.h - 10)
    c.text(box.x + 50, box.cy, row.rank, tall, color if row.first else MUTED, "c", True, maxw=72)
    badge(c, row.seat, box.x + 122, box.cy, min(58.0, box.h - 8), not row.left)
    right = box.right - 24
    if unit:
        right -= c.text(right, box.cy, unit, 28, MUTED, "r", maxw=110) + 12
    right -= c.text(right, box.cy, str(row.points), min(58.0, box.h - 8), color if row.first else TEXT, "r", True) + 24
    note = min(c.text_width(row.note, 28) + 18, (right - box.x - 164) * 0.45) if row.note else 0
    name = c.text(
        box.x + 164, box.cy, row.name, 38, MUTED if row.left else TEXT, bold=True, maxw=right - box.x - 164 - note
    )
    c.text(box.x + 164 + name + 18, box.cy, row.note, 28, MUTED, maxw=max(30, right - box.x - 182 - name))
