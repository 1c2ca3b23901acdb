#!/bin/sh
# Is the table missing from its screen? Then this fails, and the failed unit starts the last resort. Missing: it has
# failed for good, or was to start with this boot and never did (its state partition is gone, say). Not missing: it
# plays, is about to, was stopped by somebody, or the last resort is on the screen already.
set -eu
if systemctl --quiet is-active cardtable-safe.service; then exit 0; fi
case $(systemctl show -P ActiveState cardtable.service) in
    failed)
        echo "cardtable.service has failed"
        exit 1
        ;;
    inactive)
        systemctl --quiet is-enabled cardtable.service || exit 0
        [ "$(systemctl show -P ExecMainStartTimestampMonotonic cardtable.service)" = 0 ] || exit 0
        echo "cardtable.service did not start with this boot"
        exit 1
        ;;
esac
