"""The one queue between the worker threads and the main thread.

A press is never dropped. Under a flood (a camera gone wild, a loose wire) the oldest looks and readings go, since a
newer one says the same better, and the count of what went is kept for the service screen.
"""

from __future__ import annotations

import threading
from collections import deque

from table.rules.signals import Observation, Press, Quit, Reading, Signal, TableChange, Trouble, TypedCard

CAPACITY = 2_000
"""Signals held before the droppable ones make way; at 15 frames a second this is minutes of a stuck main thread."""

_KEEP = (Press, Quit, Trouble, TypedCard, TableChange)


class SignalQueue:
    """Many threads put, one drains."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._signals: deque[Signal] = deque()
        self._ready = threading.Condition()
        self._capacity = capacity
        self.dropped = 0

    def put(self, signal: Signal) -> None:
        """Add a signal. Never blocks and never raises, so that a callback may call it."""
        with self._ready:
            if len(self._signals) >= self._capacity:
                self._make_room()
            self._signals.append(signal)
            self._ready.notify()

    def _make_room(self) -> None:
        for i, signal in enumerate(self._signals):
            if isinstance(signal, Observation | Reading) or not isinstance(signal, _KEEP):
                del self._signals[i]
                self.dropped += 1
                return
        # Only presses and changes: thousands of them are a fault in a wire, and the oldest tell nothing any more.
        self._signals.popleft()
        self.dropped += 1

    def drain(self, timeout: float) -> list[Signal]:
        """All signals that wait, after at most `timeout` seconds when there are none yet."""
        with self._ready:
            if not self._signals and timeout > 0:
                self._ready.wait(timeout)
            out = list(self._signals)
            self._signals.clear()
            return out

    def __len__(self) -> int:
        return len(self._signals)
