"""Reading and writing the settings file; a wrong one never stops the table."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from . import paths
from .model import KIOSK, SECTIONS, Origin, Report, Settings
from .problems import Problem, SettingsError
from .spec import rows, to_toml
from .validate import parse, salvage

LAST_GOOD = "settings.last-good.toml"


def read(path: Path) -> Settings:
    """The settings of one file, checked as a whole.

    Raises:
        SettingsError: everything that is wrong with the file, or that it cannot be read.
    """
    settings = parse(_text(path), path)
    return msgspec.structs.replace(settings, report=Report(path=path, origin="file"))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError([_unusable(path, "not UTF-8 text", "save the file as UTF-8", line)]) from None
    except OSError as error:
        raise SettingsError([_unusable(path, error.strerror or str(error), "make it readable for the table")]) from None


def load(path: Path | str | None = None, state: Path | None = None, remember: bool = True) -> Settings:
    """The settings to run with; never raises for a wrong file.

    A file that is right is remembered, unless `remember` is false: a look at a file is not a start with it. A wrong
    one gives the last that was right, else what is right of it, else the defaults, and `settings.report` says which
    and why. No file at all means the defaults, unless `path` names one.
    """
    file = Path(path) if path is not None else paths.settings_file()
    keep = (state or paths.state_folder()) / LAST_GOOD
    if path is None and not file.exists():
        return Settings(report=Report(path=file, origin="defaults"))
    try:
        settings = read(file)
    except SettingsError as error:
        return _fall_back(file, keep, error)
    if remember:
        _remember(file, keep)
    return settings


def _fall_back(file: Path, keep: Path, error: SettingsError) -> Settings:
    origin: Origin = "last-good"
    try:
        settings = _parsed_as(keep, file)
    except SettingsError:
        settings, origin = _what_is_right(file)
    return msgspec.structs.replace(settings, report=Report(path=file, origin=origin, problems=error.problems))


def _parsed_as(copy: Path, file: Path) -> Settings:
    """The copy of a settings file, with its relative paths meant from where the file itself lies."""
    return parse(_text(copy), file)


def _what_is_right(file: Path) -> tuple[Settings, Origin]:
    try:
        settings, _ = salvage(_text(file), file)
    except SettingsError:
        settings = Settings()
    return settings, "defaults" if settings == Settings() else "partly"


def _remember(file: Path, keep: Path) -> None:
    """Keep a copy of a good file; a full or read-only card is no reason not to play."""
    try:
        text = file.read_bytes()
        if keep.exists() and keep.read_bytes() == text:
            return
        keep.parent.mkdir(parents=True, exist_ok=True)
        write_whole(keep, text)
    except OSError:
        return


def write_whole(path: Path, content: bytes) -> None:
    """Write so that a power cut leaves either the old file or the new one, whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _unusable(path: Path, found: str, allowed: str, line: int = 0) -> Problem:
    return Problem(file=path, line=line, key="", found=found, allowed=allowed)


def default_text(kiosk: bool = False) -> str:
    """The settings file with every setting as a comment: what a kiosk has otherwise stands without the '#'."""
    parts = [
        "# The settings of the table. A line that begins with '#' is a comment: take the '#' away to change it.",
        "# After a change:  cardtable check settings   and then   sudo systemctl restart cardtable"
        if kiosk
        else "# After a change:  cardtable check settings",
        "# A wrong line never stops the table: it goes on with the last good settings and shows the line.",
    ]
    for name, section in SECTIONS.items():
        about = (section.__doc__ or "").strip().splitlines()[0]
        parts += ["", f"[{name}]  # {about}"]
        for row in rows(name).values():
            parts += ["", *(f"# {line}" for line in _wrapped(row.about)), f"# Allowed: {row.allowed}"]
            own = KIOSK.get((name, row.key)) if kiosk else None
            parts.append(f"{row.key} = {to_toml(own)}" if own is not None else f"#{row.key} = {to_toml(row.default)}")
    return "\n".join(parts) + "\n"


def write_default(path: Path, kiosk: bool = False) -> None:
    """Write a commented file with the defaults. Leaves an existing file alone: it is somebody's work.

    Raises:
        FileExistsError: the file is there already.
    """
    if path.exists():
        raise FileExistsError(f"{path} exists already; move it away first")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, default_text(kiosk).encode("utf-8"))


def _wrapped(text: str, width: int = 108) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
