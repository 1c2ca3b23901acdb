"""The shape of a hand and its arm as seen from above, in mm."""

from __future__ import annotations

import numpy as np

from vision.synth.scene import Hand

WAYS = {"near": (0.0, 1.0), "far": (0.0, -1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}
"""From the finger tips towards the body, for each side of the table."""


def _capsule(a: np.ndarray, b: np.ndarray, ra: float, rb: float) -> np.ndarray:
    """A rounded bar from `a` to `b`."""
    way = (b - a) / (np.linalg.norm(b - a) + 1e-9)
    left = np.array([-way[1], way[0]])
    turn = np.linspace(0, np.pi, 9)[:, None]
    end_a = a + ra * (np.cos(turn) * left - np.sin(turn) * way)
    end_b = b + rb * (-np.cos(turn) * left + np.sin(turn) * way)
    return np.vstack([end_a, end_b])


def hand_shapes(hand: Hand) -> list[tuple[np.ndarray, tuple[int, int, int]]]:
    """Polygons (n, 2) in mm with their colours, lowest first: fore-arm, sleeve, palm, thumb, fingers."""
    base = np.array(WAYS[hand.side])
    turn = np.array([[np.cos(hand.lean), -np.sin(hand.lean)], [np.sin(hand.lean), np.cos(hand.lean)]])
    way = base @ turn.T
    across = np.array([-way[1], way[0]])
    tip = np.asarray(hand.at, float)
    w = hand.width
    palm, wrist, elbow = tip + way * 85 * w, tip + way * 150 * w, tip + way * 900
    dark = tuple(int(c * 0.86) for c in hand.skin)
    cuff = wrist + way * (20 + 160 * (1 - hand.sleeve_length))
    shapes = [
        (_capsule(wrist, elbow, 27 * w, 42 * w), hand.skin),
        (_capsule(cuff, elbow, 40 * w, 58 * w), hand.sleeve),
        (_capsule(palm, wrist, 41 * w, 29 * w), hand.skin),
    ]
    thumb_root = palm + across * 30 * w
    shapes.append((_capsule(thumb_root, thumb_root + across * 22 * w - way * 38 * w, 13 * w, 9 * w), dark))
    for i, length in enumerate((70.0, 84.0, 78.0, 60.0)):
        offset = (1.5 - i) * (17 + 8 * hand.spread) * w
        root = palm + across * (1.5 - i) * 19 * w - way * 20 * w
        end = palm + across * offset - way * length * w
        shapes.append((_capsule(root, end, 10 * w, 7.5 * w), hand.skin if i % 2 else dark))
    return shapes
