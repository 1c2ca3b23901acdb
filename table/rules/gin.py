"""Gin rummy as people play it at the table: the hands stay hidden until they are shown.

The engine follows what anybody at the table can see - the up-card, who drew from where, each discard, how many cards
are left - and takes the cards when they are laid open. Then it holds them against everything it has seen, names each
contradiction, and scores only what fits. `GIN_STEPS` has one function an event; `table.rules.session` calls them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from table.rules import events as ev
from table.rules.cards import INDEX, Card
from table.rules.knobs import GinRules
from table.rules.melds import Arrangement, Meld, as_laid
from table.rules.showdown import HandResult, Kind, entered, false_knock, knock_limit, meld_reasons, show
from table.rules.signals import Seat
from table.rules.standing import Column, Correction, columns, extended
from table.rules.texts import Line, Refused, Text, refusal
from table.rules.waits import Wait

replace = msgspec.structs.replace


class Phase(enum.StrEnum):
    """Where a hand of gin stands."""

    TO_DEAL = "to_deal"
    UPCARD = "upcard_offer"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK_DISCARD = "knock_discard"
    """Knocked with eleven cards in hand: the discard comes now, or eleven melded cards are shown."""
    SHOWING = "showing"
    FALSE_KNOCK = "false_knock"
    """The knocker's cards are open and make too much; play goes on when the knock is taken back."""
    RESULT = "result"
    GAME_OVER = "game_over"
    """A game has been won. With `GinState.over` nothing follows, otherwise the match goes on with the next deal."""
    CLOSED = "closed"


# As names of this module: up to Python 3.11 a member looked up in its class costs more than the rest of a step.
(
    TO_DEAL,
    UPCARD,
    DRAW,
    DISCARD,
    KNOCK_DISCARD,
    SHOWING,
    FALSE_KNOCK,
    RESULT,
    GAME_OVER,
    CLOSED,
) = Phase

IN_HAND = frozenset({UPCARD, DRAW, DISCARD, KNOCK_DISCARD, SHOWING, FALSE_KNOCK})
BEFORE_DEAL = frozenset({TO_DEAL, RESULT, GAME_OVER})


class GinState(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a game of gin rummy. Never changed; each event gives a new one."""

    rules_id: str
    rules: GinRules
    seats: tuple[Seat, Seat]
    phase: Phase
    dealer: Seat
    """Who deals or dealt the present hand; see `next_dealer` for the one after."""
    turn: Seat | None = None
    hand_number: int = 0
    game_number: int = 1

    # the hand in play
    upcard: Card | None = None
    """The first face-up card of this hand."""
    limit: int = 0
    """The most deadwood to knock with in this hand; 0 is gin only."""
    pile: tuple[Card | None, ...] = ()
    """The discard pile from the bottom to the top; None where a card was never read or may have been taken."""
    stock_low: int = 0
    stock_high: int = 0
    """The stock holds between `stock_low` and `stock_high` cards; they differ where a draw was not seen."""
    passes: int = 0
    stock_only: bool = False
    """Both passed the up-card: this first draw is from the stock."""
    drew_from: str | None = None
    """``stock`` or ``discard``: where the card of the present turn came from."""
    taken: Card | None = None
    """The card just taken from the discard pile in this turn."""
    known: dict[Seat, tuple[Card, ...]] = {}
    """Cards known to be in a hand, since they were taken from the discard pile or shown."""
    unread_discards: dict[Seat, int] = {}
    """Discards of each player in this hand that were not read: so many known cards may be missing at the show."""
    discarded_last: Seat | None = None
    knocker: Seat | None = None
    knocked_before_discard: bool = False
    eleven: bool = False
    """The knocker shows eleven melded cards without a discard."""
    shown: dict[Seat, tuple[Card, ...]] = {}
    laid: dict[Seat, tuple[Meld, ...] | None] = {}
    """Melds as laid; None for a heap."""
    false_knock: Arrangement | None = None
    """In the phase of that name: the knocker's best arrangement, too much to knock with."""

    # the score
    history: tuple[HandResult, ...] = ()
    corrections: tuple[Correction, ...] = ()
    columns: tuple[Column, ...] = ()
    """The score of the present game: one column, or Hollywood's two or three."""
    games: tuple[tuple[Column, ...], ...] = ()
    """The finished games of the match before the present one."""
    over: bool = False
    """Nothing more is to be played: the game, or the match, is won or put away."""
    winners: tuple[Seat, ...] = ()
    why_closed: str = ""

    @property
    def last(self) -> HandResult | None:
        """The hand scored last."""
        return self.history[-1] if self.history else None

    @property
    def points(self) -> dict[Seat, int]:
        """Points of the present game without its bonuses (Hollywood: of the first column still open)."""
        open_columns = [column for column in self.columns if not column.over]
        return (open_columns or list(self.columns))[0].points

    @property
    def totals(self) -> dict[Seat, int]:
        """Everything a player has: finished games and the present one, bonuses included."""
        return _totals(self.seats, self.games, self.columns)

    @property
    def hands_won(self) -> dict[Seat, int]:
        """Boxes of the present game (of its first column)."""
        return self.columns[0].hands_won

    @property
    def top(self) -> Card | None:
        """The top of the discard pile, None where it is unknown or there is no pile."""
        return self.pile[-1] if self.pile else None

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the present dealer until a hand has ended."""
        return next_dealer(self) if self.history and self.phase in (RESULT, GAME_OVER) else self.dealer

    @property
    def waits(self) -> tuple[Wait, ...]:
        """What the game waits for now."""
        return gin_waits(self)

    def other(self, seat: Seat) -> Seat:
        """The opponent of a seat."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]


def start(event: ev.GameStarted, rules: GinRules) -> GinState:
    """The state in which the first hand is dealt. Raises `Refused`."""
    reasons = []
    if len(event.seats) != rules.players:
        reasons.append(refusal("seats_count", found=len(event.seats), allowed=rules.players))
    if len(set(event.seats)) != len(event.seats):
        reasons.append(refusal("seats_twice"))
    if event.first not in event.seats:
        reasons.append(refusal("first_unknown", seat=event.first))
    if reasons:
        raise Refused(reasons)
    first, second = event.seats
    return GinState(
        rules_id=event.rules,
        rules=rules,
        seats=(first, second),
        phase=TO_DEAL,
        dealer=event.first,
        columns=columns(rules, event.seats, ()),
    )


def next_dealer(state: GinState) -> Seat:
    """Who deals after the hand that ended last."""
    last = state.history[-1]
    if last.kind == "void" or (last.winner is None and state.rules.next_dealer != "alternate"):
        return state.dealer if state.rules.void_dealer == "same" else state.other(state.dealer)
    if state.rules.next_dealer == "alternate" or last.winner is None:
        return state.other(state.dealer)
    return last.winner if state.rules.next_dealer == "winner" else state.other(last.winner)


# -- refusals ---------------------------------------------------------------------------------------------------


def _not_now(state: GinState) -> Text:
    if state.phase is CLOSED:
        return refusal("game_closed")
    if state.over:
        return refusal("game_over")
    return refusal("not_now", phase=state.phase.value)


def _seat_reasons(state: GinState, seat: Seat, turn: bool = False) -> list[Text]:
    if seat not in state.seats:
        return [refusal("no_such_seat", seat=seat)]
    if turn and seat != state.turn and state.turn is not None:
        return [refusal("not_your_turn", turn=state.turn, seat=seat)]
    return []


def _card_reasons(state: GinState, card: Card, seat: Seat) -> list[Text]:
    """Why a card cannot come out of this player's hand."""
    if card not in INDEX:
        return [refusal("no_card", text=card)]
    reasons = []
    if card in state.pile:
        reasons.append(refusal("in_pile", card=card))
    if state.known:
        other = state.other(seat)
        if card in state.known.get(other, ()) and not state.unread_discards.get(other):
            reasons.append(refusal("in_other_hand", card=card, seat=other))
    return reasons


# -- the course of a hand ---------------------------------------------------------------------------------------


def on_dealt(state: GinState, event: ev.Dealt) -> GinState:
    reasons = [] if state.phase in BEFORE_DEAL and not state.over else [_not_now(state)]
    reasons += _seat_reasons(state, event.dealer)
    if not reasons and event.dealer != state.next_dealer:
        reasons.append(refusal("wrong_dealer", dealer=state.next_dealer, seat=event.dealer))
    if event.upcard is None:
        if state.rules.oklahoma:
            reasons.append(refusal("upcard_needed"))
    elif event.upcard not in INDEX:
        reasons.append(refusal("no_card", text=event.upcard))
    if reasons:
        raise Refused(reasons)
    rules = state.rules
    stock = 52 - rules.players * rules.hand_size - 1
    return replace(
        begin_hand(state),
        phase=DRAW if rules.upcard_offer == "none" else UPCARD,
        turn=state.other(event.dealer),
        upcard=event.upcard,
        limit=knock_limit(rules, event.upcard),
        pile=(event.upcard,),
        stock_low=stock,
        stock_high=stock,
    )


def begin_hand(state: GinState) -> GinState:
    """The next hand, with nothing known yet; after a game that was won, of the next game."""
    ended = state.phase is GAME_OVER
    return GinState(
        rules_id=state.rules_id,
        rules=state.rules,
        seats=state.seats,
        phase=TO_DEAL,
        dealer=state.next_dealer,
        hand_number=state.hand_number + 1,
        game_number=state.game_number + ended,
        limit=state.rules.knock_limit,
        history=state.history,
        corrections=state.corrections,
        columns=columns(state.rules, state.seats, ()) if ended else state.columns,
        games=(*state.games, state.columns) if ended else state.games,
    )


def on_passed(state: GinState, event: ev.Passed) -> GinState:
    reasons = [] if state.phase is UPCARD else [_not_now(state)]
    reasons += _seat_reasons(state, event.seat, turn=True)
    if reasons:
        raise Refused(reasons)
    offers = 2 if state.rules.upcard_offer == "both" else 1
    if state.passes + 1 < offers:
        return replace(state, passes=state.passes + 1, turn=state.other(event.seat))
    return replace(state, passes=state.passes + 1, phase=DRAW, turn=state.other(state.dealer), stock_only=True)


def on_drew(state: GinState, event: ev.Drew) -> GinState:
    seat = event.seat
    phase = state.phase
    reasons = []
    if phase is not DRAW and phase is not UPCARD:
        reasons.append(_not_now(state))
    if seat != state.turn:
        reasons += _seat_reasons(state, seat, turn=True)
    if event.source == "stock":
        if phase is UPCARD:
            reasons.append(refusal("upcard_first", seat=state.turn))
        elif phase is DRAW and state.stock_high == 0:
            reasons.append(refusal("stock_empty"))
        if reasons:
            raise Refused(reasons)
        return replace(
            state,
            phase=DISCARD,
            drew_from="stock",
            stock_low=state.stock_low - 1 if state.stock_low else 0,
            stock_high=state.stock_high - 1,
            stock_only=False,
        )
    return _took(state, event, reasons)


def _took(state: GinState, event: ev.Drew, reasons: list[Text]) -> GinState:
    """The top of the discard pile goes into a hand."""
    seat, pile, known = event.seat, state.pile, state.known
    if state.stock_only:
        reasons.append(refusal("stock_only"))
    if not pile and state.phase is DRAW:
        reasons.append(refusal("pile_empty"))
    top = pile[-1] if pile else None
    card = event.card or top
    if top is not None and card != top:
        reasons.append(refusal("not_the_top", card=card, top=top))
    if top is None and card is not None and not reasons:
        reasons += _card_reasons(state, card, seat)
    if reasons:
        raise Refused(reasons)
    if card is not None:
        held = known.get(seat, ())
        known = known if card in held else {**known, seat: (*held, card)}
    return replace(state, phase=DISCARD, drew_from="discard", taken=card, pile=pile[:-1], known=known, stock_only=False)


def on_discarded(state: GinState, event: ev.Discarded) -> GinState:
    seat, card, phase = event.seat, event.card, state.phase
    if seat != state.turn or (phase is not DISCARD and phase is not KNOCK_DISCARD):
        return _discarded_out_of_turn(state, event)
    if card is not None:
        reasons = _card_reasons(state, card, seat)
        if card == state.taken and state.rules.discard_taken == "forbidden":
            reasons.append(refusal("just_taken", card=card))
        if reasons:
            raise Refused(reasons)
    return _after_discard(state, seat, card, state.pile)


def _discarded_out_of_turn(state: GinState, event: ev.Discarded) -> GinState:
    """A discard that was not waited for: after a draw that nobody saw, or one that cannot be."""
    reasons = _seat_reasons(state, event.seat, turn=True)
    if state.phase is DRAW and not reasons:
        return _discarded_without_draw(state, event)
    if state.phase is UPCARD:
        reasons.append(refusal("draw_first", seat=state.turn))
    elif state.phase not in (DRAW, DISCARD, KNOCK_DISCARD):
        reasons.append(_not_now(state))
    raise Refused(reasons)


def _discarded_without_draw(state: GinState, event: ev.Discarded) -> GinState:
    """A new card lies on the pile but no draw was seen.

    The card came from the stock, most likely; unless the draw had to be from there, the former top may be gone as
    well, so it no longer counts as known. The stock is then uncertain by one.
    """
    if event.card is not None and (reasons := _card_reasons(state, event.card, event.seat)):
        raise Refused(reasons)
    pile = state.pile if state.stock_only else (*state.pile[:-1], None)
    low = state.stock_low - 1 if state.stock_low else 0
    high = state.stock_high - 1 if state.stock_only else state.stock_high
    state = replace(state, stock_low=low, stock_high=high, stock_only=False)
    return _after_discard(state, event.seat, event.card, pile)


def _after_discard(state: GinState, seat: Seat, card: Card | None, pile: tuple[Card | None, ...]) -> GinState:
    known, unread = state.known, state.unread_discards
    if card is None:
        unread = {**unread, seat: unread.get(seat, 0) + 1}
    elif seat in known and card in known[seat]:
        known = {**known, seat: tuple(held for held in known[seat] if held != card)}
    knocked = state.phase is KNOCK_DISCARD
    state = replace(
        state,
        phase=SHOWING if knocked else DRAW,
        turn=None if knocked else state.other(seat),
        pile=(*pile, card),
        drew_from=None,
        taken=None,
        known=known,
        unread_discards=unread,
        discarded_last=seat,
    )
    return state if knocked else _void_at_the_end(state)


def _void_at_the_end(state: GinState) -> GinState:
    """Before a draw: the hand is void when the stock is surely down to its last cards."""
    if state.stock_high <= state.rules.stock_end and state.phase is DRAW:
        return _end_hand(state, HandResult(kind="void", limit=state.limit, upcard=state.upcard))
    return state


def on_stock_counted(state: GinState, event: ev.StockCounted) -> GinState:
    reasons = [] if state.phase in IN_HAND else [_not_now(state)]
    most = 52 - state.rules.players * state.rules.hand_size - 1
    if not 0 <= event.count <= most:
        reasons.append(refusal("stock_count", count=event.count, most=most))
    if reasons:
        raise Refused(reasons)
    return _void_at_the_end(replace(state, stock_low=event.count, stock_high=event.count))


# -- the knock --------------------------------------------------------------------------------------------------


def on_knocked(state: GinState, event: ev.Knocked) -> GinState:
    reasons = _seat_reasons(state, event.seat)
    if reasons:
        raise Refused(reasons)
    if state.phase is DISCARD:
        if event.seat != state.turn:
            raise Refused([refusal("not_your_turn", turn=state.turn, seat=event.seat)])
        return replace(state, phase=KNOCK_DISCARD, knocker=event.seat, knocked_before_discard=True)
    # The third-last stock card was drawn and its player discarded: the knock of that same turn still counts.
    late = state.phase is RESULT and _void_by_stock(state)
    if state.phase is not DRAW and not late:
        raise Refused([_not_now(state)])
    if state.discarded_last != event.seat:
        reason = refusal("draw_first", seat=event.seat) if state.turn == event.seat else None
        raise Refused([reason or refusal("knock_too_late", seat=event.seat)])
    if late:
        state = _reopen(state)
    return replace(state, phase=SHOWING, turn=None, knocker=event.seat, knocked_before_discard=False)


def _void_by_stock(state: GinState) -> bool:
    last = state.last
    return last is not None and last.kind == "void" and state.stock_high <= state.rules.stock_end and not state.knocker


def _reopen(state: GinState) -> GinState:
    """Takes the void result of the present hand back."""
    history = state.history[:-1]
    return replace(state, history=history, phase=DRAW)


def on_knock_taken_back(state: GinState, event: ev.KnockTakenBack) -> GinState:
    reasons = _seat_reasons(state, event.seat)
    if state.phase not in (KNOCK_DISCARD, SHOWING, FALSE_KNOCK):
        reasons.append(_not_now(state))
    elif not reasons and event.seat != state.knocker:
        reasons.append(refusal("not_knocked", seat=event.seat))
    if state.phase is SHOWING and state.shown:
        reasons.append(refusal("cards_are_open"))
    if reasons:
        raise Refused(reasons)
    if state.phase is KNOCK_DISCARD:
        return replace(state, phase=DISCARD, knocker=None, knocked_before_discard=False)
    return _play_on(state)


def _play_on(state: GinState) -> GinState:
    """After a knock that does not stand: the other one draws. Cards shown meanwhile stay known."""
    knocker = state.knocker
    assert knocker is not None
    known = state.known
    for seat, cards in state.shown.items():
        known = {**known, seat: cards}
    state = replace(
        state,
        phase=DRAW,
        turn=state.other(knocker),
        knocker=None,
        knocked_before_discard=False,
        shown={},
        laid={},
        false_knock=None,
        known=known,
        unread_discards={seat: n for seat, n in state.unread_discards.items() if seat not in state.shown},
    )
    return _void_at_the_end(state)


def on_shown(state: GinState, event: ev.Shown) -> GinState:
    reasons = _seat_reasons(state, event.seat)
    if state.phase not in (KNOCK_DISCARD, SHOWING, FALSE_KNOCK):
        reasons.append(_not_now(state))
    elif state.phase is not SHOWING and event.seat != state.knocker:
        reasons.append(refusal("knocker_first", seat=state.knocker))
    if reasons:
        raise Refused(reasons)
    eleven = state.phase is KNOCK_DISCARD or (state.eleven and event.seat == state.knocker)
    reasons = _count_reasons(state, event, eleven) + show_reasons(state, event.seat, event.cards)
    if event.melds:
        reasons += _laid_reasons(event.cards, event.melds)
    if reasons:
        raise Refused(reasons)
    state = replace(
        state,
        phase=SHOWING,
        turn=None,
        eleven=eleven if event.seat == state.knocker else state.eleven,
        shown={**state.shown, event.seat: event.cards},
        laid={**state.laid, event.seat: event.melds},
        false_knock=None,
    )
    return _judge_knock(state) if event.seat == state.knocker else _score_if_complete(state)


def _count_reasons(state: GinState, event: ev.Shown, eleven: bool) -> list[Text]:
    """The number of cards, and eleven only where the rule set has it."""
    found, size = len(event.cards), state.rules.hand_size
    if eleven and event.seat == state.knocker:
        if found == size + 1 and state.rules.eleven_cards == "before_discard":
            return []
        if found in (size, size + 1):
            return [refusal("discard_first")]
    elif found == size:
        return []
    allowed = size + 1 if eleven and event.seat == state.knocker else size
    return [refusal("card_count", seat=event.seat, found=found, allowed=allowed)]


def show_reasons(state: GinState, seat: Seat, cards: Sequence[Card]) -> list[Text]:
    """Every contradiction between cards shown and what the table has seen. Empty where all fits."""
    seen = set(cards)
    other = state.other(seat)
    theirs = (*state.shown.get(other, ()), *_surely_held(state, other))
    held = _surely_held(state, seat)
    fits = seen <= INDEX.keys() and seen.isdisjoint(theirs) and seen.isdisjoint(state.pile)
    if fits and len(seen) == len(cards) and seen.issuperset(held):
        return []
    reasons = [refusal("no_card", text=card) for card in sorted(seen - INDEX.keys())]
    reasons += [refusal("card_twice", card=card) for card in sorted(seen) if cards.count(card) > 1]
    reasons += [refusal("card_in_both", card=card) for card in sorted(seen.intersection(theirs))]
    reasons += [refusal("card_buried", card=card, seat=seat) for card in sorted(seen.intersection(state.pile) - {None})]
    reasons += [refusal("card_missing", card=card, seat=seat) for card in held if card not in seen]
    return reasons


def _laid_reasons(cards: Sequence[Card], melds: Sequence[Meld]) -> list[Text]:
    """What is wrong with melds as laid."""
    strange = [card for meld in melds for card in meld if card not in INDEX]
    return [refusal("no_card", text=card) for card in strange] or meld_reasons(cards, melds)


def _surely_held(state: GinState, seat: Seat) -> tuple[Card, ...]:
    """Cards that must be in this hand: known ones, unless an unread discard may have been one of them."""
    return () if state.unread_discards.get(seat) else state.known.get(seat, ())


def _judge_knock(state: GinState) -> GinState:
    """The knocker's cards are open: is the knock legal?"""
    knocker = state.knocker
    assert knocker is not None
    cards, laid = state.shown[knocker], state.laid[knocker]
    limit = 0 if state.eleven else state.limit
    best = false_knock(state.rules, cards, limit)
    if best is not None:
        return _false_knock(state, best)
    if laid is not None:
        own = as_laid(cards, laid)
        if own.deadwood > limit:
            right = show(state.rules, knocker, cards, None, "", (), state.upcard).hands[knocker]
            args = {"deadwood": own.deadwood, "limit": limit, "melds": right.melds, "best": right.deadwood}
            raise Refused([Text("refused.laid_too_high", args)])
    return _score_if_complete(state)


def _false_knock(state: GinState, best: Arrangement) -> GinState:
    if state.eleven:
        raise Refused([refusal("eleven_not_melded", deadwood=best.deadwood)])
    assert state.knocker is not None
    if state.rules.false_knock == "continue":
        return replace(state, phase=FALSE_KNOCK, false_knock=best)
    winner = state.other(state.knocker)
    bonus = state.rules.undercut_bonus
    line = Line(key="false_knock_bonus", seat=winner, amount=bonus, rule="false_knock", cards=best.loose)
    result = HandResult(
        kind="false_knock",
        winner=winner,
        points=bonus,
        lines=(line,),
        knocker=state.knocker,
        limit=state.limit,
        hands={state.knocker: best},
        upcard=state.upcard,
    )
    return _end_hand(state, result)


def _score_if_complete(state: GinState) -> GinState:
    knocker = state.knocker
    assert knocker is not None
    defender = state.other(knocker)
    if knocker not in state.shown or defender not in state.shown:
        return state
    result = show(
        state.rules,
        knocker,
        state.shown[knocker],
        state.laid[knocker],
        defender,
        state.shown[defender],
        state.upcard,
    )
    return _end_hand(state, result)


# -- the score --------------------------------------------------------------------------------------------------


def _end_hand(state: GinState, result: HandResult) -> GinState:
    result = replace(result, number=state.hand_number, game=state.game_number, dealer=state.dealer)
    state = replace(state, phase=RESULT, turn=None, history=(*state.history, result))
    return _scored(state, extended(state.rules, state.seats, state.columns, result))


def _tally(state: GinState) -> GinState:
    """Adds the present game up anew, with its corrections."""
    game = state.game_number
    hands = state.history[_first_of_game(state.history, game) :]
    corrections = [correction for correction in state.corrections if correction.game == game]
    return _scored(state, columns(state.rules, state.seats, hands, corrections))


def _scored(state: GinState, score: tuple[Column, ...]) -> GinState:
    """The state with this score of the present game: is the game, or the match, over?"""
    state = replace(state, columns=score)
    if state.phase not in (RESULT, GAME_OVER, TO_DEAL):
        return state
    if not all(column.over for column in score):
        phase = RESULT if state.phase is GAME_OVER else state.phase
        return replace(state, phase=phase, over=False, winners=())
    totals = _totals(state.seats, state.games, score)
    over = state.rules.match_target == 0 or max(totals.values()) >= state.rules.match_target
    winners: tuple[Seat, ...] = ()
    if over:
        best = max(totals.values())
        winners = tuple(seat for seat in state.seats if totals[seat] == best)
        if state.rules.match_target == 0 and len(score) == 1:
            winners = score[0].winners
    return replace(state, phase=GAME_OVER, over=over, winners=winners)


def _first_of_game(history: Sequence[HandResult], game: int) -> int:
    """The place of the game's first hand; counted from the end, so that a long match costs no more than a short one."""
    place = len(history)
    while place and history[place - 1].game == game:
        place -= 1
    return place


def _totals(seats: Sequence[Seat], games: Sequence[Sequence[Column]], present: Sequence[Column]) -> dict[Seat, int]:
    every = [column for game in (*games, present) for column in game]
    return {seat: sum(column.totals[seat] for column in every) for seat in seats}


def on_hand_voided(state: GinState, event: ev.HandVoided) -> GinState:
    if state.phase not in IN_HAND:
        raise Refused([_not_now(state)])
    if event.why == "stock" and state.stock_low > state.rules.stock_end + 1:
        raise Refused([refusal("stock_not_at_end", low=state.stock_low, end=state.rules.stock_end)])
    return _end_hand(state, HandResult(kind="void", limit=state.limit, upcard=state.upcard))


def on_hand_entered(state: GinState, event: ev.HandEntered) -> GinState:
    if state.over or state.phase is CLOSED:
        raise Refused([_not_now(state)])
    kind: Kind = event.how
    winner, knocker, reasons = _entered_seats(state, event)
    most = 10 * state.rules.hand_size
    low = 1 if kind in ("knock", "undercut") else 0
    high = 0 if kind == "tie" else most
    if not low <= event.difference <= high:
        reasons.append(refusal("entered_difference", found=event.difference, low=low, high=high))
    if kind == "big_gin" and state.rules.eleven_cards != "before_discard":
        reasons.append(refusal("entered_big_gin"))
    if reasons:
        raise Refused(reasons)
    if state.phase in BEFORE_DEAL:
        state = begin_hand(state)
    return _end_hand(state, entered(state.rules, kind, winner, knocker, event.difference, state.upcard))


def _entered_seats(state: GinState, event: ev.HandEntered) -> tuple[Seat | None, Seat | None, list[Text]]:
    """Winner and knocker of a hand entered by hand; who is left out follows from the kind where it can."""
    winner, knocker = event.winner, event.knocker
    reasons = [reason for seat in (winner, knocker) if seat is not None for reason in _seat_reasons(state, seat)]
    if reasons:
        return None, None, reasons
    if event.how == "tie":
        if knocker is None and winner is not None:
            knocker = winner if state.rules.tie == "knocker" else state.other(winner)
        if state.rules.tie == "nobody":
            return None, knocker, []
        if knocker is None:
            return None, None, [refusal("entered_who")]
        due = knocker if state.rules.tie == "knocker" else state.other(knocker)
        wrong = winner not in (None, due)
        return due, knocker, [refusal("entered_winner", how=event.how)] if wrong else []
    if winner is None:
        return None, None, [refusal("entered_who")]
    due = state.other(winner) if event.how == "undercut" else winner
    wrong = knocker not in (None, due)
    return winner, due, [refusal("entered_winner", how=event.how)] if wrong else []


def on_points_corrected(state: GinState, event: ev.PointsCorrected) -> GinState:
    reasons = _seat_reasons(state, event.seat)
    if reasons:
        raise Refused(reasons)
    after = state.last.number if state.last else 0
    correction = Correction(event.seat, event.amount, state.game_number, after)
    return _tally(replace(state, corrections=(*state.corrections, correction)))


def on_closed(state: GinState, event: ev.GameClosed) -> GinState:
    if state.phase is CLOSED:
        raise Refused([refusal("game_closed")])
    return replace(state, phase=CLOSED, turn=None, over=True, why_closed=event.why)


GIN_STEPS: Mapping[type[ev.Event], Callable[[GinState, Any], GinState]] = {
    ev.Dealt: on_dealt,
    ev.Passed: on_passed,
    ev.Drew: on_drew,
    ev.Discarded: on_discarded,
    ev.StockCounted: on_stock_counted,
    ev.Knocked: on_knocked,
    ev.KnockTakenBack: on_knock_taken_back,
    ev.Shown: on_shown,
    ev.HandVoided: on_hand_voided,
    ev.HandEntered: on_hand_entered,
    ev.PointsCorrected: on_points_corrected,
    ev.GameClosed: on_closed,
}


# -- what it waits for ------------------------------------------------------------------------------------------


def gin_waits(state: GinState) -> tuple[Wait, ...]:
    """Who has to do what, and between which things they may choose."""
    phase = state.phase
    if phase is CLOSED or state.over:
        return (Wait("new_game", state.seats, ("new_game",)),)
    if phase is TO_DEAL:
        return (Wait("deal", (state.dealer,), ("deal",)),)
    if phase in (RESULT, GAME_OVER):
        waits = [Wait("accept", state.seats, ("accept",)), Wait("deal", (state.next_dealer,), ("deal",))]
        if _void_by_stock(state) and state.discarded_last:
            waits.append(Wait("knock", (state.discarded_last,), ("knock",)))
        return tuple(waits)
    if phase is SHOWING:
        missing = tuple(seat for seat in state.seats if seat not in state.shown)
        waits = [Wait("show", missing, ("show",))]
        if not state.shown and state.knocker:
            waits.append(Wait("take_back", (state.knocker,), ("take_back",)))
        return tuple(waits)
    return _turn_waits(state)


def _turn_waits(state: GinState) -> tuple[Wait, ...]:
    phase = state.phase
    if phase is FALSE_KNOCK:
        assert state.knocker is not None
        return (Wait("false_knock", (state.knocker,), ("take_back", "show")),)
    assert state.turn is not None
    turn = (state.turn,)
    if phase is UPCARD:
        return (Wait("upcard", turn, ("take", "pass")),)
    if phase is KNOCK_DISCARD:
        eleven = state.rules.eleven_cards == "before_discard"
        return (Wait("knock_discard", turn, ("discard", "show", "take_back") if eleven else ("discard", "take_back")),)
    if phase is DISCARD:
        return (Wait("discard", turn, ("discard", "knock")),)
    waits = [Wait("draw", turn, ("stock",) if state.stock_only or not state.pile else ("stock", "discard"))]
    if state.discarded_last:
        waits.append(Wait("knock", (state.discarded_last,), ("knock",)))
    if state.stock_low <= state.rules.stock_end:
        waits.append(Wait("count_stock", state.seats, ("count",)))
    return tuple(waits)
