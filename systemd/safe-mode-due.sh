#!/bin/sh
# Is the last resort needed? Yes when the table has failed for good, or was to start with this boot and never did (its
# state partition is gone, say). No when it plays, is about to, or was stopped by somebody.
set -eu
case $(systemctl show -P ActiveState cardtable.service) in
    failed) exit 0 ;;
    inactive)
        systemctl --quiet is-enabled cardtable.service || exit 1
        [ "$(systemctl show -P ExecMainStartTimestampMonotonic cardtable.service)" = 0 ] || exit 1
        ;;
    *) exit 1 ;;
esac
