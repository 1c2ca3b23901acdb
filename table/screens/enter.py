"""What people enter with keys: a card by three presses, points, an owner, a hand or a round scored by hand."""

from __future__ import annotations

from table.intake import view as v
from table.rules.gin import GinState
from table.rules.signals import Seat
from table.rules.zhiyan import ZhiyanState
from table.screens.fix import fix_band, fix_sub
from table.screens.frame import Page, Scope, card, label_of, sub_of_round
from table.screens.model import (
    Candidate,
    CardPick,
    Choice,
    ChoiceItem,
    Hands,
    PickStage,
    PointKey,
    Points,
    Question,
)
from table.screens.start import points_line

HOWS = ("knock", "gin", "big_gin", "undercut", "tie")
"""The ways to win a hand, as keys offer them."""


def pick_card(scope: Scope, scene: v.PickCard) -> Page:
    """(41) Suit, row, column. Cards that lie elsewhere are off. The cards that the eye thought of come first."""
    if scene.runner_up and scene.suit is None:
        return _runners_up(scope, scene)
    stage = 0 if scene.suit is None else 1 if scene.row is None else 2
    key = ("pick_suit", "pick_row", "pick_column")[stage]
    states = ("done", "now", "later")
    stages = tuple(
        PickStage(label=scope.say(f"pick.{name}"), state=states[(i >= stage) + (i > stage)])  # type: ignore[arg-type]
        for i, name in enumerate(("suit", "row", "column"))
    )
    body = CardPick(
        cutout=scene.cutout,
        suit=scene.suit,  # type: ignore[arg-type]
        row=scene.row,
        gone=scene.gone,
        gone_label=scope.say("pick.gone"),
        row_label=scope.say("pick.row"),
        column_label=scope.say("pick.column"),
        suit_labels=tuple(scope.say(f"suit.{suit}") for suit in "SHDC"),
        stages=stages,
    )
    small = _pick_small(scope, scene)
    return Page(
        kind="fix_card",
        sub=_pick_sub(scope, scene),
        band=fix_band(scope, key, small) if scene.purpose == "fix" else scope.band(scene.seat or "all", key, small),
        body=body,
        note=scope.words.cards(scene.chosen[-10:]),
        labels={"suit": "key.any_suit", "row": "key.row", "this_card": "key.column"},
        fix_label="fixkey.leave" if scene.purpose == "fix" else "fixkey.label",
    )


def _runners_up(scope: Scope, scene: v.PickCard) -> Page:
    """The cut-out beside what the eye thought of; one more key leads to the whole deck."""
    candidates = tuple(
        Candidate(key=str(key.key), card=card(key.args["card"]), share=None)
        for key in scope.keys_of("this_card")
        if "card" in key.args
    )
    small = _pick_small(scope, scene)
    if scene.purpose == "fix":
        band = fix_band(scope, "which", small)
    else:
        band = scope.band(scene.seat or "all", "which", small)
    return Page(
        kind="fix_card_which",
        sub=_pick_sub(scope, scene),
        band=band,
        body=Hands(rows=(), question=Question(cutout=scene.cutout, candidates=candidates)),
        in_body=frozenset(int(candidate.key) for candidate in candidates),
        fix_label="fixkey.leave" if scene.purpose == "fix" else "fixkey.label",
    )


def _pick_small(scope: Scope, scene: v.PickCard) -> str:
    if scene.purpose == "upcard":
        return scope.say("small.pick_upcard")
    if scene.purpose == "fix" or scene.seat is None:
        return scope.say("small.pick_fix")
    return scope.say(f"small.pick_{scene.purpose}", seat=scene.seat)


def _pick_sub(scope: Scope, scene: v.PickCard) -> str:
    if scene.of > 1:
        return scope.say("small.pick_of", n=min(len(scene.chosen) + 1, scene.of), m=scene.of)
    return fix_sub(scope) if scene.purpose == "fix" else scope.say("sub.safe")


# -- points, owners ---------------------------------------------------------------------------------------------


def _point_keys(scope: Scope) -> tuple[PointKey, ...]:
    """The keys that change a number, as the intake offers them: +10, +1, −1, +5, clear, done."""
    return tuple(
        PointKey(key=str(key.key), label=label_of(scope, key), good=key.action in ("finished", "confirm"))
        for key in scope.view.keys
        if key.action not in ("back", "leave")
    )


def _keys_in(scope: Scope) -> frozenset[int]:
    return frozenset(key.key for key in scope.view.keys if key.action not in ("back", "leave"))


def fix_points(scope: Scope, scene: v.FixPoints) -> Page:
    """A points line by hand: whose, and how many."""
    if scene.seat is None and not scope.keys_of("my_points"):
        return _fix_stock(scope, scene)
    if scene.seat is None:
        seats = scope.view.seats
        own = str(scope.view.keys[0].key) if scope.view.keys else "1"
        items = tuple(ChoiceItem(key=own, title=scope.name(seat), seat=seat) for seat in seats[:6])
        return Page(
            kind="fix_points_whose",
            sub=fix_sub(scope),
            band=fix_band(scope, "fix_whose", scope.say("small.who_won")),
            body=Choice(items=items),
            in_body=frozenset({int(own)}) if scope.view.keys else frozenset(),
            fix_label="fixkey.leave",
        )
    after = scene.before + scene.number
    return Page(
        kind="fix_points",
        sub=fix_sub(scope),
        band=fix_band(scope, "fix_points", scope.say("small.fix_points", n=scene.before, m=after), seat=scene.seat),
        body=Points(
            seat=scene.seat,
            number=scope.words.signed(scene.number),
            label=scope.say("gin.points_label"),
            keys=_point_keys(scope),
            preview=scope.say("hand.preview", seat=scene.seat, n=scene.before, m=after),
        ),
        in_body=_keys_in(scope),
        fix_label="fixkey.leave",
    )


def _fix_stock(scope: Scope, scene: v.FixPoints) -> Page:
    """The cards left in the stock, counted by people."""
    return Page(
        kind="fix_stock",
        sub=fix_sub(scope),
        band=fix_band(scope, "fix_stock", scope.say("small.fix_menu")),
        body=Points(
            seat=None,
            number=str(scene.number),
            label=scope.say("gin.cards_unit", n=scene.number),
            keys=_point_keys(scope),
        ),
        in_body=_keys_in(scope),
        fix_label="fixkey.leave",
    )


def fix_owner(scope: Scope, scene: v.FixOwner) -> Page:
    """(42) Whose is card `number`? The owner presses at the own place."""
    if not scene.number:
        items = tuple(
            ChoiceItem(key=str(key.key), title=label_of(scope, key), picked=scope.is_lit(key.key))
            for key in scope.view.keys
            if key.action not in ("back", "leave")
        )
        return Page(
            kind="fix_owner_card",
            sub=fix_sub(scope),
            band=fix_band(scope, "fix_which_card", scope.say("small.anybody")),
            body=Choice(items=items[:6]),
            in_body=frozenset(int(item.key) for item in items[:6]),
            fix_label="fixkey.leave",
        )
    own = str(scope.view.keys[0].key) if scope.view.keys else ""
    seats = scope.view.seats
    items = tuple(ChoiceItem(key=own, title=scope.name(seat), seat=seat) for seat in seats[:6])
    return Page(
        kind="fix_owner",
        sub=fix_sub(scope),
        band=fix_band(scope, "fix_owner", scope.say("small.fix_owner"), k=scene.number),
        body=Choice(items=items),
        in_body=frozenset({int(own)}) if own else frozenset(),
        fix_label="fixkey.leave",
    )


# -- scoring by hand --------------------------------------------------------------------------------------------


def by_hand(scope: Scope, scene: v.ByHand) -> Page:
    """(3) Who won, how, how many points; the engine adds the bonus itself. In the picture game: each one's points."""
    if scene.stage == "winner":
        return _who_won(scope)
    if scene.stage == "how":
        return _how_won(scope, scene)
    gains = scene.stage == "gains"
    key = "gains" if gains else "how_many"
    small = scope.say("small.by_hand")
    if not gains:
        small = scope.say("small.loser_deadwood" if scene.how in ("gin", "big_gin") else "small.difference")
    elif scene.entered:
        small = points_line(scope, scene.entered) if len(scene.entered) != 2 else _both(scope, scene.entered)
    preview = ""
    if scene.seat is not None:
        preview = scope.say("hand.preview", seat=scene.seat, n=scene.before, m=scene.before + scene.number)
    return Page(
        kind="by_hand_gains" if gains else "by_hand_points",
        sub=hand_sub(scope),
        band=scope.band(scene.seat or "all", key, small, seat=scene.seat or "all"),
        body=Points(
            seat=scene.seat,
            number=str(scene.number),
            label=scope.say("hand.round_label" if gains else "hand.points_label"),
            keys=_point_keys(scope),
            preview=preview if gains else "",
        ),
        in_body=_keys_in(scope),
        note=scope.say("tail.camera_back") if scope.view.chip.why == "no_camera" else "",
    )


def _both(scope: Scope, entered: tuple[tuple[Seat, int], ...]) -> str:
    return scope.say("list.comma").join(f"{scope.name(seat)} +{number}" for seat, number in entered)


def hand_sub(scope: Scope) -> str:
    state = scope.view.game
    if isinstance(state, GinState):
        return scope.say("sub.hand", n=max(1, state.hand_number))
    if isinstance(state, ZhiyanState):
        return sub_of_round(scope, scope.say("sub.round", n=state.round_number))
    return scope.say("sub.safe")


def _who_won(scope: Scope) -> Page:
    own = scope.key_of("i_won") or (str(scope.view.keys[0].key) if scope.view.keys else "1")
    items = [ChoiceItem(key=own, title=scope.name(seat), seat=seat) for seat in scope.view.seats[:4]]
    for key in scope.view.keys:
        if key.action in ("nobody", "how_void", "void_hand"):
            items.append(ChoiceItem(key=str(key.key), title=label_of(scope, key), picked=scope.is_lit(key.key)))
    return Page(
        kind="by_hand_winner",
        sub=hand_sub(scope),
        band=scope.band("all", "who_won", scope.say("small.who_won")),
        body=Choice(items=tuple(items)),
        in_body=frozenset(int(item.key) for item in items),
    )


def _how_won(scope: Scope, scene: v.ByHand) -> Page:
    items = tuple(
        ChoiceItem(
            key=str(key.key),
            title=scope.say(f"hand.{key.action}") if key.action in HOWS else label_of(scope, key),
            picked=scope.is_lit(key.key),
        )
        for key in scope.view.keys
        if key.action not in ("back", "leave")
    )[:6]
    seat = scene.seat
    band = scope.band(seat, "how_won", scope.say("small.by_hand"), seat=seat) if seat else scope.band("all", "who_won")
    return Page(
        kind="by_hand_how",
        sub=hand_sub(scope),
        band=band,
        body=Choice(items=items),
        labels={how: f"hand.{how}" for how in HOWS},
        in_body=frozenset(int(item.key) for item in items),
    )
