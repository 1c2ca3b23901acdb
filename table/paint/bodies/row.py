"""The picture game: the row being laid, the vote, the reveal. Cards are the camera's own pictures."""

from __future__ import annotations

from typing import NamedTuple

from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.frame import footer_right
from table.paint.kit.parts import BODY, FOOTER_Y, badge, ballot, disc, hollow, icon, key_cap, panel
from table.paint.palette import CREAM, FACE, FELT, FIX, GOOD, INK, KEY_EDGE, LINE, MUTED, RAISED, TEXT, mix, seat_color
from table.screens.model import Ballot, Reveal, RevealSlot, Row, Screen, Slot, Sweep

SHAPE = 0.66
"""Width of a picture card by its height."""


def _columns(count: int, most: float = 220.0) -> tuple[float, float]:
    """Distance between slots, and the middle of the first one, for a row centred on the canvas."""
    step = min(most, 1200 / max(1, count))
    return step, 640 - step * (count - 1) / 2


class Cell(NamedTuple):
    """Where one slot of the row stands: its card, and the middle and size of its key."""

    card: Rect
    key_x: float
    key_y: float
    key: float


ONE_LINE = 7
"""So many cards stand in one line with their keys below; more stand in two lines with their keys at the side."""


def _cells(count: int, top: float, room: float, most: float, highest: float) -> list[Cell]:
    if count <= ONE_LINE:
        step, first = _columns(count, most)
        cap = min(72.0, step * 0.42)
        high = min(highest, room - cap - 24, (step - 30) / SHAPE)
        cards = [Rect(first + i * step - high * SHAPE / 2, top + 6, high * SHAPE, high) for i in range(count)]
        return [Cell(card, card.cx, card.bottom + 14 + cap / 2, cap) for card in cards]
    across = (count + 1) // 2
    step, first = _columns(across, 200.0)
    line = room / 2
    high = min(line - 20, (step - 78) / SHAPE)
    cap = min(58.0, step * 0.3)
    cells = []
    for i in range(count):
        x = first + i % across * step - (high * SHAPE + 14 + cap) / 2
        card = Rect(x, top + 6 + i // across * line, high * SHAPE, high)
        cells.append(Cell(card, card.right + 14 + cap / 2, card.cy, cap))
    return cells


def picture_card(c: Canvas, name: str, box: Rect, faint: float = 1.0, number: int = 0) -> None:
    """A picture card with a thin paper rim and a shadow; without a picture an empty face with its number."""
    c.note("card", name or f"slot {number}", box)
    if number and not c.anchor(f"slot:{number}", box):
        return
    rim = box.inset(-4)
    c.shadow(rim, 14)
    c.round(rim, mix(FACE, FELT, 0.25 + 0.75 * faint), 14)
    if not c.picture(name, box, 10, faint):
        c.round(box, mix(RAISED, FELT, faint), 10)
        icon(c, "eye", box.cx, box.cy, min(72.0, box.w * 0.5), MUTED)


def paint_row(c: Canvas, body: Row, screen: Screen) -> None:
    told = bool(body.count or body.note)
    in_footer = told and not screen.note and all(hint.in_body for hint in screen.keys)
    foot = 56.0 if told and not in_footer else 0.0
    for slot, cell in zip(body.slots, _cells(len(body.slots), 240, 380 - foot, 203, 252), strict=True):
        _row_slot(c, slot, body, cell)
    if told:
        y = FOOTER_Y if in_footer else BODY.bottom - 24
        x, right = 40.0, footer_right(c, screen) if in_footer else 1240.0
        if body.count_label:
            x += c.text(x, y, body.count_label, 32, MUTED, maxw=320) + 14
        if body.count:
            x += c.text(x, y, body.count, 48, bold=True) + 36
        c.text(x, y, body.note, 32, MUTED, maxw=right - x)


def _row_slot(c: Canvas, slot: Slot, body: Row, cell: Cell) -> None:
    box = cell.card
    if slot.state == "empty":
        c.dashed(box, LINE, 3)
        if c.fits(body.empty, box.w - 12):  # in a long row the dashes say it
            c.text(box.cx, box.cy, body.empty, 40, MUTED, "c", maxw=box.w - 12)
        disc(c, cell.key_x, cell.key_y, 16, LINE)
        return
    reading, missing = slot.state == "reading", slot.state == "missing"
    picture_card(c, slot.cutout, box, 0.5 if reading or missing else 1.0, slot.number)
    if reading:
        c.dashed(box.inset(-10), TEXT, 4)
        icon(c, "eye", cell.key_x, cell.key_y, cell.key, TEXT)
        return
    if missing:
        disc(c, box.right - 8, box.y + 8, 44, FIX, "bang")
    key_cap(c, cell.key_x, cell.key_y, str(slot.number), cell.key)
    if slot.note:
        _ribbon(c, box, slot.note)


def _ribbon(c: Canvas, box: Rect, words: str) -> None:
    """A remark across the lower part of a card: used before, not known. Where the card is too small, a mark."""
    if not c.fits(words, box.w - 8, 22):
        disc(c, box.right - 6, box.bottom - 8, 36, FIX, "bang")
        return
    band = Rect(box.x, box.bottom - 62, box.w, 44)
    c.fill(band, FIX)
    with c.unbooked():
        c.text(band.cx, band.cy, words, 30, INK, "c", maxw=band.w - 8, least=22)


# -- the vote ---------------------------------------------------------------------------------------------------


def paint_ballot(c: Canvas, body: Ballot, screen: Screen) -> None:
    if body.sweep is not None:
        _sweep(c, body, body.sweep)
        return
    slots_with_keys(c, body, 230, 286)
    low = Rect(40, 526, 1200, 90)
    panel(c, low)
    x = progress(c, body.entered, body.expected, 66, low.cy, 420 if body.expected <= 6 else 330)
    x += 16 + c.text(x + 16, low.cy, body.count, 60, bold=True, maxw=220)
    if len(body.late) <= 3:
        x += 18 + c.text(x + 18, low.cy, body.count_label, 36, MUTED, maxw=200)
    if not body.late and not body.teller:
        return
    c.line(x + 28, low.y + 18, x + 28, low.bottom - 18, LINE, 2)
    x, right = x + 50, low.right - 20
    if body.late:
        d = 56.0 if len(body.late) <= 3 else 44.0
        for seat in reversed(body.late):
            badge(c, seat, right - d / 2, low.cy, d)
            right -= d + 8
        words = Rect(x, low.y + 5, right - 8 - x, low.h - 10)
        c.paragraph(words, (body.late_note,), 34, least=24, align="r", middle=True)
    elif body.teller:
        badge(c, body.teller, x + 32, low.cy, 60)
        words = Rect(x + 76, low.y + 5, right - x - 76, low.h - 10)
        c.paragraph(words, (body.teller_note,), 36, least=26, middle=True)


def slots_with_keys(c: Canvas, body: Ballot, top: float, room: float) -> None:
    """The row with its keys below, in `room` units of height from `top`."""
    for slot, cell in zip(body.slots, _cells(len(body.slots), top, room, 220, 400), strict=True):
        missing = slot.state in ("missing", "empty")
        picture_card(c, slot.cutout, cell.card, 0.5 if missing else 1.0, slot.number)
        if missing:
            disc(c, cell.card.right - 6, cell.card.y + 8, 42, FIX, "bang")
        if body.tokens:  # nothing looks like a key that is none
            c.text(cell.key_x, cell.key_y, str(slot.number), cell.key * 0.8, TEXT, "c", True)
        else:
            key_cap(c, cell.key_x, cell.key_y, str(slot.number), cell.key)


def progress(c: Canvas, entered: int, expected: int, x: float, y: float, room: float = 420, most: float = 52) -> float:
    """One disc for each entry, in no order but that of counting; returns the right end."""
    step = min(most * 1.38, room / max(1, expected))
    d = min(most, step - 6)
    for i in range(expected):
        if i < entered:
            disc(c, x + d / 2, y, d, GOOD, "tick")
        else:
            hollow(c, x + d / 2, y, d - 4, MUTED, 4)
        x += step
    return x - step + d


def _sweep(c: Canvas, body: Ballot, sweep: Sweep) -> None:
    """One card after the other is lit; nothing else moves, counts or answers."""
    step, first = _columns(len(body.slots), 200.0)
    high = min(230.0, (step - 44) / SHAPE)
    wide = high * SHAPE
    for i, slot in enumerate(body.slots):
        x, lit = first + i * step, slot.number == sweep.lit
        if lit:
            lamp = Rect(x - wide / 2 - 20, 230, wide + 40, high + 126)
            c.round(lamp, CREAM, 20)
        picture_card(c, slot.cutout, Rect(x - wide / 2, 250, wide, high), 1.0 if lit else 0.55, slot.number)
        y = 250 + high + 44
        c.text(x, y, str(slot.number), 64 if lit else 48, INK if lit else MUTED, "c", lit)
        if lit and sweep.left is not None and sweep.left.of > 0:
            share = min(1.0, max(0.0, (sweep.left.until - c.now) / sweep.left.of))
            track = Rect(x - wide / 2 - 2, y + 42, wide + 4, 16)
            c.round(track, KEY_EDGE, 8)
            if share > 0:
                c.round(Rect(track.x, track.y, max(16, track.w * share), 16), INK, 8)


# -- the reveal -------------------------------------------------------------------------------------------------


def paint_reveal(c: Canvas, body: Reveal, screen: Screen) -> None:
    step, first = _columns(len(body.slots), 203.0)
    for i, slot in enumerate(body.slots):
        _reveal_slot(c, slot, first + i * step, step)


def _reveal_slot(c: Canvas, slot: RevealSlot, x: float, step: float) -> None:
    many = step < 172
    high = min(208.0, (step - (50 if not many else 24)) / SHAPE)
    wide = high * SHAPE
    color = seat_color(slot.owner) if slot.owner else TEXT
    box = Rect(x - wide / 2, 262 if not slot.teller else 250, wide, high)
    if slot.teller:
        c.round(Rect(x - step / 2 + 3, 226, step - 6, 390), RAISED, 22, color, 5)
    picture_card(c, slot.cutout, box, 1.0 if slot.owner or not slot.note else 0.6, slot.number)
    cap = min(52.0, step * 0.3)
    key_cap_mark(c, box.x + (10 if slot.teller else 6), box.y + 6, str(slot.number), cap)
    y = 262 + (208 if not many else high) + 40.0
    if slot.owner and many:
        badge(c, slot.owner, x, y, 44)
    elif slot.owner:
        d = min(48.0, step * 0.3)
        size = c.fit(slot.owner_name, 32, step - d - 24, True, 24)
        width = d + 10 + c.text_width(slot.owner_name, size, True)
        badge(c, slot.owner, x - width / 2 + d / 2, y, d)
        c.text(x - width / 2 + d + 10, y, slot.owner_name, size, color, bold=True, maxw=step - d - 20, least=24)
    else:
        least = 22 if many else 28
        note = slot.note if c.fits(slot.note, step - 14, least) else "?"
        c.text(x, y, note if slot.note else "", 30, MUTED, "c", maxw=step - 14, least=least)
    if many and slot.votes:
        _vote_grid(c, slot, x, y + 48)
    else:
        _votes(c, slot, x, step)


def _vote_grid(c: Canvas, slot: RevealSlot, x: float, top: float) -> None:
    """Many players: votes two by two below the owner."""
    step = min(46.0, (608 - top) / ((len(slot.votes) + 1) // 2))
    for i, seat in enumerate(slot.votes):
        last_alone = i == len(slot.votes) - 1 and i % 2 == 0
        dx = 0.0 if last_alone else (i % 2 - 0.5) * 46
        ballot(c, seat, x + dx, top + (i // 2 + 0.4) * step, min(40.0, step - 4), min(38.0, step - 6))


def key_cap_mark(c: Canvas, x: float, y: float, key: str, size: float) -> None:
    """The number on the corner of a card: only a name here, so no click."""
    with c.unbooked():
        key_cap(c, x, y, key, size, click=False)


def _votes(c: Canvas, slot: RevealSlot, x: float, step: float) -> None:
    count = len(slot.votes)
    if not count:
        c.text(x, 578, "–", 34, MUTED, "c")
        return
    wide = min(60.0, (step - 20) / count - 6)
    for i, seat in enumerate(slot.votes):
        ballot(c, seat, x + (i - (count - 1) / 2) * (wide + 6), 578, wide, min(56.0, wide * 0.95))
