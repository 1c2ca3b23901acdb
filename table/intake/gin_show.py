"""From the knock to the score: both lay their hands open, and what is read must hold together before it counts."""

from __future__ import annotations

from functools import partial

from table.intake import view
from table.intake.gin_base import GinPhase, forget_followed, lay_zone
from table.intake.gin_play import take_back
from table.intake.judge import Problems, events_of, is_false_knock, named, problems_of
from table.intake.phase import Bound, bind, calling
from table.intake.pick_card import PickCard
from table.intake.shown_hand import Place, ShownHand
from table.rules.cards import Card, mask_of
from table.rules.events import Discarded, Shown, Voided
from table.rules.gin import Phase
from table.rules.melds import least_deadwood
from table.rules.signals import Observation, Press, Seat, TableChange, TypedCard

READ_FIRST = 0.8
"""A question that has just changed takes no answer for so long (s): the finger was on its way to another one."""

SETTLED = 1.5
"""Both hands lie unchanged for so long (s) before they count: people still push cards together."""


class Laying(GinPhase):
    """(15, 16) The cards are read as they are laid; what is in doubt is asked; what cannot be is said."""

    def enter(self) -> None:
        assert self.state.knocker is not None
        self.knocker: Seat = self.state.knocker
        self.defender = self.state.other(self.knocker)
        sure = self.table.options.sure
        self.hands = {seat: ShownHand(seat, sure) for seat in (self.knocker, self.defender)}
        self.doubt_since: float | None = None
        self.asking: tuple[Seat, Place] | None = None
        self.asked_at = 0.0
        self.votes: dict[Seat, Card] = {}
        self.problems: Problems = ()
        self.vouched: tuple[Seat, ...] = ()
        for seat, hand in self.hands.items():
            zone = lay_zone(self.table, seat)
            if zone is not None and not self.table.by_hand:
                hand.look(zone, (), self.table.now)

    # -- what is shown ----------------------------------------------------------------------------------------

    def expects(self) -> str:
        return "show"

    def of(self, seat: Seat) -> int:
        """How many cards this player lays: eleven only before the discard, where the rule set has that."""
        size = self.state.rules.hand_size
        eleven = self.state.phase is Phase.KNOCK_DISCARD and self.state.rules.eleven_cards == "before_discard"
        return size + 1 if seat == self.knocker and eleven and self.hands[seat].count > size else size

    def _rows(self) -> tuple[view.LaidRow, ...]:
        return tuple(hand.row(self.of(seat)) for seat, hand in self.hands.items())

    def scene(self) -> view.Scene:
        if self.asking is not None:
            seat, place = self.asking
            return view.WhichCard(
                seat=seat,
                of="laid",
                cutout=place.cutout,
                candidates=self._candidates(place),
                both=self._decides(seat, place),
                agreed=tuple(self.votes),
                rows=self._rows(),
            )
        if self.problems:
            return view.Contradiction(problems=self.problems, rows=self._rows())
        return view.Laying(knocker=self.knocker, rows=self._rows(), manual=self.table.by_hand)

    def waits_for(self) -> tuple[Seat, ...]:
        if self.asking is not None:
            return tuple(seat for seat in self.state.seats if seat not in self.votes)
        return tuple(seat for seat, hand in self.hands.items() if len(hand.cards) < self.of(seat))

    def chip(self) -> view.Chip | None:
        zones = [lay_zone(self.table, seat) for seat in self.hands]
        too_many = next((h for s, h in self.hands.items() if h.count > self.of(s)), None)
        if too_many is not None:
            return view.Chip(state="cannot", why="too_many")
        if any(zone is not None and zone.state == "cannot" for zone in zones):
            return next(view.Chip(state="cannot", why=z.why) for z in zones if z is not None and z.state == "cannot")
        return None

    # -- keys -------------------------------------------------------------------------------------------------

    def raw_press(self, press: Press) -> bool:
        asked = self.asking is not None or bool(self.problems)
        early = asked and press.action == "down" and self.table.now - self.asked_at < READ_FIRST
        if early:
            self.table.lamp(press.seat, "refused")
        return early

    def _ask(self, seat: Seat, place: Place) -> None:
        """A question that stands is not exchanged for another one while somebody may be about to answer."""
        if self.asking is None or self.asking[1].at != place.at or self._cards(self.asking[1]) != self._cards(place):
            self.asked_at = self.table.now
            self.votes.clear()
        self.asking = (seat, place)

    def _cards(self, place: Place) -> tuple[Card, ...]:
        return tuple(card for card, _ in self._candidates(place))

    def _object(self, problems: Problems) -> None:
        if problems != self.problems:
            self.asked_at = self.table.now
            self.vouched = ()
        self.problems = problems
        self.table.cue("asked")

    def offers(self) -> list[Bound]:
        seats = self.state.seats
        if self.asking is not None:
            seat, place = self.asking
            shown = self._candidates(place)
            bound = [
                bind(i, "this_card", partial(self._say, card), seats=seats, card=card)
                for i, (card, _) in enumerate(shown, start=1)
            ]
            bound.append(bind(len(shown) + 1, "another_card", lambda _: self._any_card(seat, place), seats=seats))
            return [*bound, bind(len(shown) + 2, "no_card", lambda _: self._no_card(seat, place), seats=seats)]
        if self.problems:
            wrong = [
                bind(i, "this_is_wrong", calling(self._correct, s, c), seats=seats, card=c)
                for i, (s, c) in enumerate(self._suspects()[:4], start=1)
            ]
            if self._only_the_pile_speaks():
                asked = tuple(seat for seat in seats if seat not in self.vouched)
                wrong.append(bind(5, "cards_are_right", self._vouch, seats=asked))
            return [*wrong, bind(6, "look_again", lambda _: self._again(), seats=seats)]
        short = self._short()
        bound = []
        if short:
            bound.append(bind(1, "enter_cards", self._enter, seats=tuple(short)))
        if self.table.by_hand:
            bound.append(bind(2, "enter_points", lambda _: self._points(), seats=seats))
        crowded = [seat for seat, hand in self.hands.items() if hand.count > self.of(seat)]
        if crowded:
            bound.append(bind(5, "read_afresh", lambda _: self._afresh(crowded), seats=seats))
        if not any(hand.count for hand in self.hands.values()):
            bound.append(bind(6, "take_back", lambda _: take_back(self.table, self.knocker), seats=(self.knocker,)))
        return bound

    def _short(self) -> list[Seat]:
        """Players of whose cards some are neither seen nor in doubt."""
        return [seat for seat, hand in self.hands.items() if hand.count < self.of(seat)]

    def _afresh(self, crowded: list[Seat]) -> None:
        """More cards than there can be: what was entered and answered is forgotten, and the eye looks anew."""
        for seat in crowded:
            hand = self.hands[seat] = ShownHand(seat, self.table.options.sure)
            zone = lay_zone(self.table, seat)
            if zone is not None:
                hand.look(zone, (), self.table.now)
            hand.changed_at = self.table.now

    def _points(self) -> None:
        from table.intake.by_hand import ByHandGin

        self.table.cover(ByHandGin(self.table))

    def _enter(self, press: Press) -> None:
        """Cards that the eye does not see are entered by their owner, one after the other."""
        short = self._short()
        seat = press.seat if press.seat in short else short[0]
        hand = self.hands[seat]
        missing = self.of(seat) - hand.count

        def take(cards: tuple[Card, ...]) -> None:
            # The eye may have found one of them meanwhile.
            hand.extra += [card for card in cards if card not in hand.cards]
            hand.changed_at = self.table.now

        gone = self._sure_cards()
        self.table.cover(PickCard(self.table, "laid", take, count=missing, seat=seat, gone=gone))

    # -- questions --------------------------------------------------------------------------------------------

    def _candidates(self, place: Place) -> tuple[tuple[Card, float], ...]:
        gone = set(self._sure_cards())
        return tuple((card, share) for card, share in place.candidates if card not in gone)[:3]

    def _decides(self, seat: Seat, place: Place) -> bool:
        """The answer decides whether the knock is legal: then one player alone must not give it."""
        if seat != self.knocker:
            return False
        others = self.hands[seat].cards
        limit = self.state.limit
        legal = {
            least_deadwood(mask_of({*others, card})) <= limit
            for card, _ in self._candidates(place)
            if card not in others
        }
        return len(legal) > 1

    def _say(self, card: Card, press: Press) -> None:
        assert self.asking is not None
        seat, place = self.asking
        if not self._decides(seat, place) or press.seat is None:
            self._settle_doubt(card)
            return
        self.votes[press.seat] = card
        said = set(self.votes.values())
        if len(self.votes) == len(self.state.seats):
            if len(said) == 1:
                self._settle_doubt(card)
            else:
                self.votes.clear()
                self.table.say("not_the_same")

    def _settle_doubt(self, card: Card) -> None:
        assert self.asking is not None
        seat, place = self.asking
        if place in self.hands[seat].places:
            self.hands[seat].answer(place, card)
        self._asked()

    def _no_card(self, seat: Seat, place: Place) -> None:
        if place in self.hands[seat].places:
            self.hands[seat].dismiss(place)
        self._asked()

    def _any_card(self, seat: Seat, place: Place) -> None:
        def take(cards: tuple[Card, ...]) -> None:
            if place in self.hands[seat].places:
                self.hands[seat].answer(place, cards[0])
            self._asked()

        gone = self._sure_cards()
        self.table.cover(PickCard(self.table, "laid", take, gone=gone, cutout=place.cutout))

    def _asked(self) -> None:
        self.asking = None
        self.votes.clear()
        self.doubt_since = None
        self.problems = ()
        for hand in self.hands.values():
            hand.changed_at = self.table.now

    def _suspects(self) -> list[tuple[Seat, Card]]:
        named = {card for _, cards in self.problems for card in cards}
        return [(seat, card) for seat, hand in self.hands.items() for card in hand.cards if card in named]

    def _correct(self, seat: Seat, card: Card) -> None:
        """A card that cannot be was misread: say which it is."""
        hand = self.hands[seat]
        place = next((p for p in hand.places if p.card == card), None)

        def take(cards: tuple[Card, ...]) -> None:
            if place is not None and place in hand.places:
                hand.answer(place, cards[0])
            elif card in hand.extra:
                hand.extra[hand.extra.index(card)] = cards[0]
            self._asked()

        gone = [c for c in self._sure_cards() if c != card]
        runner_up = [c for c, _ in place.candidates if c != card] if place else []
        self.table.cover(PickCard(self.table, "laid", take, gone=gone, runner_up=runner_up))

    def _only_the_pile_speaks(self) -> bool:
        """Nothing is wrong with the cards themselves; they only do not fit what was followed during play."""
        both = set(self.hands[self.knocker].cards) & set(self.hands[self.defender].cards)
        followed = ("refused.card_buried", "refused.card_missing", "refused.card_in_both")
        return all(key in followed for key, _ in self.problems) and not both

    def _vouch(self, press: Press) -> None:
        """The cards lie open for both to see: when both say so, it was the following that erred."""
        seats = self.state.seats
        self.vouched = seats if press.seat is None else (*self.vouched, press.seat)
        if not set(self.vouched) >= set(seats):
            self.table.say("the_other_too")
            return
        doubted = {card for _, cards in self.problems for card in cards}
        self.vouched = ()
        self.problems = ()
        forget_followed(self.table, doubted)
        for hand in self.hands.values():
            hand.changed_at = self.table.now

    def _again(self) -> None:
        self.problems = ()
        for hand in self.hands.values():
            hand.changed_at = self.table.now

    # -- what is seen -----------------------------------------------------------------------------------------

    def _sure_cards(self) -> list[Card]:
        return [card for hand in self.hands.values() for card in hand.cards]

    def on_look(self, look: Observation) -> None:
        for zone in look.zones:
            seat = self.table.seat_at(zone.zone)
            if seat is None or seat not in self.hands or zone.state in ("hand", "reading"):
                continue
            other = self.hands[self.state.other(seat)]
            # Only settled names of the other hand count as "elsewhere": doubts cannot prove doubts, and neither can the
            # pile, whose cards were read one by one as they went by and may have gone again unseen.
            self.hands[seat].look(zone, other.cards, self.table.now)
        if self.asking is not None:
            seat, place = self.asking
            still = [p for p in self.hands[seat].doubts if p.at == place.at or p == place]
            if not still:
                self.asking = None  # a better picture answered the question
                self.votes.clear()
            else:
                self._ask(seat, still[0])
        if self.problems and not problems_of(self.state, self.hands[self.knocker], self.hands[self.defender]):
            self.problems = ()

    def on_change(self, change: TableChange) -> None:
        self.discard_after_knock(change)

    def on_typed(self, typed: TypedCard) -> None:
        seat = self.table.seat_at(typed.zone)
        if seat in self.hands:
            hand = self.hands[seat]
            hand.places, hand.extra, hand.melds_typed = [], list(typed.cards), typed.melds
            hand.changed_at = self.table.now

    def on_uncover(self) -> None:
        self._asked()

    def on_tick(self) -> None:
        now = self.table.now
        doubts = [(seat, place) for seat, hand in self.hands.items() for place in hand.doubts]
        waiting = any(hand.state in ("hand", "reading") for hand in self.hands.values())
        if doubts and not waiting:
            if self.doubt_since is None:
                self.doubt_since = now
            elif self.asking is None and now - self.doubt_since >= self._patience():
                self._ask(*doubts[0])
                self.table.cue("asked")
            return
        self.doubt_since = None
        if self.asking is not None or self.problems or doubts:
            return
        settled = all(now - hand.changed_at >= SETTLED for hand in self.hands.values())
        if settled and not waiting:
            self._judge()

    def _patience(self) -> float:
        """How long a doubt may stand before it is asked about. Nobody is asked while others still lay their cards: the
        eye goes on looking meanwhile, and the cards to come may tell which one it cannot be."""
        times = self.table.options.times
        return max(times.cannot_read, times.still_laying) if self._short() else times.cannot_read

    # -- the judgement ----------------------------------------------------------------------------------------

    def _judge(self) -> None:
        knocker, defender = self.hands[self.knocker], self.hands[self.defender]
        if self._shows_eleven(knocker) and not self._discard_was_not_his():
            return
        if len(knocker.cards) != self.of(self.knocker) or knocker.count != len(knocker.cards):
            return
        if is_false_knock(self.state, knocker):
            self._commit_shown(knocker)
            self.table.cue("refused")
            self.follow()
            return
        if len(defender.cards) != self.of(self.defender) or defender.count != len(defender.cards):
            return
        problems = problems_of(self.state, knocker, defender)
        if problems:
            self._object(problems)
            return
        if self._commit_shown(knocker) and self._commit_shown(defender):
            self.table.cue("scored")
            self.follow()

    def _shows_eleven(self, knocker: ShownHand) -> bool:
        """Eleven melded cards lie open though a discard before the knock was followed (Fupa: gin with eleven)."""
        rules = self.state.rules
        eleven = rules.eleven_cards == "before_discard" and len(knocker.cards) == knocker.count == rules.hand_size + 1
        return eleven and self.state.phase is Phase.SHOWING and least_deadwood(mask_of(knocker.cards)) == 0

    def _discard_was_not_his(self) -> bool:
        """What was followed as the knocker's discard was the other's: the eleven cards prove that he made none."""
        log = self.table.log
        own = [i for i, event in enumerate(log) if isinstance(event, Discarded) and event.seat == self.knocker]
        return bool(own) and not self.table.try_commit(Voided(target=own[-1], why="eleven cards lie open"))

    def _commit_shown(self, hand: ShownHand) -> bool:
        for event in events_of(self.state, hand):
            refusal = self.table.try_commit(event)
            if refusal and "laid_too_high" in refusal.keys and isinstance(event, Shown):
                refusal = self.table.try_commit(Shown(seat=event.seat, cards=event.cards))
            if refusal:
                self._object(named(refusal.reasons))
                return False
        return True
