"""The picture game after the vote: the reveal step by step, the points, the track, the end, somebody leaving."""

from __future__ import annotations

from table.intake import view as v
from table.rules.signals import Seat
from table.rules.texts import Line
from table.rules.zhiyan import RoundPhase, RoundResult, ZhiyanState, hand_size
from table.screens.frame import Page, Scope, sub_of_round
from table.screens.model import (
    Band,
    GainPart,
    GainRow,
    Gains,
    Move,
    PlaceRow,
    Places,
    Reveal,
    RevealSlot,
    SeatPlace,
    Seats,
    Track,
    TrackRow,
)
from table.screens.picture_game import WORDS_FIT, picture_state, stock_note, sub_round

PLACES_FIT = 6
"""With more places than this the list of the end has two columns, and no room for remarks."""

LANES = 30
"""The length of the track where the rule set has no target, in points, as long as nobody has more."""


def last_round(scope: Scope) -> tuple[ZhiyanState, RoundResult]:
    """The game and its last round. Raises `TypeError` where no round is over."""
    state = picture_state(scope)
    if state.last is None:
        raise TypeError(f"the scene {type(scope.view.scene).__name__} needs a revealed round")
    return state, state.last


def _sub(scope: Scope, last: RoundResult, key: str = "sub.round") -> str:
    return sub_of_round(scope, scope.say(key, n=last.number))


def reveal_order(last: RoundResult) -> tuple[int, ...]:
    """The numbers of the row as their owners are told: the storyteller's first, then left to right."""
    card = last.storyteller_card
    others = [number for number in sorted(last.owners) if number != card]
    return (card, *others) if card is not None else tuple(others)


def reveal(scope: Scope, scene: v.Reveal) -> Page:
    """(29) First the votes drop under the cards, then the owners are told one by one."""
    state, last = last_round(scope)
    order = reveal_order(last)
    shown = order if scene.step >= scene.steps - 1 else order[: scene.step]
    voters = {
        number: tuple(seat for seat in state.seats if number in last.votes.get(seat, ())) for number in last.owners
    }
    cutouts = {slot.number: slot.cutout for slot in scene.slots}
    whose = scope.say("picture.whose") if len(last.owners) <= WORDS_FIT else "?"
    told = len(shown) > 0
    slots = tuple(
        RevealSlot(
            number=number,
            cutout=cutouts.get(number, ""),
            owner=last.owners[number] if number in shown else None,
            owner_name=scope.name(last.owners[number]) if number in shown else "",
            votes=voters[number],
            teller=number in shown and last.owners[number] == last.storyteller,
            note="" if number in shown or not told else whose,
        )
        for number in sorted(last.owners)
    )
    newest = shown[-1] if shown else None
    band, say = _reveal_band(scope, last, newest, voters)
    motion = (
        tuple(
            Move(what=f"vote:{seat}", source=f"seat:{seat}", target=f"slot:{n}")
            for n, who in voters.items()
            for seat in who
        )
        if scene.step == 0
        else ()
    )
    return Page(
        kind="picture_reveal",
        sub=_sub(scope, last),
        band=band,
        body=Reveal(slots=slots, step=scene.step, steps=scene.steps),
        note=scope.say("tail.votes"),
        motion=motion,
        say=say,
    )


def _reveal_band(
    scope: Scope, last: RoundResult, newest: int | None, voters: dict[int, tuple[Seat, ...]]
) -> tuple[Band, tuple[str, ...]]:
    if newest is None:
        return scope.band("all", "all_in", scope.say("small.votes_down")), (scope.aloud("band.all_in"),)
    owner = last.owners[newest]
    if owner == last.storyteller:
        key, values = _found_line(last)
    elif voters[newest]:
        key, values = "small.votes_for", {"seats": voters[newest]}
    else:
        key, values = "small.no_votes", {}
    band = scope.band(owner, "was", scope.say(key, **values), k=newest, seat=owner)
    return band, (scope.aloud("band.was", k=newest, seat=owner), scope.aloud(key, **values))


def _found_line(last: RoundResult) -> tuple[str, dict[str, tuple[Seat, ...]]]:
    if not last.finders:
        return "small.found_none", {}
    if len(last.finders) == len(last.votes):
        return "small.found_all", {}
    return "small.found", {"seats": last.finders}


# -- points -----------------------------------------------------------------------------------------------------


def score_headline(state: ZhiyanState, last: RoundResult) -> tuple[str, dict[str, str | int]]:
    """The key and values of the line that sums a round up."""
    rules = state.rules
    if last.entered:
        return "band.round_by_hand", {"n": last.number}
    if len(last.finders) == len(last.votes):
        return "band.all_found", {"seat": last.storyteller, "n": rules.all_or_none_points}
    if not last.finders:
        return "band.none_found", {"seat": last.storyteller, "n": rules.all_or_none_points}
    if len(last.votes) == 2 and rules.three_player_single:
        return "band.some_found", {
            "seat": last.storyteller,
            "n": rules.three_player_single,
            "m": rules.three_player_single,
        }
    return "band.some_found", {"seat": last.storyteller, "n": rules.storyteller_points, "m": rules.finder_points}


def gain_parts(scope: Scope, lines: tuple[Line, ...], seat: Seat) -> tuple[GainPart, ...]:
    """What one place gets, and why."""
    return tuple(
        GainPart(value=scope.words.signed(line.amount), text=scope.say(f"line.{line.key}", **line.args, seat=seat))
        for line in lines
        if line.seat == seat
    )


def round_score(scope: Scope, scene: v.RoundScore) -> Page:
    """(30) Each place: what for, how many."""
    state, last = last_round(scope)
    key, values = score_headline(state, last)
    small = scope.say("small.changed") if scene.changed else ""
    rows = tuple(
        GainRow(
            seat=seat,
            name=scope.name(seat),
            parts=gain_parts(scope, last.lines, seat),
            total=scope.words.signed(last.gains.get(seat, 0)),
            tag=scope.say("picture.teller_tag") if seat == last.storyteller else "",
        )
        for seat in state.seats
        if seat in last.gains
    )
    said = [scope.aloud("note.corrected")] if scene.changed else []
    said.append(scope.aloud(key, **values))
    for seat in state.seats:
        if last.gains.get(seat):
            said.append(scope.aloud("sum.line", text=scope.name(seat), value=f"+{last.gains[seat]}"))
    return Page(
        kind="picture_score",
        sub=_sub(scope, last, "sub.round_end"),
        band=Band(seat=last.storyteller if not last.entered else "all", big=scope.say(key, **values), small=small),
        body=Gains(rows=rows, clause=scope.say("gin.rule", rules=scope.rules_name)),
        say=tuple(said),
    )


def track(scope: Scope, scene: v.Track) -> Page:
    """(31) The lanes to the target, the deck, who is next."""
    state = picture_state(scope)
    upcoming = state.next_storyteller if state.phase is RoundPhase.RESULT else state.storyteller
    small = scope.say("small.refill", n=hand_size(state.rules, len(state.active)))
    return Page(
        kind="picture_track",
        sub=_sub(scope, state.last, "sub.round_end") if state.last else sub_round(scope, state),
        band=scope.band(upcoming, "next_teller", small, seat=upcoming),
        body=track_body(scope, state, upcoming),
        say=(
            scope.aloud("band.next_teller", seat=upcoming),
            scope.aloud("small.refill", n=hand_size(state.rules, len(state.active))),
        ),
    )


def track_body(scope: Scope, state: ZhiyanState, upcoming: Seat | None) -> Track:
    """Everybody's lane; the last round's gains are bright."""
    gains = state.last.gains if state.last else {}
    rows = tuple(
        TrackRow(
            seat=seat,
            name=scope.name(seat),
            points=state.points[seat],
            gain=gains.get(seat, 0),
            left=seat in state.left,
            note=scope.say("picture.left") if seat in state.left else "",
        )
        for seat in state.seats
    )
    return Track(
        target=state.rules.target or max(LANES, *state.points.values()),
        rows=rows,
        stock_label=scope.say("picture.deck"),
        stock=state.stock,
        stock_unit=scope.say("gin.cards_unit", n=state.stock),
        stock_note=stock_note(scope, state),
        next=upcoming,
    )


def place_rows(scope: Scope, state: ZhiyanState) -> tuple[PlaceRow, ...]:
    """Places by points; equal points share a place."""
    winners = state.winners or _best(state)
    ordered = sorted(state.seats, key=lambda seat: (seat not in winners, -state.points[seat], state.seats.index(seat)))
    rows = []
    for seat in ordered:
        rank = (
            1
            if seat in winners
            else 1
            + sum(
                other in winners or state.points[other] > state.points[seat] for other in state.seats if other != seat
            )
        )
        rows.append(
            PlaceRow(
                rank=scope.say("picture.rank", n=rank),
                seat=seat,
                name=scope.name(seat),
                points=state.points[seat],
                note=scope.say("picture.left") if seat in state.left and len(state.seats) <= PLACES_FIT else "",
                first=seat in winners,
                left=seat in state.left,
            )
        )
    return tuple(rows)


def _best(state: ZhiyanState) -> tuple[Seat, ...]:
    best = max(state.points[seat] for seat in state.active)
    return tuple(seat for seat in state.active if state.points[seat] == best)


def picture_end(scope: Scope, scene: v.PictureEnd) -> Page:
    """(32) Places by points, a shared first place, and why the game ended."""
    state = picture_state(scope)
    winners = state.winners or _best(state)
    few = len(state.seats) <= PLACES_FIT
    reason = {"score": "why_target", "deck": "why_deck"}.get(state.end, "why_closed")
    why = scope.say(f"small.{reason}", n=state.rules.target)
    if len(winners) == 1:
        values: dict[str, object] = {"seat": winners[0], "n": state.points[winners[0]]}
        key, who = "end_winner", winners[0]
    else:
        key, values, who = "end_shared", {"seats": winners}, "all"
    # The last round may not have been announced yet: it ends the game in the same moment.
    return Page(
        kind="picture_end",
        sub=sub_of_round(scope, scope.say("sub.game_end")),
        band=scope.band(who, key, why, **values),
        body=Places(
            rows=place_rows(scope, state),
            unit=scope.say("picture.points_unit"),
            # The band says why as well; a company of more than six needs the room for its names.
            why=(why,) if few else (),
            clause=scope.say("gin.rule", rules=scope.rules_name) if few else "",
        ),
        say=(scope.aloud(f"small.{reason}", n=state.rules.target), scope.aloud(f"band.{key}", **values)),
    )


def leaving(scope: Scope, scene: v.Leaving) -> Page:
    """(34) Somebody leaves between two rounds; the points stay."""
    state = picture_state(scope)
    small = scope.say("small.leaving")
    if scene.too_few:
        band = scope.band("all", "leaving_few", small)
        band = Band(seat="all", big=band.big, small=band.small, mark="no")
    elif scene.sure is not None:
        band = scope.band(scene.sure, "leaving_sure", small, seat=scene.sure)
    else:
        band = scope.band("all", "leaving", small)
    places = tuple(
        SeatPlace(
            seat=seat,
            name=scope.name(seat),
            joined=seat not in state.left,
            note=scope.say("picture.left") if seat in state.left else "",
            left=seat in state.left,
            picked=seat == scene.sure,
        )
        for seat in state.seats
    )
    return Page(
        kind="picture_leave",
        sub=sub_round(scope, state),
        band=band,
        body=Seats(places=places, least=state.rules.players_min, most=state.rules.players_max),
    )
