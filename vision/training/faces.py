"""Card faces for the scenes: a folder of decks, 52 pictures each, with the place of the printed index found in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from table.rules.cards import RANKS
from vision.indices import NET_SUITS
from vision.synth.faces import DESIGNS, playing_faces

PX_PER_MM = 4
WIDTH, HEIGHT = 63 * PX_PER_MM, 88 * PX_PER_MM

NUMBERS = frozenset("23456789T")
_GERMAN = {"A": "A", "J": "B", "Q": "D", "K": "K"}
PRINTED_AS: dict[str, dict[str, str]] = {
    "aisleriot-ancient_french": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "aisleriot-slavic_costumes": {},
    "aisleriot-guyenne-classic": {"A": "A"},
    "aisleriot-tarocco": {"A": "A", "Q": "D", "K": "R"},
    "aisleriot-berlin": _GERMAN,
    "aisleriot-lattmann": _GERMAN,
    "aisleriot-rheinland": _GERMAN,
    "kde-xskat-french": _GERMAN,
}
"""What decks print on aces and courts, where it is not A J Q K; cards without an entry are left out (letters of other
alphabets, or none)."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px of a face."""

INDEX_OF: dict[str, tuple[Box, Box]] = {
    "aisleriot-dondorf": ((12, 11, 42, 51), (12, 55, 42, 86)),
    "aisleriot-guyenne-classic": ((12, 11, 42, 51), (12, 55, 42, 86)),
    "aisleriot-paris": ((12, 11, 42, 51), (12, 55, 42, 86)),
    "aisleriot-tango": ((9, 19, 62, 63), (13, 76, 63, 130)),
    "filho-vector": ((8, 5, 44, 41), (7, 46, 45, 86)),
    "kde-xskat-french": ((14, 12, 41, 35), (15, 42, 39, 66)),
}
"""Where the search for the index goes astray (its pips touch it), measured by eye."""


@dataclass
class Deck:
    """`faces` by glyph and suit as printed (``VS``, not ``JS``), (352, 252, 3) uint8; the index of each lies in
    `rank_box` above `suit_box`."""

    name: str
    rank_box: Box
    suit_box: Box
    faces: dict[str, np.ndarray] = field(default_factory=dict)
    ranks: dict[str, np.ndarray] = field(default_factory=dict)
    suits: dict[str, np.ndarray] = field(default_factory=dict)


def load_decks(folder: Path, leave_out: frozenset[str] = frozenset(), only: frozenset[str] | None = None) -> list[Deck]:
    """Every deck in `folder` whose index can be found, by name, then the decks that the project draws itself."""
    makers = {path.name: (load_deck, path) for path in sorted(one for one in folder.iterdir() if one.is_dir())}
    makers |= {f"drawn-{design}": (drawn_deck, design) for design in DESIGNS}
    decks = []
    for name, (make, source) in makers.items():
        if name in leave_out or (only is not None and name not in only):
            continue
        deck = make(source)
        if deck is None:
            print(f"faces: {name}: no index found, left out", flush=True)
        else:
            decks.append(deck)
    return decks


def load_deck(path: Path) -> Deck | None:
    """One deck; None where its index cannot be found."""
    faces = {}
    for rank in RANKS:
        for suit in NET_SUITS:
            file = next((f for kind in (".webp", ".png", ".jpg") if (f := path / f"{rank}{suit}{kind}").exists()), None)
            if file is not None:
                faces[rank + suit] = load_face(file)
    return deck_of(path.name, faces)


def drawn_deck(design: str) -> Deck | None:
    """One of the decks that the project draws itself (`vision.synth`), named ``drawn-DESIGN``."""
    faces = playing_faces(design)
    scaled = {name: cv2.resize(faces[name], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for name in faces.names}
    return deck_of(faces.name, scaled)


def deck_of(name: str, faces: dict[str, np.ndarray]) -> Deck | None:
    """A deck from its faces by card; None where its index cannot be found."""
    printed = {rank: rank for rank in NUMBERS} | PRINTED_AS.get(name, {rank: rank for rank in "AJQK"})
    boxes = INDEX_OF.get(name) or find_index(faces)
    if boxes is None:
        return None
    deck = Deck(name, *boxes)
    deck.faces = {printed[card[0]] + card[1]: face for card, face in faces.items() if card[0] in printed}
    for card, face in deck.faces.items():
        # The glyphs are redrawn into other decks; ink is what differs from the paper.
        rank, suit = glyph(face, deck.rank_box), glyph(face, deck.suit_box)
        if rank is not None:
            deck.ranks.setdefault(card[0], rank)
        if suit is not None:
            deck.suits.setdefault(card[1], suit)
    return deck


def load_face(file: Path) -> np.ndarray:
    """A face at 4 px/mm on white, its drawn black outline painted over with paper: real cards have none."""
    image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        alpha = image[..., 3:].astype(np.float32) / 255
        image = (image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    image = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    paper = paper_of(image)
    rim, radius = 5, 13
    ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH]
    dx = np.minimum(xs, WIDTH - 1 - xs) - rim
    dy = np.minimum(ys, HEIGHT - 1 - ys) - rim
    outside = (
        (dx < 0) | (dy < 0) | ((dx < radius) & (dy < radius) & ((dx - radius) ** 2 + (dy - radius) ** 2 > radius**2))
    )
    image[outside] = paper
    return image


def paper_of(image: np.ndarray) -> np.ndarray:
    """The colour of the bare card, from the left margin's brighter half."""
    margin = image[20:-20, 6:60].reshape(-1, 3)
    return np.percentile(margin, 85, axis=0)


def ink(image: np.ndarray, paper: np.ndarray) -> np.ndarray:
    """How much ink covers each pixel, 0 to 1."""
    return np.clip((np.abs(image.astype(np.float32) - paper).max(axis=2) - 30) / 110, 0, 1)


def find_index(faces: dict[str, np.ndarray]) -> tuple[Box, Box] | None:
    """Boxes of rank and suit from the mean ink of the numbers 2 to 9, which differ in all but where the index lies."""
    numbers = [face for card, face in faces.items() if card[0] in "23456789"]
    if len(numbers) < 16:
        return None
    reach_x, reach_y = 88, 150
    mean = np.mean([ink(face[:reach_y, :reach_x], paper_of(face)) > 0.5 for face in numbers], axis=0)
    columns = runs(mean[10:60].max(axis=0) > 0.10, 3)
    if not columns:
        return None
    left, right = columns[0]
    rows = [run for run in runs(mean[:, left:right].max(axis=1) > 0.10, 1) if run[1] - run[0] >= 9]
    if len(rows) < 2:
        return None
    (rank_top, rank_bottom), (suit_top, suit_bottom) = rows[:2]
    suit_columns = runs(mean[suit_top:suit_bottom, : right + 12].max(axis=0) > 0.10, 3)
    return (left, rank_top, right, rank_bottom), (suit_columns[0][0], suit_top, suit_columns[0][1], suit_bottom)


def runs(mask: np.ndarray, gap: int) -> list[tuple[int, int]]:
    """Stretches of true values, those parted by fewer than `gap` false ones joined."""
    out: list[list[int]] = []
    for i in np.flatnonzero(mask):
        if out and i - out[-1][1] < gap:
            out[-1][1] = int(i) + 1
        else:
            out.append([int(i), int(i) + 1])
    return [(start, stop) for start, stop in out]


def glyph(face: np.ndarray, box: Box) -> np.ndarray | None:
    """The ink in a box as a mask (height, width) uint8, cut to its ink; None where there is none."""
    left, top, right, bottom = box
    mask = ink(face[top - 1 : bottom + 1, max(0, left - 2) : right + 2], paper_of(face))
    ys, xs = np.flatnonzero((mask > 0.4).any(axis=1)), np.flatnonzero((mask > 0.4).any(axis=0))
    if len(ys) < 8 or len(xs) < 4:
        return None
    return (mask[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1] * 255).astype(np.uint8)
