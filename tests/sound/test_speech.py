"""The voice in its own thread: in order, cut off at once, quiet after failures, never in anybody's way."""

from __future__ import annotations

import shutil
import subprocess
import threading

import pytest

from table.sound import Voice, espeak
from table.sound.speech import GIVE_UP_AFTER, VOICES

PATIENCE = 20.0
"""Long enough for any machine; nothing waits for it when all is well."""


class Sentence:
    """A sentence that lasts until it is told to end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.over = threading.Event()
        self.status = 0

    def wait(self, timeout: float | None = None) -> int:
        assert self.over.wait(PATIENCE)
        return self.status

    def terminate(self) -> None:
        self.status = -15
        self.over.set()


class Speaker:
    """Starts sentences and lets the test wait for each."""

    def __init__(self, status: int | None = None) -> None:
        self.started: list[Sentence] = []
        self.langs: list[str] = []
        self.changed = threading.Condition()
        self.status = status

    def __call__(self, text: str, lang: str) -> Sentence:
        sentence = Sentence(text)
        if self.status is not None:
            sentence.status = self.status
            sentence.over.set()
        with self.changed:
            self.started.append(sentence)
            self.langs.append(lang)
            self.changed.notify_all()
        return sentence

    def wait_for(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.started) >= count, PATIENCE)


def test_sentences_come_one_after_the_other() -> None:
    speaker = Speaker()
    voice = Voice(speaker)
    voice.say(["one", "", "two"], "hu")
    speaker.wait_for(1)
    assert [s.text for s in speaker.started] == ["one"]
    speaker.started[0].over.set()
    speaker.wait_for(2)
    assert [s.text for s in speaker.started] == ["one", "two"]
    assert speaker.langs == ["hu", "hu"]
    voice.close()


def test_hush_ends_the_sentence_and_forgets_what_waits() -> None:
    speaker = Speaker()
    voice = Voice(speaker)
    voice.say(["old one", "old two", "old three"], "en")
    speaker.wait_for(1)
    voice.hush()
    assert speaker.started[0].status == -15
    voice.say(["new"], "en")
    speaker.wait_for(2)
    assert [s.text for s in speaker.started] == ["old one", "new"]
    voice.close()


def test_saying_returns_at_once_while_something_is_being_said() -> None:
    speaker = Speaker()
    voice = Voice(speaker)
    voice.say(["long"], "en")
    speaker.wait_for(1)
    voice.say(["next"], "en")
    assert not speaker.started[0].over.is_set()
    voice.close()
    assert speaker.started[0].status == -15


def test_closing_stops_the_thread() -> None:
    voice = Voice(Speaker())
    thread = voice._thread
    voice.close()
    assert thread is not None
    assert not thread.is_alive()
    voice.say(["too late"], "en")


def test_a_program_that_fails_again_and_again_is_not_started_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    speaker = Speaker(status=1)
    voice = Voice(speaker)
    with caplog.at_level("INFO", logger="table.sound.speech"):
        voice.say([str(n) for n in range(10)], "en")
        speaker.wait_for(GIVE_UP_AFTER)
        voice.close()
    assert len(speaker.started) == GIVE_UP_AFTER
    assert [record.getMessage() for record in caplog.records] == ["no voice: espeak-ng ended with status 1"]
    assert voice.silent


def test_a_sentence_that_was_cut_off_is_no_failure() -> None:
    speaker = Speaker()
    voice = Voice(speaker)
    for number in range(1, 6):
        voice.say([str(number)], "en")
        speaker.wait_for(number)
        voice.hush()
    voice.say(["still there"], "en")
    speaker.wait_for(6)
    assert not voice.silent
    voice.close()


def test_a_program_that_cannot_be_started_is_no_error() -> None:
    calls = threading.Semaphore(0)

    def broken(text: str, lang: str) -> Sentence:
        calls.release()
        raise PermissionError("not executable")

    voice = Voice(broken)
    voice.say(["a", "b", "c", "d"], "en")
    for _ in range(GIVE_UP_AFTER):
        assert calls.acquire(timeout=PATIENCE)
    voice.close()
    assert voice.silent


def test_without_the_program_the_voice_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    voice = Voice.installed()
    voice.say(["nobody hears this"], "en")
    voice.hush()
    voice.close()
    assert voice.silent


def test_switched_off_it_is_silent_although_the_program_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/espeak-ng")
    assert Voice.installed("off").silent
    assert Voice.installed("normal", wanted=False).silent


def test_the_program_gets_the_voice_of_the_language_and_the_text_as_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/espeak-ng")
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: commands.append(command))
    for lang in VOICES:
        speaker = espeak("low")
        assert speaker is not None
        speaker("-v is no option here", lang)
    assert [command[2] for command in commands] == ["en", "cmn", "es", "es-419", "hu"]
    assert all(command[-2:] == ["--", "-v is no option here"] for command in commands)
