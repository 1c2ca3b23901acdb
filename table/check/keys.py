"""Keyboards and pins: what the wiring profile needs, and whether this user may use it. No pin is opened here."""

from __future__ import annotations

import importlib.util
import os

from table.settings import folders
from table.settings.instance import running_pid

from .context import Context
from .result import CheckResult, bad, off, ok, warn


def keys(context: Context) -> CheckResult:
    """Keyboards that are plugged in, and what they may do."""
    found = keyboards(context)
    allowed = context.settings.keys.usb_keyboards
    meaning = {"all": "may play", "operator": "only for the operator", "none": "ignored"}[allowed]
    text = f"{', '.join(found)} ({meaning})" if found else "no keyboard"
    if context.settings.keys.profile != "keyboard":
        return ok("keys", f"wiring {context.settings.keys.profile}; {text}", keyboards=found, allowed=allowed)
    if allowed == "none":
        return bad(
            "keys",
            "the wiring is 'keyboard', but keyboards are switched off",
            'set [keys] usb_keyboards = "all", or a wiring with buttons',
            keyboards=found,
        )
    window = context.environ.get("DISPLAY") or context.environ.get("WAYLAND_DISPLAY")
    if not found and not window and context.platform.startswith("linux"):
        return warn("keys", "the wiring is 'keyboard', but none is plugged in", "plug a keyboard in", keyboards=found)
    return ok("keys", text, keyboards=found, allowed=allowed)


def keyboards(context: Context) -> list[str]:
    """Names of the input devices that the kernel takes for keyboards with letters."""
    found = []
    for block in (context.text("proc/bus/input/devices") or "").split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        handlers = next((line for line in block.splitlines() if line.startswith("H: ")), "")
        bits = next((line[8:] for line in block.splitlines() if line.startswith("B: KEY=")), "").split()
        # A keyboard with letters has the bits of Q..P (16..25) set in the lowest word; a power button has not.
        letters = 0x3FF0000
        if "kbd" in handlers and bits and int(bits[-1], 16) & letters == letters:
            found.append(lines.get("N", "Name=keyboard").partition("=")[2].strip('"'))
    return found


def pins(context: Context) -> CheckResult:
    """The pin chip, the library that drives it, and the rights to both."""
    profile = context.settings.keys.profile
    from hw.wiring import load_profile

    wiring = load_profile(profile)
    if not wiring.pins():
        return off("pins", f"the wiring '{wiring.name}' uses no pins")
    pid = running_pid(folders.store_folder(context.settings))
    if pid is not None:
        return off("pins", f"the running table (process {pid}) has the pins")
    chips = sorted(context.at("dev").glob("gpiochip*"))
    if not chips:
        return bad(
            "pins",
            "no pin chip (/dev/gpiochip*) on this machine; play goes on with the keyboard",
            'on a desktop set [keys] profile = "keyboard"',
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return bad("pins", f"this user may not use {chips[0]}", "add the user to the group gpio")
    if importlib.util.find_spec("lgpio") is None:
        return bad(
            "pins",
            "the library lgpio is missing; play goes on with the keyboard",
            "sudo apt-get install python3-lgpio, then install the table again",
        )
    folder = context.environ.get("LG_WD", ".")
    if not os.access(folder, os.W_OK):
        return bad(
            "pins",
            f"the folder that lgpio writes to ({folder}) is not writable",
            "set LG_WD to a writable folder, as cardtable.service does",
        )
    count = len(wiring.pins())
    return ok("pins", f"wiring '{wiring.name}' on {count} pins of {chips[0].name}", pins=count, chip=str(chips[0]))
