"""Faces of playing cards: drawn here in several designs, or read from any folder.

A `Faces` answers by name with a picture of a whole card (BGR, portrait, paper to the edge) at `PX_PER_MM`. Playing
cards are named as in the rules (``7S``, ``TD``), illustrated cards by any text; ``back`` is the back of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from table.rules.cards import DECK, RANKS
from vision.synth.glyphs import Colour, draw_suit, draw_text, fill

PX_PER_MM = 6.0
"""How finely faces are drawn."""

POKER = (63.0, 88.0)
BRIDGE = (57.0, 88.0)
PICTURE = (80.0, 120.0)
"""Usual sizes of cards, width and height in mm."""

BACK = "back"
SUFFIXES = (".png", ".webp", ".jpg", ".jpeg")


@dataclass(frozen=True)
class Design:
    """What one drawn deck looks like. Lengths in mm on a poker card."""

    name: str
    font: str
    weight: int
    index: float
    """Height of the rank in the corner."""
    squeeze: float
    suit: float
    """Height of the small suit sign below the rank."""
    colours: dict[str, Colour]
    paper: Colour
    back: Colour
    courts: str
    """``figure`` (bust with a crown, twice) or ``letter`` (one large letter in a frame)."""
    size: tuple[float, float] = POKER


BLACK, RED = (26, 24, 22), (36, 28, 200)
DESIGNS: dict[str, Design] = {
    design.name: design
    for design in (
        Design("classic", "uni", 700, 8.6, 0.86, 6.8, {"S": BLACK, "C": BLACK, "H": RED, "D": RED},
               (250, 252, 252), (150, 60, 30), "figure"),
        Design("bold", "sans", 650, 11.0, 0.88, 8.6,
               {"S": BLACK, "C": (54, 107, 11), "H": (47, 18, 196), "D": (168, 83, 21)},
               (245, 250, 252), (60, 40, 150), "letter"),
        Design("round", "sans", 420, 9.0, 0.92, 7.0, {"S": BLACK, "C": BLACK, "H": (40, 30, 210), "D": (40, 30, 210)},
               (252, 252, 252), (120, 100, 20), "letter"),
        Design("slim", "italic", 500, 9.6, 0.8, 6.4, {"S": BLACK, "C": BLACK, "H": (60, 40, 180), "D": (60, 40, 180)},
               (238, 246, 250), (70, 110, 40), "figure", BRIDGE),
    )
}  # fmt: skip
"""Decks that the project draws: two inks with figures, four inks with large letters, round, a narrow one in italics."""

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    8: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    9: ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    10: ((0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3), (0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1)),
}
"""Where the pips of each number stand in the middle field, 0..1; those below the middle are turned."""


class FacesError(ValueError):
    """A folder that holds no usable faces."""


@dataclass
class Faces:
    """Card pictures by name, made when first asked for. `size` is the card's width and height in mm."""

    name: str
    size: tuple[float, float]
    names: tuple[str, ...]
    make: Callable[[str], np.ndarray]
    _made: dict[str, np.ndarray] = field(default_factory=dict, repr=False)

    def __getitem__(self, name: str) -> np.ndarray:
        """(h, w, 3) uint8 BGR. Raises `KeyError` for a card that this deck does not have."""
        if name not in self._made:
            if name != BACK and name not in self.names:
                raise KeyError(f"deck {self.name!r} has no card {name!r}")
            self._made[name] = self.make(name)
        return self._made[name]

    def __contains__(self, name: str) -> bool:
        return name == BACK or name in self.names


def playing_faces(design: str = "classic") -> Faces:
    """One of `DESIGNS`: 52 faces and a back, drawn by the project."""
    chosen = DESIGNS[design]
    return Faces(f"drawn-{design}", chosen.size, DECK, lambda name: draw_face(chosen, name))


def folder_faces(folder: Path | str, size: tuple[float, float] | None = None, back: Colour = (140, 70, 40)) -> Faces:
    """The pictures of a folder as faces, each under its file's name without ending; a missing back is drawn.

    `size` in mm; without it the width is a poker card's and the height follows the pictures. Raises `FacesError`.
    """
    folder = Path(folder)
    files = {path.stem: path for path in sorted(folder.glob("*")) if path.suffix.lower() in SUFFIXES}
    if not files:
        raise FacesError(f"{folder}: no pictures here (looked for {', '.join(SUFFIXES)})")
    if size is None:
        first = cv2.imread(str(next(iter(files.values()))))
        if first is None:
            raise FacesError(f"{next(iter(files.values()))}: not a readable picture")
        size = (POKER[0], POKER[0] * first.shape[0] / first.shape[1])
    width, height = (round(side * PX_PER_MM) for side in size)

    def load(name: str) -> np.ndarray:
        if name not in files:
            return draw_back(size, back)
        image = cv2.imread(str(files[name]), cv2.IMREAD_UNCHANGED)
        if image is None:
            raise FacesError(f"{files[name]}: not a readable picture")
        return cv2.resize(_on_paper(image), (width, height), interpolation=cv2.INTER_AREA)

    return Faces(folder.name, size, tuple(name for name in files if name != BACK), load)


def _on_paper(image: np.ndarray) -> np.ndarray:
    """Drop an alpha channel: what was see-through becomes white paper."""
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        return image
    alpha = image[:, :, 3:].astype(np.float32) / 255
    return np.rint(image[:, :, :3] * alpha + 252 * (1 - alpha)).astype(np.uint8)


def draw_face(design: Design, name: str) -> np.ndarray:
    """One face of a drawn deck, or its back."""
    if name == BACK:
        return draw_back(design.size, design.back)
    width, height = (round(side * PX_PER_MM) for side in design.size)
    image = np.full((height, width, 3), design.paper, np.uint8)
    rank, suit = RANKS.index(name[0]) + 1, name[1]
    if rank <= 10:
        _pips(image, design, rank, suit)
    elif design.courts == "letter":
        _letter_court(image, design, name)
    else:
        _figure_court(image, design, name)
    _corner(image, design, name)
    image = np.ascontiguousarray(image[::-1, ::-1])
    _corner(image, design, name)
    return np.ascontiguousarray(image[::-1, ::-1])


def draw_back(size: tuple[float, float], colour: Colour) -> np.ndarray:
    """A lattice in a frame with a medal in its middle."""
    width, height = (round(side * PX_PER_MM) for side in size)
    image = np.full((height, width, 3), (248, 250, 250), np.uint8)
    edge = round(4 * PX_PER_MM)
    cv2.rectangle(image, (edge, edge), (width - edge, height - edge), colour, -1)
    pale = tuple(int(170 + c * 0.3) for c in colour)
    for offset in range(-height, width + height, round(5.2 * PX_PER_MM)):
        cv2.line(image, (offset, edge), (offset + height, height + edge), pale, 4, cv2.LINE_AA)
        cv2.line(image, (offset, height), (offset + height, 0), pale, 4, cv2.LINE_AA)
    image[:edge], image[height - edge :], image[:, :edge], image[:, width - edge :] = 250, 250, 250, 250
    cv2.circle(image, (width // 2, height // 2), round(9 * PX_PER_MM), pale, -1, cv2.LINE_AA)
    cv2.circle(image, (width // 2, height // 2), round(7 * PX_PER_MM), colour, -1, cv2.LINE_AA)
    draw_suit(image, "S", width / 2, height / 2, 9 * PX_PER_MM, pale)
    return image


def _corner(image: np.ndarray, design: Design, name: str) -> None:
    ink = design.colours[name[1]]
    text = "10" if name[0] == "T" else name[0]
    if text == "10" and design.font != "uni":
        text = "1O"  # this font strikes its zero through, which no card maker does
    squeeze = design.squeeze * (0.74 if len(text) > 1 else 1.0)
    x, y = 6.4 * PX_PER_MM, (3.2 + design.index / 2) * PX_PER_MM
    draw_text(image, text, x, y, design.index * PX_PER_MM, ink, design.font, design.weight, squeeze)
    below = (3.2 + design.index + 1.4 + design.suit / 2) * PX_PER_MM
    draw_suit(image, name[1], x, below, design.suit * PX_PER_MM, ink)


def _pips(image: np.ndarray, design: Design, rank: int, suit: str) -> None:
    height, width = image.shape[:2]
    left, right, top, bottom = width * 0.31, width * 0.69, height * 0.17, height * 0.83
    size = (26.0 if rank == 1 else 12.5) * PX_PER_MM
    for x, y in PIPS[rank]:
        at = (left + (right - left) * x, top + (bottom - top) * y)
        draw_suit(image, suit, *at, size, design.colours[suit], turned=y > 0.5)


def _frame(image: np.ndarray, ink: Colour) -> tuple[int, int, int, int]:
    height, width = image.shape[:2]
    box = (round(width * 0.2), round(height * 0.09), round(width * 0.8), round(height * 0.91))
    cv2.rectangle(image, box[:2], box[2:], ink, 3, cv2.LINE_AA)
    return box


def _letter_court(image: np.ndarray, design: Design, name: str) -> None:
    ink = design.colours[name[1]]
    height, width = image.shape[:2]
    _frame(image, ink)
    draw_text(image, name[0], width / 2, height * 0.43, height * 0.3, ink, design.font, design.weight)
    draw_suit(image, name[1], width / 2, height * 0.73, height * 0.17, ink)


GOLD, BLUE, SKIN = (60, 190, 235), (150, 80, 40), (190, 214, 240)


def _figure_court(image: np.ndarray, design: Design, name: str) -> None:
    """A bust with hat or crown in the upper half, the same turned in the lower half."""
    x0, y0, x1, _ = _frame(image, BLUE)
    height = image.shape[0]
    half = image[y0 + 2 : height // 2, x0 + 2 : x1 - 1]
    _bust(half, name[0], design.colours[name[1]], name[1])
    image[height - height // 2 : height - y0 - 2, image.shape[1] - x1 + 1 : image.shape[1] - x0 - 2] = half[::-1, ::-1]


def _bust(half: np.ndarray, rank: str, ink: Colour, suit: str) -> None:
    h, w = half.shape[:2]
    cx, head = w * 0.52, h * 0.42
    unit = h / 10
    robe = RED if suit in "HD" else BLUE
    fill(
        half,
        np.array(
            [(cx - 3.4 * unit, h), (cx - 2.2 * unit, h * 0.66), (cx + 2.2 * unit, h * 0.66), (cx + 3.4 * unit, h)]
        ),
        robe,
    )
    fill(half, np.array([(cx - 0.9 * unit, h * 0.64), (cx + 0.9 * unit, h * 0.64), (cx, h)]), GOLD)
    cv2.ellipse(
        half, (round(cx), round(head)), (round(1.5 * unit), round(1.9 * unit)), 0, 0, 360, SKIN, -1, cv2.LINE_AA
    )
    for side in (-0.6, 0.6):
        cv2.circle(half, (round(cx + side * unit), round(head - 0.1 * unit)), round(0.2 * unit), BLACK, -1, cv2.LINE_AA)
    cv2.ellipse(
        half,
        (round(cx), round(head + 0.9 * unit)),
        (round(0.5 * unit), round(0.2 * unit)),
        0,
        0,
        180,
        RED,
        2,
        cv2.LINE_AA,
    )
    top = head - 1.5 * unit
    if rank == "K":
        points = [(-1.8, 0), (-2.1, -2), (-0.9, -1), (0, -2.3), (0.9, -1), (2.1, -2), (1.8, 0)]
        cv2.ellipse(
            half,
            (round(cx), round(head + 1.2 * unit)),
            (round(1.2 * unit), round(1.2 * unit)),
            0,
            0,
            180,
            BLACK,
            -1,
            cv2.LINE_AA,
        )
    elif rank == "Q":
        points = [(-1.5, 0), (-1.7, -1.2), (-0.8, -0.7), (0, -1.6), (0.8, -0.7), (1.7, -1.2), (1.5, 0)]
        for side in (-1.6, 1.6):
            cv2.ellipse(
                half,
                (round(cx + side * unit), round(head + 0.6 * unit)),
                (round(0.5 * unit), round(2 * unit)),
                0,
                0,
                360,
                GOLD,
                -1,
                cv2.LINE_AA,
            )
    else:
        points = [(-1.9, 0.2), (-1.6, -1.1), (1.3, -1.5), (2.3, 0.1)]
    fill(half, np.array([(cx + x * unit, top + y * unit) for x, y in points]), GOLD if rank != "J" else ink)
    draw_suit(half, suit, w * 0.17, h * 0.17, unit * 2.2, ink)


def check_names(faces: Faces, wanted: Iterable[str]) -> tuple[str, ...]:
    """Those of `wanted` that the deck does not have, for one clear message at the start."""
    return tuple(name for name in wanted if name not in faces)
