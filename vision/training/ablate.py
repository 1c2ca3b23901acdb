"""``python -m vision.training.ablate``: what each ingredient of the reader's learning gives, over several seeds.

Learns small readers from nothing on scenes that are there (`python -m vision.training` makes them), each time without
one ingredient, and holds them against decks that none of them saw. Short learning: differences count, not the heights.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.indices import IndexFinder
from vision.training import learn_reader
from vision.training.crops import NONE, UNKNOWN, Crops
from vision.training.nets import Reader

SURE = 0.95
SOFT = 1.6
"""Blur of the second measurement, px of a cut-out 32 px wide."""


def parse(words: list[str]) -> argparse.Namespace:
    """The command's words."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.ablate", description=__doc__)
    parser.add_argument("scenes", type=Path, help="a folder with train and held, as the training leaves it")
    parser.add_argument("--finder", type=Path, required=True, help="the finder (.onnx) whose finds are learnt from")
    parser.add_argument("--out", type=Path, default=Path("build/ablate"))
    parser.add_argument("--minutes", type=float, default=2.0, help="processor minutes a reader (2)")
    parser.add_argument("--seeds", type=int, default=2, help="seeds of each (2)")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Learn what is not there yet, measure all, print one line each and the means."""
    args = parse(words)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    held = learn_reader.held_out(args.scenes / "held", IndexFinder(args.finder))
    everything = learn_reader.INGREDIENTS
    table: dict[str, list[dict[str, float]]] = {}
    for seed in range(1, args.seeds + 1):
        for name, kept in {"all": everything, **{f"without {one}": everything - {one} for one in everything}}.items():
            state = args.out / f"{name.replace(' ', '-')}-{seed}.pt"
            learn_reader.learn(
                args.scenes,
                state,
                minutes=args.minutes,
                rate=1.2e-3,
                seed=seed,
                finder=args.finder,
                ingredients=kept,
            )
            net = Reader()
            net.load_state_dict(torch.load(state, weights_only=True)["average"])
            found = figures(net, held)
            table.setdefault(name, []).append(found)
            print(f"{name}, seed {seed}: {json.dumps(found)}", flush=True)
    for name, rows in table.items():
        means = {key: (float(np.mean([row[key] for row in rows])), [row[key] for row in rows]) for key in rows[0]}
        print(f"{name}: " + ", ".join(f"{key} {mean:.4f} {each}" for key, (mean, each) in means.items()))
    return 0


def figures(net: Reader, held: Crops) -> dict[str, float]:
    """Shares of cut-outs of unseen decks. `both`: rank and suit of whole indices right; `soft`: the same when blurred;
    `nothing`: what is no index is taken for none; `hidden`: hidden suits that are claimed all the same (p >= SURE)."""
    whole = (held.ranks.max(axis=1) == 1) & (held.ranks[:, NONE] == 0) & (held.suits[:, :UNKNOWN].max(axis=1) == 1)
    nothing = held.ranks[:, NONE] == 1
    hidden = (held.suits[:, UNKNOWN] == 1) & (held.ranks[:, NONE] == 0)
    scores = learn_reader.answers(net, held.images)
    blurred = np.stack([cv2.GaussianBlur(one, (0, 0), SOFT) for one in held.images[whole]])
    soft = learn_reader.answers(net, blurred)
    return {
        "both": round(float(_both(scores[whole], held, whole).mean()), 4),
        "soft": round(float(_both(soft, held, whole).mean()), 4),
        "nothing": round(float((scores[nothing, : NONE + 1].argmax(axis=1) == NONE).mean()), 4),
        "hidden": round(float((_suits(scores[hidden])[:, :UNKNOWN].max(axis=1) >= SURE).mean()), 4),
    }


def _both(scores: np.ndarray, held: Crops, which: np.ndarray) -> np.ndarray:
    rank = scores[:, : NONE + 1].argmax(axis=1) == held.ranks[which].argmax(axis=1)
    suit = scores[:, NONE + 1 : NONE + 1 + UNKNOWN].argmax(axis=1) == held.suits[which, :UNKNOWN].argmax(axis=1)
    return rank & suit


def _suits(scores: np.ndarray) -> np.ndarray:
    part = scores[:, NONE + 1 : NONE + 2 + UNKNOWN]
    part = np.exp(part - part.max(axis=1, keepdims=True))
    return part / part.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
