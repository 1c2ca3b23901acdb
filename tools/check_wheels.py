"""Do the lock files install on a Raspberry Pi? Every requirement must have a wheel there, with the locked hash.

    python tools/check_wheels.py                 # pi.txt for Python 3.11 (Bookworm) and 3.13 (Trixie), aarch64
    python tools/check_wheels.py --lock requirements/runtime.txt --python 3.12

pip judges the conditions of a lock line (``; platform_machine == 'aarch64'``) by the machine it runs on, even when
it downloads for another. So the lines are chosen here, for the Pi, and handed to ``pip download --require-hashes
--only-binary=:all:``. Then the wheels' own requirements are read, to see that the lock leaves none out.
Needs a package index; takes about 200 MB of downloads for each Python.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
GLIBC = {"3.11": 36, "3.12": 36, "3.13": 41}
"""The C library (2.x) of the Raspberry Pi OS that has this Python: Bookworm 2.36, Trixie 2.41."""


def environment(python: str, machine: str = "aarch64") -> dict[str, str]:
    """What a condition in a lock file sees on the target."""
    return {
        "implementation_name": "cpython",
        "implementation_version": f"{python}.0",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Linux",
        "platform_version": "",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
        "extra": "",
    }


def locked_lines(lock: str, target: dict[str, str]) -> list[str]:
    """The requirements of a lock file that hold on the target, without their conditions, hashes kept."""
    lines = []
    for entry in re.sub(r"\\\n\s*", " ", lock).splitlines():
        if not entry.strip() or entry.lstrip().startswith("#"):
            continue
        requirement, *hashes = entry.split(" --hash=")
        pin, _, condition = requirement.partition(";")
        if not condition.strip() or Marker(condition.strip()).evaluate(target):
            lines.append(" ".join([pin.strip(), *(f"--hash={item.strip()}" for item in hashes)]))
    return lines


def left_out(wheels: list[Path], target: dict[str, str]) -> list[str]:
    """Requirements of the wheels that no wheel fulfils: what pip would look for without finding it locked."""
    found, wanted = {}, []
    for wheel in wheels:
        name, version = wheel.name.split("-")[:2]
        found[canonicalize_name(name)] = version
        with zipfile.ZipFile(wheel) as archive:
            inner = next(item for item in archive.namelist() if item.endswith(".dist-info/METADATA"))
            metadata = HeaderParser().parsestr(archive.read(inner).decode("utf-8"))
        wanted += [(wheel.name, Requirement(text)) for text in metadata.get_all("Requires-Dist", [])]
    missing = []
    for owner, requirement in wanted:
        if requirement.marker and not requirement.marker.evaluate(target):
            continue
        version = found.get(canonicalize_name(requirement.name))
        if version is None or not requirement.specifier.contains(version, prereleases=True):
            missing.append(f"{owner} needs {requirement.name}{requirement.specifier}, the lock has {version or 'none'}")
    return missing


def download(lines: list[str], python: str, folder: Path) -> str:
    """Fetch the wheels for the target into `folder`; returns pip's complaint, empty when all came."""
    short = python.replace(".", "")
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(17, GLIBC[python] + 1)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--only-binary=:all:", "--implementation", "cp", "--python-version", python]
    command += ["--abi", f"cp{short}", "--abi", "abi3", "--abi", "none", "-d", str(folder), "-r", str(wanted)]
    for platform in [*platforms, "manylinux2014_aarch64", "linux_aarch64"]:
        command += ["--platform", platform]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip() or f"pip ended with {done.returncode}"


def check(lock: Path, python: str) -> bool:
    """One lock file on one Python; prints a line and what is wrong below it."""
    target = environment(python)
    lines = locked_lines(lock.read_text(encoding="utf-8"), target)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        complaint = download(lines, python, folder)
        wheels = sorted(folder.glob("*.whl"))
        size = sum(wheel.stat().st_size for wheel in wheels) / 1e6
        missing = [] if complaint else left_out(wheels, target)
    verdict = "ok" if not complaint and not missing else "NOT INSTALLABLE"
    print(f"{lock.name}, Python {python}, aarch64: {verdict}: {len(wheels)} of {len(lines)} wheels, {size:.0f} MB")
    for text in [complaint, *missing]:
        if text:
            print("   ", text.replace("\n", "\n    "))
    return verdict == "ok"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lock", type=Path, action="append", help="lock file (default: requirements/pi.txt)")
    parser.add_argument("--python", action="append", choices=sorted(GLIBC), help="default: 3.11 and 3.13")
    args = parser.parse_args()
    locks = args.lock or [ROOT / "requirements" / "pi.txt"]
    results = [check(lock, python) for lock in locks for python in args.python or ["3.11", "3.13"]]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
