"""What hands did to the piles: from settled looks and touches to `TableChange`s. Pure: no pictures, no clock.

The follower knows two piles and one regularity of card games: whoever lays a card on the discard pile has taken one
before, from the pile or from the stock. It says "drawn" when the stock was touched and its top is another one than
before, but a stock that was pushed looks the same; so it says it again, and surely, when a card is discarded that came
from nowhere else. It never guesses: a change that it cannot explain has a low `p`, and one without a hand is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from table.rules.cards import Card
from table.rules.signals import TableChange
from vision.look import Look
from vision.pile import PLAINLY, lying_below, other_name, top_of
from vision.spots import Spot

TOP_MOVED_MM = (0.12, 1.6)
"""The back on top of the stock lies elsewhere by as much as one card does from the next: it is another card. When it
lies elsewhere by more, the whole pile may have been pushed, and only the next discard tells."""

UNREAD_AREA = 1500.0
"""mm² on the pile that no card in plain sight explains, from which nothing is said about its top."""


ONE_OF_TWO = 0.94
"""How sure at most a discard is on a pile of which not every card was seen: the top may have lain there before."""


LIKELY = 0.5
"""A name that is as likely as this is reason enough not to say that the card has gone."""

ONE_MOVE_S = 2.0
"""A hand over a pile for longer than this may have been two, with a card taken by one and laid by the other."""

PASSING = 0.15
"""Share of the stock that a hand covers at least when it draws; a smaller one only passes by."""

IN_SIGHT = 0.75
"""A card that lies on one in plain sight lies in plain sight itself: a name less likely than this is not its name."""

DRAW_P, EARLY_P = 0.88, 0.8
"""How sure a draw is that shows by the next back alone, for a push of the whole stock may look the same; and by the
side that has just discarded, from whom a push is as likely."""

DRAWN_P, UNSEEN_P = 0.97, 0.85
"""How sure once a card is discarded that came from nowhere else: with a hand over the stock before, and without."""


@dataclass(frozen=True)
class Touch:
    """A hand was over a zone. `share`: the most of the zone that it covered; `side`: whose hand, None unknown;
    `times`: how often, when the zone lay free in between and could not be read; `lasted`: from its coming to its
    going, s."""

    zone: str
    t: float
    share: float
    side: str | None
    times: int = 1
    lasted: float = 0.0

    @property
    def may_be_two(self) -> bool:
        """Whether more than one thing may have been done meanwhile."""
        return self.times > 1 or self.lasted > ONE_MOVE_S


@dataclass
class Follower:
    """Feed it every settled look at ``discard`` and ``stock`` with the touches since that zone's look before.

    `pile`: cards known to lie on the discard pile from the bottom up, None for one that was never read.
    """

    pile: list[Card | None] = field(default_factory=list)
    stock: bool | None = None
    _holding: dict[str | None, bool] = field(default_factory=dict)
    """Sides that have drawn or taken a card since the last discard; False: the stock may only have been pushed."""
    _discarder: str | None = None
    """The side that discarded last: the other one is to draw."""
    _stock_touch: Touch | None = None
    _taken: tuple[Card | None, float] | None = None
    """The card taken since the last discard, and how sure that is."""
    _unnamed: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    """What cards of the pile that were not named may be, likeliest first, by their place; empty: face down."""
    _gap: bool = False
    """The pile was touched more than once between two looks: cards may lie in it that nobody saw."""

    def reset(self, top: Card | None = None) -> None:
        """A new hand begins; `top` is the up-card where one lies."""
        self.pile = [] if top is None else [top]
        self._discarder = None
        self.stock, self._stock_touch, self._taken, self._gap = None, None, None, False
        self._holding.clear()
        self._unnamed.clear()

    # -- the stock ----------------------------------------------------------------------------------------------

    def see_stock(self, look: Look, touch: Touch | None) -> list[TableChange]:
        """A settled look at the stock. `touch`: the hand over it since the last look, None for none."""
        here = not look.empty
        was, self.stock = self.stock, here
        if was and not here:
            return [TableChange(t=look.t, kind="stock_gone", side=_side(touch), p=0.95 if touch else 0.6)]
        if touch is None or not here or not was:
            return []
        self.touch_stock(touch)
        if look.shift > TOP_MOVED_MM[0]:
            self._stock_touch = touch  # in a glaring light little of a hand is seen, but what it did is
        moved = TOP_MOVED_MM[0] < look.shift < TOP_MOVED_MM[1]
        if moved and (not self._holding or self._other(touch.side)):
            self._holding[touch.side], self._stock_touch = False, None
            again = touch.side is not None and touch.side == self._discarder
            return [TableChange(t=look.t, kind="drawn", side=touch.side, p=EARLY_P if again else DRAW_P)]
        return []

    def _other(self, side: str | None) -> bool:
        """Whether this is surely not the side that holds a card too many: then its discard was not seen."""
        return side is not None and None not in self._holding and side not in self._holding

    def touch_stock(self, touch: Touch) -> None:
        """A hand was over the stock and the stock has not been looked at since (it may still be covered)."""
        if touch.share >= PASSING:
            self._stock_touch = touch

    # -- the discard pile ---------------------------------------------------------------------------------------

    def see_discard(self, look: Look, touch: Touch | None) -> list[TableChange]:
        """A settled look at the discard pile. Without a hand nothing has happened, whatever is read now."""
        self._name_below(look)
        if touch is None and self.pile:
            return self._name_later(look)
        if look.empty:
            return self._emptied(look, touch)
        self._gap |= touch is not None and touch.may_be_two
        top = top_of(look.spots, self.pile)
        if look.face_down and (top is None or not top.whole or top.card in (None, *self.pile)):
            return self._face_down(look, touch)
        if top is None:
            return []
        if top.card is None:
            return self._unread(look, top, touch)
        if top.card not in self.pile:
            if self._is_old(look, top):
                return []
            if self._is_unread_top(top):
                return self._name_later(look)
            return self._discarded(look, top, touch)
        due = self._due(look)
        if due is not None:
            return self._discarded(look, due, touch)
        return self._older_top(look, top, touch)

    def _due(self, look: Look) -> Spot | None:
        """A strange card of which one index is read may be an old one with its suit misread. Where somebody is to
        discard and the old top is not seen any more it is rather the discard."""
        if not any(self._holding.values()) or self.pile[-1] in look.names:
            return None
        strange = [spot for spot in look.named if spot.card not in self.pile and spot.p >= PLAINLY]
        return replace(strange[0], p=min(strange[0].p, ONE_OF_TWO)) if len(strange) == 1 else None

    def _name_later(self, look: Look) -> list[TableChange]:
        """A card that lay unread on top is read now; nobody touched the pile, so it is the same card."""
        top = top_of(look.spots, self.pile)
        named = top is not None and top.card is not None and top.card not in self.pile
        if named and self.pile and self.pile[-1] is None and not look.face_down:
            self.pile[-1] = top.card
        return []

    def _name_below(self, look: Look) -> None:
        """A card that was not named is read now by what still shows of it under others."""
        if None not in self.pile:
            return
        top = top_of(look.spots, self.pile)
        for place in (place for place, card in enumerate(self.pile) if card is None):
            for spot in look.named:
                if spot is not top and spot.card in self._may_be(place) and spot.card not in self.pile:
                    self.pile[place] = spot.card

    def _may_be(self, place: int) -> tuple[Card, ...]:
        """Names that the card at a place of the pile may bear: its own, or the candidates; none where there is none."""
        if not 0 <= place < len(self.pile):
            return ()
        card = self.pile[place]
        return self._unnamed.get(place, ()) if card is None else (card,)

    def _put_unnamed(self, candidates: tuple[Card, ...] = ()) -> None:
        self._unnamed[len(self.pile)] = candidates
        self.pile.append(None)

    def _is_unread_top(self, top: Spot) -> bool:
        """Whether this is the card that lay unread on top, now that it can be read. Where one is due to be discarded
        only its likeliest name says so."""
        if not self.pile or self.pile[-1] is not None:
            return False
        candidates = self._may_be(len(self.pile) - 1)
        if self._holding or self._stock_touch is not None:
            return candidates[:1] == (top.card,)
        return not candidates or top.card in candidates

    def _emptied(self, look: Look, touch: Touch | None) -> list[TableChange]:
        gone, self.pile, self._gap = self.pile, [], False
        if len(gone) == 1:
            return self._take(gone[0], look.t, touch, 0.97 if touch else 0.6)
        if len(gone) > 1:
            return [TableChange(t=look.t, kind="cleared", side=_side(touch), p=0.95)]
        return []

    def _face_down(self, look: Look, touch: Touch | None) -> list[TableChange]:
        if self.pile and self.pile[-1] is None:
            return []
        out = self._came_from_somewhere(look.t, touch)
        self._put_unnamed()
        self._laid_by(touch)
        return [*out, TableChange(t=look.t, kind="discarded_face_down", side=_side(touch), p=0.95 if touch else 0.6)]

    def _unread(self, look: Look, top: Spot, touch: Touch | None) -> list[TableChange]:
        """Something lies on top that is not named: the old top seen badly, the one below it, or a new card."""
        chances = dict(top.runner_up)
        if self.pile and self.pile[-1] is not None and chances.get(self.pile[-1], 0.0) > 0.25:
            return []
        if top.best is not None and (top.best,) == self._may_be(len(self.pile) - 1)[:1]:
            return []
        if not top.runner_up or not self.pile:
            best = 0.5
        else:
            best = top.runner_up[0][1]
        below = self.pile[-2] if len(self.pile) > 1 else None
        if top.best is not None and (top.best,) == self._may_be(len(self.pile) - 2)[:1]:
            return self._take(self.pile.pop(), look.t, touch, min(0.9, best + 0.3))
        if below is not None and below in look.names and any(card in self.pile[:-1] for card in chances):
            # The one below shows, and what cannot be read is likely an old card too.
            return self._take(self.pile.pop(), look.t, touch, 0.9 if touch else 0.6)
        out = self._came_from_somewhere(look.t, touch)
        self._put_unnamed(tuple(chances))
        self._laid_by(touch)
        card = top.runner_up[0][0] if top.runner_up else None
        change = TableChange(
            t=look.t, kind="discarded", card=card, runner_up=top.runner_up[1:], side=_side(touch), p=min(best, 0.9)
        )
        return [*out, change]

    def _is_old(self, look: Look, top: Spot) -> bool:
        """A card of the pile that was never read shows itself below the known top: nothing happened."""
        return bool(self.pile) and self.pile[-1] in look.names and not top.whole and None in self.pile

    def _discarded(self, look: Look, top: Spot, touch: Touch | None) -> list[TableChange]:
        taken, taken_p = self._taken or (None, 0.0)
        second = other_name(look.spots, top)
        if second is not None and second not in self.pile and top.card is not None:
            pair = [card for card in (top.card, second) if card != taken]
            top = replace(top, card=None, p=0.5, runner_up=tuple((card, 0.5) for card in pair))
            return self._unread(look, top, touch)
        if taken is not None and taken == top.card and self._stock_touch is None:
            self.pile.append(top.card)
            self._laid_by(touch)
            p = min(top.p, 0.97, taken_p)
            return [TableChange(t=look.t, kind="put_back", card=top.card, side=_side(touch), p=p)]
        if self._uncovered():
            return self._shows_unread(look, top, touch)
        out = self._came_from_somewhere(look.t, touch)
        self.pile += [*lying_below(look.spots, top, self.pile), top.card]
        self._laid_by(touch)
        p = top.p if touch else min(top.p, 0.6)
        if self._gap:
            p = min(p, ONE_OF_TWO)
        change = TableChange(t=look.t, kind="discarded", card=top.card, runner_up=top.runner_up, side=_side(touch), p=p)
        return [*out, change]

    def _uncovered(self) -> bool:
        """Whether a strange card on top is rather one that lay there unread: nobody has a card too many to discard."""
        unread_below = self._gap or (len(self.pile) > 1 and self.pile[-2] is None)
        return unread_below and bool(self.pile) and not self._holding and self._stock_touch is None

    def _shows_unread(self, look: Look, top: Spot, touch: Touch | None) -> list[TableChange]:
        """The known top was taken, and the card below it, never read before, shows."""
        gone = self.pile.pop()
        if self.pile and self.pile[-1] is None:
            self.pile[-1] = top.card
        else:
            self.pile.append(top.card)
        return self._take(gone, look.t, touch, 0.9 if touch else 0.6)

    def _older_top(self, look: Look, top: Spot, touch: Touch | None) -> list[TableChange]:
        """The top is a card that is known to lie in the pile: itself, or what lay above it went away."""
        likely = IN_SIGHT if top.whole else LIKELY
        there = {spot.best: spot for spot in look.spots if spot.p >= likely or spot.card is not None}
        seen = [place for place, card in enumerate(self.pile) if card is not None and card in there]
        place = max([self.pile.index(top.card), *seen])  # a card below may show more of itself than the one on it
        gone = self.pile[place + 1 :]
        if not gone:
            return []  # the top as it was; or spread or knocked over, and all still there
        top = there.get(self.pile[place], top)
        if half_hidden(look, top):
            return []
        doubt = top.why == "ends" or any(spot.best in gone and spot.p >= LIKELY for spot in look.spots)
        doubt |= any(spot.card not in self.pile and spot.p >= PLAINLY for spot in look.named)  # perhaps laid just now
        self.pile = self.pile[: place + 1]
        p = 0.7 if len(gone) > 1 or not touch else 0.85 if doubt else min(0.97, top.p)
        if gone[-1] is None:
            p = min(p, ONE_OF_TWO)  # what was never named may never have lain there
        return self._take(gone[-1], look.t, touch, p)

    # -- where a card came from ---------------------------------------------------------------------------------

    def _take(self, card: Card | None, t: float, touch: Touch | None, p: float) -> list[TableChange]:
        """A card goes from the pile into a hand."""
        self._holding, self._taken, self._stock_touch = {_side(touch): True}, (card, p), None
        return [TableChange(t=t, kind="taken", card=card, side=_side(touch), p=p)]

    def _laid_by(self, touch: Touch | None) -> None:
        """A card is out of the hand again, and the other side's turn."""
        self._taken, self._discarder = None, _side(touch)
        self._holding.clear()

    def _came_from_somewhere(self, t: float, touch: Touch | None) -> list[TableChange]:
        """A card is discarded though none was surely seen to be drawn: it was drawn all the same, from the stock."""
        seen, self._stock_touch = self._stock_touch, None
        if not self.pile:
            return []
        if self._holding:
            return self._made_sure(t, _side(touch))
        side = seen.side if seen is not None and seen.side is not None else _side(touch)
        unseen = seen is None or (touch is not None and touch.may_be_two)
        return [TableChange(t=t, kind="drawn", side=side, p=UNSEEN_P if unseen else DRAWN_P)]

    def _made_sure(self, t: float, side: str | None) -> list[TableChange]:
        """Of the sides that may have drawn, `side` did: it discards. None: one of them."""
        if side is None or None in self._holding:
            if any(self._holding.values()):
                return []
            return [TableChange(t=t, kind="drawn", side=side or next(iter(self._holding)), p=DRAWN_P)]
        if self._holding.get(side):
            return []
        return [TableChange(t=t, kind="drawn", side=side, p=DRAWN_P if side in self._holding else UNSEEN_P)]


def half_hidden(look: Look, top: Spot) -> bool:
    """Whether the card that seems to be on top may lie under something that is not read."""
    return not top.whole and look.unread + look.backs > UNREAD_AREA


def _side(touch: Touch | None) -> str | None:
    return None if touch is None else touch.side
