"""One button a seat: a light goes over the numbers, a press takes the number that is lit."""

from __future__ import annotations

import pytest

from table.intake.ballot import open_ballot
from table.intake.ballot_sweep import Pace, Sweep
from table.rules.signals import Press, Tick

PACE = Pace(lead=2.0, lit=1.0, gap=0.25, between=1.0, tail=0.5)
THREE = ("sun", "hut", "moon")
FOUR = ("sun", "hut", "moon", "wave")
STEP = 0.0625


class Sweepers:
    """People with one button each; `wants` says which number each takes in which pass (0: does not press)."""

    def __init__(self, *, seats=FOUR, storyteller="wave", own=1, votes=1, ways="button"):
        self.t = 50.0
        self.ballot, self.cues = open_ballot(
            seats, storyteller, 1 + own * (len(seats) - 1), self.t, own=own, votes=votes, ways=ways, pace=PACE
        )
        self.shown = []

    def take(self, answer):
        self.ballot, cues = answer
        self.cues += cues

    def run(self, seconds, wants=None):
        """Time passes; whoever wants the number that is lit presses once in the middle of it."""
        end = self.t + seconds
        pressed = set()
        while self.t < end and not self.ballot.done:
            self.t += STEP
            view = self.ballot.sweep(self.t)
            self.shown.append((self.t, view, self.ballot.entered, self.ballot.late(self.t)))
            for seat, numbers in (wants or {}).items():
                if view and view.lit and view.share < 0.6:
                    index = view.turn - 1 + (self.ballot.own if view.phase == "vote" else 0)
                    if numbers[index] == view.lit and (seat, index, view.lit) not in pressed:
                        pressed.add((seat, index, view.lit))
                        self.take(self.ballot.feed(Press(t=self.t, seat=seat, key=1)))
                        self.take(self.ballot.feed(Press(t=self.t + 0.03, seat=seat, key=1, action="up")))
            self.take(self.ballot.feed(Tick(t=self.t)))

    def one_sweep(self, wants):
        self.run(self.ballot._running.end - self.t + STEP, wants)


def test_the_light_goes_over_all_numbers_in_each_pass_with_gaps_between():
    sweep = Sweep(10.0, cards=3, own=1, votes=1, pace=PACE)
    seen = []
    t = 10.0
    while t < sweep.end:
        state = sweep.lit_at(t)
        if not seen or seen[-1] != state:
            seen.append(state)
        t += STEP
    one_pass = [(0, 1), (0, 0), (0, 2), (0, 0), (0, 3), (0, 0)]
    assert seen == [(0, 0), *one_pass, (1, 0), *((1, number) for _, number in one_pass)]
    assert sweep.end == 10.0 + 2.0 + 2 * 3 * 1.25 + 1.0 + 0.5


def test_the_screen_is_told_what_is_lit_and_how_long():
    sweep = Sweep(0.0, cards=4, own=1, votes=1, pace=PACE)
    assert sweep.view(0.5) == ("own", 0, 1.5, 1.0, 1, 1)
    assert sweep.view(2.0 + 1.25 + 0.25) == ("own", 2, 0.75, 0.75, 1, 1)
    assert sweep.view(2.0 + 1.25 + 1.125) == ("own", 0, 0.125, 0.0, 1, 1)
    assert sweep.view(2.0 + 5.0 + 1.0).phase == "vote"


def test_two_passes_take_own_card_and_vote():
    table = Sweepers()
    table.one_sweep({"sun": (1, 4), "hut": (2, 1), "moon": (3, 4)})
    assert table.ballot.done
    assert table.ballot.result().claims == {"sun": (1,), "hut": (2,), "moon": (3,)}
    assert table.ballot.result().votes == {"sun": (4,), "hut": (1,), "moon": (4,)}


def test_three_players_have_two_passes_for_their_own_cards():
    table = Sweepers(seats=THREE, storyteller="hut", own=2)
    views = table.ballot._running
    assert views.passes == 3
    table.one_sweep({"sun": (1, 4, 5), "moon": (3, 2, 1)})
    assert table.ballot.result().claims == {"sun": (1, 4), "moon": (3, 2)}
    assert table.ballot.result().votes == {"sun": (5,), "moon": (1,)}


def test_nothing_answers_while_a_card_is_lit():
    """Whoever presses what: no count and no lamp moves before the sweep is over."""
    table = Sweepers()
    opening = len(table.cues)
    end = table.ballot._running.end
    table.run(end - table.t - 2 * STEP, {"sun": (1, 4), "hut": (2, 2), "moon": (3, 4)})
    assert table.cues[opening:] == ()
    assert {entered for _, _, entered, _ in table.shown} == {0}
    table.run(1.0)
    assert ("sun", "finished") in table.cues
    assert ("hut", "finished") not in table.cues  # voted for his own card: not in, and nobody sees why


def test_a_press_in_the_gap_takes_nothing():
    table = Sweepers()
    start = table.ballot._running.start + PACE.lead
    for pass_start in (start, start + 4 * 1.25 + PACE.between):
        table.take(table.ballot.press("sun", 1, pass_start + 1.1))
    table.one_sweep({"hut": (2, 1), "moon": (3, 4)})
    assert table.ballot.entered == 2


def test_the_last_number_of_a_pass_counts():
    table = Sweepers()
    start = table.ballot._running.start + PACE.lead
    table.run(start + 0.5 - table.t)
    table.take(table.ballot.press("sun", 1, table.t))  # number 1, to mislead the others
    table.one_sweep({"sun": (4, 2), "hut": (2, 1), "moon": (3, 1)})
    assert table.ballot.result().claims["sun"] == (4,)


def test_who_missed_sits_through_another_sweep_with_everybody_and_the_others_stay_in():
    table = Sweepers()
    table.one_sweep({"sun": (1, 4), "moon": (3, 4)})
    assert (table.ballot.entered, table.ballot.done) == (2, False)
    assert table.ballot.sweep(table.t) is not None
    table.one_sweep({"sun": (2, 2), "hut": (2, 4)})  # sun's second thoughts do not count without a hold
    assert table.ballot.result().claims == {"sun": (1,), "hut": (2,), "moon": (3,)}
    assert table.ballot.result().votes["sun"] == (4,)


def test_holding_the_button_begins_ones_own_entry_again():
    table = Sweepers()
    table.one_sweep({"sun": (1, 4), "moon": (3, 4)})
    table.take(table.ballot.press("sun", 1, table.t))
    table.take(table.ballot.hold("sun", 1, 2.0, table.t + 2))
    table.take(table.ballot.release("sun", 1, table.t + 2.1))
    table.t += 2.1
    assert table.ballot.entered == 2  # the count stands still in a sweep
    table.one_sweep({"hut": (2, 4)})
    assert table.ballot.entered == 2
    table.one_sweep({"sun": (1, 3)})
    assert table.ballot.result().votes["sun"] == (3,)


def test_nobody_is_named_before_the_first_sweep_is_over():
    table = Sweepers()
    slow = open_ballot(FOUR, "wave", 4, 0.0, ways="button", pace=Pace(lit=10.0))[0]
    assert slow.late(40.0) == ()
    table.one_sweep({"sun": (1, 4), "moon": (3, 4)})
    table.run(35.0)
    assert table.shown[-1][3] == ("hut",)


def test_a_row_that_breaks_during_a_sweep_begins_it_anew():
    table = Sweepers()
    table.run(3.0, {"sun": (1, 4)})
    table.take(table.ballot.pause())
    assert table.ballot.sweep(table.t) is None
    table.take(table.ballot.press("sun", 1, table.t))
    table.take(table.ballot.release("sun", 1, table.t))
    table.take(table.ballot.resume(table.t))
    table.one_sweep({"sun": (2, 4), "hut": (1, 4), "moon": (3, 4)})
    assert table.ballot.result().claims["sun"] == (2,)


def test_pods_and_buttons_at_one_table():
    ways = {"sun": "button", "hut": "pod", "moon": "pod"}
    table = Sweepers(ways=ways)
    for seat, keys in (("hut", (2, 4)), ("moon", (3, 4))):
        for key in keys:
            table.take(table.ballot.press(seat, key, table.t))
            table.take(table.ballot.release(seat, key, table.t))
    assert table.ballot.entered == 0  # a sweep runs: the count stands still
    table.one_sweep({"sun": (1, 4)})
    assert table.ballot.done
    assert table.ballot.result().votes == {"sun": (4,), "hut": (4,), "moon": (4,)}


def test_a_second_vote_pass_may_be_left_out():
    table = Sweepers(votes=2)
    assert table.ballot._running.passes == 3
    table.one_sweep({"sun": (1, 4, 0), "hut": (2, 4, 1), "moon": (3, 1, 1)})
    assert table.ballot.result().votes == {"sun": (4,), "hut": (4, 1), "moon": (1,)}


@pytest.mark.parametrize("wants", [{"sun": (1, 4), "hut": (1, 4), "moon": (3, 4)}])
def test_claims_that_do_not_add_up_begin_a_new_sweep_for_all(wants):
    table = Sweepers()
    table.one_sweep(wants)
    assert (table.ballot.again, table.ballot.entered) == (1, 0)
    assert not any(cue.state == "finished" for cue in table.cues)
    table.one_sweep({"sun": (1, 4), "hut": (2, 4), "moon": (3, 4)})
    assert table.ballot.done
