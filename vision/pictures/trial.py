"""Rows of cards on rendered tables with the truth beside them, for the benchmark and the tests.

Everything that a living room does to a row: cloths of all kinds, gaps, touching and overlapping cards, sleeves, backs,
papers, tokens, a hand at the rim, lamps, shadows and a camera that hangs askew. Nothing here is used in training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from vision.mat import draw, load_mat
from vision.synth import Camera, Card, Faces, Glare, Hand, Light, Mat, Renderer, Scene, Shade

Image = np.ndarray[Any, np.dtype[np.uint8]]
Rng = np.random.Generator
Level = Literal["mild", "middle", "hard"]

FACE_PX = 4
"""px a mm at which faces are kept."""
MAT_MM = (594.0, 420.0)
ZONE = (18.0, 54.0, 576.0, 366.0)
"""Where whole cards are laid, mm."""


def read_art(folders: Sequence[Path]) -> dict[str, Image]:
    """Pictures of folders by ``folder/name``, 480 px high."""
    out = {}
    for folder in folders:
        for path in sorted(folder.glob("*")):
            image = cv2.imread(str(path)) if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp") else None
            if image is not None:
                h, w = image.shape[:2]
                out[f"{folder.name}/{path.stem}"] = cv2.resize(image, (w * 480 // h, 480), interpolation=cv2.INTER_AREA)
    return out


Dress = Literal["bleed", "border", "sleeve", "sleeve+bleed", "sleeve+border"]

SLEEVE_MM = 3.0
"""What a sleeve adds to a card's width and height."""


def trial_faces(art: dict[str, Image], size: tuple[float, float], dress: Dress, seed: int = 0) -> Faces:
    """Faces of one look: full bleed, white border, or sleeved. Also holds ``paper-N`` and ``token-N``."""
    w, h = (round(side * FACE_PX) for side in size)

    def make(name: str) -> Image:
        rng = np.random.default_rng((seed, sum(map(ord, name)) * 131 + len(name)))
        if name == "back":
            return _back(np.random.default_rng(seed), h, w)
        if name.startswith("paper"):
            return _paper(rng, h, w)
        if name.startswith("token"):
            return _token(rng)
        return dressed(cv2.resize(art[name], (w, h), interpolation=cv2.INTER_AREA), dress)

    named = (*art, *(f"paper-{i}" for i in range(20)), *(f"token-{i}" for i in range(20)))
    return Faces(f"trial-{dress}-{w}x{h}-{seed}", size, named, make)


def dressed(face: Image, dress: Dress) -> Image:
    """The face with a white border of 4 mm, or in a clear sleeve that is larger and lies over it like a veil."""
    h, w = face.shape[:2]
    if dress.startswith("sleeve+"):
        return dressed(dressed(face, dress.removeprefix("sleeve+")), "sleeve")  # type: ignore[arg-type]
    if dress == "border":
        out = np.full_like(face, (238, 244, 246))
        n = 4 * FACE_PX
        out[n : h - n, n : w - n] = cv2.resize(face, (w - 2 * n, h - 2 * n), interpolation=cv2.INTER_AREA)
        return out
    if dress == "sleeve":
        n = round(SLEEVE_MM / 2 * FACE_PX)
        out = cv2.copyMakeBorder(face, n, n, n, n, cv2.BORDER_CONSTANT, value=(150, 155, 158))
        h, w = out.shape[:2]
        veil = np.linspace(0.0, 38.0, w)[None, :, None] * np.ones((h, 1, 1))
        return np.clip(out * 0.94 + veil, 0, 255).astype(np.uint8)
    return face


def _back(rng: Rng, h: int, w: int) -> Image:
    ink, paper = rng.uniform(20, 150, 3), rng.uniform(170, 245, 3)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    a = np.cos((xx - w / 2) / rng.uniform(4, 12)) * np.cos((yy - h / 2) / rng.uniform(4, 12))
    r = np.cos(np.hypot(xx - w / 2, yy - h / 2) / rng.uniform(6, 30))
    image = np.where((a + rng.uniform(0, 1) * r)[..., None] > 0.1, ink, paper)
    image[: h // 30] = image[-h // 30 :] = image[:, : h // 30] = image[:, -h // 30 :] = paper
    return image.astype(np.uint8)


def _paper(rng: Rng, h: int, w: int) -> Image:
    image = np.full((h, w, 3), rng.uniform(205, 250), np.uint8)
    for y in range(30, h - 20, int(rng.integers(18, 40))):
        x = 20
        while x < w - 60:
            n = int(rng.integers(10, 50))
            if rng.random() < 0.9:
                cv2.line(image, (x, y), (x + n, y + int(rng.integers(-3, 4))), (70, 40, 30), 2, cv2.LINE_AA)
            x += n + 12
    return image


def _token(rng: Rng) -> Image:
    image = np.full((120, 120, 3), 240, np.uint8)
    cv2.circle(image, (60, 60), 48, tuple(float(v) for v in rng.uniform(30, 230, 3)), -1, cv2.LINE_AA)
    cv2.putText(
        image, str(int(rng.integers(1, 7))), (42, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 5, cv2.LINE_AA
    )
    return image


# -- cloths -------------------------------------------------------------------------------------------------------


def _plain(rng: Rng, h: int, w: int, low: float, high: float) -> np.ndarray:
    base = rng.uniform(low, high) * rng.uniform(0.75, 1.25, 3)
    return np.clip(base + rng.normal(0, rng.uniform(1, 6), (h, w, 1)), 0, 255)


def _checks(rng: Rng, h: int, w: int) -> np.ndarray:
    a, b = rng.uniform(20, 235, (2, 3))
    n = rng.uniform(14, 70)
    yy, xx = np.mgrid[0:h, 0:w]
    share = (((xx // n) % 2) + ((yy // n) % 2))[..., None] / 2
    return a * (1 - share) + b * share + rng.normal(0, 3, (h, w, 1))


def _tartan(rng: Rng, h: int, w: int) -> np.ndarray:
    image = np.ones((h, w, 3)) * rng.uniform(20, 160, 3)
    for axis in (0, 1):
        x = 0.0
        while x < (h, w)[axis]:
            n = rng.uniform(4, 50)
            at = slice(int(x), int(x + n))
            part = image[at] if axis == 0 else image[:, at]
            part[:] = part * 0.6 + rng.uniform(0, 255, 3) * 0.4
            x += n + rng.uniform(4, 60)
    return image + rng.normal(0, 3, (h, w, 1))


def _flowers(rng: Rng, h: int, w: int) -> np.ndarray:
    image = np.full((h, w, 3), rng.uniform(40, 235, 3), np.uint8)
    step = int(rng.integers(40, 110))
    colours = rng.uniform(20, 255, (3, 3))
    for y in range(0, h + step, step):
        for x in range(0, w + step, step):
            at = np.array([x + (y // step % 2) * step / 2, y]) + rng.normal(0, step * 0.08, 2)
            for k in range(5):
                leaf = at + step * 0.16 * np.array([np.cos(k * 1.257), np.sin(k * 1.257)])
                cv2.circle(
                    image,
                    tuple(np.rint(leaf).astype(int).tolist()),
                    round(step * 0.13),
                    colours[0].tolist(),
                    -1,
                    cv2.LINE_AA,
                )
            cv2.circle(
                image, tuple(np.rint(at).astype(int).tolist()), round(step * 0.1), colours[1].tolist(), -1, cv2.LINE_AA
            )
    return image.astype(float) + rng.normal(0, 2, (h, w, 1))


def _waves(rng: Rng, h: int, w: int) -> np.ndarray:
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    a, b = rng.uniform(20, 235, (2, 3))
    swing = np.sin(xx / rng.uniform(10, 60) + rng.uniform(1, 4) * np.sin(yy / rng.uniform(10, 60)))
    share = (0.5 + 0.5 * np.tanh(swing * rng.uniform(0.6, 5)))[..., None]
    return a * (1 - share) + b * share


CLOTHS: dict[str, Callable[[Rng, int, int], np.ndarray]] = {
    "dark": lambda rng, h, w: _plain(rng, h, w, 12, 60),
    "light": lambda rng, h, w: _plain(rng, h, w, 170, 235),
    "mid": lambda rng, h, w: _plain(rng, h, w, 60, 160),
    "checks": _checks,
    "tartan": _tartan,
    "flowers": _flowers,
    "waves": _waves,
}


def trial_mat(rng: Rng, kind: str) -> Mat:
    """A cloth of a kind in `CLOTHS`, or ``mat`` / ``mat-dark``, the printed row mat."""
    if kind.startswith("mat"):
        return Mat(draw(load_mat("row"), 2.0, "dark" if kind == "mat-dark" else "save"), 2.0, kind)
    w, h = (round(side * 2) for side in MAT_MM)
    return Mat(np.clip(CLOTHS[kind](rng, h, w), 0, 255).astype(np.uint8), 2.0, kind)


# -- layouts ------------------------------------------------------------------------------------------------------


@dataclass
class Trial:
    """A scene with its truth. `order`: names of the face-up cards in the order of their numbers."""

    scene: Scene
    camera: Camera
    px_to_mm: np.ndarray
    order: list[str]
    seat: str
    about: dict[str, Any] = field(default_factory=dict)
    jpeg: int = 95
    renderer: Renderer | None = None

    def frame(self, rng: Rng) -> Image:
        """One frame, JPEG losses included."""
        if self.renderer is None:
            self.renderer = Renderer(self.camera)
        return squeezed(self.renderer.frame(self.scene, rng), self.jpeg)


def squeezed(image: Image, quality: int) -> Image:
    """Through JPEG and back."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def homography(camera: Camera, rng: Rng | None = None, error_mm: float = 0.6) -> np.ndarray:
    """px -> mm as a calibration would find it: right to about `error_mm` at the corners of the mat."""
    corners = np.array([[0, 0], [MAT_MM[0], 0], list(MAT_MM), [0, MAT_MM[1]]])
    pixels = camera.project(corners)
    if rng is not None:
        corners = corners + rng.normal(0, error_mm, corners.shape)
    return cv2.getPerspectiveTransform(pixels.astype(np.float32), corners.astype(np.float32)).astype(float)


def layout(
    rng: Rng, n: int, size: tuple[float, float], pack: str, skew: float, rows: int
) -> list[tuple[float, float, float]] | None:
    """(x, y, angle) of `n` cards within ZONE as the near seat lays them, row by row; None where they do not fit.

    pack: ``gaps``, ``touch``, ``overlap`` (neighbours hide up to 15 % of a card) or ``mixed``. skew in radians.
    """
    w, h = size
    per_row = [n // rows + (r < n % rows) for r in range(rows)]
    top = (ZONE[1] + ZONE[3]) / 2 - (rows - 1) * h * rng.uniform(1.04, 1.2) / 2
    pitch = 2 * ((ZONE[1] + ZONE[3]) / 2 - top) / max(1, rows - 1)
    out = []
    for row, count in enumerate(per_row):
        angles = rng.uniform(-skew, skew, count)
        half = [abs(np.cos(a)) * w / 2 + abs(np.sin(a)) * h / 2 for a in angles]
        xs = [0.0]
        for i in range(1, count):
            kind = pack if pack != "mixed" else str(rng.choice(["gaps", "touch", "overlap"]))
            if kind == "gaps":
                step = half[i - 1] + half[i] + rng.uniform(2, 22)
            elif kind == "touch":
                step = _touching(size, angles[i - 1], angles[i]) + rng.uniform(0, 0.5)
            else:
                step = _touching(size, angles[i - 1], angles[i]) - rng.uniform(0.02, 0.14) * w
            xs.append(xs[-1] + step)
        lean = rng.normal(0, 0.02) if rows == 1 else 0.0
        width = xs[-1] + half[0] + half[-1]
        if width > ZONE[2] - ZONE[0]:
            return None
        left = rng.uniform(ZONE[0], ZONE[2] - width) + half[0]
        for x, a in zip(xs, angles, strict=True):
            y = top + row * pitch + rng.normal(0, 4) + lean * x
            out.append((left + x, y, float(a + (np.pi if rng.random() < 0.15 else 0))))
    return out


def _touching(size: tuple[float, float], a: float, b: float) -> float:
    """Distance of the middles at which two neighbours side by side just touch."""
    low, high = size[0] * 0.5, size[0] + size[1]
    for _ in range(24):
        middle = (low + high) / 2
        kind, _ = cv2.rotatedRectangleIntersection(((0, 0), size, np.degrees(a)), ((middle, 0), size, np.degrees(b)))
        if kind == cv2.INTERSECT_NONE:
            high = middle
        else:
            low = middle
    return high


def covered(cards: Sequence[Card]) -> list[float]:
    """Share of each card that lies under cards laid later."""
    out = []
    for i, one in enumerate(cards):
        area = 0.0
        for other in cards[i + 1 :]:
            kind, points = cv2.rotatedRectangleIntersection(
                ((one.x, one.y), one.size, np.degrees(one.angle)),
                ((other.x, other.y), other.size, np.degrees(other.angle)),
            )
            if kind != cv2.INTERSECT_NONE:
                area += cv2.contourArea(cv2.convexHull(points))
        out.append(area / (one.size[0] * one.size[1]))
    return out


def light_of(rng: Rng, level: Level, at: Sequence[tuple[float, float]] = ()) -> Light:
    """Lamps, shadows and their colour; glares fall on the places `at` where given."""
    k = {"mild": 0.3, "middle": 0.65, "hard": 1.0}[level]
    spots = list(at) or [(rng.uniform(50, 540), rng.uniform(60, 360)) for _ in range(3)]
    glares = []
    for _ in range(int(rng.integers(0, 3)) if level == "middle" else int(rng.integers(1, 4)) if level == "hard" else 0):
        x, y = spots[int(rng.integers(len(spots)))]
        radius = rng.uniform(12, 28 if level == "middle" else 45)
        glares.append(
            Glare(
                x + rng.normal(0, 30),
                y + rng.normal(0, 35),
                radius,
                rng.uniform(0.2, 0.55 if level == "middle" else 1.0),
            )
        )
    shades = [
        Shade(rng.uniform(0, 594), rng.uniform(0, 420), rng.uniform(60, 220), rng.uniform(0.1, 0.75 * k))
        for _ in range(int(rng.integers(0, 3)))
    ]
    slope = tuple(rng.uniform(-0.6, 0.6, 2) * k)
    return Light(
        float(rng.uniform(1 - 0.55 * k, 1 + 0.12 * k)),
        slope,
        float(rng.uniform(-1, 1) * k),
        tuple(glares),
        tuple(shades),
    )


def camera_of(rng: Rng, level: Level) -> Camera:
    """A camera that hangs more or less askew, sharp or not."""
    k = {"mild": 0.35, "middle": 0.7, "hard": 1.0}[level]
    return Camera(
        height=float(rng.uniform(530, 600)),
        tilt=float(rng.uniform(-18, 18) * k),
        pan=float(rng.uniform(-8, 8) * k),
        roll=float(rng.uniform(-6, 6) * k),
        exposure=float(rng.uniform(1 - 0.25 * k, 1 + 0.15 * k)),
        white=(float(rng.uniform(1 - 0.2 * k, 1 + 0.15 * k)), float(rng.uniform(1 - 0.15 * k, 1 + 0.2 * k))),
        blur=float(rng.uniform(0.4, 0.5 + 1.1 * k)),
        noise=float(rng.uniform(1.0, 2.0 + 5 * k)),
    )


SIZES = ((80.0, 120.0), (70.0, 120.0), (63.0, 88.0))


FacesFor = Callable[[tuple[float, float], Dress], Faces]


def row_trials(seed: int, count: int, faces_for: FacesFor, names: Sequence[str]) -> Iterator[Trial]:
    """`count` random rows under one camera on three cloths (a camera is dear to set up, a row is not)."""
    rng = np.random.default_rng((seed, 77))
    level: Level = str(rng.choice(["mild", "middle", "hard"]))  # type: ignore[assignment]
    camera = camera_of(rng, level)
    renderer = Renderer(camera)
    mats = [trial_mat(rng, str(kind)) for kind in rng.choice(["mat", "mat-dark", *CLOTHS], 3, replace=False)]
    for i in range(count):
        own = np.random.default_rng((seed, i))
        trial = row_trial(own, faces_for, names, level, camera, mats[i % 3])
        trial.renderer = renderer
        trial.about["id"] = (seed, i)
        yield trial


def row_trial(rng: Rng, faces_for: FacesFor, names: Sequence[str], level: Level, camera: Camera, mat: Mat) -> Trial:
    """A random row of 3 to 12 cards under random circumstances. `names`: the deck from which cards are drawn."""
    dress: Dress = str(rng.choice(["bleed", "border", "sleeve"]))  # type: ignore[assignment]
    size = SIZES[int(rng.choice([0, 0, 1, 2]))]
    while True:
        n = int(rng.integers(3, 13))
        pack = str(rng.choice(["gaps", "touch", "overlap", "mixed"]))
        skew = np.deg2rad(rng.choice([3, 8, 25]))
        places = layout(rng, n, size, pack, skew, 1 if n <= 5 else int(rng.integers(1, 3)))
        if places is None:
            continue
        drawn = [str(name) for name in rng.choice(list(names), n, replace=False)]
        worn = worn_size(size, dress)
        cards = [
            Card(name, x, y, a, True, 0.3 * i, worn)
            for i, (name, (x, y, a)) in enumerate(zip(drawn, places, strict=True))
        ]
        if all(_inside(card) for card in cards) and max(covered(cards)) <= 0.15:
            break
    seat = str(rng.choice(["near", "far"]))
    if seat == "far":
        cards = [replace(c, x=MAT_MM[0] - c.x, y=MAT_MM[1] - c.y, angle=c.angle + np.pi) for c in cards]
    scene = Scene(faces_for(size, dress), mat, cards=list(cards))
    about = {
        "level": level,
        "dress": dress,
        "cloth": mat.name,
        "size": size,
        "n": n,
        "pack": pack,
        "skew": round(float(np.degrees(skew))),
    }
    about.update(_add_things(rng, scene, cards, size))
    scene.light = light_of(rng, level, [(c.x, c.y) for c in cards])
    jpeg = {"mild": 92, "middle": 80, "hard": int(rng.integers(45, 80))}[level]
    return Trial(scene, camera, homography(camera, rng), drawn, seat, about, jpeg)


def worn_size(size: tuple[float, float], dress: Dress) -> tuple[float, float]:
    """A card's size with its sleeve, where it wears one."""
    return (size[0] + SLEEVE_MM, size[1] + SLEEVE_MM) if dress.startswith("sleeve") else size


def grid_trial(rng: Rng, faces_for: FacesFor, names: Sequence[str], level: Level, camera: Camera, dress: Dress,
               size: tuple[float, float] = SIZES[0], rows: int = 2) -> Trial:  # fmt: skip
    """Cards lying apart in one or two rows on a plain cloth: for naming and following."""
    worn = worn_size(size, dress)
    per_row = -(-len(names) // rows)
    cards = []
    for i, name in enumerate(names):
        x = MAT_MM[0] / 2 + (i % per_row - (per_row - 1) / 2) * min(108.0, 560.0 / per_row) + rng.uniform(-4, 4)
        y = MAT_MM[1] / 2 + (i // per_row - (rows - 1) / 2) * (worn[1] + 14) + rng.uniform(-4, 4)
        angle = rng.uniform(-0.09, 0.09) + (np.pi if rng.random() < 0.2 else 0)
        cards.append(Card(name, x, y, angle, True, 0.0, worn))
    mat = trial_mat(rng, str(rng.choice(["dark", "mid", "light"])))
    scene = Scene(faces_for(size, dress), mat, cards=cards, light=light_of(rng, level, [(c.x, c.y) for c in cards]))
    jpeg = {"mild": 92, "middle": 80, "hard": int(rng.integers(45, 80))}[level]
    return Trial(
        scene,
        camera,
        homography(camera, rng),
        list(names),
        "near",
        {"level": level, "dress": dress, "size": size},
        jpeg,
    )


def disturbed(rng: Rng, trial: Trial) -> str:
    """Somebody nudges, swaps or turns cards of a row; says what was done."""
    cards = trial.scene.cards
    kind = str(rng.choice(["nudge", "swap", "turn", "shift"]))
    i, j = (int(k) for k in rng.choice(len(cards), 2, replace=False))
    a, b = cards[i], cards[j]
    if kind == "nudge":
        cards[i] = replace(
            a, x=a.x + rng.uniform(-8, 8), y=a.y + rng.uniform(-25, 25), angle=a.angle + rng.uniform(-0.2, 0.2)
        )
    elif kind == "swap":
        cards[i], cards[j] = replace(a, x=b.x, y=b.y), replace(b, x=a.x, y=a.y)
    elif kind == "turn":
        cards[i] = replace(a, angle=a.angle + np.pi)
    else:
        dx, dy = rng.uniform(-6, 6), rng.uniform(-40, 40)
        trial.scene.cards[:] = [replace(c, x=c.x + dx, y=c.y + dy) for c in cards]
    return kind


def _inside(card: Card) -> bool:
    """Whether a card lies in the zone, a little over its rim at most."""
    return all(ZONE[0] - 12 < x < ZONE[2] + 12 and ZONE[1] - 12 < y < ZONE[3] + 12 for x, y in card.outline())


def _add_things(rng: Rng, scene: Scene, cards: list[Card], size: tuple[float, float]) -> dict[str, int]:
    """Backs, papers, tokens and a hand at the rim: things that are not to be counted."""
    things = {"backs": 0, "papers": 0, "tokens": 0, "hands": 0}
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 3))):
            card = _free_place(rng, [*cards, *scene.cards], size)
            if card is not None:
                scene.cards.append(replace(card, name="back", up=False))
                things["backs"] += 1
    if rng.random() < 0.25:
        paper = (float(rng.uniform(90, 210)), float(rng.uniform(140, 297)))
        card = _free_place(rng, cards, paper, margin=200)
        if card is not None:
            scene.cards.insert(0, replace(card, name=f"paper-{int(rng.integers(20))}"))
            things["papers"] += 1
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 7))):
            on = cards[int(rng.integers(len(cards)))]
            x, y = on.x + rng.normal(0, 16), on.y + rng.normal(0, 25)
            side = float(rng.uniform(20, 32))
            scene.cards.append(
                Card(f"token-{int(rng.integers(20))}", x, y, rng.uniform(0, 6.28), True, 4.0, (side, side))
            )
            things["tokens"] += 1
    if rng.random() < 0.15:
        side = str(rng.choice(["near", "far", "left", "right"]))
        tip = {
            "near": (rng.uniform(60, 540), 408),
            "far": (rng.uniform(60, 540), 12),
            "left": (2, rng.uniform(80, 340)),
            "right": (592, rng.uniform(80, 340)),
        }[side]
        scene.hands.append(Hand(at=(float(tip[0]), float(tip[1])), side=side))
        things["hands"] += 1
    return things


def _free_place(rng: Rng, cards: Sequence[Card], size: tuple[float, float], margin: float = 0.0) -> Card | None:
    """A place where a thing of `size` touches no card; it may reach over the zone's rim by `margin`."""
    for _ in range(60):
        one = Card(
            "",
            rng.uniform(ZONE[0] + 30 - margin, ZONE[2] - 30 + margin),
            rng.uniform(ZONE[1] + 40 - margin, ZONE[3] - 40 + margin),
            rng.uniform(0, 6.28),
            size=size,
        )
        mine = ((one.x, one.y), (size[0] + 6, size[1] + 6), np.degrees(one.angle))
        if all(
            cv2.rotatedRectangleIntersection(mine, ((c.x, c.y), c.size, np.degrees(c.angle)))[0] == cv2.INTERSECT_NONE
            for c in cards
        ):
            return one
    return None
