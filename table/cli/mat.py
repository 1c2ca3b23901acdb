"""`cardtable mat`: the mat to print, as one A2 sheet or as tiles, and what else is printed for the table."""

from __future__ import annotations

import argparse
from pathlib import Path

from table.cli import UserError

HELP = "Write the mat that lies under the cards as a PDF, ready to print at 100 %."
EPILOG = """examples:
  cardtable mat                                 mat.pdf: both games, A2, saves ink
  cardtable mat --kind gin --paper A4           eight A4 pages to cut and glue
  cardtable mat --style dark --lang hu -o mat-hu.pdf
  cardtable mat --markers                       four markers for the corners of a table without a mat
  cardtable mat --tokens --players 5            voting tokens for a table without buttons

print at 100 % ("actual size") and measure the ruler: it must be 100 mm long"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=("gin", "row", "both"), default="both", help="which games (default: both)")
    parser.add_argument("--paper", choices=("A2", "A3", "A4"), default="A2", help="A2 in one, or tiles (default: A2)")
    parser.add_argument(
        "--style", choices=("save", "dark"), default="save", help="save: little ink; dark: best contrast"
    )
    parser.add_argument(
        "--lang", choices=("en", "zh", "es", "hu"), default="en", help="language of the words on the mat"
    )
    parser.add_argument("--zones", type=Path, metavar="FILE", help="your own geometry (default: the one that ships)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--markers", action="store_true", help="four loose markers instead of a mat")
    what.add_argument("--tokens", action="store_true", help="voting tokens instead of a mat")
    parser.add_argument("--players", type=int, default=6, metavar="N", help="tokens for so many players (default: 6)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="write a picture of the mat as well")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="the PDF (default: mat.pdf, markers.pdf, ...)"
    )


def run(args: argparse.Namespace) -> int:
    import cv2

    from table.fonts import FONT
    from vision.mat import MatError, draw, load_mat
    from vision.mat.pdf import write_loose_markers, write_pdf
    from vision.mat.tokens import write_tokens

    name = "markers" if args.markers else "tokens" if args.tokens else "mat"
    path: Path = args.output or Path(f"{name}.pdf")
    if not 3 <= args.players <= 12:
        raise UserError(f"--players {args.players}: the picture game is for 3 to 12 people")
    try:
        mat = load_mat(args.kind, args.zones)
        if args.markers:
            write_loose_markers(mat, path)
        elif args.tokens:
            write_tokens(path, args.players, FONT)
        else:
            write_pdf(mat, path, args.paper, args.style, args.lang, FONT)
        if args.png is not None and not cv2.imwrite(str(args.png), draw(mat, 3.0, args.style, args.lang)):
            raise UserError(f"{args.png}: cannot be written as a picture; choose a name ending in .png")
    except MatError as error:
        raise UserError(str(error)) from error
    except cv2.error as error:
        raise UserError(f"{args.png}: cannot be written as a picture; choose a name ending in .png") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}); choose another place with -o") from error
    then = "cut along the thin lines" if args.tokens else "check the ruler: 100 mm"
    print(f"{path} written. Print it at 100 % and {then}.")
    return 0
