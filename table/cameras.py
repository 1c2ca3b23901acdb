"""The camera that a settings line names. Here the Pi's own one meets `vision`, which knows no hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.camera import FrameSource


def open_camera(line: str, **makers: Any) -> FrameSource | None:
    """The source for `line`, None for ``none``; not opened yet. `makers`: further kinds by name.

    Raises `vision.camera.SourceError` for a line that makes no sense. libcamera is loaded only when a Pi camera opens.
    """
    from hw import picamera
    from vision.camera import open_source

    pi: Any = picamera.make
    return open_source(line, {"picamera2": pi, **makers})
