"""The state of the table as a frozen Screen: words, cards, keys; knows no pixels."""
