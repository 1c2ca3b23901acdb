"""The ballot with pods: six people who press, in the words of the table."""

from __future__ import annotations

import pytest

from table.intake.ballot import AGAIN_AFTER, LATE_AFTER, Ballot, LampCue, open_ballot
from table.rules.signals import FIX, Press, Tick

SEATS = ("sun", "mountain", "hut", "star", "moon", "wave")


class People:
    """A ballot and the people who press its keys; every call takes a little time."""

    def __init__(self, *, seats=SEATS, storyteller="star", own=1, votes=1, ways="pod", t=100.0):
        cards = 1 + own * (len(seats) - 1)
        self.t = t
        self.ballot, self.cues = open_ballot(seats, storyteller, cards, t, own=own, votes=votes, ways=ways)

    def take(self, answer):
        self.ballot, cues = answer
        self.cues += cues
        return [cue.state for cue in cues]

    def down(self, seat, key):
        self.t += 0.2
        return self.take(self.ballot.feed(Press(t=self.t, seat=seat, key=key)))

    def up(self, seat, key):
        self.t += 0.1
        return self.take(self.ballot.feed(Press(t=self.t, seat=seat, key=key, action="up")))

    def press(self, seat, *keys):
        states = []
        for key in keys:
            states += self.down(seat, key) + self.up(seat, key)
        return states

    def hold(self, seat, key, seconds=2.0):
        self.down(seat, key)
        for held in (1.0, 2.0, 5.0):
            if held <= seconds:
                self.t += held - 0.1
                self.take(self.ballot.feed(Press(t=self.t, seat=seat, key=key, action="hold", held=held)))
        self.up(seat, key)

    def wait(self, seconds):
        self.t += seconds
        return self.take(self.ballot.feed(Tick(t=self.t)))


def test_all_claim_and_vote_and_the_storyteller_presses_nothing():
    table = People()
    for number, (seat, vote) in enumerate({"sun": 6, "mountain": 1, "hut": 6, "moon": 6, "wave": 1}.items(), start=1):
        assert table.ballot.entered == number - 1
        assert not table.ballot.done
        table.press(seat, number, vote)
    assert table.ballot.done
    assert table.ballot.result().claims == {"sun": (1,), "mountain": (2,), "hut": (3,), "moon": (4,), "wave": (5,)}
    assert table.ballot.result().votes == {"sun": (6,), "mountain": (1,), "hut": (6,), "moon": (6,), "wave": (1,)}


def test_the_result_is_in_the_order_of_the_seats_and_not_of_the_presses():
    table = People()
    for seat, own, vote in (("wave", 5, 6), ("sun", 1, 6), ("moon", 4, 6), ("hut", 3, 6), ("mountain", 2, 6)):
        table.press(seat, own, vote)
    assert list(table.ballot.result().claims) == ["sun", "mountain", "hut", "moon", "wave"]


def test_taken_then_finished_says_the_lamp():
    table = People()
    assert table.down("sun", 1) == ["taken"]
    table.up("sun", 1)
    assert table.down("sun", 4) == ["taken", "finished"]


def test_a_vote_for_ones_own_card_is_refused_under_the_hood_alone():
    table = People()
    table.press("sun", 3)
    before = table.ballot.entered
    answer = table.ballot.press("sun", 3, table.t)
    assert answer[1] == (LampCue("sun", "refused"),)
    assert answer[0].entered == before
    table.press("sun", 3, 4)
    assert table.ballot.entered == 1


@pytest.mark.parametrize("key", [6, 5])
def test_a_key_beyond_the_row_is_refused(key):
    table = People(seats=SEATS[:4], storyteller="sun")  # four cards
    assert table.down("hut", key) == ["refused"]


def test_the_storyteller_who_presses_gets_two_blinks_and_no_more():
    table = People()
    assert table.press("star", 1, 2) == ["refused", "refused"]
    assert table.ballot.entered == 0


def test_three_players_claim_two_cards_each_and_cannot_vote_for_either():
    table = People(seats=("sun", "hut", "moon"), storyteller="hut", own=2)
    assert table.ballot.cards == 5
    assert table.press("sun", 1, 1) == ["taken", "refused"]
    assert table.press("sun", 4, 1, 4, 5) == ["taken", "refused", "refused", "taken", "finished"]
    table.press("moon", 2, 3, 1)
    assert table.ballot.result().claims == {"sun": (1, 4), "moon": (2, 3)}
    assert table.ballot.result().votes == {"sun": (5,), "moon": (1,)}


def test_claims_that_do_not_add_up_all_enter_again_and_nobody_is_named():
    table = People(seats=SEATS[:4], storyteller="sun")
    table.press("mountain", 1, 2)
    table.press("hut", 1, 3)
    table.press("star", 2, 3)
    assert (table.ballot.entered, table.ballot.again, table.ballot.done) == (0, 1, False)
    assert table.ballot.late(table.t) == ()
    assert {cue.state for cue in table.cues[-3:]} == {"waiting"}
    for seat, own, vote in (("mountain", 1, 4), ("hut", 3, 4), ("star", 2, 4)):
        table.press(seat, own, vote)
    assert table.ballot.done


def test_holding_a_key_begins_ones_own_entry_again():
    table = People()
    table.press("sun", 1, 2)
    table.press("hut", 3, 1)
    table.hold("sun", 4)
    assert table.ballot.entered == 1
    table.press("sun", 2, 6)
    assert table.ballot.entered == 2
    table.hold("hut", 1, seconds=1.0)  # not long enough
    assert table.ballot.entered == 2


def test_a_hold_that_began_before_the_ballot_means_nothing():
    table = People()
    table.press("sun", 1)
    table.take(table.ballot.feed(Press(t=table.t, seat="sun", key=5, action="hold", held=5.0)))
    assert table.down("sun", 2) == ["taken", "finished"]


def test_the_last_vote_can_still_be_taken_back_by_holding_its_key():
    """The last press completes everything, but counts for good only when the key comes up again."""
    table = People(seats=("sun", "hut", "moon", "wave"), storyteller="wave")
    table.press("sun", 1, 4)
    table.press("hut", 2, 4)
    table.press("moon", 3)
    table.down("moon", 1)
    assert table.ballot.entered == 3
    assert not table.ballot.done
    table.take(table.ballot.feed(Press(t=table.t + 2, seat="moon", key=1, action="hold", held=2.0)))
    assert (table.ballot.entered, table.ballot.done) == (2, False)
    table.up("moon", 1)
    table.press("moon", 3, 4)
    assert table.ballot.done


def test_a_lost_release_does_not_hold_the_table_up():
    table = People(seats=("sun", "hut", "moon"), storyteller="moon")
    for seat, keys in (("sun", (1, 3)), ("hut", (2, 3))):
        for key in keys:
            table.down(seat, key)
    assert not table.ballot.done
    table.wait(AGAIN_AFTER + 0.3)
    assert table.ballot.done


def test_fix_erases_all_entries():
    table = People()
    table.press("sun", 1, 2)
    table.press("hut", 2, 3)
    table.take(table.ballot.feed(Press(t=table.t, seat=None, key=FIX)))
    assert (table.ballot.entered, table.ballot.again) == (0, 0)
    assert [cue.seat for cue in table.cues[-5:]] == ["sun", "mountain", "hut", "moon", "wave"]


def test_who_is_missing_is_named_after_thirty_seconds_without_progress():
    table = People(seats=SEATS[:4], storyteller="sun")
    table.press("hut", 2, 3)
    table.wait(LATE_AFTER - 1)
    assert table.ballot.late(table.t) == ()
    table.press("star", 3, 2)  # progress: the wait begins anew
    table.wait(LATE_AFTER - 1)
    assert table.ballot.late(table.t) == ()
    table.wait(2)
    assert table.ballot.late(table.t) == ("mountain",)


def test_a_missing_card_stops_the_ballot_and_entries_stay():
    table = People()
    table.press("sun", 1, 2)
    table.take(table.ballot.pause())
    assert table.down("hut", 2) == ["refused"]
    table.take(table.ballot.resume(table.t))
    assert table.ballot.entered == 1
    assert table.down("hut", 2) == ["taken"]


def test_two_votes_where_a_rule_allows_them_and_the_same_again_for_one():
    table = People(seats=("sun", "hut", "moon", "wave"), storyteller="wave", votes=2)
    assert table.press("sun", 1, 2, 3) == ["taken", "taken", "taken", "finished"]
    assert table.press("hut", 2, 4, 4) == ["taken", "taken", "taken", "finished"]
    table.press("moon", 3, 4, 1)
    assert table.ballot.result().votes == {"sun": (2, 3), "hut": (4,), "moon": (4, 1)}


def test_a_complete_entry_takes_no_more_presses():
    table = People()
    table.press("sun", 1, 2)
    assert table.press("sun", 3) == ["refused"]
    for seat, own in (("mountain", 2), ("hut", 3), ("moon", 4), ("wave", 5)):
        table.press(seat, own, 6)
    assert table.ballot.result().votes["sun"] == (2,)
    assert table.press("sun", 3) == []


@pytest.mark.parametrize(
    ("seats", "storyteller", "cards", "own", "words"),
    [
        (SEATS, "star", 5, 1, "lay no row of 5"),
        (SEATS, "seat9", 6, 1, "needs a storyteller"),
        (("sun", "hut"), "sun", 2, 1, "two guessers"),
        ((*SEATS, "seat7"), "sun", 7, 1, "vote with tokens"),
    ],
)
def test_numbers_that_cannot_add_up_are_refused_at_once(seats, storyteller, cards, own, words):
    with pytest.raises(ValueError, match=words):
        open_ballot(seats, storyteller, cards, 0.0, own=own)


def test_signals_of_other_kinds_change_nothing():
    table = People()
    before = table.ballot
    assert table.ballot.feed(Press(t=1.0, seat=None, key=3)) == (before, ())
    assert isinstance(before, Ballot)
