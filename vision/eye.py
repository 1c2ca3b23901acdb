"""The eye as the app uses it: a thread that takes frames, and signals put on the app's queue.

eye = Eye(open_source("picamera2", {...}), load_mat("gin"), CardReader(), queue.put)
eye.start()
eye.expect("play")
...
eye.stop()
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from table.rules.signals import Reading, Signal, Trouble
from vision.calibrate import Calibration
from vision.camera import Fault, Frame, FrameSource, SteadySource
from vision.core import EyeCore, Mode, Tracking
from vision.cutouts import CutoutStore
from vision.look import Reads
from vision.mat import Mat
from vision.row_watch import ReadsRow

log = logging.getLogger("cardtable")

Watcher = Callable[[Frame, Calibration | None], None]

LONGEST_NAP = 0.25
"""The thread looks at least so often whether it should stop, s."""


@dataclass(frozen=True)
class EyeStatus:
    """For the service screen and the watchdog. `age`: seconds since the last frame; `rate`: frames a second lately;
    `busy_ms`: mean time a frame costs."""

    source: str
    age: float
    rate: float
    busy_ms: float
    fault: str


class Eye:
    """One camera, one thread. `source` None means that there is no camera: the eye rests and says so once.

    `put` gets every signal, from the eye's thread. `clock` is the table's monotonic clock.
    """

    def __init__(self, source: FrameSource | None, mat: Mat, reader: Reads, put: Callable[[Signal], None], *,
                 row: ReadsRow | None = None, tracking: Tracking = "full", store: CutoutStore | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.core = EyeCore(mat, reader, row, store, tracking)
        self.store = self.core.store
        self._put, self._clock = put, clock
        self._source = None if source is None else SteadySource(source, self._fault)
        self._wishes: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._last: Frame | None = None
        self._last_at = float("-inf")
        self._rate = self._busy = 0.0
        self._picture: np.ndarray | None = None
        self._picture_wanted = False
        self._unread = False
        self.beat = clock()
        """When the thread last came round, whether or not the camera gave a picture; for the watchdog."""
        self._watcher: Watcher | None = None
        self.on_frame: Watcher | None = None
        """Called from the eye's thread with each frame that was looked at, for those who keep pictures."""

    # -- for the app --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin. A camera that fails is no exception: a `Trouble` signal says so, and it is tried again."""
        if self._source is None:
            self._put(Reading(t=self._clock(), state="resting", why="no_camera"))
            return
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()

    def stop(self, wait: float = 3.0) -> None:
        """End within `wait` seconds and free the camera."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(wait)

    def expect(self, mode: Mode) -> None:
        """Say what the game wants to know now; takes effect with the next frame."""
        self._wish(lambda: self.core.expect(mode))

    def recalibrate(self) -> None:
        """Find the mat anew."""
        self._wish(self.core.recalibrate)

    def use_row(self, row: ReadsRow | None) -> None:
        """Another reader for rows of picture cards (another deck was chosen)."""
        self._wish(lambda: setattr(self.core, "row", row))

    def watch(self, watcher: Watcher | None) -> None:
        """Let somebody else see each frame from now on, from the eye's thread (a deck is being shown); None: nobody."""
        self._watcher = watcher

    def picture(self) -> np.ndarray | None:
        """A full picture for the service screen, (h, w, 3) BGR, as of the last time it was asked for; None at first."""
        self._picture_wanted = True
        return self._picture

    @property
    def status(self) -> EyeStatus:
        """How the camera does, as of now."""
        source = self._source
        name = "none" if source is None else source.info.name if source.info else "waiting for the camera"
        fault = "" if source is None or source.fault is None else source.fault.text
        return EyeStatus(name, self._clock() - self._last_at, self._rate, self._busy * 1000, fault)

    @property
    def alive(self) -> bool:
        """Whether the thread runs; for the watchdog."""
        return self._thread is not None and self._thread.is_alive()

    # -- the thread ---------------------------------------------------------------------------------------------

    def _wish(self, act: Callable[[], None]) -> None:
        with self._lock:
            self._wishes.append(act)

    def _run(self) -> None:
        assert self._source is not None
        try:
            while not self._stopping.is_set() and not self._source.ended:
                try:
                    self.step()
                except Exception as error:  # one picture that cannot be read must not end all reading
                    self._stumbled(error)
        finally:
            self._source.close()

    def _stumbled(self, error: Exception) -> None:
        log.exception("reading a picture failed")
        what = f"reading the table failed ({type(error).__name__}); the next picture is tried"
        self._put(Trouble(t=self._clock(), part="camera", what=what))
        self._unread = True
        self._stopping.wait(LONGEST_NAP)

    def step(self) -> None:
        """One round: wishes, one frame, its signals. Public so that tests can go without the thread."""
        assert self._source is not None
        with self._lock:
            wishes, self._wishes = self._wishes, []
        for wish in wishes:
            wish()
        now = self.beat = self._clock()
        frame = self._source.poll(now)
        if frame is None:
            self._stopping.wait(min(LONGEST_NAP, max(0.005, self._source.pause(now))))
            return
        began = time.perf_counter()
        for signal in self.core.feed(frame):
            self._put(signal)
        if self._picture_wanted:
            self._picture, self._picture_wanted = frame.image, False
        for watcher in (self.on_frame, self._watcher):
            if watcher is not None:
                watcher(frame, self.core.calibration)
        self._count(frame, now, time.perf_counter() - began)
        if self._unread:
            self._unread = False
            self._put(Trouble(t=now, part="camera", what="the camera's pictures are read again", over=True))

    def _count(self, frame: Frame, now: float, spent: float) -> None:
        if self._last is not None and now > self._last_at:
            self._rate += 0.1 * (1 / (now - self._last_at) - self._rate)
        self._busy += 0.05 * (spent - self._busy)
        self._last, self._last_at = frame, now

    def _fault(self, fault: Fault | None) -> None:
        now = self._clock()
        if fault is None:
            self._put(Trouble(t=now, part="camera", what="the camera works again", over=True))
            return
        self._put(Trouble(t=now, part="camera", what=fault.text))
        self._put(Reading(t=now, state="resting", why="no_camera"))
