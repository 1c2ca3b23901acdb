"""The simulated world as a scene that a camera can look at: piles, laid hands, the row, hands over them, lamps."""

from __future__ import annotations

import math
import random

import numpy as np

from table.sim.world import World
from vision.camera import Frame
from vision.camera.sim import Sim
from vision.mat import Mat, draw
from vision.synth import Camera, Card, Faces, Hand, Light, Scene
from vision.synth import Mat as MatPicture

MAT_PX_PER_MM = 3.0
THICKNESS = 0.3
PILE_JITTER = 1.2
"""How unevenly a pile is squared (mm)."""


class Stage:
    """Keeps a `Scene` in step with a `World` and gives frames of it.

    `light` and `camera` may be changed at any time (a lamp goes off, somebody bumps the stand).
    """

    def __init__(
        self, mat: Mat, faces: Faces, pictures: Faces | None, camera: Camera, seed: int = 0, style: str = "colour"
    ) -> None:
        self.mat = mat
        self.faces = faces
        self.pictures = pictures
        self.scene = Scene(faces, MatPicture(draw(mat, px_per_mm=MAT_PX_PER_MM), MAT_PX_PER_MM))
        self.sim = Sim(self.scene, camera, seed=seed)
        self.rng = random.Random(seed)
        self._version = -1
        self._middles = {zone.name: _middle(zone.box) for zone in mat.zones}

    @property
    def light(self) -> Light:
        """The lamps."""
        return self.scene.light

    @light.setter
    def light(self, light: Light) -> None:
        self.scene.light = light

    def frame(self, world: World, t: float) -> Frame:
        """What the camera sees at time `t`."""
        if world.version != self._version:
            self._arrange(world)
            self._version = world.version
        self.scene.hands = self._hands(world, t)
        return self.sim.frame(t)

    def _arrange(self, world: World) -> None:
        cards: list[Card] = []
        size = self.faces.size
        self.scene.faces = self.faces
        if world.stock and "stock" in self._middles:
            x, y = self._middles["stock"]
            # Only the uppermost cards can be seen; the height tells how many lie below.
            for level in range(max(0, len(world.stock) - 2), len(world.stock)):
                cards.append(self._piled(world.stock[level], x, y, level, False, size))
        if world.pile and "discard" in self._middles:
            x, y = self._middles["discard"]
            for level, (name, up) in enumerate(world.pile[-6:]):
                cards.append(self._piled(name, x, y, level, up, size))
        for lying in (*world.laid["near"], *world.laid["far"]):
            cards.append(Card(lying.name, lying.x, lying.y, lying.angle, lying.up, 0.0, size))
        if world.row and self.pictures is not None:
            self.scene.faces = self.pictures
            cards = [
                Card(lying.name, lying.x, lying.y, lying.angle, lying.up, 0.0, self.pictures.size)
                for lying in world.row
            ]
        self.scene.cards = _stacked(cards)

    @staticmethod
    def _piled(name: str, x: float, y: float, level: int, up: bool, size: tuple[float, float]) -> Card:
        rng = random.Random(f"{name} {up}")
        dx, dy, turn = rng.gauss(0, PILE_JITTER), rng.gauss(0, PILE_JITTER), rng.gauss(0, 0.03)
        return Card(name, x + dx, y + dy, turn, up, level * THICKNESS, size)

    def _hands(self, world: World, t: float) -> list[Hand]:
        hands = []
        for i, (zone, side) in enumerate(world.hands_over.items()):
            x, y = self._middles.get(zone, self.mat_middle)
            sway = 12 * math.sin(t * 7 + i)
            hands.append(Hand(at=(x + sway, y + 6 * math.cos(t * 5)), side=side))
        return hands

    @property
    def mat_middle(self) -> tuple[float, float]:
        """The middle of the mat in mm."""
        return self.mat.size[0] / 2, self.mat.size[1] / 2


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _stacked(cards: list[Card]) -> list[Card]:
    """Heights for cards that lie over one another in a spread: each a little above the one before."""
    out = []
    for i, card in enumerate(cards):
        out.append(card if card.z > 0 else _at(card, 0.05 + (i % 13) * 0.02))
    return out


def _at(card: Card, z: float) -> Card:
    return Card(card.name, card.x, card.y, card.angle, card.up, z, card.size)


def lamp(level: float, rng: np.random.Generator) -> Light:
    """A usual lamp over a table at this brightness."""
    return Light(level=level, slope=(float(rng.uniform(-0.15, 0.15)), float(rng.uniform(-0.15, 0.15))))
