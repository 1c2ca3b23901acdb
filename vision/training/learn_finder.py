"""The finder learns: a heat map over the centres of indices, and for each where exactly, how turned and how high."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.indices import FOUND_HEIGHT, STRIDE
from vision.training.nets import Average, Finder, half_precision, picture_tensor, warm_start
from vision.training.shards import load_shard, shards_in

TILE = 320
CELLS = TILE // STRIDE
BATCH = 8

SEEN, HIDDEN = 0.52, 0.30
"""An index of whose rank this share is seen must be found; below `HIDDEN` it must not; between nothing is asked."""

SMALL = 9.0
"""An index less high (px) than this is asked neither way."""

Labels = np.ndarray


def readable(labels: Labels) -> np.ndarray:
    """Which labels must be found."""
    return (labels[:, 6] >= SEEN) & (labels[:, 3] >= SMALL)


def ignorable(labels: Labels) -> np.ndarray:
    """Which labels are asked neither way."""
    return (labels[:, 6] > HIDDEN) & ~readable(labels)


def tile_of(rng: np.random.Generator, image: np.ndarray, labels: Labels) -> tuple[np.ndarray, Labels]:
    """A tile (320, 320, 3) of a scene, turned by a quarter at random, and its labels moved along."""
    size = image.shape[0]
    if len(labels) and rng.random() < 0.8:
        x, y = labels[int(rng.integers(len(labels))), :2]
        left = int(np.clip(x - rng.uniform(0, TILE), 0, size - TILE))
        top = int(np.clip(y - rng.uniform(0, TILE), 0, size - TILE))
    else:
        left, top = rng.integers(0, size - TILE + 1, 2)
    tile = image[top : top + TILE, left : left + TILE]
    labels = labels.copy()
    labels[:, 0] -= left
    labels[:, 1] -= top
    labels = labels[((labels[:, :2] > -10) & (labels[:, :2] < TILE + 10)).all(axis=1)]
    for _ in range(int(rng.integers(4))):
        tile = np.rot90(tile)
        x = labels[:, 0].copy()
        labels[:, 0] = labels[:, 1]
        labels[:, 1] = TILE - 1 - x
        labels[:, 2] -= math.pi / 2
    # An index cut by the tile's rim is asked neither way.
    margin = np.minimum(labels[:, :2], TILE - labels[:, :2]).min(axis=1)
    cut = (margin < labels[:, 3] * 0.4) & readable(labels)
    labels[cut, 6] = (SEEN + HIDDEN) / 2
    return tile, labels


def targets(labels: Labels) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Heat (40, 40), where nothing is asked, the five numbers (5, 40, 40), and their weights (40, 40)."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    ignore, weight = np.zeros_like(heat), np.zeros_like(heat)
    numbers = np.zeros((5, CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    for (x, y, down, height, *_), asked, skip in zip(labels, readable(labels), ignorable(labels), strict=True):
        column, row = x / STRIDE - 0.5, y / STRIDE - 0.5
        distance = (columns - column) ** 2 + (rows - row) ** 2
        if skip:
            ignore[distance < 2.5] = 1
        if not asked:
            continue
        bump = np.exp(-distance / (2 * 0.75**2)).astype(np.float32)
        nearest = (bump > heat) & (bump > 0.35)
        heat = np.maximum(heat, bump)
        values = (column - columns, row - rows, math.sin(down), math.cos(down), math.log(height / FOUND_HEIGHT))
        for plane, value in zip(numbers, values, strict=True):
            plane[nearest] = value[nearest] if isinstance(value, np.ndarray) else value
        weight[nearest] = bump[nearest]
        i, j = round(row), round(column)
        if 0 <= i < CELLS and 0 <= j < CELLS:
            heat[i, j] = 1
    return heat, ignore, numbers, weight


def loss_of(
    out: torch.Tensor, heat: torch.Tensor, ignore: torch.Tensor, numbers: torch.Tensor, weight: torch.Tensor
) -> torch.Tensor:
    """Focal loss on the heat, smooth L1 on the numbers."""
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = heat.eq(1)
    away = (1 - heat) ** 4 * (1 - ignore) * ~peak
    focal = -(torch.log(p) * (1 - p) ** 2 * peak).sum() - (torch.log(1 - p) * p**2 * away).sum()
    off = functional.smooth_l1_loss(out[:, 1:6], numbers, reduction="none", beta=0.1) * weight[:, None]
    scale = torch.tensor([1.0, 1.0, 2.0, 2.0, 2.0]) / weight.sum().clamp(min=1)
    return focal / peak.sum().clamp(min=1) + (off.sum(dim=(0, 2, 3)) * scale).sum()


def learn(folder: Path, out: Path, *, minutes: float, rate: float, seed: int, warm: Path | None = None) -> None:
    """Train on the shards in ``folder/train``, measure on ``folder/held``, save to `out` every two minutes.

    An `out` that is there is taken up again: its time counts. Time is this process's own, not the wall clock's.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Finder().to(memory_format=torch.channels_last)
    if warm is not None and not out.exists():
        sample = np.stack([image for image, _ in load_shard(shards_in(folder / "train")[0])[:12]])
        warm_start(net, warm, picture_tensor(sample))
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    average = Average(net, 0.996)
    spent, step = 0.0, 0
    if out.exists():
        state = torch.load(out, weights_only=True)
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
        rng = np.random.default_rng([seed, step])
    began, saved, losses = time.process_time() - spent, spent, []
    print("finder at first", measure(average.net, folder / "held"), flush=True)
    while spent < minutes * 60:
        for images, labels in batches(rng, folder / "train"):
            spent = time.process_time() - began
            if spent >= minutes * 60:
                break
            share = spent / (minutes * 60)
            now = rate * min(1, (step + 1) / 100) * (0.5 * (1 + math.cos(math.pi * share)) + 0.01)
            for group in optimiser.param_groups:
                group["lr"] = now
            net.train()
            asked = [torch.from_numpy(np.stack(part)) for part in zip(*(targets(one) for one in labels), strict=True)]
            with half_precision():
                out_now = net(picture_tensor(images))
            loss = loss_of(out_now.float(), *asked)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 10)
            optimiser.step()
            step += 1
            average.update(net)
            losses.append(loss.item())
        if spent - saved > 120 or spent >= minutes * 60:
            saved = spent
            save(out, net, average, optimiser, spent, step)
            print(
                f"finder {spent:5.0f} s {step} steps, loss {np.mean(losses[-200:]):.3f},",
                measure(average.net, folder / "held"),
                flush=True,
            )


def save(out: Path, net: Finder, average: Average, optimiser: torch.optim.Optimizer, spent: float, step: int) -> None:
    """Everything needed to go on, in one step."""
    state = {
        "net": net.state_dict(),
        "average": average.net.state_dict(),
        "optimiser": optimiser.state_dict(),
        "spent": spent,
        "step": step,
    }
    unfinished = out.with_suffix(".part")
    torch.save(state, unfinished)
    unfinished.rename(out)


def batches(rng: np.random.Generator, folder: Path):
    """Batches of tiles and labels from six shards at random."""
    shards = shards_in(folder)
    scenes = [scene for i in rng.permutation(len(shards))[:6] for scene in load_shard(shards[i])]
    order = rng.permutation(len(scenes))
    for start in range(0, len(order) - BATCH + 1, BATCH):
        tiles = [tile_of(rng, *scenes[i]) for i in order[start : start + BATCH]]
        yield np.stack([tile for tile, _ in tiles]), [labels for _, labels in tiles]


def measure(net: Finder, folder: Path, shards: int = 3) -> str:
    """Recall, precision and error of direction on decks not trained on."""
    net.eval()
    found = false = there = 0
    errors = []
    for path in shards_in(folder)[:shards]:
        for image, labels in load_shard(path):
            with torch.no_grad():
                out = net(picture_tensor(image[None]))[0]
            hits, misses, turns, count = match(out, labels, image.shape[0])
            found, false, there = found + hits, false + misses, there + count
            errors += turns
    flipped = np.mean(np.array(errors) > 1.5) if errors else 0
    recall, precision = found / max(there, 1), found / max(found + false, 1)
    turn = float(np.median(errors or [9.0]))
    return (
        f"held-out recall {recall:.4f} precision {precision:.4f} turn {turn:.3f} rad, flipped {flipped:.4f}, n {there}"
    )


def match(out: torch.Tensor, labels: Labels, size: int) -> tuple[int, int, list[float], int]:
    """Hits, false finds, errors of direction, and how many had to be found."""
    heat = torch.sigmoid(out[0])
    peaks = (heat == functional.max_pool2d(heat[None, None], 3, 1, 1)[0, 0]) & (heat > 0.3)
    margin = np.minimum(labels[:, :2], size - labels[:, :2]).min(axis=1, initial=np.inf)
    must = readable(labels) & (margin > labels[:, 3] * 0.5)
    hits, false, turns, used = 0, 0, [], set()
    for row, column in torch.nonzero(peaks).tolist():
        dx, dy, sin, cos = out[1:5, row, column].tolist()
        x, y = (column + 0.5 + dx) * STRIDE, (row + 0.5 + dy) * STRIDE
        distance = np.hypot(labels[:, 0] - x, labels[:, 1] - y) / labels[:, 3] if len(labels) else np.array([9.0])
        nearest = int(distance.argmin())
        if distance[nearest] > 0.3:
            false += 1
        elif must[nearest] and nearest not in used:
            used.add(nearest)
            hits += 1
            turns.append(abs((math.atan2(sin, cos) - labels[nearest, 2] + math.pi) % (2 * math.pi) - math.pi))
    return hits, false, turns, int(must.sum())
