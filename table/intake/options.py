"""What the intake must know of how this table is set up; made from the settings by the app, by hand in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from table.rules.signals import Seat


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """How long a scene stays when nobody presses anything, in seconds of the table's clock."""

    self_check: float = 2.0
    lay_offs: float = 8.0
    result: float = 8.0
    standing: float = 20.0
    reveal_step: float = 4.0
    round_score: float = 8.0
    end: float = 120.0
    late: float = 30.0
    attract: float = 300.0
    """No game is running and nobody presses: back to the attract screen."""
    dim: float = 180.0
    """Nobody presses and nothing changes on the table: the screen is dimmed."""
    saver: float = 600.0
    resume_same: float = 2.0
    cannot_read: float = 3.0
    still_laying: float = 10.0
    """A doubt waits so long while cards of either hand are still to be laid."""
    flash: float = 4.0
    history: float = 30.0
    service: float = 300.0
    row_still: float = 1.5


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How this table is built and wired."""

    lang: str = "en"
    input: Literal["pods", "one-button", "keyboard"] = "pods"
    single: tuple[Seat, ...] | None = None
    """Seats with one button only; None: all of them with ``one-button``, none otherwise. A wiring may mix."""
    voting: Literal["keys", "tokens"] = "keys"
    camera: bool = True
    """False: every card and row is entered by hand."""
    tracking: Literal["full", "show-only"] = "full"
    names: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    sides: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    """At which side of the mat (``near``, ``right``, ``far``, ``left``) each seat is, where it is known."""
    game: str = ""
    """A rule set to start with instead of asking, empty to ask."""
    deck_size: int | None = None
    """Cards in the picture deck, where it differs from the rule set's value."""
    sure: float = 0.95
    """The least probability at which a card read on the table is taken as a fact."""
    swap: bool = False
    """Both gin players' scores change places with each hand, so that they do not burn in."""
    times: Times = Times()

    def laying_side(self, seat: Seat, seats: Sequence[Seat]) -> Literal["near", "far"]:
        """The side at which one of two gin players lays cards open: his own. Of two at one side, or at sides without
        a place for cards, the first of `seats` has the near one."""
        first, second = [*(self.sides.get(one, "") for one in seats), "", ""][:2]
        turned = first != second and (first == "far" or second == "near")
        return "near" if (len(seats) > 1 and seat == seats[1]) == turned else "far"

    def one_button(self, seat: Seat | None) -> bool:
        """This seat has a single button."""
        if self.single is None:
            return self.input == "one-button" and seat is not None
        return seat in self.single
