"""Keys of a desktop keyboard as keys of the table. Pure: the program that has the window feeds its key events in.

Which key is whose is data (``[keyboard]`` of a wiring profile). A key is found by its scancode where one is given,
because the place of a key counts and not the letter that the layout puts on it; otherwise by its name.
"""

from __future__ import annotations

from hw.keynames import NAMES
from hw.wiring import KeyId, Profile


class Keyboard:
    """The keyboard of one profile."""

    def __init__(self, profile: Profile) -> None:
        self._keys = profile.keyboard_keys()

    def find(self, name: str = "", scancode: int | None = None) -> KeyId | None:
        """The key of the table under this key of the keyboard, or None where it has no meaning.

        `name` as ``pygame.key.name`` gives it, `scancode` as ``event.scancode``; a known scancode goes before the name.
        """
        if scancode in NAMES:
            name = NAMES[scancode]
        return self._keys.get(name.lower())

    def names_of(self, key: KeyId) -> tuple[str, ...]:
        """The keyboard keys that stand for this key of the table."""
        return tuple(name for name, owner in self._keys.items() if owner == key)
