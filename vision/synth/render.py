"""Pictures of a `Scene` through a `Camera`, quickly enough to be looked at live.

What does not move is kept: the mat through the lens, each card's picture in its place, and all of them together
under the light. A frame then costs one copy, the hands, the sensor's gains and noise. When a card changes only
its surroundings are composed anew.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.synth.camera import Camera
from vision.synth.faces import BACK, PX_PER_MM
from vision.synth.hands import hand_shapes
from vision.synth.scene import Card, Glare, Hand, Light, Mat, Scene, Shade

SHIFT = 4
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Patch:
    """A card as the camera sees it: colours times coverage, and what shows through, at `x`, `y` of the picture."""

    x: int
    y: int
    ink: np.ndarray
    through: np.ndarray

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.ink.shape[1], self.y + self.ink.shape[0]


class Renderer:
    """Draws one camera's pictures. Keep it while the camera hangs still; it holds about 20 MB at 1280x960."""

    def __init__(self, camera: Camera, seed: int = 0) -> None:
        self.camera = camera
        self._patches: OrderedDict[tuple[object, ...], Patch] = OrderedDict()
        self._mats: dict[Mat, np.ndarray] = {}
        self._cards: tuple[Card, ...] = ()
        self._table: np.ndarray | None = None
        self._table_of: tuple[object, ...] = ()
        self._lit: np.ndarray | None = None
        self._lit_of: object = None
        self._shot: np.ndarray | None = None
        self._shot_of: object = None
        self._field_of: object = None
        self._field: tuple[np.ndarray, np.ndarray | None] | None = None
        self._noise = _grain(camera.size, camera.noise, seed)

    def frame(self, scene: Scene, rng: np.random.Generator) -> np.ndarray:
        """(h, w, 3) uint8 BGR: what the camera sees now."""
        image = self._exposed(scene)
        if self.camera.noise <= 0:
            return image.copy()
        dy, dx = rng.integers(0, 64, 2)
        part = (slice(dy, dy + image.shape[0]), slice(dx, dx + image.shape[1]))
        brighter, darker = self._noise
        return cv2.subtract(cv2.add(image, brighter[part]), darker[part])

    def _exposed(self, scene: Scene) -> np.ndarray:
        """As the sensor takes it, without noise. While no hand moves it is kept."""
        still, gains = self._still(scene), self._gains(scene.light)
        if not scene.hands:
            key = (self._lit_of, gains.tobytes())
            if self._shot is None or self._shot_of != key:
                self._shot, self._shot_of = self._under_gains(still, gains, scene), key
            return self._shot
        image = still.copy()
        for hand in scene.hands:
            self._draw_hand(image, hand, scene)
        return self._under_gains(image, gains, scene)

    def _under_gains(self, image: np.ndarray, gains: np.ndarray, scene: Scene) -> np.ndarray:
        image = cv2.LUT(image, gains)
        if scene.light.glares:
            image = cv2.add(image, self._light_field(scene.light, scene.mat)[1])
        return image

    # -- what stays ---------------------------------------------------------------------------------------------

    def _still(self, scene: Scene) -> np.ndarray:
        """Mat and cards under the light, without hands, gains, mirrored lamps and noise."""
        version = self._compose(scene)
        light = scene.light
        lamps = (light.slope, light.glares, light.shades)
        if self._lit is None or self._lit_of != (version, lamps):
            field, _ = self._light_field(light, scene.mat)
            lit = cv2.multiply(self._table, field, scale=1 / 128)
            if self.camera.blur > 0.25:
                lit = cv2.GaussianBlur(lit, (0, 0), self.camera.blur)
            self._lit, self._lit_of = lit, (version, lamps)
        return self._lit

    def _compose(self, scene: Scene) -> tuple[object, ...]:
        """Bring the picture of mat and cards up to date; returns what it now shows."""
        base = self._background(scene.mat)
        version = (scene.mat, scene.faces.name, tuple(scene.cards))
        if self._table is None or self._table_of[:2] != version[:2]:
            self._table, self._cards = base.copy(), ()
        elif self._table_of == version:
            return version
        cards = tuple(scene.cards)
        changed = self._changed(self._cards, cards)
        boxes = [self._patch(card, scene).box for card in changed]
        if boxes:
            self._repaint(scene, base, _around(boxes, self.camera.size))
        self._cards, self._table_of = cards, version
        return version

    @staticmethod
    def _changed(old: tuple[Card, ...], new: tuple[Card, ...]) -> list[Card]:
        """Cards that came, went or stand elsewhere in the order."""
        before, after = set(old), set(new)
        kept_old = [card for card in old if card in after]
        kept_new = [card for card in new if card in before]
        out = list(before ^ after)
        if kept_old != kept_new:
            out += [a for a, b in zip(kept_new, kept_old, strict=True) if a != b]
        return out

    def _repaint(self, scene: Scene, base: np.ndarray, box: Box) -> None:
        x0, y0, x1, y1 = box
        if x0 >= x1 or y0 >= y1:
            return
        part = self._table[y0:y1, x0:x1]
        part[:] = base[y0:y1, x0:x1]
        for card in scene.cards:
            patch = self._patch(card, scene)
            if _overlap(patch.box, box):
                _blend(part, patch, x0, y0)

    def _background(self, mat: Mat) -> np.ndarray:
        """The mat on a wooden table through this lens."""
        if mat not in self._mats:
            width, height = mat.size
            rim = 400.0
            scale = min(mat.px_per_mm, 1.4 * self.camera.size[0] / width)
            flat = cv2.resize(mat.image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
            table = _wood(round((width + 2 * rim) * scale), round((height + 2 * rim) * scale))
            at = round(rim * scale)
            table = table.copy()
            table[at : at + flat.shape[0], at : at + flat.shape[1]] = flat
            map_x, map_y = self.camera.mat_maps(scale)
            self._mats[mat] = cv2.remap(table, map_x + at, map_y + at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return self._mats[mat]

    def _patch(self, card: Card, scene: Scene) -> Patch:
        key = (scene.faces.name, card)
        if key not in self._patches:
            self._patches[key] = self._make_patch(card, scene)
            if len(self._patches) > 300:
                self._patches.popitem(last=False)
        self._patches.move_to_end(key)
        return self._patches[key]

    def _make_patch(self, card: Card, scene: Scene) -> Patch:
        """Warp one card's picture to where it lies, with round corners and the soft shadow on what is below."""
        corners = self.camera.project(card.outline(), card.top)
        scale = float(np.linalg.norm(corners[1] - corners[0])) / card.size[0]
        face = scene.faces[card.name if card.up else BACK]
        w, h = max(2, round(card.size[0] * scale)), max(2, round(card.size[1] * scale))
        small = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA if scale < PX_PER_MM else cv2.INTER_LINEAR)
        pad = max(2, round(3 * scale))
        x0, y0 = np.floor(corners.min(axis=0)).astype(int) - pad
        x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + pad + 1
        size = (int(x1 - x0), int(y1 - y0))
        source = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32)
        warp = cv2.getPerspectiveTransform(source, (corners - [x0, y0]).astype(np.float32))
        face_px = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_rounded(w, h, round(3 * scale)), warp, size, flags=cv2.INTER_LINEAR)
        shadow = cv2.GaussianBlur(mask, (0, 0), max(0.6, 1.1 * scale))
        shadow = np.roll(shadow, (max(1, round(0.5 * scale)), max(1, round(0.4 * scale))), axis=(0, 1))
        through = cv2.multiply(255 - mask, 255 - (shadow // 10) * 6, scale=1 / 255)
        ink = cv2.multiply(face_px, cv2.merge([mask] * 3), scale=1 / 255)
        return Patch(int(x0), int(y0), ink, cv2.merge([through] * 3))

    # -- light --------------------------------------------------------------------------------------------------

    def _gains(self, light: Light) -> np.ndarray:
        """One table of 256 values a channel: exposure, white balance, and the shoulder where the sensor is full."""
        blue, red = self.camera.white
        gain = self.camera.exposure * light.level
        gains = np.array([blue * (1 - 0.22 * light.warmth), 1.0, red * (1 + 0.18 * light.warmth)]) * gain
        x = np.arange(256)[:, None] / 255 * gains
        y = np.where(x < 0.8, x, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)))
        return np.rint(y * 255).astype(np.uint8).reshape(256, 1, 3)

    def _light_field(self, light: Light, mat: Mat) -> tuple[np.ndarray, np.ndarray | None]:
        """Brightness for each pixel (128 is full) and what glossy spots add, at the picture's size."""
        key = (light.slope, light.glares, light.shades)
        if self._field is not None and self._field_of == key:
            return self._field
        step = 8
        w, h = (side // step + 1 for side in self.camera.size)
        xs, ys = np.meshgrid(np.arange(w) * step, np.arange(h) * step)
        spots = self.camera.unproject(np.column_stack([xs.ravel(), ys.ravel()])).reshape(h, w, 2)
        x, y = spots[..., 0], spots[..., 1]
        level = 1 + light.slope[0] * (x / mat.size[0] - 0.5) + light.slope[1] * (y / mat.size[1] - 0.5)
        for shade in light.shades:
            level *= 1 - shade.strength * _bump(x, y, shade)
        field = cv2.resize(np.clip(level * 128, 0, 255).astype(np.uint8), self.camera.size)
        shine = None
        if light.glares:
            total = np.zeros_like(x)
            for glare in light.glares:
                total += 290 * glare.strength * _bump(x, y, glare)
            shine = cv2.merge([cv2.resize(np.clip(total, 0, 255).astype(np.uint8), self.camera.size)] * 3)
        self._field, self._field_of = (cv2.merge([field] * 3), shine), key
        return self._field

    # -- hands --------------------------------------------------------------------------------------------------

    def _draw_hand(self, image: np.ndarray, hand: Hand, scene: Scene) -> None:
        scale = self.camera.size[0] / 640
        shapes = [(self.camera.project(points, hand.height), colour) for points, colour in hand_shapes(hand)]
        low, high = _bounds([points for points, _ in shapes], self.camera.size, round(14 * scale))
        if low[0] >= high[0] or low[1] >= high[1]:
            return
        part = image[low[1] : high[1], low[0] : high[0]]
        if self.camera.size[0] > 500:
            shadow = np.zeros(part.shape[:2], np.uint8)
            for points, _ in shapes:
                _polygon(shadow, points - low + np.array([6, 9]) * scale, 90)
            shadow = cv2.blur(shadow, (round(11 * scale) | 1,) * 2)
            part[:] = cv2.multiply(part, cv2.merge([255 - shadow] * 3), scale=1 / 255)
        if hand.holding is not None:
            card = Card(
                hand.holding.name, *hand.at, hand.holding.angle, hand.holding.up, hand.height - 15, hand.holding.size
            )
            _blend(part, self._make_patch(card, scene), int(low[0]), int(low[1]))
        for points, colour in shapes:
            _polygon(part, points - low, colour)


_renderers: OrderedDict[tuple[object, ...], Renderer] = OrderedDict()


def render(scene: Scene, camera: Camera, rng: np.random.Generator) -> np.ndarray:
    """One frame, (h, w, 3) uint8 BGR. Renderers of the last few cameras are kept between calls."""
    key = (camera.pose_key, camera.blur, camera.noise)
    if key not in _renderers:
        _renderers[key] = Renderer(camera)
        if len(_renderers) > 4:
            _renderers.popitem(last=False)
    _renderers.move_to_end(key)
    renderer = _renderers[key]
    renderer.camera = camera
    return renderer.frame(scene, rng)


def _bump(x: np.ndarray, y: np.ndarray, spot: Glare | Shade) -> np.ndarray:
    return np.exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / (2 * (spot.radius * 0.6) ** 2))


def _polygon(image: np.ndarray, points: np.ndarray, colour: object) -> None:
    cv2.fillPoly(image, [np.round(points * (1 << SHIFT)).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)


def _rounded(w: int, h: int, r: int) -> np.ndarray:
    mask = np.zeros((h, w), np.uint8)
    r = min(r, w // 2, h // 2)
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x, y in ((r, r), (w - 1 - r, r), (r, h - 1 - r), (w - 1 - r, h - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def _blend(part: np.ndarray, patch: Patch, x0: int, y0: int) -> None:
    """Lay `patch` onto `part`, whose upper left pixel is (`x0`, `y0`) of the picture."""
    ax, ay = max(patch.x, x0), max(patch.y, y0)
    bx = min(patch.x + patch.ink.shape[1], x0 + part.shape[1])
    by = min(patch.y + patch.ink.shape[0], y0 + part.shape[0])
    if ax >= bx or ay >= by:
        return
    target = part[ay - y0 : by - y0, ax - x0 : bx - x0]
    cut = (slice(ay - patch.y, by - patch.y), slice(ax - patch.x, bx - patch.x))
    target[:] = cv2.add(cv2.multiply(target, patch.through[cut], scale=1 / 255), patch.ink[cut])


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _around(boxes: list[Box], size: tuple[int, int]) -> Box:
    x0, y0 = max(0, min(box[0] for box in boxes)), max(0, min(box[1] for box in boxes))
    return x0, y0, min(size[0], max(box[2] for box in boxes)), min(size[1], max(box[3] for box in boxes))


def _bounds(shapes: list[np.ndarray], size: tuple[int, int], pad: int) -> tuple[np.ndarray, np.ndarray]:
    everything = np.vstack(shapes)
    low = np.clip(np.floor(everything.min(axis=0)) - pad, 0, size).astype(int)
    high = np.clip(np.ceil(everything.max(axis=0)) + pad, 0, size).astype(int)
    return low, high


@lru_cache(maxsize=4)
def _wood(width: int, height: int) -> np.ndarray:
    """A table top: long soft grain. Drawn coarsely and enlarged; nobody looks at it closely."""
    rng = np.random.default_rng(11)
    size = (max(2, width // 4), max(2, height // 4))
    grain = cv2.resize(rng.normal(0, 1, (90, 6)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 1, (400, 9)).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    shade = (1 + 0.10 * grain + 0.05 * fine)[:, :, None]
    coarse = np.clip(shade * np.array([62, 96, 138], np.float32), 0, 255).astype(np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)


@lru_cache(maxsize=8)
def _grain(size: tuple[int, int], sigma: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Sensor noise for a picture and some more, so that each frame takes it from another place: what is added to some
    px, and what is taken from the others."""
    noise = np.random.default_rng(seed).standard_normal((size[1] + 64, size[0] + 64, 3), np.float32)
    levels = np.clip(np.rint(noise * sigma), -60, 60)
    return np.maximum(levels, 0).astype(np.uint8), np.maximum(-levels, 0).astype(np.uint8)
