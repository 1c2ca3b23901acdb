"""``cardtable bench rules``: the rules engine against brute force and against pyspiel, and how fast it is."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from table.bench import fuzz, games, invariants, oracle
from table.bench.spiel import Spiel, load_pyspiel
from table.cli import UserError
from table.rules import melds
from table.rules.cards import DECK, INDEX, Card, mask_of
from table.rules.melds import best_arrangement, best_reply, least_deadwood, table_of
from table.rules.ruleset import available, load
from table.rules.session import Session, fold
from table.rules.showdown import show
from table.rules.texts import Refused

HELP = "the rules engine against brute force and pyspiel, and its speed"
EPILOG = """example: cardtable bench rules
         cardtable bench rules --hands 5000 --showdowns 200 --fuzz 20000

exit status: 0 everything agrees and is as fast as wanted, 1 something is not, 2 wrong use"""

Hand = list[Card]
Row = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--hands", type=int, default=100_000, metavar="N", help="hands of each kind (default 100000)")
    parser.add_argument("--showdowns", type=int, default=2000, metavar="N", help="knocks played out (default 2000)")
    parser.add_argument("--fuzz", type=int, default=1_000_000, metavar="N", help="random events (default 1000000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of everything random (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")


def run(args: argparse.Namespace) -> int:
    """Every comparison and every figure; 1 where one of them is not as it should be."""
    if min(args.hands, args.showdowns, args.fuzz) < 1:
        raise UserError("--hands, --showdowns, --fuzz: found less than 1, allowed: 1 or more")
    pyspiel = load_pyspiel()
    rows = []
    for row in _rows(args, pyspiel):
        rows.append(row)
        if not args.json:
            print(_line(row), flush=True)
    if pyspiel is None and not args.json:
        print("pyspiel is not installed here: its comparisons are left out")
    if args.json:
        json.dump({"rows": rows, "pyspiel": pyspiel is not None}, sys.stdout)
        print()
    return 0 if all(row["ok"] for row in rows) else 1


def _rows(args: argparse.Namespace, pyspiel: ModuleType | None) -> Iterator[Row]:
    yield from _deadwood_rows(args)
    yield _reply_row(args)
    if pyspiel is not None:
        yield from _spiel_rows(args, Spiel(pyspiel))
    yield from _speed_rows(args)
    yield _fuzz_row(args)


def _line(row: Row) -> str:
    return f"{'ok ' if row['ok'] else 'NO '} {row['what']:58} {row['found']}"


def _row(what: str, ok: bool, found: str, **figures: Any) -> Row:
    return {"what": what, "ok": ok, "found": found, **figures}


# -- hands ------------------------------------------------------------------------------------------------------


def random_hands(rng: random.Random, count: int, size: int) -> Iterator[Hand]:
    """Hands dealt from a whole pack."""
    for _ in range(count):
        yield rng.sample(DECK, size)


def dense_hands(rng: random.Random, count: int, size: int) -> Iterator[Hand]:
    """Hands from four or five neighbouring ranks, where melds overlap most."""
    packs = [
        [card for card in DECK if low <= INDEX[card] % 13 < low + width]
        for width in (4, 5)
        for low in range(14 - width)
    ]
    for _ in range(count):
        yield rng.sample(rng.choice(packs), size)


_KINDS: tuple[tuple[str, Callable[[random.Random, int, int], Iterator[Hand]]], ...] = (
    ("random", random_hands),
    ("dense", dense_hands),
)


def _deadwood_rows(args: argparse.Namespace) -> Iterator[Row]:
    """Least deadwood against brute force."""
    for size in (10, 11):
        for name, make in _KINDS:
            hands = make(random.Random(f"{args.seed} {name} {size}"), args.hands, size)
            wrong = sum(least_deadwood(mask_of(hand)) != oracle.least_deadwood(hand) for hand in hands)
            what = f"least deadwood, {args.hands} {name} hands of {size}, brute force"
            yield _row(what, wrong == 0, f"{wrong} disagreements", wrong=wrong)


def _reply_row(args: argparse.Namespace) -> Row:
    """Lay-offs against brute force where they have the most ways: how much is left, and with how few lay-offs."""
    wrong = 0
    for order in crowded(random.Random(f"{args.seed} replies"), args.showdowns):
        own = best_arrangement(mask_of(order[:10])).melds
        reply = best_reply(mask_of(order[10:]), table_of(own))
        wrong += (reply.deadwood, len(reply.layoffs)) != oracle.best_reply(order[10:], own)
    what = f"best reply to {args.showdowns} crowded knocks, brute force"
    return _row(what, wrong == 0, f"{wrong} disagreements", wrong=wrong)


def _spiel_rows(args: argparse.Namespace, spiel: Spiel) -> Iterator[Row]:
    """Least deadwood and whole knocks against pyspiel."""
    for name, make in _KINDS:
        hands = make(random.Random(f"{args.seed} spiel {name}"), args.hands, 10)
        wrong = sum(least_deadwood(mask_of(hand)) != spiel.least_deadwood(hand) for hand in hands)
        what = f"least deadwood, {args.hands} {name} hands of 10, pyspiel"
        yield _row(what, wrong == 0, f"{wrong} disagreements", wrong=wrong)
    wrong, kinds = 0, {"lay-offs": 0, "undercuts": 0}
    rules = load("gin-fupa").gin
    for knocker, discard, opponent in knocks(random.Random(f"{args.seed} knocks"), args.showdowns):
        result = show(rules, "K", knocker, None, "D", opponent)
        own, theirs = result.hands["K"], result.hands["D"]
        found = spiel.knock(knocker, discard, opponent, own.melds, may_lay_off=result.kind != "gin")
        wrong += found != (own.deadwood, theirs.deadwood)
        kinds["lay-offs"] += bool(theirs.layoffs)
        kinds["undercuts"] += result.kind == "undercut"
    found_text = f"{wrong} disagreements ({kinds['lay-offs']} with lay-offs, {kinds['undercuts']} undercuts)"
    yield _row(f"deadwood after lay-offs, {args.showdowns} knocks, pyspiel", wrong == 0, found_text, wrong=wrong)


def knocks(rng: random.Random, count: int) -> Iterator[tuple[Hand, Card, Hand]]:
    """Hands that knock after both have drawn in turn: the knocker's ten, the discard, the other's ten.

    Each keeps the best ten of eleven; half of the players wait for more than the first chance, so that the other one
    is good as well and undercuts and ties come up.
    """
    while count:
        deck = rng.sample(DECK, 52)
        hand, other, patience = deck[:10], deck[10:20], rng.choice([10, 3])
        for card in deck[20:50]:
            options = melds.discard_options(mask_of([*hand, card]))
            discard = min(options, key=lambda one: (options[one], one))
            hand = [one for one in (*hand, card) if one != discard]
            if options[discard] <= patience and discard != card:
                yield hand, discard, other
                count -= 1
                break
            hand, other = other, hand


# -- speed ------------------------------------------------------------------------------------------------------


def timed(work: Callable[[], object], times: int = 5) -> float:
    """Processor seconds of the fastest of several goes, so that other programs count as little as may be."""
    best = float("inf")
    for _ in range(times):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def _speed_rows(args: argparse.Namespace) -> Iterator[Row]:
    pyspiel = load_pyspiel()
    rng = random.Random(f"{args.seed} speed")
    hands = list(random_hands(rng, 20_000, 10))
    yield _least_speed(hands, Spiel(pyspiel) if pyspiel else None)
    yield _showdown_speed(rng)
    yield _fold_speed(rng)


def _least_speed(hands: Sequence[Hand], spiel: Spiel | None) -> Row:
    """The engine on its bit masks, pyspiel on its lists of numbers, in turns, so that both meet the same machine."""
    masks = [mask_of(hand) for hand in hands]
    what = "least deadwood of random ten-card hands, hands a second"
    if spiel is None:
        ours = len(hands) / timed(lambda: [least_deadwood(mask) for mask in masks])
        return _row(what, True, f"{ours:,.0f}", ours=ours)
    numbers = [spiel.numbers(hand) for hand in hands]
    least = spiel.utils.min_deadwood
    mine = theirs = float("inf")
    for _ in range(7):
        mine = min(mine, timed(lambda: [least_deadwood(mask) for mask in masks], 1))
        theirs = min(theirs, timed(lambda: [least(hand) for hand in numbers], 1))
    ratio = theirs / mine
    found = f"{len(hands) / mine:,.0f}; pyspiel {len(hands) / theirs:,.0f}; {ratio:.2f} times (wanted 1.3)"
    return _row(what, ratio >= 1.3, found, ours=len(hands) / mine, pyspiel=len(hands) / theirs, ratio=ratio)


def crowded(rng: random.Random, count: int) -> Iterator[Hand]:
    """Twenty cards of five neighbouring ranks in all suits, where melds and lay-offs have the most ways."""
    for _ in range(count):
        low = rng.randrange(9)
        pack = [card for card in DECK if low <= INDEX[card] % 13 < low + 5]
        yield rng.sample(pack, 20)


def _showdown_speed(rng: random.Random) -> Row:
    """Whole showdowns, each timed by itself, heaps of dense and of random cards alike."""
    rules = load("gin-the-pack").gin
    cases = [(knocker, opponent) for knocker, _, opponent in knocks(rng, 5000)]
    cases += [(order[:10], order[10:]) for order in crowded(rng, 5000)]
    times = []
    for knocker, opponent in cases:
        start = time.thread_time()
        show(rules, "K", knocker, None, "D", opponent)
        times.append(time.thread_time() - start)
    mean, worst = sum(times) / len(times), max(times)
    found = f"mean {mean * 1e3:.3f} ms (wanted 0.1), worst {worst * 1e3:.2f} ms (wanted 2)"
    what = f"a showdown with its best lay-offs, {len(times)} of them"
    return _row(what, mean < 1e-4 and worst < 2e-3, found, mean_ms=mean * 1e3, worst_ms=worst * 1e3)


def _fold_speed(rng: random.Random) -> Row:
    log = games.gin_log(load("gin-jinlami"), rng, 10_000, match_target=100_000)[:10_000]

    def cold() -> None:
        melds.forget()
        fold(log)

    best = timed(cold, 9)
    found = f"{best * 1e3:.1f} ms (wanted 50)"
    return _row(f"fold of {len(log)} events, fastest of 9", best < 0.05, found, ms=best * 1e3)


# -- fuzz -------------------------------------------------------------------------------------------------------


def _fuzz_row(args: argparse.Namespace) -> Row:
    """Random events on random games; an exception other than a refusal ends the run with its seed."""
    rng = random.Random(f"{args.seed} fuzz")
    names = available()
    tried = accepted = played = 0
    while tried < args.fuzz:
        session = Session().append(fuzz.start(rng, rng.choice(names)))
        played += 1
        for _ in range(min(200, args.fuzz - tried)):
            tried += 1
            try:
                session = session.append(fuzz.any_event(rng, session))
            except Refused:
                continue
            accepted += 1
            if session.state is not None:
                invariants.check(session.state)
        if fold(session.log) != session.state:
            return _row("random events", False, f"fold differs from step by step in game {played}", seed=args.seed)
    found = f"no crash, every state in order; {accepted} accepted in {played} games"
    return _row(f"{tried} random events", True, found, tried=tried, accepted=accepted)
