"""Putting things right: the Fix menu, the last events as sentences, undoing a hand, what cannot be changed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from table.intake import view as v
from table.rules.cards import INDEX
from table.rules.gin import GinState
from table.rules.signals import Seat
from table.rules.zhiyan import ZhiyanState
from table.screens.frame import Page, Scope, card, clause, fix_word, label_of
from table.screens.gin_result import shown_points
from table.screens.model import Band, CardView, Choice, ChoiceItem, Log, LogRow, Notice
from table.screens.start import points_line

CARD = re.compile("[A2-9TJQK][SHDC]")
"""A card inside a longer text."""


def fix_sub(scope: Scope) -> str:
    """The header words of a correction: the hand or round, and that the game waits."""
    waiting = scope.say("sub.fix")
    state = scope.view.game
    if isinstance(state, GinState) and state.hand_number:
        return clause(scope, scope.say("sub.hand", n=state.hand_number), waiting)
    if isinstance(state, ZhiyanState):
        return clause(scope, scope.say("sub.round", n=state.round_number), waiting)
    return waiting


def fix_band(scope: Scope, key: str, small: str = "", /, **values: object) -> Band:
    """The dark band with the amber frame: Fix is open."""
    return Band(seat=None, big=scope.say(f"band.{key}", **values), small=small, mark="fix")


def fix_menu(scope: Scope, scene: v.FixMenu) -> Page:
    """(40) What can be wrong here; each item on its own key."""
    items = []
    for key in scope.view.keys:
        if key.action in ("leave", "back", "more"):
            continue
        items.append(
            ChoiceItem(
                key=str(key.key),
                title=label_of(scope, key),
                seat=_seat_arg(key.args),
                card=_card_arg(key.args),
                picked=scope.is_lit(key.key),
            )
        )
    if not items:
        items = [
            ChoiceItem(key=str(i), title=fix_word(scope, name, {}), picked=scope.is_lit(i))
            for i, name in enumerate(scene.items, start=1)
        ]
    return Page(
        kind="fix_menu",
        sub=fix_sub(scope),
        band=fix_band(scope, "fix_menu", scope.say("small.fix_menu")),
        body=Choice(items=tuple(items[:6]), aside=_aside(scope) if 2 < len(items) < 6 else ()),
        in_body=frozenset(int(item.key) for item in items),
        note=scope.say("tail.service"),
        fix_label="fixkey.leave",
    )


def _seat_arg(args: Mapping[str, str | int]) -> Seat | None:
    seat = args.get("seat")
    return str(seat) if seat else None


def _card_arg(args: Mapping[str, str | int]) -> CardView | None:
    name = args.get("card")
    return card(str(name)) if name in INDEX else None


def _aside(scope: Scope) -> tuple[str, ...]:
    """The points as they stand, so that people see what is safe."""
    state = scope.view.game
    if isinstance(state, GinState):
        points = shown_points(state)
        return (points_line(scope, tuple(points.items())), scope.say("tail.saved"))
    if isinstance(state, ZhiyanState):
        return _in_threes(scope, tuple(state.points.items()))
    return ()


def _in_threes(scope: Scope, points: tuple[tuple[Seat, int], ...]) -> tuple[str, ...]:
    """The points of many places in two lines; where there are too many for that, those who lead."""
    ordered = sorted(points, key=lambda pair: -pair[1])
    return tuple(points_line(scope, tuple(ordered[i : i + 3])) for i in range(0, min(6, len(ordered)), 3))


# -- events as sentences ----------------------------------------------------------------------------------------


def event_text(scope: Scope, line: v.EventLine) -> str:
    """One event of the log as a sentence. What was not read says so; an unknown kind says at least that it was."""
    key = f"event.{line.kind}"
    args: dict[str, str | int] = {name: value for name, value in line.args.items() if value not in ("", None)}
    source = args.get("source")
    if line.kind == "drew" and source:
        key = f"{key}_{source}"
    if args.get("card", "?") == "?" and scope.words.has(f"{key}_unread"):
        key = f"{key}_unread"
    if "seat" not in args and scope.words.has(f"{key}_nobody"):
        key = f"{key}_nobody"
    if not scope.words.has(key):
        return scope.say("event.unknown")
    return scope.say(key, **{**_blank(scope, key), **args})


def _blank(scope: Scope, key: str) -> dict[str, str | int]:
    """Empty values for what an event does not tell, so that a correction never fails for a missing word."""
    return dict.fromkeys(scope.words.wants(key), "")


def log_rows(scope: Scope, lines: tuple[v.EventLine, ...]) -> tuple[LogRow, ...]:
    """Events as rows, the accepted keys beside them in order."""
    keys = [str(key.key) for key in scope.keys_of("this_event", "this_hand")]
    rows = []
    for i, line in enumerate(lines):
        rows.append(
            LogRow(
                key=keys[i] if i < len(keys) else "",
                text=event_text(scope, line),
                seat=_seat_arg(line.args),
                state="void" if line.voided else "",
                mark=scope.say("log.void") if line.voided else "",
            )
        )
    return tuple(rows)


def _page_words(scope: Scope, page: int, pages: int) -> str:
    return scope.say("history.page", n=page + 1, m=pages) if pages > 1 else ""


def fix_events(scope: Scope, scene: v.FixEvents) -> Page:
    """The last events, newest first; a key picks the one that is wrong."""
    rows = log_rows(scope, scene.lines)
    picked = not scope.keys_of("this_event") and len(scene.lines) == 1
    return Page(
        kind="fix_event" if picked else "fix_events",
        sub=fix_sub(scope),
        band=fix_band(scope, "fix_event_what" if picked else "fix_events", scope.say("small.fix_events")),
        body=Log(rows=rows, empty=scope.say("log.empty"), page=_page_words(scope, scene.page, scene.pages)),
        in_body=frozenset(int(row.key) for row in rows if row.key),
        fix_label="fixkey.leave",
    )


def undo_hand(scope: Scope, scene: v.UndoHand) -> Page:
    """(43) The last results as lines; then every player confirms."""
    rows = log_rows(scope, scene.lines)
    if scene.picked is None:
        band = fix_band(scope, "undo_pick", scope.say("small.undo"))
    else:
        rows = tuple(
            LogRow(key="", text=row.text, seat=row.seat, cards=row.cards, state=row.state, mark=row.mark)
            for row, line in zip(rows, scene.lines, strict=True)
            if line.number == scene.picked
        )
        small = scope.say("small.undo")
        if scene.confirmed:
            small = scope.say("small.undo_confirmed", seats=scene.confirmed)
        band = fix_band(scope, "undo_confirm", small)
    return Page(
        kind="fix_undo",
        sub=fix_sub(scope),
        band=band,
        body=Log(rows=rows, empty=scope.say("log.empty")),
        in_body=frozenset(int(row.key) for row in rows if row.key),
        fix_label="fixkey.leave",
    )


def cannot_fix(scope: Scope, scene: v.CannotFix) -> Page:
    """The correction would break a later event: which one, and why."""
    name = f"refused.{scene.reason.removeprefix('refused.')}"
    why = scope.say("small.cannot_fix")
    if scene.reason:
        values = {**_blank(scope, name), **_reason_args(scene.reason_args)} if scope.words.has(name) else {}
        why = scope.say(name, **values) if scope.words.has(name) else scene.reason
    lines = (event_text(scope, scene.line),) if scene.line else ()
    band = fix_band(scope, "cannot_fix", scope.say("small.cannot_fix"))
    return Page(
        kind="fix_refused",
        sub=fix_sub(scope),
        band=band,
        body=Notice(lines=(*lines, why)),
        fix_label="fixkey.leave",
    )


def _reason_args(args: Mapping[str, str | int]) -> dict[str, str | int]:
    """The arguments of a refusal; lists of cards come as text and are told apart here."""
    lists = {name: " ".join(CARD.findall(str(args[name]))) for name in ("cards", "melds") if name in args}
    return {**args, **lists}
