"""Playing cards as short texts and as bits.

A card is the text of its rank and suit, ``"7S"`` or ``"TD"``: it reads well in a log, compares and hashes as a
string, and needs no conversion to JSON. For arithmetic a set of cards is an integer of 52 bits, one suit after
the other, thirteen bits a suit, ace lowest (`bit`, `mask_of`, `cards_of`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", str)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in bit order: all spades from the ace to the king, then hearts, diamonds, clubs."""

INDEX: dict[Card, int] = {card: i for i, card in enumerate(DECK)}
"""The place of each card in `DECK`, which is also the number of its bit."""

BIT: dict[Card, int] = {card: 1 << i for card, i in INDEX.items()}
"""Each card as a set of one (see `mask_of`)."""

FULL_SUIT = (1 << 13) - 1


class CardError(ValueError):
    """A text that names no card."""


def parse_card(text: str) -> Card:
    """One card from text as people type it: ``7s``, ``10D``, ``TD``, ``7♠``. Raises `CardError`."""
    cleaned = text.strip().upper()
    for suit, sign in SUIT_SIGNS.items():
        cleaned = cleaned.replace(sign, suit)
    cleaned = cleaned.replace("10", "T")
    if cleaned not in INDEX:
        raise CardError(f"{text!r} is no card: write rank and suit, such as 7S, TD or KH")
    return Card(cleaned)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Several cards, parted by blanks or commas, in the order written. Raises `CardError`."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def rank_of(card: Card) -> int:
    """1 for the ace up to 13 for the king."""
    return INDEX[card] % 13 + 1


def suit_of(card: Card) -> str:
    """One letter of `SUITS`."""
    return card[1]


def points_of(card: Card) -> int:
    """What the card counts as deadwood: ace 1, two to ten their number, jack, queen and king 10."""
    return min(rank_of(card), 10)


def pretty(card: Card) -> str:
    """The card as printed for people: ``7♠``, ``10♦``."""
    rank = "10" if card[0] == "T" else card[0]
    return rank + SUIT_SIGNS[card[1]]


def pretty_all(cards: Iterable[Card]) -> str:
    """Several cards for people, in the order given, parted by blanks."""
    return " ".join(pretty(card) for card in cards)


def by_suit(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sorted as most people hold them: suit by suit, low to high."""
    return tuple(sorted(cards, key=INDEX.__getitem__))


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sorted by rank, then suit."""
    return tuple(sorted(cards, key=lambda card: (INDEX[card] % 13, INDEX[card])))


def bit(card: Card) -> int:
    """The card as a set of one, an integer with one bit of 52 set."""
    return BIT[card]


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as a set, an integer of 52 bits."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a 52-bit set in bit order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(DECK[low.bit_length() - 1])
        mask ^= low
    return tuple(out)
