"""What has been entered so far, kept from every eye until all of it is there.

`Sealed` shows nothing when it is printed, compared with something else, encoded or pickled, so that no log line, no
screen data and no crash report can hold a vote by accident. Only the ballot opens it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from table.rules.signals import Seat


class Entry(NamedTuple):
    """One guesser's presses: the numbers of his own cards, then his votes."""

    own: tuple[int, ...] = ()
    votes: tuple[int, ...] = ()
    enough: bool = False
    """He may vote twice and says that one vote is all."""
    held: tuple[int, float] | None = None
    """The key that is down right now, and since when."""
    swept: tuple[int, ...] = ()
    """The numbers taken in the passes of the present sweep, 0 for none; only with single buttons."""


EMPTY = Entry()


class Sealed:
    """A mapping of seats to entries that cannot be read by accident."""

    __slots__ = ("__entries",)

    def __init__(self, entries: Mapping[Seat, Entry]) -> None:
        self.__entries = dict(entries)

    def open(self) -> dict[Seat, Entry]:
        """The entries; for the ballot only."""
        return dict(self.__entries)

    def with_entry(self, seat: Seat, entry: Entry) -> Sealed:
        """The same box with one entry exchanged."""
        return Sealed({**self.__entries, seat: entry})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and other.open() == self.__entries

    def __hash__(self) -> int:
        return 0  # a hash of the content would tell two boxes apart

    def __repr__(self) -> str:
        return "<sealed>"

    def __copy__(self) -> Sealed:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Sealed:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a ballot that is not complete cannot be stored: after a power cut everybody votes again")
