"""Sounds and a voice: short cues of our own, and sentences through espeak-ng where it is installed."""

from table.sound.announce import Said, Spoken, spoken
from table.sound.announcer import Announcer
from table.sound.player import Sounds, Volume
from table.sound.speech import Voice, espeak

__all__ = ["Announcer", "Said", "Sounds", "Spoken", "Voice", "Volume", "espeak", "spoken"]
