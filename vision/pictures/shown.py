"""How alike two views of a card are in what both of them show: the question for cards that lie under a lamp.

`describe.agreement` leaves out whole blocks in which a reflection lies. Under a lamp that burns out half of a card, and
another half when the card is turned, that leaves nothing to compare. Here every px counts that both views show, in
blocks that may be burnt out for the most part, and details alone are compared, so that the glow around a reflection
neither hides a card nor makes two cards alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.pictures.describe import Look

Floats = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]

SIDE = 10
"""Side of a compared block, px of the fine picture."""
REACH, FAR = 4, 11
"""How far a card may lie from where it was cut out, px of the fine picture: 8 mm, and 22 mm where a lamp's edge passed
for the card's."""
LEAST = 30
"""So many px of a block's 100 must be shown by both views."""
FLAT = 0.3
"""Where details vary less than this in both views there is nothing to compare."""
SPOILT = np.ones((3, 3), np.uint8)
"""What a burnt-out px spoils around itself."""
KEPT = 0.85
"""Share of what is compared that counts, the best of it."""


class Shown(NamedTuple):
    """`score`: mean correlation of the details, -1 to 1. `share`: how much of a card could be compared, 0 to 1."""

    score: float
    share: float


def shown_alike(look: Look, reference: Look, hidden: Mask | None = None, reach: int = REACH) -> Shown:
    """Compares `look`, as it lies, with `reference`. `hidden`: what else is not seen of `look`.
    `reach`: how far it may be moved, px; so much of its rim is not compared.

    The card as a whole is laid where it agrees best; then each block counts, up to a px beside that.
    """
    inner = np.s_[reach:-reach, reach:-reach]
    m = _open(look.burnt if hidden is None else look.burnt | hidden)[inner]
    n = _open(reference.burnt)
    a, b = look.details.fine[inner] * m, reference.details.fine * n
    if m.sum() < LEAST or n.sum() < LEAST:
        return Shown(0.0, 0.0)
    seen, score, _ = _correlation(*(_slid(p, q) for p, q in ((n, m), (n, a), (b, m), (n, a * a), (b * b, m), (b, a))))
    score = np.where(2 * seen >= seen.max(), score, -1)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    shifts = [
        (r, c) for r in range(y - 1, y + 2) for c in range(x - 1, x + 2) if min(r, c) >= 0 <= 2 * reach - max(r, c)
    ]
    h, w = m.shape
    n, b = (np.stack([one[r : r + h, c : c + w] for r, c in shifts], axis=2) for one in (n, b))
    m, a = m[..., None], a[..., None]
    seen, score, varied = _correlation(*(_blocks(one) for one in (m * n, a * n, b * m, a * a * n, b * b * m, a * b)))
    use = (seen >= LEAST) & (varied > FLAT**2)
    score, seen = np.where(use, score, 0), np.where(use, seen, 0)
    each = np.arange(len(score)), score.argmax(axis=1)
    return _joined(score[each], seen[each])


def _open(closed: Mask) -> Floats:
    return (1 - cv2.dilate(closed.astype(np.uint8), SPOILT)).astype(np.float32)


def _slid(area: Floats, block: Floats) -> Floats:
    """Sums of products of the block with every place of the area."""
    return cv2.matchTemplate(area, block, cv2.TM_CCORR)


def _blocks(products: Floats) -> Floats:
    """Sums over evenly laid blocks of a (rows, columns, shifts) array: (blocks, shifts)."""
    h, w = products.shape[:2]
    sums = cv2.boxFilter(products, -1, (SIDE, SIDE), anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    tops = np.linspace(0, h - SIDE, 8).round().astype(int)
    lefts = np.linspace(0, w - SIDE, 5 if w > 2 * SIDE else 3).round().astype(int)
    return sums.reshape(h, w, -1)[np.ix_(tops, lefts)].reshape(len(tops) * len(lefts), -1)


def _correlation(
    seen: Floats, a: Floats, b: Floats, aa: Floats, bb: Floats, ab: Floats
) -> tuple[Floats, Floats, Floats]:
    """From sums over what both views show: how many px that are, their correlation, and the greater variance."""
    count = np.maximum(seen, 1)
    mean_a, mean_b = a / count, b / count
    var_a, var_b = np.maximum(aa / count - mean_a**2, 0), np.maximum(bb / count - mean_b**2, 0)
    return seen, (ab / count - mean_a * mean_b) / np.sqrt(var_a * var_b + 1e-3), np.maximum(var_a, var_b)


def _joined(score: Floats, weight: Floats) -> Shown:
    """Mean of the best blocks by weight, and what share of a card all of them are."""
    order = np.argsort(-score)
    score, weight = score[order], weight[order]
    if weight.sum() <= 0:
        return Shown(0.0, 0.0)
    keep = np.cumsum(weight) <= KEPT * weight.sum()
    keep[0] = True
    share = float(weight.sum()) / (SIDE * SIDE * len(weight))
    return Shown(float((score * weight)[keep].sum() / max(1e-6, weight[keep].sum())), share)
