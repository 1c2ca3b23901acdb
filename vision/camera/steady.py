"""A source that never gives up: it is opened again after a fault, with growing pauses, and watched for standstill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vision.camera.frame import EndOfFrames, Frame, FrameSource, SourceError, SourceInfo

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds to wait before each new try; the last one again and again."""

STANDSTILL = 3.0
"""A camera whose frames are older than this is started again, s."""

DARK_LEVEL = 3
"""A picture in which nothing is brighter than this is no picture: a dead sensor or a covered lens."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with the camera now; `text` is one line for people."""

    text: str
    since: float


class SteadySource:
    """Wraps a source. `poll(now)` gives a frame, or None while there is none; faults are in `fault`.

    It never waits itself: the thread that calls it sleeps for `pause(now)` seconds when there was no frame.
    """

    def __init__(self, source: FrameSource, on_fault: Callable[[Fault | None], None] | None = None) -> None:
        self.source = source
        self.info: SourceInfo | None = None
        self.fault: Fault | None = None
        self.ended = False
        self._on_fault = on_fault or (lambda fault: None)
        self._tries = 0
        self._next_try = 0.0
        self._last_number: int | None = None
        self._last_new = 0.0
        self._same = 0

    def poll(self, now: float) -> Frame | None:
        """The next frame where there is one. Never raises for a fault of the camera."""
        if self.ended:
            return None
        if self.info is None and not self._start(now):
            return None
        try:
            frame = self.source.read()
        except EndOfFrames:
            self.ended = True
            self.close()
            return None
        except SourceError as error:
            self._fail(str(error), now)
            return None
        except Exception as error:  # a driver may raise anything; the table goes on without its camera
            self._fail(f"{self._name()}: {type(error).__name__}: {error}", now)
            return None
        return self._checked(frame, now)

    def pause(self, now: float) -> float:
        """Seconds until the next try, 0 while all is well."""
        return max(0.0, self._next_try - now) if self.info is None else 0.0

    def close(self) -> None:
        """Stop the source; a later `poll` starts it anew."""
        self.info = None
        try:
            self.source.close()
        except Exception as error:  # closing a dead camera may fail too, and that changes nothing
            self._on_fault(Fault(f"closing the camera failed: {error}", self._last_new))

    def _name(self) -> str:
        return self.info.name if self.info else type(self.source).__name__.lower()

    def _start(self, now: float) -> bool:
        if now < self._next_try:
            return False
        try:
            self.info = self.source.open()
        except SourceError as error:
            self._fail(str(error), now)
            return False
        except Exception as error:  # see poll
            self._fail(f"{self._name()}: {type(error).__name__}: {error}", now)
            return False
        self._last_number, self._last_new = None, now
        return True

    def _checked(self, frame: Frame, now: float) -> Frame | None:
        """A standing picture counter or a black picture is a fault, though the driver says nothing."""
        if frame.number == self._last_number:
            if now - self._last_new > STANDSTILL:
                self._fail(f"{self._name()}: no new picture for {STANDSTILL:.0f} s, starting it again", now)
            return None
        self._last_number = frame.number
        if int(frame.small.max(initial=0)) <= DARK_LEVEL:
            if now - self._last_new > STANDSTILL:
                self._fail(f"{self._name()}: the picture is black; is the lens covered or the cable loose?", now)
            return None
        self._last_new = now
        self._tries = 0
        if self.fault is not None:
            self.fault = None
            self._on_fault(None)
        return frame

    def _fail(self, text: str, now: float) -> None:
        self.close()
        self._next_try = now + PAUSES[min(self._tries, len(PAUSES) - 1)]
        self._tries += 1
        if self.fault is None or self.fault.text != text:
            self.fault = Fault(text, now if self.fault is None else self.fault.since)
            self._on_fault(self.fault)
