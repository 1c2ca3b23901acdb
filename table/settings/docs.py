"""The page of all settings, made from the table of settings."""

from __future__ import annotations

from .model import KIOSK, SECTIONS
from .spec import rows, to_toml

HEAD = """# Settings

One TOML file: `/etc/cardtable/settings.toml` on an installed table, `settings.toml` in your own configuration folder
elsewhere (`cardtable check settings` says where). `cardtable check settings --write` writes one with every setting
explained, `--print` shows it. A line that is wrong never stops the table: it goes on with the last good settings and
shows the line. A relative path is meant from the file's own folder.

This page is made from the program (`python -m table.settings.docs`).
"""


def _first_paragraph(text: str) -> str:
    return " ".join(text.strip().partition("\n\n")[0].split())


def page() -> str:
    """The whole page as Markdown."""
    parts = [HEAD]
    for name, section in SECTIONS.items():
        parts += [f"## [{name}]", "", _first_paragraph(section.__doc__ or ""), ""]
        parts += ["| setting | default | allowed | what for |", "|---|---|---|---|"]
        for row in rows(name).values():
            default = f"`{to_toml(row.default)}`"
            if (name, row.key) in KIOSK:
                default += f", on a kiosk `{to_toml(KIOSK[name, row.key])}`"
            parts.append(f"| `{row.key}` | {default} | {row.allowed} | {row.about} |")
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
