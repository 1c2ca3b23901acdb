"""The settings of a table: one commented TOML file, checked as a whole."""
