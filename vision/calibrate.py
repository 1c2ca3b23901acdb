"""From a picture of the mat to the way between pixels and millimetres, and how good it is, in words.

The plane of the mat is seen through a homography and one radial term around the middle of the picture. Both are fitted
to the corners of the markers and to the mat's checker crossings by least squares; crossings that a card covers, or that
are something else, are dropped. Three of the four markers are enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.lens import Lens, fit_lens
from vision.mat import Mat, dictionary
from vision.verdicts import Verdict, judge

MIN_MARKERS = 3
SEARCH_PX = 12
"""How far around its expected place a crossing is looked for, px at 1280 px width."""


@dataclass(frozen=True)
class Calibration:
    """`lens` maps mm to px and back. `error_mm` is the root mean square distance between printed and seen points.

    `markers`: numbers seen; `points`: how many points the fit rests on; `loose`: whether the markers lie on the bare
    table. `verdicts` say what is good and what is not.
    """

    lens: Lens
    markers: tuple[int, ...]
    points: int
    error_mm: float
    px_per_mm: float
    sharpness_px: float
    light: float
    evenness: float
    places: tuple[tuple[float, float], ...] = ()
    """Middles of the markers in sight, mm."""
    loose: bool = False
    verdicts: tuple[Verdict, ...] = field(default=())

    @property
    def good(self) -> bool:
        """Nothing that keeps the table from playing."""
        return all(verdict.good for verdict in self.verdicts)


def find_markers(grey: np.ndarray) -> dict[int, np.ndarray]:
    """Markers in a grey picture: number -> corners in px, (4, 2), clockwise from the marker's upper left."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = max(3, round(grey.shape[1] / 256))
    settings.relativeCornerRefinmentWinSize = 0.2
    settings.adaptiveThreshWinSizeMin = 7
    settings.adaptiveThreshWinSizeMax = 47
    settings.adaptiveThreshWinSizeStep = 20
    detector = cv2.aruco.ArucoDetector(dictionary(), settings)
    corners, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return {}
    return {int(number): found[0].astype(float) for number, found in zip(ids.ravel(), corners, strict=True)}


def calibrate(image: np.ndarray, mat: Mat, former: Calibration | None = None) -> Calibration | None:
    """The calibration that a picture (h, w, 3) BGR or (h, w) grey gives, None with fewer than three markers in sight.

    `former` lends its lens distortion where too few points are seen to fit it anew.
    """
    try:
        return _calibrate(image, mat, former)
    except (ValueError, np.linalg.LinAlgError):
        return None  # what was taken for markers does not lie as markers do


def _calibrate(image: np.ndarray, mat: Mat, former: Calibration | None) -> Calibration | None:
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found = find_markers(grey)
    known = {number: corners for number, corners in mat.marker_corners().items() if number in found}
    loose = False
    if len(known) < MIN_MARKERS:
        from vision.loose import loose_corners

        known, loose = loose_corners(found, mat, grey.shape), True
        if len(known) < MIN_MARKERS:
            return None
    size = (grey.shape[1], grey.shape[0])
    mm = np.vstack(list(known.values()))
    px = np.vstack([found[number] for number in known])
    k1 = former.lens.k1 if former is not None and former.lens.size == size else 0.0
    lens = fit_lens(mm, px, size, k1, fit_k1=len(known) == 4)
    if not loose:
        lens, mm, px = _with_crossings(grey, mat, lens, mm, px)
    error = float(np.sqrt(((lens.to_mm(px) - mm) ** 2).sum(axis=1).mean()))
    quiet = _white_levels(grey, lens, known, mat)
    calibration = Calibration(
        lens=lens,
        markers=tuple(sorted(known)),
        points=len(mm),
        error_mm=error,
        px_per_mm=lens.scale(np.array([mat.size]) / 2),
        sharpness_px=_edge_width(grey, [found[number] for number in known]),
        light=float(np.mean(quiet)),
        evenness=float(np.min(quiet) / max(np.max(quiet), 1.0)),
        places=tuple((float(x), float(y)) for x, y in (corners.mean(axis=0) for corners in known.values())),
        loose=loose,
    )
    return replace(calibration, verdicts=judge(calibration, image, mat))


# -- checker crossings ------------------------------------------------------------------------------------------


def _with_crossings(
    grey: np.ndarray, mat: Mat, lens: Lens, mm: np.ndarray, px: np.ndarray
) -> tuple[Lens, np.ndarray, np.ndarray]:
    """The lens fitted to markers and crossings together, and the points it rests on."""
    places = mat.crossings()
    reach = max(5, round(SEARCH_PX * grey.shape[1] / 1280))
    for search in (reach, max(4, reach // 2)):
        expected = lens.to_px(places)
        seen = [
            _crossing(grey, at, search, lens.scale(place[None])) for at, place in zip(expected, places, strict=True)
        ]
        good = np.array([point is not None for point in seen], bool)
        if good.sum() < 6:
            return lens, mm, px
        all_mm = np.vstack([mm, places[good]])
        all_px = np.vstack([px, [point for point in seen if point is not None]])
        lens, kept = _fit_without_strays(all_mm, all_px, len(mm), lens)
    return lens, all_mm[kept], all_px[kept]


def _fit_without_strays(mm: np.ndarray, px: np.ndarray, markers: int, lens: Lens) -> tuple[Lens, np.ndarray]:
    """Fit, drop crossings that lie far from where the fit puts them, fit again; marker corners always stay."""
    kept = np.ones(len(mm), bool)
    for limit in (6.0, 3.0, 2.5):
        lens = fit_lens(mm[kept], px[kept], lens.size, lens.k1, fit_k1=kept.sum() >= 24)
        off = np.linalg.norm(lens.to_px(mm) - px, axis=1)
        usual = max(0.25, float(np.median(off[kept])))
        kept = off <= limit * usual
        kept[:markers] = True
    return fit_lens(mm[kept], px[kept], lens.size, lens.k1, fit_k1=kept.sum() >= 24), kept


def _crossing(grey: np.ndarray, at: np.ndarray, reach: int, scale: float) -> np.ndarray | None:
    """The crossing nearest to `at` with dark squares at the upper left and lower right, to a fraction of a px."""
    x, y = round(at[0]), round(at[1])
    pad = reach + 4
    if x < pad or y < pad or x >= grey.shape[1] - pad or y >= grey.shape[0] - pad:
        return None
    patch = grey[y - pad : y + pad + 1, x - pad : x + pad + 1].astype(np.float32)
    sigma = max(0.8, 0.45 * scale)
    smooth = cv2.GaussianBlur(patch, (0, 0), sigma)
    xx, yy = cv2.Sobel(smooth, cv2.CV_32F, 2, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 2)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1)
    saddle = np.where(xy < 0, xy * xy - xx * yy, 0)  # dark at upper left and lower right: the mixed slope falls
    inner = saddle[4:-4, 4:-4]
    row, column = np.unravel_index(int(np.argmax(inner)), inner.shape)
    if not _is_checker(smooth, column + 4, row + 4, max(2, round(1.6 * scale))):
        return None
    offset = _saddle_point(smooth, column + 4, row + 4)
    return None if offset is None else np.array([x - pad + column + 4, y - pad + row + 4]) + offset


def _is_checker(patch: np.ndarray, x: int, y: int, step: int) -> bool:
    """Whether the four quarters around a px are dark and bright in turn, clearly."""
    step = min(step, 4)
    if not (step <= x < patch.shape[1] - step and step <= y < patch.shape[0] - step):
        return False
    dark = (patch[y - step, x - step], patch[y + step, x + step])
    bright = (patch[y - step, x + step], patch[y + step, x - step])
    return min(bright) - max(dark) > 0.35 * max(20.0, max(bright))


def _saddle_point(patch: np.ndarray, x: int, y: int) -> np.ndarray | None:
    """Where the fitted second-order surface around (x, y) is flat, relative to that px."""
    reach = 2
    window = patch[y - reach : y + reach + 1, x - reach : x + reach + 1]
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(float)
    terms = np.column_stack([t.ravel() for t in (np.ones_like(xs), xs, ys, xs * xs, xs * ys, ys * ys)])
    _, bx, by, cxx, cxy, cyy = np.linalg.lstsq(terms, window.ravel().astype(float), rcond=None)[0]
    slope = np.array([[2 * cxx, cxy], [cxy, 2 * cyy]])
    if np.linalg.det(slope) >= 0:
        return None
    offset = np.linalg.solve(slope, [-bx, -by])
    return offset if np.abs(offset).max() < 1.6 else None


# -- how good the picture is ------------------------------------------------------------------------------------


def _white_levels(grey: np.ndarray, lens: Lens, known: dict[int, np.ndarray], mat: Mat) -> list[float]:
    """The grey level of the white rim of each marker that is seen."""
    out = []
    for corners in known.values():
        middle = corners.mean(axis=0)
        half = np.abs(corners - middle).max()
        rim = half + 0.55 * mat.markers.quiet * half / (mat.markers.side / 2)
        ring = [
            (dx * rim, dy * rim)
            for dx in (-1, -0.5, 0, 0.5, 1)
            for dy in (-1, -0.5, 0, 0.5, 1)
            if 1 in (abs(dx), abs(dy))
        ]
        spots = np.round(lens.to_px(middle + np.array(ring))).astype(int)
        inside = (spots >= 0).all(axis=1) & (spots[:, 0] < grey.shape[1]) & (spots[:, 1] < grey.shape[0])
        if inside.any():
            out.append(float(np.median(grey[spots[inside, 1], spots[inside, 0]])))
    return out or [0.0]


def _edge_width(grey: np.ndarray, markers: list[np.ndarray]) -> float:
    """How many px the change from white to black takes at the markers' outer edges (sharp: under 3)."""
    widths = []
    for corners in markers:
        middle = corners.mean(axis=0)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            way = (a + b) / 2 - middle
            length = float(np.linalg.norm(way))
            step = way / length
            reach = min(0.3 * length, 8.0)
            for share in (0.3, 0.5, 0.7):
                at = a + (b - a) * share
                profile = _profile(grey, at - step * reach, at + step * reach, round(8 * reach) + 1)
                if profile is not None:
                    widths.append(profile * 2 * reach)
    return float(np.median(widths)) if widths else 99.0


def _profile(grey: np.ndarray, start: np.ndarray, end: np.ndarray, n: int) -> float | None:
    """Share of the way from `start` to `end` over which the grey level goes from 20 % to 80 %."""
    points = (start + (end - start) * np.linspace(0, 1, n)[:, None]).astype(np.float32)
    if points.min() < 1 or points[:, 0].max() > grey.shape[1] - 2 or points[:, 1].max() > grey.shape[0] - 2:
        return None
    line = (
        cv2.remap(grey, points[:, 0].reshape(1, -1), points[:, 1].reshape(1, -1), cv2.INTER_LINEAR)
        .ravel()
        .astype(float)
    )
    low, high = float(line[: n // 4].mean()), float(line[-(n // 4) :].mean())
    if high - low < 25:
        return None
    inside = ((line - low) / (high - low) > 0.2) & ((line - low) / (high - low) < 0.8)
    return float(inside.mean())
