"""The camera: does it give a picture, is it sharp, is there light, does it see the mat's markers.

One look serves all four checks. A running table has the camera to itself; its service screen shows the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from table.settings import folders
from table.settings.instance import running_pid

from .context import Context
from .result import CheckResult, bad, off, ok, warn

if TYPE_CHECKING:
    from vision.calibrate import Calibration

WARM_UP = 12
"""Frames to let go by: exposure and white balance settle over the first ones."""

FOCUS = ("out_of_focus", "focus")
LIGHT = ("too_dark", "too_bright", "uneven", "glare", "light", "evenness")


class Look(msgspec.Struct, frozen=True):
    """One picture taken for the check. `problem` is one line where there is none; `name` says which camera."""

    name: str = ""
    size: tuple[int, int] = (0, 0)
    rate: float = 0.0
    problem: str = ""
    busy: bool = False
    calibration: Any = None
    """`vision.calibrate.Calibration`, or None where the markers were not found."""


def look(context: Context) -> Look:
    """The camera's picture, taken once for all checks of this run."""
    if "look" not in context.shared:
        context.shared["look"] = _take(context)
    found: Look = context.shared["look"]
    return found


def _take(context: Context) -> Look:
    pid = running_pid(folders.store_folder(context.settings))
    if pid is not None and context.settings.camera.source in ("picamera2", "v4l2"):
        return Look(problem=f"the running table (process {pid}) has the camera; its service screen shows it", busy=True)
    from table.cameras import open_camera
    from vision.calibrate import calibrate
    from vision.camera import EndOfFrames, SourceError
    from vision.mat import load_mat

    camera = context.settings.camera
    mat = load_mat(camera.mat, Path(camera.mat_file) if camera.mat_file else None)
    source = None
    try:
        source = open_camera(folders.camera_line(context.settings))
        if source is None:
            return Look(problem="no camera")
        info = source.open()
        frame = source.read()
        for _ in range(WARM_UP):
            frame = source.read()
        return Look(info.name, info.size, info.rate, calibration=calibrate(frame.image, mat))
    except EndOfFrames:
        return Look(problem=f"{camera.path} has too few pictures to look at")
    except Exception as error:  # a driver may raise anything, and a check must say so in one line
        known = isinstance(error, SourceError) or type(error).__name__ == "CameraError"
        return Look(problem=" ".join(f"{'' if known else type(error).__name__ + ': '}{error}".split()))
    finally:
        if source is not None:
            source.close()


def camera(context: Context) -> CheckResult:
    """Whether it gives pictures, which and how many."""
    kind = context.settings.camera.source
    if kind == "none":
        return off("camera", "none wanted in the settings; scores are entered by hand")
    if kind == "sim":
        return off("camera", "a drawn table; nothing to check")
    seen = look(context)
    if seen.busy:
        return off("camera", seen.problem)
    if seen.problem:
        return bad("camera", seen.problem, "play goes on by hand; 'cardtable check camera' tries again")
    text = f"{seen.name}, {seen.size[0]}x{seen.size[1]}, {seen.rate:.0f} pictures a second"
    return ok("camera", text, size=list(seen.size), rate=seen.rate)


def markers(context: Context) -> CheckResult:
    """The mat's four corners; three are enough."""
    found = _calibration("markers", context)
    if isinstance(found, CheckResult):
        return found
    wrong = [verdict.text for verdict in found.verdicts if not verdict.good and verdict.key not in (*FOCUS, *LIGHT)]
    data = {
        "markers": [int(number) for number in found.markers],
        "error_mm": round(found.error_mm, 3),
        "px_per_mm": round(found.px_per_mm, 3),
    }
    if wrong:
        return bad("markers", "; ".join(wrong), "then: cardtable calibrate", **data)
    text = f"{len(found.markers)} of 4 seen, {found.px_per_mm:.1f} px per mm, within {found.error_mm:.2f} mm"
    if len(found.markers) < 4:
        return warn("markers", text, "uncover the fourth one", **data)
    return ok("markers", text, **data)


def focus(context: Context) -> CheckResult:
    """How sharp the print's edges are."""
    return _judged("focus", context, FOCUS, "turn the lens, or let it focus anew: cardtable calibrate")


def light(context: Context) -> CheckResult:
    """Brightness, evenness, and lamps mirrored in the mat."""
    return _judged("light", context, LIGHT, "a lamp to the side of the camera and a matt surface help")


def _judged(name: str, context: Context, keys: tuple[str, ...], help: str) -> CheckResult:  # noqa: A002
    found = _calibration(name, context)
    if isinstance(found, CheckResult):
        return found
    verdicts = [verdict for verdict in found.verdicts if verdict.key in keys]
    data = {verdict.key: round(float(verdict.value), 2) for verdict in verdicts}
    wrong = [verdict.text for verdict in verdicts if not verdict.good]
    if wrong:
        return bad(name, "; ".join(wrong), help, **data)
    return ok(name, "; ".join(verdict.text for verdict in verdicts), **data)


def _calibration(name: str, context: Context) -> Calibration | CheckResult:
    """What the picture shows of the mat, or why nothing can be said."""
    if context.settings.camera.source in ("none", "sim"):
        return off(name, "no camera to look through")
    seen = look(context)
    if seen.problem:
        return off(name, "no picture to judge")
    if seen.calibration is None:
        text = "fewer than three of the mat's markers are in sight"
        if name != "markers":
            return off(name, f"{text}; nothing to judge by")
        return bad(name, text, "lay the mat under the camera, uncover its corners, turn the lens until they are sharp")
    found: Calibration = seen.calibration
    return found
