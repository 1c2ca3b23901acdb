"""Whatever is pressed, in whatever order: the ballot never breaks, and what it ends with is a right ballot."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from table.intake.ballot import open_ballot
from table.intake.ballot_sweep import Pace
from table.rules.signals import FIX, SEATS, Observation, Press, RowView, Tick, TokenSeen

PACE = Pace(lead=0.5, lit=0.5, gap=0.25, between=0.5, tail=0.25)

deeds = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(SEATS), st.integers(1, 6), st.floats(0, 0.6)),
    st.tuples(st.just("hold"), st.sampled_from(SEATS), st.integers(1, 6), st.just(2.0)),
    st.tuples(st.just("down"), st.sampled_from(SEATS), st.integers(1, 6), st.just(0.0)),
    st.tuples(st.just("up"), st.sampled_from(SEATS), st.integers(1, 6), st.just(0.0)),
    st.tuples(st.just("wait"), st.none(), st.just(0), st.floats(0, 40)),
    st.tuples(st.just("fix"), st.none(), st.just(FIX), st.just(0.0)),
    st.tuples(st.just("pause"), st.none(), st.just(0), st.just(0.0)),
    st.tuples(st.just("resume"), st.none(), st.just(0), st.just(0.0)),
)


def signals(deed, t):
    """The signals of one deed and the time after it."""
    what, seat, key, seconds = deed
    down = Press(t=t, seat=seat, key=key)
    if what == "press":
        return [down, Press(t=t + seconds, seat=seat, key=key, action="up")], t + seconds
    if what == "hold":
        held = [Press(t=t + h, seat=seat, key=key, action="hold", held=h) for h in (1.0, 2.0)]
        return [down, *held, Press(t=t + 2.2, seat=seat, key=key, action="up")], t + 2.2
    if what == "down" or what == "fix":
        return [down], t
    if what == "up":
        return [Press(t=t, seat=seat, key=key, action="up")], t
    return [Tick(t=t + part * seconds / 8) for part in range(1, 9)], t + seconds


def check(ballot, t):
    """What must hold at any time."""
    assert 0 <= ballot.entered <= ballot.expected
    assert set(ballot.late(t)) <= set(ballot.guessers)
    assert "Entry" not in repr(ballot)
    if not ballot.done:
        return
    result = ballot.result()
    assert list(result.claims) == list(result.votes) == list(ballot.guessers)
    claimed = [number for own in result.claims.values() for number in own]
    assert len(set(claimed)) == len(claimed) == ballot.cards - 1
    for seat, votes in result.votes.items():
        assert len(result.claims[seat]) == ballot.own
        assert 1 <= len(set(votes)) == len(votes) <= ballot.votes
        assert not set(votes) & set(result.claims[seat])
        assert all(1 <= number <= ballot.cards for number in (*votes, *result.claims[seat]))


@settings(deadline=None, max_examples=80)
@given(
    st.lists(deeds, max_size=60),
    st.integers(3, 6),
    st.sampled_from([1, 2]),
    st.lists(st.sampled_from(["pod", "button"]), min_size=6, max_size=6),
)
def test_random_deeds_never_break_a_ballot(script, count, votes, ways):
    seats, t = SEATS[:count], 10.0
    own = 2 if count == 3 else 1
    ballot, _ = open_ballot(
        seats,
        "sun",
        1 + own * (count - 1),
        t,
        own=own,
        votes=votes,
        ways=dict(zip(SEATS, ways, strict=True)),
        pace=PACE,
    )
    for deed in script:
        if deed[0] == "pause":
            ballot, _ = ballot.pause()
        elif deed[0] == "resume":
            ballot, _ = ballot.resume(t)
        else:
            coming, t = signals(deed, t)
            for signal in coming:
                ballot, cues = ballot.feed(signal)
                assert all(cue.seat in SEATS for cue in cues)
        check(ballot, t)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.sampled_from([("hut", 1), ("star", 2), ("moon", 3)]), max_size=12), st.randoms(use_true_random=False)
)
def test_after_any_muddle_fix_and_right_presses_end_the_ballot(muddle, chance):
    ballot, _ = open_ballot(("sun", "hut", "star", "moon"), "sun", 4, 0.0)
    t = 0.0
    for seat, key in muddle:
        for signal in signals(("press", seat, chance.randint(1, key + 1), 0.1), t)[0]:
            ballot, _ = ballot.feed(signal)
        t += 1.0
    ballot, _ = ballot.erase(t)
    for seat, own, vote in (("hut", 1, 4), ("star", 2, 1), ("moon", 3, 2)):
        for key in (own, vote):
            t += 1.0
            for signal in signals(("press", seat, key, 0.1), t)[0]:
                ballot, _ = ballot.feed(signal)
    assert ballot.result().votes == {"hut": (4,), "star": (1,), "moon": (2,)}


tokens = st.builds(
    TokenSeen,
    seat=st.sampled_from((*SEATS, "seat7")),
    kind=st.sampled_from(["vote", "owner"]),
    value=st.integers(0, 7),
    on=st.lists(st.integers(1, 7), max_size=2).map(tuple),
)


@settings(deadline=None, max_examples=80)
@given(st.lists(st.lists(tokens, max_size=14), max_size=4), st.sampled_from([1, 2]))
def test_any_heap_of_tokens_is_read_or_asked_about(looks, votes):
    ballot, _ = open_ballot(SEATS, "wave", 6, 0.0, votes=votes, ways="tokens")
    for t, seen in enumerate(looks, start=1):
        ballot, _ = ballot.feed(Observation(t=float(t), row=RowView(state="done", tokens=tuple(seen))))
        check(ballot, float(t))
        for doubt in ballot.doubts:
            if doubt.numbers:
                ballot, _ = ballot.settle_doubt(doubt.seat, doubt.kind, doubt.numbers[:1], float(t))
                check(ballot, float(t))
