"""The rule sets as data: TOML files that `table.rules.ruleset` reads through importlib.resources."""
