"""What the table is doing: one object a phase, which says what it shows, what it takes, and what follows.

A phase never stores facts of the game (those are events) and never reads a clock: `Table.now` is the time of the
signal being handled. `scene` and `offers` are asked after each signal; what is offered is what is accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from table.intake.view import Chip, Key, Scene
from table.rules.signals import LampState, Observation, Press, Reading, Seat, TableChange, TypedCard

if TYPE_CHECKING:
    from table.intake.table import Table


@dataclass(frozen=True)
class Bound:
    """A key on offer and what it does."""

    key: Key
    act: Callable[[Press], None]


def bind(
    key: int,
    action: str,
    act: Callable[[Press], None],
    *,
    seats: tuple[Seat, ...] = (),
    hold: float = 0.0,
    **args: str | int,
) -> Bound:
    """Offer `key` under the text ``key.<action>``; empty `seats` means everybody."""
    return Bound(Key(key=key, action=action, seats=seats, args=args, hold=hold), act)


def calling(act: Callable[..., None], *args: object) -> Callable[[Press], None]:
    """A key's action that does not care who pressed: `act` with these arguments."""
    return lambda _: act(*args)


class Phase:
    """One thing that the table does. Subclasses override what they need; everything else is ignored."""

    overlay = False
    """Lies over the game's own phase and goes away without a trace (Fix, history, service, saver)."""
    fix_offered = True
    direct = False
    """One-button wiring: a short press acts at once instead of moving the light."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.since = table.now

    def enter(self) -> None:
        """Called once when the phase becomes the current one."""

    def scene(self) -> Scene:
        """What the screen shows."""
        raise NotImplementedError

    def offers(self) -> list[Bound]:
        """What is taken now. The order is the order of the footer."""
        return []

    def waits_for(self) -> tuple[Seat, ...]:
        """Seats that everybody waits for: their lamps blink slowly."""
        return ()

    def lamps(self) -> dict[Seat, LampState]:
        """Lamps that say more than whom the table waits for."""
        return {}

    def chip(self) -> Chip | None:
        """The reading indicator, None for what the eye says by itself."""
        return None

    def expects(self) -> str:
        """What the eye should read now: ``idle``, ``deal``, ``play``, ``show``, ``row``, ``tokens``."""
        return "idle"

    def auto(self) -> float | None:
        """When the phase goes on by itself, on the table's clock in seconds."""
        return None

    def raw_press(self, press: Press) -> bool:
        """Sees each press first; True when it took it. For what plain keys cannot say (the secret ballot)."""
        return False

    def on_auto(self) -> None:
        """The time given by `auto` has come."""

    def on_tick(self) -> None:
        """Time has passed."""

    def on_look(self, look: Observation) -> None:
        """A settled observation."""

    def on_change(self, change: TableChange) -> None:
        """A hand did something to the piles."""

    def on_reading(self, reading: Reading) -> None:
        """The reading indicator changed."""

    def on_typed(self, typed: TypedCard) -> None:
        """Cards were entered by hand."""

    def on_fix(self) -> None:
        """Fix was opened over this phase."""

    def on_cover(self) -> None:
        """An overlay is laid over this phase."""

    def on_uncover(self) -> None:
        """An overlay went away and this phase is seen again."""
