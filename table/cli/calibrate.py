"""`cardtable calibrate`: find the mat in the camera's picture and say how good the picture is."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from table.cli import UserError

HELP = "Find the mat in the camera's picture and say, in words, how good the picture is."
EPILOG = """examples:
  cardtable calibrate                           the camera and the mat of the settings
  cardtable calibrate --camera v4l2:/dev/video0 --mat gin
  cardtable calibrate table.jpg                 a picture that was taken before
  cardtable calibrate --watch                   again every second while you turn lens and lamp
  cardtable calibrate --picture seen.png        the camera's picture with zones and markers drawn in

exit status: 0 good, 1 something to mend (it is said what), 2 wrong use"""

WARM_UP = 8
"""Frames that are let go by before the first look, so that exposure has settled."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", nargs="?", type=Path, help="a picture of the table instead of the camera")
    parser.add_argument("--camera", metavar="LINE", help="the source of pictures (default: that of the settings)")
    parser.add_argument("--mat", choices=("gin", "row", "both"), help="which mat lies there (default: settings)")
    parser.add_argument("--zones", type=Path, metavar="FILE", help="your own geometry of the mat")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="write what is seen with zones and markers drawn in"
    )
    parser.add_argument("--watch", action="store_true", help="go on, once a second, until Ctrl-C")
    parser.add_argument("--json", action="store_true", help="one JSON document a look on standard output")


def run(args: argparse.Namespace) -> int:
    from vision.mat import MatError, load_mat

    settings = _settings()
    kind = args.mat or settings.camera.mat
    zones = args.zones or (Path(settings.camera.mat_file) if settings.camera.mat_file else None)
    try:
        mat = load_mat(kind, zones)
    except MatError as error:
        raise UserError(str(error)) from error
    with _pictures(args, settings) as take:
        while True:
            good = _look(take(), mat, args)
            if not args.watch:
                return 0 if good else 1
            time.sleep(1.0)


def _look(image: Any, mat: Any, args: argparse.Namespace) -> bool:
    """One look: what is found is printed and, where wanted, drawn. Whether it is good."""
    import cv2

    from vision.calibrate import calibrate
    from vision.overlay import overlay

    found = calibrate(image, mat)
    if args.picture is not None:
        try:
            written = cv2.imwrite(str(args.picture), overlay(image, found, mat))
        except cv2.error:
            written = False
        if not written:
            raise UserError(f"{args.picture}: cannot be written; choose a place and a name ending in .png")
    if args.json:
        print(json.dumps(_as_json(found)), flush=True)
    elif found is None:
        print("✗ mat not found: fewer than three markers in sight; uncover them, give light, aim the camera at the mat")
    else:
        for verdict in found.verdicts:
            print(f"{'✓' if verdict.good else '✗'} {verdict.text}")
        print(f"  {found.px_per_mm:.2f} px per mm in the middle, {found.points} points, off by {found.error_mm:.2f} mm")
    return found is not None and found.good


def _as_json(found: Any) -> dict[str, Any]:
    if found is None:
        return {"found": False, "good": False, "verdicts": [{"key": "marker_hidden", "good": False}]}
    return {
        "found": True,
        "good": found.good,
        "markers": list(found.markers),
        "points": found.points,
        "error_mm": round(found.error_mm, 3),
        "px_per_mm": round(found.px_per_mm, 3),
        "sharpness_px": round(found.sharpness_px, 2),
        "light": round(found.light),
        "evenness": round(found.evenness, 3),
        "loose": found.loose,
        "verdicts": [
            {"key": v.key, "good": v.good, "text": v.text, "value": round(v.value, 3), "zone": v.zone}
            for v in found.verdicts
        ],
    }


def _settings() -> Any:
    from table.settings import load

    return load()


@contextmanager
def _pictures(args: argparse.Namespace, settings: Any) -> Iterator[Callable[[], Any]]:
    """A function that gives the next picture, from the file or from the camera."""
    import cv2

    if args.image is not None:
        image = cv2.imread(str(args.image)) if args.image.is_file() else None
        if image is None:
            raise UserError(f"{args.image}: no picture that can be read; give a photograph of the table (PNG or JPEG)")
        yield lambda: image
        return
    from table.cameras import open_camera
    from table.settings.folders import camera_line
    from vision.camera import EndOfFrames, SourceError

    line = args.camera or camera_line(settings)
    try:
        source = open_camera(line)
        if source is None:
            raise UserError('no camera in the settings (source = "none"); name one: --camera v4l2:/dev/video0')
        try:
            source.open()
            for _ in range(WARM_UP):
                source.read()
            yield lambda: source.read().image
        finally:
            source.close()
    except EndOfFrames:
        raise UserError(f"{line}: too few pictures for a look") from None
    except SourceError as error:
        raise UserError(str(error)) from error
