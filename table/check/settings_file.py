"""The settings file, as the table that starts next would read it."""

from __future__ import annotations

from .context import Context
from .result import CheckResult, bad, ok

ORIGINS = {
    "last-good": "the last good settings are used",
    "partly": "the wrong lines are left out",
    "defaults": "the defaults are used",
}


def settings(context: Context) -> CheckResult:
    """Right, absent, or wrong with every problem named."""
    report = context.settings.report
    if report.problems:
        return bad(
            "settings",
            "; ".join(str(problem) for problem in report.problems) + f" ({ORIGINS[report.origin]})",
            "mend the file, then: cardtable check settings",
            file=str(report.path),
            used=report.origin,
            problems=[
                {"line": problem.line, "key": problem.key, "found": problem.found, "allowed": problem.allowed}
                for problem in report.problems
            ],
        )
    if report.origin == "defaults":
        return ok("settings", f"no file at {report.path}; the defaults are used", file=str(report.path))
    return ok("settings", f"{report.path} is right", file=str(report.path))
