"""Each check on a made-up machine: what is found, the verdict, and what to do about it."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from table.check import CHECKS, Context, machine, quick_check, run
from table.check.font import font
from table.check.keys import keyboards, keys, pins
from table.check.machine import clock, heat, power, space
from table.check.screen import display, sound
from table.check.settings_file import settings
from table.settings import Settings, load
from table.store import Store
from tests.check.machine import KEYBOARD, NOON, POWER_BUTTON, Machine
from tests.faults.kit import START


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# -- the machine


def test_room_on_the_card_is_told_in_megabytes(pi: Machine):
    result = space(pi.context())
    assert result.verdict == "ok"
    assert result.data["free_mb"] > 0


def test_too_little_room_is_a_warning(pi: Machine):
    usage = os.statvfs(pi.root)
    if usage.f_bavail * usage.f_frsize > 99_000_000_000:
        pytest.skip("more room here than the setting can ask for")
    result = space(pi.context("[store]\nfree_mb = 100000"))
    assert result.verdict == "warn"
    assert "fewer than 100000" in result.text
    assert "remove recordings" in result.help


def test_a_read_only_card_is_told(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    real = os.statvfs(pi.root)
    fields = [*real[:8], real.f_flag | os.ST_RDONLY, *real[9:]]
    monkeypatch.setattr(machine.os, "statvfs", lambda path: os.statvfs_result(fields))
    result = space(pi.context())
    assert result.verdict == "bad"
    assert "read-only" in result.text
    assert "backup" in result.help


@pytest.mark.parametrize(
    ("now", "verdict"), [(0.0, "warn"), (1_600_000_000.0, "warn"), (1_800_000_000.0, "ok"), (4_100_000_000.0, "ok")]
)
def test_a_clock_that_was_never_set_is_told(pi: Machine, now: float, verdict: str):
    assert clock(pi.context(now=now)).verdict == verdict


def test_a_clock_that_waits_for_the_network_is_told_once_it_is_known(pi: Machine):
    (pi.root / "run/systemd/timesync").mkdir(parents=True)
    assert clock(pi.context()).verdict == "warn"
    pi.put("run/systemd/timesync/synchronized")
    assert clock(pi.context()).verdict == "ok"


@pytest.mark.parametrize(("millidegrees", "verdict"), [("48200", "ok"), ("70500", "warn"), ("83000", "bad")])
def test_the_temperature_of_the_processor(pi: Machine, millidegrees: str, verdict: str):
    pi.put("sys/class/thermal/thermal_zone0/type", "cpu-thermal\n")
    pi.put("sys/class/thermal/thermal_zone0/temp", f"{millidegrees}\n")
    result = heat(pi.context())
    assert result.verdict == verdict
    assert result.data["temperature_c"] == int(millidegrees) / 1000


@pytest.mark.parametrize(
    ("word", "verdict", "text"),
    [
        ("0", "ok", "no under-voltage"),
        ("50005", "bad", "under-voltage now"),
        ("50000", "warn", "was under-voltage"),
        ("4", "warn", "slowed down"),
    ],
)
def test_under_voltage_from_the_firmware(pi: Machine, word: str, verdict: str, text: str):
    pi.put("sys/devices/platform/soc/soc:firmware/get_throttled", f"{word}\n")
    result = power(pi.context())
    assert (result.verdict, text in result.text) == (verdict, True)


@pytest.mark.parametrize(("alarm", "verdict"), [("0", "ok"), ("1", "bad")])
def test_under_voltage_from_the_sensor(pi: Machine, alarm: str, verdict: str):
    pi.put("sys/class/hwmon/hwmon2/name", "rpi_volt\n").put("sys/class/hwmon/hwmon2/in0_lcrit_alarm", f"{alarm}\n")
    assert power(pi.context()).verdict == verdict


def test_a_desktop_has_no_such_sensors(pi: Machine):
    assert [heat(pi.context()).verdict, power(pi.context()).verdict] == ["off", "off"]


# -- screen and sound


def test_a_connected_screen_is_named_with_its_mode(pi: Machine):
    pi.put("sys/class/drm/card1-HDMI-A-1/status", "connected\n")
    pi.put("sys/class/drm/card1-HDMI-A-1/modes", "1920x1080\n1280x720\n").put("dev/dri/card1")
    pi.put("sys/class/drm/card1-HDMI-A-2/status", "disconnected\n")
    result = display(pi.context())
    assert (result.verdict, result.text) == ("ok", "HDMI-A-1 1920x1080")


def test_no_screen_is_told_with_the_socket_to_use(pi: Machine):
    result = display(pi.context())
    assert result.verdict == "bad"
    assert "HDMI" in result.help


def test_a_screen_that_this_user_may_not_use_is_told(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    pi.put("sys/class/drm/card1-HDMI-A-1/status", "connected\n").put("dev/dri/card1")
    monkeypatch.setattr("table.check.screen.os.access", lambda path, mode: False)
    assert "groups video and render" in display(pi.context()).help


def test_a_window_is_enough_on_a_desktop(pi: Machine):
    assert display(pi.context(WAYLAND_DISPLAY="wayland-0")).verdict == "ok"
    assert display(pi.context(DISPLAY=":0")).text == "a window on :0"
    assert display(pi.context(SDL_VIDEODRIVER="dummy")).verdict == "off"


def test_sound_cards_are_named(pi: Machine):
    pi.put("proc/asound/cards", " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n")
    result = sound(pi.context())
    assert (result.verdict, result.text) == ("ok", "vc4hdmi0")


def test_a_voice_without_its_program_is_told(pi: Machine):
    pi.put("proc/asound/cards", " 0 [Headphones     ]: bcm2835\n")
    result = sound(pi.context("[sound]\nvoice = true", PATH=str(pi.root)))
    assert result.verdict == "warn"
    assert "espeak-ng" in result.help


def test_silence_that_is_wanted_is_no_fault(pi: Machine):
    assert sound(pi.context('[sound]\nvolume = "off"')).verdict == "off"
    assert sound(pi.context()).verdict == "warn"


# -- keys and pins


def test_a_power_button_is_no_keyboard(pi: Machine):
    pi.put("proc/bus/input/devices", POWER_BUTTON + KEYBOARD)
    assert keyboards(pi.context()) == ["Logitech USB Keyboard"]


def test_the_keyboard_profile_wants_a_keyboard(pi: Machine):
    assert keys(pi.context()).verdict == "warn"
    assert keys(pi.context(DISPLAY=":0")).verdict == "ok"
    assert keys(pi.context('[keys]\nusb_keyboards = "none"')).verdict == "bad"
    pi.put("proc/bus/input/devices", KEYBOARD)
    assert (
        keys(pi.context('[keys]\nusb_keyboards = "operator"')).text == "Logitech USB Keyboard (only for the operator)"
    )


def test_pins_are_not_missed_where_none_are_wired(pi: Machine):
    assert pins(pi.context()).verdict == "off"


def test_missing_pins_say_that_the_keyboard_takes_over(pi: Machine):
    result = pins(pi.context('[keys]\nprofile = "pods"'))
    assert result.verdict == "bad"
    assert "goes on with the keyboard" in result.text


def test_pins_of_another_group_are_told(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    pi.put("dev/gpiochip0")
    monkeypatch.setattr("table.check.keys.os.access", lambda path, mode: False)
    assert "group gpio" in pins(pi.context('[keys]\nprofile = "pods"')).help


@pytest.mark.parametrize(("spec", "verdict"), [(None, "bad"), (object(), "ok")])
def test_the_library_of_the_pins(pi: Machine, monkeypatch: pytest.MonkeyPatch, spec: object, verdict: str):
    pi.put("dev/gpiochip0")
    monkeypatch.setattr("table.check.keys.importlib.util.find_spec", lambda name: spec)
    result = pins(pi.context('[keys]\nprofile = "pods"', LG_WD=str(pi.root)))
    assert result.verdict == verdict
    if verdict == "ok":
        assert result.data["pins"] == 12 + 6 + 1  # six rows, six columns, six lamps, one Fix button


def test_a_working_folder_of_the_pin_library_that_is_not_writable_is_told(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    pi.put("dev/gpiochip0")
    monkeypatch.setattr("table.check.keys.importlib.util.find_spec", lambda name: object())
    result = pins(pi.context('[keys]\nprofile = "pods"', LG_WD=str(pi.root / "gone")))
    assert (result.verdict, "LG_WD" in result.help) == ("bad", True)


# -- font and settings


def test_the_font_has_all_the_signs():
    assert font(Context(settings=Settings(), now=0.0)).verdict == "ok"


def test_a_name_with_a_sign_that_the_font_lacks_is_told(pi: Machine):
    result = font(pi.context('[seats]\nsun = "Ω𐍈"'))
    assert result.verdict == "warn"
    assert "𐍈" in result.text


def test_wrong_settings_are_told_with_line_and_what_is_used(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text('[camera]\nsource = "none"\nrate = 0\n', encoding="utf-8")
    result = settings(Context(settings=load(file, tmp_path), now=0.0))
    assert result.verdict == "bad"
    assert "line 3: camera.rate: found 0; allowed: a whole number from 1 to 120" in result.text
    assert "the wrong lines are left out" in result.text
    assert result.data["problems"] == [
        {"line": 3, "key": "camera.rate", "found": "found 0", "allowed": "allowed: a whole number from 1 to 120"}
    ]


# -- all together


def test_every_check_answers_on_an_empty_machine_and_names_itself(pi: Machine):
    names = [name for name in CHECKS if name not in CAMERA]
    results = run(names, pi.context('[keys]\nprofile = "pods"'))
    assert [result.name for result in results] == names
    for result in results:
        assert result.text
        assert result.help or result.verdict in ("ok", "off"), result
        assert "\n" not in result.line()
        msgspec.json.encode(result)


CAMERA = ("camera", "focus", "light", "markers")


def test_a_check_that_breaks_is_a_finding_and_not_the_end(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(CHECKS, "heat", "no_such_module:heat")
    results = run(["heat", "clock"], pi.context())
    assert [result.verdict for result in results] == ["bad", "ok"]
    assert "this check itself failed" in results[0].text


def test_the_short_form_needs_neither_camera_nor_pins(pi: Machine, monkeypatch: pytest.MonkeyPatch):
    for part in CAMERA:
        monkeypatch.setitem(CHECKS, part, "no_such_module:none")
    results = quick_check(pi.settings())
    assert not any("itself failed" in result.text for result in results)
    assert {"settings", "store", "display"} <= {result.name for result in results}


# -- rule sets


def test_house_rules_are_loaded_and_a_wrong_one_is_named(pi: Machine):
    pi.put("house/ours.toml", 'extends = "gin-fupa"\n\n[game_target]\nvalue = 250\nsays = "Long evenings."\n')
    result = run(["rules"], pi.context('[table]\nhouse_rules = "./house"\nrules = "ours"'))[0]
    assert result.verdict == "ok", result.text
    assert result.data["own"] == ["ours"]
    assert {"zhiyan", "gin-jinlami", "gin-fupa", "gin-the-pack", "ours"} <= set(result.data["rules"])
    pi.put("house/odd.toml", 'extends = "gin-fupa"\n\n[gin_bonus]\nvalue = "plenty"\nsays = "?"\n')
    result = run(["rules"], pi.context('[table]\nhouse_rules = "./house"'))[0]
    assert result.verdict == "warn"
    assert "odd.toml" in result.text
    assert "gin_bonus" in result.text


def test_a_rule_set_that_is_not_there_is_told(pi: Machine):
    result = run(["rules"], pi.context('[table]\nrules = "gin-fuppa"'))[0]
    assert result.verdict == "bad"
    assert "gin-fupa" in result.help


# -- the database


def test_the_games_are_counted_and_a_file_that_was_set_aside_is_told(pi: Machine):
    assert run(["store"], pi.context())[0].data["games"] == 0
    file = pi.state / "games.sqlite"
    with Store(file) as store:
        store.begin(START)
    result = run(["store"], pi.context())[0]
    assert (result.verdict, result.data["games"], result.data["aside"]) == ("ok", 1, [])
    for name in ("games.sqlite.damaged-1", "games.sqlite.damaged-1-wal"):
        pi.put(f"state/{name}", "old")
    result = run(["store"], pi.context())[0]
    assert (result.verdict, result.data["aside"]) == ("warn", ["games.sqlite.damaged-1"])


def test_an_old_backup_is_a_warning_and_one_from_the_future_is_not_believed(pi: Machine):
    with Store(pi.state / "games.sqlite") as store:
        store.begin(START)
    pi.put("state/backups/games-2027-01-14.sqlite")
    assert run(["store"], pi.context())[0].data["backup_days"] == 1
    late = run(["store"], pi.context(now=NOON + 20 * 86_400))[0]
    assert (late.verdict, late.data["backup_days"]) == ("warn", 21)
    assert run(["store"], pi.context(now=0.0))[0].data["backup_days"] is None


def test_a_damaged_database_is_told_with_where_to_read_on(pi: Machine):
    pi.put("state/games.sqlite", "this is no database at all " * 200)
    result = run(["store"], pi.context())[0]
    assert result.verdict == "bad"
    assert "systemd/README.md" in result.help
