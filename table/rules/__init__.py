"""The pure core: cards, events, the games and their scores. No I/O, no clock, no randomness."""
