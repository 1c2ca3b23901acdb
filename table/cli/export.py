"""``cardtable export``: games as JSON Lines, or everything that a bug report needs in one file."""

from __future__ import annotations

import argparse
import io
import json
import platform
import zipfile
from importlib import metadata
from pathlib import Path

from table.cli import UserError
from table.cli.history import store_file

HELP = """Write games as JSON Lines (one event a line), or a bug report: the last game, the settings without names, the
self-check and the versions in one zip. A game that is being voted on holds no vote."""
EPILOG = """examples:
  cardtable export evening.jsonl              the last game
  cardtable export all.jsonl --all            every game
  cardtable export report.zip --report        for whoever is to find the fault"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="where to write")
    parser.add_argument("--game", type=int, metavar="ID", help="one game by its number in the history")
    parser.add_argument("--all", action="store_true", help="every game")
    parser.add_argument("--report", action="store_true", help="a bug report as one zip file")
    parser.add_argument("--recording", type=Path, metavar="DIR", help="with --report: put this recording in")
    parser.add_argument("--store", type=Path, metavar="FILE", help="another database of games")


def run(args: argparse.Namespace) -> int:
    from table.rules.events import AnyEvent
    from table.store import Store, StoreError, write_games

    logs: list[tuple[AnyEvent, ...]] = []
    path = store_file(args.store)
    try:
        if path.exists():
            with Store(path, read_only=True) as store:
                ids = [info.id for info in store.games()] if args.all else [args.game or store.latest()]
                logs = [store.log(game) for game in ids[::-1] if game is not None]
        elif not args.report:
            raise UserError(f"no games in {path}; play one, or name another database with --store")
        if args.report:
            _report(args, logs)
        else:
            write_games(args.file, logs)
    except StoreError as error:
        raise UserError(str(error)) from None
    print(f"{args.file}: {'a bug report' if args.report else f'{len(logs)} games'}")
    return 0


def _report(args: argparse.Namespace, logs: list) -> None:  # type: ignore[type-arg]
    from table.rules import codec

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("games.jsonl", b"".join(codec.encode_lines(log) for log in logs))
        bundle.writestr("versions.json", json.dumps(_versions(), indent=1))
        bundle.writestr("settings.json", _settings())
        bundle.writestr("check.json", _check())
        if args.recording is not None:
            file = args.recording / "signals.jsonl" if args.recording.is_dir() else args.recording
            if not file.is_file():
                raise UserError(f"{file}: there is no recording here")
            bundle.write(file, "signals.jsonl")
    try:
        args.file.write_bytes(out.getvalue())
    except OSError as error:
        raise UserError(f"{args.file}: cannot be written ({error.strerror}); name another place") from None


def _versions() -> dict[str, str]:
    names = ("cardtable", "numpy", "opencv-python-headless", "pygame-ce", "gpiozero", "msgspec")
    found = {}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return {**found, "python": platform.python_version(), "system": platform.platform(), "machine": platform.machine()}


def _settings() -> str:
    """The settings, without people's names."""
    import msgspec

    from table.settings import load
    from table.settings.model import SECTIONS, SeatNames

    settings = msgspec.structs.replace(load(), seats=SeatNames())
    sections = {name: msgspec.to_builtins(getattr(settings, name)) for name in SECTIONS}
    return json.dumps(sections, indent=1)


def _check() -> str:
    import msgspec

    from table.check import quick_check
    from table.settings import load

    return json.dumps([msgspec.to_builtins(result) for result in quick_check(load())], indent=1)
