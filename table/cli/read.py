"""``cardtable read``: name the playing cards in pictures, folders and videos."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2

from table.cli import UserError
from table.rules.cards import CardError, parse_cards
from vision.context import Context
from vision.draw import draw_reading
from vision.files import PictureError, expand, frames
from vision.indices import LETTERS, ModelError
from vision.playing_deck import DeckError, load_playing_deck
from vision.reader import CardReader
from vision.reading import Reading

HELP = "name the playing cards in pictures, folders and videos"
EPILOG = """example: cardtable read table.jpg --draw named.jpg
         cardtable read photos/ --json > readings.jsonl
         cat table.jpg | cardtable read -

exit status: 0 every picture was read, 1 a picture could not be read or shows no card, 2 wrong use"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "images", nargs="+", metavar="IMG", help="a picture, a folder, a video, or - for a picture on standard input"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document a picture, one a line")
    parser.add_argument(
        "--draw", metavar="OUT", help="write the picture with outlines and names; a folder for several pictures"
    )
    parser.add_argument(
        "--px-per-mm", type=float, metavar="N", help="the picture shows the table from straight above at this scale"
    )
    parser.add_argument("--sure", type=float, metavar="P", help="how probable a name must be to be claimed, 0.5 to 1")
    parser.add_argument(
        "--elsewhere", default="", metavar="CARDS", help="cards known to lie somewhere else, such as '7S TD'"
    )
    parser.add_argument(
        "--letters", default="english", choices=sorted(LETTERS), help="what the deck prints on aces and courts"
    )
    parser.add_argument("--deck", metavar="FILE", help="an enrolled playing deck (cardtable deck enrol --playing NAME)")
    parser.add_argument("--expect", type=int, metavar="N", help="how many cards lie there")
    parser.add_argument("--no-context", action="store_true", help="do not reason that one pack holds each card once")
    parser.add_argument("--every", type=int, default=15, metavar="N", help="of a video, every N-th frame (default 15)")


def run(args: argparse.Namespace) -> int:
    """Read everything that was named; 1 where a picture failed or showed nothing."""
    reader, context = prepare(args)
    try:
        names = list(expand(args.images))
    except PictureError as error:
        raise UserError(str(error)) from None
    several = len(names) > 1 or Path(args.images[0]).is_dir()
    status = 0
    for name in names:
        try:
            for frame, image in frames(name, sys.stdin.buffer, args.every):
                reading = reader.read(image, args.px_per_mm, context=context)
                print(json.dumps(document(frame, reading)) if args.json else sentence(frame, reading), flush=True)
                if not reading.cards and not reading.unsure:
                    status = 1
                if args.draw:
                    draw(Path(args.draw), frame, image, reading, several or "#" in frame)
        except PictureError as error:
            print(f"cardtable read: {error}", file=sys.stderr)
            status = 1
    return status


def prepare(args: argparse.Namespace) -> tuple[CardReader, Context | None]:
    """The reader and what is known beside the picture. Raises `UserError`."""
    if args.sure is not None and not 0.5 <= args.sure <= 1:
        raise UserError(f"--sure {args.sure:g}: give a probability from 0.5 to 1, such as 0.98")
    if args.px_per_mm is not None and not 0.2 <= args.px_per_mm <= 50:
        raise UserError(f"--px-per-mm {args.px_per_mm:g}: give pixels to a millimetre, from 0.2 to 50")
    if args.expect is not None and args.expect < 0:
        raise UserError(f"--expect {args.expect}: a number of cards cannot be negative")
    if args.every < 1:
        raise UserError(f"--every {args.every}: give 1 or more")
    try:
        elsewhere = frozenset(parse_cards(args.elsewhere))
        deck = load_playing_deck(Path(args.deck)) if args.deck else None
        reader = CardReader(sure=args.sure, letters=args.letters, deck=deck)
    except (CardError, DeckError, ModelError) as error:
        raise UserError(str(error)) from None
    context = None if args.no_context else Context(elsewhere=elsewhere, expected=args.expect)
    return reader, context


def document(name: str, reading: Reading) -> dict[str, Any]:
    """The JSON document of one picture: the contract of the command."""
    return {
        "image": name,
        "ms": round(reading.ms, 1),
        "size": list(reading.size),
        "cards": [
            {
                "card": read.card,
                "p": round(read.p, 4),
                "outline": [[round(x, 1), round(y, 1)] for x, y in read.outline_px],
                "angle": round(read.angle, 3),
                "corners": len(read.corners),
                "runner_up": [[card, round(p, 4)] for card, p in read.runner_up],
            }
            for read in reading.cards
        ],
        "unsure": [
            {
                "box": [round(value, 1) for value in place.box],
                "candidates": [[card, round(p, 4)] for card, p in place.candidates],
                "why": place.why,
            }
            for place in reading.unsure
        ],
    }


def sentence(name: str, reading: Reading) -> str:
    """One line for people."""
    parts = [f"{read.card} {100 * read.p:.1f} %" for read in reading.cards]
    parts += ["unsure: " + "/".join(card for card, _ in place.candidates[:3]) for place in reading.unsure]
    return f"{name}: {', '.join(parts) if parts else 'no card seen'}"


def draw(target: Path, name: str, image: Any, reading: Reading, several: bool) -> None:
    """Write the picture with names. Raises `UserError` where that fails."""
    if several:
        target.mkdir(parents=True, exist_ok=True)
        stem = "stdin" if name == "-" else Path(name).name.replace("#", "-")
        target = target / (stem if Path(stem).suffix.lower() in {".jpg", ".png"} else f"{stem}.jpg")
    try:
        written = cv2.imwrite(str(target), draw_reading(image, reading))
    except cv2.error:
        written = False
    if not written:
        raise UserError(f"--draw {target}: cannot be written; give a name that ends in .jpg or .png")
