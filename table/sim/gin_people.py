"""Two people play gin at the simulated table: they deal, draw, discard, knock, lay their cards and answer questions.

The truth is kept here, in a log of what really happened, folded by the rules. The table under test never reads it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from table.intake import view as v
from table.intake.view import View
from table.rules import events as ev
from table.rules.cards import DECK, Card, cards_of, mask_of
from table.rules.gin import IN_HAND, GinState, Phase
from table.rules.melds import best_arrangement
from table.rules.ruleset import RuleSet
from table.rules.session import Session
from table.rules.signals import Seat
from table.sim.gin_bot import GinBot
from table.sim.human import Human
from table.sim.people import People
from table.sim.steps import Push, Reach, Runner, Script, Wait
from table.sim.world import World, spread

AREAS = {"near": (50.0, 293.0, 494.0, 110.0), "far": (50.0, 17.0, 494.0, 110.0)}
"""Where hands are laid open: x, y, width, height in mm; inside the zones of the printed mat."""

PILES = ("stock", "discard")
PATIENCE = 25.0


class GinPeople(People):
    """A game of gin between two seats. `play` is the script of a whole game."""

    def __init__(
        self,
        runner: Runner,
        ruleset: RuleSet,
        seats: tuple[Seat, Seat],
        rng: random.Random,
        *,
        areas: dict[str, tuple[float, float, float, float]] | None = None,
        pace: float = 1.0,
        human: Human | None = None,
    ) -> None:
        super().__init__(runner, rng, human)
        self.ruleset = ruleset
        self.seats = seats
        self.areas = areas or AREAS
        self.pace = pace
        self.truth = Session()
        self.hands: dict[Seat, list[Card]] = {}
        self.bots = {seat: GinBot(random.Random(rng.random())) for seat in seats}
        self.turns = 0
        self.mismatches: list[str] = []

    # -- truth ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> GinState:
        """What is true."""
        assert isinstance(self.truth.state, GinState)
        return self.truth.state

    def happened(self, event: ev.AnyEvent) -> None:
        """Write down what really happened."""
        self.truth = self.truth.append(event)

    def side(self, seat: Seat) -> str:
        """Where a player sits."""
        return "near" if seat == self.seats[0] else "far"

    def reach(self, seat: Seat, zones: tuple[str, ...], do: Callable[[World], None], seconds: float = 0.8) -> Script:
        """A player's hand does something."""
        yield Reach(zones, self.side(seat), do, seconds)
        yield Wait(self.rng.uniform(0.8, 2.0) * self.pace)

    # -- a game -----------------------------------------------------------------------------------------------

    def play(self, first: Seat) -> Script:
        """From the first deal to the screen that shows the winner. The table is at "dealing" already."""
        self.happened(ev.GameStarted(rules=self.ruleset.id, values=self.ruleset.values, seats=self.seats, first=first))
        while not self.state.over:
            yield from self.hand()
            if self.state.phase is Phase.GAME_OVER and not self.state.over:
                yield from self.until(lambda s: isinstance(s, v.GinEnd), 40, self.answer)
                yield from self.press(self.seats[0], "next_game")
        yield from self.until(lambda s: isinstance(s, v.GinEnd), 60, self.answer)

    def hand(self) -> Script:
        """One hand, dealt, played, shown and scored."""
        yield from self.deal()
        self.turns = 0
        while self.state.phase in IN_HAND:
            match self.state.phase:
                case Phase.UPCARD:
                    yield from self.offer()
                case Phase.DRAW:
                    yield from self.draw()
                case Phase.DISCARD:
                    yield from self.discard()
                case Phase.FALSE_KNOCK:
                    yield from self.play_on()
                case _:
                    yield from self.show()
        yield from self.see_result()

    def deal(self) -> Script:
        """The dealer clears the table and deals."""
        dealer = self.state.next_dealer
        deck = list(DECK)
        self.rng.shuffle(deck)
        size = self.state.rules.hand_size
        other = next(seat for seat in self.seats if seat != dealer)
        self.hands = {dealer: deck[:size], other: deck[size : 2 * size]}
        upcard, stock = deck[2 * size], deck[2 * size + 1 :]

        def clear(world: World) -> None:
            world.clear()

        def lay(world: World) -> None:
            world.stock = list(stock)
            world.pile = [(upcard, True)]

        yield from self.reach(dealer, (*PILES, "lay:near", "lay:far"), clear, 2.0)
        yield from self.reach(dealer, PILES, lay, 3.0)
        self.happened(ev.Dealt(dealer=dealer, upcard=upcard))
        yield from self.until(self._hand_runs, 12, self.answer)
        for _ in range(2):
            if not self._hand_runs(self.scene()):
                yield from self.press(dealer, "next_hand")
                yield from self.press(dealer, "dealt")

    @staticmethod
    def _hand_runs(scene: v.Scene) -> bool:
        return isinstance(scene, v.Offer | v.Turn)

    # -- turns ------------------------------------------------------------------------------------------------

    def offer(self) -> Script:
        """The up-card is taken or passed."""
        seat = self.state.turn
        assert seat is not None
        top = self.state.top
        assert top is not None
        if self.is_human(seat):
            # Passing is a key; taking is a click on the pile.
            yield from self.ask("offer", self.hands[seat], lambda: not self._offered_to(seat))
            if self.human is not None and self.human.settled() == "pile":
                yield from self.take(seat)
            else:
                self.happened(ev.Passed(seat=seat))
        elif self.bots[seat].takes(self.hands[seat], top):
            yield from self.take(seat)
        else:
            yield self.push(seat, 2)
            yield Wait(0.8 * self.pace)
            self.happened(ev.Passed(seat=seat))

    def _offered_to(self, seat: Seat) -> bool:
        scene = self.scene()
        return isinstance(scene, v.Offer) and scene.seat == seat

    def draw(self) -> Script:
        """From the pile where that helps, else from the stock."""
        seat = self.state.turn
        assert seat is not None
        top = self.state.top
        if self.is_human(seat):
            yield from self.ask("draw", self.hands[seat])
            assert self.human is not None
            if self.human.settled() == "pile" and top is not None and not self.state.stock_only:
                yield from self.take(seat)
                return
        elif top is not None and not self.state.stock_only and self.bots[seat].takes(self.hands[seat], top):
            yield from self.take(seat)
            return
        card: list[Card] = []

        def pull(world: World) -> None:
            card.append(world.stock.pop())

        yield from self.reach(seat, ("stock",), pull)
        self.hands[seat].append(card[0])
        self.happened(ev.Drew(seat=seat, source="stock"))

    def take(self, seat: Seat) -> Script:
        """The top of the pile."""

        def pull(world: World) -> None:
            world.pile.pop()

        card = self.state.top
        assert card is not None
        yield from self.reach(seat, ("discard",), pull)
        self.hands[seat].append(card)
        self.happened(ev.Drew(seat=seat, source="discard", card=card))

    def discard(self) -> Script:
        """A card goes away; perhaps it is a knock."""
        seat = self.state.turn
        assert seat is not None
        self.turns += 1
        hand = self.hands[seat]
        if self.is_human(seat):
            yield from self._human_discard(seat)
            return
        rules = self.state.rules
        if rules.eleven_cards == "before_discard" and best_arrangement(mask_of(hand)).deadwood == 0:
            yield from self.knock(seat)
            return
        card = self.bots[seat].discard(hand, self.state.taken)
        rest = [held for held in hand if held != card]
        knocks = self.bots[seat].knocks(rest, self.state.limit, self.turns)
        early = knocks and self.rng.random() < 0.3
        if early:
            yield from self.knock(seat)
        face_down = knocks and self.rng.random() < 0.25

        def put(world: World) -> None:
            world.pile.append((card, not face_down))

        hand.remove(card)
        yield from self.reach(seat, ("discard",), put)
        self.happened(ev.Discarded(seat=seat, card=card))
        if knocks and not early:
            yield from self.knock(seat)
        elif self.state.phase is Phase.RESULT:
            yield from self.say_void()

    def _human_discard(self, seat: Seat) -> Script:
        """A click on a card; the knock is the seat's own key, before or within some seconds after the discard."""
        human = self.human
        assert human is not None
        knocked = (v.KnockPressed, v.Laying)
        while True:
            yield from self.ask("discard", self.hands[seat])
            card = Card(human.settled())
            if card != self.state.taken:
                break
        early = isinstance(self.scene(), knocked)
        if early:
            self.happened(ev.Knocked(seat=seat))

        def put(world: World) -> None:
            world.pile.append((card, True))

        self.hands[seat].remove(card)
        yield from self.reach(seat, ("discard",), put)
        self.happened(ev.Discarded(seat=seat, card=card))
        if not early:
            for _ in range(30):
                if isinstance(self.scene(), knocked):
                    self.happened(ev.Knocked(seat=seat))
                    return
                yield Wait(0.1)
            if self.state.phase is Phase.RESULT:
                yield from self.say_void()

    def knock(self, seat: Seat) -> Script:
        """The own key; where the table has lost the turn, Fix puts it right first."""
        yield self.push(seat, 1)
        yield Wait(1.0)
        self.happened(ev.Knocked(seat=seat))
        knocked = (v.KnockPressed, v.Laying, v.WhichCard, v.Contradiction)
        for _ in range(2):
            if isinstance(self.scene(), knocked):
                return
            yield from self.fix_turn(seat)
            yield self.push(seat, 1)
            yield Wait(1.0)

    def fix_turn(self, seat: Seat) -> Script:
        """Fix: it is the other one's turn."""
        self.questions += 1
        yield Push(None, 0)
        yield Wait(0.8)
        yield from self.press(seat, "fix_turn")
        yield Wait(0.5)

    def say_void(self) -> Script:
        """Two cards are left and nobody knocked: the table knows, or is told."""
        yield from self.until(lambda s: isinstance(s, v.HandVoid | v.Standing), 4, self.answer)
        if not isinstance(self.scene(), v.HandVoid | v.Standing):
            if self.offered("two_left"):
                yield from self.press(self.seats[0], "two_left")
            else:
                self.questions += 1
                yield Push(None, 0)
                yield Wait(0.8)
                yield from self.press(self.seats[0], "fix_void_hand")

    # -- the show ---------------------------------------------------------------------------------------------

    def show(self) -> Script:
        """Both lay their cards open and answer what the table asks."""
        knocker = self.state.knocker
        assert knocker is not None
        other = self.state.other(knocker)
        for seat in (knocker, other):
            yield from self.lay(seat)
        for seat in (knocker, other):
            if self.state.phase is not Phase.SHOWING and self.state.phase is not Phase.KNOCK_DISCARD:
                return  # the first hand shown was no legal knock
            arranged = best_arrangement(mask_of(self.hands[seat]))
            melds = arranged.melds if seat == knocker else None
            self.happened(ev.Shown(seat=seat, cards=tuple(self.hands[seat]), melds=melds))
        yield from self.until(self._scored, PATIENCE * 4, self.answer)

    def play_on(self) -> Script:
        """A knock that was not legal (a person's): the cards are taken up, and play goes on."""
        knocker = self.state.knocker
        assert knocker is not None
        yield from self.until(lambda s: isinstance(s, v.KnockRefused), 20)
        yield Wait(3.0)

        def take_up(world: World) -> None:
            for cards in world.laid.values():
                cards.clear()

        yield from self.reach(knocker, ("lay:near", "lay:far"), take_up, 2.0)
        yield from self.press(knocker, "play_on")
        self.happened(ev.KnockTakenBack(seat=knocker))

    def lay(self, seat: Seat) -> Script:
        """Melds in groups, deadwood beside."""
        if self.is_human(seat):
            yield from self.ask("lay", self.hands[seat])
            assert self.human is not None
            self.human.settled()
        arranged = best_arrangement(mask_of(self.hands[seat]))
        side = self.side(seat)
        groups = [tuple(meld) for meld in arranged.melds]
        lying = spread(groups, list(arranged.loose), self.areas[side], self.rng, side=side)

        def put(world: World) -> None:
            world.laid[side] = lying

        yield from self.reach(seat, (f"lay:{side}",), put, 3.0)

    @staticmethod
    def _scored(scene: v.Scene) -> bool:
        return isinstance(scene, v.LayOffs | v.HandResult | v.Standing | v.GinEnd | v.HandVoid)

    def see_result(self) -> Script:
        """Look at the result and compare it with what it should be; go on with a key or by waiting."""
        yield from self.until(self._scored, 10, self.answer)
        self.compare()
        for _ in range(3):
            scene = self.scene()
            if isinstance(scene, v.LayOffs):
                yield from self.press(self.seats[0], "count")
            elif isinstance(scene, v.HandResult | v.HandVoid):
                yield from self.press(self.seats[0], "fine")
        yield Wait(1.0)

    def compare(self) -> None:
        """Does the screen say what is true?"""
        shown = self.look().game
        truth = self.state.last
        if not isinstance(shown, GinState) or shown.last is None or truth is None:
            self.mismatches.append(f"hand {self.state.hand_number}: the table has no result ({self.scene()!r:.80})")
            return
        said = (shown.last.number, shown.last.winner, shown.last.points)
        true = (truth.number, truth.winner, truth.points)
        if said != true:
            self.mismatches.append(f"hand {truth.number}: the table says {said}, true is {true}")

    # -- answers ----------------------------------------------------------------------------------------------

    def answer(self, view: View) -> Script | None:
        """What people do about the present screen, None where there is nothing to do."""
        scene = view.scene
        if isinstance(scene, v.WhichCard):
            self.count_question(scene)
            return self._which(scene)
        if isinstance(scene, v.Contradiction):
            self.count_question(scene)
            return self._contradiction(scene)
        if isinstance(scene, v.PickCard):
            return self._picker(scene)
        if isinstance(scene, v.KnockRefused):
            self.count_question(scene)
            return self.press(self.seats[0], "misread")
        if isinstance(scene, v.Choosing):
            return self._wrong_card(scene)
        if isinstance(scene, v.Laying):
            return self._laying(view, scene)
        self._laying_since = None
        return None

    _laying_since: float | None = None

    def _named(self, rows: tuple[v.LaidRow, ...], seat: Seat) -> list[Card]:
        row = next(row for row in rows if row.seat == seat)
        cards = [laid for group in row.groups for laid in group] + list(row.loose)
        return [laid.card for laid in cards if laid.card is not None]

    def _missing(self, rows: tuple[v.LaidRow, ...], seat: Seat) -> list[Card]:
        named = self._named(rows, seat)
        return [card for card in cards_of(mask_of(self.hands[seat])) if card not in named]

    def _which(self, scene: v.WhichCard) -> Script:
        if scene.seat is None:
            true = [card for card in self.runner.world.pile[-1:] if card[1]]
            missing = [true[0][0]] if true else []
        else:
            missing = self._missing(scene.rows, scene.seat)
        offered = [card for card, _ in scene.candidates if card in missing]
        if not missing:
            yield from self.press(self.seats[0], "no_card")
            return
        if not offered:
            yield from self.press(self.seats[0], "another_card")
            yield from self.enter_cards(missing[:1])
            return
        for seat in self.seats if scene.both else self.seats[:1]:
            yield from self.press(seat, "this_card", card=offered[0])

    def _contradiction(self, scene: v.Contradiction) -> Script:
        for key in self.look().keys:
            if key.action != "this_is_wrong":
                continue
            card = Card(str(key.args["card"]))
            for seat in self.seats:
                named = self._named(scene.rows, seat)
                if (card in named and card not in self.hands[seat]) or named.count(card) > 1:
                    missing = self._missing(scene.rows, seat)
                    yield from self.press(self.seats[0], "this_is_wrong", card=card)
                    yield Wait(0.8)
                    yield from self.enter_cards(missing[:1])
                    return
        if self.offered("cards_are_right"):
            for seat in self.seats:
                yield from self.press(seat, "cards_are_right")
        else:
            yield from self.press(self.seats[0], "look_again")

    def _picker(self, scene: v.PickCard) -> Script:
        yield from self.press(scene.seat or self.seats[0], "back")

    def _wrong_card(self, scene: v.Choosing) -> Script:
        shown = self.look().game
        assert isinstance(shown, GinState)
        knocker = shown.knocker or self.seats[0]
        laid = shown.shown.get(knocker, ())
        wrong = [card for card in laid if card not in self.hands[knocker]]
        missing = [card for card in self.hands[knocker] if card not in laid]
        for item in scene.items:
            if item in wrong:
                yield from self.press(knocker, "this_is_wrong", card=item)
                yield from self.enter_cards(missing[:1], knocker)
                return
        yield from self.press(knocker, "next_page")

    def _laying(self, view: View, scene: v.Laying) -> Script | None:
        """Cards that the eye does not find after a good while are entered by hand."""
        short = [row for row in scene.rows if row.count < row.of]
        if not short:
            self._laying_since = None
            return None
        if self._laying_since is None:
            self._laying_since = view.now
        if view.now - self._laying_since < 8 or not any(key.action == "enter_cards" for key in view.keys):
            return None
        self._laying_since = None
        self.questions += 1
        return self._enter_missing(scene, short[0].seat)

    def _enter_missing(self, scene: v.Laying, seat: Seat) -> Script:
        missing = self._missing(scene.rows, seat)
        yield from self.press(seat, "enter_cards")
        yield from self.enter_cards(missing, seat)
