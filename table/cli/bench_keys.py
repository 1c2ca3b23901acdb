"""`cardtable bench keys`: how long a press takes to become a signal, and what watching the keys costs.

Real threads and gpiozero's mock pins: for the latency behind a model of the wires, for the cost bare. The mock pins
stand in for the chip; on a Raspberry Pi each read is a system call more.
"""

from __future__ import annotations

import argparse
import json
import queue
import statistics
import time
from typing import Any

import msgspec

from hw.keys import Keys
from hw.mockboard import MockBoard
from hw.wiring import Timing, load_profile
from table.rules.signals import Press, Signal

HELP = "Edge to signal latency, and the cost of scanning six pods, of single buttons and of the keyboard alone."
EPILOG = "example:\n  cardtable bench keys --presses 300 --seconds 4"

LATENCY_LIMIT_MS = 10.0
COST_LIMIT = 0.03

LOADS = (("pods", False), ("pods", True), ("one-button", False), ("keyboard", False))
"""Profiles to watch, with nothing pressed and with key 3 of every seat held, which makes every scan a full one."""


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """The options of `bench keys`."""
    parser.add_argument("--presses", type=int, default=300, help="presses for each latency (default 300)")
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each cost (default 4)")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")


def run(args: argparse.Namespace) -> int:
    """Exit status 0 where latency and cost keep their limits."""
    rows = [latency(name, args.presses) for name in ("pods", "one-button")]
    rows += [cost(name, held, args.seconds) for name, held in LOADS]
    if args.json:
        print(json.dumps({"keys": rows}))
    else:
        for row in rows:
            print(_line(row))
    return 0 if all(row["ok"] for row in rows) else 1


def latency(name: str, presses: int) -> dict[str, Any]:
    """Press after press on every key in turn: from the edge on the pin to the signal, less the glitch time."""
    profile = load_profile(name)
    glitch = profile.timing.glitch_ms
    quick = msgspec.structs.replace(profile, timing=Timing(glitch_ms=glitch, window_ms=5.0, repeat_ms=0.0))
    board, arrived = MockBoard(quick), queue.Queue[tuple[float, Signal]]()
    taken: list[float] = []
    keys = quick.wired_keys()
    with Keys(quick, lambda signal: arrived.put((time.monotonic(), signal)), board.factory):
        for i in range(presses):
            seat, number = keys[i % len(keys)]
            time.sleep(0.0007 * (i % 11))  # not in step with the scan
            began = time.monotonic()
            board.press(seat, number)
            taken.append((_next(arrived, "down") - began) * 1e3 - glitch)
            board.release(seat, number)
            _next(arrived, "up")
    late = _lateness(len(taken))
    p99 = _percentile(taken, 99)
    return {
        "what": "latency",
        "profile": name,
        "presses": presses,
        "ms_median": round(statistics.median(taken), 2),
        "ms_p99": round(p99, 2),
        "ms_max": round(max(taken), 2),
        "ms_machine_p99": round(late, 2),
        "ms_rule": glitch,
        "ok": p99 - late < LATENCY_LIMIT_MS,
    }


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def _lateness(sleeps: int) -> float:
    """How late this machine wakes a thread that only sleeps, in ms (99 of 100): no program can be faster than that."""
    late = []
    for _ in range(sleeps):
        began = time.monotonic()
        time.sleep(0.007)
        late.append((time.monotonic() - began) * 1e3 - 7.0)
    return _percentile(late, 99)


def _next(arrived: queue.Queue[tuple[float, Signal]], action: str) -> float:
    while True:
        at, signal = arrived.get(timeout=10)
        if isinstance(signal, Press) and signal.action == action:
            return at


def cost(name: str, held: bool, seconds: float) -> dict[str, Any]:
    """Processor time of this process while the keys are watched and nothing else happens, and the scans made."""
    from gpiozero.pins.mock import MockFactory

    profile, factory = load_profile(name), MockFactory()
    idle = _cost_of_sleeping(profile.timing.scan_ms / 1e3, seconds / 2)
    with Keys(profile, lambda signal: None, factory) as keys:
        if held and profile.matrix:
            factory.pin(profile.matrix.columns[2]).drive_low()
        time.sleep(1.2)  # the lamps' first second, and whatever the presses set off
        began, used, scans = time.monotonic(), time.process_time(), keys.scans
        time.sleep(seconds)
        used, wall, scans = time.process_time() - used, time.monotonic() - began, keys.scans - scans
    return {
        "what": "cost",
        "profile": name,
        "held": held,
        "share": round(used / wall, 4),
        "share_of_sleeping": round(idle, 4) if profile.matrix else None,
        "scans_per_second": round(scans / wall, 1),
        "ok": used / wall < COST_LIMIT and (profile.matrix is None or scans / wall >= 100),
    }


def _cost_of_sleeping(period: float, seconds: float) -> float:
    """The share of a core that waking up so often takes by itself: what of the cost is not reading keys."""
    began, used = time.monotonic(), time.process_time()
    while time.monotonic() - began < seconds:
        time.sleep(period)
    return (time.process_time() - used) / (time.monotonic() - began)


def _line(row: dict[str, Any]) -> str:
    sign = "✓" if row["ok"] else "✗"
    if row["what"] == "latency":
        return (
            f"{sign} {row['profile']:<11} edge to signal: median {row['ms_median']} ms, 99 % {row['ms_p99']} ms, "
            f"most {row['ms_max']} ms, beside the rule's {row['ms_rule']:g} ms (limit {LATENCY_LIMIT_MS:g} ms, "
            f"and {row['ms_machine_p99']} ms by which this machine wakes any thread late)"
        )
    scans = f", {row['scans_per_second']:.0f} scans/s" if row["scans_per_second"] else ""
    load = "keys held" if row["held"] else "idle"
    share, limit = f"{row['share'] * 100:.2f} % of a core", f"(limit {COST_LIMIT * 100:g} %)"
    woken = f", {row['share_of_sleeping'] * 100:.2f} % of it for waking up" if row["share_of_sleeping"] else ""
    return f"{sign} {row['profile']:<11} {load}: {share}{woken}{scans} {limit}"
