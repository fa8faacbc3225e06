"""Enter a game turn by turn, so that what is entered is always a sound record."""
