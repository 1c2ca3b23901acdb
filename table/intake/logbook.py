"""The log as people read it: which events can be corrected, what they say, and which of them ended a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from table.intake.view import EventLine
from table.rules import events as ev
from table.rules.cards import pretty, pretty_all
from table.rules.gin import GinState
from table.rules.session import effective, step
from table.rules.texts import Refused
from table.rules.zhiyan import ZhiyanState

SILENT = (ev.GameStarted, ev.Voided, ev.Amended)
"""Events that are no line of their own: a correction shows in the line that it corrects."""


def tag_of(event: ev.AnyEvent) -> str:
    """The name of an event's kind, as in the log."""
    return str(type(event).__struct_config__.tag)


def line_of(number: int, event: ev.AnyEvent, *, voided: bool = False) -> EventLine:
    """One event as a text key and what fills it."""
    args: dict[str, str | int] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in ("seat", "dealer", "winner", "knocker") and value is not None:
            args["seat" if name in ("dealer", "winner") else name] = value
        elif name in ("card", "upcard"):
            args["card"] = pretty(value) if value else "?"
        elif name == "cards":
            args["cards"] = pretty_all(value)
        elif name in ("source", "how", "count", "amount", "difference"):
            args[name] = value
    return EventLine(number=number, kind=tag_of(event), args=args, voided=voided)


def lines(log: Sequence[ev.AnyEvent]) -> list[EventLine]:
    """The events that may be corrected, newest first, each as it counts now."""
    out = []
    for number, event in enumerate(effective(log)):
        original = log[number]
        if isinstance(original, SILENT):
            continue
        out.append(line_of(number, event if event is not None else original, voided=event is None))
    return out[::-1]


def ends(log: Sequence[ev.AnyEvent]) -> Iterator[tuple[int, GinState | ZhiyanState]]:
    """The number of each event that ended a hand or a round, with the state right after it."""
    state: GinState | ZhiyanState | None = None
    for number, event in enumerate(effective(log)):
        if event is None:
            continue
        before = len(state.history) if state is not None else 0
        try:
            state = step(state, event)
        except Refused:
            return
        if len(state.history) > before:
            yield number, state
