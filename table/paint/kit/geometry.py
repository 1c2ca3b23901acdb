"""Places on the logical grid, the book of what was drawn where, and how the operator wants it drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Rect(NamedTuple):
    """In units; x, y is the upper left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def overlap(self, other: Rect) -> float:
        """The lesser side of what both cover; 0 or less where they do not meet."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        high = min(self.bottom, other.bottom) - max(self.y, other.y)
        return min(wide, high)


class Drawn(NamedTuple):
    """One entry of the canvas's book: ``text``, ``card``, ``key``, ``sign``, ``picture`` or ``panel``."""

    kind: str
    name: str
    rect: Rect
    size: float = 0.0


@dataclass
class Book:
    """What was drawn where. `problems` are texts that do not fit even at the smallest size."""

    drawn: list[Drawn] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    hits: list[tuple[Rect, str]] = field(default_factory=list)
    anchors: dict[str, Rect] = field(default_factory=dict)
    pictures: dict[str, Any] = field(default_factory=dict)
    """Ids of the pictures asked for, and the object that answered (None: none)."""


@dataclass(frozen=True)
class Look:
    """How the operator wants it drawn."""

    suit_colors: Literal[2, 4] = 4
    reduced_motion: bool = False
    orientation: Literal["upright", "flat"] = "upright"
    edges: Mapping[str, str] = field(default_factory=dict)
    """For a lying screen: at which edge (``top``, ``right``, ``bottom``, ``left``) each seat sits."""
