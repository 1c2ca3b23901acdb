"""`cardtable deck list`, `show` and `verify`: looking at decks."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.cli import UserError
from table.cli.deck.images import images_in, is_scan, photo_from_above
from table.cli.deck.keep import shelf_of
from table.cli.deck.playing import kept


def list_decks(args: argparse.Namespace) -> int:
    shelf = shelf_of(args)
    rows = []
    for name in shelf.names():
        deck = shelf.load(name)
        rows.append(
            {
                "name": name,
                "pictures": len(deck),
                "cards": deck.expected,
                "size_mm": list(deck.size_mm),
                "back": deck.back is not None,
            }
        )
    playing = list(kept(args))
    if args.json:
        print(json.dumps({"folder": str(shelf.folder), "decks": rows, "playing": playing}))
        return 0
    if not rows and not playing:
        print(f"no decks in {shelf.folder} yet: cardtable deck enrol NAME")
    for row in rows:
        of = f" of {row['cards']}" if row["cards"] else ""
        size = "x".join(f"{side:g}" for side in row["size_mm"])
        print(f"{row['name']}: {row['pictures']}{of} pictures, {size} mm{'' if row['back'] else ', back not known'}")
    for row in playing:
        said = "all 52 cards" if row.get("complete") else "some of its 52 cards not seen"
        print(f"{row['name']}: playing cards, " + (row.get("trouble") or f"letters {row['letters']}, {said}"))
    return 0


def show(args: argparse.Namespace) -> int:
    deck = shelf_of(args).load(args.name)
    if args.sheet is not None:
        _write_sheet(deck, args.sheet)
    if args.json:
        pictures = [{"id": one.id, "title": one.title, "views": len(one.views)} for one in deck.pictures.values()]
        print(
            json.dumps({"name": deck.name, "size_mm": list(deck.size_mm), "cards": deck.expected, "pictures": pictures})
        )
        return 0
    print(f"{deck.name}: {len(deck)} pictures" + (f" of {deck.expected} cards" if deck.expected else ""))
    for one in deck.pictures.values():
        print(f"  {one.id}  {one.title or '-'}  ({len(one.views)} view{'s' if len(one.views) > 1 else ''})")
    return 0


def _write_sheet(deck: Any, path: Path) -> None:
    """All thumbnails with their ids, twelve in a row."""
    import cv2
    import numpy as np

    if not deck.pictures:
        raise UserError(f"deck {deck.name!r} has no pictures yet: enrol some before asking for a sheet")
    tiles = []
    for one in deck.pictures.values():
        tile = np.full((212, 134, 3), 30, np.uint8)
        tile[4:190, 5:129] = cv2.resize(one.thumbnail, (124, 186), interpolation=cv2.INTER_AREA)
        cv2.putText(tile, one.id, (44, 207), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (240, 240, 240), 1, cv2.LINE_AA)
        tiles.append(tile)
    tiles += [np.full_like(tiles[0], 30)] * (-len(tiles) % 12)
    rows = [np.hstack(tiles[i : i + 12]) for i in range(0, len(tiles), 12)]
    try:
        written = cv2.imwrite(str(path), np.vstack(rows))
    except cv2.error:
        written = False
    if not written:
        raise UserError(f"{path}: cannot be written; choose a place and a name ending in .png")


def verify(args: argparse.Namespace) -> int:
    deck = shelf_of(args).load(args.name)
    alike = [{"pictures": [a, b], "agreement": round(score, 3)} for a, b, score in deck.look_alikes()]
    missing = max(0, (deck.expected or len(deck)) - len(deck))
    named = _all_named(deck, args) if args.pictures else []
    bad = [row for row in named if row["verdict"] != "known"]
    if args.json:
        print(
            json.dumps(
                {"name": deck.name, "pictures": len(deck), "missing": missing, "look_alikes": alike, "named": named}
            )
        )
    else:
        of = f" of {deck.expected}" if deck.expected else ""
        print(
            f"{deck.name}: {len(deck)}{of} pictures, every file is whole"
            + ("" if deck.back is not None else "; its back is not known")
        )
        for one in alike:
            pair = " and ".join(one["pictures"])
            print(f"  look-alikes: {pair} (agreement {one['agreement']}); poor views of them stay unnamed")
        for row in named:
            print(f"  {row['image']}: {row['picture'] or row['verdict']}  ({row['score']})")
        if missing:
            print(f"  {missing} card{' is' if missing == 1 else 's are'} missing: cardtable deck enrol {deck.name}")
    return 1 if missing or bad else 0


def _all_named(deck: Any, args: argparse.Namespace) -> list[dict[str, Any]]:
    from vision.pictures.name_photo import PhotoNamer

    namer = PhotoNamer(deck)
    return [row for path, image in images_in(args.pictures) for row in _named(deck, namer, path, image, args)]


def _named(deck: Any, namer: Any, path: Path, image: Any, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What a photograph shows, by this deck: of the mat, of one card cut to its edges, or of cards anywhere."""
    import cv2

    from vision.pictures.deck import KEPT_SIZE, look_of
    from vision.pictures.reader import RowReader

    flat = photo_from_above(image, args.mat)
    if flat is not None:
        reader = RowReader(deck, learn=False, agree=1)
        view = reader.read(*flat, 0.0)
        for card, track in zip(view.cards, reader.tracks, strict=True):
            yield _row(path, card.picture, track.tally.verdict, track.tally.fused()[1]) | {"number": card.number}
        return
    scan = deck.album.match(look_of(cv2.resize(image, KEPT_SIZE[::-1], interpolation=cv2.INTER_AREA)))
    if is_scan(image, deck.size_mm) and scan.verdict == "known":
        yield _row(path, scan.best, scan.verdict, scan.score)
        return
    cards = namer.name(image)
    for card in cards:
        yield _row(path, card.picture, card.verdict, card.score)
    if not cards and is_scan(image, deck.size_mm):
        yield _row(path, None, scan.verdict, scan.score)
    elif not cards:
        yield _row(path, None, "no card", 0.0)


def _row(path: Path, picture: str | None, verdict: str, score: float) -> dict[str, Any]:
    return {"image": str(path), "picture": picture, "verdict": verdict, "score": round(score, 3)}
