"""Open hands against what the table has seen, and the hand's score."""

from __future__ import annotations

import pytest

from table.rules import events as ev
from table.rules.cards import parse_cards
from table.rules.gin import Phase
from table.rules.ruleset import load
from table.rules.showdown import HandResult
from table.rules.showdown import show as score_show
from tests.rules.table import (
    DEFENDER,
    GIN_HAND,
    KNOCKER,
    KNOCKER_MELDS,
    MOUNTAIN,
    SUN,
    GinTable,
    show,
)

SEEDS = ("gin-jinlami", "gin-fupa", "gin-the-pack")
ELEVEN = "AS 2S 3S 4S 5S 7C 7D 7H JD QD KD"
AGAINST_ELEVEN = "KS QC 9D 8H 6C 6D 4D 3H 2C AH"


def knocked(table: GinTable, discard: str | None = "TD") -> GinTable:
    """The non-dealer has knocked with his first discard."""
    return table.to_first_draw().draw().knock().discard(discard)


def last(table: GinTable) -> HandResult:
    assert table.state.last is not None
    return table.state.last


def scored(
    rules: str, knocker: str, opponent: str, *melds: str, upcard: str | None = None
) -> tuple[str | None, int, list[tuple[str, int]]]:
    """Winner, points and lines of a showdown."""
    laid = tuple(parse_cards(meld) for meld in melds) or None
    card = parse_cards(upcard)[0] if upcard else None
    result = score_show(load(rules).gin, "K", parse_cards(knocker), laid, "D", parse_cards(opponent), card)
    assert result.points == sum(line.amount for line in result.lines)
    return result.winner, result.points, [(line.key, line.amount) for line in result.lines]


# -- contradictions ---------------------------------------------------------------------------------------------


def test_a_show_with_a_buried_card_is_a_misread() -> None:
    table = knocked(GinTable())
    assert table.why_not(show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D 2H TC")) == ("card_buried",)
    assert table.why_not(show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D 2H TD")) == ("card_buried",)


def test_a_card_taken_and_not_discarded_must_be_shown() -> None:
    table = GinTable().deal("AS").take().knock().discard("TD")
    assert table.why_not(show(MOUNTAIN, "7S 8S 9S KC KD KH 2C 2D 2H AC")) == ("card_missing",)
    assert table.why_not(show(MOUNTAIN, KNOCKER)) == ()


def test_a_card_taken_by_the_one_is_not_with_the_other() -> None:
    table = GinTable().deal("AS").take().discard("QS").draw().knock().discard("TD")
    assert table.why_not(show(SUN, "7S 8S 9S KC KD KH 2C 2D 2H AS")) == ("card_in_both",)


def test_no_card_is_in_both_hands() -> None:
    table = knocked(GinTable()).show(MOUNTAIN, KNOCKER)
    assert table.why_not(show(SUN, "6S 5S QC JD 9C 8H 4D 3H AC 7S")) == ("card_in_both",)


def test_numbers_of_cards_and_the_same_card_twice() -> None:
    table = knocked(GinTable())
    assert table.why_not(show(MOUNTAIN, "7S 8S 9S")) == ("card_count",)
    assert table.why_not(show(MOUNTAIN, "7S 7S 9S KC KD KH 2C 2D 2H AS")) == ("card_twice",)
    assert table.why_not(show(MOUNTAIN, KNOCKER + " 3D")) == ("card_count",)


def test_everything_wrong_is_named_at_once() -> None:
    table = GinTable().deal("AS").take().knock().discard("TD")
    event = show(MOUNTAIN, "7S 7S TD KC KD KH 2C 2D 2H", "7S 8S 9S", "2C 2D KC")
    reasons = set(table.why_not(event))
    assert reasons == {"card_count", "card_twice", "card_buried", "card_missing", "no_meld", "meld_not_held"}


def test_melds_as_laid_must_be_melds_of_the_cards_shown() -> None:
    table = knocked(GinTable())
    assert table.why_not(show(MOUNTAIN, KNOCKER, "7S 8S AS")) == ("no_meld",)
    assert table.why_not(show(MOUNTAIN, KNOCKER, "9S TS JS")) == ("meld_not_held", "meld_not_held")
    both = show(MOUNTAIN, "7S 8S 9S 7D 7C KH 2C 2D 2H AS", "7S 8S 9S", "7S 7D 7C")
    assert table.why_not(both) == ("meld_overlap",)


def test_after_an_unread_discard_a_known_card_may_be_gone() -> None:
    table = GinTable().deal("AS").take().discard("QS").draw().discard("QD").draw().discard(None).draw().knock()
    table.discard("TD").show(SUN, "7S 8S 9S KC KD KH 2C 2D 2H AC")
    assert table.why_not(show(MOUNTAIN, "6S 5S QC JD 9C 8H 4D 3H 5C 5D")) == ()


def test_one_unread_discard_excuses_one_missing_card() -> None:
    table = GinTable().deal("AS").take().discard("QS").draw().discard("QD").take().discard(None).draw().knock()
    table.discard("TD").show(SUN, "7S 8S 9S KC KD KH 2C 2D 2H AC")
    assert table.state.known[MOUNTAIN] == ("AS", "QD")
    neither = show(MOUNTAIN, "6S 5S QC JD 9C 8H 4D 3H 5C 5D")
    assert table.why_not(neither) == ("card_missing", "card_missing")
    assert table.why_not(show(MOUNTAIN, "6S 5S QD JD 9C 8H 4D 3H 5C 5D")) == ()


def test_only_two_players_at_the_table_show() -> None:
    table = knocked(GinTable())
    assert table.why_not(show("star", KNOCKER)) == ("no_such_seat",)
    assert GinTable().to_first_draw().why_not(show(SUN, KNOCKER)) == ("not_now",)


def test_a_hand_may_be_shown_again_until_both_lie() -> None:
    table = knocked(GinTable(), "JH").show(SUN, DEFENDER).show(SUN, "6S 5S QC JD 9C 8H 4D 3H AC TH")
    table.show(MOUNTAIN, KNOCKER)
    assert last(table).points == 54
    assert table.why_not(show(MOUNTAIN, KNOCKER)) == ("not_now",)


# -- scores -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("melds", [KNOCKER_MELDS, ()])
@pytest.mark.parametrize("rules", SEEDS)
def test_a_knock_scores_the_difference_after_lay_offs(rules: str, melds: tuple[str, ...]) -> None:
    table = knocked(GinTable(rules)).show(MOUNTAIN, KNOCKER, *melds).show(SUN, "6S 5S QC JD 9C 8H 4D 3H AC TH")
    result = last(table)
    assert (result.kind, result.winner, result.points) == ("knock", MOUNTAIN, 54)
    assert (result.deadwood(MOUNTAIN), result.deadwood(SUN)) == (1, 55)
    assert [layoff.card for layoff in result.hands[SUN].layoffs] == ["6S", "5S"]
    assert table.state.points == {SUN: 0, MOUNTAIN: 54}


@pytest.mark.parametrize(
    ("rules", "winner", "points"), [("gin-jinlami", "D", 25), ("gin-fupa", None, 0), ("gin-the-pack", "D", 10)]
)
def test_a_tie(rules: str, winner: str | None, points: int) -> None:
    found = scored(rules, "7S 8S 9S KC KD KH 2C 2D 2H 5D", "AC AD AH 3S 3C 3D JS QS KS 5H")
    assert found[:2] == (winner, points)


def test_house_rule_a_tie_may_go_to_the_knocker() -> None:
    table = GinTable(tie="knocker").shown("7S 8S 9S KC KD KH 2C 2D 2H 5D", "AC AD AH 3S 3C 3D JS QS KS 5H")
    assert (last(table).kind, last(table).winner, last(table).points) == ("tie", MOUNTAIN, 0)
    assert table.state.hands_won[MOUNTAIN] == 1


@pytest.mark.parametrize(("rules", "points"), [("gin-jinlami", 28), ("gin-fupa", 28), ("gin-the-pack", 13)])
def test_an_undercut(rules: str, points: int) -> None:
    found = scored(rules, "7S 8S 9S KC KD KH 4C 4D 4H 5D", "AC AD AH 3S 3C 3D JS QS KS 2H")
    assert found[:2] == ("D", points)
    assert [key for key, _ in found[2]] == ["deadwood_difference", "undercut_bonus"]


@pytest.mark.parametrize(("rules", "points"), [("gin-jinlami", 30), ("gin-fupa", 30), ("gin-the-pack", 15)])
def test_a_defender_on_nothing_has_undercut_and_made_no_gin(rules: str, points: int) -> None:
    found = scored(rules, "7S 8S 9S KC KD KH 2C 2D 2H 5D", "AC AD AH 3S 3C 3D JS QS KS TS")
    assert found[:2] == ("D", points)
    assert "gin_bonus" not in [key for key, _ in found[2]]


@pytest.mark.parametrize(
    ("rules", "points"), [("gin-jinlami", 96), ("gin-fupa", 96), ("gin-the-pack", 75), ("gin-standard", 96)]
)
def test_gin_and_who_may_lay_off_on_it(rules: str, points: int) -> None:
    found = scored(rules, GIN_HAND, "6S KS QC JD 9C 8H 4D 3H AC TD", "7S 8S 9S", "KC KD KH", "2C 2D 2H 2S")
    assert found[:2] == ("K", points)


def test_gin_beats_a_defender_on_nothing() -> None:
    table = GinTable("gin-fupa").shown(GIN_HAND, "AC AD AH 3S 3C 3D JS QS TS 9H", discard="5D")
    assert last(table).kind == "gin"
    zero = scored("gin-fupa", GIN_HAND, "AC AD AH 3S 3C 3D 4S 5S 6S 3H")
    assert zero[:2] == ("K", 25)


def test_eleven_cards_before_the_discard() -> None:
    table = GinTable("gin-fupa").deal("TC").draw().knock()
    table.show(MOUNTAIN, ELEVEN).show(SUN, AGAINST_ELEVEN)
    result = last(table)
    assert (result.kind, result.points) == ("big_gin", 25 + 6 + 59)
    assert [(line.key, line.amount) for line in result.lines] == [
        ("gin_bonus", 25),
        ("eleven_bonus", 6),
        ("opponent_deadwood", 59),
    ]
    assert result.hands[SUN].layoffs == ()


def test_eleven_cards_where_the_rules_do_not_have_it() -> None:
    table = GinTable("gin-jinlami").to_first_draw().draw().knock()
    assert table.why_not(show(MOUNTAIN, ELEVEN)) == ("discard_first",)
    table.discard("5S").show(MOUNTAIN, "AS 2S 3S 4S 7C 7D 7H JD QD KD").show(SUN, AGAINST_ELEVEN)
    assert last(table).kind == "gin"


def test_eleven_cards_must_all_be_melded() -> None:
    table = GinTable("gin-fupa").deal("TC").draw().knock()
    assert table.why_not(show(MOUNTAIN, "AS 2S 3S 4S 5S 7C 7D 7H JD QD 2H")) == ("eleven_not_melded",)
    assert table.why_not(show(SUN, AGAINST_ELEVEN)) == ("knocker_first",)
    assert table.why_not(show(MOUNTAIN, "AS 2S 3S 4S 5S 7C 7D 7H JD QD")) == ("discard_first",)


def test_lay_offs_go_on_melds_as_the_knocker_laid_them() -> None:
    hand, opponent = "3S 4S 5S 4D 4C KS KC KD KH AC", "6S 2S 4H QC JD 9C 8H 7D 3H TD"
    as_run = scored("gin-jinlami", hand, opponent, "3S 4S 5S", "KS KC KD KH")
    as_set = scored("gin-jinlami", hand, opponent, "4S 4D 4C", "KS KC KD KH")
    assert as_run[:2] == ("K", 52)
    assert as_set[:2] == ("K", 69 - 4 - 9)


def test_a_heap_is_laid_as_the_knocker_would() -> None:
    """As a run the four of hearts stays with the defender, as a set the two and the six do: 69 less 4 is more."""
    hand, opponent = "3S 4S 5S 4D 4C KS KC KD KH AC", "6S 2S 4H QC JD 9C 8H 7D 3H TD"
    assert scored("gin-jinlami", hand, opponent)[:2] == ("K", 56)


def test_melds_that_leave_too_much_are_asked_for_again() -> None:
    table = knocked(GinTable())
    event = show(MOUNTAIN, KNOCKER, "7S 8S 9S", "KC KD KH")
    assert table.why_not(show(MOUNTAIN, KNOCKER, "7S 8S 9S", "2C 2D 2H")) == ("laid_too_high",)
    assert table.why_not(event) == (), "7 are left over as laid, and that is allowed"
    table.play(event).show(SUN, DEFENDER.replace("TD", "TH"))
    assert last(table).deadwood(MOUNTAIN) == 7


def test_without_lay_offs_on_a_knock() -> None:
    table = GinTable(layoff_on_knock=False).shown(KNOCKER, DEFENDER.replace("TD", "TH"), *KNOCKER_MELDS)
    assert last(table).points == 66 - 1


def test_the_breakdown_names_cards_and_rule() -> None:
    table = GinTable("gin-fupa").shown(KNOCKER, DEFENDER.replace("TD", "TH"), *KNOCKER_MELDS)
    (line,) = last(table).lines
    assert (line.key, line.seat, line.amount, line.rule) == ("deadwood_difference", MOUNTAIN, 54, "hand_points")
    assert set(line.cards) == set(parse_cards("QC JD 9C 8H 4D 3H AC TH"))
    assert load("gin-fupa").entries[line.rule].source.startswith("001")
    assert line.text.english() == "deadwood 55 less 1"


def test_the_result_knows_the_hand() -> None:
    table = GinTable("gin-fupa").shown(KNOCKER, DEFENDER.replace("TD", "TH"))
    result = last(table)
    assert (result.number, result.game, result.dealer, result.upcard, result.limit) == (1, 1, SUN, "TC", 10)
    assert table.state.phase is Phase.RESULT


def test_nothing_but_the_next_deal_follows_a_result() -> None:
    table = GinTable("gin-fupa").shown(KNOCKER, DEFENDER.replace("TD", "TH"))
    assert [wait.kind for wait in table.state.waits] == ["accept", "deal"]
    assert table.why_not(ev.Knocked(seat=MOUNTAIN)) == ("not_now",)
    assert table.why_not(ev.Dealt(dealer=SUN)) == ("wrong_dealer",)
    assert table.why_not(ev.Dealt(dealer=MOUNTAIN)) == ()
