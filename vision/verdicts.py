"""What a calibration is worth, said in words: keys for the screens, English for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from vision.mat import Mat

if TYPE_CHECKING:
    from vision.calibrate import Calibration

LEAST_SCALE = 1.3
"""Px per mm below which small indices are no longer read well."""

SOFT_EDGE_MM = 1.35
"""How far on the mat a sharp print edge may spread before the picture counts as out of focus."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """One finding. `key` is for the words of the screens, `text` says it in English; `zone` where it is about one."""

    key: str
    good: bool
    text: str
    value: float = 0.0
    zone: str = ""


def judge(calibration: Calibration, image: np.ndarray, mat: Mat) -> tuple[Verdict, ...]:
    """Everything worth saying, good and bad, in the order in which it should be mended."""
    out = [_markers(calibration), _distance(calibration, mat), _view(calibration, mat), _focus(calibration)]
    out += [_light(calibration), _evenness(calibration), _fit(calibration)]
    return (*out, *glares(calibration, image, mat))


def _markers(found: Calibration) -> Verdict:
    missing = 4 - len(found.markers)
    if missing:
        return Verdict(
            key="marker_hidden",
            good=True,
            value=missing,
            text=f"{missing} marker hidden, {len(found.markers)} are enough",
        )
    return Verdict(key="markers", good=True, value=4, text="all four markers seen")


def _distance(found: Calibration, mat: Mat) -> Verdict:
    corners = np.array([[0, 0], [mat.size[0], 0], list(mat.size), [0, mat.size[1]]], float)
    worst = min(found.lens.scale(corner[None]) for corner in corners)
    if worst < LEAST_SCALE:
        text = f"camera too high or picture too coarse: {worst:.2f} px per mm at the edge, {LEAST_SCALE} needed"
        return Verdict(key="too_far", good=False, value=worst, text=text)
    return Verdict(key="distance", good=True, value=worst, text=f"{worst:.2f} px per mm at the edge")


def _view(found: Calibration, mat: Mat) -> Verdict:
    """Whether every zone lies inside the picture."""
    for zone in mat.zones:
        left, top, right, bottom = zone.box
        px = found.lens.to_px(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
        inside = (px >= 0).all() and (px[:, 0] < found.lens.size[0]).all() and (px[:, 1] < found.lens.size[1]).all()
        if not inside:
            text = f"camera too low or turned away: zone {zone.name} leaves the picture"
            return Verdict(key="too_near", good=False, zone=zone.name, text=text)
    return Verdict(key="view", good=True, text="all zones in the picture")


def _focus(found: Calibration) -> Verdict:
    spread = found.sharpness_px / max(found.px_per_mm, 0.1)
    if spread > SOFT_EDGE_MM:
        text = f"out of focus: edges spread over {spread:.1f} mm, turn the lens until it is below {SOFT_EDGE_MM}"
        return Verdict(key="out_of_focus", good=False, value=spread, text=text)
    return Verdict(key="focus", good=True, value=spread, text=f"sharp: edges spread over {spread:.1f} mm")


def _light(found: Calibration) -> Verdict:
    if found.light < 70:
        text = f"too dark: white paper at {found.light:.0f} of 255, give more light"
        return Verdict(key="too_dark", good=False, value=found.light, text=text)
    if found.light > 253:
        text = f"too bright: white paper at {found.light:.0f} of 255, less light or a shorter exposure"
        return Verdict(key="too_bright", good=False, value=found.light, text=text)
    return Verdict(
        key="light", good=True, value=found.light, text=f"light is good: white paper at {found.light:.0f} of 255"
    )


def _evenness(found: Calibration) -> Verdict:
    if found.evenness < 0.5:
        text = f"light is uneven: the darkest corner has {found.evenness:.0%} of the brightest, move the lamp"
        return Verdict(key="uneven", good=False, value=found.evenness, text=text)
    return Verdict(key="evenness", good=True, value=found.evenness, text=f"light is even: {found.evenness:.0%}")


def _fit(found: Calibration) -> Verdict:
    if found.error_mm > 1.0:
        text = f"the mat is not flat or not printed at full size: points are off by {found.error_mm:.1f} mm"
        return Verdict(key="not_flat", good=False, value=found.error_mm, text=text)
    return Verdict(key="fit", good=True, value=found.error_mm, text=f"points fit within {found.error_mm:.2f} mm")


def glares(found: Calibration, image: np.ndarray, mat: Mat, px_per_mm: float = 1.0) -> list[Verdict]:
    """A verdict for each zone in which a lamp is mirrored: burnt-out spots of more than 4 cm²."""
    out = []
    for zone in mat.zones:
        part = found.lens.cut(image, zone.box, px_per_mm)
        burnt = ((part if part.ndim == 2 else part.min(axis=2)) >= 250).astype(np.uint8)
        burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        area = float(burnt.sum()) / px_per_mm**2 / 100
        if area > 4 and found.light < 250:
            text = f"lamp reflecting in zone {zone.name}: {area:.0f} cm² burnt out, move or shade it"
            out.append(Verdict(key="glare", good=False, value=area, zone=zone.name, text=text))
    return out
