"""Puts a table together from its settings. What cannot be had is said in one line, and the rest plays on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

import seeds
from table.app.app import App, Parts
from table.app.journal import StoreJournal
from table.app.past import StorePast
from table.app.recorder import Recorder
from table.app.signal_queue import SignalQueue
from table.intake.options import Options, Times
from table.intake.start import SelfCheck
from table.intake.table import Table
from table.rules import ruleset
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Seat, Trouble
from table.settings import Settings, state_folder
from table.store import Store, StoreError

log = logging.getLogger("cardtable")

STORE_NAME = "games.sqlite"


@dataclass
class Built:
    """A table ready to run, and what must be closed afterwards, last first."""

    app: App
    close: list[Callable[[], None]]
    problems: list[str]

    def shut(self) -> None:
        """Give everything back."""
        for act in reversed(self.close):
            try:
                act()
            except Exception as error:
                log.error("while stopping: %s: %s", type(error).__name__, error)


def rule_sets(settings: Settings) -> tuple[dict[str, RuleSet], list[str]]:
    """All rule sets that can be used, the user's own house rules among them, and a line for each that cannot."""
    folder = Path(settings.table.house_rules) if settings.table.house_rules else state_folder() / "house"
    try:
        own = seeds.read_folder(folder) if folder.is_dir() else ()
    except OSError as error:
        return _by_id(()), [f"{folder}: {error.strerror}; the shipped rule sets are used"]
    good, bad = ruleset.load_all(tuple(own))
    return {r.id: r for r in good}, [str(error) for error in bad]


def _by_id(own: tuple[Any, ...]) -> dict[str, RuleSet]:
    good, _ = ruleset.load_all(own)
    return {r.id: r for r in good}


def options(settings: Settings) -> Options:
    """What the intake needs of the settings."""
    table = settings.table
    names = msgspec.structs.asdict(settings.seats)
    return Options(
        lang=table.language,
        input=_input(settings),
        single=_single(settings),
        voting="tokens" if table.voting == "tokens" else "keys",
        camera=settings.camera.source != "none",
        tracking=table.tracking,
        names={seat: name for seat, name in names.items() if name},
        sides=msgspec.structs.asdict(settings.sides),
        game=table.rules,
        swap=settings.display.swap,
        deck_size=table.picture_deck_size if table.picture_deck_size != 84 else None,
        times=Times(
            result=float(table.result_seconds),
            lay_offs=float(table.result_seconds),
            round_score=float(table.result_seconds),
            attract=table.idle_minutes * 60.0,
            saver=settings.display.saver_minutes * 60.0,
        ),
    )


def _input(settings: Settings) -> Any:
    """How most seats are wired, for the words on the screen."""
    if settings.keys.profile == "keyboard":
        return "keyboard"
    if settings.table.voting == "one-button" or "one-button" in settings.keys.profile:
        return "one-button"
    return "pods"


def _single(settings: Settings) -> tuple[Seat, ...] | None:
    """Seats that the wiring gives one button only."""
    from hw.wiring import WiringError, load_profile

    try:
        profile = load_profile(settings.keys.profile)
    except WiringError:
        return None
    if not profile.pins():
        return None
    return tuple(seat for seat in SEATS if profile.seat_kind(seat) == "button")


def open_store(settings: Settings, queue: SignalQueue) -> tuple[Store | None, str]:
    """The game store, None with the reason where there is none: play then goes on without a memory."""
    folder = Path(settings.store.folder) if settings.store.folder else state_folder()
    try:
        store = Store(folder / STORE_NAME)
    except StoreError as error:
        queue.put(Trouble(t=0.0, part="store", what=str(error)))
        return None, str(error)
    return store, store.notice


def build(
    settings: Settings,
    *,
    clock: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
    display: Any = None,
    with_hardware: bool = True,
    record: Path | None = None,
    seed: int | None = None,
) -> Built:
    """Everything from the settings; the caller opens the display (it knows where) and starts the parts."""
    queue = SignalQueue()
    close: list[Callable[[], None]] = []
    problems: list[str] = []
    rulesets, bad = rule_sets(settings)
    problems += bad
    store, notice = open_store(settings, queue)
    if notice:
        problems.append(notice)
    journal = past = None
    if store is not None:
        close.append(store.close)
        journal = StoreJournal(store, queue.put, clock)
        past = StorePast(store)
    now, today = clock(), wall()
    table = Table(
        options(settings),
        rulesets,
        journal,
        past=past,
        seed=int(today) if seed is None else seed,
        now=now,
        wall=today,
    )
    table.format_clock = lambda seconds: time.strftime("%H:%M", time.localtime(seconds))
    if store is not None and journal is not None:
        _take_up(table, store, journal, problems)
    parts = Parts(queue=queue, display=display, journal=journal)
    app = App(table, parts, clock)
    recording = record or (_recording_folder(settings, today) if settings.recording.signals else None)
    if recording is not None:
        chance = int(today) if seed is None else seed
        header: dict[str, Any] = {"options": _plain(table.options), "wall": today, "now": now, "seed": chance}
        header["log"] = [_plain(event) for event in table.log]
        parts.recorder = Recorder(recording, header, lambda what: app.trouble("store", what, "recording"))
        table.recording = parts.recorder.running
        close.append(parts.recorder.close)
    if with_hardware:
        from table.app.hardware import open_eye, open_keys, open_sound

        open_keys(settings, parts, close, problems)
        open_eye(settings, app, close, problems)
        open_sound(settings, parts, close)
    table.go(SelfCheck(table))
    return Built(app, close, problems)


def _take_up(table: Table, store: Store, journal: StoreJournal, problems: list[str]) -> None:
    """The newest game, where it is not over, goes on where it stood."""
    try:
        game = store.unfinished()
        if game is None:
            return
        saved = store.log(game)
        table.load(saved)
    except StoreError as error:
        problems.append(f"{error}; the game stays on the disk, and a new one begins")
        return
    journal.resume(game, len(saved))


def _recording_folder(settings: Settings, wall: float) -> Path:
    folder = Path(settings.recording.folder) if settings.recording.folder else state_folder() / "recordings"
    return folder / time.strftime("%Y-%m-%d-%H%M%S", time.localtime(wall))


def _plain(value: Any) -> Mapping[str, Any]:
    import msgspec

    out: Mapping[str, Any] = msgspec.to_builtins(value)
    return out
