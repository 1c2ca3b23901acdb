"""A person's seat at the simulated table: what they hold, what they are asked for, and what they clicked.

The person plays with the mouse (a card, the stock, the pile) and presses the seat's own keys like everybody else: a
knock at gin, the vote in the picture game.
Their cards are shown in the demo's window only, never to the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from table.rules.signals import Seat

Wanted = Literal["", "draw", "discard", "offer", "lay", "tell", "give", "vote"]
"""``tell``: a card for one's own clue; ``give``: one that fits another's; ``vote`` is done with keys alone."""


class Human:
    """One person. The script asks, the window answers."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.hand: list[str] = []
        """Cards or names of pictures."""
        self.wanted: Wanted = ""
        self.choice: str = ""
        """``stock``, ``pile``, a card, or ``done``."""

    def ask(self, wanted: Wanted, hand: Sequence[str]) -> None:
        """The script wants a decision."""
        self.wanted, self.hand, self.choice = wanted, list(hand), ""

    def answer(self, choice: str) -> None:
        """The window has one. What does not fit the question is no answer."""
        fits = {
            "draw": choice in ("stock", "pile"),
            "offer": choice == "pile",
            "discard": choice in self.hand,
            "lay": choice == "done",
            "tell": choice in self.hand,
            "give": choice in self.hand,
            "vote": False,
            "": False,
        }
        if fits[self.wanted]:
            self.choice = choice

    def settled(self) -> str:
        """The answer, and the question is over."""
        choice, self.choice, self.wanted = self.choice, "", ""
        return choice
