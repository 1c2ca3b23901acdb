#!/bin/sh
# The installed table's command. As root it works in the table's own account, on the table's games and settings; any
# other user gets the same program with his own folders.
set -eu
program=/opt/cardtable/current/venv/bin/cardtable
if [ "$(id -u)" = 0 ]; then
    exec runuser -u cardtable -- env STATE_DIRECTORY=/var/lib/cardtable CARDTABLE_SETTINGS=/etc/cardtable/settings.toml \
        HOME=/var/lib/cardtable LG_WD=/tmp "$program" "$@"
fi
exec "$program" "$@"
