"""What the world may say to the table: things seen, keys pressed, time passing, and parts that fail.

A signal is a frozen value that carries its own time, so that nothing behind the queue reads a clock. Times are
seconds on the table's monotonic clock as a float; lengths are millimetres on the mat, origin at its upper left
corner as the camera's operator sees it, x to the right, y down; angles are radians, clockwise as seen from above.

The camera (`vision`) and the wires (`hw`) make signals, `table.intake` turns them into events of a game.
Nothing here knows a game.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from table.rules.cards import Card

Seat = str
"""The sign of a place at the table: one of `SEATS`, or ``"seat7"`` to ``"seat12"`` in games for more people."""

SEATS: tuple[Seat, ...] = ("sun", "mountain", "hut", "star", "moon", "wave")
"""The six places with a pod, clockwise."""

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]
"""The corners of a card, clockwise from the upper left of its face, in mm (in px only where a name says so)."""


class Signal(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Anything the world says. `t` is when it happened, not when it was handled."""

    t: float


class Tick(Signal, frozen=True, tag="tick"):
    """Time has passed; sent several times a second so that waits can end."""


KeyAction = Literal["down", "up", "hold"]


class Press(Signal, frozen=True, tag="press"):
    """A debounced key. `seat` is None for the Fix key and the operator's keyboard.

    `key` is 1..6 on a pod (on a one-button seat always 1), `FIX` for the Fix key.
    ``down`` is sent once a press; ``hold`` when it has stayed down for `held` seconds (1, 2 and 5); ``up`` ends it.
    """

    seat: Seat | None
    key: int
    action: KeyAction = "down"
    held: float = 0.0


FIX = 0
"""The number of the one amber Fix key."""

ReadState = Literal["hand", "reading", "done", "cannot", "resting"]
"""The five states of the reading indicator: a hand is over the zone; still, being read; read; still but not
readable; no reading wanted or no camera."""

Why = Literal[
    "",
    "dark",
    "glare",
    "blur",
    "overlap",
    "marker_hidden",
    "moved",
    "no_camera",
    "face_down",
    "twice",
    "too_many",
    "too_few",
]
"""What keeps the eye from reading, for the line of help on the screen."""


class SeenCard(msgspec.Struct, frozen=True, kw_only=True):
    """One playing card that the eye names, with how sure it is (`p`, calibrated: 0.99 is right 99 times in 100)."""

    card: Card
    p: float
    runner_up: tuple[tuple[Card, float], ...] = ()
    corners: int = 1
    at: Point | None = None
    angle: float = 0.0
    outline: Outline | None = None
    cutout: str = ""
    """The id of the camera's picture of this card in the picture store, for the screen; empty where none."""


class UnsureCard(msgspec.Struct, frozen=True, kw_only=True):
    """A place where a card lies that the eye will not name. Candidates best first; may be empty."""

    candidates: tuple[tuple[Card, float], ...] = ()
    at: Point | None = None
    outline: Outline | None = None
    cutout: str = ""


class ZoneView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in one zone of the mat, as agreed on by several frames.

    `zone` is ``stock``, ``discard``, ``lay:<side>`` (side ``near`` or ``far``) or a name from the mat's file.
    `cards` run left to right as the player of that side sees them; `groups` are places in `cards` that touch or
    lie together, for melds as laid. `backs` counts face-down cards; for the stock it is None where the pile is
    present but its height is unknown.
    """

    zone: str
    state: ReadState
    why: Why = ""
    cards: tuple[SeenCard, ...] = ()
    unsure: tuple[UnsureCard, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    backs: int | None = 0


class RowCard(msgspec.Struct, frozen=True, kw_only=True):
    """One illustrated card in the row, under the number that it keeps while it lies there."""

    number: int
    picture: str | None = None
    """The id of the picture in the enrolled deck; None where unknown or not sure."""
    p: float = 0.0
    at: Point | None = None
    outline: Outline | None = None
    cutout: str = ""
    used_before: bool = False


class TokenSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A printed token: whose, of which kind, which number it bears and on which card of the row it lies."""

    seat: Seat
    kind: Literal["vote", "owner"]
    value: int = 0
    on: tuple[int, ...] = ()
    """Numbers of the row's cards it touches: one when it lies well, none beside the row, two between cards."""


class RowView(msgspec.Struct, frozen=True, kw_only=True):
    """The row of picture cards, numbers 1.. from the left as the storyteller's seat sees it."""

    state: ReadState
    why: Why = ""
    cards: tuple[RowCard, ...] = ()
    missing: tuple[int, ...] = ()
    """Numbers that lay there before and do not now."""
    tokens: tuple[TokenSeen, ...] = ()


class Observation(Signal, frozen=True, tag="observation"):
    """A settled look at the table: each zone that changed or was asked for. `frame` counts the camera's frames."""

    frame: int = 0
    zones: tuple[ZoneView, ...] = ()
    row: RowView | None = None


ChangeKind = Literal["taken", "drawn", "discarded", "discarded_face_down", "put_back", "stock_gone", "shown", "cleared"]


class TableChange(Signal, frozen=True, tag="change"):
    """What a hand did to the piles, worked out from two settled looks and the motion between them.

    ``taken``: the top of the discard pile went away; ``drawn``: the stock was touched and nothing else changed;
    ``discarded``: a new top card lies on the pile. `side` (``near`` / ``far`` / None unknown) is whose hand it was.
    `p` is how sure the whole statement is. A physical fact, not yet an event of the game.
    """

    kind: ChangeKind
    card: Card | None = None
    runner_up: tuple[tuple[Card, float], ...] = ()
    side: str | None = None
    p: float = 1.0
    cutout: str = ""


class Reading(Signal, frozen=True, tag="reading"):
    """The reading indicator changed. Sent at once, unlike `Observation`, which waits for a settled table."""

    state: ReadState
    why: Why = ""
    zone: str = ""


class Trouble(Signal, frozen=True, tag="trouble"):
    """A part of the table stopped working, or works again (`over`)."""

    part: Literal["camera", "keys", "lamps", "display", "sound", "store", "settings"]
    what: str
    """One line: what happened, where, and what to do."""
    over: bool = False
    about: str = ""
    """What of the part it is about (``sun key 3``) where several troubles of one part may last side by side. The end
    of a trouble names the same as its beginning and ends nothing else."""


class TypedCard(Signal, frozen=True, tag="typed"):
    """Cards entered by hand where the camera is missing: the same meaning as a zone read with certainty."""

    zone: str
    cards: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] | None = None


class Quit(Signal, frozen=True, tag="quit"):
    """An orderly stop was asked for."""


AnySignal = Tick | Press | Observation | TableChange | Reading | Trouble | TypedCard | Quit

LampState = Literal["off", "waiting", "taken", "refused", "finished"]
"""What a seat's lamp says: nothing to do, we wait for you, key taken, not possible, finished. Never a vote."""

SoundCue = Literal["turn", "knock", "asked", "refused", "all_in", "scored", "game_end"]
"""The sounds of the table; none for a single vote or claim, ever."""
