"""From learnt weights to the two ONNX files that `cv2.dnn` runs."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from vision.training.nets import Finder, Reader


class WithFeatures(nn.Module):
    """A reader whose one output holds the 24 scores and then the 96 features, for decks that are enrolled."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        features = self.reader.features(crops)
        return torch.cat([self.reader.out(features), features], dim=1)


def averaged(net: nn.Module, path: Path) -> nn.Module:
    """The net with the averaged weights of a training state."""
    net.load_state_dict(torch.load(path, weights_only=True)["average"])
    return net.eval()


def export_finder(state: Path, out: Path) -> None:
    """Write the finder; height and width of the picture stay open."""
    net = averaged(Finder(), state)
    sides = {2: "height", 3: "width"}
    _export(net, torch.zeros(1, 3, 320, 320), out, {"picture": sides, "cells": sides}, ("picture", "cells"))


def export_reader(state: Path, out: Path) -> None:
    """Write the reader; the number of cut-outs stays open."""
    net = WithFeatures(averaged(Reader(), state)).eval()
    count = {0: "count"}
    _export(net, torch.zeros(1, 3, 48, 32), out, {"crops": count, "scores": count}, ("crops", "scores"))


def _export(net: nn.Module, sample: torch.Tensor, out: Path, axes: dict, names: tuple[str, str]) -> None:
    # The older exporter: it folds batch norm and writes nodes that OpenCV 4.10 reads too.
    torch.onnx.export(
        net,
        (sample,),
        str(out),
        input_names=[names[0]],
        output_names=[names[1]],
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
