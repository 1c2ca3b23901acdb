"""A game of gin rummy at random: every scene on the way from the first deal to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from table.intake import view as v
from table.intake.view import View
from table.rules import events as ev
from table.rules.cards import DECK, Card, mask_of, points_of
from table.rules.gin import GinState, Phase
from table.rules.melds import best_arrangement, discard_options
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Seat
from table.screens.samples.around import around
from table.screens.samples.base import Sampler, key


class GinHand(Sampler):
    """The players' hands of one deal beside the state that the table knows."""

    @property
    def gin(self) -> GinState:
        assert isinstance(self.state, GinState)
        return self.state

    def deal(self) -> None:
        """Shuffle and deal."""
        pack = list(DECK)
        self.rng.shuffle(pack)
        dealer = self.gin.next_dealer
        size = self.gin.rules.hand_size
        self.hands = {seat: [pack.pop() for _ in range(size)] for seat in self.gin.seats}
        upcard = pack.pop()
        self.stock = pack
        unread = not self.gin.rules.oklahoma and self.rng.random() < 0.05
        self.do(ev.Dealt(dealer=dealer, upcard=None if unread else upcard))
        self.pile = [upcard]

    def draw(self, seat: Seat) -> None:
        """From the discard pile where it is allowed and chance wants it, else from the stock."""
        may_take = bool(self.pile) and not self.gin.stock_only and self.rng.random() < 0.35
        if may_take or not self.stock:
            card = self.pile.pop()
            self.do(ev.Drew(seat=seat, source="discard", card=card))
        else:
            card = self.stock.pop()
            self.do(ev.Drew(seat=seat, source="stock"))
        self.hands[seat].append(card)

    def best_discard(self, seat: Seat) -> Card:
        """The card that leaves the least deadwood; the one just taken stays."""
        hand = self.hands[seat]
        options = discard_options(mask_of(hand))
        taken = self.gin.taken if self.gin.rules.discard_taken == "forbidden" else None
        allowed = [card for card in hand if card != taken]
        return min(allowed, key=lambda card: (options[card], -points_of(card)))

    def discard(self, seat: Seat, card: Card) -> None:
        """Lay a card on the pile; now and then the table cannot read it."""
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.do(ev.Discarded(seat=seat, card=None if self.rng.random() < 0.03 else card))

    def deadwood(self, seat: Seat) -> int:
        """What would be left if this hand were shown now."""
        return best_arrangement(mask_of(self.hands[seat])).deadwood

    # -- views on the way -------------------------------------------------------------------------------------

    def play_hand(self) -> Iterator[View]:
        """One deal, from dealing to its result."""
        yield self.view(v.Dealing(dealer=self.gin.next_dealer, manual=self.rng.random() < 0.1), key(1, "dealt"))
        self.deal()
        while self.gin.phase is Phase.UPCARD:
            seat = self.gin.turn or ""
            yield self.view(v.Offer(seat=seat), key(2, "pass"))
            if self.rng.random() < 0.7:
                self.do(ev.Passed(seat=seat))
            else:
                card = self.pile.pop()
                self.do(ev.Drew(seat=seat, source="discard", card=card))
                self.hands[seat].append(card)
        while self.gin.phase in (Phase.DRAW, Phase.DISCARD):
            yield from self.turn()
        if self.gin.phase in (Phase.SHOWING, Phase.KNOCK_DISCARD):
            yield from self.show()
        yield from self.results()

    def turn(self) -> Iterator[View]:
        """Draw, then discard, then perhaps knock."""
        seat = self.gin.turn or ""
        if self.gin.phase is Phase.DRAW:
            yield self.view(v.Turn(seat=seat, stock_only=self.gin.stock_only), key(1, "knock"))
            self.draw(seat)
        yield self.view(v.Turn(seat=seat), key(1, "knock"))
        if self.gin.taken and self.rng.random() < 0.2:
            yield self.view(v.ForbiddenDiscard(seat=seat, card=self.gin.taken))
        card = self.best_discard(seat)
        self.discard(seat, card)
        if self.gin.phase is Phase.DRAW and self.deadwood(seat) <= self.gin.limit and self.rng.random() < 0.8:
            self.do(ev.Knocked(seat=seat))

    def show(self) -> Iterator[View]:
        """The knock, the cards laid open step by step, a question, a contradiction, a knock that is refused."""
        knocker = self.gin.knocker or ""
        take_back = key(1, "take_back")
        yield self.view(v.KnockPressed(seat=knocker, needs_discard=self.rng.random() < 0.3), take_back)
        for part in (0.3, 0.8, 1.0):
            rows = self.rows(part)
            yield self.view(v.Laying(knocker=knocker, rows=rows, manual=part == 0.8), key(1, "enter_cards"))
        yield self.question(knocker)
        cards = tuple(self.rng.sample(self.hands[knocker], 2))
        name = self.rng.choice(("card_twice", "card_in_both", "card_buried", "card_missing", "no_meld", "unheard_of"))
        problems = ((f"refused.{name}", cards[:1]), ("card_count", ()))
        yield self.view(v.Contradiction(problems=problems, rows=self.rows(1.0)), key(6, "look_again"))
        high = best_arrangement(mask_of(self.rng.sample(DECK, 10)))
        yield self.view(
            v.KnockRefused(
                seat=knocker, melds=high.melds, deadwood=high.loose, total=high.deadwood, limit=self.gin.limit
            ),
            key(1, "play_on"),
            key(2, "misread"),
        )
        for seat in (knocker, self.gin.other(knocker)):
            self.do(ev.Shown(seat=seat, cards=tuple(self.hands[seat])))

    def rows(self, part: float) -> tuple[v.LaidRow, ...]:
        """What the eye has read of both hands when `part` of the cards lie there."""
        rows = []
        for seat in self.gin.seats:
            best = best_arrangement(mask_of(self.hands[seat]))
            shown = int(part * len(self.hands[seat]))
            groups = [tuple(v.LaidCard(card=card) for card in meld) for meld in best.melds]
            loose = [v.LaidCard(card=card) for card in best.loose]
            while sum(map(len, groups)) > shown:
                groups.pop()
            loose = loose[: shown - sum(map(len, groups))]
            if loose and self.rng.random() < 0.3:
                loose[-1] = v.LaidCard(card=None)
            count = sum(map(len, groups)) + len(loose)
            done = count == len(self.hands[seat]) and all(card.card for card in loose)
            rows.append(
                v.LaidRow(
                    seat=seat,
                    groups=tuple(groups),
                    loose=tuple(loose),
                    count=count,
                    deadwood=best.deadwood if done else None,
                    done=done,
                )
            )
        return tuple(rows)

    def question(self, knocker: Seat) -> View:
        """A card that the eye will not name."""
        candidates = tuple((card, 0.5) for card in self.rng.sample(DECK, self.rng.randint(0, 3)))
        keys = [key(i, "this_card", card=card) for i, (card, _) in enumerate(candidates, start=1)]
        both = self.rng.random() < 0.3
        scene = v.WhichCard(
            seat=knocker if self.rng.random() < 0.7 else None,
            of=self.rng.choice(("laid", "discard", "upcard")),
            cutout="cut-1",
            candidates=candidates,
            both=both,
            agreed=(knocker,) if both else (),
            rows=self.rows(0.9),
        )
        return self.view(scene, *keys, key(len(keys) + 1, "another_card"))

    def results(self) -> Iterator[View]:
        """From the show to the next deal, or to the end of the game."""
        last = self.gin.last
        assert last is not None
        fine = key(1, "fine")
        if last.kind == "void":
            yield self.view(v.HandVoid(), key(2, "fine"), auto=8.0)
        else:
            if len(last.hands) == 2:
                yield self.view(v.LayOffs(), key(1, "count"), auto=8.0)
            yield self.view(v.HandResult(), fine, auto=8.0)
            yield self.view(v.HandResult(changed=True), fine, revision=1)
        ends = (key(1, "again"), key(2, "history"), key(6, "other_game"))
        if self.gin.phase is Phase.GAME_OVER:
            yield self.view(v.GinEnd(), *ends)
        else:
            yield self.view(v.Standing(), key(1, "next_hand"), key(2, "history"))


def walk_gin(rules: RuleSet, rng: random.Random, lang: str = "en", hands: int = 30) -> Iterator[View]:
    """A game of gin, scene by scene, with what lies beside it; ends after `hands` deals at the latest."""
    seats = tuple(rng.sample(SEATS, 2))
    game = GinHand(rules, seats, rng, lang)
    for _ in range(hands):
        if game.gin.over:
            break
        yield from game.play_hand()
        yield from around(game)
    if rng.random() < 0.3 and not game.gin.over:
        game.do(ev.PointsCorrected(seat=seats[0], amount=-7))
    if not game.gin.over:
        game.do(ev.GameClosed())
    yield game.view(v.GinEnd(), key(1, "again"))
