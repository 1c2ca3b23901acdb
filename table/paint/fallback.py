"""What is shown when painting itself fails: the words of the Screen, plainly. Never a black picture."""

from __future__ import annotations

import pygame

from table.fonts import FONT
from table.paint.palette import FELT, FIX, MUTED, TEXT
from table.screens.model import Screen


def plain_lines(screen: Screen) -> list[str]:
    """The words people need to go on: what to do, with which keys."""
    lines = [screen.title]
    if screen.band is not None:
        lines += [screen.band.big, screen.band.small]
    lines += [f"[{' '.join(hint.keys)}]  {hint.label}" for hint in screen.keys]
    if screen.fix:
        lines.append(f"({screen.fix})")
    return [line for line in lines if line]


def paint_plain(screen: Screen | None, surface: pygame.Surface) -> None:
    """Large plain lines on felt. Every step may fail and the next is tried; the last one is a bare colour."""
    surface.fill(FELT)
    width, height = surface.get_size()
    pygame.draw.rect(surface, FIX, (0, 0, width, max(4, height // 80)))
    try:
        lines = plain_lines(screen) if screen is not None else []
        _write(lines, surface, str(FONT))
    except Exception:
        try:
            _write(["Cardtable", "The picture cannot be drawn; the game goes on."], surface, None)
        except Exception:
            pygame.draw.rect(surface, FIX, (0, 0, width, height // 4))


def _write(lines: list[str], surface: pygame.Surface, path: str | None) -> None:
    if not pygame.font.get_init():
        pygame.font.init()
    width, height = surface.get_size()
    y = height // 12
    for i, line in enumerate(lines[:10]):
        size = height // (12 if i == 1 else 20)
        image = pygame.font.Font(path, size).render(line, True, TEXT if i else MUTED)
        if image.get_width() > width * 0.92:
            share = width * 0.92 / image.get_width()
            image = pygame.transform.smoothscale(
                image, (round(image.get_width() * share), round(image.get_height() * share))
            )
        surface.blit(image, (round(width * 0.04), y))
        y += round(size * 1.6)
