"""Gin rummy while a hand is played: dealing, up-card, turns, the knock, and the cards laid open."""

from __future__ import annotations

from table.intake import view as v
from table.rules.cards import Card
from table.rules.gin import GinState, Phase
from table.rules.signals import Seat
from table.screens.frame import Page, Scope, card, clause, help_line
from table.screens.laid import example_groups, laid_row, loose_group, meld_group
from table.screens.model import (
    Band,
    Candidate,
    CardView,
    Countdown,
    Hands,
    Knock,
    PathStep,
    Piles,
    Prompt,
    Question,
    Refused,
    ScoreRow,
)

KNOCK_RING = 3.0
"""How long the ring around the knocker's sign runs (s); it only draws the eye, the knock can be taken back longer."""


def game_state(scope: Scope) -> GinState:
    """The folded game behind a gin screen. Raises `TypeError` where the view has none."""
    if not isinstance(scope.view.game, GinState):
        raise TypeError(f"the scene {type(scope.view.scene).__name__} needs a game of gin, not {scope.view.game!r}")
    return scope.view.game


def sub_hand(scope: Scope, state: GinState, ahead: int = 0) -> str:
    """The quiet header words: which hand, and of which game where a match has several."""
    text = scope.say("sub.hand", n=max(1, state.hand_number + ahead))
    if not state.rules.match_target:
        return text
    return clause(scope, scope.say("gin.game_number", n=state.game_number), text)


def dealing(scope: Scope, scene: v.Dealing) -> Page:
    """(10) The dealer deals; the table waits for the up-card."""
    state = game_state(scope)
    ahead = 1 if state.phase in (Phase.TO_DEAL, Phase.RESULT, Phase.GAME_OVER) else 0
    small = scope.say("small.deal_manual" if scene.manual else "small.deal")
    lines = tuple(scope.say(f"gin.deal_{i}") for i in (1, 2, 3))
    return Page(
        kind="gin_deal",
        sub=sub_hand(scope, state, ahead),
        band=scope.band(scene.dealer, "deal", help_line(scope, small), seat=scene.dealer),
        body=Prompt(seat=scene.dealer, name=scope.name(scene.dealer), lines=lines, picture="deal"),
        say=(scope.aloud("band.deal", seat=scene.dealer),),
        hand=max(1, state.hand_number + ahead),
    )


def score_rows(scope: Scope, state: GinState) -> tuple[ScoreRow, ...]:
    """Both players' points, hands won, and who deals."""
    points, won = state.points, state.hands_won
    return tuple(
        ScoreRow(
            seat=seat,
            name=scope.name(seat),
            points=points[seat],
            note=scope.say("gin.hands_won", n=won[seat]),
            tag=scope.say("gin.deals") if seat == state.dealer else "",
        )
        for seat in in_places(scope, state)
    )


def in_places(scope: Scope, state: GinState) -> tuple[Seat, ...]:
    """The players in the order in which their scores stand; with `View.swap` it turns with each hand."""
    return state.seats[::-1] if scope.view.swap and state.hand_number % 2 == 0 and state.hand_number else state.seats


def piles(scope: Scope, state: GinState, focus: str = "") -> Piles:
    """Stock, discard pile and standing."""
    sure = state.stock_low == state.stock_high
    left = state.stock_low - state.rules.stock_end
    if not sure:
        note = scope.say("gin.stock_between", low=state.stock_low, high=state.stock_high)
    elif left <= 1:
        note = scope.say("gin.last_draw")
    else:
        note = scope.say("gin.until_void", n=left)
    discard, discard_note = _discard(scope, state)
    return Piles(
        stock_label=scope.say("gin.stock"),
        stock=state.stock_low if sure else None,
        stock_unit=scope.say("gin.cards_unit", n=state.stock_low),
        stock_note=note,
        discard_label=scope.say("gin.discards"),
        discard=discard,
        discard_note=discard_note,
        scores_label=scope.say("gin.standing"),
        target_label=scope.say("gin.to_target", n=state.rules.game_target),
        target=state.rules.game_target,
        scores=score_rows(scope, state),
        focus=focus,  # type: ignore[arg-type]
    )


def _discard(scope: Scope, state: GinState) -> tuple[CardView, str]:
    if not state.pile:
        return CardView(state="expected"), scope.say("gin.no_card")
    if state.top is None:
        return CardView(state="unsure"), scope.say("gin.unread")
    return card(state.top), ""


def offer(scope: Scope, scene: v.Offer) -> Page:
    """(11) The up-card: take it or pass."""
    state = game_state(scope)
    small = scope.say("small.offer", card=state.upcard) if state.upcard else ""
    card_said = (scope.aloud("small.offer", card=state.upcard),) if state.upcard else ()
    say = (*card_said, scope.aloud("band.offer", seat=scene.seat))
    return Page(
        kind="gin_offer",
        sub=sub_hand(scope, state),
        band=scope.band(scene.seat, "offer", help_line(scope, small), seat=scene.seat),
        body=piles(scope, state, "discard"),
        say=say,
    )


def turn(scope: Scope, scene: v.Turn) -> Page:
    """(12) Draw, then discard; the game's phase says which."""
    state = game_state(scope)
    seat = scene.seat
    if state.phase is Phase.DISCARD:
        forbidden = state.taken is not None and state.rules.discard_taken == "forbidden"
        small = scope.say("small.discard_took", card=state.taken) if forbidden else scope.say("small.discard")
        band = scope.band(seat, "discard", help_line(scope, small), seat=seat)
        return Page(
            kind="gin_discard",
            sub=sub_hand(scope, state),
            band=band,
            body=piles(scope, state, "discard"),
            labels={"knock": "key.knock_after_discard"},
        )
    only = scene.stock_only or state.stock_only
    small = scope.say("small.stock_only" if only or not state.pile else "small.draw")
    key = "bothpass" if only and state.passes > 1 else "draw"
    return Page(
        kind="gin_draw",
        sub=sub_hand(scope, state),
        band=scope.band(seat, key, help_line(scope, small), seat=seat),
        body=piles(scope, state, "stock" if only else "both"),
        say=(scope.aloud(f"band.{key}", seat=seat),),
    )


def forbidden_discard(scope: Scope, scene: v.ForbiddenDiscard) -> Page:
    """(13) The card just taken may not go straight back."""
    state = game_state(scope)
    view = card(scene.card)
    path = (
        PathStep(place="pile", label=scope.say("gin.pile"), card=view),
        PathStep(place="hand", label=scope.say("gin.your_hand"), seat=scene.seat),
        PathStep(place="pile", label=scope.say("gin.pile"), card=card(scene.card, "illegal"), bad=True),
    )
    band = scope.band(scene.seat, "forbidden", scope.say("small.forbidden"))
    return Page(
        kind="gin_forbidden",
        sub=sub_hand(scope, state),
        band=Band(seat=band.seat, big=band.big, small=band.small, mark="no"),
        body=Refused(
            title=scope.say("gin.why"),
            card=card(scene.card, "illegal"),
            path=path,
            seat=scene.seat,
            lines=(scope.say("gin.forbidden_1"), scope.say("gin.forbidden_2")),
            clause=scope.say("gin.rule", rules=scope.rules_name),
        ),
        note=scope.say("tail.nothing"),
    )


def limit_line(scope: Scope, limit: int) -> str:
    """How much deadwood a knock may leave."""
    return scope.say("gin.limit", n=limit) if limit else scope.say("gin.limit_gin")


def knock_pressed(scope: Scope, scene: v.KnockPressed) -> Page:
    """(14) A big sign, and how to lay the cards; the knock can be taken back until a card is open."""
    state = game_state(scope)
    if scene.needs_discard:
        band = scope.band(scene.seat, "nocard", scope.say("small.nocard"))
    else:
        band = scope.band(scene.seat, "knock", scope.say("small.knock"), seat=scene.seat)
    return Page(
        kind="gin_knock",
        sub=sub_hand(scope, state),
        band=band,
        body=Knock(
            seat=scene.seat,
            ring=Countdown(until=scene.since + KNOCK_RING, of=KNOCK_RING),
            lines=(scope.say("gin.lay_1"), scope.say("gin.lay_2")),
            strong=limit_line(scope, state.limit),
            example=example_groups(),
        ),
        note=scope.say("tail.no_card_yet") if scope.keys_of("take_back") else "",
        say=(scope.aloud("band.nocard" if scene.needs_discard else "band.knock", seat=scene.seat),),
    )


def laying(scope: Scope, scene: v.Laying) -> Page:
    """(15) Both rows fill; melds are grouped and the deadwood is added up as it is read."""
    state = game_state(scope)
    if scene.manual and scene.typing:
        band = scope.band(scene.typing, "type_hand", scope.say("small.knock"), seat=scene.typing)
    else:
        band = scope.band("all", "laying", help_line(scope, scope.say("small.knock")))
    return Page(
        kind="gin_laying",
        sub=scope.say("sub.knocked", seat=scene.knocker),
        band=band,
        body=Hands(rows=tuple(laid_row(scope, row, scene.knocker) for row in scene.rows)),
        note="" if scope.view.keys else limit_line(scope, state.limit),
    )


def which_card(scope: Scope, scene: v.WhichCard) -> Page:
    """(16) The camera's cut-out beside drawn cards; it does not say which answer helps whom."""
    state = game_state(scope)
    small = scope.say("small.which")
    if scene.agreed:
        small = scope.say("small.which_agreed", seats=scene.agreed)
    elif scene.both:
        small = scope.say("small.which_both")
    if scene.both:
        band = scope.band("all", "which_both", small)
    elif scene.seat:
        band = scope.band(scene.seat, "which_seat", small, seat=scene.seat)
    else:
        band = scope.band("all", "which", small)
    keys = {str(key.args.get("card", "")): str(key.key) for key in scope.view.keys if "card" in key.args}
    candidates = tuple(
        Candidate(key=keys.get(name, str(i)), card=card(name), share=share)
        for i, (name, share) in enumerate(scene.candidates, start=1)
    )
    what = {"laid": "", "discard": "gin.discards", "upcard": "small.pick_upcard"}[scene.of]
    question = Question(
        cutout=scene.cutout,
        candidates=candidates,
        note=scope.say(what) if what else "",
        need_both=scope.say("gin.need_both") if scene.both else "",
    )
    shown = {candidate.key for candidate in candidates}
    return Page(
        kind="gin_which",
        sub=scope.say("sub.knocked", seat=state.knocker) if state.knocker else sub_hand(scope, state),
        band=band,
        body=Hands(rows=tuple(laid_row(scope, row, state.knocker) for row in scene.rows), question=question),
        in_body=frozenset(key.key for key in scope.view.keys if str(key.key) in shown),
        say=(scope.aloud("band.which"),) if not scene.agreed else (),
    )


def contradiction(scope: Scope, scene: v.Contradiction) -> Page:
    """What is shown cannot be; nothing is counted before it fits."""
    state = game_state(scope)
    problems = [problem_line(scope, key, cards) for key, cards in scene.problems]
    twice = [cards for key, cards in scene.problems if key.endswith(("twice", "card_in_both")) and len(cards) == 1]
    small = problems[0] if problems else scope.say("small.contradiction")
    band = scope.band("all", "contradiction", small)
    if twice:
        band = scope.band("all", "twice", scope.say("small.contradiction"), card=twice[0][0])
    return Page(
        kind="gin_contradiction",
        sub=scope.say("sub.knocked", seat=state.knocker) if state.knocker else sub_hand(scope, state),
        band=Band(seat="all", big=band.big, small=band.small, mark="no"),
        body=Hands(rows=tuple(laid_row(scope, row, state.knocker) for row in scene.rows)),
        note=problems[1] if len(problems) > 1 else scope.say("gin.illegal_3") if scope.view.fix else "",
    )


def problem_line(scope: Scope, key: str, cards: tuple[Card, ...]) -> str:
    """A contradiction in words; one that has no words of its own says at least that the cards do not fit."""
    name = f"problem.{key.rpartition('.')[2]}"
    return scope.say(name if scope.words.has(name) else "problem.other", cards=cards)


def knock_refused(scope: Scope, scene: v.KnockRefused) -> Page:
    """(17) The deadwood as read, card by card, and the limit."""
    state = game_state(scope)
    groups = tuple(meld_group(meld) for meld in scene.melds)
    if scene.deadwood:
        groups += (loose_group(scene.deadwood),)
    band = scope.band(scene.seat, "illegal", scope.say("small.illegal"), n=scene.total, max=scene.limit)
    return Page(
        kind="gin_illegal",
        sub=scope.say("sub.knocked", seat=scene.seat),
        band=Band(seat=scene.seat, big=band.big, small=band.small, mark="no"),
        body=Refused(
            title=scope.say("gin.why"),
            number=str(scene.total),
            number_label=scope.say("gin.limit_label", n=scene.limit),
            groups=groups,
            seat=scene.seat,
            lines=(
                scope.say("gin.illegal_2", n=scene.total, max=scene.limit),
                scope.say("gin.illegal_3"),
            ),
            clause=scope.say("gin.rule", rules=scope.rules_name),
        ),
        say=(scope.aloud("band.illegal", n=scene.total, max=scene.limit),),
        note=limit_line(scope, state.limit) if not scope.view.keys else "",
    )
