"""The Screen: what the scoreboard shows, as frozen data, before anybody draws it.

`table.screens` makes Screens out of the game's state, `table.paint` turns them into pixels; this file is all that the
two know of each other. A Screen holds finished words in one language, never keys of words, and no rule of any game.
Everything compares by value and goes through JSON (`msgspec.json`), so tests can look at the data alone.

Times are seconds on the table's monotonic clock. What runs down (a wait, a ring, a sweep) is given as the moment
when it ends and its full length, not as what is left: so a Screen stays equal to itself while nothing happens.
Pictures (cut-outs of cards, the camera's frame) are ids into a picture store.

Before the reveal no body holds who entered what, in which order or when: only how many of how many (`Ballot`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from table.rules.cards import Card
from table.rules.signals import LampState, ReadState, Seat, SoundCue

Who = str | None
"""A seat's sign, ``"all"`` for everybody, None for nobody (the table works)."""

Lang = Literal["en", "zh", "es", "hu"]
Key = str
"""A key as drawn: ``"1"`` to ``"6"`` on a pod, ``"press"`` or ``"hold"`` where a seat has one button only."""

CardState = Literal["sure", "unsure", "illegal", "out", "expected", "back"]
"""Read for certain; doubtful; not allowed here; out of play (dimmed); a place that waits for it (outline only,
with rank and suit when `card` is given); the back of a card."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything inside a Screen."""


# -- the parts that bodies are made of --------------------------------------------------------------------------


class Chip(Part, frozen=True):
    """The reading indicator in the header, always at the same place."""

    state: ReadState
    label: str


class Band(Part, frozen=True):
    """The one thing to do. `seat` gives colour and sign; `mark` ``no`` adds a cross, ``fix`` the amber frame."""

    seat: Who
    big: str
    small: str = ""
    mark: Literal["", "no", "fix"] = ""


class KeyHint(Part, frozen=True):
    """Keys that are accepted now and what they do.

    Every accepted key stands in exactly one hint. With `in_body` the body draws the key itself (a tile, a column, a
    card of the row), and the footer does not repeat it.
    """

    keys: tuple[Key, ...]
    label: str = ""
    in_body: bool = False


class CardView(Part, frozen=True):
    """A playing card as drawn. `by` marks whose it is: the tab of a laid-off card, the colour of an outline."""

    card: Card | None = None
    state: CardState = "sure"
    by: Seat | None = None


class Group(Part, frozen=True):
    """Cards that touch. A meld has a bar under it in its owner's colour; deadwood has its sum (`note`: ``9 + 5``)."""

    cards: tuple[CardView, ...]
    meld: bool = False
    note: str = ""


class Countdown(Part, frozen=True):
    """Something that runs down: ends at `until`, lasted `of` seconds in all."""

    until: float
    of: float


class Move(Part, frozen=True):
    """A thing that glides (200 ms) when this Screen replaces another one.

    `what`, `source` and `target` name anchors: ``card:7D``, ``seat:sun``, ``vote:sun``, ``stock``, ``discard``,
    ``slot:3``. A name that the pictures do not have is no error: then nothing moves.
    """

    what: str
    source: str
    target: str


class Strip(Part, frozen=True):
    """What a screen lying in the table tells one place, turned to it. `act`: this place has something to do."""

    seat: Seat
    name: str
    text: str
    act: bool = True


# -- bodies -----------------------------------------------------------------------------------------------------


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What stands between band and footer."""


class CheckRow(Part, frozen=True):
    label: str
    state: Literal["ok", "bad", "wait"]
    hint: str = ""


class Checks(Body, frozen=True, tag="checks"):
    """Lines with tick or cross: self-check, safe mode, calibration. `picture` draws the camera's cable beside."""

    rows: tuple[CheckRow, ...]
    picture: Literal["", "cable"] = ""
    picture_label: str = ""


class Attract(Body, frozen=True, tag="attract"):
    """Nobody plays: the name, "press any key" in every language (own language first), the last game, the time."""

    name: str
    games: str
    lines: tuple[str, ...]
    last: str = ""
    clock: str = ""


class Saver(Body, frozen=True, tag="saver"):
    """Three dim outlines that wander, so that nothing burns in. `step` counts up and moves them."""

    clock: str
    step: int


class ChoiceItem(Part, frozen=True):
    key: Key
    title: str
    lines: tuple[str, ...] = ()
    seat: Seat | None = None
    card: CardView | None = None
    picture: Literal["", "gin", "zhiyan", "language", "history", "stats", "lot", "undo"] = ""
    picked: bool = False
    enabled: bool = True


class Choice(Body, frozen=True, tag="choice"):
    """Tiles with a key each (up to six). `aside` fills the free tile with lines and no key. With two tiles of
    substance and small ones beside, mark the substantial ones `big` by their number."""

    items: tuple[ChoiceItem, ...]
    aside: tuple[str, ...] = ()
    big: int = 0
    """How many of the first items are large tiles with a picture."""


class LogRow(Part, frozen=True):
    key: Key
    """Empty: the line cannot be chosen."""
    text: str
    value: str = ""
    seat: Seat | None = None
    cards: tuple[CardView, ...] = ()
    state: Literal["", "changed", "void"] = ""
    mark: str = ""
    """The word for `state`, such as "changed"."""


class Log(Body, frozen=True, tag="log"):
    """What happened, as sentences, newest first (up to six a page): Fix, undo, history."""

    rows: tuple[LogRow, ...]
    empty: str = ""
    page: str = ""


class RuleColumn(Part, frozen=True):
    key: Key
    name: str
    picked: bool = False


class RuleRow(Part, frozen=True):
    label: str
    values: tuple[str, ...]
    muted: tuple[bool, ...] = ()
    """Which values say "nothing" or "no", and may be quiet."""


class RuleTable(Body, frozen=True, tag="rule_table"):
    """Rule sets side by side (up to four), only the values that differ (up to seven rows)."""

    columns: tuple[RuleColumn, ...]
    rows: tuple[RuleRow, ...]


class SeatPlace(Part, frozen=True):
    seat: Seat
    name: str
    joined: bool
    note: str = ""
    """Shown instead of the name where nobody sits ("free"), or below the name."""
    left: bool = False
    picked: bool = False


class PodHint(Part, frozen=True):
    """A picture of a pod with the keys that do something lit, and two lines: "any key" / "sit down"."""

    keys: tuple[Key, ...]
    small: str
    big: str


class Seats(Body, frozen=True, tag="seats"):
    """The table from above: who is in. `least` and `most` players can play."""

    places: tuple[SeatPlace, ...]
    least: int
    most: int
    pods: tuple[PodHint, ...] = ()


class ScoreRow(Part, frozen=True):
    seat: Seat
    name: str
    points: int
    note: str = ""
    """Small line, such as "2 hands won"."""
    tag: str = ""
    """A word beside the name, such as "deals"."""


class Piles(Body, frozen=True, tag="piles"):
    """Gin while a hand is played: stock, discard pile, standing."""

    stock_label: str
    stock: int | None
    """Cards left; None: not known (drawn as a pile without number)."""
    stock_unit: str = ""
    stock_note: str = ""
    discard_label: str = ""
    discard: CardView | None = None
    discard_note: str = ""
    scores_label: str = ""
    target_label: str = ""
    target: int = 100
    scores: tuple[ScoreRow, ...] = ()
    focus: Literal["", "stock", "discard", "both"] = ""
    """Which pile is meant by the band; it gets a frame in the colour of the band's seat."""


class PathStep(Part, frozen=True):
    """A station of a card on its way: a pile or a player's hand. `bad`: this last step is the one not allowed."""

    place: Literal["pile", "stock", "hand"]
    label: str
    card: CardView | None = None
    seat: Seat | None = None
    bad: bool = False


class Refused(Body, frozen=True, tag="refused"):
    """Why not: a card that may not go there (with its path), or a knock over the limit (with groups and number)."""

    title: str
    card: CardView | None = None
    number: str = ""
    number_label: str = ""
    path: tuple[PathStep, ...] = ()
    groups: tuple[Group, ...] = ()
    seat: Seat | None = None
    lines: tuple[str, ...] = ()
    clause: str = ""


class Knock(Body, frozen=True, tag="knock"):
    """Somebody knocked: a big sign in a ring that runs down, and how to lay the cards."""

    seat: Seat
    ring: Countdown | None
    lines: tuple[str, ...]
    strong: str = ""
    example: tuple[Group, ...] = ()


class Candidate(Part, frozen=True):
    key: Key
    card: CardView
    share: float | None = None


class Question(Part, frozen=True):
    """Which card is this? The camera's cut-out beside the candidates. Says to nobody which answer helps whom."""

    cutout: str
    candidates: tuple[Candidate, ...]
    note: str = ""
    need_both: str = ""
    """Words when both seats must agree, such as "both press the same"; empty where one answer is enough."""


class HandRow(Part, frozen=True):
    seat: Seat
    name: str
    groups: tuple[Group, ...]
    read: int
    of: int
    count: str = ""
    """`read` of `of` in words: "9 of 10"."""
    note: str = ""
    sum: str = ""
    """Deadwood so far in words: "deadwood 3"; empty where not known."""


class Hands(Body, frozen=True, tag="hands"):
    """The laid hands as the eye reads them, live; with a question when it is not sure."""

    rows: tuple[HandRow, ...]
    question: Question | None = None


class LayOffRow(Part, frozen=True):
    """A hand after laying off. Laid-off cards stand in the knocker's groups with `by`; their old places stay in
    the defender's groups as `expected` with `by`."""

    seat: Seat
    name: str
    groups: tuple[Group, ...]
    points: int
    points_label: str = ""
    before: int | None = None


class LayOff(Body, frozen=True, tag="lay_off"):
    rows: tuple[LayOffRow, ...]


class SumLine(Part, frozen=True):
    """One line of an account. `kind`: a plain line, one that counts nothing here, a subtotal, the total."""

    text: str
    value: str
    kind: Literal["line", "zero", "sub", "total"] = "line"
    note: str = ""


class SumAfter(Part, frozen=True):
    """A seat's standing: `old` becomes `new` (equal: unchanged)."""

    seat: Seat
    name: str
    old: int
    new: int
    note: str = ""


class Sum(Body, frozen=True, tag="sum"):
    """An account: the number, what it is made of, the rule it rests on. `ending` draws the seats' totals large."""

    winner: Seat | None
    total: str
    lines: tuple[SumLine, ...]
    after: tuple[SumAfter, ...]
    cite: tuple[str, ...] = ()
    clause: str = ""
    ending: bool = False


class GainPart(Part, frozen=True):
    value: str
    text: str


class GainRow(Part, frozen=True):
    seat: Seat
    name: str
    parts: tuple[GainPart, ...]
    total: str
    tag: str = ""


class Gains(Body, frozen=True, tag="gains"):
    """The points of one round, place by place: what for, how many, by which rule."""

    rows: tuple[GainRow, ...]
    clause: str = ""


class TrackRow(Part, frozen=True):
    seat: Seat
    name: str
    points: int
    gain: int = 0
    left: bool = False
    """This player has gone; the points stay, greyed."""
    note: str = ""


class HandMark(Part, frozen=True):
    """One finished hand in the row of boxes: who won it (None: nobody) and with how many points."""

    seat: Seat | None
    text: str = ""


class Track(Body, frozen=True, tag="track"):
    """Lanes to the target, gains bright. `hands` are the boxes of gin; `stock` the picture deck."""

    target: int
    rows: tuple[TrackRow, ...]
    hands: tuple[HandMark, ...] = ()
    hands_label: str = ""
    stock_label: str = ""
    stock: int | None = None
    stock_unit: str = ""
    stock_note: str = ""
    next: Seat | None = None
    """Who is next to tell or to deal; marked in the lane."""


class PlaceRow(Part, frozen=True):
    rank: str
    seat: Seat
    name: str
    points: int
    note: str = ""
    first: bool = False
    left: bool = False


class Places(Body, frozen=True, tag="places"):
    """The end of the picture game: places by points (a shared first place has two `first` rows), and why it ended."""

    rows: tuple[PlaceRow, ...]
    unit: str = ""
    why: tuple[str, ...] = ()
    clause: str = ""


class Prompt(Body, frozen=True, tag="prompt"):
    """One place does something that needs explaining: deals, thinks of a clue, gathers and shuffles cards."""

    seat: Who
    name: str = ""
    lines: tuple[str, ...] = ()
    picture: Literal["", "deal", "clue", "collect", "shuffle", "lay", "swap", "clear"] = ""
    stock_label: str = ""
    stock: int | None = None
    stock_unit: str = ""
    stock_note: str = ""


class Slot(Part, frozen=True):
    """A card of the row. `missing`: it lay there, has its number, and is not seen now.."""

    number: int
    cutout: str = ""
    state: Literal["sure", "reading", "empty", "missing"] = "sure"
    note: str = ""


class Row(Body, frozen=True, tag="row"):
    """The row being laid and numbered. No owners here, ever."""

    slots: tuple[Slot, ...]
    empty: str = ""
    """The word in an empty place."""
    count: str = ""
    count_label: str = ""
    note: str = ""


class Sweep(Part, frozen=True):
    """One-button seats: the light goes from card to card; press while your card is lit. No lamp, no count."""

    phase: Literal["own", "vote"]
    lit: int
    """The number of the lit card; 0 in the gap between two."""
    left: Countdown | None = None


class Ballot(Body, frozen=True, tag="ballot"):
    """The vote. Only how many of how many; `late` names who is waited for, and only after 30 s."""

    slots: tuple[Slot, ...]
    entered: int
    expected: int
    count: str = ""
    count_label: str = ""
    teller: Seat | None = None
    teller_note: str = ""
    late: tuple[Seat, ...] = ()
    late_note: str = ""
    sweep: Sweep | None = None
    tokens: bool = False
    """Entries are tokens laid on the table: the numbers are names of the cards, not keys."""


class RevealSlot(Part, frozen=True):
    number: int
    cutout: str = ""
    owner: Seat | None = None
    owner_name: str = ""
    votes: tuple[Seat, ...] = ()
    teller: bool = False
    """The storyteller's card, once that is told."""
    note: str = ""
    """Instead of an owner: "whose?"; empty as long as nobody asks."""


class Reveal(Body, frozen=True, tag="reveal"):
    """Votes and owners, as far as this step tells."""

    slots: tuple[RevealSlot, ...]
    step: int
    steps: int = 0


class PickStage(Part, frozen=True):
    label: str
    state: Literal["done", "now", "later"]


class CardPick(Body, frozen=True, tag="card_pick"):
    """A card chosen by three presses: suit, row, column. Cards already seen elsewhere cannot be chosen."""

    cutout: str = ""
    suit: Literal["S", "H", "D", "C"] | None = None
    row: int | None = None
    """1 to 3: ace to five, six to ten, jack to king."""
    gone: tuple[Card, ...] = ()
    gone_label: str = ""
    row_label: str = ""
    column_label: str = ""
    suit_labels: tuple[str, ...] = ()
    """Names of spades, hearts, diamonds, clubs in this order."""
    stages: tuple[PickStage, ...] = ()


class PointKey(Part, frozen=True):
    key: Key
    label: str
    good: bool = False


class Points(Body, frozen=True, tag="points"):
    """A number set with keys: scoring by hand."""

    seat: Seat | None
    number: str
    label: str
    keys: tuple[PointKey, ...]
    preview: str = ""


class ResumeColumn(Part, frozen=True):
    key: Key
    title: str
    sub: str = ""
    card: CardView | None = None
    card_label: str = ""
    scores: tuple[ScoreRow, ...] = ()
    differs: bool = False


class Resume(Body, frozen=True, tag="resume"):
    """After a power cut: what is saved, what is seen, and three ways on."""

    columns: tuple[ResumeColumn, ...]


class StatRow(Part, frozen=True):
    label: str
    value: str
    share: float | None = None
    """0 to 1: the length of the bar; None: no bar."""
    seat: Seat | None = None
    note: str = ""


class Stats(Body, frozen=True, tag="stats"):
    """A page of bars and lines (up to seven)."""

    title: str
    rows: tuple[StatRow, ...]
    empty: str = ""
    page: str = ""


class ServiceBox(Part, frozen=True):
    """An outline in the camera's picture; corners as shares of its width and height (0 to 1)."""

    corners: tuple[tuple[float, float], ...]
    label: str = ""
    state: Literal["ok", "unsure", "zone", "marker", "missing"] = "ok"


class KeyTest(Part, frozen=True):
    seat: Seat
    name: str
    pressed: tuple[bool, ...]
    lamp: bool = False


class Service(Body, frozen=True, tag="service"):
    """The camera's picture with what the eye makes of it, numbers, and a test of every key."""

    picture: str
    boxes: tuple[ServiceBox, ...] = ()
    numbers: tuple[str, ...] = ()
    keys_label: str = ""
    keys: tuple[KeyTest, ...] = ()
    trouble: str = ""
    picture_note: str = ""
    """Instead of a picture: why there is none ("not while a hand is in play")."""


class Notice(Body, frozen=True, tag="notice"):
    """Plain lines: something went wrong that no other body says. Always paintable."""

    lines: tuple[str, ...]
    seat: Who = None


AnyBody = (
    Checks
    | Attract
    | Saver
    | Choice
    | Log
    | RuleTable
    | Seats
    | Piles
    | Refused
    | Knock
    | Hands
    | LayOff
    | Sum
    | Gains
    | Track
    | Places
    | Prompt
    | Row
    | Ballot
    | Reveal
    | CardPick
    | Points
    | Resume
    | Stats
    | Service
    | Notice
)


class Screen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One picture of the scoreboard, in words. What the footer and the body show is what is accepted."""

    kind: str
    """The screen of the map, such as ``gin_turn``; tests and the log name screens by it."""
    lang: Lang = "en"
    title: str = ""
    sub: str = ""
    chip: Chip | None = None
    band: Band | None = None
    body: AnyBody
    keys: tuple[KeyHint, ...] = ()
    note: str = ""
    """Quiet words in the footer."""
    note_seat: Seat | None = None
    """A sign before the quiet words."""
    fix: str = ""
    """The label of the Fix key; empty: not offered."""
    auto: Countdown | None = None
    """It goes on by itself then."""
    lamps: Mapping[Seat, LampState] = {}
    sound: SoundCue | None = None
    say: tuple[str, ...] = ()
    """Sentences to be spoken when this Screen comes: public facts only."""
    motion: tuple[Move, ...] = ()
    strips: tuple[Strip, ...] = ()
    """For a screen lying in the table: one strip a place, in the order of the seats."""
    dim: float = 1.0
    """Brightness, 0 to 1 (nobody has done anything for a while)."""
    hand: int = 0
    """The hand or round that begins with this Screen; 0 on all others. Between two of them the plain felt shows."""


def accepted_keys(screen: Screen) -> frozenset[Key]:
    """All keys that this Screen says are accepted, in the footer and in the body (without Fix)."""
    return frozenset(key for hint in screen.keys for key in hint.keys)
