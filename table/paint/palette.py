"""The colours of the scoreboard. Contrast and distance between them are held by tests, not by taste."""

from __future__ import annotations

from table.rules.signals import SEATS, Seat

Color = tuple[int, int, int]


def rgb(text: str) -> Color:
    """``"#0B1F1A"`` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(over: Color, under: Color, share: float) -> Color:
    """`share` of `over` laid on `under`: transparent colours are worked out once, not blended in every picture."""
    a, b, c = (round(top * share + low * (1 - share)) for top, low in zip(over, under, strict=True))
    return a, b, c


FELT = rgb("#0B1F1A")
PANEL = rgb("#12302A")
RAISED = rgb("#1C463C")
LINE = rgb("#3D7466")
TEXT = rgb("#F7F3E8")
MUTED = rgb("#B7C9C1")
GOOD = rgb("#86E3A8")
BAD = rgb("#FF8F7D")
FIX = rgb("#FFA62B")
FIX_LEDGE = rgb("#9A5F0C")
INK = FELT
CREAM = TEXT
LEDGE = rgb("#8C897E")
KEY_EDGE = rgb("#C9C4B4")
HEADER = mix(TEXT, FELT, 0.86)
"""The header stands still for hours, so it is a little darker than other text."""

FACE = rgb("#FCF9F1")
FACE_EDGE = rgb("#CFC9B8")
BACK = rgb("#2B4C7E")
BACK_LATTICE = rgb("#86A9D6")
BACK_EDGE = rgb("#EFEADC")

POD = rgb("#24323A")
POD_EDGE = rgb("#5C7680")
POD_KEY = rgb("#43555E")
POD_DIGIT = rgb("#93A6AE")

SEAT_COLORS: dict[Seat, Color] = dict(
    zip(SEATS, map(rgb, ("#FCE03C", "#A5DCFF", "#E5853F", "#C97FFF", "#D38399", "#49FFA2")), strict=True)
)
FURTHER_SEATS = tuple(f"seat{n}" for n in range(7, 13))

SUITS_4 = {"S": rgb("#15191B"), "H": rgb("#C4122F"), "D": rgb("#1553A8"), "C": rgb("#0B6B36")}
SUITS_2 = {"S": SUITS_4["S"], "H": SUITS_4["H"], "D": SUITS_4["H"], "C": SUITS_4["S"]}


def seat_color(seat: str | None) -> Color:
    """A seat's colour; cream for everybody. Seats 7 to 12 share the colours of 1 to 6 and differ by their sign."""
    if seat in FURTHER_SEATS:
        seat = SEATS[FURTHER_SEATS.index(seat)]
    return SEAT_COLORS.get(seat or "", CREAM)
