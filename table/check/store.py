"""The database of games: whole, ours, backed up, and whether a damaged one was set aside."""

from __future__ import annotations

import datetime

from table.settings import folders

from .context import Context
from .result import CheckResult, bad, ok, warn

OLD_BACKUP_DAYS = 7


def store(context: Context) -> CheckResult:
    """Reads the whole file; nothing is changed, and a running table may go on writing."""
    from table.store import Store, StoreError

    file = folders.games_file(context.settings)
    if not file.exists():
        return ok("store", f"no games in {file.parent} yet", games=0)
    try:
        with Store(file, read_only=True) as log:
            games = len(log.games())
    except StoreError as error:
        return bad("store", str(error), "a backup is brought back as systemd/README.md tells", kind=error.kind)
    backup_days = _days_since_backup(context)
    aside = sorted(path.name for path in file.parent.glob(f"{file.name}.*-[0-9]*") if path.name[-1].isdigit())
    data = {"games": games, "size_kb": file.stat().st_size // 1000, "backup_days": backup_days, "aside": aside}
    if aside:
        return warn(
            "store",
            f"{games} games; an earlier file was set aside: {', '.join(aside)}",
            "bring a backup back if games are missed, then move that file away",
            **data,
        )
    if backup_days is not None and backup_days > OLD_BACKUP_DAYS:
        return warn(
            "store",
            f"{games} games, the last backup is {backup_days} days old",
            "see: systemctl status cardtable-backup",
            **data,
        )
    return ok("store", f"{games} game{'' if games == 1 else 's'}, the file is whole", **data)


def _days_since_backup(context: Context) -> int | None:
    """Whole days since the newest nightly backup by its name; None where there is none (or it is from the future)."""
    from table.store_backup import NIGHTLY

    folder = folders.backup_folder(context.settings)
    names = sorted(path.name for path in folder.glob("games-*.sqlite") if NIGHTLY.fullmatch(path.name))
    if not names:
        return None
    try:
        made = datetime.date.fromisoformat(names[-1][6:16])
    except ValueError:
        return None
    days = (datetime.datetime.fromtimestamp(context.now, tz=datetime.UTC).date() - made).days
    return days if days >= 0 else None
