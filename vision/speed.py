"""How fast the reader is, on one thread, beside another reader in the same run."""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.reader import CardReader
from vision.table_pictures import table_picture, twenty_apart

MAT_MM = (594.0, 420.0)


def measure_speed(reader: CardReader, beside: Path | None, runs: int = 15) -> list[dict[str, Any]]:
    """Rows with what was timed: median and best in ms, and the median of the processor time, which a busy machine
    disturbs less."""
    other = None if beside is None else first_study(beside)
    rows = []
    for width, height in ((1080, 760), (1280, 960)):
        px_per_mm = width / MAT_MM[0]
        laid = twenty_apart((MAT_MM[0], height / px_per_mm))
        frame = table_picture(laid, (width, height), px_per_mm)
        named = len(set(reader.read(frame, px_per_mm).names) & {one.card for one in laid})
        jobs = {f"frame {width}x{height}, 20 cards, {named} named": lambda f=frame, s=px_per_mm: reader.read(f, s)}
        if other is not None:
            jobs[f"frame {width}x{height}, the first study"] = lambda f=frame, w=width: other(f, (w,))
        rows += timed(jobs, runs)
    px_per_mm = 5.0
    photo = table_picture(twenty_apart((320.0, 400.0))[:12], (1600, 1200), px_per_mm)
    jobs = {"photo 1600x1200 of unknown scale": lambda: reader.read(photo)}
    if other is not None:
        jobs["photo 1600x1200, the first study"] = lambda: other(photo, (1800, 1150, 720, 450, 290))
    return rows + timed(jobs, max(5, runs // 3))


def timed(jobs: dict[str, Callable[[], object]], runs: int) -> list[dict[str, Any]]:
    """Each job `runs` times, taking turns, so that a busy moment of the machine hits all alike."""
    spent: dict[str, list[float]] = {name: [] for name in jobs}
    busy: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(runs + 2):
        for name, job in jobs.items():
            start, work = time.perf_counter(), time.process_time()
            job()
            if turn >= 2:
                spent[name].append(1000 * (time.perf_counter() - start))
                busy[name].append(1000 * (time.process_time() - work))
    return [
        {
            "what": name,
            "ms": round(statistics.median(spent[name]), 1),
            "best": round(min(spent[name]), 1),
            "cpu": round(statistics.median(busy[name]), 1),
        }
        for name in jobs
    ]


def first_study(folder: Path) -> Callable[[np.ndarray, tuple[int, ...]], object]:
    """The first study's reader, from the folder that holds its ``infer.py`` and its weights."""
    sys.path.insert(0, str(folder.resolve()))
    back = Path.cwd()
    try:
        os.chdir(folder)
        study = importlib.import_module("infer").Reader("detV.onnx", "clsV.onnx")
    finally:
        os.chdir(back)
        sys.path.pop(0)
    cv2.setNumThreads(1)
    return lambda image, sides: study.read(image, sides)
