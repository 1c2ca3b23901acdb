"""Screen -> pixels, once: the whole picture, with no memory but the cache of sprites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from table.paint import flat
from table.paint.bodies import FULL, PAINTERS
from table.paint.kit.cache import Cache
from table.paint.kit.canvas import HEIGHT, WIDTH, Book, Canvas, Look
from table.paint.kit.frame import auto_line, band, footer, header
from table.paint.palette import FELT
from table.screens.model import Screen


def placed(size: tuple[int, int]) -> tuple[float, tuple[int, int]]:
    """Pixels per unit and the pixel of the logical corner, so that 1280 x 720 units fit into `size` whole."""
    scale = min(size[0] / WIDTH, size[1] / HEIGHT)
    return scale, (round((size[0] - WIDTH * scale) / 2), round((size[1] - HEIGHT * scale) / 2))


def paint(
    screen: Screen,
    surface: pygame.Surface,
    pictures: Mapping[str, Any] | None = None,
    *,
    look: Look | None = None,
    cache: Cache | None = None,
    now: float = 0.0,
    hidden: frozenset[str] = frozenset(),
    measure: bool = False,
) -> Book:
    """Paints `screen` onto the whole of `surface` and returns the book of what was drawn where.

    `pictures` maps picture ids to pygame surfaces or to arrays (height, width, 3) in BGR order; an id that is not
    there shows an empty card. `now` is the table's monotonic time, for what runs down. `hidden` names anchors that
    are left out. Raises whatever goes wrong; `Painter` is the one that never fails.
    """
    look, cache = look or Look(), cache or Cache()
    surface.fill(FELT)
    scale, origin = placed(surface.get_size())
    c = Canvas(
        surface,
        cache,
        scale=scale,
        origin=origin,
        look=look,
        pictures=pictures,
        now=now,
        hidden=hidden,
        measure=measure,
    )
    body = screen.body
    draw = PAINTERS[type(body)]
    if isinstance(body, FULL):
        draw(c, body, screen)
        return c.book
    if look.orientation == "flat" and flat.suits(screen):
        return flat.paint_flat(c, screen, draw)
    header(c, screen)
    if screen.band is not None:
        band(c, screen.band)
    draw(c, body, screen)
    footer(c, screen)
    if screen.auto is not None:
        auto_line(c, screen.auto)
    return c.book
