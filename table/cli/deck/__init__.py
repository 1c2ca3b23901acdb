"""`cardtable deck`: picture decks (and odd playing decks) that the table has been shown."""

from __future__ import annotations

import argparse
from pathlib import Path

from table.cli import UserError

HELP = "Enrol picture decks by showing their cards; list, look at, check, copy and remove them."
EPILOG = """examples:
  cardtable deck enrol dixit --cards 84          lay cards under the camera, any number at a time; Ctrl-C, go on later
  cardtable deck enrol tarot --size tarot --from photos/   from photographs by hand or scans
  cardtable deck enrol --playing grandma         an odd deck of playing cards: lay its 52 cards in any order
  cardtable deck list
  cardtable deck show dixit --sheet dixit.png    all its pictures on one sheet
  cardtable deck verify dixit                    which pictures are look-alikes, which cards are still missing
  cardtable deck export dixit dixit.zip          and on another table: cardtable deck import dixit.zip
  cardtable deck remove dixit --picture p012     or the whole deck, with --yes

exit status: 0 done, 1 not complete or not good (it is said what), 2 wrong use"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from table.cli.deck.enrol import enrol_arguments
    from table.cli.deck.images import pictures_argument

    parser.add_argument("--decks", type=Path, metavar="DIR", help="where decks are kept (default: in the state folder)")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    enrol_arguments(
        actions.add_parser(
            "enrol",
            help="show the cards of a deck",
            epilog=EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    )
    one = actions.add_parser("list", help="the decks that are enrolled")
    one.add_argument("--json", action="store_true", help="one JSON document on standard output")
    show = actions.add_parser("show", help="the pictures of a deck")
    show.add_argument("name")
    show.add_argument("--sheet", type=Path, metavar="FILE", help="write all pictures on one sheet (PNG)")
    show.add_argument("--json", action="store_true", help="one JSON document on standard output")
    verify = actions.add_parser("verify", help="look-alikes, missing cards, or how photographs are named")
    verify.add_argument("name")
    pictures_argument(verify, "photographs, of the mat or taken by hand, or scans to be named")
    verify.add_argument("--mat", choices=("row", "both"), default="row", help="the mat in the photographs")
    verify.add_argument("--json", action="store_true", help="one JSON document on standard output")
    export = actions.add_parser("export", help="a deck as one file")
    export.add_argument("name")
    export.add_argument("file", type=Path)
    take = actions.add_parser("import", help="a deck from a file made by export")
    take.add_argument("file", type=Path)
    take.add_argument("--as", dest="name", metavar="NAME", help="its name here (default: the file's)")
    remove = actions.add_parser("remove", help="forget a deck or one of its pictures")
    remove.add_argument("name")
    remove.add_argument("--picture", metavar="ID", help="only this picture")
    remove.add_argument("--playing", action="store_true", help="a deck of playing cards")
    remove.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    from table.cli.deck import enrol, keep, look
    from vision.pictures.deck import DeckError

    action = {"enrol": enrol.enrol, "list": look.list_decks, "show": look.show, "verify": look.verify,
              "export": keep.export, "import": keep.take_in, "remove": keep.remove}[args.action]  # fmt: skip
    try:
        return action(args)
    except DeckError as error:
        raise UserError(str(error)) from error
