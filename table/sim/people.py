"""What simulated people have in common: they look at the screen, press what it offers, and answer its questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from table.intake import view as v
from table.intake.view import Key, View
from table.rules.cards import Card
from table.rules.signals import Seat
from table.sim.human import Human, Wanted
from table.sim.steps import Push, Runner, Script, Wait

THINK = 0.4
"""How often people look up at the screen while they wait (s)."""

Answer = Callable[[View], Script | None]


def _does(key: Key, action: str, args: Mapping[str, str | int]) -> bool:
    """Whether this key does that, with these arguments at least."""
    return key.action == action and all(key.args.get(name) == value for name, value in args.items())


class People:
    """The players of one table. They see the screen and the cards; they know nothing of what the table thinks."""

    def __init__(self, runner: Runner, rng: random.Random, human: Human | None = None) -> None:
        self.runner = runner
        self.rng = rng
        self.human = human
        """The person among them, if there is one."""
        self.questions = 0
        self._asked: object = None

    def look(self) -> View:
        """The screen now."""
        return self.runner.view()

    def scene(self) -> v.Scene:
        """What the screen is about."""
        return self.look().scene

    # -- a person among them ------------------------------------------------------------------------------------

    def is_human(self, seat: Seat) -> bool:
        """A person sits here."""
        return self.human is not None and self.human.seat == seat

    def ask(self, wanted: Wanted, hand: Sequence[str], done: Callable[[], bool] = lambda: False) -> Script:
        """Wait until the person has decided; `done` ends the wait otherwise (a key was pressed)."""
        assert self.human is not None
        self.human.ask(wanted, hand)
        while not self.human.choice and not done():
            yield Wait(0.1)

    # -- keys -------------------------------------------------------------------------------------------------

    def offered(self, action: str, **args: str | int) -> Key | None:
        """The key that does this now, None where it is not offered."""
        return next((key for key in self.look().keys if _does(key, action, args)), None)

    def press(self, seat: Seat | None, action: str, **args: str | int) -> Script:
        """Press what the screen offers under this name; nothing where it does not."""
        key = self.offered(action, **args)
        if key is None:
            return
        who = seat if seat is not None and (not key.seats or seat in key.seats) else None
        who = who or (key.seats[0] if key.seats else self.look().seats[0])
        if self.look().cursor is not None:
            yield from self._light_to(who, action, args)
        else:
            yield Push(who, 1 if self.one_button else key.key, max(0.12, key.hold + 0.1 if key.hold else 0.12))
            yield Wait(0.7)

    @property
    def one_button(self) -> bool:
        """Each seat has a single button."""
        return self.look().input == "one-button"

    def push(self, seat: Seat | None, key: int, seconds: float = 0.12) -> Push:
        """A press of one's own key number `key`, on whatever this table has."""
        return Push(seat, 1 if self.one_button and seat is not None else key, seconds)

    def _light_to(self, seat: Seat, action: str, args: dict[str, str | int]) -> Script:
        """Short presses until the wish is lit, then a long one."""
        for _ in range(12):
            look = self.look()
            mine = [k for k in look.keys if not k.seats or seat in k.seats]
            place = next((i for i, k in enumerate(mine) if _does(k, action, args)), None)
            if place is None or look.cursor is None:
                return
            if look.cursor % len(mine) == place:
                yield Push(seat, 1, 1.2)
                yield Wait(0.7)
                return
            yield Push(seat, 1)
            yield Wait(0.4)

    def until(self, done: Callable[[v.Scene], bool], patience: float, answer: Answer | None = None) -> Script:
        """Wait until the screen is as wished, answering what it asks meanwhile; gives up after `patience` s."""
        deadline = self.runner.t + patience
        while not done(self.scene()) and self.runner.t < deadline:
            script = answer(self.look()) if answer else None
            if script is not None:
                yield from script
            yield Wait(THINK)

    def enter_cards(self, cards: Sequence[Card], seat: Seat | None = None) -> Script:
        """Choose cards one after the other in the card picker."""
        for card in cards:
            for _ in range(6):
                scene = self.scene()
                if not isinstance(scene, v.PickCard) or card in scene.chosen:
                    break
                if self.offered("this_card", card=card):
                    yield from self.press(seat, "this_card", card=card)
                elif scene.runner_up:
                    yield from self.press(seat, "another_card")
                elif scene.suit is None:
                    yield from self.press(seat, "suit", suit=card[1])
                elif scene.row is None:
                    row = next(
                        (k for k in self.look().keys if k.action == "row" and card[0] in str(k.args["ranks"])), None
                    )
                    if row is None:
                        break
                    yield from self.press(seat, "row", ranks=row.args["ranks"])
                else:
                    break

    def count_question(self, scene: v.Scene) -> None:
        """Count a question once, however long it stands."""
        kind = (
            type(scene).__name__,
            getattr(scene, "seat", None),
            getattr(scene, "cutout", ""),
            self._asked_key(scene),
        )
        if kind != self._asked:
            self._asked = kind
            self.questions += 1

    @staticmethod
    def _asked_key(scene: v.Scene) -> object:
        return getattr(scene, "candidates", None) or getattr(scene, "problems", None)
