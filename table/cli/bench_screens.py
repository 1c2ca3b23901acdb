"""cardtable bench screens: how long a picture takes, what an idle display costs, and all screens as pictures."""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.cli import UserError

HELP = "time the painting of every screen, and write all of them as pictures"
EPILOG = "Example: cardtable bench screens --out gallery --languages en,zh,es,hu"
SIZES = ("1280x720", "1920x1080", "800x480")
LANGUAGES = ("en", "zh", "es", "hu", "es-419")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sizes", default=",".join(SIZES), metavar="WxH,...", help="sizes to paint at (default: %(default)s)"
    )
    parser.add_argument("--languages", default="en", metavar="XX,...", help="languages to paint (default: %(default)s)")
    parser.add_argument("--flat", action="store_true", help="as on a screen that lies in the table")
    parser.add_argument(
        "--rounds", type=int, default=10, help="how often each screen is painted (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which random games the screens come from")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write every screen as a PNG there, and contact sheets")
    parser.add_argument(
        "--check",
        type=int,
        default=0,
        metavar="N",
        help="instead: take N random states of random games, paint each in every language and size, and report every "
        "text that is cut and every two boxes that overlap",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sizes = [_size(text) for text in args.sizes.split(",")]
    languages = args.languages.split(",")
    unknown = [lang for lang in languages if lang not in LANGUAGES]
    if unknown:
        raise UserError(f"no language {unknown[0]!r}: choose from {', '.join(LANGUAGES)}")
    if args.check:
        return _check(args, languages, sizes)
    screens = {f"{kind}-{lang}": screen for lang in languages for kind, screen in _kinds(lang, args.seed)}
    report: dict[str, Any] = {"screens": len(screens), "flat": args.flat, "sizes": {}}
    for size in sizes:
        report["sizes"][f"{size[0]}x{size[1]}"] = _timed(screens, size, args)
    report["idle"] = _idle(next(iter(screens.values())), sizes[0])
    if args.out:
        report["pictures"] = _gallery(screens, sizes[0], args)
    print(json.dumps(report) if args.json else _told(report))
    return 0


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    if not (wide.isdigit() and high.isdigit() and int(wide) >= 320 and int(high) >= 180):
        raise UserError(f"no size {text!r}: write it like 1280x720, at least 320x180")
    return int(wide), int(high)


def _kinds(lang: str, seed: int) -> Iterator[tuple[str, Any]]:
    """One Screen of every kind that two random games and what lies around them come by."""
    from table.rules.ruleset import load, load_all
    from table.screens import present
    from table.screens.samples import before_a_game, walk_gin, walk_picture_game

    rng = random.Random(seed)
    gin, pictures = load("gin-the-pack"), load("zhiyan")
    seen = set()
    walks = (
        before_a_game(load_all()[0], lang),
        walk_gin(gin, rng, lang, hands=8),
        walk_picture_game(pictures, rng, lang, 6),
    )
    for walk in walks:
        for view in walk:
            screen = present(view)
            if screen.kind not in seen:
                seen.add(screen.kind)
                yield screen.kind, screen


class _AnyPicture(dict[str, Any]):
    """A picture store that answers every id, so that the pictures' cost is measured too."""

    def __missing__(self, name: str) -> Any:
        import numpy as np

        rng = np.random.default_rng(abs(hash(name)) % 1000)
        self[name] = (np.linspace(0, 1, 396)[:, None, None] * rng.integers(60, 255, (1, 260, 3))).astype(np.uint8)
        return self[name]


def _look(args: argparse.Namespace) -> Any:
    from table.paint import Look

    return Look(orientation="flat" if args.flat else "upright")


def _timed(screens: dict[str, Any], size: tuple[int, int], args: argparse.Namespace) -> dict[str, Any]:
    """CPU milliseconds of a full redraw (other work on the machine does not count).

    `first` is with empty caches, `ms` as it is while the table runs.
    """
    import pygame

    from table.paint import paint
    from table.paint.kit.cache import Cache

    surface, pictures, look = pygame.Surface(size), _AnyPicture(), _look(args)
    cache = Cache()
    rows = {}
    for name, screen in screens.items():
        times = []
        for _ in range(args.rounds + 1):
            start = time.thread_time()
            paint(screen, surface, pictures, look=look, cache=cache)
            times.append((time.thread_time() - start) * 1000)
        rows[name] = {"first": round(times[0], 2), "ms": round(statistics.median(times[1:]), 2)}
    again = [row["ms"] for row in rows.values()]
    return {
        "screens": rows,
        "median": round(statistics.median(again), 2),
        "worst": max(again),
        "worst_first": max(row["first"] for row in rows.values()),
    }


def _idle(screen: Any, size: tuple[int, int]) -> dict[str, float]:
    """What it costs to ask 30 times a second whether anything changed, as a share of one core."""
    from table.paint import Painter

    painter = Painter(size)
    painter.show(screen, 0.0)
    start = time.process_time()
    for i in range(3000):
        painter.show(screen, i * 0.001)
    each = (time.process_time() - start) / 3000
    return {"microseconds": round(each * 1e6, 1), "share_of_a_core": round(each * 30, 5)}


def _states(seed: int) -> Iterator[Any]:
    """Views without end: random games of every rule set, with any number of players, and what lies around them."""
    from table.rules.ruleset import load_all
    from table.screens.samples import before_a_game, walk_gin, walk_picture_game

    rng = random.Random(seed)
    rules, _ = load_all()
    while True:
        yield from before_a_game(rules)
        for one in rng.sample(rules, len(rules)):
            if one.game == "gin":
                yield from walk_gin(one, rng, hands=rng.randint(1, 6))
            else:
                players = rng.randint(int(one.values["players_min"]), int(one.values["players_max"]))
                yield from walk_picture_game(one, rng, players=players)


def _check(args: argparse.Namespace, languages: list[str], sizes: list[tuple[int, int]]) -> int:
    """Whether anything is cut or overlaps; exit 1 when something does. The saver's outlines wander on purpose."""
    import itertools

    import msgspec
    import pygame

    from table.paint import paint
    from table.paint.kit.cache import Cache
    from table.paint.measure import faults
    from table.screens import present

    surfaces = [pygame.Surface(size) for size in sizes]
    for surface in surfaces:
        surface.set_clip((0, 0, 1, 1))  # the book of what stands where is what counts, not the pixels
    caches = [Cache() for _ in sizes]
    look, pictures, painted = _look(args), _AnyPicture(), set()
    found: dict[str, list[str]] = {}
    states = 0
    for view in itertools.islice(_states(args.seed), args.check):
        states += 1
        for lang in languages:
            screen = present(msgspec.structs.replace(view, lang=lang))
            shown = hash(msgspec.json.encode(msgspec.structs.replace(screen, lamps={}, sound=None, say=(), auto=None)))
            if screen.kind == "saver" or shown in painted:
                continue
            painted.add(shown)
            for surface, cache in zip(surfaces, caches, strict=True):
                book = paint(screen, surface, pictures, look=look, cache=cache, now=view.now, measure=True)
                for fault in faults(book):
                    where = f"{screen.kind} {lang} {surface.get_width()}x{surface.get_height()}"
                    found.setdefault(where, []).append(fault)
    report = {
        "states": states,
        "different_screens": len(painted),
        "sizes": args.sizes,
        "flat": args.flat,
        "faults": found,
    }
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print(f"{states} states, {len(painted)} different screens, at {args.sizes}{', lying' if args.flat else ''}")
        for where, lines in found.items():
            print(f"  {where}: {len(lines)} times, such as {lines[0]}")
        print(f"{sum(map(len, found.values()))} faults")
    return 1 if found else 0


def _gallery(screens: dict[str, Any], size: tuple[int, int], args: argparse.Namespace) -> int:
    import pygame

    from table.paint import paint
    from table.paint.kit.cache import Cache

    args.out.mkdir(parents=True, exist_ok=True)
    cache, pictures, look = Cache(), _AnyPicture(), _look(args)
    small = []
    for name, screen in screens.items():
        surface = pygame.Surface(size)
        paint(screen, surface, pictures, look=look, cache=cache)
        pygame.image.save(surface, str(args.out / f"{name}.png"))
        small.append(pygame.transform.smoothscale(surface, (480, round(480 * size[1] / size[0]))))
    for page in range(0, len(small), 20):
        part = small[page : page + 20]
        high = part[0].get_height()
        sheet = pygame.Surface((4 * 488, ((len(part) + 3) // 4) * (high + 8)))
        sheet.fill((96, 96, 96))
        for i, image in enumerate(part):
            sheet.blit(image, (4 + i % 4 * 488, 4 + i // 4 * (high + 8)))
        pygame.image.save(sheet, str(args.out / f"sheet-{page // 20 + 1}.png"))
    return len(small)


def _told(report: dict[str, Any]) -> str:
    lines = [f"{report['screens']} screens{', lying' if report['flat'] else ''}; full redraw on the software renderer"]
    for size, row in report["sizes"].items():
        slowest = max(row["screens"], key=lambda name: row["screens"][name]["ms"])
        lines.append(
            f"  {size:>9}  median {row['median']:5.1f} ms   worst {row['worst']:5.1f} ms ({slowest})   "
            f"worst first time {row['worst_first']:5.1f} ms"
        )
    idle = report["idle"]
    lines.append(f"idle: {idle['microseconds']} us a look, {idle['share_of_a_core']:.3%} of a core at 30 a second")
    if "pictures" in report:
        lines.append(f"{report['pictures']} pictures written")
    return "\n".join(lines)
