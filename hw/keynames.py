"""Names of keyboard keys by their place, with the scancodes that SDL (and so pygame) reports for them.

A scancode is the key's place and does not change with the layout, while the letter on the key does: on a Hungarian
keyboard the key right of P bears ő, on a French one the key below 1 bears A. The numbers are the usage ids of the USB
HID tables (page 7), which SDL took over.
"""

from __future__ import annotations

SCANCODES: dict[str, int] = {
    **{chr(ord("a") + i): 4 + i for i in range(26)},
    **{digit: 30 + i for i, digit in enumerate("1234567890")},
    "return": 40,
    "escape": 41,
    "backspace": 42,
    "tab": 43,
    "space": 44,
    "-": 45,
    "=": 46,
    "[": 47,
    "]": 48,
    "\\": 49,
    ";": 51,
    "'": 52,
    "`": 53,
    ",": 54,
    ".": 55,
    "/": 56,
    **{f"f{i + 1}": 58 + i for i in range(12)},
    "insert": 73,
    "home": 74,
    "page up": 75,
    "delete": 76,
    "end": 77,
    "page down": 78,
    "right": 79,
    "left": 80,
    "down": 81,
    "up": 82,
}
"""The names are those of ``pygame.key.name`` on a US keyboard."""

NAMES: dict[int, str] = {code: name for name, code in SCANCODES.items()}
