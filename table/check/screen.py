"""Display and sound: what is plugged in, and whether this user may use it."""

from __future__ import annotations

import os
import shutil

from .context import Context, read_text
from .result import CheckResult, bad, off, ok, warn


def display(context: Context) -> CheckResult:
    """A window system, or a connected screen that the kernel drives (no X needed)."""
    wanted = context.environ.get("SDL_VIDEODRIVER", "")
    if wanted in ("dummy", "offscreen"):
        return off("display", f"switched off (SDL_VIDEODRIVER={wanted})")
    for variable in ("WAYLAND_DISPLAY", "DISPLAY"):
        if context.environ.get(variable):
            return ok("display", f"a window on {context.environ[variable]}", driver=variable)
    if context.platform == "darwin":
        return ok("display", "a window", driver="cocoa")
    connected = {
        folder.name.split("-", 1)[1]: (read_text(folder / "modes") or "").split("\n")[0]
        for folder in sorted(context.at("sys/class/drm").glob("card*-*"))
        if read_text(folder / "status") == "connected"
    }
    if not connected:
        return bad(
            "display",
            "no screen is connected; the table runs without and keeps score",
            "plug the HDMI cable in (Pi 4 and 5: the socket beside the power), then restart",
        )
    shown = ", ".join(f"{name} {mode}".strip() for name, mode in connected.items())
    cards = sorted(context.at("dev/dri").glob("card*"))
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return bad(
            "display",
            f"{shown} is connected, but this user may not draw on it",
            "add the user to the groups video and render",
            connected=connected,
        )
    return ok("display", shown, connected=connected)


def sound(context: Context) -> CheckResult:
    """A sound card, and the program that speaks where the voice is wanted."""
    wanted = context.settings.sound
    if wanted.volume == "off":
        return off("sound", "switched off in the settings")
    cards = [
        line.split("[", 1)[1].split("]")[0].strip()
        for line in (context.text("proc/asound/cards") or "").split("\n")
        if "[" in line
    ]
    speaks = shutil.which("espeak-ng", path=context.environ.get("PATH")) is not None
    if not cards and context.platform.startswith("linux"):
        return warn(
            "sound", "no sound card; the table stays silent", 'plug one in, or set [sound] volume = "off"', cards=cards
        )
    if wanted.voice and not speaks:
        return warn(
            "sound", "the voice is on, but espeak-ng is not installed", "sudo apt-get install espeak-ng", cards=cards
        )
    return ok("sound", f"{', '.join(cards) or 'the system sound'}{', with voice' if wanted.voice else ''}", cards=cards)
