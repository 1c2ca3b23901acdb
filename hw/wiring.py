"""Wiring profiles: which pin is which key or lamp, read from TOML and checked before a pin is touched.

A profile names GPIO (BCM) numbers. Seats may have a pod (keys 1..6 of a matrix, or one pin a key), a single button, or
nothing but the keyboard; a profile may mix them. Everything wrong with a profile is told at once, in one line.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from hw.keynames import SCANCODES
from table.rules.signals import FIX, SEATS, Seat

KEYS_PER_POD = 6

KeyId = tuple[Seat | None, int]
"""A key as the rest of the table names it: (seat, 1..6), or (None, FIX)."""

FIX_KEY: KeyId = (None, FIX)

HEADER: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""GPIO number -> pin of the 40-pin header, the same on every Raspberry Pi since the B+."""

GROUND_PINS = (6, 9, 14, 20, 25, 30, 34, 39)

ALWAYS_RESERVED: dict[int, str] = {
    0: "the identity memory of add-on boards",
    1: "the identity memory of add-on boards",
    14: "the serial port",
    15: "the serial port",
}

BUSES: dict[str, tuple[int, ...]] = {
    "i2c": (2, 3),
    "spi": (7, 8, 9, 10, 11),
    "i2s": (18, 19, 20, 21),
    "1wire": (4,),
}

PROFILES = ("pods", "one-button", "mixed", "keyboard")
"""The profiles that come with the table."""

SeatKind = Literal["pod", "button", "keyboard"]


class WiringError(ValueError):
    """A profile that cannot be used: one line that says what is wrong, where, and what to do."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the TOML file; a misspelt name is refused."""


class Matrix(_Table, frozen=True):
    """Keys at the crossings: `rows[i]` is the wire of `seats[i]`'s pod, `columns[k]` that of key k + 1."""

    seats: tuple[Seat, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


class FixPin(_Table, frozen=True):
    """The one amber Fix button, between its pin and ground."""

    pin: int


class Timing(_Table, frozen=True):
    """Times of the contacts. A longer window suits worn switches, a longer glitch filter long cables."""

    glitch_ms: float = 4.0
    """A contact closed for less than this is no press."""
    window_ms: float = 25.0
    """A contact open for less than this has bounced and was not released."""
    repeat_ms: float = 250.0
    """A second press of the same key within this time of the first is not meant."""
    stuck_s: float = 20.0
    """A key held for longer than this is stuck: ignored until it is released."""
    scan_ms: float = 7.0
    """The matrix is read once in this time: more than 140 times a second."""


class Profile(_Table, frozen=True):
    """How a table is wired: `buttons` and `lamps` map a seat to pins, `keyboard` a seat (or ``fix``) to key names."""

    name: str
    about: str = ""
    buses: tuple[str, ...] = ()
    matrix: Matrix | None = None
    buttons: dict[Seat, tuple[int, ...]] = {}
    lamps: dict[Seat, int] = {}
    fix: FixPin | None = None
    keyboard: dict[str, tuple[str, ...]] = {}
    timing: Timing = Timing()

    def seat_kind(self, seat: Seat) -> SeatKind:
        """What a person at this seat has in front of him; ``pod`` where six keys are wired."""
        wired = sum(1 for owner, _ in self.wired_keys() if owner == seat)
        if wired == 0:
            return "keyboard"
        return "button" if wired == 1 else "pod"

    def wired_keys(self) -> tuple[KeyId, ...]:
        """Every key that has a wire, in the order of the profile: matrix, single buttons, Fix."""
        keys: list[KeyId] = []
        if self.matrix:
            keys += [(seat, k + 1) for seat in self.matrix.seats for k in range(len(self.matrix.columns))]
        keys += [(seat, k + 1) for seat, pins in self.buttons.items() for k in range(len(pins))]
        if self.fix:
            keys.append(FIX_KEY)
        return tuple(keys)

    def all_keys(self) -> tuple[KeyId, ...]:
        """Every key that can be pressed: the wired ones, or all of the keyboard where nothing is wired."""
        return self.wired_keys() or tuple(self.keyboard_keys().values())

    def direct_pins(self) -> dict[KeyId, int]:
        """The keys with a pin of their own (single buttons and Fix)."""
        pins: dict[KeyId, int] = {
            (seat, k + 1): pin for seat, many in self.buttons.items() for k, pin in enumerate(many)
        }
        if self.fix:
            pins[FIX_KEY] = self.fix.pin
        return pins

    def keyboard_keys(self) -> dict[str, KeyId]:
        """Key name (a place on a US keyboard) -> key of the table."""
        return {
            name: FIX_KEY if seat == "fix" else (seat, k + 1)
            for seat, names in self.keyboard.items()
            for k, name in enumerate(names)
        }

    def pins(self) -> list[tuple[int, str]]:
        """Every pin with what it is for, in the order of the profile; a pin used twice stands there twice."""
        uses: list[tuple[int, str]] = []
        if self.matrix:
            uses += [(pin, f"row {seat}") for seat, pin in zip(self.matrix.seats, self.matrix.rows, strict=False)]
            uses += [(pin, f"column key {k + 1}") for k, pin in enumerate(self.matrix.columns)]
        for seat, many in self.buttons.items():
            one = len(many) == 1
            uses += [(pin, f"button {seat}" if one else f"key {seat} {k + 1}") for k, pin in enumerate(many)]
        uses += [(pin, f"lamp {seat}") for seat, pin in self.lamps.items()]
        if self.fix:
            uses.append((self.fix.pin, "fix"))
        return uses


def problems(profile: Profile) -> tuple[str, ...]:
    """Everything that keeps the profile from being used, each in a few words; empty where all is well."""
    return (*_pin_problems(profile), *_seat_problems(profile), *_keyboard_problems(profile), *_timing_problems(profile))


def _pin_problems(profile: Profile) -> list[str]:
    found = []
    reserved = dict(ALWAYS_RESERVED)
    for bus in profile.buses:
        if bus not in BUSES:
            found.append(f"buses: {bus!r} is no bus; write {', '.join(BUSES)}")
        reserved |= dict.fromkeys(BUSES.get(bus, ()), f"the {bus} bus, which this profile calls in use")
    first: dict[int, str] = {}
    for pin, use in profile.pins():
        if pin not in HEADER:
            found.append(f"{use}: GPIO {pin} is not on the 40-pin header; write a GPIO number from 2 to 27")
        elif pin in reserved:
            found.append(f"{use}: GPIO {pin} (pin {HEADER[pin]}) is kept for {reserved[pin]}; take another pin")
        if pin in first:
            found.append(f"{use}: GPIO {pin} is used already for {first[pin]}; a pin can do one thing")
        first.setdefault(pin, use)
    return found


def _seat_problems(profile: Profile) -> list[str]:
    found = []
    matrix = profile.matrix
    for place, seats in (
        ("matrix.seats", matrix.seats if matrix else ()),
        ("buttons", tuple(profile.buttons)),
        ("lamps", tuple(profile.lamps)),
        ("keyboard", tuple(seat for seat in profile.keyboard if seat != "fix")),
    ):
        found += [f"{place}: {seat!r} is no seat; write {', '.join(SEATS)}" for seat in seats if seat not in SEATS]
    if matrix:
        if len(matrix.seats) != len(matrix.rows):
            found.append(f"matrix: {len(matrix.seats)} seats but {len(matrix.rows)} rows; each seat needs one row")
        if len(set(matrix.seats)) != len(matrix.seats):
            found.append("matrix.seats: a seat stands there twice")
        if not 1 <= len(matrix.columns) <= KEYS_PER_POD:
            found.append(f"matrix: {len(matrix.columns)} columns; 1 to {KEYS_PER_POD} are possible")
        found += [
            f"buttons: {seat} is in the matrix already; a seat has one or the other"
            for seat in profile.buttons
            if seat in matrix.seats
        ]
    found += [
        f"buttons.{seat}: {len(pins)} pins; 1 to {KEYS_PER_POD} are possible"
        for seat, pins in profile.buttons.items()
        if not 1 <= len(pins) <= KEYS_PER_POD
    ]
    return found


def _keyboard_problems(profile: Profile) -> list[str]:
    found = []
    owners: dict[str, str] = {}
    for seat, names in profile.keyboard.items():
        limit = 1 if seat == "fix" else KEYS_PER_POD
        if len(names) > limit:
            found.append(f"keyboard.{seat}: {len(names)} keys; at most {limit}")
        for name in names:
            if name not in SCANCODES:
                found.append(f"keyboard.{seat}: {name!r} is no key; write it as on a US keyboard: q, 7, space, f1")
            elif name in owners:
                found.append(f"keyboard.{seat}: {name!r} is {owners[name]}'s key already")
            owners.setdefault(name, seat)
    if not profile.all_keys():
        found.append("no key at all: add [matrix], [buttons] or [keyboard]")
    return found


def _timing_problems(profile: Profile) -> list[str]:
    limits = {
        "glitch_ms": (0.0, 20.0),
        "window_ms": (1.0, 200.0),
        "repeat_ms": (0.0, 1000.0),
        "stuck_s": (6.0, 600.0),
        "scan_ms": (1.0, 10.0),
    }
    found = []
    for name, (low, high) in limits.items():
        value = getattr(profile.timing, name)
        if not low <= value <= high:
            found.append(f"timing.{name}: {value:g} is out of range; {low:g} to {high:g} is possible")
    return found


def parse_profile(text: str, where: str) -> Profile:
    """A profile from the text of its TOML file, checked. `where` names the file in errors. Raises `WiringError`."""
    try:
        profile = msgspec.toml.decode(text, type=Profile)
    except msgspec.MsgspecError as error:  # a value of the wrong kind, a misspelt name, or no TOML at all
        raise WiringError(f"wiring {where}: {_plain(str(error))}") from None
    if not profile.keyboard:
        profile = msgspec.structs.replace(profile, keyboard=_builtin("keyboard").keyboard)
    found = problems(profile)
    if found:
        raise WiringError(f"wiring {where}: {'; '.join(found)}")
    return profile


def _plain(message: str) -> str:
    """msgspec's message without its path notation: ``$.matrix.rows[0]`` becomes ``matrix.rows[0]``."""
    return message.replace("`$.", "`").replace("\n", " ")


def _builtin(name: str) -> Profile:
    text = resources.files("hw").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    return parse_profile(text, name)


def load_profile(name_or_path: str | Path) -> Profile:
    """A profile by its name (`PROFILES`) or from a TOML file. Raises `WiringError` with one line."""
    if str(name_or_path) in PROFILES:
        return _builtin(str(name_or_path))
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise WiringError(f"wiring {name_or_path}: no such profile; write {', '.join(PROFILES)} or the path of a .toml")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WiringError(f"wiring {path}: the file is not text in UTF-8") from None
    except OSError as error:
        raise WiringError(f"wiring {path}: cannot be read ({error.strerror})") from None
    return parse_profile(text, str(path))
