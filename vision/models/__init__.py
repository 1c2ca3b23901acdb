"""The weights of the reading nets; README.md tells where they come from."""
