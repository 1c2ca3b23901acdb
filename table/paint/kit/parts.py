"""The parts that every screen shares: badges, votes, key caps, pods, panels, bars."""

from __future__ import annotations

from collections.abc import Iterable

from table.paint.kit import signs
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.pen import Pen
from table.paint.palette import (
    CREAM,
    FELT,
    FURTHER_SEATS,
    GOOD,
    INK,
    KEY_EDGE,
    LEDGE,
    LINE,
    MUTED,
    PANEL,
    POD,
    POD_DIGIT,
    POD_EDGE,
    POD_KEY,
    RAISED,
    Color,
    seat_color,
)

BODY = Rect(40, 224, 1200, 392)
"""The body's zone on the logical grid."""
BAND = Rect(40, 90, 1200, 122)
FOOTER_Y = 673
FOOTER_LINE = 628


# -- seats ------------------------------------------------------------------------------------------------------


def sign(c: Canvas, seat: str, x: float, y: float, size: float, color: Color) -> None:
    """The bare sign of a seat (or ``all``), centred at x, y."""
    draw = signs.SEAT_SIGNS.get(seat, signs.SEAT_SIGNS["all"])
    half = size * 0.54
    box = Rect(x - half, y - half, 2 * half, 2 * half)
    c.sprite(("sign", seat, color, round(size)), box, lambda pen: draw(pen, half, half, size, color))


def badge(c: Canvas, seat: str, x: float, y: float, d: float, on: bool = True, named: bool = True) -> None:
    """A disc with the sign: a person. `on` False: nobody there, or gone."""
    box = Rect(x - d / 2, y - d / 2, d, d)
    c.note("sign", seat, box)
    if named and not c.anchor(f"seat:{seat}", box):
        return
    draw = signs.SEAT_SIGNS.get(seat, signs.SEAT_SIGNS["all"])
    color = seat_color(seat)
    further = seat in FURTHER_SEATS

    def paint(pen: Pen) -> None:
        if on and not further:
            pen.disc(d / 2, d / 2, d / 2, color)
            draw(pen, d / 2, d / 2, d * 0.62, INK)
        else:
            pen.disc(d / 2, d / 2, d / 2, color if on else LINE)
            pen.disc(d / 2, d / 2, d / 2 - (max(3, d * 0.06) if on else 2), FELT if on else RAISED)
            draw(pen, d / 2, d / 2, d * 0.58, color if on else MUTED)

    c.sprite(("badge", seat, on, round(d)), box, paint)


def ballot(c: Canvas, seat: str, x: float, y: float, w: float = 60, h: float = 56) -> None:
    """A rounded square with the sign: a vote."""
    box = Rect(x - w / 2, y - h / 2, w, h)
    c.note("sign", f"vote {seat}", box)
    if not c.anchor(f"vote:{seat}", box):
        return
    color = seat_color(seat)
    c.round(box, color, 12)
    if seat in FURTHER_SEATS:
        c.round(box.inset(4), FELT, 9)
        sign(c, seat, x, y, h * 0.6, color)
    else:
        sign(c, seat, x, y, h * 0.7, INK)


def disc(c: Canvas, x: float, y: float, d: float, color: Color, icon: str = "", ink: Color = INK) -> None:
    """A filled disc with an icon in it, such as a green one with a tick."""

    def paint(pen: Pen) -> None:
        pen.disc(d / 2, d / 2, d / 2, color)
        if icon:
            signs.ICONS[icon](pen, d / 2, d / 2, d * 0.64, ink)

    c.sprite(("disc icon", color, icon, ink, round(d)), Rect(x - d / 2, y - d / 2, d, d), paint)


def hollow(c: Canvas, x: float, y: float, d: float, color: Color, width: float = 4) -> None:
    c.sprite(
        ("hollow", color, round(d), width),
        Rect(x - d / 2, y - d / 2, d, d),
        lambda pen: pen.ring(d / 2, d / 2, d / 2, color, width),
    )


def icon(c: Canvas, name: str, x: float, y: float, d: float, color: Color) -> None:
    half = d * 0.56
    box = Rect(x - half, y - half, 2 * half, 2 * half)
    c.sprite(("icon", name, color, round(d)), box, lambda pen: signs.ICONS[name](pen, half, half, d, color))


# -- keys -------------------------------------------------------------------------------------------------------


def key_cap(c: Canvas, x: float, y: float, key: str, size: float = 56, click: bool = True) -> None:
    """A physical key, always cream with a ledge: square with its digit, round where a seat has one button only."""
    box = Rect(x - size / 2, y - size * 0.52, size, size * 1.1)
    c.note("key", key, box)
    if click:
        c.hit(Rect(x - size * 0.6, y - size * 0.6, size * 1.2, size * 1.2), key)
    font = c.cache.font(max(8, round(size * 0.62 * c.scale * 4)))

    def paint(pen: Pen) -> None:
        if key in ("press", "hold"):
            _button(pen, size, key == "hold")
            return
        pen.box(0, size * 0.1, size, size, LEDGE, size * 0.2)
        pen.box(0, 0, size, size, KEY_EDGE, size * 0.2)
        edge = max(1.0, size * 0.025)
        pen.box(edge, edge, size - 2 * edge, size - 2 * edge, CREAM, size * 0.2 - edge)
        pen.glyph(font, key, INK, size / 2, size * 0.49, size * 0.02)

    c.sprite(("key", key, round(size)), box, paint)


def _button(pen: Pen, size: float, hold: bool) -> None:
    r = size / 2
    pen.disc(r, r + size * 0.1, r, LEDGE)
    pen.disc(r, r, r, KEY_EDGE)
    pen.disc(r, r, r - max(1.0, size * 0.025), CREAM)
    if hold:
        pen.arc(r, r, r * 0.58, -90, 180, INK, size * 0.09)
        pen.disc(r, r, size * 0.1, INK)
    else:
        pen.disc(r, r, size * 0.16, INK)


def fix_key(c: Canvas, x: float, y: float, d: float = 52) -> None:
    box = Rect(x - d / 2, y - d / 2, d, d * 1.08)
    c.note("key", "fix", box)
    c.hit(Rect(x - d * 0.6, y - d * 0.6, d * 1.2, d * 1.2), "fix")
    c.sprite(("fix", round(d)), box, lambda pen: signs.fix_key(pen, d / 2, d / 2, d))


def pod(c: Canvas, x: float, y: float, w: float, hot: Iterable[str], lamp: Color = GOOD) -> None:
    """The seat's pod from above: 2 x 3 keys and the lamp; hot keys are cream and can be clicked."""
    h = w * 0.78
    box = Rect(x - w / 2, y - h / 2, w, h)
    lit = frozenset(hot)
    c.note("key", "pod", box)
    k = w * 0.24
    font = c.cache.font(max(8, round(k * 0.66 * c.scale * 4)))
    single = lit & {"press", "hold"}

    def paint(pen: Pen) -> None:
        pen.box(0, 0, w, h, POD_EDGE, w * 0.1)
        pen.box(2, 2, w - 4, h - 4, POD, w * 0.1 - 2)
        pen.disc(w / 2, h * 0.1, w * 0.035, lamp)
        if single:
            pen.disc(w / 2, h * 0.58 + h * 0.03, h * 0.3, LEDGE)
            pen.disc(w / 2, h * 0.56, h * 0.3, CREAM)
            return
        for i in range(6):
            kx, ky = w * 0.2 + (i % 3) * w * 0.3, h * 0.38 + (i // 3) * h * 0.38
            on = str(i + 1) in lit
            pen.box(kx - k / 2, ky - k / 2, k, k, CREAM if on else POD_KEY, k * 0.2)
            pen.glyph(font, str(i + 1), INK if on else POD_DIGIT, kx, ky, k * 0.02)

    c.sprite(("pod", lit, lamp, round(w)), box, paint)
    for i in range(6):
        if str(i + 1) in lit:
            at = Rect(box.x + w * (0.2 + (i % 3) * 0.3) - k / 2, box.y + h * (0.38 + (i // 3) * 0.38) - k / 2, k, k)
            c.hit(at, str(i + 1))


# -- areas ------------------------------------------------------------------------------------------------------


def panel(c: Canvas, rect: Rect, color: Color = PANEL, edge: Color | None = None, width: float = 2) -> Rect:
    """A panel with round corners; returns its inside."""
    c.note("panel", "", rect)
    c.round(rect, color, 18, edge, width)
    return rect.inset(24, 20)


def bar(c: Canvas, rect: Rect, share: float, color: Color, under: Color = RAISED) -> None:
    """A bar filled up to `share` (0 to 1)."""
    c.round(rect, under, rect.h / 2)
    if share > 0:
        c.round(Rect(rect.x, rect.y, max(rect.h, rect.w * min(1.0, share)), rect.h), color, rect.h / 2)
