"""Putting things right: a card by three presses, points by hand, going on after a power cut."""

from __future__ import annotations

from collections.abc import Sequence

from table.paint.bodies.hands import cutout
from table.paint.kit import signs
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, mark
from table.paint.kit.parts import BODY, badge, disc, hollow, key_cap, panel
from table.paint.palette import FACE, FIX, GOOD, LINE, MUTED, PANEL, SUITS_2, SUITS_4, TEXT, Color, mix, seat_color
from table.screens.model import CardPick, PickStage, Points, Resume, ResumeColumn, Screen

RANK_ROWS = (("A", "2", "3", "4", "5"), ("6", "7", "8", "9", "10"), ("J", "Q", "K"))


def _suit_color(c: Canvas, letter: str) -> Color:
    return (SUITS_4 if c.look.suit_colors == 4 else SUITS_2)[letter]


def paint_card_pick(c: Canvas, body: CardPick, screen: Screen) -> None:
    left, right = Rect(40, BODY.y, 330, 392), Rect(390, BODY.y, 850, 392)
    panel(c, left)
    panel(c, right)
    cutout(c, body.cutout, Rect(60, 244, 290, 150))
    _chosen(c, body)
    _stages(c, body.stages, left)
    if body.suit is None:
        _suits(c, body, right)
    else:
        _ranks(c, body, body.suit, right)


def _chosen(c: Canvas, body: CardPick) -> None:
    """The suit that is chosen, and the rank that is still open."""
    box = Rect(60, 412, 104, 104)
    if body.suit is None:
        c.round(box, PANEL, 16, FIX, 4)
        c.text(box.cx, box.cy, "?", 60, FIX, "c", True)
    else:
        c.round(box, FACE, 16)
        color, letter = _suit_color(c, body.suit), body.suit
        c.sprite(("suit", letter, color), box, lambda pen: signs.suit(pen, letter, 52, 52, 78, color))
        mark(c, box.right, box.y, 38, "tick")
    rank = Rect(184, 412, 166, 104)
    now = body.suit is not None
    c.round(rank, PANEL, 16, FIX if now else LINE, 4 if now else 2)
    words = " ".join(RANK_ROWS[body.row - 1]) if body.row else "?"
    c.text(rank.cx, rank.cy, words, 60 if not body.row else 34, FIX if now else MUTED, "c", True, maxw=150, least=24)


def _stages(c: Canvas, stages: Sequence[PickStage], box: Rect) -> None:
    count = len(stages)
    for i, stage in enumerate(stages):
        room = 306 / count
        x = box.x + 12 + room * (i + 0.5)
        if i:
            c.line(x - room + 20, 554, x - 20, 554, LINE, 2)
        if stage.state == "later":
            hollow(c, x, 554, 24, LINE, 3)
        else:
            disc(c, x, 554, 24, GOOD if stage.state == "done" else FIX)
        c.text(
            x,
            591,
            stage.label,
            28,
            MUTED if stage.state == "later" else TEXT,
            "c",
            stage.state == "now",
            maxw=room - 2,
            least=24,
        )


def _suits(c: Canvas, body: CardPick, box: Rect) -> None:
    for i, letter in enumerate("SHDC"):
        tile = Rect(box.x + 24 + (i % 2) * 406, box.y + 22 + (i // 2) * 178, 396, 166)
        c.note("panel", "", tile)
        c.round(tile, mix(FIX, PANEL, 0.14), 16, FIX, 3)
        c.hit(tile, str(i + 1))
        key_cap(c, tile.x + 58, tile.cy, str(i + 1), 76)
        face = Rect(tile.x + 116, tile.cy - 56, 112, 112)
        c.round(face, FACE, 14)
        color = _suit_color(c, letter)
        c.sprite(("suit", letter, color), face, lambda pen, k=letter, q=color: signs.suit(pen, k, 56, 56, 84, q))  # type: ignore[misc]
        if i < len(body.suit_labels):
            c.text(tile.x + 244, tile.cy, body.suit_labels[i], 34, bold=True, maxw=tile.right - tile.x - 254, least=26)


def _ranks(c: Canvas, body: CardPick, letter: str, box: Rect) -> None:
    color = _suit_color(c, letter)
    for k in range(5):
        x = 566 + k * 144
        if body.row:
            key_cap(c, x, 262, str(k + 1), 52)
        else:
            c.text(x, 262, str(k + 1), 36, MUTED, "c")
    label = body.column_label if body.row else body.row_label
    c.text(440, 262, label, 30, MUTED, "c", maxw=98, least=24)
    for r, ranks in enumerate(RANK_ROWS):
        y = 341 + r * 108
        chosen = body.row in (None, r + 1)
        strip = Rect(490, y - 48, 730, 96)
        c.round(strip, mix(FIX, PANEL, 0.14) if chosen else PANEL, 14, FIX if chosen else LINE, 3 if chosen else 2)
        if body.row is None:
            key_cap(c, 440, y, str(r + 1), 72)
            c.hit(strip, str(r + 1))
        elif chosen:
            disc(c, 440, y, 44, GOOD, "tick")
        for k, rank in enumerate(ranks):
            _rank(c, rank, letter, 566 + k * 144, y, color, chosen, body)


def _rank(c: Canvas, rank: str, letter: str, x: float, y: float, color: Color, lively: bool, body: CardPick) -> None:
    card = ("T" if rank == "10" else rank) + letter
    if card in body.gone:
        c.text(x, y - 16, rank, 40, MUTED, "c")
        c.text(x, y + 25, body.gone_label, 28, MUTED, "c", maxw=140, least=24)
        return
    face = Rect(x - 42, y - 40, 84, 80)
    c.round(face, FACE if lively else mix(FACE, PANEL, 0.35), 12)
    if not lively:
        color = mix(color, PANEL, 0.35)
    font = c.cache.font(max(8, round(52 * c.scale * 4)))
    c.sprite(("rank", rank, color), face, lambda pen: pen.glyph(font, rank, color, 42, 40, 1.4))


# -- points by hand ---------------------------------------------------------------------------------------------


def paint_points(c: Canvas, body: Points, screen: Screen) -> None:
    left, right = Rect(40, BODY.y, 560, 392), Rect(620, BODY.y, 620, 392)
    panel(c, left)
    panel(c, right)
    c.text(left.cx, left.y + 46, body.label, 34, MUTED, "c", maxw=510)
    c.text(left.cx, left.y + 192, body.number, 190, seat_color(body.seat), "c", True, maxw=510)
    c.text(left.cx, left.y + 338, body.preview, 40, TEXT, "c", maxw=510)
    count = len(body.keys)
    rows = max(1, (count + 1) // 2)
    step = 390 / rows
    for i, item in enumerate(body.keys):
        x, y = right.x + 40 + (i % 2) * 300, right.y + step * (i // 2 + 0.5)
        key_cap(c, x + 34, y, item.key, min(76, step - 20))
        c.text(x + 88, y, item.label, 44, GOOD if item.good else TEXT, bold=True, maxw=196)


# -- after a power cut ------------------------------------------------------------------------------------------


def paint_resume(c: Canvas, body: Resume, screen: Screen) -> None:
    count = max(1, len(body.columns))
    wide = (1200 - 18 * (count - 1)) / count
    for i, column in enumerate(body.columns):
        _resume(c, Rect(40 + i * (wide + 18), BODY.y, wide, 392), column)


ROOMY = 350.0
"""So wide is a score with its name."""


def _wide_scores(c: Canvas, box: Rect, column: ResumeColumn) -> None:
    """One way on alone has the whole width: the scores stand two by two with their names."""
    lines = max(1, (len(column.scores) + 1) // 2)
    step, wide = min(92.0, 290 / lines), (box.w - 72) / 2
    for i, row in enumerate(column.scores):
        x, y = box.x + 36 + i % 2 * wide, box.y + 98 + step * (i // 2 + 0.5)
        size = min(56.0, step * 0.8)
        badge(c, row.seat, x + 36, y, min(64.0, step - 8), named=False)
        points = c.text(x + wide - 40, y, str(row.points), size, seat_color(row.seat), "r", True, maxw=140)
        c.text(x + 84, y, row.name, 38, maxw=wide - 84 - 40 - points - 16)


def _resume(c: Canvas, box: Rect, column: ResumeColumn) -> None:
    panel(c, box, PANEL, LINE, 2)
    key_cap(c, box.x + 48, box.y + 46, column.key, 60)
    c.hit(box, column.key)
    room = box.w - 92 - 14
    c.text(box.x + 92, box.y + (32 if column.sub else 46), column.title, 36, bold=True, maxw=room)
    c.text(box.x + 92, box.y + 71, column.sub, 28, MUTED, maxw=room)
    if column.card is not None:
        high = 216.0 if column.card_label else 250.0
        card = Rect(box.cx - high * 0.37, box.y + 112, high * 0.74, high)
        draw_card(c, card, column.card, named=False)
        if column.differs:
            mark(c, card.right, card.y + 12, 52, "!")
        c.text(box.cx, box.bottom - 34, column.card_label, 30, MUTED, "c", maxw=box.w - 32)
    rows = column.scores
    if box.w > 2 * ROOMY:
        _wide_scores(c, box, column)
        return
    step = min(114.0, 280 / max(1, len(rows)))
    for i, row in enumerate(rows):
        y = box.y + 100 + step * (i + 0.5)
        badge(c, row.seat, box.x + 104, y, min(80.0, step - 8), named=False)
        c.text(box.x + 164, y, str(row.points), min(72.0, step), seat_color(row.seat), bold=True, maxw=box.w - 180)
