"""Before the reveal no Screen says who has voted, for what, in which order or when: not even to a log or a network."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.intake import view as v
from table.intake.options import Options
from table.intake.play import enter_play
from table.intake.table import Table
from table.rules import events as ev
from table.rules.ruleset import load
from table.rules.signals import Press, Tick
from table.screens import present
from table.screens.model import Screen, accepted_keys
from table.words import LANGUAGES

from .tables import PLAYERS, picture, round_of, started

GUESSERS = ("sun", "mountain", "hut")
JSON = msgspec.json.Encoder()


def voting_table() -> Table:
    """A real table in the middle of a vote: Star has told, four cards lie in the row."""
    table = Table(Options(camera=False), {"zhiyan": load("zhiyan")})
    log = [started("zhiyan", *PLAYERS, first="star"), ev.ClueGiven(seat="star"), ev.RowLaid(count=4)]
    table.journal.begin(log[0])
    table.load(log)
    enter_play(table)
    assert isinstance(table.view().scene, v.Voting)
    return table


def run(presses: list[tuple[str, int]]) -> list[bytes]:
    """Screens after each press, as they would be sent over a network, until all are in."""
    table = voting_table()
    shown = []
    for number, (seat, key) in enumerate(presses):
        at = 1.0 + number
        table.handle(Press(t=at, seat=seat, key=key))
        table.handle(Press(t=at + 0.1, seat=seat, key=key, action="up"))
        table.handle(Tick(t=at + 0.5))
        if not isinstance(table.view().scene, v.Voting):
            break
        shown.append(JSON.encode(present(table.view())))
    return shown


entries = st.permutations((1, 2, 3, 4)).flatmap(
    lambda cards: st.tuples(
        st.just(cards),
        st.tuples(*(st.sampled_from([n for n in (1, 2, 3, 4) if n != cards[i]]) for i in range(3))),
    )
)
"""Which card is whose (the last one is the storyteller's), and a vote of each guesser for another card."""


def presses(cards: tuple[int, ...], votes: tuple[int, ...], order: tuple[int, ...]) -> list[tuple[str, int]]:
    """Own card, then vote, guesser by guesser in this order."""
    return [(GUESSERS[i], number) for i in order for number in (cards[i], votes[i])]


@settings(max_examples=25, deadline=None)
@given(entries, entries, st.permutations((0, 1, 2)), st.permutations((0, 1, 2)))
def test_screens_are_the_same_whoever_enters_whatever_first(one, two, order, other_order) -> None:
    assert run(presses(*one, order)) == run(presses(*two, other_order))


def test_the_count_is_all_that_moves() -> None:
    shown = [msgspec.json.decode(data, type=Screen) for data in run(presses((1, 2, 3, 4), (4, 4, 4), (0, 1, 2)))]
    assert [screen.body.entered for screen in shown] == [0, 1, 1, 2, 2]
    still = [msgspec.structs.replace(s, body=msgspec.structs.replace(s.body, entered=0, count="")) for s in shown]
    assert len(set(map(JSON.encode, still))) == 1


def test_lamps_under_the_hoods_do_not_stand_in_the_screen() -> None:
    table = voting_table()
    table.handle(Press(t=1.0, seat="sun", key=1))
    assert set(table.view().lamps.values()) != {"off"}
    assert present(table.view()).lamps == {}


def test_a_refused_vote_for_ones_own_card_leaves_no_trace() -> None:
    table = voting_table()
    before = JSON.encode(present(table.view()))
    table.handle(Press(t=1.0, seat="sun", key=1))
    table.handle(Press(t=1.1, seat="sun", key=1, action="up"))
    table.handle(Press(t=2.0, seat="sun", key=1))
    assert JSON.encode(present(table.view())) == before
    assert table.take_cues() == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_but_the_storyteller_is_named_while_the_vote_runs(lang: str) -> None:
    state = picture(ev.ClueGiven(seat="star"), ev.RowLaid(count=4))
    slots = tuple(v.Slot(number=n) for n in (1, 2, 3, 4))
    keys = tuple(v.Key(key=n, action="slot", seats=GUESSERS, args={"n": n}) for n in (1, 2, 3, 4))
    view = v.View(
        scene=v.Voting(slots=slots, entered=2, expected=3),
        game=state,
        rules="zhiyan",
        seats=PLAYERS,
        lang=lang,
        keys=keys,
    )
    shown = present(view)
    told = msgspec.structs.replace(shown, strips=())
    for seat in GUESSERS:
        assert f'"{seat}"' not in JSON.encode(told).decode()
    assert accepted_keys(shown) == {"1", "2", "3", "4"}


@pytest.mark.parametrize("step", range(5))
def test_the_reveal_names_an_owner_only_when_its_step_has_come(step: int) -> None:
    state = picture(*round_of({"sun": 4, "mountain": 1, "hut": 2}))
    slots = tuple(v.Slot(number=n) for n in (1, 2, 3, 4))
    view = v.View(scene=v.Reveal(step=step, steps=5, slots=slots), game=state, rules="zhiyan", seats=PLAYERS)
    body = present(view).body
    assert [slot.number for slot in body.slots if slot.owner] == sorted([4, 1, 2, 3][:step])


def test_what_is_said_aloud_before_the_reveal_is_the_same_for_every_vote() -> None:
    rng = random.Random(3)
    said = set()
    for _ in range(20):
        table = voting_table()
        seat = rng.choice(GUESSERS)
        table.handle(Press(t=1.0, seat=seat, key=rng.randint(1, 4)))
        said.add(present(table.view()).say)
    assert said == {("Press your own card, then your vote",)}
