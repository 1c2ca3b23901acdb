"""Every setting of ``[display]`` and ``[sound]`` does what its line says, from the settings to screen and ear."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from types import SimpleNamespace

import pygame
import pytest

from table.app.build import options
from table.app.display import open_display
from table.app.hardware import open_sound
from table.paint import Look, paint
from table.paint.flat import DEFAULT_EDGES
from table.paint.measure import faults
from table.rules.signals import SEATS
from table.screens.model import Resume, ResumeColumn, ScoreRow
from table.settings import Settings
from table.settings.model import DisplaySettings, SeatSides, SoundSettings, TableSettings
from table.sound import speech
from table.sound.player import LOUDNESS
from table.words import Words
from tests.paint.screens import DESIGNED


def opened(**display: object) -> tuple[Look, tuple[int, int], int]:
    """The look, the size and SDL's flags of the window that these settings open."""
    window, why = open_display(Settings(display=DisplaySettings(**display)), {})  # type: ignore[arg-type]
    assert why == ""
    with window:
        return window.painter.look, window.surface.get_size(), window.surface.get_flags()


def test_size_orientation_colours_and_motion_reach_the_window() -> None:
    look, size, _ = opened()
    assert (replace(look, edges={}), size) == (Look(), (1280, 720))
    assert opened(size="800x480")[1] == (800, 480)
    assert opened(orientation="flat")[0].orientation == "flat"
    assert opened(suit_colours=2)[0].suit_colors == 2
    assert opened(reduced_motion=True)[0].reduced_motion


def test_the_sides_of_the_places_are_the_edges_of_a_lying_screen() -> None:
    assert opened()[0].edges == {seat: DEFAULT_EDGES[seat] for seat in SEATS}, "what was so without the setting"
    window, _ = open_display(Settings(sides=SeatSides(sun="left", moon="far")), {})
    with window:
        edges = window.painter.look.edges
    assert (edges["sun"], edges["moon"], edges["star"]) == ("left", "top", "bottom")


@pytest.mark.parametrize("wanted", [True, False])
def test_fullscreen_is_asked_for(wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("table.paint.Window", lambda *_, **how: asked.append(how["fullscreen"]))
    settings = Settings(display=DisplaySettings(fullscreen=wanted))
    open_display(settings, {})
    open_display(settings, {}, windowed=True)
    assert asked == [wanted, False]


def test_two_and_four_colours_are_two_pictures_of_a_club() -> None:
    """Clubs and diamonds have colours of their own with four, and those of spades and hearts with two."""
    seen = []
    for colours in (2, 4):
        surface = pygame.Surface((1280, 720))
        paint(DESIGNED["06-gin-lay-unsure-en"], surface, {}, look=Look(suit_colors=colours))  # type: ignore[arg-type]
        picture = pygame.surfarray.array3d(surface).reshape(-1, 3)
        seen.append([(abs(picture.astype(int) - (0x15, 0x53, 0xA8)).sum(axis=1) < 12).any()])
    assert seen == [[False], [True]], "blue diamonds with four colours only"


def test_swap_the_saver_and_the_sides_of_the_places_reach_the_table() -> None:
    told = options(Settings(display=DisplaySettings(swap=True, saver_minutes=3)))
    assert (told.swap, told.times.saver) == (True, 180.0)
    assert (told.sides["sun"], told.sides["hut"]) == ("far", "right")
    assert options(Settings()).swap is False


def test_american_spanish_reaches_screen_and_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(
        table=TableSettings(language="es-419"), sound=SoundSettings(volume="low", voice=True)
    )  # fmt: skip
    assert Words(options(settings).lang).say("band.knock", seat="sun") == "Sol golpea: muestren las cartas"
    parts, close = SimpleNamespace(sounds=None, announcer=None), []
    monkeypatch.setattr(speech.shutil, "which", lambda _: None)
    open_sound(settings, parts, close)  # type: ignore[arg-type]
    assert parts.announcer.lang == "es-419"
    assert parts.sounds.volume == "low"
    for act in close:
        act()
    parts.sounds.close()


def test_the_volume_is_that_of_sounds_and_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LOUDNESS["off"] == 0 < LOUDNESS["low"] < LOUDNESS["normal"]
    said: list[list[str]] = []
    monkeypatch.setattr(speech.shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: said.append(command))
    loud = []
    for volume in ("low", "normal"):
        speak = speech.espeak(volume)  # type: ignore[arg-type]
        assert speak is not None
        speak("Sol", "es-419")
        loud.append(int(said[-1][said[-1].index("-a") + 1]))
    assert 0 < loud[0] < loud[1]


@pytest.mark.parametrize("sound", [{"voice": False}, {"voice": True, "volume": "off"}])
def test_no_voice_where_it_is_off(sound: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech.shutil, "which", lambda name: name)
    parts, close = SimpleNamespace(sounds=None, announcer=None), []
    open_sound(Settings(sound=SoundSettings(**sound)), parts, close)  # type: ignore[arg-type]
    assert parts.announcer is None
    assert parts.sounds.silent is (sound.get("volume") == "off")
    parts.sounds.close()


@pytest.mark.parametrize("players", [3, 6, 12])
def test_one_way_on_after_a_stop_fits_with_all_names(players: int) -> None:
    seats = (*SEATS, *(f"seat{n}" for n in range(7, 13)))[:players]
    rows = tuple(ScoreRow(seat=seat, name="Maximiliano José", points=128) for seat in seats)
    alone = ResumeColumn(key="1", title="Seguir como está", scores=rows)
    screen = DESIGNED["15-resume-en"].__class__(kind="resume", body=Resume(columns=(alone,)))
    book = paint(screen, pygame.Surface((1280, 720)), {}, measure=True)
    assert faults(book) == []
    names = [d for d in book.drawn if d.kind == "text" and d.name.startswith("Maxi")]
    assert len(names) == players
