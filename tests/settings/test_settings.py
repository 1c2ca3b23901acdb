"""One file, checked as a whole: what is wrong is said with line, key, finding and what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.settings import Problem, Settings, SettingsError, default_text, load, parse, read, write_default
from table.settings.docs import page
from table.settings.files import LAST_GOOD
from table.settings.model import KIOSK, SECTIONS
from table.settings.spec import all_rows, to_toml

FILE = Path("/etc/cardtable/settings.toml")


def problems(text: str) -> list[str]:
    with pytest.raises(SettingsError) as error:
        parse(text, FILE)
    return [str(problem) for problem in error.value.problems]


def test_an_empty_file_means_the_defaults():
    assert parse("", FILE) == Settings()


def test_a_value_is_taken():
    settings = parse('[camera]\nsource = "picamera2"\nsize = [4608, 2592]\n\n[seats]\nmoon = "Ágnes"\n', FILE)
    assert settings.camera.source == "picamera2"
    assert settings.camera.size == (4608, 2592)
    assert settings.seats.moon == "Ágnes"
    assert settings.display == Settings().display


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[camera]\n\nsorce = "v4l2"', "line 3: camera.sorce: there is no setting of this name; did you mean source?"),
        ("[dsiplay]\nswap = true", "line 1: dsiplay: there is no section of this name; did you mean display?"),
        ("[table]\nvolume = 1", "line 2: table.volume: there is no setting of this name; it belongs below [sound]"),
        ('language = "hu"', "line 1: language: there is no setting of this name; it belongs below [table]"),
        ("[camera]\nrate = 900", "line 2: camera.rate: found 900; allowed: a whole number from 1 to 120"),
        ("[camera]\nrate = 12.5", "line 2: camera.rate: found 12.5; allowed: a whole number from 1 to 120"),
        ("[display]\nsuit_colours = 3", "line 2: display.suit_colours: found 3; allowed: 2 or 4"),
        ('[display]\nswap = "yes"', 'line 2: display.swap: found "yes"; allowed: true or false'),
        (
            '[camera]\nanti_flicker = "55Hz"',
            'line 2: camera.anti_flicker: found "55Hz"; allowed: "off", "50Hz" or "60Hz"',
        ),
        ("camera = 3", "line 1: camera: found 3; this is a section: write [camera] and the settings below it"),
        ('[seats]\nsun = "Maximilian the Great"', "a text of at most 16 characters"),
        ('[camera]\nsource = "video"', 'line 2: camera.source: found "video" without a path'),
        ("[recording]\nframes = true", "line 2: recording.frames: pictures would be kept without the signals"),
        ("[camera]\nrate = fast", "line 2: Invalid value; a line is: name = value"),
        ("[camera]\nrate = 15\nrate = 20", "line 3: Cannot overwrite a value"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, expected: str):
    found = problems(text)
    assert len(found) == 1
    assert found[0].startswith("/etc/cardtable/settings.toml, ")
    assert expected in found[0]


def test_all_mistakes_are_named_at_once_in_the_order_of_the_file():
    found = problems('[keys]\nprofil = "pods"\n[camera]\nrate = 0\nsize = [10, 2000]\n[sound]\nvolume = 11\n')
    assert [text.split(": ")[1] for text in found] == ["keys.profil", "camera.rate", "camera.size", "sound.volume"]


def test_a_key_inside_a_text_of_several_lines_does_not_shift_the_blame():
    text = '[table]\nrules = """\nrate = 1\n[camera]\n"""\nidle_minutes = 0\n'
    assert "line 6: table.idle_minutes" in problems(text)[0]


@pytest.mark.parametrize("kiosk", [False, True])
def test_the_written_file_is_right_and_names_every_setting(kiosk: bool):
    text = default_text(kiosk)
    settings = parse(text, FILE)
    for row in all_rows():
        expected = KIOSK.get((row.section, row.key), row.default) if kiosk else row.default
        assert getattr(getattr(settings, row.section), row.key) == expected
    everything = tomllib.loads(
        "\n".join(
            line[1:] if line.startswith("#") and " = " in line else line
            for line in text.splitlines()
            if not line.startswith("# ")
        )
    )
    assert {name: set(keys) for name, keys in everything.items()} == {
        name: {field.name for field in msgspec.structs.fields(section)} for name, section in SECTIONS.items()
    }


def test_every_setting_says_what_it_is_for_and_what_is_allowed():
    for row in all_rows():
        assert len(row.about) > 8, f"{row.section}.{row.key}"
        assert row.allowed


def test_write_default_leaves_an_existing_file_alone(tmp_path: Path):
    file = tmp_path / "deep" / "settings.toml"
    write_default(file, kiosk=True)
    assert read(file).camera.source == "picamera2"
    file.write_text("# mine\n", encoding="utf-8")
    with pytest.raises(FileExistsError, match="exists already"):
        write_default(file)
    assert file.read_text(encoding="utf-8") == "# mine\n"


def test_a_wrong_file_gives_the_last_good_settings_and_says_so(tmp_path: Path):
    file, state = tmp_path / "settings.toml", tmp_path / "state"
    file.write_text('[table]\nlanguage = "hu"\n', encoding="utf-8")
    assert load(file, state).report.origin == "file"
    file.write_text('[table]\nlanguage = "hung"\n', encoding="utf-8")
    settings = load(file, state)
    assert settings.table.language == "hu"
    assert settings.report.origin == "last-good"
    assert settings.report.path == file
    assert settings.report.problems[0].short() == 'settings.toml:2 table.language: found "hung"'


def test_a_look_at_a_file_is_not_a_start_with_it(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text('[table]\nlanguage = "hu"\n', encoding="utf-8")
    assert load(file, tmp_path, remember=False).table.language == "hu"
    assert not (tmp_path / LAST_GOOD).exists()


def test_without_a_last_good_file_what_is_right_of_it_is_used(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text('[camera]\nsource = "picamera2"\nrate = 0\n[kez]\n[display]\nswap = true\n', encoding="utf-8")
    settings = load(file, tmp_path / "state")
    assert settings.report.origin == "partly"
    assert [problem.line for problem in settings.report.problems] == [3, 4]
    assert settings.camera.source == "picamera2"
    assert settings.camera.rate == Settings().camera.rate
    assert settings.display.swap


def test_a_pin_used_twice_is_a_mistake_of_the_settings(tmp_path: Path):
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\n[buttons]\nsun = [5]\nmountain = [5]\n[fix]\npin = 14\n', encoding="utf-8"
    )
    file = tmp_path / "settings.toml"
    file.write_text('[camera]\nsource = "none"\n\n[keys]\nprofile = "./mine.toml"\n', encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        read(file)
    assert "line 5: keys.profile: " in str(error.value)
    assert "GPIO 5 is used already for button sun" in str(error.value)
    assert "GPIO 14 (pin 8) is kept for the serial port" in str(error.value)
    settings = load(file, tmp_path)
    assert (settings.keys.profile, settings.camera.source) == ("keyboard", "none")


def test_a_relative_path_is_meant_from_the_settings_file():
    settings = parse(
        '[table]\nhouse_rules = "./house"\n[camera]\nmat_file = "mat.toml"\n[store]\nfolder = "/srv/table"', FILE
    )
    assert settings.table.house_rules == "/etc/cardtable/house"
    assert settings.camera.mat_file == "/etc/cardtable/mat.toml"
    assert settings.store.folder == "/srv/table"


def test_a_wrong_file_without_anything_right_gives_the_defaults(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_text("[camera\n", encoding="utf-8")
    settings = load(file, tmp_path / "state")
    assert settings.report.origin == "defaults"
    assert settings.report.problems[0].line == 1
    assert msgspec.structs.replace(settings, report=Settings().report) == Settings()


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00", b"[table]\nlanguage = 'klingon'\n", b"\0" * 4096])
def test_a_damaged_last_good_file_is_passed_over(tmp_path: Path, damage: bytes):
    (tmp_path / LAST_GOOD).write_bytes(damage)
    file = tmp_path / "settings.toml"
    file.write_text("nonsense", encoding="utf-8")
    assert load(file, tmp_path).report.origin == "defaults"


def test_a_file_that_is_not_text_names_the_line(tmp_path: Path):
    file = tmp_path / "settings.toml"
    file.write_bytes(b"[table]\nlanguage = 'magyar \xe1'\n")
    with pytest.raises(SettingsError, match="line 2: not UTF-8 text; save the file as UTF-8"):
        read(file)


def test_a_folder_in_place_of_the_file_is_one_clear_line(tmp_path: Path):
    with pytest.raises(SettingsError, match="Is a directory; make it readable"):
        read(tmp_path)


def test_no_file_at_all_means_the_defaults_and_no_complaint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CARDTABLE_SETTINGS", str(tmp_path / "none.toml"))
    settings = load(state=tmp_path)
    assert settings.report.origin == "defaults"
    assert settings.report.problems == ()


def test_a_named_file_that_is_missing_is_a_complaint(tmp_path: Path):
    assert "No such file" in str(load(tmp_path / "none.toml", tmp_path).report.problems[0])


@given(st.data())
def test_any_allowed_value_survives_being_written_and_read(data: st.DataObject):
    row = data.draw(st.sampled_from(list(all_rows())))
    if row.path or (row.section, row.key) in {("camera", "source"), ("recording", "frames")}:
        return  # these depend on other settings or on files
    value = data.draw(st.from_type(row.type) if row.type is bool else _allowed(row.type))
    settings = parse(f"[{row.section}]\n{row.key} = {to_toml(value)}\n", FILE)
    assert getattr(getattr(settings, row.section), row.key) == value


def _allowed(kind: object) -> st.SearchStrategy[object]:
    info = msgspec.inspect.type_info(kind)
    inner = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    match inner:
        case msgspec.inspect.LiteralType():
            return st.sampled_from(inner.values)
        case msgspec.inspect.IntType():
            return st.integers(inner.ge, inner.le)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.TupleType():
            return st.tuples(st.integers(240, 4608), st.integers(240, 4608))
        case msgspec.inspect.StrType():
            letters = st.characters(exclude_categories=["Cs", "Cc"])
            return st.text(letters, max_size=inner.max_length or 40)
    raise AssertionError(inner)


@given(st.text() | st.text("[]=\"'#\n\\ .,abcdefcamerarate0123456789{}"))
def test_no_text_whatever_escapes_as_another_error(text: str):
    found: tuple[Problem, ...] = ()
    try:
        parse(text, FILE)
    except SettingsError as error:
        found = error.problems
        assert found, "an error without a reason"
    assert all(0 <= problem.line <= text.count("\n") + 1 for problem in found)


def test_the_page_of_settings_is_up_to_date():
    written = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
    assert written.read_text(encoding="utf-8") == page(), "run: python -m table.settings.docs > docs/settings.md"
