"""In which line of a TOML text each key stands: the parser of the standard library does not tell."""

from __future__ import annotations

import re

_HEADING = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"' + r"|'[^']*'")
_PARSER_PLACE = re.compile(r" *\(at (?:line (\d+), column \d+|end of document)\)")


def key_lines(text: str) -> dict[str, int]:
    """``section`` and ``section.key`` -> line number from 1; values that run over several lines are skipped."""
    found: dict[str, int] = {}
    section = ""
    depth = 0
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        if depth == 0:
            if heading := _HEADING.match(line):
                section = _plain(heading[1])
                found.setdefault(section, number)
                continue
            if key := _KEY.match(line):
                name = _plain(key[1])
                found.setdefault(f"{section}.{name}" if section else name, number)
        for quotes in ('"""', "'''"):
            if line.count(quotes) % 2:
                closing = quotes
        bare = _TEXT.sub("", line).split("#")[0]
        depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
    return found


def _plain(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def split_parser_error(message: str, text: str) -> tuple[str, int]:
    """The parser's message without its place, and the line that it names."""
    place = _PARSER_PLACE.search(message)
    if place is None:
        return message, 0
    line = int(place[1]) if place[1] else text.count("\n") + 1
    return _PARSER_PLACE.sub("", message), line
