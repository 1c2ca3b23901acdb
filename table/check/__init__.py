"""The self-check: each part of the table in its own small check, in words and as data.

`run` does the checks that are named; `quick_check` is the short form at the start, for the screen: it opens no camera
and no pin, and takes some hundredths of a second.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable
from typing import cast

from table.settings import Settings

from .context import Context
from .result import SIGNS, CheckResult, Verdict

Check = Callable[[Context], CheckResult]

CHECKS: dict[str, str] = {
    "settings": "settings_file:settings",
    "camera": "camera:camera",
    "focus": "camera:focus",
    "light": "camera:light",
    "markers": "camera:markers",
    "pins": "keys:pins",
    "keys": "keys:keys",
    "display": "screen:display",
    "rules": "rules:rules",
    "font": "font:font",
    "sound": "screen:sound",
    "store": "store:store",
    "space": "machine:space",
    "clock": "machine:clock",
    "heat": "machine:heat",
    "power": "machine:power",
}
"""Name -> ``module:function``; a module is loaded only when one of its checks is wanted."""

QUICK = ("settings", "pins", "keys", "store", "space", "display", "font", "power")
"""At the start, before the first picture."""

__all__ = ["CHECKS", "QUICK", "SIGNS", "Check", "CheckResult", "Context", "Verdict", "quick_check", "run"]


def run(names: Iterable[str], context: Context) -> list[CheckResult]:
    """The checks by name, in the order given. One that breaks is itself a finding, not an end of the others."""
    return [_one(name, context) for name in names]


def quick_check(settings: Settings) -> list[CheckResult]:
    """What the start screen shows."""
    return run(QUICK, Context(settings=settings, now=time.time()))


def _one(name: str, context: Context) -> CheckResult:
    try:
        return load(name)(context)
    except Exception as error:  # a check must never be what stops the table
        return CheckResult(
            name=name,
            verdict="bad",
            text=f"this check itself failed ({type(error).__name__}: {error})",
            help="please report it, with the output of: cardtable check --json",
        )


def load(name: str) -> Check:
    """The function of a check."""
    module, _, function = CHECKS[name].partition(":")
    return cast(Check, getattr(importlib.import_module(f".{module}", __name__), function))
