"""What a game waits for: who, what, and which choices. Screens show it and lamps follow it."""

from __future__ import annotations

from typing import Literal

import msgspec

from table.rules.signals import Seat

WaitKind = Literal[
    "deal",
    "upcard",
    "draw",
    "discard",
    "knock",
    "knock_discard",
    "take_back",
    "show",
    "false_knock",
    "count_stock",
    "accept",
    "clue",
    "collect",
    "ballot",
    "refill",
    "new_game",
]


class Wait(msgspec.Struct, frozen=True):
    """`seats` may or must do one of `choices`. The first wait of a state is what holds the game up; the others are
    things that may be done as well (a knock right after the discard, counting the stock)."""

    kind: WaitKind
    seats: tuple[Seat, ...]
    choices: tuple[str, ...]
