"""A reader that knows the simulated table: it names every card of which an index is in plain sight.

It stands in for the real reader in tests of everything around reading, which then run fast and mean what they say.
"""

from __future__ import annotations

import numpy as np

from table.rules.cards import Card
from table.rules.signals import Point
from vision.pile import index_places
from vision.reading import Corner, ReadCard, Reading, UnsurePlace
from vision.spots import inside
from vision.synth.scene import Card as CardThere
from vision.synth.scene import Scene


class PerfectReader:
    """Reads a `Scene` and never looks at the picture. `unsure`: names that it will not claim, only ask about."""

    def __init__(self, scene: Scene, p: float = 0.99) -> None:
        self.scene, self.p = scene, p
        self.unsure: dict[str, tuple[tuple[Card, float], ...]] = {}
        self.reads = 0

    def read(self, image_bgr: np.ndarray, px_per_mm: float | None = None, *, origin_mm: Point = (0.0, 0.0)) -> Reading:
        """As `vision.reader.CardReader.read`; `px_per_mm` is needed."""
        assert px_per_mm is not None
        self.reads += 1
        height, width = image_bgr.shape[:2]
        right, bottom = origin_mm[0] + width / px_per_mm, origin_mm[1] + height / px_per_mm
        cards: list[ReadCard] = []
        unsure: list[UnsurePlace] = []
        for place, there in enumerate(self.scene.cards):
            if not there.up:
                continue
            above = [other.outline().tolist() for other in self.scene.cards[place + 1 :]]
            ends = [
                end
                for end in _indices(there)
                if origin_mm[0] < end[0] < right and origin_mm[1] < end[1] < bottom
                and not any(inside(end, outline, -3.0) for outline in above)
            ]  # fmt: skip
            if ends:
                found = self._found(there, ends, px_per_mm, origin_mm)
                (unsure if isinstance(found, UnsurePlace) else cards).append(found)
        return Reading(cards=tuple(cards), unsure=tuple(unsure), size=(width, height))

    def _found(self, there: CardThere, ends: list[Point], scale: float, origin: Point) -> ReadCard | UnsurePlace:
        outline = tuple((float(x), float(y)) for x, y in there.outline())
        outline_px = tuple(((x - origin[0]) * scale, (y - origin[1]) * scale) for x, y in outline)
        corners = tuple(
            Corner(
                center_px=((x - origin[0]) * scale - 0.5, (y - origin[1]) * scale - 0.5),
                height_px=16 * scale,
                angle=there.angle,
                best=Card(there.name),
                p=self.p,
            )
            for x, y in ends
        )
        where = {"outline_px": outline_px, "outline_mm": outline, "angle": there.angle, "corners": corners}
        if there.name in self.unsure:
            return UnsurePlace(box=(0, 0, 1, 1), candidates=self.unsure[there.name], **where)
        return ReadCard(card=Card(there.name), p=self.p, **where)


def _indices(card: CardThere) -> tuple[Point, Point]:
    return index_places([(float(x), float(y)) for x, y in card.outline()])
