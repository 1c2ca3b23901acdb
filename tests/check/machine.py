"""A made-up machine in a folder: /proc, /sys and /dev as the checks read them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from table.check import Context
from table.settings import Settings, parse

NOON = 1_800_000_000.0
"""2027-01-15, 08:00 UTC."""

KEYBOARD = """I: Bus=0003 Vendor=046d Product=c31c Version=0110
N: Name="Logitech USB Keyboard"
H: Handlers=sysrq kbd event0 leds
B: EV=120013
B: KEY=1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe

"""
POWER_BUTTON = """I: Bus=0019 Vendor=0001 Product=0001 Version=0100
N: Name="pwr_button"
H: Handlers=kbd event1
B: EV=3
B: KEY=10000000000000 0

"""


class Machine:
    """`put` writes a system file; `context` is what the checks are given."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state = root / "state"
        self.state.mkdir()

    def put(self, path: str, content: str = "") -> Machine:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return self

    def settings(self, text: str = "") -> Settings:
        settings = parse(text, self.root / "settings.toml")
        if not settings.store.folder:
            store = msgspec.structs.replace(settings.store, folder=str(self.state))
            settings = msgspec.structs.replace(settings, store=store)
        return settings

    def context(self, settings: str = "", now: float = NOON, **environ: str) -> Context:
        return Context(settings=self.settings(settings), now=now, root=self.root, environ=environ, platform="linux")
