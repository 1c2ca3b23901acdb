"""The loop: signals in, the table's machine, events on the disk, a picture on the screen.

Worker threads (camera, keys, voice) put signals on one queue. The main thread drains it, hands each signal to the
table, which makes events durable before anything of them is shown, then renders, sets lamps, plays sounds, and tells
the watchdog that all is well. No press waits for the camera: reading runs in its own thread.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from table.app.journal import StoreJournal
from table.app.operator_desk import OperatorDesk
from table.app.recorder import Recorder
from table.app.signal_queue import SignalQueue
from table.intake.table import Table
from table.intake.view import Joining, View
from table.rules.signals import FIX, SEATS, Press, Quit, Seat, Signal, Tick, Trouble
from table.screens import present
from table.screens.model import Screen
from table.words import Words

log = logging.getLogger("cardtable")

TICK = 0.1
"""Between two ticks (s)."""

POLL = 0.015
"""The longest wait for a signal before the display is asked for its input (s): a mouse click waits no longer."""

HEALTHY = 60.0
"""After so long without a fault a start counts as a good one (s)."""


class Display(Protocol):
    """Where the screen is shown. `inputs` gives what people did there, as plain values of `table.paint.window`."""

    def show(self, screen: Screen, now: float) -> bool: ...

    def inputs(self) -> Any: ...

    def close(self) -> None: ...


class LampsLike(Protocol):
    """Sets the seats' lamps."""

    def show(self, seat: Seat, state: Any) -> None: ...


class KeysLike(Protocol):
    """Keys and lamps."""

    lamps: Any

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def keyboard(self, name: str = "", *, down: bool, scancode: int | None = None) -> bool: ...


class EyeLike(Protocol):
    """The camera's reader. `beat`: when its thread last came round (s); `status`: how the camera does."""

    beat: float

    @property
    def status(self) -> Any: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def expect(self, mode: Any) -> None: ...


@dataclass
class Parts:
    """What the app drives. Everything but the queue may be missing, and the table plays on."""

    queue: SignalQueue
    display: Display | None = None
    keys: KeysLike | None = None
    may_type: Callable[[str], bool] = lambda name: True
    """Whether a key of a keyboard counts now."""
    eye: EyeLike | None = None
    row: Any = None
    """The row reader, told when a row begins and when the ballot opens."""
    pictures: Any = None
    """Where the display finds pictures (`table.app.display.Pictures`)."""
    save_deck: Callable[[], None] = lambda: None
    """Keeps pictures that were learned in play."""
    sounds: Any = None
    announcer: Any = None
    journal: StoreJournal | None = None
    recorder: Recorder | None = None
    heart: Callable[[str, float], None] = lambda part, now: None
    """Signs of life for the watchdog."""


class App:
    """One running table."""

    def __init__(self, table: Table, parts: Parts, clock: Callable[[], float]) -> None:
        self.table = table
        self.parts = parts
        self.clock = clock
        self.stopping = False
        self.screen: Screen | None = None
        self.faults = 0
        self.on_first_picture: Callable[[], None] = lambda: None
        self.desk = OperatorDesk(table, parts)
        self._next_tick = 0.0
        self._view: View | None = None
        self._words: dict[str, Words] = {}
        self._lamps: dict[Seat, str] = {}
        self._mode = ""
        self._row_key: tuple[object, ...] = ()
        self._shown = False
        self._mouse: dict[str, Seat | None] = {}

    # -- the loop ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until somebody asks to stop."""
        while not self.stopping:
            self.round(POLL if self.parts.display is not None else TICK)

    def stop(self) -> None:
        """Ask for an orderly stop; safe from a signal handler and from other threads."""
        self.parts.queue.put(Quit(t=self.clock()))

    def round(self, wait: float = 0.0) -> None:
        """One turn of the loop. Public, so that tests and the simulator can turn it by hand."""
        for signal in self.parts.queue.drain(wait):
            self.handle(signal)
        now = self.clock()
        if now >= self._next_tick:
            self._next_tick = now + TICK
            self.handle(Tick(t=now))
            if self.parts.journal is not None:
                self.parts.journal.tick()
        self._inputs()
        self.serve_operator(now)
        self.show(self.clock())
        self.parts.heart("loop", now)

    def serve_operator(self, now: float) -> None:
        """A fault of the operator's screens ends them, never the game."""
        try:
            self.desk.turn(now)
        except Exception:
            self.faults += 1
            log.error("the operator's screen was not served: %s", traceback.format_exc(limit=-6))
            self.table.uncover_all()

    def handle(self, signal: Signal) -> None:
        """One signal. A fault in the program is written down and the table goes on from what the log says."""
        if isinstance(signal, Quit):
            self.stopping = True
            return
        try:
            self.table.handle(signal)
        except Exception:
            self.faults += 1
            # The signal itself is never written, and while entries are secret no value either: it may be a vote.
            told = traceback.format_exc(limit=-6) if not self.table.secret else _place_of_fault()
            log.error("a %s was not handled: %s", type(signal).__name__, told)
            self._recover()
        if self.parts.recorder is not None:
            self.parts.recorder.record(signal, secret=self.table.secret)
        self._after()

    def _recover(self) -> None:
        """The game is what the log says; the phase is made anew from it."""
        from table.intake.play import enter_play

        self.table.uncover_all()
        try:
            enter_play(self.table)
        except Exception:
            log.error("the phase cannot be made from the game: %s", traceback.format_exc(limit=-4))

    # -- what follows -----------------------------------------------------------------------------------------

    def _after(self) -> None:
        parts = self.parts
        for cue in self.table.take_cues():
            if parts.sounds is not None:
                parts.sounds.play(cue)
        if parts.keys is not None:
            self._set_lamps(parts.keys.lamps)
        mode = self.table.expects
        if parts.eye is not None and mode != self._mode:
            self._mode = mode
            parts.eye.expect(mode)
        if parts.row is not None:
            self._tell_row()

    def _set_lamps(self, lamps: LampsLike) -> None:
        for seat, state in self.table.lamps().items():
            if self._lamps.get(seat) != state:
                self._lamps[seat] = state
                lamps.show(seat, state)

    def _tell_row(self) -> None:
        """The row reader numbers anew for each round and holds the numbers while the ballot is open."""
        from table.rules.zhiyan import RoundPhase, ZhiyanState

        state = self.table.state
        if not isinstance(state, ZhiyanState):
            return
        voting = state.phase is RoundPhase.VOTE
        key = (state.rules_id, state.round_number, len(state.history), state.storyteller, voting)
        if key == self._row_key:
            return
        before, self._row_key = self._row_key, key
        if voting:
            self.parts.row.lock()
        elif before[:-1] != key[:-1]:
            # The cards of finished rounds are out of the game: one that is seen again is named.
            self.parts.row.played = type(self.parts.row.played).of(last.pictures for last in state.history)
            self.parts.row.start(state.row_count, self.table.options.sides.get(state.storyteller, "near"))
            self.parts.save_deck()

    # -- the screen -------------------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The catalogue of a language, loaded once."""
        if lang not in self._words:
            self._words[lang] = Words(lang, self.table.options.names)
        return self._words[lang]

    def show(self, now: float) -> None:
        """Bring screen and voice up to date."""
        view = self.table.view()
        still = msgspec.structs.replace(view, now=0.0)
        if still != self._view or self.screen is None:
            self._view = still
            try:
                self.screen = present(view, self.words(view.lang))
            except Exception:
                self.faults += 1
                log.error("a %s has no screen: %s", type(view.scene).__name__, traceback.format_exc(limit=-4))
            if self.screen is not None and self.parts.announcer is not None:
                self.parts.announcer.show(self.screen)
        if self.screen is None or self.parts.display is None:
            return
        try:
            self.parts.display.show(self.screen, now)
        except Exception as error:
            self._lose_display(error)
        self.parts.heart("display", now)
        self._ready()

    def _ready(self) -> None:
        """Once: the first picture is there, or there is none to wait for."""
        if not self._shown:
            self._shown = True
            self.on_first_picture()

    def _lose_display(self, error: Exception) -> None:
        """Without a screen the table keeps score, with lamps, sounds and voice; the reason is in the log."""
        log.error("the screen was lost (%s: %s); the table goes on without one", type(error).__name__, error)
        display, self.parts.display = self.parts.display, None
        with contextlib.suppress(Exception):  # what cannot be drawn on may not let itself be closed either
            if display is not None:
                display.close()
        self._ready()

    # -- keyboard and mouse -----------------------------------------------------------------------------------

    def _inputs(self) -> None:
        if self.parts.display is None:
            return
        from table.paint.window import Clicked, Closed, KeyTyped

        try:
            events = list(self.parts.display.inputs())
        except Exception as error:
            self._lose_display(error)
            return
        for event in events:
            if isinstance(event, Closed):
                self.stopping = True
            elif isinstance(event, KeyTyped):
                # A key that is let go always counts: it must not stay down because the rule changed meanwhile.
                if self.parts.keys is not None and (not event.down or self.parts.may_type(event.name)):
                    self.parts.keys.keyboard(event.name, down=event.down, scancode=event.scancode)
            elif isinstance(event, Clicked) and event.key is not None:
                self._click(event.key, event.down)

    def _click(self, key: str, down: bool) -> None:
        number = FIX if key == "fix" else int(key) if key.isdigit() else 1
        if down:
            self._mouse[key] = self._clicking_seat(number)
        seat = self._mouse.get(key)
        now = self.clock()
        if key == "hold" and down:
            self.handle(Press(t=now, seat=seat, key=number))
            self.handle(Press(t=now, seat=seat, key=number, action="hold", held=1.0))
            return
        self.handle(Press(t=now, seat=seat, key=number, action="down" if down else "up"))

    def _clicking_seat(self, number: int) -> Seat | None:
        """For whom a mouse click on a drawn key counts: the seat that is asked, or the next one that sits down."""
        if number == FIX:
            return None
        view = self.table.view()
        if isinstance(view.scene, Joining) and number != 6:
            return next((seat for seat in SEATS if seat not in view.scene.joined), None)
        waiting = self.table.current.waits_for()
        for offered in view.keys:
            if offered.key == number and offered.seats:
                return next((seat for seat in waiting if seat in offered.seats), offered.seats[0])
        return None

    def trouble(self, part: Any, what: str, about: str = "") -> None:
        """A part of the app itself tells of a fault."""
        self.parts.queue.put(Trouble(t=self.clock(), part=part, what=what, about=about))


def _place_of_fault() -> str:
    """File and line of the exception being handled, without any value."""
    kind, _, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
    return f"{kind.__name__ if kind else 'fault'} at {where}"
