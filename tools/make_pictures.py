"""The pictures of the README: designed screens, and the simulated table with what the reader makes of it.

    python tools/make_pictures.py [FOLDER]      # default: docs/pictures

Run in a checkout. The same version gives the same pictures.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import pygame  # noqa: E402
from PIL import Image  # noqa: E402

from table.paint import Look, paint  # noqa: E402
from tests.paint.art import pictures  # noqa: E402
from tests.paint.screens import DESIGNED  # noqa: E402
from vision.draw import draw_reading  # noqa: E402
from vision.mat import load_mat  # noqa: E402
from vision.mat.picture import draw as draw_mat  # noqa: E402
from vision.reader import CardReader  # noqa: E402
from vision.synth import Camera, Hand, Mat, Scene, playing_faces, render  # noqa: E402

SCREENS = {
    "attract": "01-attract-en",
    "seats": "03-seats-en",
    "gin-lay": "06-gin-lay-unsure-en",
    "gin-lay-off": "07-gin-layoff-es",
    "gin-result": "08-gin-result-hu",
    "vote": "11-dixit-vote-zh",
    "reveal": "12-dixit-reveal-en",
    "fix": "23-fix-menu-en",
    "flat": "18-dixit-vote-flat-en",
}
"""Name of the picture -> the designed screen, which ends in its language."""

WIDTH = 960


def screen_picture(name: str) -> np.ndarray:
    """A designed screen as the table draws it at 1280x720: (h, w, 3) RGB."""
    surface = pygame.Surface((1280, 720))
    paint(DESIGNED[name], surface, pictures(), look=Look(orientation="flat" if "-flat-" in name else "upright"))
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).transpose(1, 0, 2))


def table_scene() -> Scene:
    """A gin hand near its end: both players have laid their cards, one hand is still over the table."""
    mat = load_mat("both")
    scene = Scene(playing_faces("classic"), Mat(draw_mat(mat, 4.0, "dark"), 4.0))
    for side, y, turn, groups in (
        ("near", 348, 0.0, ("4S 5S 6S 7S", "KC KD KH", "2C 2D 2H")),
        ("far", 72, np.pi, ("9H TH JH", "QC QS QD", "3D 8C AS 5D")),
    ):
        x = 90.0
        for group in groups:
            for place, card in enumerate(group.split()):
                lean = 0.03 * ((place * 7) % 5 - 2)
                scene.put(card, x=x if side == "near" else 594 - x, y=y + 3 * (place % 2), angle=turn + lean)
                x += 31
            x += 52
    scene.pile(["6D", "8H", "AC", "TS", "5C", "7H"], x=203, y=210)
    scene.put("JC", x=340, y=212, angle=0.08)
    scene.hands = [Hand(at=(500, 215), side="right")]
    return scene


def table_picture() -> np.ndarray:
    """What the camera sees, with the names that the reader gives: (h, w, 3) RGB."""
    image = render(table_scene(), Camera(size=(1600, 1200), tilt=6), np.random.default_rng(7))
    named = draw_reading(image, CardReader().read(image))
    return cv2.cvtColor(named, cv2.COLOR_BGR2RGB)


def save(picture: np.ndarray, file: Path) -> None:
    """Small, so that the README loads quickly: a screen as PNG with 128 colours, a camera picture as JPEG."""
    height = round(picture.shape[0] * WIDTH / picture.shape[1])
    small = Image.fromarray(cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA))
    if file.suffix == ".jpg":
        small.save(file, quality=85)
    else:
        small.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    pygame.display.init()
    pygame.font.init()
    for name, screen in SCREENS.items():
        save(screen_picture(screen), folder / f"{name}.png")
    save(table_picture(), folder / "table.jpg")
    print(f"{len(SCREENS) + 1} pictures in {folder}, {sum(f.stat().st_size for f in folder.glob('*.png')) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
