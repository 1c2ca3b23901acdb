"""`cardtable bench pictures`: rows of picture cards on rendered tables, counted, ordered, named and followed."""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from table.cli import UserError

HELP = "Measure the reading of picture rows: count and order, names, strangers, swaps, speed."
EPILOG = """examples:
  cardtable bench pictures                       everything (hours on a small machine; parts can be run alone)
  cardtable bench pictures --part count --scenes 200
  cardtable bench pictures --part identity --views 500 --faces my/pictures

--faces takes folders of card pictures, at least 114; without it the pictures of the development
package arcanite are used."""

PARTS = ("count", "identity", "open", "swap", "speed")
DECK, FOREIGN = 84, 30
FRAME_S, MOST_FRAMES, REST_S = 0.2, 12, 10.0
"""Seconds between the frames of a row at rest, how many there are at most, and seconds from one thing that people do
to the next."""
LEVELS: tuple[Any, ...] = ("mild", "middle", "hard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part (may be given again)")
    parser.add_argument("--faces", type=Path, nargs="+", metavar="DIR", help="folders of card pictures")
    parser.add_argument("--scenes", type=int, default=2000, help="rows counted (default: 2000)")
    parser.add_argument("--views", type=int, default=2000, help="views named in each light (default: 2000)")
    parser.add_argument(
        "--strangers", type=int, default=10000, help="views of pictures foreign to the deck (default: 10000)"
    )
    parser.add_argument("--sequences", type=int, default=1000, help="swap sequences (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/bench/pictures"), help="pictures of what went wrong")
    parser.add_argument("--json", action="store_true", help="one JSON document a part on standard output")


def run(args: argparse.Namespace) -> int:
    import cv2

    cv2.setNumThreads(1)
    bench = Bench(args)
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "count": bench.count,
        "identity": bench.identity,
        "open": bench.open_set,
        "swap": bench.swap,
        "speed": bench.speed,
    }
    for part in args.part or PARTS:
        began = time.monotonic()
        figures = parts[part]()
        figures["seconds"] = round(time.monotonic() - began, 1)
        if args.json:
            print(json.dumps({"part": part, **figures}), flush=True)
            continue
        print(part)
        for name, value in figures.items():
            print(f"  {name}: {value}")
    return 0


def default_faces() -> list[Path]:
    """The picture folders of the development package. Raises `UserError` where it is not installed."""
    spec = importlib.util.find_spec("arcanite")
    if spec is None or not spec.submodule_search_locations:
        raise UserError("no pictures: install the development package arcanite, or give folders with --faces")
    root = Path(next(iter(spec.submodule_search_locations))) / "images"
    return [root / name for name in ("cards_github", "lenormand_oak", "lenormand_gemini")]


class Bench:
    """The parts; each returns its figures."""

    def __init__(self, args: argparse.Namespace) -> None:
        import numpy as np

        from vision.pictures.trial import read_art

        self.args = args
        self.art = read_art(args.faces or default_faces())
        if len(self.art) < DECK + FOREIGN:
            raise UserError(f"--faces: {len(self.art)} pictures found, {DECK + FOREIGN} are needed")
        names = sorted(self.art)
        order = np.random.default_rng(args.seed).permutation(len(names))
        self.deck_names = [names[i] for i in order[:DECK]]
        self.foreign = [names[i] for i in order[DECK : DECK + FOREIGN]]
        self._faces: dict[Any, Any] = {}

    def faces_for(self, size: tuple[float, float], dress: Any) -> Any:
        from vision.pictures.trial import trial_faces

        if (size, dress) not in self._faces:
            self._faces[size, dress] = trial_faces(self.art, size, dress)
        return self._faces[size, dress]

    # -- count and order ------------------------------------------------------------------------------------------

    def count(self) -> dict[str, Any]:
        """Random rows on random cloths, one frame each: as many cards as there are, in the right order."""
        import numpy as np

        from vision.pictures.deck import PictureDeck
        from vision.pictures.reader import RowReader
        from vision.pictures.trial import SIZES, row_trials

        readers = {}
        for size in SIZES:
            deck = PictureDeck("bench", size)
            deck.set_back(_kept(self.faces_for(size, "bleed")["back"]))
            readers[size] = RowReader(deck, learn=False, agree=1)
        block = 25
        wrong: list[str] = []
        done = 0
        by: dict[str, list[int]] = {}
        for seed in range(-(-self.args.scenes // block)):
            for trial in row_trials(
                self.args.seed * 10_000 + seed, min(block, self.args.scenes - done), self.faces_for, self.deck_names
            ):
                rng = np.random.default_rng((self.args.seed, *trial.about["id"]))
                reader = readers[trial.about["size"]]
                reader.start(seat=trial.seat)
                view, image = _read_row(reader, trial, rng)
                done += 1
                good = _row_right(view, trial)
                for key in ("level", "cloth", "dress", "pack"):
                    by.setdefault(f"{key} {trial.about[key]}", [0, 0])
                    by[f"{key} {trial.about[key]}"][0] += good
                    by[f"{key} {trial.about[key]}"][1] += 1
                if not good:
                    wrong.append(str(trial.about))
                    self._keep(f"count-{trial.about['id'][0]}-{trial.about['id'][1]}", image, view, trial.px_to_mm)
        return {
            "scenes": done,
            "right": round(1 - len(wrong) / max(1, done), 5),
            "wrong": wrong,
            "by": {key: f"{a}/{b}" for key, (a, b) in sorted(by.items()) if a < b},
        }

    def _keep(self, name: str, image: Any, view: Any, px_to_mm: Any) -> None:
        import cv2

        from vision.pictures.told import draw_view

        self.args.out.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(self.args.out / f"{name}.png"), draw_view(image, view, px_to_mm))

    # -- names ----------------------------------------------------------------------------------------------------

    def enrolled(self, dress: Any, camera_seed: int = 5) -> tuple[Any, dict[str, str]]:
        """The deck enrolled by showing its cards, ten at a time; with the name of each card's picture."""
        import numpy as np

        from vision.pictures.deck import PictureDeck
        from vision.pictures.enrol import Enrolment
        from vision.pictures.trial import camera_of, grid_trial

        rng = np.random.default_rng((self.args.seed, camera_seed))
        deck = PictureDeck("bench")
        deck.set_back(_kept(self.faces_for(deck.size_mm, dress)["back"]))
        session = Enrolment(deck, DECK)
        camera = camera_of(rng, "mild")
        names: dict[str, str] = {}
        renderer = None
        clock = 0.0
        tables = [self.deck_names[first : first + 10] for first in range(0, DECK, 10)]
        for shown in tables:
            trial = grid_trial(rng, self.faces_for, shown, "mild", camera, dress)
            trial.renderer = renderer
            for i in range(14):
                clock += 0.5
                progress = session.see(trial.frame(rng), trial.px_to_mm, clock)
                if i > 5 and not progress.waiting:
                    break
            renderer = trial.renderer
            for card in progress.cards:
                name = _nearest(trial, card.outline_px)
                if card.picture is not None:
                    names[name] = card.picture
                elif card.state == "alike" and len(tables) < 40:  # laid side by side with its twin, as it is asked for
                    twin = next(n for n, p in names.items() if p == card.like)
                    tables.append([twin, name])
        return deck, names

    def identity(self) -> dict[str, Any]:
        """Views of enrolled pictures in three lights: the nearest picture is the right one."""
        out: dict[str, Any] = {"enrolled": []}
        for dress in ("border", "bleed"):
            deck, names = self.enrolled(dress)
            out["enrolled"].append(len(deck))
            for level in LEVELS:
                views = self._views(deck, self.deck_names, level, dress, self.args.views // 2)
                got = out.setdefault(level, {"views": 0, "top1": 0, "accepted": 0, "wrong": 0})
                for name, match, _ in views:
                    got["views"] += 1
                    got["top1"] += match.best == names.get(name)
                    got["accepted"] += match.verdict == "known" and match.best == names.get(name)
                    got["wrong"] += match.verdict == "known" and match.best != names.get(name)
        for level in LEVELS:
            for key in ("top1", "accepted", "wrong"):
                out[level][key] = round(out[level][key] / max(1, out[level]["views"]), 5)
        return out

    def _views(self, deck: Any, names: list[str], level: Any, dress: Any, count: int, repeats: int = 4) -> list[Any]:
        """(name, match, place) of `count` views through finder and cut-out. Each table is seen in `repeats` lights."""
        import numpy as np

        from vision.pictures.find import Finder
        from vision.pictures.reader import ROW_AREA
        from vision.pictures.trial import camera_of, grid_trial, light_of, squeezed

        finder = Finder(deck.size_mm, ROW_AREA)
        out: list[Any] = []
        seed = 0
        while len(out) < count:
            seed += 1
            rng = np.random.default_rng((self.args.seed, seed, ord(level[1]), len(names), ord(dress[1])))
            camera = camera_of(rng, level)
            renderer = None
            for table in range(4):
                shown = [str(n) for n in rng.choice(names, min(10, len(names)), replace=False)]
                worn = dress if rng.random() < 0.6 else "sleeve+" + dress
                trial = grid_trial(rng, self.faces_for, shown, level, camera, worn)
                trial.renderer = renderer
                for repeat in range(repeats):
                    trial.scene.light = light_of(rng, level, [(c.x, c.y) for c in trial.scene.cards])
                    image = squeezed(trial.frame(rng), trial.jpeg)
                    for at, match in _matches(finder, deck, image, trial.px_to_mm):
                        out.append((_nearest_mm(trial, at), match, (seed, table, repeat)))
                renderer = trial.renderer
        return out[:count]

    def open_set(self) -> dict[str, Any]:
        """Pictures foreign to the deck must not be named; true ones should be, at once or after five frames."""
        deck, names = self.enrolled("border")
        per = self.args.strangers // 3
        out: dict[str, Any] = {"strangers": 0, "false": 0, "highest": 0.0, "true": 0, "accepted": 0}
        worst: list[Any] = []
        for level in LEVELS:
            for name, match, _ in self._views(deck, self.foreign, level, "border", per):
                out["strangers"] += 1
                out["false"] += match.verdict == "known"
                taken_for = next((n for n, p in names.items() if p == match.best), None)
                worst.append((round(match.score, 3), name, taken_for, level))
            mine = self._views(deck, self.deck_names, level, "border", max(200, per // 5))
            good = [match.verdict == "known" and match.best == names.get(name) for name, match, _ in mine]
            out["true"] += len(good)
            out["accepted"] += sum(good)
            out[f"accepted {level}"] = round(sum(good) / len(good), 4)
            out[f"accepted {level} after 5 frames"] = self._after_five(deck, names, level)
        worst.sort(reverse=True)
        out["accepted"] = round(out["accepted"] / out["true"], 4)
        out["highest"] = worst[:3]
        return out

    def _after_five(self, deck: Any, names: dict[str, str], level: Any) -> float:
        """Share of true cards named after five frames of a still table, ten cards a table: one card for every ten
        strangers."""
        import numpy as np

        from vision.pictures.find import Finder
        from vision.pictures.identify import Tally
        from vision.pictures.reader import ROW_AREA
        from vision.pictures.trial import camera_of, grid_trial

        finder = Finder(deck.size_mm, ROW_AREA)
        named = total = 0
        for table in range(max(12, self.args.strangers // 100)):
            rng = np.random.default_rng((self.args.seed, 555, table, ord(level[1])))
            trial = grid_trial(
                rng,
                self.faces_for,
                [str(n) for n in rng.choice(self.deck_names, 10, replace=False)],
                level,
                camera_of(rng, level),
                "border",
            )
            tallies: dict[str, Tally] = {}
            for _ in range(5):
                for at, match in _matches(finder, deck, trial.frame(rng), trial.px_to_mm):
                    tallies.setdefault(_nearest_mm(trial, at), Tally()).add(match)
            total += len(trial.order)
            named += sum(
                tally.picture is not None and tally.picture == names.get(name) for name, tally in tallies.items()
            )
        return round(named / total, 4)

    # -- following ------------------------------------------------------------------------------------------------

    def swap(self) -> dict[str, Any]:
        """Rows that people nudge, swap and reach over: every number stays with its card, and the ballot goes on. Read
        as at the table, frame after frame until the reader has made up its mind."""
        import numpy as np

        from vision.pictures.deck import PictureDeck
        from vision.pictures.reader import RowReader
        from vision.pictures.trial import camera_of, disturbed, grid_trial
        from vision.synth import Hand

        kept = switched = 0
        wrong: list[str] = []
        renderer: Any = None
        camera: Any = None
        reader = RowReader(PictureDeck("bench"), learn=False)
        for i in range(self.args.sequences):
            rng = np.random.default_rng((self.args.seed, 99, i))
            level = LEVELS[i % 3]
            if i % 40 == 0:
                renderer, camera = None, camera_of(rng, level)
            shown = [str(n) for n in rng.choice(self.deck_names, int(rng.integers(3, 7)), replace=False)]
            trial = grid_trial(rng, self.faces_for, shown, level, camera, "border", rows=1)
            trial.renderer = renderer
            reader.start(expected=len(shown))
            first, _, _ = _rest(reader, trial, rng, 0.0)
            reader.lock()
            number = {_nearest_mm(trial, c.at): c.number for c in first.cards}
            good = len(number) == len(shown)
            for step in range(3):
                kind = disturbed(rng, trial)
                if rng.random() < 0.5:
                    on = trial.scene.cards[int(rng.integers(len(shown)))]
                    trial.scene.hands = [Hand(at=(on.x, on.y), side=str(rng.choice(["near", "far"])))]
                    reader.read(trial.frame(rng), trial.px_to_mm, REST_S * (step + 1) - 0.5)
                    trial.scene.hands = []
                view, image, stopped = _rest(reader, trial, rng, REST_S * (step + 1))
                now = {_nearest_mm(trial, c.at): c.number for c in view.cards}
                switched += any(number.get(name) != n for name, n in now.items())
                if now != number or view.missing or stopped:
                    good = False
                    wrong.append(
                        f"{i} step {step} {kind} {level}: {len(now)} of {len(number)} missing {view.missing} {view.why}"
                    )
                    self._keep(f"swap-{self.args.seed}-{i}", image, view, trial.px_to_mm)
                    break
            renderer = trial.renderer
            kept += good
        return {
            "sequences": self.args.sequences,
            "kept": round(kept / self.args.sequences, 5),
            "number on another card": switched,
            "wrong": wrong[:20],
        }

    # -- speed ----------------------------------------------------------------------------------------------------

    def speed(self) -> dict[str, Any]:
        """CPU time of one read of a row of six, on one thread, against 84 and 500 enrolled pictures."""
        import numpy as np

        from vision.pictures.reader import RowReader
        from vision.pictures.trial import camera_of, grid_trial

        out: dict[str, Any] = {}
        frames = []
        for seed in range(6):
            rng = np.random.default_rng((self.args.seed, seed))
            camera = camera_of(rng, "middle")
            trial = grid_trial(rng, self.faces_for, self.deck_names[:6], "middle", camera, "border", rows=1)
            frames.append((trial.frame(rng), trial.px_to_mm))
        for size in (DECK, 500):
            reader = RowReader(self._filled(size), learn=False)
            took: dict[str, list[float]] = {"new": [], "still": []}
            for image, px_to_mm in [frames[0], *frames, *frames]:
                reader.start()
                for kind in ("new", "still"):
                    began = time.process_time()
                    reader.read(image, px_to_mm, 0.0)
                    took[kind].append((time.process_time() - began) * 1000)
            out[f"{size} pictures"] = {
                "a row never seen, ms": round(float(np.median(took["new"][1:])), 1),
                "a row that lies still, ms": round(float(np.median(took["still"][1:])), 1),
                "slowest, ms": round(float(max(took["new"][1:])), 1),
            }
        return out

    def _filled(self, size: int) -> Any:
        """A deck of `size` pictures: those there are, then mirrored and recoloured ones."""
        import cv2
        import numpy as np

        from vision.pictures.deck import PictureDeck

        deck = PictureDeck("bench")
        faces = self.faces_for(deck.size_mm, "border")
        names = [*self.deck_names, *(n for n in sorted(self.art) if n not in self.deck_names)]
        for i in range(size):
            face = faces[names[i % len(names)]]
            if i >= len(names):
                face = np.ascontiguousarray(np.roll(face[:, ::-1], 40 * (i // len(names)), axis=0))
                face = cv2.cvtColor(face, cv2.COLOR_BGR2RGB) if i // len(names) % 2 else face
            deck.add(_kept(face))
        return deck


def _kept(face: Any) -> Any:
    """A face at the size in which decks keep views."""
    import cv2

    from vision.pictures.deck import KEPT_SIZE

    return cv2.resize(face, KEPT_SIZE[::-1], interpolation=cv2.INTER_AREA)


def _read_row(reader: Any, trial: Any, rng: Any) -> tuple[Any, Any]:
    """The row as read; where a hand is in the picture first with it, then without."""
    image = trial.frame(rng)
    view = reader.read(image, trial.px_to_mm, 0.0)
    if trial.scene.hands:
        trial.scene.hands = []
        image = trial.frame(rng)
        view = reader.read(image, trial.px_to_mm, 0.1)
    return view, image


def _rest(reader: Any, trial: Any, rng: Any, t: float) -> tuple[Any, Any, bool]:
    """A row at rest, frame after frame until it is agreed on: the last view, its picture, and whether any view would
    have stopped the ballot."""
    stopped = False
    for k in range(MOST_FRAMES):
        image = trial.frame(rng)
        view = reader.read(image, trial.px_to_mm, t + FRAME_S * k)
        stopped = stopped or (reader.locked and view.state == "cannot")
        if view.state == "done":
            break
    return view, image, stopped


def _row_right(view: Any, trial: Any) -> bool:
    """As many cards as there are, each under its number."""
    if len(view.cards) != len(trial.order):
        return False
    places = {card.name: (card.x, card.y) for card in trial.scene.cards}
    return all(
        abs(card.at[0] - places[name][0]) < 18 and abs(card.at[1] - places[name][1]) < 18 and card.number == number
        for number, (card, name) in enumerate(zip(view.cards, trial.order, strict=True), start=1)
    )


def _matches(finder: Any, deck: Any, image: Any, px_to_mm: Any) -> Any:
    """(place, match) for each card found in a frame."""
    from vision.pictures.cut import cut, to_px
    from vision.pictures.describe import describe

    for one in finder.find(image, px_to_mm).cards:
        yield one.centre, deck.album.match(describe(cut(image, to_px(one.outline, px_to_mm))))


def _nearest_mm(trial: Any, at: Any) -> str:
    """The name of the card that lies at a place."""
    return str(min(trial.scene.cards, key=lambda c: (c.x - at[0]) ** 2 + (c.y - at[1]) ** 2).name)


def _nearest(trial: Any, outline_px: Any) -> str:
    middle = trial.camera.unproject(outline_px.mean(axis=0)[None])[0]
    return _nearest_mm(trial, (float(middle[0]), float(middle[1])))
