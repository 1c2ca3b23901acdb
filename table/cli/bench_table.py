"""``cardtable bench table``: is the table ever wrong, does it lose anything, is it quick?"""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HELP = """Perturbed hands (misreads, missing and extra cards, late and doubled presses), whole rendered games,
kill -9 at random instants, random signals, from a press to the picture while the camera reads, a simulated day."""
EPILOG = (
    "examples:\n  cardtable bench table --part hands --hands 5000\n  cardtable bench table --part kills --kills 1000"
)

PARTS = ("hands", "games", "kills", "fuzz", "press", "day")
RULES = ("gin-the-pack", "gin-fupa", "gin-jinlami", "zhiyan")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part (may be given again)")
    parser.add_argument("--rules", action="append", metavar="ID", help="only this rule set (may be given again)")
    parser.add_argument("--hands", type=int, default=5000, help="hands or rounds of each rule set (5000)")
    parser.add_argument("--games", type=int, default=20, help="rendered games of each rule set (20)")
    parser.add_argument(
        "--mishaps", type=float, default=0.02, help="chance of a mishap a step in rendered games (0.02)"
    )
    parser.add_argument("--kills", type=int, default=1000, help="kills (1000)")
    parser.add_argument("--signals", type=int, default=1_000_000, help="random signals (1,000,000)")
    parser.add_argument("--hours", type=float, default=24.0, help="simulated hours of the day (24)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (1)")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace) -> int:
    from table.rules import ruleset

    good, _ = ruleset.load_all()
    rulesets = {r.id: r for r in good}
    parts: dict[str, Callable[[argparse.Namespace, dict[str, Any]], dict[str, Any]]] = {
        "hands": hands,
        "games": games,
        "kills": kills,
        "fuzz": fuzz,
        "press": press,
        "day": day,
    }
    found: dict[str, Any] = {}
    for name in args.part or PARTS:
        began = time.perf_counter()
        found[name] = parts[name](args, rulesets)
        found[name]["seconds"] = round(time.perf_counter() - began, 1)
        if not args.json:
            print(f"{name}: " + json.dumps(found[name], ensure_ascii=False), flush=True)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    return 0 if all(part.get("ok", True) for part in found.values()) else 1


def hands(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """Thousands of hands without rendering, each compared with the truth."""
    from table.sim.game import Game, Setup

    out: dict[str, Any] = {"ok": True, "noise": _noise()}
    for rules in args.rules or RULES:
        count = questions = wrong = unequal = seed = 0
        notes: list[str] = []
        began = time.perf_counter()
        simulated = 0.0
        while count < args.hands:
            setup = Setup(rules=rules, seed=args.seed + seed, eye="noisy", players=3 + seed % 4, wired=False, pace=0.6)
            report = Game(setup, rulesets).run()
            seed += 1
            count += report.hands
            questions += report.questions
            wrong += report.wrong_accepted
            unequal += not report.equal
            notes += [f"seed {report.seed}: {note}" for note in report.notes or ("unequal",) * (not report.equal)][:2]
            simulated += report.seconds_simulated
        out[rules] = {
            "hands": count,
            "games": seed,
            "games_unequal": unequal,
            "wrong_accepted": wrong,
            "questions_per_hand": round(questions / count, 3),
            "times_real": round(simulated / (time.perf_counter() - began)),
            "notes": notes[:20],
        }
        if not args.json:
            print(f"  {rules}: {json.dumps(out[rules], ensure_ascii=False)}", flush=True)
        out["ok"] = out["ok"] and not wrong and not unequal
    return out


def _noise() -> dict[str, float]:
    from table.sim.noisy_eye import Noise

    return dict(vars(Noise()))


def games(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """Whole games through rendered frames, with mishaps."""
    import cv2

    from table.sim.game import Game, Setup
    from vision.reader import CardReader

    cv2.setNumThreads(1)
    reader = CardReader()
    decks = ("classic", "bold", "slim")
    out: dict[str, Any] = {"ok": True}
    for rules in args.rules or RULES:
        total: dict[str, Any] = {"games": 0, "unequal": 0, "wrong_accepted": 0, "hands": 0, "questions": 0, "notes": []}
        simulated = seconds = 0.0
        for i in range(args.games):
            setup = Setup(
                rules=rules, seed=args.seed + i, players=3 + i % 4, mishaps=args.mishaps, deck=decks[i % len(decks)]
            )
            report = Game(setup, rulesets, reader=reader).run()
            total["games"] += 1
            total["unequal"] += not report.equal
            total["wrong_accepted"] += report.wrong_accepted
            total["hands"] += report.hands
            total["questions"] += report.questions
            total["notes"] += [f"seed {report.seed}: {note}" for note in report.notes][:2]
            simulated += report.seconds_simulated
            seconds += report.seconds
        total["questions_per_hand"] = round(total["questions"] / max(1, total["hands"]), 3)
        total["times_real"] = round(simulated / max(seconds, 0.01), 1)
        if not args.json:
            print(f"  {rules}: {json.dumps(total, ensure_ascii=False)}", flush=True)  # a long run tells what it has
        out[rules] = total
        out["ok"] = out["ok"] and not total["unequal"] and not total["wrong_accepted"]
    return out


def kills(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """kill -9 while a game is being stored."""
    from table.intake.journal import MemoryJournal
    from table.sim.game import Game, Setup
    from table.sim.kills import kill_once

    rng = random.Random(args.seed)
    logs = []
    for i, rules in enumerate(("gin-the-pack", "zhiyan")):
        journal = MemoryJournal()
        Game(
            Setup(rules=rules, seed=args.seed + i, eye="noisy", wired=False, short=True), rulesets, journal=journal
        ).run()
        logs.append(journal.games[0])
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.kills):
            path = Path(folder) / f"games{i % 20}.sqlite"
            fault = kill_once(logs[i % 2], rulesets, path, rng)
            if fault:
                faults.append(fault)
    return {"ok": not faults, "kills": args.kills, "faults": len(faults), "first": faults[:3]}


def fuzz(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """Random signals; a screen is made of what follows now and then."""
    from table.app.app import App, Parts
    from table.app.signal_queue import SignalQueue
    from table.intake.journal import MemoryJournal
    from table.intake.options import Options
    from table.intake.start import Attract
    from table.intake.table import Table
    from table.rules.session import fold
    from table.sim.fuzz import Chaos

    kinds: set[str] = set()
    faults = games_played = made = 0
    seed = args.seed
    while made < args.signals:
        chaos = Chaos(seed)
        journal = MemoryJournal()
        options = Options(
            input=("pods", "one-button", "keyboard")[seed % 3],
            camera=seed % 4 != 0,
            voting="tokens" if seed % 5 == 0 else "keys",
            tracking="show-only" if seed % 7 == 0 else "full",
        )
        table = Table(options, rulesets, journal, seed=seed)
        table.go(Attract(table))
        app = App(table, Parts(queue=SignalQueue()), lambda c=chaos: c.t)  # type: ignore[misc]
        for _ in range(min(5000, args.signals - made)):
            app.handle(chaos.signal())
            made += 1
            if made % 7 == 0:
                app.show(chaos.t)
                kinds.add(type(table.current).__name__)
        faults += app.faults
        for log in journal.games:
            games_played += 1
            fold(log)  # raises where the log is not what was accepted
        seed += 1
    return {"ok": faults == 0, "signals": made, "faults": faults, "games": games_played, "phases_reached": len(kinds)}


def press(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """From a press to the picture, while the camera's thread reads frames without a pause."""
    from table.sim.press_bench import measure

    return measure(rulesets, presses=200)


def day(args: argparse.Namespace, rulesets: dict[str, Any]) -> dict[str, Any]:
    """Game after game for a simulated day in one process: does memory stay flat?"""
    import gc

    from table.sim.game import Game, Setup

    simulated, seed, marks = 0.0, args.seed, []
    while simulated < args.hours * 3600:
        rules = RULES[seed % len(RULES)]
        report = Game(Setup(rules=rules, seed=seed, eye="noisy", players=4, wired=False), rulesets).run()
        simulated += report.seconds_simulated + 600  # they have a drink between two games
        seed += 1
        gc.collect()
        marks.append(_resident_mb())
    early, late = marks[len(marks) // 4], marks[-1]
    return {
        "ok": late < early * 1.1 + 5,
        "hours": round(simulated / 3600, 1),
        "games": seed - args.seed,
        "mb_early": round(early, 1),
        "mb_late": round(late, 1),
    }


def _resident_mb() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / 1e6
    except (OSError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
