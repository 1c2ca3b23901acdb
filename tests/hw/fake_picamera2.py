"""A stand-in for the module picamera2: its names, colour order, padded rows, errors and the trouble it makes.

What it takes over from the real one: ``RGB888`` arrays are blue-green-red; rows are padded to 64 bytes in the buffer,
`make_array` removes the padding for RGB and leaves it in place for YUV420; unknown controls raise; buffers are few and
a request that is not released stops the camera; a request may be released once; configuring while running fails.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

CONTROLS = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ExposureTime": (20, 10**8, 20000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (8000, 10**8, 33333),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 10**6, 10000),
    "NoiseReductionMode": (0, 4, 0),
}


class Sensor:
    """What stands behind all cameras of a test: set the fields to make trouble."""

    def __init__(self) -> None:
        self.models = ["imx708"]
        self.controls = dict(CONTROLS)
        self.picture: Callable[[tuple[int, int]], np.ndarray] = lambda size: np.zeros((size[1], size[0], 3), np.uint8)
        self.metadata: dict[str, Any] = {
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.6),
            "AeState": 2,
        }
        self.stalled = False
        self.busy = False
        self.made: list[Picamera2] = []
        self.log: list[tuple[str, Any]] = []


sensor = Sensor()


class CompletedRequest:
    def __init__(self, camera: Picamera2) -> None:
        self.camera, self.references = camera, 1
        self.stopped_at = camera.stops

    def make_array(self, name: str) -> np.ndarray:
        if self.references <= 0:
            raise RuntimeError("request used after release")
        if name not in self.camera.config:
            raise RuntimeError(f"Stream {name!r} is not defined")
        stream = self.camera.config[name]
        width, height = stream["size"]
        picture = sensor.picture((width, height))
        if stream["format"] == "RGB888":
            return picture.copy()
        stride = -(-width // 64) * 64
        plane = np.full((height * 3 // 2, stride), 77, np.uint8)
        plane[:height, :width] = picture.mean(axis=2).astype(np.uint8)
        return plane

    def get_metadata(self) -> dict[str, Any]:
        return dict(sensor.metadata)

    def release(self) -> None:
        self.references -= 1
        if self.references < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        if self.stopped_at == self.camera.stops:
            self.camera.free += 1


class Picamera2:
    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": model, "Num": i} for i, model in enumerate(sensor.models)]

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= len(sensor.models):
            raise IndexError("list index out of range")
        if sensor.busy or any(not other.closed and other.number == camera_num for other in sensor.made):
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.number = camera_num
        self.camera_properties = {"Model": sensor.models[camera_num]}
        self.config: dict[str, Any] = {}
        self.started = self.closed = False
        self.free = self.stops = 0
        sensor.made.append(self)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return sensor.controls

    def create_video_configuration(
        self,
        main: dict[str, Any] | None = None,
        lores: dict[str, Any] | None = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        streams = {"main": dict(main or {}), "lores": lores and dict(lores)}
        return {"use_case": "video", **streams, "buffer_count": buffer_count, "controls": controls or {}}

    def create_still_configuration(self, main: dict[str, Any] | None = None, buffer_count: int = 1) -> dict[str, Any]:
        size = (main or {}).get("size", (4608, 2592))
        return {"use_case": "still", "main": {"size": size, **(main or {})}, "lores": None,
                "buffer_count": buffer_count, "controls": {}}  # fmt: skip

    def align_configuration(self, config: dict[str, Any], optimal: bool = True) -> None:
        width, height = config["main"]["size"]
        config["main"]["size"] = (width - width % 2, height - height % 2)

    def configure(self, config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        if config["lores"] and config["lores"]["size"][0] > config["main"]["size"][0]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        if config["lores"] and config["lores"]["size"][1] % 2:
            raise RuntimeError("lores stream needs an even height")
        self._checked(config["controls"])
        self.config = config
        sensor.log.append(("configure", config))

    def camera_configuration(self) -> dict[str, Any]:
        return self.config

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._checked(controls)
        sensor.log.append(("controls", controls))

    def _checked(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def start(self) -> None:
        if self.closed:
            raise RuntimeError("Camera is closed")
        self.started, self.free = True, self.config["buffer_count"]
        sensor.log.append(("start", None))

    def capture_request(self, wait: bool | float | None = None) -> CompletedRequest:
        if not self.started:
            raise RuntimeError("Camera is not started")
        if sensor.stalled or self.free == 0:
            raise TimeoutError
        self.free -= 1
        return CompletedRequest(self)

    def switch_mode_and_capture_array(self, config: dict[str, Any], name: str = "main") -> np.ndarray:
        width, height = config[name]["size"]
        return sensor.picture((width, height))

    def stop(self) -> None:
        self.started = False
        self.stops += 1
        sensor.log.append(("stop", None))

    def close(self) -> None:
        self.started, self.closed = False, True
        sensor.log.append(("close", None))


def install(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    """Put the stand-in in the place of picamera2 for one test; gives the sensor behind it, all fresh."""
    import hw.picamera

    sensor.__init__()  # type: ignore[misc]
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(hw.picamera, "_cameras", {})
    return sensor
