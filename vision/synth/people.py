"""People at the simulated table: hands that deal, draw, discard, lay down and nudge, one frame after the other.

Every act is a generator that yields once a frame; between two yields the scene stands as the camera sees it. What
really happened is written to `People.facts` at the moment it happens. Nothing here reads a clock.

    people = People(scene, places, rng)
    for _ in people.draw("near"):
        frame = sim.frame(t); t += people.dt
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.synth.scene import THICKNESS, Card, Hand, Scene

Act = Iterator[None]

SKINS = ((130, 160, 205), (175, 195, 230), (70, 95, 140), (45, 60, 95))
SLEEVES = ((90, 60, 50), (40, 40, 45), (200, 200, 205), (60, 60, 150), (120, 90, 60))


@dataclass(frozen=True)
class Fact:
    """What really happened. `kind` as in `TableChange`; `t` counts frames."""

    frame: int
    kind: str
    side: str
    card: str | None = None


@dataclass(frozen=True)
class Places:
    """Where things lie on the mat, mm: middles of stock and discard pile, and the middle line of each lay zone."""

    stock: tuple[float, float] = (203.0, 210.0)
    discard: tuple[float, float] = (356.0, 210.0)
    lay: dict[str, tuple[float, float, float]] = field(
        default_factory=lambda: {"near": (60.0, 534.0, 348.0), "far": (60.0, 534.0, 72.0)}
    )
    """For each side: left end, right end, and height of the row's middle."""


@dataclass
class Manner:
    """How somebody handles cards. `pace`: 1 usual, 2 twice as quick; `mess`: how far off a card is laid, mm."""

    pace: float = 1.0
    mess: float = 4.0
    turn: float = 0.06
    skin: tuple[int, int, int] = SKINS[0]
    sleeve: tuple[int, int, int] = SLEEVES[0]

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Manner:
        """A person by lot."""
        tidy = rng.random() < 0.6
        return cls(
            pace=float(rng.uniform(0.7, 1.6)),
            mess=float(rng.uniform(1, 4) if tidy else rng.uniform(6, 13)),
            turn=float(rng.uniform(0.01, 0.06) if tidy else rng.uniform(0.08, 0.25)),
            skin=SKINS[int(rng.integers(len(SKINS)))],
            sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
        )


@dataclass
class People:
    """Two people, ``near`` and ``far``. `frame` counts the yields; `facts` is the truth."""

    scene: Scene
    places: Places
    rng: np.random.Generator
    rate: float = 15.0
    manners: dict[str, Manner] = field(default_factory=dict)
    frame: int = 0
    facts: list[Fact] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)

    def __post_init__(self) -> None:
        for side in ("near", "far"):
            self.manners.setdefault(side, Manner.drawn(self.rng))

    # -- the least movements ------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> Act:
        """Nothing moves."""
        for _ in range(max(1, round(seconds * self.rate))):
            self._tick()
            yield

    def reach(self, side: str, to: tuple[float, float], holding: Card | None = None) -> Act:
        """A hand comes in from `side` to `to`."""
        yield from self._travel(side, _home(side, to), to, holding)

    def leave(self, side: str, start: tuple[float, float], holding: Card | None = None) -> Act:
        """The hand at `start` goes back; afterwards it is gone."""
        yield from self._travel(side, start, _home(side, start), holding)
        self.scene.hands = [hand for hand in self.scene.hands if hand.side != side]

    def rest(self, side: str, at: tuple[float, float], seconds: float) -> Act:
        """A hand stays at `at`, not quite still."""
        for _ in range(max(1, round(seconds * self.rate))):
            jitter = self.rng.normal(0, 0.8, 2)
            self._show(side, (at[0] + jitter[0], at[1] + jitter[1]), None)
            self._tick()
            yield

    def _travel(self, side: str, start: tuple[float, float], end: tuple[float, float], holding: Card | None) -> Act:
        steps = max(2, round(0.45 * self.rate / self.manners[side].pace))
        for step in range(1, steps + 1):
            share = 0.5 - 0.5 * np.cos(np.pi * step / steps)
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self._show(side, at, holding)
            self._tick()
            yield

    def _show(self, side: str, at: tuple[float, float], holding: Card | None) -> None:
        manner = self.manners[side]
        hand = Hand(at, side, 0.12, holding, manner.skin, manner.sleeve)
        self.scene.hands = [other for other in self.scene.hands if other.side != side] + [hand]

    def _tick(self) -> None:
        self.frame += 1

    def _fact(self, kind: str, side: str, card: str | None = None) -> None:
        self.facts.append(Fact(self.frame, kind, side, card))

    # -- acts of a game -----------------------------------------------------------------------------------------

    def deal(self, stock: Sequence[str], upcard: str, side: str = "near") -> Act:
        """The stock is set down (bottom first) and one card is turned up beside it."""
        x, y = self.places.stock
        yield from self.reach(side, (x, y + 30))
        jitter = float(self.rng.uniform(0.15, 0.9))
        self.stock = self.scene.pile(stock, x, y, rng=self.rng, jitter=jitter, angle=float(self.rng.normal(0, 0.03)))
        yield from self.leave(side, (x, y + 30))
        yield from self._lay_on_pile(side, upcard)

    def draw(self, side: str) -> Act:
        """The top of the stock goes into a hand."""
        card = self.stock[-1]
        yield from self.reach(side, (card.x + 8, card.y))
        yield from self.rest(side, (card.x + 8, card.y), 0.12)
        self.scene.take(self.stock.pop())
        self._fact("drawn", side)
        yield from self.leave(side, (card.x, card.y), replace(card, up=False))

    def take(self, side: str) -> Act:
        """The top of the discard pile goes into a hand."""
        card = self.discards[-1]
        yield from self.reach(side, (card.x, card.y))
        yield from self.rest(side, (card.x, card.y), 0.12)
        self.scene.take(self.discards.pop())
        self._fact("taken", side, card.name)
        yield from self.leave(side, (card.x, card.y), replace(card, up=False))

    def discard(self, side: str, name: str, *, up: bool = True) -> Act:
        """A card from the hand is laid on the discard pile."""
        self._pending = ("discarded" if up else "discarded_face_down", side, name if up else None)
        yield from self._lay_on_pile(side, name, up)

    def put_back(self, side: str, name: str) -> Act:
        """The card just taken is laid on the pile again."""
        self._pending = ("put_back", side, name)
        yield from self._lay_on_pile(side, name)

    _pending: tuple[str, str, str | None] | None = None

    def _lay_on_pile(self, side: str, name: str, up: bool = True) -> Act:
        manner = self.manners[side]
        x, y = self.places.discard
        x, y = x + float(self.rng.normal(0, manner.mess)), y + float(self.rng.normal(0, manner.mess * 0.7))
        x, y = float(np.clip(x, x - 30, x + 30)), float(np.clip(y, 198, 222))
        angle = float(self.rng.normal(0, manner.turn)) + (np.pi if side == "far" else 0.0)
        card = Card(name, x, y, angle, up, 0.0, self.scene.faces.size)
        yield from self.reach(side, (x, y), card)
        self.discards.append(self.scene.put(name, x, y, angle, up))
        if self._pending is not None:
            self._fact(*self._pending)
            self._pending = None
        yield from self.rest(side, (x, y), 0.1)
        yield from self.leave(side, (x, y))

    def hover(self, side: str, where: tuple[float, float]) -> Act:
        """Somebody reaches out, thinks better of it, and goes back."""
        yield from self.reach(side, where)
        yield from self.rest(side, where, float(self.rng.uniform(0.2, 0.8)))
        yield from self.leave(side, where)

    def push_pile(self, side: str, which: str) -> Act:
        """A pile is squared up or pushed aside a little: all its cards move together."""
        cards = self.stock if which == "stock" else self.discards
        at = (cards[-1].x, cards[-1].y)
        yield from self.reach(side, at)
        dx, dy = self.rng.normal(0, 2.0, 2)
        moved = [self.scene.move(card, card.x + dx, card.y + dy) for card in cards]
        cards[:] = moved
        yield from self.leave(side, (at[0] + dx, at[1] + dy))

    def spread_pile(self, side: str) -> Act:
        """The discard pile is knocked over: its cards slide apart, the order stays."""
        at = (self.discards[-1].x, self.discards[-1].y)
        yield from self.reach(side, at)
        for i, card in enumerate(self.discards):
            x = self.places.discard[0] - 34 + 68 * i / max(1, len(self.discards) - 1)
            self.discards[i] = self.scene.move(card, x, card.y + float(self.rng.normal(0, 3)))
        yield from self.leave(side, at)

    def square_pile(self, side: str) -> Act:
        """The discard pile is put together again."""
        at = self.places.discard
        yield from self.reach(side, at)
        for i, card in enumerate(self.discards):
            jitter = self.rng.normal(0, 2.0, 2)
            self.discards[i] = self.scene.move(card, at[0] + jitter[0], at[1] + jitter[1])
        yield from self.leave(side, at)

    def lay_down(self, side: str, groups: Sequence[Sequence[str]], step: float | None = None,
                 style: str = "spread") -> Act:  # fmt: skip
        """A hand is laid open in groups: ``spread`` in rows or ``fanned`` in arcs."""
        left, right, y = self.places.lay[side]
        width = self.scene.faces.size[0]
        step = step or float(self.rng.uniform(19, 25))
        wide = sum(width + step * (len(g) - 1) for g in groups)
        gap = min(26.0, (right - left - wide) / max(1, len(groups) - 1)) if len(groups) > 1 else 0.0
        x = left + max(0.0, (right - left - wide - gap * (len(groups) - 1)) / 2) + width / 2
        flip = np.pi if side == "far" else 0.0
        for cards in groups:
            middle = (x + step * (len(cards) - 1) / 2, y)
            yield from self.reach(side, middle)
            for i, name in enumerate(cards):
                lean = (i - (len(cards) - 1) / 2) * 0.05 if style == "fanned" else float(self.rng.normal(0, 0.02))
                sag = abs(lean) * 60 * (1 if side == "near" else -1) if style == "fanned" else 0.0
                place = x + step * i
                if side == "far":
                    place = left + right - place
                    lean = -lean if style != "fanned" else lean
                self.scene.put(name, place, y + sag + float(self.rng.normal(0, 1.2)), lean + flip)
            yield from self.leave(side, middle)
            x += step * (len(cards) - 1) + width + gap
        self._fact("shown", side)

    def clear(self, side: str = "near") -> Act:
        """All cards go off the table."""
        yield from self.reach(side, (300, 210))
        self.scene.cards.clear()
        self.stock, self.discards = [], []
        yield from self.leave(side, (300, 210))


def _home(side: str, at: tuple[float, float]) -> tuple[float, float]:
    """Where a hand comes from: far enough outside to be out of the picture."""
    return (at[0] + 30, 720.0) if side == "near" else (at[0] - 30, -300.0)


def height_of(pile: Sequence[Card]) -> float:
    """Height of a pile in mm."""
    return len(pile) * THICKNESS
