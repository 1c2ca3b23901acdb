"""All wired keys of a profile: opened where their pins can be had, read when it is time, mended when edges are lost.

Single buttons tell their edges by themselves and are looked at now and then, to notice when that ends; the matrix is
read all the time. Levels go to `edge`, lines for people to `trouble`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any

from hw.buttons import DirectKey, RawEdge, open_direct_keys
from hw.part import Part
from hw.scanner import MatrixKeys
from hw.wiring import KeyId, Profile

POLL = 0.1
"""Seconds between two looks at single buttons that tell their edges."""


class Wires:
    """The wires of one profile. `edge(key, closed, t)` is told levels read, `level(key)` knows the last one told."""

    def __init__(
        self,
        profile: Profile,
        edge: Callable[[KeyId, bool, float], None],
        level: Callable[[KeyId], bool],
        trouble: Callable[[str, bool, str], None],
    ) -> None:
        self._profile = profile
        self._edge = edge
        self._level = level
        self._trouble = trouble
        self._direct: list[DirectKey] = []
        self._matrix: MatrixKeys | None = None
        self._matrix_part = Part("keys: the wires of the matrix", self._scan, trouble)
        self._direct_part = Part("keys: the single buttons", self._poll, trouble)
        self._period = profile.timing.scan_ms / 1e3
        self._next_scan = self._next_poll = -math.inf
        self._scanned_at = self._polled_at = -math.inf
        self._differ: set[KeyId] = set()
        self._missed = 0
        self._lasting: list[str] = []
        self.polling = False
        """Edges no longer arrive by themselves; the single buttons are read in turn instead."""
        self.scans = 0
        """How often the matrix was read."""

    def open(self, factory: Any, post: Callable[[RawEdge], None], clock: Callable[[], float]) -> list[str]:
        """Take the pins; a line for each that cannot be had. Raises only what the factory as a whole raises."""
        self._direct, problems = open_direct_keys(self._profile.direct_pins(), factory, post, clock)
        if self._profile.matrix:
            matrix = MatrixKeys(self._profile.matrix, factory)
            problems += matrix.problems
            self._matrix = matrix if matrix.keys else None
        return problems

    def levels(self) -> Iterator[tuple[KeyId, bool]]:
        """Every key that can be read, with its level now: for the start."""
        for key in self._direct:
            yield key.key, key.read()
        if self._matrix is not None:
            closed = {key for key, _ in self._matrix.scan()}
            for name in self._matrix.keys:
                yield name, name in closed

    @property
    def keys(self) -> tuple[KeyId, ...]:
        """The keys that can be read."""
        return (*(key.key for key in self._direct), *(self._matrix.keys if self._matrix else ()))

    @property
    def has_matrix(self) -> bool:
        """A matrix is being read."""
        return self._matrix is not None

    @property
    def ghosts(self) -> int:
        """Crossings refused because a diode is missing."""
        return self._matrix.ghosts if self._matrix else 0

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the wires now, a line each."""
        failing = tuple(part.problem for part in (self._matrix_part, self._direct_part) if part.problem)
        return (*self._lasting, *failing)

    @property
    def lost(self) -> int:
        """Edges that could not be queued."""
        return sum(key.lost for key in self._direct)

    def edge_arrived(self) -> None:
        """An edge came by itself: the library's thread is alive."""
        self._missed = 0

    def sample(self, t: float, decides: bool) -> None:
        """Read what it is time to read. `decides`: time alone is about to decide, so look whether a contact opened."""
        if self._matrix is not None and (t >= self._next_scan or decides):
            self._matrix_part.run(t)
            self._next_scan, self._scanned_at = _after(self._next_scan, self._period, t), t
        if self._direct and (t >= self._next_poll or (decides and self.polling)):
            self._direct_part.run(t)
            self._next_poll, self._polled_at = _after(self._next_poll, self._period if self.polling else POLL, t), t

    def due(self) -> float:
        """When to come again."""
        scan = self._next_scan if self._matrix is not None else math.inf
        return min(scan, self._next_poll if self._direct else math.inf)

    def _scan(self, t: float) -> None:
        assert self._matrix is not None
        self.scans += 1
        for key, closed in self._matrix.scan():
            # It opened at some time since the last scan: taken as then, so that a glitch cannot grow into a press.
            self._edge(key, closed, t if closed else self._scanned_at)
        if self._matrix.ghosts:
            self._once(
                "keys: several keys together look like more than are pressed (a diode is missing or bridged): the "
                "doubtful ones are ignored until a key is released"
            )

    def _poll(self, t: float) -> None:
        """Compare the buttons with what their edges told; where edges keep missing, read the buttons instead."""
        for key in self._direct:
            closed = key.read()
            if closed == self._level(key.key):
                self._differ.discard(key.key)
            elif self.polling:
                self._edge(key.key, closed, t if closed else self._polled_at)
            elif key.key in self._differ:  # twice in a row: the edge is not just on its way
                self._differ.discard(key.key)
                self._edge(key.key, closed, t)
                self._missed += 1
            else:
                self._differ.add(key.key)
        if self._missed >= 2 and not self.polling:
            self.polling = True
            self._once(
                "keys: the buttons' edges no longer arrive (the thread of the pin library has ended); the buttons are "
                "read in turn instead: restart the table when convenient"
            )

    def _once(self, what: str) -> None:
        """Tell something that lasts until the table is opened again."""
        if what not in self._lasting:
            self._lasting.append(what)
            self._trouble(what, False, what)

    def close(self) -> None:
        """Give the pins back. Never raises."""
        closers = [key.close for key in self._direct] + ([self._matrix.close] if self._matrix else [])
        self._direct, self._matrix = [], None
        for close in closers:
            with contextlib.suppress(Exception):  # the program is leaving; what cannot be closed is left to the kernel
                close()


def _after(due: float, period: float, t: float) -> float:
    """The next time of something that is due every `period` seconds and was done at `t`.

    Done in time, it keeps its rhythm; done before or much too late, the time runs from then.
    """
    return due + period if due <= t < due + period else t + period
