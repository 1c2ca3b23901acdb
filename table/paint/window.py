"""The display: a window on a desktop, the whole screen on a kiosk without a desktop, or none at all.

pygame stays inside: what people do at the display comes out as plain values.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import pygame

from table.paint.kit.canvas import Look
from table.paint.painter import Painter
from table.screens.model import Screen

Kind = Literal["auto", "window", "kiosk", "none"]
"""Where to show: as found; a window on a desktop; the whole screen through the kernel (KMS/DRM); nowhere."""

WINDOW_SIZE = (1280, 720)
INVISIBLE = ("offscreen", "dummy")


class DisplayError(RuntimeError):
    """No display can be opened; the message says why and what to do."""


class KeyTyped(msgspec.Struct, frozen=True, tag="key"):
    """A key of the keyboard: its name in lower case (``1``, ``f``, ``escape``, ``space``); with shift or control
    the flags are set. `down` is False when it is let go. `text` is what it types."""

    name: str
    down: bool
    shift: bool = False
    control: bool = False
    text: str = ""
    scancode: int | None = None
    """The key's place on the keyboard, whatever the layout prints on it."""


class Clicked(msgspec.Struct, frozen=True, tag="click"):
    """A press on a key drawn on the screen: ``1`` to ``6``, ``press``, ``hold``, ``fix``; None beside all keys.

    `x`, `y` are pixels of the picture. `down` is False when it is let go (then the key is the one pressed before).
    """

    key: str | None
    down: bool
    x: int
    y: int


class Resized(msgspec.Struct, frozen=True, tag="resized"):
    width: int
    height: int


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The window's close button, or the desktop ends."""


Input = KeyTyped | Clicked | Resized | Closed


def choose_driver(
    kind: Kind, environment: Mapping[str, str] = os.environ, cards: Path = Path("/dev/dri"), system: str = sys.platform
) -> str:
    """The SDL video driver to ask for; empty: SDL's own choice on this desktop. Raises `DisplayError`.

    What stands in ``SDL_VIDEODRIVER`` is taken as it is.
    """
    if environment.get("SDL_VIDEODRIVER"):
        return environment["SDL_VIDEODRIVER"]
    if kind == "none":
        return "dummy"
    desktop = system in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    if kind == "window" or (kind == "auto" and desktop):
        if desktop:
            return ""
        raise DisplayError(
            "no desktop to open a window on (DISPLAY and WAYLAND_DISPLAY are not set); "
            "start from a desktop, or set [display] fullscreen = true for a screen without one"
        )
    found = sorted(cards.glob("card*")) if cards.exists() else []
    if not found:
        raise DisplayError(
            f"no screen: no desktop, and no graphics device in {cards}; plug in the display and restart, "
            "or run without one"
        )
    readable = [card for card in found if os.access(card, os.R_OK | os.W_OK)]
    if not readable:
        raise DisplayError(
            f"{found[0]} may not be opened by this user; add the user to the groups video and render, then restart"
        )
    return "kmsdrm"


class Window:
    """A painter on a display. Use as ``with Window(...) as window:`` or call `close`."""

    def __init__(
        self,
        kind: Kind = "auto",
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        look: Look | None = None,
        pictures: Mapping[str, Any] | None = None,
        on_trouble: Any = None,
        title: str = "Cardtable",
        burn_in_shift: bool | None = None,
    ) -> None:
        driver = choose_driver(kind)
        if driver:
            os.environ["SDL_VIDEODRIVER"] = driver
        os.environ.setdefault("SDL_MOUSE_TOUCH_EVENTS", "0")
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
        try:
            pygame.display.init()
            pygame.font.init()
        except pygame.error as error:
            raise DisplayError(_reason(driver, str(error))) from error
        self.driver = pygame.display.get_driver()
        if self.driver in INVISIBLE and driver != self.driver:
            # SDL takes these by itself where no server answers; people would wait before a dark screen.
            pygame.display.quit()
            server = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
            raise DisplayError(_reason(driver, f"no display server answers at {server}"))
        kiosk = self.driver == "kmsdrm"
        flags = pygame.FULLSCREEN if (kiosk or fullscreen) and self.driver != "dummy" else pygame.RESIZABLE
        if self.driver == "dummy":
            flags = 0
        try:
            wanted = size or ((0, 0) if flags & pygame.FULLSCREEN else WINDOW_SIZE)
            self.surface = pygame.display.set_mode(wanted, flags)
        except pygame.error as error:
            pygame.display.quit()
            raise DisplayError(_reason(driver, str(error))) from error
        pygame.display.set_caption(title)
        if flags & pygame.FULLSCREEN:
            pygame.mouse.set_visible(False)
        pygame.key.set_repeat()
        shift = bool(flags & pygame.FULLSCREEN) if burn_in_shift is None else burn_in_shift
        self.painter = Painter(self.surface.get_size(), look, pictures, on_trouble, shift)
        self._pressed: str | None = None

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def show(self, screen: Screen, now: float) -> bool:
        """Shows the Screen; touches the display only when pixels changed (then True)."""
        if not self.painter.show(screen, now):
            return False
        self.surface.blit(self.painter.picture, (0, 0))
        pygame.display.flip()
        return True

    def next_at(self, now: float) -> float | None:
        return self.painter.next_at(now)

    def inputs(self) -> Iterator[Input]:
        """What people did at the display since the last call; also keeps the window alive, so call it often."""
        for event in pygame.event.get():
            value = self._input(event)
            if value is not None:
                yield value

    def close(self) -> None:
        pygame.display.quit()

    def _input(self, event: pygame.event.Event) -> Input | None:
        if event.type == pygame.QUIT:
            return Closed()
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            return KeyTyped(
                name=pygame.key.name(event.key).lower().strip("[]"),
                down=event.type == pygame.KEYDOWN,
                shift=bool(event.mod & pygame.KMOD_SHIFT),
                control=bool(event.mod & pygame.KMOD_CTRL),
                text=getattr(event, "unicode", ""),
                scancode=getattr(event, "scancode", None),
            )
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._pressed = self.painter.hit(event.pos)
            return Clicked(self._pressed, True, *event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            key, self._pressed = self._pressed, None
            return Clicked(key, False, *event.pos)
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            return self._resized()
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN):
            self.surface.blit(self.painter.picture, (0, 0))
            pygame.display.flip()
        return None

    def _resized(self) -> Input | None:
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self.painter.picture.get_size():
            return None
        self.surface = surface
        self.painter.resize(surface.get_size())
        return Resized(*surface.get_size())


def _reason(driver: str, error: str) -> str:
    if driver == "kmsdrm":
        return (
            f"the screen cannot be taken over ({error}); is a desktop or another program using it, and is the user "
            "in the groups video and render?"
        )
    return f"no window can be opened ({error}); check DISPLAY, or run without a display"
