"""What the sample players of both games share: a log, its state, and views of it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from table.intake import view as v
from table.intake.view import Key, Scene, View
from table.rules import events as ev
from table.rules.ruleset import RuleSet
from table.rules.session import State, step
from table.rules.signals import ReadState, Seat, Why

CHIPS: tuple[tuple[ReadState, Why], ...] = (
    ("done", ""),
    ("done", ""),
    ("reading", ""),
    ("hand", ""),
    ("cannot", "glare"),
    ("cannot", "dark"),
    ("cannot", "overlap"),
    ("cannot", "marker_hidden"),
    ("cannot", "face_down"),
    ("cannot", ""),
    ("resting", "no_camera"),
    ("resting", ""),
)


class Sampler:
    """One game of one rule set, played at random; `state` is where it stands."""

    def __init__(self, rules: RuleSet, seats: Sequence[Seat], rng: random.Random, lang: str = "en") -> None:
        self.ruleset, self.rng, self.lang = rules, rng, lang
        self.log: list[ev.AnyEvent] = []
        self.state: State = step(None, self._started(tuple(seats)))

    def _started(self, seats: tuple[Seat, ...]) -> ev.GameStarted:
        first = self.rng.choice(seats)
        event = ev.GameStarted(rules=self.ruleset.id, values=self.ruleset.values, seats=seats, first=first)
        self.log.append(event)
        return event

    def do(self, event: ev.AnyEvent) -> None:
        """Take an event that the rules allow. Raises `Refused`."""
        self.state = step(self.state, event)
        self.log.append(event)

    def view(self, scene: Scene, *keys: Key, auto: float | None = None, **more: object) -> View:
        """The view of a scene in the present state, with a reading indicator as chance will have it."""
        state, why = self.rng.choice(CHIPS)
        return View(
            scene=scene,
            game=self.state,
            rules=self.ruleset.id,
            rules_title=self.ruleset.names.get(self.lang, self.ruleset.name),
            seats=self.state.seats,
            lang=self.lang,
            keys=keys,
            chip=v.Chip(state=state, why=why),
            auto=auto,
            by_hand=why == "no_camera",
            event_count=len(self.log),
            **more,  # type: ignore[arg-type]
        )


def key(number: int, action: str, /, **args: str | int) -> Key:
    """A key on offer to everybody."""
    return Key(key=number, action=action, args=args)
