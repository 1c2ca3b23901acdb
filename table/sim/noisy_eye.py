"""The eye without pictures: looks made straight from the truth, with mistakes put in at stated rates.

For thousands of hands, where rendering would take days. What it says has the shape and the habits of the real eye:
nothing while a hand is over the table, then settled looks; what is doubtful is looked at again and again.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable
from dataclasses import dataclass

from table.rules.cards import DECK, Card
from table.rules.signals import (
    Observation,
    Reading,
    ReadState,
    RowCard,
    RowView,
    SeenCard,
    Signal,
    TableChange,
    UnsureCard,
    Why,
    ZoneView,
)
from table.sim.world import Lying, World
from vision.follow import DRAW_P, DRAWN_P


@dataclass(frozen=True)
class Noise:
    """Rates of mistakes, each per card or per change that is looked at."""

    unsure: float = 0.02
    """A card is seen but not named; the right name is among the candidates, first or second."""
    misread: float = 0.01
    """A wrong name, with a probability that the eye itself states as low (0.3 to 0.94)."""
    hidden: float = 0.01
    """A card is not seen at all in this look."""
    phantom: float = 0.004
    """A card that is not there, as a place in doubt."""
    missed: float = 0.01
    """A change of the piles that is not noticed."""
    spurious: float = 0.005
    """A touch of the stock that was no draw."""
    sideless: float = 0.1
    """It is not seen whose hand it was."""
    late: float = 0.05
    """Settling takes 2.5 s longer."""
    ungrouped: float = 0.05
    """The groups of a laid hand are not made out."""
    stubborn: float = 0.5
    """A doubt stays at the next look."""

    def scaled(self, factor: float) -> Noise:
        """The same with all rates multiplied (at most 0.9)."""
        return Noise(**{name: min(0.9, rate * factor) for name, rate in vars(self).items()})


QUIET = Noise().scaled(0.0)

SETTLE = 0.45
"""From the hand leaving to the look, in seconds."""

AGAIN = 1.0
"""Time between two looks at something doubtful (s)."""

GIVE_UP = 3.0
"""So long a zone with doubts is being read, then it cannot be read (s); as with the real eye."""

POINTS = {"near": (60.0, 340.0), "far": (60.0, 80.0)}


class NoisyEye:
    """Implements `table.sim.steps.Eye`."""

    def __init__(self, noise: Noise, rng: random.Random) -> None:
        self.noise = noise
        self.rng = rng
        self._seen = World()
        self._version = -1
        self._due: float | None = None
        self._hand = False
        self._side: str | None = None
        self._doubtful: dict[tuple[str, str], str] = {}
        self._judged: set[tuple[str, str]] = set()
        self._numbers: dict[str, int] = {}
        self._frame = 0
        self._since: dict[str, float] = {}
        """Since when a zone has had doubts."""
        self._took = self._likely_drawn = False
        """Since the last discard a card was seen to be taken; the stock's next back was seen, and no take."""

    def advance(self, world: World, start: float, end: float) -> Iterable[Signal]:
        out: list[Signal] = []
        if world.hands_over:
            if not self._hand:
                self._hand = True
                out.append(Reading(t=start, state="hand"))
            self._side = next(iter(world.hands_over.values()))
            self._due = None
            return out
        if self._hand:
            self._hand = False
            out.append(Reading(t=start, state="reading"))
            self._due = start + SETTLE + (2.5 if self._chance("late") else 0.0)
        elif world.version != self._version and self._due is None:
            self._due = start + SETTLE
        while self._due is not None and self._due <= end:
            t = self._due
            out += self._look(world, t)
            self._due = t + AGAIN if self._doubtful else None
        return out

    def _chance(self, name: str) -> bool:
        return self.rng.random() < float(getattr(self.noise, name))

    # -- what happened ----------------------------------------------------------------------------------------

    def _look(self, world: World, t: float) -> list[Signal]:
        self._frame += 1
        out: list[Signal] = []
        if world.version != self._version:
            out += self._changes(world, t)
            self._forget_moved(world)
            self._seen = copy.deepcopy(world)
            self._version = world.version
        zones = (
            self._pile(world),
            ZoneView(zone="stock", state="done", backs=None if world.stock else 0),
            *(self._laid(side, world.laid[side], t) for side in ("near", "far")),
        )
        doubt = bool(self._doubtful)
        out.append(Observation(t=t, frame=self._frame, zones=zones, row=self._row(world)))
        out.append(Reading(t=t, state="cannot" if doubt else "done", why="overlap" if doubt else ""))
        return out

    def _changes(self, world: World, t: float) -> list[Signal]:
        before, side = self._seen, None if self._chance("sideless") else self._side
        out: list[TableChange] = []
        if before.pile and not world.pile and not world.stock:
            self._forget_draws()
            return [TableChange(t=t, kind="cleared", side=side)]
        if not before.stock and world.stock:
            self._forget_draws()
            return []  # a new deal
        if len(world.stock) < len(before.stock):
            out.append(self._next_back(t, side))
        kept = world.pile[: len(before.pile)] == before.pile
        if before.pile and not kept:
            self._took, self._likely_drawn = True, False
            out.append(TableChange(t=t, kind="taken", card=before.top, side=side))
        if world.pile and (len(world.pile) > len(before.pile) or (not kept and len(world.pile) == len(before.pile))):
            card, up = world.pile[-1]
            if self._likely_drawn:
                out.append(TableChange(t=t, kind="drawn", side=side, p=DRAWN_P))
            self._forget_draws()
            if up:
                name, p, rest = self._read(card)
                out.append(TableChange(t=t, kind="discarded", card=name, p=p, runner_up=rest, side=side))
            else:
                out.append(TableChange(t=t, kind="discarded_face_down", side=side))
        if not out and self._chance("spurious"):
            out.append(self._next_back(t, side))
        return [change for change in out if not self._chance("missed")]

    def _forget_draws(self) -> None:
        """Nobody has a card too many: after a discard, or when the cards were gathered or dealt."""
        self._took = self._likely_drawn = False

    def _next_back(self, t: float, side: str | None) -> TableChange:
        """The stock's top is another than before, or was pushed: a draw is certain only with the discard."""
        self._likely_drawn = not self._took
        return TableChange(t=t, kind="drawn", side=side, p=DRAW_P)

    # -- what lies there --------------------------------------------------------------------------------------

    def _read(self, card: Card) -> tuple[Card, float, tuple[tuple[Card, float], ...]]:
        if self._chance("misread"):
            wrong = self._like(card)
            p = self.rng.uniform(0.3, 0.94)
            return wrong, p, ((card, (1 - p) * 0.9),)
        p = 1 - self.rng.random() * 0.02
        return card, p, ((self._like(card), 1 - p),)

    def _like(self, card: Card) -> Card:
        """A card that is easily taken for this one: the same suit or the same rank."""
        return self.rng.choice([c for c in DECK if c != card and (c[0] == card[0] or c[1] == card[1])])

    def _pile(self, world: World) -> ZoneView:
        if not world.pile:
            return ZoneView(zone="discard", state="done")
        card, up = world.pile[-1]
        if not up:
            return ZoneView(zone="discard", state="done", backs=1)
        name, p, rest = self._read(card)
        at = (230.0, 210.0)
        if self._chance("unsure") or p < 0.95:
            unsure = UnsureCard(candidates=((name, p), *rest), at=at)
            return ZoneView(zone="discard", state="done", unsure=(unsure,))
        return ZoneView(zone="discard", state="done", cards=(SeenCard(card=name, p=p, runner_up=rest, at=at),))

    def _laid(self, side: str, lying: list[Lying], t: float) -> ZoneView:
        zone = f"lay:{side}"
        cards: list[SeenCard] = []
        unsure: list[UnsureCard] = []
        groups: dict[int, list[int]] = {}
        for card in lying:
            what = self._doubt_of(zone, card.name)
            at = (card.x, card.y)
            true = Card(card.name)
            if what == "hidden":
                continue
            if what == "unsure":
                pair = [(true, 0.55), (self._fixed_like(zone, true), 0.4)]
                if random.Random(f"{zone} {card.name} {self._version}").random() < 0.35:
                    pair = [(pair[1][0], 0.55), (pair[0][0], 0.4)]
                unsure.append(UnsureCard(candidates=tuple(pair), at=at))
                continue
            if what == "misread":
                wrong = self._fixed_like(zone, true)
                cards.append(SeenCard(card=wrong, p=0.8, runner_up=((true, 0.15),), at=at))
            else:
                p = 1 - self.rng.random() * 0.02
                cards.append(SeenCard(card=true, p=p, runner_up=((self._like(true), 1 - p),), at=at))
            if card.group is not None:
                groups.setdefault(card.group, []).append(len(cards) - 1)
        if lying and self._doubt_of(zone, "?phantom") == "phantom":
            unsure.append(UnsureCard(candidates=((self._like(Card(lying[0].name)), 0.3),), at=(5.0, 5.0)))
        together = () if self._chance("ungrouped") else tuple(tuple(g) for g in groups.values() if len(g) > 1)
        state, why = self._state(zone, t)
        return ZoneView(zone=zone, state=state, why=why, cards=tuple(cards), unsure=tuple(unsure), groups=together)

    def _state(self, zone: str, t: float) -> tuple[ReadState, Why]:
        """Read on in hope of a better look, then given up."""
        if not any(where == zone for where, _ in self._doubtful):
            self._since.pop(zone, None)
            return "done", ""
        since = self._since.setdefault(zone, t)
        return ("reading", "") if t - since < GIVE_UP else ("cannot", "overlap")

    def _fixed_like(self, zone: str, card: Card) -> Card:
        """The same wrong name as long as the card lies there."""
        rng = random.Random(f"{zone}{card}{self._version}")
        return rng.choice([c for c in DECK if c != card and (c[0] == card[0] or c[1] == card[1])])

    def _forget_moved(self, world: World) -> None:
        """A card that was named stays named while it lies; only zones that changed are read anew."""
        for side in ("near", "far"):
            if self._seen.laid[side] != world.laid[side]:
                self._forget(f"lay:{side}")
        if self._seen.row != world.row:
            self._forget("row")

    def _forget(self, zone: str) -> None:
        self._since.pop(zone, None)
        self._judged = {key for key in self._judged if key[0] != zone}
        self._doubtful = {key: what for key, what in self._doubtful.items() if key[0] != zone}

    def _doubt_of(self, zone: str, name: str) -> str:
        """What is wrong with the look at this card now: mistakes stay for a while, as they do in reality."""
        key = (zone, name)
        if key in self._doubtful:
            if self._chance("stubborn"):
                return self._doubtful[key]
            del self._doubtful[key]
            return ""
        if key in self._judged:
            return ""
        self._judged.add(key)
        kinds = ("phantom",) if name == "?phantom" else ("unsure", "misread", "hidden")
        for kind in kinds:
            if self._chance(kind):
                self._doubtful[key] = kind
                return kind
        return ""

    # -- the row ----------------------------------------------------------------------------------------------

    def _row(self, world: World) -> RowView | None:
        if not world.row:
            self._numbers.clear()
            return RowView(state="done")
        names = [card.name for card in sorted(world.row, key=lambda c: c.x)]
        for name in names:
            self._numbers.setdefault(name, len(self._numbers) + 1)
        hidden = {name for name in names if self._doubt_of("row", name) == "hidden"}
        cards = tuple(
            RowCard(number=self._numbers[name], picture=name, p=0.99, at=(card.x, card.y))
            for card in world.row
            for name in (card.name,)
            if name not in hidden
        )
        gone = tuple(sorted(n for name, n in self._numbers.items() if name not in names or name in hidden))
        return RowView(state="done", cards=cards, missing=gone)
