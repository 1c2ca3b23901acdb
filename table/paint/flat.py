"""A screen lying in the table: a strip at each place's edge, turned to its player, and the cards in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from table.paint.bodies import row
from table.paint.kit.canvas import Book, Canvas, Rect
from table.paint.kit.frame import CHIP_LOOK, auto_line, band, footer
from table.paint.kit.parts import BODY, badge, icon, panel, sign
from table.paint.palette import FURTHER_SEATS, INK, PANEL, RAISED, TEXT, seat_color
from table.rules.signals import SEATS, Seat
from table.screens.model import Ballot, Band, Chip, Screen, Service, Strip

DEFAULT_EDGES: dict[Seat, str] = dict(
    zip(
        (*SEATS, *FURTHER_SEATS),
        ("top", "top", "right", "bottom", "bottom", "left", "right", "top", "bottom", "bottom", "left", "top"),
        strict=True,
    )
)
TURN = {"bottom": 0, "right": 90, "top": 180, "left": 270}
"""How far (counter-clockwise, degrees) a strip is turned so that the player at this edge reads it."""
DEEP = 104
MIDDLE = Rect(132, 132, 1016, 456)
"""The free room between strips on all four sides, and"""
WIDE = Rect(78, 126, 1124, 468)
"""between bands above and below only."""


def suits(screen: Screen) -> bool:
    """The operator's picture stays upright: one person looks at it."""
    return not isinstance(screen.body, Service)


def paint_flat(c: Canvas, screen: Screen, draw: Callable[[Canvas, Any, Screen], None]) -> Book:
    edges = {**DEFAULT_EDGES, **c.look.edges}
    _middle(c, screen, draw, edges)
    if screen.strips:
        for edge in TURN:
            _edge(c, [strip for strip in screen.strips if edges.get(strip.seat, "bottom") == edge], edge)
    elif screen.band is not None:
        for edge in ("top", "bottom"):
            _turned(c, _edge_rect(edge, 0, 1), TURN[edge], partial(_band, what=screen.band))
    if screen.chip is not None:
        for x, y, turn in ((66, 66, 180), (1214, 654, 0)):
            _turned(c, Rect(x - 48, y - 48, 96, 96), turn, partial(_corner_chip, what=screen.chip))
    return c.book


def _turned(c: Canvas, rect: Rect, turn: int, draw: Callable[[Canvas], None]) -> None:
    """Draws into a piece of its own and lays that, turned, onto `rect`."""
    box = c.pixels(rect)
    size = (box.h, box.w) if turn in (90, 270) else (box.w, box.h)
    surface = pygame.Surface(size)
    surface.blit(pygame.transform.rotate(c.surface.subsurface(box), -turn), (0, 0))
    part = Canvas(
        surface, c.cache, scale=c.scale, look=c.look, pictures=c.pictures, now=c.now, hidden=c.hidden, measure=c.measure
    )
    draw(part)
    c.surface.blit(pygame.transform.rotate(surface, turn), box)
    c.book.problems += part.book.problems
    c.book.pictures.update(part.book.pictures)
    for at, key in part.book.hits:
        c.book.hits.append((_back(at, rect, turn), key))
    for name, at in part.book.anchors.items():
        c.book.anchors.setdefault(name, _back(at, rect, turn))
    for drawn in part.book.drawn:
        c.book.drawn.append(drawn._replace(rect=_back(drawn.rect, rect, turn)))


def _back(at: Rect, rect: Rect, turn: int) -> Rect:
    """A place in a turned piece, in the units of the whole."""
    if turn == 0:
        return Rect(rect.x + at.x, rect.y + at.y, at.w, at.h)
    if turn == 180:
        return Rect(rect.right - at.right, rect.bottom - at.bottom, at.w, at.h)
    if turn == 90:
        return Rect(rect.x + at.y, rect.bottom - at.right, at.h, at.w)
    return Rect(rect.right - at.bottom, rect.y + at.x, at.h, at.w)


# -- strips -----------------------------------------------------------------------------------------------------


def _edge(c: Canvas, strips: Sequence[Strip], edge: str) -> None:
    for i, strip in enumerate(strips):
        _turned(c, _edge_rect(edge, i, len(strips)), TURN[edge], partial(_strip, strip=strip))


def _edge_rect(edge: str, i: int, count: int) -> Rect:
    """The seats go round clockwise: left to right along the top, right to left along the bottom."""
    if edge in ("top", "bottom"):
        wide = (980 - 20 * (count - 1)) / count
        j = i if edge == "top" else count - 1 - i
        return Rect(150 + j * (wide + 20), 12 if edge == "top" else 720 - 12 - DEEP, wide, DEEP)
    high = (456 - 16 * (count - 1)) / count
    j = i if edge == "right" else count - 1 - i
    return Rect(1280 - 12 - DEEP if edge == "right" else 12, 132 + j * (high + 16), DEEP, high)


def _size(part: Canvas) -> Rect:
    w, h = part.surface.get_size()
    return Rect(0, 0, w / part.scale, h / part.scale)


def _strip(part: Canvas, strip: Strip) -> None:
    box = _size(part)
    color = seat_color(strip.seat)
    lively = strip.act and strip.seat not in FURTHER_SEATS
    narrow = box.w < 320
    x, d = (38.0, 52.0) if narrow else (60.0, 72.0)
    part.note("panel", f"strip {strip.seat}", box)
    if lively:
        part.round(box, color, 18)
        sign(part, strip.seat, x, box.cy, d * 0.88, INK)
    else:
        part.round(box, RAISED, 18, color, 6 if strip.act else 4)
        badge(part, strip.seat, x, box.cy, d)
    left = x + d / 2 + (10 if narrow else 16)
    room = box.w - left - 14
    ink = INK if lively else color
    words = Rect(left, 44, room, 58)
    if not strip.text or not part.paragraph_fits(words, strip.text, 20):
        part.text(left, box.cy, strip.name, 36, ink, bold=True, maxw=room, least=22)
        return
    part.text(left, 27, strip.name, 32 if narrow else 36, ink, bold=True, maxw=room, least=22)
    part.paragraph(words, (strip.text,), 30, INK if lively else TEXT, least=20, middle=True)


def _band(part: Canvas, what: Band) -> None:
    box = _size(part)
    band(part, what, box)


def _corner_chip(part: Canvas, what: Chip) -> None:
    name, color = CHIP_LOOK[what.state]
    part.round(Rect(12, 12, 72, 72), PANEL, 36, color, 3)
    part.note("sign", f"chip {what.state}", Rect(12, 12, 72, 72))
    if name == "?":
        part.text(48, 48, "?", 44, color, "c", True)
    else:
        icon(part, name, 48, 48, 44, color)


# -- middle -----------------------------------------------------------------------------------------------------


def _middle(c: Canvas, screen: Screen, draw: Callable[[Canvas, Any, Screen], None], edges: dict[str, str]) -> None:
    """Body and keys, a little smaller, turned to the side of the place it is about."""
    seat = screen.band.seat if screen.band else None
    turn = 180 if seat and edges.get(seat) == "top" else 0
    room = MIDDLE if screen.strips else WIDE
    share = room.w / BODY.w
    drop = (room.h / share - 484) / 2

    def inside(part: Canvas) -> None:
        k = c.scale * share
        inner = Canvas(
            part.surface,
            c.cache,
            scale=k,
            origin=(round(-BODY.x * k), round((drop - BODY.y) * k)),
            look=c.look,
            pictures=c.pictures,
            now=c.now,
            hidden=c.hidden,
            measure=c.measure,
        )
        if isinstance(screen.body, Ballot) and screen.body.sweep is None:
            _ballot(inner, screen.body)
        else:
            draw(inner, screen.body, screen)
        footer(inner, screen)
        if screen.auto is not None:
            auto_line(inner, screen.auto)
        _take(part, inner, share, drop)

    _turned(c, room, turn, inside)


def _take(part: Canvas, inner: Canvas, share: float, drop: float) -> None:
    """The inner book in the units of the piece."""

    def moved(at: Rect) -> Rect:
        return Rect((at.x - BODY.x) * share, (at.y - BODY.y + drop) * share, at.w * share, at.h * share)

    part.book.problems += inner.book.problems
    part.book.pictures.update(inner.book.pictures)
    part.book.hits += [(moved(at), key) for at, key in inner.book.hits]
    part.book.anchors.update({name: moved(at) for name, at in inner.book.anchors.items()})
    part.book.drawn += [drawn._replace(rect=moved(drawn.rect)) for drawn in inner.book.drawn]


def _ballot(c: Canvas, body: Ballot) -> None:
    """The row, and the count for both long sides."""
    row.slots_with_keys(c, body, 208, 324)
    low = Rect(40, 540, 1200, 76)
    panel(c, low)
    c.turned_text(low.x + 150, low.cy, body.count, 48, TEXT)
    c.text(low.right - 150, low.cy, body.count, 48, TEXT, "c", True)
    step = min(66.0, 480 / max(1, body.expected))
    row.progress(c, body.entered, body.expected, 640 - step * body.expected / 2, low.cy, 480, 48)
