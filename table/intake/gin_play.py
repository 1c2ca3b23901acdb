"""A hand of gin from the deal to the knock, as the eye follows it.

Following never blocks play: what was not seen is filled in as not seen (a draw from somewhere, a discard without a
name), the rules engine carries the uncertainty, and the cards laid open at the end decide the score.
"""

from __future__ import annotations

from typing import Literal

from table.intake import view
from table.intake.gin_base import GinPhase, refusal_keys
from table.intake.phase import Bound, bind
from table.intake.table import Table
from table.rules.cards import Card
from table.rules.events import Amended, Dealt, Discarded, Drew, HandVoided, Knocked, KnockTakenBack, Passed, Voided
from table.rules.gin import GinState, Phase
from table.rules.signals import Observation, Press, Seat, TableChange, TypedCard


def enter(table: Table, state: GinState) -> None:
    """Go to the phase that a game of gin is in."""
    from table.intake import gin_knock, gin_result

    match state.phase:
        case Phase.TO_DEAL:
            table.go(Dealing(table))
        case Phase.UPCARD:
            assert state.turn is not None
            if table.by_hand or table.options.tracking == "show-only":
                table.go(Turn(table, state.turn))
            else:
                table.go(Offer(table, state.turn))
        case Phase.DRAW | Phase.DISCARD:
            assert state.turn is not None
            table.go(Turn(table, state.turn))
        case Phase.KNOCK_DISCARD | Phase.SHOWING:
            gin_knock.enter(table)
        case Phase.FALSE_KNOCK:
            table.go(gin_knock.KnockRefused(table))
        case Phase.RESULT:
            gin_result.enter(table)
        case Phase.GAME_OVER | Phase.CLOSED:
            gin_result.enter_end(table)


class DealWatch:
    """Notices that a new hand is dealt: the old pile went away, and one card lies open beside a stock.

    Without the first half the old discard pile would look like a new up-card once the laid cards are taken up. A
    dealer may be so quick that the empty table is never seen at rest; then an up-card that lay neither in the old pile
    nor in the hands just shown says the same.
    """

    def __init__(self, *, cleared: bool) -> None:
        self.cleared = cleared

    def look(self, table: Table) -> bool:
        """True when the present looks show a dealt table."""
        pile = table.looks.get("discard")
        if pile is None or pile.state in ("hand", "reading"):
            return False
        if not pile.cards and not pile.unsure and not pile.backs:
            self.cleared = True
            return False
        if not self.ready(table):
            return False
        top = GinPhase.top_of(pile)
        if self._laid(table) and top is not None and top.p >= table.options.sure:
            self.cleared = self.cleared or top.card not in self._old_cards(table)
        return self.cleared

    def plays(self, table: Table) -> bool:
        """A discard now says that the deal was missed and the next hand is being played."""
        return self.ready(table) and (self.cleared or self._laid(table))

    @staticmethod
    def _laid(table: Table) -> bool:
        """The hand ended with cards laid open. When they are gone, somebody has gathered them; after a void hand the
        piles still lie there, and what is seen or done on them may belong to that hand."""
        state = table.state
        return isinstance(state, GinState) and bool(state.shown)

    @staticmethod
    def ready(table: Table) -> bool:
        """Nothing is laid open any more, and there is a stock."""
        laid = [zone for name, zone in table.looks.items() if name.startswith("lay:")]
        stock = table.looks.get("stock")
        return stock is not None and stock.backs != 0 and not any(z.cards or z.unsure or z.backs for z in laid)

    @staticmethod
    def _old_cards(table: Table) -> set[Card]:
        state = table.state
        assert isinstance(state, GinState)
        shown = {card for cards in state.shown.values() for card in cards}
        return shown | {card for card in state.pile if card is not None}


class DealPhase(GinPhase):
    """A phase in which the next hand may be dealt."""

    watch: DealWatch

    def expects(self) -> str:
        return "deal"

    def on_look(self, look: Observation) -> None:
        if not self.state.over and self.watch.look(self.table):
            self._dealt()

    def on_change(self, change: TableChange) -> None:
        if change.kind == "cleared":
            self.watch.cleared = True
        elif change.kind in ("discarded", "discarded_face_down") and self.watch.plays(self.table):
            # Somebody discards beside a stock: the deal was missed, and play is on.
            if self.state.over or self.state.rules.oklahoma:
                return
            self.deal(None)
            self.table.phase.on_change(change)

    def _dealt(self) -> None:
        zone = self.table.looks["discard"]
        top = self.top_of(zone)
        if top is not None and top.p >= self.table.options.sure:
            self.deal(top.card)
        elif zone.state == "cannot" or self.table.now - self.since > self.table.options.times.cannot_read:
            if self.state.rules.oklahoma:
                # Here the card sets the knock limit: it must be known.
                from table.intake.gin_ask import AskPile

                self.table.go(AskPile(self.table, zone, "upcard", self.deal))
            else:
                self.deal(None)

    def deal(self, upcard: Card | None) -> None:
        """The hand begins with this up-card."""
        if not self.table.try_commit(Dealt(dealer=self.state.next_dealer, upcard=upcard)):
            self.table.cue("turn")
            self.follow()


class Dealing(DealPhase):
    """(10) Ten cards each; the hand begins when one card lies open beside the stock."""

    def enter(self) -> None:
        self.watch = DealWatch(cleared=not self.state.history)

    def scene(self) -> view.Scene:
        return view.Dealing(dealer=self.state.next_dealer, manual=self.table.by_hand)

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.state.next_dealer,)

    def offers(self) -> list[Bound]:
        if self.table.by_hand and self.state.rules.oklahoma:
            return [bind(1, "enter_upcard", lambda _: self._type_upcard(), seats=self.state.seats)]
        return [bind(1, "dealt", lambda _: self._say_dealt(), seats=self.state.seats)]

    def _say_dealt(self) -> None:
        zone = self.table.looks.get("discard")
        top = self.top_of(zone) if zone else None
        sure = top is not None and top.p >= self.table.options.sure
        if self.state.rules.oklahoma and not sure:
            self._type_upcard()
        else:
            self.deal(top.card if top is not None and sure else None)

    def _type_upcard(self) -> None:
        from table.intake.pick_card import PickCard

        self.table.cover(PickCard(self.table, "upcard", lambda cards: self.deal(cards[0])))

    def on_typed(self, typed: TypedCard) -> None:
        if typed.zone == "discard" and len(typed.cards) == 1:
            self.deal(typed.cards[0])


class Offer(GinPhase):
    """(11) The up-card is offered: taken from the table, or passed with key 2."""

    def __init__(self, table: Table, seat: Seat) -> None:
        super().__init__(table)
        self.seat = seat

    def scene(self) -> view.Scene:
        return view.Offer(seat=self.seat)

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def expects(self) -> str:
        return "play"

    def offers(self) -> list[Bound]:
        return [bind(2, "pass", lambda _: self._pass(), seats=(self.seat,))]

    def raw_press(self, press: Press) -> bool:
        # With one button a press is the pass; the pod has key 2 for it.
        if self.table.options.one_button(press.seat) and press.action == "down" and press.seat == self.seat:
            self._pass()
            return True
        return False

    def _pass(self) -> None:
        if not self.table.try_commit(Passed(seat=self.seat)):
            self.table.cue("turn")
            self.follow()

    def on_look(self, look: Observation) -> None:
        self.name_the_top(look)

    def on_change(self, change: TableChange) -> None:
        """Taking the card answers the offer; a draw from the stock says that both have passed."""
        if change.kind == "cleared":
            undo_deal(self.table)
            return
        if change.kind in ("discarded", "discarded_face_down"):
            self._missed_draw(change)
            return
        if change.kind not in ("taken", "drawn"):
            return
        dealer = self.state.dealer
        actor = self.seat_of(change.side)
        if change.kind == "taken" and actor == dealer and self.seat != dealer:
            self.table.try_commit(Passed(seat=self.seat))
        if change.kind == "drawn":
            self.pass_upcard()
        turn = self.state.turn
        if turn is not None:
            source: Literal["stock", "discard"] = "discard" if change.kind == "taken" else "stock"
            self.table.try_commit(Drew(seat=turn, source=source))
        self.follow()

    def _missed_draw(self, change: TableChange) -> None:
        """A discard without an answer to the offer: how the card came is unknown, that it went is a fact."""
        actor = self.seat_of(change.side)
        self.pass_upcard()
        if actor == self.state.dealer and self.state.turn is not None:
            self.table.try_commit(Discarded(seat=self.state.turn))
        self.follow()
        if isinstance(self.table.phase, Turn):
            self.table.phase.on_change(change)


def undo_deal(table: Table) -> None:
    """The table was cleared right after what looked like a deal: there was none, or it is dealt anew."""
    log = table.log
    number = next((i for i in range(len(log) - 1, -1, -1) if isinstance(log[i], Dealt)), None)
    if number is None or len(log) - 1 - number > 2:
        return
    for later in range(len(log) - 1, number - 1, -1):
        table.try_commit(Voided(target=later, why="cleared"))
    assert isinstance(table.state, GinState)
    enter(table, table.state)
    if isinstance(table.phase, DealPhase):
        table.phase.watch.cleared = True


SIDE_P = 0.87
"""The least probability of a likely draw whose side counts."""


class Turn(GinPhase):
    """(12) Somebody draws, then discards; the knock key ends the hand."""

    def __init__(self, table: Table, seat: Seat) -> None:
        super().__init__(table)
        self.seat = seat

    @property
    def followed(self) -> bool:
        """The eye follows each draw and discard."""
        return not self.table.by_hand and self.table.options.tracking == "full"

    def scene(self) -> view.Scene:
        return view.Turn(seat=self.seat, stock_only=self.state.stock_only)

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.seat,) if self.followed else ()

    def expects(self) -> str:
        return "play" if self.followed else "show"

    def offers(self) -> list[Bound]:
        # The knock belongs to the one who has just discarded, or to the one on turn before the discard. An eye that
        # missed a move may have the turn wrong, so the other's key is heard as well; the cards then decide.
        bound = [bind(1, "knock", self._knock, seats=self.state.seats)]
        if not self.followed:
            bound.append(bind(5, "void_hand", lambda _: self._void(), seats=self.state.seats, hold=2.0))
        if self.state.stock_low <= self.state.rules.stock_end and self.state.phase is Phase.DRAW and self.followed:
            bound.append(bind(5, "two_left", lambda _: self._void(), seats=self.state.seats))
        return bound

    # -- the knock ------------------------------------------------------------------------------------------

    def _knock(self, press: Press) -> None:
        seat = press.seat or self.seat
        if self.followed and self._out_of_turn(seat):
            self.table.lamp(seat, "refused")
            self.table.cue("refused")
            self.table.say("not_your_turn")
            return
        self._catch_up(seat)
        refusal = self.table.try_commit(Knocked(seat=seat))
        if refusal:
            self.table.lamp(seat, "refused")
            self.table.say("no_knock_now")
            return
        self.table.cue("knock")
        self.follow()

    def _out_of_turn(self, seat: Seat) -> bool:
        """Following says that it is surely the other's move: his draw was seen and his discard is due."""
        state = self.state
        if state.phase is Phase.DISCARD:
            return state.turn != seat
        return state.phase is Phase.DRAW and state.discarded_last != seat and state.turn != seat

    def _catch_up(self, seat: Seat) -> None:
        """Fill in moves that were not followed, so that `seat` can knock now."""
        table, state = self.table, self.state
        if self.followed and state.phase is Phase.DRAW and state.turn == seat:
            # His draw and discard were missed, or he presses before them.
            if self._pile_changed():
                self._commit_discard(seat, self.visible_top())
            else:
                table.try_commit(Drew(seat=seat, source="stock"))
            return
        if self.followed:
            return
        self.pass_upcard()
        if self.state.phase is Phase.DRAW and self.state.turn != seat and self.state.turn is not None:
            table.try_commit(Discarded(seat=self.state.turn))
        if self.state.phase is Phase.DRAW and self.state.turn == seat:
            if self.state.rules.eleven_cards == "before_discard":
                # Ten or eleven cards will be laid; the show tells.
                table.try_commit(Drew(seat=seat, source="stock"))
            else:
                table.try_commit(Discarded(seat=seat))

    def _pile_changed(self) -> bool:
        top = self.visible_top()
        return top is not None and top != self.state.top

    def _void(self) -> None:
        why: Literal["stock", "agreed"] = "stock" if self.followed else "agreed"
        if self.table.try_commit(HandVoided(why=why)):
            self.table.try_commit(HandVoided(why="agreed"))
        self.follow()

    # -- following ------------------------------------------------------------------------------------------

    def on_look(self, look: Observation) -> None:
        if self.followed:
            self.name_the_top(look)
            self._see_missed_take(look)

    def _see_missed_take(self, look: Observation) -> None:
        """The card below the known top lies open: the top was taken, though nobody saw the hand do it."""
        pile = self.state.pile
        top = next((self.top_of(zone) for zone in look.zones if zone.zone == "discard" and zone.state == "done"), None)
        if top is None or len(pile) < 2 or None in pile[-2:] or top.p < self.table.options.sure:
            return
        if top.card != pile[-2] or self.state.turn is None:
            return
        last = self.table.log[-1]
        if self.state.phase is Phase.DRAW and not self.state.stock_only:
            self.table.try_commit(Drew(seat=self.state.turn, source="discard"))
        elif self.state.phase is Phase.DISCARD and isinstance(last, Drew) and last.source == "stock":
            self._was_a_take(last, "seen later")
        else:
            return
        self.follow_if_moved()

    def on_change(self, change: TableChange) -> None:
        if not self.followed:
            return
        actor = self.seat_of(change.side) if change.p >= 0.9 else None
        match change.kind:
            case "taken" | "drawn":
                self._drew(change, actor)
            case "discarded" | "discarded_face_down":
                self._discarded(change, actor)
            case "cleared":
                undo_deal(self.table)
                return
            case "stock_gone" if self.state.phase is Phase.DRAW:
                self.table.say("stock_gone")
            case _:
                return
        self.follow_if_moved()

    def follow_if_moved(self) -> None:
        """Go on when the move changed the phase; otherwise stay, so that a remark stays too."""
        if self.table.phase is self:
            self.follow()

    def _drew(self, change: TableChange, actor: Seat | None) -> None:
        state = self.state
        if actor is None and change.p >= SIDE_P:
            actor = self._only_one_who_can(change)
        if state.phase is Phase.DISCARD:
            if actor is None or actor == state.turn:
                self._second_draw(change)
                return
            # The other one draws: the discard before it was missed. What he took from the pile was that discard.
            card = self.sure_card(change) if change.kind == "taken" else None
            self._commit_discard(self.seat, card)
            if self.state.phase is not Phase.DRAW or change.kind == "drawn":
                # A draw is certain with the discard after it, which brings it along: it may have been counted already,
                # as the move of the wrong player, and a stock counted too low would void the hand too soon.
                return
        elif state.phase is Phase.DRAW and actor is not None and actor != state.turn and state.turn is not None:
            self.table.try_commit(Discarded(seat=state.turn))
            if self.state.phase is not Phase.DRAW:
                return
        turn = self.state.turn
        if turn is None:
            return
        if change.kind == "drawn":
            self.table.try_commit(Drew(seat=turn, source="stock"))
        elif self.table.try_commit(Drew(seat=turn, source="discard", card=self.sure_card(change))):
            self.table.try_commit(Drew(seat=turn, source="discard"))

    def _only_one_who_can(self, change: TableChange) -> Seat | None:
        """Whose hand it was, where somebody is to draw: a likely draw is one then. Where somebody is to discard, a hand
        over the stock has more likely pushed it."""
        return self.seat_of(change.side) if self.state.phase is Phase.DRAW else None

    def _second_draw(self, change: TableChange) -> None:
        """A draw after a draw: a card dropped and picked up again; or the first was only a touch of the stock."""
        last = self.table.log[-1]
        if change.kind == "taken" and isinstance(last, Drew) and last.source == "stock":
            self._was_a_take(last, "the stock was only touched")

    def _was_a_take(self, last: Drew, why: str) -> None:
        """The last event, a draw from the stock, was a take from the pile."""
        taken = Drew(seat=last.seat, source="discard", t=last.t)
        self.table.try_commit(Amended(target=len(self.table.log) - 1, event=taken, why=why))

    def _discarded(self, change: TableChange, actor: Seat | None) -> None:
        turn = self.state.turn
        if turn is None:
            return
        if self.state.phase is Phase.DISCARD and actor is not None and actor != turn:
            # The one on turn has discarded unseen, and the other has drawn unseen as well.
            self.table.try_commit(Discarded(seat=turn))
            turn = self.state.turn
            if turn is None:
                return
        self._commit_discard(turn, self.sure_card(change))

    def _commit_discard(self, seat: Seat, card: Card | None) -> None:
        refusal = self.table.try_commit(Discarded(seat=seat, card=card))
        if refusal is None:
            self.table.cue("turn")
        elif "just_taken" in refusal_keys(refusal) and card is not None:
            self.table.cue("refused")
            self.table.go(ForbiddenDiscard(self.table, seat, card))
        elif card is not None:
            # The name does not fit what is known; the discard itself did happen.
            self.table.try_commit(Discarded(seat=seat))


class ForbiddenDiscard(GinPhase):
    """(13) The card just taken from the pile lies on it again; the table waits until it is taken up."""

    def __init__(self, table: Table, seat: Seat, card: Card) -> None:
        super().__init__(table)
        self.seat, self.card = seat, card

    def scene(self) -> view.Scene:
        return view.ForbiddenDiscard(seat=self.seat, card=self.card)

    def waits_for(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def expects(self) -> str:
        return "play"

    def on_change(self, change: TableChange) -> None:
        if change.kind in ("taken", "put_back"):
            self.follow()
        elif change.kind == "discarded" and self.sure_card(change) != self.card:
            self.follow()
            self.table.phase.on_change(change)


def take_back(table: Table, seat: Seat) -> None:
    """The knock is withdrawn before a card is face up."""
    if not table.try_commit(KnockTakenBack(seat=seat)):
        table.say("knock_taken_back")
        assert isinstance(table.state, GinState)
        enter(table, table.state)
