"""The pin factory, and one clear line for each way in which it can be missing.

gpiozero is imported here, when pins are opened, and nowhere at start-up: a laptop without pins never loads it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hw.holders import who_holds
from hw.wiring import HEADER

KEYBOARD_GOES_ON = "the keyboard still works"


class PinsMissing(Exception):  # noqa: N818 - reads as what happened
    """No pin can be used at all; the text says why and what to do."""


def open_factory(root: Path = Path("/")) -> Any:
    """gpiozero's factory for the pins of this machine. Raises `PinsMissing` with one line.

    Honours ``GPIOZERO_PIN_FACTORY`` (for example ``mock``). `root` is where /dev is looked for, for tests.
    """
    try:
        from gpiozero import Device
        from gpiozero.exc import BadPinFactory
    except ImportError as error:
        raise PinsMissing(f"gpiozero cannot be loaded ({error}); install it, {KEYBOARD_GOES_ON}") from None
    if Device.pin_factory is not None:
        return Device.pin_factory
    try:
        if os.environ.get("GPIOZERO_PIN_FACTORY"):
            with warnings.catch_warnings(), _same_folder():
                warnings.simplefilter("ignore")
                Device.ensure_pin_factory()
            return Device.pin_factory
        Device.pin_factory = _lgpio_factory(root)
    except BadPinFactory as error:
        raise PinsMissing(f"GPIOZERO_PIN_FACTORY: {error}; {KEYBOARD_GOES_ON}") from None
    return Device.pin_factory


def _lgpio_factory(root: Path) -> Any:
    """Only lgpio: gpiozero's other choices write to registers, need a daemon, or fail on a Raspberry Pi 5."""
    chips = sorted(root.glob("dev/gpiochip*"))
    if not chips:
        raise PinsMissing(f"no /dev/gpiochip: this machine has no pins; {KEYBOARD_GOES_ON}")
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise PinsMissing(f"/dev/{chips[0].name} may not be opened: add this user to the group gpio and log in again")
    folder = os.environ.get("LG_WD") or str(Path.cwd())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PinsMissing(f"lgpio cannot write into {folder}: set LG_WD to a folder that this user may write to")
    try:
        with _same_folder():
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
    except ImportError as error:
        raise PinsMissing(
            f"lgpio cannot be loaded ({error}): install python3-lgpio (apt) or lgpio (pip); {KEYBOARD_GOES_ON}"
        ) from None
    except Exception as error:  # lgpio.error has no base class of its own, and an unknown board raises gpiozero's
        raise PinsMissing(f"the pins cannot be opened ({error}); {KEYBOARD_GOES_ON}") from None


@contextmanager
def _same_folder() -> Iterator[None]:
    """lgpio makes LG_WD the working folder of the whole process when it is imported; that is undone here."""
    before = Path.cwd()
    try:
        yield
    finally:
        os.chdir(before)


def pin_problem(pin: int, use: str, error: BaseException) -> str:
    """One line for a pin that could not be opened: which, what for, why, and who may hold it."""
    where = f"{use}: GPIO {pin} (pin {HEADER.get(pin, '?')})"
    text = " ".join(str(error).split()) or type(error).__name__
    if "busy" in text.lower():
        holder = who_holds(pin)
        by = f"held by {holder}" if holder else "held by another program or by the kernel; gpioinfo names it"
        return f"{where} is busy, {by}: stop it or choose another pin in the wiring"
    if "already in use" in text.lower():
        return f"{where} is in use in this program already: choose another pin in the wiring"
    return f"{where} cannot be used ({text}): choose another pin in the wiring"
