"""A small table for the tests of picture cards: a drawn deck, cards laid in mm, frames as a camera gives them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.pictures.deck import KEPT_SIZE, PictureDeck
from vision.pictures.tokens import DICTIONARY, MARKER_MM, TOKEN_MM, Token
from vision.pictures.trial import homography
from vision.synth import Camera, Card, Faces, Hand, Renderer, Scene, picture_faces, plain_mat
from vision.synth.faces import PICTURE

CAMERA = Camera(size=(1024, 768), tilt=6, height=560)
COUNT = 12
SOFTLY = 16.0


@cache
def faces() -> Faces:
    """Twelve drawn cards ``p01``.. and a back; also ``p01'``.. that resemble them, ``p01~``.. painted without a sharp
    edge, ``p01/p02`` whose lower half is the second's, and ``token-N`` for a marker."""
    drawn = picture_faces(COUNT)
    return _WithTokens(drawn.name, drawn.size, drawn.names, drawn.make)


class _WithTokens(Faces):
    def __getitem__(self, name: str) -> np.ndarray:
        if name.endswith("'"):
            return alike(super().__getitem__(name[:-1]))
        if name.endswith("~"):
            return cv2.GaussianBlur(super().__getitem__(name[:-1]), (0, 0), SOFTLY)
        if "/" in name:
            upper, lower = (super(_WithTokens, self).__getitem__(one) for one in name.split("/"))
            half = len(upper) // 2
            return np.concatenate([upper[:half], lower[half:]])
        return token_print(int(name[6:])) if name.startswith("token-") else super().__getitem__(name)


def alike(face: np.ndarray) -> np.ndarray:
    """The same picture but for one corner."""
    out = face.copy()
    h, w = out.shape[:2]
    cv2.circle(out, (w // 4, h // 4), w // 9, (30, 60, 200), -1, cv2.LINE_AA)
    cv2.circle(out, (w // 4, h // 4), w // 16, (240, 240, 60), -1, cv2.LINE_AA)
    return out


@cache
def token_print(marker: int) -> np.ndarray:
    """The face of a voting token."""
    side, inner = 256, round(256 * MARKER_MM / TOKEN_MM)
    face = np.full((side, side, 3), 250, np.uint8)
    a = (side - inner) // 2
    code = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(marker, inner)
    face[a : a + inner, a : a + inner] = code[..., None]
    return face


@cache
def px_to_mm() -> np.ndarray:
    return homography(CAMERA)


@cache
def _renderer() -> Renderer:
    return Renderer(CAMERA)


@cache
def _cloth():
    return plain_mat()


def kept(face: np.ndarray) -> np.ndarray:
    """A face as decks keep it."""
    return cv2.resize(face, KEPT_SIZE[::-1], interpolation=cv2.INTER_AREA)


def enrolled(*names: str) -> PictureDeck:
    """A deck that knows these cards (all without names given) and its back; ids follow the order, ``p001``.."""
    deck = PictureDeck("test")
    for name in names or faces().names:
        deck.add(kept(faces()[name]), title=name)
    deck.set_back(kept(faces()["back"]))
    return deck


class Table:
    """Cards on a cloth. `frame` gives the next picture; noise differs from frame to frame."""

    def __init__(self, seed: int = 1) -> None:
        self.scene = Scene(faces(), _cloth())
        self.rng = np.random.default_rng(seed)

    def row(self, *names: str, y: float = 210.0, step: float = 90.0, turned: bool = False) -> list[Card]:
        """Lays cards from left to right as the near seat sees them; `turned`: upright to the far seat."""
        first = 297 - step * (len(names) - 1) / 2
        return [self.put(name, first + i * step, y, np.pi if turned else 0.0) for i, name in enumerate(names)]

    def put(self, name: str, x: float, y: float, angle: float = 0.0) -> Card:
        card = Card(name, x, y, angle, name != "back", 0.0, PICTURE)
        self.scene.cards.append(card)
        return card

    def token(self, token: Token, x: float, y: float, angle: float = 0.2) -> Card:
        card = Card(f"token-{token.marker}", x, y, angle, True, 1.0, (TOKEN_MM, TOKEN_MM))
        self.scene.cards.append(card)
        return card

    def move(self, card: Card, x: float, y: float, angle: float = 0.0) -> Card:
        return self.scene.move(card, x, y, angle)

    def hand(self, x: float, y: float, side: str = "near") -> None:
        self.scene.hands = [Hand(at=(x, y), side=side)]

    def no_hand(self) -> None:
        self.scene.hands = []

    def frame(self) -> np.ndarray:
        return _renderer().frame(self.scene, self.rng)
