"""When wires, pins, threads and libraries fail: one line each, and the rest plays on."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import textwrap
from itertools import pairwise

import pytest
from gpiozero import Device, DigitalOutputDevice
from gpiozero.pins.mock import MockPin

from hw import holders, pins
from hw.keys import Keys
from hw.part import Part
from hw.wiring import load_profile
from table.rules.signals import Trouble
from tests.hw.desk import Desk


def test_an_exception_behind_a_callback_never_silences_the_other_buttons():
    """Under lgpio all buttons share one thread: whatever goes wrong for one must not reach it."""
    desk = Desk("one-button")
    sun = next(key for key in desk.keys._wires._direct if key.key == ("sun", 1))

    def broken(_edge):
        raise RuntimeError("out of memory")

    sun._post = broken
    desk.board.press("sun")  # would raise here, in the library's thread, if it came through
    desk.press("hut")
    desk.press("moon")
    desk.board.release("sun")
    desk.wait(300)
    assert ("hut", 1) in desk.presses
    assert ("moon", 1) in desk.presses
    assert desk.keys.health.lost >= 2
    assert ("sun", 1) in desk.presses  # found by looking, since its edges never came


def test_a_consumer_that_raises_loses_its_signals_and_nothing_else():
    taken = []

    def put(signal):
        if len(taken) == 0:
            taken.append("lost")
            raise ValueError("queue is full")
        taken.append(signal)

    desk = Desk("one-button")
    desk.keys._put = put
    desk.press("sun")
    desk.press("hut")
    assert [s.seat for s in taken[1:]] == ["sun", "hut", "hut"]
    assert desk.keys.health.lost == 1


def test_when_edges_no_longer_arrive_the_buttons_are_read_in_turn():
    desk = Desk("one-button")
    for key in desk.keys._wires._direct:
        key._device.pin.when_changed = None  # what a dead callback thread looks like
    for seat in ("sun", "hut", "moon"):
        desk.press(seat, ms=250)
        desk.wait(250)
    assert desk.presses == [("sun", 1), ("hut", 1), ("moon", 1)]
    assert desk.keys.health.polling
    (line,) = desk.troubles
    assert "no longer arrive" in line
    desk.press("star", ms=40)  # short presses are seen too, now that the buttons are read often
    assert desk.presses[-1] == ("star", 1)


class BusyPin(MockPin):
    """A pin that somebody else holds, as lgpio tells it."""

    busy: frozenset[str] = frozenset()

    def __init__(self, factory, info):
        if info.name in self.busy:
            raise RuntimeError("'GPIO busy'")
        super().__init__(factory, info)


def busy_desk(profile, *pins_held, monkeypatch):
    from gpiozero.pins.mock import MockFactory

    monkeypatch.setattr(BusyPin, "busy", frozenset(pins_held))
    desk = Desk(profile, open_now=False, factory=MockFactory(pin_class=BusyPin))
    desk.keys.open()
    return desk


def test_a_busy_pin_is_named_with_its_holder_and_the_rest_works(monkeypatch):
    monkeypatch.setattr(pins, "who_holds", lambda pin: "'gpio-fan'" if pin == 5 else "")
    desk = busy_desk("one-button", "GPIO5", monkeypatch=monkeypatch)
    (line,) = desk.troubles
    assert line == (
        "keys: sun key 1: GPIO 5 (pin 29) is busy, held by 'gpio-fan': stop it or choose another pin in the wiring"
    )
    assert desk.keys.health.dead == (("sun", 1),)
    assert desk.keys.health.pins
    assert {key.key[0] for key in desk.keys._wires._direct} == {"mountain", "hut", "star", "moon", "wave", None}


def test_a_busy_row_silences_one_seat_and_a_busy_column_one_number(monkeypatch):
    desk = busy_desk("pods", "GPIO10", "GPIO6", monkeypatch=monkeypatch)
    (line,) = desk.troubles
    assert "row sun: GPIO 10 (pin 19) is busy" in line
    assert "column key 2: GPIO 6 (pin 31) is busy" in line
    assert {seat for seat, _ in desk.keys.health.dead} >= {"sun"}
    assert {key for seat, key in desk.keys.health.dead if seat != "sun"} == {2}


def test_a_busy_lamp_is_a_trouble_of_the_lamps_and_the_keys_work(monkeypatch):
    desk = busy_desk("one-button", "GPIO17", monkeypatch=monkeypatch)
    (trouble,) = [s for s in desk.signals if isinstance(s, Trouble)]
    assert trouble.part == "lamps"
    assert "lamp sun: GPIO 17 (pin 11) is busy" in trouble.what
    desk.keys.lamps.show("sun", "finished")
    desk.wait(5)
    assert desk.keys.lamps.lit("sun")


def test_a_pin_taken_by_this_program_itself_is_named():
    desk = Desk("one-button", open_now=False)
    other = DigitalOutputDevice(5, pin_factory=desk.board.factory)
    desk.keys.open()
    assert "sun key 1: GPIO 5 (pin 29) is in use in this program already" in desk.troubles[0]
    other.close()


def test_a_matrix_that_cannot_be_read_is_told_once_tried_again_and_told_when_it_is_back():
    desk = Desk("mixed")
    matrix, real = desk.keys._wires._matrix._pins, desk.keys._wires._matrix._pins.read

    def broken():
        raise OSError(5, "Input/output error")

    matrix.read = broken
    desk.wait(1000)
    (line,) = desk.troubles
    assert line.startswith("keys: the wires of the matrix failed (OSError: [Errno 5] Input/output error)")
    assert desk.keys.health.problems == (line,)
    desk.press("sun")  # the single buttons, the keyboard and the lamps go on
    desk.keys.keyboard("a", down=True)
    desk.wait(5)
    assert desk.presses == [("sun", 1), ("hut", 1)]
    matrix.read = real
    desk.skip(6)
    assert desk.troubles[-1] == "keys: the wires of the matrix work again"
    told = [(signal.about, signal.over) for signal in desk.signals if isinstance(signal, Trouble)]
    assert told == [("keys: the wires of the matrix", False), ("keys: the wires of the matrix", True)]
    assert desk.keys.health.problems == ()
    desk.press("hut", 4)
    assert desk.presses[-1] == ("hut", 4)


def test_a_part_that_fails_for_a_day_is_still_tried_every_few_seconds():
    tries, told = [], []

    def broken(t):
        tries.append(t)
        raise OSError("gone")

    part = Part("keys: the wires", broken, lambda what, over, about: told.append(what))
    for t in range(86_400):
        part.run(float(t))
    assert told == ["keys: the wires failed (OSError: gone); tried again, the rest goes on"]
    assert max(b - a for a, b in pairwise(tries)) <= 5


def test_a_lamp_that_breaks_later_is_left_alone():
    desk = Desk()

    class Broken:
        closed = False

        @property
        def value(self):
            return 0

        @value.setter
        def value(self, _):
            raise OSError("gone")

        def close(self):
            raise OSError("gone")

    desk.keys.lamps._leds["sun"] = Broken()
    desk.keys.lamps.show_all({"sun": "finished", "hut": "finished"})
    desk.wait(5)
    assert desk.board.lamp("hut")
    assert "lamp sun" in desk.keys.health.problems[0]
    desk.keys.stop()


# -- no pins at all ---------------------------------------------------------------------------------------------------


@pytest.fixture
def no_factory(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


def why(root, **_):
    with pytest.raises(pins.PinsMissing) as caught:
        pins.open_factory(root)
    return str(caught.value)


def test_no_gpiochip(no_factory, tmp_path):
    assert why(tmp_path) == "no /dev/gpiochip: this machine has no pins; the keyboard still works"


def test_a_chip_that_this_user_may_not_open(no_factory, tmp_path, monkeypatch):
    chip = tmp_path / "dev" / "gpiochip0"
    chip.parent.mkdir()
    chip.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert why(tmp_path) == "/dev/gpiochip0 may not be opened: add this user to the group gpio and log in again"


def test_a_folder_that_lgpio_cannot_write_into(no_factory, tmp_path, monkeypatch):
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    monkeypatch.setenv("LG_WD", str(tmp_path / "nowhere"))
    assert why(tmp_path).startswith(f"lgpio cannot write into {tmp_path}/nowhere: set LG_WD to a folder")


def test_lgpio_missing(no_factory, tmp_path, monkeypatch):
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    assert "lgpio cannot be loaded" in why(tmp_path)
    assert "python3-lgpio" in why(tmp_path)


def test_a_factory_that_is_named_wrongly(no_factory, tmp_path, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpoi")
    assert why(tmp_path).startswith("GPIOZERO_PIN_FACTORY: Unable to find pin factory 'lgpoi'")


def test_gpiozero_missing(no_factory, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert why(tmp_path).startswith("gpiozero cannot be loaded")


def test_the_table_starts_without_pins_and_the_keyboard_plays(no_factory, monkeypatch):
    signals = []
    keys = Keys(load_profile("pods"), signals.append, clock=lambda: 1.0)

    def missing():
        raise pins.PinsMissing("no /dev/gpiochip: this machine has no pins; the keyboard still works")

    monkeypatch.setattr("hw.keys.open_factory", missing)
    keys.open()
    assert [s.what for s in signals] == ["keys: no /dev/gpiochip: this machine has no pins; the keyboard still works"]
    keys.keyboard("o", down=True)
    keys.step()
    assert (signals[-1].seat, signals[-1].key) == ("moon", 6)
    assert not keys.health.pins
    keys.stop()


def test_any_other_failure_of_a_factory_is_one_line_too():
    class Odd:
        def __getattr__(self, name):
            raise RuntimeError("odd")

    signals = []
    Keys(load_profile("one-button"), signals.append, Odd(), clock=lambda: 1.0).open()
    assert {s.part for s in signals} == {"keys", "lamps"}


def test_a_desktop_never_loads_gpiozero():
    """Nothing under hw imports it before pins are opened."""
    code = """
        import sys
        import hw.keys, hw.lamps, hw.buttons, hw.scanner, hw.wiring, hw.pins
        keys = hw.keys.Keys(hw.wiring.load_profile("keyboard"), print)
        keys.open(); keys.keyboard("q", down=True); keys.step(); keys.stop()
        assert not [name for name in sys.modules if name.startswith(("gpiozero", "lgpio", "pygame"))]
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True, capture_output=True)


# -- who holds a pin --------------------------------------------------------------------------------------------------


def test_the_kernels_answer_about_a_line_is_read():
    data = struct.pack("=32s32sIIQ", b"GPIO5", b"gpio-fan", 5, 0, 1).ljust(holders.LINE_INFO_SIZE, b"\0")
    assert holders.unpack_line_info(data) == ("GPIO5", "gpio-fan", 1)


def test_processes_that_hold_lines_are_named(tmp_path, monkeypatch):
    for pid, target in (("41", "anon_inode:gpio-line"), ("42", "/dev/null"), ("43", "/dev/gpiochip0")):
        folder = tmp_path / "proc" / pid
        (folder / "fd").mkdir(parents=True)
        (folder / "fd" / "3").symlink_to(target)
        (folder / "comm").write_text(f"prog{pid}\n")
    assert holders.holders(tmp_path) == [(41, "prog41"), (43, "prog43")]
    monkeypatch.setattr(holders, "consumer_of", lambda pin, root: "lg")
    assert holders.who_holds(5, tmp_path) == "'lg' (prog41, process 41, prog43, process 43)"


def test_nothing_known_is_no_error(tmp_path):
    assert holders.who_holds(5, tmp_path) == ""
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").write_text("not a chip")
    assert holders.consumer_of(5, tmp_path) == ""
