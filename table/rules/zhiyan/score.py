"""What a round is worth, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from table.rules.knobs import ZhiyanRules
from table.rules.signals import Seat
from table.rules.texts import Line
from table.rules.zhiyan.state import votes_allowed


def score_round(
    rules: ZhiyanRules, storyteller: Seat, owners: Mapping[int, Seat], votes: Mapping[Seat, Sequence[int]]
) -> tuple[tuple[Line, ...], tuple[Seat, ...]]:
    """The lines of a round and its finders. `votes` has every guesser, clockwise, with the numbers voted for."""
    card = next(number for number, seat in owners.items() if seat == storyteller)
    finders = tuple(seat for seat, numbers in votes.items() if card in numbers)
    lines = []
    if len(finders) in (0, len(votes)):
        name = "all" if finders else "none"
        rule = "all_or_none_points"
        lines.append(Line(key=f"storyteller_{name}", seat=storyteller, amount=0, rule=rule))
        lines += [Line(key=f"{name}_found", seat=seat, amount=rules.all_or_none_points, rule=rule) for seat in votes]
    elif len(votes) == 2 and rules.three_player_single:
        rule, amount = "three_player_single", rules.three_player_single
        lines.append(Line(key="storyteller_single", seat=storyteller, amount=amount, rule=rule))
        lines += [Line(key="found_single", seat=seat, amount=amount, rule=rule) for seat in finders]
    else:
        rule = "storyteller_points"
        lines.append(Line(key="storyteller_found", seat=storyteller, amount=rules.storyteller_points, rule=rule))
        lines += [Line(key="found", seat=seat, amount=rules.finder_points, rule="finder_points") for seat in finders]
    if rules.one_vote_bonus and votes_allowed(rules, len(votes) + 1) > 1:
        single = [seat for seat in finders if len(votes[seat]) == 1]
        lines += [
            Line(key="one_vote", seat=seat, amount=rules.one_vote_bonus, rule="one_vote_bonus") for seat in single
        ]
    return (*lines, *_fooled(rules, storyteller, owners, votes)), finders


def _fooled(
    rules: ZhiyanRules, storyteller: Seat, owners: Mapping[int, Seat], votes: Mapping[Seat, Sequence[int]]
) -> list[Line]:
    """A point for each vote on a guesser's card, whatever else happened in the round."""
    lines = []
    for seat in votes:
        count = sum(owners[number] == seat for numbers in votes.values() for number in numbers)
        if not count:
            continue
        cap = rules.fooled_cap
        key, args, rule = "fooled", {"votes": count}, "fooled_points"
        if cap and count > cap:
            key, args, rule = "fooled_capped", {"votes": count, "cap": cap}, "fooled_cap"
            count = cap
        lines.append(Line(key=key, seat=seat, amount=count * rules.fooled_points, rule=rule, args=args))
    return lines


def gains_of(seats: Iterable[Seat], lines: Iterable[Line]) -> dict[Seat, int]:
    """The sum of the lines for each seat."""
    gains = dict.fromkeys(seats, 0)
    for line in lines:
        if line.seat is not None:
            gains[line.seat] += line.amount
    return gains


def leaders(points: Mapping[Seat, int], seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Those of the seats with the most points; equals share."""
    best = max(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == best)
