"""The units: systemd finds nothing to complain about, and they may touch little."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNITS = sorted([*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.timer")])
SERVICES = sorted(SYSTEMD.glob("*.service"))

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")


@pytest.fixture
def installed(tmp_path: Path) -> list[str]:
    """The units as if the program were there: `verify` looks for the executables."""
    for unit in UNITS:
        text = re.sub(r"/opt/cardtable/current/\S+/[\w.-]+", "/bin/true", unit.read_text(encoding="utf-8"))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    return [str(tmp_path / unit.name) for unit in UNITS]


def analyze(*words: str) -> str:
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip()


@needs_systemd
def test_verify_prints_nothing(installed: list[str]):
    assert analyze("verify", *installed) == ""


@needs_systemd
def test_verify_does_print_when_a_word_is_wrong(installed: list[str]):
    """`systemd-analyze verify` ends with 0 on unknown words, so the test above must be able to fail."""
    unit = Path(next(name for name in installed if name.endswith("/cardtable.service")))
    unit.write_text(unit.read_text(encoding="utf-8").replace("WatchdogSec", "WatchdogSeconds"), encoding="utf-8")
    assert "WatchdogSeconds" in analyze("verify", str(unit))


@needs_systemd
@pytest.mark.parametrize("service", [unit.name for unit in SERVICES])
def test_the_exposure_is_under_two(installed: list[str], service: str):
    unit = next(name for name in installed if name.endswith(f"/{service}"))
    answer = analyze("security", "--offline=true", "--no-pager", unit)
    exposure = re.search(r"Overall exposure level for \S+: ([0-9.]+)", answer)
    if exposure is None and "--offline" in answer:
        pytest.skip("this systemd-analyze cannot look at units offline")
    assert exposure is not None, answer
    assert float(exposure[1]) < 2.0


@pytest.mark.parametrize("service", SERVICES, ids=lambda unit: unit.name)
def test_nothing_runs_as_root_and_no_service_opens_the_network(service: Path):
    text = service.read_text(encoding="utf-8")
    assert "User=cardtable" in text
    assert not re.search(r"^Exec\w+=[-@:]*[+!]", text, re.MULTILINE), "an Exec line with + or ! runs as root"
    families = re.findall(r"^RestrictAddressFamilies=(.*)$", text, re.MULTILINE)
    assert set(" ".join(families).split()) <= {"AF_UNIX", "AF_NETLINK"}
    assert families
    assert "IPAddressDeny=any" in text


def test_the_table_is_watched_restarted_and_never_ends_in_a_dark_screen():
    text = (SYSTEMD / "cardtable.service").read_text(encoding="utf-8")
    for line in (
        "Type=notify",
        "Restart=always",
        "OnFailure=cardtable-safe.service",
        "StateDirectory=cardtable",
        "RuntimeDirectory=cardtable",
        "WorkingDirectory=%t/cardtable",
        "Environment=LG_WD=%t/cardtable",
        "Environment=XDG_RUNTIME_DIR=%t/cardtable",
        "Environment=SDL_VIDEODRIVER=kmsdrm",
        "TTYPath=/dev/tty1",
    ):
        assert f"\n{line}\n" in text
    assert re.search(r"^WatchdogSec=\d+", text, re.MULTILINE)
    assert re.search(r"^MemoryMax=\d+M", text, re.MULTILINE)
    groups = re.search(r"^SupplementaryGroups=(.*)$", text, re.MULTILINE)
    assert groups
    assert {"video", "render", "input", "gpio"} <= set(groups[1].split())


def test_the_account_has_the_groups_that_the_units_ask_for():
    account = (SYSTEMD / "cardtable.sysusers").read_text(encoding="utf-8")
    member_of = set(re.findall(r"^m\s+cardtable\s+(\w+)", account, re.MULTILINE))
    for service in SERVICES:
        for groups in re.findall(r"^SupplementaryGroups=(.*)$", service.read_text(encoding="utf-8"), re.MULTILINE):
            assert set(groups.split()) <= member_of


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="no systemd-sysusers on this machine")
def test_the_account_can_be_made(tmp_path: Path):
    (tmp_path / "etc").mkdir()
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(SYSTEMD / "cardtable.sysusers")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    account = (tmp_path / "etc/passwd").read_text(encoding="utf-8")
    assert re.search(r"^cardtable:[^:]*:\d+:\d+:Card table:/var/lib/cardtable:.*nologin$", account, re.MULTILINE)
    assert re.search(r"^gpio:.*cardtable$", (tmp_path / "etc/group").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck on this machine")
def test_the_shell_scripts_are_clean():
    scripts = [str(script) for script in sorted(SYSTEMD.glob("*.sh"))]
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
