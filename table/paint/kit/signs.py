"""Signs as shapes: the seats, the suits, and the few icons. Each is drawn with a pen, centred, in a box of `size`."""

from __future__ import annotations

import math
from collections.abc import Callable

from table.paint.kit.pen import Pen, Point
from table.paint.palette import FELT, FIX, FIX_LEDGE, INK, Color

Draw = Callable[[Pen, float, float, float, Color], None]


def _place(points: list[Point], x: float, y: float, size: float) -> list[Point]:
    return [(x + px * size, y + py * size) for px, py in points]


# -- seats ------------------------------------------------------------------------------------------------------


def _sun(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.disc(x, y, 0.24 * size, color)
    for i in range(8):
        a = math.pi / 4 * i
        ray = [(math.cos(a + d) * r, math.sin(a + d) * r) for d, r in ((-0.22, 0.31), (0, 0.52), (0.22, 0.31))]
        pen.poly(_place(ray, x, y, size), color)


def _mountain(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.poly(_place([(-0.5, 0.38), (-0.14, -0.36), (0.05, 0.02), (0.0, 0.1), (0.12, 0.38)], x, y, size), color)
    pen.poly(_place([(0.03, 0.38), (0.24, -0.12), (0.5, 0.38)], x, y, size), color)


def _hut(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.poly(_place([(-0.52, 0.02), (0, -0.46), (0.52, 0.02)], x, y, size), color)
    walls = [(-0.36, 0.07), (0.36, 0.07), (0.36, 0.43), (0.11, 0.43), (0.11, 0.18)]
    pen.poly(_place([*walls, *((-px, py) for px, py in reversed(walls))], x, y, size), color)


def _star(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    radii = [0.53 if i % 2 == 0 else 0.225 for i in range(10)]
    points = [(math.sin(math.pi * i / 5) * r, 0.03 - math.cos(math.pi * i / 5) * r) for i, r in enumerate(radii)]
    pen.poly(_place(points, x, y, size), color)


def _moon(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    outer, inner, shift = 0.48, 0.40, 0.25
    meet = (shift**2 + outer**2 - inner**2) / (2 * shift)
    high = math.sqrt(outer**2 - meet**2)
    a, b = math.atan2(high, meet), math.atan2(high, meet - shift)
    turn = math.radians(-25)
    points = []
    for i in range(49):
        t = a + (2 * math.pi - 2 * a) * i / 48
        points.append((outer * math.cos(t), outer * math.sin(t)))
    for i in range(49):
        t = 2 * math.pi - b - (2 * math.pi - 2 * b) * i / 48
        points.append((shift + inner * math.cos(t), inner * math.sin(t)))
    turned = [
        ((u + 0.06) * math.cos(turn) - v * math.sin(turn), (u + 0.06) * math.sin(turn) + v * math.cos(turn))
        for u, v in points
    ]
    pen.poly(_place(turned, x, y, size), color)


def _wave(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    for level in (-0.2, 0.2):
        upper = [(-0.5 + i / 30, level + 0.1 * math.sin(i / 30 * 4 * math.pi) - 0.078) for i in range(31)]
        lower = [(px, py + 0.156) for px, py in reversed(upper)]
        pen.poly(_place(upper + lower, x, y, size), color)


def _everybody(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    for side in (-1, 1):
        pen.disc(x + side * 0.3 * size, y - 0.1 * size, 0.14 * size, color)
        pen.poly(
            _place([(side * 0.52, 0.36), (side * 0.45, 0.09), (side * 0.2, 0.09), (side * 0.2, 0.36)], x, y, size),
            color,
        )
    pen.disc(x, y - 0.22 * size, 0.18 * size, color)
    pen.poly(_place([(-0.27, 0.44), (-0.2, 0.01), (0.2, 0.01), (0.27, 0.44)], x, y, size), color)


def _tree(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    for top, wide in ((-0.5, 0.28), (-0.26, 0.38), (0.0, 0.46)):
        pen.poly(_place([(-wide, top + 0.34), (0, top), (wide, top + 0.34)], x, y, size), color)
    pen.poly(_place([(-0.07, 0.3), (0.07, 0.3), (0.07, 0.5), (-0.07, 0.5)], x, y, size), color)


def _fish(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    upper = [(-0.5 + i * 0.76 / 20, -0.3 * math.sin(math.pi * i / 20)) for i in range(21)]
    pen.poly(_place(upper + [(px, -py) for px, py in reversed(upper)], x, y, size), color)
    pen.poly(_place([(0.14, 0), (0.5, -0.3), (0.5, 0.3)], x, y, size), color)


def _bell(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.disc(x, y - 0.14 * size, 0.3 * size, color)
    pen.poly(
        _place([(-0.3, -0.14), (0.3, -0.14), (0.32, 0.14), (0.45, 0.28), (-0.45, 0.28), (-0.32, 0.14)], x, y, size),
        color,
    )
    pen.disc(x, y + 0.38 * size, 0.11 * size, color)


def _anchor(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.ring(x, y - 0.36 * size, 0.14 * size, color, 0.07 * size)
    pen.line(x, y - 0.25 * size, x, y + 0.45 * size, color, 0.11 * size)
    pen.line(x - 0.22 * size, y - 0.12 * size, x + 0.22 * size, y - 0.12 * size, color, 0.1 * size)
    pen.arc(x, y + 0.06 * size, 0.36 * size, 10, 170, color, 0.12 * size)


def _crown(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    outline = [(-0.42, 0.36), (-0.5, -0.3), (-0.22, 0.02), (0, -0.42), (0.22, 0.02), (0.5, -0.3), (0.42, 0.36)]
    pen.poly(_place(outline, x, y, size), color)


def _drop(pen: Pen, x: float, y: float, size: float, color: Color) -> None:
    pen.disc(x, y + 0.16 * size, 0.32 * size, color)
    pen.poly(_place([(-0.3, 0.05), (0, -0.52), (0.3, 0.05)], x, y, size), color)


SEAT_SIGNS: dict[str, Draw] = {
    "sun": _sun,
    "mountain": _mountain,
    "hut": _hut,
    "star": _star,
    "moon": _moon,
    "wave": _wave,
    "seat7": _tree,
    "seat8": _fish,
    "seat9": _bell,
    "seat10": _anchor,
    "seat11": _crown,
    "seat12": _drop,
    "all": _everybody,
}

# -- suits ------------------------------------------------------------------------------------------------------


def _heart_points() -> list[Point]:
    points = []
    for i in range(60):
        t = 2 * math.pi * i / 60
        y = -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))
        points.append((16 * math.sin(t) ** 3 / 34, (y - 2.5) / 31))
    return points


_HEART = _heart_points()
_FOOT = [(-0.05, 0.05), (0.05, 0.05), (0.09, 0.36), (0.2, 0.47), (-0.2, 0.47), (-0.09, 0.36)]


def suit(pen: Pen, letter: str, x: float, y: float, size: float, color: Color) -> None:
    """One of S H D C, about `size` high."""
    if letter == "H":
        pen.poly(_place(_HEART, x, y, size), color)
    elif letter == "D":
        pen.poly(_place(_diamond_points(), x, y, size), color)
    elif letter == "S":
        pen.poly([(x + px * size * 0.98, y - py * size * 0.86 - 0.07 * size) for px, py in _HEART], color)
        pen.poly(_place(_FOOT, x, y, size), color)
    else:
        for dx, dy in ((0, -0.27), (-0.25, 0.08), (0.25, 0.08)):
            pen.disc(x + dx * size, y + dy * size, 0.225 * size, color)
        pen.poly(_place([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.12), (-0.1, 0.12)], x, y, size), color)
        pen.poly(_place(_FOOT, x, y, size), color)


def _diamond_points() -> list[Point]:
    corners = [(0.0, -0.56), (0.42, 0.0), (0.0, 0.56), (-0.42, 0.0)]
    points = []
    for i, (ax, ay) in enumerate(corners):
        bx, by = corners[(i + 1) % 4]
        for j in range(10):
            t = j / 10
            hollow = 1 - 0.10 * math.sin(math.pi * t)
            points.append(((ax * (1 - t) + bx * t) * hollow, (ay * (1 - t) + by * t) * hollow))
    return points


# -- icons ------------------------------------------------------------------------------------------------------


def _tick(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    pen.line(x - d * 0.32, y + d * 0.03, x - d * 0.09, y + d * 0.25, color, d * 0.15, cap=True)
    pen.line(x - d * 0.09, y + d * 0.25, x + d * 0.34, y - d * 0.25, color, d * 0.15, cap=True)


def _cross(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    pen.line(x - d * 0.28, y - d * 0.28, x + d * 0.28, y + d * 0.28, color, d * 0.15, cap=True)
    pen.line(x - d * 0.28, y + d * 0.28, x + d * 0.28, y - d * 0.28, color, d * 0.15, cap=True)


def _hand(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    for dx, top in ((-0.22, -0.30), (-0.07, -0.43), (0.08, -0.42), (0.23, -0.32)):
        pen.box(x + (dx - 0.06) * d, y + top * d, 0.12 * d, 0.45 * d, color, 0.06 * d)
    pen.box(x - 0.28 * d, y - 0.02 * d, 0.57 * d, 0.42 * d, color, 0.14 * d)
    pen.poly(_place([(0.2, 0.14), (0.42, -0.12), (0.5, -0.02), (0.26, 0.36)], x, y, d), color)


def _eye(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    upper = [(-0.5 + i / 20, -0.28 * math.sin(math.pi * i / 20)) for i in range(21)]
    pen.poly(_place(upper + [(px, -py) for px, py in reversed(upper)], x, y, d), color)
    pen.disc(x, y, d * 0.19, FELT)
    pen.disc(x, y, d * 0.09, color)


def _eye_struck(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    _eye(pen, x, y, d, color)
    pen.line(x - d * 0.46, y + d * 0.46, x + d * 0.5, y - d * 0.38, FELT, d * 0.2)
    pen.line(x - d * 0.46, y + d * 0.38, x + d * 0.46, y - d * 0.38, color, d * 0.11, cap=True)


def _arrow(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    pen.line(x - d * 0.5, y, x + d * 0.26, y, color, d * 0.11)
    pen.poly(_place([(0.18, -0.24), (0.5, 0), (0.18, 0.24)], x, y, d), color)


def _up(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    pen.poly(_place([(-0.5, 0.28), (0, -0.28), (0.5, 0.28)], x, y, d), color)


def _bang(pen: Pen, x: float, y: float, d: float, color: Color) -> None:
    pen.poly(_place([(-0.1, -0.42), (0.1, -0.42), (0.06, 0.16), (-0.06, 0.16)], x, y, d), color)
    pen.disc(x, y + d * 0.34, d * 0.1, color)


ICONS: dict[str, Draw] = {
    "tick": _tick,
    "cross": _cross,
    "hand": _hand,
    "eye": _eye,
    "eye_struck": _eye_struck,
    "arrow": _arrow,
    "up": _up,
    "bang": _bang,
}


def fix_key(pen: Pen, x: float, y: float, d: float) -> None:
    """The amber Fix key with the arrow that turns back."""
    pen.disc(x, y + d * 0.07, d / 2, FIX_LEDGE)
    pen.disc(x, y, d / 2, FIX)
    pen.arc(x, y + d * 0.02, d * 0.22, -200, 70, INK, d * 0.085)
    a = math.radians(-200)
    ax, ay = x + d * 0.22 * math.cos(a), y + d * 0.02 + d * 0.22 * math.sin(a)
    pen.poly([(ax - d * 0.15, ay - d * 0.07), (ax + d * 0.15, ay - d * 0.05), (ax - d * 0.03, ay + d * 0.16)], INK)
