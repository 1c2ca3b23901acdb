"""One table at a time: two would fight for the camera, the pins and the database."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType

from .paths import state_folder

FILE_NAME = "running.lock"
LOCKS = Path("/proc/locks")


class AlreadyRunning(RuntimeError):  # noqa: N818 - named as the message reads
    """Another table uses the same folder; the text names its process and what to do."""

    def __init__(self, pid: int | None, folder: Path) -> None:
        self.pid = pid
        who = f"process {pid}" if pid else "another process"
        super().__init__(
            f"the table is running already ({who} uses {folder}); stop it first with "
            f"'sudo systemctl stop cardtable'{f' or: kill {pid}' if pid else ''}"
        )


def running_pid(folder: Path | None = None) -> int | None:
    """The process of a table that runs in this folder; None where none does. Never in the way of one that starts.

    Trying the lock would hold it for a moment, and a table that starts in that moment would leave. So the kernel's
    list of locks is read where there is one.
    """
    file = (folder or state_folder()) / FILE_NAME
    try:
        inode = file.stat().st_ino
        pid = int(file.read_text(encoding="ascii"))
        locks = LOCKS.read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    for line in locks.splitlines():
        words = line.split()
        if "FLOCK" in words and str(pid) in words and any(word.endswith(f":{inode}") for word in words):
            return pid
    return None


class Instance:
    """Holds the lock while the table runs. The kernel lets go of it when the process ends, however it ends.

    `held` is False where the folder cannot be written (a full or read-only card): the table then runs unguarded.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Take the lock.

        Raises:
            AlreadyRunning: another process holds it.
        """
        self.folder = folder or state_folder()
        self.held = False
        self._handle = -1
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self.folder / FILE_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            pid = self._read_pid()
            os.close(self._handle)
            self._handle = -1
            raise AlreadyRunning(pid, self.folder) from None
        self.held = True
        self._write_pid()

    def _read_pid(self) -> int | None:
        text = os.pread(self._handle, 32, 0).decode("ascii", "replace").strip()
        return int(text) if text.isdigit() else None

    def _write_pid(self) -> None:
        try:
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"{os.getpid()}\n".encode("ascii"), 0)
        except OSError:
            return  # no room for six bytes; the lock itself holds

    def release(self) -> None:
        """Let the next one in. The file stays: removing it would let two in at once."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
            self.held = False

    def __enter__(self) -> Instance:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
