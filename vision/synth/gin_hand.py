"""A whole hand of gin at the simulated table, as a trial for the eye: who does what, and what disturbs it.

People draw, take and discard by lot (they need no sense for melds: the eye does not know the game), reach out and
think better of it, square up piles, knock them over, drop a card and pick it up again. Lamps go on and off, clouds
pass, somebody leans over the table, the camera is bumped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.camera.sim import Sim
from vision.mat import Mat as PrintedMat
from vision.synth.camera import Camera
from vision.synth.faces import Faces
from vision.synth.people import Act, People, Places
from vision.synth.scene import Glare, Light, Mat, Scene, Shade


@dataclass(frozen=True)
class Troubles:
    """How likely each disturbance is: per turn, `bump` per hand."""

    hover: float = 0.10
    push: float = 0.07
    push_stock: float = 0.02
    spread: float = 0.05
    drop: float = 0.05
    face_down: float = 0.5
    lamp: float = 0.12
    lean: float = 0.12
    bump: float = 0.3


def camera_for(mat: PrintedMat, rng: np.random.Generator, size: tuple[int, int] = (1280, 960),
               tilt: float = 15.0) -> Camera:  # fmt: skip
    """A camera by lot that has the whole mat in its picture, as low as it may hang."""
    camera = Camera(
        size=size,
        aim=(mat.size[0] / 2 + rng.normal(0, 6), mat.size[1] / 2 + rng.normal(0, 6)),
        tilt=float(rng.uniform(-tilt, tilt)),
        pan=float(rng.uniform(-4, 4)),
        roll=float(rng.uniform(-4, 4)),
        k1=float(rng.uniform(-0.12, 0.04)),
        exposure=float(rng.uniform(0.85, 1.05)),
        white=(float(rng.uniform(0.85, 1.1)), float(rng.uniform(0.9, 1.12))),
        blur=float(rng.uniform(0.4, 0.95)),
        noise=float(rng.uniform(1.0, 3.5)),
        height=380.0,
    )
    width, height = mat.size
    rim = np.array([[x, y] for x in (-4, width / 2, width + 4) for y in (-4, height / 2, height + 4)], float)
    while True:
        px = camera.project(rim)
        if (px > 6).all() and (px[:, 0] < size[0] - 6).all() and (px[:, 1] < size[1] - 6).all():
            return camera
        camera = replace(camera, height=camera.height + 8)


def light_by_lot(rng: np.random.Generator, mat: PrintedMat) -> Light:
    """A room's light."""
    glares = ()
    if rng.random() < 0.25:
        spot = rng.uniform((0, 0), mat.size)
        glares = (Glare(float(spot[0]), float(spot[1]), float(rng.uniform(20, 50)), float(rng.uniform(0.15, 0.45))),)
    return Light(
        level=float(rng.uniform(0.55, 1.1)),
        slope=(float(rng.uniform(-0.3, 0.3)), float(rng.uniform(-0.3, 0.3))),
        warmth=float(rng.uniform(-0.6, 0.8)),
        glares=glares,
    )


class GinHand:
    """One hand from the deal to two hands laid open. Iterate: each step is a frame's time; the scene then stands.

    `phase` is what the table would expect (`EyeCore.expect`); `people.facts` the truth; `laid` what was laid open.
    """

    def __init__(
        self,
        faces: Faces,
        mat: PrintedMat,
        picture: Mat,
        seed: int,
        *,
        rate: float = 15.0,
        turns: int | None = None,
        troubles: Troubles | None = None,
        size: tuple[int, int] = (1280, 960),
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.mat, self.rate = mat, rate
        self.troubles = troubles or Troubles()
        self.scene = Scene(faces, picture)
        self.sim = Sim(self.scene, camera_for(mat, self.rng, size), rate, seed)
        self.people = People(self.scene, Places(), self.rng, rate)
        self.turns = turns or int(self.rng.integers(6, 15))
        self.phase = "deal"
        self.bumps: list[int] = []
        self.laid: dict[str, list[list[str]]] = {}
        deck = [str(name) for name in self.rng.permutation(faces.names)]
        self.hands = {"near": deck[:10], "far": deck[10:20]}
        self.upcard, self.stock = deck[20], deck[21:52]
        self._light = self._wanted = light_by_lot(self.rng, mat)
        self._lean = 0
        self._cloud = float(self.rng.uniform(0, 6))

    def __iter__(self) -> Iterator[None]:
        for _ in self._script():
            self._weather()
            yield

    # -- what happens -------------------------------------------------------------------------------------------

    def _script(self) -> Act:
        people, rng = self.people, self.rng
        side = "near" if rng.random() < 0.5 else "far"
        yield from people.wait(0.8)
        yield from people.deal(self.stock, self.upcard, side)
        yield from people.wait(0.7)
        self.phase = "play"
        yield from people.wait(0.5)
        bump_at = int(rng.integers(1, self.turns)) if rng.random() < self.troubles.bump else None
        for turn in range(self.turns):
            side = "far" if side == "near" else "near"
            yield from self._turn(side, last=turn == self.turns - 1)
            if turn == bump_at:
                yield from self._bump()
        self.phase = "show"
        yield from people.wait(0.3)
        for side in ("near", "far"):
            yield from self._lay(side)
        yield from people.wait(3.6)

    def _turn(self, side: str, last: bool) -> Act:
        people, rng, hand = self.people, self.rng, self.hands[side]
        yield from self._disturb(side)
        if people.discards and rng.random() < 0.35:
            card = people.discards[-1].name
            yield from people.take(side)
        else:
            card = people.stock[-1].name
            yield from people.draw(side)
        yield from people.wait(float(rng.uniform(0.25, 1.2)))
        if rng.random() < 0.15:
            hand.append(card)
            out = hand.pop()  # the card just drawn goes out again
            if people.facts[-1].kind == "taken":
                hand.append(out)
                out = hand.pop(int(rng.integers(10)))
        else:
            hand.append(card)
            out = hand.pop(int(rng.integers(10)))
        down = last and rng.random() < self.troubles.face_down
        yield from people.discard(side, out, up=not down)
        if not down and rng.random() < self.troubles.drop:
            yield from people.wait(0.9)
            yield from people.take(side)
            yield from people.wait(0.9)
            hand.append(out)
            out = hand.pop(int(rng.integers(10)))
            yield from people.discard(side, out)
        yield from people.wait(float(rng.uniform(0.3, 1.2)))

    def _disturb(self, side: str) -> Act:
        """What happens beside the game in this turn."""
        people, rng, troubles = self.people, self.rng, self.troubles
        if rng.random() < troubles.hover:
            where = people.places.stock if rng.random() < 0.5 else people.places.discard
            yield from people.hover(side, (where[0] + float(rng.normal(0, 10)), where[1] + float(rng.normal(0, 10))))
            yield from people.wait(0.6)
        if rng.random() < troubles.push:
            yield from people.push_pile(side, "discard")
            yield from people.wait(0.6)
        if rng.random() < troubles.push_stock:
            yield from people.push_pile(side, "stock")
            yield from people.wait(0.6)
        if len(people.discards) > 2 and rng.random() < troubles.spread:
            yield from people.spread_pile(side)
            yield from people.wait(0.9)
            yield from people.square_pile(side)
            yield from people.wait(0.6)
        if rng.random() < troubles.lamp:
            self._wanted = replace(
                self._wanted, level=float(np.clip(self._wanted.level * rng.uniform(0.6, 1.5), 0.5, 1.15))
            )
            self._light = self._wanted if rng.random() < 0.6 else self._light
        if rng.random() < troubles.lean:
            self._lean = round(self.rate * rng.uniform(1, 4))
            self._shade = Shade(
                *(float(v) for v in rng.uniform((80, 60), (520, 360))), float(rng.uniform(90, 200)), 0.0
            )

    def _bump(self) -> Act:
        """Somebody knocks against the camera's pole: some millimetres and a fraction of a degree."""
        camera, rng = self.sim.camera, self.rng
        way = rng.normal(0, 1, 2)
        way = way / np.linalg.norm(way) * rng.uniform(2, 5)
        self.sim.camera = camera.moved(
            aim=(camera.aim[0] + float(way[0]), camera.aim[1] + float(way[1])),
            roll=camera.roll + float(rng.normal(0, 0.3)),
        )
        self.bumps.append(self.people.frame)
        yield from self.people.wait(2.2)

    def _lay(self, side: str) -> Act:
        cards, rng = sorted(self.hands[side]), self.rng
        cuts = sorted(int(c) for c in rng.choice([3, 4, 6, 7], 2, replace=False))
        groups = [cards[: cuts[0]], cards[cuts[0] : cuts[1]], cards[cuts[1] :]]
        groups = [group for group in groups if group]
        self.laid[side] = groups
        style = "fanned" if rng.random() < 0.35 else "spread"
        yield from self.people.lay_down(side, groups, style=style)
        yield from self.people.wait(0.5)

    def _weather(self) -> None:
        """Light drifts towards what it is to be; clouds pass; a head throws a shadow."""
        people, light = self.people, self._light
        level = light.level + 0.25 * (self._wanted.level - light.level)
        self._light = replace(self._wanted, level=level)
        cloud = 1 + 0.08 * np.sin(people.frame / 60 + self._cloud)
        shades: tuple[Shade, ...] = ()
        if self._lean > 0:
            self._lean -= 1
            shades = (replace(self._shade, strength=0.22 * min(1.0, self._lean / 8)),)
        self.scene.light = replace(self._light, level=float(level * cloud), shades=shades)
