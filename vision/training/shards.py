"""Scenes on disk, 40 to a file, so that making and learning can run side by side and be taken up again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.training.scenes import SceneMaker

SCENES = 40


def make_shards(maker: SceneMaker, folder: Path, count: int, first: int = 0) -> None:
    """Write `count` shards numbered from `first`; those that are there stay. Seed and number alone make a shard."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        path = folder / f"{number:04d}.npz"
        if path.exists():
            continue
        maker.rng = np.random.default_rng([maker.seed, number])
        images, labels = [], []
        for i in range(SCENES):
            image, found = maker.scene()
            images.append(image)
            labels.append(np.column_stack([np.full(len(found), i, np.float32), found]))
        # Under another name first: a reader never sees half a file.
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, images=np.stack(images), labels=np.concatenate(labels).astype(np.float32))
        unfinished.rename(path)


def load_shard(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Pictures (448, 448, 3) and their labels (n, 8) as `vision.training.scenes` writes them."""
    with np.load(path) as data:
        images, labels = data["images"], data["labels"]
    return [(images[i], labels[labels[:, 0] == i, 1:]) for i in range(len(images))]


def shards_in(folder: Path) -> list[Path]:
    """The finished shards of a folder."""
    return sorted(path for path in folder.glob("*.npz") if not path.name.endswith(".part.npz"))
