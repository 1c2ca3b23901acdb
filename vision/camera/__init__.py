"""Where frames come from: a Pi camera, a webcam, recordings, or the simulated table, behind one small interface."""

from vision.camera.choose import KINDS, open_source, parse_line
from vision.camera.frame import EndOfFrames, Frame, FrameSource, SourceError, SourceInfo, small_of
from vision.camera.steady import Fault, SteadySource

__all__ = [
    "KINDS",
    "EndOfFrames",
    "Fault",
    "Frame",
    "FrameSource",
    "SourceError",
    "SourceInfo",
    "SteadySource",
    "open_source",
    "parse_line",
    "small_of",
]
