"""The demo in its window: one game after the other, live, with a person at one of the seats if wished."""

from __future__ import annotations

from typing import Any

from table.app.display import Pictures
from table.rules.cards import INDEX, Card
from table.rules.ruleset import RuleSet
from table.rules.signals import Seat
from table.sim.game import Game, Setup
from table.sim.human import Human
from table.sim.window import DemoWindow
from table.words import Words

ASKED = ("draw", "discard", "offer", "lay", "tell", "give", "vote")
"""What a person may be asked for (`table.sim.human.Wanted`)."""


class Show:
    """Holds the window; `play` runs one game in it. Raises `table.paint.DisplayError` where none can be opened."""

    def __init__(self, lang: str, seat: Seat | None) -> None:
        self.human = Human(seat) if seat else None
        self.game: Game | None = None
        self.words = Words(lang)
        self.window = DemoWindow(self._camera, self.human, "Cardtable: a simulated table")
        self._sounds = self._announcer = None
        self._picture: Any = None
        self._picture_at = -1.0

    def close(self) -> None:
        """Give the window back."""
        self.window.close()

    def play(self, setup: Setup, rulesets: dict[str, RuleSet], speed: float, reader: Any = None) -> Any:
        """One whole game. Raises `Closed` when the window was closed. Gives the card reader for the next game."""
        from hw.wiring import load_profile

        game = Game(setup, rulesets, reader=reader, display=self.window, live=(self._between, speed), human=self.human)
        self.game = game
        pictures = Pictures()
        pictures.store = getattr(game.core, "store", None)
        self.window.painter.pictures = game.app.parts.pictures = pictures
        keyboard = load_profile(setup.wiring).keyboard
        self.window.keys_of = {seat: tuple(keyboard.get(seat, ())) for seat in game.seats}
        self.window.names = {
            **{seat: self.words.seat(seat) for seat in game.seats},
            "watch": self.words.say("demo.watch"),
            "lay_cards": self.words.say("demo.lay_cards"),
            **{f"ask_{w}": self.words.say(f"demo.ask_{w}") for w in ASKED},
        }
        self.window.clue = self._clue
        self.window.hands = lambda: {seat: sorted(hand, key=_order) for seat, hand in game.people.hands.items()}
        if game.stage is not None and game.stage.pictures is not None:
            faces = game.stage.pictures
            self.window.picture_of = _Faces(faces).get
        game.app.parts.keys = game.keys.keys
        if hasattr(self.window.painter, "on_trouble"):
            self.window.painter.on_trouble = lambda what: None
        game.run()
        return getattr(game.core, "reader", None)

    def _clue(self) -> str:
        thing = getattr(self.game.people, "clue", "") if self.game is not None else ""
        return self.words.say("demo.clue", thing=self.words.say(f"demo.thing_{thing}")) if thing else ""

    def _between(self, t: float) -> bool:
        game = self.game
        assert game is not None
        game.t = max(game.t, t)
        self.window.lamps = {seat: str(state) for seat, state in game.table.lamps().items()}
        game.keys.keys.step(game.t)
        for signal in game.keys.take():
            game.handle(signal)
        game.app._inputs()
        game.app.serve_operator(game.t)
        game.app.show(game.t)
        return not game.app.stopping

    def _camera(self) -> Any:
        """What the simulated camera sees now, a few times a second."""
        game = self.game
        if game is None or game.stage is None:
            return None
        if self._picture is None or game.runner.t - self._picture_at > 0.1:
            self._picture_at = game.runner.t
            self._picture = game.stage.frame(game.world, game.runner.t).image
        return self._picture


def _order(card: str) -> tuple[int, str]:
    return INDEX.get(Card(card), 99), card


class _Faces:
    """Faces of picture cards by name."""

    def __init__(self, faces: Any) -> None:
        self.faces = faces

    def get(self, name: str) -> Any:
        """The picture, None for a name that the deck has not."""
        return self.faces[name] if name in self.faces else None  # noqa: SIM401 - no mapping, it has no get
