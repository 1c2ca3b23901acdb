"""A contact sheet: each kind of screen as it first came, small, in one picture, for who has no display."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from table.paint import Painter
from table.paint.palette import FELT
from table.screens.model import Screen

TILE = (426, 240)
COLUMNS = 4


class ContactSheet:
    """Takes Screens, keeps the first of each kind, writes them all."""

    def __init__(self, pictures: Any = None) -> None:
        pygame.font.init()
        self._painter = Painter((1280, 720), None, pictures, burn_in_shift=False)
        self._tiles: dict[str, pygame.Surface] = {}
        self._settled: str = ""

    def take(self, screen: Screen, now: float) -> None:
        """Keep this Screen where its kind is new. The second look at it counts, when nothing glides any more."""
        if screen.kind in self._tiles:
            return
        self._painter.show(screen, now)
        self._painter.show(screen, now + 5)
        self._tiles[screen.kind] = pygame.transform.smoothscale(self._painter.picture, TILE)

    def __len__(self) -> int:
        return len(self._tiles)

    def write(self, folder: Path) -> Path:
        """One PNG with all tiles. Raises `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        rows = max(1, -(-len(self._tiles) // COLUMNS))
        gap = 8
        sheet = pygame.Surface((COLUMNS * (TILE[0] + gap) + gap, rows * (TILE[1] + gap) + gap))
        sheet.fill(FELT)
        for i, tile in enumerate(self._tiles.values()):
            sheet.blit(tile, (gap + i % COLUMNS * (TILE[0] + gap), gap + i // COLUMNS * (TILE[1] + gap)))
        path = folder / "screens.png"
        pygame.image.save(sheet, str(path))
        return path
