"""What the READMEs name is there: links, commands with their options, settings, units."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from table.cli import COMMANDS, build_parser
from table.settings.model import SECTIONS
from table.settings.spec import rows

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "systemd/README.md", *sorted((ROOT / "docs").glob("*.md"))]
page = pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


@page
def test_every_link_leads_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def calls(text: str) -> list[list[str]]:
    """Every `cardtable ...` of the text as words, up to a remark, a quote or the end of the line."""
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    found = [call for line in lines for call in re.findall(r"(?<![\w/-])cardtable ([a-z][^`#|]*)", line)]
    return [call.split() for call in found]


def options_of(command: str) -> set[str]:
    """The options of a command, of its own parts too."""
    parser = build_parser(command)
    found, waiting = set[str](), [parser]
    while waiting:
        for action in waiting.pop()._actions:
            found |= set(action.option_strings)
            if isinstance(action, argparse._SubParsersAction):
                waiting += [action.choices[command]] if command in action.choices else action.choices.values()
    return found


@page
def test_every_command_exists_with_its_options(page: Path):
    for words in calls(page.read_text(encoding="utf-8")):
        command = words[0].strip(".,:;")
        if command not in COMMANDS and not any(word.startswith("--") for word in words):
            continue  # a sentence about the package
        assert command in COMMANDS, " ".join(words)
        if command == "bench":
            continue
        wanted = {word.split("=")[0].strip(".,:;") for word in words if word.startswith("--")}
        assert wanted <= options_of(command), " ".join(words)


@page
def test_every_setting_exists(page: Path):
    for section, key in re.findall(r"`\[(\w+)\] (\w+)", page.read_text(encoding="utf-8")):
        assert section in SECTIONS, f"[{section}]"
        assert key in rows(section), f"[{section}] {key}"


def test_every_unit_exists():
    for name in re.findall(r"cardtable(?:-\w+)?\.(?:service|timer)", (ROOT / "systemd/README.md").read_text("utf-8")):
        assert (ROOT / "systemd" / name).exists(), name


def test_the_options_of_the_installer_exist():
    script = (ROOT / "systemd/install.sh").read_text(encoding="utf-8")
    for text in (ROOT / "README.md", ROOT / "systemd/README.md"):
        for line in re.findall(r"install\.sh([^`#\n]*)", text.read_text(encoding="utf-8")):
            for option in re.findall(r"--[a-z-]+", line):
                assert option in script, option
