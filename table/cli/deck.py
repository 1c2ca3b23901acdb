"""`cardtable deck`: picture decks (and odd playing decks) that the table has been shown."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from table.cli import UserError

HELP = "Enrol picture decks by showing their cards; list, look at, check, copy and remove them."
EPILOG = """examples:
  cardtable deck enrol dixit --cards 84          lay cards under the camera, any number at a time; Ctrl-C, go on later
  cardtable deck enrol tarot --size tarot --from photos/   from photographs of the mat, or from one scan a card
  cardtable deck enrol --playing grandma         an odd deck of playing cards: lay its 52 cards in any order
  cardtable deck list
  cardtable deck show dixit --sheet dixit.png    all its pictures on one sheet
  cardtable deck verify dixit                    which pictures are look-alikes, which cards are still missing
  cardtable deck export dixit dixit.zip          and on another table: cardtable deck import dixit.zip
  cardtable deck remove dixit --picture p012     or the whole deck, with --yes

exit status: 0 done, 1 not complete or not good (it is said what), 2 wrong use"""

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
SAVE_EVERY_S = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--decks", type=Path, metavar="DIR", help="where decks are kept (default: in the state folder)")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _enrol_arguments(
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
    verify.add_argument(
        "--from",
        dest="pictures",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="photographs of the mat or scans to be named",
    )
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
    remove.add_argument("--yes", action="store_true", help="do not ask")


def _enrol_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="small letters, digits, - and _")
    parser.add_argument(
        "--from",
        dest="pictures",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="pictures or folders instead of the camera",
    )
    parser.add_argument("--cards", type=int, metavar="N", help="how many cards the deck has; enrolment ends there")
    parser.add_argument("--size", default=None, help="dixit (80x120, default), tarot, poker, bridge, mini or WxH in mm")
    parser.add_argument("--camera", metavar="LINE", help="the source of pictures (default: that of the settings)")
    parser.add_argument("--mat", choices=("row", "both", "gin"), default=None, help="which mat lies there")
    parser.add_argument("--no-back", action="store_true", help="do not ask for the back of the cards")
    parser.add_argument("--playing", action="store_true", help="an odd deck of playing cards instead of pictures")
    parser.add_argument("--json", action="store_true", help="one JSON document a change on standard output")


def run(args: argparse.Namespace) -> int:
    from vision.pictures.deck import DeckError

    action = {"enrol": _enrol, "list": _list, "show": _show, "verify": _verify, "export": _export,
              "import": _import, "remove": _remove}[args.action]  # fmt: skip
    try:
        return action(args)
    except DeckError as error:
        raise UserError(str(error)) from error


def _shelf(args: argparse.Namespace) -> Any:
    from table.settings import state_folder
    from vision.pictures.deck import Shelf

    return Shelf(args.decks or state_folder() / "decks")


# -- looking at decks ---------------------------------------------------------------------------------------------


def _list(args: argparse.Namespace) -> int:
    shelf = _shelf(args)
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
    if args.json:
        print(json.dumps({"folder": str(shelf.folder), "decks": rows}))
    elif not rows:
        print(f"no decks in {shelf.folder} yet: cardtable deck enrol NAME")
    for row in [] if args.json else rows:
        of = f" of {row['cards']}" if row["cards"] else ""
        size = "x".join(f"{side:g}" for side in row["size_mm"])
        print(f"{row['name']}: {row['pictures']}{of} pictures, {size} mm{'' if row['back'] else ', back not known'}")
    return 0


def _show(args: argparse.Namespace) -> int:
    deck = _shelf(args).load(args.name)
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


def _verify(args: argparse.Namespace) -> int:
    deck = _shelf(args).load(args.name)
    alike = [{"pictures": [a, b], "agreement": round(score, 3)} for a, b, score in deck.look_alikes()]
    missing = max(0, (deck.expected or len(deck)) - len(deck))
    named = (
        [row for path, image in _images(args.pictures) for row in _named(deck, path, image, args)]
        if args.pictures
        else []
    )
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
            print(f"  {missing} cards are missing: cardtable deck enrol {deck.name}")
    return 1 if missing or bad else 0


def _named(deck: Any, path: Path, image: Any, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What a photograph shows, by this deck."""
    import cv2

    from vision.pictures.deck import KEPT_SIZE, look_of
    from vision.pictures.reader import RowReader

    flat = _flattened(image, args.mat)
    if flat is None:
        if not _is_scan(image, deck.size_mm):
            raise UserError(f"{path}: {NO_CARD.format(*deck.size_mm)}")
        match = deck.album.match(look_of(cv2.resize(image, KEPT_SIZE[::-1], interpolation=cv2.INTER_AREA)))
        yield _row(path, match.best if match.verdict == "known" else None, match.verdict, match.score)
        return
    reader = RowReader(deck, learn=False, agree=1)
    view = reader.read(*flat, 0.0)
    for card, track in zip(view.cards, reader.tracks, strict=True):
        yield _row(path, card.picture, track.tally.verdict, track.tally.fused()[1]) | {"number": card.number}


def _row(path: Path, picture: str | None, verdict: str, score: float) -> dict[str, Any]:
    return {"image": str(path), "picture": picture, "verdict": verdict, "score": round(score, 3)}


def _export(args: argparse.Namespace) -> int:
    _shelf(args).export(args.name, args.file)
    print(f"{args.file} written")
    return 0


def _import(args: argparse.Namespace) -> int:
    if not args.file.is_file():
        raise UserError(f"{args.file}: no such file; export a deck on the other table first")
    name = args.name or re.sub(r"[^a-z0-9_-]+", "-", args.file.stem.lower()).strip("-_") or "deck"
    deck = _shelf(args).take_in(args.file, name)
    print(f"{deck.name}: {len(deck)} pictures taken in")
    return 0


def _remove(args: argparse.Namespace) -> int:
    shelf = _shelf(args)
    deck = shelf.load(args.name) if args.picture else None
    if deck is not None:
        deck.remove(args.picture)
        shelf.save(deck)
        print(f"{args.name}: {args.picture} removed, {len(deck)} pictures left")
        return 0
    if args.name not in shelf:
        raise UserError(f"no deck {args.name!r} in {shelf.folder}: nothing to remove")
    if not args.yes:
        if not sys.stdin.isatty():
            raise UserError(
                f"removing deck {args.name!r} cannot be undone: say --yes, or keep a copy with `deck export`"
            )
        if input(f"Remove deck {args.name!r} for good? [y/N] ").strip().lower() not in ("y", "yes"):
            return 1
    shelf.remove(args.name)
    print(f"{args.name} removed")
    return 0


# -- enrolling ----------------------------------------------------------------------------------------------------


def _enrol(args: argparse.Namespace) -> int:
    if args.playing:
        return _enrol_playing(args)
    from vision.pictures.deck import PictureDeck
    from vision.pictures.enrol import Enrolment

    if args.cards is not None and not 1 <= args.cards <= 1000:
        raise UserError(f"--cards {args.cards}: a deck has 1 to 1000 cards")
    shelf = _shelf(args)
    size = None if args.size is None else _size(args.size)
    deck = shelf.load(args.name) if args.name in shelf else PictureDeck(args.name, size or (80.0, 120.0))
    if size is not None and size != deck.size_mm:
        has = "x".join(f"{side:g}" for side in deck.size_mm)
        raise UserError(f"deck {args.name!r} has cards of {has} mm: leave --size out, or take another name")
    shelf.place(args.name)
    session = Enrolment(deck, args.cards, ask_back=not args.no_back and not args.pictures)
    teller = _Teller(args.json)
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


def _size(text: str) -> tuple[float, float]:
    from vision.pictures.deck import SIZES

    if text in SIZES:
        return SIZES[text]
    found = re.fullmatch(r"(\d{2,3}(?:\.\d+)?)x(\d{2,3}(?:\.\d+)?)", text)
    if not found or not 30 <= float(found[1]) < float(found[2]) <= 200:
        raise UserError(f"--size {text!r}: write {', '.join(SIZES)} or width x height in mm, upright, such as 80x120")
    return float(found[1]), float(found[2])


class _Teller:
    """Says in words, or as JSON lines, how the enrolment goes; the same thing only once."""

    WORDS: ClassVar[dict[str, str]] = {
        "blurred": "a card is blurred: hold still, more light",
        "glare": "a card mirrors a lamp: turn or move it a little",
        "overlap": "cards overlap: lay them apart",
        "alike": "a card looks much like {like}: lay both side by side",
    }

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self._said = ""

    def step(self, progress: Any) -> None:
        """After each frame or picture."""
        if self.as_json:
            if progress.added:
                print(
                    json.dumps(
                        {"added": list(progress.added), "enrolled": progress.enrolled, "expected": progress.expected}
                    ),
                    flush=True,
                )
            return
        text = self._text(progress)
        if text and text != self._said:
            print(text, flush=True)
        self._said = text or self._said

    def _text(self, progress: Any) -> str:
        if progress.step == "back":
            return "Lay one card face down, alone."
        count = f"{progress.enrolled}" + (f" of {progress.expected}" if progress.expected else "")
        if progress.added:
            return f"{count}: {', '.join(progress.added)} new"
        if progress.poor:
            card = progress.poor[0]
            return f"{count}: {self.WORDS[card.state].format(like=card.like)}"
        if progress.cards and not progress.waiting:
            return f"{count}: all that lie here are known; lay others"
        return f"{count}: lay cards face up, as many as you like" if not progress.cards else ""

    def scan(self, path: Path, state: str, picture: str | None, enrolled: int) -> None:
        """After a picture of one card."""
        if self.as_json:
            print(
                json.dumps({"image": str(path), "state": state, "picture": picture, "enrolled": enrolled}), flush=True
            )
        else:
            print(f"{path.name}: {state}{f' ({picture})' if picture else ''}", flush=True)

    def end(self, deck: Any, short: int) -> None:
        if self.as_json:
            print(
                json.dumps({"name": deck.name, "enrolled": len(deck), "expected": deck.expected, "missing": short}),
                flush=True,
            )
            return
        print(
            f"{deck.name}: {len(deck)} pictures kept"
            + (f"; {short} missing, go on with the same command" if short else "")
        )


def _from_camera(args: argparse.Namespace, session: Any, teller: _Teller, save: Any) -> None:
    """Frames until the deck is whole, the recording is over or Ctrl-C."""
    from vision.calibrate import calibrate

    mat = _mat(args.mat)
    found = None
    saved = time.monotonic()
    for t, image in _frames(args):
        if found is None:
            found = calibrate(image, mat)
            if found is None:
                if not args.json:
                    print("The mat is not found: uncover its markers, give light. Looking again ...", flush=True)
                time.sleep(0.5)
                continue
        progress = session.see(*_flat(image, found, mat), t)
        teller.step(progress)
        if session.deck.changed and time.monotonic() - saved > SAVE_EVERY_S:
            save()
            saved = time.monotonic()
        if progress.step == "done":
            return


def _frames(args: argparse.Namespace) -> Iterator[tuple[float, Any]]:
    from table.settings import load
    from table.settings.folders import camera_line
    from vision.camera import EndOfFrames, SourceError, open_source

    line = args.camera or camera_line(load())
    try:
        source = open_source(line, {"picamera2": _picamera2})
        if source is None:
            raise UserError('no camera in the settings (source = "none"): name one with --camera, or give pictures')
        try:
            source.open()
            while True:
                frame = source.read()
                yield frame.t, frame.image
        except EndOfFrames:
            return
        finally:
            source.close()
    except SourceError as error:
        raise UserError(str(error)) from error


def _picamera2(place: str, options: Any) -> Any:
    """Loaded only where it is wanted: it needs the system's libcamera."""
    from hw.picamera import make

    return make(place, options)


def _mat(kind: str | None) -> Any:
    from table.settings import load
    from vision.mat import KINDS, load_mat

    name = kind or load().camera.mat
    return load_mat(name if name in KINDS else "row")


def _flat(image: Any, found: Any, mat: Any) -> tuple[Any, Any]:
    """The mat seen from above at 2 px a mm, with its homography: the lens is taken out on the way."""
    import numpy as np

    scale = 2.0
    view = found.lens.cut(image, (0.0, 0.0, mat.size[0], mat.size[1]), scale)
    return view, np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])


def _flattened(image: Any, kind: str | None) -> tuple[Any, Any] | None:
    """`_flat` of a photograph; None where no mat is in it."""
    from vision.calibrate import calibrate

    mat = _mat(kind)
    found = calibrate(image, mat)
    return None if found is None else _flat(image, found, mat)


def _images(paths: list[Path]) -> Iterator[tuple[Path, Any]]:
    """The pictures of files and folders, in the order of their names."""
    import cv2

    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
            if not inside:
                raise UserError(f"{path}: no pictures in this folder (looked for {', '.join(PICTURES)})")
            files += inside
        elif path.is_file():
            files.append(path)
        else:
            raise UserError(f"{path}: no such file or folder")
    for path in files:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise UserError(f"{path}: no picture that can be read; use PNG, JPEG or WebP")
        yield path, image


NO_CARD = (
    "neither the mat nor one upright card of {:g}x{:g} mm cut to its edges: show the mat's markers, or cut the scan"
)


def _is_scan(image: Any, size_mm: tuple[float, float]) -> bool:
    """Whether a picture without a mat has the shape of one card."""
    return bool(0.8 < image.shape[1] / image.shape[0] / (size_mm[0] / size_mm[1]) < 1.25)


def _from_pictures(args: argparse.Namespace, session: Any, teller: _Teller) -> int:
    """Photographs of the mat or scans of single cards; returns how many cards were too poor to keep."""
    poor = 0
    for n, (path, image) in enumerate(_images(args.pictures)):
        flat = _flattened(image, args.mat)
        if flat is None and not _is_scan(image, session.deck.size_mm):
            teller.scan(path, NO_CARD.format(*session.deck.size_mm), None, len(session.deck))
            poor += 1
            continue
        if flat is None:
            state, picture = session.see_scan(image)
            teller.scan(path, state, picture, len(session.deck))
            poor += state in ("blurred", "alike")
            continue
        # A still picture is a table lying still: one look a second, and what changed before the first is no hand.
        for i in range(12):
            progress = session.see(*flat, 100.0 * n + i)
            teller.step(progress)
            if not progress.waiting and progress.cards and i > 5:
                break
        poor += len(progress.poor)
    return poor


def _enrol_playing(args: argparse.Namespace) -> int:
    """An odd deck of playing cards: frames of its 52 cards, measured by the reader of playing cards."""
    from vision.pictures.deck import NAME
    from vision.playing_deck import DeckError, enrol

    if not NAME.fullmatch(args.name):
        raise UserError(f"{args.name!r} cannot name a deck: use small letters, digits, - and _, at most 40")
    if args.pictures:
        frames = [image for _, image in _images(args.pictures)]
    else:
        print("Lay all 52 cards face up, apart, in any order; pictures are taken for some seconds.", flush=True)
        frames = [image for _, (_, image) in zip(range(30), _frames(args), strict=False)][::5]
    try:
        deck = enrol(frames, args.name)
    except DeckError as error:
        raise UserError(str(error)) from error
    folder = _shelf(args).folder / "playing"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        deck.save(folder / f"{args.name}.npz")
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
    return 1 if deck.missing else 0
