"""The rule sets: the shipped ones, the players' own, and the one that the settings name."""

from __future__ import annotations

from table.settings import folders

from .context import Context
from .result import CheckResult, bad, ok, warn


def rules(context: Context) -> CheckResult:
    """Loads every rule set as the start screen does; a wrong house rule is named and left out there."""
    import seeds
    from table.rules.ruleset import load_all

    folder = folders.house_rules_folder(context.settings)
    own = seeds.read_folder(folder)
    good, errors = load_all(own)
    names = [rule_set.id for rule_set in good]
    data = {"rules": names, "own": [text.id for text in own], "folder": str(folder)}
    wanted = context.settings.table.rules
    if wanted and wanted not in names:
        return bad(
            "rules",
            f"[table] rules names {wanted!r}, which is not there or not right; the players are asked instead",
            f"write one of: {', '.join(names)}",
            **data,
        )
    if errors:
        return warn(
            "rules", "; ".join(str(error) for error in errors), "mend these house rules; they are not offered", **data
        )
    return ok("rules", f"{len(names)} rule sets, {len(own)} of them your own", **data)
