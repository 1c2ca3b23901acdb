"""What is said when a Screen comes: decided here, without a voice.

A Screen carries the sentences that belong to it (`Screen.say`: whose turn, the knock, each line of a result, the
winner; never a vote). The announcer says what is new about them, once: coming back from Fix to the same turn says
nothing, the end of a game does not read the last hand again, and a corrected result is read from its beginning with
the word that it was corrected, while what is left of the old one is dropped.
"""

from __future__ import annotations

from typing import NamedTuple

from table.screens.model import Screen


class Spoken(NamedTuple):
    """What to do with the voice now."""

    hush: bool
    """Stop what is being said and drop what waits."""
    lines: tuple[str, ...]
    """Say these, in order."""


class Said(NamedTuple):
    """What the announcer remembers."""

    kind: str = ""
    """The kind of the Screen shown last."""
    lines: tuple[str, ...] = ()
    """The sentences said last."""
    spoke: str = ""
    """The kind of the Screen that said them."""


def spoken(said: Said, screen: Screen) -> tuple[Said, Spoken]:
    """What to say when `screen` is shown after what was `said`. Pure: keep the `Said` for the next call."""
    new = tuple(line for line in screen.say if line not in said.lines)
    if not new:
        return said._replace(kind=screen.kind), Spoken(hush=screen.kind != said.kind, lines=())
    if screen.kind == said.spoke and screen.say[0] in new:
        # The same scene begins differently: it was corrected, or is about somebody else. All of it is said anew.
        new = screen.say
    return Said(screen.kind, screen.say, screen.kind), Spoken(hush=True, lines=new)
