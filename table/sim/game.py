"""One simulated game from the attract screen to its end, with the whole table under test, and what came of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from table.app.app import App, Parts
from table.app.signal_queue import SignalQueue
from table.intake.options import Options
from table.intake.start import Attract
from table.intake.table import Table
from table.intake.view import View
from table.rules.ruleset import RuleSet
from table.rules.signals import SEATS, Seat, Signal
from table.sim.gin_people import GinPeople
from table.sim.human import Human
from table.sim.live import LiveRunner
from table.sim.mishaps import Mishaps
from table.sim.noisy_eye import Noise, NoisyEye
from table.sim.picture_people import PicturePeople
from table.sim.plain_keys import PlainKeys
from table.sim.starters import start_game
from table.sim.steps import Runner, Script
from table.sim.world import World

EyeKind = Literal["rendered", "noisy"]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is simulated."""

    rules: str
    seed: int
    eye: EyeKind = "rendered"
    players: int = 4
    """For the picture game; gin has two."""
    mishaps: float = 0.0
    """Chance of a mishap with each step of the people."""
    noise: float = 1.0
    """Factor on the rates of the noisy eye."""
    deck: str = "classic"
    """Design of the drawn cards, or a folder of faces."""
    wired: bool = True
    """Keys on mock pins through the real key code; False: presses as it would report them."""
    wiring: str = "pods"
    """The wiring profile of the simulated keys."""
    short: bool = False
    """A shorter game to 30 points, for tests."""
    pace: float = 1.0
    options: Options = Options()


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a game. `truth` is the simulator's own; `table` what the table says."""

    rules: str
    seed: int
    truth: dict[Seat, int]
    table: dict[Seat, int]
    equal: bool
    hands: int
    questions: int
    wrong_accepted: int
    seconds_simulated: float
    seconds: float
    mishaps: dict[str, int] = {}
    faults: int = 0
    notes: tuple[str, ...] = ()


class Game:
    """Everything of one simulated game; `run` plays it. The demo's window and the benchmarks both use it."""

    def __init__(
        self,
        setup: Setup,
        rulesets: dict[str, RuleSet],
        *,
        journal: Any = None,
        display: Any = None,
        reader: Any = None,
        announcer: Any = None,
        sounds: Any = None,
        live: tuple[Callable[[float], bool], float] | None = None,
        human: Human | None = None,
    ) -> None:
        self.setup = setup
        chosen = rulesets[setup.rules]
        self.ruleset = shortened(chosen) if setup.short else chosen
        rulesets = {**rulesets, self.ruleset.id: self.ruleset}
        self.world = World()
        self.rng = random.Random(setup.seed)
        voting = "tokens" if setup.options.voting == "tokens" else "keys"
        options = msgspec.structs.replace(setup.options, voting=voting)
        self.table = Table(options, rulesets, journal, seed=setup.seed)
        self.table.go(Attract(self.table))
        self.t = 0.0
        parts = Parts(queue=SignalQueue(), display=display, announcer=announcer, sounds=sounds)
        self.app = App(self.table, parts, lambda: self.t)
        self.stage: Any = None
        self.core: Any = None
        eye = self._noisy() if setup.eye == "noisy" else self._rendered(reader, parts)
        self.keys: Any = self._wired() if setup.wired else PlainKeys(random.Random(setup.seed), 0.02, 0.05)
        self.human = human
        if live is None:
            self.runner = Runner(self, self.world, eye, self.keys)
        else:
            self.runner = LiveRunner(self, self.world, eye, self.keys, live[0], live[1])
        self.seats: tuple[Seat, ...] = SEATS[: 2 if self.ruleset.game == "gin" else setup.players]
        self.people = self._people()
        self.mishaps = Mishaps(setup.mishaps, random.Random(setup.seed + 7), self.stage, self.keys)
        self.mishaps.free_seat = next((seat for seat in reversed(SEATS) if seat not in self.seats), None)
        self.mishaps.begun = lambda: self.table.state is not None
        self.on_signal: Callable[[], None] = lambda: None

    # -- parts ------------------------------------------------------------------------------------------------

    def _noisy(self) -> NoisyEye:
        return NoisyEye(Noise().scaled(self.setup.noise), random.Random(self.setup.seed + 1))

    def _rendered(self, reader: Any, parts: Parts) -> Any:
        import numpy as np

        from table.sim.rendered_eye import RenderedEye
        from table.sim.stage import Stage, lamp
        from vision.core import EyeCore
        from vision.mat import load_mat
        from vision.synth import Camera, folder_faces, picture_faces, playing_faces

        gin = self.ruleset.game == "gin"
        mat = load_mat("gin" if gin else "row")
        design = self.setup.deck
        faces = folder_faces(design) if "/" in design else playing_faces(design)
        pictures = None if gin else picture_faces(self.ruleset.zhiyan.deck_size)
        rng = np.random.default_rng(self.setup.seed)
        # An overhead camera of the usual kind: the A2 mat fills most of the picture.
        size = (1280, 960)
        camera = Camera(size=size, tilt=float(rng.uniform(-6, 6)), roll=float(rng.uniform(-2, 2)), k1=-0.03)
        self.stage = Stage(mat, faces, pictures, camera, seed=self.setup.seed)
        self.stage.light = lamp(float(rng.uniform(0.8, 1.1)), rng)
        row = None
        if not gin:
            from vision.pictures.deck import PictureDeck
            from vision.pictures.reader import RowReader

            assert pictures is not None
            row = RowReader(deck=PictureDeck("demo", size_mm=pictures.size))
            parts.row = row
        if reader is None and gin:
            from vision.reader import CardReader

            reader = CardReader()
        self.core = EyeCore(mat, reader, row)
        if row is not None:
            row.keep = self.core.store.put
        eye = RenderedEye(self.core, self.stage, lambda: self.table.expects)
        self.app.desk.simulated_eye = eye
        return eye

    def _wired(self) -> Any:
        from hw.simkeys import WiredKeys
        from hw.wiring import load_profile

        return WiredKeys(load_profile(self.setup.wiring), random.Random(self.setup.seed))

    def _people(self) -> GinPeople | PicturePeople:
        if self.ruleset.game == "gin":
            pair = (self.seats[0], self.seats[1])
            return GinPeople(self.runner, self.ruleset, pair, self.rng, pace=self.setup.pace, human=self.human)
        names = tuple(self.stage.pictures.names) if self.stage is not None else None
        things_in: Callable[[str], tuple[str, ...]] | None = None
        if self.human is not None:
            from vision.synth import pictures

            things_in = pictures.things_in
        return PicturePeople(
            self.runner,
            self.ruleset,
            self.seats,
            self.rng,
            pictures=names,
            pace=self.setup.pace,
            human=self.human,
            things_in=things_in,
        )

    # -- the table under test, for the runner -----------------------------------------------------------------

    def handle(self, signal: Signal) -> None:
        """One signal through the whole app."""
        self.t = max(self.t, signal.t)
        self.app.handle(signal)
        self.app.show(self.t)
        self.on_signal()

    def view(self) -> View:
        """The screen as people see it."""
        return self.table.view()

    # -- the game ---------------------------------------------------------------------------------------------

    def script(self) -> Script:
        """What the people do from the attract screen to the end."""
        first = self.rng.choice(self.seats)
        yield from start_game(self.people, self.ruleset, self.seats, first)
        state = self.table.state
        yield from self.people.play(first if state is None else _first_of(state))

    def run(self) -> Report:
        """Play the whole game."""
        began = time.perf_counter()
        script = self.mishaps.around(self.script(), lambda: self.runner.t)
        self.runner.run(script)
        return self.report(time.perf_counter() - began)

    def report(self, seconds: float) -> Report:
        """Truth beside what the table says."""
        truth, said = self.people.truth.state, self.table.state
        true_points = _points(truth)
        table_points = _points(said)
        equal = true_points == table_points and _winners(truth) == _winners(said)
        return Report(
            rules=self.ruleset.id,
            seed=self.setup.seed,
            truth=true_points,
            table=table_points,
            equal=equal,
            hands=len(truth.history) if truth is not None else 0,
            questions=self.people.questions,
            wrong_accepted=len(self.people.mismatches),
            seconds_simulated=round(self.runner.t, 1),
            seconds=round(seconds, 2),
            mishaps={kind: n for kind, n in self.mishaps.counts.items() if n},
            faults=self.app.faults,
            notes=tuple(self.people.mismatches[:5]),
        )


def _first_of(state: Any) -> Seat:
    return str(getattr(state, "storyteller", None) or state.dealer)


def _points(state: Any) -> dict[Seat, int]:
    if state is None:
        return {}
    return dict(getattr(state, "totals", None) or state.points)


def _winners(state: Any) -> tuple[Seat, ...]:
    return tuple(state.winners) if state is not None else ()


def shortened(rules: RuleSet) -> RuleSet:
    """The same rule set with a target that is soon reached, for tests: 30 points of gin, 8 of the picture game."""
    key, value = ("game_target", 30) if rules.game == "gin" else ("target", 8)
    entry = msgspec.structs.replace(rules.entries[key], value=value)
    values = msgspec.structs.replace(rules.rules, **{key: value})
    return msgspec.structs.replace(rules, rules=values, entries={**rules.entries, key: entry})
