"""``cardtable history``: the games that were played, and statistics by place."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from table.cli import UserError

HELP = "List the last games and how they ended, with statistics by place."
EPILOG = "examples:\n  cardtable history\n  cardtable history --games 5 --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many games (20)")
    parser.add_argument("--store", type=Path, metavar="FILE", help="another database of games")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def store_file(given: Path | None) -> Path:
    """The database: as given, or as the settings say."""
    from table.app.build import STORE_NAME
    from table.settings import load, state_folder

    if given is not None:
        return given
    settings = load()
    folder = Path(settings.store.folder) if settings.store.folder else state_folder()
    return folder / STORE_NAME


def run(args: argparse.Namespace) -> int:
    from table.app.past import StorePast
    from table.store import Store, StoreError

    if args.games < 1:
        raise UserError(f"--games {args.games}: write 1 or more")
    path = store_file(args.store)
    if not path.exists():
        print(json.dumps({"games": [], "seats": {}}) if args.json else f"no games yet in {path}")
        return 0
    try:
        with Store(path, read_only=True) as store:
            games = list(StorePast(store).last_games(args.games))
            ids = [info.id for info in store.games(args.games)]
    except StoreError as error:
        raise UserError(str(error)) from None
    lines = [_line(number, start, log) for number, (start, log) in zip(ids, games, strict=False)]
    seats = _statistics([log for _, log in games])
    if args.json:
        print(json.dumps({"games": lines, "seats": seats}, ensure_ascii=False))
        return 0
    for line in lines:
        points = ", ".join(f"{seat} {n}" for seat, n in line["points"].items())
        end = f"won by {', '.join(line['winners'])}" if line["winners"] else "not over"
        print(f"{line['id']:5}  {line['when']}  {line['rules']:<14} {points} ({end})")
    for seat, values in seats.items():
        print(f"{seat}: " + ", ".join(f"{name} {value:g}" for name, value in values.items()))
    return 0


def _line(number: int, start: float, log: Any) -> dict[str, Any]:
    from table.intake.other import game_line

    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(start))
    line = game_line(log, when)
    if line is None:
        return {"id": number, "when": when, "rules": "?", "points": {}, "winners": []}
    return {
        "id": number,
        "when": line.when,
        "rules": line.rules,
        "points": dict(line.points),
        "winners": list(line.winners),
    }


def _statistics(logs: list[Any]) -> dict[str, dict[str, float]]:
    from table.intake.other import statistics_by_seat

    return {seat: dict(values) for seat, values in statistics_by_seat(logs)}
