"""The calculator's answers about the picture game: a round's score, an entry that is refused, the end of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from table.rules.calculate import Answer, Case, CaseError, Handler, breakdown, field, refused
from table.rules.ruleset import RuleSet
from table.rules.texts import Text, refusal
from table.rules.zhiyan import gains_of, leaders, rounds_in_deck, row_count, score_round, vote_reasons, votes_allowed

Owners = dict[int, str]


def scoring(case: Case, rules: RuleSet) -> Answer:
    """A round: what each player gets, or why its votes cannot be."""
    storyteller, owners = str(field(case, "storyteller")), _owners(case)
    seats = _players(case, storyteller, owners)
    guessers = [seat for seat in seats if seat != storyteller]
    votes = {seat: _numbers(field(case, "votes").get(seat, ()), f"votes: {seat}") for seat in seats}
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
    owners = field(case, "owners")
    try:
        return {int(number): str(seat) for number, seat in owners.items()}
    except (AttributeError, ValueError):
        raise CaseError(f'owners: found {owners!r}, allowed: numbers with players, such as {{"1": "B"}}') from None


def _players(case: Case, storyteller: str, owners: Owners) -> list[str]:
    """Everybody, as named in ``players`` or as they appear: the storyteller, owners, voters."""
    named = case.get("players")
    given = [str(seat) for seat in named] if isinstance(named, Sequence) and not isinstance(named, str) else []
    votes = case.get("votes") or {}
    return list(dict.fromkeys([*given, storyteller, *sorted(owners.values()), *votes]))


def _own(owners: Owners, seat: str) -> list[int]:
    return [number for number, owner in owners.items() if owner == seat]


def _numbers(value: Any, key: str) -> tuple[int, ...]:
    """A vote, or several."""
    numbers = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    try:
        return tuple(int(number) for number in numbers)
    except (TypeError, ValueError):
        raise CaseError(f"{key}: found {value!r}, allowed: a number of the row, or a list of them") from None


def illegal(case: Case, rules: RuleSet) -> Answer:
    """One attempt to vote: rejected with every reason, or accepted."""
    reasons = _attempt_reasons(case, rules)
    answer = refused("rejected", reasons) if reasons else {"result": "accepted"}
    return {**answer, "breakdown": []}


def _attempt_reasons(case: Case, rules: RuleSet) -> list[Text]:
    attempt, owners = field(case, "attempt"), _owners(case)
    storyteller, seat = str(field(case, "storyteller")), str(field(attempt, "player"))
    slot = next((attempt[key] for key in ("slot", "slots", "vote", "votes", "number") if key in attempt), None)
    numbers = _numbers(slot, "attempt: slot") if slot is not None else ()
    seats = _players(case, storyteller, owners)
    complete = row_count(rules.zhiyan, len(seats)) if case.get("players") else 1
    if len(owners) < complete:
        return [refusal("vote_no_row")]
    reasons = [] if seat in seats else [refusal("no_such_seat", seat=seat)]
    if _voted(case, seat):
        reasons.append(refusal("vote_again", seat=seat))
    return reasons + vote_reasons(
        seat,
        numbers,
        _own(owners, seat),
        storyteller=storyteller,
        count=len(owners),
        allowed=votes_allowed(rules.zhiyan, len(seats)),
    )


def _voted(case: Case, seat: str) -> bool:
    """Whether this player's vote is confirmed already: ``votes``, or a list of players under another usual word."""
    return any(seat in (case.get(key) or ()) for key in ("votes", "voted", "confirmed", "already_voted"))


def endgame(case: Case, rules: RuleSet) -> Answer:
    """Whether the game is over after a round and who wins; or, from ``n`` and ``deck``, after how many rounds."""
    if "before" not in case:
        return _rounds(case, rules)
    before, delta = field(case, "before"), case.get("delta") or {}
    after = {seat: points + delta.get(seat, 0) for seat, points in before.items()}
    target = rules.zhiyan.target
    answer: Answer = {"over": False}
    if target and max(after.values()) >= target:
        answer = {"over": True, "reason": "score", "winners": list(leaders(after, list(after)))}
    elif _stock_is_empty(case):
        answer = {"over": True, "reason": "deck", "winners": list(leaders(after, list(after)))}
    return {**answer, "points": after, "breakdown": []}


def _rounds(case: Case, rules: RuleSet) -> Answer:
    players = int(field(case, "n", case.get("players")) or 0)
    if players < 3:
        raise CaseError(f"n: found {players}, allowed: 3 or more players")
    deck = int(field(case, "deck", rules.zhiyan.deck_size))
    return {"rounds_played": rounds_in_deck(rules.zhiyan, players, deck), "reason": "deck", "breakdown": []}


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
