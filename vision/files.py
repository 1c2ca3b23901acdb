"""Pictures from files, folders, videos and standard input, one after the other.

Phone pictures are turned as their EXIF says. What cannot be read is told in one line and does not stop the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm"})
VIDEOS = frozenset({".mp4", ".mov", ".avi", ".mkv", ".webm", ".m4v", ".mjpeg", ".mjpg"})

LARGEST_FILE = 200 * 2**20
LARGEST_SIDE = 5000
"""Pictures of more pixels a side are made smaller before they are read; outlines are given in the smaller picture."""


class PictureError(ValueError):
    """A picture that cannot be read. The text is one line: which one, what is wrong, what to do."""


def load_picture(path: Path) -> np.ndarray:
    """One picture file as (height, width, 3) uint8 BGR, upright. Raises `PictureError`."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise PictureError(f"{path}: {size // 2**20} MB is too large for a picture (at most 200): make it smaller")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file") from None
    except OSError as error:
        raise PictureError(f"{path}: cannot be opened ({error.strerror or error})") from None
    return decode(data, str(path))


def decode(data: bytes, name: str) -> np.ndarray:
    """A picture from the bytes of its file. Raises `PictureError`."""
    if not data:
        raise PictureError(f"{name}: the file is empty")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        # OpenCV refuses pictures of more than 2**30 pixels by raising.
        image = None
    if image is None or image.size == 0:
        raise PictureError(f"{name}: not a picture that can be read (broken, or of an unknown kind)")
    if min(image.shape[:2]) < 16:
        raise PictureError(f"{name}: {image.shape[1]}x{image.shape[0]} pixels is too small to show a card")
    longer = max(image.shape[:2])
    if longer > LARGEST_SIDE:
        factor = LARGEST_SIDE / longer
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return image


def expand(arguments: list[str]) -> Iterator[str]:
    """The names of pictures and videos that the arguments stand for: a folder is all of its pictures, in order.

    Raises `PictureError` for a folder without any.
    """
    for argument in arguments:
        path = Path(argument)
        if argument != "-" and path.is_dir():
            names = sorted(str(one) for one in path.iterdir() if one.suffix.lower() in PICTURES | VIDEOS)
            if not names:
                raise PictureError(f"{argument}: no pictures in this folder")
            yield from names
        else:
            yield argument


def frames(name: str, stdin: BinaryIO, every: int = 1) -> Iterator[tuple[str, np.ndarray]]:
    """The picture, or every so many-th frame of the video, called `name`; ``-`` is a picture on standard input.

    Raises `PictureError`.
    """
    if name == "-":
        yield "-", decode(stdin.read(LARGEST_FILE + 1)[:LARGEST_FILE], "standard input")
    elif Path(name).suffix.lower() in VIDEOS:
        yield from video_frames(Path(name), every)
    else:
        yield name, load_picture(Path(name))


def video_frames(path: Path, every: int) -> Iterator[tuple[str, np.ndarray]]:
    """Frames of a video, named ``path#number`` from 0. Raises `PictureError`."""
    if not path.is_file():
        raise PictureError(f"{path}: no such file")
    capture = cv2.VideoCapture(str(path))
    try:
        number = 0
        while True:
            got, frame = capture.read()
            if not got:
                break
            if number % every == 0:
                yield f"{path}#{number}", frame
            number += 1
        if number == 0:
            raise PictureError(f"{path}: not a video that can be read (broken, or of an unknown kind)")
    finally:
        capture.release()
