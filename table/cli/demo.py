"""``cardtable demo``: a simulated table; from the camera's frame and the key's wire onward all is the real code."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from table.cli import UserError
from table.rules.signals import SEATS
from table.words import LANGUAGES, TWINS

HELP = """A simulated table: simulated people move drawn cards under a simulated camera and press keys on mock pins.
Without a display it runs headless, says so, and leaves a contact sheet of the screens."""
EPILOG = """examples:
  cardtable demo                                   watch two people play gin
  cardtable demo --rules zhiyan --players 5        watch the picture game
  cardtable demo --seat mountain                   play gin yourself against the other seat
  cardtable demo --rules zhiyan --seat star        play the picture game among simulated people
  cardtable demo --headless --games 4 --json       four whole games as fast as they go, one line of JSON each"""

RULES = ("gin-the-pack", "zhiyan", "gin-fupa", "gin-jinlami")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", metavar="ID", help="rule set (gin-the-pack; headless: the four in turn)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="players of the picture game, 3 to 6 (4)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same evening (1)")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="stop after so many games (headless: 1)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="times as fast as real people (1)")
    parser.add_argument("--headless", action="store_true", help="no window, as fast as it goes")
    parser.add_argument("--json", action="store_true", help="with --headless: one line of JSON a game, nothing else")
    parser.add_argument("--mishaps", type=float, default=0.01, metavar="P", help="chance of a mishap a step (0.01)")
    parser.add_argument("--deck", default="classic", metavar="NAME", help="classic, bold, slim or a folder of faces")
    parser.add_argument(
        "--eye", choices=("rendered", "noisy"), default="rendered", help="noisy: no pictures, much faster"
    )
    parser.add_argument("--seat", choices=SEATS, help="take a seat yourself: sun or mountain at gin")
    parser.add_argument("--lang", choices=(*LANGUAGES, *TWINS), default="en", help="language of the screens")
    parser.add_argument("--one-button", action="store_true", help="one button a seat: votes by the sweeping light")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the contact sheet goes")


def run(args: argparse.Namespace) -> int:
    from table.rules import ruleset

    good, _ = ruleset.load_all()
    rulesets = {r.id: r for r in good}
    if args.rules and args.rules not in rulesets:
        raise UserError(f"--rules {args.rules}: no such rule set; there are: {', '.join(rulesets)}")
    if not 3 <= args.players <= 6:
        raise UserError(f"--players {args.players}: the picture game at this table takes 3 to 6")
    if args.speed <= 0:
        raise UserError(f"--speed {args.speed}: write a number above 0, such as 4")
    if not 0 <= args.mishaps <= 1:
        raise UserError(f"--mishaps {args.mishaps}: a chance from 0 to 1")
    _check_seat(args, rulesets[args.rules or RULES[0]].game)
    _check_deck(args.deck)
    headless = args.headless
    if not headless and not _has_display():
        if not args.json:
            print("no display here (DISPLAY and WAYLAND_DISPLAY are not set): running headless", file=sys.stderr)
        headless = True
    return _headless(args, rulesets) if headless else _window(args, rulesets)


def _check_seat(args: argparse.Namespace, game: str) -> None:
    seats = SEATS[: 2 if game == "gin" else args.players]
    if args.seat and args.seat not in seats:
        raise UserError(f"--seat {args.seat}: nobody sits there in this game; the seats are {', '.join(seats)}")


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _check_deck(deck: str) -> None:
    from vision.synth import DESIGNS

    if deck not in DESIGNS and not Path(deck).is_dir():
        raise UserError(f"--deck {deck}: write {', '.join(DESIGNS)} or a folder with 52 faces (AS.png ... KC.png)")


def _setup(args: argparse.Namespace, rules: str, seed: int) -> Any:
    from table.intake.options import Options
    from table.sim.game import Setup

    deck = args.deck if "/" in args.deck or not Path(args.deck).is_dir() else f"./{args.deck}"
    return Setup(
        rules=rules,
        seed=seed,
        eye=args.eye,
        players=args.players,
        mishaps=args.mishaps,
        deck=deck,
        wiring="one-button" if args.one_button else "pods",
        options=Options(lang=args.lang, input="one-button" if args.one_button else "pods"),
    )


def _headless(args: argparse.Namespace, rulesets: dict[str, Any]) -> int:
    import cv2
    import msgspec

    from table.app.display import Pictures
    from table.sim.game import Game
    from table.sim.sheet import ContactSheet

    cv2.setNumThreads(1)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    games = args.games or 1
    all_equal = True
    reader = None
    pictures = Pictures()
    sheet = ContactSheet(pictures)
    for i in range(games):
        rules = args.rules or RULES[i % len(RULES)]
        game = Game(_setup(args, rules, args.seed + i), rulesets, reader=reader)
        pictures.store = getattr(game.core, "store", None)
        game.on_signal = lambda g=game: sheet.take(g.app.screen, g.t) if g.app.screen else None  # type: ignore[misc]
        report = game.run()
        reader = reader or getattr(game.core, "reader", None)
        all_equal = all_equal and report.equal and report.wrong_accepted == 0
        if args.json:
            print(msgspec.json.encode(report).decode(), flush=True)
        else:
            print(_sentence(report), flush=True)
    if not args.json or args.out:
        folder = args.out or Path(tempfile.gettempdir()) / "cardtable-demo"
        try:
            path = sheet.write(folder)
        except OSError as error:
            raise UserError(f"{folder}: the contact sheet cannot be written ({error.strerror})") from None
        if not args.json:
            print(f"{len(sheet)} screens of this evening: {path}")
    return 0 if all_equal else 1


def _sentence(report: Any) -> str:
    times = report.seconds_simulated / max(report.seconds, 0.01)
    points = ", ".join(f"{seat} {n}" for seat, n in report.table.items())
    verdict = "as it should be" if report.equal and not report.wrong_accepted else f"WRONG, true is {report.truth}"
    mishaps = ", ".join(f"{n} x {kind}" for kind, n in report.mishaps.items()) or "none"
    return (
        f"{report.rules}, seed {report.seed}: {points} ({verdict}); {report.hands} hands, "
        f"{report.questions} questions, mishaps: {mishaps}; "
        f"{report.seconds_simulated / 60:.0f} minutes in {report.seconds:.0f} s ({times:.0f} x)"
    )


def _window(args: argparse.Namespace, rulesets: dict[str, Any]) -> int:
    from table.paint import DisplayError
    from table.sim.live import Closed
    from table.sim.show import Show

    try:
        show = Show(args.lang, args.seat)
    except DisplayError as error:
        print(f"{error}: running headless", file=sys.stderr)
        return _headless(args, rulesets)
    reader = None
    game_number = 0
    try:
        while args.games == 0 or game_number < args.games:
            rules = args.rules or RULES[0]
            setup = _setup(args, rules, args.seed + game_number)
            reader = show.play(setup, rulesets, args.speed, reader)
            game_number += 1
    except (Closed, KeyboardInterrupt):
        pass
    finally:
        show.close()
    return 0
