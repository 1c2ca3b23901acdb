"""Who holds a GPIO line: the kernel knows the consumer's name, /proc the processes that hold lines.

Best effort, on Linux only: every failure means "unknown", never an error.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

GPIO_V2_GET_LINEINFO = 0xC100B405
"""_IOWR(0xB4, 5, struct gpio_v2_line_info of 256 bytes), from the kernel's linux/gpio.h."""

LINE_INFO_SIZE = 256
USED = 1


def who_holds(pin: int, root: Path = Path("/")) -> str:
    """Words for who holds the line, such as ``'gpio-fan'`` or ``'lg' (python3, process 812)``; empty if unknown."""
    consumer = consumer_of(pin, root)
    processes = holders(root)
    if not consumer and not processes:
        return ""
    name = f"'{consumer}'" if consumer else "a program"
    if not processes:
        return name
    return f"{name} ({', '.join(f'{command}, process {pid}' for pid, command in processes)})"


def consumer_of(pin: int, root: Path = Path("/")) -> str:
    """The name under which the line is held, from the first chip that calls it ``GPIO<pin>`` or the first of all."""
    for chip in sorted(root.glob("dev/gpiochip*")):
        info = _line_info(chip, pin)
        if info is None:
            continue
        name, consumer, flags = unpack_line_info(info)
        if name in ("", f"GPIO{pin}") and flags & USED:
            return consumer
    return ""


def unpack_line_info(data: bytes) -> tuple[str, str, int]:
    """Name, consumer and flags of a ``struct gpio_v2_line_info``."""
    name, consumer, _offset, _attributes, flags = struct.unpack_from("=32s32sIIQ", data)
    return _text(name), _text(consumer), flags


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode("utf-8", "replace")


def _line_info(chip: Path, pin: int) -> bytes | None:
    try:
        import fcntl

        handle = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    except (OSError, ImportError):
        return None
    try:
        request = bytearray(LINE_INFO_SIZE)
        struct.pack_into("=I", request, 64, pin)
        fcntl.ioctl(handle, GPIO_V2_GET_LINEINFO, request)
        return bytes(request)
    except OSError:
        return None
    finally:
        os.close(handle)


def holders(root: Path = Path("/")) -> list[tuple[int, str]]:
    """Other processes that hold GPIO lines or chips, as (process id, command); only those this user may look into."""
    found = []
    for folder in sorted(root.glob("proc/[0-9]*"), key=lambda path: int(path.name)):
        pid = int(folder.name)
        if pid != os.getpid() and _holds_lines(folder):
            found.append((pid, _command(folder)))
    return found


def _holds_lines(folder: Path) -> bool:
    try:
        targets = [str(link.readlink()) for link in (folder / "fd").iterdir()]
    except OSError:
        return False
    return any("gpio-line" in target or "gpiochip" in target or "gpio-event" in target for target in targets)


def _command(folder: Path) -> str:
    try:
        return (folder / "comm").read_text(encoding="utf-8", errors="replace").strip() or "?"
    except OSError:
        return "?"
