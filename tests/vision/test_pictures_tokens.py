"""Printed voting tokens: whose, which, and on which card."""

import cv2
import numpy as np
import pytest

from vision.pictures.find import rectangle
from vision.pictures.tokens import (
    ALL_SEATS,
    DICTIONARY,
    MARKER_MM,
    TOKEN_MM,
    VALUES_MOST,
    Token,
    find_tokens,
    on_cards,
    seen_tokens,
    token_of,
)

CARDS = [(n, rectangle((100.0 * n, 200.0), 0.0, (80.0, 120.0))) for n in (1, 2, 3)]


def square(x: float, y: float, angle: float = 0.0) -> np.ndarray:
    return rectangle((x, y), angle, (TOKEN_MM, TOKEN_MM))


def draw(view: np.ndarray, token: Token, x: float, y: float, turn: float, scale: float) -> None:
    """A token's print at (x, y) mm."""
    n = 240
    face = np.full((n, n, 3), 255, np.uint8)
    m = round(n * MARKER_MM / TOKEN_MM)
    marker = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(token.marker, m)
    a = (n - m) // 2
    face[a : a + m, a : a + m] = marker[..., None]
    corners = np.float32(square(x, y, turn) * scale)
    warp = cv2.getPerspectiveTransform(np.float32([[0, 0], [n, 0], [n, n], [0, n]]), corners)
    size = view.shape[1::-1]
    view[:] = np.where(
        cv2.warpPerspective(np.full((n, n), 255, np.uint8), warp, size)[..., None] > 127,
        cv2.warpPerspective(face, warp, size, flags=cv2.INTER_AREA),
        view,
    )


def test_every_token_has_a_marker_of_its_own_and_the_marker_tells_the_token():
    tokens = [Token(seat, "vote", value) for seat in ALL_SEATS for value in range(1, VALUES_MOST + 1)]
    tokens += [Token(seat, "owner", second) for seat in ALL_SEATS for second in (0, 1)]
    assert len({token.marker for token in tokens}) == len(tokens)
    assert all(token_of(token.marker) == token for token in tokens)
    assert max(token.marker for token in tokens) < 250


def test_numbers_that_no_token_bears():
    assert token_of(15) is None
    assert token_of(249) is None


@pytest.mark.parametrize(
    ("x", "on"), [(200.0, (2,)), (150.0, (1, 2)), (240.0, (2,)), (20.0, ()), (250.0, (2, 3)), (152.0, (2, 1))]
)
def test_a_token_lies_on_a_card_between_two_or_beside_the_row(x, on):
    assert set(on_cards(square(x, 200.0), CARDS)) == set(on)


def test_the_card_that_holds_more_of_the_token_comes_first():
    assert on_cards(square(162.0, 200.0, 0.2), [(1, CARDS[0][1] + [15, 0]), CARDS[1]])[0] == 2


def test_tokens_are_read_from_a_view_whichever_way_they_lie():
    rng = np.random.default_rng(3)
    view = np.clip(rng.normal(95, 12, (640, 1120, 3)), 0, 255).astype(np.uint8)
    laid = [(Token("sun", "vote", 3), 120.0, 90.0, 0.3), (Token("wave", "owner"), 300.0, 200.0, 2.6),
            (Token("seat9", "vote", 12), 430.0, 100.0, 4.0)]  # fmt: skip
    for token, x, y, turn in laid:
        draw(view, token, x, y, turn, 2.0)
    view = cv2.GaussianBlur(view, (0, 0), 0.8)
    found = {
        token: quad.mean(axis=0) + np.array([14.0, 50.0]) for token, quad in find_tokens(view, 2.0, (-14.0, -50.0))
    }
    assert set(found) == {token for token, *_ in laid}
    for token, x, y, _ in laid:
        assert np.allclose(found[token], [x, y], atol=1.0)
    seen = seen_tokens(find_tokens(view, 2.0, (0.0, 0.0)), [(4, rectangle((300, 200), 0.1, (80, 120)))])
    assert [(one.seat, one.kind, one.value, one.on) for one in seen] == [
        ("sun", "vote", 3, ()), ("wave", "owner", 0, (4,)), ("seat9", "vote", 12, ())]  # fmt: skip


def test_the_mats_own_markers_are_no_tokens():
    view = np.full((300, 300, 3), 255, np.uint8)
    marker = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50).generateImageMarker(2, 40)
    view[100:140, 100:140] = marker[..., None]
    assert find_tokens(view, 2.0, (0.0, 0.0)) == []
