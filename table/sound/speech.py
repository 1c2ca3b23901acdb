"""A voice through `espeak-ng`, in a thread of its own, so that nobody ever waits for it.

The program is no part of this project: where it is not installed, nothing is said and nothing is missing. A sentence
is a process; moving on ends it. After a few failures in a row (no sound device) the voice stays quiet until the next
start instead of starting a program in vain every few seconds.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from table.sound.player import Volume

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"

VOICES: Mapping[str, str] = {"en": "en", "zh": "cmn", "es": "es", "es-419": "es-419", "hu": "hu"}
"""The program's name of each language's voice."""

AMPLITUDE: Mapping[Volume, int] = {"off": 0, "low": 50, "normal": 110}

SPEED: Mapping[str, int] = {"zh": 150}
"""Words a minute where the usual speed is too fast."""

USUAL_SPEED = 160

LONGEST = 30.0
"""No sentence takes longer (s); a program that hangs is ended."""

GIVE_UP_AFTER = 3


class Speaking(Protocol):
    """A sentence on its way: the part of `subprocess.Popen` that the voice needs."""

    def wait(self, timeout: float | None = None) -> int:
        """The exit status when it is over."""

    def terminate(self) -> None:
        """Stop at once."""


Speaker = Callable[[str, str], Speaking]
"""Starts to say a text in a language."""


def espeak(volume: Volume = "normal") -> Speaker | None:
    """A speaker through espeak-ng, None where it is not installed."""
    program = shutil.which(PROGRAM)
    if program is None:
        return None

    def speak(text: str, lang: str) -> Speaking:
        command = [program, "-v", VOICES.get(lang, lang), "-s", str(SPEED.get(lang, USUAL_SPEED))]
        command += ["-a", str(AMPLITUDE[volume]), "--", text]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    return speak


class Voice:
    """Says sentences one after the other. `say` and `hush` return at once and never raise."""

    def __init__(self, speaker: Speaker | None) -> None:
        self._speaker = speaker
        self._waiting: deque[tuple[str, str]] = deque()
        self._changed = threading.Condition()
        self._current: Speaking | None = None
        self._failures = 0
        self._closed = False
        self._thread: threading.Thread | None = None
        if speaker is not None:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()

    @classmethod
    def installed(cls, volume: Volume = "normal", *, wanted: bool = True) -> Voice:
        """The voice of this machine; a silent one where speech is off or the program is missing."""
        return cls(espeak(volume) if wanted and volume != "off" else None)

    @property
    def silent(self) -> bool:
        """Nothing will be said."""
        return self._speaker is None

    def say(self, lines: Iterable[str], lang: str) -> None:
        """Say these sentences after those that wait."""
        with self._changed:
            if self._speaker is not None and not self._closed:
                self._waiting.extend((line, lang) for line in lines if line)
                self._changed.notify()

    def hush(self) -> None:
        """Stop in the middle of the word, and forget what waits."""
        with self._changed:
            self._waiting.clear()
            current = self._current
        if current is not None:
            _stop(current)

    def close(self) -> None:
        """Stop for good."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self.hush()
        if self._thread is not None:
            self._thread.join(timeout=2.0)

    # -- the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                text, lang = self._waiting.popleft()
                # Started under the lock: a hush that comes now finds either the sentence waiting or the process.
                started = self._start(text, lang)
                self._current = started
            if started is not None:
                self._finish(started)
            with self._changed:
                self._current = None

    def _start(self, text: str, lang: str) -> Speaking | None:
        if self._speaker is None:
            return None
        try:
            return self._speaker(text, lang)
        except OSError as error:
            self._failed(str(error))
            return None

    def _finish(self, speaking: Speaking) -> None:
        try:
            status = speaking.wait(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            _stop(speaking)
            speaking.wait()
            status = 0
        # Ended by a signal (negative) means hushed: no failure.
        if status > 0:
            self._failed(f"{PROGRAM} ended with status {status}")
        else:
            self._failures = 0

    def _failed(self, why: str) -> None:
        self._failures += 1
        if self._failures >= GIVE_UP_AFTER:
            log.info("no voice: %s", why)
            with self._changed:
                self._speaker = None
                self._waiting.clear()


def _stop(speaking: Speaking) -> None:
    try:
        speaking.terminate()
    except OSError:
        # It ended by itself in this very moment.
        return
