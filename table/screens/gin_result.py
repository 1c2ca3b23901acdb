"""Gin rummy after the show: lay-offs, the account of a hand, void hands."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake import view as v
from table.rules.cards import by_rank
from table.rules.gin import GinState, Phase
from table.rules.showdown import HandResult
from table.rules.signals import Seat
from table.rules.standing import Column, columns
from table.rules.texts import Line
from table.screens.frame import Page, Scope
from table.screens.gin import game_state
from table.screens.laid import layoff_rows, without_layoffs
from table.screens.model import Band, LayOff, Move, Sum, SumAfter, SumLine


def last_result(scope: Scope) -> tuple[GinState, HandResult]:
    """The game and the hand scored last. Raises `TypeError` where no hand has been scored."""
    state = game_state(scope)
    if state.last is None:
        raise TypeError(f"the scene {type(scope.view.scene).__name__} needs a scored hand")
    return state, state.last


def defender_of(state: GinState, result: HandResult) -> Seat:
    """The one who did not knock."""
    return state.other(result.knocker or state.seats[0])


def lay_offs(scope: Scope, scene: v.LayOffs) -> Page:
    """(18) The defender's cards in the knocker's melds, and what that leaves."""
    state, result = last_result(scope)
    knocker = result.knocker or state.seats[0]
    defender = state.other(knocker)
    own, theirs = result.hands[knocker], result.hands[defender]
    cards = by_rank(lay.card for lay in theirs.layoffs)
    if cards:
        small = scope.say("small.best", seat=defender, n=theirs.deadwood, m=without_layoffs(theirs))
        band = scope.band(defender, "layoff", small, seat=defender, cards=cards)
        say = (scope.aloud("band.layoff", seat=defender, cards=cards),)
    else:
        band = scope.band(defender, "layoff_none", scope.say("small.layoff_none", other=knocker), seat=defender)
        say = (scope.aloud("band.layoff_none", seat=defender),)
    return Page(
        kind="gin_layoff",
        sub=scope.say("sub.knocked", seat=knocker),
        band=band,
        body=LayOff(rows=layoff_rows(scope, knocker, own, defender, theirs)),
        motion=tuple(Move(what=f"card:{c}", source=f"seat:{defender}", target=f"seat:{knocker}") for c in cards),
        say=say,
    )


# -- the account of a hand --------------------------------------------------------------------------------------


def result_band(scope: Scope, result: HandResult) -> Band:
    """Who won the hand, how, and with how many points."""
    key, values = _headline(result)
    small = ""
    if result.kind in ("knock", "undercut") and result.knocker and not result.entered and len(result.hands) == 2:
        other = next(seat for seat in result.hands if seat != result.knocker)
        small = scope.say(
            "small.hand_how",
            seat=result.knocker,
            n=result.deadwood(result.knocker),
            other=other,
            m=result.deadwood(other),
        )
    if isinstance(scope.view.scene, v.HandResult) and scope.view.scene.changed:
        small = scope.say("small.changed")
    return scope.band(result.winner, key, small, **values)


def _headline(result: HandResult) -> tuple[str, dict[str, str | int]]:
    if result.winner is None:
        return ("tie" if result.kind == "tie" else "void_agreed"), {}
    key = {
        "gin": "gin_won",
        "big_gin": "big_gin_won",
        "undercut": "undercut",
        "tie": "tie_won",
    }.get(result.kind, "hand_won")
    return key, {"seat": result.winner, "n": result.points}


def line_text(scope: Scope, line: Line, *, aloud: bool = False) -> str:
    """One line of an account in words, with the cards it is about where there are any."""
    values = {**line.args, "seat": line.seat or "", "cards": by_rank(line.cards)}
    key = f"line.{line.key}"
    if "other" not in values and line.seat:
        values["other"] = _other(scope, line.seat)
    if line.cards and scope.words.has(f"{key}_cards"):
        key = f"{key}_cards"
    return scope.aloud(key, **values) if aloud else scope.say(key, **values)


def _other(scope: Scope, seat: Seat) -> Seat:
    others = [other for other in scope.view.seats if other != seat]
    return others[0] if others else seat


def account(scope: Scope, state: GinState, result: HandResult) -> tuple[SumLine, ...]:
    """All lines of a hand's points, the lay-offs that count nothing, and the total."""
    lines = []
    for line in result.lines:
        kind = "line" if line.amount else "zero"
        lines.append(SumLine(text=line_text(scope, line), value=scope.words.signed(line.amount), kind=kind))  # type: ignore[arg-type]
    defender = defender_of(state, result)
    laid_off = result.hands[defender].layoffs if defender in result.hands else ()
    if laid_off:
        cards = by_rank(lay.card for lay in laid_off)
        text = scope.say("line.layoff_cards", other=defender, cards=cards)
        lines.append(SumLine(text=text, value="0", kind="zero"))
    lines.append(SumLine(text=scope.say("gin.total"), value=str(result.points), kind="total"))
    return tuple(lines)


def before_last(state: GinState) -> dict[Seat, int]:
    """The points of the game shown as they were before the hand scored last."""
    last = state.last
    assert last is not None
    hands = [hand for hand in state.history[:-1] if hand.game == last.game]
    corrections = [correction for correction in state.corrections if correction.game == last.game]
    return _sum_points(columns(state.rules, state.seats, hands, corrections), state.seats)


def _sum_points(score: Sequence[Column], seats: Sequence[Seat]) -> dict[Seat, int]:
    return {seat: sum(column.points[seat] for column in score) for seat in seats}


def shown_points(state: GinState) -> dict[Seat, int]:
    """The points of the present game; with Hollywood of all its columns together."""
    return _sum_points(state.columns, state.seats)


def after_rows(scope: Scope, state: GinState) -> tuple[SumAfter, ...]:
    """Old and new points of both places."""
    old, new = before_last(state), shown_points(state)
    return tuple(SumAfter(seat=seat, name=scope.name(seat), old=old[seat], new=new[seat]) for seat in state.seats)


def citation(scope: Scope, state: GinState, result: HandResult) -> tuple[str, ...]:
    """The rule that the points rest on, in our own words: one or two sentences."""
    rules = state.rules
    bonus = rules.undercut_bonus
    if result.kind == "void":
        return (scope.say("cite.void"),)
    if result.kind == "tie":
        first = scope.say("cite.tie_nobody") if result.winner is None else scope.say("cite.tie_defender", n=bonus)
    elif result.kind == "big_gin":
        first = scope.say("cite.big_gin", n=rules.gin_bonus, m=rules.eleven_bonus)
    elif result.kind == "gin":
        first = scope.say("cite.gin", n=rules.gin_bonus)
    elif result.kind in ("undercut", "false_knock"):
        first = scope.say(f"cite.{result.kind}", n=bonus)
    else:
        first = scope.say("cite.knock")
    lines = [first]
    if result.kind == "gin":
        lines.append(scope.say("cite.layoff_gin_yes" if rules.layoff_on_gin else "cite.layoff_gin_no"))
    elif result.kind in ("knock", "undercut") and not rules.layoff_on_knock:
        lines.append(scope.say("cite.layoff_knock_no"))
    if result.entered:
        lines.append(scope.say("cite.entered"))
    if any(line.key == "spades_double" for line in result.lines):
        lines.append(scope.say("cite.double"))
    return tuple(lines[:2])


def next_deal_note(scope: Scope, state: GinState) -> str:
    """That dealing on accepts the result, and who deals."""
    if state.phase is Phase.GAME_OVER:
        return ""
    return scope.say("tail.next_deal", seat=state.next_dealer)


def hand_result(scope: Scope, scene: v.HandResult) -> Page:
    """(19, 23) The hand's points, line by line."""
    state, result = last_result(scope)
    band = result_band(scope, result)
    total = scope.words.signed(result.points) if result.points else "0"
    return Page(
        kind="gin_big_gin" if result.kind == "big_gin" else "gin_result",
        sub=scope.say("sub.hand_end", n=max(1, result.number)),
        band=band,
        body=Sum(
            winner=result.winner,
            total=total,
            lines=account(scope, state, result),
            after=after_rows(scope, state),
            cite=citation(scope, state, result),
            clause=scope.say("gin.rule", rules=scope.rules_name),
        ),
        note=next_deal_note(scope, state),
        say=result_speech(scope, state, result, changed=scene.changed),
    )


def result_speech(scope: Scope, state: GinState, result: HandResult, *, changed: bool = False) -> tuple[str, ...]:
    """The headline, then each line of the account, then the standing. A corrected one says so first."""
    key, values = _headline(result)
    said = [scope.aloud("note.corrected")] if changed else []
    said.append(scope.aloud(f"band.{key}", **values))
    for line in result.lines:
        if line.amount:
            said.append(scope.aloud("sum.line", text=line_text(scope, line, aloud=True), value=line.amount))
    points = shown_points(state)
    for seat in state.seats:
        said.append(scope.aloud("sum.line", text=scope.name(seat), value=points[seat]))
    return tuple(said)


def hand_void(scope: Scope, scene: v.HandVoid) -> Page:
    """(20) Nobody scores; who deals next."""
    state, result = last_result(scope)
    by_stock = state.stock_high <= state.rules.stock_end or state.stock_low <= state.rules.stock_end
    lines = ("gin.void_1", "gin.void_2") if by_stock else ("gin.void_agreed", "gin.void_2")
    key = "void" if by_stock else "void_agreed"
    return Page(
        kind="gin_void",
        sub=scope.say("sub.hand_end", n=max(1, result.number)),
        band=scope.band(None, key, scope.say("small.next_deal", seat=state.next_dealer)),
        body=Sum(
            winner=None,
            total="0",
            lines=tuple(SumLine(text=scope.say(line), value="", kind="zero") for line in lines),
            after=after_rows(scope, state),
            cite=(scope.say("cite.void"),),
            clause=scope.say("gin.rule", rules=scope.rules_name),
        ),
        note=next_deal_note(scope, state),
        say=(scope.aloud(f"band.{key}"), scope.aloud("small.next_deal", seat=state.next_dealer)),
    )
