"""The logical canvas: 1280 x 720 units on a surface of any size.

Positions are in units of the design's grid; the canvas turns them into pixels. It also keeps book of what was drawn
where: text and objects (so that a test can prove that nothing overlaps or falls out of its box), what a mouse click
means, and named anchors between which things may glide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

import pygame

from table.paint.kit.cache import Cache
from table.paint.kit.geometry import Book, Drawn, Look, Rect
from table.paint.kit.images import fitted, looked_up
from table.paint.kit.pen import Pen, sprite
from table.paint.palette import TEXT, Color

WIDTH, HEIGHT = 1280, 720
LEAST = 28
"""No text is smaller than this many units, except where a part says so."""
CAP_MIDDLE = 0.357
"""Half the height of a capital, in em: text is placed by the middle of its capitals."""

SHADOW = (0, 0, 0, 110)

Align = Literal["l", "c", "r"]


class Canvas:
    """Draws in units onto `surface`; `origin` is the pixel of unit 0, 0 and `scale` is pixels per unit."""

    def __init__(
        self,
        surface: pygame.Surface,
        cache: Cache,
        *,
        scale: float = 1.0,
        origin: tuple[int, int] = (0, 0),
        look: Look | None = None,
        pictures: Mapping[str, Any] | None = None,
        now: float = 0.0,
        hidden: frozenset[str] = frozenset(),
        measure: bool = False,
    ) -> None:
        self.surface, self.cache, self.scale, self.origin = surface, cache, scale, origin
        self.look = look or Look()
        self.pictures: Mapping[str, Any] = pictures if pictures is not None else {}
        self.now = now
        self.hidden = hidden
        self.measure = measure
        self.book = Book()

    # -- geometry -----------------------------------------------------------------------------------------------

    def px(self, x: float) -> int:
        return round(self.origin[0] + x * self.scale)

    def py(self, y: float) -> int:
        return round(self.origin[1] + y * self.scale)

    def pixels(self, rect: Rect) -> pygame.Rect:
        left, top = self.px(rect.x), self.py(rect.y)
        return pygame.Rect(left, top, self.px(rect.right) - left, self.py(rect.bottom) - top)

    def note(self, kind: str, name: str, rect: Rect, size: float = 0.0) -> None:
        """Writes an object into the book (only when measuring)."""
        if self.measure:
            self.book.drawn.append(Drawn(kind, name, rect, size))

    @contextmanager
    def unbooked(self) -> Iterator[None]:
        """For parts of one pictogram, which may lie on each other."""
        before, self.measure = self.measure, False
        yield
        self.measure = before

    def hit(self, rect: Rect, key: str) -> None:
        """A click here means this key."""
        self.book.hits.append((rect, key))

    def anchor(self, name: str, rect: Rect) -> bool:
        """Names a place; False when the thing is under way and must not be drawn here now."""
        self.book.anchors[name] = rect
        return name not in self.hidden

    # -- areas --------------------------------------------------------------------------------------------------

    def fill(self, rect: Rect, color: Color) -> None:
        self.surface.fill(color, self.pixels(rect))

    def round(self, rect: Rect, color: Color, radius: float, edge: Color | None = None, width: float = 0) -> None:
        """A panel with smooth round corners, and a line of `width` inside its edge when `edge` is given."""
        if edge is not None and width > 0:
            self._round(rect, edge, radius)
            thick = max(1.0 / self.scale, width)
            self._round(rect.inset(thick), color, max(0.0, radius - thick))
        else:
            self._round(rect, color, radius)

    def _round(self, rect: Rect, color: Color, radius: float) -> None:
        box = self.pixels(rect)
        r = min(round(radius * self.scale), box.w // 2, box.h // 2)
        if r <= 0:
            self.surface.fill(color, box)
            return
        disc = self.cache.sprites.get(
            ("disc", r, color), lambda: sprite(2 * r, 2 * r, 1, lambda pen: pen.disc(r, r, r, color))
        )
        self.surface.fill(color, (box.x + r, box.y, box.w - 2 * r, box.h))
        self.surface.fill(color, (box.x, box.y + r, r, box.h - 2 * r))
        self.surface.fill(color, (box.right - r, box.y + r, r, box.h - 2 * r))
        for dx, sx in ((0, 0), (box.w - r, r)):
            for dy, sy in ((0, 0), (box.h - r, r)):
                self.surface.blit(
                    disc, (box.x + dx, box.y + dy), (sx, sy, r, r), special_flags=pygame.BLEND_PREMULTIPLIED
                )

    def shadow(self, rect: Rect, radius: float) -> None:
        """A soft step below something that lies on the felt."""
        box = Rect(rect.x + 3, rect.y + 5, rect.w, rect.h)
        self.sprite(("shadow", radius), box, lambda pen: pen.box(0, 0, rect.w, rect.h, SHADOW, radius))

    def line(self, x0: float, y0: float, x1: float, y1: float, color: Color, width: float = 2) -> None:
        """A straight line along the grid (across or down), centred on its coordinates."""
        thick = max(1, round(width * self.scale))
        if y0 == y1:
            self.surface.fill(color, (self.px(x0), self.py(y0) - thick // 2, self.px(x1) - self.px(x0), thick))
        else:
            self.surface.fill(color, (self.px(x0) - thick // 2, self.py(y0), thick, self.py(y1) - self.py(y0)))

    def dashed(self, rect: Rect, color: Color, width: float = 3, dash: float = 12, gap: float = 8) -> None:
        """A dashed outline; the dashes are spread so that each side begins and ends with one."""
        for side, horizontal in ((rect.w, True), (rect.h, False)):
            count = max(2, round((side + gap) / (dash + gap)))
            step = (side - dash) / (count - 1)
            for i in range(count):
                at = i * step
                for far in (0.0, 1.0):
                    if horizontal:
                        y = rect.y + far * (rect.h - width)
                        self.fill(Rect(rect.x + at, y, dash, width), color)
                    else:
                        x = rect.x + far * (rect.w - width)
                        self.fill(Rect(x, rect.y + at, width, dash), color)

    def sprite(self, key: Hashable, rect: Rect, draw: Callable[[Pen], None]) -> None:
        """A drawing in units of `rect`'s size, made once for each key and pixel size."""
        box = self.pixels(rect)
        if box.w <= 0 or box.h <= 0:
            return
        image = self.cache.sprites.get((key, box.w, box.h), lambda: sprite(box.w, box.h, box.w / rect.w, draw))
        self.surface.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)

    # -- text ---------------------------------------------------------------------------------------------------

    def font_px(self, size: float) -> int:
        return max(6, int(size * self.scale + 0.01))

    def _bold_px(self, size: float, bold: bool) -> int:
        return max(1, round(self.font_px(size) * 0.03)) if bold else 0

    def text_width(self, text: str, size: float, bold: bool = False) -> float:
        """In units."""
        return self.cache.width(text, self.font_px(size), self._bold_px(size, bold)) / self.scale

    def fit(self, text: str, size: float, maxw: float, bold: bool = False, least: float = LEAST) -> float:
        """The largest size up to `size`, and not under `least`, at which the text is at most `maxw` wide."""
        while size > least and self.text_width(text, size, bold) > maxw:
            size = max(least, size - 1)
        return size

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 34,
        color: Color = TEXT,
        align: Align = "l",
        bold: bool = False,
        maxw: float | None = None,
        least: float = LEAST,
    ) -> float:
        """Draws one line with the middle of its capitals at `y`; returns its width.

        With `maxw` the line shrinks down to `least`; what is still too wide (a very long name) loses its end, and
        the book notes a problem: with the project's own words that fails a test.
        """
        if not text:
            return 0.0
        if maxw is not None:
            size = self.fit(text, size, maxw, bold, least)
            if self.text_width(text, size, bold) > maxw + 1:
                self.book.problems.append(f"{text!r} needs {self.text_width(text, size, bold):.0f} units of {maxw:.0f}")
                text = self._shortened(text, size, maxw, bold)
        width = self.text_width(text, size, bold)
        left = x - (width if align == "r" else width / 2 if align == "c" else 0)
        px = self.font_px(size)
        font = self.cache.font(px)
        top = round(self.origin[1] + y * self.scale - (font.get_ascent() - CAP_MIDDLE * px))
        image = self.cache.word(text, px, color, self._bold_px(size, bold), bold and px > 40)
        self.surface.blit(image, (self.px(left), top))
        if self.measure:
            ink = image.get_bounding_rect()
            s = self.scale
            at = Rect(left + ink.x / s, (top + ink.y - self.origin[1]) / s, ink.w / s, ink.h / s)
            self.note("text", text, at, size)
        return width

    def fits(self, text: str, maxw: float, least: float = LEAST, bold: bool = False) -> bool:
        """Whether the line can be drawn whole in `maxw` at a size not under `least`."""
        return self.text_width(text, least, bold) <= maxw

    def turned_text(self, x: float, y: float, text: str, size: float, color: Color) -> None:
        """A bold line for people at the other side of a lying screen: upside down, its middle at x, y."""
        px = self.font_px(size)
        image = pygame.transform.rotate(self.cache.word(text, px, color, self._bold_px(size, True), px > 40), 180)
        ink = image.get_bounding_rect()
        left, top = round(self.px(x) - ink.centerx), round(self.py(y) - ink.centery)
        self.surface.blit(image, (left, top))
        s = self.scale
        x0, y0 = (left + ink.x - self.origin[0]) / s, (top + ink.y - self.origin[1]) / s
        self.note("text", text, Rect(x0, y0, ink.w / s, ink.h / s), size)

    def _shortened(self, text: str, size: float, maxw: float, bold: bool) -> str:
        while len(text) > 1 and self.text_width(text + "…", size, bold) > maxw:
            text = text[:-1]
        return text.rstrip() + "…"

    def paragraph(
        self,
        rect: Rect,
        lines: Iterable[str],
        size: float = 36,
        color: Color = TEXT,
        least: float = LEAST,
        middle: bool = False,
        align: Align = "l",
        gap: float = 0.25,
        bold: bool = False,
    ) -> float:
        """Lines broken at blanks to the width of `rect`, as large as fits up to `size`; returns the lower end.

        `gap` is the extra room between two of the given lines, in em.
        """
        given = [line for line in lines if line]
        size, rows, height = self._set(given, size, rect, least, gap, bold)
        if height > rect.h + 1:
            self.book.problems.append(f"{' / '.join(given)!r} needs {height:.0f} units of height, has {rect.h:.0f}")
        y = rect.y + (max(0.0, rect.h - height) / 2 if middle else 0)
        x = {"l": rect.x, "c": rect.cx, "r": rect.right}[align]
        for row in rows:
            for part in row:
                if y + size > rect.bottom + size * 0.3:
                    return y  # what has no room is not drawn over something else
                self.text(x, y + size * 0.65, part, size, color, align, bold, maxw=rect.w, least=least)
                y += size * 1.3
            y += gap * size
        return y

    def paragraph_fits(self, rect: Rect, text: str, least: float = LEAST) -> bool:
        """Whether `text`, broken into rows, fits into `rect` at the smallest size, with no word wider than it."""
        _, rows, height = self._set([text], least, rect, least, 0, False)
        return height <= rect.h + 1 and all(self.text_width(part, least) <= rect.w for row in rows for part in row)

    def _set(
        self, given: list[str], size: float, rect: Rect, least: float, gap: float, bold: bool
    ) -> tuple[float, list[list[str]], float]:
        """The size that fits, the rows of each line, and their height."""
        while True:
            rows = [self._broken(line, size, rect.w, bold) for line in given]
            height = sum(len(row) for row in rows) * size * 1.3 + max(0, len(rows) - 1) * gap * size
            if height <= rect.h + 1 or size <= least:
                return size, rows, height
            size -= 1

    def _broken(self, text: str, size: float, maxw: float, bold: bool) -> list[str]:
        rows, row = [], ""
        for piece in _PIECES.findall(text):
            if row and self.text_width((row + piece).rstrip(), size, bold) > maxw:
                rows.append(row.rstrip())
                row = piece.lstrip()
            else:
                row += piece
        return [*rows, row.rstrip()] if row.strip() else rows

    # -- pictures -----------------------------------------------------------------------------------------------

    def picture(self, name: str, rect: Rect, radius: float = 0, faint: float = 1.0) -> bool:
        """The picture with this id, filling `rect` (cut to its shape), corners rounded; False where there is none.

        `faint` below 1 lays the felt over it.
        """
        if not name:
            return False
        source = looked_up(self.pictures, name)
        self.book.pictures[name] = source
        box = self.pixels(rect)
        r = round(radius * self.scale)
        image = self.cache.picture(
            (name, box.w, box.h, r, round(faint, 2)), source, lambda: fitted(source, box, r, faint)
        )
        if image is None:
            return False
        self.surface.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)
        return True


_PIECES = re.compile(
    r"[\u3400-\u9fff\uff10-\uff5a\u3007](?:[\u3001\u3002\uff0c\uff01\uff1f\uff1a\uff1b\uff09\u300b\u201d\u2026])*"
    r"|[^\s\u3400-\u9fff\uff10-\uff5a\u3007]+\s*|\s+"
)
"""What a line may be broken after: a hanzi with its punctuation, or a word with its blanks."""

__all__ = ["HEIGHT", "LEAST", "WIDTH", "Book", "Canvas", "Drawn", "Look", "Rect"]
