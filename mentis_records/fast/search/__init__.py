"""Search of positions in motion, whatever the game: the best play, and wins that are forced."""
