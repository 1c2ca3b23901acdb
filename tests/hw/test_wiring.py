"""Wiring profiles: what ships is right, and what a maker can get wrong is told in one line."""

from __future__ import annotations

import pygame
import pytest

from hw.keyboard import Keyboard
from hw.keynames import SCANCODES
from hw.wiring import (
    ALWAYS_RESERVED,
    FIX_KEY,
    GROUND_PINS,
    HEADER,
    PROFILES,
    WiringError,
    load_profile,
    parse_profile,
)
from table.rules.signals import SEATS


def refusal(text):
    with pytest.raises(WiringError) as caught:
        parse_profile(text, "my.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_header_is_that_of_the_raspberry_pi():
    """Against gpiozero's own table of the Raspberry Pi 4 and 5."""
    from gpiozero.pins.pi import PiBoardInfo

    for revision in (0xC03111, 0xC04170):
        header = PiBoardInfo.from_revision(revision).headers["J8"].pins
        assert {int(info.name[4:]): pin for pin, info in header.items() if info.name.startswith("GPIO")} == HEADER
        assert tuple(pin for pin, info in sorted(header.items()) if info.name == "GND") == GROUND_PINS


@pytest.mark.parametrize("name", PROFILES)
def test_what_ships_is_right_and_no_pin_does_two_things(name):
    profile = load_profile(name)
    pins = [pin for pin, _ in profile.pins()]
    assert len(set(pins)) == len(pins)
    assert not set(pins) & set(ALWAYS_RESERVED)
    assert set(pins) <= set(HEADER)
    assert profile.name == name


def test_pods_are_twelve_pins_for_36_keys_a_lamp_a_seat_and_fix():
    profile = load_profile("pods")
    assert len(profile.matrix.rows) + len(profile.matrix.columns) == 12
    assert set(profile.wired_keys()) == {(seat, key) for seat in SEATS for key in range(1, 7)} | {FIX_KEY}
    assert set(profile.lamps) == set(SEATS)
    assert len(profile.pins()) == 19


def test_one_button_is_one_pin_a_seat():
    profile = load_profile("one-button")
    assert set(profile.wired_keys()) == {(seat, 1) for seat in SEATS} | {FIX_KEY}


def test_a_mixed_table_knows_who_has_what():
    profile = load_profile("mixed")
    kinds = {seat: profile.seat_kind(seat) for seat in SEATS}
    assert kinds == dict.fromkeys(("sun", "mountain"), "button") | dict.fromkeys(("hut", "star", "moon", "wave"), "pod")
    assert load_profile("keyboard").seat_kind("sun") == "keyboard"


def test_lamps_are_on_pins_that_the_chip_pulls_down_at_power_on():
    """GPIO 0 to 8 are pulled up until the program runs: their lamps would glow during the boot."""
    for name in ("pods", "one-button", "mixed"):
        assert min(load_profile(name).lamps.values()) >= 9


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name="x"\n[buttons]\nsun=[5]\n[fix]\npin=5', "fix: GPIO 5 is used already for button sun"),
        ('name="x"\n[buttons]\nsun=[14]', "button sun: GPIO 14 (pin 8) is kept for the serial port; take another pin"),
        ('name="x"\n[buttons]\nsun=[15]', "the serial port"),
        ('name="x"\n[buttons]\nsun=[0]', "identity memory"),
        ('name="x"\nbuses=["spi"]\n[buttons]\nsun=[9]', "GPIO 9 (pin 21) is kept for the spi bus, which this profile"),
        ('name="x"\nbuses=["spy"]\n[buttons]\nsun=[9]', "'spy' is no bus; write i2c, spi, i2s, 1wire"),
        ('name="x"\n[buttons]\nsun=[28]', "button sun: GPIO 28 is not on the 40-pin header"),
        ('name="x"\n[buttons]\nsum=[5]', "buttons: 'sum' is no seat; write sun, mountain"),
        ('name="x"\n[buttons]\nsun=[]', "buttons.sun: 0 pins; 1 to 6 are possible"),
        ('name="x"\n[matrix]\nseats=["sun","hut"]\nrows=[5]\ncolumns=[6]', "2 seats but 1 rows"),
        ('name="x"\n[matrix]\nseats=["sun"]\nrows=[5]\ncolumns=[6]\n[buttons]\nsun=[7]', "in the matrix already"),
        ('name="x"\n[keyboard]\nsun=["å"]', "keyboard.sun: 'å' is no key"),
        ('name="x"\n[keyboard]\nsun=["q"]\nhut=["q"]', "keyboard.hut: 'q' is sun's key already"),
        ('name="x"\n[keyboard]\nfix=["q","w"]', "keyboard.fix: 2 keys; at most 1"),
        ('name="x"\n[timing]\nscan_ms=40', "timing.scan_ms: 40 is out of range; 1 to 10 is possible"),
        ('name="x"\n[timing]\nwindow=40', "`window`"),
        ('name="x"\n[matrix]\nseats=["sun"]\nrows=["5"]\ncolumns=[6]', "matrix.rows[0]"),
        ("name=", "my.toml"),
        ("[fix]\npin=5", "`name`"),
    ],
)
def test_mistakes_are_named_in_one_line(text, words):
    assert words in refusal(text)
    assert refusal(text).startswith("wiring my.toml: ")


def test_everything_wrong_is_named_at_once():
    line = refusal('name="x"\n[buttons]\nsun=[14]\nhut=[5]\n[lamps]\nsun=5\nmoon=40')
    assert "GPIO 14" in line
    assert "GPIO 5 is used already" in line
    assert "GPIO 40 is not on" in line


def test_a_file_of_ones_own(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name="mine"\n[buttons]\nsun=[5]\nhut=[6]\n')
    profile = load_profile(file)
    assert profile.direct_pins() == {("sun", 1): 5, ("hut", 1): 6}
    assert profile.keyboard == load_profile("keyboard").keyboard
    for wrong, words in (
        (tmp_path / "no.toml", "cannot be read (No such file"),
        ("podz", "no such profile; write pods"),
    ):
        with pytest.raises(WiringError) as caught:
            load_profile(wrong)
        assert words in str(caught.value)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(WiringError, match="not text in UTF-8"):
        load_profile(file)


# -- the keyboard -----------------------------------------------------------------------------------------------------


def test_every_key_of_every_pod_is_on_the_keyboard_once():
    keys = load_profile("keyboard").keyboard_keys()
    assert len(keys) == 37
    assert set(keys.values()) == {(seat, key) for seat in SEATS for key in range(1, 7)} | {FIX_KEY}


def test_names_alone_do_where_signs_differ_from_country_to_country():
    """What is used is on Spanish, German and Hungarian keyboards under the same name: letters, 1 to 9, comma, point."""
    for name in load_profile("keyboard").keyboard_keys():
        assert name in "abcdefghijklmnopqrstuvwxyz123456789,." or name == "space"


def test_scancodes_and_names_are_those_of_pygame():
    constants = {"return": "RETURN", "[": "LEFTBRACKET", "]": "RIGHTBRACKET", "-": "MINUS", "=": "EQUALS"}
    constants |= {"space": "SPACE", ";": "SEMICOLON", "'": "APOSTROPHE", ",": "COMMA", ".": "PERIOD", "/": "SLASH"}
    constants |= {"page up": "PAGEUP", "page down": "PAGEDOWN", "\\": "BACKSLASH", "`": "GRAVE"}
    for name, code in SCANCODES.items():
        assert getattr(pygame, f"KSCAN_{constants.get(name, name.upper())}") == code, name


def test_names_are_those_that_pygame_gives(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    try:
        for name in SCANCODES:
            assert pygame.key.name(pygame.key.key_code(name)) == name
    finally:
        pygame.display.quit()


def test_the_place_of_a_key_counts_and_not_its_letter():
    """On a German or Hungarian keyboard the key right of T gives z, on a French one that right of L gives m."""
    keyboard = Keyboard(load_profile("keyboard"))
    assert keyboard.find("m", pygame.KSCAN_SEMICOLON) is None
    assert keyboard.find("z", pygame.KSCAN_Y) == ("mountain", 6)
    assert keyboard.find("Q") == ("mountain", 1)
    assert keyboard.find("", 9999) is None
    assert keyboard.names_of(("sun", 1)) == ("1",)
    assert keyboard.names_of(FIX_KEY) == ("space",)
