"""Pictures from a store: looked up, brought to size, corners rounded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from table.paint.kit.pen import sprite
from table.paint.palette import FELT


def fitted(source: Any, box: pygame.Rect, radius: int, faint: float) -> pygame.Surface:
    """The picture filling the box's size, its overhang cut off evenly."""
    width, height = box.size
    image = as_surface(source)
    scale = max(width / image.get_width(), height / image.get_height())
    wide, high = max(width, round(image.get_width() * scale)), max(height, round(image.get_height() * scale))
    image = pygame.transform.smoothscale(image, (wide, high))
    out = pygame.Surface((width, height), pygame.SRCALPHA)
    out.blit(image, ((width - wide) // 2, (height - high) // 2))
    if faint < 1:
        veil = pygame.Surface((width, height), pygame.SRCALPHA)
        veil.fill((*FELT, round(255 * (1 - faint))))
        out.blit(veil, (0, 0))
    if radius:
        mask = sprite(width, height, 1, lambda pen: pen.box(0, 0, width, height, (255, 255, 255), radius))
        out.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return out.premul_alpha()


def looked_up(pictures: Mapping[str, Any], name: str) -> Any:
    """The picture with this id, None where there is none. By subscript, which stores of every kind answer rightly."""
    try:
        return pictures[name]
    except KeyError:
        return None


def as_surface(source: Any) -> pygame.Surface:
    """A pygame surface of 32 or 24 bits from a surface, or from an array (height, width, 3) in BGR order, uint8."""
    if isinstance(source, pygame.Surface):
        return source if source.get_bitsize() in (24, 32) else source.convert_alpha()
    height, width = source.shape[:2]
    channels = source if source.ndim == 3 else source[:, :, None].repeat(3, axis=2)
    return pygame.image.frombuffer(channels[:, :, 2::-1].tobytes(), (width, height), "RGB")
