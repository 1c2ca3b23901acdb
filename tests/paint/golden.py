"""The golden pictures of the designed screens. Make them anew after a wanted change: python -m tests.paint.golden"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pygame

from table.paint import Look, paint
from table.paint.kit.cache import Cache
from table.screens.model import Screen
from tests.paint.art import pictures
from tests.paint.parts import paint_parts
from tests.paint.screens import DESIGNED

FOLDER = Path(__file__).with_name("golden")
SIZE = (640, 360)


def look_of(name: str) -> Look:
    return Look(orientation="flat" if "-flat-" in name else "upright")


def picture_of(screen: Screen, look: Look, cache: Cache) -> np.ndarray:
    """The screen at 1280 x 720, reduced to half: (360, 640, 3), BGR."""
    surface = pygame.Surface((1280, 720))
    paint(screen, surface, pictures(), look=look, cache=cache)
    small = pygame.transform.smoothscale(surface, SIZE)
    return np.ascontiguousarray(pygame.surfarray.array3d(small).transpose(1, 0, 2)[:, :, ::-1])


def parts_picture(cache: Cache) -> np.ndarray:
    """The sheet of parts at the same size."""
    surface = pygame.Surface((1280, 720))
    paint_parts(surface, cache)
    small = pygame.transform.smoothscale(surface, SIZE)
    return np.ascontiguousarray(pygame.surfarray.array3d(small).transpose(1, 0, 2)[:, :, ::-1])


def all_pictures(cache: Cache) -> dict[str, np.ndarray]:
    shown = {name: picture_of(screen, look_of(name), cache) for name, screen in DESIGNED.items()}
    return {"00-parts": parts_picture(cache), **shown}


def coarse(image: np.ndarray) -> np.ndarray:
    """32 steps a channel: the files stay small, and the test's tolerance is wider than a step."""
    return np.minimum(255, (image.astype(np.uint16) + 4) // 8 * 8).astype(np.uint8)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    cache = Cache()
    for name, image in all_pictures(cache).items():
        cv2.imwrite(str(FOLDER / f"{name}.png"), coarse(image), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(f"{len(list(FOLDER.glob('*.png')))} pictures, {sum(p.stat().st_size for p in FOLDER.glob('*.png')):,} bytes")


if __name__ == "__main__":
    main()
