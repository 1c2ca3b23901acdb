"""``cardtable replay FILE``: a log of events or a recording of signals, run again."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from table.cli import UserError

HELP = "Play a recorded log of events, or a recording of signals, again; at any speed, with or without the screen."
EPILOG = """examples:
  cardtable replay evening.jsonl                  every event in words, and how the game stands at the end
  cardtable replay recordings/2026-11-30/ --show  the recorded signals in a window, as it was
  cardtable replay recordings/2026-11-30/ --show --speed 10"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a .jsonl of events or signals, or a recording's folder")
    parser.add_argument("--show", action="store_true", help="in a window, in time")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="with --show: times as fast (1)")
    parser.add_argument("--json", action="store_true", help="one JSON document: how each game stands at the end")


def run(args: argparse.Namespace) -> int:
    from table.app.replay import ReplayError, is_recording

    if args.speed <= 0:
        raise UserError(f"--speed {args.speed}: write a number above 0")
    try:
        return _recording(args) if is_recording(args.file) else _events(args)
    except ReplayError as error:
        raise UserError(str(error)) from None


def _events(args: argparse.Namespace) -> int:
    from table.app.replay import read_events, replay_events, summary
    from table.intake.logbook import line_of
    from table.words import Words

    words = Words("en")
    games = []
    for log in read_events(args.file):
        session = None
        for number, event, after in replay_events(log):
            session = after
            if not args.json:
                line = line_of(number, event)
                print(f"{number:5}  {_sentence(words, line)}")
        games.append(summary(session.state if session else None))
        if not args.json:
            print(f"       {_standing(games[-1])}")
    if args.json:
        print(json.dumps({"games": games}, ensure_ascii=False))
    return 0


def _sentence(words: Any, line: Any) -> str:
    args = {k: words.seat(str(v)) if k in ("seat", "knocker") else v for k, v in line.args.items()}
    extra = ", ".join(f"{name} {value}" for name, value in args.items())
    return f"{line.kind.replace('_', ' ')}" + (f": {extra}" if extra else "")


def _standing(game: dict[str, Any]) -> str:
    points = ", ".join(f"{seat} {n}" for seat, n in game.get("points", {}).items())
    end = f"won by {', '.join(game['winners'])}" if game.get("winners") else "not over"
    return f"{game.get('rules', '')}: {points} ({end}, {game.get('hands', 0)} hands or rounds)"


def _recording(args: argparse.Namespace) -> int:
    from table.app.replay import play, summary, table_of_recording
    from table.intake.journal import MemoryJournal
    from table.rules import ruleset

    good, _ = ruleset.load_all()
    journal = MemoryJournal()
    table, signals = table_of_recording(args.file, {r.id: r for r in good}, journal)
    if args.show:
        _show(table, signals, args.speed)
    else:
        play(table, signals)
    from table.rules.session import fold

    games = [summary(fold(log)) for log in journal.games] or [summary(table.state)]
    if args.json:
        print(json.dumps({"games": games}, ensure_ascii=False))
    else:
        for game in games:
            print(_standing(game))
    return 0


def _show(table: Any, signals: Any, speed: float) -> None:
    from table.paint import DisplayError, Window
    from table.paint.window import Closed
    from table.screens import present

    try:
        window = Window("auto")
    except DisplayError as error:
        raise UserError(f"{error}; without --show the replay needs no display") from None
    began: float | None = None
    start = time.monotonic()
    try:
        for signal in signals:
            began = signal.t if began is None else began
            due = start + (signal.t - began) / speed
            while True:
                if any(isinstance(event, Closed) for event in window.inputs()):
                    return
                window.show(present(table.view()), table.now)
                left = due - time.monotonic()
                if left <= 0:
                    break
                time.sleep(min(left, 1 / 30))
            table.handle(signal)
    finally:
        window.close()
