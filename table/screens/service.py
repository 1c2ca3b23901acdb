"""History and statistics, the service screen, calibration."""

from __future__ import annotations

from msgspec.structs import replace

from table.intake import view as v
from table.rules.signals import SEATS, Seat
from table.screens.frame import Page, Scope, chip, rules_name
from table.screens.model import Checks, Chip, KeyTest, Log, LogRow, Service, ServiceBox, StatRow, Stats
from table.screens.start import check_rows, points_line

POD_KEYS = 6

SHARES = ("_share", "_rate")
"""Endings of statistics that are parts of a whole: shown as per cent with a bar as long."""

MARKERS = 4

ENROL_BANDS = {"back": "enrol_back", "cards": "enrol_cards", "done": "enrol_done"}
"""The first line of the screen for each step of showing a deck."""

STAT_ROWS = 7
"""As many lines as a page of statistics has room for."""


def history(scope: Scope, scene: v.History) -> Page:
    """(45) The last games, then the statistics of each place, page by page."""
    page = scope.say("history.page", n=scene.page + 1, m=scene.pages) if scene.pages > 1 else ""
    title = scope.say("key.history")
    if scene.stats:
        band = scope.band("all", "stats", page)
        seats = ", ".join(scope.name(line.seat) for line in scene.stats)
        body: Stats | Log = Stats(title=seats, rows=stat_rows(scope, scene.stats), empty=scope.say("history.empty"))
    else:
        band = scope.band("all", "history", page or scope.say("history.newest"))
        body = Log(rows=_game_rows(scope, scene.games), empty=scope.say("history.empty"))
    return Page(
        kind="statistics" if scene.stats else "history",
        title=title,
        sub=scope.say("sub.history"),
        band=band,
        body=body,
        hide_chip=True,
    )


def _game_rows(scope: Scope, games: tuple[v.HistoryLine, ...]) -> tuple[LogRow, ...]:
    return tuple(
        LogRow(
            key="",
            text=f"{game.when}  {_game_name(scope, game.rules)}",
            value=_outcome(scope, game),
            seat=game.winners[0] if len(game.winners) == 1 else None,
        )
        for game in games
    )


def _game_name(scope: Scope, rules: str) -> str:
    return scope.say("game.zhiyan") if rules == "zhiyan" else rules_name(scope.words, rules)


def _outcome(scope: Scope, game: v.HistoryLine) -> str:
    """Both points of two players; of more, the winner's."""
    if len(game.points) == 2:
        return points_line(scope, game.points)
    best = max((number for _, number in game.points), default=0)
    winners = game.winners or tuple(seat for seat, number in game.points if number == best)
    if len(winners) > 1:
        return str(best)
    return f"{scope.name(winners[0])} {best}" if winners else ""


def stat_rows(scope: Scope, lines: tuple[v.StatLine, ...]) -> tuple[StatRow, ...]:
    """One row a value; with several places the bars of one value compare the places."""
    best: dict[str, float] = {}
    for line in lines:
        for name, value in line.values:
            best[name] = max(best.get(name, 0.0), value)
    rows = []
    for line in lines:
        for name, value in line.values:
            key = f"stat.{name.removeprefix('stat.')}"
            label = scope.say(key) if scope.words.has(key) else name.replace("_", " ")
            share, text = _shown(scope, name, value, best[name], compared=len(lines) > 1)
            rows.append(StatRow(label=label, value=text, share=share, seat=line.seat))
    return tuple(rows[:STAT_ROWS])


def _shown(scope: Scope, name: str, value: float, best: float, *, compared: bool) -> tuple[float | None, str]:
    if name.endswith(SHARES):
        return max(0.0, min(1.0, value)), f"{scope.words.number(100 * value)} %"
    text = scope.words.number(value, 0 if float(value).is_integer() else 1)
    share = value / best if compared and best > 0 and value >= 0 else None
    return share, text


# -- service ----------------------------------------------------------------------------------------------------


def service(scope: Scope, scene: v.Service) -> Page:
    """(46) The camera's picture, its numbers, and a test of every key. No picture while a hand is in play."""
    seats = tuple(dict.fromkeys((*SEATS, *scope.view.seats)))
    keys = tuple(_key_test(scope, seat, scene.pressed, scene.lit) for seat in seats)
    label = scope.say("service.markers", n=scene.markers)
    note = ""
    if scene.refused:
        note = scope.say("service.refused")
    elif not scene.picture:
        note = scope.say("service.no_picture")
    return Page(
        kind="service",
        title=scope.say("sub.service_title"),
        sub=scope.say("sub.service"),
        body=Service(
            picture="" if scene.refused else scene.picture,
            boxes=boxes(scene.boxes),
            numbers=tuple(number_text(scope, name, value) for name, value in scene.numbers),
            keys_label=scope.say("service.keys"),
            keys=keys,
            trouble=_dead_pod(scope, keys) or " ".join(scope.view.trouble[:1]),
            picture_note=note,
        ),
        chip=chip(scope)
        if scene.refused
        else Chip(state="done" if scene.markers >= MARKERS else "cannot", label=label),
    )


def boxes(seen: tuple[v.Outlined, ...]) -> tuple[ServiceBox, ...]:
    """What is outlined in a picture."""
    return tuple(ServiceBox(corners=one.corners, state=one.state) for one in seen)


def _key_test(scope: Scope, seat: Seat, pressed: tuple[tuple[Seat, int], ...], lit: bool) -> KeyTest:
    done = {key for who, key in pressed if who == seat}
    pressed_ones = tuple(number in done for number in range(1, POD_KEYS + 1))
    return KeyTest(seat=seat, name=scope.name(seat), pressed=pressed_ones, lamp=lit)


def _dead_pod(scope: Scope, keys: tuple[KeyTest, ...]) -> str:
    """A pod that gave only some of its keys is named once every key of another one has answered."""
    if not any(all(test.pressed) for test in keys):
        return ""
    partly = [test for test in keys if any(test.pressed) and not all(test.pressed)]
    return scope.say("service.check_cable", seat=partly[0].seat) if partly else ""


def number_text(scope: Scope, name: str, value: str) -> str:
    """A measured value with its words; one without words shows its name."""
    key = f"service.number.{name}"
    return scope.say(key, text=value) if scope.words.has(key) else f"{name} {value}"


def calibrating(scope: Scope, scene: v.Calibrating) -> Page:
    """(47) The marks with ticks, the error, the verdicts."""
    good = bool(scene.lines) and all(line.state == "ok" for line in scene.lines)
    small = scope.say("small.calibrate")
    if scene.error_mm is not None:
        small = scope.say("calibrate.error", text=scope.words.number(scene.error_mm, 1))
    told = tuple(replace(line, text=_told(scope, line.text)) for line in scene.lines)
    return Page(
        kind="calibrate",
        title=scope.say("sub.service_title"),
        sub=scope.say("sub.calibrate"),
        band=scope.band(None, "calibrated" if good else "calibrate", small),
        body=Checks(rows=check_rows(scope, told)),
        hide_chip=True,
    )


def _told(scope: Scope, what: str) -> str:
    """What is wrong, in words; what has none, as it is."""
    return scope.say(f"calibrate.{what}") if what and scope.words.has(f"calibrate.{what}") else what


def enrolling(scope: Scope, scene: v.Enrolling) -> Page:
    """The mat with the cards of a deck that is being shown, how many are kept, and what to do next."""
    count = scope.say("enrol.count", n=scene.enrolled)
    if scene.expected is not None:
        count = scope.say("enrol.count_of", n=scene.enrolled, m=scene.expected)
    remark = scope.say(f"enrol.{scene.remark}") if scene.remark else ""
    return Page(
        kind="enrol",
        title=scope.say("sub.service_title"),
        sub=scope.say("sub.enrol"),
        band=scope.band(None, ENROL_BANDS[scene.step], remark),
        body=Service(
            picture=scene.picture,
            boxes=boxes(scene.boxes),
            numbers=(count,),
            picture_note="" if scene.picture else scope.say("service.no_picture"),
        ),
        hide_chip=True,
    )
