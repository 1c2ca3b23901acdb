"""Screens as pixels: `paint` draws one, `Painter` keeps a picture up to date, `Window` shows it.

Nothing here knows a rule of a game; everything it draws stands in the Screen.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before pygame comes: its greeting would spoil --json

from table.paint.kit.canvas import Look
from table.paint.paint import paint
from table.paint.painter import Painter
from table.paint.window import DisplayError, Window

__all__ = ["DisplayError", "Look", "Painter", "Window", "paint"]
