"""One key's contact, from raw edges to presses. Pure: time comes with the edge or with `advance`.

The rule, in the order in which it is applied:

- A contact that stays closed for `glitch` seconds is a press, at the time at which it closed. Nothing is waited for
  beyond that: the key was quiet before, because a release is only believed after `window` seconds of quiet.
- A contact that opens for less than `window` seconds has bounced; the key is still down.
- A press that begins less than `repeat` seconds after the last counted one is the same finger's tremble: ignored.
- While the contact is closed, ``hold`` is reported once at each of `holds` seconds; never while it is open, so a hold
  cannot come after the release.
- Down for `stuck` seconds, the key is stuck: its press is ended, ``stuck`` is reported, and the key is ignored until it
  is released (``freed``). A contact that is closed at the start counts as nothing until it is released.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from hw.wiring import Timing

Action = Literal["down", "up", "hold", "stuck", "freed"]


class KeyEvent(NamedTuple):
    """What became of a key at `t`; `held` is the number of seconds for a hold and for a stuck key."""

    action: Action
    t: float
    held: float = 0.0


class Rule(NamedTuple):
    """The times of the debouncer, all in seconds."""

    glitch: float = 0.004
    window: float = 0.025
    repeat: float = 0.25
    holds: tuple[float, ...] = (1.0, 2.0, 5.0)
    stuck: float = 20.0

    @classmethod
    def of(cls, timing: Timing) -> Rule:
        """The rule that a profile's timing asks for."""
        return cls(timing.glitch_ms / 1e3, timing.window_ms / 1e3, timing.repeat_ms / 1e3, stuck=timing.stuck_s)


DEFAULT_RULE = Rule()

KEYBOARD_RULE = Rule(glitch=0.0, window=0.0)
"""A keyboard has its own debouncer; only repeats, holds and stuck keys are left to judge."""

NEVER = float("inf")


class Debouncer:
    """The state of one key. `edge` and `advance` return what happened up to the given time, in order.

    Times may repeat but not run backwards; an earlier time is taken as the latest one seen.
    """

    __slots__ = (
        "_began",
        "_closed",
        "_counted_at",
        "_holds_done",
        "_now",
        "_pressed_at",
        "_rule",
        "_since",
        "_state",
        "_stuck",
    )

    def __init__(self, rule: Rule = DEFAULT_RULE, closed: bool = False, t: float = 0.0) -> None:
        self._rule = rule
        self._closed = closed
        self._since = t  # when the contact took its present level
        self._now = t
        self._began = t if closed else -NEVER
        self._state: Literal["up", "down", "ignored"] = "ignored" if closed else "up"
        self._pressed_at = t  # when the present press began, counted or not
        self._counted_at = -NEVER  # when the last counted press began
        self._holds_done = 0
        self._stuck = False

    @property
    def down(self) -> bool:
        """A counted press is going on."""
        return self._state == "down"

    @property
    def stuck(self) -> bool:
        """Reported as stuck and not yet released."""
        return self._stuck

    @property
    def waits_for_release(self) -> bool:
        """Closed since the start and not counted for that reason."""
        return self._state == "ignored" and self._pressed_at == self._began and self._closed

    @property
    def closed(self) -> bool:
        """The raw level of the contact as last told."""
        return self._closed

    def edge(self, closed: bool, t: float) -> list[KeyEvent]:
        """The contact has this level from `t` on; telling the same level again is harmless."""
        t = max(t, self._now)
        events = self._advance(t)
        if closed != self._closed:
            self._closed = closed
            self._since = t
        return events + self._advance(t)

    def advance(self, t: float) -> list[KeyEvent]:
        """Nothing changed until `t`: report what time alone decides."""
        return self._advance(max(t, self._now))

    def deadline(self) -> float:
        """When time alone will next decide something; `NEVER` if only an edge can."""
        rule = self._rule
        if self._state == "up":
            return self._since + rule.glitch if self._closed else NEVER
        if not self._closed:
            return self._since + rule.window
        if self._state == "down" and self._holds_done < len(rule.holds):
            return max(self._since, self._pressed_at + min(rule.holds[self._holds_done], rule.stuck))
        return NEVER if self._stuck else max(self._since, self._pressed_at + rule.stuck)

    def _advance(self, t: float) -> list[KeyEvent]:
        """Decide all that is due at or before `t`: a contact that changes right at the end has kept its level."""
        events: list[KeyEvent] = []
        while (due := self.deadline()) <= t:
            events += self._decide(due)
        self._now = t
        return events

    def _decide(self, due: float) -> list[KeyEvent]:
        if not self._closed:
            return self._released()
        if self._state == "up":
            return self._pressed()
        rule = self._rule
        if self._state == "down" and self._holds_done < len(rule.holds):
            seconds = rule.holds[self._holds_done]
            if seconds < rule.stuck:
                self._holds_done += 1
                return [KeyEvent("hold", due, seconds)]
        events = [KeyEvent("up", due)] if self._state == "down" else []
        self._state, self._stuck = "ignored", True
        return [*events, KeyEvent("stuck", due, rule.stuck)]

    def _pressed(self) -> list[KeyEvent]:
        self._pressed_at = self._since
        if self._since - self._counted_at < self._rule.repeat:
            self._state = "ignored"
            return []
        self._state, self._holds_done, self._counted_at = "down", 0, self._since
        return [KeyEvent("down", self._since)]

    def _released(self) -> list[KeyEvent]:
        action: Action | None = "freed" if self._stuck else "up" if self._state == "down" else None
        self._state, self._stuck = "up", False
        return [KeyEvent(action, self._since)] if action else []
