"""Frames from a folder of pictures, in the order of their names."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.camera.frame import EndOfFrames, Frame, SourceError, SourceInfo

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


class Folder:
    """Each picture is shown for `hold` frames, so that a picture settles as a still table does; then the end.

    A file ``times.txt`` beside the pictures, one line ``NAME SECONDS`` each, gives recorded times instead.
    """

    def __init__(self, path: str, rate: float = 15.0, hold: int = 15) -> None:
        self.path, self.rate, self.hold = Path(path), rate, hold
        self._files: list[Path] = []
        self._times: dict[str, float] = {}
        self._at = 0

    def open(self) -> SourceInfo:
        if not self.path.is_dir():
            raise SourceError(f"no folder at {self.path}")
        self._files = sorted(p for p in self.path.iterdir() if p.suffix.lower() in SUFFIXES)
        if not self._files:
            raise SourceError(f"{self.path}: no pictures here (looked for {', '.join(SUFFIXES)})")
        self._times = _times(self.path / "times.txt")
        self._at = 0
        first = cv2.imread(str(self._files[0]))
        if first is None:
            raise SourceError(f"{self._files[0]}: not a readable picture")
        return SourceInfo(f"folder {self.path.name}", (first.shape[1], first.shape[0]), self.rate)

    def read(self) -> Frame:
        hold = 1 if self._times else self.hold
        index = self._at // hold
        if index >= len(self._files):
            raise EndOfFrames(str(self.path))
        image = cv2.imread(str(self._files[index]))
        if image is None:
            self._at = (index + 1) * hold
            raise SourceError(f"{self._files[index]}: not a readable picture")
        t = self._times.get(self._files[index].name, self._at / self.rate)
        self._at += 1
        return Frame.of(self._at, t, image)

    def close(self) -> None:
        self._files = []


def _times(path: Path) -> dict[str, float]:
    if not path.is_file():
        return {}
    out = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        try:
            name, seconds = words
            out[name] = float(seconds)
        except ValueError:
            raise SourceError(f"{path}, line {number}: expected NAME SECONDS, found {line!r}") from None
    return out
