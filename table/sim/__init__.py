"""A simulated table: people, cards and keys of the mind, for the demo and the benchmarks."""
