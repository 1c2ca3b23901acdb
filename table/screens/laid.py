"""Cards in groups: melds with a bar, loose cards with their sum, laid-off cards in their new place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from table.intake.view import LaidCard, LaidRow
from table.rules.cards import INDEX, Card, by_rank, mask_of, points_of
from table.rules.melds import Arrangement, Meld, best_arrangement, is_run, is_set
from table.rules.signals import Seat
from table.screens.frame import Scope
from table.screens.model import CardView, Group, HandRow, LayOffRow


def meld_group(cards: Iterable[Card], state: str = "sure") -> Group:
    """A meld, cards touching."""
    return Group(cards=tuple(CardView(card=card, state=state) for card in cards), meld=True)  # type: ignore[arg-type]


def loose_group(cards: Iterable[Card]) -> Group:
    """Deadwood, lowest first, with the addition below: ``1 + 2 + 5``."""
    ordered = by_rank(cards)
    return Group(cards=tuple(CardView(card=card) for card in ordered), note=addition(ordered))


def addition(cards: Sequence[Card]) -> str:
    """What loose cards count, one by one: ``9 + 5``; empty for none."""
    return " + ".join(str(points_of(card)) for card in cards)


def _laid(card: LaidCard) -> CardView:
    if card.card is None:
        return CardView(state="unsure")
    return CardView(card=card.card, state=card.state)


def _is_meld(cards: Sequence[LaidCard]) -> bool:
    names = [card.card for card in cards if card.card is not None]
    return len(names) == len(cards) and (is_run(names) or is_set(names))


def laid_row(scope: Scope, row: LaidRow, knocker: Seat | None) -> HandRow:
    """One player's cards as the eye reads them now; places still empty stay as outlines."""
    groups = []
    for cards in row.groups:
        known = [card.card for card in cards if card.card is not None]
        meld = _is_meld(cards)
        note = "" if meld or len(known) < len(cards) else addition(known)
        groups.append(Group(cards=tuple(map(_laid, cards)), meld=meld, note=note))
    if row.loose:
        known = [card.card for card in row.loose if card.card is not None]
        note = addition(known) if len(known) == len(row.loose) else ""
        groups.append(Group(cards=tuple(map(_laid, row.loose)), note=note))
    missing = row.of - row.count
    if missing > 0:
        groups.append(Group(cards=tuple(CardView(state="expected") for _ in range(missing))))
    if row.seat == knocker:
        note = scope.say("gin.knocked")
    else:
        note = scope.say("gin.read_all" if row.done else "gin.keep_laying")
    return HandRow(
        seat=row.seat,
        name=scope.name(row.seat),
        groups=tuple(groups),
        read=row.count,
        of=row.of,
        count=scope.say("gin.count_of", n=row.count, m=row.of),
        note=note,
        sum="" if row.deadwood is None or not row.count else scope.say("gin.deadwood", n=row.deadwood),
    )


def held_cards(hand: Arrangement) -> tuple[Card, ...]:
    """All cards of a hand at the show."""
    melded = [card for meld in hand.melds for card in meld]
    return (*melded, *(lay.card for lay in hand.layoffs), *hand.loose)


def without_layoffs(hand: Arrangement) -> int:
    """The deadwood that the defender would be left with if nothing could be laid off."""
    return best_arrangement(mask_of(held_cards(hand))).deadwood


def layoff_rows(
    scope: Scope, knocker: Seat, own: Arrangement, defender: Seat, theirs: Arrangement
) -> tuple[LayOffRow, ...]:
    """Both hands after laying off: the laid-off cards in the knocker's melds, their old places as outlines."""
    label = scope.say("gin.deadwood_label")
    groups = [
        _with_layoffs(meld, tuple(lay.card for lay in theirs.layoffs if lay.target == i), defender)
        for i, meld in enumerate(own.melds)
    ]
    if own.loose:
        groups.append(loose_group(own.loose))
    above = LayOffRow(
        seat=knocker, name=scope.name(knocker), groups=tuple(groups), points=own.deadwood, points_label=label
    )
    rest = [meld_group(meld) for meld in theirs.melds]
    if theirs.layoffs:
        cards = by_rank(lay.card for lay in theirs.layoffs)
        gone = tuple(CardView(card=card, state="expected", by=defender) for card in cards)
        rest.append(Group(cards=gone))
    if theirs.loose:
        rest.append(loose_group(theirs.loose))
    below = LayOffRow(
        seat=defender,
        name=scope.name(defender),
        groups=tuple(rest),
        points=theirs.deadwood,
        points_label=label,
        before=without_layoffs(theirs) if theirs.layoffs else None,
    )
    return above, below


def _with_layoffs(meld: Meld, added: tuple[Card, ...], by: Seat) -> Group:
    mine = set(meld)
    cards = (*meld, *added)
    if is_run(meld):
        cards = tuple(sorted(cards, key=INDEX.__getitem__))
    return Group(cards=tuple(CardView(card=card, by=None if card in mine else by) for card in cards), meld=True)


def example_groups() -> tuple[Group, ...]:
    """How cards are to be laid: two melds apart, the loose cards beside them."""
    runs = tuple(Card(name) for name in ("9H", "TH", "JH")), tuple(Card(name) for name in ("4C", "4D", "4S"))
    return (*(meld_group(cards) for cards in runs), loose_group((Card("AS"), Card("2D"))))
