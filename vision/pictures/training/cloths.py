"""Cloths for the finder's training scenes: plain, woven, printed, wavy, and the table's own mats.

All pictures are 8-bit BGR at the scene's double resolution.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.pictures.training.textures import Image, Rng, clouds, colour, shapes


def _plain(rng: Rng, h: int, w: int) -> Image:
    dark = rng.random()
    c = colour(rng, 5, 70) if dark < 0.4 else colour(rng, 150, 250) if dark < 0.7 else colour(rng, 30, 220)
    return np.full((h, w, 3), c, np.uint8)


def _stripes(rng: Rng, h: int, w: int) -> Image:
    image = _plain(rng, h, w)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])
        step = rng.uniform(8, 90)
        mask = ((xx * np.cos(angle) + yy * np.sin(angle)) % step) < step * rng.uniform(0.05, 0.55)
        c = np.array(colour(rng), np.float32)
        a = rng.uniform(0.15, 0.8)
        image[mask] = (image[mask] * (1 - a) + c * a).astype(np.uint8)
    return image


def _motifs(rng: Rng, h: int, w: int) -> Image:
    image = _plain(rng, h, w)
    n = int(rng.integers(14, 60))
    motif = np.empty((n, n, 3), np.uint8)
    motif[:] = image[0, 0]
    shapes(rng, motif, int(rng.integers(1, 5)))
    tiled = np.tile(motif, (h // n + 2, w // n + 2, 1))[:h, :w]
    soft = rng.uniform(0.25, 0.9)
    return cv2.addWeighted(np.ascontiguousarray(tiled), soft, image, 1 - soft, 0)


def _wood(rng: Rng, h: int, w: int) -> Image:
    base = np.array(rng.choice([[60, 95, 140], [30, 50, 85], [120, 160, 200], [80, 110, 130]]), np.float32)
    grain = cv2.resize(rng.normal(0, 1, (h, max(2, w // 60))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    grain = cv2.GaussianBlur(grain, (1, 3), 0)[..., None] * rng.uniform(4, 22)
    image = np.clip(base + grain, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(image.transpose(1, 0, 2)[:h, :w]) if h == w else image


def _mat(rng: Rng, h: int, w: int) -> Image:
    """A printed mat: plain with thin zone lines, words and marker-like squares."""
    image = _plain(rng, h, w)
    ink = tuple(255 - v if rng.random() < 0.7 else 128.0 for v in image[0, 0].tolist())
    for _ in range(int(rng.integers(1, 4))):
        p = rng.integers(0, [w, h])
        size = rng.integers([w // 4, h // 4], [w, h])
        cv2.rectangle(image, tuple(map(int, p)), tuple(map(int, p + size)), ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        cv2.putText(
            image,
            "".join(map(chr, rng.integers(65, 91, 6))),
            tuple(map(int, rng.integers(0, [w, h]))),
            0,
            float(rng.uniform(0.3, 1)),
            ink,
            1,
            cv2.LINE_AA,
        )
    for _ in range(int(rng.integers(0, 3))):
        n = int(rng.integers(20, 50))
        x, y = map(int, rng.integers(0, [w, h]))
        code = cv2.resize((rng.random((6, 6)) < 0.5).astype(np.uint8) * 255, (n, n), interpolation=cv2.INTER_NEAREST)
        part = image[y : y + n, x : x + n]
        part[:] = code[: part.shape[0], : part.shape[1], None]
    return image


def _muted(rng: Rng, h: int, w: int) -> Image:
    return cv2.addWeighted(clouds(rng, h, w), 0.4, _plain(rng, h, w), 0.6, 0)


def _plaid(rng: Rng, h: int, w: int) -> Image:
    """Uneven bands both ways, woven into one another."""
    out = np.zeros((h, w, 3), np.float32)
    for axis, n in ((0, h), (1, w)):
        edges = np.cumsum(rng.uniform(2, rng.uniform(10, 90), n))
        band = np.searchsorted(edges, np.arange(n))
        few = rng.uniform(0, 255, (int(rng.integers(2, 7)), 3))
        line = few[rng.integers(0, len(few), band.max() + 1)][band].astype(np.float32)
        out += line[:, None] * 0.5 if axis == 0 else line[None] * 0.5
    return out.astype(np.uint8)


def _strewn(rng: Rng, h: int, w: int) -> Image:
    """Many figures, large and small, as on a printed tablecloth."""
    image = _plain(rng, h, w)
    half = np.ascontiguousarray(image[: h // 2, : w // 2])
    shapes(rng, half, int(rng.integers(8, 60)))
    large = cv2.resize(half, (w, h), interpolation=cv2.INTER_LINEAR)
    return cv2.addWeighted(large, rng.uniform(0.3, 0.9), image, 0.3, 0)


def _bent(rng: Rng, image: Image) -> Image:
    """The pattern swung to and fro."""
    h, w = image.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    dx = np.sin(yy / rng.uniform(6, 60) + rng.uniform(0, 6)) * rng.uniform(2, 25)
    dy = np.sin(xx / rng.uniform(6, 60) + rng.uniform(0, 6)) * rng.uniform(0, 20)
    return cv2.remap(
        image, xx + dx.astype(np.float32), yy + dy.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def _two(rng: Rng) -> np.ndarray:
    """Two colours, (2, 3), far apart or near."""
    return np.array([colour(rng), colour(rng)], np.float32)


def _ripples(rng: Rng, h: int, w: int) -> Image:
    """Bold bands that swing or zigzag across the cloth, with hard or soft rims."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    turn = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])
    u, v = xx * np.cos(turn) + yy * np.sin(turn), yy * np.cos(turn) - xx * np.sin(turn)
    swing = v / rng.uniform(6, 60) + rng.uniform(0, 6)
    bend = np.sin(swing) if rng.random() < 0.6 else 2 / np.pi * np.arcsin(np.sin(swing))
    wave = np.sin(u / rng.uniform(6, 60) + rng.uniform(0.5, 4.5) * bend)
    share = (0.5 + 0.5 * np.tanh(wave * rng.uniform(0.5, 6)))[..., None]
    a, b = _two(rng)
    return (a * (1 - share) + b * share).astype(np.uint8)


def _gingham(rng: Rng, h: int, w: int) -> Image:
    """Checks woven of two threads: light, dark and half tone; or hard as a chessboard."""
    n, m = rng.uniform(6, 60), rng.uniform(0.35, 0.65)
    m2 = n * rng.uniform(0.8, 1.25) if rng.random() < 0.3 else n
    across = ((np.arange(w) % n) < n * m).astype(np.float32)[None, :]
    down = ((np.arange(h) % m2) < m2 * m).astype(np.float32)[:, None]
    share = np.abs(across - down) if rng.random() < 0.25 else (across + down) / 2
    a, b = _two(rng)
    return (a * (1 - share[..., None]) + b * share[..., None]).astype(np.uint8)


def _posies(rng: Rng, h: int, w: int) -> Image:
    """Small figures of a few leaves or dots, strewn evenly over the ground."""
    image = _plain(rng, h, w)
    step = int(rng.integers(16, 90))
    inks = [colour(rng) for _ in range(3)]
    leaves, leaf, out = int(rng.integers(0, 8)), step * rng.uniform(0.06, 0.17), step * rng.uniform(0.1, 0.25)
    shift = rng.choice([0.0, 0.5]) * step
    for row, y in enumerate(range(0, h + step, step)):
        for x in range(0, w + step, step):
            at = np.array([x + (row % 2) * shift, y]) + rng.normal(0, step * 0.06, 2)
            turn = rng.uniform(0, 6.3) if rng.random() < 0.5 else 0.0
            for k in range(leaves):
                angle = turn + 2 * np.pi * k / leaves
                tip = at + out * np.array([np.cos(angle), np.sin(angle)])
                cv2.circle(image, tuple(np.rint(tip).astype(int).tolist()), round(leaf) + 1, inks[0], -1, cv2.LINE_AA)
            cv2.circle(image, tuple(np.rint(at).astype(int).tolist()), round(leaf) + 1, inks[1], -1, cv2.LINE_AA)
    return image


CLOTHS: tuple[Callable[[Rng, int, int], Image], ...] = (
    _plain, _plain, _plain, _stripes, _stripes, _motifs, _motifs, _wood, _mat, _mat, _muted,
    _plaid, _plaid, _plaid, _strewn, _ripples, _ripples, _ripples, _gingham, _gingham, _posies, _posies,
)  # fmt: skip


def cloth(rng: Rng, h: int, w: int) -> Image:
    """What lies under the cards: a cloth, and now and then its end with the table beyond."""
    image = _woven(rng, h, w)
    return _ended(rng, image, _woven(rng, h, w)) if rng.random() < 0.3 else image


def _ended(rng: Rng, image: Image, beyond: Image) -> Image:
    """The cloth as it ends near one or two rims of the scene, straight but not quite square."""
    h, w = image.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    out = image.astype(np.float32)
    for side in rng.permutation(4)[: int(rng.integers(1, 3))]:
        turn = side * np.pi / 2 + rng.normal(0, 0.05)
        from_middle = (xx - w / 2) * np.cos(turn) + (yy - h / 2) * np.sin(turn)
        past = from_middle - (w if side % 2 == 0 else h) * rng.uniform(0.33, 0.5)
        share = np.clip(past + 0.5, 0, 1)[..., None]
        shade = 1 - rng.uniform(0, 0.5) * np.exp(-np.maximum(past, 0) / rng.uniform(2, 12))[..., None]
        out = out * (1 - share) + beyond * shade * share
    return out.astype(np.uint8)


def _woven(rng: Rng, h: int, w: int) -> Image:
    """A cloth of any kind, bent, faded and rough by chance."""
    image = CLOTHS[int(rng.integers(len(CLOTHS)))](rng, h, w)
    if rng.random() < 0.2:
        image = _bent(rng, image)
    if rng.random() < 0.25:
        image = cv2.addWeighted(image, 0.5, np.full_like(image, colour(rng)), 0.5, 0)
    if rng.random() < 0.6:
        weave = rng.normal(0, rng.uniform(1, 9), (h, w, 1)).astype(np.float32)
        image = np.clip(image + weave, 0, 255).astype(np.uint8)
    return image
