"""The scenes from which the finder of picture cards learns say of each cell what lies there."""

import numpy as np
import pytest

from vision.pictures.training.cloths import _ended
from vision.pictures.training.scenes import TILE, draw
from vision.pictures.votes import NET_H, STRIDE


@pytest.mark.parametrize("seed", range(4))
def test_all_cells_of_a_card_point_to_one_middle(seed):
    scene = draw(np.random.default_rng((17, seed)), [])
    assert scene.image.shape == (*TILE, 3)
    card, _, hand, dx, dy, cos, sin, weight = scene.labels
    ys, xs = np.nonzero(card)
    middles = np.stack([xs * STRIDE + STRIDE / 2 + dx[ys, xs] * NET_H, ys * STRIDE + STRIDE / 2 + dy[ys, xs] * NET_H])
    found = np.unique(np.rint(middles), axis=1)
    assert 0 < found.shape[1] <= 40, "as many middles as cards, however many cells"
    assert len(xs) > 8 * found.shape[1]
    assert not (card * hand).any(), "under a hand no card is seen"
    assert np.allclose(np.hypot(cos, sin)[ys, xs], 1, atol=1e-5)
    assert weight.min() > 0


def test_a_cloth_may_end_in_sight():
    red, blue = np.full((320, 512, 3), (0, 0, 200), np.uint8), np.full((320, 512, 3), (200, 0, 0), np.uint8)
    image = _ended(np.random.default_rng(3), red, blue)
    assert (image[160, 256] == red[0, 0]).all(), "the middle is cloth"
    beyond = image[..., 0] > 60
    assert 0.005 < beyond.mean() < 0.5
