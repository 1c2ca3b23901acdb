"""What lies beside a game: before it, Fix and its parts, scoring by hand, resume, history, service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from table.intake import view as v
from table.intake.logbook import line_of
from table.intake.other import statistics_by_seat
from table.intake.view import Key, Scene, View
from table.rules.cards import DECK, Card
from table.rules.gin import GinState
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Seat
from table.rules.zhiyan import ZhiyanState
from table.screens.samples.base import Sampler, key

FIX_KEYS = ("event", "turn", "stock", "void_hand", "last_hand")

ROWS = ("markers", "camera", "focus", "light", "mat")

WRONG = (
    ("markers", "marker_hidden"), ("camera", "too_far"), ("camera", "too_near"), ("focus", "out_of_focus"),
    ("light", "too_dark"), ("light", "too_bright"), ("light", "uneven"), ("light", "glare"), ("mat", "not_flat"),
)  # fmt: skip
"""What may be wrong with a calibration, by the line that says it."""

STEPS = ("plus_10", "plus_1", "minus_1", "plus_5", "clear", "finished")


def around(game: Sampler) -> Iterator[View]:
    """The screens that lie beside a running game: Fix and its parts, by hand, resume, history, service."""
    seats, rng = game.state.seats, game.rng
    seat = rng.choice(seats)
    items = FIX_KEYS
    yield game.view(
        v.FixMenu(items=items), *(key(i, f"fix_{n}") for i, n in enumerate(items, start=1)), key(6, "leave")
    )
    lines = [line_of(n, event) for n, event in enumerate(game.log)][-6:][::-1]
    keys = [key(i, "this_event") for i, _ in enumerate(lines[:5], start=1)]
    yield game.view(v.FixEvents(lines=tuple(lines), page=0, pages=3), *keys, key(6, "next_page"))
    what = (key(1, "correct_card"), key(2, "take_back_event"), key(6, "back"))
    yield game.view(v.FixEvents(lines=tuple(lines[:1])), *what)
    results = tuple(
        v.EventLine(number=i, kind="hand_ended", args={"n": i, "seat": seat, "points": 20 * i}, voided=i == 2)
        for i in (1, 2, 3)
    )
    yield game.view(v.UndoHand(lines=results), *(key(i, "this_hand") for i in (1, 2, 3)))
    yield game.view(v.UndoHand(lines=results, picked=3, confirmed=(seat,)), key(1, "take_back_hand"))
    yield game.view(
        v.CannotFix(line=lines[0], reason="refused.card_buried", reason_args={"card": "7S", "seat": str(seat)})
    )
    gone = tuple(rng.sample(DECK, 20))
    for suit, row in ((None, None), ("D", None), ("D", 1)):
        picker = v.PickCard(
            purpose=rng.choice(("upcard", "discard", "laid", "fix")), seat=seat, suit=suit, row=row, gone=gone
        )
        names = ("suit", "row", "this_card")
        yield game.view(
            picker, key(1, names[(suit is not None) + (row is not None)], card="AD", suit="S"), key(6, "back")
        )
    some = v.PickCard(
        purpose="laid", seat=seat, runner_up=(Card("7D"), Card("TD")), cutout="cut-1", of=10, chosen=gone[:3]
    )
    yield game.view(some, key(1, "this_card", card="7D"), key(2, "this_card", card="TD"), key(5, "another_card"))
    steps = [key(i, name) for i, name in enumerate(STEPS, start=1)]
    yield game.view(v.FixPoints(), key(1, "my_points"))
    yield game.view(v.FixPoints(number=17), *steps)
    yield game.view(v.FixPoints(seat=seat, number=-5, before=61), *steps)
    yield from _by_hand(game, seat, steps)
    saved: Card | None = Card("JD") if isinstance(game.state, GinState) else None
    resume_keys = (key(1, "from_now"), key(2, "put_back"), key(3, "void_hand"))
    differs = v.Resume(saved_at="14:32", saved_card=saved, seen_card=Card("5C") if saved else None, differs=True)
    if isinstance(game.state, GinState):
        yield game.view(differs, *resume_keys)
        yield game.view(v.Resume(saved_at="14:32", differs=False), *resume_keys)
        yield game.view(v.Resume(saved_at="14:32", saved_card=saved, differs=False), *resume_keys)
    yield game.view(v.Resume(saved_at="14:32", differs=False), resume_keys[0])
    yield from _service(game, seat)


def _by_hand(game: Sampler, seat: Seat, steps: list[Key]) -> Iterator[View]:
    if isinstance(game.state, ZhiyanState):
        yield game.view(v.FixOwner(number=3), key(1, "my_card"))
        yield game.view(v.ByHand(stage="gains", seat=seat, number=5, before=12, entered=((seat, 3),)), *steps)
        return
    hows = [key(i, how) for i, how in enumerate(("knock", "gin", "undercut", "tie", "big_gin"), start=1)]
    yield game.view(v.ByHand(stage="winner"), key(1, "i_won"), key(6, "back"))
    yield game.view(v.ByHand(stage="how", seat=seat), *hows, key(6, "back"))
    yield game.view(v.ByHand(stage="points", seat=seat, how="knock", number=24, before=61), *steps)


def _service(game: Sampler, seat: Seat) -> Iterator[View]:
    points = tuple((s, 95 - 7 * i) for i, s in enumerate(game.state.seats))
    games = tuple(v.HistoryLine(when=f"{d}.11.", rules="gin-fupa", points=points, winners=(seat,)) for d in (3, 4, 9))
    yield game.view(v.History(games=games, page=0, pages=3), key(6, "back"))
    counted = v.StatLine(
        seat=seat, values=(("games", 12.0), ("won", 7.0), ("found_share", 0.25), ("average_hand", 17.5))
    )
    played = tuple(v.StatLine(seat=s, values=values) for s, values in statistics_by_seat([game.log])[:1])
    for stats in ((counted,), played):
        yield game.view(v.History(stats=stats, page=2, pages=3), key(6, "back"))
    numbers = (("fps", "14.8"), ("age_ms", "62"), ("exposure", "8.0 ms"), ("gain", "2.1"), ("error_mm", "0.4"))
    pressed = tuple((s, n) for s in SEATS[:3] for n in range(1, 7))
    service_keys = (key(1, "calibrate"), key(2, "lamps"), key(3, "save_picture"), key(6, "leave"))
    zone = v.Outlined(corners=((0.2, 0.3), (0.8, 0.3), (0.8, 0.7), (0.2, 0.7)))
    boxes = (zone, *(v.Outlined(corners=zone.corners, state=state) for state in ("marker", "missing")))
    yield game.view(v.Service(picture="live", boxes=boxes, markers=4, numbers=numbers, pressed=pressed), *service_keys)
    yield game.view(v.Service(refused=True, markers=3, lit=True), *service_keys)
    yield game.view(v.Service(markers=4), *service_keys[:3], key(4, "enrol"), service_keys[3])


def _calibrating() -> Iterator[tuple[Scene, tuple[Key, ...]]]:
    """The mat looked for anew: one moment, all good, and each thing that may be wrong."""
    keys = (key(1, "try_again"), key(6, "back"))
    good = tuple(v.CheckLine(part=part, state="ok") for part in ROWS)
    yield v.Calibrating(lines=(v.CheckLine(part="markers", state="wait"),)), keys
    yield v.Calibrating(lines=good, error_mm=0.42), keys
    yield v.Calibrating(lines=(v.CheckLine(part="markers", state="bad", text="no_mat"),)), keys
    for part, wrong in WRONG:
        line = v.CheckLine(part=part, state="ok" if wrong == "marker_hidden" else "bad", text=wrong)
        yield v.Calibrating(lines=tuple(line if one.part == part else one for one in good), error_mm=1.3), keys


def _enrolling() -> Iterator[tuple[Scene, tuple[Key, ...]]]:
    """A deck of pictures being shown."""
    leave = key(6, "leave")
    card = v.Outlined(corners=((0.4, 0.4), (0.6, 0.4), (0.6, 0.8), (0.4, 0.8)), state="ok")
    yield v.Enrolling(step="back"), (key(1, "skip_back"), leave)
    yield v.Enrolling(step="done", enrolled=84, expected=84), (leave,)
    for remark in ("new", "known", "wait", "blurred", "glare", "overlap", "alike", "no_mat"):
        boxes = (card, msgspec.structs.replace(card, state="unsure"))
        yield v.Enrolling(picture="live", boxes=boxes, enrolled=17, expected=84, remark=remark), (leave,)
    yield v.Enrolling(picture="live", enrolled=1), (leave,)


def before_a_game(rules: Sequence[RuleSet], lang: str = "en") -> Iterator[View]:
    """The screens before anybody plays, and those that need no game."""
    good = [v.CheckLine(part=part, state="ok") for part in ("camera", "keys", "lamps", "store")]
    bad = v.CheckLine(part="settings", state="bad", text="rules/house.toml, line 7: target is missing")
    go_on = (key(1, "go_on"), key(2, "try_again"), key(6, "service"))
    last = v.LastGame(rules="gin-fupa", points=(("sun", 95), ("mountain", 43)))
    scenes: list[tuple[Scene, tuple[Key, ...]]] = [
        (v.SelfCheck(lines=(*good[:3], v.CheckLine(part="store", state="wait"))), ()),
        (v.SelfCheck(lines=tuple(good)), ()),
        (v.SelfCheck(lines=(*good, bad)), go_on),
        (v.SafeMode(missing=("camera",), works=("keys", "lamps", "store")), (key(1, "by_hand"), key(2, "try_again"))),
        (v.SafeMode(missing=("keys", "lamps"), works=("camera",)), (key(1, "by_hand"), key(2, "try_again"))),
        (v.Attract(last=last, clock="18:04"), ()),
        (v.Attract(clock="18:04"), ()),
        (
            v.PickGame(),
            (key(1, "gin"), key(2, "picture_game"), key(3, "language"), key(4, "history"), key(6, "back")),
        ),
        (v.Choosing(topic="language", items=("en", "zh", "es", "hu")), (key(1, "choose"), key(6, "back"))),
        (v.Choosing(topic="deck_size", items=("84", "96", "100"), page=0, pages=2), (key(1, "choose"),)),
        (v.Saver(clock="18:04"), ()),
        (v.History(), (key(6, "back"),)),
        *_calibrating(),
        *_enrolling(),
    ]
    games: tuple[Literal["gin", "zhiyan"], ...] = ("gin", "zhiyan")
    for game in games:
        offered = [rule for rule in rules if rule.game == game]
        for house in (False, True):
            chosen = [rule for rule in offered if rule.house is house][:4]
            if not chosen:
                continue  # the key to house rules is offered only where there are some
            choices = tuple(
                v.RuleChoice(rules=rule.id, title=rule.names.get(lang, rule.name), values=_shown(rule))
                for rule in chosen
            )
            keys = tuple(key(i, "take_rules", title=choice.title) for i, choice in enumerate(choices, start=1))
            table = v.PickRules(game=game, choices=choices, house=house, pages=2)
            scenes.append((table, (*keys, key(5, "house_rules"), key(6, "back"))))
    for joined in ((), SEATS[:2], SEATS[:5]):
        start = (key(6, "start_with", n=len(joined)), key(1, "get_up")) if joined else (key(6, "back"),)
        scenes.append((v.Joining(rules="zhiyan", joined=tuple(joined), least=3, most=6), start))
    scenes.append((v.Joining(rules="gin-fupa", joined=SEATS[:1], least=2, most=2), (key(1, "get_up"),)))
    lot = (key(1, "me_first"), key(3, "draw_lots"), key(6, "back"))
    scenes += [
        (v.WhoFirst(game="gin", joined=SEATS[:2]), lot),
        (v.WhoFirst(game="zhiyan", joined=SEATS), lot),
        (v.WhoFirst(game="gin", joined=SEATS[:2], by_draw=True, drawn=(("sun", Card("9H")),)), lot),
        (v.WhoFirst(game="gin", joined=SEATS[:2], by_draw=True, drawn=(("sun", Card("9H")),), tie=True), lot),
    ]
    for scene, keys in scenes:
        yield View(scene=scene, lang=lang, keys=keys)


def _shown(rule: RuleSet) -> dict[str, str | int | bool]:
    entries = rule.differing() if rule.house else tuple(rule.entries.values())
    return {entry.key: entry.value for entry in entries}
