"""The reading indicator: one state for the whole table, calm enough to be looked at."""

from __future__ import annotations

from table.rules.signals import Reading, ReadState, Why

LEAST_SHOWN_S = 0.3
"""Each state stays at least so long, against flicker."""


class Indicator:
    """Turns what is true in each frame into `Reading` signals, one at each change."""

    def __init__(self) -> None:
        self._shown: tuple[ReadState, Why, str] | None = None
        self._since = float("-inf")

    @property
    def state(self) -> ReadState:
        """What is shown now."""
        return "resting" if self._shown is None else self._shown[0]

    def update(self, state: ReadState, why: Why, zone: str, t: float) -> list[Reading]:
        """Say what is true now; gives the signal when that changes what is shown."""
        if (state, why, zone) == self._shown or t - self._since < LEAST_SHOWN_S:
            return []
        self._shown, self._since = (state, why, zone), t
        return [Reading(t=t, state=state, why=why, zone=zone)]
