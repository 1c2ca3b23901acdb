"""Finding cards: where they end, and what only looks like one."""

import cv2
import numpy as np
import pytest

from vision.pictures.edges import EdgeMap
from vision.pictures.find import ALL_ROUND, BARE, CLEAR_RIMS, SOME_RIMS, Finder, Found, rectangle
from vision.pictures.votes import NET_H

SIZE = (80.0, 120.0)
VIEW = (240, 320)


def edges_of(view: np.ndarray) -> EdgeMap:
    """1 px a mm, the corner of the view at (0, 0)."""
    return EdgeMap.of(view, (0.0, 0.0))


def waves(seed: int) -> np.ndarray:
    """A cloth of bold bands that swing to and fro, (rows, columns, 3)."""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0 : VIEW[0], 0 : VIEW[1]].astype(np.float32)
    swing = np.sin(xx / rng.uniform(8, 30) + rng.uniform(1, 4) * np.sin(yy / rng.uniform(8, 30)))
    a, b = rng.uniform(20, 235, (2, 3))
    share = (swing[..., None] > 0).astype(np.float32)
    return (a * share + b * (1 - share)).astype(np.uint8)


def with_card(cloth: np.ndarray, centre: tuple[float, float], angle: float, paper=(225, 238, 240)) -> np.ndarray:
    out = cloth.copy()
    points = np.rint(rectangle(centre, angle, SIZE)).astype(np.int32)
    cv2.fillConvexPoly(out, points, paper, cv2.LINE_AA)
    return out


@pytest.mark.parametrize("angle", [0.0, 0.3, -0.4, 1.2])
@pytest.mark.parametrize("seed", range(4))
def test_a_card_ends_clearly_on_all_sides_on_a_bold_cloth(seed, angle):
    view = with_card(waves(seed), (160, 120), angle)
    rims = edges_of(view).rims((160.0, 120.0), angle, SIZE)
    assert rims.shape == (4,)
    assert np.sort(rims)[1] > CLEAR_RIMS


@pytest.mark.parametrize("seed", range(4))
def test_the_cloth_by_itself_ends_nowhere(seed):
    edges = edges_of(waves(seed))
    seconds = [np.sort(edges.rims((x, y), 0.0, SIZE))[1] for x in (80.0, 110.0, 140.0) for y in (90.0, 120.0, 140.0)]
    assert np.mean(seconds) < SOME_RIMS
    assert max(seconds) < CLEAR_RIMS


def test_a_side_under_a_neighbour_does_not_count_against_a_card():
    view = with_card(with_card(waves(1), (120, 120), 0.0), (185, 120), 0.35, (60, 90, 200))
    left, right, upper, lower = edges_of(view).rims((120.0, 120.0), 0.0, SIZE)
    assert right < CLEAR_RIMS < min(left, upper, lower)


def test_a_side_under_a_reflection_is_not_judged():
    view = with_card(waves(1), (160, 120), 0.0)
    yy, xx = np.mgrid[0 : VIEW[0], 0 : VIEW[1]]
    lamp = 400 * np.exp(-((xx - 160) ** 2 + (yy - 60) ** 2) / (2 * 30**2))
    view = np.clip(view + lamp[..., None], 0, 255).astype(np.uint8)
    rims = edges_of(view).rims((160.0, 120.0), 0.0, SIZE)
    assert np.isnan(rims[2])
    assert min(rims[0], rims[1], rims[3]) > CLEAR_RIMS


def test_a_card_of_which_it_is_not_clear_which_way_it_lies_is_laid_along_its_edges():
    edges = edges_of(with_card(waves(3), (160, 120), 0.1 + np.pi / 2))
    assert edges.fit_widely((163.0, 118.0), 0.12, SIZE)[1] % np.pi == pytest.approx(0.1 + np.pi / 2, abs=0.03)
    assert edges.fit_widely((163.0, 118.0), 1.7, SIZE)[1] % np.pi == pytest.approx(0.1 + np.pi / 2, abs=0.03)


def test_a_white_card_on_a_white_cloth_is_fitted_to_its_rim_and_not_to_the_frame_of_its_picture():
    cloth = np.full((*VIEW, 3), 212, np.uint8)
    view = with_card(cloth, (160, 120), 0.0, (238, 240, 240))
    cv2.rectangle(view, (160 - 33, 120 - 53), (160 + 33, 120 + 45), (30, 20, 20), 2)
    cv2.rectangle(view, (160 - 31, 120 - 51), (160 + 31, 120 + 43), (120, 90, 160), -1)
    (x, y), angle = edges_of(view).fit((162.0, 118.0), 0.02, SIZE)
    assert (x, y) == (pytest.approx(160, abs=1.5), pytest.approx(120, abs=1.5))
    assert angle == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize(("across", "down"), [(-1, 1), (1, -1), (-1, -1)])
def test_the_mean_over_all_mirrored_views_is_the_same_for_a_mirrored_view(across, down):
    finder = Finder(SIZE)
    scale = NET_H / SIZE[1]
    view = with_card(waves(2), (160, 120), 0.3)
    view = cv2.resize(view, (128, 96), interpolation=cv2.INTER_AREA)
    assert scale == 0.4
    one = finder._cells_all_ways(view)
    other = finder._cells_all_ways(np.ascontiguousarray(view[::down, ::across]))
    assert np.allclose(one[0], other[0, ::down, ::across], atol=1e-3)
    assert np.allclose(one[3], across * other[3, ::down, ::across], atol=1e-3)
    assert np.allclose(one[4], down * other[4, ::down, ::across], atol=1e-3)


@pytest.mark.parametrize(("sure", "seen", "asked"), [(0.97, 0.9, False), (0.8, 0.9, True), (0.97, 1.2, True)])
def test_mirrored_views_are_asked_where_the_net_is_not_sure_of_a_place_or_sees_more_there_than_a_card(
    monkeypatch, sure, seen, asked
):
    """A lamp over two cards that overlap draws the middle of one aside; mirrored, it is drawn the other way."""
    finder = Finder(SIZE, (0.0, 0.0, float(VIEW[1]), float(VIEW[0])))
    aside, there = half_seen((178.0, 120.0), 0.0, p=sure, seen=seen), half_seen((160.0, 120.0), 0.0, p=0.97, seen=0.9)
    monkeypatch.setattr(finder, "cells", lambda _: "once")
    monkeypatch.setattr(finder, "_cells_all_ways", lambda _: "all ways")
    monkeypatch.setattr(finder, "_candidates", lambda cells: [there if cells == "all ways" else aside])
    monkeypatch.setattr(EdgeMap, "fit", lambda self, centre, angle, size: (centre, angle))
    found = finder.find(with_card(np.full((*VIEW, 3), 60, np.uint8), (160, 120), 0.0), np.eye(3)).cards
    assert [one.centre[0] for one in found] == [160.0 if asked else 178.0]


def test_the_less_sure_the_net_is_the_better_must_a_bare_side_end():
    """The end of a sheet whose first line of words lies where a card would end: three clear sides and a faint one."""
    rng = np.random.default_rng(4)
    sheet = np.full((*VIEW, 3), 20, np.uint8)
    cv2.rectangle(sheet, (120, 60), (200, 239), (225, 238, 240), -1)
    for x in range(122, 198, 6):
        cv2.line(sheet, (x, 180), (x + 4, 180 + int(rng.integers(-4, 5))), (60, 40, 30), 2)
    edges = edges_of(sheet)
    lower = edges.rims((160.0, 120.0), 0.0, SIZE)[3]
    assert BARE < lower < ALL_ROUND
    finder = Finder(SIZE)
    for p, counts in ((0.7, False), (0.9, True)):
        one = half_seen((160.0, 120.0), 0.0, p=p, seen=0.9)
        assert finder._counts(one, edges, [one]) is counts


@pytest.mark.parametrize(("seems", "turned"), [((177.0, 132.0), 0.15), ((148.0, 104.0), 0.9), ((166.0, 112.0), 1.7)])
def test_a_card_that_seems_to_lie_elsewhere_is_found_along_its_edges(seems, turned):
    """The net's idea of it is drawn aside by a paper under it, or by the pattern around it."""
    edges = edges_of(with_card(waves(1), (160, 120), 0.1))
    (x, y), angle = edges.fit_widely(seems, turned, SIZE)
    assert (x, y) == (pytest.approx(160, abs=1.5), pytest.approx(120, abs=1.5))
    assert angle == pytest.approx(0.1, abs=0.03)
    (x, y), angle = edges.fit(seems, turned, SIZE)
    assert np.hypot(x - 160, y - 120) > 5 or abs(angle - 0.1) > 0.1, "it is too far for a look around"


def test_a_few_chance_edges_do_not_draw_a_card_away():
    """A white card on white cloth under a lamp, with lines of print beside it."""
    view = np.full((*VIEW, 3), 246, np.uint8)
    for y in (50, 58, 128):
        cv2.line(view, (100, y), (215, y), (190, 190, 190), 1)
    (x, y), angle = edges_of(view).fit_widely((160.0, 120.0), 0.0, SIZE)
    assert np.hypot(x - 160, y - 120) < 13
    assert abs(angle) < 0.12


def half_seen(centre: tuple[float, float], angle: float, p: float = 0.65, seen: float = 0.25) -> Found:
    """A place of which the net is not sure."""
    return Found(centre, angle, rectangle(centre, angle, SIZE), seen, p, 0.0)


@pytest.mark.parametrize("seed", range(4))
def test_a_likely_card_that_does_not_end_where_it_was_laid_is_looked_for_beside(seed):
    """Its middle was drawn aside, and chance edges drew it further: where it lies it ends on all sides."""
    finder = Finder(SIZE)
    wrong, seemed = ((182.0, 134.0), 0.1), ((170.0, 128.0), 0.1)
    table, cloth = edges_of(with_card(waves(seed), (160, 120), 0.2)), edges_of(waves(seed))
    one, there = half_seen(*wrong, p=0.9, seen=0.9), half_seen(*seemed, p=0.9, seen=0.9)
    assert not finder._counts(one, table, [one])
    card = finder._counted(one, there, table, [one])
    assert card is not None
    assert card.centre == (pytest.approx(160, abs=2), pytest.approx(120, abs=2))
    assert finder._counted(one, there, cloth, [one]) is None, "the cloth ends nowhere"
    doubtful = half_seen(*wrong, p=0.7, seen=0.9)
    assert finder._counted(doubtful, there, table, [doubtful]) is None


@pytest.mark.parametrize("seed", range(4))
def test_what_ends_clearly_all_round_is_a_card_though_the_net_hardly_sees_it(seed):
    one = half_seen((160.0, 120.0), 0.2)
    finder = Finder(SIZE)
    assert finder._counts(one, edges_of(with_card(waves(seed), (160, 120), 0.2)), [one])
    assert not finder._counts(one, edges_of(waves(seed)), [one])


def test_a_side_that_does_not_end_counts_against_a_place_unless_a_neighbour_lies_over_it():
    """The upper part of a written sheet ends on three sides like a card."""
    sheet = waves(2)
    cv2.rectangle(sheet, (120, 60), (200, 239), (225, 238, 240), -1)
    for x in range(124, 200, 7):
        cv2.line(sheet, (x, 64), (x - 1, 235), (90, 60, 40), 2)
    one = half_seen((160.0, 120.0), 0.0, p=0.88, seen=0.9)
    neighbour = half_seen((160.0, 236.0), 0.05, p=0.97, seen=0.9)
    finder = Finder(SIZE)
    assert not finder._counts(one, edges_of(sheet), [one])
    assert finder._counts(one, edges_of(sheet), [one, neighbour])


def test_the_cloth_at_the_rim_of_what_is_seen_is_no_card_but_a_card_may_reach_over_it_a_little():
    finder = Finder(SIZE, (0.0, 0.0, 320.0, 240.0))
    beside = (284.0, 120.0)
    assert not finder._inside(half_seen(beside, 0.0, p=0.8, seen=0.9))
    assert finder._inside(half_seen(beside, 0.0, p=0.97, seen=0.9))
    assert finder._inside(half_seen((278.0, 120.0), 0.0, p=0.8, seen=0.9))
