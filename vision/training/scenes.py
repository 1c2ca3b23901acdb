"""Synthetic scenes: cards of one deck scattered, in rows, fans and piles on some ground, under some light and camera.

Every index is labelled with where it is and how much of its rank and of its suit can be seen, taken from a map of
which card is on top at each pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.indices import GLYPHS, NET_SUITS
from vision.training.camera import grounds, photograph
from vision.training.faces import HEIGHT, NUMBERS, PX_PER_MM, WIDTH, Box, Deck, load_decks
from vision.training.indexart import draw_style, gather, recoloured, redraw
from vision.training.strangers import draw_stranger

SIZE = 448
SMALLEST, LARGEST = 0.85, 4.2
"""Scales of scenes in px per mm, drawn evenly in the logarithm."""

OWN = 0.12
"""Share of the scenes that show a deck drawn by the project, beside its turn among all the others."""

COLUMNS = ("x", "y", "down", "height", "rank", "suit", "rank_seen", "suit_seen")
"""A label: centre in px, direction rank -> suit in rad, height in px, numbers of glyph and suit, shares seen."""

Place = tuple[float, float, float]
"""Centre of a card in mm and its turn in rad."""


@dataclass
class SceneMaker:
    """Makes scenes from a folder of decks; the same seed gives the same scenes. `plain` never redraws an index."""

    decks: list[Deck]
    seed: int
    fonts: Path | None = None
    plain: bool = False
    foreign: float = 0.06

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.glyphs = gather(self.decks, self.fonts)
        self.mask = card_mask()

    @classmethod
    def from_folder(cls, faces: Path, seed: int, **kind: object) -> SceneMaker:
        """With all decks of the folder but those in `leave_out`."""
        leave_out = frozenset(kind.pop("leave_out", ()))  # type: ignore[call-overload]
        only = kind.pop("only", None)
        return cls(load_decks(faces, leave_out, only), seed, **kind)  # type: ignore[arg-type]

    def deck(self) -> Deck:
        """One of the decks at random; those that the project draws lie on its own tables and come more often."""
        own = [deck for deck in self.decks if deck.name.startswith("drawn-")]
        decks = own if own and self.rng.random() < OWN else self.decks
        return decks[int(self.rng.integers(len(decks)))]

    def scene(self) -> tuple[np.ndarray, np.ndarray]:
        """A picture (448, 448, 3) uint8 and its labels (n, 8) float32 in the order of `COLUMNS`."""
        rng = self.rng
        px_per_mm = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
        to_px = view(rng, px_per_mm)
        deck = self.deck()
        style = None if self.plain or rng.random() < 0.5 else draw_style(rng, self.glyphs, self.foreign)
        four = rng.random() < 0.22
        colours = style is None and rng.random() < 0.15
        cards = list(deck.faces)
        order = rng.permutation(len(cards))
        canvas = Canvas(rng, grounds(rng, SIZE), to_px, px_per_mm, self.mask)
        strangers = 0.12 if rng.random() < 0.5 else 0.0
        for i, place in enumerate(layouts(rng, SIZE / px_per_mm / 2)):
            if rng.random() < strangers:
                canvas.lay(draw_stranger(rng, self.glyphs, WIDTH, HEIGHT), place, None, [])
                continue
            card = cards[order[i % len(cards)]]
            face, boxes = deck.faces[card], (deck.rank_box, deck.suit_box)
            if style is not None:
                face, *new = redraw(face, card, style, self.glyphs, around(*boxes))
                boxes = (new[0], new[1])
                card = style.printed.get(card[0], card[0]) + card[1]
            if colours:
                face = recoloured(face, card[1])
            if four and card[0] in NUMBERS | {"A"}:
                face = with_four(face, around(*boxes))
                canvas.lay(face, place, card, corner_boxes(*boxes, four=True))
            else:
                canvas.lay(face, place, card, corner_boxes(*boxes, four=False))
        image = photograph(rng, canvas.image, px_per_mm)
        return image, canvas.labels()


class Canvas:
    """A picture on which cards are laid one over the other."""

    def __init__(
        self, rng: np.random.Generator, ground: np.ndarray, to_px: np.ndarray, px_per_mm: float, mask: np.ndarray
    ) -> None:
        self.rng, self.image, self.to_px, self.px_per_mm, self.mask = rng, ground, to_px, px_per_mm, mask
        self.top = np.full(ground.shape[:2], -1, np.int16)
        self.laid = 0
        self.indices: list[tuple[int, str, np.ndarray, np.ndarray, np.ndarray]] = []
        self.softness = rng.uniform(0.15, 1.2)
        self.shadow = rng.uniform(0.05, 0.45)
        self.shadow_way = rng.uniform(0, 2 * math.pi)
        self.edge = rng.uniform(0, 0.35)
        self.paper = rng.uniform(0.78, 1.0) * (1 + rng.uniform(-0.04, 0.02, 3))

    def lay(self, face: np.ndarray, place: Place, card: str | None, boxes: list[tuple[Box, Box, bool]]) -> None:
        """Lay a card; `boxes` are the rank and suit boxes of each of its indices and whether it stands on its head."""
        x, y, turn = place
        cos, sin = math.cos(turn), math.sin(turn)
        on_mat = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])
        on_card = np.array(
            [[1 / PX_PER_MM, 0, -WIDTH / 2 / PX_PER_MM], [0, 1 / PX_PER_MM, -HEIGHT / 2 / PX_PER_MM], [0, 0, 1]]
        )
        matrix = self.to_px @ on_mat @ on_card
        rim = np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]], np.float32)
        corners = cv2.perspectiveTransform(rim, matrix)[0]
        left, top = np.maximum(np.floor(corners.min(axis=0) - 6).astype(int), 0)
        right, bottom = np.minimum(np.ceil(corners.max(axis=0) + 7).astype(int), self.image.shape[1])
        if right - left < 8 or bottom - top < 8:
            return
        self.paint(face, matrix, (left, top, right, bottom))
        for rank_box, suit_box, headlong in boxes:
            whole = around(rank_box, suit_box)
            middle = (whole[0] + whole[2]) / 2
            ends = (whole[3], whole[1]) if headlong else (whole[1], whole[3])
            axis = np.array([[[middle, ends[0]], [middle, ends[1]]]], np.float32)
            points = [cv2.perspectiveTransform(grid(box)[None], matrix)[0] for box in (rank_box, suit_box)]
            assert card is not None
            self.indices.append((self.laid, card, cv2.perspectiveTransform(axis, matrix)[0], points[0], points[1]))
        self.laid += 1

    def paint(self, face: np.ndarray, matrix: np.ndarray, box: tuple[int, int, int, int]) -> None:
        """Shadow, then the card itself with its darker rim."""
        left, top, right, bottom = box
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
        mask = self.mask
        if self.px_per_mm < 2.6:
            face = cv2.resize(face, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
            mask = cv2.resize(mask, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
            shift = shift @ matrix @ np.diag([2.0, 2.0, 1.0])
        else:
            shift = shift @ matrix
        size = (right - left, bottom - top)
        warped = cv2.warpPerspective(face, shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(mask, shift, size, flags=cv2.INTER_LINEAR)
        part = self.image[top:bottom, left:right]
        blur = 3 + 2 * int(self.softness * self.px_per_mm)
        way = self.softness * self.px_per_mm * 0.7
        move = np.array([[1, 0, way * math.cos(self.shadow_way)], [0, 1, way * math.sin(self.shadow_way)]], np.float32)
        shade = cv2.warpAffine(cv2.blur(alpha, (blur, blur)), move, size).astype(np.float32) / 255 * self.shadow
        part *= (1 - shade)[..., None]
        rim = 1 - self.edge * (1 - cv2.erode(alpha, np.ones((3, 3), np.uint8)).astype(np.float32)[..., None] / 255)
        cover = alpha.astype(np.float32)[..., None] / 255
        light = self.paper * self.rng.uniform(0.95, 1.03)
        part[:] = part * (1 - cover) + warped * light.astype(np.float32) * rim * cover
        self.top[top:bottom, left:right][alpha > 127] = self.laid

    def labels(self) -> np.ndarray:
        """The labels of every index of which at least a trace is seen."""
        rows = []
        for number, card, axis, rank_points, suit_points in self.indices:
            rank_seen, suit_seen = self.seen(number, rank_points), self.seen(number, suit_points)
            if max(rank_seen, suit_seen) <= 0.05:
                continue
            way = axis[1] - axis[0]
            middle = axis.mean(axis=0)
            rank, suit = GLYPHS.index(card[0]), NET_SUITS.index(card[1])
            height = math.hypot(*way)
            rows.append((*middle, math.atan2(way[1], way[0]), height, rank, suit, rank_seen, suit_seen))
        return np.array(rows, np.float32).reshape(-1, len(COLUMNS))

    def seen(self, number: int, points: np.ndarray) -> float:
        """The share of points at which this card lies on top."""
        at = np.round(points).astype(int)
        inside = ((at >= 0) & (at < self.top.shape[0])).all(axis=1)
        return float((self.top[at[inside, 1], at[inside, 0]] == number).sum() / len(points))


def around(first: Box, second: Box) -> Box:
    """The box around two boxes."""
    return (min(first[0], second[0]), min(first[1], second[1]), max(first[2], second[2]), max(first[3], second[3]))


def grid(box: Box) -> np.ndarray:
    """Points (25, 2) spread over a box."""
    xs, ys = np.meshgrid(np.linspace(box[0] + 1, box[2] - 1, 5), np.linspace(box[1] + 1, box[3] - 1, 5))
    return np.stack([xs.ravel(), ys.ravel()], axis=1).astype(np.float32)


def turned(box: Box) -> Box:
    """The same box on the card turned by half."""
    return (WIDTH - box[2], HEIGHT - box[3], WIDTH - box[0], HEIGHT - box[1])


def mirrored(box: Box) -> Box:
    """The same box in the other upper corner."""
    return (WIDTH - box[2], box[1], WIDTH - box[0], box[3])


def corner_boxes(rank: Box, suit: Box, *, four: bool) -> list[tuple[Box, Box, bool]]:
    """Rank and suit boxes of every index of a card, and whether it stands on its head."""
    boxes = [(rank, suit, False), (turned(rank), turned(suit), True)]
    if four:
        other = (mirrored(rank), mirrored(suit))
        boxes += [(*other, False), (turned(other[0]), turned(other[1]), True)]
    return boxes


def with_four(face: np.ndarray, box: Box) -> np.ndarray:
    """The face with its index copied into the other two corners, glyphs not mirrored."""
    out = face.copy()
    left, top, right, bottom = max(box[0] - 2, 0), max(box[1] - 2, 0), box[2] + 3, box[3] + 3
    index = face[top:bottom, left:right]
    out[top:bottom, WIDTH - right : WIDTH - left] = index
    out[HEIGHT - bottom : HEIGHT - top, left:right] = index[::-1, ::-1]
    return out


def card_mask() -> np.ndarray:
    """255 on the card, 0 outside its round corners."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    radius = 14
    cv2.rectangle(mask, (radius, 0), (WIDTH - 1 - radius, HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (WIDTH - 1, HEIGHT - 1 - radius), 255, -1)
    for x in (radius, WIDTH - 1 - radius):
        for y in (radius, HEIGHT - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def view(rng: np.random.Generator, px_per_mm: float) -> np.ndarray:
    """The homography from mm to px: turned, tilted by up to half a radian, scaled."""
    turn, tilt_way = rng.uniform(0, 2 * math.pi, 2)
    tilt = min(abs(rng.normal()) * 0.18, 0.55)
    offset = rng.uniform(-25, 25, 2)
    cos, sin = math.cos(turn), math.sin(turn)
    spin = np.array([[cos, -sin, offset[0]], [sin, cos, offset[1]], [0, 0, 1]])
    cos, sin = math.cos(tilt_way), math.sin(tilt_way)
    axis = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt) / 500, 1]])
    scale = np.array([[px_per_mm, 0, SIZE / 2], [0, px_per_mm, SIZE / 2], [0, 0, 1]])
    return scale @ np.linalg.inv(axis) @ lean @ axis @ spin


def layouts(rng: np.random.Generator, room: float) -> list[Place]:
    """Where the cards of a scene lie that reaches `room` mm from its middle: far views show several groups."""
    places = layout(rng)
    if room > 130:
        for _ in range(rng.integers(1, 4)):
            x, y = rng.uniform(40 - room, room - 40, 2)
            places += [(x + dx, y + dy, turn) for dx, dy, turn in layout(rng)]
    return places


def layout(rng: np.random.Generator) -> list[Place]:
    """Where the cards of a scene lie, the lowest first."""
    kind = rng.random()
    if kind < 0.22:
        return [(*rng.uniform(-95, 95, 2), rng.uniform(0, 2 * math.pi)) for _ in range(rng.integers(1, 8))]
    if kind < 0.36:
        return rows_of_cards(rng)
    if kind < 0.78:
        return [place for _ in range(rng.integers(1, 4)) for place in fan(rng)]
    turn = rng.uniform(0, 2 * math.pi)
    spread = rng.uniform(25, 55)
    return [
        (*rng.normal(0, spread, 2), rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else turn + rng.normal(0, 0.3))
        for _ in range(rng.integers(3, 14))
    ]


def rows_of_cards(rng: np.random.Generator) -> list[Place]:
    """A grid of cards, some turned by half."""
    turn = rng.uniform(0, 2 * math.pi)
    cos, sin = math.cos(turn), math.sin(turn)
    across, along = rng.uniform(58, 80), rng.uniform(84, 105)
    places = []
    for i in range(-1, 2):
        for j in range(-1, 2):
            if rng.random() < 0.8:
                x, y = i * across + rng.normal(0, 1.5), j * along + rng.normal(0, 1.5)
                half = math.pi if rng.random() < 0.4 else 0.0
                places.append((x * cos - y * sin, x * sin + y * cos, turn + rng.normal(0, 0.06) + half))
    return places


def fan(rng: np.random.Generator) -> list[Place]:
    """A fan or row of 2 to 14 cards, as tight as hands hold them (5.5 mm a card) or wide."""
    count = int(rng.integers(2, 15))
    x, y = rng.uniform(-85, 85, 2)
    turn = rng.uniform(0, 2 * math.pi)
    radius = rng.uniform(90, 420) if rng.random() < 0.75 else rng.uniform(800, 4000)
    step = (rng.uniform(5.5, 11) if rng.random() < 0.4 else rng.uniform(6, 20)) / radius
    step *= (1 if rng.random() < 0.85 else 1.8) * (1 if rng.random() < 0.93 else -1)
    cos, sin = math.cos(turn), math.sin(turn)
    places = []
    for i in range(count):
        angle = (i - (count - 1) / 2) * step + rng.normal(0, 0.02)
        dx, dy = radius * math.sin(angle), radius * (1 - math.cos(angle)) + rng.normal(0, 1.2)
        places.append((x + dx * cos - dy * sin, y + dx * sin + dy * cos, turn + angle + rng.normal(0, 0.02)))
    return places
