"""Choosing a rule set: the ones that ship side by side, house rules as tiles with what they change."""

from __future__ import annotations

from collections.abc import Mapping

from table.intake.view import PickRules, RuleChoice
from table.screens.frame import Page, Scope, rules_name
from table.screens.model import (
    Choice,
    ChoiceItem,
    RuleColumn,
    RuleRow,
    RuleTable,
)

RULE_ROWS = 7
"""As many lines as the table of rule sets has room for."""

ALONE = (
    "storyteller_points",
    "finder_points",
    "all_or_none_points",
    "fooled_points",
    "target",
    "hand_size",
    "deck_size",
    "gin_bonus",
    "undercut_bonus",
    "knock_limit",
    "game_target",
)
"""What a rule set is about where there is no other one to compare it with."""

HOUSE_LINES = 2
"""What a tile of house rules says of them, in lines."""

HOUSE_FIRST = ("oklahoma", "hollywood_games", "knock_limit", "three_player_single", "fooled_cap", "two_votes_from")
"""What makes a house rule what it is, before bonuses and targets."""

FIRST_VALUES = (
    "gin_bonus",
    "undercut_bonus",
    "tie",
    "layoff_on_gin",
    "game_bonus",
    "box_bonus",
    "knock_limit",
    "eleven_cards",
    "upcard_offer",
    "next_dealer",
    "shutout",
    "game_target",
    "match_target",
    "oklahoma",
    "hollywood_games",
    "target",
    "players_min",
    "players_max",
    "hand_size",
    "deck_size",
    "fooled_cap",
    "two_votes_from",
    "three_player",
)
"""Values that people ask about first; the table shows those that differ, in this order."""

BY_NUMBER = {"knock_limit", "hand_size", "deck_size", "target", "game_target", "players_min", "players_max"}
"""Values where a plain number is meant, not points to be added."""

BONUSES = {"undercut_bonus", "eleven_bonus"}
"""Values that come on top of a difference, shown with a plus."""


def pick_rules(scope: Scope, scene: PickRules) -> Page:
    """(6, 7) Rule sets side by side, only what differs."""
    if scene.house:
        return _pick_house(scope, scene)
    columns = tuple(
        RuleColumn(
            key=str(i),
            name=rules_name(scope.words, choice.rules, choice.title),
            picked=scope.is_lit(i),
        )
        for i, choice in enumerate(scene.choices, start=1)
    )
    small = scope.say("small.anybody")
    if scene.pages > 1:
        small = scope.say("small.page", n=scene.page + 1, m=scene.pages)
    return Page(
        kind="pick_rules",
        title=scope.say(f"game.{scene.game}"),
        sub=scope.say("sub.rules"),
        band=scope.band("all", "pick_rules", small),
        body=RuleTable(columns=columns, rows=rule_rows(scope, scene.choices)),
        in_body=frozenset(int(column.key) for column in columns if scope.accepts(int(column.key))),
        hide_chip=True,
    )


def _pick_house(scope: Scope, scene: PickRules) -> Page:
    """(7) House rules as tiles: the title and what they change, as much as there is room for."""
    small = scope.say("small.anybody")
    if scene.pages > 1:
        small = scope.say("small.page", n=scene.page + 1, m=scene.pages)
    items = []
    for i, choice in enumerate(scene.choices, start=1):
        rows = rule_rows(scope, (choice,), house=True)[:HOUSE_LINES]
        lines = tuple(f"{row.label}: {row.values[0]}" for row in rows)
        name = rules_name(scope.words, choice.rules, choice.title)
        items.append(ChoiceItem(key=str(i), title=name, lines=lines, picked=scope.is_lit(i)))
    return Page(
        kind="pick_house",
        title=scope.say(f"game.{scene.game}"),
        sub=scope.say("sub.house"),
        band=scope.band("all", "pick_house", small),
        body=Choice(items=tuple(items)),
        in_body=frozenset(int(item.key) for item in items if scope.accepts(int(item.key))),
        hide_chip=True,
    )


def rule_rows(scope: Scope, choices: tuple[RuleChoice, ...], *, house: bool = False) -> tuple[RuleRow, ...]:
    """The values by which the choices differ; of a single choice, its most asked-for values."""
    names = [name for choice in choices for name in choice.values]
    first = (*HOUSE_FIRST, *FIRST_VALUES) if house else ALONE if len(choices) == 1 else FIRST_VALUES
    ordered = sorted(dict.fromkeys(names), key=lambda name: (_place(name, first), names.index(name)))
    rows = []
    for name in ordered:
        values = [choice.values.get(name) for choice in choices]
        if len(choices) > 1 and len(set(map(str, values))) < 2:
            continue
        if not scope.words.has(f"value.{name}"):
            continue
        texts = tuple(_value(scope, name, value, choice.values) for value, choice in zip(values, choices, strict=True))
        nothing = {scope.say("value.none"), scope.say("value.no")}
        rows.append(
            RuleRow(label=scope.say(f"value.{name}"), values=texts, muted=tuple(text in nothing for text in texts))
        )
    return tuple(rows[:RULE_ROWS])


def _place(name: str, order: tuple[str, ...]) -> int:
    return order.index(name) if name in order else len(order)


def _value(scope: Scope, name: str, value: object, others: Mapping[str, object]) -> str:
    if value is None:
        return scope.say("value.none")
    if isinstance(value, bool):
        return scope.say("value.yes" if value else "value.no")
    if isinstance(value, int):
        if value == 0 and name not in BY_NUMBER:
            return scope.say("value.none")
        return f"+{value}" if name in BONUSES else str(value)
    if name == "tie" and value == "defender":
        return scope.say("value.defender", n=others.get("undercut_bonus", ""))
    word = f"value.{value}"
    return scope.say(word) if scope.words.has(word) else str(value)
