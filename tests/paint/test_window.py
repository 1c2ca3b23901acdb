"""Opening a display: what is chosen where, and what is said where none can be opened."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from table.paint import DisplayError, Window
from table.paint.window import Clicked, Closed, KeyTyped, choose_driver
from tests.paint.screens import DESIGNED


@pytest.fixture
def dri(tmp_path: Path) -> Path:
    (tmp_path / "card1").write_text("")
    return tmp_path


def test_on_a_desktop_a_window_opens(dri: Path) -> None:
    for environment in ({"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}):
        assert choose_driver("auto", environment, dri, "linux") == ""
    assert choose_driver("auto", {}, dri, "darwin") == ""


def test_without_a_desktop_the_screen_is_taken_whole(dri: Path) -> None:
    assert choose_driver("auto", {}, dri, "linux") == "kmsdrm"
    assert choose_driver("kiosk", {"DISPLAY": ":0"}, dri, "linux") == "kmsdrm"


def test_what_the_operator_sets_is_taken(dri: Path) -> None:
    assert choose_driver("auto", {"SDL_VIDEODRIVER": "x11"}, dri, "linux") == "x11"
    assert choose_driver("none", {}, dri, "linux") == "dummy"


def test_no_screen_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(DisplayError, match=r"no screen: no desktop, and no graphics device .*; plug in the display"):
        choose_driver("auto", {}, tmp_path / "dri", "linux")
    with pytest.raises(DisplayError, match="no desktop to open a window on"):
        choose_driver("window", {}, tmp_path, "linux")


def test_a_screen_that_may_not_be_opened_names_the_groups(dri: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.paint.window.os.access", lambda *_: False)
    with pytest.raises(DisplayError, match="groups video and render"):
        choose_driver("auto", {}, dri, "linux")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Window("none", (1280, 720), burn_in_shift=False) as opened:
        list(opened.inputs())
        yield opened


def test_a_window_shows_and_tells_what_people_do(window: Window) -> None:
    assert window.show(DESIGNED["04-gin-turn-hu"], 0.0)
    window.show(DESIGNED["04-gin-turn-hu"], 5.0)
    assert not window.show(DESIGNED["04-gin-turn-hu"], 6.0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1"))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1212, 673)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(900, 300)))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert list(window.inputs()) == [
        KeyTyped("1", True, text="1"),
        KeyTyped("1", False),
        Clicked("fix", True, 1212, 673),
        Clicked("fix", False, 900, 300),
        Closed(),
    ]


def test_a_key_of_the_number_pad_is_the_digit(window: Window) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP3, mod=pygame.KMOD_SHIFT, unicode="3"))
    assert list(window.inputs()) == [KeyTyped("3", True, shift=True, text="3")]


def test_a_desktop_that_does_not_answer_is_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL would fall back to drawing nowhere, in silence."""
    pygame.display.quit()
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":989")
    with pytest.raises(DisplayError, match="no window can be opened"):
        Window("window")


def test_a_display_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(DisplayError, match="no window can be opened"):
        Window("auto")
