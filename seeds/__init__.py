"""The rule sets as data, and the reading of the files; `table.rules.ruleset` makes sense of them.

Four seed rule sets lie here, house rules that ship in `seeds/house/`; people put their own into a folder of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

SEEDS = ("zhiyan", "gin-jinlami", "gin-fupa", "gin-the-pack")


class RuleText(NamedTuple):
    """One TOML file: its id (the name without ``.toml``), the file as shown in messages, and its text."""

    id: str
    file: str
    text: str


@cache
def shipped() -> tuple[RuleText, ...]:
    """The four seed rule sets in their order, then the shipped house rules by name."""
    here = resources.files(__package__)
    texts = [RuleText(name, f"seeds/{name}.toml", (here / f"{name}.toml").read_text("utf-8")) for name in SEEDS]
    house = sorted(entry.name for entry in (here / "house").iterdir() if entry.name.endswith(".toml"))
    for name in house:
        text = (here / "house" / name).read_text("utf-8")
        texts.append(RuleText(name.removesuffix(".toml"), f"seeds/house/{name}", text))
    return tuple(texts)


def read_folder(folder: str | Path) -> tuple[RuleText, ...]:
    """The house rules in a folder, by name; empty where there is none.

    A file that is no text is given with its name and an empty text, so that the loader names it.
    """
    return tuple(_read(path) for path in sorted(_toml_files(Path(folder))))


def _toml_files(folder: Path) -> Iterable[Path]:
    return [path for path in folder.glob("*.toml") if path.is_file()] if folder.is_dir() else []


def _read(path: Path) -> RuleText:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        # A line that TOML refuses: the loader then names this file, and the others stay usable.
        text = f"cannot be read: {error}"
    return RuleText(path.stem, str(path), text)
