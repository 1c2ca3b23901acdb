"""The mat as a PDF: one A2 sheet, or tiles on A3 or A4 with cut marks and a check ruler on each."""

from __future__ import annotations

import io
import math
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from vision.mat.geometry import Box, Mat, MatError
from vision.mat.shapes import STYLES, Frame, Rect, Shape, Text, marker, shapes

PAPERS: dict[str, tuple[float, float]] = {"A2": (594, 420), "A3": (420, 297), "A4": (297, 210)}
"""Width and height in mm, lying."""

MARGIN = 10.0
"""What home printers leave white, mm."""

FLAP = 6.0
"""How far a tile goes on past its cut line, to be glued under its neighbour, mm."""


def write_pdf(mat: Mat, path: Path | None, paper: str = "A2", style: str = "save", lang: str = "en",
              font: Path | None = None) -> bytes:  # fmt: skip
    """The PDF's bytes, written to `path` where one is given. `font`: a TrueType file for words beyond Latin letters.

    Raises `MatError` for an unknown paper or style.
    """
    if paper not in PAPERS:
        raise MatError(f"no paper {paper!r}: choose one of {', '.join(PAPERS)}")
    if style not in STYLES:
        raise MatError(f"no style {style!r}: choose one of {', '.join(STYLES)}")
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(f"Cardtable mat: {mat.kind}")
    name = _font(font)
    drawn = shapes(mat, STYLES[style], lang)
    if PAPERS[paper][0] >= mat.size[0] and PAPERS[paper][1] >= mat.size[1]:
        _sheet(canvas, mat, drawn, name)
    else:
        _tiles(canvas, mat, drawn, PAPERS[paper], name)
    canvas.save()
    if path is not None:
        path.write_bytes(buffer.getvalue())
    return buffer.getvalue()


def write_loose_markers(mat: Mat, path: Path | None) -> bytes:
    """Four large markers on one A4 page, for a table without a printed mat."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle("Cardtable markers for the corners of a table")
    width, height = PAPERS["A4"]
    canvas.setPageSize((width * mm, height * mm))
    side = mat.loose.side
    for place in range(4):
        x = width / 2 + (side * 0.8 if place in (1, 2) else -side * 0.8)
        y = height / 2 + (side * 0.7 if place >= 2 else -side * 0.7)
        for shape in marker(mat.loose.first + place, x, y, side, side / 6):
            _draw(canvas, shape, height, "Helvetica")
        cut = side / 2 + side / 6
        _draw(canvas, Frame(x - cut, y - cut, 2 * cut, 2 * cut, (0.7, 0.7, 0.7), 0.2, dashed=True), height, "Helvetica")
    _page_ruler(canvas, height, "Helvetica", "upper left, upper right / lower left, lower right, as the camera sees it")
    canvas.save()
    if path is not None:
        path.write_bytes(buffer.getvalue())
    return buffer.getvalue()


def tiling(mat: Mat, paper: tuple[float, float]) -> tuple[float, float, list[Box]]:
    """How the mat is cut: the page's width and height, and each tile's box on the mat in mm, row by row.

    The page lies or stands, whichever needs fewer tiles.
    """
    best: tuple[int, float, float, int, int] | None = None
    for width, height in (paper, paper[::-1]):
        columns = math.ceil(mat.size[0] / (width - 2 * MARGIN - FLAP))
        rows = math.ceil(mat.size[1] / (height - 2 * MARGIN - FLAP))
        if best is None or columns * rows < best[0]:
            best = (columns * rows, width, height, columns, rows)
    assert best is not None
    _, width, height, columns, rows = best
    w, h = mat.size[0] / columns, mat.size[1] / rows
    boxes = [(c * w, r * h, (c + 1) * w, (r + 1) * h) for r in range(rows) for c in range(columns)]
    return width, height, boxes


def _sheet(canvas: Canvas, mat: Mat, drawn: list[Shape], font: str) -> None:
    width, height = mat.size
    canvas.setPageSize((width * mm, height * mm))
    for shape in drawn:
        _draw(canvas, shape, height, font)
    canvas.showPage()


def _tiles(canvas: Canvas, mat: Mat, drawn: list[Shape], paper: tuple[float, float], font: str) -> None:
    width, height, boxes = tiling(mat, paper)
    for number, (left, top, right, bottom) in enumerate(boxes, start=1):
        canvas.setPageSize((width * mm, height * mm))
        right_flap = FLAP if right < mat.size[0] - 1 else 0.0
        low_flap = FLAP if bottom < mat.size[1] - 1 else 0.0
        canvas.saveState()
        window = canvas.beginPath()
        w, h = right - left + right_flap, bottom - top + low_flap
        window.rect(MARGIN * mm, (height - MARGIN - h) * mm, w * mm, h * mm)
        canvas.clipPath(window, stroke=0)
        canvas.translate((MARGIN - left) * mm, (top - MARGIN) * mm)
        for shape in drawn:
            _draw(canvas, shape, height, font)
        canvas.restoreState()
        _cut_marks(canvas, height, right - left, bottom - top)
        _page_ruler(canvas, height, font, f"{number} / {len(boxes)}")
        canvas.showPage()


def _cut_marks(canvas: Canvas, page: float, w: float, h: float) -> None:
    """Two short lines at each corner of the tile, outside of it."""
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.2 * mm)
    for x in (MARGIN, MARGIN + w):
        for y in (MARGIN, MARGIN + h):
            dx, dy = (-1 if x == MARGIN else 1), (-1 if y == MARGIN else 1)
            canvas.line((x + dx * 1) * mm, (page - y) * mm, (x + dx * 6) * mm, (page - y) * mm)
            canvas.line(x * mm, (page - y - dy * 1) * mm, x * mm, (page - y - dy * 6) * mm)


def _page_ruler(canvas: Canvas, page: float, font: str, words: str) -> None:
    """A line of 100 mm in the lower margin, so that a printer that scales is found out before the scissors."""
    y = page - 4.0
    grey = (0.35, 0.35, 0.35)
    _draw(canvas, Rect(40, y, 100, 0.25, grey), page, font)
    for step in range(11):
        _draw(canvas, Rect(40 + step * 10 - 0.125, y - (2 if step % 5 == 0 else 1.2), 0.25, 2, grey), page, font)
    _draw(canvas, Text(24, y, f"100 mm   {words}" if len(words) < 12 else "100 mm", 2.6, grey), page, font)
    if len(words) >= 12:
        _draw(canvas, Text(210, y, words, 2.6, grey), page, font)


def _font(path: Path | None) -> str:
    if path is None:
        return "Helvetica"
    pdfmetrics.registerFont(TTFont("CardtableMat", str(path)))
    return "CardtableMat"


def _draw(canvas: Canvas, shape: Shape, page: float, font: str) -> None:
    """One shape on a page `page` mm high; PDF counts from the lower left corner."""
    if isinstance(shape, Rect):
        canvas.setFillColorRGB(*shape.ink)
        canvas.rect(shape.x * mm, (page - shape.y - shape.h) * mm, shape.w * mm, shape.h * mm, stroke=0, fill=1)
    elif isinstance(shape, Frame):
        canvas.setStrokeColorRGB(*shape.ink)
        canvas.setLineWidth(shape.width * mm)
        canvas.setDash([4 * mm, 4 * mm] if shape.dashed else [])
        x, y = shape.x * mm, (page - shape.y - shape.h) * mm
        canvas.roundRect(x, y, shape.w * mm, shape.h * mm, shape.radius * mm, stroke=1, fill=0)
        canvas.setDash([])
    else:
        canvas.setFillColorRGB(*shape.ink)
        canvas.setFont(font, shape.size * mm)
        canvas.saveState()
        canvas.translate(shape.x * mm, (page - shape.y) * mm)
        if shape.turned:
            canvas.rotate(180)
        canvas.drawCentredString(0, 0, shape.text)
        canvas.restoreState()
