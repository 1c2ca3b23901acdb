"""The picture game while a round is played: the clue, collecting, the row, the secret vote.

Nothing here knows a vote or an owner: the scenes carry counts only, and a round's entries reach the game's state in
one piece, when all are in.
"""

from __future__ import annotations

from collections.abc import Mapping

from table.intake import view as v
from table.rules.signals import Seat
from table.rules.zhiyan import ZhiyanState
from table.screens.frame import Page, Scope, chip, help_line, sub_of_round
from table.screens.model import Ballot, Band, Chip, Countdown, KeyHint, Prompt, Row, Slot, Strip, Sweep

WORDS_FIT = 7
"""In a longer row a card is too narrow for a word under or in it; its sign must do."""

SWEEP_CARD = 1.6
"""The time for which one card is lit in a sweep, as the ballot's pace has it (s)."""


def picture_state(scope: Scope) -> ZhiyanState:
    """The folded game behind a screen of the picture game. Raises `TypeError` where the view has none."""
    if not isinstance(scope.view.game, ZhiyanState):
        raise TypeError(f"the scene {type(scope.view.scene).__name__} needs a picture game, not {scope.view.game!r}")
    return scope.view.game


def sub_round(scope: Scope, state: ZhiyanState) -> str:
    """The quiet header words: which round."""
    return sub_of_round(scope, scope.say("sub.round", n=state.round_number))


def stock_note(scope: Scope, state: ZhiyanState) -> str:
    """How long the deck lasts."""
    left = state.rounds_left
    return scope.say("picture.last_round") if left <= 1 else scope.say("picture.rounds_left", n=left)


def _prompt(scope: Scope, state: ZhiyanState, seat: Seat, picture: str, lines: tuple[str, ...]) -> Prompt:
    return Prompt(
        seat=seat,
        name=scope.name(seat),
        lines=lines,
        picture=picture,  # type: ignore[arg-type]
        stock_label=scope.say("picture.deck"),
        stock=state.stock,
        stock_unit=scope.say("gin.cards_unit", n=state.stock),
        stock_note=stock_note(scope, state),
    )


def telling(scope: Scope, scene: v.Telling) -> Page:
    """(24) The storyteller thinks of a clue and says it."""
    state = picture_state(scope)
    seat = state.storyteller
    lines = tuple(scope.say(f"picture.tell_{i}") for i in (1, 2, 3))
    return Page(
        kind="picture_tell",
        sub=sub_round(scope, state),
        band=scope.band(seat, "tell", scope.say("small.tell"), seat=seat),
        body=_prompt(scope, state, seat, "clue", lines),
        say=(scope.aloud("band.tell", seat=seat),),
        hand=state.round_number,
        strips=_told(scope, state, scope.say("picture.strip_tell")),
    )


def _told(scope: Scope, state: ZhiyanState, text: str) -> tuple[Strip, ...]:
    teller = state.storyteller
    return tuple(
        Strip(seat=seat, name=scope.name(seat), text=text if seat == teller else "", act=seat == teller)
        for seat in state.active
    )


def collecting(scope: Scope, scene: v.Collecting) -> Page:
    """(25) Everybody gives a card, face down, to the storyteller."""
    state = picture_state(scope)
    seat = state.storyteller
    two = state.cards_each == 2
    last = scope.say("picture.collect_2", seat=seat)
    lines = (scope.say("picture.collect_1"), *((scope.say("picture.collect_3p"),) if two else ()), last)
    key = "give_two" if two else "give_one"
    return Page(
        kind="picture_collect",
        sub=sub_round(scope, state),
        band=scope.band("all", key, scope.say("small.give", seat=seat), seat=seat),
        body=_prompt(scope, state, seat, "collect", lines),
        say=(scope.aloud(f"band.{key}", seat=seat),),
    )


# -- the row ----------------------------------------------------------------------------------------------------


def slots_of(scope: Scope, slots: tuple[v.Slot, ...], expected: int = 0) -> tuple[Slot, ...]:
    """The row with its numbers; places still empty at its end."""
    narrow = max(len(slots), expected) > WORDS_FIT
    states = {"sure": "sure", "reading": "reading", "missing": "missing", "used": "sure"}
    notes = {"missing": "picture.row_missing", "used": "picture.row_used"}
    out = [
        Slot(
            number=slot.number,
            cutout=slot.cutout,
            state=states[slot.state],  # type: ignore[arg-type]
            note=scope.say(notes[slot.state]) if slot.state in notes and not narrow else "",
        )
        for slot in slots
    ]
    known = {slot.number for slot in slots}
    out += [Slot(number=number, state="empty") for number in range(1, expected + 1) if number not in known]
    return tuple(sorted(out, key=lambda slot: slot.number))


def row_reading(scope: Scope, scene: v.RowReading) -> Page:
    """(26) The row is being laid; each card gets its number and keeps it."""
    state = picture_state(scope)
    seat = state.storyteller
    slots = slots_of(scope, scene.slots, scene.expected)
    numbered = sum(slot.state in ("sure", "used") for slot in scene.slots)
    count = scope.say("picture.numbered", n=numbered, m=scene.expected)
    return Page(
        kind="picture_row",
        sub=sub_round(scope, state),
        band=_row_band(scope, scene, seat),
        body=Row(
            slots=slots,
            empty=scope.say("picture.row_empty") if len(slots) <= WORDS_FIT else "–",
            count="" if scene.manual else count,
            count_label="" if scene.manual else scope.say("picture.numbered_label"),
            note="" if scene.manual else scope.say("picture.row_note"),
        ),
        say=(scope.aloud("band.lay", seat=seat),),
    )


def _row_band(scope: Scope, scene: v.RowReading, seat: Seat) -> Band:
    """Too many, too few or an old card are said only when the row rests; while it is laid nothing nags."""
    if scene.manual:
        return scope.band(seat, "lay", scope.say("small.lay_manual"), seat=seat)
    seen = len([slot for slot in scene.slots if slot.state != "missing"])
    if any(slot.state == "used" for slot in scene.slots):
        return scope.band(seat, "used", scope.say("small.lay"))
    if seen > scene.expected > 0:
        return scope.band(seat, "toomany", scope.say("small.lay"), n=seen, m=scene.expected)
    if scope.view.chip.why == "too_few" and seen:
        return scope.band(seat, "toofew", scope.say("small.lay"), n=seen, m=scene.expected)
    return scope.band(seat, "lay", help_line(scope, scope.say("small.lay")), seat=seat)


# -- the vote ---------------------------------------------------------------------------------------------------


def voting(scope: Scope, scene: v.Voting) -> Page:
    """(27, 28, 33) Everybody enters in secret; the screen has counts only."""
    state = picture_state(scope)
    teller = state.storyteller
    sweeping = scene.sweep is not None
    note = "picture.teller_wait_sweep" if sweeping else "picture.teller_wait"
    # Without a camera there are no pictures, but the numbers are the same.
    slots = scene.slots or tuple(v.Slot(number=number) for number in range(1, state.row + 1))
    count = len(slots)
    body = Ballot(
        slots=slots_of(scope, slots),
        # While a card is lit the room sees no count: a number that jumps would tell whose finger moved.
        entered=0 if sweeping else scene.entered,
        expected=scene.expected,
        count="" if sweeping else scope.say("gin.count_of", n=scene.entered, m=scene.expected),
        count_label="" if sweeping else scope.say("picture.entered_label"),
        teller=teller,
        teller_note=scope.say(note, seat=teller),
        late=scene.late,
        late_note=_late_note(scope, scene.late),
        sweep=_sweep(scope, scene.sweep),
        tokens=scene.by_tokens,
    )
    keys = () if sweeping or scene.by_tokens else tuple(str(n) for n in range(1, count + 1))
    hint = KeyHint(keys=keys, label=scope.say(_vote_key(state, scene)), in_body=True)
    return Page(
        kind="picture_redo" if scene.again else "picture_sweep" if sweeping else "picture_vote",
        sub=sub_round(scope, state),
        band=_vote_band(scope, scene, state),
        body=body,
        chip=_row_chip(scope, count),
        extra=(hint,) if keys and not scope.view.keys else (),
        in_body=frozenset() if scene.by_tokens else frozenset(range(1, count + 1)),
        labels={"slot": _vote_key(state, scene)},
        note=_vote_note(scope, scene, teller),
        note_seat=teller if sweeping else None,
        say=(scope.aloud("band.redo" if scene.again else _vote_key(state, scene)),),
        strips=_vote_strips(scope, state),
    )


def _late_note(scope: Scope, late: tuple[Seat, ...]) -> str:
    """Who is waited for; several are counted here and named in the footer."""
    if not late:
        return ""
    return scope.say("picture.late", seats=late) if len(late) == 1 else scope.say("picture.late_many", n=len(late))


def _vote_note(scope: Scope, scene: v.Voting, teller: Seat) -> str:
    if scene.sweep is not None:
        return scope.say("picture.teller_wait_sweep", seat=teller)
    if scene.late:
        return scope.say("tail.late", seats=scene.late)
    return "" if scene.by_tokens else scope.say("tail.wrong")


def _row_chip(scope: Scope, count: int) -> Chip:
    seen = scope.view.chip
    if seen.state == "done" and seen.count is None and count:
        return Chip(state="done", label=scope.say("chip.count", n=count))
    return chip(scope)


def _vote_key(state: ZhiyanState, scene: v.Voting) -> str:
    if scene.by_tokens:
        return "band.vote_tokens"
    if scene.sweep is not None:
        return f"band.sweep_{scene.sweep.phase}"
    return "band.vote3" if state.cards_each == 2 else "band.vote"


def _vote_band(scope: Scope, scene: v.Voting, state: ZhiyanState) -> Band:
    big = scope.say(_vote_key(state, scene))
    if scene.problem:
        return Band(seat="all", big=big, small=problem_text(scope, scene.problem, scene.problem_args), mark="no")
    if scene.sweep is not None:
        return Band(seat="all", big=big, small=scope.say("small.sweep"))
    if scene.again:
        return scope.band("all", "redo", big)
    if state.votes_allowed > 1:
        return Band(seat="all", big=big, small=scope.say("small.vote_two"))
    return Band(seat="all", big=big, small=scope.say("small.vote_guess", seat=state.storyteller))


def problem_text(scope: Scope, problem: str, args: Mapping[str, str | int]) -> str:
    """What is wrong with the row or with a token, and what to do."""
    names = [f"problem.row_{problem}", f"problem.{problem}"]
    if problem.startswith("token_"):
        names.append("problem.token_other")
    known = next((name for name in names if scope.words.has(name)), "problem.other")
    return scope.say(known, **args)


def _sweep(scope: Scope, sweep: v.Sweep | None) -> Sweep | None:
    if sweep is None:
        return None
    until = scope.view.now + (1.0 - sweep.share) * SWEEP_CARD
    left = Countdown(until=until, of=SWEEP_CARD) if sweep.lit else None
    return Sweep(phase="vote" if sweep.phase == "vote" else "own", lit=sweep.lit, left=left)


def _vote_strips(scope: Scope, state: ZhiyanState) -> tuple[Strip, ...]:
    """For a screen lying in the table: the same words for every guesser, whatever he has entered."""
    guess = scope.say("picture.strip_vote3" if state.cards_each == 2 else "picture.strip_vote")
    told = scope.say("picture.strip_teller")
    return tuple(
        Strip(
            seat=seat,
            name=scope.name(seat),
            text=told if seat == state.storyteller else guess,
            act=seat != state.storyteller,
        )
        for seat in state.active
    )
