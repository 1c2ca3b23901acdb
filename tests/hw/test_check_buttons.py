"""`cardtable check buttons`: what it says of keys that answer, stay silent or are stuck."""

from __future__ import annotations

import io
import json

import pytest

from hw.wiring import FIX_KEY, load_profile
from table.cli import main
from table.cli.check_buttons import ButtonCheck
from table.rules.signals import Press, Trouble

ALL = "123456qwertyasdfghzxcvbn789uiojklm,. "


def press(seat, key, **more):
    return Press(t=1.0, seat=seat, key=key, **more)


def test_each_key_is_named_and_counted():
    check = ButtonCheck(load_profile("one-button"))
    assert check.take(press("sun", 1)) == "✓ sun key 1 (1 of 7)"
    assert check.take(press("sun", 1)) == "✓ sun key 1 again (1 of 7)"
    assert check.take(press("sun", 1, action="up")) == ""
    assert check.take(press("sun", 1, action="hold", held=1.0)) == "  sun key 1 held"
    assert check.take(press(None, 0)) == "✓ Fix (2 of 7)"
    assert check.missing == [(seat, 1) for seat in ("mountain", "hut", "star", "moon", "wave")]
    assert not check.fit


def test_all_answered():
    check = ButtonCheck(load_profile("pods"))
    for seat, key in check.profile.wired_keys():
        check.take(press(seat, key))
    assert check.fit
    assert check.summary() == ["all 37 keys answer"]


def test_missing_and_stuck_keys_and_troubles_are_listed():
    check = ButtonCheck(load_profile("pods"))
    for seat, key in check.profile.wired_keys():
        if seat not in ("hut", "moon") and (seat, key) != ("sun", 2) and seat is not None:
            check.take(press(seat, key))
    check.take(press("moon", 1))
    check.stuck = [("wave", 4)]
    check.take(
        Trouble(t=1.0, part="keys", what="keys: wave key 4 has been down for 20 s and is ignored until it is free")
    )
    check.take(Trouble(t=1.0, part="keys", what="keys: GPIO 6 is busy"))
    assert check.summary() == [
        "✗ keys: GPIO 6 is busy",
        "✗ stuck: wave 4; free the button or look for a short circuit",
        "✗ not pressed or not connected: sun 2, hut, moon 2 3 4 5 6, Fix",
    ]
    assert check.report()["missing"][0] == ["sun", 2]


@pytest.mark.parametrize(("typed", "status"), [(ALL, 0), ("1q", 1)])
def test_the_keyboard_profile_is_checked_by_typing(typed, status, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["check", "buttons", "--profile", "keyboard", "--json"]) == status
    report = json.loads(capsys.readouterr().out)
    assert len(report["pressed"]) == len(typed)
    assert report["ok"] == (status == 0)


def test_without_pins_it_says_so_at_once(monkeypatch, capsys):
    from hw import keys, pins

    def missing():
        raise pins.PinsMissing("no /dev/gpiochip: this machine has no pins")

    monkeypatch.setattr(keys, "open_factory", missing)
    assert main(["check", "buttons", "--profile", "pods"]) == 1
    out = capsys.readouterr().out
    assert "✗ keys: no /dev/gpiochip: this machine has no pins" in out
    assert "not connected: sun, mountain, hut, star, moon, wave, Fix" in out


def test_the_pin_table_in_words_and_as_json(capsys):
    assert main(["check", "buttons", "--profile", "pods", "--wiring"]) == 0
    out = capsys.readouterr().out
    assert " 19     10  row of sun's pod: the ring side of its diodes" in out
    assert main(["check", "buttons", "--profile", "one-button", "--wiring", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert {"pin": 37, "gpio": 26, "use": "Fix button, other side to ground"} in table["wires"]
    assert main(["check", "buttons", "--profile", "keyboard", "--wiring"]) == 0
    assert "moon      7 8 9 u i o" in capsys.readouterr().out


def test_a_wrong_profile_is_one_line(capsys):
    assert main(["check", "buttons", "--profile", "podz"]) == 2
    assert capsys.readouterr().err.startswith("cardtable check: wiring podz: no such profile")


def test_the_drawing_names_every_pin_of_the_wiring(tmp_path, capsys):
    from xml.etree import ElementTree

    for name in ("pods", "one-button", "mixed", "keyboard"):
        file = tmp_path / f"{name}.svg"
        assert main(["check", "buttons", "--profile", name, "--svg", str(file)]) == 0
        words = {element.text for element in ElementTree.parse(file).iter() if element.tag.endswith("text")}
        profile = load_profile(name)
        for gpio, use in profile.pins():
            assert f"{use} (GPIO {gpio})" in words
        if name == "keyboard":
            assert {"sun 1", "wave 6", "Fix"} <= words
    assert FIX_KEY in load_profile("pods").wired_keys()
    assert main(["check", "buttons", "--profile", "pods", "--svg", str(tmp_path / "no" / "x.svg")]) == 2
