"""Before a game: self-check, safe mode, attract, choosing game and rules, sitting down, who begins, the saver."""

from __future__ import annotations

from table.intake import view as v
from table.rules.cards import INDEX, Card, pretty
from table.rules.signals import SEATS, Seat
from table.screens.frame import Page, Scope, card, label_of
from table.screens.model import (
    Attract,
    Band,
    CheckRow,
    Checks,
    Choice,
    ChoiceItem,
    PodHint,
    Saver,
    SeatPlace,
    Seats,
)
from table.words import LANGUAGES, Words, next_language

SAVER_STEP = 60.0
"""Seconds after which the saver's outlines move on."""


def check_rows(scope: Scope, lines: tuple[v.CheckLine, ...]) -> tuple[CheckRow, ...]:
    """Lines of a check with the names of the parts in words; what is said of a part is shown as given."""
    rows = []
    for line in lines:
        label = scope.say(f"part.{line.part}") if scope.words.has(f"part.{line.part}") else line.part
        rows.append(CheckRow(label=label, state=line.state, hint=line.text or scope.say(f"part.{line.state}")))
    return tuple(rows)


def self_check(scope: Scope, scene: v.SelfCheck) -> Page:
    """(1) The parts answer one by one."""
    bad = [line for line in scene.lines if line.state == "bad"]
    waiting = [line for line in scene.lines if line.state == "wait"]
    band = scope.band(None, "check")
    if bad and not waiting:
        settings = [line.part for line in bad] == ["settings"]
        band = scope.band(None, "check_bad", scope.say("small.check_settings" if settings else "small.check_bad"))
    elif scene.lines and not waiting:
        band = scope.band(None, "check_ok")
    body = Checks(rows=check_rows(scope, scene.lines))
    return Page(
        kind="self_check", title=scope.say("app.name"), sub=scope.say("sub.check"), band=band, body=body, hide_chip=True
    )


def safe_mode(scope: Scope, scene: v.SafeMode) -> Page:
    """(2) What is missing, what still works."""
    no_camera = "camera" in scene.missing
    band = scope.band("all", "nocam" if no_camera else "safe", scene.reason or scope.say("small.check_bad"))
    if no_camera:
        band = scope.band("all", "nocam", scope.say("small.nocam"))
    lines = [
        v.CheckLine(part=part, state="bad", text=scene.reason if i == 0 else "") for i, part in enumerate(scene.missing)
    ]
    lines += [v.CheckLine(part=part, state="ok") for part in scene.works]
    if not any(line.part == "score" for line in lines):
        lines.append(v.CheckLine(part="score", state="ok"))
    body = Checks(
        rows=check_rows(scope, tuple(lines)),
        picture="cable" if no_camera else "",
        picture_label=scope.say("part.cable") if no_camera else "",
    )
    return Page(kind="safe_mode", title=scope.say("app.name"), sub=scope.say("sub.safe"), band=band, body=body)


def attract(scope: Scope, scene: v.Attract) -> Page:
    """(4) Any button begins; the own language first, the other three below."""
    own = scope.words.base
    others = [lang for lang in LANGUAGES if lang != own]
    lines = (scope.say("band.anykey"), *(Words(lang).say("band.anykey") for lang in others))
    last = ""
    if scene.last is not None:
        last = scope.say("attract.last", text=points_line(scope, scene.last.points))
    games = " · ".join(dict.fromkeys((scope.say("game.gin"), scope.say("game.zhiyan"), "只言片语")))
    body = Attract(name=scope.say("app.name"), games=games, lines=lines, last=last, clock=scene.clock)
    return Page(kind="attract", title="", body=body, hide_chip=True)


def points_line(scope: Scope, points: tuple[tuple[Seat, int], ...]) -> str:
    """``Sun 95 : 43 Mountain`` for two, ``Moon 31, Sun 24, Star 20``, the first three, for more."""
    if len(points) == 2:
        (a, first), (b, second) = points
        return f"{scope.name(a)} {first} : {second} {scope.name(b)}"
    ordered = sorted(points, key=lambda pair: -pair[1])[:3]
    return scope.say("list.comma").join(f"{scope.name(seat)} {number}" for seat, number in ordered)


def pick_game(scope: Scope, scene: v.PickGame) -> Page:
    """(5) Two games, and language, history beside them."""
    pictures = {"gin": "gin", "picture_game": "zhiyan", "language": "language", "history": "history"}
    about = {"gin": "game.gin.about", "picture_game": "game.zhiyan.about"}
    items = []
    for key in scope.view.keys:
        if key.action == "back":
            continue
        lines: tuple[str, ...] = (scope.say(about[key.action]),) if key.action in about else ()
        if key.action == "language":
            lines = (Words(next_language(scope.words.lang)).say("lang.name"),)
        items.append(
            ChoiceItem(
                key=str(key.key),
                title=label_of(scope, key),
                lines=lines,
                picture=pictures.get(key.action, ""),  # type: ignore[arg-type]
                picked=scope.is_lit(key.key),
            )
        )
    big = sum(1 for key in scope.view.keys if key.action in about)
    return Page(
        kind="pick_game",
        title=scope.say("app.name"),
        sub=scope.say("sub.choose"),
        band=scope.band("all", "pick_game", scope.say("small.anybody")),
        body=Choice(items=tuple(items), big=big),
        in_body=frozenset(int(item.key) for item in items),
        hide_chip=True,
    )


def joining(scope: Scope, scene: v.Joining) -> Page:
    """(8) The table from above: who is in."""
    count = len(scene.joined)
    if scene.least == scene.most == 2:
        small = scope.say("small.joined_two", n=count)
    else:
        small = scope.say("small.joined", n=count, least=scene.least, most=scene.most)
    can_start = scope.key_of("start_with")
    pods = [
        PodHint(keys=("1", "2", "3", "4", "5", "6"), small=scope.say("seats.any_key"), big=scope.say("seats.sit_down"))
    ]
    if can_start:
        small_word = scope.say("seats.hold" if scope.view.input == "one-button" else "seats.key_6")
        pods.append(PodHint(keys=(can_start,), small=small_word, big=scope.say("seats.start")))
    return Page(
        kind="joining",
        sub=scope.say("sub.joining"),
        band=scope.band("all", "join", small),
        body=Seats(places=_places(scope, scene.joined), least=scene.least, most=scene.most, pods=tuple(pods)),
        hide_chip=True,
    )


def _places(scope: Scope, joined: tuple[Seat, ...], free: bool = True) -> tuple[SeatPlace, ...]:
    known = tuple(dict.fromkeys((*SEATS, *joined))) if free else joined
    return tuple(
        SeatPlace(
            seat=seat,
            name=scope.name(seat),
            joined=seat in joined,
            note="" if seat in joined else scope.say("seat.free"),
        )
        for seat in known
    )


def who_first(scope: Scope, scene: v.WhoFirst) -> Page:
    """(9) Own button, by lot, or the higher card drawn."""
    if scene.by_draw:
        band = scope.band("all", "draw_tie" if scene.tie else "draw_for_deal", scope.say("small.first_draw"))
    else:
        band = scope.band("all", "first_dealer" if scene.game == "gin" else "first_teller", scope.say("small.first"))
    drawn = dict(scene.drawn)
    me = scope.key_of("me_first")
    items = tuple(
        ChoiceItem(key=me, title=scope.name(seat), seat=seat, card=card(drawn[seat]) if seat in drawn else None)
        for seat in scene.joined
    )
    lot = scope.keys_of("draw_lots")
    if lot and len(items) < 6:
        key = lot[0]
        items += (
            ChoiceItem(key=str(key.key), title=label_of(scope, key), picture="lot", picked=scope.is_lit(key.key)),
        )
    return Page(
        kind="who_first",
        sub=scope.say("sub.first"),
        band=band,
        body=Choice(items=items),
        in_body=frozenset(int(item.key) for item in items if item.key),
        hide_chip=not scene.by_draw,
    )


def choosing(scope: Scope, scene: v.Choosing) -> Page:
    """A plain list: the language, the number of cards in the deck."""
    words = scope.words
    topic = f"choice.{scene.topic}"
    items = []
    for i, text in enumerate(scene.items, start=1):
        name = f"{topic}.{text}"
        title = words.say(name) if words.has(name) else text
        if scene.topic == "language" and text in LANGUAGES:
            title = Words(text).say("lang.name")
        shown = card(text) if text in INDEX else None
        title = pretty(Card(text)) if shown else title
        items.append(ChoiceItem(key=str(i), title=title, card=shown, picked=scope.is_lit(i)))
    small = scope.say("small.page", n=scene.page + 1, m=scene.pages) if scene.pages > 1 else scope.say("small.anybody")
    return Page(
        kind="choosing",
        band=Band(seat="all", big=words.say(topic if words.has(topic) else "choice.other"), small=small),
        body=Choice(items=tuple(items)),
        in_body=frozenset(range(1, len(items) + 1)),
        hide_chip=True,
    )


def saver(scope: Scope, scene: v.Saver) -> Page:
    """(44) Almost nothing, moving a little, so that nothing burns in."""
    body = Saver(clock=scene.clock, step=int(scope.view.now // SAVER_STEP))
    return Page(kind="saver", title="", body=body, hide_chip=True)
