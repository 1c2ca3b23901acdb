"""`cardtable bench boot`: from the start of the process to READY=1, then what an idle table costs."""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HELP = "Start the table as systemd does, several times: seconds to READY=1, idle load, memory, seconds to stop."
EPILOG = """example: cardtable bench boot --starts 5 --idle 20

The screen is SDL's dummy driver unless SDL_VIDEODRIVER says otherwise; camera and pins are off unless a settings file
is given. Aims: ready within 2.5 s, under 5 % of one core and 300 MiB when idle.
exit status: 0 all aims met, 1 not, 2 wrong use"""

READY_S, IDLE_SHARE, MEMORY_MIB = 2.5, 0.05, 300.0
SETTINGS = '[camera]\nsource = "none"\n[keys]\nprofile = "keyboard"\n[display]\nsize = "1280x720"\n'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--starts", type=int, default=5, metavar="N", help="how many starts (5)")
    parser.add_argument(
        "--idle", type=float, default=15.0, metavar="S", help="seconds of idling that are measured (15)"
    )
    parser.add_argument("--settings", type=Path, metavar="FILE", help="settings to start with, such as a real camera")
    parser.add_argument("--json", action="store_true", help="one JSON document on standard output")


class Manager:
    """The service manager's end: where the table's notices arrive."""

    def __init__(self, folder: Path, settings: Path | None) -> None:
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.link.bind(str(folder / "notify"))
        file = settings or folder / "settings.toml"
        if settings is None:
            file.write_text(SETTINGS, encoding="utf-8")
        self.environ = {
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "20000000",
            "STATE_DIRECTORY": str(folder / "state"),
            "RUNTIME_DIRECTORY": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "CARDTABLE_SETTINGS": str(file.absolute()),
            "LG_WD": str(folder),
        }
        self.environ.pop("WATCHDOG_PID", None)

    @contextmanager
    def table(self) -> Iterator[subprocess.Popen[bytes]]:
        """A running table; killed if it is still there at the end."""
        command = [sys.executable, "-m", "table", "run"]
        process = subprocess.Popen(command, env=self.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def wait_for(self, word: str, seconds: float) -> bool:
        """Whether a notice with this word comes in time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.link.settimeout(left)
            try:
                notice = self.link.recv(4096).decode("utf-8", "replace")
            except TimeoutError:
                return False
            if any(line.startswith(word) for line in notice.splitlines()):
                return True
        return False


def processor_seconds(pid: int) -> float:
    """User and system time of all threads of a process, in s."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> float:
    """Resident memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(manager: Manager, idle: float) -> dict[str, float]:
    """One start, one idle stretch, one orderly stop."""
    begun = time.monotonic()
    with manager.table() as process:
        ready = manager.wait_for("READY=1", 60.0)
        took = time.monotonic() - begun if ready else float("inf")
        work = processor_seconds(process.pid)
        time.sleep(min(3.0, idle))  # the self-check and the first pictures are not idling
        before, at = processor_seconds(process.pid), time.monotonic()
        time.sleep(idle)
        share = (processor_seconds(process.pid) - before) / (time.monotonic() - at)
        memory = memory_mib(process.pid)
        at = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
        return {
            "ready_s": took,
            "ready_processor_s": work,
            "idle_share": share,
            "memory_mib": memory,
            "stop_s": time.monotonic() - at,
            "status": float(process.returncode),
        }


def run(args: argparse.Namespace) -> int:
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(Path(folder), args.settings)
        for number in range(args.starts):
            # Idling is measured once: it is the same each time and takes long.
            runs.append(measure(manager, args.idle if number == args.starts - 1 else 0.5))
    ready = sorted(run["ready_s"] for run in runs)
    last = runs[-1]
    good = ready[-1] <= READY_S and last["idle_share"] <= IDLE_SHARE and last["memory_mib"] <= MEMORY_MIB
    good = good and all(run["status"] == 0 for run in runs)
    result = {
        "ok": good,
        "ready_s": {"least": ready[0], "middle": ready[len(ready) // 2], "most": ready[-1]},
        "ready_processor_s": min(run["ready_processor_s"] for run in runs),
        "idle_share": last["idle_share"],
        "memory_mib": last["memory_mib"],
        "stop_s": max(run["stop_s"] for run in runs),
        "exit_status": [int(run["status"]) for run in runs],
    }
    if args.json:
        print(json.dumps(result))
    else:
        print(f"ready after {ready[0]:.2f} to {ready[-1]:.2f} s, middle {ready[len(ready) // 2]:.2f} (aim {READY_S})")
        print(f"of which {result['ready_processor_s']:.2f} s are work of this process; the rest waits for others")
        print(
            f"idle: {last['idle_share']:.1%} of one core (aim {IDLE_SHARE:.0%}), {last['memory_mib']:.0f} MiB (aim 300)"
        )
        print(f"orderly stop within {result['stop_s']:.2f} s, exit status {result['exit_status']}")
    return 0 if good else 1
