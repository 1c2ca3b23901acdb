"""Telling systemd that the table is ready, alive, or stopping, and deciding whether it is alive.

The protocol is a datagram of ``NAME=value`` lines to the socket that $NOTIFY_SOCKET names; without that variable
nothing is sent and nothing fails, so the same program runs on a desktop.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Mapping


class Notifier:
    """One socket to the service manager; every method returns whether the message went out."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        address = environ.get("NOTIFY_SOCKET", "")
        # An abstract socket is written with '@' where the kernel wants a zero byte.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_s = _watchdog_seconds(environ)

    def send(self, *lines: str) -> bool:
        """Send ``NAME=value`` lines in one datagram. A manager that is away is no reason to stop."""
        if not self._address:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link:
                link.setblocking(False)
                link.sendto("\n".join(lines).encode("utf-8"), self._address)
        except OSError:
            return False
        return True

    def ready(self, status: str = "") -> bool:
        """The first picture is on the screen and keys are taken."""
        return self.send("READY=1", *([f"STATUS={_one_line(status)}"] if status else []))

    def status(self, text: str) -> bool:
        """One line for ``systemctl status``; never anything about a vote."""
        return self.send(f"STATUS={_one_line(text)}")

    def pet(self) -> bool:
        """Alive: the manager starts its wait anew."""
        return self.send("WATCHDOG=1")

    def stopping(self, status: str = "") -> bool:
        """An orderly stop has begun."""
        return self.send("STOPPING=1", *([f"STATUS={_one_line(status)}"] if status else []))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _watchdog_seconds(environ: Mapping[str, str]) -> float | None:
    """Within how many seconds a sign of life is wanted; None where nobody watches (this process)."""
    try:
        usec = int(environ.get("WATCHDOG_USEC", "0"))
        pid = int(environ.get("WATCHDOG_PID", "0"))
    except ValueError:
        return None
    if usec <= 0 or pid not in (0, os.getpid()):
        return None
    return usec / 1e6


class Watchdog:
    """Pets only while every named part shows signs of life, so that one hung thread restarts the table.

    `limits` gives for each part how many seconds may lie between two beats. All times are seconds on the table's
    monotonic clock and are given by the caller: nothing here reads a clock. A part counts as just beaten when it is
    added, so that a slow start is not taken for a hang.
    """

    def __init__(self, limits: Mapping[str, float], now: float, every: float = 1.0) -> None:
        """`every` is the least number of seconds between two pets."""
        self._limits: dict[str, float] = dict(limits)
        self._beats: dict[str, float] = dict.fromkeys(limits, now)
        self._every = every
        self._petted: float | None = None

    def beat(self, part: str, now: float) -> None:
        """A sign of life. One from a thread that was overtaken does not turn the time back."""
        if part not in self._limits:
            raise KeyError(f"no part of the watchdog is called {part!r}; the parts are {', '.join(self._limits)}")
        self._beats[part] = max(now, self._beats[part])

    def expect(self, part: str, limit: float, now: float) -> None:
        """Watch one more part, such as a camera that came back."""
        self._limits[part] = limit
        self._beats[part] = now

    def forget(self, part: str) -> None:
        """Stop watching a part that is known to be away (a missing camera is told on the screen, not by a restart)."""
        self._limits.pop(part, None)
        self._beats.pop(part, None)

    def watches(self, part: str) -> bool:
        """Whether this part is watched now."""
        return part in self._limits

    def late(self, now: float) -> tuple[str, ...]:
        """The parts without a sign of life for longer than their limit."""
        return tuple(part for part, limit in self._limits.items() if now - self._beats[part] > limit)

    def due(self, now: float) -> bool:
        """Whether to pet now: all parts are alive and the last pet was `every` seconds ago. Counts as the pet."""
        if self.late(now) or (self._petted is not None and now - self._petted < self._every):
            return False
        self._petted = now
        return True


def overdue_text(parts: Iterable[str]) -> str:
    """For status and journal: which part hangs."""
    return f"no sign of life from: {', '.join(parts)}"
