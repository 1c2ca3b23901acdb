"""What every screen is made of: text that fits, sprites drawn once, cards, keys, panels."""

from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card, draw_group, group_width
from table.paint.kit.frame import band, chip, footer, header
from table.paint.kit.parts import badge, bar, key_cap, panel, pod

__all__ = [
    "Canvas",
    "Rect",
    "badge",
    "band",
    "bar",
    "chip",
    "draw_card",
    "draw_group",
    "footer",
    "group_width",
    "header",
    "key_cap",
    "panel",
    "pod",
]
