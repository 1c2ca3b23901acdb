"""Redrawn indices: rank glyphs from fonts or other decks, suit glyphs from a third, in any ink, size and place.

Half of the scenes use them, since 30 decks show far fewer kinds of index than there are in the world.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.indices import GLYPHS
from vision.training.faces import HEIGHT, PX_PER_MM, WIDTH, Box, Deck, paper_of

FOREIGN: tuple[dict[str, str], ...] = (
    {"J": "B", "Q": "D"},
    {"J": "V", "Q": "D", "K": "R", "A": "1"},
    {"J": "V", "Q": "D", "K": "R"},
    {"A": "1"},
)
"""What other decks print in the place of A J Q K."""


@dataclass
class GlyphStore:
    """All glyph masks by rank and by suit; `fonts` by font name."""

    fonts: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    ranks: dict[str, list[np.ndarray]] = field(default_factory=dict)
    suits: dict[str, list[np.ndarray]] = field(default_factory=dict)


@dataclass(frozen=True)
class IndexStyle:
    """How the indices of one scene's deck are drawn; lengths in mm."""

    font: str | None
    seed: int
    inks: dict[str, np.ndarray]
    rank_height: float
    squeeze: float
    gap: float
    suit_height: float
    x: float
    y: float
    ten: float = 1.2
    """How much wider than one glyph the two of a 10 are."""
    printed: dict[str, str] = field(default_factory=dict)


def gather(decks: list[Deck], fonts: Path | None) -> GlyphStore:
    """Glyphs of all decks, and of the fonts found under the folder `fonts`."""
    store = GlyphStore()
    for deck in decks:
        for rank, mask in deck.ranks.items():
            store.ranks.setdefault(rank, []).append(mask)
        for suit, mask in deck.suits.items():
            store.suits.setdefault(suit, []).append(mask)
    files = [] if fonts is None else sorted(one for one in fonts.rglob("*") if one.suffix.lower() in (".ttf", ".otf"))
    for file in files:
        masks = font_glyphs(file)
        if masks is not None:
            store.fonts[file.name] = masks
    return store


def font_glyphs(file: Path) -> dict[str, np.ndarray] | None:
    """All glyphs as a font draws them; None for fonts that cannot."""
    import pygame.freetype

    pygame.freetype.init()
    try:
        font = pygame.freetype.Font(str(file), 110)
        masks = {}
        for rank in GLYPHS:
            surface, _ = font.render("10" if rank == "T" else rank, fgcolor=(255, 255, 255), bgcolor=(0, 0, 0))
            mask = np.ascontiguousarray(pygame.surfarray.array3d(surface)[..., 0].T)
            ys, xs = np.flatnonzero((mask > 80).any(axis=1)), np.flatnonzero((mask > 80).any(axis=0))
            masks[rank] = mask[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    except (pygame.error, IndexError, ValueError):
        return None
    heights = [mask.shape[0] for mask in masks.values()]
    return masks if min(heights) > 0.6 * max(heights) else None  # old-style figures are no card index


def draw_inks(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """The ink of each suit, BGR: red and black, or four colours; some printed so thinly that paper shows through."""
    red = rng.uniform((15, 15, 150), (75, 75, 240))
    black = np.clip(rng.uniform(8, 60) + rng.uniform(-8, 12, 3), 0, 255)
    inks = {"H": red, "D": red, "S": black, "C": black}
    if rng.random() < 0.3:
        inks["C"] = rng.uniform((10, 80, 5), (90, 160, 70))
        inks["D"] = (
            rng.uniform((130, 40, 5), (245, 140, 80))
            if rng.random() < 0.8
            else rng.uniform((10, 110, 190), (60, 170, 250))
        )
    if rng.random() < 0.15:
        pale = rng.uniform(0.1, 0.4)
        inks = {suit: ink * (1 - pale) + 235 * pale for suit, ink in inks.items()}
    return inks


def draw_style(rng: np.random.Generator, store: GlyphStore, foreign: float = 0.06) -> IndexStyle:
    """A style at random: common, jumbo or small, two or four inks, with other letters in a share `foreign` of all."""
    inks = draw_inks(rng)
    jumbo = rng.random() < 0.15
    font = str(rng.choice(list(store.fonts))) if store.fonts and rng.random() < 0.5 else None
    letters = [one for one in FOREIGN if font or all(glyph in store.ranks for glyph in one.values())]
    return IndexStyle(
        font=font,
        seed=int(rng.integers(1 << 30)),
        inks=inks,
        rank_height=rng.uniform(10, 17) if jumbo else rng.uniform(5.5, 10),
        squeeze=rng.uniform(0.5, 0.88),
        gap=rng.uniform(0.3, 1.7),
        suit_height=rng.uniform(0.5, 0.98),
        x=rng.uniform(1.4, 3.8),
        y=rng.uniform(2.0, 5.6),
        ten=rng.uniform(0.95, 1.5),
        printed=letters[int(rng.integers(len(letters)))] if letters and rng.random() < foreign else {},
    )


def redraw(face: np.ndarray, card: str, style: IndexStyle, store: GlyphStore, old: Box) -> tuple[np.ndarray, Box, Box]:
    """A copy of the face with another index in both its corners, and the boxes of rank and suit."""
    rank, suit = style.printed.get(card[0], card[0]), card[1]
    pick = np.random.default_rng(style.seed)
    own = store.ranks.get(rank, [])
    mask = store.fonts[style.font][rank] if style.font else own[int(pick.integers(1 << 30)) % len(own)]
    shapes = store.suits[suit]
    shape = shapes[int(pick.integers(1 << 30)) % len(shapes)]
    tall = int(style.rank_height * PX_PER_MM)
    if style.font:
        wide = max(8, int(tall * style.squeeze * (style.ten if rank == "T" else 1)))
    else:
        wide = max(8, int(min(tall * mask.shape[1] / mask.shape[0] * (0.8 + 0.3 * style.squeeze), tall)))
    suit_tall = max(9, int(tall * style.suit_height))
    suit_wide = max(8, int(suit_tall * shape.shape[1] / shape.shape[0]))
    column = max(wide, suit_wide)
    left, top, gap = int(style.x * PX_PER_MM), int(style.y * PX_PER_MM), int(style.gap * PX_PER_MM)
    rank_box = (left + (column - wide) // 2, top, left + (column - wide) // 2 + wide, top + tall)
    suit_top = top + tall + gap
    suit_left = left + (column - suit_wide) // 2
    suit_box = (suit_left, suit_top, suit_left + suit_wide, suit_top + suit_tall)
    clear = (
        max(2, min(old[0] - 2, left - 1)),
        max(2, min(old[1] - 3, top - 1)),
        max(old[2] + 3, left + column + 2),
        max(old[3] + 3, suit_box[3] + 2),
    )
    out = face.copy()
    paper = paper_of(face)
    for _ in range(2):
        out[clear[1] : clear[3], clear[0] : clear[2]] = paper
        stamp(out, mask, rank_box, style.inks[suit])
        stamp(out, shape, suit_box, style.inks[suit])
        out = np.ascontiguousarray(out[::-1, ::-1])
    return out, rank_box, suit_box


def stamp(image: np.ndarray, mask: np.ndarray, box: Box, color: np.ndarray) -> None:
    """Print a glyph into a box."""
    left, top, right, bottom = box
    right, bottom = min(right, WIDTH), min(bottom, HEIGHT)
    alpha = cv2.resize(mask, (box[2] - box[0], box[3] - box[1]), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = alpha[: bottom - top, : right - left, None] / 255
    image[top:bottom, left:right] = image[top:bottom, left:right] * (1 - alpha) + color * alpha


def recoloured(face: np.ndarray, suit: str) -> np.ndarray:
    """The face of a deck of two inks as one of four: red diamonds turn blue, black clubs green."""
    if suit == "D":
        return np.ascontiguousarray(face[:, :, ::-1])
    if suit == "C":
        green = np.array((30, 105, 15), np.float32)
        return np.maximum(face, green * (1 - face.astype(np.float32) / 255)).astype(np.uint8)
    return face
