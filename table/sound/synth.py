"""The table's own sounds, computed: short, soft, and the same on every machine. Pure numpy, no files.

Every sound is a float array of samples in -1..1, mono, at the rate asked for; it begins and ends at silence, so that
nothing clicks. Frequencies in Hz, times in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from table.rules.signals import SoundCue

Samples = NDArray[np.float64]

RATE = 44_100
"""Samples a second, where the device asks for nothing else."""

PEAK = 0.6
"""The loudest sample of any sound: soft enough for a quiet room."""

FADE = 0.008
"""The last bit of every sound goes down to silence (s)."""

C4, E4, G4 = 261.63, 329.63, 392.00
C5, E5, G5, C6 = 523.25, 659.26, 783.99, 1046.50


def _time(seconds: float, rate: int) -> Samples:
    return np.arange(int(seconds * rate)) / rate


def _finished(wave: Samples, rate: int) -> Samples:
    """To the usual peak, with a short way down at the end."""
    peak = float(np.max(np.abs(wave)))
    out = wave * (PEAK / peak) if peak else wave.copy()
    fade = min(len(out), int(FADE * rate))
    out[len(out) - fade :] *= np.linspace(1.0, 0.0, fade)
    return out


def _wood(pitch: float, seconds: float, rate: int) -> Samples:
    """A knuckle on wood: two partials that die away at once. Starts at zero, so it does not crack."""
    t = _time(seconds, rate)
    body = np.sin(2 * np.pi * pitch * t) * np.exp(-t * 38)
    edge = 0.5 * np.sin(2 * np.pi * pitch * 2.76 * t) * np.exp(-t * 70)
    return body + edge


def _note(pitch: float, seconds: float, rate: int, decay: float = 7.0, attack: float = 0.01) -> Samples:
    """A soft bell: a tone with a little of its octave."""
    t = _time(seconds, rate)
    rise = np.minimum(1.0, t / attack)
    tone = np.sin(2 * np.pi * pitch * t) + 0.22 * np.sin(4 * np.pi * pitch * t)
    return tone * rise * np.exp(-t * decay)


def _placed(parts: list[tuple[float, Samples]], rate: int) -> Samples:
    """Sounds added up, each from its own moment on."""
    length = max(int(start * rate) + len(wave) for start, wave in parts)
    out = np.zeros(length)
    for start, wave in parts:
        first = int(start * rate)
        out[first : first + len(wave)] += wave
    return out


def _turn(rate: int) -> Samples:
    return _wood(620, 0.16, rate)


def _knock(rate: int) -> Samples:
    tap = _wood(410, 0.17, rate)
    return _placed([(0.0, tap), (0.19, tap)], rate)


def _asked(rate: int) -> Samples:
    return _placed([(0.0, _note(G4, 0.16, rate, 12)), (0.15, _note(C5, 0.28, rate, 9))], rate)


def _refused(rate: int) -> Samples:
    return _note(146.83, 0.32, rate, 8)


def _all_in(rate: int) -> Samples:
    return _placed([(i * 0.12, _note(p, 0.26, rate, 10)) for i, p in enumerate((C5, E5, G5))], rate)


def _scored(rate: int) -> Samples:
    return _placed([(0.0, _note(pitch, 0.75, rate, 4.5, attack=0.04)) for pitch in (C4, E4, G4)], rate)


def _game_end(rate: int) -> Samples:
    tune = ((0.0, G4, 0.2), (0.17, C5, 0.2), (0.34, E5, 0.2), (0.51, G5, 0.3), (0.75, E5, 0.22), (0.92, C6, 0.7))
    return _placed([(start, _note(pitch, length, rate, 6)) for start, pitch, length in tune], rate)


MAKERS: Mapping[SoundCue, Callable[[int], Samples]] = {
    "turn": _turn,
    "knock": _knock,
    "asked": _asked,
    "refused": _refused,
    "all_in": _all_in,
    "scored": _scored,
    "game_end": _game_end,
}
"""One wooden tap; two taps; two rising notes; a low note; three notes; a soft chord; a short melody."""


def sound(cue: SoundCue, rate: int = RATE) -> Samples:
    """The samples of a cue. Raises `KeyError` for one that does not exist."""
    return _finished(MAKERS[cue](rate), rate)


def as_bytes(samples: Samples, channels: int = 2) -> bytes:
    """16-bit samples as a mixer takes them, the same on every channel."""
    whole = np.round(np.clip(samples, -1.0, 1.0) * 32_767).astype(np.int16)
    return np.repeat(whole[:, None], channels, axis=1).tobytes()
