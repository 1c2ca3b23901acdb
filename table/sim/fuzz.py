"""Random presses, looks and troubles in any order: nothing may bring the table down or make it forget its log."""

from __future__ import annotations

import random

from table.rules.cards import DECK
from table.rules.signals import (
    FIX,
    SEATS,
    Observation,
    Press,
    Reading,
    RowCard,
    RowView,
    SeenCard,
    Signal,
    TableChange,
    Tick,
    Trouble,
    UnsureCard,
    ZoneView,
)

KINDS = ("taken", "drawn", "discarded", "discarded_face_down", "put_back", "stock_gone", "shown", "cleared")
STATES = ("hand", "reading", "done", "done", "done", "cannot", "resting")


class Chaos:
    """Makes signals. Presses are frequent enough that menus, votes and questions are reached again and again."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.t = 0.0

    def signal(self) -> Signal:
        """The next one."""
        rng = self.rng
        self.t += rng.choice((0.02, 0.3, 0.7, 1.5, 4.0))
        draw = rng.random()
        if draw < 0.55:
            return self._press()
        if draw < 0.75:
            return self._look()
        if draw < 0.88:
            return self._change()
        if draw < 0.9:
            return Reading(t=self.t, state=rng.choice(STATES))  # type: ignore[arg-type]
        if draw < 0.905:
            over = rng.random() < 0.7
            return Trouble(t=self.t, part=rng.choice(("camera", "keys", "store")), what="fuzz", over=over)
        if draw < 0.91:
            self.t += rng.choice((30.0, 400.0, 1000.0))
        return Tick(t=self.t)

    def _press(self) -> Press:
        rng = self.rng
        key = rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6))
        seat = rng.choice((*SEATS[:4], *SEATS, None))
        if rng.random() < 0.04:
            return Press(t=self.t, seat=None, key=FIX, action=rng.choice(("down", "up", "up", "hold")), held=5.0)
        action = rng.choice(("down", "down", "down", "up", "hold"))
        held = rng.choice((1.0, 2.0, 5.0)) if action == "hold" else 0.0
        return Press(t=self.t, seat=seat, key=key, action=action, held=held)  # type: ignore[arg-type]

    def _cards(self, most: int) -> tuple[SeenCard, ...]:
        rng = self.rng
        count = rng.choice((0, 0, 1, 1, 10, 10, 11, rng.randint(0, most)))
        cards = rng.sample(DECK, count) if rng.random() < 0.9 else [rng.choice(DECK) for _ in range(count)]
        return tuple(
            SeenCard(card=card, p=rng.choice((0.4, 0.96, 0.99, 1.0)), at=(i * 20.0, 10.0))
            for i, card in enumerate(cards)
        )

    def _look(self) -> Observation:
        rng = self.rng
        zones = []
        for zone in rng.sample(("discard", "stock", "lay:near", "lay:far"), rng.randint(1, 4)):
            cards = self._cards(13) if zone != "stock" else ()
            unsure: tuple[UnsureCard, ...] = ()
            if rng.random() < 0.15:
                candidates = tuple((card, 0.4) for card in rng.sample(DECK, rng.randint(0, 3)))
                unsure = (UnsureCard(candidates=candidates, at=(rng.uniform(0, 300), 10.0)),)
            groups = ((0, 1, 2),) if len(cards) > 3 and rng.random() < 0.5 else ()
            zones.append(
                ZoneView(
                    zone=zone,
                    state=rng.choice(STATES),  # type: ignore[arg-type]
                    cards=cards,
                    unsure=unsure,
                    groups=groups,
                    backs=rng.choice((0, 0, None, 1)),
                )
            )
        row = None
        if rng.random() < 0.5:
            count = rng.choice((0, 3, 4, 5, 6, 7))
            row = RowView(
                state=rng.choice(STATES),  # type: ignore[arg-type]
                cards=tuple(RowCard(number=i + 1, picture=f"p{i}") for i in range(count)),
                missing=(1,) if rng.random() < 0.1 else (),
            )
        return Observation(t=self.t, zones=tuple(zones), row=row)

    def _change(self) -> TableChange:
        rng = self.rng
        return TableChange(
            t=self.t,
            kind=rng.choice(KINDS),  # type: ignore[arg-type]
            card=rng.choice((None, rng.choice(DECK))),
            side=rng.choice((None, "near", "far")),
            p=rng.choice((0.5, 0.97, 1.0)),
        )
