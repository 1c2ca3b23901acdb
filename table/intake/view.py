"""What the table shows, before any word is chosen: the scene, the folded game, and what every screen shares.

`View` is a frozen value made by the intake after each signal. `table.screens.present` turns it into words and
cards, `table.paint` into pixels. A scene names one of the screens in the map of the design (its number stands in
brackets) and holds only what the folded game does not already say.

The keys that are accepted stand here (`View.keys`), so that what the footer shows is what the intake takes.
Nothing here ever holds a vote or an owner before the reveal: the voting scene has counts only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from table.rules.cards import Card
from table.rules.signals import LampState, ReadState, Seat, SoundCue, Why


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One key that is taken now: its digit, what it does (a text key ``key.<action>``), and for whom.

    `seats` empty means any seat. `args` fill the text (a card, a seat, a number). `hold` is the time in seconds for
    which it must be held, 0 for a plain press.
    """

    key: int
    action: str
    seats: tuple[Seat, ...] = ()
    args: Mapping[str, str | int] = msgspec.field(default_factory=dict)
    hold: float = 0.0


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """The reading indicator in the header. `count` is shown instead of "done" where a number says more."""

    state: ReadState = "resting"
    why: Why = ""
    count: int | None = None


class Scene(msgspec.Struct, frozen=True, tag_field="scene", kw_only=True):
    """What the screen is about. One subclass a screen of the map."""


# -- starting and stopping --------------------------------------------------------------------------------------


class CheckLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the self-check: the part (``camera``, ``keys`` ...), how it is, and what is said about it."""

    part: str
    state: Literal["ok", "bad", "wait"]
    text: str = ""


class SelfCheck(Scene, frozen=True, tag="self_check"):
    """(1) The table checks itself at the start."""

    lines: tuple[CheckLine, ...] = ()


class SafeMode(Scene, frozen=True, tag="safe_mode"):
    """(2) Something is missing; play goes on by hand."""

    missing: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    reason: str = ""


class LastGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in one line."""

    rules: str
    points: tuple[tuple[Seat, int], ...] = ()


class Attract(Scene, frozen=True, tag="attract"):
    """(4) Nobody plays; any key begins."""

    last: LastGame | None = None
    clock: str = ""


class PickGame(Scene, frozen=True, tag="pick_game"):
    """(5) Gin or the picture game; also language, history."""


class RuleChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One rule set on offer: its id, its own title, and the values by which the offers differ."""

    rules: str
    title: str
    values: Mapping[str, str | int | bool] = msgspec.field(default_factory=dict)


class PickRules(Scene, frozen=True, tag="pick_rules"):
    """(6, 7) Rule sets side by side; `house` for the pages of house rules."""

    game: Literal["gin", "zhiyan"]
    choices: tuple[RuleChoice, ...] = ()
    house: bool = False
    page: int = 0
    pages: int = 1


class Joining(Scene, frozen=True, tag="joining"):
    """(8) Players press a key at their place."""

    rules: str
    joined: tuple[Seat, ...] = ()
    least: int = 2
    most: int = 6


class WhoFirst(Scene, frozen=True, tag="who_first"):
    """(9) Who deals or tells first. `drawn` when the rule set has the players draw cards for it."""

    game: Literal["gin", "zhiyan"]
    joined: tuple[Seat, ...] = ()
    by_draw: bool = False
    drawn: tuple[tuple[Seat, Card], ...] = ()
    tie: bool = False


class Choosing(Scene, frozen=True, tag="choosing"):
    """A plain list of choices (language, number of cards in the deck ...); the words are ``choice.<topic>``."""

    topic: str
    items: tuple[str, ...] = ()
    page: int = 0
    pages: int = 1


# -- gin --------------------------------------------------------------------------------------------------------


class Dealing(Scene, frozen=True, tag="dealing"):
    """(10) The dealer deals; the table waits for the up-card. `manual`: it is typed, no camera."""

    dealer: Seat
    manual: bool = False


class Offer(Scene, frozen=True, tag="offer"):
    """(11) `seat` may take the up-card or pass."""

    seat: Seat


class Turn(Scene, frozen=True, tag="turn"):
    """(12) `seat` draws or has drawn and discards (the game state says which). `stock_only` after two passes."""

    seat: Seat
    stock_only: bool = False


class ForbiddenDiscard(Scene, frozen=True, tag="forbidden_discard"):
    """(13) The card just taken from the pile lies on it again."""

    seat: Seat
    card: Card


class KnockPressed(Scene, frozen=True, tag="knock_pressed"):
    """(14) `seat` knocks; can be taken back until a card is face up. `needs_discard`: the discard is missing."""

    seat: Seat
    needs_discard: bool = False
    since: float = 0.0


class LaidCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card as laid open at the show. `card` None is a place that the eye cannot name yet."""

    card: Card | None
    state: Literal["sure", "unsure"] = "sure"
    p: float = 1.0
    cutout: str = ""


class LaidRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player's cards at the show: groups as laid, the rest, how many of how many, the deadwood so far."""

    seat: Seat
    groups: tuple[tuple[LaidCard, ...], ...] = ()
    loose: tuple[LaidCard, ...] = ()
    count: int = 0
    of: int = 10
    deadwood: int | None = None
    done: bool = False


class Laying(Scene, frozen=True, tag="laying"):
    """(15) Both lay their cards open. `manual`: typed with keys, `typing` is whose turn that is."""

    knocker: Seat
    rows: tuple[LaidRow, ...] = ()
    manual: bool = False
    typing: Seat | None = None


class WhichCard(Scene, frozen=True, tag="which_card"):
    """(16) A card that the eye will not name. `of` says what it is: ``laid``, ``discard``, ``upcard``.

    Where the answer decides whether a knock is legal, both seats must press the same key (`both`); `agreed` are
    those who already pressed, without what.
    """

    seat: Seat | None
    of: Literal["laid", "discard", "upcard"]
    cutout: str = ""
    candidates: tuple[tuple[Card, float], ...] = ()
    both: bool = False
    agreed: tuple[Seat, ...] = ()
    rows: tuple[LaidRow, ...] = ()


class Contradiction(Scene, frozen=True, tag="contradiction"):
    """What is shown cannot be: the same card twice, a card that lies in the pile, a taken card that is missing.

    `problems` are text keys with the cards they speak of, as the rules engine names them.
    """

    problems: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    rows: tuple[LaidRow, ...] = ()


class KnockRefused(Scene, frozen=True, tag="knock_refused"):
    """(17) The knock is not legal: the deadwood as read, card by card, and the limit."""

    seat: Seat
    melds: tuple[tuple[Card, ...], ...] = ()
    deadwood: tuple[Card, ...] = ()
    total: int = 0
    limit: int = 10


class LayOffs(Scene, frozen=True, tag="lay_offs"):
    """(18) The defender's cards fly to the knocker's melds; the game's last result holds which."""


class HandResult(Scene, frozen=True, tag="hand_result"):
    """(19, 23) The hand's points, line by line, from the game's last result. `changed` after a correction."""

    changed: bool = False


class HandVoid(Scene, frozen=True, tag="hand_void"):
    """(20) Nobody scores; the game state says who deals."""


class Standing(Scene, frozen=True, tag="standing"):
    """(21) The track to the target, and the boxes."""


class GinEnd(Scene, frozen=True, tag="gin_end"):
    """(22) The game is over; the game state holds both columns."""


# -- the picture game -------------------------------------------------------------------------------------------


class Telling(Scene, frozen=True, tag="telling"):
    """(24) The storyteller thinks of a clue."""


class Collecting(Scene, frozen=True, tag="collecting"):
    """(25) Everybody gives a card face down to the storyteller."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One card of the row under its number, with the camera's picture of it."""

    number: int
    cutout: str = ""
    picture: str | None = None
    state: Literal["sure", "reading", "missing", "used"] = "sure"


class RowReading(Scene, frozen=True, tag="row_reading"):
    """(26) The row is being laid and numbered. `manual`: no camera, the storyteller says when it lies."""

    slots: tuple[Slot, ...] = ()
    expected: int = 0
    manual: bool = False


class Sweep(msgspec.Struct, frozen=True, kw_only=True):
    """One-button voting: which pass (`own`, `own_again`, `vote`), the lit number (0 in the gap), its share passed."""

    phase: Literal["own", "own_again", "vote"]
    lit: int
    share: float = 0.0


class Voting(Scene, frozen=True, tag="voting"):
    """(27, 28, 33) Everybody enters. Counts only; `late` are named after 30 s; `again` after claims that do not fit.

    `problem` names a card that was taken away or added, or a token to be laid better.
    """

    slots: tuple[Slot, ...] = ()
    entered: int = 0
    expected: int = 0
    late: tuple[Seat, ...] = ()
    again: bool = False
    sweep: Sweep | None = None
    by_tokens: bool = False
    problem: str = ""
    problem_args: Mapping[str, str | int] = msgspec.field(default_factory=dict)


class Reveal(Scene, frozen=True, tag="reveal"):
    """(29) Step by step: 0 votes drop under the cards, 1 the storyteller's card, then the owners left to right.

    The last step is `steps` - 1. Owners and votes are in the game's last round.
    """

    step: int = 0
    steps: int = 2
    slots: tuple[Slot, ...] = ()


class RoundScore(Scene, frozen=True, tag="round_score"):
    """(30) Who got what for which rule, from the game's last round."""

    changed: bool = False


class Track(Scene, frozen=True, tag="track"):
    """(31) The lanes to the target, the deck, the next storyteller."""


class PictureEnd(Scene, frozen=True, tag="picture_end"):
    """(32) The end: places by points, and why it ended."""


class Leaving(Scene, frozen=True, tag="leaving"):
    """(34) Somebody leaves; `sure` is who pressed once and must press again."""

    sure: Seat | None = None
    too_few: bool = False


# -- scoring by hand, fixing, resuming --------------------------------------------------------------------------


class ByHand(Scene, frozen=True, tag="by_hand"):
    """(3) Points by hand. Stages: ``winner`` (own key), ``how`` (knock, gin, undercut ...), ``points``.

    For the picture game the stage is ``gains``: `seat` is asked for, `number` is what stands there now.
    """

    stage: Literal["winner", "how", "points", "gains"]
    seat: Seat | None = None
    how: str = ""
    number: int = 0
    before: int = 0
    entered: tuple[tuple[Seat, int], ...] = ()


class PickCard(Scene, frozen=True, tag="pick_card"):
    """(41) A card by suit, row and column. `gone` cards lie elsewhere and cannot be chosen.

    `purpose`: ``upcard``, ``discard``, ``laid``, ``fix``. `chosen` are those entered so far (a hand typed by hand).
    """

    purpose: Literal["upcard", "discard", "laid", "fix"]
    seat: Seat | None = None
    suit: str | None = None
    row: int | None = None
    cutout: str = ""
    runner_up: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    chosen: tuple[Card, ...] = ()
    of: int = 1


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the log as a sentence: a text key ``event.<kind>`` and its arguments."""

    number: int
    kind: str
    args: Mapping[str, str | int] = msgspec.field(default_factory=dict)
    voided: bool = False


class FixMenu(Scene, frozen=True, tag="fix_menu"):
    """(40) What can be wrong here. `items` are text keys ``fix.<item>`` in the order of the keys 1.."""

    items: tuple[str, ...] = ()


class FixEvents(Scene, frozen=True, tag="fix_events"):
    """The last events as sentences, newest first; a key picks the one that is wrong."""

    lines: tuple[EventLine, ...] = ()
    page: int = 0
    pages: int = 1


class FixPoints(Scene, frozen=True, tag="fix_points"):
    """A points line by hand: whose, and how many."""

    seat: Seat | None = None
    number: int = 0
    before: int = 0


class FixOwner(Scene, frozen=True, tag="fix_owner"):
    """(42) After the reveal: whose is card `number`?"""

    number: int = 0


class UndoHand(Scene, frozen=True, tag="undo_hand"):
    """(43) The last results as lines; then every player confirms. `picked` is the number of the event."""

    lines: tuple[EventLine, ...] = ()
    picked: int | None = None
    confirmed: tuple[Seat, ...] = ()


class CannotFix(Scene, frozen=True, tag="cannot_fix"):
    """The correction would break a later event; which one, and why."""

    line: EventLine | None = None
    reason: str = ""
    reason_args: Mapping[str, str | int] = msgspec.field(default_factory=dict)


class Resume(Scene, frozen=True, tag="resume"):
    """(36) A saved game comes back, and the table looks different from it (or is not yet seen)."""

    saved_at: str = ""
    saved_card: Card | None = None
    seen_card: Card | None = None
    seen_cutout: str = ""
    differs: bool = True


# -- the rest ---------------------------------------------------------------------------------------------------


class Saver(Scene, frozen=True, tag="saver"):
    """(44) The idle saver."""

    clock: str = ""


class HistoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the past."""

    when: str
    rules: str
    points: tuple[tuple[Seat, int], ...] = ()
    winners: tuple[Seat, ...] = ()


class StatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of one place: pairs of a text key ``stat.<name>`` and its value."""

    seat: Seat
    values: tuple[tuple[str, float], ...] = ()


class History(Scene, frozen=True, tag="history"):
    """(45) The last games, then statistics by place."""

    games: tuple[HistoryLine, ...] = ()
    stats: tuple[StatLine, ...] = ()
    page: int = 0
    pages: int = 1


class Outlined(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a camera's picture: corners as shares of its width and height (0 to 1), clockwise."""

    corners: tuple[tuple[float, float], ...]
    state: Literal["ok", "unsure", "zone", "marker", "missing"] = "zone"


class Service(Scene, frozen=True, tag="service"):
    """(46) Camera picture with overlay, keys and lamps. `refused` while a hand is in play (no pictures then); `lit`:
    all lamps are being shown."""

    picture: str = ""
    boxes: tuple[Outlined, ...] = ()
    markers: int = 0
    numbers: tuple[tuple[str, str], ...] = ()
    pressed: tuple[tuple[Seat, int], ...] = ()
    refused: bool = False
    lit: bool = False


class Calibrating(Scene, frozen=True, tag="calibrating"):
    """(47) The four markers, the error in mm, the verdicts. A line's text is the key of what is wrong, if anything."""

    lines: tuple[CheckLine, ...] = ()
    error_mm: float | None = None


class Enrolling(Scene, frozen=True, tag="enrolling"):
    """The cards of a picture deck are shown, any number at a time. `remark`: what is said of those that lie there now
    (``new``, ``known``, ``blurred``, ``glare``, ``overlap``, ``alike``, ``wait``, ``no_mat``), empty for none."""

    picture: str = ""
    boxes: tuple[Outlined, ...] = ()
    step: Literal["back", "cards", "done"] = "cards"
    enrolled: int = 0
    expected: int | None = None
    remark: str = ""


AnyScene = (
    SelfCheck | SafeMode | Attract | PickGame | PickRules | Joining | WhoFirst | Choosing
    | Dealing | Offer | Turn | ForbiddenDiscard | KnockPressed | Laying | WhichCard | Contradiction | KnockRefused
    | LayOffs | HandResult | HandVoid | Standing | GinEnd
    | Telling | Collecting | RowReading | Voting | Reveal | RoundScore | Track | PictureEnd | Leaving
    | ByHand | PickCard | FixMenu | FixEvents | FixPoints | FixOwner | UndoHand | CannotFix | Resume
    | Saver | History | Service | Calibrating | Enrolling
)  # fmt: skip


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a screen may need, as one frozen value.

    `game` is the folded state of the rules (`table.rules.gin.GinState`, `table.rules.zhiyan.ZhiyanState`) or None.
    `auto` is the time on the table's clock (s) at which the scene goes on by itself; `now` is that clock.
    """

    scene: Scene
    game: object | None = None
    rules: str = ""
    rules_title: str = ""
    seats: tuple[Seat, ...] = ()
    names: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    lang: str = "en"
    input: Literal["pods", "one-button", "keyboard"] = "pods"
    keys: tuple[Key, ...] = ()
    cursor: int | None = None
    """One-button wiring: the place in `keys` that is lit; a short press moves it, a press of 1 s takes it."""
    chip: Chip = Chip()
    fix: bool = True
    auto: float | None = None
    now: float = 0.0
    late: tuple[Seat, ...] = ()
    trouble: tuple[str, ...] = ()
    recording: bool = False
    by_hand: bool = False
    flash: str = ""
    """A short remark for the footer (text key ``note.<flash>``), gone after a few seconds."""
    lamps: Mapping[Seat, LampState] = msgspec.field(default_factory=dict)
    sound: SoundCue | None = None
    event_count: int = 0
    """How many events the log has; with `revision` it tells a correction from a new event."""
    revision: int = 0
    dim: float = 1.0
    """Brightness of the screen, 0 to 1: less while nobody does anything."""
    swap: bool = False
    """Scores change places with each hand (a setting, against burn-in)."""
