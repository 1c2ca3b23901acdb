"""``cardtable bench read``: how well and how fast playing cards are read, on folders of labelled photographs."""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

import cv2

from table.cli import UserError
from vision.contact import ContactSheet
from vision.context import Context
from vision.files import PictureError, load_picture
from vision.indices import ModelError
from vision.nothing import pictures_without_cards
from vision.reader import CardReader
from vision.scoring import Photo, Tally, by_kind, load_photos, reliability, score
from vision.speed import measure_speed

HELP = "how well and how fast playing cards are read"
EPILOG = """example: cardtable bench read photos/*/ --out build/bench/read
         cardtable bench read --nothing 500 --speed

A folder holds pictures and labels.json: {"images": {FILE: {"cards": [...], "kind": "fan"}}}; a card is "7S" or
{"card": "7S", "box": [left, top, right, bottom]}. Photos of a whole deck are scored by box."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("folders", nargs="*", metavar="DIR", help="a folder with labels.json")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--out", default="build/bench/read", metavar="DIR", help="where contact sheets are written")
    parser.add_argument("--sure", type=float, metavar="P", help="how probable a name must be to be claimed")
    parser.add_argument("--no-context", action="store_true", help="without the step that knows of one pack")
    parser.add_argument("--nets", metavar="DIR", help="other nets: a folder with the two .onnx files")
    parser.add_argument("--nothing", type=int, default=0, metavar="N", help="also read N made pictures without cards")
    parser.add_argument("--speed", action="store_true", help="also time table frames and a photo on one thread")
    parser.add_argument("--beside", metavar="DIR", help="time the first study too (the folder of its infer.py)")


def run(args: argparse.Namespace) -> int:
    """Measure what was asked for; 1 where a picture without cards was given a name."""
    cv2.setNumThreads(1)
    if not (args.folders or args.nothing or args.speed):
        raise UserError("name a folder of photographs, or give --nothing 500 or --speed")
    nets = (Path(args.nets) / "index-finder.onnx", Path(args.nets) / "index-reader.onnx") if args.nets else (None, None)
    try:
        reader = CardReader(args.sure, *nets)
        photos = [(Path(folder).name, photo) for folder in args.folders for photo in load_photos(Path(folder))]
    except (ModelError, PictureError) as error:
        raise UserError(str(error)) from None
    answer: dict[str, Any] = {"sure": reader.sure}
    if photos:
        answer["folders"], answer["reliability"] = measure_photos(
            reader, photos, Path(args.out), None if args.no_context else Context()
        )
        answer["sheets"] = args.out
    if args.nothing:
        answer["nothing"] = measure_nothing(reader, args.nothing, Path(args.out))
    if args.speed:
        answer["speed"] = measure_speed(reader, Path(args.beside) if args.beside else None)
    print(json.dumps(answer) if args.json else report(answer))
    return 1 if answer.get("nothing", {}).get("named") else 0


def measure_photos(
    reader: CardReader, photos: list[tuple[str, Photo]], out: Path, context: Context | None
) -> tuple[list[dict[str, Any]], list[dict[str, float]]]:
    """Rows by folder and kind with their sum, and the reliability of what was stated."""
    scored = []
    sheets: dict[str, ContactSheet] = {}
    for folder, photo in photos:
        try:
            image = load_picture(photo.path)
        except PictureError as error:
            raise UserError(str(error)) from None
        reading = reader.read(image, context=context)
        tally = score(photo, reading)
        scored.append((folder, photo, tally))
        if not tally.exact:
            sheet = sheets.setdefault(folder, ContactSheet(out / f"{folder}.jpg"))
            sheet.add(image, reading, photo)
    for sheet in sheets.values():
        sheet.write()
    rows = [row(folder, kind, tally) for (folder, kind), tally in by_kind(scored)]
    total = Tally()
    for _, _, tally in scored:
        total.add(tally)
    rows.append(row("all", "", total))
    stated = [
        {"from": low, "stated": mean, "right": right, "count": count}
        for low, mean, right, count in reliability(total.stated)
    ]
    return rows, stated


def row(folder: str, kind: str, tally: Tally) -> dict[str, Any]:
    """One line of the table."""
    wrong_at = [p for p, right in tally.stated if not right]
    return {
        "folder": folder,
        "kind": kind,
        "photos": tally.photos,
        "exact": tally.exact,
        "cards": tally.cards,
        "right": tally.right,
        "wrong": tally.wrong,
        "unsure": tally.unsure,
        "surest_wrong": round(max(wrong_at, default=0.0), 4),
        "ms_median": round(statistics.median(tally.ms), 1),
        "ms_p95": round(sorted(tally.ms)[int(0.95 * (len(tally.ms) - 1))], 1),
        "confusions": [[truth, named, count] for (truth, named), count in tally.confusions.most_common(12)],
    }


def measure_nothing(reader: CardReader, count: int, out: Path) -> dict[str, Any]:
    """Names given to pictures that show no card; those pictures are written to `out`."""
    named, asked = 0, 0
    kinds: dict[str, int] = {}
    for i, (kind, image) in enumerate(pictures_without_cards(count)):
        reading = reader.read(image)
        asked += bool(reading.unsure)
        if reading.cards:
            named += len(reading.cards)
            kinds[kind] = kinds.get(kind, 0) + 1
            sheet = ContactSheet(out / f"nothing-{i:03d}.jpg")
            sheet.add(image, reading, None)
            sheet.write()
    return {"pictures": count, "named": named, "pictures_asked": asked, "kinds": kinds}


def report(answer: dict[str, Any]) -> str:
    """The answer for people."""
    lines = [f"a name needs p >= {answer['sure']:.3f}"]
    for one in answer.get("folders", ()):
        cards = max(1, one["cards"])
        lines.append(
            f"{one['folder'][:22]:22} {one['kind'][:11]:11} {one['photos']:4} photos {one['exact']:4} exact"
            f" {one['cards']:5} cards {one['right']:5} right {100 * one['right'] / cards:6.2f} %"
            f" {one['wrong']:3} wrong {one['unsure']:4} unsure  surest wrong {one['surest_wrong']:.3f}"
            f"  {one['ms_median']:6.0f} ms, p95 {one['ms_p95']:.0f}"
        )
        lines += [f"{'':35}{truth} named {named}: {count}" for truth, named, count in one["confusions"] if one["kind"]]
    if "reliability" in answer:
        lines.append("reliability: stated -> right")
        lines += [
            f"  {100 * one['stated']:5.1f} % -> {100 * one['right']:5.1f} %  of {one['count']}"
            for one in answer["reliability"]
        ]
        lines.append(f"pictures of what went wrong: {answer['sheets']}")
    if "nothing" in answer:
        lines.append(
            "without cards: {pictures} pictures, {named} names, {pictures_asked} asked about".format(
                **answer["nothing"]
            )
        )
    lines += [
        f"{one['what']}: {one['ms']:.0f} ms (best {one['best']:.0f}, processor {one['cpu']:.0f})"
        for one in answer.get("speed", ())
    ]
    return "\n".join(lines)
