"""The game table: rules, intake, store, screens and the loop that joins them."""
