"""Where the pictures of a deck come from: the camera, photographs of the mat, or scans of single cards."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.cli import UserError

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
NO_CARD = (
    "no whole card of {:g}x{:g} mm stands out from what it lies on, nor is the mat there: lay it on a plain cloth of "
    "another colour, or cut a scan to the card's edges"
)
DOUBTFUL = "a photograph or a scan? Take it with more of the table around the card; scans: add --scans"
CLEARLY, AROUND = 0.975, 0.015
"""How clearly a card must end all around to be cut out of a photograph and kept, and how much of what it lies on must
show around it, in longer sides of the photograph."""
PERHAPS, LARGE = 0.93, 0.2
"""In a picture of a card's shape something that ends so clearly and is so large may be the card itself or a part of its
picture."""
SCAN_FILLED, SCAN_ASKEW = 0.5, 0.03
"""What looks like a card within a picture of a card's shape is the frame of a scan's own picture where it fills so much
of it and stands so straight (rad) in its middle; nobody holds a camera like that."""


class DoubtfulError(Exception):
    """A picture may be a scan of a card or a photograph of one."""


def pictures_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """``--from``: `what` the pictures are, in the help."""
    parser.add_argument("--from", dest="pictures", nargs="+", type=Path, default=[], metavar="PATH", help=what)


def camera_frames(args: argparse.Namespace) -> Iterator[tuple[float, Any]]:
    from table.cameras import open_camera
    from table.settings import load
    from table.settings.folders import camera_line
    from vision.camera import EndOfFrames, SourceError

    line = args.camera or camera_line(load())
    try:
        source = open_camera(line)
        if source is None:
            raise UserError('no camera in the settings (source = "none"): name one with --camera, or give pictures')
        try:
            source.open()
            while True:
                frame = source.read()
                yield frame.t, frame.image
        except EndOfFrames:
            return
        finally:
            source.close()
    except SourceError as error:
        raise UserError(str(error)) from error


def mat_of(kind: str | None) -> Any:
    from table.settings import load
    from vision.mat import KINDS, load_mat

    name = kind or load().camera.mat
    return load_mat(name if name in KINDS else "row")


def from_above(image: Any, found: Any, mat: Any) -> tuple[Any, Any]:
    """The mat seen from above, with its homography: the lens is taken out on the way."""
    from vision.pictures.above import mat_from_above

    return mat_from_above(image, found.lens, mat.size)


def photo_from_above(image: Any, kind: str | None) -> tuple[Any, Any] | None:
    """`from_above` of a photograph; None where no mat is in it."""
    from vision.calibrate import calibrate

    mat = mat_of(kind)
    found = calibrate(image, mat)
    return None if found is None else from_above(image, found, mat)


def images_in(paths: list[Path]) -> Iterator[tuple[Path, Any]]:
    """The pictures of files and folders, in the order of their names."""
    import cv2

    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
            if not inside:
                raise UserError(f"{path}: no pictures in this folder (looked for {', '.join(PICTURES)})")
            files += inside
        elif path.is_file():
            files.append(path)
        else:
            raise UserError(f"{path}: no such file or folder")
    for path in files:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise UserError(f"{path}: no picture that can be read; use PNG, JPEG or WebP")
        yield path, image


def card_in_photo(image: Any, size_mm: tuple[float, float]) -> Any:
    """The plane of a whole card in a photograph without a mat; None where there is none, or it is a scan. Raises
    `DoubtfulError` where it may be either."""
    from vision.pictures.photo import planes_of

    planes = [one for one in planes_of(image, size_mm) if _lies_within(image, one)]
    if is_scan(image, size_mm) and planes:
        largest = planes[0]
        if _is_its_frame(image, largest):
            return None
        if largest.clear < CLEARLY:
            if largest.clear > PERHAPS and largest.share_of(image) > LARGE:
                raise DoubtfulError
            return None
    return next((one for one in planes if one.clear >= CLEARLY), None)


def _lies_within(image: Any, plane: Any) -> bool:
    """Whether a card lies in a photograph with something around it."""
    h, w = image.shape[:2]
    rim = AROUND * max(h, w)
    return bool(plane.outline_px.min() > rim and (plane.outline_px < [w - rim, h - rim]).all())


def _is_its_frame(image: Any, plane: Any) -> bool:
    """Whether a card's outline is the frame within a scan of one card."""
    import numpy as np

    top = plane.outline_px[1] - plane.outline_px[0]
    askew = abs(np.sin(2 * np.arctan2(top[1], top[0]))) / 2
    aside = np.abs(plane.outline_px.mean(axis=0) / np.array(image.shape[1::-1]) - 0.5).max()
    return bool(plane.share_of(image) > SCAN_FILLED and askew < SCAN_ASKEW and aside < SCAN_ASKEW)


def is_scan(image: Any, size_mm: tuple[float, float]) -> bool:
    """Whether a picture without a mat has the shape of one card."""
    return bool(0.8 < image.shape[1] / image.shape[0] / (size_mm[0] / size_mm[1]) < 1.25)
