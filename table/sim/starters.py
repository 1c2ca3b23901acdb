"""From the attract screen to the first deal, with nothing but the keys at the places."""

from __future__ import annotations

from collections.abc import Sequence

from table.intake import view as v
from table.rules.ruleset import RuleSet
from table.rules.signals import Seat
from table.sim.people import People
from table.sim.steps import Push, Script, Wait


def start_game(people: People, ruleset: RuleSet, seats: Sequence[Seat], first: Seat) -> Script:
    """Choose the game and the rule set, sit down, say who begins."""
    lead = seats[0]
    yield from people.until(lambda s: isinstance(s, v.Attract | v.PickGame), 60)
    if isinstance(people.scene(), v.Attract):
        yield Push(lead, 1)
        yield Wait(0.9)
    yield from people.press(lead, "gin" if ruleset.game == "gin" else "picture_game")
    if ruleset.house:
        yield from people.press(lead, "house_rules")
    for _ in range(6):
        scene = people.scene()
        if not isinstance(scene, v.PickRules):
            break
        title = next((choice.title for choice in scene.choices if choice.rules == ruleset.id), None)
        if title is not None:
            yield from people.press(lead, "take_rules", title=title)
        else:
            yield from people.press(lead, "next_page")
    for seat in seats:
        scene = people.scene()
        if isinstance(scene, v.Joining) and seat not in scene.joined:
            yield people.push(seat, 2)
            yield Wait(0.8)
    yield from people.press(lead, "start_with")
    yield from people.until(lambda s: isinstance(s, v.WhoFirst), 5)
    yield from people.press(first, "me_first")
    yield Wait(0.3)
