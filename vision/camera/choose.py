"""One line of the settings chooses where frames come from.

    picamera2                     the Raspberry Pi's camera (size and rate as options)
    v4l2:/dev/video0              a webcam
    video:evening.mp4             a recording
    folder:frames/                pictures in the order of their names
    sim                           the simulated table
    none                          no camera: scores are entered by hand

Options follow after a question mark: ``picamera2?size=2304x1296&rate=15&flicker=50``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from vision.camera.folder import Folder
from vision.camera.frame import EndOfFrames, Frame, FrameSource, SourceError, SourceInfo
from vision.camera.webcam import Video, Webcam

T = TypeVar("T")
Options = Mapping[str, str]
Factory = Callable[[str, Options], FrameSource]
"""Makes a source from what stands behind the colon and the options. Raises `SourceError`."""

KINDS = ("picamera2", "v4l2", "video", "folder", "sim", "none")


def parse_line(line: str) -> tuple[str, str, dict[str, str]]:
    """Kind, place and options of a settings line. Raises `SourceError` for a kind or an option that makes no sense."""
    head, _, tail = line.strip().partition("?")
    kind, _, place = head.partition(":")
    if kind not in KINDS:
        raise SourceError(f"camera = {line!r}: no source {kind!r}, choose one of {', '.join(KINDS)}")
    options: dict[str, str] = {}
    for part in filter(None, tail.split("&")):
        name, equals, value = part.partition("=")
        if not equals:
            raise SourceError(f"camera = {line!r}: option {part!r} needs a value, such as rate=15")
        options[name] = value
    return kind, place, options


def size_of(options: Options, default: tuple[int, int] = (1280, 960)) -> tuple[int, int]:
    """The option ``size=WIDTHxHEIGHT``. Raises `SourceError`."""
    if "size" not in options:
        return default
    width, _, height = options["size"].partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 4608 and 240 <= int(height) <= 3456):
        raise SourceError(f"size={options['size']!r}: write it as 1280x960 (320x240 to 4608x3456)")
    return int(width), int(height)


def rate_of(options: Options, default: float = 15.0) -> float:
    """The option ``rate=FRAMES_A_SECOND``. Raises `SourceError`."""
    try:
        rate = float(options.get("rate", default))
    except ValueError:
        raise SourceError(f"rate={options['rate']!r}: write a number, such as rate=15") from None
    if not 1 <= rate <= 120:
        raise SourceError(f"rate={rate:g}: choose 1 to 120 frames a second")
    return rate


def open_source(line: str, factories: Mapping[str, Factory] | None = None) -> FrameSource | None:
    """The source that a settings line names, not yet started; None for ``none``.

    `factories` brings the kinds that live elsewhere: ``picamera2`` (`hw.picamera.make`) and ``sim``.
    Raises `SourceError`.
    """
    kind, place, options = parse_line(line)
    if kind == "none":
        return None
    known: dict[str, Factory] = {
        "v4l2": lambda place, options: Webcam(place or "/dev/video0", size_of(options), rate_of(options)),
        "video": lambda place, options: Video(place, rate_of(options) if "rate" in options else None, paced=True),
        "folder": lambda place, options: Folder(place, rate_of(options), int(options.get("hold", 15))),
        **(factories or {}),
    }
    if kind not in known:
        raise SourceError(f"camera = {line!r}: this program was started without {kind!r}")
    if kind in ("video", "folder") and not place:
        raise SourceError(f"camera = {line!r}: write the path behind a colon, such as {kind}:PATH")
    if kind in (factories or {}):
        return Foreign(kind, known[kind], place, options)
    return known[kind](place, options)


class Foreign:
    """A source that lives in another package and has its own errors: here each becomes a `SourceError`."""

    def __init__(self, kind: str, factory: Factory, place: str, options: Options) -> None:
        self.kind = kind
        self._source = self._guard(lambda: factory(place, options))

    def open(self) -> SourceInfo:
        info = self._guard(self._source.open)
        return SourceInfo(info.name, info.size, info.rate)

    def read(self) -> Frame:
        return self._guard(self._source.read)

    def close(self) -> None:
        self._guard(self._source.close)

    @property
    def inner(self) -> FrameSource:
        """The source itself, for what only it can do."""
        return self._source

    def _guard(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except (SourceError, EndOfFrames):
            raise
        except Exception as error:
            raise SourceError(str(error) or f"{self.kind}: {type(error).__name__}") from error
