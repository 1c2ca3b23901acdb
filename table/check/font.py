"""The font: whether everything that this table writes has a glyph."""

from __future__ import annotations

import msgspec

from .context import Context
from .result import CheckResult, bad, ok, warn

SAMPLE = "♠♥♦♣ AÁáŐőŰű ñ¿¡ 只言片语 金拉米 0123456789"


def font(context: Context) -> CheckResult:
    """The font that comes with the table, on the signs of all languages and on the players' own names."""
    from table.fonts import FONT, missing_glyphs

    try:
        missing = missing_glyphs(SAMPLE)
    except (OSError, ValueError, LookupError) as error:
        return bad("font", f"{FONT} cannot be read ({error})", "install the table again")
    if missing:
        return bad("font", f"{FONT.name} has no {' '.join(missing)}", "install the table again", missing=list(missing))
    names = "".join(msgspec.structs.astuple(context.settings.seats))
    odd = missing_glyphs(names)
    if odd:
        return warn(
            "font",
            f"the names of the seats hold signs without a glyph: {' '.join(odd)}",
            "write them another way in the section [seats] of the settings",
            missing=list(odd),
        )
    return ok("font", FONT.name)
