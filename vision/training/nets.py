"""The two nets. Small and plain: 3x3 convolutions, batch norm, nothing that `cv2.dnn` would not run fast."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.indices import GLYPHS

FINDER_OUTPUTS = ("heat", "dx", "dy", "sin", "cos", "height")
READER_OUTPUTS = len(GLYPHS) + 1 + 4 + 1
"""The glyphs and "no index"; four suits and "suit not to be seen"."""


def half_precision() -> torch.autocast:
    """Forward passes in bfloat16 where the processor multiplies matrices of it, three times as fast; else plain."""
    try:
        able = "amx_bf16" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="ignore")
    except OSError:
        able = False
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=able)


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Finder(nn.Module):
    """Picture (n, 3, h, w) in [-0.5, 0.5] -> (n, 6, h/8, w/8): what `FINDER_OUTPUTS` names for every cell."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 24), conv(24, 48, 2))
        self.near = nn.Sequential(conv(48, 48), conv(48, 48))
        self.wide = nn.Sequential(conv(48, 48, dilation=2), conv(48, 48))
        self.mix = nn.Sequential(nn.Conv2d(48, 64, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True))
        self.out = nn.Conv2d(64, len(FINDER_OUTPUTS), 1)
        nn.init.constant_(self.out.bias[:1], -4.0)

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        seen = self.stem(picture)
        seen = seen + self.near(seen)
        seen = seen + self.wide(seen)
        return self.out(self.mix(seen))


class Reader(nn.Module):
    """Upright cut-out (n, 3, 48, 32), normalised -> (n, 24) raw scores."""

    def __init__(self) -> None:
        super().__init__()
        self.see = nn.Sequential(
            conv(3, 24), nn.MaxPool2d(2), conv(24, 40), nn.MaxPool2d(2), conv(40, 64), nn.MaxPool2d(2), conv(64, 64)
        )
        self.drop = nn.Dropout(0.15)
        self.feel = nn.Linear(64 * 6 * 4, 96)
        self.out = nn.Linear(96, READER_OUTPUTS)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return self.out(self.features(crops))

    def features(self, crops: torch.Tensor) -> torch.Tensor:
        """The last layer but one, (n, 96)."""
        return torch.relu(self.feel(self.drop(self.see(crops).flatten(1))))


def warm_start(net: nn.Module, source: Path, sample: torch.Tensor, outputs: list[int] | None = None) -> None:
    """Take over the averaged weights of a training state (``.pt``), or those of an exported net of the same shape.

    Exported batch norms were folded into convolutions. Each gets the mean and spread that its convolution shows on
    `sample`, and scale and shift that undo them, so that the net computes what the exported one did and can go on
    learning. `outputs` gives for each output of the exported net its place in this one; outputs that it lacks begin as
    if they were never the answer.
    """
    if source.suffix == ".pt":
        net.load_state_dict(torch.load(source, weights_only=True)["average"])
        return
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(source)).graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    own = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    assert len(layers) == len(own), f"{source}: {len(layers)} layers, this net has {len(own)}"
    biases: dict[nn.Module, torch.Tensor] = {}
    for node, module in zip(layers, own, strict=True):
        weight, bias = stored[node.input[1]], stored[node.input[2]]
        with torch.no_grad():
            if weight.shape == module.weight.shape:
                module.weight.copy_(weight)
                if module.bias is not None:
                    module.bias.copy_(bias)
            elif outputs is None:
                module.weight.copy_(weight[: len(module.weight)])
                module.bias.copy_(bias[: len(module.weight)])
            else:
                module.bias.fill_(-4.0)
                module.weight[outputs] = weight
                module.bias[outputs] = bias
        biases[module] = bias
    refit_norms(net, biases, sample)


def refit_norms(net: nn.Module, biases: dict[nn.Module, torch.Tensor], sample: torch.Tensor) -> None:
    """Set every batch norm from what its convolution puts out on `sample`; see `warm_start`."""
    before: list[nn.Module] = []
    hooks = []

    def remember(module: nn.Module, *_: object) -> None:
        before.append(module)

    def refit(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor, ...]) -> None:
        (values,) = inputs
        mean, variance = values.mean(dim=(0, 2, 3)), values.var(dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data.copy_((variance + norm.eps).sqrt())
        norm.bias.data.copy_(mean + biases[before[-1]])

    for module in net.modules():
        if isinstance(module, nn.Conv2d):
            hooks.append(module.register_forward_pre_hook(remember))
        if isinstance(module, nn.BatchNorm2d):
            hooks.append(module.register_forward_pre_hook(refit))
    net.eval()
    with torch.no_grad():
        net(sample)
    for hook in hooks:
        hook.remove()


class Average:
    """A running average of a net's weights, which reads better than the last ones."""

    def __init__(self, net: nn.Module, keep: float) -> None:
        import copy

        self.net = copy.deepcopy(net).eval()
        self.keep, self.steps = keep, 0

    def update(self, net: nn.Module) -> None:
        """Take in the weights after one more step."""
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 50))
        with torch.no_grad():
            for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
                if mine.dtype.is_floating_point:
                    mine.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    mine.copy_(theirs)


def picture_tensor(images: np.ndarray) -> torch.Tensor:
    """Pictures (n, h, w, 3) uint8 as the finder wants them."""
    return torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2))).float() / 255 - 0.5
