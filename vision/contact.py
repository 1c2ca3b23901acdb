"""Contact sheets: the pictures in which something went wrong, with what was read and what lies there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.draw import draw_reading, label
from vision.reading import Reading
from vision.scoring import Photo

_WIDTH, _COLUMNS, _MOST = 900, 3, 60


class ContactSheet:
    """Collects pictures and writes them as one; the first 60 are kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tiles: list[np.ndarray] = []

    def add(self, image: np.ndarray, reading: Reading, photo: Photo | None) -> None:
        """One picture with its reading drawn in and a line that says what is missing and what is too much."""
        if len(self.tiles) >= _MOST:
            return
        drawn = draw_reading(image, reading)
        factor = _WIDTH / drawn.shape[1]
        tile = cv2.resize(drawn, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        there = {one.card for one in photo.labels} if photo else set()
        missing, extra = there - set(reading.names), set(reading.names) - there
        text = f"{photo.path.name if photo else ''} missing {' '.join(sorted(missing))} extra {' '.join(sorted(extra))}"
        label(tile, text, (tile.shape[1] / 2, tile.shape[0] - 4), (255, 255, 255), 1)
        self.tiles.append(tile)

    def write(self) -> None:
        """The sheet as a picture."""
        rows = []
        for start in range(0, len(self.tiles), _COLUMNS):
            tiles = self.tiles[start : start + _COLUMNS]
            tall = max(tile.shape[0] for tile in tiles)
            line = np.zeros((tall, _WIDTH * min(_COLUMNS, len(self.tiles)), 3), np.uint8)
            for i, tile in enumerate(tiles):
                line[: tile.shape[0], i * _WIDTH : i * _WIDTH + tile.shape[1]] = tile
            rows.append(line)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(self.path), np.vstack(rows))
