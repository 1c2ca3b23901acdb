"""What stands around every body: header with the reading indicator, band, footer."""

from __future__ import annotations

from table.paint.kit import signs
from table.paint.kit.canvas import LEAST, Canvas, Rect
from table.paint.kit.parts import BAND, FOOTER_LINE, FOOTER_Y, badge, disc, fix_key, icon, key_cap, sign
from table.paint.palette import (
    BAD,
    FIX,
    FURTHER_SEATS,
    GOOD,
    HEADER,
    INK,
    LINE,
    MUTED,
    PANEL,
    RAISED,
    TEXT,
    Color,
    seat_color,
)
from table.screens.model import Band, Chip, Countdown, KeyHint, Screen

CHIP_LOOK: dict[str, tuple[str, Color]] = {
    "hand": ("hand", FIX),
    "reading": ("eye", TEXT),
    "done": ("tick", GOOD),
    "cannot": ("?", BAD),
    "resting": ("eye_struck", MUTED),
}


def chip(c: Canvas, what: Chip, right: float = 1240, y: float = 52, maxw: float = 560) -> float:
    """The reading indicator, its right end at `right`; returns its left end."""
    name, color = CHIP_LOOK[what.state]
    size = c.fit(what.label, 30, maxw - 92)
    width = min(maxw, c.text_width(what.label, size) + 92) if what.label else 72
    box = Rect(right - width, y - 28, width, 56)
    c.note("panel", "chip", box)
    c.round(box, PANEL, 28, color, 2.5)
    x = box.x + (38 if what.label else width / 2)
    c.note("sign", f"chip {what.state}", Rect(x - 20, y - 20, 40, 40))
    if name == "?":
        c.text(x, y, "?", 38, color, "c", True)
    else:
        icon(c, name, x, y, 40 if name.startswith("eye") else 34, color)
    c.text(box.x + 68, y, what.label, 30, color, maxw=width - 90)
    return box.x


def header(c: Canvas, screen: Screen) -> None:
    """Game, rule set, hand or round; at the right the reading indicator."""
    right = chip(c, screen.chip) if screen.chip else 1240.0
    room = right - 40 - 24
    sub_room = c.text_width(screen.sub, LEAST) + 18 if screen.sub else 0
    width = c.text(40, 52, screen.title, 32, HEADER, bold=True, maxw=max(160, room - sub_room))
    c.text(40 + width + 18, 52, screen.sub, 30, MUTED, maxw=max(60, room - width - 18))


def band(c: Canvas, what: Band, rect: Rect = BAND) -> None:
    """The one thing to do, in the colour and with the sign of the seat it speaks to."""
    ink = INK if what.seat else TEXT
    small_ink = ink
    color = seat_color(what.seat) if what.seat else PANEL
    c.note("panel", "band", rect)
    if what.mark == "fix":
        c.round(rect, PANEL, 18, FIX, 5)
        ink, small_ink = FIX, TEXT
    elif what.seat in FURTHER_SEATS:
        c.round(rect, RAISED, 18, color, 6)
        ink, small_ink = color, TEXT
    else:
        c.round(rect, color, 18)
    x, middle = rect.x + 32, rect.cy
    sign_size = min(72.0, rect.h * 0.6)
    if what.mark == "fix":
        key = Rect(rect.x + 58 - sign_size / 2, middle - sign_size * 0.53, sign_size, sign_size * 1.08)
        c.note("sign", "fix", key)
        half = sign_size / 2
        c.sprite(("fix", round(sign_size)), key, lambda pen: signs.fix_key(pen, half, half, sign_size))
        x = rect.x + 124
    elif what.seat:
        c.note("sign", what.seat, Rect(rect.x + 58 - sign_size / 2, middle - sign_size / 2, sign_size, sign_size))
        sign(c, what.seat, rect.x + 60, middle, sign_size, ink)
        x = rect.x + 124
    room = rect.right - x - 28
    if what.mark == "no":
        d = min(88.0, rect.h * 0.8)
        disc(c, rect.right - 70, middle, d, INK, "cross", BAD)
        c.note("sign", "no", Rect(rect.right - 70 - d / 2, middle - d / 2, d, d))
        room -= 110
    low = rect.h < BAND.h
    if what.small:
        c.text(x, rect.y + rect.h * 0.35, what.big, 44 if low else 50, ink, bold=True, maxw=room)
        least = 24 if low else LEAST
        c.text(x, rect.y + rect.h * 0.765, what.small, 29 if low else 32, small_ink, maxw=room, least=least)
    else:
        c.text(x, middle, what.big, 50 if low else 56, ink, bold=True, maxw=room)


def footer(c: Canvas, screen: Screen, y: float = FOOTER_Y) -> None:
    """Keys with their words from the left, then the quiet note; Fix always at the right end. All shrink together."""
    c.line(40, FOOTER_LINE, 1240, FOOTER_LINE, LINE, 2)
    right = footer_right(c, screen)
    if screen.fix:
        fix_key(c, 1240 - 28, y)
        c.text(1172, y, screen.fix, 32, align="r", maxw=220)
    shown = [hint for hint in screen.keys if not hint.in_body]
    size = 32.0
    while size > 28 and _footer_width(c, screen, shown, size) > right - 40:
        size -= 1
    x = 40.0
    for hint in shown:
        x = _hint(c, hint, x, y, size, right)
    if screen.note:
        if screen.note_seat:
            badge(c, screen.note_seat, x + 24, y, 48, named=False)
            x += 62
        room = right - x
        if room > 80 and c.text_width(screen.note, LEAST) > room:
            c.paragraph(Rect(x, y - 32, room, 64), (screen.note,), 27, MUTED, least=24, middle=True, gap=0)
        else:
            c.text(x, y, screen.note, size, MUTED, maxw=max(40, room))


def footer_right(c: Canvas, screen: Screen) -> float:
    """Where the footer's room ends: before Fix."""
    if not screen.fix:
        return 1240.0
    return 1172 - c.text_width(screen.fix, c.fit(screen.fix, 32, 220)) - 28


def _footer_width(c: Canvas, screen: Screen, hints: list[KeyHint], size: float) -> float:
    width = sum(60 * len(hint.keys) + 4 + c.text_width(hint.label, size) + 36 for hint in hints)
    return width + c.text_width(screen.note, size) + (62 if screen.note_seat else 0) - (0 if screen.note else 36)


def _hint(c: Canvas, hint: KeyHint, x: float, y: float, size: float, right: float) -> float:
    for key in hint.keys:
        key_cap(c, x + 27, y - 2, key, 50)
        x += 60
    x += 4
    return x + c.text(x, y, hint.label, size, maxw=max(40, right - x)) + 36


def auto_line(c: Canvas, auto: Countdown) -> None:
    """How long until it goes on by itself: the footer's line fills from the left."""
    share = min(1.0, max(0.0, 1 - (auto.until - c.now) / auto.of)) if auto.of > 0 else 1.0
    c.fill(Rect(40, FOOTER_LINE - 2, 1200 * share, 4), MUTED)
