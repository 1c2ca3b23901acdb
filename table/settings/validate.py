"""From the text of a settings file to `Settings`, or to the list of everything that is wrong with it."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from .lines import key_lines, split_parser_error
from .model import SECTIONS, Section, Settings
from .problems import Problem, SettingsError
from .spec import rows, to_toml


def parse(text: str, file: Path) -> Settings:
    """Check a whole file.

    Raises:
        SettingsError: with every problem of the file, not only the first.
    """
    settings, problems = salvage(text, file)
    if problems:
        raise SettingsError(problems)
    return settings


def salvage(text: str, file: Path) -> tuple[Settings, tuple[Problem, ...]]:
    """The settings with the default for each line that is wrong, and everything that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, line = split_parser_error(str(error), text)
        allowed = 'a line is: name = value, with text in "quotes"'
        return Settings(), (Problem(file=file, line=line, key="", found=what, allowed=allowed),)
    checker = _Checker(file, key_lines(text))
    sections = {name: checker.section(name, value) for name, value in data.items()}
    settings = msgspec.structs.replace(Settings(), **{name: good for name, good in sections.items() if good})
    settings = checker.together(settings)
    return settings, tuple(sorted(checker.problems, key=lambda problem: problem.line))


class _Checker:
    """Collects problems, so that one look at the message mends the whole file."""

    def __init__(self, file: Path, lines: dict[str, int]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []

    def blame(self, key: str, found: str, allowed: str) -> None:
        line = self.lines.get(key) or self.lines.get(key.rpartition(".")[0], 0)
        self.problems.append(Problem(file=self.file, line=line, key=key, found=found, allowed=allowed))

    def section(self, name: str, value: Any) -> Section | None:
        if name not in SECTIONS:
            self.blame(
                name,
                f"there is no {'section' if isinstance(value, dict) else 'setting'} of this name",
                _home_of(name) or _nearest(name, list(SECTIONS), "sections"),
            )
            return None
        if not isinstance(value, dict):
            self.blame(name, f"found {_shown(value)}", f"this is a section: write [{name}] and the settings below it")
            return None
        good = {key: self.value(name, key, item) for key, item in value.items() if self.known(name, key)}
        return SECTIONS[name](**good)

    def known(self, section: str, key: str) -> bool:
        if key in rows(section):
            return True
        self.blame(
            f"{section}.{key}",
            "there is no setting of this name",
            _nearest(key, list(rows(section)), "settings", _home_of(key)),
        )
        return False

    def value(self, section: str, key: str, value: Any) -> Any:
        row = rows(section)[key]
        try:
            good = msgspec.convert(value, row.type, strict=True)
            return self.resolved(good) if row.path else good
        except msgspec.ValidationError:
            self.blame(f"{section}.{key}", f"found {_shown(value)}", f"allowed: {row.allowed}")
            return row.default

    def resolved(self, text: str) -> str:
        """A relative path is meant from the settings file; a bare word such as ``pods`` is a name and stays."""
        if text.startswith("~"):
            return str(Path(text).expanduser())
        return str(self.file.parent / text) if "/" in text or text.endswith(".toml") else text

    def together(self, settings: Settings) -> Settings:
        """What only settings seen together, or with another file, can get wrong; the wrong ones get their defaults."""
        replace = msgspec.structs.replace
        camera = settings.camera
        if camera.source in ("video", "folder") and not camera.path:
            self.blame(
                "camera.source", f'found "{camera.source}" without a path', 'add: path = "..." with the file or folder'
            )
            settings = replace(settings, camera=replace(camera, source="none"))
        if settings.recording.frames and not settings.recording.signals:
            self.blame(
                "recording.frames", "pictures would be kept without the signals they belong to", "add: signals = true"
            )
            settings = replace(settings, recording=replace(settings.recording, frames=False))
        if not self.wired(settings.keys.profile):
            settings = replace(settings, keys=replace(settings.keys, profile="keyboard"))
        return settings

    def wired(self, profile: str) -> bool:
        """Pins used twice, reserved or not on the header are mistakes of the settings too."""
        from hw.wiring import PROFILES, WiringError, load_profile

        try:
            load_profile(profile)
        except WiringError as error:
            names = ", ".join(f'"{name}"' for name in PROFILES)
            self.blame("keys.profile", str(error), f"allowed: {names} or the path of a wiring file (.toml)")
            return False
        return True


def _shown(value: Any) -> str:
    text = to_toml(value) if isinstance(value, str | bool | int | float | list) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _nearest(name: str, names: list[str], kind: str, elsewhere: str = "") -> str:
    """`did you mean`, from the names of the same place; else where the name does exist; else all names."""
    near = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return elsewhere or f"the {kind} are: {', '.join(names)}"


def _home_of(key: str) -> str:
    homes = [section for section in SECTIONS if key in rows(section)]
    return f"it belongs below [{homes[0]}]" if homes else ""
