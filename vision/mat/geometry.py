"""Where everything on the mat lies, read from ``mat.toml``: the one place for its geometry.

All lengths are mm on the mat, origin at the sheet's upper left corner, x to the right, y down.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""

KINDS = ("gin", "row", "both")


class MatError(ValueError):
    """A file of zone geometry that cannot be used: the text says where and what."""


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named rectangle on the mat."""

    name: str
    box: Box
    mats: tuple[str, ...] = KINDS
    label: str = ""
    turned: bool = False
    dashed: bool = False

    def holds(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether a point in mm lies in the zone, `slack` mm around it counted in."""
        left, top, right, bottom = self.box
        return left - slack <= x <= right + slack and top - slack <= y <= bottom + slack


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dictionary: str
    side: float
    quiet: float
    at: tuple[tuple[float, float], ...]


class Loose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: float
    first: int


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mats: tuple[str, ...]
    square: float
    at: tuple[tuple[float, float], ...]


class Ruler(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: tuple[float, float] = msgspec.field(name="from")
    length: float


class MatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of ``mat.toml``."""

    size: tuple[float, float]
    markers: Markers
    loose: Loose
    points: tuple[Points, ...]
    zones: tuple[Zone, ...]
    ruler: Ruler
    labels: dict[str, dict[str, str]]


class Mat(msgspec.Struct, frozen=True):
    """One of the three mats. `zones` are those printed on it, `points` its checker crossings (x, y, square)."""

    kind: str
    size: tuple[float, float]
    markers: Markers
    loose: Loose
    points: tuple[tuple[float, float, float], ...]
    zones: tuple[Zone, ...]
    ruler: Ruler
    labels: dict[str, dict[str, str]]

    def zone(self, name: str) -> Zone:
        """The zone called `name`. Raises `KeyError`."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(f"the {self.kind} mat has no zone {name!r}")

    def marker_corners(self) -> dict[int, np.ndarray]:
        """For each marker number its corners in mm, (4, 2), clockwise from the upper left."""
        half = self.markers.side / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return {number: square + np.array(at) for number, at in enumerate(self.markers.at)}

    def crossings(self) -> np.ndarray:
        """The checker crossings, (n, 2) in mm."""
        return np.array([point[:2] for point in self.points], float).reshape(-1, 2)


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """The markers' dictionary."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def load_mat(kind: str = "gin", path: Path | None = None) -> Mat:
    """The mat of `kind` (``gin``, ``row`` or ``both``) from the project's file or from one's own. Raises `MatError`."""
    if kind not in KINDS:
        raise MatError(f"no mat {kind!r}: choose one of {', '.join(KINDS)}")
    where = str(path or "mat.toml")
    try:
        text = path.read_text("utf-8") if path else resources.files(__package__).joinpath("mat.toml").read_text("utf-8")
        data: dict[str, Any] = tomllib.loads(text)
        parts = msgspec.convert(data, MatFile)
    except OSError as error:
        raise MatError(f"{where}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise MatError(f"{where}: {error}") from error
    mat = Mat(
        kind,
        parts.size,
        parts.markers,
        parts.loose,
        tuple((x, y, group.square) for group in parts.points if kind in group.mats for x, y in group.at),
        tuple(zone for zone in parts.zones if kind in zone.mats),
        parts.ruler,
        parts.labels,
    )
    _check(mat, where)
    return mat


def _check(mat: Mat, where: str) -> None:
    """Everything on the sheet, zones large enough for a card, no marker under a zone, four markers."""
    width, height = mat.size
    if len(mat.markers.at) != 4:
        raise MatError(f"{where}: markers.at needs four places, found {len(mat.markers.at)}")
    for zone in mat.zones:
        left, top, right, bottom = zone.box
        if not (0 <= left < right <= width and 0 <= top < bottom <= height):
            raise MatError(f"{where}: zone {zone.name!r} {list(zone.box)} does not lie on the sheet {list(mat.size)}")
        if right - left < 63 or bottom - top < 88:
            raise MatError(f"{where}: zone {zone.name!r} is smaller than a card (63 x 88 mm)")
    reach = mat.markers.side / 2 + mat.markers.quiet
    for number, (x, y) in enumerate(mat.markers.at):
        if not (reach <= x + 5 and reach <= y + 5 and x + reach <= width + 5 and y + reach <= height + 5):
            raise MatError(f"{where}: marker {number} at {[x, y]} leaves the sheet")
        for zone in mat.zones:
            left, top, right, bottom = zone.box
            if left - reach < x < right + reach and top - reach < y < bottom + reach:
                raise MatError(f"{where}: marker {number} lies in zone {zone.name!r}")
