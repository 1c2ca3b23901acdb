"""What the eye sees, drawn over the camera's picture: zones, markers, cards and their names, for the service screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from table.rules.cards import pretty
from table.rules.signals import ZoneView
from vision.calibrate import Calibration
from vision.lens import Lens
from vision.mat import Mat

LINE, GOOD, ASK, HAND = (102, 116, 61), (168, 227, 134), (43, 166, 255), (125, 143, 255)
"""Blue, green, red; the colours of the screens."""


def overlay(
    image: np.ndarray,
    calibration: Calibration | None,
    mat: Mat,
    views: Mapping[str, ZoneView] | None = None,
    covered: Iterable[str] = (),
) -> np.ndarray:
    """A copy of the picture with everything drawn in. Without a calibration only a note that the mat is not seen."""
    out = image.copy()
    if calibration is None:
        _label(out, "mat not found", (20, 50), ASK, 1.2)
        return out
    lens, views, covered = calibration.lens, views or {}, set(covered)
    for zone in mat.zones:
        view = views.get(zone.name)
        colour = HAND if zone.name in covered else GOOD if view is not None and view.state == "done" else LINE
        outline = _side_points(*zone.box)
        cv2.polylines(out, [np.round(lens.to_px(outline)).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
        at = lens.to_px(np.array([[zone.box[0] + 3, zone.box[1] - 3]]))[0]
        _label(out, zone.name, (int(at[0]), int(at[1])), colour, 0.6)
        if view is not None:
            _cards(out, lens, view)
    for number, corners in mat.marker_corners().items():
        colour = GOOD if number in calibration.markers else ASK
        cv2.polylines(out, [np.round(lens.to_px(corners)).astype(np.int32)], True, colour, 3, cv2.LINE_AA)
    return out


def _cards(image: np.ndarray, lens: Lens, view: ZoneView) -> None:
    for seen in view.cards:
        if seen.outline is not None:
            px = np.round(lens.to_px(np.array(seen.outline))).astype(np.int32)
            cv2.polylines(image, [px], True, GOOD, 2, cv2.LINE_AA)
            name = pretty(seen.card).translate({0x2660: "S", 0x2665: "H", 0x2666: "D", 0x2663: "C"})
            _label(image, name, (int(px[0][0]) + 4, int(px[0][1]) - 6), GOOD, 0.6)
    for unsure in view.unsure:
        if unsure.outline is not None:
            px = np.round(lens.to_px(np.array(unsure.outline))).astype(np.int32)
            cv2.polylines(image, [px], True, ASK, 2, cv2.LINE_AA)
            _label(image, "?", (int(px[0][0]) + 4, int(px[0][1]) - 6), ASK, 0.8)


def _label(image: np.ndarray, text: str, at: tuple[int, int], colour: tuple[int, int, int], size: float) -> None:
    cv2.putText(image, text, (at[0] + 1, at[1] + 1), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _side_points(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    xs, ys = np.linspace(left, right, 12), np.linspace(top, bottom, 6)
    ring = [(x, top) for x in xs] + [(right, y) for y in ys] + [(x, bottom) for x in xs[::-1]]
    return np.array([*ring, *((left, y) for y in ys[::-1])])
