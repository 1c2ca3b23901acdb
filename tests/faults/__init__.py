"""Faults that really happen: full and read-only disks are mounted, files are damaged, processes are killed.

Each test makes its fault, looks that play can go on, takes the fault away, and looks that nothing was lost. With
CARDTABLE_TURNS=100 every one of them is done a hundred times, each turn with other places and moments.
"""
