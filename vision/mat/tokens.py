"""Voting tokens as a PDF: for each player a strip of numbers and one or two owner tokens, to cut out.

What the eye reads is the marker (`vision.pictures.tokens`); the sign and the number are for people.
"""

from __future__ import annotations

import io
import math
from pathlib import Path

import cv2
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from vision.pictures.tokens import ALL_SEATS, DICTIONARY, MARKER_MM, TOKEN_MM, Token

A4 = (210.0, 297.0)
MARGIN = 12.0
COLOURS: dict[str, tuple[float, float, float]] = {
    "sun": (0.99, 0.88, 0.24),
    "mountain": (0.65, 0.86, 1.0),
    "hut": (0.9, 0.52, 0.25),
    "star": (0.79, 0.5, 1.0),
    "moon": (0.88, 0.48, 0.65),
    "wave": (0.24, 0.94, 0.66),
}
"""The seats' colours on the screens, so that a token is known at a glance; other places are grey."""

Point = tuple[float, float]


def tokens_for(players: int) -> list[Token]:
    """All tokens for so many players: a vote for each number there may be, and owner tokens (two for three players)."""
    numbers = 5 if players == 3 else players
    owners = 2 if players == 3 else 1
    out: list[Token] = []
    for seat in ALL_SEATS[:players]:
        out += [Token(seat, "vote", value) for value in range(1, numbers + 1)]
        out += [Token(seat, "owner", value) for value in range(owners)]
    return out


def write_tokens(path: Path | None, players: int, font: Path | None = None) -> bytes:
    """The PDF's bytes, written to `path` where one is given; A4 pages, cut along the thin lines."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle("Cardtable voting tokens")
    name = "Helvetica-Bold"
    if font is not None:
        pdfmetrics.registerFont(TTFont("CardtableTokens", str(font)))
        name = "CardtableTokens"
    columns = int((A4[0] - 2 * MARGIN) // TOKEN_MM)
    rows = int((A4[1] - 2 * MARGIN) // TOKEN_MM)
    for i, token in enumerate(tokens_for(players)):
        place = i % (columns * rows)
        if place == 0:
            if i:
                canvas.showPage()
            canvas.setPageSize((A4[0] * mm, A4[1] * mm))
        left = MARGIN + (place % columns) * TOKEN_MM
        top = MARGIN + (place // columns) * TOKEN_MM
        _token(canvas, token, left, A4[1] - top - TOKEN_MM, name)
    canvas.save()
    if path is not None:
        path.write_bytes(buffer.getvalue())
    return buffer.getvalue()


def _token(canvas: Canvas, token: Token, left: float, low: float, font: str) -> None:
    """One token with its lower left corner at (`left`, `low`) mm from the page's."""
    canvas.setStrokeColorRGB(0.6, 0.6, 0.6)
    canvas.setLineWidth(0.15 * mm)
    canvas.rect(left * mm, low * mm, TOKEN_MM * mm, TOKEN_MM * mm)
    side = (TOKEN_MM - MARKER_MM) / 2
    _marker(canvas, token.marker, left + side, low + side)
    colour = COLOURS.get(token.seat, (0.75, 0.75, 0.75))
    _sign(canvas, token.seat, left + 4.0, low + TOKEN_MM - 4.0, 2.4, colour)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont(font, 5.2 * mm)
    text = str(token.value) if token.kind == "vote" else "=" * (token.value + 1)
    for x, y, turn in ((TOKEN_MM - 4.0, TOKEN_MM - 4.0, 0), (4.0, 4.0, 180)):
        canvas.saveState()
        canvas.translate((left + x) * mm, (low + y) * mm)
        canvas.rotate(turn)
        canvas.drawCentredString(0, -1.9 * mm, text)
        canvas.restoreState()
    _sign(canvas, token.seat, left + TOKEN_MM - 4.0, low + 4.0, 2.4, colour)


def _marker(canvas: Canvas, number: int, left: float, low: float) -> None:
    cells = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(number, 7, borderBits=1)
    cell = MARKER_MM / 7
    canvas.setFillColorRGB(0, 0, 0)
    canvas.rect(left * mm, low * mm, MARKER_MM * mm, MARKER_MM * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(1, 1, 1)
    for row in range(7):
        for column in range(7):
            if cells[row, column]:
                x, y = left + column * cell, low + MARKER_MM - (row + 1) * cell
                canvas.rect(x * mm, y * mm, (cell + 0.04) * mm, (cell + 0.04) * mm, stroke=0, fill=1)


def _sign(canvas: Canvas, seat: str, x: float, y: float, r: float, colour: tuple[float, float, float]) -> None:
    """The seat's sign in its colour, outlined, so that it is known without colour too."""
    canvas.setFillColorRGB(*colour)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.25 * mm)
    if seat == "sun":
        for ray in range(8):
            a = ray * math.pi / 4
            canvas.line((x + r * math.cos(a)) * mm, (y + r * math.sin(a)) * mm,
                        (x + 1.35 * r * math.cos(a)) * mm, (y + 1.35 * r * math.sin(a)) * mm)  # fmt: skip
        canvas.circle(x * mm, y * mm, 0.8 * r * mm, stroke=1, fill=1)
    elif seat == "moon":
        _polygon(canvas, _crescent(x, y, r))
    elif seat == "wave":
        upper = [(x - r + 2 * r * i / 24, y + 0.45 * r * math.sin(i / 24 * 4 * math.pi) + 0.25 * r) for i in range(25)]
        _polygon(canvas, [*upper, *((a, b - 0.8 * r) for a, b in reversed(upper))])
    elif seat in SHAPES:
        _polygon(canvas, [(x + a * r, y + b * r) for a, b in SHAPES[seat]])
    else:
        canvas.rect((x - r) * mm, (y - r) * mm, 2 * r * mm, 2 * r * mm, stroke=1, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont("Helvetica-Bold", r * mm)
        canvas.drawCentredString(x * mm, (y - 0.35 * r) * mm, seat.removeprefix("seat"))


SHAPES: dict[str, list[Point]] = {
    "mountain": [(-1.1, -0.8), (-0.2, 0.9), (0.2, 0.2), (0.5, 0.5), (1.1, -0.8)],
    "hut": [(-0.8, -0.9), (-0.8, 0.1), (-1.1, 0.1), (0, 1.0), (1.1, 0.1), (0.8, 0.1), (0.8, -0.9)],
    "star": [
        (r * math.sin(i * math.pi / 5), r * math.cos(i * math.pi / 5)) for i, r in enumerate([1.1, 0.45] * 5)
    ],
}  # fmt: skip


def _crescent(x: float, y: float, r: float) -> list[Point]:
    outer = [(x + r * math.cos(a), y + r * math.sin(a)) for a in (math.radians(50 + 260 * i / 24) for i in range(25))]
    ends = math.atan2(outer[0][1] - y, outer[0][0] - (x + 0.55 * r))
    radius = math.hypot(outer[0][0] - (x + 0.55 * r), outer[0][1] - y)
    inner = [2 * math.pi - ends - (2 * math.pi - 2 * ends) * i / 24 for i in range(25)]
    return [*outer, *((x + 0.55 * r + radius * math.cos(a), y + radius * math.sin(a)) for a in inner)]


def _polygon(canvas: Canvas, points: list[Point]) -> None:
    path = canvas.beginPath()
    path.moveTo(points[0][0] * mm, points[0][1] * mm)
    for x, y in points[1:]:
        path.lineTo(x * mm, y * mm)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)
