"""Where the pictures of a deck come from: the camera, photographs of the mat, or scans of single cards."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.cli import UserError

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
NO_CARD = (
    "neither the mat nor one upright card of {:g}x{:g} mm cut to its edges: show the mat's markers, or cut the scan"
)


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
    """The mat seen from above at 2 px a mm, with its homography: the lens is taken out on the way."""
    import numpy as np

    scale = 2.0
    view = found.lens.cut(image, (0.0, 0.0, mat.size[0], mat.size[1]), scale)
    return view, np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])


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


def is_scan(image: Any, size_mm: tuple[float, float]) -> bool:
    """Whether a picture without a mat has the shape of one card."""
    return bool(0.8 < image.shape[1] / image.shape[0] / (size_mm[0] / size_mm[1]) < 1.25)
