"""House rules that ship: each extends one of the four seed rule sets by the values that differ."""
