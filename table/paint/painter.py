"""Keeps the picture up to date: draws only when something changed, and lets one thing at most move."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pygame

from table.paint import fallback
from table.paint.kit.cache import Cache
from table.paint.kit.canvas import Book, Canvas, Look, Rect
from table.paint.kit.images import looked_up
from table.paint.paint import paint, placed
from table.paint.palette import FELT
from table.screens.model import Ballot, Countdown, Knock, Move, Screen

FADE = 0.15
GLIDE = 0.20
FELT_FADE = 2.0
"""Seconds."""
FRAME = 1 / 30
SHIFT_EVERY = 60.0
"""Seconds between two steps of the shift against burn-in."""
SHIFT_STEPS = 60
SHIFT_MOST = 4


def shift_at(now: float) -> tuple[int, int]:
    """Where the whole picture stands now, in px: a closed path of 60 steps, one a minute, never over 4 px."""
    k = 2 * math.pi * (int(now / SHIFT_EVERY) % SHIFT_STEPS) / SHIFT_STEPS
    return round(SHIFT_MOST * math.sin(k)), round(SHIFT_MOST * math.sin(2 * k))


def ease_out(share: float) -> float:
    """Fast at first, slow at the end."""
    return 1 - (1 - min(1.0, max(0.0, share))) ** 3


class Painter:
    """Paints Screens into `picture`, a surface of the display's size.

    `show` is called as often as one likes; it returns whether the picture changed. It never raises: what goes wrong
    is told to `on_trouble` in one line, and the words of the Screen are shown plainly instead.
    """

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        look: Look | None = None,
        pictures: Mapping[str, Any] | None = None,
        on_trouble: Callable[[str], None] | None = None,
        burn_in_shift: bool = True,
    ) -> None:
        self.look = look or Look()
        self.pictures: Mapping[str, Any] = pictures if pictures is not None else {}
        self.on_trouble = on_trouble
        self.burn_in_shift = burn_in_shift
        self.cache = Cache()
        self.draws = 0
        """How many full redraws there were; for benches and tests."""
        self._screen: Screen | None = None
        self._hand = 0
        self._told = ""
        self.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        """Takes another display size; the next `show` draws anew."""
        size = (max(64, size[0]), max(36, size[1]))
        self.picture = pygame.Surface(size)
        self._base = pygame.Surface(size)
        self._book = Book()
        self._ticks: tuple[int, ...] | None = None
        self._pose: tuple[Any, ...] | None = None
        self._change: _Change | None = None
        self.cache.clear_pictures()

    # -- showing ------------------------------------------------------------------------------------------------

    def show(self, screen: Screen, now: float) -> bool:
        """Brings `picture` up to date for `screen` at `now` (seconds, monotonic); True when its pixels changed."""
        try:
            return self._show(screen, now)
        except Exception as error:
            self._tell(screen, error)
            self._change, self._pose = None, None
            fallback.paint_plain(screen, self.picture)
            return True

    def _show(self, screen: Screen, now: float) -> bool:
        visible = _visible(screen)
        changed = visible != self._screen
        ticks = _ticks(screen, now, self.look.reduced_motion)
        if changed or ticks != self._ticks or self._pictures_changed():
            self._redraw(screen, visible, now, changed)
            self._ticks = ticks
        frame = self._change.frame(now) if self._change else None
        if self._change and frame is None:
            self._change = None
        pose = (self.draws, frame, self._shift(now), round(screen.dim, 2))
        if pose == self._pose:
            return False
        self._pose = pose
        self._compose(frame, pose[2], pose[3])
        return True

    def next_at(self, now: float) -> float | None:
        """When `show` should be called next although no Screen changed; None: not before one does."""
        if self._change is not None:
            return now + FRAME
        times = [now + every for every in _periods(self._screen, now, self.look.reduced_motion)]
        if self.burn_in_shift:
            times.append((math.floor(now / SHIFT_EVERY) + 1) * SHIFT_EVERY)
        return min(times, default=None)

    def hit(self, position: tuple[int, int]) -> str | None:
        """Which key is drawn at this pixel: ``"1"`` to ``"6"``, ``"press"``, ``"hold"``, ``"fix"``; None for none."""
        scale, origin = placed(self.picture.get_size())
        dx, dy = self._pose[2] if self._pose else (0, 0)
        x, y = (position[0] - dx - origin[0]) / scale, (position[1] - dy - origin[1]) / scale
        found = [(rect.w * rect.h, key) for rect, key in self._book.hits if rect.holds(x, y)]
        return min(found)[1] if found else None

    # -- inside -------------------------------------------------------------------------------------------------

    def _shift(self, now: float) -> tuple[int, int]:
        return shift_at(now) if self.burn_in_shift else (0, 0)

    def _pictures_changed(self) -> bool:
        """Whether another object stands behind a picture's id than when it was drawn (the camera's live picture)."""
        for name, source in self._book.pictures.items():
            now = looked_up(self.pictures, name)
            if now is not None and now is not source:
                return True
        return False

    def _redraw(self, screen: Screen, visible: Screen, now: float, changed: bool) -> None:
        before, old_book, old_kind = self._base, self._book, self._screen.kind if self._screen else None
        moving = changed and not self.look.reduced_motion and old_kind is not None
        if moving:
            self._base = pygame.Surface(before.get_size())
        self._book = self._draw(screen, self._base, now, frozenset())
        if not changed:
            return
        next_hand = screen.hand != 0 and self._hand not in (0, screen.hand)
        self._hand = screen.hand or self._hand
        self._screen = visible
        if not moving:
            self._change = None
        elif next_hand:
            self._change = _ThroughFelt(self, before, now)
        elif not (isinstance(self._change, _ThroughFelt) and old_kind == screen.kind):
            self._change = self._begin(screen, before, old_book, old_kind, now)

    def _draw(self, screen: Screen, surface: pygame.Surface, now: float, hidden: frozenset[str]) -> Book:
        self.draws += 1
        try:
            return paint(screen, surface, self.pictures, look=self.look, cache=self.cache, now=now, hidden=hidden)
        except Exception as error:
            self._tell(screen, error)
            fallback.paint_plain(screen, surface)
            return Book()

    def _tell(self, screen: Screen, error: Exception) -> None:
        """Says what went wrong, once."""
        line = f"screen {screen.kind} cannot be drawn ({type(error).__name__}: {error}); shown as plain words"
        if self.on_trouble is not None and line != self._told:
            self.on_trouble(line)
        self._told = line

    def _begin(
        self, screen: Screen, before: pygame.Surface, old_book: Book, old_kind: str | None, now: float
    ) -> _Change | None:
        moves = _resolved(screen.motion, old_book, self._book)
        if moves:
            return _Glide(self, screen, moves, now)
        if old_kind != screen.kind:
            return _Fade(before, self._base, now)
        return None

    def _compose(self, frame: float | None, shift: tuple[int, int], dim: float) -> None:
        out = self.picture
        if shift != (0, 0):
            out.fill(FELT)
        if frame is not None and self._change is not None:
            self._change.draw(out, shift, frame)
        else:
            out.blit(self._base, shift)
        if dim < 1:
            level = max(0, min(255, round(dim * 255)))
            out.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)


# -- change over time -------------------------------------------------------------------------------------------


class _Change:
    """A transition: `frame` is its state at a time (None when it is over), `draw` puts that state on the picture."""

    def __init__(self, began: float, length: float) -> None:
        self.began, self.length = began, length

    def frame(self, now: float) -> float | None:
        share = (now - self.began) / self.length
        return max(0.0, share) if share < 1 else None

    def draw(self, out: pygame.Surface, shift: tuple[int, int], share: float) -> None:
        raise NotImplementedError


class _Fade(_Change):
    """The new picture comes up over the old one; it shows at once, since a press must answer within a frame."""

    def __init__(self, before: pygame.Surface, after: pygame.Surface, now: float) -> None:
        super().__init__(now, FADE)
        self.before, self.after = before, after

    def draw(self, out: pygame.Surface, shift: tuple[int, int], share: float) -> None:
        out.blit(self.before, shift)
        self.after.set_alpha(round(255 * (0.4 + 0.6 * ease_out(share))))
        out.blit(self.after, shift)
        self.after.set_alpha(None)


class _ThroughFelt(_Change):
    """Between two hands: the old picture sinks into the plain felt and the new one, as it then is, comes out of it.

    For a moment no pixel shows what stood there through the whole hand (against burn-in), and the hands part visibly.
    """

    def __init__(self, painter: Painter, before: pygame.Surface, now: float) -> None:
        super().__init__(now, FELT_FADE)
        self.painter, self.before = painter, before

    def draw(self, out: pygame.Surface, shift: tuple[int, int], share: float) -> None:
        going = share < 0.5
        picture = self.before if going else self.painter._base
        # The first step is seen at once, so that a press is answered within one frame.
        level = 0.85 * (1 - 2 * share) if going else 2 * share - 1
        out.fill(FELT)
        picture.set_alpha(round(255 * level))
        out.blit(picture, shift)
        picture.set_alpha(None)


class _Glide(_Change):
    """Things move one after the other from where they were to where they are."""

    def __init__(self, painter: Painter, screen: Screen, moves: list[tuple[str, Rect, Rect]], now: float) -> None:
        super().__init__(now, GLIDE * len(moves))
        self.painter, self.screen, self.moves, self.now = painter, screen, moves, now
        self.scale, self.origin = placed(painter.picture.get_size())
        self.whole = painter._base
        self.under: dict[int, pygame.Surface] = {}

    def _without(self, k: int) -> pygame.Surface:
        """The new picture without what is still under way at step k."""
        if k not in self.under:
            self.under = {k: pygame.Surface(self.whole.get_size())}
            hidden = frozenset(what for what, _, _ in self.moves[k:])
            self.painter._draw(self.screen, self.under[k], self.now, hidden)
        return self.under[k]

    def draw(self, out: pygame.Surface, shift: tuple[int, int], share: float) -> None:
        at = share * len(self.moves)
        k = min(len(self.moves) - 1, int(at))
        _, source, target = self.moves[k]
        out.blit(self._without(k), shift)
        done = ease_out(at - k)
        crop = Canvas(out, self.painter.cache, scale=self.scale, origin=self.origin).pixels(target)
        crop = crop.clip(self.whole.get_rect())
        x = source.cx + (target.cx - source.cx) * done - target.w / 2
        y = source.cy + (target.cy - source.cy) * done - target.h / 2
        where = (round(self.origin[0] + x * self.scale) + shift[0], round(self.origin[1] + y * self.scale) + shift[1])
        out.blit(self.whole, where, crop)


def _resolved(moves: tuple[Move, ...], old: Book, new: Book) -> list[tuple[str, Rect, Rect]]:
    found = []
    for move in moves:
        source = old.anchors.get(move.source) or new.anchors.get(move.source)
        target = new.anchors.get(move.target)
        if source is not None and target is not None and move.what in new.anchors:
            found.append((move.what, source, new.anchors[move.what]))
    return found


# -- what changes by itself -------------------------------------------------------------------------------------


def _visible(screen: Screen) -> Screen:
    """The Screen without what is not seen: lamps, sounds and speech redraw nothing."""
    return msgspec.structs.replace(screen, lamps={}, sound=None, say=(), motion=())


def _countdowns(screen: Screen | None) -> list[tuple[Countdown, float]]:
    """What runs down on this Screen, with the seconds between two steps of it."""
    if screen is None:
        return []
    found = []
    if screen.auto is not None:
        found.append((screen.auto, 0.25))
    body = screen.body
    if isinstance(body, Knock) and body.ring is not None:
        found.append((body.ring, 1 / 15))
    if isinstance(body, Ballot) and body.sweep is not None and body.sweep.left is not None:
        found.append((body.sweep.left, 1 / 15))
    return found


def _ticks(screen: Screen, now: float, calm: bool) -> tuple[int, ...]:
    steps = []
    for countdown, every in _countdowns(screen):
        every = max(every, 1.0) if calm else every
        left = min(countdown.of, max(0.0, countdown.until - now))
        steps.append(math.ceil(left / every))
    return tuple(steps)


def _periods(screen: Screen | None, now: float, calm: bool) -> list[float]:
    return [max(every, 1.0) if calm else every for countdown, every in _countdowns(screen) if countdown.until > now]
