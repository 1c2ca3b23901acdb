"""From the first picture to the first event of a game: attract, game, rule set, seats, who begins."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake import view
from table.intake.phase import Bound, Phase, bind, calling
from table.intake.table import Table
from table.rules.cards import INDEX, Card, rank_of
from table.rules.events import GameStarted
from table.rules.knobs import GinRules
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Observation, Press, Seat

LANGUAGES = ("en", "zh", "es", "hu")
PER_PAGE = 4

SAFE_MODE_READ = 60.0
"""What is missing stays on the screen for so long (s) when nobody presses anything."""


def following_language(lang: str) -> str:
    """The language after this one in the round of the start screen; a regional form stands where its sister does."""
    base = lang.partition("-")[0]
    place = LANGUAGES.index(base) if base in LANGUAGES else -1
    return LANGUAGES[(place + 1) % len(LANGUAGES)]


def idle_phases() -> tuple[type[Phase], ...]:
    """Phases from which a table that nobody touches goes back to the attract screen."""
    from table.intake.gin_result import GinEnd
    from table.intake.picture_result import PictureEnd

    return (PickGame, PickRules, Joining, WhoFirst, GinEnd, PictureEnd)


class SelfCheck(Phase):
    """(1) The parts of the table answer, one by one; the app fills in `lines`."""

    fix_offered = False

    def enter(self) -> None:
        self.lines: tuple[view.CheckLine, ...] = ()
        self.finished = False
        self.begun = False
        """Somebody is checking; until then the app has to be asked (`Service`)."""

    def report(self, lines: tuple[view.CheckLine, ...], *, finished: bool) -> None:
        """What the checks have found so far."""
        if finished and not self.finished:
            self.since = self.table.now
        self.lines, self.finished = lines, finished

    @property
    def bad(self) -> bool:
        """Some part does not work."""
        return any(line.state == "bad" for line in self.lines)

    def scene(self) -> view.Scene:
        return view.SelfCheck(lines=self.lines)

    def offers(self) -> list[Bound]:
        return [bind(1, "go_on", lambda _: self.on_auto())] if self.finished and self.bad else []

    def auto(self) -> float | None:
        # With something broken people get time to read it, and then the table is there all the same.
        return self.since + self.table.options.times.self_check * (5 if self.bad else 1) if self.finished else None

    def on_auto(self) -> None:
        broken = [line for line in self.lines if line.state == "bad"]
        if broken:
            self.table.go(SafeMode(self.table, broken, tuple(n.part for n in self.lines if n.state == "ok")))
        else:
            begin(self.table)


class SafeMode(Phase):
    """(2) What is missing, and what still works."""

    def __init__(
        self, table: Table, broken: Sequence[view.CheckLine] = (), works: Sequence[str] = (), reason: str = ""
    ) -> None:
        super().__init__(table)
        self.broken = tuple(broken)
        self.works = tuple(works)
        self.reason = reason or (self.broken[0].text if self.broken else "")

    def scene(self) -> view.Scene:
        return view.SafeMode(missing=tuple(b.part for b in self.broken), works=self.works, reason=self.reason)

    def offers(self) -> list[Bound]:
        table = self.table
        bound = [bind(1, "by_hand", lambda _: begin(table))]
        if self.broken:  # after failed starts there is nothing that could have come back meanwhile
            bound.append(bind(2, "try_again", lambda _: table.go(SelfCheck(table))))
        return bound

    def on_tick(self) -> None:
        """A camera that gives pictures again needs nobody's key; without another fault the table goes on."""
        if not self.table.camera_ok or all(line.part != "camera" for line in self.broken):
            return
        self.broken = tuple(line for line in self.broken if line.part != "camera")
        self.works = ("camera", *self.works)
        if not self.broken:
            begin(self.table)
            return
        self.reason = self.broken[0].text

    def auto(self) -> float | None:
        # Nobody may be there to press: the table waits a while to be read, and is then ready for its players.
        return self.since + SAFE_MODE_READ

    def on_auto(self) -> None:
        begin(self.table)


def begin(table: Table) -> None:
    """After the checks: go on with the saved game, or wait for people."""
    from table.intake.resume import Resume

    if table.log:
        table.go(Resume(table))
    else:
        table.go(Attract(table))


class Attract(Phase):
    """(4) Any key begins, and the pressed pod is in."""

    fix_offered = False

    def scene(self) -> view.Scene:
        return view.Attract(last=self._last(), clock=self.table.clock())

    def raw_press(self, press: Press) -> bool:
        if press.action == "down":
            if press.seat is not None:
                self.table.joined = (press.seat,)
                self.table.lamp(press.seat, "taken", 0.1)
            if self.table.options.game in self.table.rulesets:
                choose(self.table, self.table.options.game)
            else:
                self.table.go(PickGame(self.table))
        return True

    def _last(self) -> view.LastGame | None:
        from table.intake.other import game_line

        games = self.table.past.last_games(1) if self.table.past else ()
        for _, log in games:
            line = game_line(log, "")
            if line is not None:
                return view.LastGame(rules=line.rules, points=line.points)
        return None


class PickGame(Phase):
    """(5) Two games, the language, the history."""

    def scene(self) -> view.Scene:
        return view.PickGame()

    def offers(self) -> list[Bound]:
        from table.intake.other import History

        table = self.table
        return [
            bind(1, "gin", lambda _: table.go(PickRules(table, "gin"))),
            bind(2, "picture_game", lambda _: table.go(PickRules(table, "zhiyan"))),
            bind(3, "language", lambda _: self._next_language()),
            bind(4, "history", lambda _: table.cover(History(table))),
            bind(6, "back", lambda _: table.go(Attract(table))),
        ]

    def _next_language(self) -> None:
        after = following_language(self.table.lang)
        own = self.table.options.lang
        # Where the settings ask for a regional form, the round comes back to it and not to its plain sister.
        self.table.lang = own if own.partition("-")[0] == after else after


class PickRules(Phase):
    """(6, 7) The seed rule sets side by side; house rules on pages of their own."""

    def __init__(self, table: Table, game: str, *, house: bool = False, page: int = 0) -> None:
        super().__init__(table)
        self.game, self.house, self.page = game, house, page
        self.all = [r for r in table.rulesets.values() if r.game == game and r.house == house]
        self.pages = max(1, -(-len(self.all) // PER_PAGE))

    def scene(self) -> view.Scene:
        table = self.table
        return view.PickRules(
            game="gin" if self.game == "gin" else "zhiyan",
            choices=tuple(
                view.RuleChoice(rules=r.id, title=table.title_of(r), values=shown_values(r)) for r in self._shown()
            ),
            house=self.house,
            page=self.page,
            pages=self.pages,
        )

    def _shown(self) -> list[RuleSet]:
        return self.all[self.page * PER_PAGE : (self.page + 1) * PER_PAGE]

    def offers(self) -> list[Bound]:
        table = self.table
        bound = [
            bind(i, "take_rules", calling(choose, table, r.id), title=table.title_of(r))
            for i, r in enumerate(self._shown(), start=1)
        ]
        if not self.house and self.has_house():
            house = lambda _: table.go(PickRules(table, self.game, house=True))  # noqa: E731
            bound.append(bind(5, "house_rules", house))
        if self.house and self.pages > 1:
            bound.append(bind(5, "next_page", lambda _: self._turn_page()))
        bound.append(bind(6, "back", lambda _: self._back()))
        return bound

    def has_house(self) -> bool:
        """Are there house rules for this game?"""
        return any(r.game == self.game and r.house for r in self.table.rulesets.values())

    def _turn_page(self) -> None:
        self.page = (self.page + 1) % self.pages

    def _back(self) -> None:
        table = self.table
        table.go(PickRules(table, self.game) if self.house else PickGame(table))


def players_of(ruleset: RuleSet) -> tuple[int, int]:
    """The least and the most players of a rule set."""
    rules = ruleset.rules
    return (rules.players, rules.players) if isinstance(rules, GinRules) else (rules.players_min, rules.players_max)


def shown_values(ruleset: RuleSet) -> dict[str, str | int | bool]:
    """What the table of rule sets shows of one: of house rules only what they change."""
    entries = ruleset.differing() if ruleset.house else ruleset.entries.values()
    return {entry.key: entry.value for entry in entries}


def choose(table: Table, rules: str) -> None:
    """A rule set is chosen: on to the seats."""
    table.ruleset = table.rulesets[rules]
    table.go(Joining(table))


class Joining(Phase):
    """(8) A key at one's place sits down, key 1 gets up again, key 6 starts."""

    def enter(self) -> None:
        assert self.table.ruleset is not None
        self.least, self.most = players_of(self.table.ruleset)
        self.table.joined = self.table.joined[: self.most]

    def scene(self) -> view.Scene:
        table = self.table
        assert table.ruleset is not None
        return view.Joining(rules=table.ruleset.id, joined=clockwise(table.joined), least=self.least, most=self.most)

    def raw_press(self, press: Press) -> bool:
        table = self.table
        seat = press.seat
        if press.action != "down" or seat is None or seat in table.joined:
            return False
        if len(table.joined) >= self.most:
            table.lamp(seat, "refused")
        else:
            table.joined = (*table.joined, seat)
            table.lamp(seat, "taken", 0.1)
        return True

    def offers(self) -> list[Bound]:
        table = self.table
        bound = [bind(1, "get_up", self._get_up, seats=table.joined)] if table.joined else []
        if len(table.joined) >= self.least:
            bound.insert(0, bind(6, "start_with", lambda _: self._start(), seats=table.joined, n=len(table.joined)))
        elif table.options.game == "":
            bound.append(bind(6, "back", lambda _: self._back()))
        return bound

    def _get_up(self, press: Press) -> None:
        self.table.joined = tuple(s for s in self.table.joined if s != press.seat)

    def _start(self) -> None:
        self.table.joined = clockwise(self.table.joined)
        self.table.go(WhoFirst(self.table))

    def _back(self) -> None:
        assert self.table.ruleset is not None
        self.table.go(PickRules(self.table, self.table.ruleset.game))


def clockwise(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats in the order in which they sit."""
    order = {seat: i for i, seat in enumerate(SEATS)}
    return tuple(sorted(seats, key=lambda s: order.get(s, 100)))


class WhoFirst(Phase):
    """(9) Who deals or tells first: one's own key, a lot, or (The Pack) the higher card drawn."""

    def enter(self) -> None:
        assert self.table.ruleset is not None
        self.ruleset = self.table.ruleset
        self.by_draw = self.ruleset.values.get("first_dealer") == "high_card" and not self.table.by_hand
        self.drawn: dict[Seat, Card] = {}
        self.tie = False
        self.table.looks.clear()

    def scene(self) -> view.Scene:
        return view.WhoFirst(
            game="gin" if self.ruleset.game == "gin" else "zhiyan",
            joined=self.table.joined,
            by_draw=self.by_draw,
            drawn=tuple(self.drawn.items()),
            tie=self.tie,
        )

    def waits_for(self) -> tuple[Seat, ...]:
        return self.table.joined

    def expects(self) -> str:
        return "show" if self.by_draw else "idle"

    def offers(self) -> list[Bound]:
        table = self.table
        return [
            bind(1, "me_first", self._me, seats=table.joined),
            bind(3, "draw_lots", lambda _: self._start(table.random.choice(table.joined))),
            bind(6, "back", lambda _: table.go(Joining(table))),
        ]

    def _me(self, press: Press) -> None:
        self._start(press.seat or self.table.joined[0])

    def on_look(self, look: Observation) -> None:
        """The Pack: "the higher card deals"; equal cards are drawn again (suits do not count)."""
        if not self.by_draw:
            return
        for zone in look.zones:
            seat = self.table.seat_at(zone.zone)
            if seat is None or zone.state != "done":
                continue
            sure = [c for c in zone.cards if c.p >= self.table.options.sure]
            if len(zone.cards) == 1 and sure and not zone.unsure:
                self.drawn[seat] = sure[0].card
            else:
                self.drawn.pop(seat, None)
        if len(self.drawn) == 2:
            (a, first), (b, second) = sorted(self.drawn.items(), key=lambda item: INDEX[item[1]])
            self.tie = rank_of(first) == rank_of(second)
            if not self.tie:
                self._start(a if rank_of(first) > rank_of(second) else b)
        else:
            self.tie = False

    def _start(self, first: Seat) -> None:
        from table.intake.play import enter_play

        table = self.table
        values = dict(self.ruleset.values)
        if table.options.deck_size is not None and "deck_size" in values:
            values["deck_size"] = table.options.deck_size
        table.end_game()
        table.commit(GameStarted(rules=self.ruleset.id, values=values, seats=table.joined, first=first))
        enter_play(table)
