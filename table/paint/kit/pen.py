"""Draws one sprite: four times as large as needed, in units of its own box, then reduced once.

pygame's polygons and circles have hard edges; reducing them gives smooth ones. Sprites are kept premultiplied, so
that edges of different colours do not go dark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pygame

from table.paint.palette import Color

Point = tuple[float, float]
Paint = Color | tuple[int, int, int, int]
OVER = 4
"""How many times larger small sprites are drawn; large ones need less (`_over`)."""


class Pen:
    """A surface with the coordinates of the sprite: `width` x `height` units."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        self.scale = scale
        self.surface = pygame.Surface((max(1, round(width * scale)), max(1, round(height * scale))), pygame.SRCALPHA)

    def poly(self, points: Iterable[Point], color: Color) -> None:
        pygame.draw.polygon(self.surface, color, [(x * self.scale, y * self.scale) for x, y in points])

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        pygame.draw.circle(self.surface, color, (x * self.scale, y * self.scale), radius * self.scale)

    def ring(self, x: float, y: float, radius: float, color: Color, width: float) -> None:
        """A circle line whose outer edge has `radius`."""
        thick = max(1, round(width * self.scale))
        pygame.draw.circle(self.surface, color, (x * self.scale, y * self.scale), radius * self.scale, thick)

    def box(self, x: float, y: float, w: float, h: float, color: Paint, radius: float = 0, width: float = 0) -> None:
        s = self.scale
        rect = pygame.Rect(round(x * s), round(y * s), round(w * s), round(h * s))
        thick = max(1, round(width * s)) if width else 0
        pygame.draw.rect(self.surface, color, rect, thick, round(radius * s))

    def line(self, x0: float, y0: float, x1: float, y1: float, color: Color, width: float, cap: bool = False) -> None:
        length = math.hypot(x1 - x0, y1 - y0) or 1
        nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
        self.poly([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], color)
        if cap:
            self.disc(x0, y0, width / 2, color)
            self.disc(x1, y1, width / 2, color)

    def arc(self, x: float, y: float, radius: float, first: float, last: float, color: Color, width: float) -> None:
        """A thick arc, angles in degrees, clockwise from the right."""
        steps = max(4, round(abs(last - first) / 5))
        angles = [math.radians(first + (last - first) * i / steps) for i in range(steps + 1)]
        outer = [(x + (radius + width / 2) * math.cos(a), y + (radius + width / 2) * math.sin(a)) for a in angles]
        inner = [(x + (radius - width / 2) * math.cos(a), y + (radius - width / 2) * math.sin(a)) for a in angles]
        self.poly(outer + inner[::-1], color)

    def glyph(self, font: pygame.font.Font, text: str, color: Color, x: float, y: float, bold: float = 0) -> None:
        """Text with the middle of its ink at x, y: for digits and ranks, which must sit exactly."""
        image = font.render(text, True, color)
        ink = image.get_bounding_rect()
        extra = round(bold * self.scale)
        middle = (ink.centerx + image.get_width() / 2) / 2  # between ink and advance: a "1" looks centred so
        left = round(x * self.scale - middle - extra / 2)
        top = round(y * self.scale - ink.centery)
        for step in range(extra + 1):
            self.surface.blit(image, (left + step, top))


def _over(size: int) -> int:
    """The edge of a large shape is smooth enough from fewer steps, and its first drawing costs a fraction."""
    return OVER if size <= 150 else 3 if size <= 300 else 2


def sprite(width: int, height: int, units: float, draw: Callable[[Pen], None]) -> pygame.Surface:
    """A premultiplied sprite of width x height px; `units` is how many units of the drawing one px is."""
    pen = Pen(width / units, height / units, _over(max(width, height)) * units)
    draw(pen)
    return pygame.transform.smoothscale(pen.surface.premul_alpha(), (width, height))
