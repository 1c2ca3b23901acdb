"""Sounds through the machine's sound device, and silence without a word where there is none."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import pygame

from table.rules.signals import SoundCue
from table.sound.synth import MAKERS, RATE, as_bytes, sound

Volume = Literal["off", "low", "normal"]

LOUDNESS: Mapping[Volume, float] = {"off": 0.0, "low": 0.35, "normal": 0.9}
"""The mixer's volume for each setting."""

log = logging.getLogger(__name__)


@contextlib.contextmanager
def _without_chatter() -> Iterator[None]:
    """Keeps the sound library from writing half a page to stderr where there is no device.

    It writes to the file itself, behind Python's back, so the file is set aside for the moment.
    """
    try:
        kept = os.dup(2)
    except OSError:  # no stderr at all, as some services are started
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Sounds:
    """Plays cues. Made once; everything that can fail does so here, in one line of the log, and then it is silent."""

    def __init__(self, volume: Volume = "normal") -> None:
        self.volume: Volume = volume
        self._ready: dict[SoundCue, Any] = {}
        self._opened = False
        if volume != "off":
            self._open()

    @property
    def silent(self) -> bool:
        """No sound will be heard: switched off, or no device."""
        return not self._ready or self.volume == "off"

    def _open(self) -> None:
        try:
            if pygame.mixer.get_init() is None:
                with _without_chatter():
                    pygame.mixer.init(frequency=RATE, size=-16, channels=2, buffer=512)
                self._opened = True
            rate, size, channels = pygame.mixer.get_init() or (RATE, -16, 2)
            if size != -16:
                raise pygame.error(f"the sound device is open with {size} bits a sample; 16 are needed")
            for cue in MAKERS:
                self._ready[cue] = pygame.mixer.Sound(buffer=as_bytes(sound(cue, rate), channels))
        except (pygame.error, NotImplementedError, ImportError) as error:
            # pygame raises NotImplementedError where SDL was built without a mixer.
            self._ready.clear()
            log.info("no sound: %s", error)

    def play(self, cue: SoundCue) -> None:
        """Let a cue be heard, over what sounds already. Never raises for a device that is gone."""
        if self.silent:
            return
        try:
            self._ready[cue].set_volume(LOUDNESS[self.volume])
            self._ready[cue].play()
        except pygame.error as error:
            self._ready.clear()
            log.info("no sound any more: %s", error)

    def close(self) -> None:
        """Give the device back."""
        self._ready.clear()
        if self._opened:
            self._opened = False
            pygame.mixer.quit()
