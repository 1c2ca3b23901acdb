"""Gin rummy between the hands and at the end: the standing with its boxes, and what the totals are made of."""

from __future__ import annotations

from table.intake import view as v
from table.rules.gin import GinState, Phase
from table.rules.signals import Seat
from table.screens.frame import Page, Scope
from table.screens.gin import game_state, in_places, sub_hand
from table.screens.gin_result import before_last, line_text, result_speech, shown_points
from table.screens.model import HandMark, Sum, SumAfter, SumLine, Track, TrackRow

MARKS = 12
"""As many hands as the row of boxes has room for; older ones fall off."""


def hand_marks(scope: Scope, state: GinState) -> tuple[HandMark, ...]:
    """The finished hands of this game, one box each."""
    void = scope.say("gin.hand_void")
    hands = [hand for hand in state.history if hand.game == state.game_number]
    return tuple(HandMark(seat=hand.winner, text=str(hand.points) if hand.winner else void) for hand in hands[-MARKS:])


def standing(scope: Scope, scene: v.Standing) -> Page:
    """(21) The track to the target, and the boxes."""
    state = game_state(scope)
    points = shown_points(state)
    old = before_last(state) if state.last else points
    first, second = sorted(state.seats, key=lambda seat: -points[seat])
    small = scope.say("small.next_deal", seat=state.next_dealer)
    if points[first] == points[second]:
        band = scope.band("all", "standing_equal", small, n=points[first])
        say = scope.aloud("band.standing_equal", n=points[first])
    else:
        values = {"seat": first, "a": points[first], "b": points[second]}
        band = scope.band(first, "standing", small, **values)
        say = scope.aloud("band.standing", **values)
    rows = tuple(
        TrackRow(
            seat=seat,
            name=scope.name(seat),
            points=points[seat],
            gain=points[seat] - old[seat],
            note=_lane_note(scope, state, seat),
        )
        for seat in in_places(scope, state)
    )
    return Page(
        kind="gin_standing",
        sub=sub_hand(scope, state),
        band=band,
        body=Track(
            target=state.rules.game_target * len(state.columns),
            rows=rows,
            hands=hand_marks(scope, state),
            hands_label=scope.say("gin.hands"),
            next=state.next_dealer,
        ),
        say=(say,),
    )


def _lane_note(scope: Scope, state: GinState, seat: Seat) -> str:
    """Hands won; with Hollywood the points of each game, which the lane shows together."""
    if len(state.columns) > 1:
        return " · ".join(str(column.points[seat]) for column in state.columns)
    return scope.say("gin.hands_won", n=state.hands_won[seat])


def gin_end(scope: Scope, scene: v.GinEnd) -> Page:
    """(22) Both places' totals, and what the winner's is made of."""
    state = game_state(scope)
    totals = {seat: sum(column.totals[seat] for column in state.columns) for seat in state.seats}
    winners = state.winners or tuple(dict.fromkeys(seat for column in state.columns for seat in column.winners))
    best = max(totals.values())
    if not winners and totals[state.seats[0]] != totals[state.seats[1]]:
        winners = tuple(seat for seat in state.seats if totals[seat] == best)
    winner = winners[0] if len(winners) == 1 else None
    shown = winner or state.seats[0]
    other = state.other(shown)
    won = {seat: sum(column.hands_won[seat] for column in state.columns) for seat in state.seats}
    if winner:
        values: dict[str, str | int] = {"seat": winner, "a": totals[winner], "b": totals[other]}
        key = "game_won"
    else:
        values, key = {"n": best}, "game_drawn"
    reached = state.columns[0].reached
    small = scope.say("small.game_won", a=won[shown], b=won[other])
    if winner and reached and reached != winner:
        small = scope.say("small.target_first", seat=reached, n=state.rules.game_target)
    total = str(totals[shown]) if winner else str(best)
    last = state.last
    say = result_speech(scope, state, last)[:-2] if last and last.winner else ()
    return Page(
        kind="gin_end",
        sub=scope.say("sub.game_end"),
        band=scope.band(winner, key, small, **values),
        body=Sum(
            winner=winner,
            total=total,
            lines=_game_account(scope, state, shown),
            after=tuple(
                SumAfter(
                    seat=seat,
                    name=scope.name(seat),
                    old=totals[seat],
                    new=totals[seat],
                    note=scope.say("gin.hands_won", n=won[seat]),
                )
                for seat in sorted(state.seats, key=lambda s: (s != shown, -totals[s]))
            ),
            cite=(_end_citation(scope, state), *_match_line(scope, state)),
            clause=scope.say("gin.rule", rules=scope.rules_name),
            ending=True,
        ),
        say=(*say, scope.aloud(f"band.{key}", **values)),
    )


def _end_citation(scope: Scope, state: GinState) -> str:
    if state.phase is Phase.CLOSED:
        return scope.say("small.why_closed")
    if state.rules.game_winner == "highest_total":
        return scope.say("cite.winner_total")
    return scope.say("cite.winner_first", n=state.rules.game_target)


def _match_line(scope: Scope, state: GinState) -> tuple[str, ...]:
    """The standing of a match of several games."""
    if not state.rules.match_target:
        return ()
    totals = state.totals
    text = scope.say("list.comma").join(f"{scope.name(seat)} {totals[seat]}" for seat in state.seats)
    return (scope.say("gin.match_total", text=text, n=state.rules.match_target),)


def _game_account(scope: Scope, state: GinState, seat: Seat) -> tuple[SumLine, ...]:
    """What one place's total is made of; the shut-out comes after a subtotal, since it doubles a difference."""
    points = sum(
        column.points[seat] - sum(line.amount for line in column.lines if line.seat == seat and line.key == "corrected")
        for column in state.columns
    )
    lines = [SumLine(text=scope.say("line.hands"), value=str(points))]
    mine = [line for column in state.columns for line in column.lines if line.seat == seat]
    running = points
    for line in mine:
        if line.key.startswith("shutout") and len(state.columns) == 1 and len(mine) > 1:
            lines.append(SumLine(text=scope.say("gin.subtotal"), value=str(running), kind="sub"))
        running += line.amount
        lines.append(SumLine(text=line_text(scope, line), value=scope.words.signed(line.amount)))
    lines.append(SumLine(text=scope.say("gin.total"), value=str(running), kind="total"))
    return tuple(lines)
