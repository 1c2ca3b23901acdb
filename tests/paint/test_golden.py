"""The designed screens look as they did when somebody last looked at them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from table.paint.kit.cache import Cache
from tests.paint.golden import FOLDER, look_of, parts_picture, picture_of
from tests.paint.screens import DESIGNED

CACHE = Cache()
MEAN = 2.6
"""Mean difference in grey levels: the files' coarse steps alone make about 2."""
CHANGED = 0.004
"""Share of pixels that may differ clearly (a hairline moved by rounding)."""


def differences(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    far = np.abs(a.astype(int) - b.astype(int)).max(axis=2)
    return float(np.abs(a.astype(int) - b.astype(int)).mean()), float((far > 40).mean())


@pytest.mark.parametrize("name", DESIGNED)
def test_designed_screen(name: str) -> None:
    wanted = cv2.imread(str(FOLDER / f"{name}.png"))
    assert wanted is not None, f"no golden picture of {name}: python -m tests.paint.golden"
    mean, changed = differences(picture_of(DESIGNED[name], look_of(name), CACHE), wanted)
    assert (mean <= MEAN, changed <= CHANGED) == (True, True), f"{name}: mean {mean:.2f}, changed {changed:.4f}"


def test_the_sheet_of_parts() -> None:
    mean, changed = differences(parts_picture(CACHE), cv2.imread(str(FOLDER / "00-parts.png")))
    assert (mean <= MEAN, changed <= CHANGED) == (True, True), f"mean {mean:.2f}, changed {changed:.4f}"


def test_a_moved_card_would_be_noticed() -> None:
    """The tolerance is tight enough: the same screen with another discard is another picture."""
    a = picture_of(DESIGNED["04-gin-turn-hu"], look_of(""), CACHE)
    b = cv2.imread(str(FOLDER / "05-gin-forbidden-en.png"))
    c = np.roll(a, 6, axis=1)
    assert differences(a, b)[1] > CHANGED
    assert differences(a, c)[1] > CHANGED
