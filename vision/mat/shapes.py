"""The mat as a list of simple shapes in mm, which the PDF and the picture for the simulator both draw."""

from __future__ import annotations

from dataclasses import dataclass

from vision.mat.geometry import Mat, Zone, dictionary

Ink = tuple[float, float, float]
"""Red, green, blue, 0..1."""


@dataclass(frozen=True)
class Style:
    """Colours of a print: the sheet, lines and words, and what markers stand on and are drawn with."""

    name: str
    sheet: Ink
    line: Ink
    text: Ink
    fill: Ink | None = None


STYLES = {
    "save": Style("save", (1, 1, 1), (0.62, 0.66, 0.64), (0.55, 0.6, 0.58)),
    "dark": Style("dark", (0.055, 0.16, 0.13), (0.32, 0.5, 0.44), (0.42, 0.6, 0.53), (0.07, 0.2, 0.165)),
}
"""``save`` spares ink on white paper; ``dark`` shows white cards best."""


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    w: float
    h: float
    ink: Ink


@dataclass(frozen=True)
class Frame:
    """An outline `width` mm thick, with round corners, perhaps dashed."""

    x: float
    y: float
    w: float
    h: float
    ink: Ink
    width: float = 0.7
    radius: float = 4.0
    dashed: bool = False


@dataclass(frozen=True)
class Text:
    """A line of words centred on `x`, its base line at `y`, `size` mm high; `turned` reads from the far side."""

    x: float
    y: float
    text: str
    size: float
    ink: Ink
    turned: bool = False


Shape = Rect | Frame | Text
BLACK: Ink = (0, 0, 0)
WHITE: Ink = (1, 1, 1)


def shapes(mat: Mat, style: Style, lang: str = "en") -> list[Shape]:
    """Everything on the mat, lowest first."""
    out: list[Shape] = [Rect(0, 0, *mat.size, style.sheet)]
    for zone in mat.zones:
        out += _zone(mat, zone, style, lang)
    for x, y, square in mat.points:
        out += _crossing(x, y, square, style)
    for number, (x, y) in enumerate(mat.markers.at):
        out += marker(number, x, y, mat.markers.side, mat.markers.quiet)
    return out + _ruler(mat, style)


def marker(number: int, x: float, y: float, side: float, quiet: float) -> list[Shape]:
    """The ArUco marker `number` with its middle at (`x`, `y`), black on a white square."""
    cells = dictionary().generateImageMarker(number, 6, borderBits=1)
    cell, left, top = side / 6, x - side / 2, y - side / 2
    out: list[Shape] = [
        Rect(left - quiet, top - quiet, side + 2 * quiet, side + 2 * quiet, WHITE),
        Rect(left, top, side, side, BLACK),
    ]
    for row in range(6):
        for column in range(6):
            if cells[row, column]:  # a little overlap, or some printers leave hairlines between the cells
                wide = 0.05 if column < 5 and cells[row, column + 1] else 0.0
                high = 0.05 if row < 5 and cells[row + 1, column] else 0.0
                out.append(Rect(left + column * cell, top + row * cell, cell + wide, cell + high, WHITE))
    return out


def _zone(mat: Mat, zone: Zone, style: Style, lang: str) -> list[Shape]:
    left, top, right, bottom = zone.box
    out: list[Shape] = []
    if style.fill is not None and not zone.dashed:
        out.append(Rect(left, top, right - left, bottom - top, style.fill))
    out.append(Frame(left, top, right - left, bottom - top, style.line, dashed=zone.dashed))
    words = mat.labels.get(lang, {}).get(zone.label, zone.label)
    if zone.turned:
        out.append(Text((left + right) / 2, top + 5, words, 6.0, style.text, turned=True))
    else:
        out.append(Text((left + right) / 2, bottom - 5, words, 6.0, style.text))
    return out


def _crossing(x: float, y: float, square: float, style: Style) -> list[Shape]:
    """Two dark squares that touch at the point, on white."""
    return [
        Rect(x - square - 1, y - square - 1, 2 * square + 2, 2 * square + 2, WHITE),
        Rect(x - square, y - square, square, square, BLACK),
        Rect(x, y, square, square, BLACK),
    ]


def _ruler(mat: Mat, style: Style) -> list[Shape]:
    (x, y), length = mat.ruler.start, mat.ruler.length
    ticks: list[Shape] = [Rect(x, y, length, 0.25, style.line)]
    for step in range(int(length // 10) + 1):
        ticks.append(Rect(x + step * 10 - 0.125, y - (2.2 if step % 5 == 0 else 1.2), 0.25, 2.2, style.line))
    return [*ticks, Text(x + length / 2, y - 3.4, f"{length:g} mm", 3.0, style.text)]
