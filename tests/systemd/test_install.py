"""The installer, into a scratch folder on a made-up Raspberry Pi; packages are borrowed instead of downloaded."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("table", "vision", "hw", "seeds", "systemd", "docs", "requirements")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")

pytestmark = pytest.mark.skipif(sys.platform != "linux" or shutil.which("bash") is None, reason="needs Linux and bash")


class Pi:
    """A scratch root, a source folder that a test may change, and a machine that says what it is."""

    def __init__(self, folder: Path, model: str = "Raspberry Pi 5 Model B Rev 1.0", system: str = "trixie") -> None:
        self.root, self.source, machine = folder / "root", folder / "source", folder / "machine"
        self.root.mkdir(parents=True)
        (machine / "proc/device-tree").mkdir(parents=True)
        (machine / "proc/device-tree/model").write_text(model + "\0", encoding="ascii")
        (machine / "etc").mkdir()
        (machine / "etc/os-release").write_text(f"VERSION_CODENAME={system}\n", encoding="ascii")
        leave_out = shutil.ignore_patterns("__pycache__", "training")
        for part in PARTS:
            shutil.copytree(ROOT / part, self.source / part, ignore=leave_out)
        for name in FILES:
            shutil.copy(ROOT / name, self.source / name)
        self.environment = {
            **os.environ,
            "CARDTABLE_MACHINE": str(machine),
            "CARDTABLE_ARCHITECTURE": "aarch64",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PIP_NO_COMPILE": "1",
        }

    def install(self, *options: str, architecture: str = "aarch64") -> subprocess.CompletedProcess[str]:
        command = [str(self.source / "systemd/install.sh"), "--root", str(self.root)]
        command += ["--python", sys.executable, "--borrow", sys.prefix, *options]
        environment = {**self.environment, "CARDTABLE_ARCHITECTURE": architecture}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def link(self, name: str) -> str:
        return str((self.root / "opt/cardtable" / name).readlink())

    def releases(self) -> list[str]:
        return sorted(folder.name for folder in (self.root / "opt/cardtable/releases").iterdir())

    def files(self) -> dict[str, int]:
        """Every file with the time of its last change, but for those that the self-check writes."""
        return {
            str(file.relative_to(self.root)): file.lstat().st_mtime_ns
            for file in sorted(self.root.rglob("*"))
            if file.is_file() and "var/lib" not in str(file) and "etc/systemd" not in str(file)
        }


def test_the_life_of_an_installed_table(tmp_path: Path):
    """One table from the first installation to the last file removed: each step builds on the one before."""
    pi = Pi(tmp_path)
    boot = pi.root / "boot/firmware/cmdline.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text("console=tty1 root=PARTUUID=1-02 rootwait\n", encoding="ascii")
    done = pi.install()
    assert done.returncode == 0, done.stdout + done.stderr
    program_units_account_and_settings_are_in_place(pi)
    the_installed_program_runs_from_its_own_files(pi)
    the_checkout_is_left_clean(pi)
    a_second_run_does_nothing_anew(pi)
    a_new_version_that_does_not_start_leaves_the_old_one(pi)
    an_upgrade_keeps_games_and_settings_and_can_go_back(pi)
    uninstall_keeps_settings_and_games_and_purge_removes_them(pi)


def test_a_dry_run_changes_nothing(tmp_path: Path):
    pi = Pi(tmp_path)
    done = pi.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert list(pi.root.iterdir()) == []
    assert "would: install -D -m 644" in done.stdout
    assert "nothing was done" in done.stdout


@pytest.mark.parametrize(
    ("model", "system", "architecture", "reason"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "bookworm", "aarch64", "this is no Raspberry Pi 4 or 5"),
        ("Raspberry Pi 4 Model B Rev 1.5", "bullseye", "aarch64", "this system is bullseye"),
        ("Raspberry Pi 5 Model B Rev 1.0", "trixie", "armv7l", "this system is armv7l; the table is made for 64-bit"),
    ],
)
def test_another_machine_is_refused_before_anything_is_done(
    tmp_path: Path, model: str, system: str, architecture: str, reason: str
):
    pi = Pi(tmp_path, model, system)
    done = pi.install(architecture=architecture)
    assert done.returncode == 1
    assert reason in done.stderr
    assert list(pi.root.iterdir()) == []


@pytest.mark.parametrize("options", [["--instal"], ["--python"], ["--root", "/no/such/folder"]])
def test_a_wrong_option_is_one_line(options: list[str]):
    done = subprocess.run([str(ROOT / "systemd/install.sh"), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("install.sh: ")
    assert done.stderr.count("\n") == 1


def program_units_account_and_settings_are_in_place(pi: Pi):
    for place in (
        "etc/cardtable/settings.toml",
        "etc/systemd/system/cardtable.service",
        "etc/systemd/system/cardtable-safe.service",
        "etc/systemd/system/cardtable-backup.timer",
        "etc/systemd/system/multi-user.target.wants/cardtable.service",
        "etc/systemd/system/timers.target.wants/cardtable-backup.timer",
        "etc/systemd/journald.conf.d/cardtable.conf",
        "usr/lib/sysusers.d/cardtable.conf",
        "usr/lib/tmpfiles.d/cardtable.conf",
        "opt/cardtable/current/share/README.md",
    ):
        assert (pi.root / place).exists() or (pi.root / place).is_symlink(), place
    assert os.access(pi.root / "usr/local/bin/cardtable", os.X_OK)
    assert 'source = "picamera2"' in (pi.root / "etc/cardtable/settings.toml").read_text(encoding="utf-8")
    assert "cgroup_enable=memory\n" in (pi.root / "boot/firmware/cmdline.txt").read_text(encoding="ascii")


def the_installed_program_runs_from_its_own_files(pi: Pi):
    program = pi.root / "opt/cardtable/current/venv/bin/cardtable"
    done = subprocess.run([program, "check", "font"], capture_output=True, text=True, check=False, cwd="/")
    assert done.stdout.startswith("✓ font"), done.stderr
    python = pi.root / "opt/cardtable/current/venv/bin/python"
    where = "import os, table, vision, hw, seeds; print(os.path.realpath(table.__path__[0]))"
    found = subprocess.run([python, "-c", where], capture_output=True, text=True, check=False, cwd="/")
    assert found.stdout.startswith(str(pi.root / "opt/cardtable/releases"))


def the_checkout_is_left_clean(pi: Pi):
    assert not [path for path in pi.source.rglob("*") if path.name == "build" or path.suffix == ".egg-info"]


def a_second_run_does_nothing_anew(pi: Pi):
    settings = pi.root / "etc/cardtable/settings.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + "\n# mine\n", encoding="utf-8")
    before = pi.files()
    done = pi.install()
    assert done.returncode == 0, done.stderr
    assert "is there already" in done.stdout
    after = pi.files()
    changed = {name for name in before if after[name] != before[name]}
    assert changed <= {
        "usr/lib/sysusers.d/cardtable.conf",
        "usr/lib/tmpfiles.d/cardtable.conf",
        "usr/local/bin/cardtable",
    }
    assert settings.read_text(encoding="utf-8").endswith("# mine\n")
    assert (pi.root / "boot/firmware/cmdline.txt").read_text(encoding="ascii").count("cgroup_enable") == 1


def a_new_version_that_does_not_start_leaves_the_old_one(pi: Pi):
    before, releases = pi.link("current"), pi.releases()
    fonts = pi.source / "table/fonts/__init__.py"
    good = fonts.read_text(encoding="utf-8")
    fonts.write_text("raise RuntimeError('broken on purpose')\n", encoding="utf-8")
    done = pi.install("--upgrade")
    fonts.write_text(good, encoding="utf-8")
    assert done.returncode == 1
    assert "what was installed before is as it was" in done.stderr
    assert (pi.link("current"), pi.releases()) == (before, releases)


def an_upgrade_keeps_games_and_settings_and_can_go_back(pi: Pi):
    before = pi.link("current")
    state = pi.root / "var/lib/cardtable"
    with closing(sqlite3.connect(state / "games.sqlite")) as link:
        link.execute("CREATE TABLE games (name TEXT)")
    (pi.source / "table/newer.py").write_text('"""A newer version."""\n', encoding="utf-8")
    done = pi.install("--upgrade")
    assert done.returncode == 0, done.stderr
    assert pi.link("current") != before
    assert pi.link("previous") == before
    assert [file.name for file in (state / "backups").glob("before-*.sqlite")]
    assert (pi.root / "etc/cardtable/settings.toml").read_text(encoding="utf-8").endswith("# mine\n")
    back = pi.install("--rollback")
    assert back.returncode == 0, back.stderr
    assert pi.link("current") == before
    assert (state / "games.sqlite").exists()


def uninstall_keeps_settings_and_games_and_purge_removes_them(pi: Pi):
    done = pi.install("--uninstall")
    assert done.returncode == 0, done.stderr
    left = {str(path.relative_to(pi.root)).split("/")[0] for path in pi.root.rglob("*") if path.is_file()}
    assert left == {"etc", "var", "boot"}
    assert [path.name for path in (pi.root / "etc").rglob("*") if path.is_file()] == ["settings.toml"]
    assert "cgroup_enable" not in (pi.root / "boot/firmware/cmdline.txt").read_text(encoding="ascii")
    assert not list((pi.root / "etc/systemd/system").rglob("*cardtable*"))
    assert pi.install("--uninstall", "--purge").returncode == 0
    assert not (pi.root / "var/lib/cardtable").exists()
    assert not (pi.root / "etc/cardtable").exists()


def test_upgrade_without_a_table_is_refused(tmp_path: Path):
    done = Pi(tmp_path).install("--upgrade")
    assert done.returncode == 1
    assert "no table is installed here" in done.stderr
