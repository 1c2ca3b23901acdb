"""``python -m vision.training``: from a folder of card faces to the two nets and their calibration, in one command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import torch

from vision.reader import CardReader
from vision.training import calibrate, learn_finder, learn_reader
from vision.training.export import export_finder, export_reader
from vision.training.photos import crops_of_photos
from vision.training.scenes import SceneMaker
from vision.training.shards import make_shards

HELD_OUT = (
    "aisleriot-tango",
    "aisleriot-ornamental",
    "heruka-4color",
    "kde-nicu-ornamental",
    "kde-nicu-white",
    "drawn-slim",
)


def parse(words: list[str]) -> argparse.Namespace:
    """The command's words."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("faces", type=Path, help="a folder of decks, each a folder of AS.webp .. KC.webp")
    parser.add_argument("--out", type=Path, default=Path("build/training"), help="where everything is written")
    parser.add_argument("--fonts", type=Path, help="a folder of text fonts (.ttf, .otf) for redrawn indices")
    parser.add_argument("--held-out", nargs="*", default=HELD_OUT, metavar="DECK", help="decks to measure on")
    parser.add_argument("--leave-out", nargs="*", default=(), metavar="DECK", help="decks to leave out altogether")
    parser.add_argument("--shards", type=int, default=150, help="of 40 scenes each")
    parser.add_argument("--held-shards", type=int, default=12, help="of scenes with the held-out decks, to measure on")
    parser.add_argument("--foreign-shards", type=int, default=20, help="of these with other court letters")
    parser.add_argument("--finder-minutes", type=float, default=40, help="processor minutes for the finder")
    parser.add_argument("--reader-minutes", type=float, default=60, help="processor minutes for the reader")
    parser.add_argument("--warm", type=Path, help="a folder with earlier nets (or .pt states) to start from")
    parser.add_argument(
        "--learn-photos", type=Path, nargs="*", default=[], help="labelled photographs to learn from (with --warm)"
    )
    parser.add_argument("--photos", type=Path, help="a folder of labelled photographs for the calibration")
    parser.add_argument("--calibration-scenes", type=int, default=400, help="scenes that the calibration is fitted on")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Do what is not done yet: each step leaves files and is not repeated, so that the command can be run again."""
    args = parse(words)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    scenes = args.out / "scenes"
    draw(args, scenes)
    warm = {name: started_from(args.warm, name) for name in ("finder", "reader")}
    finder, reader = args.out / "index-finder.onnx", args.out / "index-reader.onnx"
    learn_finder.learn(
        scenes, args.out / "finder.pt", minutes=args.finder_minutes, rate=1.2e-3, seed=args.seed, warm=warm["finder"]
    )
    export_finder(args.out / "finder.pt", finder)
    extra = cut_photos(args, finder, warm["reader"])
    learn_reader.learn(
        scenes,
        args.out / "reader.pt",
        minutes=args.reader_minutes,
        rate=1.2e-3,
        seed=args.seed,
        warm=warm["reader"],
        finder=finder,
        extra=extra,
    )
    export_reader(args.out / "reader.pt", reader)
    write_confidence(args, CardReader(finder=finder, reader=reader), scenes)
    print(f"copy index-finder.onnx, index-reader.onnx and confidence.toml from {args.out} to vision/models")
    return 0


def started_from(folder: Path | None, name: str) -> Path | None:
    """A net to start from: the state of an earlier training where there is one, else the exported net."""
    if folder is None:
        return None
    state = folder / f"{name}.pt"
    return state if state.exists() else folder / f"index-{name}.onnx"


def write_confidence(args: argparse.Namespace, reader: CardReader, scenes: Path) -> None:
    """Fit the calibration on what the new nets make of scenes, pictures without cards, and labelled photographs."""
    rows = list(calibrate.scene_rows(reader, scenes / "held", args.calibration_scenes))
    rows += calibrate.nothing_rows(reader, args.calibration_scenes // 2, seed=args.seed + 99)
    if args.photos:
        names = frozenset(path.name for path in args.photos.iterdir())
        rows += calibrate.photo_rows(reader, args.photos, names)
    note = f"Fitted on {len(rows)} readings."
    (args.out / "confidence.toml").write_text(calibrate.as_toml(calibrate.fit(rows), note), encoding="utf-8")


def cut_photos(args: argparse.Namespace, finder: Path, reader: Path | None) -> Path | None:
    """Cut-outs of the photographs to learn from, named with the help of the reader to start from."""
    if not args.learn_photos or reader is None:
        return None
    out = args.out / "photos.npz"
    if not out.exists():
        if reader.suffix == ".pt":
            export_reader(reader, args.out / "warm-reader.onnx")
            reader = args.out / "warm-reader.onnx"
        folders = [(folder, frozenset(path.name for path in folder.iterdir())) for folder in args.learn_photos]
        count = crops_of_photos(CardReader(finder=finder, reader=reader), folders, out, args.seed)
        print(f"{count} cut-outs of photographs")
    return out


def draw(args: argparse.Namespace, scenes: Path) -> None:
    """The scenes to learn from and those to measure on."""
    apart = frozenset(args.held_out) | frozenset(args.leave_out)
    held = SceneMaker.from_folder(args.faces, args.seed + 900, only=frozenset(args.held_out), plain=True)
    make_shards(held, scenes / "held", args.held_shards)
    common = SceneMaker.from_folder(args.faces, args.seed, fonts=args.fonts, leave_out=apart)
    make_shards(common, scenes / "train", args.shards - args.foreign_shards)
    common.foreign, common.seed = 0.55, args.seed + 1
    make_shards(common, scenes / "train", args.foreign_shards, first=args.shards - args.foreign_shards)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
