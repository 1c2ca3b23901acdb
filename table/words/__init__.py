"""The catalogues of the four languages and how to use them."""
