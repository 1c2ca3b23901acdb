"""What "fits" means: rules on the book that the canvas keeps of every text and object it drew."""

from __future__ import annotations

from table.paint.kit.canvas import HEIGHT, WIDTH, Book, Drawn

TOUCH = 1.5
"""Units that two boxes may share: rounding to pixels."""


def faults(book: Book) -> list[str]:
    """Every text that is cut, every box that leaves the picture or its panel, every two boxes that overlap."""
    things = [d for d in book.drawn if d.kind in ("text", "card", "key", "sign", "picture", "place")]
    return [*book.problems, *_outside(things), *_fallen_out(book), *_overlapping(things)]


def _outside(things: list[Drawn]) -> list[str]:
    return [
        f"{d.kind} {d.name!r} leaves the picture: {d.rect}"
        for d in things
        if d.rect.x < 8 or d.rect.y < 4 or d.rect.right > WIDTH - 8 or d.rect.bottom > HEIGHT - 4
    ]


def _fallen_out(book: Book) -> list[str]:
    panels = [d.rect for d in book.drawn if d.kind == "panel"]
    found = []
    for d in book.drawn:
        if d.kind not in ("text", "card", "key", "sign"):
            continue
        around = [p for p in panels if p.holds(d.rect.cx, d.rect.cy)]
        if not around:
            continue
        p = min(around, key=lambda r: r.w * r.h)
        if d.rect.x < p.x - 1 or d.rect.right > p.right + 1 or d.rect.y < p.y - 2 or d.rect.bottom > p.bottom + 2:
            found.append(f"{d.kind} {d.name!r} falls out of its box: {d.rect} of {p}")
    return found


def _overlapping(things: list[Drawn]) -> list[str]:
    found = []
    things = sorted(things, key=lambda d: d.rect.x)
    for i, a in enumerate(things):
        right = a.rect.right
        for b in things[i + 1 :]:
            if b.rect.x > right:
                break  # sorted: all that follow begin further to the right
            if a.rect.overlap(b.rect) > TOUCH and not _meant(a, b):
                found.append(f"{a.kind} {a.name!r} {a.rect} and {b.kind} {b.name!r} {b.rect} overlap")
    return found


def _meant(a: Drawn, b: Drawn) -> bool:
    """A question mark stands in its sign or picture; words stand in an empty place."""
    kinds = {a.kind, b.kind}
    if "text" in kinds and kinds & {"sign", "picture"} and "?" in (a.name, b.name):
        return True
    return "place" in kinds and "text" in kinds
