"""Draws the training scenes into shards on disk: ``python -m vision.pictures.training.draw FACES WORK FIRST LAST``.

Needs no torch, so that several of these can run beside the training, which takes up new shards as they come.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.pictures.training.scenes import draw

SHARD = 200
"""Scenes in a shard."""


def sources_of(folder: Path) -> list[np.ndarray]:
    """The pictures of a folder, 300 px high."""
    out = []
    for path in sorted(folder.glob("*")):
        image = cv2.imread(str(path))
        if image is not None:
            h, w = image.shape[:2]
            out.append(cv2.resize(image, (w * 300 // h, 300), interpolation=cv2.INTER_AREA))
    return out


def draw_shards(faces: Path, work: Path, first: int, last: int) -> None:
    """Draws shards `first`..`last`-1 that are not there yet."""
    work.mkdir(parents=True, exist_ok=True)
    sources = sources_of(faces)
    for shard in range(first, last):
        path = work / f"shard{shard:03d}.npz"
        if path.exists():
            continue
        scenes = [draw(np.random.default_rng((shard, i)), sources) for i in range(SHARD)]
        partial = path.with_suffix(".part.npz")
        np.savez(
            partial, x=np.stack([s.image for s in scenes]), y=np.stack([s.labels for s in scenes]).astype(np.float16)
        )
        partial.rename(path)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    draw_shards(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
