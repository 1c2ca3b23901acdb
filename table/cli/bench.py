"""``cardtable bench NAME``: the long measurements, one module each (``table/cli/bench_<name>.py``)."""

from __future__ import annotations

import argparse
import importlib
import sys

BENCHES: dict[str, str] = {
    "rules": "deadwood against brute force and an oracle, showdowns, folding, fuzz",
    "table": "thousands of perturbed hands, whole rendered games, kills, a press beside the camera, a day",
    "screens": "full redraw, idle cost, all screens as pictures",
    "keys": "edge to signal, cost of scanning",
    "eye": "following simulated hands of gin, calibration, idle frames",
    "pictures": "rows of picture cards: count, order, identity, numbers kept",
    "read": "photographs of playing cards (needs a folder)",
    "boot": "from the process's start to READY=1, and what an idle table costs",
    "faults": "every fault again and again",
}

IN_ALL = ("rules", "table", "screens", "keys", "eye", "pictures")

HELP = "Measure. Each bench prints its figures with ratios taken in one run; pictures go to a folder.\n\n" + "\n".join(
    f"  {name:<10}{what}" for name, what in BENCHES.items()
)
EPILOG = "examples:\n  cardtable bench rules\n  cardtable bench read photos/ --json\n  cardtable bench all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=[*BENCHES, "all"], help="which")
    parser.add_argument(
        "rest", nargs=argparse.REMAINDER, help="options of that bench; see: cardtable bench NAME --help"
    )


def run(args: argparse.Namespace) -> int:
    if args.name != "all":
        return one(args.name, args.rest)
    worst = 0
    for name in IN_ALL:
        print(f"== {name}: {BENCHES[name]}", flush=True)
        worst = max(worst, one(name, []))
    return worst


def one(name: str, words: list[str]) -> int:
    """Run one bench with its own options."""
    module = importlib.import_module(f"table.cli.bench_{name}")
    parser = argparse.ArgumentParser(
        prog=f"cardtable bench {name}",
        description=module.HELP,
        epilog=module.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    status = int(module.run(parser.parse_args(words)))
    sys.stdout.flush()
    return status
