"""Which keys of a matrix are really down. Pure: rows of bits go in, rows of bits come out.

A reading is a tuple of integers, one a row; bit k is the crossing with column k. With a diode at every key each closed
crossing is a pressed key. Where a diode is missing, three pressed keys at the corners of a rectangle let current flow
backwards through one of them, and the fourth corner seems pressed: a ghost. A rectangle of four closed crossings is
therefore looked at more closely (see `hw.scanner`, which can tell whether current flows backwards), and its new corners
are refused until the rectangle is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

Reading = tuple[int, ...]
"""One integer a row; bit k set: the crossing of this row and column k is closed."""


def rectangle_corners(reading: Reading) -> Reading:
    """The closed crossings that are a corner of a rectangle of four closed crossings."""
    corners = [0] * len(reading)
    for (i, a), (j, b) in combinations(enumerate(reading), 2):
        shared = a & b
        if shared & (shared - 1):  # two columns or more in common
            corners[i] |= shared
            corners[j] |= shared
    return tuple(corners)


def rows_in_rectangles(reading: Reading) -> tuple[int, ...]:
    """The rows that take part in a rectangle, to be probed for current that flows backwards."""
    return tuple(row for row, bits in enumerate(rectangle_corners(reading)) if bits)


class GhostGuard:
    """Passes readings on, without the crossings that may be ghosts."""

    def __init__(self, rows: int) -> None:
        self._accepted: Reading = (0,) * rows
        self.refused = 0
        """How many crossings were refused, each counted once while its rectangle lasts."""
        self._refusing: Reading = (0,) * rows

    def filter(self, reading: Reading, leaks: bool) -> Reading:
        """The crossings to believe. `leaks`: current was seen to flow backwards in a rectangle of this reading.

        What was believed before the rectangle arose stays believed while it is closed; what is new in a leaking
        rectangle is refused. A rectangle that does not leak is four pressed keys.
        """
        doubtful = rectangle_corners(reading) if leaks else (0,) * len(reading)
        believed = tuple(
            bits & ~(corner & ~before) for bits, corner, before in zip(reading, doubtful, self._accepted, strict=True)
        )
        refusing = tuple(bits & ~yes for bits, yes in zip(reading, believed, strict=True))
        self.refused += sum((new & ~old).bit_count() for new, old in zip(refusing, self._refusing, strict=True))
        self._accepted, self._refusing = believed, refusing
        return believed


def changes(before: Reading, after: Reading) -> Iterable[tuple[int, int, bool]]:
    """The crossings that differ, as (row, column, closed now)."""
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        differing = old ^ new
        while differing:
            low = differing & -differing
            differing ^= low
            yield row, low.bit_length() - 1, bool(new & low)
