"""The page about house rules, made from the knobs and the seed rule sets, so that it is never out of date.

``python -m seeds.page > docs/house-rules.md`` writes it; a test compares.
"""

from __future__ import annotations

from table.rules.knobs import KNOBS, Knob
from table.rules.ruleset import available, load

INTRODUCTION = """# House rules

A rule set is a text file in TOML. The seed rule sets lie in `seeds/`, house rules that come along in `seeds/house/`,
and your own in the folder `house` of the table's state folder (`[table] house_rules` in the settings names another).
The name of the file is the name of the rule set: `grandma.toml` appears on the start screen under "house rules", and
`[table] rules = "grandma"` in the settings plays it without asking.

A house rule names the rule set that it builds on and the values that differ:

```toml
extends = "gin-the-pack"
name = "At Grandma's"
knock_limit = 7

[gin_bonus]
value = 30
says = "Grandma pays 30 for gin."
```

`name` is a text, or one for each of `en`, `zh`, `es`, `hu`; `about` is a line for the list. A value stands there
plainly, or as a table with `value`, `says` (the sentence that the table shows with the score) and `source`. House rules
may build on house rules. Where a value is a table like `[gin_bonus]`, it comes after the plain ones.

`cardtable score --list` lists all rule sets. A mistake is told with file, key, what was found and what is allowed, and
the other rule sets stay usable. A game carries its values in its log: changing a file later changes no game that was
played.

This page is made from the program (`python -m seeds.page`).
"""

TITLES = {"gin": "Gin rummy", "zhiyan": "The picture game, 只言片语"}


def allowed(knob: Knob) -> str:
    """What may stand under a key, for the table."""
    if knob.choices:
        return ", ".join(f'`"{choice}"`' if isinstance(choice, str) else f"`{choice}`" for choice in knob.choices)
    return "`true`, `false`" if knob.kind is bool else f"{knob.low} to {knob.high}"


def page() -> str:
    """The whole page as Markdown."""
    return INTRODUCTION + "".join(_section(game) for game in TITLES) + _shipped()


def _section(game: str) -> str:
    seeds = [rules for rules in map(load, available()) if rules.game == game and not rules.house]
    head = ["key", "what for", "allowed", *(f"`{rules.id}`" for rules in seeds)]
    rows = [
        [f"`{key}`", knob.title, allowed(knob), *(_shown(rules.values[key]) for rules in seeds)]
        for key, knob in KNOBS[game].items()
    ]
    lines = [head, ["---"] * len(head), *rows]
    return f"\n## {TITLES[game]}\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in lines)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shipped() -> str:
    house = [rules for rules in map(load, available()) if rules.house]
    lines = [f"- `{rules.id}` ({rules.name}), on `{rules.extends[0]}`: {rules.about}\n" for rules in house]
    return "\n## House rules that come along\n\n" + "".join(lines)


if __name__ == "__main__":
    print(page(), end="")
