"""A plausible player of the picture game: clues that some understand, votes that are not all alike."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from table.rules.signals import Seat


class PictureBot:
    """Votes for a whole table. `clarity` 0..1 is how likely a guesser finds the storyteller's card."""

    def __init__(self, rng: random.Random, clarity: float = 0.45) -> None:
        self.rng = rng
        self.clarity = clarity

    def clue(self, things: Sequence[str]) -> str:
        """One of the things that the storyteller's picture shows."""
        return self.rng.choice(list(things))

    def votes(
        self, owners: Mapping[int, Seat], storyteller: Seat, guessers: Sequence[Seat], votes_each: int = 1
    ) -> dict[Seat, tuple[int, ...]]:
        """One round's votes by card number; nobody votes for a card of his own."""
        # A clue is too plain or too dim now and then: all find it, or nobody does.
        mood = self.rng.random()
        clarity = 1.0 if mood < 0.08 else 0.0 if mood < 0.16 else self.clarity
        out = {}
        for seat in guessers:
            allowed = [number for number, owner in owners.items() if owner != seat]
            right = [number for number in allowed if owners[number] == storyteller]
            wrong = [number for number in allowed if owners[number] != storyteller]
            first = right[0] if self.rng.random() < clarity or not wrong else self.rng.choice(wrong)
            picks = [first]
            if votes_each > 1 and self.rng.random() < 0.5:
                picks.append(self.rng.choice([number for number in allowed if number != first]))
            out[seat] = tuple(sorted(picks))
        return out
