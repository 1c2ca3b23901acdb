"""The font of the scoreboard, shipped with the project so that every glyph draws on a fresh machine."""

from __future__ import annotations

import functools
import struct
from pathlib import Path

FONT = Path(__file__).with_name("cardtable.ttf")


@functools.cache
def covered() -> frozenset[int]:
    """All code points that the font has a glyph for, read from its own character map (cmap format 4, and 12)."""
    data = FONT.read_bytes()
    tables = {data[i : i + 4]: struct.unpack(">II", data[i + 8 : i + 16]) for i in range(12, 12 + 16 * data[5], 16)}
    start, _ = tables[b"cmap"]
    (count,) = struct.unpack(">H", data[start + 2 : start + 4])
    codes: set[int] = set()
    for i in range(count):
        (offset,) = struct.unpack(">I", data[start + 8 + 8 * i : start + 12 + 8 * i])
        (kind,) = struct.unpack(">H", data[start + offset : start + offset + 2])
        if kind == 4:
            codes |= _format4(data[start + offset :])
        elif kind == 12:
            codes |= _format12(data[start + offset :])
    return frozenset(codes)


def missing_glyphs(text: str) -> tuple[str, ...]:
    """The characters of `text` that would draw as an empty box, each once."""
    have = covered()
    return tuple(sorted({sign for sign in text if ord(sign) not in have and not sign.isspace()}))


def _format4(table: bytes) -> set[int]:
    (double,) = struct.unpack(">H", table[6:8])
    n = double // 2
    ends = struct.unpack(f">{n}H", table[14 : 14 + double])
    starts = struct.unpack(f">{n}H", table[16 + double : 16 + 2 * double])
    return {code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1) if code != 0xFFFF}


def _format12(table: bytes) -> set[int]:
    (n,) = struct.unpack(">I", table[12:16])
    groups = (struct.unpack(">II", table[16 + 12 * i : 24 + 12 * i]) for i in range(n))
    return {code for first, last in groups for code in range(first, last + 1)}
