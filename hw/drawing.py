"""A profile as a drawing (SVG): the header with what is on each pin, and the circuit of keys and lamps beside it.

Wires are not drawn across the page; each end bears the number of its header pin, which is how one wires by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from hw.wiring import GROUND_PINS, HEADER, Profile
from hw.wiring_doc import LAMP_OHM

INK, PALE, PAPER = "#15191b", "#8a9591", "#ffffff"
COLOURS = {"row": "#c97fff", "column": "#7cc4f5", "key": "#f0a35f", "button": "#f0a35f", "lamp": "#f5d93a"}
FIX_COLOUR = "#ffa62b"
SEAT_COLOURS = ("#fce03c", "#a5dcff", "#e5853f", "#c97fff", "#e07ba6", "#3df0a8")
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}

PITCH = 26
HEADER_AT = (250, 70)
CIRCUIT_X = 620


class _Sheet:
    """Collects shapes; coordinates are in px, y down."""

    def __init__(self) -> None:
        self.shapes: list[str] = []

    def text(self, x: float, y: float, words: str, size: int = 14, anchor: str = "start", fill: str = INK) -> None:
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
        )

    def line(self, points: Sequence[tuple[float, float]], stroke: str = INK, width: float = 1.6) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.shapes.append(f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width:g}"/>')

    def area(self, points: Sequence[tuple[float, float]], fill: str = INK) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.shapes.append(f'<polygon points="{path}" fill="{fill}"/>')

    def box(self, x: float, y: float, w: float, h: float, fill: str = PAPER, stroke: str = INK, r: float = 3) -> None:
        self.shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" stroke="{stroke}"/>'
        )

    def dot(self, x: float, y: float, r: float = 3, fill: str = INK) -> None:
        self.shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{INK}"/>')

    # -- parts, each between two points on a horizontal line -----------------------------------------------------

    def push_button(self, x: float, y: float) -> None:
        """A contact 28 px wide that closes while pressed."""
        self.dot(x, y, 2.5, PAPER)
        self.dot(x + 28, y, 2.5, PAPER)
        self.line([(x, y - 7), (x + 28, y - 7)])
        self.line([(x + 14, y - 7), (x + 14, y - 14)])

    def diode(self, x: float, y: float) -> None:
        """A diode 18 px wide, its ring at the right."""
        self.area([(x, y - 7), (x, y + 7), (x + 14, y)])
        self.line([(x + 14, y - 7), (x + 14, y + 7)], width=2.4)
        self.line([(x + 14, y), (x + 18, y)])

    def ground(self, x: float, y: float) -> None:
        """The sign for ground, hanging from the point."""
        self.line([(x, y), (x, y + 6)])
        for i, half in enumerate((9, 6, 3)):
            self.line([(x - half, y + 6 + 4 * i), (x + half, y + 6 + 4 * i)])

    def pin(self, x: float, y: float, gpio: int, fill: str, anchor: str = "start") -> None:
        """A flag with a header pin: where this wire goes."""
        left = x if anchor == "start" else x - 64
        self.box(left, y - 10, 64, 20, fill)
        self.text(left + 32, y + 5, f"pin {HEADER[gpio]}", 13, "middle")


def svg(profile: Profile) -> str:
    """The drawing of a profile as an SVG document."""
    sheet = _Sheet()
    sheet.text(40, 36, f"Wiring “{profile.name}”: {profile.about}", 20)
    _header(sheet, profile)
    y = 96.0
    if profile.matrix:
        y = _matrix(sheet, profile, y)
    y = _single_keys(sheet, profile, y)
    y = _lamps(sheet, profile, y)
    height = max(y, HEADER_AT[1] + 20 * PITCH + 60)
    return _document(sheet, 1180, height)


def _document(sheet: _Sheet, width: float, height: float) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="Noto Sans, DejaVu Sans, Arial, sans-serif">'
    )
    paper = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    return "\n".join([head, paper, *sheet.shapes, "</svg>", ""])


def _colour(use: str) -> str:
    return COLOURS.get(use.split()[0], FIX_COLOUR)


def _header(sheet: _Sheet, profile: Profile) -> None:
    """The 40 pins as one looks at the board with the header at the upper right corner, pin 1 at the top left."""
    uses = {HEADER[gpio]: (gpio, use) for gpio, use in profile.pins()}
    names = {pin: f"GPIO {gpio}" for gpio, pin in HEADER.items()}
    x0, y0 = HEADER_AT
    sheet.text(x0 + PITCH, y0 - 8, "header", 13, "middle", PALE)
    sheet.box(x0 - 4, y0, 2 * PITCH + 8, 20 * PITCH + 4, "#eef2f0", r=6)
    for pin in range(1, 41):
        row, right = divmod(pin - 1, 2)
        x, y = x0 + PITCH / 2 + right * PITCH, y0 + 2 + PITCH / 2 + row * PITCH
        gpio, use = uses.get(pin, (None, ""))
        sheet.dot(x, y, 9, _colour(use) if use else ("#3c4442" if pin in GROUND_PINS else PAPER))
        sheet.text(x, y + 4, str(pin), 10, "middle", PAPER if pin in GROUND_PINS else INK)
        words = (
            f"{use} (GPIO {gpio})" if use else "ground" if pin in GROUND_PINS else POWER.get(pin, names.get(pin, ""))
        )
        at, anchor = (x0 + 2 * PITCH + 12, "start") if right else (x0 - 12, "end")
        sheet.text(at, y + 5, words, 13, anchor, INK if use else PALE)


def _matrix(sheet: _Sheet, profile: Profile, y: float) -> float:
    """Rows and columns with a key and a diode at each crossing; the first key is drawn large as the pattern."""
    matrix = profile.matrix
    assert matrix is not None
    left, step, row_step = CIRCUIT_X + 150, 58, 46
    sheet.text(CIRCUIT_X, y - 10, "Pods: a key and a diode at each crossing", 15)
    top = y + 34
    bottom = top + row_step * len(matrix.rows)
    for k, gpio in enumerate(matrix.columns):
        x = left + k * step
        sheet.text(x, y + 8, f"key {k + 1}", 12, "middle")
        sheet.line([(x, y + 34), (x, bottom - 14)], COLOURS["column"], 2)
        sheet.box(x - 26, y + 14, 52, 20, COLOURS["column"])
        sheet.text(x, y + 29, f"pin {HEADER[gpio]}", 12, "middle")
    for i, (seat, gpio) in enumerate(zip(matrix.seats, matrix.rows, strict=True)):
        row_y = top + 36 + i * row_step
        sheet.text(CIRCUIT_X, row_y + 5, seat, 13)
        sheet.pin(CIRCUIT_X + 72, row_y, gpio, COLOURS["row"])
        sheet.line([(CIRCUIT_X + 136, row_y), (left + 6 * step - 14, row_y)], COLOURS["row"], 2)
        for k in range(len(matrix.columns)):
            x = left + k * step
            sheet.dot(x, row_y - 20)
            sheet.line([(x, row_y - 20), (x + 10, row_y - 20)])
            sheet.box(x + 10, row_y - 25, 10, 10)
            sheet.line([(x + 20, row_y - 20), (x + 30, row_y - 20)])
            sheet.area([(x + 25, row_y - 17), (x + 35, row_y - 17), (x + 30, row_y - 8)])
            sheet.line([(x + 25, row_y - 8), (x + 35, row_y - 8)], width=2)
            sheet.line([(x + 30, row_y - 20), (x + 30, row_y)])
            sheet.dot(x + 30, row_y, 2)
    y = bottom + 34
    sheet.text(CIRCUIT_X, y + 5, "one key:", 13)
    sheet.text(CIRCUIT_X + 76, y + 5, "column", 13)
    sheet.line([(CIRCUIT_X + 130, y), (CIRCUIT_X + 160, y)])
    sheet.push_button(CIRCUIT_X + 160, y)
    sheet.line([(CIRCUIT_X + 188, y), (CIRCUIT_X + 230, y)])
    sheet.diode(CIRCUIT_X + 230, y)
    sheet.line([(CIRCUIT_X + 248, y), (CIRCUIT_X + 284, y)])
    sheet.text(CIRCUIT_X + 290, y + 5, "row (the ring of the diode is at this side)", 13)
    return y + 54


def _single_keys(sheet: _Sheet, profile: Profile, y: float) -> float:
    """Keys with a pin of their own: pin, button, ground."""
    pins = profile.direct_pins()
    if not pins:
        return y
    sheet.text(CIRCUIT_X, y - 10, "Buttons: between the pin and ground", 15)
    for i, ((seat, number), gpio) in enumerate(pins.items()):
        x, at = CIRCUIT_X + (i % 2) * 270, y + 18 + (i // 2) * 42
        many = seat is not None and len(profile.buttons[seat]) > 1
        sheet.text(x, at + 5, "Fix" if seat is None else f"{seat} {number}" if many else seat, 14)
        sheet.pin(x + 76, at, gpio, FIX_COLOUR if seat is None else COLOURS["button"])
        sheet.line([(x + 140, at), (x + 160, at)])
        sheet.push_button(x + 160, at)
        sheet.line([(x + 188, at), (x + 214, at)])
        sheet.ground(x + 214, at)
    return y + 42 * ((len(pins) + 1) // 2) + 44


def _lamps(sheet: _Sheet, profile: Profile, y: float) -> float:
    """Lamps: pin, resistor, LED, ground."""
    if not profile.lamps:
        return y
    sheet.text(CIRCUIT_X, y - 10, f"Lamps: pin, {LAMP_OHM} Ω, LED (long leg first), ground", 15)
    for i, (seat, gpio) in enumerate(profile.lamps.items()):
        x, at = CIRCUIT_X + (i % 2) * 270, y + 18 + (i // 2) * 42
        sheet.text(x, at + 5, seat, 14)
        sheet.pin(x + 76, at, gpio, COLOURS["lamp"])
        sheet.line([(x + 140, at), (x + 152, at)])
        sheet.box(x + 152, at - 6, 26, 12)
        sheet.line([(x + 178, at), (x + 190, at)])
        sheet.diode(x + 190, at)
        for shift in (0, 6):  # the light
            sheet.line([(x + 197 + shift, at - 9), (x + 202 + shift, at - 16)], width=1.2)
        sheet.line([(x + 208, at), (x + 226, at)])
        sheet.ground(x + 226, at)
    return y + 42 * ((len(profile.lamps) + 1) // 2) + 44


def keyboard_svg(profile: Profile) -> str:
    """The keyboard with the seat and key number under each letter."""
    sheet = _Sheet()
    sheet.text(40, 36, "Keys of all six pods on a desktop keyboard", 20)
    owners = profile.keyboard_keys()
    fills = dict(zip(profile.keyboard, (*SEAT_COLOURS, FIX_COLOUR), strict=False))
    rows = ("1 2 3 4 5 6 7 8 9 0 - =", "q w e r t y u i o p [ ]", "a s d f g h j k l ; '", "z x c v b n m , . /")
    for i, row in enumerate(rows):
        for k, name in enumerate(row.split()):
            _cap(sheet, 40 + 34 * (0, 1, 1.5, 2.2)[i] + k * 68, 60 + i * 68, 60, name, owners, fills)
    _cap(sheet, 230, 60 + 4 * 68, 340, "space", owners, fills)
    return _document(sheet, 960, 420)


def _cap(
    sheet: _Sheet,
    x: float,
    y: float,
    width: float,
    name: str,
    owners: dict[str, tuple[str | None, int]],
    fills: dict[str, str],
) -> None:
    owner = owners.get(name)
    fill = "#eef2f0" if owner is None else fills[owner[0] or "fix"]
    sheet.box(x, y, width, 60, fill, r=8)
    sheet.text(x + 10, y + 22, name.upper() if len(name) == 1 else name, 16)
    if owner is not None:
        words = "Fix" if owner[0] is None else f"{owner[0]} {owner[1]}"
        sheet.text(x + width / 2, y + 48, words, 12 if len(words) < 10 else 10, "middle")
