"""`cardtable deck export`, `import` and `remove`, and the shelf on which decks are kept."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any

from table.cli import UserError


def shelf_of(args: argparse.Namespace) -> Any:
    from table.settings import state_folder
    from vision.pictures.deck import Shelf

    return Shelf(args.decks or state_folder() / "decks")


def export(args: argparse.Namespace) -> int:
    shelf_of(args).export(args.name, args.file)
    print(f"{args.file} written")
    return 0


def take_in(args: argparse.Namespace) -> int:
    if not args.file.is_file():
        raise UserError(f"{args.file}: no such file; export a deck on the other table first")
    name = args.name or re.sub(r"[^a-z0-9_-]+", "-", args.file.stem.lower()).strip("-_") or "deck"
    deck = shelf_of(args).take_in(args.file, name)
    print(f"{deck.name}: {len(deck)} pictures taken in")
    return 0


def remove(args: argparse.Namespace) -> int:
    if args.playing:
        from table.cli.deck.playing import remove_playing

        return remove_playing(args)
    shelf = shelf_of(args)
    deck = shelf.load(args.name) if args.picture else None
    if deck is not None:
        deck.remove(args.picture)
        shelf.save(deck)
        print(f"{args.name}: {args.picture} removed, {len(deck)} pictures left")
        return 0
    if args.name not in shelf:
        raise UserError(f"no deck {args.name!r} in {shelf.folder}: nothing to remove")
    if not sure(args, f"deck {args.name!r}", "keep a copy with `deck export`"):
        return 1
    shelf.remove(args.name)
    print(f"{args.name} removed")
    return 0


def sure(args: argparse.Namespace, what: str, instead: str) -> bool:
    """Whether something may be removed for good: ``--yes``, or the answer of somebody at a terminal."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise UserError(f"removing {what} cannot be undone: say --yes, or {instead}")
    return input(f"Remove {what} for good? [y/N] ").strip().lower() in ("y", "yes")
