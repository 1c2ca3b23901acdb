"""A vocabulary for tests of the screens: games played to a point by events, and the Screen of a scene in them."""

from __future__ import annotations

from table.intake.view import Key, Scene, View
from table.rules import events as ev
from table.rules.cards import parse_cards
from table.rules.gin import GinState
from table.rules.ruleset import load
from table.rules.session import State, fold
from table.rules.zhiyan import ZhiyanState
from table.screens import present
from table.screens.model import Screen

# Sun knocks with 8 (ace, two and five loose); Mountain can lay off the eight and the four of hearts: 26 become 14.
KNOCKER = "9H TH JH QH 4C 4D 4S AS 2D 5C"
DEFENDER = "6S 7S 8S KC KD KS 8H 4H 9C 5D"
# The same with the ace's set instead of the loose cards: gin.
GIN = "9H TH JH QH 4C 4D 4S AS AD AC"
# Deadwood 3 in Mountain's hand: less than the knocker's 8.
LOW = "6S 7S 8S KC KD KS 3C 3D 3H 3S"


def cards(text: str) -> tuple[str, ...]:
    return parse_cards(text)


def started(rules: str, *seats: str, first: str | None = None) -> ev.GameStarted:
    seats = seats or ("sun", "mountain")
    return ev.GameStarted(rules=rules, values=load(rules).values, seats=seats, first=first or seats[0])


def gin(*events: ev.Event, rules: str = "gin-the-pack", first: str = "sun") -> GinState:
    """A game of gin between Sun and Mountain after these events; Sun deals the first hand unless told otherwise."""
    state = fold([started(rules, first=first), *events])
    assert isinstance(state, GinState)
    return state


def dealt(upcard: str = "7D", dealer: str = "sun") -> ev.Dealt:
    return ev.Dealt(dealer=dealer, upcard=upcard)


BOTH_PASS = (ev.Passed(seat="mountain"), ev.Passed(seat="sun"))
FIRST_TURN = (ev.Drew(seat="mountain", source="stock"), ev.Discarded(seat="mountain", card="TC"))
SUN_KNOCKS = (
    ev.Drew(seat="sun", source="stock"),
    ev.Discarded(seat="sun", card="QS"),
    ev.Knocked(seat="sun"),
)


def until_knock(rules: str = "gin-the-pack") -> tuple[ev.Event, ...]:
    """Sun deals; Mountain plays a turn; Sun draws, discards the queen of spades and knocks."""
    offer = () if rules == "gin-fupa" else BOTH_PASS
    return (dealt(), *offer, *FIRST_TURN, *SUN_KNOCKS)


def shown(sun: str = KNOCKER, mountain: str = DEFENDER) -> tuple[ev.Event, ...]:
    return (ev.Shown(seat="sun", cards=cards(sun)), ev.Shown(seat="mountain", cards=cards(mountain)))


def hand(sun: str = KNOCKER, mountain: str = DEFENDER, rules: str = "gin-the-pack") -> GinState:
    """A whole first hand that ends with Sun's knock."""
    return gin(*until_knock(rules), *shown(sun, mountain), rules=rules)


PLAYERS = ("sun", "mountain", "hut", "star")


def picture(*events: ev.Event, seats: tuple[str, ...] = PLAYERS, first: str = "star") -> ZhiyanState:
    """A picture game after these events; Star tells first."""
    state = fold([started("zhiyan", *seats, first=first), *events])
    assert isinstance(state, ZhiyanState)
    return state


def round_of(votes: dict[str, int], teller: str = "star", seats: tuple[str, ...] = PLAYERS) -> tuple[ev.Event, ...]:
    """A round in which the guessers own cards 1, 2, 3 clockwise from the teller, and the teller's is the last."""
    place = seats.index(teller)
    guessers = (*seats[place + 1 :], *seats[:place])
    claims = {seat: (number,) for number, seat in enumerate(guessers, start=1)}
    return (
        ev.ClueGiven(seat=teller),
        ev.RowLaid(count=len(seats)),
        ev.Balloted(claims=claims, votes={seat: (votes[seat],) for seat in guessers}),
    )


def key(number: int, action: str, /, *seats: str, **args: str | int) -> Key:
    return Key(key=number, action=action, seats=seats, args=args)


def screen(scene: Scene, game: State | None = None, *keys: Key, lang: str = "en", **more: object) -> Screen:
    """The Screen of a scene, as the table would show it."""
    more.setdefault("rules", game.rules_id if game is not None else "")
    view = View(scene=scene, game=game, keys=keys, lang=lang, seats=game.seats if game else (), **more)
    return present(view)


def texts(value: object) -> str:
    """Everything that a Screen says, in one string."""
    if isinstance(value, str):
        return value + "\n"
    if isinstance(value, dict):
        return "".join(texts(part) for pair in value.items() for part in pair)
    if isinstance(value, list | tuple):
        return "".join(texts(part) for part in value)
    return ""
