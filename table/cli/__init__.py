"""The command line: one module a command, loaded only when it is called.

A command module has ``HELP`` (one line), ``EPILOG`` (an example), ``add_arguments(parser)`` and ``run(args) -> int``
with exit status 0 for done, 1 for "the answer is no". A user's mistake is a `UserError`: one line on standard error
that says what, where and what to do, exit status 2, and never a traceback.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

COMMANDS: dict[str, str] = {
    "run": "run the table with its camera, keys and screen",
    "demo": "a simulated table, in a window or headless",
    "read": "name the playing cards in pictures",
    "score": "score a showdown, a round or a whole game from text",
    "mat": "write the mat and the tokens as PDF",
    "calibrate": "find the mat in the camera's picture and say how good it is",
    "deck": "enrol, list and check picture decks and odd playing decks",
    "check": "check camera, keys, display, settings and the rest",
    "replay": "play a recorded log or signals again",
    "history": "list games and statistics",
    "export": "write a game or a bug report as one file",
    "bench": "measure: reading, the eye, pictures, rules, screens",
}


class UserError(Exception):
    """A mistake that the user can mend: the text is one line that says what, where and what to do."""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser; with `only` just that command's module is imported."""
    parser = argparse.ArgumentParser(
        prog="cardtable",
        description="A card table that sees, listens and keeps score.",
        epilog="example: cardtable demo --rules gin-the-pack",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if only is not None and name != only:
            subparsers.add_parser(name, help=summary, add_help=False)
            continue
        module = importlib.import_module(f"table.cli.{name}") if only == name else None
        subparser = subparsers.add_parser(
            name,
            help=summary,
            description=module.HELP if module else summary,
            epilog=module.EPILOG if module else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if module:
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 done, 1 the answer is no, 2 wrong use)."""
    words = list(sys.argv[1:] if argv is None else argv)
    command = next((word for word in words if not word.startswith("-")), None)
    parser = build_parser(command if command in COMMANDS else None)
    args = parser.parse_args(words)
    try:
        return int(args.run(args))
    except UserError as error:
        print(f"cardtable {command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
