"""Trains the finder: ``python -m vision.pictures.training.train --faces DIR --work DIR --out rowfind.onnx``.

Scenes are drawn once into shards under ``--work`` (resumed where they stand), then the net is trained on them with
flips and mixed colour channels, its averaged weights are written as ONNX, and a held-out shard is scored. Fixed seeds;
resumable; about a quarter of an hour of drawing and half an hour of training on one core.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.pictures.training.draw import draw_shards
from vision.pictures.training.scenes import TILE
from vision.pictures.votes import STRIDE

HELD_OUT = 2
"""Shards kept for scoring, the first ones."""


def block(i: int, o: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(i, o, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True)
    )


class RowNet(nn.Module):
    """BGR/255-0.5 -> at stride 4: logits of card, back, hand; offset to the middle; cos, sin of twice the angle."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 16))
        self.quarter = nn.Sequential(block(16, 28, 2), block(28, 28))
        self.down = block(28, 48, 2)
        self.wide = nn.ModuleList(
            [block(48, 48), block(48, 48, dilation=2), block(48, 48, dilation=3), block(48, 48, dilation=2)]
        )
        self.up = nn.Sequential(nn.Conv2d(48, 28, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.out = nn.Sequential(block(56, 36), nn.Conv2d(36, 7, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        quarter = self.quarter(self.stem(x))
        y = self.down(quarter)
        for layer in self.wide:
            y = y + layer(y)
        return self.out(torch.cat([quarter, self.up(y)], 1))


def loss_of(out: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Cross-entropies for what the cell is, robust distances for where its card lies."""
    card, weight = y[:, 0], y[:, 7]
    bce = nn.functional.binary_cross_entropy_with_logits
    is_card = bce(out[:, 0], card, weight=weight * (1 + card * 0.5))
    hand = bce(out[:, 2], y[:, 2], weight=1 + 3 * y[:, 2])
    n = card.sum() + 1
    back = (bce(out[:, 1], y[:, 1], reduction="none") * card).sum() / n
    offset = (nn.functional.smooth_l1_loss(out[:, 3:5], y[:, 3:5], beta=0.04, reduction="none").sum(1) * card).sum() / n
    angle = (nn.functional.smooth_l1_loss(out[:, 5:7], y[:, 5:7], beta=0.1, reduction="none").sum(1) * card).sum() / n
    return is_card + 0.5 * hand + 0.25 * back + 4 * offset + 0.5 * angle


def augment(rng: np.random.Generator, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Flips (pictures have no handedness for the finder), mixed channels, brightness."""
    if rng.random() < 0.5:
        x, y = x.flip(3), y.flip(3).clone()
        y[:, 3] *= -1
        y[:, 6] *= -1
    if rng.random() < 0.5:
        x, y = x.flip(2), y.flip(2).clone()
        y[:, 4] *= -1
        y[:, 6] *= -1
    x = x[:, list(rng.permutation(3))] if rng.random() < 0.4 else x
    return (x * rng.uniform(0.75, 1.2) + rng.uniform(-0.08, 0.08)).clamp(-0.5, 0.5), y


def load(work: Path, shard: int) -> tuple[torch.Tensor, torch.Tensor]:
    data = np.load(work / f"shard{shard:03d}.npz")
    x = torch.from_numpy(data["x"]).permute(0, 3, 1, 2).float() / 255 - 0.5
    return x, torch.from_numpy(data["y"]).float()


def score(net: nn.Module, work: Path) -> dict[str, float]:
    """On the held-out shards: share of cells right, and the median and 95th percentile of the middle's error."""
    net.eval()
    right, misses = [], []
    with torch.no_grad():
        for shard in range(HELD_OUT):
            x, y = load(work, shard)
            out = torch.cat([net(part) for part in x.split(20)])
            right.append(((out[:, 0] > 0) == (y[:, 0] > 0.5)).float().mean().item())
            card = y[:, 0] > 0.5
            misses.append((out[:, 3:5] - y[:, 3:5]).norm(dim=1)[card].numpy())
    error = np.concatenate(misses)
    return {"cells": float(np.mean(right)), "p50": float(np.median(error)), "p95": float(np.percentile(error, 95))}


def train(work: Path, shards: int, minutes: float, threads: int, start_from: Path | None = None) -> nn.Module:
    """One pass after another over the shards until the time is up; one-cycle learning rate by time used."""
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    rng = np.random.default_rng(1)
    net = RowNet().to(memory_format=torch.channels_last)
    if start_from is not None:
        net.load_state_dict(torch.load(start_from))
    top = 3e-3 if start_from is None else 2e-3
    average = {k: v.clone() for k, v in net.state_dict().items()}
    optim = torch.optim.AdamW(net.parameters(), top, weight_decay=1e-3)
    start, step = time.monotonic(), 0
    while (done := (time.monotonic() - start) / (minutes * 60)) < 1:
        there = [s for s in range(HELD_OUT, shards) if (work / f"shard{s:03d}.npz").exists()]
        x, y = load(work, int(rng.choice(there)))
        net.train()
        for part in torch.from_numpy(rng.permutation(len(x))).split(10):
            done = min(1.0, (time.monotonic() - start) / (minutes * 60))
            for group in optim.param_groups:
                group["lr"] = top * min(1.0, step / 100 + 0.01) * (0.5 + 0.5 * np.cos(np.pi * done) + 0.003)
            a, b = augment(rng, x[part], y[part])
            with torch.autocast("cpu", torch.bfloat16):  # nearly twice as fast on a processor that has it
                out = net(a.contiguous(memory_format=torch.channels_last))
            loss = loss_of(out.float(), b)
            optim.zero_grad()
            loss.backward()
            optim.step()
            step += 1
            keep = min(0.995, step / (step + 10))
            for k, v in net.state_dict().items():
                average[k] = average[k] * keep + v * (1 - keep) if v.is_floating_point() else v.clone()
        if step % 200 == 0:
            print(
                json.dumps({"step": step, "done": round(done, 3), "loss": round(loss.item(), 4), "shards": len(there)}),
                flush=True,
            )
        if step % 1000 == 0:
            torch.save(average, work / "average.pt")
    net.load_state_dict(average)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, required=True, help="a folder of pictures from which faces are cut")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start-from", type=Path, help="weights (average.pt) to go on from")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    draw_shards(args.faces, args.work, 0, args.shards)
    net = train(args.work, args.shards, args.minutes, args.threads, args.start_from)
    print(json.dumps(score(net, args.work)))
    torch.save(net.state_dict(), args.work / "average.pt")
    net.eval()
    torch.onnx.export(
        net,
        torch.zeros(1, 3, *TILE),
        str(args.out),
        input_names=["bgr"],
        output_names=["cells"],
        dynamic_axes={"bgr": {2: "h", 3: "w"}, "cells": {2: "h", 3: "w"}},
        opset_version=13,
        dynamo=False,
    )
    print("written", args.out, args.out.stat().st_size, "bytes, stride", STRIDE)


if __name__ == "__main__":
    main()
