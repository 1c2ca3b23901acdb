"""Playing cards, drawn by ourselves: large rank, large suit, read at two metres."""

from __future__ import annotations

from table.paint.kit import signs
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.pen import Pen
from table.paint.palette import (
    BACK,
    BACK_EDGE,
    BACK_LATTICE,
    BAD,
    FACE,
    FACE_EDGE,
    FIX,
    INK,
    LINE,
    MUTED,
    PANEL,
    SUITS_2,
    SUITS_4,
    Color,
    mix,
    seat_color,
)
from table.rules.cards import pretty
from table.screens.model import CardView, Group

SHADOW = 4
"""Room for the shadow below a card, in units."""


def draw_card(c: Canvas, rect: Rect, view: CardView, on: Color = PANEL, named: bool = True) -> None:
    """A card in `rect`; `on` is the colour it lies on (for what is dimmed). `named` makes it an anchor for motion."""
    waits = view.state == "expected" or (view.card is None and view.state != "back")
    c.note("place" if waits else "card", view.card or view.state, rect)
    if waits:
        _place_for_card(c, rect, view)
        return
    if named and view.card and not c.anchor(f"card:{view.card}", rect):
        return
    four = c.look.suit_colors
    room = Rect(rect.x, rect.y, rect.w + 3, rect.h + SHADOW)
    if view.state == "back" or view.card is None:
        c.sprite("back", room, lambda pen: _back(pen, rect.w, rect.h))
        return
    name = view.card
    dim = view.state == "out"
    c.sprite(("card", name, four, dim, on if dim else None), room, lambda pen: face_of(pen, c, rect, name, dim, on))
    if view.state in ("unsure", "illegal"):
        _rim(c, rect, view.state)


def _rim(c: Canvas, rect: Rect, state: str) -> None:
    color = FIX if state == "unsure" else BAD
    width = max(4.0, rect.w * 0.028)
    c.sprite(("rim", state), rect, lambda pen: pen.box(0, 0, rect.w, rect.h, color, rect.w * 0.09, width))
    d = max(30.0, min(92.0, rect.w * 0.4))
    if state == "unsure":
        mark(c, rect.right - d * 0.2, rect.y + d * 0.16, d, "?")
    else:
        mark(c, rect.right - d * 0.14, rect.bottom - d * 0.2, d, "cross")


def mark(c: Canvas, x: float, y: float, d: float, what: str) -> None:
    """A small disc on the corner of something: ``?``, ``!``, ``tick``, ``cross``."""
    color = {"?": FIX, "!": FIX, "tick": (134, 227, 168), "cross": BAD}[what]
    font = c.cache.font(max(8, round(d * 0.66 * c.scale * 4)))

    def draw(pen: Pen) -> None:
        pen.disc(d / 2, d / 2, d / 2, color)
        if what == "?":
            pen.glyph(font, "?", INK, d / 2, d / 2, d * 0.02)
        elif what == "!":
            signs.ICONS["bang"](pen, d / 2, d / 2, d * 0.72, INK)
        else:
            signs.ICONS[what](pen, d / 2, d / 2, d * 0.68, INK)

    c.sprite(("mark", what), Rect(x - d / 2, y - d / 2, d, d), draw)


def _place_for_card(c: Canvas, rect: Rect, view: CardView) -> None:
    """An outline that waits for a card; dashed and amber with a question mark where it is doubtful."""
    if view.state == "unsure":
        c.dashed(rect, FIX, max(3.0, rect.w * 0.05), rect.w * 0.17, rect.w * 0.11)
        c.text(rect.cx, rect.cy, "?", max(28, rect.w * 0.72), FIX, "c", True, least=20)
        return
    color = seat_color(view.by) if view.by else LINE
    c.sprite(("place", color), rect, lambda pen: pen.box(0, 0, rect.w, rect.h, color, rect.w * 0.1, 2.5))
    if view.card:
        label = pretty(view.card)
        c.text(rect.cx, rect.cy, label, 30, color if view.by else MUTED, "c", maxw=rect.w - 6, least=20)


def _shadow(pen: Pen, w: float, h: float) -> None:
    pen.box(2, SHADOW, w, h, (0, 0, 0, 110), w * 0.09)


def _back(pen: Pen, w: float, h: float) -> None:
    r, m = w * 0.09, w * 0.07
    _shadow(pen, w, h)
    pen.box(0, 0, w, h, BACK_EDGE, r)
    pen.box(m, m, w - 2 * m, h - 2 * m, BACK, r * 0.7)
    columns, rows = 10, 14
    for i in range(1, columns):
        for j in range(1, rows):
            if (i + j) % 2 == 0:
                x, y, q = m + (w - 2 * m) * i / columns, m + (h - 2 * m) * j / rows, w * 0.03
                pen.poly([(x, y - q), (x + q, y), (x, y + q), (x - q, y)], BACK_LATTICE)


def face_of(pen: Pen, c: Canvas, rect: Rect, name: str, dim: bool = False, on: Color = PANEL) -> None:
    """The face of a card of `rect`'s size, from the pen's origin."""
    w, h = rect.w, rect.h
    rank, letter = "10" if name[0] == "T" else name[0], name[1]
    color = (SUITS_4 if c.look.suit_colors == 4 else SUITS_2)[letter]
    face, edge = FACE, FACE_EDGE
    if dim:
        color, face, edge = mix(color, on, 0.5), mix(FACE, on, 0.5), mix(FACE_EDGE, on, 0.5)
    r = w * 0.09
    if not dim:
        _shadow(pen, w, h)
    pen.box(0, 0, w, h, edge, r)
    thin = max(0.7, w * 0.008)
    pen.box(thin, thin, w - 2 * thin, h - 2 * thin, face, r - thin)
    if w >= 150:
        _large(pen, c, w, h, rank, letter, color)
    else:
        _small(pen, c, w, h, rank, letter, color)


def _small(pen: Pen, c: Canvas, w: float, h: float, rank: str, letter: str, color: Color) -> None:
    if rank in "JQK":
        pen.box(w * 0.075, w * 0.075, w * 0.85, h - w * 0.15, color, w * 0.055, max(1.2, w * 0.022))
    tall = min(h * 0.34, w * 0.48)
    _rank(pen, c, rank, color, w / 2, h * 0.305, tall, w * 0.74)
    signs.suit(pen, letter, w / 2, h * 0.715, min(w * 0.54, h * 0.37), color)


def _large(pen: Pen, c: Canvas, w: float, h: float, rank: str, letter: str, color: Color) -> None:
    if rank in "JQK":
        pen.box(w * 0.3, h * 0.07, w * 0.62, h * 0.86, color, w * 0.05, max(1.5, w * 0.011))
    _rank(pen, c, rank, color, w * 0.155, h * 0.115, h * 0.115, w * 0.22)
    signs.suit(pen, letter, w * 0.155, h * 0.245, w * 0.17, color)
    _rank(pen, c, rank, color, w * 0.61, h * 0.31, h * 0.30, w * 0.56)
    signs.suit(pen, letter, w * 0.61, h * 0.70, w * 0.44, color)


def _rank(pen: Pen, c: Canvas, rank: str, color: Color, x: float, y: float, tall: float, wide: float) -> None:
    """A rank with capitals `tall` high and at most `wide` wide, its ink centred (Q keeps its tail below)."""
    size = tall / 0.714
    px = max(6, round(size * pen.scale))
    font = c.cache.font(px)
    image = font.render(rank, True, color)
    ink = image.get_bounding_rect()
    # J hangs below the line in this font, so it is drawn a little smaller and lifted.
    limit = min(1.0, wide * pen.scale / max(1, ink.w), 1.12 * tall * pen.scale / max(1, ink.h))
    if limit < 1:
        px = max(6, round(px * limit))
        font = c.cache.font(px)
        image = font.render(rank, True, color)
        ink = image.get_bounding_rect()
    bold = max(1, round(px * 0.03))
    middle = ink.centery if rank != "Q" else round(font.get_ascent() - 0.357 * px)
    left, top = round(x * pen.scale - ink.centerx - bold / 2), round(y * pen.scale - middle)
    for dx in range(bold + 1):
        for dy in (0, max(1, bold // 2)):
            pen.surface.blit(image, (left + dx, top + dy))


# -- groups -----------------------------------------------------------------------------------------------------

TAB = 32
"""Height of the tab over a laid-off card."""


def group_width(group: Group, w: float, gap: float) -> float:
    return len(group.cards) * (w + gap) - gap + 5 * sum(1 for card in group.cards if _tabbed(card))


def _tabbed(view: CardView) -> bool:
    return view.by is not None and view.state == "sure"


def draw_group(c: Canvas, x: float, y: float, w: float, h: float, gap: float, group: Group, color: Color) -> float:
    """Cards side by side from x, y; a bar below a meld, the addition below deadwood; returns the right end."""
    left = x
    for view in group.cards:
        if _tabbed(view) and view.by is not None:
            tab = Rect(x, y - TAB, w + 5, h + TAB + 5)
            c.round(tab, seat_color(view.by), 10)
            by, ink = view.by, INK
            box = Rect(tab.cx - 13, y - TAB / 2 - 13, 26, 26)
            c.sprite(("sign", by, ink), box, lambda pen, by=by: signs.SEAT_SIGNS[by](pen, 13, 13, 26, INK))  # type: ignore[misc]
            draw_card(c, Rect(x + 2.5, y, w, h), view)
            x += 5
        else:
            draw_card(c, Rect(x, y, w, h), view)
        x += w + gap
    right = x - gap
    if group.meld:
        c.round(Rect(left, y + h + 9, right - left, 6), color, 3)
    elif group.note:
        width = c.text_width(group.note, 30)
        middle = max((left + right) / 2, left + width / 2)
        c.text(middle, y + h + 27, group.note, 30, align="c")
    return right
