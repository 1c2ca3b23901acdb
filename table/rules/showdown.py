"""A hand of gin laid open: who wins it, how many points, and why.

Pure arithmetic on two hands and the rule values; whose cards may be believed is checked by `table.rules.gin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from table.rules.cards import Card, mask_of, rank_of, suit_of
from table.rules.knobs import GinRules
from table.rules.melds import (
    Arrangement,
    Meld,
    as_laid,
    best_arrangement,
    best_arrangements,
    best_reply,
    is_meld,
    least_deadwood,
    table_of,
)
from table.rules.signals import Seat
from table.rules.texts import Line, Text, refusal

Kind = Literal["knock", "gin", "big_gin", "undercut", "tie", "void", "false_knock"]
"""How a hand ended. ``tie`` is equal deadwood, whoever scores; ``undercut`` less; ``big_gin`` eleven cards melded."""


class HandResult(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one hand. `points` is the sum of `lines`; deadwood is None where no cards were read."""

    kind: Kind
    winner: Seat | None = None
    points: int = 0
    lines: tuple[Line, ...] = ()
    knocker: Seat | None = None
    limit: int = 0
    hands: dict[Seat, Arrangement] = {}
    """For each player who showed: own melds, lay-offs (the defender's, with the knocker's meld that takes each)
    and the loose cards that count."""
    entered: bool = False
    """Scored by hand, not from cards."""
    number: int = 0
    game: int = 0
    dealer: Seat | None = None
    upcard: Card | None = None

    def deadwood(self, seat: Seat) -> int | None:
        """The points left in a player's hand at the end."""
        hand = self.hands.get(seat)
        return None if hand is None else hand.deadwood


def knock_limit(rules: GinRules, upcard: Card | None) -> int:
    """The most deadwood to knock with; 0 means gin only. With Oklahoma the first up-card sets it."""
    if not rules.oklahoma or upcard is None:
        return rules.knock_limit
    rank = rank_of(upcard)
    if rank == 1 and rules.oklahoma_ace == "gin_only":
        return 0
    return min(rank, 10)


def meld_reasons(cards: Sequence[Card], melds: Sequence[Meld]) -> list[Text]:
    """What is wrong with melds as laid: no meld, a card not shown, a card used twice."""
    reasons = [refusal("no_meld", cards=tuple(meld)) for meld in melds if not is_meld(meld)]
    laid = [card for meld in melds for card in meld]
    used = set(laid)
    if len(used) == len(laid) and used.issubset(cards):
        return reasons
    reasons += [refusal("meld_not_held", card=card) for card in sorted(used.difference(cards))]
    twice = sorted(card for card in used.intersection(cards) if laid.count(card) > 1)
    return reasons + [refusal("meld_overlap", card=card) for card in twice]


def layoffs_allowed(rules: GinRules, kind: Kind) -> bool:
    """Whether the defender may lay off: on a knock, on gin; never on eleven cards."""
    if kind == "big_gin":
        return False
    return rules.layoff_on_gin if kind == "gin" else rules.layoff_on_knock


def knocker_options(cards: Sequence[Card], melds: Sequence[Meld] | None) -> list[Arrangement]:
    """The knocker's hand as laid, or all arrangements with the least deadwood where it lies in a heap."""
    return best_arrangements(mask_of(cards)) if melds is None else [as_laid(cards, melds)]


def show(
    rules: GinRules,
    knocker: Seat,
    knocker_cards: Sequence[Card],
    knocker_melds: Sequence[Meld] | None,
    defender: Seat,
    defender_cards: Sequence[Card],
    upcard: Card | None = None,
) -> HandResult:
    """Scores two open hands. The knock must be legal: see `false_knock`.

    A heap is taken as the knocker would have laid it: least deadwood, and among equals the arrangement that gives
    the defender the least to lay off.
    """
    options = knocker_options(knocker_cards, knocker_melds)
    kind: Kind = "knock"
    if options[0].deadwood == 0:
        eleven = len(knocker_cards) > rules.hand_size
        kind = "big_gin" if eleven and rules.eleven_cards == "before_discard" else "gin"
    held = mask_of(defender_cards)
    if layoffs_allowed(rules, kind) and len(options) == 1:
        own = options[0]
        theirs = best_reply(held, table_of(own.melds))
    elif layoffs_allowed(rules, kind):
        replies = [(own, best_reply(held, table_of(own.melds))) for own in options]
        own, theirs = max(replies, key=lambda pair: pair[1].deadwood)
    else:
        own, theirs = options[0], best_arrangement(held)
    return _scored(rules, kind, (knocker, own), (defender, theirs), upcard)


_Laid = tuple[Seat, Arrangement]


def _scored(rules: GinRules, kind: Kind, knocker: _Laid, defender: _Laid, upcard: Card | None) -> HandResult:
    (knocker_seat, own), (defender_seat, theirs) = knocker, defender
    winner: Seat | None = knocker_seat
    if kind == "knock" and theirs.deadwood <= own.deadwood:
        kind = "tie" if theirs.deadwood == own.deadwood else "undercut"
        winner = defender_seat
        if kind == "tie" and rules.tie != "defender":
            winner = knocker_seat if rules.tie == "knocker" else None
    loser = own if winner == defender_seat else theirs
    lines = hand_lines(rules, kind, winner, (own.deadwood, theirs.deadwood), loser.loose)
    lines = _doubled(rules, lines, winner, upcard)
    return HandResult(
        kind=kind,
        winner=winner,
        points=sum(line.amount for line in lines),
        lines=lines,
        knocker=knocker_seat,
        limit=knock_limit(rules, upcard),
        hands={knocker_seat: own, defender_seat: theirs},
        upcard=upcard,
    )


def hand_lines(
    rules: GinRules, kind: Kind, winner: Seat | None, deadwood: tuple[int, int], cards: tuple[Card, ...]
) -> tuple[Line, ...]:
    """The breakdown of a hand: `deadwood` the knocker's and the defender's, `cards` the loser's loose ones."""
    mine, theirs = deadwood
    difference = Line(
        key="deadwood_difference",
        seat=winner,
        amount=abs(theirs - mine),
        rule="hand_points",
        cards=cards,
        args={"loser": max(mine, theirs), "winner": min(mine, theirs)},
    )
    if kind in ("gin", "big_gin"):
        lines = [
            Line(key="gin_bonus", seat=winner, amount=rules.gin_bonus, rule="gin_bonus"),
            Line(key="opponent_deadwood", seat=winner, amount=theirs, rule="hand_points", cards=cards),
        ]
        if kind == "big_gin":
            lines.insert(1, Line(key="eleven_bonus", seat=winner, amount=rules.eleven_bonus, rule="eleven_bonus"))
        return tuple(lines)
    if kind == "undercut":
        return difference, Line(key="undercut_bonus", seat=winner, amount=rules.undercut_bonus, rule="undercut_bonus")
    if kind == "tie":
        if winner is None or rules.tie != "defender":
            return (Line(key="tie_nobody", seat=winner, amount=0, rule="tie"),)
        return (Line(key="tie_bonus", seat=winner, amount=rules.undercut_bonus, rule="tie"),)
    return (difference,)


def _doubled(rules: GinRules, lines: tuple[Line, ...], winner: Seat | None, upcard: Card | None) -> tuple[Line, ...]:
    """Oklahoma: a spade as first up-card doubles the hand."""
    if not (rules.oklahoma and rules.oklahoma_spades_double and upcard and suit_of(upcard) == "S" and winner):
        return lines
    again = sum(line.amount for line in lines)
    rule = "oklahoma_spades_double"
    return (*lines, Line(key="spades_double", seat=winner, amount=again, rule=rule, cards=(upcard,)))


def false_knock(rules: GinRules, cards: Sequence[Card], limit: int) -> Arrangement | None:
    """The knocker's best arrangement where it leaves more than the limit; None where the knock is legal."""
    hand = mask_of(cards)
    return best_arrangement(hand) if least_deadwood(hand) > limit else None


def entered(
    rules: GinRules, kind: Kind, winner: Seat | None, knocker: Seat | None, difference: int, upcard: Card | None
) -> HandResult:
    """A hand scored by hand: the players give the difference (gin: the loser's deadwood), the rules the bonus."""
    lines = tuple(
        msgspec.structs.replace(line, key="entered", args={}) if line.key == "deadwood_difference" else line
        for line in hand_lines(rules, kind, winner, (0, difference), ())
    )
    lines = _doubled(rules, lines, winner, upcard)
    return HandResult(
        kind=kind,
        winner=winner,
        points=sum(line.amount for line in lines),
        lines=lines,
        knocker=knocker,
        entered=True,
        upcard=upcard,
    )
