"""The keys and lamps of a table as one thing: pins, matrix, keyboard, debouncing, stuck keys, lamps.

    keys = Keys(load_profile("pods"), queue.put)
    keys.start()                          # opens pins; never raises for missing ones, sends one Trouble instead
    keys.lamps.show("sun", "waiting")
    keys.keyboard("q", down=True)         # from the window's events
    keys.stop()

On the Pi one worker thread does everything. A simulation calls `open` instead of `start`, owns the clock, and calls
`step` as often as it likes; the code is the same. A press must then last for two steps or more to be seen.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from hw.buttons import DirectKey, RawEdge, key_words, open_direct_keys
from hw.contacts import Contacts, Happened
from hw.debounce import KEYBOARD_RULE, KeyEvent, Rule
from hw.keyboard import Keyboard
from hw.lamps import Lamps
from hw.part import Part
from hw.pins import KEYBOARD_GOES_ON, PinsMissing, open_factory
from hw.scanner import MatrixKeys
from hw.wiring import KeyId, Profile
from table.rules.signals import Press, Signal, Trouble

POLL = 0.1
"""Seconds between two looks at single buttons, to notice when edges no longer arrive."""

IDLE_STEP = 0.25
"""The longest sleep of the worker thread, in seconds."""

WIRES = "wires"


class Health(NamedTuple):
    """What works and what does not, for the self-check and the service screen."""

    pins: bool
    """At least one wired key can be read."""
    problems: tuple[str, ...]
    """A line each: what happened, where, what to do."""
    stuck: tuple[KeyId, ...]
    """Keys that are held down for too long, or were down at the start and are still."""
    dead: tuple[KeyId, ...]
    """Wired keys whose pins could not be had."""
    ghosts: int
    """Crossings refused because a diode is missing."""
    polling: bool
    """Edges no longer arrive by themselves; the buttons are read in turn instead."""
    lost: int
    """Signals that nobody took and edges that could not be queued."""


class Keys:
    """All keys and lamps of one profile. `put` takes the signals; it is called from the worker thread.

    `pin_factory` is one of gpiozero's, None for the pins of this machine; `clock` gives seconds that never run back.
    """

    def __init__(
        self,
        profile: Profile,
        put: Callable[[Signal], None],
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.profile = profile
        self.lamps = Lamps(profile.lamps, clock, self._wake)
        self._put = put
        self._factory = pin_factory
        self._clock = clock
        self._rule = Rule.of(profile.timing)
        self._board = Keyboard(profile)
        self._raw: queue.SimpleQueue[RawEdge | None] = queue.SimpleQueue()
        self._typed: queue.SimpleQueue[tuple[str, RawEdge]] = queue.SimpleQueue()
        self._contacts = Contacts()
        self._direct: list[DirectKey] = []
        self._matrix: MatrixKeys | None = None
        self.scans = 0
        """How often the matrix was read."""
        self._parts = (
            Part("keys: the wires of the matrix", self._scan, self._trouble),
            Part("keys: the single buttons", self._poll, self._trouble),
        )
        self._next_scan = self._next_poll = self._lamps_due = -math.inf
        self._scanned_at = self._polled_at = -math.inf
        self._differ: set[KeyId] = set()
        self._missed = 0
        self._polling = False
        self._problems: list[str] = []
        self._lost = 0
        self._ghosts_told = self._failed = False
        self._thread: threading.Thread | None = None
        self._running = False

    # -- life ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the pins, light all lamps for a second, begin the worker thread. Never raises for missing pins."""
        self.open()
        self.lamps.boot()
        self._running = True
        self._thread = threading.Thread(target=self._work, name="keys", daemon=True)
        self._thread.start()

    def open(self) -> None:
        """Open the pins only; the caller then calls `step`. One `Trouble` tells all that is missing."""
        self._problems = []
        if self.profile.pins():
            try:
                if self._factory is None:
                    self._factory = open_factory()
                self._open_pins(self._clock())
            except PinsMissing as error:
                self._problems.append(str(error))
            except Exception as error:  # a factory of somebody else's may fail in any way; the table must start
                self._problems.append(f"the pins cannot be opened ({error}); {KEYBOARD_GOES_ON}")
        if self._problems:
            self._send(Trouble(t=self._clock(), part="keys", what=f"keys: {'; '.join(self._problems)}"))

    def _open_pins(self, t: float) -> None:
        lamp_problems = self.lamps.open(self._factory)
        if lamp_problems:
            self._send(Trouble(t=t, part="lamps", what=f"lamps: {'; '.join(lamp_problems)}; the rest works"))
        pins = self.profile.direct_pins()
        self._direct, self._problems = open_direct_keys(pins, self._factory, self._raw.put, self._clock)
        for key in self._direct:
            self._contacts.add(WIRES, key.key, self._rule, key.read(), t)
        if self.profile.matrix:
            matrix = MatrixKeys(self.profile.matrix, self._factory)
            self._problems += matrix.problems
            self._matrix = matrix if matrix.keys else None
            closed = {key for key, _ in matrix.scan()}
            for key in matrix.keys:
                self._contacts.add(WIRES, key, self._rule, key in closed, t)

    def stop(self) -> None:
        """End the worker thread, lamps off, pins given back. May be called twice."""
        self._running = False
        self._wake()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
            self._thread = None
        closers = [key.close for key in self._direct] + ([self._matrix.close] if self._matrix else [])
        self._direct, self._matrix = [], None
        for close in (*closers, self.lamps.close):
            with contextlib.suppress(Exception):  # the program is leaving; what cannot be closed is left to the kernel
                close()

    def __enter__(self) -> Keys:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def health(self) -> Health:
        """How the keys are right now."""
        alive = {key.key for key in self._direct} | set(self._matrix.keys if self._matrix else ())
        return Health(
            pins=bool(alive),
            problems=(*self._problems, *self.lamps.problems),
            stuck=self._contacts.stuck(),
            dead=tuple(key for key in self.profile.wired_keys() if key not in alive),
            ghosts=self._matrix.ghosts if self._matrix else 0,
            polling=self._polling,
            lost=self._lost + sum(key.lost for key in self._direct),
        )

    # -- what comes in ------------------------------------------------------------------------------------------

    def keyboard(self, name: str = "", *, down: bool, scancode: int | None = None, t: float | None = None) -> bool:
        """A key event of the window (`event.key` by name, or its scancode). True if it is a key of the table.

        The auto-repeat of the system may be passed on; it changes nothing.
        """
        key = self._board.find(name, scancode)
        if key is None:
            return False
        self.key(key, down=down, t=t, source="keyboard")
        return True

    def key(self, key: KeyId, *, down: bool, t: float | None = None, source: str = "screen") -> None:
        """A key pressed elsewhere, for example with the mouse on a picture of a pod."""
        self._typed.put((source, RawEdge(key, down, self._clock() if t is None else t)))
        self._wake()

    def _wake(self) -> None:
        if self._thread is not None:
            self._raw.put(None)

    # -- one round of work --------------------------------------------------------------------------------------

    def step(self, t: float | None = None) -> float:
        """Take in what happened, decide, send signals, set lamps. Returns the time at which to come again."""
        t = self._clock() if t is None else t
        self._drain()
        self._sample(t)
        self._tell(self._contacts.advance(t))
        if t >= self._lamps_due or self.lamps.touched:
            self._lamps_due = self.lamps.update(t)
        scan_due = self._next_scan if self._matrix is not None else math.inf
        poll_due = self._next_poll if self._direct else math.inf
        return min(self._contacts.deadline(), self._lamps_due, scan_due, poll_due)

    def _sample(self, t: float) -> None:
        """Read what must be read: when it is time, and before time alone decides, since a contact may have opened."""
        decides = self._contacts.deadline() <= t
        period = self.profile.timing.scan_ms / 1e3
        if self._matrix is not None and (t >= self._next_scan or decides):
            self._parts[0].run(t)
            self._next_scan, self._scanned_at = _after(self._next_scan, period, t), t
        if self._direct and (t >= self._next_poll or (decides and self._polling)):
            self._parts[1].run(t)
            self._next_poll, self._polled_at = _after(self._next_poll, period if self._polling else POLL, t), t

    def _drain(self) -> None:
        """Both queues have this one reader: what is not empty can be taken."""
        while not self._raw.empty():
            self._wire_edge(self._raw.get_nowait())
        while not self._typed.empty():
            source, edge = self._typed.get_nowait()
            self._tell(self._contacts.edge(source, edge.key, edge.closed, edge.t, KEYBOARD_RULE))

    def _wire_edge(self, edge: RawEdge | None) -> None:
        if edge is not None:
            self._missed = 0
            self._tell(self._contacts.edge(WIRES, edge.key, edge.closed, edge.t, self._rule))

    def _scan(self, t: float) -> None:
        assert self._matrix is not None
        self.scans += 1
        for key, closed in self._matrix.scan():
            at = t if closed else self._scanned_at  # it opened at some time since then: a glitch must not grow
            self._tell(self._contacts.edge(WIRES, key, closed, at, self._rule))
        if self._matrix.ghosts and not self._ghosts_told:
            self._ghosts_told = True
            what = "keys: several keys together look like more than are pressed (a diode is missing or bridged)"
            self._trouble(f"{what}: the doubtful ones are ignored until a key is released")

    def _poll(self, t: float) -> None:
        """Compare the buttons with what their edges told; where edges keep missing, read the buttons instead."""
        for key in self._direct:
            closed = key.read()
            if closed == self._contacts.closed(WIRES, key.key):
                self._differ.discard(key.key)
            elif self._polling:
                at = t if closed else self._polled_at
                self._tell(self._contacts.edge(WIRES, key.key, closed, at, self._rule))
            elif key.key in self._differ:  # twice in a row: the edge is not just on its way
                self._differ.discard(key.key)
                self._tell(self._contacts.edge(WIRES, key.key, closed, t, self._rule))
                self._missed += 1
            else:
                self._differ.add(key.key)
        if self._missed >= 2 and not self._polling:
            self._polling = True
            what = "keys: the buttons' edges no longer arrive (the thread of the pin library has ended); the buttons"
            self._trouble(f"{what} are read in turn instead: restart the table when convenient")

    # -- what goes out ------------------------------------------------------------------------------------------

    def _tell(self, happened: Iterable[Happened]) -> None:
        for key, event in happened:
            if event.action == "stuck" or event.action == "freed":
                self._tell_stuck(key, event)
            else:
                self._send(Press(t=event.t, seat=key[0], key=key[1], action=event.action, held=event.held))

    def _tell_stuck(self, key: KeyId, event: KeyEvent) -> None:
        stuck = event.action == "stuck"
        if key[0] is not None:
            self.lamps.fault(key[0], any(other[0] == key[0] for other in self._contacts.stuck()))
        words = key_words(key)
        what = f"keys: {words} is free again"
        if stuck:
            what = f"keys: {words} has been down for {event.held:.0f} s and is ignored until it is released: free it"
        self._send(Trouble(t=event.t, part="keys", what=what, over=not stuck))

    def _trouble(self, what: str, over: bool = False) -> None:
        if not over:
            self._problems.append(what.removeprefix("keys: "))
        self._send(Trouble(t=self._clock(), part="keys", what=what, over=over))

    def _send(self, signal: Signal) -> None:
        try:
            self._put(signal)
        except Exception:  # a full queue or a fault behind it must not end the keys
            self._lost += 1

    def _work(self) -> None:
        """The worker thread: never ends by itself, whatever happens in a step."""
        while self._running:
            try:
                seconds = min(IDLE_STEP, self.step() - self._clock())
            except Exception as error:  # parts tell their own failures; whatever this is, it is told once
                seconds = IDLE_STEP
                if not self._failed:
                    self._failed = True
                    self._trouble(f"keys: a step failed ({type(error).__name__}: {error}); going on")
            if seconds > 0:
                self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        """Sleep, but not through an edge. Between two scans a plain sleep is short enough, at half the cost."""
        if self._matrix is not None:
            time.sleep(min(seconds, self.profile.timing.scan_ms / 1e3))
            return
        with contextlib.suppress(queue.Empty):
            self._wire_edge(self._raw.get(timeout=seconds))


def _after(due: float, period: float, t: float) -> float:
    """The next time of something that is due every `period` seconds; what was missed is not made up for."""
    return due + period if due + period > t else t + period
