"""`cardtable deck enrol --playing` and `remove --playing`: odd decks of playing cards, one file each."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.cli import UserError
from table.cli.deck.images import camera_frames, images_in
from table.cli.deck.keep import shelf_of, sure


def folder_of(args: argparse.Namespace) -> Path:
    """Where playing decks are kept; `table.app.hardware` reads them there."""
    return Path(shelf_of(args).folder) / "playing"


def kept(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The playing decks that are there, with what is wrong with a file that cannot be read."""
    from vision.playing_deck import DeckError, load_playing_deck

    for path in sorted(folder_of(args).glob("*.npz")):
        try:
            deck = load_playing_deck(path)
        except DeckError as error:
            yield {"name": path.stem, "trouble": str(error)}
            continue
        yield {"name": path.stem, "letters": deck.letters, "complete": deck.complete}


def remove_playing(args: argparse.Namespace) -> int:
    """Forgets a playing deck. Raises `UserError` where there is none of the name."""
    path = folder_of(args) / f"{args.name}.npz"
    if args.name not in {row["name"] for row in kept(args)}:
        raise UserError(f"no playing deck {args.name!r} in {path.parent}: nothing to remove")
    if not sure(args, f"playing deck {args.name!r}", "enrol it anew if it is wanted again"):
        return 1
    path.unlink()
    print(f"{args.name} removed")
    return 0


def enrol_playing(args: argparse.Namespace) -> int:
    """An odd deck of playing cards: frames of its 52 cards, measured by the reader of playing cards."""
    from vision.pictures.deck import NAME, write_whole
    from vision.playing_deck import DeckError, enrol

    if not NAME.fullmatch(args.name):
        raise UserError(f"{args.name!r} cannot name a deck: use small letters, digits, - and _, at most 40")
    if args.pictures:
        frames = [image for _, image in images_in(args.pictures)]
    else:
        print("Lay all 52 cards face up, apart, in any order; pictures are taken for some seconds.", flush=True)
        frames = [image for _, (_, image) in zip(range(30), camera_frames(args), strict=False)][::5]
    try:
        deck: Any = enrol(frames, args.name)
    except DeckError as error:
        raise UserError(str(error)) from error
    folder = folder_of(args)
    data = io.BytesIO()
    deck.save(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{args.name}.npz", data.getvalue())
    except OSError as error:
        raise UserError(f"cannot write {folder}: {error.strerror}") from error
    if args.json:
        print(
            json.dumps(
                {"name": deck.name, "letters": deck.letters, "missing": list(deck.missing), "unnamed": deck.unnamed}
            )
        )
    else:
        print(f"{deck.name}: letters {deck.letters}, {52 - len(deck.missing)} of 52 cards measured")
        if deck.missing:
            print(f"  not seen: {' '.join(deck.missing)}; show them and enrol once more")
        else:
            print(f'  to play with it: playing_deck = "{deck.name}" below [table] in the settings')
    return 1 if deck.missing else 0
