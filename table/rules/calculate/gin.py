"""The calculator's answers about gin rummy: showdowns, deadwood, knocks, legality, whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.calculate.cases import (
    Answer,
    Case,
    CaseError,
    Handler,
    breakdown,
    card,
    cards,
    field,
    groups,
    items,
    mapping,
    refused,
    whole,
)
from table.rules.cards import Card, mask_of
from table.rules.knobs import GinRules
from table.rules.melds import (
    Arrangement,
    Meld,
    as_laid,
    best_arrangement,
    discard_options,
    is_meld,
    layoff_targets,
    least_deadwood,
)
from table.rules.ruleset import RuleSet
from table.rules.showdown import HandResult, false_knock, knock_limit, meld_reasons, show
from table.rules.standing import Column, columns
from table.rules.texts import Line, Text, refusal

KNOCKER, OPPONENT = "knocker", "opponent"


def showdown(case: Case, rules: RuleSet) -> Answer:
    """Both hands open: winner, points, deadwoods and lay-offs, or why it cannot be scored."""
    mine, theirs = cards(case, "knocker"), cards(case, "opponent")
    melds = groups(case["knocker_melds"], "knocker_melds") if case.get("knocker_melds") is not None else None
    discard = card(case["knocker_discard"]) if case.get("knocker_discard") else None
    upcard = card(case["upcard"]) if case.get("upcard") else None
    reasons = _contradictions(rules.gin, mine, theirs, discard) + meld_reasons(mine, melds or ())
    if rules.gin.oklahoma and upcard is None:
        reasons.append(refusal("upcard_needed"))
    if reasons:
        return {**refused("illegal", reasons), "winner": None, "points": 0, "laid_off": [], "breakdown": []}
    limit = 0 if len(mine) > rules.gin.hand_size else knock_limit(rules.gin, upcard)
    too_high = false_knock(rules.gin, mine, limit)
    own = as_laid(mine, melds) if melds is not None else best_arrangement(mask_of(mine))
    if too_high or own.deadwood > limit:
        return _not_legal(rules, too_high or own, limit)
    return showdown_answer(rules, show(rules.gin, KNOCKER, mine, melds, OPPONENT, theirs, upcard))


def _contradictions(rules: GinRules, mine: Sequence[Card], theirs: Sequence[Card], discard: Card | None) -> list[Text]:
    """What cannot be with one pack of cards: numbers of cards, a card twice, a card in two places."""
    size = rules.hand_size
    reasons = []
    if len(mine) not in ((size,) if discard else (size, size + 1)):
        reasons.append(refusal("card_count", seat=KNOCKER, found=len(mine), allowed=size))
    if len(theirs) != size:
        reasons.append(refusal("card_count", seat=OPPONENT, found=len(theirs), allowed=size))
    for hand in (mine, theirs):
        reasons += [refusal("card_twice", card=one) for one in sorted(set(hand)) if hand.count(one) > 1]
    reasons += [refusal("card_in_both", card=one) for one in sorted(set(mine) & set(theirs))]
    if discard in mine:
        reasons.append(refusal("card_buried", card=discard, seat=KNOCKER))
    if discard in theirs:
        reasons.append(refusal("card_buried", card=discard, seat=OPPONENT))
    return reasons


def _not_legal(rules: RuleSet, hand: Arrangement, limit: int) -> Answer:
    """The knock is not legal: what it costs is a rule value."""
    reason = refusal("knock_too_high", cards=hand.loose, deadwood=hand.deadwood, limit=limit)
    lines: tuple[Line, ...] = ()
    if rules.gin.false_knock == "opponent_scores_undercut":
        bonus = rules.gin.undercut_bonus
        lines = (Line(key="false_knock_bonus", seat=OPPONENT, amount=bonus, rule="false_knock", cards=hand.loose),)
    return {
        **refused("illegal", [reason]),
        "winner": OPPONENT if lines else None,
        "points": sum(line.amount for line in lines),
        "knocker_deadwood": hand.deadwood,
        "laid_off": [],
        "knocker_melds": _plain(hand.melds),
        "breakdown": breakdown(rules, lines),
    }


def showdown_answer(rules: RuleSet, result: HandResult) -> Answer:
    """A scored hand as plain data."""
    own, theirs = result.hands[KNOCKER], result.hands[OPPONENT]
    return {
        "winner": result.winner,
        "points": result.points,
        "knocker_deadwood": own.deadwood,
        "opponent_deadwood": theirs.deadwood,
        "laid_off": sorted(layoff.card for layoff in theirs.layoffs),
        "kind": result.kind,
        "layoffs": [{"card": one.card, "on": list(own.melds[one.target])} for one in theirs.layoffs],
        "knocker_melds": _plain(own.melds),
        "opponent_melds": _plain(theirs.melds),
        "knocker_loose": list(own.loose),
        "opponent_loose": list(theirs.loose),
        "breakdown": breakdown(rules, result.lines),
    }


def _plain(melds: Sequence[Meld]) -> list[list[Card]]:
    return [list(meld) for meld in melds]


def deadwood(case: Case, rules: RuleSet) -> Answer:
    """The least deadwood of a hand, with the melds that give it."""
    best = best_arrangement(mask_of(_one_hand(case)))
    return {"deadwood": best.deadwood, "melds": _plain(best.melds), "loose": list(best.loose), "breakdown": []}


def _one_hand(case: Case) -> tuple[Card, ...]:
    hand = cards(case, "hand")
    twice = sorted({one for one in hand if hand.count(one) > 1})
    if twice:
        raise CaseError(f"hand: {twice[0]} stands there twice")
    return hand


def knock_options(case: Case, rules: RuleSet) -> Answer:
    """The discards after which a knock is allowed, each with what is left; and the least that is left after any."""
    hand = _one_hand(case)
    limit = knock_limit(rules.gin, card(case["upcard"]) if case.get("upcard") else None)
    options = discard_options(mask_of(hand))
    taken = case.get("taken")
    if taken and rules.gin.discard_taken == "forbidden":
        options.pop(card(taken), None)
    if not options:
        raise CaseError("hand: there is no card to discard")
    out: Answer = {
        "min_deadwood_after_discard": min(options.values()),
        "discards": {one: left for one, left in options.items() if left <= limit},
        "limit": limit,
        "breakdown": [],
    }
    if rules.gin.eleven_cards == "before_discard" and len(hand) == rules.gin.hand_size + 1:
        out["eleven"] = least_deadwood(mask_of(hand)) == 0
    return out


# -- legality ---------------------------------------------------------------------------------------------------


def legality(case: Case, rules: RuleSet) -> Answer:
    """Whether something is allowed; the keys of the case tell what."""
    for keys, ask in _QUESTIONS:
        if all(key in case for key in keys):
            return {**ask(case, rules), "breakdown": []}
    allowed = ", ".join("/".join(keys) for keys, _ in _QUESTIONS)
    raise CaseError(f"legality: found {', '.join(case) or 'nothing'}; allowed: {allowed}")


def _verdict(reasons: Sequence[Text]) -> Answer:
    return refused("illegal", reasons) if reasons else {"result": "legal"}


def _turn(case: Case, rules: RuleSet) -> Answer:
    """A discard after a draw."""
    turn = mapping(case["turn"], "turn")
    taken, discard = card(field(turn, "card")), card(field(turn, "discard"))
    # Whatever the case calls the pile: only a card from the stock may go at once.
    back = field(turn, "took_from") != "stock" and taken == discard
    wrong = back and rules.gin.discard_taken == "forbidden"
    return _verdict([refusal("just_taken", card=discard)] if wrong else [])


def _stock(case: Case, rules: RuleSet) -> Answer:
    """What a discard without and with a knock means when so many cards are left after the draw."""
    left, end = whole(case["stock_after_draw"], "stock_after_draw"), rules.gin.stock_end
    if left < end:
        return _verdict([refusal("stock_empty")])
    void = left <= end
    same = rules.gin.void_dealer == "same"
    return {
        "no_knock": "void" if void else "play on",
        "knock": "scored",
        "next_dealer": ("same" if same else "other") if void else None,
    }


def _claimed(case: Case, rules: RuleSet) -> Answer:
    """A meld claimed from cards that lie on the table."""
    return _verdict(meld_reasons(cards(case, "shown"), [cards(case, "claimed")]))


def _both_hands(case: Case, rules: RuleSet) -> Answer:
    """A meld of the knocker's and cards of the opponent's out of one pack."""
    mine = cards(case, "knocker_meld" if "knocker_meld" in case else "knocker_cards")
    both = sorted(set(mine) & set(cards(case, "opponent_cards")))
    reasons = [refusal("card_in_both", card=one) for one in both]
    if "knocker_meld" in case:
        reasons += meld_reasons(mine, [mine])
    return _verdict(reasons)


def _targets(case: Case, rules: RuleSet) -> Answer:
    """The melds that a card fits."""
    melds = groups(case["knocker_melds"], "knocker_melds")
    reasons = [refusal("no_meld", cards=meld) for meld in melds if not is_meld(meld)]
    if reasons:
        return _verdict(reasons)
    return {"targets": list(layoff_targets(card(case["card"]), melds))}


def _meld(case: Case, rules: RuleSet) -> Answer:
    """Whether cards make a meld."""
    meld = cards(case, "meld")
    return _verdict([] if is_meld(meld) else [refusal("no_meld", cards=meld)])


def _laid(case: Case, rules: RuleSet) -> Answer:
    """Melds as laid from one hand: each a meld, of cards that are there, none used twice."""
    return _verdict(meld_reasons(_one_hand(case), groups(case["melds"], "melds")))


def _knock(case: Case, rules: RuleSet) -> Answer:
    """Whether a hand may knock, after a discard where one is named."""
    hand = _one_hand(case)
    if case.get("discard"):
        hand = tuple(one for one in hand if one != card(case["discard"]))
    limit = knock_limit(rules.gin, card(case["upcard"]) if case.get("upcard") else None)
    if len(hand) > rules.gin.hand_size and rules.gin.eleven_cards == "discard_first":
        return _verdict([refusal("discard_first")])
    best = best_arrangement(mask_of(hand))
    limit = 0 if len(hand) > rules.gin.hand_size else limit
    wrong = best.deadwood > limit
    reason = refusal("knock_too_high", cards=best.loose, deadwood=best.deadwood, limit=limit)
    return {**_verdict([reason] if wrong else []), "deadwood": best.deadwood}


_QUESTIONS: tuple[tuple[tuple[str, ...], Handler], ...] = (
    (("turn",), _turn),
    (("stock_after_draw",), _stock),
    (("shown", "claimed"), _claimed),
    (("knocker_meld", "opponent_cards"), _both_hands),
    (("knocker_cards", "opponent_cards"), _both_hands),
    (("knocker_melds", "card"), _targets),
    (("meld",), _meld),
    (("hand", "melds"), _laid),
    (("hand",), _knock),
)


# -- whole games ------------------------------------------------------------------------------------------------


def game(case: Case, rules: RuleSet) -> Answer:
    """A game from its hands, ``[winner, points]`` each, winner 0 or 1, or null for a hand that nobody won."""
    seats = ("0", "1")
    hands = [_hand(number, hand) for number, hand in enumerate(items(field(case, "hands"), "hands"), start=1)]
    score = columns(rules.gin, seats, hands)
    first = score[0]
    totals = [sum(column.totals[seat] for column in score) for seat in seats]
    over = all(column.over for column in score)
    out: Answer = {
        "hand_points": [first.points[seat] for seat in seats],
        "hands_won": [first.hands_won[seat] for seat in seats],
        "first_to_100": _index(first.reached),
        "totals": totals,
        "shutout": first.shutout,
        "winner_by_total": _index(_highest(seats, totals)) if over else None,
        "winner": _index(_winner(score, seats, totals)) if over else None,
        "over": over,
        "breakdown": breakdown(rules, [*_hand_lines(score), *(line for column in score for line in column.lines)]),
    }
    if len(score) > 1:
        out["columns"] = [_column(column, seats) for column in score]
    return out


def _hand(number: int, hand: Any) -> HandResult:
    if isinstance(hand, Mapping):
        hand = [hand.get("winner"), hand.get("points", 0)]
    wrong = f"hands: hand {number}: found {hand!r}, allowed: [winner, points], winner 0, 1 or null, points 0 or more"
    if not isinstance(hand, Sequence) or isinstance(hand, str) or len(hand) < 2:
        raise CaseError(wrong)
    winner, points = hand[:2]
    winner = None if winner == -1 else winner
    if isinstance(winner, bool) or winner not in (0, 1, None) or type(points) is not int or points < 0:
        raise CaseError(wrong)
    if winner is None:
        return HandResult(kind="void", number=number)
    return HandResult(kind="knock", winner=str(winner), points=points, number=number)


def _hand_lines(score: Sequence[Column]) -> list[Line]:
    """The hands as they count in each column; they are given, so they rest on the way hands are scored."""
    return [
        Line(key="entered", seat=seat, amount=points, rule="hand_points")
        for column in score
        for seat, points in column.counted
    ]


def _column(column: Column, seats: Sequence[str]) -> Mapping[str, Any]:
    return {
        "hand_points": [column.points[seat] for seat in seats],
        "hands_won": [column.hands_won[seat] for seat in seats],
        "first_to_100": _index(column.reached),
        "totals": [column.totals[seat] for seat in seats],
        "shutout": column.shutout,
    }


def _highest(seats: Sequence[str], totals: Sequence[int]) -> str | None:
    return None if totals[0] == totals[1] else seats[totals.index(max(totals))]


def _winner(score: Sequence[Column], seats: Sequence[str], totals: Sequence[int]) -> str | None:
    if len(score) > 1:
        return _highest(seats, totals)
    return score[0].winners[0] if len(score[0].winners) == 1 else None


def _index(seat: str | None) -> int | None:
    return None if seat is None else int(seat)


HANDLERS: Mapping[str, Handler] = {
    "showdown": showdown,
    "deadwood": deadwood,
    "knock_options": knock_options,
    "legality": legality,
    "game": game,
}
