"""The announcer: hears which Screen is shown and lets the voice say what is new about it."""

from __future__ import annotations

from table.screens.model import Screen
from table.sound.announce import Said, spoken
from table.sound.speech import Voice


class Announcer:
    """Between the Screens and the voice. `lang` is the voice's language, such as ``es-419`` for a Screen in ``es``."""

    def __init__(self, voice: Voice, lang: str | None = None) -> None:
        self.voice = voice
        self.lang = lang
        self._said = Said()

    def show(self, screen: Screen) -> None:
        """`screen` is on the display from now on. Returns at once."""
        self._said, now = spoken(self._said, screen)
        if now.hush:
            self.voice.hush()
        if now.lines:
            own = self.lang if self.lang and self.lang.startswith(screen.lang) else screen.lang
            self.voice.say(now.lines, own)
