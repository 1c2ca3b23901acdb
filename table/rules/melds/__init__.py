"""Melds, deadwood and lay-offs, exactly, on sets of cards held as bits.

A hand is a 52-bit mask (see `table.rules.cards`), thirteen bits a suit. Two facts make it quick and exact at once:
once it is settled which cards go into sets, the suits no longer concern each other; and the best use of one suit's
cards in runs depends on thirteen bits only, so it stands in a table of 8,192 entries.

With lay-offs the same holds. A stretch of neighbouring cards in a suit is good if it is a run of three or more, or
touches a run of the knocker's: then it is laid off there card by card, however long. The fourth card of a rank goes
on the knocker's three at no cost. So "the best mix of own melds and lay-offs" is again a few choices among sets and
one best value per suit.
"""

from table.rules.melds.bits import Arrangement, LayOff, Meld, is_meld, is_run, is_set, meld_fault, points_in
from table.rules.melds.deadwood import (
    all_melds,
    as_laid,
    best_arrangement,
    best_arrangements,
    discard_options,
    least_deadwood,
)
from table.rules.melds.layoffs import Table, best_reply, forget, layoff_targets, table_of

__all__ = [
    "Arrangement",
    "LayOff",
    "Meld",
    "Table",
    "all_melds",
    "as_laid",
    "best_arrangement",
    "best_arrangements",
    "best_reply",
    "discard_options",
    "forget",
    "is_meld",
    "is_run",
    "is_set",
    "layoff_targets",
    "least_deadwood",
    "meld_fault",
    "points_in",
    "table_of",
]
