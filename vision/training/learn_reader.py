"""The reader learns: rank or no index, suit or not to be seen, from cut-outs of the scenes."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.indices import IndexFinder, normalise
from vision.training.camera import streak
from vision.training.crops import NONE, CropMaker, Crops
from vision.training.learn_finder import save
from vision.training.nets import Average, Reader, half_precision, warm_start
from vision.training.shards import load_shard, shards_in

BATCH = 128
SMOOTHING = 0.02
FIRST_STUDY = [*range(13), NONE, *range(NONE + 1, NONE + 5)]
"""Where the outputs of the first study's reader stand in this one's."""
INGREDIENTS = frozenset({"shares", "mined", "blur"})
"""What can be left out to see what it gives: targets that are shares, what the finder itself takes for indices, and
blur and coarseness in the cut-outs (`vision.training.ablate`)."""
SHARDS_AT_ONCE, PASSES = 8, 3
"""Cutting out costs about as much as learning: each set of cut-outs is used so many times, shaken anew."""


def learn(
    folder: Path,
    out: Path,
    *,
    minutes: float,
    rate: float,
    seed: int,
    warm: Path | None = None,
    finder: Path | None = None,
    extra: Path | None = None,
    ingredients: frozenset[str] = INGREDIENTS,
) -> None:
    """Train on the shards in ``folder/train``, measure on ``folder/held``, save to `out` every two minutes.

    `finder` (ONNX) also gives the cut-outs that it takes for indices; `extra` is a file of further cut-outs made from
    photographs (`vision.training.photos`). An `out` that is there is taken up again. Time is the process's own.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Reader().to(memory_format=torch.channels_last)
    miner = None if finder is None else IndexFinder(finder)
    held = held_out(folder / "held", miner)
    if warm is not None and not out.exists():
        warm_start(net, warm, torch.from_numpy(normalise(held.images[:256])), FIRST_STUDY)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    average = Average(net, 0.998)
    spent, step = 0.0, 0
    if out.exists():
        state = torch.load(out, weights_only=True)
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
        rng = np.random.default_rng([seed, step])
    photos = None if extra is None else load_crops(extra)
    began, saved, losses = time.process_time() - spent, spent, []
    print("reader at first", measure(average.net, held), flush=True)
    while spent < minutes * 60:
        for part in batches(rng, folder / "train", miner, photos, ingredients):
            spent = time.process_time() - began
            if spent >= minutes * 60:
                break
            share = spent / (minutes * 60)
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 100) * (0.5 * (1 + math.cos(math.pi * share)) + 0.01)
            net.train()
            with half_precision():
                scores = net(torch.from_numpy(shaken(rng, part.images, "blur" in ingredients)))
            loss = loss_of(scores.float(), part)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            step += 1
            average.update(net)
            losses.append(loss.item())
        if spent - saved > 120 or spent >= minutes * 60:
            saved = spent
            save(out, net, average, optimiser, spent, step)
            print(
                f"reader {spent:5.0f} s {step} steps, loss {np.mean(losses[-200:]):.4f},",
                measure(average.net, held),
                flush=True,
            )


def loss_of(out: torch.Tensor, part: Crops) -> torch.Tensor:
    """Cross entropy against the shares, of the suit only where the rank can be read."""
    ranks = torch.from_numpy(part.ranks) * (1 - SMOOTHING) + SMOOTHING / (NONE + 1)
    suits = torch.from_numpy(part.suits) * (1 - SMOOTHING) + SMOOTHING / 5
    counts = torch.from_numpy(part.suit_counts)
    rank = -(functional.log_softmax(out[:, : NONE + 1], dim=1) * ranks).sum(dim=1).mean()
    suit = -(functional.log_softmax(out[:, NONE + 1 :], dim=1) * suits).sum(dim=1)
    return rank + (suit * counts).sum() / counts.sum().clamp(min=1)


def shaken(rng: np.random.Generator, images: np.ndarray, blur: bool = True) -> np.ndarray:
    """Cut-outs normalised, moved by a pixel or two, with errors of white balance, noise and blur, some coarse."""
    images = np.roll(images, (int(rng.integers(-2, 3)), int(rng.integers(-2, 3))), axis=(1, 2))
    kind = rng.random() if blur else 1.0
    if kind < 0.15:
        images = np.stack([cv2.GaussianBlur(one, (0, 0), rng.uniform(0.5, 2.2)) for one in images])
    elif kind < 0.25:
        images = np.stack([cv2.filter2D(one, -1, moved(rng)) for one in images])
    elif kind < 0.36:
        share = rng.uniform(0.35, 0.8)
        small = (int(32 * share), int(48 * share))
        images = np.stack(
            [cv2.resize(cv2.resize(one, small, interpolation=cv2.INTER_AREA), (32, 48)) for one in images]
        )
    values = normalise(images)
    values = (values + 0.5) * (1 + rng.normal(size=(len(values), 3, 1, 1)) * 0.045) - 0.5
    if rng.random() < 0.3:
        values = values + rng.normal(size=values.shape) * 0.04
    return values.astype(np.float32)


def moved(rng: np.random.Generator) -> np.ndarray:
    """The blur of a card that moves: about as far as its strokes are wide."""
    return streak(rng.uniform(3, 9), rng.uniform(0, math.pi))


def batches(
    rng: np.random.Generator,
    folder: Path,
    miner: IndexFinder | None,
    photos: Crops | None,
    ingredients: frozenset[str] = INGREDIENTS,
) -> Iterator[Crops]:
    """Batches of cut-outs from some shards at random; one in seven comes from photographs where there are any."""
    shards = shards_in(folder)
    maker = CropMaker(rng, "shares" in ingredients)
    if "mined" not in ingredients:
        miner = None
    for i in rng.permutation(len(shards))[:SHARDS_AT_ONCE]:
        for image, labels in load_shard(shards[i]):
            maker.scene(image, labels)
            if miner is not None and rng.random() < 0.6:
                maker.found(image, labels, miner.find(image, 0.08))
    crops = maker.crops()
    if photos is not None:
        pick = rng.choice(len(photos.images), min(len(photos.images), len(crops.images) // 7), replace=False)
        crops = Crops.join([crops, photos.take(pick)])
    for _ in range(PASSES):
        order = rng.permutation(len(crops.images))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            yield crops.take(order[start : start + BATCH])


def load_crops(path: Path) -> Crops:
    """Cut-outs from a file."""
    with np.load(path) as data:
        return Crops(data["images"], data["ranks"], data["suits"], data["suit_counts"])


def held_out(folder: Path, miner: IndexFinder | None, shards: int = 6) -> Crops:
    """The same cut-outs of unseen decks each time."""
    maker = CropMaker(np.random.default_rng(77))
    for path in shards_in(folder)[:shards]:
        for image, labels in load_shard(path):
            maker.scene(image, labels)
            if miner is not None:
                maker.found(image, labels, miner.find(image, 0.08))
    return maker.crops()


def answers(net: Reader, images: np.ndarray) -> np.ndarray:
    """What the net makes of cut-outs: scores (n, 24 and features)."""
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(normalise(images[i : i + 512]))) for i in range(0, len(images), 512)]
    return torch.cat(parts).numpy()


def measure(net: Reader, held: Crops) -> str:
    """Shares right on cut-outs of decks not trained on."""
    out = answers(net, held.images)
    clear = (held.ranks.max(axis=1) == 1) & (held.ranks[:, NONE] == 0)
    nothing = held.ranks[:, NONE] == 1
    known = clear & (held.suits[:, :4].max(axis=1) == 1)
    rank, suit = out[:, : NONE + 1].argmax(axis=1), out[:, NONE + 1 :].argmax(axis=1)
    right_rank, right_suit = rank == held.ranks.argmax(axis=1), suit == held.suits.argmax(axis=1)
    return (
        f"held-out rank {right_rank[clear].mean():.4f} suit {right_suit[known].mean():.4f} "
        f"both {(right_rank & right_suit)[known].mean():.4f} none kept {right_rank[nothing].mean():.4f} "
        f"none of an index {(rank == NONE)[clear].mean():.4f}, n {clear.sum()} and {nothing.sum()}"
    )
