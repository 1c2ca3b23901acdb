"""The words in which tests speak of a table: press, see, lay, deal. Time passes only when a test says so."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake.journal import MemoryJournal
from table.intake.options import Options
from table.intake.play import enter_play
from table.intake.start import Attract
from table.intake.table import Table
from table.rules import ruleset
from table.rules.cards import parse_cards
from table.rules.events import GameStarted
from table.rules.signals import (
    FIX,
    Observation,
    Press,
    RowCard,
    RowView,
    SeenCard,
    TableChange,
    Tick,
    Trouble,
    UnsureCard,
    ZoneView,
)

RULES = {r.id: r for r in ruleset.load_all()[0]}
GIN_SEATS = ("sun", "mountain")


class AtTable:
    """A table under test. Every action takes a second of its time unless told otherwise."""

    def __init__(self, **options: object) -> None:
        self.journal = MemoryJournal()
        self.table = Table(Options(**options), RULES, self.journal, seed=1)  # type: ignore[arg-type]
        self.table.go(Attract(self.table))
        self.t = 0.0

    # -- time and keys ----------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> AtTable:
        end = self.t + seconds
        while self.t < end:
            self.t = min(end, self.t + 0.25)
            self.table.handle(Tick(t=self.t))
        return self

    def press(self, seat: str | None, key: int, *, hold: float = 0.0, after: float = 1.0) -> AtTable:
        self.wait(after)
        self.table.handle(Press(t=self.t, seat=seat, key=key))
        for held in (1.0, 2.0, 5.0):
            if hold >= held:
                self.table.handle(Press(t=self.t + held, seat=seat, key=key, action="hold", held=held))
        self.t += max(hold, 0.1)
        self.table.handle(Press(t=self.t, seat=seat, key=key, action="up"))
        return self

    def fix(self) -> AtTable:
        return self.press(None, FIX)

    def do(self, seat: str, action: str, **args: object) -> AtTable:
        """Press the key that the screen offers under this name."""
        for offered in self.view.keys:
            if offered.action == action and all(offered.args.get(k) == v for k, v in args.items()):
                return self.press(seat, offered.key, hold=offered.hold)
        raise AssertionError(f"{action} is not offered now; offered: {[k.action for k in self.view.keys]}")

    # -- what is seen -----------------------------------------------------------------------------------------

    def look(self, *zones: ZoneView, after: float = 0.5) -> AtTable:
        self.wait(after)
        self.table.handle(Observation(t=self.t, zones=zones))
        return self

    def change(self, kind: str, card: str | None = None, side: str | None = None, p: float = 0.99) -> AtTable:
        self.wait(0.5)
        self.table.handle(TableChange(t=self.t, kind=kind, card=card, side=side, p=p))  # type: ignore[arg-type]
        return self

    def row(self, count: int, *, missing: Sequence[int] = (), state: str = "done") -> AtTable:
        self.wait(0.5)
        cards = tuple(RowCard(number=n, picture=f"p{n}") for n in range(1, count + 1) if n not in missing)
        self.table.handle(Observation(t=self.t, row=RowView(state=state, cards=cards, missing=tuple(missing))))  # type: ignore[arg-type]
        return self

    def camera_dies(self) -> AtTable:
        self.table.handle(Trouble(t=self.t, part="camera", what="no camera: check the cable"))
        return self

    # -- gin --------------------------------------------------------------------------------------------------

    def gin(self, rules: str = "gin-the-pack", first: str = "sun") -> AtTable:
        self.table.joined, self.table.ruleset = GIN_SEATS, RULES[rules]
        self.table.commit(GameStarted(rules=rules, values=RULES[rules].values, seats=GIN_SEATS, first=first))
        enter_play(self.table)
        return self

    def deal(self, upcard: str = "TC") -> AtTable:
        self.look(pile(), stock(0), laid("near"), laid("far"))
        return self.look(pile(upcard), stock(), laid("near"), laid("far"))

    def to_first_draw(self, upcard: str = "TC") -> AtTable:
        """Deal, and both pass where the rule set offers the up-card."""
        self.deal(upcard)
        for _ in range(2):
            if self.scene == "Offer":
                self.press(self.table.state.turn, 2)
        return self

    def lay(self, side: str, *groups: str, loose: str = "", p: float = 0.99) -> AtTable:
        return self.look(laid(side, *groups, loose=loose, p=p))

    # -- the picture game -------------------------------------------------------------------------------------

    def pictures(self, seats: Sequence[str], first: str, rules: str = "zhiyan") -> AtTable:
        self.table.joined, self.table.ruleset = tuple(seats), RULES[rules]
        self.table.commit(GameStarted(rules=rules, values=RULES[rules].values, seats=tuple(seats), first=first))
        enter_play(self.table)
        return self

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def view(self):  # type: ignore[no-untyped-def]
        return self.table.view()

    @property
    def scene(self) -> str:
        return type(self.view.scene).__name__

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return self.table.state

    def events(self) -> list[str]:
        return [type(event).__name__ for event in self.table.log]


def pile(top: str | None = None, p: float = 0.99) -> ZoneView:
    cards = (SeenCard(card=top, p=p, at=(350.0, 210.0)),) if top else ()
    return ZoneView(zone="discard", state="done", cards=cards)


def stock(backs: int | None = None) -> ZoneView:
    return ZoneView(zone="stock", state="done", backs=backs)


def laid(side: str, *groups: str, loose: str = "", p: float = 0.99, unsure: Sequence[tuple] = ()) -> ZoneView:
    """Cards laid open: each group lies together; `unsure` are places with candidates, best first."""
    cards: list[SeenCard] = []
    together: list[tuple[int, ...]] = []
    for group in [*groups, *loose.split()]:
        names = parse_cards(group)
        together.append(tuple(range(len(cards), len(cards) + len(names))))
        cards += [SeenCard(card=name, p=p, at=(40.0 * (len(cards) + i), 50.0)) for i, name in enumerate(names)]
    doubts = tuple(
        UnsureCard(candidates=tuple(candidates), at=(40.0 * (len(cards) + i), 90.0))
        for i, candidates in enumerate(unsure)
    )
    groups_seen = tuple(places for places in together if len(places) > 1)
    return ZoneView(zone=f"lay:{side}", state="done", cards=tuple(cards), unsure=doubts, groups=groups_seen)
