"""What a card's picture looks like, as numbers that light, distance and a crooked cut change little.

A card is cut out upright as a patch of `PATCH` and described twice: `coarse`, one unit vector that finds the few
pictures worth comparing among hundreds by one matrix product, and `fine`, a grey picture with its light taken out,
that is compared block by block so that a reflection, a token or a neighbour's edge spoils only the blocks it covers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

Image = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]

PATCH = (144, 96)
"""Rows and columns of a card's patch, whatever the card's true shape."""
FINE = (60, 40)
"""Rows and columns of the fine picture."""
COARSE = (24, 16)
"""Rows and columns of the coarse picture; its colours have half as many."""
COLOUR_WEIGHT = 0.55
SOFT = 2.0
"""Keeps flat places flat instead of stretching their noise, grey levels."""
DETAILS, SOFT_DETAILS = 2.5, 0.3
"""What changes over more px of the fine picture than this is no detail; and the like of `SOFT` for it."""


@dataclass(frozen=True)
class Look:
    """One view of a card's picture. `sharpness` is the mean gradient of the patch relative to its contrast."""

    coarse: Floats
    fine: Floats
    burnt: Mask
    """Where the fine picture is burnt out by a reflection; True there."""
    sharpness: float
    structure: Floats
    """For each of BLOCKS how much there is to see in it."""

    @property
    def glare(self) -> float:
        """Share of the card that is burnt out."""
        return float(self.burnt.mean())

    @cached_property
    def details(self) -> Look:
        """The same view with nothing but small things left in the fine picture. The glow around a lamp's reflection is
        gone with all else that is wide and soft; what there is to see through it stays."""
        fine = _flattened(self.fine, DETAILS, SOFT_DETAILS).astype(np.float32)
        return replace(self, fine=fine, structure=_structure(fine))

    def turned(self) -> Look:
        """The same card lying the other way round."""
        fine = np.ascontiguousarray(self.fine[::-1, ::-1])
        burnt = np.ascontiguousarray(self.burnt[::-1, ::-1])
        return Look(turn_coarse(self.coarse), fine, burnt, self.sharpness, self.structure[::-1])


def _flattened(grey: Floats, sigma: float, soft: float = SOFT) -> Floats:
    """Grey with slow changes of light taken out and its contrast evened."""
    mean = cv2.GaussianBlur(grey, (0, 0), sigma)
    high = grey - mean
    spread = cv2.GaussianBlur(high * high, (0, 0), sigma * 1.5)
    return high / np.sqrt(spread + soft * soft)


def _unit(vector: Floats) -> Floats:
    return vector / max(1e-6, float(np.linalg.norm(vector)))


def _window(shape: tuple[int, int]) -> Floats:
    """Less weight at the rim, where the cut-out may show the cloth."""
    rows = np.minimum(1, (np.minimum(np.arange(shape[0]), np.arange(shape[0])[::-1]) + 0.6) / (shape[0] * 0.09))
    cols = np.minimum(1, (np.minimum(np.arange(shape[1]), np.arange(shape[1])[::-1]) + 0.6) / (shape[1] * 0.09))
    return (rows[:, None] * cols[None, :]).astype(np.float32)


_GREY_WINDOW = _window(COARSE)
_COLOUR_WINDOW = _window((COARSE[0] // 2, COARSE[1] // 2))[..., None]


def describe(patch: Image) -> Look:
    """Describes a patch of shape (144, 96, 3), BGR."""
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)
    grey = lab[..., 0].astype(np.float32)
    small = cv2.resize(grey, FINE[::-1], interpolation=cv2.INTER_AREA)
    fine = _flattened(small, 5.0)
    coarse_grey = _flattened(cv2.resize(small, COARSE[::-1], interpolation=cv2.INTER_AREA), 4.0) * _GREY_WINDOW
    colours = cv2.resize(lab[..., 1:], (COARSE[1] // 2, COARSE[0] // 2), interpolation=cv2.INTER_AREA).astype(
        np.float32
    )
    # The lamp's colour and the camera's white balance shift all of a card alike: only differences within it count.
    colours = (colours - colours.mean(axis=(0, 1))) * _COLOUR_WINDOW
    strength = float(np.sqrt((colours**2).mean()))
    weight = COLOUR_WEIGHT * min(1.0, strength / 6)
    coarse = np.concatenate([_unit(coarse_grey.ravel()), weight * _unit(colours.ravel())])
    return Look(_unit(coarse), fine.astype(np.float32), _burnt(patch), sharpness_of(grey), _structure(fine))


def _burnt(patch: Image) -> Mask:
    """Where all colours are near full: white paper does not get there under sensible exposure, a reflection does."""
    darkest = cv2.resize(patch, FINE[::-1], interpolation=cv2.INTER_AREA).min(axis=2)
    return darkest > 244


def turn_coarse(coarse: Floats) -> Floats:
    """The coarse vector of the same card lying the other way round."""
    n = COARSE[0] * COARSE[1]
    colours = coarse[n:].reshape(-1, 2)[::-1]
    return np.concatenate([coarse[:n][::-1], colours.ravel()])


def sharpness_of(grey: Floats) -> float:
    """How steep the steepest edges are against the contrast there is: about 0.1 when blurred, above 0.3 when sharp."""
    small = cv2.GaussianBlur(grey, (3, 3), 0)
    across = np.sort(np.abs(small[::2, 1:] - small[::2, :-1])[:, ::2], axis=None)
    down = np.sort(np.abs(small[1:, ::2] - small[:-1, ::2])[::2], axis=None)
    levels = np.sort(grey[::4, ::4], axis=None)
    contrast = float(levels[len(levels) * 95 // 100] - levels[len(levels) * 5 // 100]) + 8
    return float(across[len(across) * 98 // 100] + down[len(down) * 98 // 100]) / 2 / contrast


BLOCK = 12
"""Side of a compared block in the fine picture, px; blocks overlap a little."""
REACH = 3
"""How far a block may have moved through a crooked cut-out, px of the fine picture (about 6 mm of a card)."""
SPAN = BLOCK + 2 * REACH
KEPT = 0.8
"""Share of the open blocks that count, the best ones: a finger's tip or a token may lie on the rest."""
FLAT = 0.3
"""A block with less structure than this says nothing."""
BURNT = 0.25
"""A block of which this share is burnt out or hidden says nothing."""

BLOCKS = tuple(
    (y, x)
    for y in np.linspace(REACH, FINE[0] - BLOCK - REACH, 6).round().astype(int).tolist()
    for x in np.linspace(REACH, FINE[1] - BLOCK - REACH, 4).round().astype(int).tolist()
)


_TOPS = tuple(y for y, _ in BLOCKS)
_LEFTS = tuple(x for _, x in BLOCKS)


def _structure(fine: Floats) -> Floats:
    """Standard deviation of `fine` in each of BLOCKS. The blocks lie evenly, so turning the card turns their order."""
    size = (BLOCK, BLOCK)
    mean = cv2.boxFilter(fine, -1, size, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)[_TOPS, _LEFTS]
    square = cv2.boxFilter(fine * fine, -1, size, anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)[_TOPS, _LEFTS]
    return np.sqrt(np.maximum(square - mean * mean, 0))


def _closed(look: Look, hidden: Mask | None) -> Mask:
    """Blocks of a view in which the card itself is not seen."""
    mask = look.burnt if hidden is None else look.burnt | hidden
    if not mask.any():
        return np.zeros(len(BLOCKS), bool)
    share = cv2.boxFilter(mask.astype(np.float32), -1, (BLOCK, BLOCK), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    return share[_TOPS, _LEFTS] > BURNT


def comparable(look: Look, reference: Look, hidden: Mask | None) -> int:
    """How many blocks of two looks can be compared, see `agreement`."""
    telling = np.maximum(look.structure, reference.structure) >= FLAT
    return int((telling & ~_closed(look, hidden)).sum())


BESIDE = 6
"""How far a cut-out may lie beside its card, px of the fine picture: 12 mm."""
CORE = (slice(10, FINE[0] - 10), slice(7, FINE[1] - 7))
"""The middle of the fine picture, searched for as a whole in another one."""
AROUND = tuple(slice(part.start - BESIDE, part.stop + BESIDE) for part in CORE)


def offset_of(look: Look, reference: Look) -> tuple[int, int]:
    """How many px (down, right) of the fine picture `look` must be moved to lie on `reference`, as far as that can be
    told: a cut-out may be off by 10 mm where a card's rim is faint and the frame of its picture strong."""
    found = cv2.matchTemplate(reference.fine[AROUND], look.fine[CORE], cv2.TM_CCOEFF_NORMED)
    _, _, _, (x, y) = cv2.minMaxLoc(found)
    return y - BESIDE, x - BESIDE


def agreement_moved(look: Look, reference: Look, hidden: Mask | None = None, kept: float = KEPT) -> float:
    """`agreement` of cut-outs of which one lies up to 12 mm beside its card."""
    down, right = offset_of(look, reference)
    if max(abs(down), abs(right)) < 2:
        return agreement(look, reference, hidden, kept)
    return agreement(look, reference, hidden, kept, (down, right))


def agreement(
    look: Look, reference: Look, hidden: Mask | None = None, kept: float = KEPT, offset: tuple[int, int] = (0, 0)
) -> float:
    """How alike two looks are, -1 to 1: the mean correlation of the blocks, moved together.

    Each block of `look` is searched for near its place in `reference`. The shifts must hang together, since a card is
    one flat thing: a block counts at most one px away from where the card as a whole lies. Blocks without structure
    in both, burnt out, or mostly `hidden` (a mask of FINE's shape, in `look`'s direction) are left out. `kept`: share
    of the other blocks that count, the best ones. `offset`: where the search begins, see `offset_of`.
    """
    telling = np.maximum(look.structure, reference.structure) >= FLAT
    use = np.flatnonzero(telling & ~_closed(look, hidden))
    maps = []
    for i in use:
        y, x = BLOCKS[i]
        block = look.fine[y : y + BLOCK, x : x + BLOCK]
        top, left = y + offset[0] - REACH, x + offset[1] - REACH
        if min(top, left) < 0 or top + SPAN > FINE[0] or left + SPAN > FINE[1]:
            continue
        area = reference.fine[top : top + SPAN, left : left + SPAN]
        maps.append(cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED))
    if len(maps) < 5:
        return 0.0
    stack = np.nan_to_num(np.stack(maps), nan=0.0, posinf=0.0, neginf=0.0)
    keep = max(4, int(len(maps) * kept + 0.5))
    common = np.sort(stack, axis=0)[-keep:].mean(axis=0)
    r, c = np.unravel_index(int(common.argmax()), common.shape)
    near = stack[:, max(0, r - 1) : r + 2, max(0, c - 1) : c + 2].max(axis=(1, 2))
    return float(np.sort(near)[-keep:].mean())
