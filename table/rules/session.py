"""A game as a log of events: step, fold, and corrections.

`step` is the whole game: one event on one state. `fold` plays a log from the start with its corrections in place:
a voided event does not happen, an amended one happens as amended, where it stood. Nothing in a state tells that it
was corrected, so an amended log gives the very state of the log played right from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from table.rules import gin, zhiyan
from table.rules.events import Amended, AnyEvent, Event, GameStarted, Voided
from table.rules.gin import GIN_STEPS, GinState
from table.rules.knobs import GinRules, ZhiyanRules
from table.rules.ruleset import RuleSetError, typed_values
from table.rules.texts import Refused, refusal
from table.rules.zhiyan import ZHIYAN_STEPS, ZhiyanState

State = GinState | ZhiyanState
_CORRECTIONS = frozenset((Voided, Amended))
Log = tuple[AnyEvent, ...]


def step(state: State | None, event: AnyEvent) -> State:
    """The state after one event; `state` is None before the game has started.

    Raises `Refused` with every reason; the state given is never changed. Corrections concern a log, not a state:
    they go through `append` and `fold`.
    """
    if isinstance(state, GinState):
        gin_step = GIN_STEPS.get(type(event))
        if gin_step is not None:
            return gin_step(state, event)
    elif isinstance(state, ZhiyanState):
        zhiyan_step = ZHIYAN_STEPS.get(type(event))
        if zhiyan_step is not None:
            return zhiyan_step(state, event)
    elif isinstance(event, GameStarted):
        return _start(event)
    else:
        raise Refused([refusal("no_game")])
    if isinstance(event, GameStarted):
        raise Refused([refusal("game_running")])
    raise Refused([refusal("other_game")])


def _start(event: GameStarted) -> State:
    try:
        rules = typed_values(event.values, len(event.seats))
    except RuleSetError as error:
        raise Refused([refusal("bad_rules", why=str(error))]) from None
    if isinstance(rules, GinRules):
        return gin.start(event, rules)
    assert isinstance(rules, ZhiyanRules)
    return zhiyan.start(event, rules)


def effective(log: Sequence[AnyEvent]) -> list[AnyEvent | None]:
    """The log with its corrections carried out: at each number the event that counts there, or None.

    A later correction of the same event replaces an earlier one; a voided correction counts no more. Raises
    `Refused` where a correction names an event that it cannot correct.
    """
    out: list[AnyEvent | None] = list(log)
    corrections = [number for number, event in enumerate(log) if type(event) in _CORRECTIONS]
    if not corrections:
        return out
    undone: set[int] = set()
    for number in reversed(corrections):
        event = log[number]
        assert isinstance(event, Voided | Amended)
        out[number] = None
        if number in undone:
            continue
        if not 0 <= event.target < number:
            raise Refused([refusal("no_such_event", target=event.target)], at=number)
        target = log[event.target]
        if isinstance(target, Voided | Amended):
            if isinstance(event, Amended):
                raise Refused([refusal("not_correctable", target=event.target)], at=number)
            undone.add(event.target)
    for number in corrections:
        event = log[number]
        if number not in undone and isinstance(event, Voided | Amended):
            out[event.target] = None if isinstance(event, Voided) else event.event
    return out


def fold(log: Iterable[AnyEvent]) -> State | None:
    """The state after a whole log; None for an empty one.

    Raises `Refused` with `at` set to the number of the event that does not fit. A log that went through `append`
    always fits.
    """
    state: State | None = None
    steps: Mapping[type[Event], Any] = {}
    for number, event in enumerate(effective(tuple(log))):
        if event is None:
            continue
        try:
            handler = steps.get(type(event))
            if handler is not None:
                state = handler(state, event)
            else:
                state = step(state, event)
                steps = GIN_STEPS if isinstance(state, GinState) else ZHIYAN_STEPS
        except Refused as refused:
            raise Refused(refused.reasons, at=number) from None
    return state


class Session(msgspec.Struct, frozen=True):
    """A log with its state, for whoever adds event after event: an ordinary one costs one `step`."""

    log: Log = ()
    state: State | None = None

    @classmethod
    def of(cls, log: Iterable[AnyEvent]) -> Session:
        """Takes up a stored log. Raises `Refused` where it does not fold."""
        events = tuple(log)
        return cls(events, fold(events))

    def append(self, event: AnyEvent) -> Session:
        """The session with one event more. Raises `Refused` and leaves this one as it was."""
        if not isinstance(event, Voided | Amended):
            return Session((*self.log, event), step(self.state, event))
        log = (*self.log, event)
        _check_target(log, event)
        try:
            return Session(log, fold(log))
        except Refused as refused:
            raise _broken(log, event, refused) from None

    def can(self, event: AnyEvent) -> tuple[Any, ...]:
        """The reasons why an event would be refused; empty where it fits."""
        try:
            self.append(event)
        except Refused as refused:
            return refused.reasons
        return ()


def append(log: Sequence[AnyEvent], event: AnyEvent) -> tuple[Log, State | None]:
    """The log with one event more, and its state. See `Session.append` for a long game: this folds everything."""
    session = Session.of(log).append(event)
    return session.log, session.state


def _check_target(log: Log, event: Voided | Amended) -> None:
    """A correction must change something: its target exists and, to be voided, still counts."""
    number = len(log) - 1
    if not 0 <= event.target < number:
        raise Refused([refusal("no_such_event", target=event.target)])
    before = effective(log[:-1])
    is_correction = isinstance(log[event.target], Voided | Amended)
    if isinstance(event, Voided) and not is_correction and before[event.target] is None:
        raise Refused([refusal("already_void", target=event.target)])
    if isinstance(event, Amended) and isinstance(event.event, Voided | Amended):
        raise Refused([refusal("not_correctable", target=event.target)])


def _broken(log: Log, event: Voided | Amended, refused: Refused) -> Refused:
    """Says which later event a correction breaks; where the amended event itself cannot be, just its reasons."""
    if refused.at is None or refused.at in (event.target, len(log) - 1):
        return Refused(refused.reasons)
    later = effective(log)[refused.at]
    name = type(later).__struct_config__.tag if later is not None else ""
    named = refusal("breaks_later", number=refused.at, event=name)
    return Refused((named, *refused.reasons), at=refused.at)
