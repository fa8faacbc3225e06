"""Mentis by Richard Wilkins: everything that is a fact of this game."""
