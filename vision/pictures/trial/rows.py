"""Random rows, rows that lie apart, and what people do to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.pictures.trial.cloths import CLOTHS, MAT_MM, PRINTED, trial_mat
from vision.pictures.trial.faces import Dress, FacesFor, worn_size
from vision.pictures.trial.layout import covered, free_place, inside, layout
from vision.pictures.trial.light import Level, camera_of, light_of
from vision.pictures.trial.table import Trial, homography
from vision.synth import Camera, Card, Hand, Mat, Renderer, Scene

Rng = np.random.Generator
SIZES = ((80.0, 120.0), (70.0, 120.0), (63.0, 88.0))


def row_trials(seed: int, count: int, faces_for: FacesFor, names: Sequence[str]) -> Iterator[Trial]:
    """`count` random rows under one camera on three cloths (a camera is dear to set up, a row is not)."""
    rng = np.random.default_rng((seed, 77))
    level: Level = str(rng.choice(["mild", "middle", "hard"]))  # type: ignore[assignment]
    camera = camera_of(rng, level)
    renderer = Renderer(camera)
    mats = [trial_mat(rng, str(kind)) for kind in rng.choice([*PRINTED, *CLOTHS], 3, replace=False)]
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
        if all(inside(card) for card in cards) and max(covered(cards)) <= 0.15:
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


def _add_things(rng: Rng, scene: Scene, cards: list[Card], size: tuple[float, float]) -> dict[str, int]:
    """Backs, papers, tokens and a hand at the rim: things that are not to be counted."""
    things = {"backs": 0, "papers": 0, "tokens": 0, "hands": 0}
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 3))):
            card = free_place(rng, [*cards, *scene.cards], size)
            if card is not None:
                scene.cards.append(replace(card, name="back", up=False))
                things["backs"] += 1
    if rng.random() < 0.25:
        paper = (float(rng.uniform(90, 210)), float(rng.uniform(140, 297)))
        card = free_place(rng, cards, paper, margin=200)
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
