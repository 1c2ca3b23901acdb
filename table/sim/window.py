"""The demo's window: the scoreboard, the camera's view of the simulated table, the keys, and one's own cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import pygame

from table.paint import Look, Window
from table.paint.kit.cache import Cache
from table.paint.kit.canvas import Canvas, Rect
from table.paint.kit.cards import draw_card
from table.paint.painter import Painter
from table.paint.palette import FELT, GOOD, MUTED, PANEL, RAISED, TEXT, seat_color
from table.paint.window import Clicked, Input
from table.rules.cards import INDEX, Card
from table.screens.model import CardView, Screen
from table.sim.human import Human

SIZE = (1280, 800)
BOARD = Rect(0, 0, 848, 477)
VIEW = Rect(860, 12, 408, 306)
KEYS = Rect(860, 330, 408, 147)
HAND = Rect(12, 490, 1256, 298)

FRAMES = 8.0
"""Pictures of the simulated table a second."""


class DemoWindow(Window):
    """A `Window` whose upper left part is the scoreboard as on a real table."""

    def __init__(self, camera: Callable[[], np.ndarray | None], human: Human | None, title: str) -> None:
        super().__init__("window", size=SIZE, look=Look(), pictures={}, title=title, burn_in_shift=False)
        self.camera = camera
        self.human = human
        self.lamps: dict[str, str] = {}
        self.keys_of: dict[str, tuple[str, ...]] = {}
        self.names: dict[str, str] = {}
        self.status = ""
        self.clue: Callable[[], str] = str
        """What the simulated storyteller has said, as a sentence; empty while there is none."""
        self.hands: Callable[[], Mapping[str, Sequence[str]]] = dict
        """What each simulated player holds, for whoever watches."""
        self.picture_of: Callable[[str], np.ndarray | None] = lambda name: None
        self._cache = Cache()
        self._hits: list[tuple[Rect, str]] = []
        self._next = 0.0
        self._scale = 1.0
        self._resized_board()

    def _resized_board(self) -> None:
        width, height = self.surface.get_size()
        self._scale = min(width / SIZE[0], height / SIZE[1])
        board = (int(BOARD.w * self._scale), int(BOARD.h * self._scale))
        if self.painter.picture.get_size() != board:
            old = self.painter
            self.painter = Painter(board, old.look, old.pictures, old.on_trouble, burn_in_shift=False)

    def show(self, screen: Screen, now: float) -> bool:
        """Board, camera, keys and hand; at most some pictures a second unless the board changed."""
        self._resized_board()
        changed = self.painter.show(screen, now)
        if not changed and now < self._next:
            return False
        self._next = now + 1 / FRAMES
        self.surface.fill(FELT)
        self.surface.blit(self.painter.picture, (0, 0))
        self._panels(now)
        pygame.display.flip()
        return True

    # -- panels -----------------------------------------------------------------------------------------------

    def _panels(self, now: float) -> None:
        canvas = Canvas(self.surface, self._cache, scale=self._scale, now=now)
        self._hits = []
        self._camera(canvas)
        self._keys(canvas)
        self._hand(canvas)

    def _camera(self, canvas: Canvas) -> None:
        image = self.camera()
        box = canvas.pixels(VIEW)
        if image is None or box.w <= 0:
            canvas.round(VIEW, PANEL, 12)
            return
        small = cv2.resize(image, (box.w, box.h), interpolation=cv2.INTER_AREA)
        rgb = np.ascontiguousarray(small[:, :, ::-1].swapaxes(0, 1))
        self.surface.blit(pygame.surfarray.make_surface(rgb), box)
        if self.human is not None and self.human.wanted in ("draw", "offer"):
            self._hits.append((Rect(VIEW.x, VIEW.y, VIEW.w / 2, VIEW.h), "stock"))
            self._hits.append((Rect(VIEW.x + VIEW.w / 2, VIEW.y, VIEW.w / 2, VIEW.h), "pile"))

    def _keys(self, canvas: Canvas) -> None:
        canvas.round(KEYS, PANEL, 12)
        y = KEYS.y + 22
        for seat, keys in self.keys_of.items():
            lamp = self.lamps.get(seat, "off")
            lit = {"waiting": TEXT, "taken": GOOD, "finished": GOOD}.get(lamp, RAISED)
            canvas.round(Rect(KEYS.x + 14, y - 8, 16, 16), lit, 8)
            canvas.text(KEYS.x + 42, y, self.names.get(seat, seat), 20, seat_color(seat), least=14)
            canvas.text(KEYS.right - 14, y, "  ".join(k.upper() for k in keys), 20, MUTED, "r", least=14)
            y += 22
        canvas.text(KEYS.right - 14, KEYS.bottom - 14, "Fix: SPACE", 18, MUTED, "r", least=14)
        canvas.text(KEYS.x + 14, KEYS.bottom - 14, self.status, 18, MUTED, least=12)

    def _hand(self, canvas: Canvas) -> None:
        canvas.round(HAND, PANEL, 12)
        human = self.human
        if human is None:
            self._watch(canvas)
            return
        asked = self.names.get(f"ask_{human.wanted}", "") if human.wanted else ""
        asked = "  ".join(part for part in (self.clue(), asked) if part)
        canvas.text(HAND.x + 20, HAND.y + 26, asked, 24, TEXT, maxw=HAND.w - 40, least=16)
        pictures = any(card not in INDEX for card in human.hand)
        cards = human.hand if pictures else sorted(human.hand, key=lambda card: INDEX[Card(card)])
        wide, tall = (152, 228) if pictures else (106, 150)
        step = min(wide + 10.0, (HAND.w - 60) / max(1, len(cards)))
        for i, card in enumerate(cards):
            rect = Rect(HAND.x + 24 + i * step, HAND.y + 56, wide, tall)
            self._held(canvas, rect, card)
            self._hits.append((rect, card))
        if human.wanted == "lay":
            button = Rect(HAND.x + 24, HAND.y + 232, 300, 48)
            canvas.round(button, RAISED, 12)
            canvas.text(button.cx, button.cy, self.names.get("lay_cards", "lay my cards"), 24, TEXT, "c", least=14)
            self._hits.append((button, "done"))

    def _watch(self, canvas: Canvas) -> None:
        """Everybody's hand, since nobody here plays."""
        canvas.text(HAND.x + 20, HAND.y + 24, self.names.get("watch", ""), 22, MUTED, maxw=HAND.w - 40, least=14)
        hands = [(seat, cards) for seat, cards in self.hands().items() if cards]
        if not hands:
            return
        columns = 2 if len(hands) > 2 else 1
        rows = -(-len(hands) // columns)
        height = (HAND.h - 50) / rows
        width = (HAND.w - 20) / columns
        for i, (seat, cards) in enumerate(hands):
            x, y = HAND.x + 20 + i % columns * width, HAND.y + 44 + i // columns * height
            canvas.text(x, y + height / 2, self.names.get(seat, seat), 20, seat_color(seat), maxw=96, least=12)
            tall = height - 12
            wide = tall * (0.7 if len(cards[0]) == 2 else 0.667)
            step = min(wide + 8, (width - 130) / max(1, len(cards)))
            for k, card in enumerate(cards):
                self._held(canvas, Rect(x + 104 + k * step, y + 4, wide, tall), card)

    def _held(self, canvas: Canvas, rect: Rect, card: str) -> None:
        if card in INDEX:
            draw_card(canvas, rect, CardView(card=Card(card)), PANEL)
            return
        image = self.picture_of(card)
        box = canvas.pixels(rect)
        if image is not None and box.w > 0 and box.h > 0:
            small = cv2.resize(image, (box.w, box.h), interpolation=cv2.INTER_AREA)
            rgb = np.ascontiguousarray(small[:, :, ::-1].swapaxes(0, 1))
            self.surface.blit(pygame.surfarray.make_surface(rgb), box)

    # -- input ------------------------------------------------------------------------------------------------

    def inputs(self) -> Iterator[Input]:
        """Clicks on one's own cards and on the piles stay here; everything else goes to the table."""
        for event in super().inputs():
            if isinstance(event, Clicked) and event.key is None and event.down and self.human is not None:
                x, y = event.x / self._scale, event.y / self._scale
                # The uppermost card is drawn last.
                hit = next((name for rect, name in reversed(self._hits) if rect.holds(x, y)), None)
                if hit is not None:
                    self.human.answer(hit)
                    continue
            yield event

    def _resized(self) -> Any:
        surface = pygame.display.get_surface()
        if surface is not None:
            self.surface = surface
            self._resized_board()
        return None
