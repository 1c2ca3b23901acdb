"""All contacts of a table, debounced. Pure: edges and times go in, what became of which key comes out.

The keyboard and the mouse have contacts of their own beside the wires, so that the release of one does not end a press
of the other. Only contacts for which time alone may decide something are looked at as time goes on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from hw.debounce import NEVER, Debouncer, KeyEvent, Rule
from hw.wiring import KeyId


class Happened(NamedTuple):
    """One debounced event of a key."""

    key: KeyId
    event: KeyEvent


class Contacts:
    """Debouncers by source and key."""

    def __init__(self) -> None:
        self._all: dict[tuple[Hashable, KeyId], Debouncer] = {}
        self._awake: set[tuple[Hashable, KeyId]] = set()

    def add(self, source: Hashable, key: KeyId, rule: Rule, closed: bool, t: float) -> None:
        """A contact and its level at the start; one that is closed then counts only after it was released."""
        self._all[source, key] = Debouncer(rule, closed, t)
        if closed:
            self._awake.add((source, key))

    def edge(self, source: Hashable, key: KeyId, closed: bool, t: float, rule: Rule) -> Iterator[Happened]:
        """A contact has this level from `t` on; a contact not heard of before was open until now."""
        name = (source, key)
        if name not in self._all:
            self.add(source, key, rule, closed=False, t=t)
        self._awake.add(name)
        return (Happened(key, event) for event in self._all[name].edge(closed, t))

    def advance(self, t: float) -> list[Happened]:
        """Time has come to `t`."""
        happened = []
        for name in sorted(self._awake, key=self._turn):
            contact = self._all[name]
            happened += [Happened(name[1], event) for event in contact.advance(t)]
            if contact.deadline() == NEVER:
                self._awake.discard(name)
        return happened

    def _turn(self, name: tuple[Hashable, KeyId]) -> tuple[float, str]:
        """What is due first comes first; at the same time, the order of the names, so that runs repeat."""
        return self._all[name].deadline(), str(name)

    def deadline(self) -> float:
        """When time alone will next decide something."""
        return min((self._all[name].deadline() for name in self._awake), default=NEVER)

    def closed(self, source: Hashable, key: KeyId) -> bool:
        """The raw level of a contact as last told."""
        return self._all[source, key].closed

    def stuck(self) -> tuple[KeyId, ...]:
        """Keys that are held but ignored: down for too long, or down since the start."""
        return tuple(key for (_, key), contact in list(self._all.items()) if contact.stuck or contact.waits_for_release)
