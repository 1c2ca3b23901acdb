"""What every screen shares: the frame around a body, made from the view.

A presenter (one function a scene, in the modules beside this one) returns a `Page`: the band, the body and what is
special. `framed` adds header, reading chip, keys, footer words, Fix, lamps and the rest, so that what the footer shows
is always what `View.keys` accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from table.intake.view import Key as ViewKey
from table.intake.view import Scene, View, Voting
from table.rules.signals import Seat, Why
from table.screens.model import AnyBody, Band, CardView, Chip, Countdown, KeyHint, Lang, Move, Screen, Strip
from table.words import Words

AUTO_LENGTH: Mapping[str, float] = {
    "self_check": 2.0,
    "reveal": 4.0,
    "standing": 20.0,
    "gin_end": 120.0,
    "picture_end": 120.0,
    "resume": 2.0,
    "history": 30.0,
    "service": 300.0,
}
"""How long a wait lasts in all (s), for the bar that runs down; a wait that is longer just begins with a full bar."""

USUAL_WAIT = 8.0

CROWD = 2
"""With more keys than this in the footer, remarks that nobody waits for stay away."""


@dataclass(frozen=True)
class Scope:
    """What a presenter works with: the view, the words, and short names for both."""

    view: View
    words: Words

    def say(self, key: str, /, **values: Any) -> str:
        """The line for the screen."""
        return self.words.say(key, **values)

    def aloud(self, key: str, /, **values: Any) -> str:
        """The line for the voice."""
        return self.words.aloud(key, **values)

    def name(self, seat: Seat) -> str:
        """What the place is called."""
        return self.words.seat(seat)

    def band(self, seat: str | None, key: str, small: str = "", /, **values: Any) -> Band:
        """A band whose first line is ``band.<key>`` and whose second is `small`, already in words."""
        return Band(seat=seat, big=self.say(f"band.{key}", **values), small=small)

    @property
    def rules_name(self) -> str:
        """The rule set's name as players call it."""
        return rules_name(self.words, self.view.rules, self.view.rules_title)

    def keys_of(self, *actions: str) -> tuple[ViewKey, ...]:
        """The accepted keys that do one of `actions`, in the order of the view."""
        return tuple(key for key in self.view.keys if key.action in actions)

    def key_of(self, action: str) -> str:
        """The digit of the first key that does `action`, empty where it is not accepted now."""
        found = self.keys_of(action)
        return str(found[0].key) if found else ""

    def accepts(self, number: int) -> bool:
        """Whether key `number` does anything now."""
        return any(key.key == number for key in self.view.keys)

    def is_lit(self, number: int) -> bool:
        """One-button wiring: whether the light stands on key `number`."""
        cursor = self.view.cursor
        return cursor is not None and cursor < len(self.view.keys) and self.view.keys[cursor].key == number


@dataclass(frozen=True, kw_only=True)
class Page:
    """What one presenter says; everything else comes from the view."""

    kind: str
    body: AnyBody
    band: Band | None = None
    title: str | None = None
    sub: str = ""
    note: str = ""
    note_seat: Seat | None = None
    in_body: frozenset[int] = frozenset()
    """Numbers of the keys that the body draws."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Other words for a key's action here: ``{"this_card": "key.column"}``."""
    extra: tuple[KeyHint, ...] = ()
    """Keys that are taken beside those of the view (the ballot takes its own)."""
    chip: Chip | None = None
    hide_chip: bool = False
    ring: bool = False
    """The body shows the wait itself; the frame does not repeat it."""
    say: tuple[str, ...] = ()
    motion: tuple[Move, ...] = ()
    strips: tuple[Strip, ...] = ()
    fix_label: str = "fixkey.label"
    dim: float = 1.0
    hand: int = 0
    """The hand or round that begins with this page, 0 for every other page."""


SceneT = TypeVar("SceneT", bound=Scene)
Presenter = Callable[[Scope, Any], Page]


def card(value: Any, state: str = "sure", by: Seat | None = None) -> CardView:
    """A card as drawn."""
    return CardView(card=value, state=state, by=by)  # type: ignore[arg-type]


def framed(scope: Scope, page: Page) -> Screen:
    """The whole Screen around a page."""
    view, words = scope.view, scope.words
    keys = (*hints(scope, page.in_body, page.labels), *page.extra)
    return Screen(
        kind=page.kind,
        lang=_lang(words),
        title=page.title if page.title is not None else title(scope),
        sub=page.sub,
        chip=None if page.hide_chip else page.chip or chip(scope),
        band=page.band,
        body=page.body,
        keys=keys,
        note=_note(scope, page, crowded=len([hint for hint in keys if not hint.in_body]) > CROWD),
        note_seat=None if _remark(scope) else page.note_seat,
        fix=words.say(page.fix_label) if view.fix else "",
        auto=None if page.ring else countdown(view),
        # Under the hoods the lamps tell who has entered; a Screen is shown, sent and stored, so it must not.
        lamps={} if isinstance(view.scene, Voting) else dict(view.lamps),
        sound=view.sound,
        say=page.say,
        motion=page.motion,
        strips=page.strips,
        dim=min(page.dim, view.dim),
        hand=page.hand,
    )


def _lang(words: Words) -> Lang:
    return words.base  # type: ignore[return-value]


# -- header -----------------------------------------------------------------------------------------------------


def title(scope: Scope) -> str:
    """The game and its rule set: ``Gin Rummy · Classic``."""
    game = game_of(scope.view)
    if not game:
        return scope.say("app.name")
    name = scope.say(f"game.{game}")
    rules = scope.rules_name
    plain = rules in ("", name) or scope.view.rules == "zhiyan"
    return name if plain else f"{name} · {rules}"


def sub_of_round(scope: Scope, text: str) -> str:
    """The quiet header words of the picture game: its Chinese name first, unless the title has it or house rules."""
    original = "只言片语"
    plain = scope.words.base == "zh" or scope.view.rules != "zhiyan"
    return text if plain else f"{original}  {text}"


def clause(scope: Scope, first: str, second: str) -> str:
    """Two short remarks in one line."""
    return f"{first}{scope.say('list.clause')}{second}"


def game_of(view: View) -> str:
    """``gin``, ``zhiyan``, or nothing while no game is chosen."""
    told = getattr(view.scene, "game", "")
    if isinstance(told, str) and told:
        return told
    rules = view.rules or str(getattr(view.game, "rules_id", ""))
    if rules.startswith(("gin", "zhiyan")):
        return "gin" if rules.startswith("gin") else "zhiyan"
    if view.game is not None:
        return "gin" if type(view.game).__name__.startswith("Gin") else "zhiyan"
    return ""


def rules_name(words: Words, rules: str, own: str = "") -> str:
    """A rule set as players call it: our name for the ones that ship, its own title for a house rule."""
    return words.say(f"rules.{rules}") if words.has(f"rules.{rules}") else own or rules


def chip(scope: Scope) -> Chip:
    """The reading indicator. It says why where it cannot read, and never names a card."""
    seen, words = scope.view.chip, scope.words
    if seen.count is not None and seen.state in ("done", "reading"):
        return Chip(state=seen.state, label=words.say("chip.count", n=seen.count))
    if seen.state == "resting":
        return Chip(state="resting", label=words.say("chip.no_camera" if seen.why == "no_camera" else "chip.resting"))
    if seen.state == "cannot" and seen.why:
        return Chip(state="cannot", label=words.say(f"chip.{seen.why}"))
    return Chip(state=seen.state, label=words.say(f"chip.{seen.state}"))


def help_line(scope: Scope, otherwise: str = "") -> str:
    """What would help the eye, for the band's second line; `otherwise` while it can read."""
    seen = scope.view.chip
    if seen.state != "cannot" or scope.view.by_hand:
        return otherwise
    why: Why | str = seen.why or "straight"
    return scope.say(f"why.{why}")


# -- keys -------------------------------------------------------------------------------------------------------


def hints(
    scope: Scope, in_body: frozenset[int] = frozenset(), other: Mapping[str, str] | None = None
) -> tuple[KeyHint, ...]:
    """All accepted keys, each in exactly one hint; keys with one meaning share one."""
    view, other = scope.view, other or {}
    if view.cursor is not None and view.keys:
        lit = view.keys[view.cursor % len(view.keys)]
        return (
            KeyHint(keys=("press",), label=scope.say("key.press_next")),
            KeyHint(keys=("hold",), label=_label(scope, lit, other)),
        )
    labels: dict[str, list[str]] = {}
    for key in view.keys:
        words = labels.setdefault(_face(scope, key), [])
        label = _label(scope, key, other)
        if label not in words:
            words.append(label)
    body = {_face(scope, key) for key in view.keys if key.key in in_body}
    shared: dict[tuple[str, bool], list[str]] = {}
    for face, words in labels.items():
        shared.setdefault((" / ".join(words), face in body), []).append(face)
    return tuple(KeyHint(keys=tuple(faces), label=label, in_body=body) for (label, body), faces in shared.items())


def _label(scope: Scope, key: ViewKey, other: Mapping[str, str]) -> str:
    return scope.say(other[key.action]) if key.action in other else label_of(scope, key)


def _face(scope: Scope, key: ViewKey) -> str:
    if scope.view.input != "one-button":
        return str(key.key)
    return "hold" if key.hold else "press"


def label_of(scope: Scope, key: ViewKey) -> str:
    """What a key does, in words: ``key.<action>``. An action without words shows itself rather than nothing."""
    if key.action.startswith("fix_") and scope.words.has(f"fix.{key.action[4:]}"):
        return fix_word(scope, key.action, key.args)
    if key.action == "suit":
        return scope.say(f"key.suit_{key.args.get('suit', 'S')}")
    name = f"key.{key.action}"
    if not scope.words.has(name):
        return key.action.replace("_", " ")
    return scope.say(name, **key.args)


def fix_word(scope: Scope, action: str, args: Mapping[str, str | int]) -> str:
    """What can be wrong, in words: ``fix.<item>`` for the action ``fix_<item>``."""
    name = f"fix.{action.removeprefix('fix_')}"
    if name == "fix.turn" and "seat" not in args:
        name = "fix.turn_other"
    return scope.say(name, **args) if scope.words.has(name) else action.replace("_", " ")


# -- footer -----------------------------------------------------------------------------------------------------


def _remark(scope: Scope) -> str:
    """Words that push the page's own note aside for a moment: news, or what does not work."""
    view = scope.view
    if view.flash:
        name = f"note.{view.flash}"
        return scope.say(name) if scope.words.has(name) else view.flash
    if view.late:
        return scope.say("tail.late", seats=view.late)
    return ""


def _note(scope: Scope, page: Page, *, crowded: bool) -> str:
    view = scope.view
    if remark := _remark(scope):
        return remark
    if page.note:
        return page.note
    if crowded:
        return ""
    if view.trouble and not view.by_hand:
        return scope.say("tail.trouble")
    if view.recording:
        return scope.say("tail.recording")
    playing = page.kind.startswith(("gin_", "picture_"))
    return scope.say("tail.by_hand") if view.by_hand and playing else ""


def countdown(view: View) -> Countdown | None:
    """When the scene goes on by itself, and how long it had."""
    if view.auto is None:
        return None
    tag = type(view.scene).__struct_config__.tag
    return Countdown(until=view.auto, of=AUTO_LENGTH.get(str(tag), USUAL_WAIT))
