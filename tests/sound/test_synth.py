"""The table's own sounds: short, soft, without clicks, and as the design describes them."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from table.rules.signals import SoundCue
from table.sound.synth import MAKERS, PEAK, RATE, as_bytes, sound

CUES = get_args(SoundCue)


def loudness(samples: np.ndarray, window: float = 0.02) -> np.ndarray:
    """The loudest sample of each window."""
    size = int(window * RATE)
    return np.array([np.abs(samples[i : i + size]).max() for i in range(0, len(samples) - size, size)])


def onsets(samples: np.ndarray) -> int:
    """How often it becomes clearly louder than just before."""
    level = loudness(samples)
    rises = (level[1:] > 0.25 * PEAK) & (level[1:] > 1.8 * level[:-1])
    return int(rises.sum()) + int(level[0] > 0.25 * PEAK)


def pitch(samples: np.ndarray) -> float:
    """The strongest frequency in Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE / len(samples))


@pytest.mark.parametrize("cue", CUES)
def test_a_sound_is_short_soft_and_begins_and_ends_in_silence(cue: SoundCue) -> None:
    wave = sound(cue)
    assert 0.1 < len(wave) / RATE < 1.7
    assert np.abs(wave).max() == pytest.approx(PEAK)
    assert abs(wave[0]) < 1e-3
    assert abs(wave[-1]) < 1e-3
    assert np.isfinite(wave).all()


def test_every_cue_of_the_table_has_a_sound_and_no_two_are_alike() -> None:
    assert set(MAKERS) == set(CUES)
    assert len({as_bytes(sound(cue)) for cue in CUES}) == len(CUES)


@pytest.mark.parametrize(("cue", "taps"), [("turn", 1), ("knock", 2)])
def test_the_turn_is_one_tap_and_the_knock_two(cue: SoundCue, taps: int) -> None:
    assert onsets(sound(cue)) == taps


def test_a_question_rises() -> None:
    wave = sound("asked")
    first, second = wave[: int(0.14 * RATE)], wave[int(0.2 * RATE) :]
    assert pitch(second) > 1.2 * pitch(first)


def test_not_allowed_is_low_and_all_in_is_three_notes_up() -> None:
    assert pitch(sound("refused")) < 200
    wave = sound("all_in")
    parts = [wave[int(start * RATE) : int((start + 0.1) * RATE)] for start in (0.01, 0.13, 0.25)]
    notes = [pitch(part) for part in parts]
    assert notes == sorted(notes)
    assert notes[2] > 1.3 * notes[0]


def test_scored_is_a_chord_of_three() -> None:
    wave = sound("scored")
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    for note in (261.63, 329.63, 392.0):
        near = round(note * len(wave) / RATE)
        assert spectrum[near - 2 : near + 3].max() > 0.3 * spectrum.max()


def test_the_same_sound_comes_out_every_time_and_at_any_rate() -> None:
    assert as_bytes(sound("turn")) == as_bytes(sound("turn"))
    assert len(sound("turn", 48_000)) == pytest.approx(len(sound("turn", 44_100)) * 48 / 44.1, abs=2)
    assert len(as_bytes(sound("turn"), channels=2)) == 2 * len(as_bytes(sound("turn"), channels=1))
