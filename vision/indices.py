"""The printed index of a card, read by two small nets: one finds indices in a picture, one reads an upright cut-out.

An index is the rank above the suit in a card's corner. Everything here works on single indices; which of them lie on
one card is decided in `vision.merge`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import cv2
import numpy as np

from table.rules.cards import RANKS

NET_SUITS = "CDHS"
"""The order of the suits in the nets' output; ranks follow `RANKS`."""

GLYPHS = RANKS + "BVDR1"
"""What the reader tells apart in the place of the rank: the thirteen ranks, then the court letters of German and
French decks and the 1 of decks that number their aces. Which of these name a card is the setting `Letters`."""

CARDS = tuple(rank + suit for rank in RANKS for suit in NET_SUITS)
"""The 52 cards in the order of a flattened (rank, suit) table."""

CROP_WIDTH, CROP_HEIGHT = 32, 48
INDEX_IN_CROP = 34
"""Height in pixels of an index in its cut-out; the rest is margin."""

STRIDE = 8
"""Pixels of the picture to one cell of the finder's output."""

FOUND_HEIGHT = 40.0
"""The finder states heights relative to this one (px at its own scale); it finds indices of about 24 to 66 px."""

_RANK_OUTPUTS = len(GLYPHS) + 1
SCORES = _RANK_OUTPUTS + len(NET_SUITS) + 1
"""How many scores a cut-out gets: the glyphs and none, the suits and unknown."""
_BATCH = 8


class ModelError(ValueError):
    """A net's file is missing or is not one of ours."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the finder sees an index: centre and height in px of the whole picture, direction rank -> suit in rad."""

    x: float
    y: float
    down: float
    height: float
    heat: float

    def moved(self, dx: float, dy: float) -> Spot:
        """The same spot in a picture whose origin lies elsewhere."""
        return Spot(self.x + dx, self.y + dy, self.down, self.height, self.heat)

    def distance(self, other: Spot) -> float:
        """Pixels between the two centres."""
        return math.hypot(self.x - other.x, self.y - other.y)


class IndexFinder:
    """Finds indices at one scale of a picture."""

    def __init__(self, path: Path | None = None) -> None:
        self._net = load_net("index-finder.onnx", path)

    def find(self, image: np.ndarray, threshold: float) -> list[Spot]:
        """Spots in a BGR picture (uint8) whose heat is at least `threshold`, in px of that picture."""
        height, width = image.shape[:2]
        rows, columns = -height % STRIDE, -width % STRIDE
        if rows or columns:
            image = cv2.copyMakeBorder(image, 0, rows, 0, columns, cv2.BORDER_REPLICATE)
        blob = cv2.dnn.blobFromImage(image, 1 / 255, mean=(127.5, 127.5, 127.5))
        self._net.setInput(blob)
        out = self._net.forward()[0]
        cut = math.log(threshold / (1 - threshold))
        peaks = (out[0] >= cv2.dilate(out[0], np.ones((3, 3), np.uint8))) & (out[0] > cut)
        spots = []
        for row, column in zip(*np.nonzero(peaks), strict=True):
            cell = out[:6, row, column]
            spots.append(
                Spot(
                    x=float(STRIDE * (column + 0.5 + cell[1])),
                    y=float(STRIDE * (row + 0.5 + cell[2])),
                    down=math.atan2(cell[3], cell[4]),
                    height=float(FOUND_HEIGHT * math.exp(min(1.5, max(-1.5, cell[5])))),
                    heat=float(1 / (1 + math.exp(-cell[0]))),
                )
            )
        return spots


class IndexReader:
    """Reads upright cut-outs: scores of glyph, suit, and of "no index" and "suit not to be seen"."""

    def __init__(self, path: Path | None = None) -> None:
        self._net = load_net("index-reader.onnx", path)

    def read(self, crops: np.ndarray) -> np.ndarray:
        """Scores (n, 24) float32 for crops (n, 48, 32, 3) uint8 BGR: 18 glyphs, none, 4 suits, suit unknown."""
        return self.look(crops)[0]

    def look(self, crops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores (n, 24) and the features (n, 96) behind them, by which an enrolled deck knows its own indices."""
        outs = []
        for start in range(0, len(crops), _BATCH):
            part = normalise(crops[start : start + _BATCH])
            count = len(part)
            if count < _BATCH and len(crops) > _BATCH:
                # A net whose batch changes is set up anew by cv2.dnn, which costs more than a few idle cut-outs.
                part = np.concatenate([part, np.zeros((_BATCH - count, *part.shape[1:]), np.float32)])
            self._net.setInput(part)
            outs.append(self._net.forward()[:count].copy())
        if not outs:
            return np.zeros((0, SCORES), np.float32), np.zeros((0, 0), np.float32)
        out = np.concatenate(outs)
        return out[:, :SCORES], out[:, SCORES:]


def load_net(name: str, path: Path | None) -> cv2.dnn.Net:
    """A net from `path` or the package's own file. Raises `ModelError` in one line where it cannot be used."""
    try:
        data = path.read_bytes() if path else resources.files("vision.models").joinpath(name).read_bytes()
        # OpenCV 5 has two engines and 4.10 one; the classic one is the faster for nets as small as these.
        engine = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
        net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), *engine)
    except (OSError, cv2.error, ModuleNotFoundError) as error:
        raise ModelError(f"the net {path or name} cannot be loaded: install the program anew") from error
    return net


def cut_out(image: np.ndarray, x: float, y: float, down: float, height: float) -> np.ndarray:
    """The index turned upright and scaled, (48, 32, 3) uint8. Outside the picture its rim goes on."""
    step = height / INDEX_IN_CROP
    fine = 2 if step > 1.7 else 1
    width, tall = CROP_WIDTH * fine, CROP_HEIGHT * fine
    step /= fine
    right, below = math.sin(down) * step, math.cos(down) * step
    middle_x, middle_y = (width - 1) / 2, (tall - 1) / 2
    matrix = np.array(
        [
            [right, below, x - right * middle_x - below * middle_y],
            [-below, right, y + below * middle_x - right * middle_y],
        ],
        np.float32,
    )
    crop = cv2.warpAffine(
        image,
        matrix,
        (width, tall),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return crop if fine == 1 else cv2.resize(crop, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)


def normalise(crops: np.ndarray) -> np.ndarray:
    """Cut-outs (n, 48, 32, 3) uint8 as the reader wants them, (n, 3, 48, 32) float32.

    Each is divided by its own white (the brightest three tenths of its middle), channel by channel, which takes the
    colour of the lamp away; black is stretched by one common amount, so that red ink stays red.
    """
    planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32)
    core = planes[:, :, 6:-6, 5:-5].reshape(len(planes), 3, -1)
    light = core.sum(axis=1)
    place = round(0.7 * (light.shape[1] - 1))
    bright = (light >= np.partition(light, place, axis=1)[:, place : place + 1]).astype(np.float32)
    white = (core @ bright[:, :, None])[:, :, 0] / bright.sum(axis=1, keepdims=True)
    gain = (1 / np.maximum(white, 8))[:, None, :].astype(np.float32)
    shade = (gain @ core)[:, 0] / 3
    place = round(0.03 * (shade.shape[1] - 1))
    black = np.clip(np.partition(shade, place, axis=1)[:, place], 0, 0.7)[:, None, None, None]
    planes *= gain.reshape(-1, 3, 1, 1) / (1 - black)
    planes -= black / (1 - black)
    np.clip(planes, -0.6, 1.4, out=planes)
    planes -= 0.5
    return planes


def tints(crops: np.ndarray) -> np.ndarray:
    """How far from grey the paper of each cut-out is, (n,): the logarithm of its strongest over its weakest channel."""
    core = crops[:, 8:-8:2, 6:-6:2].reshape(len(crops), -1, 3).astype(np.float32)
    light = core.sum(axis=2)
    place = int(0.7 * light.shape[1])
    bright = light >= np.partition(light, place, axis=1)[:, place : place + 1]
    paper = (core * bright[..., None]).sum(axis=1) / bright.sum(axis=1)[:, None] + 8
    return np.log(paper.max(axis=1) / paper.min(axis=1))


def log_softmax(values: np.ndarray) -> np.ndarray:
    """Log-probabilities along the last axis."""
    values = values - values.max(axis=-1, keepdims=True)
    return values - np.log(np.exp(values).sum(axis=-1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Vote:
    """What a cut-out says: probabilities of the 52 cards in the order of `CARDS` given that it shows an index, the
    probability that it does show one, and how far the suit is hidden."""

    cards: np.ndarray
    shown: float
    suit_hidden: float
    best: int = field(init=False)
    """The number of its likeliest card in `CARDS`."""
    strength: float = field(init=False)
    """The likeliest card's probability, no index at all being one of the answers."""

    def __post_init__(self) -> None:
        best = int(self.cards.argmax())
        object.__setattr__(self, "best", best)
        object.__setattr__(self, "strength", float(self.cards[best] * self.shown))


LETTERS: dict[str, dict[str, str]] = {
    "english": {},
    "german": {"B": "J", "D": "Q"},
    "french": {"V": "J", "D": "Q", "R": "K", "1": "A"},
    "numbers": {"1": "A"},
}
"""What further glyphs mean, by the name of the setting. Those that mean nothing are taken for no index at all."""


def letters_table(name: str) -> np.ndarray:
    """Which glyph means which rank, (18, 13) of 0 and 1. Raises ValueError for a name that is not in `LETTERS`."""
    if name not in LETTERS:
        raise ValueError(f"letters {name!r}: choose one of {', '.join(LETTERS)}")
    table = np.zeros((len(GLYPHS), len(RANKS)), np.float32)
    table[np.arange(len(RANKS)), np.arange(len(RANKS))] = 1
    for glyph, rank in LETTERS[name].items():
        table[GLYPHS.index(glyph), RANKS.index(rank)] = 1
    return table


ENGLISH = letters_table("english")


def votes(outputs: np.ndarray, letters: np.ndarray = ENGLISH) -> list[Vote]:
    """The vote of each row of scores (n, 24); `letters` as `letters_table` gives it."""
    if not len(outputs):
        return []
    glyphs = np.exp(log_softmax(outputs[:, :_RANK_OUTPUTS]))
    suits = np.exp(log_softmax(outputs[:, _RANK_OUTPUTS:]))
    ranks = glyphs[:, :-1] @ letters
    shown = ranks.sum(axis=1)
    ranks = (ranks + 1e-9) / (shown[:, None] + 13e-9)
    hidden = suits[:, -1]
    seen = suits[:, :-1] / np.maximum(1 - hidden, 1e-9)[:, None]
    # A hidden suit is spread over all four: the rank is known, the card is not.
    seen = seen * (1 - hidden)[:, None] + hidden[:, None] / 4
    cards = (ranks[:, :, None] * seen[:, None, :]).reshape(len(outputs), -1)
    return [Vote(one, float(p), float(h)) for one, p, h in zip(cards, shown, hidden, strict=True)]


def vote(outputs: np.ndarray, letters: np.ndarray = ENGLISH) -> Vote:
    """The vote of one cut-out's scores (24,)."""
    return votes(outputs[None], letters)[0]


def blend(votes: Iterable[tuple[float, Vote]]) -> Vote:
    """Votes of readings that exclude one another, each with its weight (at least one weight above 0)."""
    weighted: Sequence[tuple[float, Vote]] = [(weight, one) for weight, one in votes if weight > 0]
    total = sum(weight for weight, _ in weighted)
    cards = sum(weight / total * one.cards for weight, one in weighted)
    hidden = sum(weight / total * one.suit_hidden for weight, one in weighted)
    shown = max(one.shown for _, one in weighted)
    return Vote(cards=cards, shown=shown, suit_hidden=hidden)


def join(first: Vote, second: Vote) -> Vote:
    """Two independent sights of the same card: their probabilities are multiplied."""
    product = (first.cards + 1e-6) * (second.cards + 1e-6)
    return Vote(
        cards=product / product.sum(),
        shown=1 - (1 - first.shown) * (1 - second.shown),
        suit_hidden=min(first.suit_hidden, second.suit_hidden),
    )
