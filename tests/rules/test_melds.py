"""Melds, deadwood and lay-offs against brute force, and the mistakes that other programs have made."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.bench import oracle
from table.rules.cards import DECK, INDEX, Card, cards_of, mask_of, parse_cards, points_of
from table.rules.melds import (
    Arrangement,
    all_melds,
    as_laid,
    best_arrangement,
    best_arrangements,
    best_reply,
    discard_options,
    is_meld,
    is_run,
    is_set,
    layoff_targets,
    least_deadwood,
    meld_fault,
    points_in,
    table_of,
)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def mask(text: str) -> int:
    return mask_of(parse_cards(text))


def melds(*texts: str) -> list[tuple[Card, ...]]:
    return [parse_cards(text) for text in texts]


def dense_hand(size: int) -> st.SearchStrategy[list[Card]]:
    """Cards from four or five neighbouring ranks, where melds overlap most."""

    def of(low: int, width: int) -> list[Card]:
        return [card for card in DECK if low <= INDEX[card] % 13 < low + width]

    packs = st.tuples(st.integers(0, 8), st.sampled_from([4, 5])).map(lambda pair: of(*pair))
    return packs.flatmap(lambda pack: st.permutations(pack).map(lambda order: list(order[:size])))


any_hand = st.integers(3, 13).flatmap(lambda size: st.permutations(DECK).map(lambda order: list(order[:size])))
hands = st.one_of(any_hand, dense_hand(10), dense_hand(11))


# -- what is a meld ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["AS 2S 3S", "JH QH KH", "9C 8C TC", "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"])
def test_a_run(text: str) -> None:
    assert is_run(cards(text))
    assert not is_set(cards(text))
    assert meld_fault(cards(text)) == ""


@pytest.mark.parametrize("text", ["7S 7H 7D", "AS AH AD AC"])
def test_a_set(text: str) -> None:
    assert is_set(cards(text))
    assert not is_run(cards(text))


@pytest.mark.parametrize(
    "text",
    ["QS KS AS", "KS AS 2S", "7S 8S", "7S 7H", "7S 8S 9H", "7S 7S 7H", "7S 8S 9S 9S", "", "KC KD AD", "KS AH 2H"],
)
def test_no_meld(text: str) -> None:
    assert not is_meld(cards(text))
    assert meld_fault(cards(text)) != ""


def test_every_meld_of_three_cards_is_found_by_its_definition() -> None:
    for three in combinations(DECK, 3):
        expected = frozenset(map(oracle.pair, three)) in oracle.MELDS
        assert is_meld(three) == expected, three


@given(hands)
def test_all_melds_of_a_hand(hand: list[Card]) -> None:
    held = frozenset(map(oracle.pair, hand))
    found = {frozenset(map(oracle.pair, meld)) for meld in all_melds(mask_of(hand))}
    assert found == {meld for meld in oracle.MELDS if meld <= held}


# -- least deadwood ---------------------------------------------------------------------------------------------


@settings(max_examples=400)
@given(hands)
def test_least_deadwood_is_that_of_brute_force(hand: list[Card]) -> None:
    assert least_deadwood(mask_of(hand)) == oracle.least_deadwood(hand)


@given(hands)
def test_an_arrangement_holds_every_card_once(hand: list[Card]) -> None:
    for one in best_arrangements(mask_of(hand)):
        check_arrangement(one, hand)
        assert one.deadwood == least_deadwood(mask_of(hand))
    assert best_arrangement(mask_of(hand)) in best_arrangements(mask_of(hand))


def check_arrangement(one: Arrangement, hand: list[Card]) -> None:
    laid = [card for meld in one.melds for card in meld] + [layoff.card for layoff in one.layoffs]
    assert sorted([*laid, *one.loose]) == sorted(hand)
    assert all(is_meld(meld) for meld in one.melds)
    assert one.deadwood == sum(points_of(card) for card in one.loose)


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("3S 4S 5S 6S 7S 6C 6D", 7),
        ("6H QH QC 5H KD KH 7H KC 4H QD", 0),
        ("KC 3S 3C 9C KH 3H 9H 3D 9D KD", 0),
        ("5S 4H 6S TH 3H JH 5H 9H 2H 4S", 0),
        ("AS 3C 5D 7H 9S JC KD 2H 4S 6C", 57),
        ("KC KD AD QS KS AS 5H 7C 9D 2H", 35),
        ("AS 2S 3S 4S 7C 7D 7H JD QD KD 5S", 0),
        ("", 0),
    ],
)
def test_hands_that_other_programs_read_wrong(hand: str, left: int) -> None:
    assert least_deadwood(mask(hand)) == left


@given(st.permutations(DECK).map(lambda order: order[:11]))
def test_each_discard_is_tried_with_its_own_melds(hand: list[Card]) -> None:
    options = discard_options(mask_of(hand))
    assert options == {card: oracle.least_deadwood(other for other in hand if other != card) for card in hand}


@given(st.sets(st.sampled_from(DECK)))
def test_points_of_cards_left_over(held: set[Card]) -> None:
    assert points_in(mask_of(held)) == sum(map(points_of, held))
    assert set(cards_of(mask_of(held))) == held


# -- lay-offs ---------------------------------------------------------------------------------------------------


def reply(hand: str, *table: str) -> Arrangement:
    return best_reply(mask(hand), table_of(melds(*table)))


def laid(one: Arrangement) -> list[tuple[str, int]]:
    return [(layoff.card, layoff.target) for layoff in one.layoffs]


@settings(max_examples=300, deadline=None)
@given(st.permutations(DECK), st.integers(8, 11))
def test_the_best_reply_is_that_of_brute_force(order: list[Card], size: int) -> None:
    knocker, hand = order[:10], order[10 : 10 + size]
    own = best_arrangement(mask_of(knocker))
    check_reply(hand, list(own.melds))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_best_reply_on_crowded_tables(data: st.DataObject) -> None:
    """Two or three melds of the knocker's in a few ranks and a defender whose cards all come near them."""
    low = data.draw(st.integers(0, 7))
    near = [card for card in DECK if low <= INDEX[card] % 13 < low + 6]
    rng = random.Random(data.draw(st.integers(0, 1 << 30)))
    rng.shuffle(near)
    own = best_arrangement(mask_of(near[:11]))
    check_reply(near[11:21], list(own.melds))


def check_reply(hand: list[Card], table: list[tuple[Card, ...]]) -> None:
    one = best_reply(mask_of(hand), table_of(table))
    check_arrangement(one, hand)
    assert (one.deadwood, len(one.layoffs)) == oracle.best_reply(hand, table)
    grown = list(table)
    for layoff in one.layoffs:
        assert layoff.target in layoff_targets(layoff.card, grown), "each card fits when its turn comes"
        grown[layoff.target] = (*grown[layoff.target], layoff.card)


def test_a_chain_at_the_low_end() -> None:
    assert laid(reply("6S 5S QC JD 9C", "7S 8S 9S")) == [("6S", 0), ("5S", 0)]


def test_a_chain_at_both_ends() -> None:
    assert sorted(laid(reply("6S TS JS QC", "7S 8S 9S"))) == [("6S", 0), ("JS", 0), ("TS", 0)]


def test_the_run_gets_the_card_that_lets_another_follow() -> None:
    one = reply("TS 9S QC JD", "TD TC TH", "JS QS KS")
    assert laid(one) == [("TS", 1), ("9S", 1)]


def test_nothing_is_laid_off_where_that_would_cost_more() -> None:
    one = reply("7S 7D 7H 8S JC JD JH QC 3D 9C", "4S 5S 6S")
    assert laid(one) == []
    assert one.deadwood == 30


def test_no_lay_off_round_the_corner() -> None:
    assert laid(reply("AS 4S QC", "JS QS KS")) == []
    assert laid(reply("KS 5H QC", "AS 2S 3S")) == []


def test_the_next_suit_is_no_neighbour() -> None:
    """The king of spades and the ace of hearts are neighbours as bits."""
    assert laid(reply("AH 9D", "JS QS KS")) == []
    assert laid(reply("KS 9D", "AH 2H 3H")) == []


def test_own_melds_are_kept_where_laying_off_gains_nothing() -> None:
    one = reply("AS 2S 3S 9D", "4S 5S 6S")
    assert laid(one) == []
    assert one.melds == (cards("AS 2S 3S"),)


def test_a_set_takes_its_fourth_card_only() -> None:
    assert laid(reply("7S 8S 9C", "7C 7D 7H")) == [("7S", 0)]
    assert laid(reply("8S 9C", "7S 7C 7D 7H")) == []


def test_a_card_that_fits_two_melds() -> None:
    assert layoff_targets(Card("7S"), melds("7C 7D 7H", "4S 5S 6S")) == (0, 1)
    assert layoff_targets(Card("8S"), melds("7C 7D 7H", "4S 5S 6S")) == ()


def test_melds_as_laid_may_leave_more_than_the_best() -> None:
    one = as_laid(cards("3S 4S 5S 4D 4C 9H"), melds("4S 4D 4C"))
    assert one.deadwood == 17
    assert one.loose == cards("3S 5S 9H")
