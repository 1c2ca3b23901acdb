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

from hw.buttons import RawEdge, key_words
from hw.contacts import Contacts, Happened
from hw.debounce import KEYBOARD_RULE, KeyEvent, Rule
from hw.keyboard import Keyboard
from hw.lamps import Lamps
from hw.pins import KEYBOARD_GOES_ON, PinsMissing, open_factory
from hw.wires import Wires
from hw.wiring import KeyId, Profile
from table.rules.signals import Press, Signal, Trouble

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
        self._wires = Wires(profile, self._wire_level, lambda key: self._contacts.closed(WIRES, key), self._trouble)
        self._lamps_due = -math.inf
        self._problems: list[str] = []
        self._lost = 0
        self._failed = False
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
        self._problems = self._wires.open(self._factory, self._raw.put, self._clock)
        for key, closed in self._wires.levels():
            self._contacts.add(WIRES, key, self._rule, closed, t)

    def stop(self) -> None:
        """End the worker thread, lamps off, pins given back. May be called twice."""
        self._running = False
        self._wake()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
            self._thread = None
        self._wires.close()
        with contextlib.suppress(Exception):  # the program is leaving; what cannot be closed is left to the kernel
            self.lamps.close()

    def __enter__(self) -> Keys:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def health(self) -> Health:
        """How the keys are right now."""
        alive = set(self._wires.keys)
        return Health(
            pins=bool(alive),
            problems=(*self._problems, *self._wires.problems, *self.lamps.problems),
            stuck=self._contacts.stuck(),
            dead=tuple(key for key in self.profile.wired_keys() if key not in alive),
            ghosts=self._wires.ghosts,
            polling=self._wires.polling,
            lost=self._lost + self._wires.lost,
        )

    @property
    def scans(self) -> int:
        """How often the matrix was read so far."""
        return self._wires.scans

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
        self._wires.sample(t, decides=self._contacts.deadline() <= t)
        self._tell(self._contacts.advance(t))
        if t >= self._lamps_due or self.lamps.touched:
            self._lamps_due = self.lamps.update(t)
        return min(self._contacts.deadline(), self._lamps_due, self._wires.due())

    def _drain(self) -> None:
        """Both queues have this one reader: what is not empty can be taken."""
        while not self._raw.empty():
            self._wire_edge(self._raw.get_nowait())
        while not self._typed.empty():
            source, edge = self._typed.get_nowait()
            self._tell(self._contacts.edge(source, edge.key, edge.closed, edge.t, KEYBOARD_RULE))

    def _wire_edge(self, edge: RawEdge | None) -> None:
        if edge is not None:
            self._wires.edge_arrived()
            self._wire_level(edge.key, edge.closed, edge.t)

    def _wire_level(self, key: KeyId, closed: bool, t: float) -> None:
        self._tell(self._contacts.edge(WIRES, key, closed, t, self._rule))

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
        self._send(Trouble(t=event.t, part="keys", what=what, over=not stuck, about=words))

    def _trouble(self, what: str, over: bool = False, about: str = "") -> None:
        self._send(Trouble(t=self._clock(), part="keys", what=what, over=over, about=about))

    def _send(self, signal: Signal) -> None:
        try:
            self._put(signal)
        except Exception:  # a full queue or a fault behind it must not end the keys
            self._lost += 1

    def _work(self) -> None:
        """The worker thread: never ends by itself, whatever happens in a step."""
        while self._running:
            try:
                self._wait(min(IDLE_STEP, self.step() - self._clock()))
            except Exception as error:  # parts tell their own failures; whatever this is, it is told once
                if not self._failed:
                    self._failed = True
                    self._trouble(f"keys: a step failed ({type(error).__name__}: {error}); going on", about="a step")
                time.sleep(IDLE_STEP)

    def _wait(self, seconds: float) -> None:
        """Sleep, but not through an edge. Between two scans a plain sleep is short enough, at half the cost."""
        if seconds <= 0:
            return
        if self._wires.has_matrix:
            time.sleep(min(seconds, self.profile.timing.scan_ms / 1e3))
            return
        with contextlib.suppress(queue.Empty):
            self._wire_edge(self._raw.get(timeout=seconds))
