"""Draws any Screen at any size with pygame; knows no game."""
