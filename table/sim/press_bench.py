"""How long from a press to the picture that answers it, with everything running as on a table."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

from table.app.app import App, Parts
from table.app.signal_queue import SignalQueue
from table.intake.options import Options
from table.intake.start import Attract
from table.intake.table import Table
from table.rules.signals import Press


def measure(rulesets: dict[str, Any], presses: int) -> dict[str, Any]:
    """Presses language and back keys of a menu; each changes the picture. Gives percentiles in ms."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import cv2

    from table.paint import Window
    from vision.camera.sim import Sim
    from vision.core import EyeCore
    from vision.mat import draw, load_mat
    from vision.reader import CardReader
    from vision.synth import Camera, Mat, Scene, playing_faces

    cv2.setNumThreads(1)
    clock = time.monotonic
    queue = SignalQueue()
    table = Table(Options(), rulesets, now=clock())
    table.go(Attract(table))
    window = Window("none", size=(1280, 720))
    app = App(table, Parts(queue=queue, display=window), clock)
    mat = load_mat("gin")
    scene = Scene(playing_faces("classic"), Mat(draw(mat, px_per_mm=3.0), 3.0))
    for i, name in enumerate(("7S", "8S", "9S", "KC", "KD", "KH", "2C", "2D", "2H", "AS")):
        scene.put(name, x=80 + i * 20.0, y=348)
    sim = Sim(scene, Camera())
    core = EyeCore(mat, CardReader())
    stop = threading.Event()
    reading = threading.Thread(target=_read, args=(core, sim, stop, queue), daemon=True)
    reading.start()
    times: list[float] = []
    shown = threading.Event()
    pressed_at = [0.0]
    real_show = window.show

    def show(screen: Any, now: float) -> bool:
        changed = real_show(screen, now)
        if changed and pressed_at[0]:
            times.append(clock() - pressed_at[0])
            pressed_at[0] = 0.0
            shown.set()
        return changed

    window.show = show  # type: ignore[method-assign]
    presser = threading.Thread(target=_press, args=(queue, clock, pressed_at, shown, presses, app), daemon=True)
    presser.start()
    app.run()
    stop.set()
    reading.join(2)
    window.close()
    times.sort()
    return {
        "ok": len(times) >= presses * 0.99 and times[int(len(times) * 0.99) - 1] < 0.05,
        "presses": len(times),
        "median_ms": round(times[len(times) // 2] * 1e3, 1),
        "p99_ms": round(times[int(len(times) * 0.99) - 1] * 1e3, 1),
        "worst_ms": round(times[-1] * 1e3, 1),
    }


def _read(core: Any, sim: Any, stop: threading.Event, queue: SignalQueue) -> None:
    """Reads the ten laid cards anew with every frame."""
    t = time.monotonic()
    core.expect("show")
    while not stop.is_set():
        t += 1 / 15
        for watch in core._watches.values():
            watch.disturb()
        for signal in core.feed(sim.frame(t)):
            queue.put(signal)


def _press(queue: SignalQueue, clock: Any, at: list[float], shown: threading.Event, count: int, app: App) -> None:
    queue.put(Press(t=clock(), seat="sun", key=1))
    queue.put(Press(t=clock(), seat="sun", key=1, action="up"))
    time.sleep(1.5)
    for _ in range(count):
        # Another language: the whole picture changes.
        shown.clear()
        at[0] = clock()
        queue.put(Press(t=at[0], seat="sun", key=3))
        shown.wait(2)
        time.sleep(0.08)
        queue.put(Press(t=clock(), seat="sun", key=3, action="up"))
        # A second press of the same key right after the first would be taken for a bounce.
        time.sleep(0.6)
    app.stop()
