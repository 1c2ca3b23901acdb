"""The machine itself: disk space, clock, temperature, under-voltage."""

from __future__ import annotations

import datetime
import os
import shutil
from pathlib import Path

from table.settings import folders

from .context import Context, read_text
from .result import CheckResult, bad, off, ok, warn

BUILT_IN = 2025
"""The table did not exist before this year: a clock that shows an earlier one was never set."""

UNDER_VOLTAGE_NOW = 1 << 0
THROTTLED_NOW = 1 << 2
UNDER_VOLTAGE_SINCE_BOOT = 1 << 16
"""Bits of the firmware's ``get_throttled``, as the maker of the Raspberry Pi documents them."""


def space(context: Context) -> CheckResult:
    """Room for games on the card, and whether it can be written at all."""
    folder = _nearest_existing(folders.store_folder(context.settings))
    try:
        usage = shutil.disk_usage(folder)
        read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError as error:
        return bad("space", f"{folder} cannot be looked at ({error.strerror})", "check the card or the mount")
    free_mb, wanted = usage.free // 1_000_000, context.settings.store.free_mb
    if read_only:
        return bad(
            "space",
            f"{folder} is mounted read-only; games are not kept",
            "the card may be worn: make a backup, then a new card",
            free_mb=free_mb,
        )
    if not os.access(folder, os.W_OK):
        return bad(
            "space",
            f"{folder} is not writable for this user; games are not kept",
            "run as the table's own user, or: sudo chown -R cardtable /var/lib/cardtable",
            free_mb=free_mb,
        )
    if free_mb < wanted:
        return warn(
            "space",
            f"{free_mb} MB free in {folder}, fewer than {wanted}",
            "remove recordings and old backups",
            free_mb=free_mb,
        )
    return ok("space", f"{free_mb} MB free in {folder}", free_mb=free_mb)


def _nearest_existing(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def clock(context: Context) -> CheckResult:
    """The clock only dates the history; the games themselves never look at it."""
    shown = datetime.datetime.fromtimestamp(context.now, tz=datetime.UTC)
    text = f"{shown:%Y-%m-%d %H:%M} UTC"
    if shown.year < BUILT_IN:
        return warn(
            "clock",
            f"shows {text}; games will be dated wrongly",
            "connect a network once, or fit a clock battery (Pi 5: the J5 connector)",
            unix_s=int(context.now),
        )
    service = context.at("run/systemd/timesync")
    if service.is_dir() and not (service / "synchronized").exists():
        return warn(
            "clock",
            f"{text}, not yet set from the network",
            "nothing to do if the date is right",
            unix_s=int(context.now),
        )
    return ok("clock", text, unix_s=int(context.now))


def heat(context: Context) -> CheckResult:
    """Temperature of the processor; a Raspberry Pi slows down at 80 to 85 °C."""
    for zone in sorted(context.at("sys/class/thermal").glob("thermal_zone*")):
        kind, value = read_text(zone / "type") or "", read_text(zone / "temp") or ""
        if ("cpu" not in kind and "pkg" not in kind) or not value.lstrip("-").isdigit():
            continue
        degrees = int(value) / 1000
        if degrees >= 80:
            return bad(
                "heat",
                f"the processor is at {degrees:.0f} °C and slows down",
                "fit a cooler, open the case",
                temperature_c=degrees,
            )
        if degrees >= 70:
            return warn("heat", f"the processor is at {degrees:.0f} °C", "give it more air", temperature_c=degrees)
        return ok("heat", f"{degrees:.0f} °C", temperature_c=degrees)
    return off("heat", "this machine does not tell its temperature")


def power(context: Context) -> CheckResult:
    """Under-voltage: the commonest cause of odd faults of a Raspberry Pi."""
    flags = _throttled(context)
    if flags is None:
        return off("power", "this machine does not tell about under-voltage")
    if flags & UNDER_VOLTAGE_NOW:
        return bad(
            "power",
            "under-voltage now",
            "use the power supply made for this Pi and a short cable",
            throttled=hex(flags),
        )
    if flags & UNDER_VOLTAGE_SINCE_BOOT:
        return warn(
            "power",
            "there was under-voltage since the start",
            "use the power supply made for this Pi",
            throttled=hex(flags),
        )
    if flags & THROTTLED_NOW:
        return warn("power", "the processor is slowed down", "see the temperature", throttled=hex(flags))
    return ok("power", "no under-voltage since the start", throttled=hex(flags))


def _throttled(context: Context) -> int | None:
    """The firmware's word, from the kernel where it shows it, else the voltage sensor's alarm."""
    for path in (
        "sys/devices/platform/soc/soc:firmware/get_throttled",
        "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
    ):
        value = context.text(path)
        if value:
            try:
                return int(value, 16)
            except ValueError:
                continue
    for sensor in sorted(context.at("sys/class/hwmon").glob("hwmon*")):
        if read_text(sensor / "name") == "rpi_volt":
            return UNDER_VOLTAGE_NOW if read_text(sensor / "in0_lcrit_alarm") == "1" else 0
    return None
