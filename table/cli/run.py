"""``cardtable run``: the table with its camera, keys and screen."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from pathlib import Path

from table.cli import UserError
from table.settings import Settings, state_folder

HELP = "Run the table: camera, keys, screen, as the settings say."
EPILOG = "example:\n  cardtable run --settings /etc/cardtable/settings.toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--settings", type=Path, metavar="FILE", help="another settings file")
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep all signals in this folder, for replay")
    parser.add_argument("--windowed", action="store_true", help="a window even where the settings ask for full screen")
    parser.add_argument("--no-display", action="store_true", help="run without a screen")
    parser.add_argument("--safe", action="store_true", help="start in safe mode: no camera, no pins, points by hand")


def run(args: argparse.Namespace) -> int:
    from table.settings import load
    from table.settings.instance import AlreadyRunning, Instance
    from table.settings.starts import failed_in_a_row, record_start, safe_mode_due

    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
    failed = failed_in_a_row()
    try:
        instance = Instance()
    except AlreadyRunning as error:
        raise UserError(str(error)) from None
    with instance:
        record_start()
        settings = load(args.settings)
        problems = [str(problem) for problem in settings.report.problems]
        reason = f"{failed} starts in a row came to nothing" if safe_mode_due(failed) else ""
        return _run(args, settings, problems, "asked for" if args.safe else reason)


def _run(args: argparse.Namespace, settings: Settings, problems: list[str], safe: str) -> int:
    import msgspec

    from table.app.build import build
    from table.app.display import Pictures, open_display
    from table.app.service import Service, safe_mode

    if safe:
        settings = msgspec.structs.replace(
            settings,
            camera=msgspec.structs.replace(settings.camera, source="none"),
            keys=msgspec.structs.replace(settings.keys, profile="keyboard"),
        )
    pictures = Pictures()
    display = None
    if not args.no_display:
        display, said = open_display(settings, pictures, windowed=args.windowed)
        if said:
            problems.append(said)
    built = build(settings, display=display, record=args.record)
    app = built.app
    pictures.store = getattr(app.parts.eye, "store", None)
    app.parts.pictures = pictures
    app.desk.folder = state_folder() / "pictures"
    service = Service(app, settings, time.monotonic)
    service.catch_signals()
    for part in (app.parts.keys, app.parts.eye):
        if part is not None:
            part.start()
    if safe:
        safe_mode(app, safe)
    else:
        service.check([*problems, *built.problems])
    if display is None:
        service.ready()
    else:
        app.on_first_picture = service.ready
    try:
        app.run()
    finally:
        service.stopping()
        if display is not None:
            display.close()
        built.shut()
    return 0
