"""An odd deck of playing cards made known: its 52 cards laid in any order before the camera, a few frames.

Enrolment finds out which letters the deck prints on aces and courts, and keeps for each card the features of its
index as this deck prints it. A reader that is given the deck weighs what it sees against those. What enrolment cannot
know it says: which cards were not seen, and which glyphs it cannot name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from table.rules.cards import DECK, RANKS, Card
from vision.indices import CARDS, LETTERS, NET_SUITS, Vote, letters_table, log_softmax

SURE = 0.9
"""From this probability on a card's index teaches the deck."""

LIKE = 6.0
"""Weight of likeness (cosine, 0 to 1) against the net's own log-probabilities. Larger ones did harm when measured."""

ALIKE = 0.90
"""An index that is so like one of the deck's own is one, even if the net has never seen such a glyph."""


class DeckError(ValueError):
    """A deck that cannot be enrolled or loaded, in one line."""


@dataclass(frozen=True)
class PlayingDeck:
    """What is known of one deck: its letters and the mean features of each card's index, (52, 96), zero if unseen."""

    name: str
    letters: str
    prototypes: np.ndarray
    missing: tuple[Card, ...] = ()
    unnamed: int = 0
    """How many indices were seen that could not be named."""
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every card's index is known."""
        return bool(np.abs(self.prototypes).sum(axis=1).all())

    def save(self, path: Path) -> None:
        """Write the deck to one ``.npz`` file."""
        np.savez(path, name=self.name, letters=self.letters, prototypes=self.prototypes, unnamed=self.unnamed)

    def weigh(self, seen: Vote, features: np.ndarray) -> Vote:
        """The vote with the likeness to the deck's own indices taken in. `features` (96,) of the same cut-out.

        A deck of which cards are missing weighs nothing: their indices would be drawn to cards that are known.
        """
        if not features.size or not self.complete:
            return seen
        likeness = self.prototypes @ (features / max(1e-6, float(np.linalg.norm(features))))
        best = float(likeness.max())
        if best < ALIKE:
            return seen
        cards = np.exp(log_softmax(np.log(seen.cards + 1e-6) + likeness * LIKE))
        shown = max(seen.shown, 0.97 * _step(best)) if seen.shown < 0.97 else seen.shown
        return Vote(cards=cards, shown=shown, suit_hidden=seen.suit_hidden)


def _step(likeness: float) -> float:
    return 1 / (1 + math.exp(-(likeness - ALIKE) * 60))


def load_playing_deck(path: Path) -> PlayingDeck:
    """A saved deck. Raises `DeckError`."""
    try:
        with np.load(path) as data:
            prototypes = data["prototypes"].astype(np.float32)
            deck = PlayingDeck(str(data["name"]), str(data["letters"]), prototypes, unnamed=int(data["unnamed"]))
    except (OSError, KeyError, ValueError) as error:
        raise DeckError(f"{path}: not an enrolled playing deck ({error}); enrol it anew") from None
    if deck.prototypes.shape[0] != len(CARDS) or deck.letters not in LETTERS:
        raise DeckError(f"{path}: an enrolled playing deck of another version; enrol it anew")
    return deck


def enrol(
    frames: Iterable[np.ndarray], name: str = "deck", px_per_mm: float | None = None, letters: str | None = None
) -> PlayingDeck:
    """A deck from frames (height, width, 3) uint8 BGR that together show its cards, in any order.

    `letters` is found out where it is not given. Raises `DeckError` where fewer than 20 cards can be named.
    """
    from vision.reader import CardReader

    images = list(frames)
    if not images:
        raise DeckError("no frame to enrol from: lay the cards under the camera and try again")
    reader = CardReader(SURE)
    seen = [sample for image in images for sample in reader.samples(image, px_per_mm)]
    choices = [letters] if letters else list(LETTERS)
    named = {choice: name_samples(seen, choice) for choice in choices}
    # English comes first: other letters are believed only where they name more cards.
    best = max(choices, key=lambda choice: (len(named[choice]), -choices.index(choice)))
    cards = named[best]
    if len(cards) < 20:
        raise DeckError(
            f"only {len(cards)} cards could be named: lay them apart, closer to the camera or in better light"
        )
    cards |= by_elimination(seen, cards)
    prototypes = np.zeros((len(CARDS), seen[0].features.size), np.float32)
    for card, features in cards.items():
        mean = np.mean([one / max(1e-6, float(np.linalg.norm(one))) for one in features], axis=0)
        prototypes[CARDS.index(card)] = mean / max(1e-6, float(np.linalg.norm(mean)))
    missing = tuple(card for card in DECK if card not in cards)
    used = sum(len(features) for features in cards.values())
    return PlayingDeck(
        name,
        best,
        prototypes,
        missing,
        unnamed=max(0, len([one for one in seen if one.paired]) - used),
        counts={card: len(features) for card, features in cards.items()},
    )


@dataclass(frozen=True)
class Sample:
    """One index as the nets see it: scores (24,), features (96,), and whether an opposite corner stands for it."""

    scores: np.ndarray
    features: np.ndarray
    paired: bool


def name_samples(samples: Sequence[Sample], letters: str) -> dict[str, list[np.ndarray]]:
    """The features of the samples that are surely one card, by card, with this setting of letters."""
    from vision.indices import vote

    table = letters_table(letters)
    named: dict[str, list[np.ndarray]] = {}
    for sample in samples:
        seen = vote(sample.scores, table)
        if seen.strength >= SURE:
            named.setdefault(CARDS[seen.best], []).append(sample.features)
    return named


def by_elimination(samples: Sequence[Sample], named: dict[str, list[np.ndarray]]) -> dict[str, list[np.ndarray]]:
    """Samples of a glyph that the net does not know, where only one rank of a suit is left that it can be.

    Only paired corners are trusted: an ornament has no twin in the opposite corner.
    """
    found: dict[str, list[np.ndarray]] = {}
    for suit_number, suit in enumerate(NET_SUITS):
        left = [rank + suit for rank in RANKS if rank + suit not in named]
        if len(left) != 1:
            continue
        for sample in samples:
            suits = np.exp(log_softmax(sample.scores[-5:]))
            glyphs = np.exp(log_softmax(sample.scores[:-5]))
            if sample.paired and suits[suit_number] > SURE and glyphs[: len(RANKS)].max() < 0.5:
                found.setdefault(left[0], []).append(sample.features)
    return found


__all__ = ["DeckError", "PlayingDeck", "Sample", "enrol", "load_playing_deck"]
