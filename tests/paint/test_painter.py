"""The Painter: draws when something changed and only then, moves one thing, and never shows a black picture."""

from __future__ import annotations

import itertools

import msgspec
import numpy as np
import pygame
import pytest

from table.paint import Look, Painter, paint
from table.paint import painter as painter_module
from table.paint.measure import faults
from table.paint.palette import FELT
from table.screens import model as m
from tests.paint.art import pictures, scene
from tests.paint.further import FURTHER
from tests.paint.screens import DESIGNED

TURN = DESIGNED["04-gin-turn-hu"]
KNOCK = DESIGNED["21-gin-knock-hu"]
LAY_OFF = DESIGNED["07-gin-layoff-es"]
VOTE = DESIGNED["11-dixit-vote-zh"]
SWEEP = DESIGNED["19-dixit-vote-sweep-en"]


def pixels(painter: Painter) -> np.ndarray:
    return pygame.surfarray.array3d(painter.picture).astype(int)


def calm(**more: object) -> Painter:
    return Painter(look=Look(reduced_motion=True), pictures=pictures(), burn_in_shift=False, **more)


def test_nothing_is_drawn_when_nothing_changed() -> None:
    painter = calm()
    assert painter.show(TURN, 0.0)
    drawn = painter.draws
    again = msgspec.json.decode(msgspec.json.encode(TURN), type=m.Screen)
    assert [painter.show(again, t / 10) for t in range(1, 600)] == [False] * 599
    assert painter.draws == drawn == 1
    assert painter.next_at(60.0) is None


def test_lamps_sounds_and_speech_are_not_seen() -> None:
    painter = calm()
    painter.show(TURN, 0.0)
    louder = msgspec.structs.replace(TURN, lamps={"sun": "waiting"}, sound="turn", say=("Hegy jön",))
    assert not painter.show(louder, 0.1)


def test_a_change_shows_in_the_same_call() -> None:
    for look in (Look(), Look(reduced_motion=True)):
        painter = Painter(look=look, burn_in_shift=False)
        painter.show(TURN, 0.0)
        before = pixels(painter)
        assert painter.show(KNOCK, 1.0)
        assert np.abs(pixels(painter) - before).mean() > 2


def test_a_vote_changes_the_count_and_nothing_else() -> None:
    """What is shown of the ballot depends on the counts alone, so two ways to the same count are one picture."""
    painter = calm()
    painter.show(VOTE, 0.0)
    body = msgspec.structs.replace(VOTE.body, entered=5, count="5 / 5")
    assert painter.show(msgspec.structs.replace(VOTE, body=body), 1.0)
    assert set(type(VOTE.body).__struct_fields__) & {"votes", "claims", "entries", "owners"} == set()


def test_what_runs_down_moves_in_steps_and_then_rests() -> None:
    painter = Painter(burn_in_shift=False)
    painter.show(KNOCK, 0.0)
    changes = sum(painter.show(KNOCK, t / 100) for t in range(1, 400))
    assert 25 <= changes <= 35, "2.1 s at 15 steps a second"
    assert painter.next_at(3.9) is None
    still = calm()
    still.show(KNOCK, 0.0)
    assert sum(still.show(KNOCK, t / 100) for t in range(1, 400)) <= 3


def test_the_sweep_shows_the_light_running_out() -> None:
    painter = Painter(pictures=pictures(), burn_in_shift=False)
    painter.show(SWEEP, 0.0)
    early = pixels(painter)
    painter.show(SWEEP, 0.8)
    assert np.abs(pixels(painter) - early).sum() > 0


def test_another_screen_fades_in_and_comes_to_rest() -> None:
    painter = Painter(burn_in_shift=False)
    painter.show(TURN, 0.0)
    painter.show(LAY_OFF_WITHOUT_MOTION, 1.0)
    assert painter.next_at(1.0) == pytest.approx(1.0 + 1 / 30)
    half = pixels(painter)
    painter.show(LAY_OFF_WITHOUT_MOTION, 2.0)
    assert painter.next_at(2.0) is None
    rested = calm()
    rested.show(LAY_OFF_WITHOUT_MOTION, 0.0)
    assert np.array_equal(pixels(painter), pixels(rested))
    assert not np.array_equal(half, pixels(rested))


LAY_OFF_WITHOUT_MOTION = msgspec.structs.replace(LAY_OFF, motion=())


def test_laid_off_cards_fly_one_after_the_other() -> None:
    """200 ms each: while the first flies the second is not there yet; at the end all stands as without motion."""
    painter = Painter(burn_in_shift=False)
    painter.show(TURN, 0.0)
    painter.show(LAY_OFF, 1.0)
    rested = calm()
    rested.show(LAY_OFF, 0.0)
    second = painter._book.anchors["card:4H"]
    middle = (round(second.cx), round(second.cy) + 20)
    full = rested.picture.get_at(middle)
    assert painter.picture.get_at(middle) != full
    painter.show(LAY_OFF, 1.15)
    assert painter.picture.get_at(middle) != full
    painter.show(LAY_OFF, 1.39)
    painter.show(LAY_OFF, 1.5)
    assert np.array_equal(pixels(painter), pixels(rested))


def test_motion_to_unknown_places_is_no_error() -> None:
    painter = Painter(burn_in_shift=False)
    painter.show(TURN, 0.0)
    odd = msgspec.structs.replace(KNOCK, motion=(m.Move(what="card:KS", source="nowhere", target="card:KS"),))
    assert painter.show(odd, 1.0)


def test_a_new_camera_picture_is_drawn_though_the_screen_is_the_same() -> None:
    store = pictures()
    painter = Painter(look=Look(reduced_motion=True), pictures=store, burn_in_shift=False)
    screen = DESIGNED["17-service-en"]
    painter.show(screen, 0.0)
    assert not painter.show(screen, 0.1)
    store["camera"] = scene(99)
    assert painter.show(screen, 0.2)


def test_any_kind_of_picture_store_will_do() -> None:
    """A store may answer by subscript alone, as a dict with an own ``__getitem__`` does."""

    class Store(dict[str, np.ndarray]):
        def __getitem__(self, name: str) -> np.ndarray:
            return pictures()[name]

    screen = DESIGNED["10-dixit-row-zh"]
    own = Painter(look=Look(reduced_motion=True), pictures=Store(), burn_in_shift=False)
    own.show(screen, 0.0)
    plain = calm()
    plain.show(screen, 0.0)
    assert np.array_equal(pixels(own), pixels(plain))


def test_what_cannot_be_painted_is_shown_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def broken(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr(painter_module, "paint", broken)
    painter = calm(on_trouble=told.append)
    assert painter.show(TURN, 0.0)
    assert len(told) == 1
    assert "gin_turn" in told[0]
    assert "no room" in told[0]
    shown = pixels(painter)
    assert (shown.max(axis=2) > 200).mean() > 0.005, "there are words to read"
    monkeypatch.undo()
    painter.show(KNOCK, 1.0)
    healed = calm()
    healed.show(KNOCK, 1.0)
    assert np.array_equal(pixels(painter), pixels(healed))


def test_even_without_a_font_it_is_not_black(monkeypatch: pytest.MonkeyPatch) -> None:
    from table.paint import fallback

    def no_font(*args: object) -> None:
        raise OSError("no font")

    monkeypatch.setattr(fallback.pygame.font, "Font", no_font)
    surface = pygame.Surface((320, 180))
    fallback.paint_plain(TURN, surface)
    assert pygame.surfarray.array3d(surface).max() > 150


def test_the_picture_wanders_against_burn_in() -> None:
    places = [painter_module.shift_at(60.0 * minute) for minute in range(60)]
    assert max(max(abs(x), abs(y)) for x, y in places) == 4
    assert len(set(places)) > 20
    assert painter_module.shift_at(3600.0) == places[0]
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in itertools.pairwise(places)]
    assert max(steps) <= 2, "nobody sees it move"
    painter = Painter(look=Look(reduced_motion=True))
    painter.show(TURN, 0.0)
    assert painter.show(TURN, 5 * 60.0)
    assert painter.draws == 1, "moved, not drawn anew"


def test_a_dimmed_screen_is_darker() -> None:
    painter = calm()
    painter.show(TURN, 0.0)
    bright = pixels(painter).mean()
    assert painter.show(msgspec.structs.replace(TURN, dim=0.6), 1.0)
    assert pixels(painter).mean() == pytest.approx(bright * 0.6, rel=0.05)


def test_the_saver_lights_few_pixels() -> None:
    painter = calm()
    painter.show(FURTHER["49-saver"], 0.0)
    lit = (np.abs(pixels(painter) - np.array(FELT)).max(axis=2) > 12).mean()
    assert 0.002 < lit < 0.05


@pytest.mark.parametrize(
    ("name", "at", "key"),
    [
        ("04-gin-turn-hu", (67, 671), "1"),
        ("04-gin-turn-hu", (1212, 673), "fix"),
        ("04-gin-turn-hu", (600, 300), None),
        ("23-fix-menu-en", (300, 420), "3"),
        ("23-fix-menu-en", (900, 560), None),
        ("11-dixit-vote-zh", (340, 478), "2"),
        ("06-gin-lay-unsure-en", (385, 520), "2"),
        ("03-seats-en", (1190, 419), "6"),
    ],
)
def test_a_click_on_a_drawn_key_is_that_key(name: str, at: tuple[int, int], key: str | None) -> None:
    painter = calm()
    painter.show(DESIGNED[name], 0.0)
    assert painter.hit(at) == key


def test_clicks_follow_the_size_of_the_window() -> None:
    painter = calm()
    painter.resize((800, 480))
    painter.show(TURN, 0.0)
    assert painter.hit((round(67 * 0.625), round(15 + 671 * 0.625))) == "1"
    assert painter.picture.get_size() == (800, 480)
    assert painter.picture.get_at((400, 3))[:3] == FELT, "letterbox in felt, not black"


def test_every_key_of_the_footer_can_be_clicked() -> None:
    painter = calm()
    for screen in (*DESIGNED.values(), *FURTHER.values()):
        if isinstance(screen.body, (m.Attract, m.Saver)):
            continue
        painter.show(screen, 0.0)
        wanted = {key for hint in screen.keys if not hint.in_body for key in hint.keys} | (
            {"fix"} if screen.fix else set()
        )
        assert wanted <= {key for _, key in painter._book.hits}, screen.kind


def hand_screen(number: int, **more: object) -> m.Screen:
    return msgspec.structs.replace(DESIGNED["08-gin-result-hu"], kind="gin_deal", auto=None, hand=number, **more)


def test_between_two_hands_the_plain_felt_shows() -> None:
    """Two seconds: the old picture sinks, after one second all is felt, then the new one rises."""
    painter = Painter(burn_in_shift=False)
    painter.show(hand_screen(1), 0.0)
    painter.show(TURN, 5.0)
    painter.show(TURN, 10.0)
    old = pixels(painter)
    assert painter.show(hand_screen(2), 100.0), "seen within the frame"
    assert 0 < np.abs(pixels(painter) - old).mean() < np.abs(old - np.array(FELT)).mean()
    assert painter.next_at(100.0) == pytest.approx(100.0 + 1 / 30)
    painter.show(hand_screen(2), 101.0)
    assert np.abs(pixels(painter) - np.array(FELT)).max() <= 2, "nothing of the old hand stands any more"
    painter.show(hand_screen(2), 101.9)
    assert painter.next_at(101.9) is not None
    painter.show(hand_screen(2), 102.0)
    assert painter.next_at(102.0) is None
    rested = calm()
    rested.show(hand_screen(2), 0.0)
    assert np.array_equal(pixels(painter), pixels(rested))


def test_what_changes_while_the_new_hand_rises_is_in_it() -> None:
    """A hand over the table changes the reading chip: the fade goes on, and ends with the newest picture."""
    painter = Painter(burn_in_shift=False)
    painter.show(hand_screen(1), 0.0)
    painter.show(TURN, 5.0)
    painter.show(hand_screen(2), 10.0)
    newer = hand_screen(2, chip=m.Chip(state="hand", label="Kéz az asztalon"))
    painter.show(newer, 11.0)
    assert np.abs(pixels(painter) - np.array(FELT)).max() <= 2
    painter.show(newer, 12.5)
    rested = calm()
    rested.show(newer, 0.0)
    assert np.array_equal(pixels(painter), pixels(rested))


def test_the_felt_comes_once_a_hand_and_never_with_reduced_motion() -> None:
    painter = Painter(burn_in_shift=False)
    painter.show(TURN, 0.0)
    painter.show(hand_screen(3), 1.0)
    painter.show(hand_screen(3), 1.2)
    assert painter.next_at(1.2) is None, "the first hand that is seen fades in as any screen does"
    painter.show(TURN, 5.0)
    painter.show(hand_screen(3), 6.0)
    painter.show(hand_screen(3), 6.2)
    assert painter.next_at(6.2) is None, "back from Fix it is the same hand"
    still = calm()
    still.show(hand_screen(1), 0.0)
    still.show(TURN, 1.0)
    still.show(hand_screen(2), 2.0)
    assert still.next_at(2.0) is None


def test_a_dimmed_screen_has_its_share_of_the_light() -> None:
    painter = calm()
    painter.show(TURN, 0.0)
    bright = pixels(painter)
    assert painter.show(msgspec.structs.replace(TURN, dim=0.6), 180.0)
    assert pixels(painter).sum() == pytest.approx(0.6 * bright.sum(), rel=0.02)
    assert painter.show(TURN, 181.0)
    assert np.array_equal(pixels(painter), bright)


@pytest.mark.parametrize("orientation", ["upright", "flat"])
def test_a_vote_by_tokens_draws_no_keys(orientation: str) -> None:
    by_keys = VOTE
    body = msgspec.structs.replace(VOTE.body, tokens=True)
    by_tokens = msgspec.structs.replace(VOTE, body=body, keys=())
    for screen, digits in ((by_keys, 6), (by_tokens, 0)):
        surface = pygame.Surface((1280, 720))
        book = paint(screen, surface, pictures(), look=Look(orientation=orientation), measure=True)  # type: ignore[arg-type]
        assert len([key for _, key in book.hits if key.isdigit()]) == digits
        assert len([d for d in book.drawn if d.kind == "key" and d.name.isdigit()]) == digits
        assert faults(book) == []
