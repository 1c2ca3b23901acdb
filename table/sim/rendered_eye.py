"""The real eye on a simulated table: frames are rendered, everything behind them is what runs on the Pi."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from table.rules.signals import Signal
from table.sim.stage import Stage
from table.sim.world import World
from vision.camera.frame import Frame
from vision.core import EyeCore
from vision.eye import EyeStatus, Watcher

BUSY = 1 / 5
"""Between two frames while something happens (s of simulated time)."""

CALM = 3.0
"""After so long without a change frames become rare (s), as nobody would see a difference."""

AFTERMATH = 0.6
"""After a change frames come quickly for so long (s), also when the eye has read everything."""

IDLE = 1.0


class RenderedEye:
    """Implements `table.sim.steps.Eye` with `vision.core.EyeCore`.

    `mode` gives what the table wants to know now; `before_frame` is where mishaps change lamps and camera.
    """

    def __init__(
        self, core: EyeCore, stage: Stage, mode: Callable[[], str], before_frame: Callable[[float], bool] | None = None
    ) -> None:
        self.core = core
        self.stage = stage
        self.mode = mode
        self.before_frame = before_frame
        self.frames = 0
        self._last: Frame | None = None
        self._watcher: Watcher | None = None
        self._next = 0.0
        self._version = -1
        self._busy_until = self._quick_until = 0.0

    def advance(self, world: World, start: float, end: float) -> Iterable[Signal]:
        """Signals of the frames between `start` and `end`."""
        if world.version != self._version:
            self._version = world.version
            self._wake(start)
        while self._next <= end:
            t = max(self._next, start)
            if self.core.mode != self.mode():
                self.core.expect(self.mode())  # type: ignore[arg-type]
                self._stirred(t)
            if self.before_frame is not None and self.before_frame(t):
                self._stirred(t)
            self._last = frame = self.stage.frame(world, t)
            signals = self.core.feed(frame)
            if self._watcher is not None:
                self._watcher(frame, self.core.calibration)
            self.frames += 1
            if signals:
                self._busy_until = max(self._busy_until, t + CALM / 2)
            self._next = t + (BUSY if world.hands_over or self._busy(t) else IDLE)
            yield from signals

    # -- for the operator's screens, as `vision.eye.Eye` -----------------------------------------------------------

    def picture(self) -> Any:
        """The last frame's picture."""
        return None if self._last is None else self._last.image

    @property
    def status(self) -> EyeStatus:
        """The simulated camera always answers."""
        return EyeStatus("simulated table", 0.0, 1 / BUSY, 0.0, "")

    def recalibrate(self) -> None:
        """Find the mat anew."""
        self.core.recalibrate()
        self._quick_until = self._next + AFTERMATH

    def watch(self, watcher: Watcher | None) -> None:
        """Let somebody else see each frame."""
        self._watcher = watcher

    # -- when frames come -----------------------------------------------------------------------------------------

    def _busy(self, t: float) -> bool:
        """Whether the next frame can tell something new: what is read and lies still looks the same all the time."""
        return t < self._quick_until or (t < self._busy_until and self.core.busy)

    def _wake(self, t: float) -> None:
        self._next = min(self._next, t)
        self._stirred(t)

    def _stirred(self, t: float) -> None:
        self._busy_until, self._quick_until = t + CALM, t + AFTERMATH
