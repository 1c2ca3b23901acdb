"""What is on the simulated table: cards in mm, hands over them, and the light. No pictures are made here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.synth.faces import Faces

THICKNESS = 0.3
"""Of one card in mm."""


@dataclass(frozen=True)
class Card:
    """A card on the table. `x`, `y`: its middle in mm; `angle`: radians, clockwise as seen from above;
    `z`: height of its lower side above the mat in mm; `up`: face up."""

    name: str
    x: float
    y: float
    angle: float = 0.0
    up: bool = True
    z: float = 0.0
    size: tuple[float, float] = (63.0, 88.0)

    def outline(self) -> np.ndarray:
        """Its corners in mm, (4, 2), clockwise from the upper left of its face."""
        w, h = self.size[0] / 2, self.size[1] / 2
        cos, sin = np.cos(self.angle), np.sin(self.angle)
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return corners @ np.array([[cos, sin], [-sin, cos]]) + np.array([self.x, self.y])

    @property
    def top(self) -> float:
        return self.z + THICKNESS


@dataclass(frozen=True)
class Hand:
    """A hand and its arm over the table. `at`: finger tips in mm; `side`: the edge the arm comes from (``near``,
    ``far``, ``left``, ``right``); `holding`: a card carried under the fingers (its `x`, `y` are ignored);
    `spread`: how far the fingers are apart, 0..1; `sleeve` and `skin`: BGR."""

    at: tuple[float, float]
    side: str = "near"
    lean: float = 0.0
    holding: Card | None = None
    skin: tuple[int, int, int] = (130, 160, 205)
    sleeve: tuple[int, int, int] = (90, 60, 50)
    sleeve_length: float = 0.6
    spread: float = 0.4
    height: float = 40.0
    width: float = 1.0


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored by the glossy surface: middle and radius in mm, strength 0 (nothing) to 1 (burnt out)."""

    x: float
    y: float
    radius: float = 60.0
    strength: float = 0.6


@dataclass(frozen=True)
class Shade:
    """A soft shadow thrown by a head or a lamp's arm: middle and radius in mm, strength 0..1."""

    x: float
    y: float
    radius: float = 150.0
    strength: float = 0.4


@dataclass(frozen=True)
class Light:
    """`level`: overall brightness (1 is a well lit room, 0.15 dim). `slope`: how much brighter the right and the
    near edge are, as a share. `warmth`: -1 blue daylight to 1 bulb."""

    level: float = 1.0
    slope: tuple[float, float] = (0.0, 0.0)
    warmth: float = 0.0
    glares: tuple[Glare, ...] = ()
    shades: tuple[Shade, ...] = ()


@dataclass(frozen=True)
class Mat:
    """A picture of the mat (BGR) and how many of its px make one mm. See `vision.mat` for the real ones."""

    image: np.ndarray
    px_per_mm: float
    name: str = "plain"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.image.shape[1] / self.px_per_mm, self.image.shape[0] / self.px_per_mm

    def __hash__(self) -> int:
        return id(self.image)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mat) and other.image is self.image


def plain_mat(size: tuple[float, float] = (594.0, 420.0), colour: tuple[int, int, int] = (60, 92, 40)) -> Mat:
    """A cloth without print."""
    cloth = np.random.default_rng(5).normal(0, 5, (round(size[1] * 2), round(size[0] * 2), 1)) + np.array(colour)
    return Mat(np.clip(cloth, 0, 255).astype(np.uint8), 2.0)


@dataclass
class Scene:
    """A table. `cards` run from the bottom up; `put`, `take` and `move` keep heights right.

    >>> scene = Scene(playing_faces("classic"), mat)
    >>> seven = scene.put("7S", x=350, y=210)
    >>> scene.hands = [Hand(at=(350, 210), side="near")]
    """

    faces: Faces
    mat: Mat
    cards: list[Card] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    light: Light = field(default_factory=Light)

    def put(self, name: str, x: float, y: float, angle: float = 0.0, up: bool = True) -> Card:
        """Lay a card on top of whatever lies there."""
        card = Card(name, x, y, angle, up, 0.0, self.faces.size)
        card = replace(card, z=self._rest(card, self.cards))
        self.cards.append(card)
        return card

    def pile(
        self,
        names: Iterable[str],
        x: float,
        y: float,
        up: bool = False,
        rng: np.random.Generator | None = None,
        jitter: float = 0.6,
        angle: float = 0.0,
    ) -> list[Card]:
        """Lay a pile, first name at the bottom; `jitter`: how unevenly squared, in mm."""
        out = []
        for level, name in enumerate(names):
            dx, dy, turn = (0.0, 0.0, 0.0) if rng is None else rng.normal(0, 1, 3) * (jitter, jitter, jitter / 60)
            card = Card(name, x + dx, y + dy, angle + turn, up, level * THICKNESS, self.faces.size)
            self.cards.append(card)
            out.append(card)
        return out

    def take(self, card: Card) -> Card:
        """Lift a card off the table; cards above it come down by its thickness when they rested on it alone."""
        self.cards.remove(card)
        return card

    def move(self, card: Card, x: float, y: float, angle: float | None = None) -> Card:
        """Push a card to another place; it keeps its place in the order of the pile."""
        new = replace(card, x=x, y=y, angle=card.angle if angle is None else angle)
        self.cards[self.cards.index(card)] = new
        return new

    def turn(self, card: Card, up: bool) -> Card:
        """Turn a card over where it lies."""
        new = replace(card, up=up)
        self.cards[self.cards.index(card)] = new
        return new

    def clear(self) -> None:
        """Everything off the table."""
        self.cards.clear()
        self.hands.clear()

    @staticmethod
    def _rest(card: Card, below: Iterable[Card]) -> float:
        """The height at which `card` comes to rest."""
        reach = float(np.hypot(*card.size))
        mine = ((card.x, card.y), card.size, np.degrees(card.angle))
        height = 0.0
        for other in below:
            if other.top <= height or np.hypot(other.x - card.x, other.y - card.y) > reach:
                continue
            theirs = ((other.x, other.y), other.size, np.degrees(other.angle))
            if cv2.rotatedRectangleIntersection(mine, theirs)[0] != cv2.INTERSECT_NONE:
                height = other.top
        return height
