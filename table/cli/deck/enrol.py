"""`cardtable deck enrol`: a deck of pictures is shown, card by card or many at once."""

from __future__ import annotations

import argparse
import re
import sys
import time
from typing import Any

from table.cli import UserError
from table.cli.deck.images import (
    DOUBTFUL,
    NO_CARD,
    DoubtfulError,
    camera_frames,
    card_in_photo,
    from_above,
    images_in,
    is_scan,
    mat_of,
    photo_from_above,
    pictures_argument,
)
from table.cli.deck.keep import shelf_of
from table.cli.deck.playing import enrol_playing
from table.cli.deck.teller import Teller

SAVE_EVERY_S = 2.0


def enrol_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="small letters, digits, - and _")
    pictures_argument(parser, "pictures or folders instead of the camera")
    parser.add_argument("--scans", action="store_true", help="the pictures are scans, each cut to one card's edges")
    parser.add_argument("--cards", type=int, metavar="N", help="how many cards the deck has; enrolment ends there")
    parser.add_argument("--size", default=None, help="dixit (80x120, default), tarot, poker, bridge, mini or WxH in mm")
    parser.add_argument("--camera", metavar="LINE", help="the source of pictures (default: that of the settings)")
    parser.add_argument("--mat", choices=("row", "both", "gin"), default=None, help="which mat lies there")
    parser.add_argument("--no-back", action="store_true", help="do not ask for the back of the cards")
    parser.add_argument("--playing", action="store_true", help="an odd deck of playing cards instead of pictures")
    parser.add_argument("--json", action="store_true", help="one JSON document a change on standard output")


def enrol(args: argparse.Namespace) -> int:
    if args.playing:
        return enrol_playing(args)
    from vision.pictures.deck import PictureDeck
    from vision.pictures.enrol import Enrolment

    if args.cards is not None and not 1 <= args.cards <= 1000:
        raise UserError(f"--cards {args.cards}: a deck has 1 to 1000 cards")
    shelf = shelf_of(args)
    size = None if args.size is None else size_of(args.size)
    deck = shelf.load(args.name) if args.name in shelf else PictureDeck(args.name, size or (80.0, 120.0))
    if size is not None and size != deck.size_mm:
        has = "x".join(f"{side:g}" for side in deck.size_mm)
        raise UserError(f"deck {args.name!r} has cards of {has} mm: leave --size out, or take another name")
    shelf.place(args.name)
    session = Enrolment(deck, args.cards, ask_back=not args.no_back and not args.pictures)
    teller = Teller(args.json)
    try:
        if args.pictures:
            poor = _from_pictures(args, session, teller)
        else:
            _from_camera(args, session, teller, lambda: shelf.save(deck))
            poor = 0
    except KeyboardInterrupt:
        poor = 0
        print(file=sys.stderr)
    finally:
        if deck.changed:
            shelf.save(deck)
    short = max(0, (deck.expected or 0) - len(deck))
    teller.end(deck, short)
    return 1 if short or poor else 0


def size_of(text: str) -> tuple[float, float]:
    from vision.pictures.deck import SIZES

    if text in SIZES:
        return SIZES[text]
    found = re.fullmatch(r"(\d{2,3}(?:\.\d+)?)x(\d{2,3}(?:\.\d+)?)", text)
    if not found or not 30 <= float(found[1]) < float(found[2]) <= 200:
        raise UserError(f"--size {text!r}: write {', '.join(SIZES)} or width x height in mm, upright, such as 80x120")
    return float(found[1]), float(found[2])


def _from_camera(args: argparse.Namespace, session: Any, teller: Teller, save: Any) -> None:
    """Frames until the deck is whole, the recording is over or Ctrl-C."""
    from vision.calibrate import calibrate

    mat = mat_of(args.mat)
    found = None
    saved = time.monotonic()
    for t, image in camera_frames(args):
        if found is None:
            found = calibrate(image, mat)
            if found is None:
                if not args.json:
                    print("The mat is not found: uncover its markers, give light. Looking again ...", flush=True)
                time.sleep(0.5)
                continue
        progress = session.see(*from_above(image, found, mat), t)
        teller.step(progress)
        if session.deck.changed and time.monotonic() - saved > SAVE_EVERY_S:
            save()
            saved = time.monotonic()
        if progress.step == "done":
            return


def _from_pictures(args: argparse.Namespace, session: Any, teller: Teller) -> int:
    """Photographs of the mat or of cards anywhere, or scans of single cards; returns how many cards were too poor to
    keep."""
    poor = 0
    for n, (path, image) in enumerate(images_in(args.pictures)):
        try:
            table = None if args.scans else _table_in(image, args, session.deck.size_mm)
        except DoubtfulError:
            teller.scan(path, DOUBTFUL, None, len(session.deck))
            poor += 1
            continue
        if table is None and not args.scans and not is_scan(image, session.deck.size_mm):
            teller.scan(path, NO_CARD.format(*session.deck.size_mm), None, len(session.deck))
            poor += 1
            continue
        if table is None:
            state, picture = session.see_scan(image)
            teller.scan(path, state, picture, len(session.deck))
            poor += state in ("blurred", "alike")
            continue
        flat, px_to_mm, area = table
        session.look_at(area)
        # A still picture is a table lying still: one look a second, and what changed before the first is no hand.
        for i in range(12):
            progress = session.see(flat, px_to_mm, 100.0 * n + i)
            teller.step(progress)
            if not progress.waiting and progress.cards and i > 5:
                break
        poor += len(progress.poor)
    return poor


def _table_in(image: Any, args: argparse.Namespace, size_mm: tuple[float, float]) -> tuple[Any, Any, Any] | None:
    """(picture, homography to mm, area in mm) of a photograph of the mat or of a card anywhere; None for neither."""
    from vision.pictures.reader import ROW_AREA

    flat = photo_from_above(image, args.mat)
    if flat is not None:
        return (*flat, ROW_AREA)
    plane = card_in_photo(image, size_mm)
    return None if plane is None else (image, plane.px_to_mm, plane.area_mm)
