"""The keys and lamps of a table as one thing: pins, matrix, keyboard, debouncing, stuck keys, lamps.

    keys = Keys(load_profile("pods"), queue.put)
    keys.start()                          # opens pins; never raises for missing ones, sends one Trouble instead
    keys.lamps.show("sun", "waiting")
    keys.keyboard("q", down=True)         # from the window's events
    keys.stop()

On the Pi one worker thread does everything. A simulation calls `open` instead of `start`, owns the clock, and calls
`step` as often as it likes; the code is the same.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from hw.buttons import DirectKey, RawEdge, key_words, open_direct_keys
from hw.debounce import KEYBOARD_RULE, Debouncer, KeyEvent, Rule
from hw.keyboard import Keyboard
from hw.lamps import Lamps
from hw.matrix import GhostGuard, Reading, changes, rows_in_rectangles
from hw.pins import KEYBOARD_GOES_ON, PinsMissing, open_factory
from hw.scanner import MatrixPins
from hw.wiring import KeyId, Profile
from table.rules.signals import Press, Signal, Trouble

POLL = 0.1
"""Seconds between two looks at single buttons, to notice when edges no longer arrive."""

IDLE_STEP = 0.25
"""The longest sleep of the worker thread, in seconds."""


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


class _Contact:
    """A debounced key. The keyboard has contacts of its own beside the wires, so that neither releases the other."""

    __slots__ = ("bouncer", "key")

    def __init__(self, key: KeyId, rule: Rule, closed: bool, t: float) -> None:
        self.key = key
        self.bouncer = Debouncer(rule, closed, t)


class Keys:
    """All keys and lamps of one profile. `put` takes the signals; it is called from the worker thread."""

    def __init__(
        self,
        profile: Profile,
        put: Callable[[Signal], None],
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.profile = profile
        self.lamps = Lamps(profile.lamps, clock)
        self._put = put
        self._factory = pin_factory
        self._clock = clock
        self._rule = Rule.of(profile.timing)
        self._board = Keyboard(profile)
        self._raw: queue.SimpleQueue[RawEdge | None] = queue.SimpleQueue()
        self._typed: queue.SimpleQueue[tuple[str, KeyId, bool, float]] = queue.SimpleQueue()
        self._contacts: dict[object, _Contact] = {}
        self._awake: set[object] = set()
        self._direct: list[DirectKey] = []
        self._matrix: MatrixPins | None = None
        self._guard = GhostGuard(0)
        self._reading: Reading = ()
        self._next_scan = self._next_poll = -math.inf
        self._lamps_due = -math.inf
        self._differs: dict[KeyId, int] = {}
        self._polling = False
        self._problems: list[str] = []
        self._lost = 0
        self._failed_before = ""
        self._ghosts_told = False
        self._thread: threading.Thread | None = None
        self._running = False

    # -- life ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the pins and begin the worker thread. Never raises for pins that cannot be had."""
        self.open()
        self._running = True
        self._thread = threading.Thread(target=self._work, name="keys", daemon=True)
        self._thread.start()

    def open(self) -> None:
        """Open the pins only; the caller then calls `step`. One `Trouble` tells all that is missing."""
        t = self._clock()
        self._problems = []
        if self.profile.pins():
            try:
                if self._factory is None:
                    self._factory = open_factory()
                self._open_pins(t)
            except PinsMissing as error:
                self._problems.append(str(error))
            except Exception as error:  # a factory of somebody else's may fail in any way; the table must start
                self._problems.append(f"the pins cannot be opened ({error}); {KEYBOARD_GOES_ON}")
        if self._problems:
            self._send(Trouble(t=t, part="keys", what=f"keys: {'; '.join(self._problems)}"))

    def _open_pins(self, t: float) -> None:
        profile = self.profile
        lamp_problems = self.lamps.open(self._factory)
        if lamp_problems:
            self._send(Trouble(t=t, part="lamps", what=f"lamps: {'; '.join(lamp_problems)}; the keys work"))
        self._direct, problems = open_direct_keys(profile.direct_pins(), self._factory, self._post, self._clock)
        for key in self._direct:
            self._add(key.key, key.key, closed=key.read(), t=t)
        if profile.matrix:
            matrix = MatrixPins(profile.matrix.rows, profile.matrix.columns, self._factory, profile.matrix.seats)
            problems += matrix.problems
            self._matrix = matrix if matrix.usable else None
            self._guard = GhostGuard(len(profile.matrix.rows))
            self._reading = self._scan()
            for row, seat in enumerate(profile.matrix.seats):
                for k in range(len(profile.matrix.columns)):
                    self._add((seat, k + 1), (seat, k + 1), closed=bool(self._reading[row] >> k & 1), t=t)
        self._problems += problems
        self._told_at_start(t)

    def _told_at_start(self, t: float) -> None:
        held = [contact.key for contact in self._contacts.values() if contact.bouncer.closed]
        self._awake.update(name for name, contact in self._contacts.items() if contact.bouncer.closed)
        if held:
            words = ", ".join(key_words(key) for key in held)
            self._problems.append(f"{words} is down at the start and counts only after it is released")

    def stop(self) -> None:
        """End the worker thread, lamps off, pins given back. May be called twice."""
        self._running = False
        self._raw.put(None)
        if self._thread is not None:
            self._thread.join(timeout=2.0)
            self._thread = None
        for key in self._direct:
            _quietly(key.close)
        if self._matrix is not None:
            _quietly(self._matrix.close)
        self._direct, self._matrix = [], None
        _quietly(self.lamps.close)

    def __enter__(self) -> Keys:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def health(self) -> Health:
        """How the keys are right now."""
        contacts = list(self._contacts.values())
        alive = {contact.key for contact in contacts}
        matrix = self.profile.matrix
        if matrix and self._matrix is not None:
            alive -= {
                (seat, k + 1)
                for row, seat in enumerate(matrix.seats)
                for k in range(len(matrix.columns))
                if not self._matrix.has(row, k)
            }
        return Health(
            pins=any(key in alive for key in self.profile.wired_keys()),
            problems=(*self._problems, *self.lamps.failed),
            stuck=tuple(c.key for c in contacts if c.bouncer.stuck or (c.bouncer.closed and not c.bouncer.down)),
            dead=tuple(key for key in self.profile.wired_keys() if key not in alive),
            ghosts=self._guard.refused,
            polling=self._polling,
            lost=self._lost + sum(key.lost for key in self._direct),
        )

    # -- what comes in --------------------------------------------------------------------------------------------

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
        self._typed.put((source, key, down, self._clock() if t is None else t))
        if self._thread is not None:
            self._raw.put(None)  # wakes the worker

    def _post(self, edge: RawEdge) -> None:
        self._raw.put(edge)

    # -- one round of work ----------------------------------------------------------------------------------------

    def step(self, t: float | None = None) -> float:
        """Take in what happened, decide, send signals, set lamps. Returns the time at which to come again."""
        t = self._clock() if t is None else t
        self._drain()
        if self._matrix is not None and t >= self._next_scan:
            self._next_scan = t + self.profile.timing.scan_ms / 1e3
            self._scan_edges(t)
        if self._direct and t >= self._next_poll:
            self._next_poll = t + (self.profile.timing.scan_ms / 1e3 if self._polling else POLL)
            self._poll_direct(t)
        due = math.inf
        for name in list(self._awake):
            contact = self._contacts[name]
            self._tell(contact, contact.bouncer.advance(t))
            deadline = contact.bouncer.deadline()
            if deadline == math.inf:
                self._awake.discard(name)
            due = min(due, deadline)
        if t >= self._lamps_due or self.lamps.touched:
            self._lamps_due = self.lamps.update(t)
        return min(due, self._lamps_due, self._next_scan_due(), self._next_poll_due())

    def _next_scan_due(self) -> float:
        return self._next_scan if self._matrix is not None else math.inf

    def _next_poll_due(self) -> float:
        return self._next_poll if self._direct else math.inf

    def _drain(self) -> None:
        while True:
            try:
                edge = self._raw.get_nowait()
            except queue.Empty:
                break
            if edge is not None:
                self._edge(edge.key, edge.key, edge.closed, edge.t, self._rule)
        while True:
            try:
                source, key, down, t = self._typed.get_nowait()
            except queue.Empty:
                return
            self._edge((source, key), key, down, t, KEYBOARD_RULE)

    def _edge(self, name: object, key: KeyId, closed: bool, t: float, rule: Rule) -> None:
        contact = self._contacts.get(name) or self._add(name, key, closed=False, t=t, rule=rule)
        self._tell(contact, contact.bouncer.edge(closed, t))
        self._awake.add(name)

    def _add(self, name: object, key: KeyId, closed: bool, t: float, rule: Rule | None = None) -> _Contact:
        contact = self._contacts[name] = _Contact(key, self._rule if rule is None else rule, closed, t)
        return contact

    def _scan(self) -> Reading:
        if self._matrix is None:
            return (0,) * len(self.profile.matrix.rows if self.profile.matrix else ())
        reading = self._matrix.read()
        leaks = bool(rows_in_rectangles(reading)) and self._matrix.leaks(reading)
        return self._guard.filter(reading, leaks)

    def _scan_edges(self, t: float) -> None:
        assert self.profile.matrix is not None
        reading = self._scan()
        for row, column, closed in changes(self._reading, reading):
            key = (self.profile.matrix.seats[row], column + 1)
            self._edge(key, key, closed, t, self._rule)
        self._reading = reading
        if self._guard.refused and not self._ghosts_told:
            self._ghosts_told = True
            what = "keys: several keys together look like more than are pressed (a diode is missing or the wrong way"
            self._trouble(t, f"{what} round): the doubtful ones are ignored until a key is released")

    def _poll_direct(self, t: float) -> None:
        """Compare the buttons with what their edges told. Twice different: edges are lost, so read them instead."""
        for key in self._direct:
            closed = key.read()
            contact = self._contacts[key.key]
            if self._polling or closed == contact.bouncer.closed:
                self._differs.pop(key.key, None)
                if self._polling:
                    self._edge(key.key, key.key, closed, t, self._rule)
                continue
            self._differs[key.key] = self._differs.get(key.key, 0) + 1
            if self._differs[key.key] >= 2:
                self._differs.pop(key.key)
                self._polling = True
                self._edge(key.key, key.key, closed, t, self._rule)
                what = f"keys: edges of {key_words(key.key)} no longer arrive (the thread of the pin library has ended)"
                self._trouble(t, f"{what}; the buttons are read in turn instead, restart the table when convenient")

    # -- what goes out ----------------------------------------------------------------------------------------------

    def _tell(self, contact: _Contact, events: list[KeyEvent]) -> None:
        seat, number = contact.key
        for event in events:
            if event.action == "stuck" or event.action == "freed":
                self._tell_stuck(contact.key, event)
            else:
                self._send(Press(t=event.t, seat=seat, key=number, action=event.action, held=event.held))

    def _tell_stuck(self, key: KeyId, event: KeyEvent) -> None:
        seat, _ = key
        stuck = event.action == "stuck"
        if seat is not None:
            others = any(c.bouncer.stuck and c.key != key and c.key[0] == seat for c in self._contacts.values())
            self.lamps.fault(seat, stuck or others)
        words = key_words(key)
        if stuck:
            what = f"keys: {words} has been down for {event.held:.0f} s and is ignored until it is released: free it"
        else:
            what = f"keys: {words} is free again"
        self._send(Trouble(t=event.t, part="keys", what=what, over=not stuck))

    def _trouble(self, t: float, what: str) -> None:
        self._problems.append(what.removeprefix("keys: "))
        self._send(Trouble(t=t, part="keys", what=what))

    def _send(self, signal: Signal) -> None:
        try:
            self._put(signal)
        except Exception:  # a full queue or a bug behind it must not end the keys
            self._lost += 1

    def _work(self) -> None:
        """The worker thread: never ends by itself, whatever happens in a step."""
        while self._running:
            try:
                due = self.step()
                wait = min(IDLE_STEP, max(0.0, due - self._clock()))
                self._wait(wait)
            except Exception as error:  # tell it once, breathe, go on with what works
                text = f"{type(error).__name__}: {error}"
                if text != self._failed_before:
                    self._failed_before = text
                    self._trouble(self._clock(), f"keys: reading the keys failed once ({text}); going on")
                self._wait(0.05)

    def _wait(self, seconds: float) -> None:
        try:
            edge = self._raw.get(timeout=seconds) if seconds > 0 else None
        except queue.Empty:
            return
        if edge is not None:
            self._edge(edge.key, edge.key, edge.closed, edge.t, self._rule)


def _quietly(close: Callable[[], None]) -> None:
    with contextlib.suppress(Exception):  # the program is leaving; what cannot be closed is left to the kernel
        close()
