"""Pictures of cards as the camera saw them, kept for the screens under short ids; old ones make room for new."""

from __future__ import annotations

import threading
from collections import OrderedDict

import numpy as np


class CutoutStore:
    """Bounded and safe to share between threads. Nothing is ever written to disk.

    `keep` is how many pictures are held; at 160x220 px one takes about 100 kB.
    """

    def __init__(self, keep: int = 160) -> None:
        self.keep = keep
        self._pictures: OrderedDict[str, np.ndarray] = OrderedDict()
        self._count = 0
        self._lock = threading.Lock()

    def put(self, image: np.ndarray) -> str:
        """Keep a picture, (h, w, 3) uint8 BGR, and give its id."""
        kept = np.ascontiguousarray(image).copy()
        kept.setflags(write=False)
        with self._lock:
            self._count += 1
            name = f"cut{self._count}"
            self._pictures[name] = kept
            while len(self._pictures) > self.keep:
                self._pictures.popitem(last=False)
        return name

    def get(self, name: str) -> np.ndarray | None:
        """The picture, None where it was never kept or has made room. Using a picture keeps it longer."""
        with self._lock:
            if name in self._pictures:
                self._pictures.move_to_end(name)
            return self._pictures.get(name)

    def clear(self) -> None:
        """Forget all (a new hand, or somebody asked for it)."""
        with self._lock:
            self._pictures.clear()

    def __len__(self) -> int:
        return len(self._pictures)
