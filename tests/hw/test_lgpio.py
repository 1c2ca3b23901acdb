"""The table on gpiozero's real lgpio pins, with the library beneath them replaced: what a Raspberry Pi does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hw import pins
from hw.keys import Keys
from hw.wiring import load_profile
from table.rules.signals import Press, Trouble
from tests.hw.fake_lgpio import Lines


class Pi:
    """Keys of a profile on a Raspberry Pi; time in milliseconds."""

    def __init__(self, lines, profile, monkeypatch, tmp_path, revision=0xC03111):
        lines.install(monkeypatch, tmp_path, revision)
        monkeypatch.setattr("hw.keys.open_factory", lambda: pins.open_factory(tmp_path))
        self.lines, self.ms, self.signals = lines, 0, []
        self.keys = Keys(load_profile(profile), self.signals.append, clock=lambda: self.ms / 1000)
        self.keys.open()

    def wait(self, ms):
        for _ in range(ms):
            self.ms += 1
            self.keys.step()

    def press(self, gpio):
        for level in (0, 1):
            self.lines.drive(gpio, level)
            self.wait(60)

    @property
    def presses(self):
        return [s.seat for s in self.signals if isinstance(s, Press) and s.action == "down"]

    @property
    def troubles(self):
        return [s.what for s in self.signals if isinstance(s, Trouble)]


@pytest.fixture
def pi(monkeypatch, tmp_path):
    table = Pi(Lines(), "one-button", monkeypatch, tmp_path)
    yield table
    table.keys.stop()


def test_buttons_and_lamps_work_on_lgpio_pins(pi):
    pi.press(5)
    pi.press(26)
    assert pi.presses == ["sun", None]
    pi.keys.lamps.show("sun", "finished")
    pi.wait(2)
    assert pi.lines.levels[17] == 1
    assert pi.troubles == []
    pi.keys.stop()
    assert pi.lines.callbacks == []


def test_an_exception_in_a_button_never_ends_the_one_thread_of_lgpio(pi):
    def broken(_edge):
        raise MemoryError

    for key in pi.keys._wires._direct[:3]:
        key._post = broken
    for gpio in (5, 6, 12, 13, 19):
        pi.press(gpio)
    assert pi.lines.thread_alive
    assert pi.presses[-2:] == ["star", "moon"]


def test_when_the_thread_dies_all_the_same_the_buttons_are_read_in_turn(pi):
    pi.lines.thread_alive = False
    for gpio in (5, 6, 12):
        pi.lines.drive(gpio, 0)
        pi.wait(260)
        pi.lines.drive(gpio, 1)
        pi.wait(260)
    assert pi.presses == ["sun", "mountain", "hut"]
    assert any("no longer arrive" in line for line in pi.troubles)


def test_a_busy_line_is_named_and_the_others_work(monkeypatch, tmp_path):
    table = Pi(Lines(busy={6, 24}), "one-button", monkeypatch, tmp_path)
    keys, lamps = sorted(table.troubles)
    assert "mountain key 1: GPIO 6 (pin 31) is busy" in keys
    assert "lamp wave: GPIO 24 (pin 18) is busy" in lamps
    table.press(5)
    assert table.presses == ["sun"]
    table.keys.stop()


@pytest.mark.parametrize(("revision", "chips", "opened"), [(0xC03111, (0,), 0), (0xC04170, (0,), 0)])
def test_the_header_is_found_on_a_raspberry_pi_4_and_5(revision, chips, opened, monkeypatch, tmp_path):
    """gpiozero issue 1166: on a Raspberry Pi 5 the header was chip 4 and is chip 0 in newer kernels."""
    table = Pi(Lines(chips), "one-button", monkeypatch, tmp_path, revision)
    table.press(5)
    assert table.presses == ["sun"]
    assert table.lines.opened == opened
    table.keys.stop()


def test_a_chip_that_cannot_be_opened_is_one_line(monkeypatch, tmp_path):
    lines = Lines()
    lines.install(monkeypatch, tmp_path)
    lines.chips.clear()
    with pytest.raises(pins.PinsMissing, match=r"the pins cannot be opened .*can not open gpiochip"):
        pins.open_factory(tmp_path)


def test_the_working_folder_stays_where_it_was(monkeypatch, tmp_path):
    """lgpio changes it to LG_WD when it is imported; every relative path of the program would break."""
    lines = Lines()
    lines.install(monkeypatch, tmp_path)
    real = lines.gpiochip_open

    def opening(chip):
        os.chdir(tmp_path)
        return real(chip)

    lines.gpiochip_open = opening
    before = Path.cwd()
    pins.open_factory(tmp_path)
    assert Path.cwd() == before


def test_a_matrix_is_scanned_on_lgpio_pins(monkeypatch, tmp_path):
    lines = Lines()
    table = Pi(lines, "pods", monkeypatch, tmp_path)
    matrix = table.keys.profile.matrix
    read = lines.gpio_read
    pressed = (matrix.rows[2], matrix.columns[3])

    def through_the_wires(handle, gpio):
        if gpio == pressed[1]:
            held_low = lines.flags.get(pressed[0]) == lines.OUTPUT and lines.levels[pressed[0]] == 0
            return 0 if held_low else 1
        return read(handle, gpio)

    lines.gpio_read = through_the_wires
    table.wait(30)
    lines.gpio_read = read
    table.wait(60)
    assert [(s.seat, s.key, s.action) for s in table.signals] == [("hut", 4, "down"), ("hut", 4, "up")]
    table.keys.stop()
