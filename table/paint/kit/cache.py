"""Fonts, rendered words and sprites that are kept from picture to picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import pygame

from table.fonts import FONT
from table.paint.palette import Color

V = TypeVar("V")


class Kept(Generic[V]):
    """The last `limit` values made, by key."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        value = make()
        self.put(key, value)
        return value

    def peek(self, key: Hashable) -> V | None:
        return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self.limit:
            self._values.popitem(last=False)

    def clear(self) -> None:
        self._values.clear()


class Cache:
    """One for the life of a window. Everything in it can be made anew, so it may be cleared at any time."""

    def __init__(self) -> None:
        self.sprites: Kept[pygame.Surface] = Kept(900)
        self.words: Kept[pygame.Surface] = Kept(600)
        self.widths: Kept[int] = Kept(4000)
        self._pictures: Kept[tuple[Any, pygame.Surface]] = Kept(64)
        self._fonts: dict[int, pygame.font.Font] = {}

    def font(self, px: int) -> pygame.font.Font:
        if px not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            self._fonts[px] = pygame.font.Font(str(FONT), px)
        return self._fonts[px]

    def picture(self, key: Hashable, source: Any, make: Callable[[], pygame.Surface]) -> pygame.Surface | None:
        """The prepared picture of `source`, made anew when another object stands behind the same key.

        A source that has gone (None: the store made room) still shows as it was; None where it never was here.
        """
        kept = self._pictures.peek(key)
        if source is None or (kept is not None and kept[0] is source):
            return kept[1] if kept is not None else None
        image = make()
        self._pictures.put(key, (source, image))
        return image

    def clear_pictures(self) -> None:
        self._pictures.clear()

    def width(self, text: str, px: int, bold: int) -> int:
        """Width of `text` in px, with `bold` px of thickening."""
        return self.widths.get((text, px), lambda: self.font(px).size(text)[0]) + bold

    def word(self, text: str, px: int, color: Color, bold: int, tall: bool) -> pygame.Surface:
        """The rendered text. Bold is the same picture moved right by up to `bold` px (SDL's own is far too fat)."""
        return self.words.get((text, px, color, bold, tall), lambda: self._render(text, px, color, bold, tall))

    def _render(self, text: str, px: int, color: Color, bold: int, tall: bool) -> pygame.Surface:
        image = self.font(px).render(text, True, color)
        if not bold:
            return image
        thick = pygame.Surface((image.get_width() + bold, image.get_height() + 1), pygame.SRCALPHA)
        thick.fill((*color, 0))
        layers = (0, 1) if tall else (0,)
        for dx in range(bold + 1):
            for dy in layers:
                thick.blit(image, (dx, dy), special_flags=pygame.BLEND_RGBA_MAX)
        return thick
