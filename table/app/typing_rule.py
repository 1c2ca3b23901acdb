"""What a plugged-in keyboard may do, as `[keys] usb_keyboards` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hw.keys import Keys
from hw.wiring import FIX_KEY, Profile


def typing_rule(allowed: Literal["all", "operator", "none"], profile: Profile, keys: Keys) -> Callable[[str], bool]:
    """Gives for the name of a key whether it counts now.

    ``operator``: the Fix key, so that the operator gets into the service screen. The players' keys count only where
    nothing is wired or a wired key does not work, since play goes on with the keyboard then.
    """
    typed = profile.keyboard_keys()

    def counts(name: str) -> bool:
        if allowed != "operator":
            return allowed == "all"
        if typed.get(name) == FIX_KEY or not profile.wired_keys():
            return True
        health = keys.health
        return bool(health.dead or health.stuck)

    return counts
