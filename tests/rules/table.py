"""The words in which the tests play: a table of gin, a round of the picture game."""

from __future__ import annotations

from typing import Any

from table.rules import events as ev
from table.rules.cards import Card, parse_card, parse_cards
from table.rules.gin import GinState
from table.rules.ruleset import load
from table.rules.session import Session
from table.rules.zhiyan import ZhiyanState

SUN, MOUNTAIN = "sun", "mountain"

# A knock with one point left, against a hand that takes 54 from it after laying off 5♠ and 6♠.
KNOCKER = "7S 8S 9S KC KD KH 2C 2D 2H AS"
KNOCKER_MELDS = ("7S 8S 9S", "KC KD KH", "2C 2D 2H")
DEFENDER = "6S 5S QC JD 9C 8H 4D 3H AC TD"
GIN_HAND = "7S 8S 9S KC KD KH 2C 2D 2H 2S"


def started(rules_id: str, seats: tuple[str, ...], first: str, **changed: Any) -> ev.GameStarted:
    """The first event of a game; `changed` are rule values that differ from the file's."""
    return ev.GameStarted(rules=rules_id, values={**load(rules_id).values, **changed}, seats=seats, first=first)


class GinTable:
    """Two people at a table of gin. Every method plays one thing; `state` is what the table knows then."""

    def __init__(self, rules_id: str = "gin-the-pack", first: str = SUN, **changed: Any) -> None:
        self.session = Session().append(started(rules_id, (SUN, MOUNTAIN), first, **changed))

    @property
    def state(self) -> GinState:
        assert isinstance(self.session.state, GinState)
        return self.session.state

    def play(self, *events: ev.AnyEvent) -> GinTable:
        for event in events:
            self.session = self.session.append(event)
        return self

    def why_not(self, event: ev.AnyEvent) -> tuple[str, ...]:
        """The keys of the reasons for which an event is refused."""
        return tuple(reason.key.removeprefix("refused.") for reason in self.session.can(event))

    def deal(self, upcard: str | None = "TC", dealer: str | None = None) -> GinTable:
        return self.play(ev.Dealt(dealer=dealer or self.state.next_dealer, upcard=_card(upcard)))

    def both_pass(self) -> GinTable:
        first = self.state.turn
        assert first is not None
        return self.play(ev.Passed(seat=first), ev.Passed(seat=self.state.other(first)))

    def draw(self) -> GinTable:
        return self.play(draw(self._turn))

    def take(self, card: str | None = None) -> GinTable:
        return self.play(take(self._turn, card))

    def discard(self, card: str | None) -> GinTable:
        return self.play(discard(self._turn, card))

    def knock(self, seat: str | None = None) -> GinTable:
        return self.play(ev.Knocked(seat=seat or self._turn))

    def show(self, seat: str, cards: str, *melds: str) -> GinTable:
        return self.play(show(seat, cards, *melds))

    def hand(self, winner: str | None, points: int = 0, how: str = "knock", knocker: str | None = None) -> GinTable:
        """A hand entered by hand: `points` is the difference."""
        return self.play(ev.HandEntered(winner=winner, how=how, difference=points, knocker=knocker))  # type: ignore[arg-type]

    def to_first_draw(self, upcard: str | None = "TC") -> GinTable:
        """Dealt, the up-card refused: the non-dealer is to draw."""
        self.deal(upcard)
        if self.state.phase == "upcard_offer":
            self.both_pass()
        return self

    def shown(self, knocker: str, defender: str, *melds: str, discard: str = "TD") -> GinTable:
        """A hand in which the non-dealer knocks at once, both hands open."""
        self.to_first_draw().draw()
        seat = self._turn
        self.knock().discard(discard)
        return self.show(seat, knocker, *melds).show(self.state.other(seat), defender)

    @property
    def _turn(self) -> str:
        assert self.state.turn is not None
        return self.state.turn


def _card(text: str | None) -> Card | None:
    return None if text is None else parse_card(text)


def draw(seat: str) -> ev.Drew:
    return ev.Drew(seat=seat, source="stock")


def take(seat: str, card: str | None = None) -> ev.Drew:
    return ev.Drew(seat=seat, source="discard", card=_card(card))


def discard(seat: str, card: str | None) -> ev.Discarded:
    return ev.Discarded(seat=seat, card=_card(card))


def show(seat: str, cards: str, *melds: str) -> ev.Shown:
    laid = tuple(parse_cards(meld) for meld in melds) or None
    return ev.Shown(seat=seat, cards=parse_cards(cards), melds=laid)


class ZhiyanTable:
    """People at the picture game, named A, B, C and so on, clockwise."""

    def __init__(self, players: int = 4, rules_id: str = "zhiyan", first: str = "A", **changed: Any) -> None:
        seats = tuple("ABCDEFGHIJKL"[:players])
        self.session = Session().append(started(rules_id, seats, first, **changed))

    @property
    def state(self) -> ZhiyanState:
        assert isinstance(self.session.state, ZhiyanState)
        return self.session.state

    def play(self, *events: ev.AnyEvent) -> ZhiyanTable:
        for event in events:
            self.session = self.session.append(event)
        return self

    def why_not(self, event: ev.AnyEvent) -> tuple[str, ...]:
        return tuple(reason.key.removeprefix("refused.") for reason in self.session.can(event))

    def row(self) -> ZhiyanTable:
        return self.play(ev.RowLaid(count=self.state.row_count))

    def vote(self, owners: str, **votes: int | tuple[int, ...]) -> ZhiyanTable:
        """`owners` names the owner of card 1, 2, 3 ...; votes by player."""
        return self.play(self.ballot(owners, **votes))

    def ballot(self, owners: str, **votes: int | tuple[int, ...]) -> ev.Balloted:
        claims: dict[str, tuple[int, ...]] = {}
        for number, seat in enumerate(owners, start=1):
            if seat != self.state.storyteller:
                claims[seat] = (*claims.get(seat, ()), number)
        given = {seat: vote if isinstance(vote, tuple) else (vote,) for seat, vote in votes.items()}
        return ev.Balloted(claims=claims, votes=given)

    def refill(self) -> ZhiyanTable:
        return self.play(ev.Refilled())

    def round(self, **gains: int) -> ZhiyanTable:
        """A round scored by hand."""
        return self.play(ev.RoundEntered(gains=gains))
