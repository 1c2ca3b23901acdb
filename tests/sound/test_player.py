"""Sounds through the device, and silence without an error where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from table.sound import Sounds


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A sound device that nobody hears."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.mark.usefixtures("device")
def test_with_a_device_every_cue_can_be_played() -> None:
    sounds = Sounds()
    assert not sounds.silent
    for cue in ("turn", "knock", "asked", "refused", "all_in", "scored", "game_end"):
        sounds.play(cue)
    assert pygame.mixer.get_busy()
    sounds.close()
    assert pygame.mixer.get_init() is None


@pytest.mark.usefixtures("device")
def test_switched_off_it_opens_no_device() -> None:
    sounds = Sounds("off")
    sounds.play("turn")
    assert sounds.silent
    assert pygame.mixer.get_init() is None


@pytest.mark.usefixtures("device")
def test_low_is_softer_than_normal() -> None:
    loud, soft = Sounds("normal"), Sounds("low")
    loud.play("turn")
    soft.play("turn")
    assert 0 < soft._ready["turn"].get_volume() < loud._ready["turn"].get_volume()


@pytest.mark.usefixtures("device")
def test_a_device_that_somebody_else_opened_is_used_as_it_is_and_left_open() -> None:
    pygame.mixer.init(frequency=22_050, size=-16, channels=1)
    sounds = Sounds()
    assert not sounds.silent
    sounds.close()
    assert pygame.mixer.get_init() is not None


def test_without_a_device_it_is_silent_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    pygame.mixer.quit()

    def broken(**_: object) -> None:
        raise pygame.error("No such device")

    monkeypatch.setattr(pygame.mixer, "init", broken)
    with caplog.at_level("INFO", logger="table.sound.player"):
        sounds = Sounds()
        sounds.play("turn")
        sounds.play("game_end")
        sounds.close()
    assert sounds.silent
    assert [record.getMessage() for record in caplog.records] == ["no sound: No such device"]
    assert capfd.readouterr().err == ""


def test_a_build_without_a_mixer_is_silent_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise NotImplementedError("mixer module not available")

    monkeypatch.setattr(pygame.mixer, "get_init", missing)
    assert Sounds().silent


@pytest.mark.usefixtures("device")
def test_a_device_that_goes_away_silences_the_table_instead_of_stopping_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds()

    class Gone:
        def set_volume(self, _: float) -> None:
            raise pygame.error("mixer not initialized")

    sounds._ready["turn"] = Gone()
    sounds.play("turn")
    assert sounds.silent
