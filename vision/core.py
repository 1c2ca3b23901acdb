"""The eye's pure core: frames go in, signals come out, time is a value.

    core = EyeCore(load_mat("gin"), CardReader())
    core.expect("play")
    for frame in frames:
        for signal in core.feed(frame):
            ...

`expect` says what the game wants to know now; nothing else is read. The core keeps no thread, reads no clock and
raises nothing for a bad picture: what it cannot see it says with a `Reading` signal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from table.rules.cards import Card
from table.rules.signals import Observation, ReadState, Signal, TableChange, Why, ZoneView
from vision.calibrate import Calibration
from vision.camera.frame import Frame
from vision.cutouts import CutoutStore
from vision.follow import Follower, Touch, half_hidden
from vision.indicator import Indicator
from vision.look import Look, Looker, Reads
from vision.mat import Mat
from vision.motion import Gate, Motion
from vision.pile import top_of
from vision.row_watch import ReadsRow, RowWatch
from vision.settle import QUICK_LOOKS, ZoneWatch
from vision.views import ViewMaker, same_view
from vision.whereabouts import Whereabouts

Mode = Literal["idle", "deal", "play", "show", "row"]
Tracking = Literal["full", "show-only"]

WANTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("full", "deal"): ("stock", "discard", "lay:near", "lay:far"),
    ("full", "play"): ("stock", "discard"),
    ("full", "show"): ("stock", "discard", "lay:near", "lay:far"),
    ("show-only", "deal"): ("stock", "discard", "lay:near", "lay:far"),
    ("show-only", "show"): ("lay:near", "lay:far"),
}
"""Zones that are looked at, by tracking and mode; others are left alone."""

DARK_LEVEL = 28
"""Grey level that hardly anything reaches in a dark room."""

BACKS_S = 1.0
"""The backs' colour is learnt anew so often while something is being looked at."""

CERTAIN = 0.97
"""From here on a card that lies open is not looked for in another place."""


class EyeCore:
    """See the module's text. `store` keeps the pictures of cards; `row` reads the row of illustrated cards."""

    def __init__(self, mat: Mat, reader: Reads, row: ReadsRow | None = None, store: CutoutStore | None = None,
                 tracking: Tracking = "full") -> None:  # fmt: skip
        self.mat, self.reader, self.tracking = mat, reader, tracking
        self.row = RowWatch(row, mat.size)
        self.store = store or CutoutStore()
        self.mode: Mode = "idle"
        self.follower = Follower()
        self.views: dict[str, ZoneView] = {}
        self.motion: Motion | None = None
        self._watches = {zone.name: ZoneWatch(zone.name) for zone in mat.zones}
        self._maker = ViewMaker(self.store)
        self._indicator = Indicator()
        self._where = Whereabouts(mat)
        self._looker: Looker | None = None
        self._primed = False
        self._asked: set[str] = set()
        self._next_backs = float("-inf")
        self._dark = False

    # -- wishes -------------------------------------------------------------------------------------------------

    def expect(self, mode: Mode) -> None:
        """Say what the game wants to know now: ``idle``, ``deal``, ``play``, ``show`` or ``row``.

        The zones of a new mode are looked at anew and told of, changed or not. ``deal`` begins a new hand.
        """
        if mode == self.mode:
            return
        if mode == "deal" or self.mode in ("idle", "row"):
            self.follower.reset()
            self._primed = False
        elif self.mode == "deal" and self.follower.pile:
            self._primed = True  # the up-card has been seen: a quick hand may take it before it is seen again
        self.mode = mode
        self._asked = set(self.wanted)
        for name in self.wanted:
            self._watches[name].disturb()
        self.row.restart()

    @property
    def calibration(self) -> Calibration | None:
        """Where the mat lies, None while it has not been found."""
        return self._where.calibration

    @property
    def wanted(self) -> tuple[str, ...]:
        """Names of the zones that are being looked at."""
        names = WANTED.get((self.tracking, self.mode), ())
        return tuple(name for name in names if name in self._watches)

    @property
    def busy(self) -> bool:
        """Whether something is still to be read: a zone not agreed on, a row that stirs, the mat itself."""
        if self.calibration is None:
            return True
        if self.mode == "row":
            return self.row.busy
        return any(self._watches[name].dirty or self._watches[name].covered for name in self.wanted)

    def recalibrate(self) -> None:
        """Find the mat anew with the next frame (the service screen asks for it)."""
        self._where.forget()

    # -- frames -------------------------------------------------------------------------------------------------

    def feed(self, frame: Frame, t: float | None = None) -> list[Signal]:
        """Take in one frame; gives what there is to say. `t` replaces the frame's own time."""
        now = frame.t if t is None else t
        self._dark = float((frame.small[::4, ::4] >= DARK_LEVEL).mean()) < 0.02
        if self._where.find(frame, now):
            self._look_through_new_lens()
        if self.calibration is None:
            return list(self._indicator.update("cannot", "dark" if self._dark else "marker_hidden", "", now))
        motion = self.motion = self._gate.feed(frame.small, now)
        signals = self._last_words(motion)
        for name, watch in self._watches.items():
            watch.feel(motion.zones[name], motion.light, now)
        calm = not motion.hands and motion.moved_px == 0
        looking = any(self._watches[name].ready(now) for name in self.wanted)
        if self._where.follow(frame, now, calm=calm, looking=looking):
            self._look_through_new_lens()
        if self._where.lost:
            return [*signals, *self._indicator.update("cannot", "moved", "", now)]
        if self.mode == "row":
            signals += self.row.feed(frame, self.calibration.lens, motion.zones.get("row"), now)
        else:
            signals += self._read_zones(frame, now)
        signals += self._indicator.update(*self._state(), now)
        return signals

    def _look_through_new_lens(self) -> None:
        """The mat has been found, for the first time or in another place. What lay on the table still lies there."""
        assert self.calibration is not None
        lens = self.calibration.lens
        self._gate = Gate(lens, self.mat)
        if self._looker is None:
            self._looker = Looker(lens, self.reader)
        self._looker.moved_to(lens)
        self._maker.forget()
        for watch in self._watches.values():
            watch.disturb()
            watch.still_since = None

    # -- zones --------------------------------------------------------------------------------------------------

    def _read_zones(self, frame: Frame, t: float) -> list[Signal]:
        """Look at what is ready: the stock always, one zone of face-up cards a frame, the pile first."""
        changes: list[Signal] = []
        views: list[ZoneView] = []
        reading = 0
        for name in self.wanted:
            watch = self._watches[name]
            if not watch.ready(t) or (name != "stock" and reading >= 1):
                continue
            reading += name != "stock"
            self._know_backs(frame, t)
            zone = self.mat.zone(name)
            look = self._looker.look(frame.image, zone, t, read=name != "stock", elsewhere=self._elsewhere(name))
            agreed = watch.take(look)
            if agreed is not None:
                changes += self._agreed(watch, agreed, frame, views, t)
            elif watch.late(t) and not watch.gave_up:
                watch.gave_up = True
                changes += self._tell(watch, look, frame, "cannot", look.trouble(), views)
        if views:
            changes.append(Observation(t=t, frame=frame.number, zones=tuple(views)))
        return changes

    def _elsewhere(self, name: str) -> frozenset[Card]:
        """Cards that surely lie in other zones than this lay zone: on the pile, and open before the other player."""
        if not name.startswith("lay:"):
            return frozenset()
        known = {card for card in self.follower.pile if card is not None}
        for other, watch in self._watches.items():
            view = self.views.get(other)
            if other != name and other.startswith("lay:") and view is not None and not (watch.dirty or watch.covered):
                known |= {seen.card for seen in view.cards if seen.p >= CERTAIN}
        return frozenset(known)

    def _know_backs(self, frame: Frame, t: float) -> None:
        """The colour of the cards' backs in this light, from the stock where it lies in plain sight."""
        stock = self._watches.get("stock")
        if t < self._next_backs:
            return
        if stock is not None and self.follower.stock and not stock.covered and not stock.dirty:
            self._next_backs = t + BACKS_S
            self._looker.learn_back(frame.image, self.mat.zone("stock"))

    def _agreed(self, watch: ZoneWatch, look: Look, frame: Frame, views: list[ZoneView], t: float) -> list[Signal]:
        """Two frames say the same. With open questions the zone is looked at on, in hope of a better frame."""
        self._looker.settled(watch.name)
        questions = self._questions(look)
        if questions and not watch.late(t):
            if self._says_nothing_new(watch, look):
                changes = self._follow(watch.name, look, watch.touch)
                if changes:  # the card itself may still be named later
                    watch.touch = None
                    return [*changes, *self._tell(watch, look, frame, "reading", "", views)]
            watch.pending = None if watch.touch is None else look
            if not watch.gave_up and self._worth_telling(watch, look):
                return self._tell(watch, look, frame, "reading", "", views)
            return []
        touch = watch.finish()
        changes = self._follow(watch.name, look, touch)
        state: ReadState = "cannot" if questions else "done"
        return [*changes, *self._tell(watch, look, frame, state, look.trouble() if questions else "", views)]

    def _last_words(self, motion: Motion) -> list[Signal]:
        """The next move begins before a zone's open questions are answered: what lies there unnamed still counts."""
        piles = any(motion.zones[name].covered for name in ("stock", "discard") if name in motion.zones)
        signals: list[Signal] = []
        for name, watch in self._watches.items():
            seen = motion.zones[name]
            if watch.pending is not None and (piles or seen.covered or (seen.moving and not motion.light)):
                signals += self._follow(name, watch.pending, watch.finish())
        return signals

    def _questions(self, look: Look) -> bool:
        """Whether something lies there that the look does not explain."""
        if look.zone == "stock":
            return False
        if look.zone == "discard":
            top = top_of(look.spots, self.follower.pile)
            if top is None:
                return not look.empty and not look.face_down
            return not look.face_down and (top.card is None or half_hidden(look, top))
        return bool(look.unsure) or look.unread > 1500 or look.face_down

    def _says_nothing_new(self, watch: ZoneWatch, look: Look) -> bool:
        """Several frames agree on a top card that they cannot name: more of them hardly will, and a discard it is."""
        if watch.name != "discard" or watch.touch is None or len(watch.looks) < QUICK_LOOKS:
            return False
        top = top_of(look.spots, self.follower.pile)
        return top is not None and top.card is None

    def _worth_telling(self, watch: ZoneWatch, look: Look) -> bool:
        """Cards that are already sure are shown while the rest is being read on."""
        told = self.views.get(watch.name)
        return watch.name.startswith("lay:") and (told is None or {c.card for c in told.cards} != set(look.names))

    def _tell(self, watch: ZoneWatch, look: Look, frame: Frame, state: ReadState, why: Why,
              views: list[ZoneView]) -> list[Signal]:  # fmt: skip
        """Put the zone's view among those to be sent, where it is news or was asked for."""
        assert self.calibration is not None
        view = self._maker.view(look, frame.image, self.calibration.lens, state, why, self.follower.pile)
        old = self.views.get(watch.name)
        if watch.name in self._asked or not same_view(old, view):
            views.append(view)
            if state != "reading":
                self._asked.discard(watch.name)
        self.views[watch.name] = view
        return self._shown(watch.name, old, view, look)

    def _shown(self, name: str, old: ZoneView | None, new: ZoneView, look: Look) -> list[Signal]:
        """Cards laid open in a player's zone, or taken up again."""
        if not name.startswith("lay:") or old is None or self.mode != "show":
            return []
        side = name.removeprefix("lay:")
        if new.cards and not old.cards:
            return [TableChange(t=look.t, kind="shown", side=side, p=min(seen.p for seen in new.cards))]
        if old.cards and not new.cards and look.empty:
            return [TableChange(t=look.t, kind="cleared", side=side, p=0.97)]
        return []

    def _follow(self, name: str, look: Look, touch: Touch | None) -> list[Signal]:
        """What the hand did, where piles are followed."""
        if name == "stock":
            if not self._following or not self._primed:
                self.follower.stock = not look.empty
                return []
            return list(self.follower.see_stock(look, touch))
        if name != "discard":
            return []
        if not self._primed or not self._following:
            self._prime(look)
            return []
        stock = self._watches.get("stock")
        if stock is not None and stock.touch is not None:
            self.follower.touch_stock(stock.touch)
        return list(self.follower.see_discard(look, touch))

    @property
    def _following(self) -> bool:
        return self.tracking == "full" and self.mode in ("play", "show")

    def _prime(self, look: Look) -> None:
        """The pile as it lies at the start of a hand, or when following begins in the middle of one."""
        top = top_of(look.spots, ())
        if top is not None:
            below = [spot.card for spot in look.named if spot is not top and spot.card is not None]
            self.follower.pile = [*below, top.card]
        else:
            self.follower.pile = [None] if look.face_down or not look.empty else []
        self._primed = self.mode != "deal" or self._primed

    # -- the indicator ------------------------------------------------------------------------------------------

    def _state(self) -> tuple[ReadState, Why, str]:
        if self.mode == "row":
            return self.row.state
        watches = [self._watches[name] for name in self.wanted]
        if not watches:
            return "resting", "", ""
        if any(watch.covered for watch in watches):
            return "hand", "", ""
        for watch in watches:
            if not watch.dirty and (view := self.views.get(watch.name)) is not None and view.state == "cannot":
                return "cannot", view.why, watch.name
            if watch.gave_up:
                return "cannot", "dark" if self._dark else self.views[watch.name].why, watch.name
        if any(watch.dirty for watch in watches):
            return "reading", "", ""
        return "done", "", ""


def zone_views(signals: Iterable[Signal]) -> dict[str, ZoneView]:
    """The latest view of each zone among some signals."""
    out: dict[str, ZoneView] = {}
    for signal in signals:
        if isinstance(signal, Observation):
            out.update({view.zone: view for view in signal.zones})
    return out


__all__ = ["EyeCore", "Mode", "Tracking", "zone_views"]
