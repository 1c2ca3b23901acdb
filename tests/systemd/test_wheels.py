"""The lock files as a Raspberry Pi sees them; the download itself is `python tools/check_wheels.py`."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from check_wheels import environment, left_out, locked_lines  # noqa: E402

LOCK = """\
# made by a tool
numpy==2.4.6 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
lgpio==0.2.2.0 ; python_full_version < '3.13' and platform_machine == 'aarch64' \\
    --hash=sha256:cc
colorama==0.4.6 ; sys_platform == 'win32' \\
    --hash=sha256:dd
"""


def pins(lines: list[str]) -> list[str]:
    return [line.split()[0] for line in lines]


def test_conditions_are_judged_for_the_pi_and_not_for_this_machine():
    assert pins(locked_lines(LOCK, environment("3.11"))) == ["numpy==2.4.6", "lgpio==0.2.2.0"]
    assert pins(locked_lines(LOCK, environment("3.13"))) == ["numpy==2.4.6"]
    assert locked_lines(LOCK, environment("3.11"))[0] == "numpy==2.4.6 --hash=sha256:aa --hash=sha256:bb"


def wheel(folder: Path, name: str, *requirements: str) -> Path:
    file = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        text = "".join(f"Requires-Dist: {requirement}\n" for requirement in requirements)
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{text}")
    return file


def test_a_requirement_that_the_lock_leaves_out_is_named(tmp_path: Path):
    wheels = [wheel(tmp_path, "alpha", "beta>=1", "gamma; python_version < '3.12'", "delta; sys_platform == 'win32'")]
    wheels.append(wheel(tmp_path, "beta", "Alpha>=2"))
    assert left_out(wheels, environment("3.13")) == ["beta-1.0-py3-none-any.whl needs Alpha>=2, the lock has 1.0"]
    assert len(left_out(wheels, environment("3.11"))) == 2


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("lock", ["runtime.txt", "pi.txt", "dev.txt"])
def test_every_line_of_the_locks_is_pinned_and_hashed(lock: str, python: str):
    lines = locked_lines((ROOT / "requirements" / lock).read_text(encoding="utf-8"), environment(python))
    assert len(lines) > 8
    for line in lines:
        assert "==" in line.split()[0]
        assert "--hash=sha256:" in line
    names = {pin.split("==")[0] for pin in pins(lines)}
    assert {"numpy", "msgspec", "gpiozero", "pygame-ce", "opencv-python-headless"} <= names
    assert ("lgpio" in names) == (lock != "runtime.txt" and python != "3.13")


def test_exactly_one_opencv_is_locked():
    for lock in ("runtime.txt", "pi.txt", "dev.txt"):
        lines = locked_lines((ROOT / "requirements" / lock).read_text(encoding="utf-8"), environment("3.11"))
        assert [pin.split("==")[0] for pin in pins(lines) if pin.startswith("opencv")] == ["opencv-python-headless"]
