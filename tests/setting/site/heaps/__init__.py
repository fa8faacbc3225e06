"""Heaps, a game with settings of every kind."""
