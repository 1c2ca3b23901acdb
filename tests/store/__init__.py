"""Tests of the log of games on the disk."""
