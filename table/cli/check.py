"""`cardtable check`: is this table fit to play, part by part, in words or as JSON."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
import time
from pathlib import Path
from types import ModuleType

import msgspec

from table.check import CHECKS, QUICK, CheckResult, Context
from table.check import run as run_checks
from table.cli import UserError
from table.settings import Settings, default_text, load, paths, write_default

HELP = "Check the parts of the table: what works, what does not, and what to do about it."
EPILOG = f"""parts: {", ".join(CHECKS)}, buttons (press each one and see it named)

examples:
  cardtable check                      everything
  cardtable check settings             the settings file only
  cardtable check camera focus light   a few parts
  cardtable check --json               one JSON document for scripts
  cardtable check settings --write     a settings file with every setting explained, where it belongs

exit status: 0 fit to play (signs ✓ ! -), 1 a part does not work (sign ✗), 2 wrong use"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    buttons = _buttons()
    if buttons is not None:
        # The options of `check buttons` are understood here too; where both have one (--json), it means the same.
        parser.conflict_handler = "resolve"
        buttons.add_arguments(parser.add_argument_group("options of 'check buttons'"))
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to check (default: everything but the buttons)")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="settings file (default: where the table has it)")
    parser.add_argument("--boot", action="store_true", help="the short form that the start screen shows")
    parser.add_argument(
        "--write", action="store_true", help="with 'settings': write a commented file, if none is there"
    )
    parser.add_argument("--kiosk", action="store_true", help="with --write: the values of an installed Raspberry Pi")
    parser.add_argument("--print", action="store_true", help="with 'settings': print the commented file")


def run(args: argparse.Namespace) -> int:
    if "buttons" in args.parts:
        return _run_buttons(args)
    unknown = [part for part in args.parts if part not in CHECKS]
    if unknown:
        raise UserError(f"there is no part {unknown[0]!r} to check; the parts are {', '.join(CHECKS)}, buttons")
    if args.print or args.write:
        return _default_file(args)
    names = args.parts or list(QUICK if args.boot else CHECKS)
    context = Context(settings=_settings(args), now=time.time())
    return _show(run_checks(names, context), args.json)


def _settings(args: argparse.Namespace) -> Settings:
    """The settings to check with: a named file that is wrong is told by the check itself."""
    if args.settings is not None and not args.settings.exists():
        raise UserError(f"{args.settings}: there is no such file; write one with: cardtable check settings --write")
    return load(args.settings, remember=False)


def _default_file(args: argparse.Namespace) -> int:
    if args.parts != ["settings"]:
        raise UserError("--write and --print go with 'settings': cardtable check settings --write")
    if args.print:
        sys.stdout.write(default_text(args.kiosk))
        return 0
    file = args.settings or paths.settings_file()
    try:
        write_default(file, args.kiosk)
    except FileExistsError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{file} cannot be written ({error.strerror}); name another with --settings FILE") from None
    print(f"wrote {file}")
    return 0


def _show(results: list[CheckResult], as_json: bool) -> int:
    fit = all(result.verdict != "bad" for result in results)
    if as_json:
        document = {"ok": fit, "checks": [msgspec.to_builtins(result) for result in results]}
        print(msgspec.json.format(msgspec.json.encode(document)).decode("utf-8"))
        return 0 if fit else 1
    for result in results:
        print(result.line())
    if len(results) > 1:
        wrong = [result.name for result in results if result.verdict == "bad"]
        print("fit to play" if fit else f"not working: {', '.join(wrong)}")
    return 0 if fit else 1


def _buttons() -> ModuleType | None:
    if importlib.util.find_spec("table.cli.check_buttons") is None:
        return None
    return importlib.import_module("table.cli.check_buttons")


def _run_buttons(args: argparse.Namespace) -> int:
    if args.parts != ["buttons"]:
        raise UserError("'buttons' needs somebody who presses them: check it alone, with: cardtable check buttons")
    buttons = _buttons()
    if buttons is None:
        raise UserError("this version cannot check buttons")
    return int(buttons.run(args))
