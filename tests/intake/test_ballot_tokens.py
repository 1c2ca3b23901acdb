"""Votes by the book: tokens that lie on the cards, read by the eye."""

from __future__ import annotations

from table.intake.ballot import open_ballot
from table.rules.signals import SEATS, Observation, Press, RowCard, RowView, TokenSeen

FOUR = ("sun", "hut", "moon", "wave")


def vote(seat, *on, value=0):
    return TokenSeen(seat=seat, kind="vote", value=value, on=on)


def owner(seat, *on):
    return TokenSeen(seat=seat, kind="owner", on=on)


class Tokens:
    """A row of cards and the tokens on it; the storyteller is wave."""

    def __init__(self, seats=FOUR, storyteller="wave", own=1, votes=1):
        self.cards = 1 + own * (len(seats) - 1)
        self.t = 10.0
        self.ballot, _ = open_ballot(seats, storyteller, self.cards, self.t, own=own, votes=votes, ways="tokens")

    def lay(self, *tokens, state="done"):
        self.t += 1.0
        cards = tuple(RowCard(number=i + 1) for i in range(self.cards))
        view = RowView(state=state, cards=cards, tokens=tokens)
        self.ballot, cues = self.ballot.feed(Observation(t=self.t, row=view))
        return cues


RIGHT = (
    *(owner("sun", 1), owner("hut", 2), owner("moon", 3)),
    *(vote("sun", 4), vote("hut", 4), vote("moon", 1)),
)


def test_tokens_on_the_cards_are_a_whole_ballot():
    table = Tokens()
    table.lay(*RIGHT[:4])
    assert (table.ballot.entered, table.ballot.done) == (1, False)
    table.lay(*RIGHT)
    assert table.ballot.result().claims == {"sun": (1,), "hut": (2,), "moon": (3,)}
    assert table.ballot.result().votes == {"sun": (4,), "hut": (4,), "moon": (1,)}


def test_a_look_that_is_not_settled_is_no_look():
    table = Tokens()
    table.lay(*RIGHT, state="reading")
    assert table.ballot.entered == 0


def test_a_token_beside_the_row_is_not_laid_yet():
    table = Tokens()
    table.lay(*RIGHT[:-1], vote("moon"))
    assert (table.ballot.entered, table.ballot.doubts) == (2, ())


def test_a_token_between_two_cards_is_asked_about_and_the_answer_counts():
    table = Tokens()
    table.lay(*RIGHT[:-1], vote("moon", 1, 2))
    (doubt,) = table.ballot.doubts
    assert doubt == ("moon", "vote", "between", (1, 2))
    assert not table.ballot.done
    table.ballot, _ = table.ballot.settle_doubt("moon", "vote", (2,), table.t)
    assert table.ballot.result().votes["moon"] == (2,)


def test_an_answer_holds_only_until_the_token_is_moved():
    table = Tokens()
    table.lay(*RIGHT[:-2], vote("hut", 1, 2))
    table.ballot, _ = table.ballot.settle_doubt("hut", "vote", (1,), table.t)
    assert table.ballot.doubts == ()
    table.lay(*RIGHT[:-2], vote("hut", 3, 4))
    assert table.ballot.doubts == (("hut", "vote", "between", (3, 4)),)


def test_the_number_on_a_token_settles_between_which_cards_it_lies():
    table = Tokens()
    table.lay(*RIGHT[:-1], vote("moon", 1, 2, value=2))
    assert table.ballot.result().votes["moon"] == (2,)


def test_a_number_that_is_not_the_cards_is_asked_about():
    table = Tokens()
    table.lay(*RIGHT[:-1], vote("moon", 1, value=2))
    assert table.ballot.doubts == (("moon", "vote", "number", (1, 2)),)


def test_two_votes_of_one_seat_are_asked_about():
    table = Tokens()
    table.lay(*RIGHT, vote("sun", 2))
    assert table.ballot.doubts == (("sun", "vote", "twice", (2, 4)),)


def test_a_vote_on_the_voters_own_card_is_asked_about():
    table = Tokens()
    table.lay(*RIGHT[:-1], vote("moon", 3))
    assert table.ballot.doubts == (("moon", "vote", "own_card", ()),)
    assert not table.ballot.done


def test_two_owners_of_one_card_are_asked_about():
    table = Tokens()
    table.lay(owner("sun", 1), owner("hut", 1), *RIGHT[2:])
    assert {(doubt.seat, doubt.why) for doubt in table.ballot.doubts} == {("sun", "two_owners"), ("hut", "two_owners")}


def test_the_storyteller_may_mark_his_card_but_not_vote():
    table = Tokens()
    table.lay(*RIGHT, owner("wave", 4), vote("wave", 1))
    assert table.ballot.doubts == (("wave", "vote", "storyteller", ()),)
    table.lay(*RIGHT, owner("wave", 4))
    assert table.ballot.done


def test_somebody_who_does_not_play_is_asked_about():
    table = Tokens()
    table.lay(*RIGHT, vote("star", 1))
    assert table.ballot.doubts == (("star", "vote", "not_here", ()),)


def test_three_players_lay_two_owner_tokens_each():
    table = Tokens(seats=("sun", "hut", "wave"), own=2)
    tokens = [owner("sun", 1), owner("sun", 2), owner("hut", 3), owner("hut", 5), vote("sun", 4), vote("hut", 1)]
    table.lay(*tokens)
    assert table.ballot.result().claims == {"sun": (1, 2), "hut": (3, 5)}


def test_twelve_players_with_up_to_two_votes_need_somebody_to_say_that_this_is_all():
    seats = (*SEATS, *(f"seat{n}" for n in range(7, 13)))
    table = Tokens(seats=seats, storyteller="seat12", votes=2)
    tokens = [owner(seat, i + 1) for i, seat in enumerate(seats[:-1])]
    tokens += [vote(seat, 12) for seat in seats[:-1]] + [vote("sun", 3)]
    table.lay(*tokens)
    assert (table.ballot.entered, table.ballot.done, table.ballot.needs_confirmation) == (11, False, True)
    table.ballot, _ = table.ballot.feed(Press(t=table.t, seat="sun", key=1))
    assert table.ballot.result().votes["sun"] == (3, 12)
    assert table.ballot.result().votes["seat11"] == (12,)


def test_keys_mean_nothing_while_tokens_are_missing():
    table = Tokens()
    table.lay(*RIGHT[:3])
    before = table.ballot
    assert table.ballot.press("sun", 1, 20.0) == (before, ())
