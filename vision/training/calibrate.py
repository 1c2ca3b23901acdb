"""How sure is sure: fits the two small models of `vision.confidence` on readings whose truth is known.

The readings come from scenes of decks that were not trained on, from made pictures without cards, and from
photographs of a folder with labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.confidence import FEATURES, features
from vision.files import load_picture
from vision.indices import CARDS, GLYPHS, NET_SUITS
from vision.merge import Sheet
from vision.nothing import pictures_without_cards
from vision.reader import CardReader
from vision.scoring import load_photos
from vision.training.shards import load_shard, shards_in

Row = tuple[np.ndarray, bool, bool]
"""Features, whether paired, whether right."""

RIDGE = 0.3

SIGNS = np.array([1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 0])
"""Which way each of `FEATURES` may speak."""

MOST = 0.9995
"""No more is ever claimed than so many readings can show."""


def scene_rows(reader: CardReader, folder: Path, most: int) -> Iterator[Row]:
    """Readings of scenes."""
    scenes = [scene for path in shards_in(folder) for scene in load_shard(path)]
    for image, labels in scenes[:most]:
        for sheet in reader.sheets(image):
            yield features(sheet), sheet.paired, right_in_scene(sheet, labels)


def right_in_scene(sheet: Sheet, labels: np.ndarray) -> bool:
    """Whether the index that the sheet leads with is labelled with its card."""
    if not len(labels):
        return False
    spot = sheet.sights[0].spot
    distance = np.hypot(labels[:, 0] - spot.x, labels[:, 1] - spot.y)
    nearest = int(distance.argmin())
    if distance[nearest] > 0.6 * spot.height:
        return False
    rank, suit = GLYPHS[int(labels[nearest, 4])], NET_SUITS[int(labels[nearest, 5])]
    return rank + suit == CARDS[sheet.vote.best]


def photo_rows(reader: CardReader, folder: Path, names: frozenset[str]) -> Iterator[Row]:
    """Readings of the labelled photographs called `names`: right if the card lies in the photo where it was read."""
    for photo in load_photos(folder):
        if photo.path.name not in names:
            continue
        for sheet in reader.sheets(load_picture(photo.path)):
            spot, card = sheet.sights[0].spot, CARDS[sheet.vote.best]
            boxes = [label.box for label in photo.labels if label.card == card and label.box is not None]
            slack = 0.6 * spot.height
            right = any(
                left - slack < spot.x < right_ + slack and top - slack < spot.y < bottom + slack
                for left, top, right_, bottom in boxes
            )
            yield features(sheet), sheet.paired, right


def nothing_rows(reader: CardReader, count: int, seed: int) -> Iterator[Row]:
    """Readings of made pictures in which no card lies: every one of them is wrong."""
    for _, image in pictures_without_cards(count, seed):
        for sheet in reader.sheets(image):
            yield features(sheet), sheet.paired, False


def fit(rows: list[Row]) -> dict[str, list[float]]:
    """Weights in the order of `FEATURES` for paired and for lone corners, by ridge-regularised Newton steps."""
    models = {}
    for name, paired in (("pair", True), ("lone", False)):
        chosen = [(x, right) for x, is_pair, right in rows if is_pair == paired]
        xs = np.array([x for x, _ in chosen]).reshape(-1, len(FEATURES))
        ys = np.array([right for _, right in chosen], float)
        models[name] = [round(float(w), 4) for w in signed(xs, ys)]
    return models


def signed(xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Logistic regression whose weights keep the sign that `SIGNS` allows: one that would not is left out.

    A few hundred readings could else teach that a fainter spot is the surer one.
    """
    used = np.ones(xs.shape[1], bool)
    while True:
        weights = np.zeros(xs.shape[1])
        weights[used] = newton(xs[:, used], ys)
        wrong = used & (weights * SIGNS < 0)
        if not wrong.any():
            return weights
        used &= ~wrong


def newton(xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Plain logistic regression; the last column is the constant and is not drawn to 0."""
    weights = np.zeros(xs.shape[1])
    ridge = np.full(xs.shape[1], RIDGE)
    ridge[-1] = 1e-3
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(xs @ weights, -30, 30)))
        slope = xs.T @ (p - ys) + ridge * weights
        curve = (xs * np.maximum(p * (1 - p), 1e-6)[:, None]).T @ xs + np.diag(ridge)
        step = np.linalg.solve(curve, slope)
        weights = weights - step * min(1.0, 3.0 / max(1e-9, float(np.abs(step).max())))
    return weights


def as_toml(models: dict[str, list[float]], note: str) -> str:
    """The file ``confidence.toml``."""
    lines = [f"# {note}", f"# The weights stand in this order: {', '.join(FEATURES)}.", f"most = {MOST}"]
    return "\n".join([*lines, *(f"{name} = {weights}" for name, weights in models.items())]) + "\n"
