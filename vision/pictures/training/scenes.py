"""Training scenes of the finder: a zone seen from above, with what the net shall say about each of its cells.

A scene is drawn at double resolution and scaled down to the net's (`NET_H` px a card's height), so that edges are
as soft as a camera makes them. Labels are made from an id map of the topmost thing at each cell's middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from vision.pictures.training.cloths import cloth
from vision.pictures.training.textures import CARD_H, Image, Rng, art, back_pattern, card_mask, colour, framed
from vision.pictures.votes import NET_H, STRIDE

TILE = (160, 256)
"""Rows and columns of a training tile in the net's input."""

HAND = 255
NOTHING = 0


@dataclass(frozen=True)
class Scene:
    """`image` is TILE in BGR; `labels` is float32 (8, rows/4, columns/4): card, back, hand, dx, dy, cos2a, sin2a,
    and the weight of the cell. Offsets point to the middle of the cell's card, in card heights."""

    image: Image
    labels: np.ndarray


class _Painter:
    """The scene at double resolution, and on it the number of the topmost thing."""

    def __init__(self, image: Image) -> None:
        self.image = image.astype(np.float32)
        self.ids = np.zeros(image.shape[:2], np.uint8)

    def put(self, patch: Image, mask: Image, centre: np.ndarray, angle: float, number: int, shadow: float) -> None:
        """Lays `patch` with its middle at `centre`, turned by `angle`, casting a soft shadow."""
        h, w = patch.shape[:2]
        reach = int(np.hypot(h, w) / 2) + 8
        x0, y0 = (int(v) - reach for v in centre)
        size = 2 * reach
        c, s = np.cos(angle), np.sin(angle)
        m = np.array([[c, -s, 0], [s, c, 0]], np.float32)
        m[:, 2] = np.array([centre[0] - x0, centre[1] - y0]) - m[:, :2] @ np.array([(w - 1) / 2, (h - 1) / 2])
        warped = cv2.warpAffine(patch, m, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpAffine(mask, m, (size, size), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
        ys = slice(max(0, y0), min(self.ids.shape[0], y0 + size))
        xs = slice(max(0, x0), min(self.ids.shape[1], x0 + size))
        if ys.start >= ys.stop or xs.start >= xs.stop:
            return
        cut = (slice(ys.start - y0, ys.stop - y0), slice(xs.start - x0, xs.stop - x0))
        part = self.image[ys, xs]
        if shadow > 0:
            dark = cv2.GaussianBlur(np.roll(alpha, (2, 1), (0, 1)), (0, 0), 2.5)[cut]
            part *= 1 - shadow * dark[..., None]
        a = alpha[cut][..., None]
        part *= 1 - a
        part += warped[cut] * a
        if number is not None:
            self.ids[ys, xs][alpha[cut] > 0.5] = number


def _sleeved(rng: Rng, face: Image, mask: Image) -> tuple[Image, Image]:
    """The card in a clear sleeve: a rim that lets the cloth through is drawn as a thin light line and a gloss."""
    rim = int(rng.integers(1, 3))
    out = cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=colour(rng, 120, 255))
    gloss = rng.uniform(0, 0.25)
    out = cv2.addWeighted(out, 1 - gloss, np.full_like(out, 255), gloss, 0)
    soft = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=int(rng.integers(20, 130)))
    return out, soft


def _row(rng: Rng, h: int, w: int, ch: float, cw: float) -> list[tuple[np.ndarray, float]]:
    """Places and angles of the cards: rows with gaps, touching or overlapping, or strewn."""
    places: list[tuple[np.ndarray, float]] = []
    if rng.random() < 0.12:
        for _ in range(int(rng.integers(1, 8))):
            centre = rng.uniform([0, 0], [w, h])
            angle = rng.uniform(-np.pi, np.pi)
            if all(np.hypot(*(centre - other)) > 1.05 * ch for other, _ in places):
                places.append((centre, angle))
        return places
    rows = 1 if rng.random() < 0.5 else 2
    base = rng.normal(0, 0.06) if rng.random() < 0.8 else rng.uniform(-np.pi, np.pi)
    turn = np.array([[np.cos(base), -np.sin(base)], [np.sin(base), np.cos(base)]])
    skew = np.deg2rad(rng.choice([2.0, 6.0, 25.0]))
    pack = rng.random()
    for row in range(rows):
        y = (row - (rows - 1) / 2) * ch * rng.uniform(1.02, 1.25)
        x = -w / 2 + rng.uniform(-0.5, 1.5) * cw
        last = rng.uniform(-skew, skew)
        while x < w / 2 + cw:
            gap = (
                rng.uniform(0.02, 0.5)
                if pack < 0.4
                else rng.uniform(-0.02, 0.06)
                if pack < 0.65
                else rng.uniform(-0.17, 0.15)
            )
            angle = rng.uniform(-skew, skew)
            lean = 0.0 if gap < 0.1 and pack < 0.65 and skew > 0.2 else abs(angle - last) * 0.35
            if rng.random() < 0.93:
                place = np.array([x, y + rng.normal(0, 0.05) * ch])
                places.append((turn @ place + [w / 2, h / 2], base + angle + (np.pi if rng.random() < 0.3 else 0)))
            x += cw * (1 + gap + lean)
            last = angle
    return places


def _hand(rng: Rng, painter: _Painter) -> None:
    """A hand and its sleeve reaching in from an edge."""
    h, w = painter.ids.shape
    mask = np.zeros((h, w), np.uint8)
    tip = rng.uniform([0.1 * w, 0.1 * h], [0.9 * w, 0.9 * h])
    side = rng.integers(0, 4)
    start = np.array(
        [[rng.uniform(0, w), -30], [rng.uniform(0, w), h + 30], [-30, rng.uniform(0, h)], [w + 30, rng.uniform(0, h)]][
            side
        ]
    )
    d = (tip - start) / max(1.0, float(np.hypot(*(tip - start))))
    palm = tip - d * rng.uniform(45, 80)
    arm = int(rng.uniform(30, 48))
    cv2.line(mask, tuple(map(int, start)), tuple(map(int, palm)), 255, arm)
    cv2.ellipse(mask, tuple(map(int, palm)), (34, 27), float(np.degrees(np.arctan2(d[1], d[0]))), 0, 360, 255, -1)
    for k in range(5):
        a = np.arctan2(d[1], d[0]) + (k - 2) * rng.uniform(0.15, 0.35)
        end = palm + np.array([np.cos(a), np.sin(a)]) * rng.uniform(45, 95)
        cv2.line(mask, tuple(map(int, palm)), tuple(map(int, end)), 255, int(rng.uniform(11, 16)))
    skin = np.array(
        rng.choice([[150, 175, 225], [110, 140, 195], [60, 85, 135], [40, 55, 90], [175, 195, 235]]), np.float32
    )
    shade = clouds_shade(rng, h, w)
    layer = skin * shade[..., None]
    cut = start + (palm - start) * rng.uniform(0.2, 0.9)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    sleeve = ((xx - cut[0]) * d[0] + (yy - cut[1]) * d[1]) < 0
    layer[sleeve] = np.array(colour(rng), np.float32) * shade[sleeve][:, None]
    dark = cv2.GaussianBlur(np.roll(mask, (8, 6), (0, 1)).astype(np.float32) / 255, (0, 0), 7)
    painter.image *= 1 - rng.uniform(0.1, 0.5) * dark[..., None]
    painter.image[mask > 0] = layer[mask > 0]
    painter.ids[mask > 0] = HAND


def clouds_shade(rng: Rng, h: int, w: int) -> np.ndarray:
    """A soft factor around 1."""
    coarse = rng.normal(1, 0.12, (5, 7)).astype(np.float32)
    return cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)


def _clutter(rng: Rng, painter: _Painter, number: int, ch: float, cw: float, on: list[np.ndarray]) -> None:
    """Tokens (also on the cards), papers, a telephone, a cup: never of the cards' size."""
    h, w = painter.ids.shape
    for _ in range(int(rng.integers(0, 7)) if rng.random() < 0.5 else 0):
        centre = (
            on[int(rng.integers(len(on)))] + rng.normal(0, 22, 2)
            if on and rng.random() < 0.7
            else rng.uniform([0, 0], [w, h])
        )
        n = int(rng.uniform(0.12, 0.27) * ch)
        patch = np.full((n, n, 3), colour(rng, 30, 255), np.uint8)
        if rng.random() < 0.6:
            patch[:] = 245
            code = cv2.resize((rng.random((6, 6)) < 0.5).astype(np.uint8) * 255, (n // 2, n // 2), interpolation=0)
            patch[n // 4 : n // 4 + n // 2, n // 4 : n // 4 + n // 2] = code[..., None]
        mask = np.full((n, n), 255, np.uint8)
        if rng.random() < 0.5:
            mask[:] = 0
            cv2.circle(mask, (n // 2, n // 2), n // 2 - 1, 255, -1)
        painter.put(patch, mask, centre, rng.uniform(0, 6.28), number, 0.2)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.4 else 0):
        while True:
            ph, pw = rng.uniform(0.35, 2.6) * ch, rng.uniform(0.3, 1.9) * ch
            a, b = max(ph, pw), min(ph, pw)
            if not (0.75 * ch < a < 1.3 * ch and 0.75 * cw < b < 1.3 * cw):
                break
        patch = np.full((int(ph), int(pw), 3), colour(rng, 200, 255) if rng.random() < 0.6 else colour(rng), np.uint8)
        _written(rng, patch)
        painter.put(
            patch,
            np.full(patch.shape[:2], 255, np.uint8),
            rng.uniform([0, 0], [w, h]),
            rng.uniform(0, 6.28),
            number,
            0.25,
        )


def _written(rng: Rng, patch: Image) -> None:
    """Lines of print, or of words in one ink, on a sheet of paper."""
    h, w = patch.shape[:2]
    ink, words, lean = colour(rng, 0, 140), rng.random() < 0.5, rng.uniform(0, 2)
    for y in range(6, h - 4, int(rng.integers(5, 12))):
        end = int(rng.uniform(0.4, 0.95) * w)
        if not words:
            cv2.line(patch, (5, y), (end, y), colour(rng, 0, 140), 1)
            continue
        stops = sorted(rng.integers(5, max(7, end), int(rng.integers(3, 8))).tolist())
        for a, b in pairwise(stops):
            cv2.line(patch, (a, y), (max(a, b - 3), y + round(rng.normal(0, lean))), ink, 1)


def _light(rng: Rng, image: np.ndarray) -> np.ndarray:
    """Light falling unevenly, shadows, glare, white balance, exposure, blur, noise."""
    h, w = image.shape[:2]
    gx, gy = rng.uniform(-0.6, 0.6, 2)
    yy, xx = np.mgrid[-0.5 : 0.5 : h * 1j, -0.5 : 0.5 : w * 1j].astype(np.float32)
    field = 1 + gx * xx + gy * yy
    for _ in range(int(rng.integers(0, 3))):
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        r = ((xx - cx) / rng.uniform(0.05, 0.4)) ** 2 + ((yy - cy) / rng.uniform(0.05, 0.5)) ** 2
        field *= 1 - rng.uniform(0, 0.75) / (1 + np.exp(np.clip((r - 1) * rng.uniform(2, 12), -30, 30)))
    image = (
        image
        * field[..., None]
        * (
            rng.uniform(0.5, 1.25)
            * rng.choice([0.35, 0.6, 1, 1, 1])
            * np.array([rng.uniform(0.72, 1.15), 1, rng.uniform(0.8, 1.2)])
        )
    )
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.6 else 0):
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        r = ((xx - cx) / rng.uniform(0.01, 0.12)) ** 2 + ((yy - cy) / rng.uniform(0.01, 0.2)) ** 2
        image = image + (rng.uniform(40, 260) * np.exp(-r))[..., None]
    return image.astype(np.float32)


def draw(rng: Rng, sources: list[Image]) -> Scene:
    """One scene. `sources` are pictures from which faces are cut; may be empty."""
    h, w = TILE[0] * 2, TILE[1] * 2
    painter = _Painter(cloth(rng, h, w))
    scale = rng.uniform(0.93, 1.07)
    ch, cw = CARD_H * scale, CARD_H * scale * rng.uniform(0.55, 0.78)
    places = _row(rng, h, w, ch, cw) if rng.random() < 0.93 else []
    if rng.random() < 0.4:  # much bare cloth, to learn what is no card
        places = [places[i] for i in rng.permutation(len(places))[: int(rng.integers(1, 6))]]
    order = rng.permutation(len(places)) if rng.random() < 0.6 else np.arange(len(places))
    sleeve, backs = rng.random() < 0.3, rng.random() < 0.35
    own_back = framed(rng, back_pattern(rng, int(ch), int(cw)))
    face_mask = card_mask(rng, int(ch), int(cw))
    shadow = rng.uniform(0, 0.45)
    cards: dict[int, tuple[np.ndarray, float, bool]] = {}
    style_seed = int(rng.integers(1 << 31))
    _clutter(rng, painter, 250, ch, cw, [])
    for number, i in enumerate(order[:200], start=1):
        centre, angle = places[i]
        back = backs and rng.random() < 0.3
        style = rng if rng.random() < 0.15 else np.random.default_rng(style_seed)
        face = own_back if back else framed(style, art(rng, sources, int(ch), int(cw)))
        patch, mask = _sleeved(rng, face, face_mask) if sleeve else (face, face_mask)
        painter.put(patch, mask, centre, angle, number, shadow)
        cards[number] = (centre, angle, bool(back))
    _clutter(rng, painter, 251, ch, cw, [places[i][0] for i in order])
    if rng.random() < 0.35:
        _hand(rng, painter)
    image = _light(rng, painter.image)
    image = cv2.resize(image, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2))
    image += rng.normal(0, rng.uniform(0, 7), image.shape).astype(np.float32)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return Scene(image, _labels(painter.ids, cards))


def _labels(ids: np.ndarray, cards: dict[int, tuple[np.ndarray, float, bool]]) -> np.ndarray:
    step = STRIDE * 2
    cells = ids[step // 2 :: step, step // 2 :: step]
    rows, cols = cells.shape
    out = np.zeros((8, rows, cols), np.float32)
    out[7] = 1
    out[2] = cells == HAND
    yy, xx = np.mgrid[0:rows, 0:cols].astype(np.float32) * step + step / 2
    for number, (centre, angle, back) in cards.items():
        mine = cells == number
        out[0][mine] = 1
        out[1][mine] = back
        out[3][mine] = (centre[0] - xx[mine]) / (2 * NET_H)
        out[4][mine] = (centre[1] - yy[mine]) / (2 * NET_H)
        out[5][mine] = np.cos(2 * angle)
        out[6][mine] = np.sin(2 * angle)
    clutter = (cells == 250) | (cells == 251)
    on_card = clutter & cv2.dilate((out[0] > 0).astype(np.uint8), np.ones((3, 3))).astype(bool)
    out[7][on_card] = 0.3
    return out
