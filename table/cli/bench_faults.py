"""`cardtable bench faults`: every fault of `tests/faults` a hundred times, each turn with other places and moments."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from table.cli import UserError

HELP = "Make every fault again and again: full and read-only disks, damaged files, kills, jumping clocks."
EPILOG = """example: cardtable bench faults --turns 100

needs a checkout (the faults are tests); mounting the small disks needs root, without it those faults are left out
exit status: 0 every turn of every fault passed, 1 some did not, 2 wrong use"""

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turns", type=int, default=100, metavar="N", help="how often each fault is made (100)")
    parser.add_argument("--only", default="", metavar="WORD", help="only faults with this word in their name")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")


def run(args: argparse.Namespace) -> int:
    faults = ROOT / "tests" / "faults"
    if not faults.is_dir() or importlib.util.find_spec("pytest") is None:
        raise UserError("the faults are tests: run this in a checkout, after 'make setup'")
    if args.turns < 1:
        raise UserError(f"--turns {args.turns}: at least 1 is needed")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "0", str(faults)]
    command += ["-k", args.only] if args.only else []
    environment = {**os.environ, "CARDTABLE_TURNS": str(args.turns)}
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begun
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", done.stdout)}
    if args.json:
        print(json.dumps({"turns": args.turns, "seconds": round(seconds, 1), "ok": done.returncode == 0, **counts}))
    else:
        told = ", ".join(f"{number} {word}" for word, number in counts.items()) or done.stdout + done.stderr
        print(f"faults: {told} ({args.turns} turns each, {seconds:.0f} s)")
        if done.returncode != 0:
            print("\n".join(line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))))
    return 0 if done.returncode == 0 else 1
