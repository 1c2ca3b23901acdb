"""Which pictures left the game, round by round: for the used-card warning, the deck count and the evening's records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Played:
    """The rows of one game, each a tuple of picture ids in the order of their numbers; None where unknown."""

    rounds: list[tuple[str | None, ...]] = field(default_factory=list)

    @classmethod
    def of(cls, rounds: Iterable[Iterable[str | None]]) -> Played:
        """From the rows of a game's log (``RowLaid.pictures``; rows without pictures count by `pad`)."""
        return cls([tuple(row) for row in rounds])

    def close(self, pictures: Iterable[str | None]) -> None:
        """A round is over: its cards are out of the game."""
        self.rounds.append(tuple(pictures))

    def reopen(self) -> tuple[str | None, ...]:
        """The last round is taken back; returns its row. Raises `IndexError` where there is none."""
        return self.rounds.pop()

    @property
    def used(self) -> frozenset[str]:
        """Pictures that are out of the game."""
        return frozenset(picture for row in self.rounds for picture in row if picture is not None)

    @property
    def seen(self) -> int:
        """Cards that were in a row, recognised or not: what the deck has lost to the table."""
        return sum(len(row) for row in self.rounds)

    def round_of(self, picture: str) -> int | None:
        """The round (from 1) in which a picture lay in the row; None where it never did."""
        return next((n for n, row in enumerate(self.rounds, start=1) if picture in row), None)

    def left(self, deck_size: int) -> int:
        """Cards of the deck that were never in a row: in hands and in the stock."""
        return max(0, deck_size - self.seen)
