"""From a look at a zone to the `ZoneView` that the rest of the table gets: sorted, grouped, with pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from table.rules.cards import Card
from table.rules.signals import ReadState, SeenCard, UnsureCard, Why, ZoneView
from vision.cutouts import CutoutStore
from vision.lens import Lens
from vision.look import CARD_AREA, Look
from vision.pile import top_of
from vision.spots import Spot

TOUCHING_MM = 5.0
"""Cards nearer to one another than this lie together."""

CUTOUT = (150, 210)
"""Width and height of a card's picture in px."""


class ViewMaker:
    """Makes views and keeps the cards' pictures; a card that has not moved keeps the picture it has."""

    def __init__(self, store: CutoutStore) -> None:
        self.store = store
        self._pictures: dict[tuple[str, Card | None], tuple[Spot, str]] = {}

    def forget(self) -> None:
        """Take new pictures of everything (the camera was moved, the light is another)."""
        self._pictures.clear()

    def view(self, look: Look, image: np.ndarray, lens: Lens, state: ReadState, why: Why = "",
             pile: Sequence[Card | None] = ()) -> ZoneView:  # fmt: skip
        """The zone as the others see it. `pile`: for the discard pile, what is known to lie there."""
        if look.zone == "stock":
            return ZoneView(zone="stock", state=state, why=why, backs=0 if look.empty else None)
        spots = list(look.spots)
        if look.zone == "discard":
            spots = _bottom_up(spots, pile)
            top = spots[-1] if spots else None
            named = [spot for spot in spots if spot.card is not None]
            unsure = [top] if top is not None and top.card is None else []
            groups: tuple[tuple[int, ...], ...] = ()
        else:
            far = look.zone.endswith(":far")
            spots.sort(key=lambda spot: -spot.middle[0] if far else spot.middle[0])
            named = [spot for spot in spots if spot.card is not None]
            unsure = [spot for spot in spots if spot.card is None]
            groups = group(named)
        return ZoneView(
            zone=look.zone,
            state=state,
            why=why,
            cards=tuple(self._seen(spot, look, image, lens) for spot in named),
            unsure=tuple(self._unsure(spot, look, image, lens) for spot in unsure),
            groups=groups,
            backs=round(look.backs / (0.8 * CARD_AREA)) if look.face_down else 0,
        )

    def _seen(self, spot: Spot, look: Look, image: np.ndarray, lens: Lens) -> SeenCard:
        assert spot.card is not None
        return SeenCard(
            card=spot.card,
            p=round(spot.p, 4),
            runner_up=spot.runner_up,
            corners=len(spot.ends),
            at=spot.middle,
            angle=spot.angle,
            outline=spot.outline,
            cutout=self._cutout(spot, look, image, lens),
        )

    def _unsure(self, spot: Spot, look: Look, image: np.ndarray, lens: Lens) -> UnsureCard:
        return UnsureCard(
            candidates=spot.runner_up,
            at=spot.middle,
            outline=spot.outline,
            cutout=self._cutout(spot, look, image, lens),
        )

    def _cutout(self, spot: Spot, look: Look, image: np.ndarray, lens: Lens) -> str:
        key = (look.zone, spot.card)
        if spot.card is not None and key in self._pictures:
            old, name = self._pictures[key]
            if _near(old, spot) and self.store.get(name) is not None:
                return name
        name = self.store.put(card_picture(image, lens, spot))
        self._pictures[key] = (spot, name)
        if len(self._pictures) > 120:
            self._pictures.pop(next(iter(self._pictures)))
        return name


def card_picture(image: np.ndarray, lens: Lens, spot: Spot) -> np.ndarray:
    """The camera's picture of one card, upright, `CUTOUT` px."""
    width, height = CUTOUT
    corners = lens.to_px(np.array(spot.outline)).astype(np.float32)
    target = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, target), CUTOUT, flags=cv2.INTER_LINEAR)


def same_view(a: ZoneView | None, b: ZoneView) -> bool:
    """Whether two views tell the others the same, small movements and pictures apart."""
    if a is None or (a.state, a.why, a.groups, a.backs) != (b.state, b.why, b.groups, b.backs):
        return False
    if [seen.card for seen in a.cards] != [seen.card for seen in b.cards] or len(a.unsure) != len(b.unsure):
        return False
    return all(abs(x.p - y.p) < 0.05 for x, y in zip(a.cards, b.cards, strict=True))


def group(spots: Sequence[Spot]) -> tuple[tuple[int, ...], ...]:
    """Places of cards that touch or nearly touch, each group in the order given, groups by their first card."""
    n = len(spots)
    leader = list(range(n))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    grown = [_grown(spot, TOUCHING_MM / 2) for spot in spots]
    for i in range(n):
        for j in range(i):
            if cv2.rotatedRectangleIntersection(grown[i], grown[j])[0] != cv2.INTERSECT_NONE:
                leader[find(i)] = find(j)
    groups: dict[int, list[int]] = {}
    for i in range(n):
        groups.setdefault(find(i), []).append(i)
    return tuple(tuple(members) for members in sorted(groups.values()))


def _grown(spot: Spot, margin: float) -> tuple[tuple[float, float], tuple[float, float], float]:
    points = np.array(spot.outline)
    width = float(np.linalg.norm(points[1] - points[0])) + 2 * margin
    height = float(np.linalg.norm(points[3] - points[0])) + 2 * margin
    across = points[1] - points[0]
    return spot.middle, (width, height), float(np.degrees(np.arctan2(across[1], across[0])))


def _bottom_up(spots: list[Spot], pile: Sequence[Card | None]) -> list[Spot]:
    """Cards of the pile with the top one last; the others in the order in which they are known to lie."""
    top = top_of(spots, pile)
    rest = [spot for spot in spots if spot is not top]
    rest.sort(key=lambda spot: pile.index(spot.card) if spot.card is not None and spot.card in pile else -1)
    return rest if top is None else [*rest, top]


def _near(a: Spot, b: Spot) -> bool:
    return max(abs(a.middle[0] - b.middle[0]), abs(a.middle[1] - b.middle[1])) < 3 and abs(a.angle - b.angle) < 0.08
