"""(44-45) What lies beside the games: the saver, history and statistics."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake import view
from table.intake.phase import Bound, Phase, bind
from table.rules.events import AnyEvent, GameStarted
from table.rules.gin import GinState
from table.rules.session import fold
from table.rules.signals import Press, Seat
from table.rules.stats import statistics
from table.rules.texts import Refused

GAMES_SHOWN = 200
"""Games that the statistics look at."""

PER_PAGE = 5


def game_line(log: Sequence[AnyEvent], when: str) -> view.HistoryLine | None:
    """A game of the past in one line, None for a log that does not fold."""
    try:
        state = fold(log)
    except Refused:
        return None
    if state is None or not isinstance(log[0], GameStarted):
        return None
    points = state.totals if isinstance(state, GinState) else state.points
    return view.HistoryLine(when=when, rules=log[0].rules, points=tuple(points.items()), winners=state.winners)


class Saver(Phase):
    """(44) Nothing burns in; any key leads back, and is not taken for anything else."""

    overlay = True
    fix_offered = False

    def scene(self) -> view.Scene:
        return view.Saver(clock=self.table.clock())

    def raw_press(self, press: Press) -> bool:
        if press.action == "down":
            self.table.uncover()
        return True


class History(Phase):
    """(45) The last games, then a page of statistics for each place."""

    overlay = True

    def enter(self) -> None:
        games = list(self.table.past.last_games(GAMES_SHOWN)) if self.table.past else []
        shown = (game_line(log, self.table.format_clock(start)) for start, log in games[:20])
        self.games = tuple(line for line in shown if line is not None)
        self.stats = tuple(
            view.StatLine(seat=seat, values=values) for seat, values in statistics_by_seat([log for _, log in games])
        )
        self.page = 0
        self.last_key = self.table.now

    @property
    def pages(self) -> int:
        """Pages of games, then one of statistics for each place."""
        return max(1, -(-len(self.games) // PER_PAGE)) + len(self.stats)

    def scene(self) -> view.Scene:
        game_pages = self.pages - len(self.stats)
        if self.page < game_pages:
            games = self.games[self.page * PER_PAGE : (self.page + 1) * PER_PAGE]
            return view.History(games=games, page=self.page, pages=self.pages)
        return view.History(stats=(self.stats[self.page - game_pages],), page=self.page, pages=self.pages)

    def offers(self) -> list[Bound]:
        bound = [bind(6, "back", lambda _: self.table.uncover())]
        if self.pages > 1:
            bound.insert(0, bind(1, "next_page", lambda _: self._turn_page()))
        return bound

    def _turn_page(self) -> None:
        self.page = (self.page + 1) % self.pages
        self.last_key = self.table.now

    def auto(self) -> float | None:
        return self.last_key + self.table.options.times.history

    def on_auto(self) -> None:
        self.table.uncover()


SHOWN_STATS = (
    "games", "won", "hands_won", "average_hand", "gins", "knocks", "undercuts", "average_deadwood",
    "rounds", "found_share", "fooled", "average_round",
)  # fmt: skip
"""What a page of statistics shows, where there is anything to show; at most seven lines fit."""


def statistics_by_seat(logs: Sequence[Sequence[AnyEvent]]) -> list[tuple[Seat, tuple[tuple[str, float], ...]]]:
    """Statistics of all games by place, as pairs of a name and a value. A log that does not fold is left out."""
    states = []
    for log in logs:
        try:
            state = fold(log)
        except Refused:
            continue
        if state is not None:
            states.append(state)
    out = []
    for seat, stats in statistics(states).items():
        values = [(name, getattr(stats, name)) for name in SHOWN_STATS]
        told = tuple((name, round(float(value), 2)) for name, value in values if value)
        out.append((seat, told[:7]))
    return out
