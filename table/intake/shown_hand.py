"""One player's cards as laid open: what the eye names, what people answered, what is still in doubt.

Pure bookkeeping over looks at a laying zone; nothing here is a fact of the game yet.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from table.intake.view import LaidCard, LaidRow
from table.rules.cards import Card, mask_of, points_of
from table.rules.melds import best_arrangement, is_run, is_set, layoff_targets
from table.rules.signals import Point, Seat, ZoneView

SAME_PLACE = 14.0
"""Two looks see the same card when it lies within so many mm."""


@dataclass(frozen=True)
class Place:
    """One card as it lies: `card` where it is settled, else candidates, best first."""

    card: Card | None
    candidates: tuple[tuple[Card, float], ...] = ()
    p: float = 1.0
    at: Point | None = None
    cutout: str = ""
    group: int | None = None


@dataclass
class ShownHand:
    """All places of one player, from the last look, the answers, and cards entered by hand."""

    seat: Seat
    sure: float
    places: list[Place] = field(default_factory=list)
    answers: list[tuple[Point, Card]] = field(default_factory=list)
    extra: list[Card] = field(default_factory=list)
    """Cards entered by hand because the eye does not see them."""
    nothing_at: list[Point] = field(default_factory=list)
    """Places of which people said that no card lies there."""
    state: str = "resting"
    backs: int = 0
    melds_typed: tuple[tuple[Card, ...], ...] | None = None
    changed_at: float = 0.0
    """When the named cards last changed (s)."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are settled."""
        return (*(place.card for place in self.places if place.card is not None), *self.extra)

    @property
    def doubts(self) -> list[Place]:
        """Places where a card lies that nobody has named yet."""
        return [place for place in self.places if place.card is None]

    @property
    def count(self) -> int:
        """Cards that lie there, named or not."""
        return len(self.places) + len(self.extra)

    def look(self, zone: ZoneView, elsewhere: Collection[Card], now: float) -> None:
        """Take a new look. `elsewhere` are cards that surely lie somewhere else and cannot be here."""
        before = (self.cards, len(self.places))
        groups = {index: number for number, members in enumerate(zone.groups) for index in members}
        self.state = zone.state
        self.backs = zone.backs or 0
        self.places = []
        for i, seen in enumerate(zone.cards):
            candidates = ((seen.card, seen.p), *seen.runner_up)
            self._place(candidates, seen.at, seen.cutout, groups.get(i), elsewhere)
        for unsure in zone.unsure:
            self._place(unsure.candidates, unsure.at, unsure.cutout, None, elsewhere)
        seen_now = {place.card for place in self.places}
        self.extra = [card for card in self.extra if card not in seen_now]
        if (self.cards, len(self.places)) != before:
            self.changed_at = now

    def _place(
        self,
        candidates: Sequence[tuple[Card, float]],
        at: Point | None,
        cutout: str,
        group: int | None,
        elsewhere: Collection[Card],
    ) -> None:
        if at is not None and any(math.dist(at, where) < SAME_PLACE for where in self.nothing_at):
            return
        answered = self._answer(at)
        if answered is not None:
            self.places.append(Place(answered, tuple(candidates), 1.0, at, cutout, group))
            return
        best, p = candidates[0] if candidates else (None, 0.0)
        if best is not None and p >= self.sure:
            self.places.append(Place(best, tuple(candidates), p, at, cutout, group))
            return
        # What surely lies elsewhere is not here. That may settle a doubt, but never turn one card into another.
        left = [(card, share) for card, share in candidates if card not in elsewhere]
        # What the eye gave to no candidate at all stays possible: it is not shared out among the rest.
        total = sum(share for _, share in left) + max(0.0, 1.0 - sum(share for _, share in candidates))
        if left and best == left[0][0] and total > 0 and p >= 0.5 and left[0][1] / total >= self.sure:
            self.places.append(Place(best, tuple(left), left[0][1] / total, at, cutout, group))
            return
        self.places.append(Place(None, tuple(left), p, at, cutout, group))

    def _answer(self, at: Point | None) -> Card | None:
        if at is None:
            return None
        near = [(math.dist(where, at), card) for where, card in self.answers if math.dist(where, at) < SAME_PLACE]
        return min(near)[1] if near else None

    def answer(self, place: Place, card: Card) -> None:
        """People say which card lies at `place`."""
        if place.at is not None:
            self.answers = [(at, c) for at, c in self.answers if math.dist(at, place.at) >= SAME_PLACE]
            self.answers.append((place.at, card))
        index = self.places.index(place)
        self.places[index] = Place(card, place.candidates, 1.0, place.at, place.cutout, place.group)

    def dismiss(self, place: Place) -> None:
        """People say that no card lies at `place`."""
        if place.at is not None:
            self.nothing_at.append(place.at)
        self.places.remove(place)

    def melds(self) -> tuple[tuple[Card, ...], ...] | None:
        """The melds as laid in groups, None where the groups are not clear and the best arrangement counts.

        Groups that are melds count as laid. Loose cards that belong to one of them, or make a meld among themselves,
        are taken as lying less tidily; a group that is no meld (two that touch) makes the whole laying unclear.
        """
        if self.melds_typed is not None:
            return self.melds_typed
        groups: dict[int, list[Card]] = {}
        loose: list[Card] = list(self.extra)
        for place in self.places:
            if place.card is None:
                return None
            if place.group is None:
                loose.append(place.card)
            else:
                groups.setdefault(place.group, []).append(place.card)
        melds: list[tuple[Card, ...]] = []
        for cards in groups.values():
            if len(cards) >= 3 and (is_run(cards) or is_set(cards)):
                melds.append(tuple(cards))
            elif len(cards) >= 3:
                return None
            else:
                loose += cards
        return _completed(melds, loose) or None

    def row(self, of: int) -> LaidRow:
        """For the screen: groups as they lie, the rest, and the deadwood so far."""
        melds = self.melds() or ()
        if not melds:
            melds = best_arrangement(mask_of(set(self.cards))).melds
        shown = {place.card: place for place in self.places if place.card is not None}
        in_melds = {card for meld in melds for card in meld}
        loose = [card for card in self.cards if card not in in_melds]
        return LaidRow(
            seat=self.seat,
            groups=tuple(tuple(_laid(card, shown.get(card)) for card in meld) for meld in melds),
            loose=(
                *(_laid(card, shown.get(card)) for card in loose),
                *(LaidCard(card=None, state="unsure", p=d.p, cutout=d.cutout) for d in self.doubts),
            ),
            count=len(self.cards),
            of=of,
            deadwood=sum(map(points_of, loose)) if not self.doubts else None,
            done=len(self.cards) == of and not self.doubts,
        )


def _completed(melds: list[tuple[Card, ...]], loose: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """The laid melds with what lies untidily beside them put where it leaves the least deadwood."""
    grown, rest = _attached(melds, loose)
    first = (*grown, *best_arrangement(mask_of(rest)).melds)
    own = best_arrangement(mask_of(loose))
    grown, rest = _attached(melds, list(own.loose))
    second = (*grown, *own.melds)
    return min((first, second), key=lambda found: -sum(points_of(card) for meld in found for card in meld))


def _attached(melds: list[tuple[Card, ...]], loose: list[Card]) -> tuple[list[tuple[Card, ...]], list[Card]]:
    """Each loose card that continues a laid meld goes to it."""
    grown, rest = list(melds), list(loose)
    moved = True
    while moved:
        moved = False
        for card in list(rest):
            for i in layoff_targets(card, grown):
                grown[i] = (*grown[i], card)
                rest.remove(card)
                moved = True
                break
    return grown, rest


def _laid(card: Card, place: Place | None) -> LaidCard:
    return LaidCard(card=card, p=place.p if place else 1.0, cutout=place.cutout if place else "")
