"""The calculator's answers about the picture game: a round's score, an entry that is refused, the end of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from table.rules.calculate.cases import (
    Answer,
    Case,
    CaseError,
    Handler,
    breakdown,
    field,
    mapping,
    named,
    refused,
    whole,
)
from table.rules.ruleset import RuleSet
from table.rules.texts import Text, refusal
from table.rules.zhiyan import gains_of, leaders, rounds_in_deck, row_count, score_round, vote_reasons, votes_allowed

Owners = dict[int, str]


def scoring(case: Case, rules: RuleSet) -> Answer:
    """A round: what each player gets, or why its votes cannot be."""
    storyteller, owners = named(field(case, "storyteller"), "storyteller"), _owners(case)
    seats = _players(case, storyteller, owners)
    guessers = [seat for seat in seats if seat != storyteller]
    given = mapping(field(case, "votes"), "votes")
    votes = {seat: _numbers(given.get(seat, ()), f"votes: {seat}") for seat in seats}
    if list(owners.values()).count(storyteller) != 1:
        raise CaseError(f"owners: {storyteller} tells and owns exactly one card")
    allowed = votes_allowed(rules.zhiyan, len(seats))
    reasons = [
        reason
        for seat in seats
        for reason in vote_reasons(
            seat, votes[seat], _own(owners, seat), storyteller=storyteller, count=len(owners), allowed=allowed
        )
    ]
    if reasons:
        return {**refused("rejected", reasons), "breakdown": []}
    ordered = {seat: votes[seat] for seat in guessers}
    lines, finders = score_round(rules.zhiyan, storyteller, owners, ordered)
    return {"delta": gains_of(seats, lines), "finders": list(finders), "breakdown": breakdown(rules, lines)}


def _owners(case: Case) -> Owners:
    owners = mapping(field(case, "owners"), "owners")
    if not all(number.isdecimal() for number in owners):
        raise CaseError(f'owners: found {owners!r}, allowed: numbers with players, such as {{"1": "B"}}')
    return {int(number): named(seat, f"owners: {number}") for number, seat in owners.items()}


def _players(case: Case, storyteller: str, owners: Owners) -> list[str]:
    """Everybody, as named in ``players`` or as they appear: the storyteller, owners, voters."""
    players = case.get("players")
    given = [seat for seat in players if isinstance(seat, str)] if isinstance(players, list) else []
    votes = case.get("votes")
    voters = [str(seat) for seat in votes] if isinstance(votes, Mapping) else []
    return list(dict.fromkeys([*given, storyteller, *sorted(owners.values()), *voters]))


def _own(owners: Owners, seat: str) -> list[int]:
    return [number for number, owner in owners.items() if owner == seat]


def _numbers(value: Any, key: str) -> tuple[int, ...]:
    """A vote, or several."""
    numbers = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
        raise CaseError(f"{key}: found {value!r}, allowed: a number of the row, or a list of them")
    return tuple(numbers)


def illegal(case: Case, rules: RuleSet) -> Answer:
    """One attempt to vote: rejected with every reason, or accepted."""
    reasons = _attempt_reasons(case, rules)
    answer = refused("rejected", reasons) if reasons else {"result": "accepted"}
    return {**answer, "breakdown": []}


def _attempt_reasons(case: Case, rules: RuleSet) -> list[Text]:
    attempt, owners = mapping(field(case, "attempt"), "attempt"), _owners(case)
    storyteller = named(field(case, "storyteller"), "storyteller")
    seat = named(field(attempt, "player"), "attempt: player")
    seats = _players(case, storyteller, owners)
    complete = row_count(rules.zhiyan, len(seats)) if isinstance(case.get("players"), list) else 1
    if len(owners) < complete:
        return [refusal("vote_no_row")]
    reasons = [] if seat in seats else [refusal("no_such_seat", seat=seat)]
    if "claim" in attempt:
        return reasons + _claim_reasons(attempt["claim"], seat, owners, storyteller)
    if _voted(case, attempt, seat):
        reasons.append(refusal("vote_again", seat=seat))
    slot = next((attempt[key] for key in ("slot", "slots", "vote", "votes", "number") if key in attempt), None)
    return reasons + vote_reasons(
        seat,
        _numbers(slot, "attempt: slot") if slot is not None else (),
        _own(owners, seat),
        storyteller=storyteller,
        count=len(owners),
        allowed=votes_allowed(rules.zhiyan, len(seats)),
    )


def _claim_reasons(claim: Any, seat: str, owners: Owners, storyteller: str) -> list[Text]:
    """Why a player cannot claim these cards of the row."""
    if seat == storyteller:
        return [refusal("claim_storyteller", seat=seat)]
    numbers = _numbers(claim, "attempt: claim")
    outside = [number for number in numbers if number not in owners]
    reasons = [refusal("claim_range", seat=seat, number=number, count=len(owners)) for number in outside]
    others = [number for number in numbers if owners.get(number, seat) != seat]
    return reasons + [refusal("claim_twice", number=number) for number in others]


_AGAIN = re.compile(
    r"\b(already (voted|confirmed)|second (vote|confirm\w*)|(votes?|confirms?) (twice|again))\b", re.IGNORECASE
)


def _voted(case: Case, attempt: Case, seat: str) -> bool:
    """Whether this player's vote is confirmed already: in ``votes``, marked in another usual way, or said in words."""
    marks = [case.get(key) for key in ("votes", "voted", "confirmed", "already_voted")]
    if any(seat in mark for mark in marks if isinstance(mark, Mapping | list)):
        return True
    if any(attempt.get(key) is True for key in ("again", "second", "confirmed", "already_voted")):
        return True
    return bool(_AGAIN.search(str(case.get("description", ""))))


def endgame(case: Case, rules: RuleSet) -> Answer:
    """Whether the game is over after a round and who wins; or, from ``n`` and ``deck``, after how many rounds."""
    if "before" not in case:
        return _rounds(case, rules)
    before, delta = mapping(case["before"], "before"), mapping(case.get("delta") or {}, "delta")
    after = {seat: _points(before, seat, "before") + _points(delta, seat, "delta") for seat in before}
    if not after:
        raise CaseError("before: found nobody; give each player's points")
    target = rules.zhiyan.target
    answer: Answer = {"over": False}
    if target and max(after.values()) >= target:
        answer = {"over": True, "reason": "score", "winners": list(leaders(after, list(after)))}
    elif _stock_is_empty(case):
        answer = {"over": True, "reason": "deck", "winners": list(leaders(after, list(after)))}
    return {**answer, "points": after, "breakdown": []}


def _points(points: Mapping[str, Any], seat: str, key: str) -> int:
    return whole(points.get(seat, 0), f"{key}: {seat}", low=-1000)


def _rounds(case: Case, rules: RuleSet) -> Answer:
    players = whole(field(case, "n", case.get("players")), "n", low=3)
    deck = whole(field(case, "deck", rules.zhiyan.deck_size), "deck")
    values = rules.zhiyan
    if case.get("three_player") in ("off", False):
        values = msgspec.structs.replace(values, three_player="off")
    return {"rounds_played": rounds_in_deck(values, players, deck), "reason": "deck", "breakdown": []}


_EMPTY_KEYS = ("stock_empty", "deck_empty", "deck_out", "empty")
_LEFT_KEYS = ("stock", "stock_left", "deck_left", "cards_left", "deck")
_EMPTY_WORDS = re.compile(
    r"\b(deck|stock|pile)\b(?:(?!\bnot\b)[^.;,])*\b(runs? out|ran out|empty|used up|exhausted|last card)\b",
    re.IGNORECASE,
)


def _stock_is_empty(case: Case) -> bool:
    """Whether the refill draws the last card: a mark, a count of 0, or else what the case says in words.

    People write such a case as a sentence ("deck runs out in the same round"), so the sentence counts.
    """
    if any(case.get(key) is True for key in _EMPTY_KEYS):
        return True
    counts = [case[key] for key in _LEFT_KEYS if isinstance(case.get(key), int)]
    if counts:
        return bool(min(counts) <= 0)
    return bool(_EMPTY_WORDS.search(str(case.get("description", ""))))


HANDLERS: Mapping[str, Handler] = {"scoring": scoring, "illegal": illegal, "endgame": endgame}
