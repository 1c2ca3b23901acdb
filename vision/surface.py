"""What a zone looks like apart from cards' names: whether something lies there, and whether a pile has changed."""

from __future__ import annotations

import cv2
import numpy as np

FAR_PX = 4.0
"""Shifts of a pile are measured up to here; beyond, it is simply another picture."""

VARIES = (34.0, 13.0, 13.0)
"""How far two places of one thing may be apart, in lightness and the two colours of Lab."""

HARD_EDGE = 4.0
"""Change of lightness per mm at the edge of a thing; shine and shadows change more gently."""


def pile_shift(before: np.ndarray, now: np.ndarray) -> float:
    """Px by which the corners of a card have moved between two grey pictures of a pile (float32, same shape).

    Translation and turn are fitted together to the grey levels, evened out for brightness; where that does not
    converge, or leaves another picture than before, the pile has moved by more than `FAR_PX`.
    """
    a = cv2.GaussianBlur(before, (0, 0), 1.2)
    b = cv2.GaussianBlur(now, (0, 0), 1.2)
    h, w = a.shape
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    ys, xs = ys - h / 2, xs - w / 2
    gx, gy = cv2.Sobel(a, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(a, cv2.CV_32F, 0, 1, scale=1 / 8)
    strong = (gx * gx + gy * gy) > 9.0
    strong[:6], strong[-6:], strong[:, :6], strong[:, -6:] = False, False, False, False
    if strong.sum() < 200:
        return float("nan")
    slopes = np.column_stack([gx[strong], gy[strong], (gy * xs - gx * ys)[strong], a[strong], np.ones(strong.sum())])
    normal = np.linalg.inv(slopes.T @ slopes + 1e-6 * np.eye(5))
    pose = np.zeros(3)
    for _ in range(6):
        turn = np.array([[1, -pose[2], pose[0] + pose[2] * h / 2], [pose[2], 1, pose[1] - pose[2] * w / 2]])
        moved = cv2.warpAffine(
            b, turn, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
        step = normal @ (slopes.T @ (a - moved)[strong])
        pose += step[:3]
        if np.abs(pose[:2]).max() > FAR_PX or abs(pose[2]) > 0.1:
            return FAR_PX * 2
    rest = (a - moved)[strong]
    rest = rest - slopes[:, 3:] @ np.linalg.lstsq(slopes[:, 3:], rest, rcond=None)[0]
    contrast = float(np.std(a[strong]))
    if float(np.sqrt(np.mean(rest**2))) > 0.5 * contrast:
        return FAR_PX * 2
    corner = np.array([xs[strong].std(), ys[strong].std()]) * 1.6
    return float(np.hypot(*pose[:2]) + abs(pose[2]) * np.hypot(*corner))


def occupied_mask(lab: np.ndarray, ground: np.ndarray) -> np.ndarray:
    """255 where a picture (Lab, 1 px per mm) shows something other than the mat; thin print is not counted."""
    other = (away_from(lab.astype(np.float32), ground) > 1).astype(np.uint8) * 255
    other = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return hard_edged(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((11, 11), np.uint8)), lab)


def away_from(lab: np.ndarray, colour: np.ndarray) -> np.ndarray:
    """How far colours (h, w, 3) float32 in Lab are from one, as (h, w): beyond 1 they are another thing's."""
    out: np.ndarray | None = None
    for channel, value, span in zip(cv2.split(lab), colour, VARIES, strict=True):
        away = cv2.absdiff(channel, float(value)) / np.float32(span)
        out = away if out is None else cv2.max(out, away)
    assert out is not None
    return out


def hard_edged(mask: np.ndarray, lab: np.ndarray, beside: np.ndarray | None = None) -> np.ndarray:
    """Those blobs of `mask` that end as things do, at a line; a lamp's shine and a shadow fade and are dropped.

    Where a blob borders on `beside` (cards that are named, say) its edge says nothing and is not looked at.
    """
    count, labels = cv2.connectedComponents(mask, ltype=cv2.CV_16U)
    if count == 1:
        return mask
    lightness = cv2.GaussianBlur(lab[..., 0], (3, 3), 0)
    slope = np.hypot(cv2.Sobel(lightness, cv2.CV_32F, 1, 0), cv2.Sobel(lightness, cv2.CV_32F, 0, 1)) / 8
    slope = cv2.dilate(slope, np.ones((5, 5), np.uint8))
    edge = cv2.subtract(cv2.dilate(mask, np.ones((3, 3), np.uint8)), cv2.erode(mask, np.ones((3, 3), np.uint8)))
    edge[0], edge[-1], edge[:, 0], edge[:, -1] = 0, 0, 0, 0
    if beside is not None:
        edge[cv2.dilate(beside, np.ones((7, 7), np.uint8)) > 0] = 0
    near = cv2.dilate(labels, np.ones((3, 3), np.uint8))
    keep = np.zeros(count, np.uint8)
    for number in range(1, count):
        along = slope[(near == number) & (edge > 0)]
        keep[number] = 255 if not len(along) or float(np.percentile(along, 40)) > HARD_EDGE else 0
    return keep[labels]
