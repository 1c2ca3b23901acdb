"""Every sentence that the rules can say, as a key with arguments, and in plain English.

The engine speaks in keys, so that the screen can say the same in four languages; a caller without catalogues (the
command line, a log line, a test) uses `english`. `ENGLISH` is the full list: a key that is not here cannot be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from table.rules.cards import INDEX, Card, pretty
from table.rules.signals import Seat

ENGLISH: Mapping[str, str] = {
    # -- lines of a hand of gin: why points were given
    "line.deadwood_difference": "deadwood {loser} less {winner}",
    "line.opponent_deadwood": "the other's deadwood",
    "line.gin_bonus": "gin",
    "line.eleven_bonus": "all eleven cards melded",
    "line.undercut_bonus": "undercut",
    "line.tie_bonus": "equal deadwood goes to the defender",
    "line.tie_nobody": "equal deadwood: nobody scores",
    "line.spades_double": "the up-card was a spade: the hand counts double",
    "line.false_knock_bonus": "the knock was not legal",
    "line.entered": "entered by hand",
    "line.corrected": "corrected by hand",
    # -- lines at the end of a game of gin
    "line.game_bonus": "first to {target}",
    "line.box_bonus": "{hands} hands won, {each} each",
    "line.shutout_difference": "shut-out: twice the difference of {difference}",
    "line.shutout_bonus": "shut-out",
    # -- lines of a round of the picture game
    "line.all_found": "everybody found the storyteller's card",
    "line.none_found": "nobody found the storyteller's card",
    "line.storyteller_all": "everybody found the card: the storyteller gets nothing",
    "line.storyteller_none": "nobody found the card: the storyteller gets nothing",
    "line.storyteller_found": "some found the card, not all",
    "line.found": "found the storyteller's card",
    "line.storyteller_single": "one of the two found the card",
    "line.found_single": "the only one of the two who found the card",
    "line.one_vote": "found it with a single vote",
    "line.fooled": "{votes} voted for this player's card",
    "line.fooled_capped": "{votes} voted for this player's card, {cap} count",
    # -- why an event is refused: any game
    "refused.no_game": "no game has begun",
    "refused.game_running": "a game is already running in this log",
    "refused.game_closed": "this game has been put away",
    "refused.game_over": "the game is over",
    "refused.other_game": "this belongs to another game",
    "refused.bad_rules": "the rule values in the log do not fit: {why}",
    "refused.seats_count": "{found} places are taken; allowed: {allowed}",
    "refused.seats_twice": "a place is named twice",
    "refused.first_unknown": "{seat} is not at the table and cannot begin",
    "refused.no_such_seat": "{seat} is not at the table",
    "refused.not_now": "not possible now: {phase}",
    "refused.not_your_turn": "it is {turn}'s turn, not {seat}'s",
    "refused.no_such_event": "there is no event number {target} before this one",
    "refused.not_correctable": "event number {target} is a correction itself: take it back, or correct the first again",
    "refused.already_void": "event number {target} does not count already",
    "refused.breaks_later": "with this correction event number {number} ({event}) is no longer possible",
    # -- why an event is refused: gin
    "refused.no_card": "{text} is no card",
    "refused.wrong_dealer": "{dealer} deals, not {seat}",
    "refused.upcard_needed": "the up-card sets the knock limit and must be known",
    "refused.upcard_first": "first {seat} takes the up-card or passes",
    "refused.stock_only": "both passed the up-card: the first card comes from the stock",
    "refused.pile_empty": "the discard pile is empty",
    "refused.stock_empty": "the stock is empty",
    "refused.not_the_top": "{card} was not on top of the discard pile, {top} was",
    "refused.just_taken": "{card} was just taken from the discard pile and may not go back in the same turn",
    "refused.in_pile": "{card} lies in the discard pile already",
    "refused.in_other_hand": "{card} is in {seat}'s hand: it was taken from the discard pile",
    "refused.draw_first": "first {seat} draws a card",
    "refused.knock_too_late": "{seat} did not discard last",
    "refused.not_knocked": "{seat} has not knocked",
    "refused.knocker_first": "{seat} knocked and discards or shows first",
    "refused.cards_are_open": "the cards are open already",
    "refused.discard_first": "eleven cards: first one goes on the discard pile",
    "refused.card_count": "{seat} shows {found} cards instead of {allowed}",
    "refused.card_twice": "{card} is shown twice",
    "refused.card_in_both": "{card} is in both hands",
    "refused.card_buried": "{card} lies in the discard pile and cannot be in {seat}'s hand",
    "refused.card_missing": "{card} was taken from the discard pile by {seat} and is not shown",
    "refused.eleven_not_melded": "not all eleven cards are melded: {deadwood} left over",
    "refused.no_meld": "{cards} is no meld",
    "refused.meld_not_held": "{card} is in a meld but not among the cards shown",
    "refused.meld_overlap": "{card} is in two melds",
    "refused.laid_too_high": "as laid {deadwood} points are left over, {limit} are allowed; as {melds} it is {best}",
    "refused.knock_too_high": "{cards} make {deadwood} points of deadwood; a knock is allowed with {limit}",
    "refused.stock_count": "a count of {count}; allowed: 0 to {most}",
    "refused.stock_not_at_end": "there are at least {low} cards in the stock; the hand ends at {end}",
    "refused.entered_difference": "a difference of {found}; allowed: {low} to {high}",
    "refused.entered_winner": "{how}: this winner does not fit the knocker",
    "refused.entered_who": "say who won the hand",
    "refused.entered_big_gin": "this rule set has no bonus for eleven cards",
    # -- why an event is refused: the picture game
    "refused.not_storyteller": "{storyteller} tells, not {seat}",
    "refused.row_count": "{found} cards in the row; allowed: {allowed}",
    "refused.pictures_count": "{found} pictures named for {allowed} cards",
    "refused.claim_missing": "{seat} has claimed {found} cards of {allowed}",
    "refused.claim_storyteller": "{seat} tells and claims nothing",
    "refused.claim_range": "{seat} claims card {number}; the row has 1 to {count}",
    "refused.claim_twice": "card {number} is claimed twice",
    "refused.vote_missing": "{seat} has not voted",
    "refused.vote_storyteller": "{seat} tells and does not vote",
    "refused.vote_range": "{seat} votes for card {number}; the row has 1 to {count}",
    "refused.vote_own": "{seat} votes for a card of his own",
    "refused.vote_many": "{seat} votes {found} times; allowed: {allowed}",
    "refused.vote_same": "{seat} votes twice for card {number}",
    "refused.vote_again": "{seat} has voted already",
    "refused.vote_no_row": "the cards do not lie in the row yet",
    "refused.leave_between": "a player leaves between two rounds",
    "refused.leave_too_few": "{left} players would be left; the game needs {least}",
    "refused.already_left": "{seat} has left already",
    "refused.gains_seat": "{seat} is not playing",
    "refused.gains_negative": "{seat} cannot lose {amount} points in a round",
}


class Text(msgspec.Struct, frozen=True):
    """A sentence as key and arguments. Arguments named ``card`` or ``cards`` hold cards, ``melds`` melds."""

    key: str
    args: dict[str, Any] = {}

    def english(self) -> str:
        """The sentence for people who read English."""
        return ENGLISH[self.key].format(**{name: _shown(name, value) for name, value in self.args.items()})

    def __str__(self) -> str:
        return self.english()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a breakdown: `amount` points for `seat`, why, on which cards, and the rule value it rests on.

    The amounts of a seat's lines add up to its score. `rule` is a key of the rule set; its sentence and source stand
    in `RuleSet.entries`. A hand-made correction rests on no rule: there `rule` is empty.
    """

    key: str
    seat: Seat | None
    amount: int
    rule: str
    cards: tuple[Card, ...] = ()
    args: dict[str, Any] = {}

    @property
    def text(self) -> Text:
        return Text("line." + self.key, self.args)


class Refused(ValueError):  # noqa: N818 - "the event is refused" is how the field and the screens say it
    """An event that cannot be: every reason at once.

    `at` is the number of the event that no longer fits, when a correction of an earlier one was tried.
    """

    def __init__(self, reasons: Iterable[Text], at: int | None = None) -> None:
        self.reasons = tuple(reasons)
        self.at = at
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(reason.english() for reason in self.reasons)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the reasons, without the word before the dot."""
        return tuple(reason.key.partition(".")[2] for reason in self.reasons)


def refusal(key: str, **args: Any) -> Text:
    """A reason for a refusal; the key is given without ``refused.``."""
    return Text("refused." + key, args)


def _shown(name: str, value: Any) -> str:
    if name == "melds":
        return ", ".join(_cards(meld) for meld in value)
    if name == "cards":
        return _cards(value)
    if name in ("card", "top"):
        return "an unread card" if value is None else _cards([value])
    return str(value)


def _cards(cards: Iterable[Card]) -> str:
    """Cards for people; what is no card stands there as it came."""
    return " ".join(pretty(card) if card in INDEX else repr(card) for card in cards)
