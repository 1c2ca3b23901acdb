"""The table as a machine: signals in, events and views out.

Deterministic: the same options, seed and signals give the same events. It reads no clock (time comes with the
signals), draws no random number but from its seed, and writes nothing but through the journal it was given, which
makes an event durable before anybody sees what follows from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from table.intake.journal import Journal, MemoryJournal, Past
from table.intake.keydesk import KeyDesk
from table.intake.options import Options
from table.intake.phase import Phase
from table.intake.view import Chip, View
from table.rules.events import Amended, AnyEvent, Voided
from table.rules.ruleset import RuleSet
from table.rules.session import Session, State
from table.rules.signals import (
    SEATS,
    LampState,
    Observation,
    Press,
    Reading,
    RowView,
    Seat,
    Signal,
    SoundCue,
    TableChange,
    Tick,
    Trouble,
    TypedCard,
    ZoneView,
)
from table.rules.texts import Refused

DIMMED = 0.6
"""Brightness of the screen while nobody has done anything for `Times.dim`."""


class Table:
    """Everything between the queue of signals and the screen."""

    def __init__(
        self,
        options: Options,
        rulesets: Mapping[str, RuleSet],
        journal: Journal | None = None,
        *,
        past: Past | None = None,
        seed: int = 0,
        now: float = 0.0,
        wall: float = 0.0,
    ) -> None:
        self.options = options
        self.rulesets = dict(rulesets)
        self.journal: Journal = journal if journal is not None else MemoryJournal()
        self.past = past
        self.random = random.Random(seed)
        self.now = now
        self.wall_offset = wall - now
        self.format_clock: Callable[[float], str] = lambda _: ""
        self.lang = options.lang
        self.session = Session()
        self.joined: tuple[Seat, ...] = ()
        self.ruleset: RuleSet | None = None
        self.looks: dict[str, ZoneView] = {}
        self.row: RowView | None = None
        self.reading = Reading(t=now, state="resting", why="" if options.camera else "no_camera")
        self.camera_ok = options.camera
        self.troubles: dict[tuple[str, str], str] = {}
        self.recording = False
        self.revision = 0
        self.flash = ""
        self._flash_until = 0.0
        self._cues: list[SoundCue] = []
        self._lamp_until: dict[Seat, tuple[LampState, float]] = {}
        self.desk = KeyDesk(self)
        self.last_activity = now
        self.phase: Phase = Phase(self)
        self._overlays: list[Phase] = []

    # -- what the outside sees --------------------------------------------------------------------------------

    @property
    def current(self) -> Phase:
        """The phase on the screen: the topmost overlay, or the game's own."""
        return self._overlays[-1] if self._overlays else self.phase

    @property
    def log(self) -> tuple[AnyEvent, ...]:
        """The events of the running game."""
        return self.session.log

    @property
    def state(self) -> State | None:
        """The running game as it stands, None where none runs."""
        return self.session.state

    @property
    def secret(self) -> bool:
        """Entries are being made in secret: nobody may write down which keys are pressed."""
        return getattr(self.phase, "secret", False) is True

    @property
    def expects(self) -> str:
        """What the eye should read now: ``idle``, ``deal``, ``play``, ``show`` or ``row``."""
        wanted = self.phase.expects()
        return "row" if wanted == "tokens" else wanted

    @property
    def by_hand(self) -> bool:
        """No camera: cards and rows are entered with keys."""
        return not self.camera_ok

    @property
    def wall(self) -> float:
        """The wall clock in seconds since 1970 as the app last told it."""
        return self.now + self.wall_offset

    def take_cues(self) -> tuple[SoundCue, ...]:
        """The sounds that became due since the last call."""
        cues = tuple(self._cues)
        self._cues.clear()
        return cues

    def view(self) -> View:
        """Everything a screen may need, as of the last signal."""
        phase = self.current
        bound = phase.offers()
        return View(
            scene=phase.scene(),
            game=self.state,
            rules=self.ruleset.id if self.ruleset else "",
            rules_title=self.title_of(self.ruleset) if self.ruleset else "",
            seats=self.seats,
            names=self.options.names,
            lang=self.lang,
            input=self.options.input,
            keys=tuple(b.key for b in bound),
            cursor=self.desk.lit(phase, len(bound)),
            chip=phase.chip() or self._chip(),
            fix=phase.fix_offered,
            auto=phase.auto(),
            now=self.now,
            late=self._late(phase),
            trouble=tuple(self.troubles.values()),
            recording=self.recording,
            by_hand=self.by_hand,
            flash=self.flash if self.now < self._flash_until else "",
            lamps=self.lamps(),
            event_count=len(self.log),
            revision=self.revision,
            dim=self._brightness(),
            swap=self.options.swap,
        )

    @property
    def overlaid(self) -> bool:
        """Something lies over the game's own phase."""
        return bool(self._overlays)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the running game, or those who have joined."""
        return tuple(self.state.seats) if self.state is not None else self.joined

    def lamps(self) -> dict[Seat, LampState]:
        """What each seat's lamp says now."""
        waiting = self.current.waits_for()
        out: dict[Seat, LampState] = {seat: "waiting" if seat in waiting else "off" for seat in SEATS}
        out.update(self.current.lamps())
        for seat, (lamp, until) in self._lamp_until.items():
            if self.now < until:
                out[seat] = lamp
        return out

    def _late(self, phase: Phase) -> tuple[Seat, ...]:
        if self.secret or self.now - phase.since < self.options.times.late:
            return ()
        return phase.waits_for()

    def _brightness(self) -> float:
        """Dimmed while nobody has done anything for minutes; the saver is dark by itself."""
        from table.intake.other import Saver

        quiet = self.now - self.last_activity >= self.options.times.dim
        return DIMMED if quiet and not isinstance(self.current, Saver) else 1.0

    def _chip(self) -> Chip:
        if not self.camera_ok:
            return Chip(state="resting", why="no_camera")
        return Chip(state=self.reading.state, why=self.reading.why)

    # -- what phases call -------------------------------------------------------------------------------------

    def commit(self, event: AnyEvent) -> None:
        """Make `event` a fact: check it against the rules, make it durable, and step. Raises `Refused`."""
        stamped = msgspec.structs.replace(event, t=round(self.wall, 3))
        after = self.session.append(stamped)
        if self.log:
            self.journal.append(stamped)
        else:
            self.journal.begin(stamped)
        self.session = after
        self.last_activity = self.now
        if isinstance(stamped, Voided | Amended):
            self.revision += 1

    def try_commit(self, event: AnyEvent) -> Refused | None:
        """As `commit`, but an event against the rules comes back as the refusal instead of being raised."""
        try:
            self.commit(event)
        except Refused as refusal:
            return refusal
        return None

    def load(self, log: Sequence[AnyEvent]) -> None:
        """Take up a saved game. The journal already holds it. Raises `Refused` where the log does not fold."""
        self.session = Session.of(log)
        if self.state is not None:
            self.joined = tuple(self.state.seats)
            self.ruleset = self.rulesets.get(self.state.rules_id)

    def end_game(self) -> None:
        """Put the finished game away; the next event begins a new one."""
        self.session = Session()

    def side_of(self, seat: Seat) -> str:
        """The side of the mat at which a gin player lays cards open."""
        return self.options.laying_side(seat, self.seats)

    def seat_at(self, zone: str) -> Seat | None:
        """The player whose laying zone this is, None for any other zone."""
        name, _, side = zone.partition(":")
        if name != "lay":
            return None
        return next((seat for seat in self.seats if self.side_of(seat) == side), None)

    def title_of(self, ruleset: RuleSet) -> str:
        """The rule set's name in the table's language."""
        base = self.lang.partition("-")[0]
        return ruleset.names.get(self.lang) or ruleset.names.get(base, ruleset.name)

    def clock(self) -> str:
        """The time of day for the screen, such as ``18:04``."""
        return self.format_clock(self.wall)

    def go(self, phase: Phase) -> None:
        """Make `phase` the game's own phase."""
        self.phase = phase
        phase.since = self.now
        self.desk.cursor = 0
        phase.enter()

    def cover(self, phase: Phase) -> None:
        """Lay `phase` over the game's own one."""
        if not self._overlays:
            self.phase.on_cover()
        self._overlays.append(phase)
        phase.since = self.now
        self.desk.cursor = 0
        phase.enter()

    def uncover(self) -> None:
        """Take the topmost overlay away."""
        if self._overlays:
            self._overlays.pop()
            self.desk.cursor = 0
            self.current.on_uncover()

    def uncover_all(self) -> None:
        """Take every overlay away."""
        self._overlays.clear()
        self.desk.cursor = 0

    def cue(self, cue: SoundCue) -> None:
        """Let a sound be heard."""
        self._cues.append(cue)

    def lamp(self, seat: Seat | None, lamp: LampState, seconds: float = 0.6) -> None:
        """Show `lamp` at one seat for a moment."""
        if seat is not None:
            self._lamp_until[seat] = (lamp, self.now + seconds)

    def say(self, flash: str) -> None:
        """Show the remark ``note.<flash>`` in the footer for a few seconds."""
        self.flash = flash
        self._flash_until = self.now + self.options.times.flash

    # -- signals ----------------------------------------------------------------------------------------------

    def handle(self, signal: Signal) -> None:
        """Take one signal. Time never runs backwards: an older signal is handled as if it came now."""
        self.now = max(self.now, signal.t)
        match signal:
            case Press():
                self.last_activity = self.now
                self.desk.press(signal)
            case Observation():
                self._look(signal)
            case TableChange():
                self.last_activity = self.now
                self.phase.on_change(signal)
            case Reading():
                self.reading = signal
                self.phase.on_reading(signal)
            case TypedCard():
                self.last_activity = self.now
                self.phase.on_typed(signal)
            case Trouble():
                self._trouble(signal)
            case Tick():
                pass
        self._pass_time()

    def _look(self, look: Observation) -> None:
        for zone in look.zones:
            self.looks[zone.zone] = zone
        if look.row is not None:
            self.row = look.row
        self.phase.on_look(look)

    def _trouble(self, trouble: Trouble) -> None:
        # Two keys may be stuck at once: each trouble of a part lasts until the one about the same thing is over.
        which = (trouble.part, trouble.about)
        if trouble.over:
            self.troubles.pop(which, None)
        else:
            self.troubles[which] = trouble.what
        if trouble.part == "camera":
            self.camera_ok = self.options.camera and trouble.over
            if not trouble.over:
                self.looks.clear()
                self.row = None

    def _pass_time(self) -> None:
        # A phase that goes on by itself may lead to one whose time has come as well; a handful is plenty.
        for _ in range(5):
            phase = self.current
            due = phase.auto()
            if due is None or self.now < due:
                break
            phase.on_auto()
            if self.current is phase and phase.auto() == due:
                break
        self.current.on_tick()
        self._idle()

    def _idle(self) -> None:
        from table.intake.other import Saver
        from table.intake.start import Attract, idle_phases

        quiet = self.now - self.last_activity
        if quiet > self.options.times.saver and not isinstance(self.current, Saver):
            self.cover(Saver(self))
        elif quiet > self.options.times.attract and isinstance(self.phase, idle_phases()):
            if self.state is not None and not self.state.over:
                return  # the next game of a match is still to be played: it waits
            self.uncover_all()
            self.end_game()
            self.joined = ()
            self.go(Attract(self))
