"""Opening the display as the settings say; without one the table runs on and says why."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from table.settings import Settings

log = logging.getLogger("cardtable")


EDGES = {"near": "bottom", "right": "right", "far": "top", "left": "left"}
"""The edge of a lying screen for each side of the table."""


class Pictures(Mapping[str, Any]):
    """The camera's pictures by id, for the painter; `store` is set when the eye is there."""

    def __init__(self) -> None:
        self.store: Any = None
        self._live: dict[str, Any] = {}
        self._count = 0

    def show_live(self, image: Any) -> str:
        """Hold a picture of the whole table, (h, w, 3) BGR, until the next one, and give its name."""
        self._count += 1
        name = f"live{self._count}"
        self._live = {name: image}
        return name

    def forget_live(self) -> None:
        """Nobody looks at the table's picture any more."""
        self._live = {}

    def __getitem__(self, name: str) -> Any:
        if name in self._live:
            return self._live[name]
        picture = self.store.get(name) if self.store is not None else None
        if picture is None:
            raise KeyError(name)
        return picture

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def open_display(settings: Settings, pictures: Any, *, windowed: bool = False) -> tuple[Any, str]:
    """The window, or None with a line that says why there is none and what to do."""
    from table.paint import DisplayError, Look, Window

    display = settings.display
    look = Look(
        orientation=display.orientation,
        suit_colors=display.suit_colours,
        reduced_motion=display.reduced_motion,
        edges={seat: EDGES[side] for seat, side in msgspec.structs.asdict(settings.sides).items()},
    )
    size = None
    if display.size != "auto":
        width, _, height = display.size.partition("x")
        size = (int(width), int(height))
    full = display.fullscreen and not windowed
    try:
        return Window("auto", size=size, fullscreen=full, look=look, pictures=pictures, on_trouble=log.error), ""
    except DisplayError as error:
        return None, f"display: {error}"
