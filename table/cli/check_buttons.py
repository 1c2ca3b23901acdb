"""`cardtable check buttons`: press each key and see it named, watch the lamps in turn, list what is stuck or missing.

`cardtable check` hands over to `run` here. The judging (`ButtonCheck`) is pure; the rest moves signals and text.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from hw.buttons import key_words
from hw.drawing import keyboard_svg, svg
from hw.keys import Keys
from hw.wiring import KeyId, Profile, WiringError, load_profile
from hw.wiring_doc import wires, wiring_text
from table.cli import UserError
from table.rules.signals import SEATS, Press, Signal, Trouble

HELP = "Press each button and see it named, lamps in turn, stuck and missing ones listed."
EPILOG = """examples:
  cardtable check buttons                     press every key once
  cardtable check buttons --profile mixed     with another wiring than that of the settings
  cardtable check buttons --wiring            the pin table
  cardtable check buttons --svg wiring.svg    the drawing"""

LAMP_TURN = 0.4
"""Seconds for which each lamp is lit when all are shown in turn."""


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """The options of `check buttons`, for a parser or a group of one."""
    parser.add_argument(
        "--profile", metavar="NAME", help="the wiring: a name or the path of a .toml (default: settings)"
    )
    parser.add_argument("--wiring", action="store_true", help="print the pin table and leave")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write the wiring as a drawing and leave")
    parser.add_argument("--seconds", type=float, default=60.0, help="leave after so long without a press (default 60)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0: every key answered and none is stuck; 1: some did not."""
    profile = _profile(args)
    if args.svg is not None:
        return _write_drawing(profile, args.svg)
    if args.wiring:
        print(_wiring_json(profile) if args.json else wiring_text(profile), end="")
        return 0
    check = ButtonCheck(profile)
    say: Callable[[str], None] = (lambda text: None) if args.json else (lambda text: print(text, flush=True))
    _press_them_all(profile, check, args.seconds, say)
    print(json.dumps(check.report(), ensure_ascii=False) if args.json else "\n".join(check.summary()))
    return 0 if check.fit else 1


def _profile(args: argparse.Namespace) -> Profile:
    name = args.profile
    if name is None:
        from table.settings import load

        name = load(getattr(args, "settings", None)).keys.profile
    try:
        return load_profile(name)
    except WiringError as error:
        raise UserError(str(error)) from None


def _write_drawing(profile: Profile, file: Path) -> int:
    try:
        file.write_text(svg(profile) if profile.pins() else keyboard_svg(profile), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{file}: cannot be written ({error.strerror}); name another file with --svg") from None
    print(f"wrote {file}")
    return 0


def _wiring_json(profile: Profile) -> str:
    rows = [{"pin": wire.pin, "gpio": wire.gpio, "use": wire.use} for wire in wires(profile)]
    return json.dumps({"profile": profile.name, "wires": rows, "keyboard": profile.keyboard}, ensure_ascii=False) + "\n"


class ButtonCheck:
    """Which keys have answered. Pure: it is told signals and says lines."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.pressed: list[KeyId] = []
        self.stuck: list[KeyId] = []
        self.dead: list[KeyId] = []
        """Keys whose pins could not be had: nobody waits for them."""
        self.problems: list[str] = []

    @property
    def missing(self) -> list[KeyId]:
        """Keys of the wiring that have not been pressed yet."""
        return [key for key in self.profile.all_keys() if key not in self.pressed]

    @property
    def awaited(self) -> list[KeyId]:
        """Keys that can be pressed and have not been."""
        return [key for key in self.missing if key not in self.dead]

    @property
    def fit(self) -> bool:
        """Every key answered, none is stuck, nothing else is wrong."""
        return not (self.missing or self.stuck or self.problems)

    def take(self, signal: Signal) -> str:
        """A signal came; the line to show, empty for none."""
        if isinstance(signal, Trouble):
            if not signal.over and "is ignored until" not in signal.what:  # a stuck key is listed as such
                self.problems.append(signal.what)
            return f"! {signal.what}"
        if not isinstance(signal, Press):
            return ""
        key: KeyId = (signal.seat, signal.key)
        if signal.action != "down":
            return f"  {key_words(key)} held" if signal.held == 1.0 else ""
        again = key in self.pressed
        if not again:
            self.pressed.append(key)
        total = len(self.profile.all_keys())
        return f"✓ {key_words(key)}{' again' if again else ''} ({total - len(self.missing)} of {total})"

    def report(self) -> dict[str, Any]:
        """The result as one JSON document; a key is [seat, number], Fix is [null, 0]."""
        return {
            "profile": self.profile.name,
            "ok": self.fit,
            "pressed": [list(key) for key in self.pressed],
            "missing": [list(key) for key in self.missing],
            "stuck": [list(key) for key in self.stuck],
            "problems": self.problems,
        }

    def summary(self) -> list[str]:
        """The result in words."""
        if self.fit:
            return [f"all {len(self.pressed)} keys answer"]
        lines = [f"✗ {problem}" for problem in self.problems]
        if self.stuck:
            lines.append(f"✗ stuck: {_listed(self.stuck)}; free the button or look for a short circuit")
        if self.missing:
            lines.append(f"✗ not pressed or not connected: {_listed(self.missing)}")
        return lines


def _listed(keys: list[KeyId]) -> str:
    """Keys by seat: ``sun 1 2 3, hut 4, Fix``; a seat of which all six are meant is named alone."""
    words = []
    for seat in (*SEATS, None):
        numbers = [number for owner, number in keys if owner == seat]
        if numbers:
            one = "Fix" if seat is None else seat if len(numbers) in (1, 6) and numbers[0] == 1 else ""
            words.append(one or f"{seat} {' '.join(str(number) for number in numbers)}")
    return ", ".join(words)


# -- the moving part ------------------------------------------------------------------------------------------------


def _press_them_all(profile: Profile, check: ButtonCheck, seconds: float, say: Callable[[str], None]) -> None:
    """Show the lamps, then take presses until all keys answered, nothing came for `seconds`, or Ctrl-C.

    Where keys are wired, only wires count: the keyboard is not listened to.
    """
    signals: queue.Queue[Signal | None] = queue.Queue()
    with Keys(profile, signals.put) as keys, _typing(None if profile.wired_keys() else sys.stdin, keys, signals):
        with contextlib.suppress(KeyboardInterrupt):
            check.dead = list(keys.health.dead)
            if keys.health.pins:
                _lamps_in_turn(profile, keys, say)
            say(f"press every key once ({len(profile.all_keys())} of them); Ctrl-C ends")
            _listen(check, signals, seconds, say)
        check.stuck = list(keys.health.stuck)


def _lamps_in_turn(profile: Profile, keys: Keys, say: Callable[[str], None]) -> None:
    if not profile.lamps:
        return
    time.sleep(1.0)  # all lamps are on for the first second
    for seat in profile.lamps:
        say(f"  lamp of {seat}")
        keys.lamps.show(seat, "finished")
        time.sleep(LAMP_TURN)
        keys.lamps.show(seat, "off")


def _listen(
    check: ButtonCheck, signals: queue.Queue[Signal | None], seconds: float, say: Callable[[str], None]
) -> None:
    while check.awaited or not signals.empty():
        try:
            signal = signals.get(timeout=seconds)
        except queue.Empty:
            return
        if signal is None:
            return
        line = check.take(signal)
        if line:
            say(line)


@contextlib.contextmanager
def _typing(stream: TextIO | None, keys: Keys, signals: queue.Queue[Signal | None]) -> Iterator[None]:
    """Characters typed into the terminal are keys of the keyboard; a terminal tells no release, so it is made up.

    The end of the input ends the check. Without `stream` nothing is read.
    """
    if stream is None:
        yield
        return
    with _single_characters(stream):
        reader = threading.Thread(target=_read, args=(stream, keys, signals), daemon=True)
        reader.start()
        yield


def _read(stream: TextIO, keys: Keys, signals: queue.Queue[Signal | None]) -> None:
    with contextlib.suppress(ValueError, OSError):  # the stream was closed
        while character := stream.read(1):
            name = "space" if character == " " else character
            for down in (True, False):
                keys.keyboard(name, down=down)
    time.sleep(0.1)  # the last key is still on its way
    signals.put(None)


@contextlib.contextmanager
def _single_characters(stream: TextIO) -> Iterator[None]:
    """Let a terminal give each character at once and unseen; anything else is left as it is."""
    if not stream.isatty():
        yield
        return
    try:
        import termios
        import tty
    except ImportError:
        yield
        return
    before = termios.tcgetattr(stream)
    tty.setcbreak(stream)
    try:
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)
