"""`cardtable bench eye`: simulated or recorded hands of gin before the eye, counted against the truth."""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from table.cli import UserError

HELP = "Let the eye follow simulated hands of gin with changing light, hands, nudges and bumps, and count."
EPILOG = """examples:
  cardtable bench eye                               200 hands with the four drawn decks
  cardtable bench eye --hands 20 --seed 7
  cardtable bench eye --faces my/decks/one my/decks/two   decks from folders instead
  cardtable bench eye --memory 100000               frames for the memory curve (0: leave it out)
  cardtable bench eye --recorded evening/           a folder of pictures or a video, with its truth

recorded: a video file or a folder of pictures; beside it (or in it) truth.jsonl with one line for each thing that
happened: {"t": 12.4, "kind": "discarded", "side": "near", "card": "7S"}, kinds as the eye names them; a line
{"t": 0, "mode": "play"} says from when on the table expects what, and {"t": 40, "kind": "shown", "side": "far",
"groups": [["7S", "7H", "7D"], ["KC"]]} what a player laid open. `cardtable run` keeps such pictures (setting
recording.frames); the truth is written by hand. Following needs about 15 pictures a second.

exit status: 0 all aims met, 1 not (the report says by how much)"""

AIMS = {
    "followed": 0.99,
    "wrong_facts": 0,
    "hands_whole": 0.99,
    "wrong_hands": 0,
    "calibration_mm": 1.0,
    "bumps_not_repaired": 0,
    "idle_ms": 4.0,
    "latency_s": 0.7,
}
GROWTH_MB = 5.0
"""Growth of memory over 100,000 frames that counts as none."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=200, help="how many hands (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="the first hand's seed (default: 1)")
    parser.add_argument("--faces", type=Path, nargs="+", metavar="DIR", help="folders of card faces instead of our own")
    parser.add_argument("--style", choices=("dark", "save", "both"), default="both", help="which print of the mat")
    parser.add_argument(
        "--size",
        default="2304x1296",
        metavar="WxH",
        help="the camera's picture (default: 2304x1296, as in the settings)",
    )
    parser.add_argument("--memory", type=int, default=100_000, metavar="FRAMES", help="frames for the memory curve")
    parser.add_argument("--recorded", type=Path, metavar="PATH", help="a recorded sequence with its truth instead")
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="folder for the plot and the report")
    parser.add_argument("--json", action="store_true", help="the report as one JSON document on standard output")
    parser.add_argument("--verbose", action="store_true", help="one line a hand")


def run(args: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    from vision.trial import Tally

    args.out.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    if args.recorded is not None:
        _recorded(args, tally)
        report = _report(tally)
    else:
        _simulated(args, tally)
        report = _report(tally)
        if args.memory > 0:
            report |= _memory(args)
            if report["memory_growth_mb_per_100k"] > GROWTH_MB:
                report["fails"].append("memory_growth_mb_per_100k")
    (args.out / "eye.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if args.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        _print(report)
    return 0 if not report["fails"] else 1


# -- simulated hands --------------------------------------------------------------------------------------------


def _simulated(args: argparse.Namespace, tally: Any) -> None:
    from vision.core import EyeCore
    from vision.mat import draw, load_mat
    from vision.reader import CardReader
    from vision.synth import DESIGNS, FacesError, Mat, folder_faces, playing_faces
    from vision.synth.gin_hand import GinHand
    from vision.trial import run_hand

    mat, size = load_mat("gin"), _size(args.size)
    styles = ("dark", "save") if args.style == "both" else (args.style,)
    pictures = {style: Mat(draw(mat, 4.0, style), 4.0, style) for style in styles}
    try:
        decks = [folder_faces(folder) for folder in args.faces] if args.faces else [playing_faces(d) for d in DESIGNS]
    except FacesError as error:
        raise UserError(str(error)) from error
    short = [deck.name for deck in decks if len([name for name in deck.names if len(name) == 2]) < 52]
    if short:
        raise UserError(f"deck {short[0]!r} has fewer than the 52 faces AS.png ... KC.png")
    reader, news = CardReader(), _News()
    for number in range(args.hands):
        deck, style = decks[number % len(decks)], styles[number // len(decks) % len(styles)]
        seed = args.seed + number
        hand = GinHand(deck, mat, pictures[style], seed, size=size)
        began = time.perf_counter()
        run_hand(hand, EyeCore(mat, reader), tally, f"#{seed} {deck.name} {style}")
        if args.verbose:
            for line in news(tally):
                print(line, file=sys.stderr)
            spent = time.perf_counter() - began
            print(
                f"{number + 1}/{args.hands} {deck.name} {style}: {spent:.1f} s, followed {tally.share_followed:.4f}, "
                f"wrong {len(tally.wrong)}, whole {tally.whole}/{tally.hands}",
                file=sys.stderr,
            )


def _size(text: str) -> tuple[int, int]:
    from vision.camera import SourceError
    from vision.camera.choose import size_of

    try:
        return size_of({"size": text})
    except SourceError as error:
        raise UserError(f"--{error}") from error


class _News:
    """What has come to the lists of a tally since it was last asked."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def __call__(self, tally: Any) -> list[str]:
        out = []
        for name in ("wrong", "late", "missed", "asked", "wrong_hands"):
            lines = getattr(tally, name)
            out += [f"  {name}: {line}" for line in lines[self._seen.get(name, 0) :]]
            self._seen[name] = len(lines)
        return out


# -- a recording ------------------------------------------------------------------------------------------------


def _recorded(args: argparse.Namespace, tally: Any) -> None:
    """A video or folder with what really happened, through the same eye and the same counting."""
    from vision.camera import EndOfFrames, SourceError
    from vision.camera.folder import Folder
    from vision.camera.webcam import Video
    from vision.core import EyeCore
    from vision.mat import load_mat
    from vision.reader import CardReader
    from vision.trial import run_recorded

    path: Path = args.recorded
    truth = path / "truth.jsonl" if path.is_dir() else path.with_suffix(".jsonl")
    if not truth.is_file():
        raise UserError(f"{truth}: not found; a recording needs its truth, one JSON line for each thing that happened")
    try:
        lines = [json.loads(line) for line in truth.read_text("utf-8").splitlines() if line.strip()]
    except json.JSONDecodeError as error:
        raise UserError(f"{truth}, line {error.lineno}: {error.msg}") from error
    source = Folder(str(path)) if path.is_dir() else Video(str(path))
    try:
        source.open()
        run_recorded(source, EyeCore(load_mat("gin"), CardReader()), lines, tally, path.name)
    except SourceError as error:
        raise UserError(str(error)) from error
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{truth}: a line lacks or garbles {error}") from error
    except EndOfFrames:
        pass
    finally:
        source.close()


# -- memory -----------------------------------------------------------------------------------------------------


def _memory(args: argparse.Namespace) -> dict[str, Any]:
    """Resident memory over many frames: people reach over the table, discard and take again, for ever. With a plot."""
    from vision.core import EyeCore
    from vision.mat import load_mat
    from vision.reader import CardReader

    cycle = _cycle(args.seed)
    core = EyeCore(load_mat("gin"), CardReader())
    core.expect("play")
    curve: list[tuple[int, float]] = []
    every = max(1, args.memory // 200)
    for number in range(args.memory):
        core.feed(_again(cycle, number))
        if number % every == 0:
            gc.collect()
            curve.append((number, _resident_mb()))
    tail = curve[len(curve) // 10 :]
    _plot(curve, args.out / "eye-memory.png")
    growth = float(np.polyfit([n for n, _ in tail], [mb for _, mb in tail], 1)[0]) if len(tail) > 2 else 0.0
    return {
        "memory_frames": args.memory,
        "memory_mb": round(tail[-1][1], 1),
        "memory_growth_mb_per_100k": round(growth * 100_000, 2),
        "memory_plot": str(args.out / "eye-memory.png"),
    }


def _cycle(seed: int) -> list[tuple[Any, Any]]:
    """Some seconds of a table that end as they began: each frame's small picture, and its large one as a JPEG."""
    from vision.mat import draw, load_mat
    from vision.synth import Mat, playing_faces
    from vision.synth.gin_hand import GinHand

    mat = load_mat("gin")
    hand = GinHand(playing_faces("classic"), mat, Mat(draw(mat, 4.0, "dark"), 4.0), seed)
    people = hand.people
    for _ in people.deal(hand.stock, hand.upcard):
        pass
    out = []
    for act in (
        people.wait(3.0),
        people.hover("near", people.places.stock),
        people.wait(1.5),
        people.discard("near", hand.hands["near"][0]),
        people.wait(1.5),
        people.take("far"),
        people.wait(3.0),
    ):
        for _ in act:
            frame = hand.sim.frame(0.0)
            out.append((frame.small, cv2.imencode(".jpg", frame.image)[1]))
    return out


def _again(cycle: list[tuple[Any, Any]], number: int) -> Any:
    from vision.camera import Frame

    small, large = cycle[number % len(cycle)]

    def take() -> Any:
        return cv2.imdecode(large, cv2.IMREAD_COLOR)

    return Frame(number, number / 15, small, take)


def _resident_mb() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _plot(curve: list[tuple[int, float]], path: Path) -> None:
    """A line over the number of frames, from 0 MB, with a few labels."""
    width, height, left, low = 900, 420, 80, 360
    image = np.full((height, width, 3), 255, np.uint8)
    most_n, most_mb = curve[-1][0] or 1, max(mb for _, mb in curve) * 1.15

    def at(n: int, mb: float) -> tuple[int, int]:
        return left + round(n / most_n * (width - left - 30)), low - round(mb / most_mb * (low - 30))

    for mb in np.linspace(0, most_mb, 6):
        cv2.line(image, at(0, mb), at(most_n, mb), (225, 225, 225), 1)
        cv2.putText(image, f"{mb:.0f} MB", (8, at(0, mb)[1] + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (60, 60, 60), 1)
    for n in np.linspace(0, most_n, 6):
        cv2.putText(
            image, f"{n:.0f}", (at(int(n), 0)[0] - 18, low + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (60, 60, 60), 1
        )
    cv2.putText(image, "resident memory over frames", (left, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (40, 40, 40), 1)
    cv2.polylines(image, [np.array([at(n, mb) for n, mb in curve], np.int32)], False, (150, 60, 20), 2, cv2.LINE_AA)
    cv2.imwrite(str(path), image)


# -- the report -------------------------------------------------------------------------------------------------


def _report(tally: Any) -> dict[str, Any]:
    from vision.trial import spread

    latency, idle, read = spread(tally.latency), spread(tally.idle_ms), spread(tally.read_ms)
    report: dict[str, Any] = {
        "facts": tally.facts,
        "followed_by_kind": tally.followed,
        "followed": round(tally.share_followed, 5),
        "side_right": round(tally.sided / max(1, tally.matched), 4),
        "wrong_facts": len(tally.wrong),
        "told_late": len(tally.late),
        "unsure_changes": tally.unsure,
        "hands_shown": tally.hands,
        "hands_whole": round(tally.whole / max(1, tally.hands), 5),
        "groups_right": round(tally.groups / max(1, tally.whole), 4),
        "wrong_hands": len(tally.wrong_hands),
        "calibration_mm": round(max(tally.calibration_mm, default=0.0), 3),
        "bumps": len(tally.repaired_s) + tally.not_repaired,
        "bumps_not_repaired": tally.not_repaired,
        "bump_repaired_s_max": round(max(tally.repaired_s, default=0.0), 2),
        "latency_s": round(latency[1], 3),
        "latency_median_s": round(latency[0], 3),
        "idle_ms": round(idle[0], 3),
        "idle_ms_p99": round(idle[1], 2),
        "read_ms": round(read[0], 1),
        "read_ms_p99": round(read[1], 1),
        "frames": tally.frames,
        "wrong": tally.wrong,
        "late": tally.late,
        "missed": tally.missed,
        "asked": tally.asked,
        "wrong_hand_list": tally.wrong_hands,
    }
    report["not_counted"] = [name for name in AIMS if not _counted(name, tally)]
    report["fails"] = [name for name, aim in AIMS.items() if _fails(name, report[name], aim, tally)]
    return report


def _fails(name: str, value: float, aim: float, tally: Any) -> bool:
    if not _counted(name, tally):
        return False
    return value < aim if name in ("followed", "hands_whole") else value > aim


def _counted(name: str, tally: Any) -> bool:
    """Whether anything at all was counted for an aim: what did not happen was neither met nor missed."""
    counts = {
        "followed": tally.facts,
        "hands_whole": tally.hands,
        "wrong_hands": tally.hands,
        "calibration_mm": tally.calibration_mm,
        "bumps_not_repaired": tally.repaired_s or tally.not_repaired,
        "latency_s": tally.latency,
    }
    return bool(counts.get(name, True))


def _print(report: dict[str, Any]) -> None:
    for name, value in report.items():
        if isinstance(value, list):
            for line in value:
                print(f"  {name}: {line}")
            continue
        aim = AIMS.get(name)
        sign = "-" if name in report["not_counted"] else "✗" if name in report["fails"] else "✓"
        mark = "" if aim is None else f"  {sign} (aim {aim})"
        print(f"{name:28} {value}{mark}")
