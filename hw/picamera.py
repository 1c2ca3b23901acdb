"""The Raspberry Pi's camera through picamera2, the only place that imports it, and only when it is wanted.

`make` gives a source of frames in the shape that `vision.camera` asks for (open, read, close). What the library does
that surprises people is dealt with here:

* Arrays of the format called ``RGB888`` are in the order blue, green, red.
* Rows of a buffer may be longer than the picture; planes of ``YUV420`` stay padded even in `make_array`.
* A request that is not released starves the camera. One is held until the next frame is asked for, so that the large
  picture is copied only when somebody looks at it.
* Controls that a camera does not have raise an error for all of them, so each is checked first.
* One `Picamera2` lives as long as the process: each new one takes memory that does not come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

BUFFERS = 4
SMALL_WIDTH = 320
STANDSTILL_S = 3.0
"""No frame for so long: the camera is started again."""

SETTLE_S = 1.5
"""Exposure and white balance are left to themselves at least so long before they are locked."""

SETTLE_AT_MOST_S = 5.0
LIGHT_CHANGED = 0.35
"""Share by which the mean brightness must change, for `LIGHT_CHANGED_S`, to measure exposure anew."""

LIGHT_CHANGED_S = 4.0
FLICKER_US = {"50": 10_000, "60": 8_333}
RESTARTS_BEFORE_REOPENING = 3


class CameraError(Exception):
    """The camera gives no pictures: one line that says what, where and what to do."""


@dataclass(frozen=True)
class CameraInfo:
    """What the camera gives: name, width and height in px, frames a second."""

    name: str
    size: tuple[int, int]
    rate: float


@dataclass
class PiFrame:
    """One frame. `t`: the table's clock in seconds; `small`: (h, 320) uint8 grey; `image`: (h, w, 3) uint8 BGR.

    `image` must be asked for before the next frame is read. Raises `CameraError` when it is too late.
    """

    number: int
    t: float
    small: np.ndarray
    take: Callable[[], np.ndarray] = field(repr=False)
    _image: np.ndarray | None = field(default=None, repr=False)

    @property
    def image(self) -> np.ndarray:
        if self._image is None:
            self._image = self.take()
        return self._image


def make(place: str, options: Mapping[str, str]) -> PiCamera:
    """The source for a settings line such as ``picamera2:0?size=2304x1296&rate=15&flicker=50&turned=180``.

    Raises `CameraError` for an option that makes no sense.
    """
    if place and not place.isdigit():
        raise CameraError(f"picamera2:{place}: the camera's number is 0 or 1")
    width, _, height = options.get("size", "2304x1296").partition("x")
    flicker, turned = options.get("flicker", "50"), options.get("turned", "0")
    if not (width.isdigit() and height.isdigit()):
        raise CameraError(f"size={options['size']!r}: write it as 2304x1296")
    if flicker not in (*FLICKER_US, "off"):
        raise CameraError(f"flicker={flicker!r}: choose 50, 60 or off")
    if turned not in ("0", "180"):
        raise CameraError(f"turned={turned!r}: choose 0 or 180")
    try:
        rate = float(options.get("rate", "15"))
    except ValueError:
        raise CameraError(f"rate={options['rate']!r}: write a number, such as rate=15") from None
    return PiCamera(int(place or 0), (int(width), int(height)), rate, flicker, turned == "180")


_cameras: dict[int, Any] = {}
"""The one `Picamera2` of each camera in this process."""


class PiCamera:
    """One camera of the Pi. `clock` is the table's monotonic clock in seconds."""

    def __init__(self, number: int = 0, size: tuple[int, int] = (2304, 1296), rate: float = 15.0, flicker: str = "50",
                 turned: bool = False, clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.number, self.size, self.rate, self.flicker, self.turned = number, size, rate, flicker, turned
        self._clock = clock
        self._camera: Any = None
        self._request: Any = None
        self._count = 0
        self._failures = 0
        self._started_at = 0.0
        self.locked = False
        self._level: float | None = None
        self._changed_since: float | None = None

    # -- a source of frames -------------------------------------------------------------------------------------

    def open(self) -> CameraInfo:
        """Start the camera. Raises `CameraError`."""
        camera = self._find()
        try:
            config = camera.create_video_configuration(
                main={"size": self.size, "format": "RGB888"},
                lores={"size": self._small_size(), "format": "YUV420"},
                buffer_count=BUFFERS,
                controls=self._known(camera, {"FrameDurationLimits": (int(1e6 / self.rate),) * 2}),
            )
            camera.align_configuration(config)
            camera.configure(config)
            camera.set_controls(self._known(camera, self._measuring()))
            camera.start()
        except Exception as error:
            self._forget(camera)
            raise CameraError(
                f"camera {self.number} does not start: {error}; check its cable, then try again"
            ) from error
        self._camera, self.locked, self._level = camera, False, None
        self._started_at = self._clock()
        size = tuple(camera.camera_configuration()["main"]["size"])
        model = camera.camera_properties.get("Model", "camera")
        return CameraInfo(f"Pi camera {self.number} ({model})", (int(size[0]), int(size[1])), self.rate)

    def read(self) -> PiFrame:
        """The next frame, waiting for it at most `STANDSTILL_S`. Raises `CameraError`."""
        if self._camera is None:
            raise CameraError(f"camera {self.number} is not started")
        self._release()
        try:
            request = self._camera.capture_request(wait=STANDSTILL_S)
        except TimeoutError as error:
            self._failures += 1
            raise CameraError(
                f"camera {self.number}: no picture for {STANDSTILL_S:.0f} s, starting it again"
            ) from error
        except Exception as error:
            self._failures += 1
            raise CameraError(f"camera {self.number}: {error}; starting it again") from error
        self._request = request
        now = self._clock()
        try:
            small = self._small(request)
            self._keep_exposure(request.get_metadata(), small, now)
        except Exception as error:
            self._release()
            self._failures += 1
            raise CameraError(f"camera {self.number}: {error}") from error
        self._count += 1
        self._failures = 0
        return PiFrame(self._count, now, small, lambda: self._large(request))

    def close(self) -> None:
        """Stop the camera. The library's object is kept for the next start unless it has failed too often."""
        self._release()
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.stop()
        finally:
            if self._failures >= RESTARTS_BEFORE_REOPENING:
                self._failures = 0
                self._forget(camera)

    def still(self) -> np.ndarray:
        """One picture at the sensor's full size, (h, w, 3) BGR, for enrolling cards; the video goes on afterwards.

        Raises `CameraError` (where memory for it is short, say); the video goes on then too.
        """
        if self._camera is None:
            raise CameraError(f"camera {self.number} is not started")
        self._release()
        try:
            config = self._camera.create_still_configuration(main={"format": "RGB888"}, buffer_count=1)
            image = np.asarray(self._camera.switch_mode_and_capture_array(config, "main"))
        except Exception as error:
            raise CameraError(f"camera {self.number}: no still picture: {error}") from error
        return np.ascontiguousarray(image[::-1, ::-1]) if self.turned else image

    # -- the library --------------------------------------------------------------------------------------------

    def _find(self) -> Any:
        if self.number in _cameras:
            return _cameras[self.number]
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                f"picamera2 cannot be loaded ({error}): apt install python3-picamera2, and give the virtual "
                "environment the system's packages (--system-site-packages)"
            ) from error
        cameras = Picamera2.global_camera_info()
        if self.number >= len(cameras):
            raise CameraError(
                f"no camera {self.number}: {len(cameras)} found; check the flat cable at both ends, then restart the Pi"
            )
        try:
            _cameras[self.number] = Picamera2(self.number)
        except Exception as error:
            raise CameraError(f"camera {self.number} is in use or does not answer: {error}") from error
        return _cameras[self.number]

    def _forget(self, camera: Any) -> None:
        """Let the library's object go, so that the next start makes a new one."""
        _cameras.pop(self.number, None)
        try:
            camera.close()
        except Exception as error:
            raise CameraError(f"camera {self.number} cannot be closed: {error}") from error

    def _release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()

    @staticmethod
    def _known(camera: Any, controls: dict[str, Any]) -> dict[str, Any]:
        """Those controls that this camera has."""
        return {name: value for name, value in controls.items() if name in camera.camera_controls}

    # -- pictures -----------------------------------------------------------------------------------------------

    def _small_size(self) -> tuple[int, int]:
        height = round(self.size[1] * SMALL_WIDTH / self.size[0])
        return SMALL_WIDTH, height + height % 2

    def _small(self, request: Any) -> np.ndarray:
        """The brightness plane of the small stream, without the padding of its rows."""
        width, height = self._small_size()
        plane = request.make_array("lores")[:height, :width]
        return np.ascontiguousarray(plane[::-1, ::-1] if self.turned else plane)

    def _large(self, request: Any) -> np.ndarray:
        if request is not self._request:
            raise CameraError("the picture was asked for after the next one had been taken")
        image = request.make_array("main")
        return np.ascontiguousarray(image[::-1, ::-1]) if self.turned else image

    # -- exposure -----------------------------------------------------------------------------------------------

    def _measuring(self) -> dict[str, Any]:
        """Exposure, white balance and focus by themselves, in step with the lamps."""
        controls: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "AfMode": 2, "NoiseReductionMode": 1}
        if self.flicker in FLICKER_US:
            controls |= {"AeFlickerMode": 1, "AeFlickerPeriod": FLICKER_US[self.flicker]}
        return controls

    def _keep_exposure(self, seen: Mapping[str, Any], small: np.ndarray, now: float) -> None:
        """Lock what the camera has settled on; measure anew when the light in the room is another for good."""
        level = float(small[::4, ::4].mean())
        if not self.locked:
            age = now - self._started_at
            if age > SETTLE_AT_MOST_S or (age > SETTLE_S and _settled(seen)):
                self._camera.set_controls(self._known(self._camera, _lock(seen)))
                self.locked, self._level, self._changed_since = True, None, None
            return
        if self._level is None:
            self._level = level
        if abs(level - self._level) <= LIGHT_CHANGED * max(self._level, 8.0):
            self._changed_since = None
        elif self._changed_since is None:
            self._changed_since = now
        elif now - self._changed_since > LIGHT_CHANGED_S:
            self._camera.set_controls(self._known(self._camera, self._measuring()))
            self.locked, self._started_at = False, now


def _settled(seen: Mapping[str, Any]) -> bool:
    """Whether the library says that exposure has settled; older and newer versions say it differently."""
    if "AeState" in seen:
        return int(seen["AeState"]) == 2
    return bool(seen.get("AeLocked", False))


def _lock(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that hold what this frame was taken with."""
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
        if name in seen:
            controls[name] = seen[name]
    if "LensPosition" in seen:
        controls |= {"AfMode": 0, "LensPosition": seen["LensPosition"]}
    return controls
