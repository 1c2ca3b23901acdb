"""An odd deck made known: its letters found out, its own indices weighed, what stays unknown said."""

import numpy as np
import pytest

from table.rules.cards import DECK
from vision.indices import CARDS, GLYPHS, Vote
from vision.playing_deck import DeckError, PlayingDeck, Sample, by_elimination, enrol, load_playing_deck, name_samples
from vision.table_pictures import Laid, table_picture


def sample(glyph: str | None, suit: str, paired: bool = True, seed: int = 0) -> Sample:
    """What the nets would say of an index with this glyph; None for one that they do not know."""
    scores = np.full(24, -8.0, np.float32)
    scores[GLYPHS.index(glyph) if glyph else 18] = 4
    scores[19 + "CDHS".index(suit)] = 4
    return Sample(scores, np.random.default_rng(seed).random(96).astype(np.float32), paired)


def test_letters_decide_what_a_glyph_is():
    court = [sample("B", "S"), sample("7", "S")]
    assert set(name_samples(court, "english")) == {"7S"}
    assert set(name_samples(court, "german")) == {"JS", "7S"}


def test_the_one_rank_that_is_left_of_a_suit_is_the_glyph_that_nobody_knows():
    named = {card: [np.ones(96)] for card in CARDS if card != "QH"}
    assert set(by_elimination([sample(None, "H"), sample(None, "H", paired=False)], named)) == {"QH"}
    named = {card: [np.ones(96)] for card in CARDS if card not in ("QH", "KH")}
    assert by_elimination([sample(None, "H")], named) == {}


def deck_of(features: dict[str, np.ndarray]) -> PlayingDeck:
    prototypes = np.zeros((52, 96), np.float32)
    for card, one in features.items():
        prototypes[CARDS.index(card)] = one / np.linalg.norm(one)
    return PlayingDeck("test", "english", prototypes)


def even() -> Vote:
    return Vote(np.full(52, 1 / 52), 0.2, 0.0)


def test_an_index_like_the_decks_own_is_that_card():
    rng = np.random.default_rng(1)
    own = {card: rng.normal(size=96).astype(np.float32) for card in DECK}
    seen = deck_of(own).weigh(even(), own["QH"] + rng.normal(size=96).astype(np.float32) * 0.05)
    assert CARDS[seen.best] == "QH"
    assert seen.strength > 0.75


def test_an_index_like_none_of_the_deck_is_left_as_it_was():
    rng = np.random.default_rng(1)
    own = {card: rng.normal(size=96).astype(np.float32) for card in DECK}
    seen = deck_of(own).weigh(even(), rng.normal(size=96).astype(np.float32))
    assert seen.shown == pytest.approx(0.2, abs=0.01)


def test_a_deck_is_saved_and_loaded(tmp_path):
    deck = deck_of({"QH": np.ones(96, np.float32)})
    deck.save(tmp_path / "deck.npz")
    again = load_playing_deck(tmp_path / "deck.npz")
    assert (again.name, again.letters) == ("test", "english")
    assert np.allclose(again.prototypes, deck.prototypes)


def test_a_file_that_is_no_deck_is_one_line(tmp_path):
    (tmp_path / "deck.npz").write_bytes(b"no deck")
    with pytest.raises(DeckError, match=r"not an enrolled playing deck .*; enrol it anew"):
        load_playing_deck(tmp_path / "deck.npz")
    with pytest.raises(DeckError):
        load_playing_deck(tmp_path / "missing.npz")


def test_too_few_cards_are_refused_with_advice():
    with pytest.raises(DeckError, match="lay the cards under the camera"):
        enrol([])
    with pytest.raises(DeckError, match="could be named: lay them apart"):
        enrol([table_picture([], (400, 300), 2.0)], px_per_mm=2.0)


def test_fifty_two_cards_in_any_order_make_a_deck():
    order = [DECK[i] for i in np.random.default_rng(2).permutation(52)]
    frames = [
        table_picture(
            [Laid(card, 40 + 70 * (i % 7), 50 + 96 * (i // 7)) for i, card in enumerate(part)], (1010, 780), 2.0
        )
        for part in (order[:26], order[26:])
    ]
    deck = enrol(frames, "drawn", px_per_mm=2.0)
    assert deck.letters == "english"
    assert len(deck.missing) <= 3
    assert set(deck.missing) == {card for card in DECK if not deck.prototypes[CARDS.index(card)].any()}
