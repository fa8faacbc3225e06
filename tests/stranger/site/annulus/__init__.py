"""Annulus: a game of three in a row around a hole; a distribution of its own."""
