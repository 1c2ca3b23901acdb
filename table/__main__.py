"""``python -m table`` is the same as ``cardtable``."""

import sys

from table.cli import main

sys.exit(main())
