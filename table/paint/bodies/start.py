"""Where a game begins: nobody plays, seats join, one place prepares something; and the saver."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from table.paint.bodies.art import draw_scene
from table.paint.kit import signs
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, face_of
from table.paint.kit.parts import BODY, badge, disc, hollow, icon, key_cap, panel, pod, sign
from table.paint.kit.pen import Pen
from table.paint.palette import (
    CREAM,
    FELT,
    FIX,
    GOOD,
    INK,
    LINE,
    MUTED,
    PANEL,
    SEAT_COLORS,
    TEXT,
    mix,
    seat_color,
)
from table.screens.model import Attract, CardView, PodHint, Prompt, Saver, Screen, SeatPlace, Seats

FAN = (("TC", 34), ("KS", 17), ("AH", 0), ("7D", -17), ("", -34))


def paint_attract(c: Canvas, body: Attract, screen: Screen) -> None:
    c.sprite("attract disc", Rect(48, 36, 564, 564), lambda pen: pen.disc(282, 282, 282, mix(PANEL, FELT, 0.7)))
    _fan(c)
    x = 660
    c.text(x, 112, body.name, 88, bold=True, maxw=580)
    c.text(x, 200, body.games, 40, MUTED, maxw=580)
    box = Rect(x, 256, 580, 316)
    panel(c, box, PANEL, LINE)
    step = min(71.0, 284 / max(1, len(body.lines)))
    top = box.cy - step * (len(body.lines) - 1) / 2
    beside = _room_for_pod(c, body.lines)
    for i, line in enumerate(body.lines):
        first = i == 0
        room = 372 if i in (beside, beside + 1) else 508
        color = SEAT_COLORS["sun"] if first else TEXT
        c.text(x + 36, top + i * step, line, 54 if first else 46, color, bold=first, maxw=room)
    pod(c, 1148, top + (beside + 0.5) * step, 136, "123456", GOOD)
    c.line(40, 628, 1240, 628, LINE, 2)
    clock = c.text(1240, 673, body.clock, 32, MUTED, "r") if body.clock else 0
    c.text(40, 673, body.last, 32, MUTED, maxw=1160 - clock)


def _room_for_pod(c: Canvas, lines: Sequence[str]) -> int:
    """The first of the two neighbouring lines that leave most room at their right."""
    widths = [c.text_width(line, 54 if i == 0 else 46, i == 0) for i, line in enumerate(lines)]
    pairs = [max(pair) for pair in itertools.pairwise(widths)]
    return pairs.index(min(pairs)) if pairs else 0


def _fan(c: Canvas) -> None:
    """Five cards in a fan, turned once at double size and kept."""
    box = Rect(14, 126, 632, 452)
    pixels = c.pixels(box)
    four = c.look.suit_colors

    def make() -> pygame.Surface:
        fine = 2 * c.scale
        out = pygame.Surface((pixels.w * 2, pixels.h * 2), pygame.SRCALPHA)
        for name, angle in FAN:
            pen = Pen(216, 306, fine)
            if name:
                face_of(pen, c, Rect(0, 0, 204, 292), name)
            else:
                draw_scene(pen, 0, 0, 204, 292)
            turned = pygame.transform.rotozoom(pen.surface, angle, 1)
            a = math.radians(-angle)
            x, y = 316 + math.sin(a) * 240, 426 - math.cos(a) * 240
            out.blit(turned, (x * fine - turned.get_width() / 2, y * fine - turned.get_height() / 2))
        return pygame.transform.smoothscale(out.premul_alpha(), pixels.size)

    image = c.cache.sprites.get(("fan", four, pixels.size), make)
    c.surface.blit(image, pixels, special_flags=pygame.BLEND_PREMULTIPLIED)


def paint_saver(c: Canvas, body: Saver, screen: Screen) -> None:
    """Dim outlines that wander: each at its own pace round its own path, so no pixel stays lit."""
    dim = mix(LINE, FELT, 0.75)
    for i, letter in enumerate("SHD"):
        t = body.step * 0.37 + i * 2.1
        x = 640 + math.sin(t * 0.71 + i) * 430 - 55
        y = 330 + math.sin(t * 0.53 + 1.7 * i) * 200 - 80

        def paint(pen: Pen, letter: str = letter) -> None:
            pen.box(0, 0, 110, 160, dim, 12, 3)
            signs.suit(pen, letter, 55, 80, 46, dim)

        c.sprite(("saver", letter), Rect(x, y, 110, 160), paint)
    x = 300 + (body.step * 97 % 680)
    y = 80 + (body.step * 53 % 540)
    c.text(x, y, body.clock, 44, dim, "c")


# -- seats ------------------------------------------------------------------------------------------------------


def paint_seats(c: Canvas, body: Seats, screen: Screen) -> None:
    """The table from above. The first half of the places sits at the far side, clockwise from the left."""
    wide = 680.0 if body.pods else 1040.0
    plan = Rect(640 - wide / 2, 278, wide, 284)
    c.round(plan, PANEL, 60, LINE, 3)
    count = len(body.places)
    far = (count + 1) // 2
    for i, place in enumerate(body.places):
        upper = i < far
        row = far if upper else count - far
        j = i if upper else count - 1 - i
        x = plan.cx + (j - (row - 1) / 2) * min(230.0, (wide - 40) / max(1, row))
        _place(c, place, x, plan.y if upper else plan.bottom, upper, min(230.0, (wide - 40) / max(1, row)) - 12)
    joined = sum(place.joined and not place.left for place in body.places)
    step = 40.0 if body.most <= 8 else 30.0
    for i in range(body.most):
        x = plan.cx + (i - (body.most - 1) / 2) * step
        if i < joined:
            disc(c, x, plan.cy, 26, TEXT)
        else:
            hollow(c, x, plan.cy, 26, MUTED if i < body.least else LINE, 3)
    for hint, x in zip(body.pods, (150, 1130), strict=False):
        _pod_hint(c, hint, x)


def _place(c: Canvas, place: SeatPlace, x: float, y: float, upper: bool, room: float) -> None:
    here = place.joined and not place.left
    if place.picked:
        disc(c, x, y, 120, FIX)
    disc(c, x, y, 108, FELT)
    badge(c, place.seat, x, y, 96, here)
    if here:
        disc(c, x + 40, y - 34, 38, GOOD, "tick")
    name = place.name if place.joined else place.note or place.name
    at = y + (78 if upper else -78)
    c.text(x, at, name, 34, seat_color(place.seat) if here else MUTED, "c", here, maxw=room)


def _pod_hint(c: Canvas, hint: PodHint, x: float) -> None:
    pod(c, x, 378, 196, hint.keys)
    c.text(x, 502, hint.small, 32, MUTED, "c", maxw=220)
    if c.fit(hint.big, 40, 220, True) > 30:
        c.text(x, 548, hint.big, 40, TEXT, "c", True, maxw=220)
    else:
        c.paragraph(Rect(x - 110, 524, 220, 90), (hint.big,), 34, align="c", bold=True)


# -- somebody prepares something --------------------------------------------------------------------------------


def paint_prompt(c: Canvas, body: Prompt, screen: Screen) -> None:
    left = Rect(40, BODY.y, 340, 392)
    panel(c, left)
    color = seat_color(body.seat)
    if body.seat and body.seat != "all":
        badge(c, body.seat, left.cx, left.y + 160, 220)
    elif body.seat == "all":
        sign(c, "all", left.cx, left.y + 164, 210, CREAM)
    if body.name:
        c.text(left.cx, left.y + 332, body.name, 44, color, "c", True, maxw=296)
    has_stock = bool(body.stock_label)
    right = 1240.0 - (186 if has_stock else 0)
    box = Rect(400, BODY.y, right - 400, 392)
    panel(c, box)
    inner = box.inset(32, 24)
    if body.picture:
        picture = Rect(box.x + 32, box.y + 24, box.w - 64, 150)
        c.note("picture", body.picture, picture)
        with c.unbooked():
            _pictogram(c, body.picture, picture, color)
        inner = Rect(inner.x, box.y + 190, inner.w, 392 - 190 - 22)
    c.paragraph(inner, body.lines, 40, middle=True)
    if has_stock:
        stock_panel(c, Rect(1074, BODY.y, 166, 392), body.stock_label, body.stock, body.stock_unit, body.stock_note)


def stock_panel(c: Canvas, box: Rect, label: str, count: int | None, unit: str, note: str) -> None:
    """The picture deck: a back, how many, and what that means."""
    panel(c, box)
    room = box.w - 16
    c.text(box.cx, box.y + 34, label, 34, MUTED, "c", maxw=room)
    card = Rect(box.cx - 40, box.y + 64, 80, 112)
    draw_card(c, card, CardView(state="back"), named=False)
    c.anchor("stock", card)
    if count is not None:
        c.text(box.cx, box.y + 230, str(count), 80, TEXT, "c", True, maxw=room)
        c.text(box.cx, box.y + 288, unit, 32, MUTED, "c", maxw=room)
    c.paragraph(Rect(box.x + 8, box.bottom - 84, room, 76), (note,), 32, align="c", middle=True)


def _pictogram(c: Canvas, name: str, box: Rect, color: tuple[int, int, int]) -> None:
    """What hands do now: face-down cards going somewhere, a clue, a row with numbers."""
    back = CardView(state="back")
    y, w, h = box.y + 8, 88.0, 128.0
    if name == "clue":
        c.sprite("speech", Rect(box.cx - 130, y, 260, 138), _speech)
    elif name == "lay":
        for i in range(4):
            x = box.cx + (i - 1.5) * 130
            c.dashed(Rect(x - 34, y, 68, 94), LINE if i == 3 else TEXT, 3)
            if i < 3:
                key_cap(c, x, y + 120, str(i + 1), 40, click=False)
    elif name == "clear":
        for i in range(3):
            draw_card(c, Rect(box.cx - 190 + i * 40, y + i * 4, w, h), back, named=False)
        icon(c, "arrow", box.cx + 70, y + 64, 96, color)
        icon(c, "hand", box.cx + 180, y + 64, 96, CREAM)
    else:
        count = {"deal": 3, "shuffle": 3, "collect": 3, "swap": 1}.get(name, 2)
        for i in range(count):
            draw_card(c, Rect(box.cx - 250 + i * 52, y + (i - 1) * 5 + 6, w, h - 12), back, named=False)
        icon(c, "arrow", box.cx + 14, y + 64, 96, color)
        if name == "deal":
            for i in range(2):
                draw_card(c, Rect(box.cx + 96 + i * 110, y, w, h), back, named=False)
        else:
            draw_card(c, Rect(box.cx + 110, y, w, h), back, named=False)


def _speech(pen: Pen) -> None:
    pen.box(10, 0, 240, 104, CREAM, 40)
    pen.poly([(60, 98), (120, 98), (52, 136)], CREAM)
    for i in range(3):
        pen.disc(80 + i * 50, 52, 12, INK)
