#!/usr/bin/env bash
# Install the card table on a Raspberry Pi, so that it is there after each start. systemd/README.md tells more.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: sudo systemd/install.sh [options]

  (nothing)            install, or bring what is installed to the version of this folder; may be repeated
  --upgrade            the same, but refuse where no table is installed yet
  --rollback           go back to the version before
  --uninstall          remove the program; settings and games stay (--purge removes them and the account too)
  --dry-run            say what would be done, and do nothing

  --python PATH        the Python to use (3.11, 3.12 or 3.13; default: python3)
  --any-machine        do not insist on a Raspberry Pi 4 or 5 with a 64-bit Raspberry Pi OS
  --no-apt             install no Debian packages (say which are missing)
  --no-boot-changes    leave the kernel's command line alone (the memory limit then has no effect on some systems)
  --no-start           do not start the table at the end
  --root DIR           install into a folder instead of this machine (for tests and images)
  --borrow VENV        take the Python packages from another virtual environment instead of the package index

exit status: 0 done, 1 not done (everything is as before), 2 wrong use
TEXT
}

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root="" python=python3 borrow="" action=install
dry=false any_machine=false use_apt=true boot_changes=true start=true purge=false

wrong_use() { echo "install.sh: $1 (see install.sh --help)" >&2; exit 2; }

while [ $# -gt 0 ]; do
    case $1 in
        --upgrade | --rollback | --uninstall) action=${1#--} ;;
        --purge) purge=true ;;
        --dry-run) dry=true ;;
        --any-machine) any_machine=true ;;
        --no-apt) use_apt=false ;;
        --no-boot-changes) boot_changes=false ;;
        --no-start) start=false ;;
        --root | --python | --borrow)
            [ $# -ge 2 ] || wrong_use "$1 needs a value"
            case $1 in
                --root) root=$2 ;;
                --python) python=$2 ;;
                --borrow) borrow=$2 ;;
            esac
            shift
            ;;
        -h | --help) usage; exit 0 ;;
        *) wrong_use "unknown option $1" ;;
    esac
    shift
done

if [ -n "$root" ]; then
    [ -d "$root" ] || wrong_use "--root $root: there is no such folder"
    root=$(cd "$root" && pwd)
fi
# Where facts about the machine are read; tests put a made-up Raspberry Pi there.
machine=${CARDTABLE_MACHINE:-}

base=$root/opt/cardtable
state=$root/var/lib/cardtable
config=$root/etc/cardtable
settings=$config/settings.toml
timers=(cardtable-watch.timer cardtable-backup.timer)
units=(cardtable.service cardtable-safe.service cardtable-watch.service cardtable-backup.service "${timers[@]}")

say() { echo "$*"; }
warn() { echo "install.sh: $*" >&2; }
die() { warn "$*"; exit 1; }

run() { # do it, or say that it would be done
    if $dry; then
        printf 'would:'
        printf ' %q' "$@"
        printf '\n'
    else
        "$@"
    fi
}

live() { [ -z "$root" ] && [ -d /run/systemd/system ]; } # a running systemd of this machine

systemd() { # systemctl on this machine, or only its links in a scratch folder
    if live; then
        run systemctl --quiet "$@"
    elif { [ "$1" = enable ] || [ "$1" = disable ]; } && command -v systemctl >/dev/null; then
        # A scratch folder need not have the unit of the login.
        run systemctl --quiet "--root=${root:-/}" "$@" 2>/dev/null || say "left out: systemctl $*"
    else
        say "left out (no systemd runs here): systemctl $*"
    fi
}

as_table() { # a command in the table's own account and folders
    local environment=(STATE_DIRECTORY="$state" CARDTABLE_SETTINGS="$settings" LG_WD=/tmp HOME="$state"
        PYGAME_HIDE_SUPPORT_PROMPT=1)
    if [ -z "$root" ] && getent passwd cardtable >/dev/null; then
        run runuser -u cardtable -- env "${environment[@]}" "$@"
    else
        run env "${environment[@]}" "$@"
    fi
}

# ---------------------------------------------------------------------------------------------- what machine is this

insist() { # a condition that --any-machine turns into a warning
    if $any_machine; then warn "$1; going on"; else die "$1; --any-machine goes on all the same"; fi
}

check_machine() {
    [ -n "$root" ] || $dry || [ "$(id -u)" = 0 ] || die "must be run as root: sudo systemd/install.sh"
    local model="" codename="" architecture
    if [ -r "$machine/proc/device-tree/model" ]; then model=$(tr -d '\0' <"$machine/proc/device-tree/model"); fi
    case $model in
        "Raspberry Pi 4"* | "Raspberry Pi 5"* | "Raspberry Pi Compute Module 4"* | "Raspberry Pi Compute Module 5"*) ;;
        *) insist "this is no Raspberry Pi 4 or 5 (${model:-no model given})" ;;
    esac
    architecture=${CARDTABLE_ARCHITECTURE:-$(uname -m)}
    [ "$architecture" = aarch64 ] || insist "this system is $architecture; the table is made for 64-bit (aarch64)"
    if [ -r "$machine/etc/os-release" ]; then
        codename=$(sed -n 's/^VERSION_CODENAME=//p' "$machine/etc/os-release")
    fi
    case $codename in
        bookworm | trixie) ;;
        *) insist "this system is ${codename:-unknown}; the table is made for Raspberry Pi OS Bookworm or Trixie" ;;
    esac
    say "machine: ${model:-unknown}, $architecture, ${codename:-unknown}"
}

check_python() {
    command -v "$python" >/dev/null || die "there is no $python; name another with --python PATH"
    "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' ||
        die "$("$python" -V) does not do; the table needs 3.11, 3.12 or 3.13"
}

check_space() {
    local where=$base free_mb
    while [ ! -d "$where" ]; do where=$(dirname "$where"); done
    free_mb=$(df -Pm "$where" | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge 1000 ] || die "only $free_mb MB are free in $where; 1000 are needed"
}

# ---------------------------------------------------------------------------------------------------- Debian packages

wanted_packages() {
    # The screen without X, and the voice.
    echo python3-venv libgbm1 libegl1 libgles2 libgl1-mesa-dri libudev1 alsa-utils espeak-ng
    # The camera's library has no wheels: it is the one thing that comes from the system's Python.
    echo python3-libcamera python3-picamera2 python3-kms++
    # The pins' library has wheels for Python 3.11 and 3.12 only.
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then echo python3-lgpio; fi
}

install_packages() {
    [ -z "$root" ] || { say "left out in --root: Debian packages"; return 0; }
    local package missing=()
    for package in $(wanted_packages); do
        if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -gt 0 ] || { say "Debian packages: all there"; return 0; }
    if ! $use_apt; then
        warn "missing Debian packages: ${missing[*]}"
        return 0
    fi
    run apt-get update -qq
    local known=() unknown=()
    for package in "${missing[@]}"; do
        if $dry || apt-cache show "$package" >/dev/null 2>&1; then known+=("$package"); else unknown+=("$package"); fi
    done
    if [ ${#unknown[@]} -gt 0 ]; then
        warn "this system has no package ${unknown[*]}; the self-check below tells what does not work without"
    fi
    if [ ${#known[@]} -gt 0 ]; then
        local apt=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${known[@]}")
        if $dry; then
            run "${apt[@]}"
        else
            say "Debian packages: installing ${known[*]}"
            "${apt[@]}" >/dev/null
        fi
    fi
}

# ------------------------------------------------------------------------------------------------------- the program

# The same version with other content is another release: the name ends in a sum over all files.
release_name() {
    local version sum # in the order of the names, so that the same content gives the same sum
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source_folder/pyproject.toml" | head -n 1)
    sum=$(cd "$source_folder" && find table vision hw seeds systemd docs requirements pyproject.toml README.md \
        -name __pycache__ -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
    echo "$version-${sum:0:8}"
}

copy_source() { # to a folder of our own: building must leave no files in somebody's checkout
    local to=$1 item
    for item in pyproject.toml README.md LICENSE table vision hw seeds; do
        cp -R "$source_folder/$item" "$to/" || return 1
    done
    find "$to" -name __pycache__ -prune -exec rm -rf {} +
}

packages_of() { "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }

make_venv() { # called in a condition, where bash does not stop at errors by itself: each step says so
    local venv=$1 copy status pip=("$1/bin/python" -m pip) builder=("$1/bin/python" -m pip) quiet=(--quiet --no-input)
    quiet+=(--disable-pip-version-check)
    # The system's packages are let in for libcamera alone; everything else is installed into the environment.
    if [ -n "$borrow" ]; then
        "$python" -m venv --system-site-packages --without-pip "$venv" || return 1
        packages_of "$borrow" >"$(packages_of "$venv")/borrowed.pth" || return 1
        builder=("$borrow/bin/python" -m pip)
        pip=("${builder[@]}" --python "$venv/bin/python")
    else
        "$python" -m venv --system-site-packages "$venv" || return 1
        "${pip[@]}" install "${quiet[@]}" --require-hashes --only-binary=:all: \
            -r "$source_folder/requirements/pi.txt" || return 1
    fi
    copy=$(mktemp -d) || return 1
    copy_source "$copy" &&
        "${builder[@]}" wheel "${quiet[@]}" --no-deps --no-build-isolation --wheel-dir "$copy/wheel" "$copy" &&
        "${pip[@]}" install "${quiet[@]}" --no-index --no-deps --ignore-installed "$copy"/wheel/*.whl
    status=$?
    rm -rf "$copy"
    return $status
}

works() { # can this release be started at all?
    "$1/venv/bin/python" -c 'import cv2, gpiozero, msgspec, numpy, pygame' >/dev/null &&
        (cd / && "$1/venv/bin/cardtable" run --help >/dev/null) &&
        (cd / && "$1/venv/bin/cardtable" check font >/dev/null)
}

build_release() {
    local release=$base/releases/$1
    if [ -e "$release/complete" ]; then
        say "program: version $1 is there already"
        return 0
    fi
    say "program: building version $1 (some minutes on a Raspberry Pi)"
    if $dry; then
        say "would: make a virtual environment in $release/venv and fill it from requirements/pi.txt"
        return 0
    fi
    rm -rf "$release"
    mkdir -p "$release/share"
    if ! make_venv "$release/venv" || ! PYGAME_HIDE_SUPPORT_PROMPT=1 works "$release"; then
        rm -rf "$release"
        die "version $1 could not be built or does not start; what was installed before is as it was"
    fi
    cp -R "$source_folder/systemd" "$release/systemd"
    cp "$source_folder/README.md" "$source_folder/LICENSE" "$source_folder/CHANGELOG.md" "$release/share/"
    cp "$source_folder/systemd/README.md" "$release/share/systemd.md"
    if [ -d "$source_folder/docs" ]; then cp -R "$source_folder/docs" "$release/share/docs"; fi
    chmod -R go+rX "$release"
    touch "$release/complete"
}

link_now() { # name, target: replace a link in one step
    run ln -sfn "$2" "$base/.$1.new"
    run mv -T "$base/.$1.new" "$base/$1"
}

switch_to() {
    local before=""
    if [ -L "$base/current" ]; then before=$(readlink "$base/current"); fi
    if [ "$before" = "releases/$1" ]; then return 0; fi
    link_now current "releases/$1"
    if [ -n "$before" ]; then link_now previous "$before"; fi
}

remove_old_releases() {
    local keep_now keep_before release
    keep_now=$(readlink "$base/current" || true)
    keep_before=$(readlink "$base/previous" || true)
    for release in "$base"/releases/*; do
        case releases/$(basename "$release") in
            "$keep_now" | "$keep_before" | 'releases/*') ;;
            *) say "removing the old version $(basename "$release")"; run rm -rf "$release" ;;
        esac
    done
}

# ----------------------------------------------------------------------------------------------- account, units, folders

place() { # mode, file of the release, where it goes
    run install -D -m "$1" "$base/current/systemd/$2" "$root$3"
}

install_system_files() {
    local unit
    for unit in "${units[@]}"; do place 644 "$unit" "/etc/systemd/system/$unit"; done
    place 644 cardtable.sysusers /usr/lib/sysusers.d/cardtable.conf
    place 644 cardtable.tmpfiles /usr/lib/tmpfiles.d/cardtable.conf
    place 644 cardtable.journald /etc/systemd/journald.conf.d/cardtable.conf
    place 644 cardtable.manager /etc/systemd/system.conf.d/cardtable.conf
    place 755 cardtable.sh /usr/local/bin/cardtable
}

make_account() {
    if [ -n "$root" ]; then
        run mkdir -p "$state"
        say "left out in --root: the account cardtable"
        return 0
    fi
    run systemd-sysusers /usr/lib/sysusers.d/cardtable.conf
    run systemd-tmpfiles --create /usr/lib/tmpfiles.d/cardtable.conf
}

write_settings() {
    if [ -e "$settings" ]; then
        say "settings: $settings is kept as it is"
    else
        run mkdir -p "$config"
        run env STATE_DIRECTORY="$state" "$base/current/venv/bin/cardtable" check settings --write --kiosk \
            --settings "$settings"
        run chmod 644 "$settings"
    fi
}

boot_line() { # the kernel counts memory for groups of processes only when asked to
    local file=$root/boot/firmware/cmdline.txt
    if ! $boot_changes || [ ! -w "$file" ] || grep -q 'cgroup_enable=memory' "$file"; then return 0; fi
    say "boot: adding cgroup_enable=memory to $file (for the memory limit; takes effect after a restart)"
    run cp "$file" "$file.before-cardtable"
    run sed -i '1 s/$/ cgroup_enable=memory/' "$file"
}

take_the_screen() { # tty1 is the table's: no login there, and no desktop that holds the screen
    systemd disable getty@tty1.service
    if live && [ "$(systemctl get-default)" = graphical.target ] &&
        systemctl cat display-manager.service >/dev/null 2>&1; then
        say "boot: into the table instead of the desktop (back with: systemctl set-default graphical.target)"
        run touch "$base/desktop-before"
        run systemctl --quiet set-default multi-user.target
    fi
}

enable_units() {
    systemd daemon-reload
    systemd enable cardtable.service "${timers[@]}"
    systemd try-reload-or-restart systemd-journald.service
}

start_table() { # READY=1 or not: systemctl waits for it
    if ! $start || ! live; then return 0; fi
    say "starting the table"
    systemctl reset-failed cardtable.service 2>/dev/null || true # earlier failures must not count against this start
    run systemctl restart cardtable.service && run systemctl start "${timers[@]}"
}

# ------------------------------------------------------------------------------------------------------- the actions

back_up_games() {
    if [ -e "$base/current/venv/bin/python" ] && [ -d "$state" ]; then
        as_table "$base/current/venv/bin/python" -m table.store_backup --label "before-$1" ||
            warn "the games could not be backed up; going on"
    fi
}

install_table() {
    local release before=""
    check_machine
    check_python
    check_space
    if [ -L "$base/current" ]; then before=$(readlink "$base/current"); fi
    if [ "$action" = upgrade ] && [ -z "$before" ]; then die "no table is installed here; run without --upgrade"; fi
    install_packages
    release=$(release_name)
    build_release "$release"
    if [ -n "$before" ] && [ "$before" != "releases/$release" ]; then back_up_games "$release"; fi
    switch_to "$release"
    install_system_files
    make_account
    write_settings
    boot_line
    take_the_screen
    enable_units
    if ! start_table; then
        if [ -n "$before" ] && [ "$before" != "releases/$release" ]; then
            warn "version $release does not start; going back to ${before#releases/}"
            rollback
            exit 1
        fi
        die "the table does not start; the reason is in: journalctl -u cardtable -b"
    fi
    remove_old_releases
    if $dry; then
        say "nothing was done"
        return 0
    fi
    say "self-check:"
    as_table "$base/current/venv/bin/cardtable" check || say "(mend what is marked with a cross; the table plays with the rest)"
    say "done: version $release. Settings: $settings. Next: systemd/README.md"
}

rollback() {
    [ -L "$base/previous" ] || die "there is no version before to go back to"
    local to
    to=$(basename "$(readlink "$base/previous")")
    [ -e "$base/releases/$to/complete" ] || die "the version before ($to) is not whole"
    switch_to "$to"
    install_system_files
    enable_units
    start_table || warn "the table does not start; the reason is in: journalctl -u cardtable -b"
    say "back at version $to; a copy of the games from before the upgrade is in $state/backups"
}

uninstall() {
    [ -n "$root" ] || $dry || [ "$(id -u)" = 0 ] || die "must be run as root: sudo systemd/install.sh --uninstall"
    if live; then
        run systemctl --quiet disable --now "${timers[@]}" 2>/dev/null || true
        run systemctl --quiet stop cardtable-safe.service 2>/dev/null || true
        run systemctl --quiet disable --now cardtable.service 2>/dev/null || true
    elif [ -e "$root/etc/systemd/system/cardtable.service" ]; then
        systemd disable cardtable.service "${timers[@]}"
    fi
    if [ -e "$base/desktop-before" ] && live; then run systemctl --quiet set-default graphical.target; fi
    systemd enable getty@tty1.service
    local unit boot=$root/boot/firmware/cmdline.txt
    for unit in "${units[@]}"; do run rm -f "$root/etc/systemd/system/$unit"; done
    run rm -f "$root/usr/lib/sysusers.d/cardtable.conf" "$root/usr/lib/tmpfiles.d/cardtable.conf" \
        "$root/etc/systemd/journald.conf.d/cardtable.conf" "$root/etc/systemd/system.conf.d/cardtable.conf" \
        "$root/usr/local/bin/cardtable"
    run rm -rf "$base"
    if [ -e "$boot.before-cardtable" ]; then
        run sed -i '1 s/ cgroup_enable=memory//' "$boot"
        run rm -f "$boot.before-cardtable"
    fi
    systemd daemon-reload
    if $purge; then
        run rm -rf "$state" "$config"
        if [ -z "$root" ] && getent passwd cardtable >/dev/null; then run userdel cardtable; fi
        say "removed, with settings and games"
    else
        say "removed; settings ($config) and games ($state) are kept"
    fi
}

case $action in
    install | upgrade) install_table ;;
    rollback) rollback ;;
    uninstall) uninstall ;;
esac
