"""Colours by the numbers of the design: contrast (WCAG) and distance as people with each kind of eyes see it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from table.paint import palette as p

# Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB.
EYES = {
    "normal": np.eye(3),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
LEAST_DISTANCE = {"normal": 48, "deutan": 30, "protan": 30}


def linear(color: p.Color) -> np.ndarray:
    x = np.array(color) / 255
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def contrast(a: p.Color, b: p.Color) -> float:
    """WCAG 2 contrast ratio, 1 to 21."""
    high, low = sorted((float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of linear sRGB."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a: p.Color, b: p.Color, eyes: str) -> float:
    return float(np.linalg.norm(lab(EYES[eyes] @ linear(a)) - lab(EYES[eyes] @ linear(b))))


@pytest.mark.parametrize(
    ("color", "felt", "panel", "raised"),
    [
        (p.TEXT, 15.5, 12.8, 9.5),
        (p.MUTED, 9.9, 8.2, 6.1),
        (p.GOOD, 11.1, 9.2, 6.8),
        (p.BAD, 7.7, 6.4, 4.8),
        (p.FIX, 8.8, 7.2, 5.4),
    ],
)
def test_text_has_the_contrast_of_the_design(color: p.Color, felt: float, panel: float, raised: float) -> None:
    measured = [contrast(color, under) for under in (p.FELT, p.PANEL, p.RAISED)]
    assert measured == pytest.approx([felt, panel, raised], abs=0.1)
    assert min(measured) >= 4.5


@pytest.mark.parametrize(("seat", "ink"), list(zip(p.SEAT_COLORS, (13.0, 11.7, 6.3, 6.5, 6.1, 13.1), strict=True)))
def test_seat_colours_carry_ink_and_stand_as_text(seat: str, ink: float) -> None:
    color = p.seat_color(seat)
    assert contrast(color, p.INK) == pytest.approx(ink, abs=0.1)
    assert contrast(color, p.PANEL) >= 5
    assert contrast(color, p.RAISED) >= 3, "large signs and numbers on raised panels"


@pytest.mark.parametrize(("letter", "ratio"), [("S", 16.8), ("H", 5.7), ("D", 7.0), ("C", 6.3)])
def test_suits_stand_on_the_card(letter: str, ratio: float) -> None:
    assert contrast(p.SUITS_4[letter], p.FACE) == pytest.approx(ratio, abs=0.15)


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_seats_look_alike(eyes: str) -> None:
    pairs = itertools.combinations(p.SEAT_COLORS.values(), 2)
    assert min(distance(a, b, eyes) for a, b in pairs) >= LEAST_DISTANCE[eyes]


def test_the_header_and_the_keys_stay_readable() -> None:
    assert contrast(p.HEADER, p.FELT) >= 9
    assert contrast(p.INK, p.CREAM) >= 15
    assert contrast(p.INK, p.FIX) >= 7


def test_seats_beyond_six_have_a_colour_and_a_sign_of_their_own() -> None:
    from table.paint.kit.signs import SEAT_SIGNS

    assert set(SEAT_SIGNS) == {*p.SEAT_COLORS, *p.FURTHER_SEATS, "all"}
    assert len(set(SEAT_SIGNS.values())) == 13
    assert p.seat_color("seat7") == p.seat_color("sun")
    assert p.seat_color("all") == p.seat_color(None) == p.CREAM
